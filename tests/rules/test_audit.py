"""The audit finds what is wrong with a state, and nothing in what was played by the rules."""

from collections.abc import Callable

import msgspec
import pytest

from rules.heroquest_evolution.auditing import audit
from rules.heroquest_evolution.state import Death, Gain, Hero, Kill, Owned, Run, State, Tally
from rules.kernel.text import same
from tests.rules.evening import Evening

QUEST = Run("the-trial", same("L’épreuve"), 30, ("merin",))


def merin(**fields: object) -> Hero:
    """A sound level 4 enchanter, with some fields replaced."""
    hero = Hero(
        key="merin",
        name="Merin",
        hero_class="enchanter",
        body=4,
        mind=7,
        body_base=4,
        mind_base=6,
        level=4,
        xp=180,
        gains=(Gain("mind", 1, "level.3"),),
        skills=("enchanter-dodge",),
        spheres=("air", "fire", "water"),
        spells=("djinn", "tempest"),
        items=(Owned("dagger", 1, True, 0),),
    )
    return msgspec.structs.replace(hero, **fields)


def elf(**fields: object) -> Hero:
    return merin(hero_class="elf", **{"skills": (), **fields})


def alone(hero: Hero, **fields: object) -> State:
    return State(heroes={"merin": hero}, **fields)


def test_a_sound_state_passes():
    assert audit(alone(merin(), quest=QUEST)) == ()


def test_an_evening_played_by_the_rules_passes():
    evening = Evening()
    brom, elwe = evening.recruit("barbarian", "Brom"), evening.recruit("elf", "Elwe", "fire")
    evening.send("open_quest", quest="the-trial", heroes=[brom, elwe])
    evening.send("record_kill", hero=brom, monster="fellmarg")
    evening.send("cast_spell", hero=elwe, spell=evening.hero(elwe).spells[0])
    evening.send("record_death", hero=elwe, cause="A pit")
    assert audit(evening.state) == ()


HERO_FAULTS: dict[str, tuple[Callable[[], Hero], str]] = {
    "gold below nothing": (lambda: merin(gold=-1), "gold is -1"),
    "xp below nothing": (lambda: merin(xp=-1), "xp is -1"),
    "level 0": (lambda: merin(level=0, skills=()), "level is 0"),
    "level 16": (lambda: merin(level=16), "level is 16"),
    "body above the maximum": (lambda: merin(body=5), "body is 5 of 4"),
    "mind below nothing": (lambda: merin(mind=-1), "mind is -1 of 7"),
    "an unknown class": (lambda: merin(hero_class="paladin"), "unknown class paladin"),
    "an unknown skill": (lambda: merin(skills=("flying",)), "skill flying is none of the class"),
    "another class's skill": (lambda: merin(skills=("elf-parry",)), "skill elf-parry is none of the class"),
    "a skill too early": (
        lambda: merin(level=3, skills=("enchanter-warrior-mage",)),
        "skill enchanter-warrior-mage before level 4",
    ),
    "a skill twice": (lambda: merin(skills=("enchanter-dodge",) * 2), "skill enchanter-dodge twice"),
    "a base beside its evolution": (
        lambda: elf(skills=("elf-increased-speed", "elf-nimble-feet")),
        "skill elf-nimble-feet beside the one it replaces",
    ),
    "an exclusive pair": (lambda: elf(skills=("elf-dodge", "elf-parry")), "skill elf-dodge beside elf-parry"),
    "more uses than there are": (
        lambda: merin(skills=("enchanter-meditation",), used={"enchanter-meditation": 2}),
        "skill enchanter-meditation used 2 of 1",
    ),
    "more points than the pool": (
        lambda: merin(skills=("enchanter-medical-fluid",), used={"enchanter-medical-fluid": 5}),
        "skill enchanter-medical-fluid used 5 of 4",
    ),
    "uses of a skill not owned": (lambda: merin(used={"elf-sprint": 1}), "skill elf-sprint used 1 of 0"),
    "an unknown spell": (lambda: merin(spells=("wish",)), "spell wish is none"),
    "a spell twice": (lambda: merin(spells=("djinn", "djinn")), "spell djinn twice"),
    "a spell known and lost": (lambda: merin(lost=("djinn",)), "spell djinn twice"),
    "a spell cast but unknown": (lambda: merin(cast=("courage",)), "spell courage cast but unknown"),
    "an unknown item": (lambda: merin(items=(Owned("wand"),)), "item wand is none"),
    "none of an item": (lambda: merin(items=(Owned("rope", 0),)), "0 of item rope"),
    "what the class may not wear": (
        lambda: merin(items=(Owned("helmet", 1, True),)),
        "helmet worn by a enchanter",
    ),
    "two cloaks": (
        lambda: merin(
            items=(Owned("cloak-of-protection", 1, True), Owned("mantle-of-the-ancients", 1, True))
        ),
        "two things in the slot cloak",
    ),
    "a shield beside a two-handed weapon": (
        lambda: elf(items=(Owned("battle-axe", 1, True), Owned("shield", 1, True))),
        "more held than two hands can",
    ),
    "a due of nothing": (lambda: merin(dues=(0,)), "a due of nothing"),
}


@pytest.mark.parametrize(("hero", "fault"), HERO_FAULTS.values(), ids=HERO_FAULTS)
def test_it_finds(hero, fault):
    assert f"merin: {fault}" in audit(alone(hero()))


def test_a_shield_fits_beside_one_weapon_and_two_weapons_fit_alone():
    sword = Owned("short-sword", 1, True)
    assert audit(alone(elf(items=(sword, Owned("shield", 1, True))))) == ()
    assert audit(alone(elf(items=(sword, Owned("dagger", 1, True))))) == ()
    assert audit(alone(elf(items=(sword, Owned("dagger", 1, True), Owned("shield", 1, True))))) != ()


RUN_FAULTS: dict[str, tuple[dict[str, object], str]] = {
    "nobody": ({"present": ()}, "0 heroes present"),
    "nine": ({"present": ("merin", *"abcdefgh")}, "9 heroes present"),
    "a stranger": ({"present": ("merin", "brom")}, "brom is no hero"),
    "somebody twice": ({"left": ("merin",)}, "merin is there twice"),
    "a death from outside": ({"dead": {"brom": Death("A pit")}}, "brom is not of it"),
    "a tally from outside": ({"tallies": {"brom": Tally()}}, "brom is not of it"),
    "no victim": (
        {"tallies": {"merin": Tally((Kill("orc", "weapon", 0),))}},
        "a victim of merin counts for nothing",
    ),
    "an unknown quest": ({"quest": "the-end"}, "unknown quest the-end"),
}


@pytest.mark.parametrize(("fields", "fault"), RUN_FAULTS.values(), ids=RUN_FAULTS)
def test_it_finds_in_a_quest(fields, fault):
    run = msgspec.structs.replace(QUEST, **fields)
    assert f"quest: {fault}" in audit(alone(merin(), quest=run))


@pytest.mark.parametrize("house", [{"upkeep": -1}, {"upkeep": "much"}, {"free_beer": True}])
def test_it_finds_an_impossible_house_rule(house):
    assert any(fault.startswith("house: ") for fault in audit(alone(merin(), house=house)))


def test_it_finds_a_hero_filed_under_another_key():
    assert audit(State(heroes={"brom": merin()})) == ("brom: filed under another key",)
