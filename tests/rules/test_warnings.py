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
