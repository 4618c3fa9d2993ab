"""The first rulebook's catalog: its numbers of things, and what its rows name; see test_every_catalog for the rest."""

from collections import Counter
from typing import Any

import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.catalog import lore_name

SECTIONS = {section.key: section for section in RULESET.catalog}
COUNTS = {
    "rules": 45,
    "hero-classes": 5,
    "skills": 67,
    "spells": 72,
    "monsters": 52,
    "monster-skills": 11,
    "dark-spells": 11,
    "spell-sets": 5,
    "quests": 14,
    "items": 48,
    "mercenaries": 11,
    "levels": 14,
    "evolution-stock": 14,
}


def rows(key: str) -> tuple[dict[str, Any], ...]:
    return SECTIONS[key].rows


def keys(key: str) -> set[str]:
    return {row["key"] for row in rows(key)}


def test_the_sections_are_those_of_the_contract_and_complete():
    counts = {key: len(section.rows) for key, section in SECTIONS.items()}
    assert {key: counts[key] for key in COUNTS} == COUNTS
    assert all(counts.values())


def test_three_spells_for_each_sphere_and_level():
    cells = Counter((row["sphere"], row["level"]) for row in rows("spells"))
    assert len(cells) == 4 * 6
    assert set(cells.values()) == {3}


def test_monsters_by_rank():
    ranks = Counter(row["rank"] for row in rows("monsters"))
    assert ranks["evolved"] + ranks["new"] == 39
    assert (ranks["base"], ranks["named"]) == (8, 5)


@pytest.mark.parametrize(
    "key",
    ["hero-classes", "skills", "spells", "monster-skills", "dark-spells", "quests", "items", "mercenaries"],
)
def test_every_rule_has_a_text_that_is_translated(key):
    same = [row["key"] for row in rows(key) if row["text"]["fr"] == row["text"]["en"]]
    assert same == []


def test_every_ruling_of_the_design_can_be_read():
    assert {f"R{number}" for number in range(1, 61)} <= {row["number"] for row in rows("rulings")}


def test_the_families_of_monsters():
    families = Counter(row["family"]["en"] for row in rows("monsters"))
    assert families["Gargoyles"] == 4
    assert (families["Orcs"], families["Goblins"], families["Alone of their kind"]) == (8, 6, 10)


def test_skills_name_class_base_and_what_they_exclude():
    for row in rows("skills"):
        assert row["hero_class"] in keys("hero-classes")
        assert row["evolution_of"] is None or row["evolution_of"] in keys("skills")
        assert set(row["excludes"]) <= keys("skills")
        assert row["key"] == f"{row['hero_class']}-{row['skill']}"


def test_monsters_name_what_they_can_do():
    for row in rows("monsters"):
        assert all(lore_name(key) for key in (*row["skills"], *row["spells"]))
        assert row["quest"] is None or row["quest"] in keys("quests")
        assert (row["abilities"] is None) == (not row["skills"] and not row["spells"])


def test_quests_classes_and_stock_name_what_exists():
    assert {key for row in rows("quests") for key in row["monsters"]} <= keys("monsters")
    assert {row["weapon"] for row in rows("hero-classes")} <= keys("items")
    assert {key for row in rows("evolution-stock") for cell in row["cells"] for key in cell} <= keys(
        "monsters"
    )


def test_items_name_classes_and_ammunition():
    for row in rows("items"):
        assert {*row["only"], *row["never"]} <= keys("hero-classes")
        assert row["ammunition"] is None or row["ammunition"] in keys("items")


def test_a_level_gives_threshold_training_and_gains_in_words():
    ten = next(row for row in rows("levels") if row["key"] == "10")
    assert (ten["level"], ten["xp"], ten["price"], ten["house_table"]) == (10, 1080, 4500, True)
    assert ten["cells"]["enchanter"] == "+1D S4*"
    assert ten["enchanter"]["en"] == "+1 Defence die and one spell of level 4 or lower (not a warrior mage)"


def test_movement_adds_to_dice_where_there_are_some():
    amazon = next(row for row in rows("hero-classes") if row["key"] == "amazon")
    scout = next(row for row in rows("mercenaries") if row["key"] == "scout")
    assert (amazon["movement"], amazon["movement_dice"]) == (1, "2d6")
    assert (scout["movement"], scout["movement_dice"]) == (9, None)
