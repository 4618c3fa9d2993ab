"""A ruleset: one rulebook as a frozen value of functions, put together from its chapters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

import msgspec

from rules.kernel import chapters as tables
from rules.kernel.catalog import CatalogSection
from rules.kernel.chapters import Chapter
from rules.kernel.codec import Codec, Upcast
from rules.kernel.counting import HIGH, Aim, Brought, Count, Measure, Milestone
from rules.kernel.dice import D6, Act, Die, RollRefused, Thrower
from rules.kernel.house_rules import House, HouseRule
from rules.kernel.lexicon import Lexicon
from rules.kernel.messages import Command, Decision, Does, Event, Violation, field_names, kind_of
from rules.kernel.offers import Field, Given, Offer, Viewer
from rules.kernel.sections import AnySection, Board, Line, Sheet
from rules.kernel.tales import Sum
from rules.kernel.text import Text
from rules.kernel.versus import Versus
from rules.kernel.words import Number, Words

State = TypeVar("State")

Status = Literal["active", "dead", "retired"]


class HeroSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the roster. `status` is how a hero who left the state left it; `has_turn`: the table waits for this one."""

    key: str
    name: str
    title: Text
    icon: str = ""
    level: int = 1
    xp: int = 0
    gold: int = 0
    status: Status = "active"
    in_play: bool = False
    has_turn: bool = False
    is_down: bool = False
    due: tuple[Text, ...] = ()


class Movement(msgspec.Struct, frozen=True):
    """A difference an event made to a number of a hero that is summed over the whole ledger (`xp`, `gold`)."""

    hero: str
    number: str
    amount: int
    label: Text
    source: str


class Run(msgspec.Struct, frozen=True):
    """A quest that an event opened, or how it ended. At most one run of a quest is open at a time."""

    quest: str
    name: Text
    result: Literal["open", "won", "lost", "abandoned"]


TABLES = ("decides", "evolves", "tells", "offers", "warns", "moves", "counts", "milestones", "brings", "sums")


def no_run(event: Event) -> Run | None:
    """What `runs` answers in a ruleset without quests."""
    return None


Places = dict[tuple[str, str], tuple[int | Text, str]]
"""By link (`monsters/orc`) and field: the figure or the words that hold, and the place of the rules they come from."""


def no_figures(state: Any) -> Places:
    """What `figures` answers in a ruleset whose catalog is the same for every campaign."""
    return {}


def untold(hero: str, events: Iterable[Event]) -> tuple[Line, ...]:
    """What `life` answers in a ruleset that sums no life up."""
    return ()


def nothing_in_common(state: Any) -> Any:
    """What `common` answers in a ruleset whose state is its heroes and its house rules."""
    return None


def no_blanks() -> tuple[Sheet, ...]:
    """What `blanks` answers in a ruleset without forms to fill in."""
    return ()


Arrival = tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]
"""The kind of the command that brings in a hero of another campaign, and its fields from the facts of a sheet there."""


def asked_each_time(state: Any) -> Thrower:
    """What `thrower` answers in a ruleset without a rule for it."""
    return "ask"


THROW = Text("{name} : lancez {dice}.", "{name}: roll {dice}.")
DRAW = Text("{name} : piochez {dice}.", "{name}: draw {dice}.")


@dataclass(frozen=True, kw_only=True)
class Ruleset(Generic[State]):
    """Everything the application asks of a rulebook.

    `initial() → state`; `heroes(state)` the roster; `sheet(state, hero, viewer)` (None where there is none);
    `board(state, viewer)`; `audit(state)` the broken invariants; `receipts(state, events)` sections for a review;
    `departures(event) → {hero: status}`; `runs(event)` the quest it opens or ends; `scope(state)` the key of the open
    quest or `""`; `odds(query)` answers for a program what `odds_fields` let it ask; `versus` a hero against an opponent; `dice` are those it throws, `piles` those whose faces are cards, which the app draws unless all is the table's to throw, `thrower(state)` who throws, `rolls` what each purpose of a roll is called, `aims` what it hopes for (high numbers where nothing is said); `measures` what is counted and drawn; `ways` the kinds of commands that bring what a refusal, by its code, misses; `settles` the kinds that settle what is `due` of a hero; `arrival` how a hero comes from elsewhere; `mentions` the sections of the catalog that a field of an event may name; `blanks()` sheets of nobody, to be filled in with a pencil, and `tallied` what a sheet on paper counts in strokes; `lexicon` what fields of its catalog are called; `words` what it calls what every game has, `numbers` those of a hero that its movements sum up; `life(hero, events)` sums up who has left from all that was told of them, in order; `common(state)` is what of it belongs to the campaign whatever its heroes, as a map that the group draws; `schema` numbers the snapshots. An event that brings a hero into being names it in one of `HERO_FIELDS`.
    """

    key: str
    version: str
    name: Text
    text: Text
    chapters: tuple[Chapter, ...]
    state_type: type[State]
    initial: Callable[[], State]
    heroes: Callable[[State], tuple[HeroSummary, ...]]
    sheet: Callable[[State, str, Viewer], Sheet | None]
    board: Callable[[State, Viewer], Board]
    audit: Callable[[State], tuple[str, ...]]
    receipts: Callable[[State, tuple[Event, ...]], tuple[AnySection, ...]]
    departures: Callable[[Event], dict[str, Status]]
    scope: Callable[[State], str]
    house: Callable[[State], House]
    runs: Callable[[Event], Run | None] = no_run
    catalog: tuple[CatalogSection, ...] = ()
    house_rules: dict[str, HouseRule] = field(default_factory=dict)
    figures: Callable[[State], Places] = no_figures
    odds: Callable[[dict[str, str]], Any] | None = None
    odds_fields: tuple[Field, ...] = ()
    versus: Versus[State] | None = None
    life: Callable[[str, Iterable[Event]], tuple[Line, ...]] = untold
    common: Callable[[State], Any] = nothing_in_common
    dice: tuple[Die, ...] = (D6,)
    piles: tuple[Die, ...] = ()
    thrower: Callable[[State], Thrower] = asked_each_time
    rolls: dict[str, Text] = field(default_factory=dict)
    aims: dict[str, Aim] = field(default_factory=dict)
    measures: tuple[Measure, ...] = ()
    ways: dict[str, tuple[str, ...]] = field(default_factory=dict)
    settles: tuple[str, ...] = ()
    arrival: Arrival | None = None
    mentions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    blanks: Callable[[], tuple[Sheet, ...]] = no_blanks
    tallied: tuple[Text, ...] = ()
    needs_gm: bool = True
    lexicon: Lexicon = field(default_factory=Lexicon)
    words: Words = field(default_factory=Words)
    numbers: tuple[Number, ...] = ()
    schema: int = 1
    upcasts: dict[tuple[str, int], Upcast] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for table in TABLES:
            object.__setattr__(self, f"_{table}", tables.merge(self.chapters, table))
        tables.check(self._decides, self._offers, self._evolves, self._tells)
        codec = Codec(tuple(self._decides), tuple(self._evolves), self.state_type, self.upcasts)
        object.__setattr__(self, "codec", codec)
        small = frozenset(event for chapter in self.chapters for event in chapter.small)
        object.__setattr__(self, "_small", small)

    codec: Codec[State] = field(init=False)
    _decides: tables.Table = field(init=False)
    _evolves: tables.Table = field(init=False)
    _tells: tables.Table = field(init=False)
    _offers: tables.Table = field(init=False)
    _warns: tables.Table = field(init=False)
    _moves: tables.Table = field(init=False)
    _counts: tables.Table = field(init=False)
    _milestones: tables.Table = field(init=False)
    _brings: tables.Table = field(init=False)
    _sums: tables.Table = field(init=False)
    _small: frozenset[type[Event]] = field(init=False)

    def decide(self, state: State, command: Command, act: Act) -> Decision:
        """The events the command leads to, or the violation in its way. Raises nothing a person can cause."""
        try:
            decision: Decision = self._decides[type(command)](state, command, act)
        except RollRefused as refusal:
            return self._named(refusal.violation)
        return decision

    def _named(self, refused: Violation) -> Violation:
        """The refusal of a roll, with what the roll is for in the reader's words."""
        name = self.rolls.get(str(refused.params["for"]))
        if name is None or refused.code != "roll_needed":
            return refused
        thrown = str(refused.params["dice"])
        die = self.die_of(thrown)
        assert die is not None, f"{thrown} is none of the dice of {self.key}"
        number = int(thrown.removesuffix(die.key))
        asked = DRAW if die in self.piles else THROW
        message = asked(name=name, dice=die.many(number))
        return msgspec.structs.replace(refused, message=message, params=refused.params | {"name": name})

    def die_of(self, thrown: str) -> Die | None:
        """The die or pile that `2d6` is thrown with."""
        return next((die for die in (*self.dice, *self.piles) if thrown.endswith(die.key)), None)

    def evolve(self, state: State, event: Event) -> State:
        new: State = self._evolves[type(event)](state, event)
        return new

    def evolve_all(self, state: State, events: tuple[Event, ...]) -> State:
        for event in events:
            state = self._evolves[type(event)](state, event)
        return state

    def tell(self, event: Event) -> Text:
        """The event's sentence in the history, from nothing but the event."""
        sentence: Text = self._tells[type(event)](event)
        return sentence

    def warnings(self, state: State, command: Command) -> tuple[Text, ...]:
        """What is allowed but worth saying before it is done."""
        warn = self._warns.get(type(command))
        return warn(state, command) if warn else ()

    def movements(self, event: Event) -> tuple[Movement, ...]:
        moves = self._moves.get(type(event))
        return moves(event) if moves else ()

    def counts(self, event: Event) -> tuple[Count, ...]:
        """What the event adds to what is counted; the numbers it moves are counted by their own keys."""
        counts = self._counts.get(type(event))
        found: tuple[Count, ...] = counts(event) if counts else ()
        return found + tuple(Count(m.hero, m.number, "", m.label, m.amount) for m in self.movements(event))

    def milestones(self, event: Event) -> tuple[Milestone, ...]:
        milestones = self._milestones.get(type(event))
        return milestones(event) if milestones else ()

    def brought(self, event: Event) -> tuple[Brought, ...]:
        """The things that are here by this event: where a part of a number comes from."""
        brings = self._brings.get(type(event))
        return brings(event) if brings else ()

    def aim(self, purpose: str) -> Aim:
        return self.aims.get(purpose, HIGH)

    def sums(self, event: Event) -> tuple[Sum, ...]:
        """What a book counts of the event instead of telling it."""
        counts = self._sums.get(type(event))
        return counts(event) if counts else ()

    def is_small(self, event: Event) -> bool:
        """A book leaves it out."""
        return type(event) in self._small

    @property
    def commands(self) -> tuple[type[Command], ...]:
        return tuple(self._decides)

    def command_that(self, does: Does) -> type[Command] | None:
        return next((command for command in self.commands if command.does == does), None)

    def kind_that(self, does: Does) -> str:
        """The kind of the command that does this; empty where none does."""
        command = self.command_that(does)
        return kind_of(command) if command else ""

    @cached_property
    def asides(self) -> frozenset[str]:
        """The kinds of acts that change nothing of the game."""
        return frozenset(kind_of(command) for command in self.commands if command.aside)

    @property
    def on_roster(self) -> tuple[Number, ...]:
        """What of a hero stands beside the name."""
        return tuple(number for number in self.numbers if number.on_roster)

    @property
    def curves(self) -> tuple[Number, ...]:
        """The numbers whose course says something: those a measure draws as a curve, all where there is no measure."""
        drawn = {measure.what for measure in self.measures if measure.drawn == "curve"}
        return tuple(one for one in self.numbers if one.key in drawn or not self.measures)

    def section(self, key: str) -> CatalogSection | None:
        return next((section for section in self.catalog if section.key == key), None)

    def may_send(self, command: type[Command], viewer: Viewer, hero: str | None) -> bool:
        """`who`, applied: the same answer decides which buttons exist and which commands are let in."""
        if viewer.role == "gm" or (viewer.role == "player" and not self.needs_gm and command.who == "gm"):
            return True
        if viewer.role != "player" or command.who != "own":
            return False
        return hero is None or hero in viewer.heroes

    def offers(
        self,
        state: State,
        viewer: Viewer,
        *,
        hero: str | None = None,
        kind: str | None = None,
        given: Given | None = None,
    ) -> tuple[Offer, ...]:
        """What the viewer may do now, of one hero or one kind where asked; `given` holds values already chosen."""
        return tuple(
            self._as_offer(chapter.name, command, key, draft(state, *args, given or {}))
            for chapter in self.chapters
            for command, draft in chapter.offers.items()
            if kind in (None, kind_of(command))
            for key, args in self._asked(command, state, hero)
            if self.may_send(command, viewer, key)
        )

    def _asked(
        self, command: type[Command], state: State, hero: str | None
    ) -> list[tuple[str | None, tuple[str, ...]]]:
        """The hero, and the arguments that name one, of each offer a command may be."""
        if "hero" not in field_names(command):
            return [(None, ())] if hero is None else []
        return [
            (summary.key, (summary.key,)) for summary in self.heroes(state) if hero in (None, summary.key)
        ]

    def _as_offer(self, group: str, command: type[Command], hero: str | None, draft: Any) -> Offer:
        return Offer(
            kind=kind_of(command),
            who=command.who,
            label=command.label,
            hero=hero,
            fields=draft.fields,
            violation=draft.violation,
            review=command.review,
            at_hand=command.at_hand,
            text=draft.text,
            group=group,
            any_of=draft.any_of,
            icon=command.icon,
            shortcut=command.shortcut,
            onward=command.begins_play or command.does == "ends_play",
        )
