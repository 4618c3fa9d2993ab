"""What the rules must remember of a campaign. The dead and the retired leave it."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from rules.kernel.house_rules import House
from rules.kernel.messages import Violation
from rules.kernel.text import Text

BARGAINING = "enchanter-bargaining"
"""The one skill whose uses count between two quests (§4.3, R48)."""
Quality = Literal["attack", "defence", "body", "mind"]


class Gain(msgspec.Struct, frozen=True):
    """A permanent gain of dice or points. `origin`: `level.5`, `training`, `tower`, `skill.<key>`, `service.4`, `correction`, `paper`."""

    what: Quality | Literal["movement"]
    amount: int
    origin: str


class Owned(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lot of one item. `paid` is the price of one; None when it was found (R49), 0 for starting gear (R1)."""

    key: str
    quantity: int = 1
    equipped: bool = False
    paid: int | None = None


class Mercenary(msgspec.Struct, frozen=True, omit_defaults=True):
    """One in a hero's pay (R25–R28). `key` is unique with the employer; without a `name` the kind's is shown.

    `pay`: `due` before the next quest, `paid` for it, `serving` in the open one. `survived` counts the ticks of §8.3, `learned` the improvements had,
    `gains`, `skills` what they brought; `owed` are choices still to be made. `items` are the employer's, all worn.
    """

    key: str
    kind: str
    body_base: int
    name: str = ""
    pay: Literal["due", "paid", "serving"] = "due"
    wounds: int = 0
    survived: int = 0
    learned: int = 0
    owed: tuple[int, ...] = ()
    gains: tuple[Gain, ...] = ()
    skills: tuple[str, ...] = ()
    items: tuple[Owned, ...] = ()

    @property
    def body_max(self) -> int:
        return self.body_base + sum(gain.amount for gain in self.gains if gain.what == "body")

    @property
    def body(self) -> int:
        return self.body_max - self.wounds


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lasts on a hero (R33). It ends with round `until`, or when `rolls` are used up; neither: when ended.

    `lasts` are the rounds it was given for; `rolled` counts the rounds its own roll was made for, `rolled_in` the last of them; `amount` is a number that goes
    with it (dice of *Intrépidité*, mind taken by *Armageddon*); `by` is the caster.
    """

    key: str
    until: int | None = None
    rolls: int | None = None
    lasts: int = 0
    rolled: int = 0
    rolled_in: int = 0
    amount: int = 0
    by: str = ""


class Form(msgspec.Struct, frozen=True):
    """Another shape by an effect: its points at most, and the hero's own points, which return with the old shape (R55)."""

    effect: str
    body_max: int
    mind_max: int
    body: int
    mind: int


class Hero(msgspec.Struct, frozen=True, omit_defaults=True):
    """A living hero, or one who died in the quest still open. `body` and `mind` are points now; bases are the class's."""

    key: str
    name: str
    hero_class: str
    body: int
    mind: int
    body_base: int
    mind_base: int
    level: int = 1
    xp: int = 0
    gold: int = 0
    gains: tuple[Gain, ...] = ()
    skills: tuple[str, ...] = ()
    spheres: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    used: dict[str, int] = {}
    items: tuple[Owned, ...] = ()
    dues: tuple[int, ...] = ()
    trained: tuple[str, ...] = ()
    mercenaries: tuple[Mercenary, ...] = ()
    effects: tuple[Effect, ...] = ()
    form: Form | None = None
    overshoot: int = 0
    traps: int = 0

    def effect(self, key: str) -> Effect | None:
        return next((effect for effect in self.effects if effect.key == key), None)

    def gained(self, what: Quality) -> int:
        total = 0
        for gain in self.gains:  # a loop: asked for every hero at every rest of every fold
            if gain.what == what:
                total += gain.amount
        return total

    @property
    def body_max(self) -> int:
        if self.form:
            return self.form.body_max
        return self.body_base + self.gained("body")

    @property
    def mind_max(self) -> int:
        if self.form:
            return self.form.mind_max
        return self.mind_base + self.gained("mind")

    def has_skill(self, *identities: str) -> bool:
        """Whether a skill of that identity (without the class) is owned."""
        return any(f"{self.hero_class}-{identity}" in self.skills for identity in identities)

    def count(self, item: str) -> int:
        return sum(owned.quantity for owned in self.items if owned.key == item)


class Kill(msgspec.Struct, frozen=True):
    monster: str
    means: str
    count: int


class Tally(msgspec.Struct, frozen=True, omit_defaults=True):
    """The victims and deeds of one hero in the open quest (R9, R11)."""

    kills: tuple[Kill, ...] = ()
    deeds: dict[str, int] = {}


NO_TALLY = Tally()


class Death(msgspec.Struct, frozen=True):
    """`by` is the track that ran out: body or mind (R39)."""

    cause: str
    by: Literal["body", "mind"] = "body"


class Aimed(msgspec.Struct, frozen=True, omit_defaults=True):
    """An effect on a monster, or on a place where `monster` is empty; counted down like a hero's."""

    key: str
    effect: str
    monster: str = ""
    until: int | None = None
    lasts: int = 0
    rolled: int = 0
    rolled_in: int = 0
    by: str = ""


class Companion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A summoned creature. `copy` is whom a clone copies: a hero's or a monster's key; its dice are those at that moment.

    `dice` are those of movement, where a hero is copied.
    """

    key: str
    kind: str
    by: str
    body: int
    until: int
    copy: str = ""
    movement: int = 0
    attack: int = 0
    defence: int = 0
    body_max: int = 0
    dice: str = ""


class Figure(msgspec.Struct, frozen=True, array_like=True):
    """A monster in play: `nth` tells it from the others of its kind. With `body` 0 it is down, and nobody has said who did it."""

    key: str
    monster: str
    nth: int
    body: int
    body_max: int


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open quest: `quest` is empty for a custom one. `left` went home early.

    `round` counts from 1; `activated` is the last round each hero used an activated skill in (R34).
    `reveals` are the evolutions that entered it, by the number of their reveal (R30); `figures` are the monsters in
    play, `rooms` the numbers of those of the plan that have been revealed (R109).
    """

    quest: str
    name: Text
    xp: int
    present: tuple[str, ...]
    left: tuple[str, ...] = ()
    tallies: dict[str, Tally] = {}
    dead: dict[str, Death] = {}
    round: int = 1
    activated: dict[str, int] = {}
    aimed: tuple[Aimed, ...] = ()
    companions: tuple[Companion, ...] = ()
    forgotten: dict[str, tuple[str, ...]] = {}
    reveals: dict[int, str] = {}
    figures: tuple[Figure, ...] = ()
    rooms: tuple[int, ...] = ()

    @property
    def everyone(self) -> tuple[str, ...]:
        return self.present + self.left

    @property
    def standing(self) -> tuple[str, ...]:
        """Who is in the dungeon and alive."""
        return tuple(key for key in self.present if key not in self.dead)

    def tally(self, hero: str) -> Tally:
        return self.tallies.get(hero, NO_TALLY)


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """`marks` are lasting marks of the campaign (`prince_magnus`, R43); `quests` counts the closings.

    `stock` is the sorcerer's secret, by monster (R29). `reached` counts how many heroes have reached level 2, level 3
    and so on, up to four: no level is ever lost, so that nobody counts twice.
    """

    heroes: dict[str, Hero] = {}
    quest: Run | None = None
    house: House = {}
    marks: tuple[str, ...] = ()
    quests: int = 0
    stock: dict[str, int] = {}
    reached: tuple[int, ...] = ()


Answer: TypeAlias = Hero | Violation
S = TypeVar("S", bound=msgspec.Struct)


def initial() -> State:
    return State()


def change(state: State, key: str, **fields: object) -> State:
    """The state with some fields of one hero replaced."""
    hero = replace(state.heroes[key], **fields)
    return replace(state, heroes={**state.heroes, key: hero})


def change_run(state: State, **fields: object) -> State:
    """The state with some fields of the open quest replaced."""
    assert state.quest is not None
    return replace(state, quest=replace(state.quest, **fields))


def change_tally(state: State, hero: str, tally: Tally) -> State:
    run = state.quest
    assert run is not None
    return replace(state, quest=replace(run, tallies={**run.tallies, hero: tally}))


def without(state: State, key: str) -> State:
    """The state after a hero has left it."""
    return replace(state, heroes={k: h for k, h in state.heroes.items() if k != key})


def rested(state: State) -> State:
    """All heroes full of body and mind, spells, uses and pools of the dungeon back (R60)."""
    heroes = {key: _rest(hero) for key, hero in state.heroes.items()}
    return replace(state, heroes=heroes)


def new_interval(state: State) -> State:
    """What may be done once between two quests may be done again (R14, R15, R24, R48)."""
    heroes = {key: _renew(hero) for key, hero in state.heroes.items()}
    return replace(state, heroes=heroes)


def _renew(hero: Hero) -> Hero:
    return replace(hero, trained=(), used={}) if hero.trained or hero.used else hero


def _rest(hero: Hero) -> Hero:
    if hero.mercenaries:
        hero = replace(hero, mercenaries=tuple(map(_off_duty, hero.mercenaries)))
    if hero.effects or hero.form or hero.overshoot:
        hero = replace(hero, effects=(), form=None, overshoot=0)
    body, mind = hero.body_max, hero.mind_max
    if hero.body == body and hero.mind == mind and not (hero.cast or hero.used):
        return hero
    used = {key: count for key, count in hero.used.items() if key == BARGAINING}
    return replace(hero, body=body, mind=mind, cast=(), used=used)


def _off_duty(mercenary: Mercenary) -> Mercenary:
    """Healed and out of the dungeon; a quest given up has not used the pay (R62)."""
    return replace(mercenary, wounds=0, pay="paid" if mercenary.pay == "serving" else mercenary.pay)


def change_mercenary(state: State, hero: str, key: str, **fields: object) -> State:
    """The state with some fields of one mercenary replaced."""
    found = state.heroes[hero].mercenaries
    return change(state, hero, mercenaries=tuple(replace(m, **fields) if m.key == key else m for m in found))


def add_gain(gains: tuple[Gain, ...], gain: Gain) -> tuple[Gain, ...]:
    """The gains with one more. What comes again from the same origin is joined: a sheet does not grow for ever."""
    for at, had in enumerate(gains):
        if (had.what, had.origin) == (gain.what, gain.origin):
            joined = replace(had, amount=had.amount + gain.amount)
            return (*gains[:at], *((joined,) if joined.amount else ()), *gains[at + 1 :])
    return (*gains, gain)


def add_items(items: tuple[Owned, ...], key: str, quantity: int, paid: int | None) -> tuple[Owned, ...]:
    """The items with more of one; equal lots are joined, worn ones stay apart."""
    for at, owned in enumerate(items):
        if owned.key == key and owned.paid == paid and not owned.equipped:
            joined = replace(owned, quantity=owned.quantity + quantity)
            return (*items[:at], joined, *items[at + 1 :])
    return (*items, Owned(key, quantity, False, paid))


def take_items(
    items: tuple[Owned, ...], key: str, quantity: int, paid: int | None = None, *, any_lot: bool = True
) -> tuple[Owned, ...]:
    """The items with `quantity` fewer of one: unworn lots first, of the price `paid` alone unless `any_lot`."""
    for at, owned in enumerate(items):
        if owned.key == key and not owned.equipped and (any_lot or owned.paid == paid):
            if owned.quantity < quantity:
                break
            left_over = (
                (replace(owned, quantity=owned.quantity - quantity),) if owned.quantity > quantity else ()
            )
            return (*items[:at], *left_over, *items[at + 1 :])
    return _take_from_several(items, key, quantity, paid, any_lot=any_lot)


def _take_from_several(
    items: tuple[Owned, ...], key: str, quantity: int, paid: int | None, *, any_lot: bool
) -> tuple[Owned, ...]:
    lots = sorted(
        (o for o in items if o.key == key and (any_lot or o.paid == paid)), key=lambda o: o.equipped
    )
    left, spent = quantity, dict.fromkeys(map(id, items), 0)
    for lot in lots:
        spent[id(lot)] = min(left, lot.quantity)
        left -= spent[id(lot)]
    assert left == 0, f"{quantity} {key} taken from too few"
    return tuple(replace(o, quantity=o.quantity - spent[id(o)]) for o in items if o.quantity > spent[id(o)])
