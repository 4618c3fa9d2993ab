"""The numbers of a sheet, each from its parts (R1, R2, R44, R45, R53)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.state import Gain, Hero, Quality
from rules.kernel.sections import Derived, Part, derive
from rules.kernel.text import Text

UNARMED = Text("Mains nues", "Bare hands")
START = Text("{name} au départ", "{name} at the start")
LABELS: dict[str, Text] = {
    "attack": Text("Attaque", "Attack"),
    "defence": Text("Défense", "Defence"),
    "movement": Text("Mouvement", "Movement"),
    "body": Text("Corps", "Body"),
    "mind": Text("Esprit", "Mind"),
}
ORIGINS: dict[str, Text] = {
    "level": Text("Niveau {detail}", "Level {detail}"),
    "training": Text("Entraînement", "Training"),
    "tower": Text("Tour des Mages", "Mages’ Tower"),
    "skill": Text("{detail}", "{detail}"),
    "correction": Text("Correction", "Correction"),
    "paper": Text("Repris de la feuille", "From the paper sheet"),
}
SOURCES = {
    "level": "R5",
    "training": "R15",
    "tower": "R24",
    "skill": "R17",
    "correction": "§III",
    "paper": "§III",
}


def worn(hero: Hero) -> tuple[Item, ...]:
    """What the hero holds and wears."""
    return tuple(BOOK.items[owned.key] for owned in hero.items if owned.equipped)


def weapon(hero: Hero) -> Item | None:
    """The weapon in hand, None when unarmed."""
    return next((item for item in worn(hero) if item.slot == "weapon"), None)


def gain_parts(hero: Hero, what: Quality) -> tuple[Part, ...]:
    return tuple(_gain_part(gain) for gain in hero.gains if gain.what == what)


def _gain_part(gain: Gain) -> Part:
    origin, _, detail = gain.origin.partition(".")
    name: Text | str = BOOK.skills[detail].name if origin == "skill" else detail
    return Part(ORIGINS[origin](detail=name), gain.amount, SOURCES[origin])


def attack(hero: Hero) -> Derived:
    """Attack dice: the weapon in hand and the dice of levels; 1 flat when unarmed (R2, R45)."""
    held = weapon(hero)
    if held is None:
        return derive("attack", LABELS["attack"], (Part(UNARMED, 1, "§2.3"),), icon="skull")
    parts = (Part(held.name, held.attack or 0, held.source), *gain_parts(hero, "attack"))
    return derive("attack", LABELS["attack"], parts, icon="skull")


def dodges(hero: Hero) -> bool:
    """Whether *Esquive* counts: void for elf and amazon in heavy armour with a shield (R53)."""
    if not hero.has_skill("dodge"):
        return False
    keys = {item.key for item in worn(hero)}
    return hero.hero_class == "enchanter" or not ("shield" in keys and keys & {"plate-armour", "chain-mail"})


def defence(hero: Hero) -> Derived:
    """Defence dice: the class's, what is worn, the dice of levels, *Esquive* (R2, R53)."""
    start = BOOK.hero_classes[hero.hero_class]
    parts = [Part(START(name=start.name), start.defence, start.source)]
    parts += [Part(item.name, item.defence, item.source) for item in worn(hero) if item.defence]
    parts += gain_parts(hero, "defence")
    if dodges(hero):
        skill = BOOK.skills[f"{hero.hero_class}-dodge"]
        parts.append(Part(skill.name, 1, skill.source))
    return derive("defence", LABELS["defence"], tuple(parts), icon="shield")


STEPS = (("nimble-feet", 3), ("increased-speed", 2))


def movement(hero: Hero) -> Derived:
    """Squares added to 2d6 (R44); the sum of dice and squares is never below 1."""
    start = BOOK.hero_classes[hero.hero_class]
    parts = [Part(START(name=start.name), start.movement_bonus, start.source)]
    for identity, squares in STEPS:
        if hero.has_skill(identity):
            skill = BOOK.skills[f"{hero.hero_class}-{identity}"]
            parts.append(Part(skill.name, squares, skill.source))
    parts += [Part(item.name, item.movement, item.source) for item in worn(hero) if item.movement]
    return derive("movement", LABELS["movement"], tuple(parts), dice="2d6", icon="boot")


def track_parts(hero: Hero, what: Quality) -> tuple[Part, ...]:
    """What the maximum of body or mind is made of."""
    start = BOOK.hero_classes[hero.hero_class]
    base = hero.body_base if what == "body" else hero.mind_base
    return (Part(START(name=start.name), base, start.source), *gain_parts(hero, what))


def uses_most(hero: Hero, skill: str) -> int | None:
    """Uses of an owned skill until they come back; one more for *Expert(e)* (R38). None where it has no count."""
    row = BOOK.skills[skill]
    if row.uses is None:
        return None
    return row.uses + (1 if hero.has_skill("expert") else 0)


def pool_most(skill: str) -> int | None:
    """Points of a pool such as *Fluide médical* (R55)."""
    return BOOK.skills[skill].pool


def uses_left(hero: Hero, skill: str) -> int | None:
    most = uses_most(hero, skill) or pool_most(skill)
    return None if most is None else max(0, most - hero.used.get(skill, 0))
