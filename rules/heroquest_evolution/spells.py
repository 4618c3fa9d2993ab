"""Spells cast and recovered (§5.2, R18, R36)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.refusals import in_dungeon, refuse, unknown
from rules.heroquest_evolution.state import Hero, State, change
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.text import Text


class CastSpell(Command, frozen=True, tag="cast_spell"):
    """Each known spell once per quest (R18)."""

    who = "own"
    label = Text("Lancer un sort", "Cast a spell")
    hero: Key
    spell: Key


class RecoverSpell(Command, frozen=True, tag="recover_spell"):
    """A cast spell may be cast once more: *Méditation*, a potion of magic (R22, R36)."""

    who = "own"
    label = Text("Retrouver un sort", "Recover a spell")
    hero: Key
    spell: Key


class SpellCast(Event, frozen=True, tag="spell_cast"):
    hero: str
    hero_name: str
    spell: str
    spell_name: Text


class SpellRecovered(Event, frozen=True, tag="spell_recovered"):
    hero: str
    hero_name: str
    spell: str
    spell_name: Text


def known_spell(hero: Hero, key: str) -> Violation | None:
    if key not in BOOK.spells:
        return unknown("spell", key, "§5.2")
    if key in hero.spells:
        return None
    return refuse(
        "spell_unknown",
        "{name} ne connaît pas « {spell} ».",
        "{name} does not know “{spell}”.",
        "R18",
        field="spell",
        name=hero.name,
        spell=BOOK.spells[key].name,
    )


def cast_spell(state: State, command: CastSpell, act: Act) -> Decision:
    hero = in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = known_spell(hero, command.spell)
    if wrong:
        return wrong
    name = BOOK.spells[command.spell].name
    if command.spell in hero.cast:
        return refuse(
            "spell_cast",
            "« {spell} » a déjà été lancé pendant cette quête.",
            "“{spell}” has already been cast in this quest.",
            "R18",
            field="spell",
            spell=name,
        )
    return (SpellCast(hero=hero.key, hero_name=hero.name, spell=command.spell, spell_name=name),)


def spell_cast(state: State, event: SpellCast) -> State:
    return change(state, event.hero, cast=(*state.heroes[event.hero].cast, event.spell))


def recover_spell(state: State, command: RecoverSpell, act: Act) -> Decision:
    hero = in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = known_spell(hero, command.spell)
    if wrong:
        return wrong
    name = BOOK.spells[command.spell].name
    if command.spell not in hero.cast:
        return refuse(
            "spell_ready",
            "« {spell} » n’a pas été lancé.",
            "“{spell}” has not been cast.",
            "R36",
            field="spell",
            spell=name,
        )
    return (SpellRecovered(hero=hero.key, hero_name=hero.name, spell=command.spell, spell_name=name),)


def spell_recovered(state: State, event: SpellRecovered) -> State:
    cast = tuple(key for key in state.heroes[event.hero].cast if key != event.spell)
    return change(state, event.hero, cast=cast)


def _spell_choices(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(key, BOOK.spells[key].name, hint=BOOK.spells[key].text, link=f"spells/{key}") for key in keys
    )


SPELL = Text("Sort", "Spell")


def offer_cast(state: State, hero: str, given: Given) -> Draft:
    found = in_dungeon(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    ready = tuple(key for key in found.spells if key not in found.cast)
    if not ready:
        return refused(
            refuse(
                "no_spell_ready",
                "{name} n’a plus de sort à lancer.",
                "{name} has no spell left to cast.",
                "R18",
                field="spell",
                name=found.name,
            )
        )
    return Draft((choice("spell", SPELL, _spell_choices(ready)),))


def offer_recover(state: State, hero: str, given: Given) -> Draft:
    found = in_dungeon(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if not found.cast:
        return refused(
            refuse(
                "no_spell_cast",
                "{name} n’a lancé aucun sort.",
                "{name} has cast no spell.",
                "R36",
                field="spell",
                name=found.name,
            )
        )
    return Draft((choice("spell", SPELL, _spell_choices(found.cast)),))


def tell_cast(event: SpellCast) -> Text:
    return Text("{name} lance « {spell} ».", "{name} casts “{spell}”.")(
        name=event.hero_name, spell=event.spell_name
    )


def tell_recovered(event: SpellRecovered) -> Text:
    return Text("{name} retrouve le sort « {spell} ».", "{name} recovers the spell “{spell}”.")(
        name=event.hero_name, spell=event.spell_name
    )


CHAPTER = Chapter(
    name="spells",
    decides={CastSpell: cast_spell, RecoverSpell: recover_spell},
    evolves={SpellCast: spell_cast, SpellRecovered: spell_recovered},
    tells={SpellCast: tell_cast, SpellRecovered: tell_recovered},
    offers={CastSpell: offer_cast, RecoverSpell: offer_recover},
)
