"""Every class climbs from level 1 to 15 and has, at every level, the profile the rulings' table adds up to (R1, R5)."""

from random import Random

import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.numbers import attack, defence
from rules.heroquest_evolution.state import Hero
from rules.kernel.messages import Violation
from tests.laws.drawing import draw
from tests.rules.evening import GM, Evening

# Attack / defence / body / mind at each level, written out by hand from R1 and R5.
PROFILES = {
    "barbarian": (
        "3/2/8/2 3/2/8/2 3/2/9/2 3/2/9/2 4/2/9/2 4/2/9/2 4/2/10/2 4/2/10/2 "
        "4/3/10/2 4/3/11/2 4/3/11/3 4/3/11/3 5/3/11/3 5/3/12/3 5/3/13/4"
    ),
    "dwarf": (
        "2/2/7/3 2/2/7/3 2/2/8/3 2/2/8/3 2/3/8/3 2/3/8/3 2/3/9/3 2/3/9/3 "
        "3/3/9/3 3/3/10/3 3/3/10/4 3/3/10/4 3/4/10/4 3/4/11/4 3/4/12/5"
    ),
    "elf": (
        "2/2/6/4 2/2/6/4 2/2/6/4 2/2/6/4 2/2/7/4 2/2/7/5 2/2/7/5 2/2/7/5 "
        "2/2/8/5 2/2/8/6 2/3/8/6 3/3/8/6 3/3/9/6 3/3/9/7 3/3/9/7"
    ),
    "enchanter": (
        "1/2/4/6 1/2/4/6 1/2/4/7 1/2/4/7 1/2/4/7 1/2/4/8 1/2/5/8 1/2/5/8 "
        "1/2/5/9 1/3/5/9 1/3/5/9 1/3/5/10 1/3/6/10 1/3/6/10 2/3/6/10"
    ),
    "amazon": (
        "2/1/7/3 2/1/7/3 2/2/7/3 2/2/7/3 2/2/8/3 2/2/8/3 3/2/8/3 3/2/8/3 "
        "3/2/9/3 3/2/9/4 3/3/9/4 3/3/10/4 4/3/10/4 4/3/10/5 4/3/11/5"
    ),
}
# The levels that grant a skill, and the highest level of the spell where one is granted.
SKILLS = {
    "barbarian": (2, 4, 6, 8, 10, 12, 14),
    "dwarf": (2, 4, 6, 8, 10, 12, 14),
    "elf": (2, 4, 6, 8, 10, 14),
    "enchanter": (2, 5, 8, 11, 14),
    "amazon": (2, 4, 6, 8, 10, 12, 14),
}
SPELLS = {
    "elf": {3: 2, 5: 2, 7: 3, 9: 3, 11: 4, 13: 5, 15: 6},
    "enchanter": {3: 2, 4: 2, 6: 3, 7: 3, 9: 4, 10: 4, 12: 5, 13: 5, 14: 6, 15: 6},
}
STARRED = (7, 10, 13)
THRESHOLDS = (40, 100, 180, 280, 400, 540, 700, 880, 1080, 1300, 1540, 1800, 2080, 2380)
SPHERES = {"elf": ("earth",), "enchanter": ("air", "fire", "water")}
CLIMBS = [(hero_class, seed) for hero_class in PROFILES for seed in range(4)]


def enrolled(evening: Evening, hero_class: str, xp: int) -> str:
    """A level 1 hero with the starting gear and so much experience."""
    row = BOOK.hero_classes[hero_class]
    evening.send(
        "enrol_hero",
        hero_class=hero_class,
        name="Climber",
        level=1,
        xp=xp,
        gold=0,
        body=row.body,
        mind=row.mind,
        spheres=list(SPHERES.get(hero_class, ())),
        items=[row.weapon],
        reason="A whole life on paper",
    )
    return next(iter(evening.state.heroes))


def gain(evening: Evening, key: str, random: Random) -> None:
    """The next level, its choices drawn from the offer."""
    command = draw(RULESET, evening.state, "gain_level", key, random)
    assert command is not None
    events = RULESET.decide(evening.state, command, evening.act())
    assert not isinstance(events, Violation), events
    evening.state = RULESET.evolve_all(evening.state, events)


def profile(hero: Hero) -> str:
    """As the table counts it: without the die of Dodge and the point of Body of Warrior mage."""
    dodge, warrior = hero.has_skill("dodge"), hero.has_skill("warrior-mage")
    return f"{attack(hero).value}/{defence(hero).value - dodge}/{hero.body_max - warrior}/{hero.mind_max}"


@pytest.mark.parametrize(("hero_class", "seed"), CLIMBS)
def test_a_hero_climbs_to_level_15_with_the_profile_of_the_table(hero_class: str, seed: int) -> None:
    evening, random = Evening(), Random(seed)
    key = enrolled(evening, hero_class, THRESHOLDS[-1])
    profiles = PROFILES[hero_class].split()
    assert profile(evening.hero(key)) == profiles[0]
    for level in range(2, 16):
        gain(evening, key, random)
        hero = evening.hero(key)
        assert (hero.level, profile(hero)) == (level, profiles[level - 1])
        assert (hero.body, hero.mind) == (hero.body_max, hero.mind_max)
        assert RULESET.audit(evening.state) == ()


@pytest.mark.parametrize(("hero_class", "seed"), CLIMBS)
def test_skills_and_spells_come_at_the_levels_of_the_table(hero_class: str, seed: int) -> None:
    evening, random = Evening(), Random(seed)
    key = enrolled(evening, hero_class, THRESHOLDS[-1])
    for level in range(2, 16):
        before = evening.hero(key)
        gain(evening, key, random)
        after = evening.hero(key)
        new_skills = set(after.skills) - set(before.skills)
        new_spells = set(after.spells) - set(before.spells)
        skipped = level in STARRED and after.has_skill("warrior-mage")
        highest = None if skipped else SPELLS.get(hero_class, {}).get(level)
        assert len(new_skills) == (level in SKILLS[hero_class])
        assert len(new_spells) == (highest is not None)
        assert all(BOOK.spells[spell].level <= highest for spell in new_spells if highest)
        assert all(BOOK.spells[spell].sphere in SPHERES[hero_class] for spell in new_spells)


@pytest.mark.parametrize("level", range(2, 16))
def test_a_level_is_due_at_its_threshold_and_not_one_point_before(level: int) -> None:
    for xp, due in ((THRESHOLDS[level - 2] - 1, False), (THRESHOLDS[level - 2], True)):
        evening = Evening()
        key = enrolled(evening, "barbarian", xp)
        for _ in range(level - 2):
            gain(evening, key, Random(level))
        offer = RULESET.offers(evening.state, GM, hero=key, kind="gain_level")[0]
        assert (offer.violation is None) == due


def test_some_climb_makes_a_warrior_mage() -> None:
    """Otherwise the starred gains above were never skipped."""
    evening = Evening()
    key = enrolled(evening, "enchanter", THRESHOLDS[-1])
    for level in range(2, 5):
        gain(evening, key, Random(level))
    known = evening.hero(key).spells
    evening.send(
        "gain_level", hero=key, choices={"skill": "enchanter-warrior-mage", "lost_spells": list(known[:2])}
    )
    for level in range(6, 16):
        gain(evening, key, Random(level))
    hero = evening.hero(key)
    assert profile(hero) == PROFILES["enchanter"].split()[-1]
    assert len(hero.spells) == len(known) - len(known[:2]) + sum(
        n > 5 and n not in STARRED for n in SPELLS["enchanter"]
    )
    assert not set(hero.spells) & set(known[:2])
