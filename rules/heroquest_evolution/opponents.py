"""Who stands on each side of a fight: what a hero and a monster bring along, and what may be supposed of them (R45, R46, R87)."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.combat_mods import MODS, Mod
from rules.heroquest_evolution.content_types import Item, Monster
from rules.heroquest_evolution.numbers import form_of, weapon
from rules.heroquest_evolution.state import Hero, State

UNDEAD = frozenset({"skeleton", "zombie", "mummy", "lich", "poltergeist", "spectre", "banshee", "witch-lord"})
"""Species of the undead (R87)."""
GREENSKINS = frozenset({"goblin", "orc"})
BOWS = frozenset({"short-bow", "long-bow"})

LASTING: dict[str, tuple[str, ...]] = {
    "berserk": ("berserk-defence",),
    "berserk-rage": ("berserk-defence",),
    "quickness-of-fire": ("quickness-of-fire",),
    "heroic": ("heroic",),
    "destructive-madness": ("destructive-madness",),
    "bear": ("metamorphosis",),
    "flaming-blade": ("flaming-blade",),
    "burning-hands": ("burning-hands",),
    "electric-grip": ("electric-grip",),
    "cursed": ("cursed-attack", "cursed-defence"),
    "greater-cursed": ("greater-cursed-attack", "greater-cursed-defence"),
    "invisible": ("invisibility",),
    "force-field": ("force-field",),
    "reflected-flames": ("reflected-flames",),
    "minor-invulnerability": ("minor-invulnerability",),
    "major-invulnerability": ("major-invulnerability",),
    "elemental-aura": ("elemental-aura",),
    "magic-shield": ("magic-shield",),
}
"""By effect on a hero, the modifiers that say what its dice do not: those are in the hero's numbers already."""
IN_NUMBERS: dict[str, tuple[str, ...]] = {
    "berserk": ("berserk", "berserk-rage", "bloodlust"),
    "berserk-rage": ("berserk", "berserk-rage", "bloodlust"),
    "courage": ("courage",),
    "shared-energy": ("shared-energy", "shared-energy-defence"),
    "strength": ("strength",),
    "resistance": ("resistance",),
    "rock-skin": ("rock-skin",),
    "steel-skin": ("steel-skin",),
    "thick-skin": ("thick-skin",),
    "weakening": ("weakening",),
    "unsettled": ("unsettled",),
    "disarmed": ("disarmed", "unarmed"),
    "rooted": ("rooted",),
    "stunned": ("stunned",),
    "asleep": ("asleep",),
    "confused": ("confused",),
    "iced": ("iced",),
    "commanding": ("commanding",),
}
"""By effect on a hero, what need not be supposed any more: it is so."""

PASSIVE = (
    "colossal-strength",
    "lynx-eye",
    "parry",
    "sturdiness",
    "iron-skin",
    "tough-as-leather",
    "combat-master",
)
"""Skills of heroes and monsters that are always at work."""
LORE = ("magic-weapon", "psychic-attack", "monstrous-resistance", "small-size", "non-magic-weapon-resistance", "magic-resistance")  # fmt: skip
ACTIVATED = (
    "berserk", "berserk-rage", "powerful-blow", "critical-blow", "fatal-blow", "precise-blow", "noble-cause",
    "secret-thrust", "furious-charge", "warrior-frenzy", "chain-attack", "serpent-suppleness",
)  # fmt: skip
"""Skills to be declared: they may be supposed of whoever has them."""
HELP = (
    "courage", "flaming-blade", "shared-energy", "destructive-madness", "strength", "bloodlust", "quickness-of-fire",
    "heroic", "rock-skin", "steel-skin", "shared-energy-defence", "resistance", "invisibility", "reflected-flames",
)  # fmt: skip
"""Spells and potions on a hero."""
HARM = ("weakening", "rooted", "stunned", "asleep", "confused", "iced", "rearming")
"""States that either side may be in; a hero without a weapon is so on the sheet."""
HELPLESS = frozenset(HARM) - {"weakening"}
"""Who is in such a state does not strike (§2.2, §2.4, §5.2)."""
CURSES = ("unsettled", "cursed-attack", "greater-cursed-attack", "cursed-defence", "greater-cursed-defence")


TOGETHER: dict[str, tuple[str, ...]] = {
    "berserk": ("berserk-defence",),
    "berserk-rage": ("berserk-defence",),
    "bloodlust": ("berserk-defence",),
    "disarmed": ("unarmed",),
}
"""What comes along with something that is supposed: it counts in the other direction (§4.1, R45)."""


def supposed(keys: tuple[str, ...]) -> tuple[Mod, ...]:
    """The modifiers of these keys and what comes along with them."""
    every = (*keys, *(more for key in keys for more in TOGETHER.get(key, ())))
    return tuple(MODS[key] for key in dict.fromkeys(every))


def bare(mod: Mod) -> Mod:
    """The modifier without its dice, where they are in the number already."""
    return msgspec.structs.replace(mod, attack=0, defence=0, attack_dice=None, halved=False)


def identity(skill: str) -> str:
    """A skill's name without the class it is listed under; a monster's own skill as it is."""
    row = BOOK.skills.get(skill)
    return row.skill if row else skill


def hero_mods(hero: Hero, monster: Monster, *, shot: bool) -> tuple[Mod, ...]:
    """What a hero brings to a fight against this monster without choosing anything."""
    lasting = tuple(bare(MODS[key]) for effect in hero.effects for key in LASTING.get(effect.key, ()))
    if form_of(hero):
        return lasting
    passive = tuple(MODS[key] for key in PASSIVE if hero.has_skill(key) and _works(key, hero))
    against = {"eagle-eye": shot, "psychic-resistance": is_psychic(monster)}
    keys = tuple(key for key, matters in against.items() if matters and hero.has_skill(key))
    more = tuple(MODS[key] for key in (*keys, *weapon_mods(hero, monster)))
    return (*lasting, *passive, *bare_hands(hero), *more)


def _works(key: str, hero: Hero) -> bool:
    held = weapon(hero)
    return key != "lynx-eye" or (held is not None and held.key in BOWS)


def is_unarmed(hero: Hero) -> bool:
    """Nothing in hand, or what was there lies on the floor."""
    return (weapon(hero) is None or hero.effect("disarmed") is not None) and hero.effect(
        "burning-hands"
    ) is None


def bare_hands(hero: Hero) -> tuple[Mod, ...]:
    """The faces that hit for who has no weapon; the one die is in the number (§2.3, R45)."""
    if not is_unarmed(hero):
        return ()
    if hero.hero_class == "enchanter":
        return (bare(MODS["unarmed-enchanter"]),)
    return (bare(MODS["unarmed-combat" if hero.has_skill("unarmed-combat") else "unarmed"]),)


def weapon_mods(hero: Hero, monster: Monster) -> tuple[str, ...]:
    """The weapons of the quests are magic, and two of them hate somebody (R87)."""
    held = weapon(hero)
    if held is None or is_unarmed(hero) or not is_magic(held):
        return ()
    if held.key == "orcs-bane" and monster.species in GREENSKINS:
        return ("orcs-bane",)
    if held.key == "spirit-blade" and is_undead(monster):
        return ("spirit-blade",)
    return ("magic-weapon",)


def is_magic(item: Item) -> bool:
    return item.category == "artefact"


def is_undead(monster: Monster) -> bool:
    return monster.species in UNDEAD


def is_psychic(monster: Monster) -> bool:
    """Whether its blows strike Mind."""
    return "psychic-attack" in monster.skills


def monster_mods(monster: Monster) -> tuple[Mod, ...]:
    """What a monster brings along."""
    skills = {identity(skill) for skill in monster.skills}
    return tuple(MODS[key] for key in (*PASSIVE, *LORE) if key in skills)


def hero_options(state: State, hero: Hero, monster: Monster) -> tuple[Mod, ...]:
    """What may be supposed of the hero: skills to declare, help, harm; not what is so already."""
    skilled = () if form_of(hero) else tuple(key for key in ACTIVATED if hero.has_skill(key))
    aura = ("diamond-aura",) if has_aura_beside(state, hero) else ()
    keys = (*skilled, *aura, *HELP, *HARM, *CURSES)
    known = {key for e in hero.effects for key in (*LASTING.get(e.key, ()), *IN_NUMBERS.get(e.key, ()))}
    known |= set() if is_undead(monster) else {"noble-cause"}
    return tuple(MODS[key] for key in dict.fromkeys(keys) if key not in known)


def has_aura_beside(state: State, hero: Hero) -> bool:
    """Whether a companion has *Aura de diamant*, which protects everybody but its owner (§4.3)."""
    return any(other.has_skill("diamond-aura") for other in state.heroes.values() if other.key != hero.key)


def monster_options(monster: Monster) -> tuple[Mod, ...]:
    skills = {identity(skill) for skill in monster.skills}
    keys = (*(key for key in ACTIVATED if key in skills), "thick-skin", "disarmed", *HARM)
    return tuple(MODS[key] for key in keys)


def reaches_adjacent(hero: Hero) -> bool:
    """Whether the hero stands beside the monster to strike it: not with a crossbow or a long bow (R20, R46)."""
    held = weapon(hero)
    return held is None or held.adjacent or is_unarmed(hero)


def has_profile(monster: Monster) -> bool:
    """The named ones have none in the source."""
    return None not in (monster.attack, monster.defence, monster.body)
