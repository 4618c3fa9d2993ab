"""The Mages' Tower: spells and mind for gold, for enchanter and elf (§VIII, R24, R52)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Spell
from rules.heroquest_evolution.house import house, house_int
from rules.heroquest_evolution.purse import hint, paid, short_of
from rules.heroquest_evolution.recruiting import SPHERES
from rules.heroquest_evolution.refusals import not_away, refuse, unknown
from rules.heroquest_evolution.state import Answer, Gain, Hero, State, add_gain, change
from rules.heroquest_evolution.training import already_trained
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text

PUPILS = ("enchanter", "elf")
MIND = "mind"
TOWER = Text("Tour des Mages", "Mages’ Tower")


class LearnSpell(Command, frozen=True, tag="learn_spell"):
    who = "own"
    label = Text("Apprendre un sort", "Learn a spell")
    icon = "book"
    hero: Key
    spell: Key


class Study(Command, frozen=True, tag="study"):
    """A mind point."""

    who = "own"
    label = Text("Étudier", "Study")
    icon = "book"
    hero: Key


class SpellLearnt(Event, frozen=True, tag="spell_learnt"):
    """`gold` is the difference."""

    hero: str
    hero_name: str
    spell: str
    spell_name: Text
    gold: int


class MindStudied(Event, frozen=True, tag="mind_studied"):
    hero: str
    hero_name: str
    mind: int
    gold: int


def pupil(state: State, key: str) -> Answer:
    """The hero, between two quests and of a class that the mages receive."""
    hero = not_away(state, key)
    if isinstance(hero, Violation) or hero.hero_class in PUPILS:
        return hero
    return refuse(
        "not_a_pupil",
        "La Tour des Mages ne reçoit que l’enchanteur et l’elfe.",
        "The Mages’ Tower receives only enchanter and elf.",
        "R24",
        field="hero",
    )


def highest_known(hero: Hero) -> int:
    """The level of the highest spell known; 0 when none is."""
    return max((BOOK.spells[key].level for key in hero.spells), default=0)


def spell_price(state: State, hero: Hero, spell: Spell) -> int:
    """By the level of the spell; a sphere not the hero's own costs more (R24). Rounded down."""
    price = house_int(state, "tower_spell") * spell.level
    return price if spell.sphere in hero.spheres else price * house_int(state, "tower_other_sphere") // 100


def learn_spell(state: State, command: LearnSpell, act: Act) -> Decision:
    hero = pupil(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    spell = BOOK.spells.get(command.spell)
    if spell is None:
        return unknown("spell", command.spell, "R24")
    price = spell_price(state, hero, spell)
    wrong = _untaught(state, hero, spell) or short_of(hero, price, "R24", "spell")
    return wrong or (
        SpellLearnt(
            hero=hero.key,
            hero_name=hero.name,
            spell=spell.key,
            spell_name=spell.name,
            gold=-price,
        ),
    )


def _untaught(state: State, hero: Hero, spell: Spell) -> Violation | None:
    """Known, lost for good (R52), or above the highest known."""
    if spell.key in hero.spells:
        return _violation(
            "spell_known", Text("« {spell} » est déjà connu.", "“{spell}” is already known."), spell
        )
    if spell.key in hero.lost:
        return _violation(
            "spell_lost",
            Text("« {spell} » est perdu pour toujours.", "“{spell}” is lost for good."),
            spell,
            "R52",
        )
    highest = highest_known(hero)
    if spell.level <= highest or house(state, "tower_highest") == "any":
        return None
    message = Text(
        "« {spell} » est de niveau {level} ; la Tour ne dépasse pas le plus haut connu, {highest}.",
        "“{spell}” is of level {level}; the Tower does not go beyond the highest known, {highest}.",
    )
    return _violation("spell_too_high", message, spell, highest=highest)


def _violation(code: str, message: Text, spell: Spell, rule: str = "R24", highest: int = 0) -> Violation:
    return Violation(
        code,
        message(spell=spell.name, level=spell.level, highest=highest),
        rule,
        {"spell": spell.key, "level": spell.level, "highest": highest},
        "spell",
    )


def spell_learnt(state: State, event: SpellLearnt) -> State:
    hero = state.heroes[event.hero]
    return change(state, event.hero, spells=(*hero.spells, event.spell), gold=hero.gold + event.gold)


def study(state: State, command: Study, act: Act) -> Decision:
    hero = pupil(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    price = house_int(state, "tower_mind")
    wrong = already_trained(state, hero, MIND, "R24") or short_of(hero, price, "R24", "hero")
    return wrong or (MindStudied(hero=hero.key, hero_name=hero.name, mind=1, gold=-price),)


def mind_studied(state: State, event: MindStudied) -> State:
    hero = state.heroes[event.hero]
    gains = add_gain(hero.gains, Gain("mind", event.mind, "tower"))
    return change(
        state,
        event.hero,
        gains=gains,
        mind=hero.mind + event.mind,
        gold=hero.gold + event.gold,
        trained=(*hero.trained, MIND),
    )


def offer_learn_spell(state: State, hero: str, given: Given) -> Draft:
    found = pupil(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    taught = [spell for spell in BOOK.spells.values() if _untaught(state, found, spell) is None]
    choices = tuple(
        _spell_choice(found, spell, price)
        for spell in taught
        if (price := spell_price(state, found, spell)) <= found.gold
    )
    if not choices:
        return refused(_none_taught(state, found, taught))
    return Draft((choice("spell", Text("Sort", "Spell"), choices),))


def _none_taught(state: State, hero: Hero, taught: list[Spell]) -> Violation:
    nothing = refuse(
        "nothing_taught",
        "La Tour des Mages n’a rien de plus à enseigner à {name} pour le moment.",
        "The Mages’ Tower has nothing more to teach {name} for now.",
        "R24",
        field="spell",
        name=hero.name,
    )
    return (
        short_of(hero, min((spell_price(state, hero, spell) for spell in taught), default=0), "R24", "spell")
        or nothing
    )


def _spell_choice(hero: Hero, spell: Spell, price: int) -> Choice:
    level = Text("niveau {n}", "level {n}")(n=spell.level)
    return Choice(
        spell.key,
        spell.name,
        hint=hint(paid(hero, price), level),
        group=SPHERES[spell.sphere],
        link=f"spells/{spell.key}",
    )


def offer_study(state: State, hero: str, given: Given) -> Draft:
    answer = study(state, Study(hero=hero), NO_ACT)
    if isinstance(answer, Violation):
        return refused(answer)
    found = state.heroes[hero]
    return Draft(
        text=hint(
            paid(found, house_int(state, "tower_mind")),
            Text(
                f"Esprit {found.mind_max} → {found.mind_max + 1}",
                f"Mind {found.mind_max} → {found.mind_max + 1}",
            ),
        )
    )


def tell_spell_learnt(event: SpellLearnt) -> Text:
    return Text(
        "{name} apprend « {spell} » à la Tour des Mages pour {price} po.",
        "{name} learns “{spell}” at the Mages’ Tower for {price} gold.",
    )(name=event.hero_name, spell=event.spell_name, price=-event.gold)


def tell_mind_studied(event: MindStudied) -> Text:
    return Text(
        "{name} étudie à la Tour des Mages pour {price} po : +{mind} Esprit.",
        "{name} studies at the Mages’ Tower for {price} gold: +{mind} Mind.",
    )(name=event.hero_name, price=-event.gold, mind=event.mind)


def spell_moves(event: SpellLearnt) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, event.spell_name, "R24"),)


def mind_moves(event: MindStudied) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, TOWER, "R24"),)


CHAPTER = Chapter(
    name="tower",
    decides={LearnSpell: learn_spell, Study: study},
    evolves={SpellLearnt: spell_learnt, MindStudied: mind_studied},
    tells={SpellLearnt: tell_spell_learnt, MindStudied: tell_mind_studied},
    offers={LearnSpell: offer_learn_spell, Study: offer_study},
    moves={SpellLearnt: spell_moves, MindStudied: mind_moves},
)
