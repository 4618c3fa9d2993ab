"""A rulebook's demo, played once in each process and kept as the lines of a campaign's file.

The rules decide as they do behind `perform`; nothing is written. A sample comes in as any file does, with all its checks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from io import BytesIO
from random import Random
from typing import Any

import msgspec

from campaigns import records
from campaigns.ledger import Draft, body_of
from campaigns.records import Body
from campaigns.scripts import DEMO, brought, command_of, in_order, named, scripts, thrown
from campaigns.transfer.format import VERSION, EntryLine, Header, SeatLine, signed
from rules.kernel.dice import Act, AppDice, Recorder, TableDice
from rules.kernel.messages import Violation, heroes_of, kind_of
from rules.kernel.registry import ruleset
from rules.kernel.ruleset import Ruleset

APART, WITHIN = timedelta(days=7), timedelta(seconds=90)
"""Between two evenings of the story, and between two acts of one."""
NO_TIME = datetime.min.replace(tzinfo=UTC)
GAME_MASTER = "s1"


class RefusedStepError(Exception):
    """A step of the demo is not what the rulebook accepts: a bug of the script."""


@dataclass
class Game:
    """The script as far as it is played. `ago` counts back from the last act. Its dice fall alike in every process."""

    rules: Ruleset[Any]
    chance: Random = field(default_factory=lambda: Random(DEMO))  # noqa: S311  (a story, and no secret)
    seats: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    bodies: list[Body] = field(default_factory=list)
    evenings: list[int] = field(default_factory=list)
    state: Any = None

    def play(self, steps: list[dict[str, Any]]) -> None:
        self.state = self.rules.initial()
        for step in steps:
            self._step(step)

    def _step(self, step: dict[str, Any]) -> None:
        plain = named(command_of(step), self.names)
        command, act_id = self.rules.codec.command(plain), f"{self.chance.getrandbits(128):032x}"
        recorder = Recorder(TableDice(thrown(step), AppDice(self.chance.randrange)))
        events = self.rules.decide(self.state, command, Act(act_id, recorder))
        if isinstance(events, Violation):
            raise RefusedStepError(f"{step}: {events.message.en}")
        before, self.state = self.rules.scope(self.state), self.rules.evolve_all(self.state, events)
        now = self.rules.scope(self.state)
        behalf = self._seat(step["player"]) if "player" in step else ""
        draft = Draft(
            kind=kind_of(command),
            act_id=act_id,
            seat=GAME_MASTER if self.rules.needs_gm else behalf or GAME_MASTER,
            on_behalf_of=behalf if self.rules.needs_gm else "",
            quest=now or before,
            command=self.rules.codec.canonical(command),
            events=events,
            rolls=tuple(recorder.rolls),
            key="",
            request_hash="",
        )
        self.bodies.append(body_of(len(self.bodies) + 1, NO_TIME, self.rules, draft))
        last = self.evenings[-1] if self.evenings else 0
        self.evenings.append(last + (now not in ("", before)))
        self._note(step, behalf, events)

    def _seat(self, player: str) -> str:
        return self.seats.setdefault(player, f"s{len(self.seats) + 2}")

    def _note(self, step: dict[str, Any], behalf: str, events: tuple[Any, ...]) -> None:
        """Whose the heroes are who came, and what the script calls the one it names."""
        heroes = [key for event in events for key in heroes_of(event)]
        for hero in heroes:
            self.owners.setdefault(hero, behalf or GAME_MASTER)
        if "as" in step:
            self.names[step["as"]] = brought(msgspec.structs.asdict(events[0]))


@dataclass(frozen=True)
class Story:
    """What every sample of a rulebook begins with, and the state it leads to; `ago` is how long before now each act was."""

    header: Header
    bodies: tuple[Body, ...]
    ago: tuple[timedelta, ...]
    state: Any

    def file(self, now: datetime) -> BytesIO:
        """As this server would export it, with the last act a moment ago."""
        lines, previous = [b""], ""
        for body, ago in zip(self.bodies, self.ago, strict=True):
            text = records.encode(msgspec.structs.replace(body, time=(now - ago).isoformat()))
            previous = records.chain(previous, text)
            lines.append(msgspec.json.encode(EntryLine(hash=previous, body=msgspec.Raw(text.encode()))))
        lines[0] = msgspec.json.encode(signed(msgspec.structs.replace(self.header, head_hash=previous)))
        return BytesIO(b"\n".join(lines) + b"\n")


def story() -> Story | None:
    """That of the first rulebook that tells one."""
    return told_by(in_order())


@cache
def told_by(keys: tuple[str, ...]) -> Story | None:
    found = scripts(DEMO)
    for key, script in ((key, found[key]) for key in keys if key in found):
        game = Game(ruleset(key))
        game.play(script["step"])
        return Story(_header(key, script, game), tuple(game.bodies), tuple(_ago(game.evenings)), game.state)
    return None


def _header(key: str, script: dict[str, Any], game: Game) -> Header:
    master = SeatLine(
        key=GAME_MASTER,
        name=script["game_master"],
        role="gm" if game.rules.needs_gm else "player",
        owner=True,
    )
    players = (
        SeatLine(key=seat, name=name.capitalize(), role="player", owner=False)
        for name, seat in game.seats.items()
    )
    return Header(
        format_version=VERSION,
        ruleset=key,
        ruleset_version=game.rules.version,
        name=script["name"],
        version=len(game.bodies),
        head_hash="",
        seats=(master, *players),
        owners=game.owners,
    )


def _ago(evenings: list[int]) -> list[timedelta]:
    """Evenings lie days apart, acts of one evening a moment."""
    found, last, within = [], max(evenings, default=0), 0
    for number in reversed(range(len(evenings))):
        is_same = number + 1 < len(evenings) and evenings[number] == evenings[number + 1]
        within = within + 1 if is_same else 0
        found.append((last - evenings[number]) * APART + (within + 1) * WITHIN)
    return found[::-1]
