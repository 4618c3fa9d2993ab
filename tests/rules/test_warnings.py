"""What is allowed but said before it is done (R3, R58)."""

from typing import Any

from rules.heroquest_evolution import RULESET
from tests.rules.evening import Evening, as_command


def warnings(evening: Evening, kind: str, **fields: Any) -> list[str]:
    return [text.en for text in RULESET.warnings(evening.state, as_command(kind, fields))]


def in_quest(**quest: Any) -> tuple[Evening, str]:
    evening = Evening()
    brom = evening.recruit("barbarian", "Brom")
    evening.send("open_quest", heroes=[brom], **quest)
    return evening, brom


def test_it_names_the_hero_who_has_the_class_already() -> None:
    evening = Evening()
    evening.recruit("dwarf", "Dorn")
    (said,) = warnings(evening, "recruit_hero", hero_class="dwarf", name="Balin")
    assert "Dorn" in said


def test_it_says_nothing_of_a_class_that_is_free() -> None:
    evening = Evening()
    evening.recruit("dwarf", "Dorn")
    assert warnings(evening, "recruit_hero", hero_class="amazon", name="Kira") == []


def test_it_wonders_at_evolved_and_new_monsters_in_a_published_quest() -> None:
    evening, brom = in_quest(quest="melars-maze")
    for monster in ("orc-champion", "troll"):
        assert len(warnings(evening, "record_kill", hero=brom, monster=monster)) == 1


def test_it_wonders_at_no_base_or_named_monster() -> None:
    evening, brom = in_quest(quest="the-trial")
    for monster in ("orc", "fellmarg"):
        assert warnings(evening, "record_kill", hero=brom, monster=monster) == []


def test_a_quest_of_the_group_holds_any_monster() -> None:
    evening, brom = in_quest(custom={"name": "The mill", "xp": 5})
    assert warnings(evening, "record_kill", hero=brom, monster="troll") == []


def two_dwarves() -> tuple[Evening, str, str]:
    evening = Evening()
    return evening, evening.recruit("dwarf", "Dorn"), evening.recruit("dwarf", "Balin")


def test_two_of_a_class_in_a_quest_are_named() -> None:
    evening, dorn, balin = two_dwarves()
    (said,) = warnings(evening, "open_quest", quest="the-trial", heroes=[dorn, balin])
    assert "Dorn and Balin are of one class" in said
    evening.send("open_quest", quest="the-trial", heroes=[dorn])
    assert len(warnings(evening, "join_quest", hero=balin)) == 1


def test_a_house_that_allows_two_of_a_class_says_nothing() -> None:
    evening, dorn, balin = two_dwarves()
    evening.send("set_house_rule", rule="same_class", value="allowed")
    assert warnings(evening, "open_quest", quest="the-trial", heroes=[dorn, balin]) == []
    assert warnings(evening, "recruit_hero", hero_class="dwarf", name="Third") == []


def legend() -> tuple[Evening, str]:
    evening = Evening()
    points = {"level": 15, "xp": 2380, "gold": 0, "body": 13, "mind": 4}
    evening.send("enrol_hero", hero_class="barbarian", name="Brom", reason="paper", **points)
    return evening, next(iter(evening.state.heroes))


def test_it_says_when_a_living_legend_enters_its_last_dungeon() -> None:
    evening, brom = legend()
    (said,) = warnings(evening, "open_quest", quest="the-trial", heroes=[brom])
    assert "Brom is a living legend: this is the last quest" in said


def test_it_says_nothing_of_a_legend_that_the_house_keeps() -> None:
    evening, brom = legend()
    evening.send("set_house_rule", rule="legend_retires", value=False)
    assert warnings(evening, "open_quest", quest="the-trial", heroes=[brom]) == []


def test_strange_heroes_are_no_bug() -> None:
    assert warnings(Evening(), "open_quest", quest="the-trial", heroes=["nobody", "nobody"]) == []


def test_it_says_who_would_be_left_in_stone_at_the_close() -> None:
    evening, brom = in_quest(quest="melars-maze")
    assert warnings(evening, "close_quest", success=True, survivors=[brom]) == []
    evening.send("apply_effect", hero=brom, effect="petrified")
    (said,) = warnings(evening, "close_quest", success=True, survivors=[brom])
    assert "Brom" in said
