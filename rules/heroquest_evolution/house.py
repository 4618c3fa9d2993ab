"""House rules of this rulebook and the values looked up through them (R5, R6, R19, R23, R31)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK, LevelGain
from rules.heroquest_evolution.content_types import Mercenary
from rules.heroquest_evolution.house_rows import GENERAL_ROWS, GROWTH_ROWS, gain_of
from rules.heroquest_evolution.state import State
from rules.kernel.dice import Thrower
from rules.kernel.house_rules import HouseRule, Value, value_of, who_throws
from rules.kernel.text import Text

GENERAL = Text("Campagne", "Campaign")
PRICES = Text("Prix", "Prices")
MONSTER_XP = Text("XP des monstres", "Monster XP")
LEVELS = Text("Seuils de niveau", "Level thresholds")
MERCENARIES = Text("Mercenaires", "Mercenaries")
STOCK = Text("Stock d’évolutions", "Evolution stock")
CELL_MOST = 3
STOCK_CELL = Text("Niveau {level}, {hero}", "Level {level}, {hero}")
PLACES = (
    Text("1er héros", "1st hero"),
    Text("2e héros", "2nd hero"),
    Text("3e héros", "3rd hero"),
    Text("4e héros", "4th hero"),
)
"""The heroes who reach a level, in that order; no fifth one gives anything (R29)."""

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


def _mercenaries() -> list[HouseRule]:
    limits = [
        HouseRule(
            key="mercenary_limit",
            label=Text("Mercenaires par héros, au plus", "Mercenaries for each hero, at most"),
            type="int",
            default=3,
            low=0,
            high=6,
            source="R25",
            group=MERCENARIES,
        ),
        HouseRule(
            key="apprentice_limit",
            label=Text("Dont apprentis, au plus", "Apprentices among them, at most"),
            type="int",
            default=1,
            low=0,
            high=3,
            source="R27",
            group=MERCENARIES,
        ),
        HouseRule(
            key="mercenary_experience",
            label=Text("Les mercenaires apprennent, §8.3", "Mercenaries learn, §8.3"),
            type="bool",
            default=False,
            source="R28",
            group=MERCENARIES,
            house_table=True,
        ),
    ]
    return limits + [_mercenary_price(key, row) for key, row in BOOK.mercenaries.items()]


def _mercenary_price(key: str, row: Mercenary) -> HouseRule:
    return HouseRule(
        key=f"mercenary_price.{key}",
        label=Text("Engager : {name}", "Hiring: {name}")(name=row.name.inline),
        type="int",
        default=row.price,
        low=0,
        high=100_000,
        source=row.source.partition(",")[0],
        group=MERCENARIES,
        house_table=row.house_table,
    )


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


_KEEPS_STOCK = HouseRule(
    key="evolution_stock",
    label=Text("Le sorcier tient un stock d’évolutions", "Zargon keeps a stock of evolutions"),
    type="bool",
    default=True,
    source="§6.6",
    group=STOCK,
)


def _stock_cells() -> list[HouseRule]:
    """Each cell of R29: the evolutions it gives."""
    evolutions = tuple((row.key, row.name) for row in BOOK.monsters.values() if row.rank == "evolved")
    places = [(level, place) for level, row in BOOK.stock.items() for place in range(1, len(row.cells) + 1)]
    return [
        HouseRule(
            key=f"stock.{level}.{place}",
            label=STOCK_CELL(level=level, hero=PLACES[place - 1]),
            type="words",
            default=tuple(k for k, _ in evolutions if k in BOOK.stock[level].cells[place - 1]),
            low=1,
            high=CELL_MOST,
            choices=evolutions,
            source="R29",
            group=STOCK,
            house_table=True,
        )
        for level, place in places
    ]


HOUSE_RULES: dict[str, HouseRule] = {
    rule.key: rule
    for rule in (
        *_GENERAL,
        *GENERAL_ROWS,
        *_mercenaries(),
        *_prices(),
        *_monster_xp(),
        *_levels(),
        *GROWTH_ROWS,
        _KEEPS_STOCK,
        *_stock_cells(),
    )
}


def house(state: State, key: str) -> Value:
    return value_of(HOUSE_RULES, state.house, key)


def house_int(state: State, key: str) -> int:
    value = house(state, key)
    assert isinstance(value, int)
    return value


def thrower(state: State) -> Thrower:
    """Who throws the dice (R106)."""
    return who_throws(HOUSE_RULES, state.house)


def has_stock(state: State) -> bool:
    """Whether the sorcerer keeps a stock of evolutions (§6.6)."""
    return house(state, "evolution_stock") is True


def stock_cell(state: State, level: int, place: int) -> tuple[str, ...]:
    """What the hero in that place (1 to 4) who reaches `level` (2 to 15) gives to the stock (R29)."""
    cell = house(state, f"stock.{level}.{place}")
    assert isinstance(cell, tuple)
    return cell


def threshold(state: State, level: int) -> int:
    """XP at which `level` (2 to 15) is reached; 0 for level 1."""
    return 0 if level <= 1 else house_int(state, f"level_threshold.{level}")


def level_gain(state: State, hero_class: str, level: int) -> LevelGain:
    """What reaching `level` (2 to 15) gives to that class (R5)."""
    words = state.house.get(f"level_gain.{level}.{hero_class}")
    return gain_of(words) if isinstance(words, tuple) else BOOK.level(level).gain(hero_class)


def training_price(state: State, level: int) -> int:
    """Gold for the XP of `level` (R14)."""
    return 0 if house(state, "free_training") else house_int(state, f"training_price.{level}")


def body_price(state: State) -> int:
    """Gold for a body point (R15)."""
    return 0 if house(state, "free_training") else house_int(state, "body_training")


def deed_xp(state: State, deed: str) -> int:
    """XP of one such deed (R11)."""
    return house_int(state, f"deed_xp.{deed}")


def quest_xp(state: State, quest: str) -> int:
    """XP of a quest for each survivor (§3.1)."""
    return house_int(state, f"quest_xp.{quest}")


def special_xp(state: State, quest: str) -> int:
    """XP of a quest for who brings back its find (R13)."""
    return house_int(state, f"special_xp.{quest}")


def price(state: State, item: str) -> int | None:
    """List price of one lot; None for what has no price (R49)."""
    return None if BOOK.items[item].price is None else house_int(state, f"price.{item}")


def mercenary_price(state: State, kind: str) -> int:
    """Gold for one quest (R25–R27)."""
    return house_int(state, f"mercenary_price.{kind}")


def monster_xp(state: State, monster: str) -> tuple[int, str]:
    """XP of one such monster and where the figure comes from (R6): the campaign's own figure, then the table chosen."""
    row = BOOK.monsters[monster]
    if f"monster_xp.{monster}" in state.house:
        return house_int(state, f"monster_xp.{monster}"), "R6"
    if house(state, "monster_xp_source") == "section_3_1" and row.xp_section_3 is not None:
        return row.xp_section_3, "§3.1"
    return row.xp, row.source
