"""Names that several chapters say."""

from __future__ import annotations

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.state import Figure, State
from rules.kernel.text import Text, counted, same

BODY, MIND = Text("Corps", "Body"), Text("Esprit", "Mind")
ATTACK, DEFENCE = Text("Attaque", "Attack"), Text("Défense", "Defence")
MOVEMENT = Text("Mouvement", "Movement")
GOLD, XP = Text("Or", "Gold"), Text("XP", "XP")
NAME, REASON, VALUE = Text("Nom", "Name"), Text("Raison", "Reason"), Text("Valeur", "Value")
WHO, TO, TARGET = Text("Qui", "Who"), Text("À qui", "To whom"), Text("Cible", "Target")
WHAT, ITEM, SPELL = Text("Quoi", "What"), Text("Objet", "Item"), Text("Sort", "Spell")
ROOM, CORRIDOR = Text("Salle", "Room"), Text("Couloir", "Corridor")
NUMBER, HOW_MANY = Text("Nombre", "Number"), Text("Combien", "How many")
TRAP, MONSTER = Text("Piège", "Trap"), Text("Monstre", "Monster")
HERO = Text("Héros", "Hero")
HALL = "corridor"
"""The place that is no room: where everybody begins."""
DEATH = Text("Mort", "Death")
UNIQUE_MONSTER = Text("Monstre unique", "Unique monster")
POINTS: dict[str, Text] = {"body": BODY, "mind": MIND}
GAINED: dict[str, Text] = {"body": BODY, "mind": MIND, "attack": ATTACK, "defence": DEFENCE}

EFFECTS: dict[str, Text] = {
    **{key: row.name for key, row in BOOK.spells.items()},
    "speed": BOOK.items["speed-potion"].name,
    "resistance": BOOK.items["resistance-potion"].name,
    "strength": BOOK.items["strength-potion"].name,
    "heroic": BOOK.items["heroic-potion"].name,
    "pit": BOOK.traps["pit"].name,
}
EFFECT_TEXTS: dict[str, Text] = {
    **{key: row.text for key, row in BOOK.spells.items()},
    "speed": BOOK.items["speed-potion"].text,
    "resistance": BOOK.items["resistance-potion"].text,
    "strength": BOOK.items["strength-potion"].text,
    "heroic": BOOK.items["heroic-potion"].text,
    "pit": BOOK.traps["pit"].text,
    "healing-water": Text(
        "Le prochain monstre abattu compte aussi pour qui a soigné.",
        "The next monster brought down counts for the healer too.",
    ),
    "heal-body": Text(
        "Le prochain monstre abattu compte aussi pour qui a soigné.",
        "The next monster brought down counts for the healer too.",
    ),
}


def figure_name(figure: Figure) -> Text:
    """Its name, or its kind with the number on its base."""
    if figure.name:
        return same(figure.name)
    return Text("{m} {n}", "{m} {n}")(m=BOOK.monsters[figure.monster].name, n=figure.number)


def room_name(state: State, key: str) -> Text:
    room = state.places.rooms.get(key)
    return same(room.name) if room else CORRIDOR


def points_back(number: int) -> Text:
    one, many = Text("point rendu", "point back"), Text("points rendus", "points back")
    return counted(number, one, many)


def lost_points(number: int) -> Text:
    return counted(number, Text("point perdu", "point lost"), Text("points perdus", "points lost"))


def coins(number: int) -> Text:
    return Text(f"{number}\N{NO-BREAK SPACE}PO", f"{number}\N{NO-BREAK SPACE}gold")


def experience(number: int) -> Text:
    return Text(f"{number}\N{NO-BREAK SPACE}XP", f"{number}\N{NO-BREAK SPACE}XP")


def item_name(item: str) -> Text:
    return BOOK.items[item].name


def several(item: str, count: int) -> Text:
    name = BOOK.items[item].name
    return name if count == 1 else Text("{i} ×{n}", "{i} ×{n}")(i=name, n=count)


def signed(number: int) -> str:
    """`+2`, `−1`."""
    return f"+{number}" if number > 0 else f"−{-number}"
