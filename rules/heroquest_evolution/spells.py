"""Spells cast and recovered (§5.2, R18, R36)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.castings import WISHES, aim, results, stopped
from rules.heroquest_evolution.content_types import Spell
from rules.heroquest_evolution.effects import forbidden
from rules.heroquest_evolution.refusals import in_dungeon, refuse, unknown
from rules.heroquest_evolution.state import Hero, State, change
from rules.heroquest_evolution.tally import MONSTERS
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused
from rules.kernel.text import Text, same

DJINN = "recall-of-the-djinn"


class CastSpell(Command, frozen=True, tag="cast_spell"):
    """Each known spell once per quest (R18). `target` is a hero, `monster` a kind of monster; the caster, or a creature nobody names, without.

    `wish` is what the djinn of level 6 is asked for.
    """

    who = "own"
    label = Text("Lancer un sort", "Cast a spell")
    icon = "flame"
    hero: Key
    spell: Key
    target: Key | None = None
    monster: Key | None = None
    wish: Key | None = None


class RecoverSpell(Command, frozen=True, tag="recover_spell"):
    """A cast spell may be cast once more: *Méditation*, a potion of magic (R22, R36)."""

    who = "own"
    label = Text("Retrouver un sort", "Recover a spell")
    icon = "undo"
    hero: Key
    spell: Key


class SpellCast(Event, frozen=True, tag="spell_cast"):
    hero: str
    hero_name: str
    spell: str
    spell_name: Text
    target_name: Text | None = None
    wish: str = ""


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
    spell = BOOK.spells[command.spell]
    wrong = _spent(hero, spell.key) or _spell_forbidden(hero, spell) or _wrong_wish(spell, command.wish)
    if wrong:
        return wrong
    target = aim(state, hero, spell, command.target, command.monster)
    if isinstance(target, Violation):
        return target
    wrong = stopped(state, spell, target)
    if wrong:
        return wrong
    cast = SpellCast(
        hero=hero.key,
        hero_name=hero.name,
        spell=spell.key,
        spell_name=spell.name,
        target_name=target.name if target.heroes != (hero,) else None,
        wish=command.wish or "",
    )
    return (cast, *results(state, hero, spell, target, act, command.wish))


def _spent(hero: Hero, key: str) -> Violation | None:
    if key not in hero.cast:
        return None
    return refuse(
        "spell_cast",
        "« {spell} » a déjà été lancé pendant cette quête.",
        "“{spell}” has already been cast in this quest.",
        "R18",
        field="spell",
        spell=BOOK.spells[key].name,
    )


HIGH = 4
"""From this level on *Divination* forbids spells (R37)."""


def _spell_forbidden(hero: Hero, spell: Spell) -> Violation | None:
    return forbidden(hero, "spell", *(("high_spell",) if spell.level >= HIGH else ()))


def _wrong_wish(spell: Spell, wish: str | None) -> Violation | None:
    if wish is None or (spell.key == DJINN and wish in WISHES):
        return None
    return unknown("wish", wish, "§5.2")


def spell_cast(state: State, event: SpellCast) -> State:
    return change(state, event.hero, cast=(*state.heroes[event.hero].cast, event.spell))


def recover_spell(state: State, command: RecoverSpell, act: Act) -> Decision:
    hero = in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = known_spell(hero, command.spell)
    if wrong:
        return wrong
    wrong = not_recalled(state, hero, command.spell)
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
    return (recovered(hero, command.spell),)


def not_recalled(state: State, hero: Hero, key: str) -> Violation | None:
    """A spell forgotten in meditation does not come back, nor any after *Armageddon* (R36, R37)."""
    assert state.quest is not None
    if hero.effect("armageddon"):
        return refuse(
            "spells_gone",
            "Après Armageddon, {name} n’a plus aucun sort dans ce donjon.",
            "After Armageddon {name} has no spell left in this dungeon.",
            "R37",
            field="hero",
            name=hero.name,
        )
    if key not in state.quest.forgotten.get(hero.key, ()):
        return None
    return refuse(
        "spell_forgotten",
        "« {spell} » est oublié jusqu’à la fin du donjon.",
        "“{spell}” is forgotten until the end of the dungeon.",
        "R36",
        field="spell",
        spell=BOOK.spells[key].name,
    )


def recovered(hero: Hero, key: str) -> SpellRecovered:
    return SpellRecovered(hero=hero.key, hero_name=hero.name, spell=key, spell_name=BOOK.spells[key].name)


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
    wrong = forbidden(found, "spell")
    if wrong:
        return refused(wrong)
    ready = tuple(key for key in found.spells if may_cast(state, found, key))
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
    field = choice("spell", SPELL, _spell_choices(ready), depends=True)
    if given.get("spell") not in ready:
        return Draft((field,))
    fields, any_of = _aim_fields(state, found, BOOK.spells[str(given["spell"])], given)
    return Draft((field, *fields), any_of=any_of)


def may_cast(state: State, hero: Hero, key: str) -> bool:
    """Whether the spell can be cast at someone at all."""
    spell = BOOK.spells[key]
    if (
        isinstance(in_dungeon(state, hero.key), Violation)
        or key in hero.cast
        or _spell_forbidden(hero, spell)
    ):
        return False
    casting = BOOK.castings.get(key)
    kind = casting.aim if casting else "self"
    if _allowed(state, hero, spell, None, None):
        return True
    if kind not in ("hero", "any"):
        return False
    return bool(_hero_targets(state, hero, spell)) or bool(_monster_targets(state, hero, spell))


def asks_for_target(key: str) -> bool:
    """Whether there is someone to choose, or a wish to make."""
    casting = BOOK.castings.get(key)
    return key == DJINN or (casting is not None and casting.aim in ("hero", "other", "any", "monster"))


def _allowed(state: State, hero: Hero, spell: Spell, target: str | None, monster: str | None) -> bool:
    found = aim(state, hero, spell, target, monster)
    return not isinstance(found, Violation) and stopped(state, spell, found) is None


def _hero_targets(state: State, hero: Hero, spell: Spell) -> tuple[Choice, ...]:
    assert state.quest is not None
    return tuple(
        Choice(key, same(state.heroes[key].name))
        for key in state.quest.standing
        if _allowed(state, hero, spell, key, None)
    )


def _monster_targets(state: State, hero: Hero, spell: Spell) -> tuple[Choice, ...]:
    return tuple(option for option in MONSTERS if _allowed(state, hero, spell, None, option.value))


def _aim_fields(state: State, hero: Hero, spell: Spell, given: Given) -> tuple[list[Field], tuple[str, ...]]:
    """The hero, or the monster, the spell is aimed at, and which of the two are needed where nobody is meant without."""
    casting = BOOK.castings.get(spell.key)
    kind = casting.aim if casting else "self"
    heroes = _hero_targets(state, hero, spell) if kind in ("hero", "other", "any") else ()
    monsters = _monster_targets(state, hero, spell) if kind in ("any", "monster") else ()
    need = not _allowed(state, hero, spell, None, None)
    either = bool(heroes and monsters)
    fields: list[Field] = []
    if heroes and not given.get("monster"):
        label = Text("Sur quel héros", "On which hero")
        fields.append(choice("target", label, heroes, required=need and not either, depends=either))
    if monsters and not given.get("target"):
        label = Text("Sur quel monstre", "On which monster")
        fields.append(choice("monster", label, monsters, required=need and not either, depends=either))
    if spell.key == DJINN:
        wishes = tuple(Choice(key, name) for key, name in WISHES.items())
        fields.append(choice("wish", Text("Souhait", "Wish"), wishes, required=False, default="other"))
    any_of = tuple(field.name for field in fields if field.name != "wish") if need and either else ()
    return fields, any_of


def offer_recover(state: State, hero: str, given: Given) -> Draft:
    found = in_dungeon(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    ready = tuple(key for key in found.cast if not_recalled(state, found, key) is None)
    if not ready:
        return refused(
            refuse(
                "no_spell_cast",
                "{name} n’a aucun sort à retrouver.",
                "{name} has no spell to recover.",
                "R36",
                field="spell",
                name=found.name,
            )
        )
    return Draft((choice("spell", SPELL, _spell_choices(ready)),))


def tell_cast(event: SpellCast) -> Text:
    told = Text("{name} lance « {spell} »", "{name} casts “{spell}”")(
        name=event.hero_name, spell=event.spell_name
    )
    if event.target_name:
        told += Text(" sur {target}", " at {target}")(target=event.target_name)
    if event.wish:
        told += Text(" ({wish})", " ({wish})")(wish=WISHES[event.wish].inline)
    return told + Text(".", ".")


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
