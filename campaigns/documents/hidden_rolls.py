"""Dice thrown behind the screen: by the app, kept in a list of their own, without a trace anywhere else."""

from __future__ import annotations

import secrets
import uuid
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from campaigns import answers
from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.documents.contents import NoTitle
from campaigns.documents.writing import masters_only
from campaigns.door import asking_again
from campaigns.models import HiddenRoll
from rules.kernel.dice import AppDice, Die
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text

KEPT = 200
"""Rolls of a campaign that are kept."""

UNKNOWN_DIE = Text("Ce jeu n’a pas de dé « {key} ».", "This game has no die “{key}”.")


class Handful(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many dice of a kind."""

    die: Annotated[str, msgspec.Meta(min_length=1, max_length=20, pattern=r"^[A-Za-z0-9_-]+(?!\n)$")]
    number: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1


class NewHiddenRoll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dice: Annotated[tuple[Handful, ...], msgspec.Meta(min_length=1, max_length=6)]
    reason: NoTitle = ""


class Fell(msgspec.Struct, frozen=True):
    """The faces of one handful."""

    die: str
    faces: tuple[str, ...]


@asking_again
def throw(entrance: Entrance, wanted: NewHiddenRoll, key: UUID) -> tuple[HiddenRoll, bool] | Refusal:
    """The roll, and whether it is new: sent again with the same key, the same faces lie there."""
    wrong = masters_only(entrance) or _unknown(entrance.ruleset, wanted)
    if wrong:
        return wrong
    known = uuid.uuid5(key, f"{entrance.campaign.pk} {entrance.seat.key} roll")
    found = HiddenRoll.objects.filter(pk=known).first()
    if found:
        return (found, False) if _asked(found) == wanted else answers.KEY_REUSED
    roll = HiddenRoll.objects.create(
        id=known,
        campaign=entrance.campaign,
        seat=entrance.seat,
        reason=wanted.reason,
        dice=msgspec.json.encode(_fallen(entrance.ruleset, wanted)).decode(),
    )
    old = HiddenRoll.objects.filter(campaign=entrance.campaign).values_list("pk", flat=True)[KEPT:]
    HiddenRoll.objects.filter(pk__in=list(old)).delete()
    return roll, True


def hidden_rolls(entrance: Entrance) -> QuerySet[HiddenRoll] | Refusal:
    """The newest first."""
    rows = HiddenRoll.objects.filter(campaign=entrance.campaign).select_related("seat")
    return masters_only(entrance) or rows


def fallen(roll: HiddenRoll) -> tuple[Fell, ...]:
    return msgspec.json.decode(roll.dice, type=tuple[Fell, ...])


def die_of(ruleset: Ruleset[Any], key: str) -> Die | None:
    return next((die for die in ruleset.dice if die.key == key), None)


def _asked(roll: HiddenRoll) -> NewHiddenRoll:
    handfuls = tuple(Handful(one.die, len(one.faces)) for one in fallen(roll))
    return NewHiddenRoll(handfuls, roll.reason)


def _unknown(ruleset: Ruleset[Any], wanted: NewHiddenRoll) -> Refusal | None:
    key = next((one.die for one in wanted.dice if die_of(ruleset, one.die) is None), None)
    return unprocessable("unknown_die", UNKNOWN_DIE(key=key), field="dice", die=key) if key else None


def _fallen(ruleset: Ruleset[Any], wanted: NewHiddenRoll) -> tuple[Fell, ...]:
    dice = AppDice(secrets.randbelow)
    found = ((one, die_of(ruleset, one.die)) for one in wanted.dice)
    return tuple(Fell(one.die, dice.roll("hidden", one.number, die).faces) for one, die in found if die)
