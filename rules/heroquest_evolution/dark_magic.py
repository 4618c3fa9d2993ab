"""Dark magic cast at a hero: its rolls, its losses, what lasts, what melts (§6.4, R33, R35, R55)."""

from __future__ import annotations

from collections.abc import Callable

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.castings import is_warded
from rules.heroquest_evolution.combat_dice import COMBAT, SKULL, WHITE, doubled, faces_text
from rules.heroquest_evolution.content_types import Item, Lore
from rules.heroquest_evolution.effects import EffectResisted, given, other_shape, row, shape_taken
from rules.heroquest_evolution.refusals import in_dungeon, refuse, unknown
from rules.heroquest_evolution.state import Hero, State, change, take_items
from rules.heroquest_evolution.tally import lose
from rules.heroquest_evolution.wearing import not_owned
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused
from rules.kernel.text import Text

MELTING, THICK_SKIN, TOAD = "melting", "thick-skin", "toad"
MIND_DICE = {"mind-strike": 2, "mental-destruction": 4}
PSYCHIC_DICE = 2
"""Defence dice of *Résistance psychique* (§4.3)."""
WOUND, WOUND_DICE = 2, 2
BURN = {"weapon": 1, "ranged": 1, "shield": 1}
BURN_ARMOUR = 2


class SufferDarkSpell(Command, frozen=True, tag="suffer_dark_spell"):
    """A monster casts at this hero; `item` is what melts."""

    label = Text("Subir un sort noir", "Suffer a dark spell")
    icon = "skull"
    hero: Key
    spell: Key
    item: Key | None = None


class DarkSpellSuffered(Event, frozen=True, tag="dark_spell_suffered"):
    """`rolls` are all that fell: the spell's, then what the hero answered."""

    hero: str
    hero_name: str
    spell: str
    spell_name: Text
    rolls: tuple[Roll, ...] = ()


class ItemMelted(Event, frozen=True, tag="item_melted"):
    hero: str
    hero_name: str
    item: str
    item_name: Text


def suffer_dark_spell(state: State, command: SufferDarkSpell, act: Act) -> Decision:
    hero = in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    spell = BOOK.dark_spells.get(command.spell)
    if spell is None:
        return unknown("spell", command.spell, "§6.4")
    wrong = wrong_victim(hero, spell) or _wrong_item(hero, spell, command.item)
    return wrong or _struck(state, hero, spell, command.item, act)


def wrong_victim(hero: Hero, spell: Lore) -> Violation | None:
    """A ward, another shape, or a spell that helps monsters alone."""
    ward = is_warded(hero, harmful=True, psychic=spell.key in MIND_DICE)
    if spell.key == THICK_SKIN:
        return refuse(
            "for_monsters",
            "« {spell} » protège un monstre : voyez « État d’un monstre ».",
            "“{spell}” protects a monster: see “Condition of a monster”.",
            "§6.4",
            field="spell",
            spell=spell.name,
        )
    if ward:
        return refuse(
            "warded",
            "{name} ne peut pas être la cible de « {spell} » : {ward}.",
            "{name} cannot be the target of “{spell}”: {ward}.",
            "§5.2",
            field="hero",
            name=hero.name,
            spell=spell.name,
            ward=ward,
        )
    if spell.key == TOAD and other_shape(hero, TOAD):
        return shape_taken(hero, "spell")
    if spell.key == MELTING and not meltable(hero):
        return refuse(
            "nothing_melts",
            "{name} n’a rien qui puisse fondre.",
            "{name} has nothing that can melt.",
            "R55",
            field="spell",
            name=hero.name,
        )
    return None


def melts(item: Item) -> bool:
    """Weapons and armour, neither mostly of wood nor magical (R55)."""
    return item.category in ("weapon", "ranged", "armour") and not item.wooden


def meltable(hero: Hero) -> tuple[str, ...]:
    return tuple(dict.fromkeys(o.key for o in hero.items if melts(BOOK.items[o.key])))


def _wrong_item(hero: Hero, spell: Lore, key: str | None) -> Violation | None:
    if spell.key != MELTING and key is not None:
        return refuse(
            "not_asked",
            "« {spell} » ne fait rien fondre.",
            "“{spell}” melts nothing.",
            "§6.4",
            field="item",
            spell=spell.name,
        )
    if spell.key != MELTING:
        return None
    item = BOOK.items.get(key or "")
    if item is None:
        return refuse(
            "choose_item",
            "Quel objet fond ?",
            "Which object melts?",
            "R55",
            field="item",
        )
    if not melts(item):
        return refuse(
            "does_not_melt",
            "{item} : le bois et la magie ne fondent pas.",
            "{item}: wood and magic do not melt.",
            "R55",
            field="item",
            item=item.name,
        )
    return not_owned(hero, item)


def _struck(state: State, hero: Hero, spell: Lore, item: str | None, act: Act) -> tuple[Event, ...]:
    if spell.key == MELTING:
        return _melt(hero, spell, BOOK.items[item or ""])
    rolls, events = STRIKES[spell.key](state, hero, act)
    return (_suffered(hero, spell, rolls), *events)


def _suffered(hero: Hero, spell: Lore, rolls: tuple[Roll, ...] = ()) -> DarkSpellSuffered:
    return DarkSpellSuffered(
        hero=hero.key, hero_name=hero.name, spell=spell.key, spell_name=spell.name, rolls=rolls
    )


def _melt(hero: Hero, spell: Lore, item: Item) -> tuple[Event, ...]:
    """A burn of 1 point for a weapon or a shield, 2 for armour, with no defence."""
    burn = BURN.get(item.category) or BURN.get(item.slot) or BURN_ARMOUR
    melted = ItemMelted(hero=hero.key, hero_name=hero.name, item=item.key, item_name=item.name.inline)
    return (_suffered(hero, spell), melted, *lose(hero, "body", burn))


Struck = tuple[tuple[Roll, ...], tuple[Event, ...]]


def _wound(state: State, hero: Hero, act: Act) -> Struck:
    roll = act.roll("dark_defence", WOUND_DICE, COMBAT)
    lost = max(0, WOUND - roll.faces.count(WHITE))
    return (roll,), lose(hero, "body", lost) if lost else ()


def _mind(key: str) -> Callable[[State, Hero, Act], Struck]:
    def strike(state: State, hero: Hero, act: Act) -> Struck:
        """A point of mind a skull; who resists psychic attacks defends with 2 dice (§4.3)."""
        roll = act.roll("dark_attack", MIND_DICE[key], COMBAT)
        rolls: tuple[Roll, ...] = (roll,)
        lost = roll.faces.count(SKULL)
        if hero.has_skill("psychic-resistance"):
            defence = act.roll("dark_defence", PSYCHIC_DICE, COMBAT)
            rolls, lost = (roll, defence), max(0, lost - defence.faces.count(WHITE))
        return rolls, lose(hero, "mind", lost) if lost else ()

    return strike


def _confuse(state: State, hero: Hero, act: Act) -> Struck:
    """2d6 below the mind saves; a double 1 always, a double 6 never, a tie not (§6.4, R35)."""
    roll = act.roll("resist_confusion", 2, D6)
    saved = doubled(roll, "1") or (roll.total < hero.mind and not doubled(roll, "6"))
    confused = row("confused")
    if saved:
        resisted = EffectResisted(
            hero=hero.key, hero_name=hero.name, effect="confused", effect_name=confused.name
        )
        return (roll,), (resisted,)
    return (roll,), (given(state, hero, "confused"),)


def _lightning(state: State, hero: Hero, act: Act) -> Struck:
    roll = act.roll("black_lightning", 1, D6)
    return (roll,), (given(state, hero, "confused", rounds=roll.total),)


def _wither(state: State, hero: Hero, act: Act) -> Struck:
    roll = act.roll("withering_rounds", 1, D6)
    return (roll,), (given(state, hero, "withering", rounds=roll.total),)


def _give(effect: str) -> Callable[[State, Hero, Act], Struck]:
    def strike(state: State, hero: Hero, act: Act) -> Struck:
        return (), (given(state, hero, effect),)

    return strike


STRIKES: dict[str, Callable[[State, Hero, Act], Struck]] = {
    "wound": _wound,
    "mind-strike": _mind("mind-strike"),
    "mental-destruction": _mind("mental-destruction"),
    "confusion": _confuse,
    "black-lightning": _lightning,
    "abominable-withering": _wither,
    "toad": _give("toad"),
    "curse": _give("cursed"),
    "greater-curse": _give("greater-cursed"),
}


def dark_spell_suffered(state: State, event: DarkSpellSuffered) -> State:
    return state


def item_melted(state: State, event: ItemMelted) -> State:
    hero = state.heroes[event.hero]
    return change(state, event.hero, items=take_items(hero.items, event.item, 1))


def offer_suffer(state: State, hero: str, given_: Given) -> Draft:
    found = in_dungeon(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    spells = tuple(s for s in BOOK.dark_spells.values() if wrong_victim(found, s) is None)
    if not spells:
        return refused(wrong_victim(found, BOOK.dark_spells["wound"]) or unknown("spell", "", "§6.4"))
    choices = tuple(Choice(s.key, s.name, hint=s.text, link=f"dark-spells/{s.key}") for s in spells)
    fields: list[Field] = [choice("spell", Text("Sort noir", "Dark spell"), choices, depends=True)]
    if given_.get("spell") == MELTING and meltable(found):
        options = tuple(Choice(k, BOOK.items[k].name, link=f"items/{k}") for k in meltable(found))
        fields.append(choice("item", Text("Ce qui fond", "What melts"), options))
    return Draft(tuple(fields))


def tell_suffered(event: DarkSpellSuffered) -> Text:
    told = Text("{name} subit « {spell} »", "{name} suffers “{spell}”")(
        name=event.hero_name, spell=event.spell_name
    )
    for roll in event.rolls:
        told += Text(", jet {faces}", ", roll {faces}")(faces=faces_text(roll))
    return told + Text(".", ".")


def tell_melted(event: ItemMelted) -> Text:
    return Text("{name} : {item}, fondu et perdu.", "{name}: {item}, melted and gone.")(
        name=event.hero_name, item=event.item_name
    )


CHAPTER = Chapter(
    name="dark_magic",
    decides={SufferDarkSpell: suffer_dark_spell},
    evolves={DarkSpellSuffered: dark_spell_suffered, ItemMelted: item_melted},
    tells={DarkSpellSuffered: tell_suffered, ItemMelted: tell_melted},
    offers={SufferDarkSpell: offer_suffer},
)
