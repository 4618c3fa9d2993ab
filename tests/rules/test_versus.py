"""A given hero against a given monster: every number from its parts, both ways (R45, R46, R83–R87)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.combat_mods import MODS
from rules.heroquest_evolution.odds import odds
from rules.heroquest_evolution.opponents import (
    ACTIVATED,
    CURSES,
    HARM,
    HELP,
    IN_NUMBERS,
    LASTING,
    LORE,
    PASSIVE,
)
from rules.heroquest_evolution.state import Effect, Form, Owned, change
from rules.heroquest_evolution.versus_tables import VERSUS
from rules.kernel.messages import Violation
from rules.kernel.sections import Bars, Derived, Numbers, Table
from rules.kernel.versus import Faced
from tests.rules.evening import Evening


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def brom(evening: Evening) -> str:
    return evening.recruit("barbarian", "Brom")


@pytest.fixture
def merin(evening: Evening) -> str:
    return evening.recruit("enchanter", "Merin", "air", "fire", "water")


@pytest.fixture
def sylvan(evening: Evening) -> str:
    return evening.recruit("elf", "Sylvan", "water")


def with_(evening: Evening, hero: str, **fields: Any) -> None:
    evening.state = change(evening.state, hero, **fields)


def learns(evening: Evening, hero: str, *skills: str) -> None:
    kind = evening.hero(hero).hero_class
    with_(evening, hero, skills=tuple(f"{kind}-{skill}" for skill in skills))


def holds(evening: Evening, hero: str, *items: str) -> None:
    with_(evening, hero, items=tuple(Owned(item, 1, True, 0) for item in items))


def suffers(evening: Evening, hero: str, *effects: str, **fields: Any) -> None:
    with_(evening, hero, effects=tuple(Effect(key, **fields) for key in effects))


def faced(evening: Evening, hero: str, monster: str, **query: object) -> dict[str, Any]:
    words = {name: str(value) for name, value in query.items()}
    found = VERSUS.faced(evening.state, hero, {"monster": monster, **words})
    assert isinstance(found, Faced), found
    return found.facts


def strikes(evening: Evening, hero: str, monster: str, **query: object) -> dict[str, Any]:
    found: dict[str, Any] = faced(evening, hero, monster, **query)["strikes"]
    return found


def is_struck(evening: Evening, hero: str, monster: str, **query: object) -> dict[str, Any]:
    found: dict[str, Any] = faced(evening, hero, monster, **query)["is_struck"]
    return found


def refused(evening: Evening, hero: str, **query: str) -> Violation:
    found = VERSUS.faced(evening.state, hero, query)
    assert isinstance(found, Violation), found
    return found


def dice(side: dict[str, Any]) -> tuple[int, int]:
    return side["attack"]["value"], side["defence"]["value"]


def labels(number: dict[str, Any]) -> list[str]:
    return [part["label"].en for part in number["parts"]]


def test_numbers_are_those_of_the_sheet_and_of_the_bestiary(evening, brom):
    assert dice(strikes(evening, brom, "orc")) == (3, 2)
    assert dice(is_struck(evening, brom, "orc")) == (3, 2)
    assert labels(strikes(evening, brom, "orc")["attack"]) == ["Broadsword"]


def test_the_odds_are_those_of_the_same_dice_asked_for_alone(evening, brom):
    mine = strikes(evening, brom, "goblin-hero")
    alone = odds({"attack": "3", "defence": "3", "body": "2"})
    assert isinstance(alone, dict)
    assert {name: mine[name] for name in alone} == alone


def test_parts_sum_to_their_number_for_every_monster(evening, brom, merin, sylvan):
    for key in BOOK.monsters:
        for section in VERSUS.party(evening.state, key):
            assert isinstance(section, Table)
            assert len(section.rows) == 3
    for hero in (brom, merin, sylvan):
        for key, monster in BOOK.monsters.items():
            if monster.attack is None:
                continue
            facts = faced(evening, hero, key, companions=2, adjacent=3)
            for side in (facts["strikes"], facts["is_struck"]):
                for number in (side["attack"], side["defence"]):
                    assert sum(part["amount"] for part in number["parts"]) == number["value"]


def test_companions_beside_the_monster_give_a_die_each(evening, brom):
    mine = strikes(evening, brom, "orc", companions=2)
    assert dice(mine) == (5, 2)
    assert mine["attack"]["parts"][-1]["source"] == "§2.1, R46"


def test_monsters_beside_the_hero_too_unless_the_hero_is_a_master_of_combat(evening, brom):
    assert dice(is_struck(evening, brom, "orc", adjacent=3)) == (5, 2)
    learns(evening, brom, "combat-master")
    assert dice(is_struck(evening, brom, "orc", adjacent=3)) == (3, 2)


def test_a_monster_that_is_a_master_of_combat_is_not_outnumbered(evening, brom):
    assert dice(strikes(evening, brom, "chaos-lord", companions=3)) == (3, 5)


def test_outnumbering_counts_before_weakening_halves(evening, brom):
    suffers(evening, brom, "weakening")
    mine = strikes(evening, brom, "orc", companions=2)
    assert dice(mine)[0] == 2
    assert sum(part["amount"] for part in mine["attack"]["parts"]) == 2


def test_a_crossbow_is_not_fired_from_beside_the_monster(evening, brom):
    holds(evening, brom, "crossbow")
    assert dice(strikes(evening, brom, "orc", companions=3))[0] == 3
    holds(evening, brom, "short-bow")
    assert dice(strikes(evening, brom, "orc", companions=3))[0] == 5


def test_bare_hands(evening, brom, merin):
    holds(evening, brom)
    holds(evening, merin)
    assert dice(strikes(evening, brom, "orc"))[0] == 1
    assert strikes(evening, brom, "orc")["kill"] == pytest.approx(1 / 2 * 25 / 36)
    learns(evening, brom, "unarmed-combat", "colossal-strength")
    assert strikes(evening, brom, "orc")["kill"] == pytest.approx(5 / 6 * 25 / 36)
    assert strikes(evening, merin, "orc")["kill"] == pytest.approx(1 / 6 * 25 / 36)


def test_colossal_strength_counts_for_both_sides(evening, brom):
    learns(evening, brom, "colossal-strength")
    assert strikes(evening, brom, "orc")["mods"] == ["colossal-strength"]
    assert "colossal-strength" in is_struck(evening, brom, "ogre")["mods"]


def test_lynx_eye_needs_a_bow(evening, sylvan):
    learns(evening, sylvan, "lynx-eye")
    assert strikes(evening, sylvan, "orc")["mods"] == []
    holds(evening, sylvan, "long-bow")
    assert strikes(evening, sylvan, "orc")["mods"] == ["lynx-eye"]


def test_an_archer_has_fewer_dice_in_contact_and_eagle_eyes_see_its_arrows(evening, sylvan):
    learns(evening, sylvan, "eagle-eye")
    near = is_struck(evening, sylvan, "orc-archer", adjacent=2)
    assert (dice(near)[0], near["mods"]) == (3, [])
    far = is_struck(evening, sylvan, "orc-archer", adjacent=2, shot="true")
    assert (dice(far)[0], far["mods"]) == (3, ["eagle-eye"])
    assert labels(far["attack"]) == ["Profile"]


def test_noble_cause_may_be_supposed_against_the_undead_only(evening, merin):
    learns(evening, merin, "noble-cause")
    assert (
        strikes(evening, merin, "mummy", mods="noble-cause")["kill"]
        > strikes(evening, merin, "mummy")["kill"]
    )
    assert refused(evening, merin, monster="orc", mods="noble-cause").code == "mod_not_theirs_now"


def test_the_spirit_blade_has_a_fourth_die_against_the_undead(evening, brom):
    holds(evening, brom, "spirit-blade")
    assert dice(strikes(evening, brom, "skeleton"))[0] == 4
    assert dice(strikes(evening, brom, "orc"))[0] == 3


def test_the_bane_of_orcs_strikes_twice(evening, brom):
    holds(evening, brom, "orcs-bane")
    assert (
        strikes(evening, brom, "orc")["expected_wounds"]
        > strikes(evening, brom, "skeleton")["expected_wounds"]
    )
    assert strikes(evening, brom, "goblin")["mods"] == ["orcs-bane"]


def test_only_magic_wounds_a_demon(evening, brom):
    assert strikes(evening, brom, "demon")["expected_rounds"] is None
    holds(evening, brom, "spirit-blade")
    assert strikes(evening, brom, "demon")["expected_rounds"] is not None
    holds(evening, brom, "broadsword")
    suffers(evening, brom, "flaming-blade")
    assert strikes(evening, brom, "demon")["expected_wounds"] > 0


def test_a_psychic_attack_strikes_mind(evening, brom, merin):
    theirs = is_struck(evening, brom, "banshee")
    assert theirs["kill"] > 0  # of 2 points of Mind, not of 8 of Body
    learns(evening, merin, "psychic-resistance")
    assert dice(is_struck(evening, merin, "banshee"))[1] == 4
    assert dice(is_struck(evening, merin, "orc"))[1] == 2


def test_a_swarm_throws_seven_dice_at_most(evening, brom):
    assert dice(is_struck(evening, brom, "giant-rat", adjacent=7))[0] == 7
    full = is_struck(evening, brom, "giant-rat", adjacent=8)
    assert dice(full)[0] == 7
    assert "Swarming: 7 dice at most" in labels(full["attack"])


def test_effects_on_the_hero_count_once(evening, brom):
    suffers(evening, brom, "courage", "steel-skin", "invisible")
    facts = faced(evening, brom, "orc")
    assert dice(facts["strikes"])[0] == 5
    assert dice(facts["is_struck"])[1] == 6
    assert facts["is_struck"]["mods"] == ["invisibility"]
    assert refused(evening, brom, monster="orc", mods="courage").field == "mods"


def test_the_electric_grip_is_a_die_apart(evening, merin):
    suffers(evening, merin, "electric-grip")
    mine = strikes(evening, merin, "orc")
    assert dice(mine)[0] == 1
    assert mine["wounds"][0] == pytest.approx(1 / 2 * (1 - 1 / 2 * 25 / 36))


def test_a_curse_on_the_hero_counts_both_ways(evening, brom):
    suffers(evening, brom, "greater-cursed", rolls=3)
    facts = faced(evening, brom, "orc")
    assert facts["strikes"]["kill"] == 0
    assert facts["is_struck"]["wounds"][0] == pytest.approx(1 / 8)


def test_a_stunned_hero_neither_strikes_nor_defends_with_more_than_a_die(evening, brom):
    suffers(evening, brom, "stunned")
    facts = faced(evening, brom, "orc")
    assert (dice(facts["strikes"])[0], dice(facts["is_struck"])[1]) == (0, 1)


def test_a_monster_supposed_stunned_or_disarmed(evening, brom):
    facts = faced(evening, brom, "ogre", monster_mods="stunned")
    assert (dice(facts["strikes"])[1], dice(facts["is_struck"])[0]) == (1, 0)
    facts = faced(evening, brom, "ogre", monster_mods="disarmed", adjacent=2)
    assert (dice(facts["strikes"])[1], dice(facts["is_struck"])[0]) == (3, 2)


def test_a_bear_strikes_twice_with_five_dice_and_without_skills(evening, merin):
    learns(evening, merin, "eagle-eye", "dodge")
    suffers(evening, merin, "bear")
    with_(evening, merin, form=Form("bear", 3, 1, 4, 6))
    mine = strikes(evening, merin, "orc")
    assert dice(mine) == (5, 2)
    assert mine["mods"] == ["metamorphosis"]
    assert mine["expected_wounds"] > odds({"attack": "5", "defence": "2", "body": "1"})["kill"]  # type: ignore[index]


def test_an_automatic_blow_needs_its_dice(evening, brom):
    learns(evening, brom, "fatal-blow")
    assert strikes(evening, brom, "orc", mods="fatal-blow")["kill"] == pytest.approx(1)
    holds(evening, brom, "short-sword")
    violation = refused(evening, brom, monster="orc", mods="fatal-blow")
    assert (violation.code, violation.field, violation.rule) == ("too_few_dice", "mods", "R45")


def test_a_berserk_of_choice_strikes_harder_and_ignores_a_wound(evening, brom):
    learns(evening, brom, "berserk")
    facts = faced(evening, brom, "orc", mods="berserk")
    assert dice(facts["strikes"])[0] == 5
    assert facts["is_struck"]["mods"] == ["berserk-defence"]
    angry = faced(evening, brom, "troll", monster_mods="berserk")
    assert dice(angry["is_struck"])[0] == 7
    assert angry["strikes"]["mods"] == ["berserk-defence"]


def test_who_is_down_falls_to_any_wound(evening, brom):
    with_(evening, brom, body=0)
    theirs = is_struck(evening, brom, "orc")
    assert theirs["kill"] == pytest.approx(1 - theirs["wounds"][0])


def test_the_dead_stand_in_no_table(evening, brom, merin):
    evening.send("open_quest", quest="melars-maze", heroes=[brom, merin])
    evening.send("record_death", hero=brom, cause="An orc")
    (first, _) = VERSUS.party(evening.state, "orc")
    assert isinstance(first, Table)
    assert [row[0] for row in first.rows] == ["Merin"]


def test_the_diamond_aura_needs_a_companion_who_has_it(evening, brom, merin):
    assert refused(evening, brom, monster="orc", mods="diamond-aura").field == "mods"
    learns(evening, merin, "diamond-aura")
    with_aura = is_struck(evening, brom, "orc", mods="diamond-aura")
    assert with_aura["expected_wounds"] < is_struck(evening, brom, "orc")["expected_wounds"]
    assert refused(evening, merin, monster="orc", mods="diamond-aura").field == "mods"


def test_reflected_flames_come_back_on_the_monster(evening, merin):
    suffers(evening, merin, "reflected-flames", "force-field")
    theirs = is_struck(evening, merin, "orc")
    assert dice(theirs)[1] == 4
    assert sum(theirs["returned"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({}, "monster"),
        ({"monster": "no-such"}, "monster"),
        ({"monster": "witch-lord"}, "monster"),
        ({"monster": "orc", "companions": "8"}, "companions"),
        ({"monster": "orc", "adjacent": "0"}, "adjacent"),
        ({"monster": "orc", "adjacent": "²"}, "adjacent"),
        ({"monster": "orc", "shot": "true"}, "shot"),
        ({"monster": "orc", "mods": "unknown"}, "mods"),
        ({"monster": "orc", "mods": "berserk"}, "mods"),
        ({"monster": "orc", "monster_mods": "fatal-blow"}, "monster_mods"),
        ({"monster": "minotaur", "monster_mods": "unknown"}, "monster_mods"),
    ],
)
def test_what_is_wrong_is_named(evening, brom, query, field):
    assert refused(evening, brom, **query).field == field


def test_a_hero_who_is_not_there(evening):
    assert refused(evening, "nobody", monster="orc").field == "hero"


def test_every_choice_offered_is_accepted(evening, brom, merin, sylvan):
    """One by one: whatever the fields hold gives an answer, or is a blow that needs more dice."""
    learns(evening, brom, "fatal-blow", "precise-blow", "powerful-blow", "berserk")
    learns(evening, merin, "diamond-aura", "noble-cause")
    for hero in (brom, merin, sylvan):
        for monster in ("orc", "mummy", "demon", "orc-archer", "minotaur"):
            for field in VERSUS.fields(evening.state, hero, {"monster": monster}):
                for choice in field.choices if field.type == "subset" else ():
                    found = VERSUS.faced(evening.state, hero, {"monster": monster, field.name: choice.value})
                    assert isinstance(found, Faced) or found.code == "too_few_dice", (monster, choice.value)


def test_sections_show_dice_bars_and_what_counts(evening, brom):
    learns(evening, brom, "colossal-strength")
    found = VERSUS.faced(evening.state, brom, {"monster": "orc"})
    assert isinstance(found, Faced)
    kinds = [type(section).__name__ for section in found.sections]
    assert kinds == ["Numbers", "Listing", "Bars", "Listing", "Numbers", "Listing", "Bars"]
    for section in found.sections:
        if isinstance(section, Bars):
            assert sum(bar.share for bar in section.bars) == pytest.approx(1)
        if isinstance(section, Numbers):
            assert all(isinstance(number, Derived) for number in section.numbers)
    assert len({section.key for section in found.sections}) == len(found.sections)


def test_a_room_says_who_kills_what_and_what_a_round_costs(evening, brom, merin):
    found = VERSUS.room(evening.state, (("orc", 2), ("goblin", 3)))
    assert isinstance(found, Faced)
    mine = found.facts["heroes"][brom]
    assert mine["kill"]["orc"] == strikes(evening, brom, "orc")["kill"]
    each = [is_struck(evening, brom, key)["expected_wounds"] for key in ("orc", "goblin")]
    assert mine["expected_wounds"] == pytest.approx(2 * each[0] + 3 * each[1])


@pytest.mark.parametrize(
    ("room", "field"),
    [
        ((("orc", 0),), "count"),
        ((("orc", 21),), "count"),
        ((("nobody", 1),), "monster"),
        ((("balur", 1),), "monster"),
        ((("orc", 1),) * 9, "monster"),
    ],
)
def test_a_room_that_cannot_be_is_refused(evening, brom, room, field):
    found = VERSUS.room(evening.state, room)
    assert isinstance(found, Violation)
    assert found.field == field


def test_a_party_of_nobody_has_no_tables(evening):
    assert VERSUS.party(evening.state, "orc") == ()
    assert VERSUS.room(evening.state, (("orc", 1),)) == Faced(sections=())


def test_the_lists_of_modifiers_name_what_there_is():
    assert RULESET.versus is VERSUS
    assert set(LASTING) | set(IN_NUMBERS) <= set(BOOK.effects)
    named = {*PASSIVE, *LORE, *ACTIVATED, *HELP, *HARM, *CURSES}
    named |= {key for keys in (*LASTING.values(), *IN_NUMBERS.values()) for key in keys}
    assert named <= set(MODS)
