"""What `decide` needs of a campaign: the characters, the map, the adventure with its turn, meeting and fight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.kernel.house_rules import House

Keys = tuple[str, ...]


class Kept(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A part of the state: what is at its default is not stored."""


class Thing(Kept, frozen=True):
    """A weapon (`dice`) or a magic item, by the name the group gave it; `weapon`: the one of the book (R39)."""

    key: str
    name: str = ""
    dice: int = 0
    note: str = ""
    weapon: str = ""


class Scores(Kept, frozen=True):
    """§1."""

    initiative: int
    combat: int
    magic: int
    aura: int


class Ticks(Kept, frozen=True):
    """§2: boxes ticked of each attitude."""

    prudent: int = 0
    cunning: int = 0
    friendly: int = 0
    aggressive: int = 0

    @property
    def power(self) -> int:
        return self.prudent + self.cunning + self.friendly + self.aggressive


class Hero(Kept, frozen=True):
    """A character of the adventure. `spells` are those opened since the start, `explored` the places ticked."""

    key: str
    name: str
    character: str
    start: Scores
    now: Scores
    vitality: int
    wounds: int = 0
    ticks: Ticks = Ticks()
    rests: int = 0
    things: tuple[Thing, ...] = ()
    weapon: str = ""
    spells: Keys = ()
    place: str = ""
    explored: Keys = ()

    @property
    def power(self) -> int:
        return self.ticks.power

    def thing(self, key: str) -> Thing | None:
        return next((thing for thing in self.things if thing.key == key), None)


class Place(Kept, frozen=True):
    """§5.2: a place and those it is linked with; one without links is not on the map (R9)."""

    name: str
    links: Keys = ()


class Turn(Kept, frozen=True):
    """The turn in progress: `did` is empty only for who has repudiated an alliance and must move (R22)."""

    heroes: Keys
    did: str = ""
    place: str = ""


class Meeting(Kept, frozen=True):
    """§8.7: who arrived where somebody was. `stage`: open, asked, challenged, turned-away; `origin` where they came from."""

    newcomers: Keys
    residents: Keys
    stage: str = "open"
    origin: str = ""
    teleported: bool = False


class Foe(Kept, frozen=True):
    """§6.2: a creature."""

    key: str
    name: str
    initiative: int
    combat: int
    vitality: int
    dice: int
    wounds: int = 0


class Shade(Kept, frozen=True):
    """Who fights beside a character by a spell: a summoned one, or a `double` with wounds of its own (R32, R34)."""

    key: str
    owner: str
    spell: str
    initiative: int = 0
    combat: int = 0
    dice: int = 0
    double: bool = False
    wounds: int = 0


class Plan(Kept, frozen=True):
    """What a fighter will do this round (R24): a blow, a spell, nothing; `ally` is protected from `against`."""

    spell: str = ""
    target: str = ""
    ally: str = ""
    against: str = ""
    still: bool = False


class Loss(Kept, frozen=True):
    """What spells have taken from a fighter; combat is `set_to` up to and with round `until`."""

    initiative: int = 0
    combat: int = 0
    magic: int = 0
    set_to: int = 0
    until: int = 0


class Fight(Kept, frozen=True):
    """§6.2, §8.5: `side` against creatures, or against `rivals`. `acted` in this round."""

    side: Keys
    rivals: Keys = ()
    foes: tuple[Foe, ...] = ()
    shades: tuple[Shade, ...] = ()
    round: int = 1
    plans: dict[str, Plan] = {}
    acted: Keys = ()
    losses: dict[str, Loss] = {}

    @property
    def is_between_characters(self) -> bool:
        return bool(self.rivals)

    def foe(self, key: str) -> Foe | None:
        return next((foe for foe in self.foes if foe.key == key), None)

    def shade(self, key: str) -> Shade | None:
        return next((shade for shade in self.shades if shade.key == key), None)


class Adventure(Kept, frozen=True):
    """`played` have had their turn this round, `lost` lose the next one; `out` are the characters who left it."""

    name: str
    round: int = 1
    played: Keys = ()
    lost: Keys = ()
    lots: dict[str, tuple[int, ...]] = {}
    alliances: tuple[Keys, ...] = ()
    refused: Keys = ()
    submitted: Keys = ()
    winner: str = ""
    turn: Turn | None = None
    meeting: Meeting | None = None
    fight: Fight | None = None
    spoils: tuple[Thing, ...] = ()
    takers: Keys = ()
    cast: dict[str, Keys] = {}
    out: Keys = ()


class State(Kept, frozen=True):
    heroes: dict[str, Hero] = {}
    places: dict[str, Place] = {}
    adventure: Adventure | None = None
    adventures: int = 0
    house: House = {}


def initial() -> State:
    return State()


def of(state: State) -> Adventure:
    """The adventure of a state that has one: what events of an adventure may rely on."""
    assert state.adventure is not None
    return state.adventure


def fight_of(state: State) -> Fight:
    fight = of(state).fight
    assert fight is not None
    return fight


def change(state: State, **fields: Any) -> State:
    """The adventure with some fields replaced."""
    return replace(state, adventure=replace(of(state), **fields))


def change_fight(state: State, **fields: Any) -> State:
    return change(state, fight=replace(fight_of(state), **fields))


def change_hero(state: State, key: str, **fields: Any) -> State:
    return replace(state, heroes=state.heroes | {key: replace(state.heroes[key], **fields)})


def change_heroes(state: State, keys: Iterable[str], **fields: Any) -> State:
    for key in keys:
        state = change_hero(state, key, **fields)
    return state


def without(keys: Keys, gone: Iterable[str]) -> Keys:
    left = set(gone)
    return tuple(key for key in keys if key not in left)


def joined(keys: Keys, more: Iterable[str]) -> Keys:
    """Each once, in the order they came."""
    return tuple(dict.fromkeys((*keys, *more)))
