"""Simple and advanced combat: how a fight begins, and where the book breaks it off (§6, §8.3; R23, R44)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.book import HIGHEST, LOWEST
from rules.defis_sortileges.fighters import fighting
from rules.defis_sortileges.refusals import adventure_of, drafted, no_fight, no_meeting
from rules.defis_sortileges.state import Fight, Foe, Hero, Keys, State, change, change_hero, of
from rules.defis_sortileges.units import company_of, exploring
from rules.defis_sortileges.words import NAME, REASON, SCORE_NAMES, VITALITY, dice, names, wounds
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.keys import short_key
from rules.kernel.messages import LINE, Command, Decision, Event, Key, Number, Reason, Violation, Who
from rules.kernel.offers import Draft, Field, Given, refused, span, words
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text

MOST_FOES, MOST_DICE, MOST_VITALITY, LONGEST = 6, 30, 500, 40
DICE = Text("Dés de Blessures", "Dice of wounds")
DICE_NAMED = Text("Nombre de dés", "Number of dice")
FoeName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST, pattern=LINE)]


class SimpleFight(Command, frozen=True, tag="simple_fight"):
    """The total is shared by the company, rounded up for each."""

    who: ClassVar[Who] = "own"
    label = Text("Combat simple", "Simple combat")
    icon = "axe"
    hero: Key
    dice: Number


class SimpleFought(Event, frozen=True, tag="simple_fought"):
    """`each` is added to everybody's wounds."""

    heroes: Keys
    who: Text
    roll: Roll
    total: int
    each: int


class BeginFight(Command, frozen=True, tag="begin_fight"):
    """A creature as the book describes it; sent again, one more on its side."""

    who: ClassVar[Who] = "own"
    label = Text("Combat avancé", "Advanced combat")
    icon = "sword"
    hero: Key
    name: FoeName
    initiative: Number
    combat: Number
    vitality: Number
    dice: Number


class FightBegun(Event, frozen=True, tag="fight_begun"):
    """`heroes` are drawn into it where it begins."""

    heroes: Keys
    who: Text
    foe: str
    foe_name: str
    initiative: int
    combat: int
    vitality: int
    dice: int


class BreakOff(Command, frozen=True, tag="break_off"):
    label = Text("Interrompre le combat", "Break the fight off")
    icon = "close"
    reason: Reason


class BrokenOff(Event, frozen=True, tag="broken_off"):
    reason: str


def ready(state: State, key: str) -> Hero | Violation:
    """The leader who explores, outside fights and meetings."""
    hero = exploring(state, key)
    if isinstance(hero, Violation):
        return hero
    return no_fight(state) or no_meeting(state) or hero


def simple_fight(state: State, command: SimpleFight, act: Act) -> Decision:
    hero = ready(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = outside("dice", command.dice, 1, MOST_DICE, "§6.1")
    if wrong:
        return wrong
    roll = act.roll("simple", command.dice, D6)
    heroes = company_of(state, hero.key)
    each = -(-roll.total // len(heroes))
    event = SimpleFought(heroes=heroes, who=names(state, heroes), roll=roll, total=roll.total, each=each)
    return concluded(simple_fought(state, event), event)


def outside(field: str, value: int, low: int, high: int, rule: str) -> Violation | None:
    if low <= value <= high:
        return None
    return refuse(
        "out_of_range",
        "Un nombre de {low} à {high}.",
        "A number from {low} to {high}.",
        rule,
        field=field,
        low=low,
        high=high,
    )


def simple_fought(state: State, event: SimpleFought) -> State:
    for key in event.heroes:
        state = change_hero(state, key, wounds=state.heroes[key].wounds + event.each)
    return state


def begin_fight(state: State, command: BeginFight, act: Act) -> Decision:
    hero = facing(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = next(
        (w for f, low, high in BOUNDS if (w := outside(f, getattr(command, f), low, high, "§6.2"))), None
    )
    if wrong:
        return wrong
    heroes = company_of(state, hero.key)
    event = FightBegun(
        heroes=heroes,
        who=names(state, heroes),
        foe=short_key(act, fighting(state)),
        foe_name=command.name.strip(),
        initiative=command.initiative,
        combat=command.combat,
        vitality=command.vitality,
        dice=command.dice,
    )
    return concluded(fight_begun(state, event), event)


BOUNDS: tuple[tuple[str, int, int], ...] = (
    ("initiative", LOWEST, HIGHEST),
    ("combat", LOWEST, HIGHEST),
    ("vitality", 1, MOST_VITALITY),
    ("dice", 1, MOST_DICE),
)


def facing(state: State, key: str) -> Hero | Violation:
    """The leader who explores, in no fight or in one against creatures that is not full."""
    hero = exploring(state, key)
    if isinstance(hero, Violation):
        return hero
    wrong = no_meeting(state)
    fight = of(state).fight
    if wrong or fight is None:
        return wrong or hero
    if fight.rivals:
        return no_fight(state) or hero
    if len(fight.foes) < MOST_FOES:
        return hero
    return refuse(
        "many_foes",
        "Pas plus de {most} adversaires.",
        "No more than {most} adversaries.",
        "R24",
        most=MOST_FOES,
    )


def fight_begun(state: State, event: FightBegun) -> State:
    foe = Foe(
        key=event.foe,
        name=event.foe_name,
        initiative=event.initiative,
        combat=event.combat,
        vitality=event.vitality,
        dice=event.dice,
    )
    fight = of(state).fight or Fight(side=event.heroes)
    return change(state, fight=msgspec.structs.replace(fight, foes=(*fight.foes, foe)))


def break_off(state: State, command: BreakOff, act: Act) -> Decision:
    adventure = adventure_of(state)
    if isinstance(adventure, Violation):
        return adventure
    if adventure.fight is None:
        return refuse("no_fight", "Aucun combat n’est en cours.", "There is no fight.", "§6.2")
    event = BrokenOff(reason=command.reason.strip())
    return concluded(broken_off(state, event), event)


def broken_off(state: State, event: BrokenOff) -> State:
    return change(state, fight=None)


def foe_fields() -> tuple[Field, ...]:
    return (
        words("name", NAME, LONGEST),
        span("initiative", SCORE_NAMES["initiative"], LOWEST, HIGHEST, default=12),
        span("combat", SCORE_NAMES["combat"], LOWEST, HIGHEST, default=12),
        span("vitality", VITALITY, 1, MOST_VITALITY, default=20),
        span("dice", DICE, 1, MOST_DICE, default=2),
    )


def offer_simple(state: State, hero: str, given: Given) -> Draft:
    example = SimpleFight(hero=hero, dice=1)
    return drafted(state, simple_fight, example, span("dice", DICE_NAMED, 1, MOST_DICE, default=2))


def offer_begin(state: State, hero: str, given: Given) -> Draft:
    found = facing(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft(foe_fields())


def offer_break_off(state: State, given: Given) -> Draft:
    return drafted(state, break_off, BreakOff(reason="?"), words("reason", REASON, 300))


def tell_simple(event: SimpleFought) -> Text:
    if len(event.heroes) == 1:
        return Text("Combat simple : {who} prend {w}.", "Simple combat: {who} takes {w}.")(
            who=event.who, w=wounds(event.each)
        )
    return Text(
        "Combat simple : {total} à partager, {n} chacun pour {who}.",
        "Simple combat: {total} to share, {n} each for {who}.",
    )(total=wounds(event.total), n=event.each, who=event.who)


def tell_begun(event: FightBegun) -> Text:
    return Text(
        "Combat : {foe} (Initiative {i}, Combat {c}, Vitalité {v}, {d}) contre {who}.",
        "A fight: {foe} (Initiative {i}, Combat {c}, Vitality {v}, {d}) against {who}.",
    )(
        foe=event.foe_name,
        i=event.initiative,
        c=event.combat,
        v=event.vitality,
        d=dice(event.dice),
        who=event.who,
    )


CHAPTER = Chapter(
    name="fights",
    decides={SimpleFight: simple_fight, BeginFight: begin_fight, BreakOff: break_off},
    evolves={SimpleFought: simple_fought, FightBegun: fight_begun, BrokenOff: broken_off},
    tells={
        SimpleFought: tell_simple,
        FightBegun: tell_begun,
        BrokenOff: told("Le combat s’interrompt : {reason}", "The fight is broken off: {reason}"),
    },
    offers={SimpleFight: offer_simple, BeginFight: offer_begin, BreakOff: offer_break_off},
)
