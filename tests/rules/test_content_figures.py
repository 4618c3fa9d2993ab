"""The content against the figures of its source and rulings, written down here once more, line by line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.book import BOOK, FOLDER, Book, load
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.references import check, members
from rules.kernel.content import ContentError, read_toml
from rules.kernel.text import Text

LONGEST = 900
"""Letters of a text: four lines on a wide screen, a hand's breadth on a phone."""

CLASSES = {
    "barbarian": (3, 2, 8, 2, 0, "broadsword"),
    "dwarf": (2, 2, 7, 3, 0, "short-sword"),
    "elf": (2, 2, 6, 4, 0, "short-sword"),
    "enchanter": (1, 2, 4, 6, 0, "dagger"),
    "amazon": (2, 1, 7, 3, 1, "amazon-sword"),
}
"""R1, §VII: attack, defence, body, mind, squares beside 2d6, weapon."""

BASE = {
    "goblin": (10, 2, 1, 1, 1, 1),
    "skeleton": (6, 2, 2, 1, 0, 1),
    "zombie": (4, 2, 3, 1, 0, 2),
    "orc": (8, 3, 2, 1, 2, 3),
    "fimir": (6, 3, 3, 1, 3, 4),
    "mummy": (4, 3, 4, 1, 0, 5),
    "chaos-warrior": (6, 3, 4, 1, 3, 5),
    "gargoyle": (6, 4, 4, 1, 4, 6),
}
"""R32: movement, attack, defence, body, mind, XP."""

EVOLVED = {
    "goblin-champion": (10, 2, 2, 1, 1, 2),
    "goblin-warlord": (8, 2, 5, 1, 1, 4),
    "goblin-hero": (10, 3, 3, 2, 1, 7),
    "goblin-archer": (10, 2, 1, 1, 1, 2),
    "goblin-shaman": (9, 1, 1, 4, 1, 5),
    "orc-champion": (8, 3, 3, 1, 2, 4),
    "orc-warlord": (9, 4, 3, 1, 2, 6),
    "orc-hero": (8, 5, 4, 2, 2, 9),
    "orc-archer": (8, 3, 2, 1, 1, 3),
    "orc-shaman": (7, 2, 2, 1, 4, 10),
    "fimir-champion": (7, 4, 3, 1, 3, 6),
    "fimir-warlord": (7, 4, 4, 3, 4, 11),
    "fimir-hero": (8, 5, 4, 4, 4, 21),
    "chaos-champion": (6, 4, 4, 2, 3, 8),
    "chaos-lord": (7, 5, 5, 4, 5, 22),
    "chaos-hero": (7, 6, 5, 5, 6, 35),
    "tomb-guardian": (8, 4, 2, 1, 0, 5),
    "doom-knight": (8, 5, 4, 2, 0, 11),
    "restless-zombie": (4, 2, 3, 1, 0, 4),
    "ravager-zombie": (4, 3, 4, 3, 0, 15),
    "millennial-mummy": (4, 4, 4, 3, 5, 18),
    "pharaonic-mummy": (5, 4, 4, 4, 8, 32),
    "stone-gargoyle": (5, 4, 5, 3, 3, 14),
    "gargoyle-master": (9, 6, 5, 5, 7, 38),
    "demon": (10, 8, 6, 7, 10, 60),
}
"""§6.1, with R7's orc champion."""

NEW = {
    "giant-spider": (11, 1, 1, 1, 1, 2),
    "giant-rat": (18, 1, 1, 1, 1, 25),
    "minotaur": (9, 4, 3, 2, 1, 25),
    "minotaur-champion": (9, 5, 4, 3, 1, 32),
    "minotaur-hero": (9, 6, 4, 5, 1, 40),
    "troll": (7, 5, 3, 2, 1, 11),
    "necromancer": (6, 2, 2, 1, 7, 5),
    "lich": (5, 3, 2, 2, 14, 30),
    "poltergeist": (10, 3, 2, 2, 0, 14),
    "spectre": (9, 2, 4, 3, 0, 30),
    "banshee": (9, 3, 4, 3, 0, 40),
    "ogre": (5, 4, 4, 2, 1, 16),
    "ogre-champion": (5, 5, 4, 3, 1, 19),
    "ogre-hero": (5, 6, 5, 4, 2, 27),
}
"""§6.2."""

NAMED = {"fellmarg": 6, "ulag": 7, "grak": 6, "balur": 6, "witch-lord": 25}

SECTION_3 = {
    "goblin-archer": 1,
    "goblin-champion": 1,
    "goblin-warlord": 2,
    "orc-archer": 3,
    "orc-champion": 4,
    "orc-warlord": 5,
    "orc-hero": 7,
    "fimir-champion": 5,
    "chaos-champion": 6,
}
"""§3.1's figures for evolved monsters; the others are blank there."""

MONSTER_SKILLS = {
    "orc-warlord": "critical-blow stunning-blow",
    "orc-hero": "fatal-blow powerful-blow stunning-blow magic-weapon",
    "fimir-champion": "berserk stunning-blow",
    "fimir-warlord": "berserk-rage fatal-blow stunning-blow",
    "fimir-hero": "berserk-rage fatal-blow combat-master colossal-strength stunning-blow",
    "chaos-champion": "fatal-blow stunning-blow",
    "chaos-lord": "fatal-blow precise-blow combat-master colossal-strength stunning-blow magic-weapon",
    "chaos-hero": "fatal-blow precise-blow combat-master magic-resistance magic-weapon colossal-strength",
    "tomb-guardian": "magic-resistance monstrous-resistance",
    "doom-knight": "magic-resistance monstrous-resistance circular-strike magic-weapon",
    "restless-zombie": "monstrous-resistance",
    "ravager-zombie": "tough-as-leather regeneration",
    "pharaonic-mummy": "monstrous-resistance regeneration",
    "stone-gargoyle": "monstrous-resistance",
    "gargoyle-master": "regeneration fatal-blow precise-blow",
    "demon": "tough-as-leather colossal-strength non-magic-weapon-resistance magic-resistance magic-weapon",
    "giant-spider": "small-size",
    "giant-rat": "swarming small-size small-creature",
    "minotaur": "berserk-rage furious-charge fatal-blow colossal-strength iron-skull large-monster",
    "minotaur-champion": "berserk-rage furious-charge chain-attack fatal-blow colossal-strength iron-skull large-monster",
    "minotaur-hero": "berserk-rage furious-charge chain-attack fatal-blow colossal-strength iron-skull large-monster",
    "troll": "berserk regeneration iron-skull stunning-blow large-monster",
    "lich": "monstrous-resistance",
    "poltergeist": "monstrous-resistance non-magic-weapon-resistance",
    "spectre": "monstrous-resistance psychic-attack non-magic-weapon-resistance",
    "banshee": "monstrous-resistance psychic-attack rending-scream non-magic-weapon-resistance",
    "ogre": "critical-blow powerful-blow circular-strike colossal-strength iron-skull stunning-blow large-monster",
    "ogre-champion": "fatal-blow powerful-blow circular-strike colossal-strength iron-skull stunning-blow large-monster",
    "ogre-hero": "critical-blow powerful-blow circular-strike colossal-strength combat-master iron-skull stunning-blow large-monster",
}
"""§6.1, §6.2, read with R16 and R59; the others have none."""

MONSTER_SPELLS = {
    "goblin-shaman": "wound mind-strike curse confusion",
    "orc-shaman": "wound curse toad external:orc-shaman",
    "millennial-mummy": "external:necromancer wound mind-strike curse",
    "pharaonic-mummy": "external:lightning abominable-withering wound black-lightning mental-destruction greater-curse",
    "gargoyle-master": "ball-of-flame maelstrom-fireball",
    "demon": "set:all-below-6",
    "necromancer": "external:necromancer mind-strike wound black-lightning",
    "lich": "set:all",
    "poltergeist": "mind-strike",
    "spectre": "mind-strike",
}

QUESTS = {
    "the-trial": 30,
    "rescue-of-sir-ragnar": 25,
    "lair-of-the-orc-warlord": 10,
    "prince-magnus-gold": 15,
    "melars-maze": 15,
    "legacy-of-the-orc-warlord": 10,
    "the-stone-hunter": 15,
    "the-fire-mage": 10,
    "race-against-time": 10,
    "castle-of-mystery": 15,
    "bastion-of-chaos": 20,
    "barak-tor": 30,
    "quest-for-the-spirit-blade": 15,
    "return-to-barak-tor": 100,
}

WEAPONS = {
    "dagger": (25, 1, ""),
    "staff": (100, 1, "diagonal"),
    "short-sword": (150, 2, ""),
    "hand-axe": (200, 2, "thrown"),
    "spear": (280, 2, "diagonal"),
    "rapier": (250, 2, "diagonal"),
    "broadsword": (250, 3, ""),
    "long-sword": (350, 3, "diagonal"),
    "battle-axe": (450, 4, "two_handed"),
    "two-handed-sword": (800, 4, "diagonal two_handed"),
    "halberd": (1500, 4, "diagonal two_handed"),
    "crossbow": (350, 3, ""),
    "short-bow": (250, 2, "two_handed"),
    "long-bow": (800, 4, "two_handed"),
}
"""R20: price, dice, how it strikes."""

OTHER_PRICES = {
    "arrows": 50,
    "bolts": 50,
    "shield": 100,
    "helmet": 120,
    "chain-mail": 450,
    "plate-armour": 850,
    "bracers": 200,
    "cloak-of-protection": 350,
    "tool-kit": 250,
    "trap-kit": 200,
    "rope": 50,
    "healing-potion": 500,
    "lesser-healing-potion": 200,
    "potion-of-speed": 200,
    "antidote": 300,
    "holy-water": 400,
    "potion-of-strength": 250,
    "potion-of-resistance": 250,
    "heroic-potion": 400,
    "potion-of-magic": 400,
    "potion-of-restoration": 500,
    "elixir-of-life": 1000,
}
"""R20, R22."""
DEFENCE = {
    "shield": 1,
    "helmet": 1,
    "chain-mail": 1,
    "plate-armour": 2,
    "bracers": 1,
    "cloak-of-protection": 1,
}
NOT_PUBLISHED = {
    "spear", "two-handed-sword", "halberd", "short-bow", "long-bow", "arrows", "bolts", "trap-kit", "rope",
    "potion-of-strength", "potion-of-resistance", "heroic-potion", "elixir-of-life",
}  # fmt: skip
"""R20, R22: DM and P."""

MERCENARIES = {
    "scout": (50, 9, 2, 3, 2, 2),
    "crossbowman": (75, 6, 3, 3, 2, 2),
    "halberdier": (75, 6, 3, 3, 2, 2),
    "swordsman": (100, 5, 4, 5, 2, 2),
    "halfling": (150, None, 1, 2, 5, 4),
    "elf-archer": (200, None, 2, 2, 5, 4),
    "dwarf": (250, None, 2, 2, 7, 3),
    "amazon": (250, None, 2, 1, 7, 3),
    "barbarian": (300, None, 3, 2, 8, 2),
    "dwarf-slayer": (300, None, 3, 1, 7, 2),
    "paladin": (350, None, 3, 3, 7, 4),
}
"""R25, R27: price, movement (None is 2d6), attack, defence, body, mind."""

LEVELS = """
2 C | C | C | C | C | 500
3 +1B | +1B | S2 | +1M S2 | +1D | 1000
4 C | C | C | S2 | C | 1500
5 +1A | +1D | +1B S2 | C | +1B | 2000
6 C | C | C +1M | +1M S3 | C | 2500
7 +1B | +1B | S3 | +1B S3* | +1A | 3000
8 C | C | C | C | C | 3500
9 +1D | +1A | +1B S3 | +1M S4 | +1B | 4000
10 C +1B | C +1B | C +1M | +1D S4* | C +1M | 4500
11 +1M | +1M | +1D S4 | C | +1D | 5000
12 C | C | +1A | +1M S5 | C +1B | 5500
13 +1A | +1D | +1B S5 | +1B S5* | +1A | 6000
14 C +1B | C +1B | C +1M | C S6 | C +1M | 6500
15 +1B +1M | +1B +1M | S6 | +1A S6 | +1B | 7000
""".strip()
THRESHOLDS = (40, 100, 180, 280, 400, 540, 700, 880, 1080, 1300, 1540, 1800, 2080, 2380)

STOCK = {
    2: "goblin-champion|goblin-archer|goblin-champion|orc-champion",
    3: "goblin-champion|orc-champion|orc-archer|orc-champion+goblin-archer",
    4: "orc-champion|goblin-shaman|restless-zombie|fimir-champion",
    5: "goblin-warlord|tomb-guardian|fimir-champion|orc-warlord",
    6: "orc-warlord|chaos-champion|restless-zombie+tomb-guardian|goblin-hero",
    7: "goblin-hero|chaos-champion|orc-shaman|orc-hero",
    8: "orc-hero|fimir-warlord|doom-knight|stone-gargoyle",
    9: "fimir-warlord|doom-knight|ravager-zombie|millennial-mummy",
    10: "stone-gargoyle|millennial-mummy|fimir-hero|chaos-lord",
    11: "ravager-zombie+doom-knight|fimir-hero|chaos-lord|pharaonic-mummy",
    12: "chaos-lord|millennial-mummy+stone-gargoyle|pharaonic-mummy|chaos-hero",
    13: "pharaonic-mummy|chaos-hero|gargoyle-master|chaos-hero+fimir-hero",
    14: "chaos-hero|gargoyle-master|chaos-hero+pharaonic-mummy|gargoyle-master",
    15: "gargoyle-master|chaos-hero+pharaonic-mummy|demon|demon",
}

DURATIONS = {
    "wizard-eye": 2, "haste": 3, "poison": 2, "weakening": 2, "illusory-double": 5, "command": 2,
    "summon-giant-spiders": 4, "entangling-roots": 1, "bloodlust": 3, "burning-hands": 3, "electric-grip": 2,
    "magic-shield": 5, "minor-invulnerability": 2, "steel-skin": 3, "stone-legs": 3, "regeneration": 4,
    "flaming-blade": 4, "quickness-of-fire": 2, "summon-air-elemental": 5, "summon-water-elemental": 5,
    "summon-earth-elemental": 5, "summon-fire-elemental": 5, "force-field": 3, "clone": 5, "freeze": 5,
    "invisibility": 4, "burning-cloud": 3, "reflected-flames": 3, "elemental-aura": 8, "major-invulnerability": 5,
    "metamorphosis": 5, "shared-energy": 4, "destructive-madness": 5, "summon-efriit": 7,
}  # fmt: skip
"""§5.2, in rounds; the other spells have none."""
DARK_DURATIONS = {"confusion": 4, "toad": 4, "thick-skin": 2}

USES = {
    "berserk": 1, "berserk-rage": 1, "stunning-blow": 2, "critical-blow": 1, "fatal-blow": 1, "precise-blow": 1,
    "powerful-blow": 1, "disarming": 3, "chain-attack": 1, "circular-strike": 2, "meditation": 1,
    "keen-hearing": 3, "sprint": 1, "bargaining": 2, "noble-cause": 2, "secret-thrust": 2, "furious-charge": 1,
    "warrior-frenzy": 2, "serpent-suppleness": 1,
}  # fmt: skip
"""§IV, §VII: uses per dungeon (Bargaining: between two); permanent and special ones have no count."""
POOLS = {"medical-fluid": 4, "regenerative-energy": 5}


def profile(row: Any) -> tuple[Any, ...]:
    return (row.movement, row.attack, row.defence, row.body, row.mind)


def of_rank(rank: str) -> dict[str, Monster]:
    return {key: row for key, row in BOOK.monsters.items() if row.rank == rank}


# Counts


def test_the_counts_are_those_of_the_source():
    counts = {table: len(getattr(BOOK, table)) for table in BOOK.__struct_fields__}
    expected = {"skills": 67, "spells": 72, "monster_skills": 11, "dark_spells": 11, "quests": 14}
    assert {table: counts[table] for table in expected} == expected
    assert Counter(row.rank for row in BOOK.monsters.values()) == {
        "base": 8,
        "evolved": 25,
        "new": 14,
        "named": 5,
    }
    assert Counter(row.hero_class for row in BOOK.skills.values()) == {
        "barbarian": 14,
        "elf": 13,
        "enchanter": 12,
        "dwarf": 15,
        "amazon": 13,
    }


def test_three_spells_for_each_sphere_and_level():
    cells = Counter((spell.level, spell.sphere) for spell in BOOK.spells.values())
    assert cells == dict.fromkeys(product(range(1, 7), ("air", "water", "earth", "fire")), 3)


# Figures


def test_the_heroes_start_as_r1_says():
    found = {
        key: (row.attack, row.defence, row.body, row.mind, row.movement_bonus, row.weapon)
        for key, row in BOOK.hero_classes.items()
    }
    assert found == CLASSES
    assert {row.gold for row in BOOK.hero_classes.values()} == {0}
    assert {key: row.sphere_count for key, row in BOOK.hero_classes.items() if row.sphere_count} == {
        "elf": 1,
        "enchanter": 3,
    }


@pytest.mark.parametrize(("rank", "table"), [("base", BASE), ("evolved", EVOLVED), ("new", NEW)])
def test_the_monsters_have_the_profiles_printed(rank, table):
    assert {key: (*profile(row), row.xp) for key, row in of_rank(rank).items()} == table
    assert list(of_rank(rank)) == list(table)


def test_the_named_monsters_have_their_experience_and_nothing_else():
    assert {key: row.xp for key, row in of_rank("named").items()} == NAMED
    assert {profile(row) for row in of_rank("named").values()} == {(None,) * 5}


def test_the_other_figures_of_section_3_stand_beside_the_bestiary():
    found = {key: row.xp_section_3 for key, row in BOOK.monsters.items() if row.xp_section_3 is not None}
    assert found == {key: xp for key, xp in SECTION_3.items() if xp != EVOLVED[key][5]}


def test_archers_have_a_second_figure_for_contact():
    found = {key: row.attack_melee for key, row in BOOK.monsters.items() if row.attack_melee}
    assert found == {"goblin-archer": 1, "orc-archer": 2}


def test_the_monsters_have_the_skills_and_spells_printed():
    def plain(keys: tuple[str, ...]) -> str:
        return " ".join(BOOK.skills[key].skill if key in BOOK.skills else key for key in keys)

    monsters = BOOK.monsters.items()
    assert {key: plain(row.skills) for key, row in monsters if row.skills} == MONSTER_SKILLS
    assert {key: " ".join(row.spells) for key, row in monsters if row.spells} == MONSTER_SPELLS


def test_misprints_are_flagged():
    assert {key for key, row in BOOK.monsters.items() if row.misprint} == {
        "goblin-shaman",
        "orc-champion",
        "giant-rat",
    }


def test_a_monster_of_one_or_two_body_that_cannot_stun_says_so():
    stunning = [row for row in BOOK.monsters.values() if "barbarian-stunning-blow" in row.skills]
    warned = {row.key for row in stunning if row.note and "cannot succeed" in row.note.en}
    assert warned == {row.key for row in stunning if row.body is not None and row.body <= 2}
    assert all("R57" in BOOK.monsters[key].source for key in warned)
    assert len(warned) == 6


def test_the_quests_are_worth_what_section_3_says():
    assert {key: row.xp for key, row in BOOK.quests.items()} == QUESTS
    special = {key: (row.special, row.special_xp) for key, row in BOOK.quests.items() if row.special}
    assert special == {
        "barak-tor": ("star_of_the_west", 35),
        "quest-for-the-spirit-blade": ("spirit_blade", 20),
    }
    assert {
        key
        for row in ("xp_is_optional", "gold_mark")
        for key, quest in BOOK.quests.items()
        if getattr(quest, row)
    } == {
        "the-trial",
        "prince-magnus-gold",
    }
    assert [key for key, row in BOOK.quests.items() if not row.mercenaries] == ["the-trial"]


def test_the_weapons_have_their_prices_and_dice():
    found = {
        key: (
            row.price,
            row.attack,
            " ".join(how for how in ("thrown", "diagonal", "two_handed") if getattr(row, how)),
        )
        for key, row in BOOK.items.items()
        if row.shop and row.attack
    }
    assert found == WEAPONS
    assert {key for key in WEAPONS if not BOOK.items[key].adjacent} == {"crossbow", "long-bow"}
    assert {key for key in WEAPONS if BOOK.items[key].reach == 2} == {"halberd"}
    assert {key for key in WEAPONS if BOOK.items[key].bars_shield} == {
        "staff",
        *(key for key in WEAPONS if BOOK.items[key].two_handed),
    }


def test_everything_else_in_the_shops_has_its_price():
    found = {key: row.price for key, row in BOOK.items.items() if row.shop and not row.attack}
    assert found == OTHER_PRICES
    assert {key: row.defence for key, row in BOOK.items.items() if row.shop and row.defence} == DEFENCE
    assert {key: row.movement for key, row in BOOK.items.items() if row.movement} == {"plate-armour": -2}
    assert {row.lot for key, row in BOOK.items.items() if key in ("arrows", "bolts")} == {10}


def test_prices_that_are_not_the_published_ones_are_marked():
    assert {key for key, row in BOOK.items.items() if row.shop and row.house_table} == NOT_PUBLISHED


def test_potions_give_back_what_r22_says():
    found = {
        key: (row.heals_body or row.heals_body_dice, row.heals_mind)
        for key, row in BOOK.items.items()
        if row.heals_body or row.heals_body_dice
    }
    assert found == {
        "healing-potion": ("1d6", 0),
        "lesser-healing-potion": (2, 0),
        "potion-of-restoration": (1, 1),
    }


def test_the_mercenaries_have_their_prices_and_profiles():
    assert {key: (row.price, *profile(row)) for key, row in BOOK.mercenaries.items()} == MERCENARIES
    assert {key: row.movement_bonus for key, row in BOOK.mercenaries.items() if row.movement_bonus} == {
        "amazon": 1
    }
    assert {key for key, row in BOOK.mercenaries.items() if row.disarms} == {"scout", "halfling", "dwarf"}
    assert {key for key, row in BOOK.mercenaries.items() if row.diagonal} >= {"halberdier"}
    assert {len(row.improvements) for row in BOOK.mercenaries.values()} == {5}
    assert {key for key, row in BOOK.mercenaries.items() if row.house_table} == {
        key for key, row in BOOK.mercenaries.items() if row.apprentice
    }


def test_the_level_table_is_that_of_the_rulings():
    found = [
        f"{row.key} {row.barbarian} | {row.dwarf} | {row.elf} | {row.enchanter} | {row.amazon} | {row.training}"
        for row in BOOK.levels.values()
    ]
    assert found == LEVELS.splitlines()
    assert tuple(row.threshold for row in BOOK.levels.values()) == THRESHOLDS
    assert tuple(10 * (n - 1) * (n + 2) for n in range(2, 16)) == THRESHOLDS


def test_the_stock_is_that_of_the_rulings():
    found = {int(key): "|".join("+".join(cell) for cell in row.cells) for key, row in BOOK.stock.items()}
    assert found == STOCK


def test_spells_last_as_long_as_printed():
    assert {key: row.duration for key, row in BOOK.spells.items() if row.duration} == DURATIONS
    assert {key: row.duration for key, row in BOOK.dark_spells.items() if row.duration} == DARK_DURATIONS


def test_skills_are_used_as_often_as_printed():
    assert {row.skill: row.uses for row in BOOK.skills.values() if row.uses} == USES
    assert {row.skill: row.pool for row in BOOK.skills.values() if row.pool} == POOLS
    assert {row.skill for row in BOOK.skills.values() if row.min_level == 4} == {
        "colossal-strength", "diamond-aura", "warrior-mage", "sturdiness", "iron-skin",
    }  # fmt: skip


def test_skills_evolve_and_exclude_as_printed():
    assert {key: row.evolution_of for key, row in BOOK.skills.items() if row.evolution_of} == {
        "barbarian-berserk-rage": "barbarian-berserk",
        "barbarian-fatal-blow": "barbarian-critical-blow",
        "elf-nimble-feet": "elf-increased-speed",
        "enchanter-regenerative-energy": "enchanter-medical-fluid",
        "dwarf-fatal-blow": "dwarf-critical-blow",
        "dwarf-expert-disarming": "dwarf-trap-disarming",
        "dwarf-iron-skin": "dwarf-sturdiness",
        "amazon-nimble-feet": "amazon-increased-speed",
    }
    assert {key: row.excludes for key, row in BOOK.skills.items() if row.excludes} == {
        "elf-dodge": ("elf-parry",),
        "elf-parry": ("elf-dodge",),
    }


# References


def test_sets_hold_what_they_say():
    held = {key: members(BOOK, row) for key, row in BOOK.spell_sets.items()}
    assert len(held["all"]) == 72 + 11
    assert len(held["all-below-6"]) == 60 + 11
    assert [key for key, spells in held.items() if not spells] == ["necromancer", "orc-shaman", "lightning"]
    assert all((row.book is None) == bool(held[key]) for key, row in BOOK.spell_sets.items())
    assert all(row.named.startswith("external:" if row.book else "set:") for row in BOOK.spell_sets.values())


@pytest.mark.parametrize(
    ("table", "key", "changes"),
    [
        ("monsters", "troll", {"skills": ("barbarian-cooking",)}),
        ("monsters", "lich", {"spells": ("set:none",)}),
        ("monsters", "necromancer", {"spells": ("external:unknown",)}),
        ("monsters", "ogre", {"species": "giant"}),
        ("monsters", "ulag", {"quest": "the-kitchen"}),
        ("quests", "the-trial", {"monsters": ("cook",)}),
        ("quests", "barak-tor", {"special": "star_of_the_east"}),
        ("items", "bracers", {"only": ("cook",)}),
        ("items", "crossbow", {"ammunition": "peas"}),
        ("items", "long-bow", {"needs_skill": "cooking"}),
    ],
)
def test_a_key_that_names_nothing_stops_the_start(table, key, changes):
    rows = getattr(BOOK, table)
    broken = msgspec.structs.replace(
        BOOK, **{table: rows | {key: msgspec.structs.replace(rows[key], **changes)}}
    )
    with pytest.raises(ContentError, match=key):
        check(broken)


def test_the_book_loads_with_its_checks():
    check(BOOK)
    assert isinstance(load(), Book)


# Texts


def texts() -> Iterator[tuple[str, Text]]:
    """Every text of the content files but names."""
    for file in sorted(FOLDER.glob("*.toml")):
        for key, row in read_toml(file).items():
            for field, value in row.items():
                for text in value if isinstance(value, list) else (value,):
                    if (
                        isinstance(text, dict)
                        and text.keys() == {"fr", "en"}
                        and field not in ("name", "plural")
                    ):
                        yield f"{file.stem}: {key}.{field}", Text(**text)


def test_every_text_is_in_both_languages_and_short():
    found = list(texts())
    assert len(found) > 400
    assert [where for where, text in found if not text.fr.strip() or not text.en.strip()] == []
    assert [where for where, text in found if text.fr == text.en] == []
    assert [where for where, text in found if max(len(text.fr), len(text.en)) > LONGEST] == []


def test_french_is_typeset():
    """Curly apostrophes and French quotes in French, curly ones in English."""
    assert [where for where, text in texts() if "'" in text.fr or '"' in text.fr or "“" in text.fr] == []
    assert [where for where, text in texts() if "'" in text.en or '"' in text.en or "«" in text.en] == []


def test_every_row_of_the_book_says_where_it_stands():
    rows = [row for section in RULESET.catalog for row in section.rows]
    assert [row["key"] for row in rows if not row["source"]] == []
