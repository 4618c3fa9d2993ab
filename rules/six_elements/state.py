"""What the rules must remember of a campaign: the heroes and the dungeon that is open. Who departed has left it."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from rules.kernel.house_rules import House
from rules.kernel.messages import Violation

Place: TypeAlias = tuple[int, int]
"""East and south of the entrance, in tiles."""
Counts: TypeAlias = dict[str, int]
ENTRANCE: Place = (0, 0)
ALL_EXITS = "NESW"
Phase = Literal["heroes", "monsters", "adventure"]
Mode = Literal["solo", "cooperative", "competitive"]
Side = Literal["hero", "foe"]


class Loot(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a victory still has to give once the level is taken (§9): stones of an element, or gold; one card."""

    element: str
    amount: int
    card: str = ""


class Hero(msgspec.Struct, frozen=True, omit_defaults=True):
    """`body`, `mana` are what is left; `…_max` and the stats the own ones, without gear. `best` is the highest neutral
    step ever reached, `owed` the steps (element, level) whose skill is still to be chosen, `loses` a worn thing still to be given up.
    """

    key: str
    name: str
    hero_class: str
    body: int
    mana: int
    body_max: int
    mana_max: int
    place: Place
    attack: int = 0
    defence: int = 0
    magic: int = 0
    level: int = 1
    xp: int = 0
    gold: int = 0
    deaths: int = 0
    best: int = 0
    owed: tuple[tuple[str, int], ...] = ()
    loses: bool = False
    stones: Counts = {}
    affinities: Counts = {}
    skills: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()
    bag: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    tokens: Counts = {}
    loot: Loot | None = None


class Tile(msgspec.Struct, frozen=True, array_like=True):
    """One laid tile, as it is turned. The entrance has no card."""

    place: Place
    exits: str
    card: str = ""


class Foe(msgspec.Struct, frozen=True, omit_defaults=True):
    """A monster on the board with its wounds and mana spent; `gear` in the order drawn. `by` fought it last."""

    key: str
    card: str
    place: Place
    gear: tuple[str, ...] = ()
    wounds: int = 0
    spent: int = 0
    tokens: Counts = {}
    by: str = ""


class Pending(msgspec.Struct, frozen=True):
    """A tile drawn and not yet laid (§6)."""

    card: str
    place: Place
    enters: str


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """One hero against one monster (§7). `next` attacks in this round unless initiative says otherwise."""

    hero: str
    foe: str
    next: Side
    round: int = 1
    fled: bool = False


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that lie before a hero and may still be changed with mana. `against`: the total or threshold to meet, where
    it is known; `free` are rerolls that a card gives.
    """

    use: Literal["attack", "defence", "test"]
    faces: tuple[int, ...]
    card: str = ""
    against: int = 0
    added: bool = False
    free: int = 0


class Game(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open dungeon. `current` is whose turn it is; `steps`, `explored`, `bought`, `renewed` are that turn's.

    `rising` has beaten a monster and takes a level before anything goes on (§9). `waiting` are the monsters still to act in their phase; `fought` heroes and monsters who paid their tokens in a fight
    this turn; `faced` heroes who are done with the adventure. `discards` and `gone` hold the printed numbers of cards.
    """

    number: int
    mode: Mode
    order: tuple[str, ...]
    current: str
    tiles: tuple[Tile, ...]
    turn: int = 1
    phase: Phase = "heroes"
    steps: int = 0
    explored: bool = False
    bought: bool = False
    renewed: bool = False
    pending: Pending | None = None
    fight: Fight | None = None
    rising: str = ""
    waiting: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    adventure: str = ""
    faced: tuple[str, ...] = ()
    hands: dict[str, Hand] = {}
    foes: tuple[Foe, ...] = ()
    stall: tuple[str, ...] = ()
    discards: dict[str, tuple[int, ...]] = {}
    gone: dict[str, tuple[int, ...]] = {}
    oracle: bool = False
    outcome: Literal["", "won", "lost"] = ""
    winner: str = ""

    def foe(self, key: str) -> Foe | None:
        return next((foe for foe in self.foes if foe.key == key), None)

    def tile(self, place: Place) -> Tile | None:
        return next((tile for tile in self.tiles if tile.place == place), None)


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """Heroes by key in the order they joined; `games` counts the dungeons begun."""

    heroes: dict[str, Hero] = {}
    game: Game | None = None
    games: int = 0
    house: House = {}

    @property
    def open(self) -> Game:
        """The game that an event is about: one there is."""
        assert self.game is not None
        return self.game


Found = TypeVar("Found")
Answer: TypeAlias = Found | Violation


def initial() -> State:
    return State()


def change(state: State, key: str, **fields: object) -> State:
    """The state with some fields of a hero replaced."""
    hero = replace(state.heroes[key], **fields)
    return replace(state, heroes=state.heroes | {key: hero})


def without(state: State, key: str) -> State:
    return replace(state, heroes={k: hero for k, hero in state.heroes.items() if k != key})


def play(state: State, **fields: object) -> State:
    """The state with some fields of the open game replaced."""
    return replace(state, game=replace(state.open, **fields))


def change_foe(state: State, key: str, **fields: object) -> State:
    foes = tuple(replace(foe, **fields) if foe.key == key else foe for foe in state.open.foes)
    return play(state, foes=foes)


def added(counts: Counts, more: Counts) -> Counts:
    """Two counts summed; what comes to nothing is left out."""
    keys = dict.fromkeys([*counts, *more])
    summed = {key: counts.get(key, 0) + more.get(key, 0) for key in keys}
    return {key: number for key, number in summed.items() if number}
