"""Spells: series chosen, one mind point for every second spell, the twelve effects (§II; R2, R11, R12)."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.combat import outcome
from rules.heroquest_annexes.combat_die import BLACK, SKULL, WHITE, count, thrown
from rules.heroquest_annexes.content_types import Spell
from rules.heroquest_annexes.harm import harmed, slain
from rules.heroquest_annexes.monsters import body_of, dice_of, family, standing, upright
from rules.heroquest_annexes.numbers import body, mind_now
from rules.heroquest_annexes.refusals import acted, alone, on_turn, unknown
from rules.heroquest_annexes.series import spell_choice, spells_of
from rules.heroquest_annexes.state import (
    Hero,
    Keys,
    State,
    add_effect,
    change,
    change_figure,
    change_hero,
    change_turn,
    figure_of,
    of,
)
from rules.heroquest_annexes.words import SPELL, TARGET, figure_name, points_back
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text, same

HEALS, GENIE_DICE = 4, 5
REVIVED_BODY, REVIVED_MIND = 2, 1


class CastSpell(Command, frozen=True, tag="cast_spell"):
    """`target`: a hero or a monster."""

    who: ClassVar[Who] = "own"
    label = Text("Lancer un sort", "Cast a spell")
    icon = "flame"
    hero: Key
    spell: Key
    target: Key


class SpellCast(Event, frozen=True, tag="spell_cast"):
    """`to`: the hero it falls on, else the `figure`; `gained` are body points, `takes`: it holds."""

    hero: str
    hero_name: str
    spell: str
    name: Text
    target: Text
    to: str = ""
    figure: str = ""
    mind: int = 0
    takes: bool = True
    gained: int = 0
    lost: int = 0
    revived: bool = False
    roll: Roll | None = None
    blocks: Roll | None = None


def ready(state: State, hero: Hero) -> Counter[str]:
    """What is left of them."""
    return spells_of(state, hero) - Counter(of(state).cast.get(hero.key, ()))


def cost_of_next(state: State, hero: Hero) -> int:
    """Every second spell of the quest costs a mind point (§II)."""
    return int(len(of(state).cast.get(hero.key, ())) % 2 == 1)


def may_cast(state: State, key: str) -> Hero | Violation:
    """One spell is the turn's action; the Sceptre of Recall allows a second one."""
    hero = on_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    turn = of(state).turn
    again = turn.acted == "spell" and turn.times == 1 and "sceptre-of-recall" in hero.worn
    if turn.acted and not again:
        return acted(hero)
    if not ready(state, hero):
        return refuse(
            "no_spell_ready",
            "{name} n’a plus de sort.",
            "{name} has no spell left.",
            "§II",
            name=hero.name,
        )
    if mind_now(hero) - cost_of_next(state, hero) < 1:
        return refuse(
            "mind_short",
            "{name} : ce sort épuiserait son esprit.",
            "{name}: this spell would use up the mind.",
            "R12",
            name=hero.name,
        )
    return hero


def targets(state: State, spell: Spell) -> tuple[Keys, Keys]:
    """Heroes and monsters that it may fall on."""
    heroes, figures = of(state).heroes, upright(state)
    alive = tuple(key for key in heroes if not state.heroes[key].is_dead)
    if spell.target == "djinn":
        return tuple(key for key in heroes if state.heroes[key].is_dead), tuple(one.key for one in figures)
    if spell.target == "hero":
        return alive, ()
    awake = [one for one in figures if spell.works != "sleep" or family(one) != "undead"]
    return alive, tuple(one.key for one in awake)


def cast_spell(state: State, command: CastSpell, act: Act) -> Decision:
    hero = may_cast(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.spell not in ready(state, hero):
        return unknown("spell", command.spell, "§II")
    spell = BOOK.spells[command.spell]
    heroes, figures = targets(state, spell)
    figure = figure_of(state, command.target)
    if figure and family(figure) == "undead" and spell.works == "sleep":
        return refuse(
            "undead", "Un mort-vivant ne dort pas.", "The undead do not sleep.", "§II", field="target"
        )
    if command.target not in (*heroes, *figures):
        return unknown("target", command.target, "§II")
    return _cast(state, hero, spell, command.target, act)


def _cast(state: State, hero: Hero, spell: Spell, target: str, act: Act) -> Decision:
    figure = figure_of(state, target)
    event = SpellCast(
        hero=hero.key,
        hero_name=hero.name,
        spell=spell.key,
        name=spell.name,
        target=figure_name(figure) if figure else same(state.heroes[target].name),
        to="" if figure else target,
        figure=target if figure else "",
        mind=cost_of_next(state, hero),
    )
    event = WORKS[spell.works](state, event, act)
    after = spell_cast(state, event)
    if figure and event.lost >= figure.body:
        return (event, slain(after, hero.key, figure))
    if event.lost and event.to:
        return (event, *harmed(after, event.to, event.lost, spell.name))
    return (event,)


def _effect(state: State, event: SpellCast, act: Act) -> SpellCast:
    return event


def _burn(state: State, event: SpellCast, act: Act) -> SpellCast:
    """Two points less white shields of two dice, or one point unless a black shield falls."""
    number, face = (2, WHITE) if event.spell == "fireball" else (1, BLACK)
    roll = thrown(act, "spell_defence", number)
    lost = max(0, number - count(roll, face))
    return replace(event, lost=min(lost, _body(state, event)), roll=roll, takes=lost > 0)


def _body(state: State, event: SpellCast) -> int:
    figure = figure_of(state, event.figure)
    return figure.body if figure else state.heroes[event.to].body


def _djinn(state: State, event: SpellCast, act: Act) -> SpellCast:
    figure = figure_of(state, event.figure)
    if figure is None:
        return replace(event, revived=True)
    roll = thrown(act, "genie", GENIE_DICE)
    hits = count(roll, SKULL)
    shields = 0 if "sleep" in figure.effects else dice_of(figure, "defence")
    blocks = thrown(act, "monster_defence", shields) if hits else None
    lost = min(figure.body, max(0, hits - count(blocks, BLACK)))
    return replace(event, roll=roll, blocks=blocks, lost=lost)


def _sleep(state: State, event: SpellCast, act: Act) -> SpellCast:
    figure = figure_of(state, event.figure)
    mind = dice_of(figure, "mind") if figure else mind_now(state.heroes[event.to])
    roll = thrown(act, "spell_defence", mind)
    return replace(event, roll=roll, takes=not count(roll, BLACK))


def _heal(state: State, event: SpellCast, act: Act) -> SpellCast:
    figure = figure_of(state, event.figure)
    most = body_of(figure) if figure else body(state.heroes[event.to]).value
    return replace(event, gained=min(HEALS, most - _body(state, event)))


WORKS = {"effect": _effect, "burn": _burn, "djinn": _djinn, "sleep": _sleep, "heal": _heal}


def spell_cast(state: State, event: SpellCast) -> State:
    quest, hero = of(state), state.heroes[event.hero]
    cast = quest.cast | {event.hero: (*quest.cast.get(event.hero, ()), event.spell)}
    state = change(state, cast=cast)
    state = change_turn(state, acted="spell", times=quest.turn.times + 1)
    state = change_hero(state, event.hero, spent=hero.spent + event.mind)
    works = BOOK.spells[event.spell].works
    if event.figure:
        return _on_figure(state, event, works)
    if event.revived:
        return revive(state, event.to)
    target = state.heroes[event.to]
    if event.gained:
        state = change_hero(state, event.to, body=target.body + event.gained)
    if works == "effect" or (works == "sleep" and event.takes) or event.gained:
        state = add_effect(state, event.to, event.spell, event.hero)
    return state


def _on_figure(state: State, event: SpellCast, works: str) -> State:
    figure = figure_of(state, event.figure)
    assert figure is not None
    effects = figure.effects
    if works in ("effect", "sleep") and event.takes:
        effects = tuple(dict.fromkeys((*effects, event.spell)))
    return change_figure(state, figure.key, body=figure.body + event.gained - event.lost, effects=effects)


def revive(state: State, key: str) -> State:
    """Two body points and one of mind (§II, §III)."""
    hero = state.heroes[key]
    whole = mind_now(replace(hero, spent=0))
    return change_hero(state, key, body=REVIVED_BODY, spent=whole - REVIVED_MIND)


def offer_cast(state: State, hero: str, given: Given) -> Draft:
    found = may_cast(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = [key for key in ready(state, found) if any(targets(state, BOOK.spells[key]))]
    if not able:
        return refused(
            refuse("no_target", "Personne sur qui lancer un sort.", "Nobody to cast a spell on.", "§II")
        )
    fields = (choice("spell", SPELL, tuple(map(spell_choice, able)), depends=True),)
    spell = str(given.get("spell"))
    if spell not in able:
        return Draft(fields)
    return Draft((*fields, alone("target", TARGET, target_choices(state, BOOK.spells[spell]))))


def target_choices(state: State, spell: Spell) -> tuple[Choice, ...]:
    heroes, figures = targets(state, spell)
    known = (figure_of(state, key) for key in figures)
    return (
        *(Choice(key, same(state.heroes[key].name)) for key in heroes),
        *(Choice(one.key, figure_name(one), hint=standing(one)) for one in known if one),
    )


def tell_cast(event: SpellCast) -> Text:
    said = Text("{h} lance {s} sur {t}", "{h} casts {s} on {t}")(
        h=event.hero_name, s=event.name, t=event.target
    )
    if event.revived:
        said = said + Text(" et le ramène à la vie.", " and brings them back to life.")
    elif event.roll and (event.lost or event.blocks or not event.takes):
        said = said + outcome(event.roll, event.blocks, event.lost)
    elif event.gained:
        said = said + Text(" : {n}.", ": {n}.")(n=points_back(event.gained))
    else:
        said = said + Text(".", ".")
    return said + Text(" 1 point d’esprit.", " 1 mind point.") if event.mind else said


CHAPTER = Chapter(
    name="spells",
    decides={CastSpell: cast_spell},
    evolves={SpellCast: spell_cast},
    tells={SpellCast: tell_cast},
    offers={CastSpell: offer_cast},
)
