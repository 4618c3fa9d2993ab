"""An evening in memory: commands are decided and evolved without site or ledger."""

from typing import Any

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.state import Hero, State
from rules.kernel.dice import Act, AppDice
from rules.kernel.messages import Command, Event, Violation
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Board, Sheet, Tap

GM = Viewer("gm", "the-gm")
WATCHER = Viewer("spectator")


class Evening:
    """`send` fails the test where the rules refuse; every die falls on its first face."""

    def __init__(self) -> None:
        self.state: State = RULESET.initial()
        self.acts = 0

    def send(self, kind: str, **fields: Any) -> tuple[Event, ...]:
        answer = RULESET.decide(self.state, as_command(kind, fields), self.act())
        assert not isinstance(answer, Violation), answer
        self.state = RULESET.evolve_all(self.state, answer)
        return answer

    def act(self) -> Act:
        self.acts += 1
        return Act(f"{self.acts:012x}" + "0" * 20, AppDice(lambda n: 0))

    def recruit(self, hero_class: str, name: str, *spheres: str) -> str:
        before = set(self.state.heroes)
        self.send("recruit_hero", hero_class=hero_class, name=name, spheres=list(spheres))
        return (set(self.state.heroes) - before).pop()

    def hero(self, key: str) -> Hero:
        return self.state.heroes[key]

    def sheet(self, key: str, viewer: Viewer = GM) -> Sheet:
        found = RULESET.sheet(self.state, key, viewer)
        assert found is not None
        return found

    def accepts(self, tap: Tap) -> bool:
        """Whether the rules take what a tap sends."""
        return not isinstance(
            RULESET.decide(self.state, as_command(tap.kind, tap.fields), self.act()), Violation
        )


def as_command(kind: str, fields: dict[str, Any]) -> Command:
    return RULESET.codec.command({"kind": kind, **fields})


def section(sheet: Sheet | Board, key: str) -> Any:
    """The section of that key; a page without it fails the test."""
    return next(section for section in sheet.sections if section.key == key)


def taps_of(found: AnySection) -> list[Tap]:
    """Every tap of a section."""
    holders = [*getattr(found, "tracks", ()), *getattr(found, "cards", ()), *getattr(found, "effects", ())]
    taps = [getattr(holder, name, None) for holder in holders for name in ("tap", "back", "up", "down")]
    return [tap for tap in taps if tap] + [tap for holder in holders for tap in getattr(holder, "taps", ())]


def all_taps(sheet: Sheet) -> list[Tap]:
    return [tap for found in sheet.sections for tap in taps_of(found)]
