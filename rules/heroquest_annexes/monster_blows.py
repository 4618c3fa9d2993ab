"""A monster strikes a hero (§3.2; R7)."""

from __future__ import annotations

from rules.heroquest_annexes.combat import outcome
from rules.heroquest_annexes.combat_die import SKULL, WHITE, count, thrown
from rules.heroquest_annexes.harm import harmed
from rules.heroquest_annexes.monsters import dice_of, figure_choices, no_figures, upright_figure
from rules.heroquest_annexes.numbers import defence
from rules.heroquest_annexes.refusals import alone, living
from rules.heroquest_annexes.state import Figure, Hero, State
from rules.heroquest_annexes.words import HERO, MONSTER, figure_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, flag, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text, same

FROM_AFAR = Text("À distance", "From afar")


class MonsterAttack(Command, frozen=True, tag="monster_attack"):
    label = Text("Un monstre attaque", "A monster attacks")
    icon = "claw"
    figure: Key
    target: Key
    afar: bool = False


class MonsterAttacked(Event, frozen=True, tag="monster_attacked"):
    """`to` is the hero struck."""

    to: str
    to_name: str
    figure: str
    name: Text
    lost: int
    roll: Roll | None = None
    blocks: Roll | None = None


def monster_attack(state: State, command: MonsterAttack, act: Act) -> Decision:
    figure, hero = able_figure(state, command.figure), living(state, command.target, "target")
    if isinstance(figure, Violation):
        return figure
    if isinstance(hero, Violation):
        return hero
    return blow(state, figure, hero, act, near=not command.afar)


def blow(state: State, figure: Figure, hero: Hero, act: Act, *, near: bool = True) -> tuple[Event, ...]:
    """Whoever sleeps does not defend (R22)."""
    roll = thrown(act, "monster_attack", dice_of(figure, "attack"))
    hits = count(roll, SKULL)
    shields = 0 if hero.has("sleep") else defence(hero, near=near).value
    blocks = thrown(act, "defence", shields) if hits else None
    event = MonsterAttacked(
        to=hero.key,
        to_name=hero.name,
        figure=figure.key,
        name=figure_name(figure),
        lost=min(hero.body, max(0, hits - count(blocks, WHITE))),
        roll=roll,
        blocks=blocks,
    )
    return (event, *harmed(state, hero.key, event.lost, event.name))


def able_figure(state: State, key: str) -> Figure | Violation:
    """One that is up, awake and not held back by a tempest."""
    figure = upright_figure(state, key)
    if isinstance(figure, Violation) or not {"sleep", "tempest"} & set(figure.effects):
        return figure
    return refuse(
        "monster_held",
        "{name} ne peut pas agir.",
        "{name} cannot act.",
        "§II",
        field="figure",
        name=figure_name(figure),
    )


def monster_attacked(state: State, event: MonsterAttacked) -> State:
    """What it costs is told beside."""
    return state


def offer_monster_attack(state: State, given: Given) -> Draft:
    able = tuple(
        one for one in state.places.figures if not isinstance(able_figure(state, one.key), Violation)
    )
    quest = state.quest
    targets = tuple(
        Choice(key, same(state.heroes[key].name))
        for key in (quest.heroes if quest else ())
        if not state.heroes[key].is_dead
    )
    if not able or not targets:
        return refused(no_figures())
    return Draft(
        (
            alone("figure", MONSTER, figure_choices(able)),
            alone("target", HERO, targets),
            flag("afar", FROM_AFAR),
        )
    )


def tell_monster_attacked(event: MonsterAttacked) -> Text:
    said = Text("{m} attaque {h}", "{m} attacks {h}")(h=event.to_name, m=event.name)
    return said + outcome(event.roll, event.blocks, event.lost)


CHAPTER = Chapter(
    name="monster_blows",
    decides={MonsterAttack: monster_attack},
    evolves={MonsterAttacked: monster_attacked},
    tells={MonsterAttacked: tell_monster_attacked},
    offers={MonsterAttack: offer_monster_attack},
    small=(MonsterAttacked,),
)
