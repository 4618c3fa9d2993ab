"""Names that several chapters say: scores, attitudes, lists of characters."""

from __future__ import annotations

from collections.abc import Iterable

from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.state import State, Thing
from rules.kernel.text import Text, counted, listed, same

SCORE_NAMES: dict[str, Text] = {
    "initiative": Text("Initiative", "Initiative"),
    "combat": Text("Combat", "Combat"),
    "magic": Text("Magie", "Magic"),
    "aura": Text("Aura", "Aura"),
}
VITALITY = Text("Vitalité", "Vitality")
WOUNDS = Text("Blessures", "Wounds")
POWER = Text("Pouvoir", "Power")
RESTS = Text("Repos", "Rests")
ATTITUDE_NAMES: dict[str, Text] = {key: row.name for key, row in BOOK.attitudes.items()}
WHO = Text("Qui", "Who")
PLACE = Text("Lieu", "Place")
REASON = Text("Raison", "Reason")
NAME = Text("Nom", "Name")
NOBODY = Text("personne", "nobody")
BARE_HANDS = Text("Mains nues", "Bare hands")


def names(state: State, keys: Iterable[str]) -> Text:
    """Characters by name, `a, b and c`."""
    found = tuple(same(state.heroes[key].name) for key in keys if key in state.heroes)
    return listed(found) if found else NOBODY


def each_name(state: State, keys: Iterable[str]) -> tuple[str, ...]:
    """Characters by name, one by one, for a book that tells of each."""
    return tuple(state.heroes[key].name for key in keys)


def place_name(state: State, key: str) -> str:
    """The name the group gave; empty where no such place is."""
    place = state.places.get(key)
    return place.name if place else ""


def thing_name(thing: Thing) -> Text:
    return BOOK.weapons[thing.weapon].name if thing.weapon else same(thing.name)


def signed(by: int) -> Text:
    """`+2`, `−2`."""
    return same(f"+{by}" if by > 0 else f"−{-by}")


def dice(number: int) -> Text:
    """`3D` as the source writes it, `3d6` in English."""
    return Text(f"{number}D", f"{number}d6")


def wounds(number: int) -> Text:
    return counted(number, Text("Blessure", "wound"), Text("Blessures", "wounds"))
