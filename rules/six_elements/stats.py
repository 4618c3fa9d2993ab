"""The numbers of heroes and monsters, and where each comes from (§4, §10, §12, §13)."""

from __future__ import annotations

from rules.kernel.sections import Derived, Part, derive
from rules.kernel.text import Text
from rules.six_elements.book import BOOK, NEUTRAL
from rules.six_elements.content_types import Skill
from rules.six_elements.house import monster_figure
from rules.six_elements.state import Foe, Hero, State
from rules.six_elements.words import ELEMENTS, STATS

AFFINITY_MOST = 6
AFFINITY_OF = {"common": 1, "rare": 2, "unique": 4, "mythic": 6}
"""The affinity that a rarity needs (§11)."""
OWN = Text("En propre", "One’s own")
WEAKEST = Text("La plus faible des trois stats", "The weakest of the three stats")


def worn_sum(hero: Hero, what: str) -> int:
    """What all that is worn gives to a stat or a maximum."""
    return sum(int(getattr(BOOK.equipment[key], what)) for key in hero.worn)


def stat(hero: Hero, what: str) -> int:
    """Attack, Defence or Magic with all that is worn."""
    return int(getattr(hero, what)) + worn_sum(hero, what)


def body_most(hero: Hero) -> int:
    return hero.body_max + worn_sum(hero, "body")


def mana_most(hero: Hero) -> int:
    return hero.mana_max + worn_sum(hero, "mana")


def neutral(hero: Hero) -> int:
    """The weakest of the three stats, gear included (§10), 6 at most (R41)."""
    return min(AFFINITY_MOST, *(stat(hero, what) for what in STATS))


def affinity(hero: Hero, element: str) -> int:
    return neutral(hero) if element == NEUTRAL else hero.affinities.get(element, 0)


def rarity_for(level: int) -> str:
    """The highest rarity that an affinity lets one play (§11)."""
    return [rarity for rarity, needed in AFFINITY_OF.items() if needed <= level][-1]


def may_play(hero: Hero, skill: Skill) -> bool:
    """Whether the affinity is high enough now (§11); mana is another question."""
    return affinity(hero, skill.element) >= AFFINITY_OF[skill.rarity]


def skill_stat(skill: Skill | None, use: str) -> str:
    """The stat that the card adds (§7): Magic for a spell, else Attack or Defence."""
    return "magic" if skill and skill.mana else use


def own_thing(what: str) -> str:
    """What brought a number of one's own, by the key that the parts of numbers name; so with the two after it."""
    return f"own/{what}"


def gear_thing(key: str) -> str:
    return f"equipment/{key}"


def affinity_thing(element: str) -> str:
    return f"affinities/{element}"


def _gear_parts(hero: Hero, what: str) -> tuple[Part, ...]:
    rows = (BOOK.equipment[key] for key in hero.worn)
    return tuple(
        Part(row.name, int(getattr(row, what)), "§12", f"equipment/{row.key}", gear_thing(row.key))
        for row in rows
    )


def derived(hero: Hero, what: str) -> Derived:
    """A stat of a hero with its parts."""
    own = Part(OWN, int(getattr(hero, what)), "§4", thing=own_thing(what))
    return derive(what, STATS[what], (own, *_gear_parts(hero, what)), icon=STAT_ICONS[what])


STAT_ICONS = {"attack": "sword", "defence": "shield", "magic": "bolt"}


def most_parts(hero: Hero, what: str) -> tuple[Part, ...]:
    """The maximum of body or mana, part by part."""
    own = Part(OWN, int(getattr(hero, f"{what}_max")), "§4", thing=own_thing(what))
    return (own, *(part for part in _gear_parts(hero, what) if part.amount))


def derived_affinity(hero: Hero, element: str) -> Derived:
    """The neutral one is worked out of the stats: no act has brought it."""
    value, link = affinity(hero, element), f"elements/{element}"
    if element == NEUTRAL:
        part = Part(WEAKEST, value, "§10", link)
    else:
        part = Part(ELEMENTS[element], value, "§10", link, affinity_thing(element))
    return derive(
        f"affinity-{element}",
        ELEMENTS[element],
        (part,),
        icon=ELEMENT_ICONS[element],
    )


ELEMENT_ICONS = {
    "fire": "flame",
    "water": "drop",
    "earth": "mountain",
    "air": "wind",
    "poison": "poison",
    "void": "eclipse",
    "neutral": "shield",
}


def foe_gear(foe: Foe, what: str) -> int:
    return sum(int(getattr(BOOK.equipment[key], what)) for key in foe.gear)


def foe_most(state: State, foe: Foe) -> int:
    return monster_figure(state, foe.card, "body") + foe_gear(foe, "body")


def foe_body(state: State, foe: Foe) -> int:
    """What is left of it."""
    return foe_most(state, foe) - foe.wounds


def foe_mana(foe: Foe) -> int:
    """Only its gear gives a monster any (§13)."""
    return foe_gear(foe, "mana") - foe.spent


def foe_bonus(state: State, foe: Foe, use: str) -> int:
    """What is added to its attack or defence dice."""
    what = "magic" if BOOK.creature(foe.card).casts else use
    return monster_figure(state, foe.card, use) + foe_gear(foe, what)


def foe_derived(state: State, foe: Foe, use: str) -> Derived:
    """Dice and bonus of a monster with its parts."""
    row = BOOK.creature(foe.card)
    what = "magic" if row.casts else use
    parts = [Part(row.name, monster_figure(state, foe.card, use), "§13", f"monsters/{foe.card}")]
    parts += [
        Part(BOOK.equipment[key].name, int(getattr(BOOK.equipment[key], what)), "§13", f"equipment/{key}")
        for key in foe.gear
    ]
    dice = row.attack_dice if use == "attack" else row.defence_dice
    return derive(f"{foe.key}-{use}", STATS[use], tuple(parts), dice=f"{dice}d6", icon=STAT_ICONS[use])
