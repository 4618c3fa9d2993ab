"""House rules of this rulebook and the values looked up through them: each figure that is ours may be replaced."""

from __future__ import annotations

from rules.kernel.dice import Thrower
from rules.kernel.house_rules import HouseRule, Value, value_of, who_throws
from rules.kernel.text import Text
from rules.six_elements.book import BOOK, RANKS, RARITIES
from rules.six_elements.content_types import Adventure, Monster
from rules.six_elements.state import State
from rules.six_elements.words import GRADES, RARITY

CAMPAIGN, HEROES = Text("Campagne", "Campaign"), Text("Héros", "Heroes")
FIGHTS, MAP = Text("Combats", "Fights"), Text("Donjon", "Dungeon")
THRESHOLDS = Text("Seuils des aventures", "Thresholds of adventures")
MONSTERS = Text("Monstres et boss", "Monsters and bosses")
SCALE = {"easy": (3, 4), "normal": (6, 8), "heroic": (9, 12)}
"""The bounds of every threshold (§14): they never cross."""
FIGURES: dict[str, Text] = {
    "body": Text("corps", "body"),
    "attack": Text("bonus d’attaque", "attack bonus"),
    "defence": Text("bonus de défense", "defence bonus"),
}
MOST_OF_FIGURE = 60


def _number(
    key: str, fr: str, en: str, default: int, low: int, high: int, source: str, group: Text, ours: bool = True
) -> HouseRule:
    return HouseRule(
        key=key,
        label=Text(fr, en),
        type="int",
        default=default,
        low=low,
        high=high,
        source=source,
        group=group,
        house_table=ours,
    )


_GENERAL = (
    HouseRule(
        key="dice",
        label=Text("Qui lance les dés et pioche les cartes", "Who throws the dice and draws the cards"),
        type="choice",
        default="ask",
        choices=(
            ("ask", Text("On demande pour chaque jet, l’appli pioche", "Asked for each roll, the app draws")),
            ("app", Text("L’appli", "The app")),
            ("table", Text("La table, cartes comprises", "The table, cards included")),
        ),
        source="R32",
        group=CAMPAIGN,
        house_table=True,
    ),
    _number(
        "deaths_most",
        "Morts qui arrêtent la partie",
        "Deaths that end the game",
        3,
        1,
        9,
        "§16",
        CAMPAIGN,
        False,
    ),
    _number(
        "oracle_level",
        "Niveau qui réveille l’Oracle",
        "Level that wakes the Oracle",
        10,
        2,
        10,
        "§16",
        CAMPAIGN,
        False,
    ),
    _number("starting_body", "Corps au départ", "Body at the start", 3, 1, 9, "§4", HEROES, False),
    _number("starting_mana", "Mana au départ", "Mana at the start", 3, 0, 9, "R1", HEROES),
    _number(
        "hero_steps", "Tuiles par tour d’un héros", "Tiles a hero walks in a turn", 3, 1, 9, "§5", MAP, False
    ),
    _number(
        "monster_steps",
        "Tuiles par tour d’un monstre",
        "Tiles a monster walks in a turn",
        3,
        0,
        9,
        "§5",
        MAP,
        False,
    ),
    _number("zone_common", "Dernière distance des Communs", "Last distance of commons", 3, 1, 5, "R5", MAP),
    _number("zone_rare", "Dernière distance des Rares", "Last distance of rares", 6, 6, 8, "R5", MAP),
    _number("zone_unique", "Dernière distance des Uniques", "Last distance of uniques", 9, 9, 12, "R5", MAP),
    _number(
        "flee_margin",
        "Fuir : points au-dessus du rang",
        "Fleeing: points above the rank",
        1,
        0,
        2,
        "R8",
        FIGHTS,
    ),
    _number(
        "flee_boss", "Fuir un boss : face à atteindre", "Fleeing a boss: face to reach", 6, 1, 6, "R8", FIGHTS
    ),
    _number("reroll_cost", "Mana pour relancer un dé", "Mana to reroll a die", 1, 1, 3, "R7", FIGHTS, False),
    _number("added_cost", "Mana pour un dé de plus", "Mana for one more die", 2, 1, 6, "R7", FIGHTS, False),
    _number(
        "tokens_most", "Jetons d’une sorte au plus", "Tokens of one kind at most", 6, 1, 12, "R35", FIGHTS
    ),
    _number(
        "renew_price",
        "Or pour renouveler l’étalage",
        "Gold to renew the stall",
        1,
        0,
        9,
        "§15",
        CAMPAIGN,
        False,
    ),
)


def _threshold(card: Adventure, grade: str) -> HouseRule:
    low, high = SCALE[grade]
    label = Text("{card} : {grade}", "{card}: {grade}")(card=card.name, grade=GRADES[grade].inline)
    default = int(getattr(card, grade))
    return HouseRule(
        key=f"threshold.{card.key}.{grade}", label=label, type="int", default=default, low=low, high=high,
        source="R9", group=THRESHOLDS, house_table=True,
    )  # fmt: skip


def _figure(monster: Monster, figure: str) -> HouseRule:
    label = Text("{name} : {figure}", "{name}: {figure}")(name=monster.name, figure=FIGURES[figure])
    default = int(getattr(monster, figure))
    low = 1 if figure == "body" else 0
    return HouseRule(
        key=f"monster_{figure}.{monster.key}", label=label, type="int", default=default, low=low,
        high=MOST_OF_FIGURE, source="R20", group=MONSTERS, house_table=True,
    )  # fmt: skip


CREATURES: dict[str, Monster] = {**BOOK.monsters, **BOOK.bosses}
HOUSE_RULES: dict[str, HouseRule] = {
    rule.key: rule
    for rule in (
        *_GENERAL,
        *(_threshold(card, grade) for card in BOOK.adventures.values() for grade in SCALE),
        *(_figure(monster, figure) for monster in CREATURES.values() for figure in FIGURES),
    )
}
"""Every rule a campaign may set, with its bounds."""


def house(state: State, key: str) -> Value:
    return value_of(HOUSE_RULES, state.house, key)


def house_int(state: State, key: str) -> int:
    value = house(state, key)
    assert isinstance(value, int)
    return value


def thrower(state: State) -> Thrower:
    """Who throws the dice (R32)."""
    return who_throws(HOUSE_RULES, state.house)


def threshold(state: State, card: str, grade: str) -> int:
    return house_int(state, f"threshold.{card}.{grade}")


def monster_figure(state: State, monster: str, figure: str) -> int:
    return house_int(state, f"monster_{figure}.{monster}")


def rarity_at(state: State, distance: int) -> str:
    """The rarity of a monster so far from the entrance (§13, R5)."""
    for rarity in RARITIES[:-1]:
        if distance <= house_int(state, f"zone_{rarity}"):
            return rarity
    return RARITIES[-1]


def flee_face(state: State, rarity: str) -> int:
    """The face of one die from which on a hero gets away (R8)."""
    if rarity == "boss":
        return house_int(state, "flee_boss")
    return RANKS[rarity] + house_int(state, "flee_margin")


ZONES = {rarity: RARITY[rarity] for rarity in RARITIES}
