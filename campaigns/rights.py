"""May this role send this command, about this hero, for this seat? `who` on the command decides."""

from __future__ import annotations

from typing import Any

from campaigns import answers
from campaigns.answers import Refusal
from campaigns.door import Seats
from campaigns.models import Role, Seat
from rules.kernel.messages import Command
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text

UNKNOWN_SEAT = Text("Personne n’est assis à cette place.", "Nobody sits in this seat.")


def admit(
    ruleset: Ruleset[Any], viewer: Viewer, seats: Seats, command: Command, on_behalf_of: str | None
) -> str | Refusal:
    """For whom the command is sent (`""`: for oneself), or why it may not be."""
    hero = getattr(command, "hero", None)
    known = hero if hero in seats.owners else None  # whether an unknown key is acceptable, the rules decide
    if not ruleset.may_send(type(command), viewer, known):
        mine = ruleset.may_send(type(command), viewer, None)
        return answers.NOT_YOUR_HERO if mine else answers.FORBIDDEN
    if on_behalf_of:
        return _given(viewer, seats, on_behalf_of)
    return _owner_of(viewer, seats, command, known)


def _given(viewer: Viewer, seats: Seats, on_behalf_of: str) -> str | Refusal:
    if on_behalf_of == viewer.seat:
        return ""
    if viewer.role != "gm":
        return answers.FORBIDDEN
    if not _plays(seats.by_key.get(on_behalf_of)):
        return answers.unprocessable(
            "unknown_seat", UNKNOWN_SEAT, field="on_behalf_of", seat=on_behalf_of[:20]
        )
    return on_behalf_of


def _owner_of(viewer: Viewer, seats: Seats, command: Command, hero: str | None) -> str:
    """A game master who does what a player would do, does it for that player."""
    owner = seats.owners.get(hero or "", "")
    fills = viewer.role == "gm" and command.who == "own" and owner != viewer.seat
    return owner if fills and _plays(seats.by_key.get(owner)) else ""


def _plays(seat: Seat | None) -> bool:
    return seat is not None and seat.is_live and seat.role != Role.SPECTATOR
