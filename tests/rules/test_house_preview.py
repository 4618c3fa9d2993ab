"""A house rule shows what it would change on every hero before it is set."""

from rules.heroquest_evolution import RULESET
from tests.rules.evening import Evening, as_command


def shown(evening, rule, value):
    """The lines of the preview by hero's name."""
    events = RULESET.decide(
        evening.state, as_command("set_house_rule", {"rule": rule, "value": value}), evening.act()
    )
    (section,) = RULESET.receipts(evening.state, events)
    return {line.label.en: line.detail.en for line in section.lines}


def two_heroes():
    evening = Evening()
    return evening, evening.recruit("dwarf", "Dura"), evening.recruit("barbarian", "Brom")


def test_a_threshold_below_a_heros_xp_makes_a_level_due():
    evening, dura, _ = two_heroes()
    evening.send("correct_hero", hero=dura, xp=30, reason="paper")
    assert shown(evening, "level_threshold.2", 25) == {
        "Dura": "XP of level 2: 40 → 25 and level 2: not yet → due",
        "Brom": "XP of level 2: 40 → 25",
    }


def test_a_monsters_xp_shows_in_the_tally_of_the_open_quest():
    evening, dura, brom = two_heroes()
    evening.send("open_quest", quest="the-trial", heroes=[dura, brom])
    evening.send("record_kill", hero=dura, monster="orc", count=2)
    assert shown(evening, "monster_xp.orc", 5) == {"Dura": "XP of the quest’s kills: 6 → 10"}


def test_a_price_moves_the_resale_of_what_was_found_not_of_what_was_paid():
    evening, dura, brom = two_heroes()
    evening.send("find_item", hero=dura, item="shield")
    evening.send("find_gold", hero=brom, amount=100)
    evening.send("buy", hero=brom, item="shield")
    assert shown(evening, "price.shield", 60) == {"Dura": "resale of “shield”: 50 → 30"}


def test_upkeep_touches_everyone():
    evening, *_ = two_heroes()
    assert set(shown(evening, "upkeep", 10)) == {"Dura", "Brom"}


def test_what_touches_nobody_says_so():
    evening, *_ = two_heroes()
    assert shown(evening, "price.rope", 5) == {}


def test_setting_it_rewrites_nothing_that_happened():
    evening, dura, brom = two_heroes()
    evening.send("open_quest", quest="the-trial", heroes=[dura, brom])
    evening.send("record_kill", hero=dura, monster="orc")
    evening.send("close_quest", success=True, survivors=[dura, brom])
    before = evening.hero(dura)
    evening.send("set_house_rule", rule="monster_xp.orc", value=9)
    evening.send("set_house_rule", rule="upkeep", value=99)
    assert evening.hero(dura) == before
