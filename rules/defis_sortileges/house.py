"""House rules of this rulebook and the values looked up through them (R2, R3, R6)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.defis_sortileges.book import BOOK, HIGHEST, LOWEST, SCORES
from rules.defis_sortileges.content_types import Character, Spell
from rules.defis_sortileges.state import Scores, State
from rules.defis_sortileges.words import SCORE_NAMES, VITALITY
from rules.kernel.dice import Thrower
from rules.kernel.house_rules import HouseRule, Value, value_of, who_throws
from rules.kernel.text import Text

GENERAL = Text("Campagne", "Campaign")
START = Text("Valeurs de départ", "Starting values")
SPELLS = Text("Sortilèges", "Spells")
STARTING = Text("{name} : {what}", "{name}: {what}")
DICE = Text("dés de Blessures de l’arme", "dice of wounds of the weapon")
SPELL_PARTS: tuple[tuple[str, Text, int, int], ...] = (
    ("initiative", Text("Initiative", "Initiative"), LOWEST, HIGHEST),
    ("level", Text("Niveau", "Level"), 1, 12),
    ("power", Text("Pouvoir nécessaire", "Power needed"), 1, 99),
    ("ticks", Text("attitude nécessaire", "attitude needed"), 1, 99),
)

_GENERAL = (
    HouseRule(
        key="rest",
        label=Text("Blessures retirées par un repos", "Wounds removed by a rest"),
        type="int",
        default=10,
        low=1,
        high=60,
        source="§5.1",
        group=GENERAL,
    ),
    HouseRule(
        key="bare_hands",
        label=Text("Dés de Blessures à mains nues", "Dice of wounds with bare hands"),
        type="int",
        default=1,
        low=1,
        high=6,
        source="R42",
        group=GENERAL,
        house_table=True,
    ),
    HouseRule(
        key="failed_spell_is_spent",
        label=Text("Un sortilège manqué compte comme lancé", "A failed spell counts as cast"),
        type="bool",
        default=True,
        source="R29",
        group=GENERAL,
        house_table=True,
    ),
    HouseRule(
        key="allies_share_success",
        label=Text("La mission d’un allié est celle de l’alliance", "An ally’s mission is the alliance’s"),
        type="bool",
        default=False,
        source="R40",
        group=GENERAL,
        house_table=True,
    ),
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
        source="R33",
        group=GENERAL,
    ),
)


def _starting(one: Character) -> Iterator[HouseRule]:
    for score in SCORES:
        yield _start(one, score, SCORE_NAMES[score], getattr(one, score), LOWEST, HIGHEST)
    yield _start(one, "vitality", VITALITY, one.vitality, 1, 200)
    yield _start(one, "dice", DICE, BOOK.weapons[one.weapon].dice, 1, 12)


def _start(one: Character, what: str, name: Text, value: int, low: int, high: int) -> HouseRule:
    lost = what in one.lost or (what == "dice" and BOOK.weapons[one.weapon].house_table)
    return HouseRule(
        key=f"start.{one.key}.{what}",
        label=STARTING(name=one.name, what=name),
        type="int",
        default=value,
        low=low,
        high=high,
        source="R2" if lost else "§3" if what == "dice" else "§1",
        group=START,
        house_table=lost,
    )


def _of_spell(spell: Spell) -> Iterator[HouseRule]:
    for part, name, low, high in SPELL_PARTS:
        value = getattr(spell, part)
        if value is not None:
            yield HouseRule(
                key=f"spell.{spell.key}.{part}",
                label=STARTING(name=spell.name, what=name),
                type="int",
                default=value,
                low=low,
                high=high,
                source=spell.source,
                group=SPELLS,
                house_table=spell.house_table,
            )


HOUSE_RULES: dict[str, HouseRule] = {
    rule.key: rule
    for rule in (
        *_GENERAL,
        *(rule for one in BOOK.characters.values() for rule in _starting(one)),
        *(rule for spell in BOOK.spells.values() for rule in _of_spell(spell)),
    )
}


def house(state: State, key: str) -> Value:
    return value_of(HOUSE_RULES, state.house, key)


def house_int(state: State, key: str) -> int:
    value = house(state, key)
    assert isinstance(value, int)
    return value


def thrower(state: State) -> Thrower:
    """Who throws the dice (R33)."""
    return who_throws(HOUSE_RULES, state.house)


def starting_scores(state: State, character: str) -> Scores:
    """§1, R2."""
    return Scores(**{score: house_int(state, f"start.{character}.{score}") for score in SCORES})


def starting_vitality(state: State, character: str) -> int:
    return house_int(state, f"start.{character}.vitality")


def starting_dice(state: State, character: str) -> int:
    """Dice of wounds of the weapon a character begins with (§3)."""
    return house_int(state, f"start.{character}.dice")


def spell_part(state: State, spell: str, part: str) -> int:
    """Initiative, level, power or ticks of a spell (§9)."""
    return house_int(state, f"spell.{spell}.{part}")


def is_open(state: State, spell: Spell, power: int, ticks: dict[str, int]) -> bool:
    """Whether Power, or one attitude, is enough for the spell (§9.2)."""
    if spell.attitude is None:
        return True
    enough = power >= spell_part(state, spell.key, "power")
    return enough or ticks[spell.attitude] >= spell_part(state, spell.key, "ticks")
