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


def test_a_cell_shows_what_the_next_level_would_bring():
    evening, *_ = two_heroes()
    assert shown(evening, "level_gain.2.dwarf", ["body", "attack"]) == {
        "Dura": "next gain: Level 2: a skill → Level 2: +1 Body and +1 Attack die"
    }


def test_a_cell_of_a_level_already_gained_touches_nobody():
    evening, dura, _ = two_heroes()
    evening.send("correct_hero", hero=dura, xp=40, reason="paper")
    evening.send("gain_level", hero=dura, choices={"skill": "dwarf-bounty-hunter"})
    assert shown(evening, "level_gain.2.dwarf", ["body"]) == {}


def test_another_champion_level_takes_or_gives_the_title():
    evening = Evening()
    evening.send(
        "enrol_hero",
        hero_class="dwarf",
        name="Dura",
        level=3,
        xp=100,
        gold=0,
        body=8,
        mind=3,
        reason="paper",
    )
    assert shown(evening, "champion_level", 4) == {"Dura": "title: Champion → none"}


def test_free_training_shows_both_prices():
    evening, *_ = two_heroes()
    assert shown(evening, "free_training", True)["Dura"] == (
        "+1 Body: 5000 → 0 and training to level 2: 500 → 0"
    )


def test_the_tower_touches_those_it_teaches():
    evening, *_ = two_heroes()
    evening.recruit("elf", "Yse", "earth")
    assert shown(evening, "tower_spell", 500) == {
        "Yse": "a spell, each level: 750 → 500 and of another sphere, each level: 1500 → 1000"
    }


def test_a_deeds_xp_shows_in_the_tally_of_the_open_quest():
    evening, dura, brom = two_heroes()
    evening.send("open_quest", quest="barak-tor", heroes=[dura, brom])
    evening.send("record_deed", hero=dura, deed="trap_disarmed")
    assert shown(evening, "deed_xp.trap_disarmed", 4) == {"Dura": "XP of the quest’s deeds: 1 → 4"}
    assert set(shown(evening, "special_xp.barak-tor", 60)) == {"Dura", "Brom"}


def test_a_bar_lifted_shows_on_who_owes():
    evening, dura, _ = two_heroes()
    evening.send("open_quest", quest="the-trial", heroes=[dura])
    evening.send("close_quest", success=True, survivors=[dura])
    assert shown(evening, "upkeep_bars", False)["Dura"] == "upkeep due: bars the next quest → bars nothing"


def test_a_legend_kept_shows():
    evening = Evening()
    points = {"level": 15, "xp": 2380, "gold": 0, "body": 13, "mind": 4}
    evening.send("enrol_hero", hero_class="barbarian", name="Brom", reason="paper", **points)
    assert shown(evening, "legend_retires", False) == {"Brom": "after the next quest: retires → stays"}
