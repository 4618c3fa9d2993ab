"""House rules of this rulebook and the values looked up through them (R5, R6, R19, R23, R31)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.state import State
from rules.kernel.house_rules import HouseRule, Value, value_of
from rules.kernel.text import Text

GENERAL = Text("Campagne", "Campaign")
PRICES = Text("Prix", "Prices")
MONSTER_XP = Text("XP des monstres", "Monster XP")
LEVELS = Text("Seuils de niveau", "Level thresholds")

_GENERAL = (
    HouseRule(
        key="upkeep",
        label=Text("Entretien entre deux quêtes, en pièces d’or", "Upkeep between two quests, in gold"),
        type="int",
        default=25,
        low=0,
        high=1000,
        source="§VIII",
        group=GENERAL,
    ),
    HouseRule(
        key="resale_rate",
        label=Text("Revente, en pour cent du prix payé", "Resale, in per cent of the price paid"),
        type="int",
        default=50,
        low=0,
        high=100,
        source="R23",
        group=GENERAL,
    ),
    HouseRule(
        key="monster_xp_source",
        label=Text("Table de l’XP des monstres évolués", "Table for the XP of evolved monsters"),
        type="choice",
        default="bestiary",
        choices=(
            ("bestiary", Text("Bestiaire (§6.1)", "Bestiary (§6.1)")),
            ("section_3_1", Text("Chapitre de l’expérience (§3.1)", "Experience chapter (§3.1)")),
        ),
        source="R6",
        group=GENERAL,
    ),
    HouseRule(
        key="death_gear",
        label=Text("Équipement et or d’un mort", "Gear and gold of the dead"),
        type="choice",
        default="companion",
        choices=(
            ("companion", Text("au compagnon désigné", "to the companion named")),
            ("lost", Text("perdus", "lost")),
            ("party", Text("partagés par le groupe", "shared by the party")),
        ),
        source="R31",
        group=GENERAL,
    ),
)


def _prices() -> list[HouseRule]:
    return [
        HouseRule(
            key=f"price.{key}",
            label=item.name,
            type="int",
            default=item.price,
            low=0,
            high=100_000,
            source=item.source,
            group=PRICES,
            house_table=item.house_table,
        )
        for key, item in BOOK.items.items()
        if item.price is not None
    ]


def _monster_xp() -> list[HouseRule]:
    return [
        HouseRule(
            key=f"monster_xp.{key}",
            label=monster.name,
            type="int",
            default=monster.xp,
            low=0,
            high=1000,
            source=monster.source,
            group=MONSTER_XP,
            house_table=monster.house_table,
        )
        for key, monster in BOOK.monsters.items()
    ]


def _levels() -> list[HouseRule]:
    return [
        HouseRule(
            key=f"level_threshold.{key}",
            label=Text("XP du niveau {n}", "XP of level {n}")(n=key),
            type="int",
            default=level.threshold,
            low=1,
            high=100_000,
            source="R5",
            group=LEVELS,
            house_table=True,
        )
        for key, level in BOOK.levels.items()
    ]


HOUSE_RULES: dict[str, HouseRule] = {
    rule.key: rule for rule in (*_GENERAL, *_prices(), *_monster_xp(), *_levels())
}


def house(state: State, key: str) -> Value:
    return value_of(HOUSE_RULES, state.house, key)


def house_int(state: State, key: str) -> int:
    value = house(state, key)
    assert isinstance(value, int)
    return value


def threshold(state: State, level: int) -> int:
    """XP at which `level` (2 to 15) is reached; 0 for level 1."""
    return 0 if level <= 1 else house_int(state, f"level_threshold.{level}")


def price(state: State, item: str) -> int | None:
    """List price of one lot; None for what has no price (R49)."""
    return None if BOOK.items[item].price is None else house_int(state, f"price.{item}")


def monster_xp(state: State, monster: str) -> tuple[int, str]:
    """XP of one such monster and where the figure comes from (R6): the campaign's own figure, then the table chosen."""
    row = BOOK.monsters[monster]
    if f"monster_xp.{monster}" in state.house:
        return house_int(state, f"monster_xp.{monster}"), "R6"
    if house(state, "monster_xp_source") == "section_3_1" and row.xp_section_3 is not None:
        return row.xp_section_3, "§3.1"
    return row.xp, row.source
