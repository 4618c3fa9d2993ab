"""The numbers of a sheet, each from its parts (R1, R2, R44, R45, R53)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import EffectRow, HeroClass, Item
from rules.heroquest_evolution.state import Effect, Gain, Hero, Quality
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
    "service": Text("{detail} quêtes survécues", "{detail} quests survived"),
    "correction": Text("Correction", "Correction"),
    "paper": Text("Repris de la feuille", "From the paper sheet"),
}
SOURCES = {
    "level": "R5",
    "training": "R15",
    "tower": "R24",
    "skill": "R17",
    "service": "R28",
    "correction": "§III",
    "paper": "§III",
}


HERO = "hero"
"""The thing that came with the hero: what the class gives."""


def thing_of(origin: str) -> str:
    """What a permanent gain came with: a level, a skill, or the last of its kind."""
    kind, _, detail = origin.partition(".")
    if kind == "paper":
        return HERO
    return (
        f"skills/{detail}" if kind == "skill" else f"levels/{detail}" if kind == "level" else f"gains/{kind}"
    )


def gear_part(item: Item, dice: int) -> Part:
    return Part(item.name, dice, item.source, *("items/" + item.key,) * 2)


def skill_part(key: str, dice: int) -> Part:
    skill = BOOK.skills[key]
    return Part(skill.name, dice, skill.source, *("skills/" + key,) * 2)


def start_part(start: HeroClass, amount: int) -> Part:
    return Part(START(name=start.name), amount, start.source, f"hero-classes/{start.key}", HERO)


def effect_part(row: EffectRow, dice: int) -> Part:
    return Part(row.name, dice, row.source, "", f"effects/{row.key}")


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
    return Part(ORIGINS[origin](detail=name), gain.amount, SOURCES[origin], "", thing_of(gain.origin))


OF_THE_WEAPON = frozenset({"disarmed", "flaming-blade", "burning-hands"})
"""Effects on what the hero holds: a bear or a toad holds nothing (R104)."""


def rows(hero: Hero) -> tuple[tuple[Effect, EffectRow], ...]:
    """The hero's effects with their rows."""
    found = tuple((effect, BOOK.effects[effect.key]) for effect in hero.effects)
    return tuple(f for f in found if f[0].key not in OF_THE_WEAPON) if hero.form else found


def form_of(hero: Hero) -> EffectRow | None:
    """The other shape the hero is in (R55)."""
    return BOOK.effects[hero.form.effect] if hero.form else None


def _flat(hero: Hero, what: str) -> Part | None:
    """The effect that replaces the whole number; the least dice win."""
    found = [
        effect_part(row, dice) for _, row in rows(hero) if (dice := getattr(row, f"{what}_flat")) is not None
    ]
    return min(found, key=lambda part: part.amount, default=None)


def _added(hero: Hero, what: str) -> tuple[Part, ...]:
    """What effects add or take away."""
    return tuple(effect_part(row, dice) for _, row in rows(hero) if (dice := getattr(row, what)))


def _mood(parts: tuple[Part, ...], temporary: tuple[Part, ...]) -> Literal["", "up", "down"]:
    """Whether what lasts only for a while makes the number better or worse."""
    change = sum(part.amount for part in temporary)
    return "up" if change > 0 else "down" if change < 0 else ""


def attack_base(hero: Hero) -> tuple[Part, ...]:
    """The weapon in hand and the dice of levels, or what stands in their place (R2, R45)."""
    form, held, challenged = form_of(hero), weapon(hero), hero.effect("intrepid")
    if form:
        return (effect_part(form, form.form_attack),)
    if challenged:
        row = BOOK.effects["intrepid"]
        return (effect_part(row, challenged.amount),)
    burning = next((row for _, row in rows(hero) if row.weapon is not None), None)
    if burning:
        return (effect_part(burning, burning.weapon or 0), *gain_parts(hero, "attack"))
    if held is None:
        return (Part(UNARMED, 1, "§2.3"),)
    return (gear_part(held, held.attack or 0), *gain_parts(hero, "attack"))


def attack(hero: Hero, extra: tuple[Part, ...] = ()) -> Derived:
    """Attack dice: weapon and levels (1 flat when unarmed or disarmed), effects, `extra` such as outnumbering, halved last (R2, R45)."""
    flat, added = _flat(hero, "attack"), _added(hero, "attack")
    if flat and flat.amount == 0:  # no attack at all
        return _derive("attack", (flat,), (Part(flat.label, -1, flat.source),), icon="skull")
    base = (flat,) if flat else attack_base(hero)
    parts = (*base, *added, *extra)
    total = max(0, sum(part.amount for part in parts))
    parts += floor_parts(parts)
    halved = tuple(effect_part(row, -(total - total // 2)) for _, row in rows(hero) if row.attack_halved)
    return _derive("attack", parts + halved, (*added, *halved, *_fall(flat)), icon="skull")


def _fall(flat: Part | None) -> tuple[Part, ...]:
    """A flat number is worse than the own one."""
    return (Part(flat.label, -1, flat.source),) if flat else ()


LEAST = Text("Jamais moins que rien", "Never less than nothing")


def floor_parts(parts: tuple[Part, ...], least: int = 0) -> tuple[Part, ...]:
    """What keeps a sum from falling below the least dice there are."""
    missing = least - sum(part.amount for part in parts)
    return (Part(LEAST, missing, "R45"),) if missing > 0 else ()


def _derive(
    key: str, parts: tuple[Part, ...], temporary: tuple[Part, ...], *, icon: str, **more: Any
) -> Derived:
    number = derive(key, LABELS[key], parts, icon=icon, dice=more.pop("dice", None))
    mood = _mood(parts, temporary)
    return msgspec.structs.replace(number, mood=mood, **more) if mood or more else number


def dodges(hero: Hero) -> bool:
    """Whether *Esquive* counts: void for elf and amazon in heavy armour with a shield (R53)."""
    if not hero.has_skill("dodge"):
        return False
    keys = {item.key for item in worn(hero)}
    return hero.hero_class == "enchanter" or not ("shield" in keys and keys & {"plate-armour", "chain-mail"})


def defence(hero: Hero, extra: tuple[Part, ...] = ()) -> Derived:
    """Defence dice: the class's, what is worn, the dice of levels, *Esquive*, effects, `extra` (R2, R47, R53)."""
    flat, form, added = _flat(hero, "defence"), form_of(hero), _added(hero, "defence")
    if flat:
        return _derive("defence", (flat,), _fall(flat), icon="shield")
    parts = (effect_part(form, form.form_defence),) if form else defence_base(hero)
    parts = (*parts, *added, *extra)
    return _derive("defence", parts + floor_parts(parts), added, icon="shield")


def defence_base(hero: Hero) -> tuple[Part, ...]:
    start = BOOK.hero_classes[hero.hero_class]
    parts = [start_part(start, start.defence)]
    parts += [gear_part(item, item.defence) for item in worn(hero) if item.defence]
    parts += gain_parts(hero, "defence")
    if dodges(hero):
        parts.append(skill_part(f"{hero.hero_class}-dodge", 1))
    return tuple(parts)


STEPS = (("nimble-feet", 3), ("increased-speed", 2))


def movement(hero: Hero) -> Derived:
    """Squares beside the dice (R44): dice (one more for *Hâte*), doubled by a sprint or a potion, fixed squares, then halved; never below 1."""
    found = rows(hero)
    form = form_of(hero)
    stuck = next((row for _, row in found if "move" in row.forbids), None)
    if stuck:
        return _derive("movement", (effect_part(stuck, 0),), (Part(stuck.name, -1, ""),), icon="boot")
    added = _added(hero, "movement")
    if form and form.form_movement is not None:
        parts = (effect_part(form, form.form_movement), *added)
        dice = None
    else:
        parts = (*movement_base(hero), *added)
        dice = f"{2 + sum(row.movement_dice for _, row in found)}d6"
    doubling = tuple(row for _, row in found if row.movement_doubled) if dice else ()
    halving = tuple(row for _, row in found if row.movement_halved)
    changed = [
        *added,
        *(Part(row.name, 1, row.source) for _, row in found if row.movement_dice),
        *(Part(row.name, 2, row.source) for row in doubling),
        *(Part(row.name, -8, row.source) for row in halving),
    ]
    more: dict[str, Any] = {"dice": f"2×{dice}" if doubling else dice}
    if halving:
        more["times"] = "½"
    notes = (*(DOUBLED(name=row.name) for row in doubling), *(HALVED(name=row.name) for row in halving))
    if notes:
        more["notes"] = notes
    return _derive("movement", parts, tuple(changed), icon="boot", **more)


DOUBLED = Text("{name} : les dés comptent double (R44)", "{name}: the dice count double (R44)")
HALVED = Text(
    "{name} : le tout est divisé par 2, arrondi à l’inférieur, 1 case au moins (R44)",
    "{name}: the whole is halved, rounded down, 1 square at least (R44)",
)


def movement_base(hero: Hero) -> tuple[Part, ...]:
    start = BOOK.hero_classes[hero.hero_class]
    parts = [start_part(start, start.movement_bonus)]
    for identity, squares in STEPS:
        if hero.has_skill(identity):
            parts.append(skill_part(f"{hero.hero_class}-{identity}", squares))
    parts += [gear_part(item, item.movement) for item in worn(hero) if item.movement]
    return tuple(parts)


def track_parts(hero: Hero, what: Quality) -> tuple[Part, ...]:
    """What the maximum of body or mind is made of."""
    form = form_of(hero)
    if form and hero.form:
        most = hero.form.body_max if what == "body" else hero.form.mind_max
        return (effect_part(form, most),)
    start = BOOK.hero_classes[hero.hero_class]
    base = hero.body_base if what == "body" else hero.mind_base
    return (start_part(start, base), *gain_parts(hero, what))


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
