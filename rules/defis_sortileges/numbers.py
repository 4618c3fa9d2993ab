"""The numbers of a sheet with the parts they are made of (§1, §2)."""

from __future__ import annotations

from rules.defis_sortileges.book import BOOK, SCORES
from rules.defis_sortileges.fighters import combat, lowered, weapon_name
from rules.defis_sortileges.house import house_int
from rules.defis_sortileges.state import Hero, State
from rules.defis_sortileges.words import ATTITUDE_NAMES, POWER, SCORE_NAMES
from rules.kernel.sections import Derived, Part, derive
from rules.kernel.text import Text

AT_START = Text("Au départ", "At the start")
CHANGES = Text("Depuis le départ", "Since the start")
IN_THIS_FIGHT = Text("Pendant ce combat", "In this fight")
DAMAGE = Text("Arme", "Weapon")
ICONS = {"initiative": "hourglass", "combat": "sword", "magic": "star", "aura": "crown"}


def start_of(number: str) -> str:
    """What brought a number of the start, as events name it."""
    return f"start/{number}"


def change_of(score: str) -> str:
    return f"change/{score}"


def box_of(attitude: str) -> str:
    return f"box/{attitude}"


def thing_of(key: str) -> str:
    return f"thing/{key}"


def score(state: State, hero: Hero, key: str) -> Derived:
    """What it was, what became of it, what the fight takes for now."""
    start, now = getattr(hero.start, key), getattr(hero.now, key)
    parts = (
        Part(AT_START, start, "§1", f"characters/{hero.character}", start_of(key)),
        Part(CHANGES, now - start, "§1", thing=change_of(key)),
        Part(IN_THIS_FIGHT, in_fight(state, hero, key) - now, "§6.2"),
    )
    return derive(key, SCORE_NAMES[key], parts, icon=ICONS[key])


def in_fight(state: State, hero: Hero, key: str) -> int:
    """The score as it counts now, with the losses of a fight the character is in."""
    fight = state.adventure.fight if state.adventure else None
    if fight is None or hero.key not in (*fight.side, *fight.rivals) or key == "aura":
        return int(getattr(hero.now, key))
    return combat(state, hero.key) if key == "combat" else lowered(state, hero.key, key)


def scores(state: State, hero: Hero) -> tuple[Derived, ...]:
    return tuple(score(state, hero, key) for key in SCORES)


def power(hero: Hero) -> Derived:
    """The boxes of the four attitudes."""
    parts = tuple(
        Part(
            ATTITUDE_NAMES[key],
            (boxes := getattr(hero.ticks, key)),
            "§2",
            f"attitudes/{key}",
            box_of(key) if boxes else "",
        )
        for key in BOOK.attitudes
    )
    return derive("power", POWER, parts, icon="flame")


def damage(state: State, hero: Hero) -> Derived:
    """The dice of what is in hand."""
    thing = hero.thing(hero.weapon)
    number = thing.dice if thing else house_int(state, "bare_hands")
    link = f"weapons/{thing.weapon}" if thing and thing.weapon else ""
    part = Part(weapon_name(hero), 0, "§3", link, thing_of(thing.key) if thing else "")
    return Derived(key="damage", label=DAMAGE, value=0, parts=(part,), dice=f"{number}d6", icon="drop")
