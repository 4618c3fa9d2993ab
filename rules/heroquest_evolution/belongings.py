"""What a hero knows and owns, as cards: spells, skills, gear (§IV, §5.2, R20–R22)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item, Skill
from rules.heroquest_evolution.equipment import Equip, Unequip, equip, unequip
from rules.heroquest_evolution.facts import Plain, items_facts
from rules.heroquest_evolution.icons import item_icon
from rules.heroquest_evolution.numbers import pool_most, uses_left, uses_most
from rules.heroquest_evolution.skill_rolls import FLUIDS, UseSkill, recallable
from rules.heroquest_evolution.skills import EXTRAS, is_usable, patients, use_skill
from rules.heroquest_evolution.spells import (
    CastSpell,
    RecoverSpell,
    asks_for_target,
    cast_spell,
    may_cast,
    recover_spell,
)
from rules.heroquest_evolution.state import Hero, State
from rules.heroquest_evolution.taps import tap
from rules.heroquest_evolution.uses import UseItem, use_item
from rules.heroquest_evolution.wearing import may_equip
from rules.kernel.messages import kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import Card, Cards, Tap
from rules.kernel.text import Text, same

SPELLS = Text("Sorts", "Spells")
SKILLS = Text("Compétences", "Skills")
GEAR = Text("Équipement", "Gear")
NO_SPELLS = Text("Aucun sort connu.", "No spell known.")
NO_SKILLS = Text("Aucune compétence pour l’instant.", "No skill yet.")
NO_GEAR = Text("Rien du tout.", "Nothing at all.")
CAST = Text("Lancer", "Cast")
A_CREATURE = Text("Une créature", "A creature")
RECOVER = Text("Retrouver", "Recover")
USE = Text("Utiliser", "Use")
DRINK = Text("Boire", "Drink")
WEAR = Text("Équiper", "Equip")
PUT_AWAY = Text("Ranger", "Put away")
LEVEL = Text("Niveau {n}", "Level {n}")
LEVELS = tuple(LEVEL(n=n) for n in range(7))
LOST = Text("Perdus pour toujours", "Lost for good")
ACTIVE = Text("À utiliser", "To use")
PERMANENT = Text("Permanentes", "Permanent")
WORN = Text("En main et sur soi", "In hand and worn")
CARRIED = Text("Dans le sac", "In the pack")
TO_USE = Text("Potions et munitions", "Potions and ammunition")


def casts_spells(hero: Hero) -> bool:
    return bool(hero.spheres or hero.spells or hero.lost)


def spell_cards(state: State, hero: Hero, viewer: Viewer) -> Cards:
    """Known spells by level, ready or cast; then those *Mage guerrier* cost (R17)."""
    acts = viewer.may_act_for(hero.key)
    known = sorted(hero.spells, key=lambda key: BOOK.spells[key].level)
    cards = tuple(_spell_card(state, hero, key, acts) for key in known) + tuple(map(_lost_card, hero.lost))
    return Cards(key="spells", title=SPELLS, cards=cards, empty=NO_SPELLS)


def _spell_card(state: State, hero: Hero, key: str, acts: bool) -> Card:
    row, spent = BOOK.spells[key], key in hero.cast
    use, back = _spell_taps(state, hero, key) if acts else (None, None)
    asks = acts and not spent and asks_for_target(key) and may_cast(state, hero, key)
    return Card(
        key=key,
        title=row.name,
        text=row.text,
        state="spent" if spent else "ready",
        uses=0 if spent else 1,
        uses_most=1,
        icon=row.sphere,
        tone=row.sphere,
        group=LEVELS[row.level],
        link=f"spells/{key}",
        tap=None if asks else use,
        back=back,
        ask=kind_of(CastSpell) if asks else None,
        given={"spell": key} if asks else {},
        taps=target_taps(state, hero, key) if asks else (),
    )


def target_taps(state: State, hero: Hero, key: str) -> tuple[Tap, ...]:
    """The usual targets of a spell, one tap each: the caster or a creature nobody names, then the companions."""
    assert state.quest is not None
    harmful = key in BOOK.castings and BOOK.castings[key].harmful
    nobody = A_CREATURE if harmful else same(hero.name)
    found = [tap(state, cast_spell, CastSpell(hero=hero.key, spell=key), nobody)]
    found += [
        tap(
            state,
            cast_spell,
            CastSpell(hero=hero.key, spell=key, target=other),
            same(state.heroes[other].name),
        )
        for other in state.quest.standing
        if other != hero.key and not harmful
    ]
    return tuple(one for one in found if one)


def _spell_taps(state: State, hero: Hero, key: str) -> tuple[Tap | None, Tap | None]:
    if key in hero.cast:
        return None, tap(state, recover_spell, RecoverSpell(hero=hero.key, spell=key), RECOVER)
    return tap(state, cast_spell, CastSpell(hero=hero.key, spell=key), CAST), None


def _lost_card(key: str) -> Card:
    name, sphere = BOOK.spells[key].name, BOOK.spells[key].sphere
    return Card(key=key, title=name, state="lost", icon=sphere, tone=sphere, group=LOST, link=f"spells/{key}")


def skill_cards(state: State, hero: Hero, viewer: Viewer) -> Cards:
    """Skills to use first, with their uses or points left; then the permanent ones."""
    acts = viewer.may_act_for(hero.key)
    keys = sorted(
        hero.skills, key=lambda key: BOOK.skills[key].use == "permanent" and not BOOK.skills[key].activated
    )
    cards = tuple(_skill_card(state, hero, key, acts) for key in keys)
    return Cards(key="skills", title=SKILLS, cards=cards, empty=NO_SKILLS)


def _skill_card(state: State, hero: Hero, key: str, acts: bool) -> Card:
    row, left = BOOK.skills[key], uses_left(hero, key)
    permanent = row.use == "permanent" and not row.activated
    usable = acts and row.use != "out_of_dungeon" and not permanent and is_usable(state, hero, row)
    asks = usable and row.skill in EXTRAS
    return Card(
        key=key,
        title=row.name,
        text=row.text,
        state="passive" if permanent else "spent" if left == 0 else "ready",
        uses=left,
        uses_most=uses_most(hero, key) or pool_most(key),
        group=PERMANENT if permanent else ACTIVE,
        link=f"skills/{key}",
        tap=None
        if asks
        else tap(state, use_skill, UseSkill(hero=hero.key, skill=key), USE)
        if usable
        else None,
        ask=kind_of(UseSkill) if asks else None,
        given={"skill": key} if asks else {},
        taps=skill_taps(state, hero, row) if asks else (),
    )


def skill_taps(state: State, hero: Hero, row: Skill) -> tuple[Tap, ...]:
    """The usual choices of a skill, one tap each: a rage now, one point of the fluid for each who needs it, a spell to recall."""
    assert state.quest is not None
    if row.skill in FLUIDS:
        options = [
            (UseSkill(hero=hero.key, skill=row.key, target=key), same(state.heroes[key].name))
            for key in patients(state, hero, row)
        ]
    elif row.skill == "meditation":
        options = [
            (UseSkill(hero=hero.key, skill=row.key, spell=key), BOOK.spells[key].name)
            for key in recallable(state, hero)
        ]
    else:
        options = []
    options = options or [(UseSkill(hero=hero.key, skill=row.key), USE)]
    found = (tap(state, use_skill, command, label) for command, label in options)
    return tuple(one for one in found if one)


def gear_cards(state: State, hero: Hero, viewer: Viewer) -> Cards:
    """What is worn, what is carried, what is used up; lots of one thing are one card."""
    acts = viewer.may_act_for(hero.key)
    lots = sorted(items_facts(hero), key=lambda lot: (not lot["equipped"], BOOK.items[lot["key"]].consumable))
    cards = tuple(_gear_card(state, hero, lot, acts) for lot in lots)
    return Cards(key="gear", title=GEAR, cards=cards, empty=NO_GEAR)


def _gear_card(state: State, hero: Hero, lot: Plain, acts: bool) -> Card:
    item, count, worn = BOOK.items[lot["key"]], lot["quantity"], lot["equipped"]
    note = may_equip(hero, item) if item.slot != "none" and not worn else None
    return Card(
        key=f"{item.key}.worn" if worn else item.key,
        title=item.name,
        text=item.text + Text(" ", " ") + note.message if note else item.text,
        state="ready" if worn or item.consumable else "passive",
        count=count if item.consumable or count > 1 else None,
        icon=item_icon(item),
        group=WORN if worn else TO_USE if item.consumable else CARRIED,
        link=f"items/{item.key}",
        tap=_gear_tap(state, hero, item, worn) if acts else None,
    )


def _gear_tap(state: State, hero: Hero, item: Item, worn: bool) -> Tap | None:
    if item.consumable:
        label = DRINK if item.category == "potion" else USE
        return tap(state, use_item, UseItem(hero=hero.key, item=item.key), label)
    if worn:
        return tap(state, unequip, Unequip(hero=hero.key, item=item.key), PUT_AWAY)
    if item.slot == "none":
        return None
    return tap(state, equip, Equip(hero=hero.key, item=item.key), WEAR, without="shield_hand")
