"""House rules of this rulebook and the values looked up through them (R1, R5, R9)."""

from __future__ import annotations

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.state import Figure, State
from rules.kernel.dice import Thrower
from rules.kernel.house_rules import HouseRule, Value, value_of, who_throws
from rules.kernel.text import Text

GENERAL, XP = Text("Campagne", "Campaign"), Text("Expérience des monstres", "Experience of monsters")
PRICES = Text("Prix", "Prices")
XP_OF = Text("{name} : XP", "{name}: XP")


def _int(key: str, fr: str, en: str, default: int, low: int, high: int, source: str) -> HouseRule:
    return HouseRule(
        key=key,
        label=Text(fr, en),
        type="int",
        default=default,
        low=low,
        high=high,
        source=source,
        group=GENERAL,
    )


_GENERAL = (
    HouseRule(
        key="movement",
        label=Text("Mouvement des héros", "Movement of heroes"),
        type="choice",
        default="fixed",
        choices=(
            ("fixed", Text("la valeur de l’annexe", "the annex’s figure")),
            ("dice", Text("2 dés", "2 dice")),
        ),
        source="R5",
        group=GENERAL,
    ),
    HouseRule(
        key="helper_share",
        label=Text(
            "Part de l’XP pour qui aide par un sort, en %", "Share of the XP for a helping caster, in %"
        ),
        type="int",
        default=50,
        low=0,
        high=100,
        source="R2",
        group=GENERAL,
        house_table=True,
    ),
    _int(
        "champion_wins",
        "Quêtes gagnées pour devenir Champion",
        "Quests won to become a champion",
        3,
        1,
        20,
        "§4",
    ),
    _int("champion_gold", "Or du Champion", "Gold of the champion", 500, 0, 5000, "§4"),
    HouseRule(
        key="dice",
        label=Text("Qui lance les dés", "Who throws the dice"),
        type="choice",
        default="ask",
        choices=(
            ("ask", Text("on demande à chaque fois", "ask each time")),
            ("app", Text("l’application", "the app")),
            ("table", Text("la table", "the table")),
        ),
        source="R9",
        group=GENERAL,
    ),
)
_XP = tuple(
    HouseRule(
        key=f"xp.{row.key}",
        label=XP_OF(name=row.name),
        type="int",
        default=row.xp,
        low=0,
        high=500,
        source="R1",
        group=XP,
        house_table=True,
    )
    for row in BOOK.monsters.values()
)
_RATES = tuple(
    HouseRule(
        key=f"rate.{row.key}",
        label=Text("{name} : prix en XP", "{name}: price in XP")(name=row.name),
        type="int",
        default=row.price,
        low=1,
        high=5000,
        source="§IV",
        group=PRICES,
    )
    for row in BOOK.rates.values()
    if row.key != "gold"
)
_PRICES = tuple(
    HouseRule(
        key=f"price.{row.key}",
        label=Text("{name} : prix", "{name}: price")(name=row.name),
        type="int",
        default=row.price,
        low=1,
        high=5000,
        source="§III",
        group=PRICES,
    )
    for row in BOOK.items.values()
    if row.price is not None
)
HOUSE_RULES: dict[str, HouseRule] = {rule.key: rule for rule in (*_GENERAL, *_XP, *_RATES, *_PRICES)}


def house(state: State, key: str) -> Value:
    return value_of(HOUSE_RULES, state.house, key)


def house_int(state: State, key: str) -> int:
    value = house(state, key)
    assert isinstance(value, int)
    return value


def thrower(state: State) -> Thrower:
    """Who throws the dice (R9)."""
    return who_throws(HOUSE_RULES, state.house)


def xp_of(state: State, figure: Figure) -> int:
    """Of a monster of its own kind the game master says (R1)."""
    return house_int(state, f"xp.{figure.monster}") if figure.monster else figure.xp


def rate(state: State, what: str) -> int:
    """Experience for one of it (§IV); gold is one for one."""
    return 1 if what == "gold" else house_int(state, f"rate.{what}")


def price(state: State, item: str) -> int:
    return house_int(state, f"price.{item}")
