"""What `decide` needs of a campaign: the heroes, and the quest with its rooms, monsters, traps and turn."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from rules.kernel.house_rules import House

Keys = tuple[str, ...]


class Kept(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A part of the state: what is at its default is not stored."""


class Owned(Kept, frozen=True):
    key: str
    count: int = 1
    worn: bool = False


class Lasting(Kept, frozen=True):
    """A spell, a potion or a pit that lasts; `caster` is who gains by it (R2)."""

    key: str
    caster: str = ""


class Gains(Kept, frozen=True):
    """Points and dice for good, bought with experience (§IV)."""

    body: int = 0
    mind: int = 0
    attack: int = 0
    defence: int = 0


class Hero(Kept, frozen=True):
    """`spent` of its mind. `wins`: quests survived and won. `market`: may buy, exchange and trade (R3). `spells`: those bought."""

    key: str
    name: str
    hero_class: str
    body: int
    spent: int = 0
    gold: int = 0
    xp: int = 0
    gains: Gains = Gains()
    items: tuple[Owned, ...] = ()
    spells: Keys = ()
    wins: int = 0
    champion: bool = False
    market: bool = False
    effects: tuple[Lasting, ...] = ()
    room: str = ""

    @property
    def is_dead(self) -> bool:
        return self.body <= 0

    @property
    def worn(self) -> Keys:
        return tuple(item.key for item in self.items if item.worn)

    def count(self, item: str) -> int:
        return next((one.count for one in self.items if one.key == item), 0)

    def has(self, effect: str) -> bool:
        return any(one.key == effect for one in self.effects)


class Room(Kept, frozen=True):
    """`searched` for treasure, `safe`: searched for traps."""

    name: str
    corridor: bool = False
    searched: bool = False
    safe: bool = False


class Thing(Kept, frozen=True):
    """On the board: a trap that is known, a chest, or loot that lies there."""

    key: str
    what: str
    room: str = ""
    item: str = ""
    count: int = 0
    gold: int = 0
    roped: bool = False


class Figure(Kept, frozen=True):
    """A monster on the board; at 0 body it waits to be told who brought it down. One of its own kind (`monster` empty) has
    its own figures, experience too.
    """

    key: str
    monster: str
    number: int
    body: int
    name: str = ""
    attack: int = 0
    defence: int = 0
    mind: int = 0
    most: int = 0
    movement: int = 0
    xp: int = 0
    family: str = ""
    ability: str = ""
    effects: Keys = ()

    @property
    def is_down(self) -> bool:
        return self.body <= 0


class Turn(Kept, frozen=True):
    """Of one hero, or of the monsters (`hero` empty). `acted` is the action taken; `against` whom the first blow fell on;
    `tried`: monsters that have tried to wake.
    """

    hero: str = ""
    moved: bool = False
    acted: str = ""
    times: int = 0
    against: str = ""
    rerolled: bool = False
    woke: bool = False
    tried: Keys = ()


class Places(Kept, frozen=True):
    """The board as the group knows it."""

    rooms: dict[str, Room] = {}
    things: tuple[Thing, ...] = ()
    figures: tuple[Figure, ...] = ()


class Quest(Kept, frozen=True):
    """`series` chosen by each caster, `cast` in order, `doubled` by the Ring of the Sages; `used` up for this quest;
    `earned`: by hero, the experience of each kind of monster, of help and of what the game master gave.
    """

    name: str
    heroes: Keys
    round: int = 1
    turn: Turn = Turn()
    series: dict[str, Keys] = {}
    cast: dict[str, Keys] = {}
    doubled: dict[str, str] = {}
    used: Keys = ()
    placed: int = 0
    earned: dict[str, dict[str, int]] = {}


class State(Kept, frozen=True):
    heroes: dict[str, Hero] = {}
    quest: Quest | None = None
    places: Places = Places()
    quests: int = 0
    house: House = {}


def initial() -> State:
    return State()


def of(state: State) -> Quest:
    """The quest of a state that has one: what events of a quest may rely on."""
    assert state.quest is not None
    return state.quest


def change(state: State, **fields: Any) -> State:
    return replace(state, quest=replace(of(state), **fields))


def earn(state: State, hero: str, source: str, xp: int) -> State:
    """Experience, and where it comes from while a quest goes on."""
    state = change_hero(state, hero, xp=state.heroes[hero].xp + xp)
    if state.quest is None or hero not in state.quest.heroes:
        return state
    own = state.quest.earned.get(hero, {})
    own = own | {source: own.get(source, 0) + xp}
    return change(state, earned=state.quest.earned | {hero: own})


def change_turn(state: State, **fields: Any) -> State:
    return change(state, turn=replace(of(state).turn, **fields))


def change_places(state: State, **fields: Any) -> State:
    return replace(state, places=replace(state.places, **fields))


def change_hero(state: State, key: str, **fields: Any) -> State:
    return replace(state, heroes=state.heroes | {key: replace(state.heroes[key], **fields)})


def figure_of(state: State, key: str) -> Figure | None:
    return next((one for one in state.places.figures if one.key == key), None)


def thing_of(state: State, key: str) -> Thing | None:
    return next((one for one in state.places.things if one.key == key), None)


def change_figure(state: State, key: str, **fields: Any) -> State:
    figures = tuple(replace(one, **fields) if one.key == key else one for one in state.places.figures)
    return change_places(state, figures=figures)


def without_figure(state: State, key: str) -> State:
    return change_places(state, figures=tuple(one for one in state.places.figures if one.key != key))


def without_thing(state: State, key: str) -> State:
    return change_places(state, things=tuple(one for one in state.places.things if one.key != key))


def add_item(state: State, hero: str, item: str, count: int) -> State:
    """More of it, or fewer; what is used up is gone."""
    found = state.heroes[hero]
    left = found.count(item) + count
    if found.count(item):
        items = tuple(replace(one, count=left) if one.key == item else one for one in found.items)
    else:
        items = (*found.items, Owned(key=item, count=left))
    return change_hero(state, hero, items=tuple(one for one in items if one.count > 0))


def add_effect(state: State, hero: str, effect: str, caster: str = "") -> State:
    kept = tuple(one for one in state.heroes[hero].effects if one.key != effect)
    return change_hero(state, hero, effects=(*kept, Lasting(key=effect, caster=caster)))


def end_effects(state: State, hero: str, *effects: str) -> State:
    kept = tuple(one for one in state.heroes[hero].effects if one.key not in effects)
    return change_hero(state, hero, effects=kept)
