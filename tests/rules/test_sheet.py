"""What a sheet shows, and that its taps are exactly what the rules would take."""

from itertools import pairwise

import msgspec
import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.state import Gain, Owned, change
from rules.kernel.offers import Viewer
from rules.kernel.sections import changes
from rules.kernel.text import Text
from tests.rules.evening import GM, WATCHER, Evening, all_taps, as_command, section, taps_of


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def brom(evening: Evening) -> str:
    return evening.recruit("barbarian", "Brom")


@pytest.fixture
def merin(evening: Evening) -> str:
    return evening.recruit("enchanter", "Merin", "air", "fire", "water")


def into_the_trial(evening: Evening, *heroes: str) -> None:
    evening.send("open_quest", quest="the-trial", heroes=list(heroes))


def cards(evening: Evening, hero: str, key: str, viewer: Viewer = GM) -> dict:
    return {card.key: card for card in section(evening.sheet(hero, viewer), key).cards}


def gain(evening: Evening, hero: str, **fields: object) -> None:
    """A hero as many evenings would have left them."""
    evening.state = change(evening.state, hero, **fields)


def test_who_is_not_there_has_no_sheet(evening):
    assert RULESET.sheet(evening.state, "nobody", GM) is None


def test_a_new_hero_is_named_with_class_and_level(evening, brom):
    sheet = evening.sheet(brom)
    assert (sheet.name, sheet.subtitle, sheet.icon) == (
        "Brom",
        Text("Barbare · niveau 1", "Barbarian · level 1"),
        "barbarian",
    )
    assert sheet.badges == ()


def test_the_head_holds_tracks_and_numbers(evening, brom):
    head = [found.key for found in evening.sheet(brom).sections if found.place == "head"]
    assert head == ["tracks", "numbers", "means"]


def test_every_number_is_the_sum_of_its_parts(evening, brom):
    numbers = evening.sheet(brom).facts["numbers"]
    assert {key: number["value"] for key, number in numbers.items()} == {
        "attack": 3,
        "defence": 2,
        "movement": 0,
    }
    assert all(
        number["value"] == sum(part["amount"] for part in number["parts"]) for number in numbers.values()
    )
    assert numbers["movement"]["dice"] == "2d6"


def test_a_maximum_says_what_it_is_made_of(evening, brom):
    gain(evening, brom, gains=(Gain("body", 1, "level.3"),), body=9)
    body = section(evening.sheet(brom), "tracks").tracks[1]
    assert [(part.label.en, part.amount) for part in body.parts] == [
        ("Barbarian at the start", 8),
        ("Level 3", 1),
    ]


def test_facts_are_those_of_the_contract(evening, merin):
    into_the_trial(evening, merin)
    evening.send("cast_spell", hero=merin, spell="djinn")
    facts = evening.sheet(merin).facts
    assert (facts["hero_class"], facts["level"], facts["xp"], facts["gold"]) == ("enchanter", 1, 0, 0)
    assert facts["alive"]
    assert facts["in_quest"]
    assert not facts["level_due"]
    assert facts["dues"] == 0
    assert facts["tracks"] == {"body": {"now": 4, "max": 4}, "mind": {"now": 6, "max": 6}}
    assert {"key": "djinn", "cast": True} in facts["spells"]
    assert len(facts["spells"]) == 9
    assert facts["items"] == [{"key": "dagger", "quantity": 1, "equipped": True}]


def test_lots_of_one_thing_are_one_row(evening, brom):
    lots = (Owned("rope", 1, False, 50), Owned("rope", 2, False, None), Owned("helmet", 1, True, 120))
    gain(evening, brom, items=lots)
    rows = [
        {"key": "rope", "quantity": 3, "equipped": False},
        {"key": "helmet", "quantity": 1, "equipped": True},
    ]
    assert evening.sheet(brom).facts["items"] == rows
    assert [card.key for card in section(evening.sheet(brom), "gear").cards] == ["helmet.worn", "rope"]


def test_facts_are_plain_for_programs(evening, merin):
    assert msgspec.json.encode(evening.sheet(merin).facts)


def test_experience_runs_to_the_next_level(evening, brom):
    gain(evening, brom, level=4, xp=235)
    track = section(evening.sheet(brom), "tracks").tracks[0]
    assert (track.floor, track.now, track.most, track.note) == (
        180,
        235,
        280,
        Text("niveau 5 à 280", "level 5 at 280"),
    )


def test_a_level_due_says_so(evening, brom):
    gain(evening, brom, xp=100)
    sheet = evening.sheet(brom)
    assert Text("Niveau à prendre", "Level due") in sheet.badges
    assert section(sheet, "tracks").tracks[0].note.en == "level 2 is due"


def test_a_living_legend_has_a_full_bar(evening, brom):
    gain(evening, brom, level=15, xp=2400)
    sheet = evening.sheet(brom)
    track = section(sheet, "tracks").tracks[0]
    assert track.now == track.most
    assert sheet.badges[0].en == "Living legend"


def test_a_champion_is_one_from_level_three(evening, brom):
    gain(evening, brom, level=3, xp=100)
    assert evening.sheet(brom).badges == (Text("Champion", "Champion"),)


def test_dues_are_a_badge(evening, brom):
    gain(evening, brom, dues=(25, 25))
    assert evening.sheet(brom).badges == (Text("Doit 50 po", "Owes 50 gold"),)


def test_body_goes_down_to_nothing_and_up_to_the_maximum(evening, brom):
    full, *_ = section(evening.sheet(brom), "tracks").tracks[1:]
    assert full.down
    assert not full.up
    gain(evening, brom, body=0)
    empty = section(evening.sheet(brom), "tracks").tracks[1]
    assert empty.up
    assert not empty.down
    assert section(evening.sheet(brom), "plight").mood == "warn"


def test_a_preview_can_show_gold_before_and_after(evening, brom):
    before = evening.sheet(brom)
    evening.send("find_gold", hero=brom, amount=25)
    (difference,) = changes(before, evening.sheet(brom))
    assert (difference.label.en, difference.before, difference.after) == ("Gold", 0, 25)


def test_only_casters_have_a_page_of_spells(evening, brom, merin):
    assert "spells" not in [found.key for found in evening.sheet(brom).sections]
    assert len(cards(evening, merin, "spells")) == 9


def test_a_spell_is_cast_and_recovered(evening, merin):
    into_the_trial(evening, merin)
    ready = cards(evening, merin, "spells")["djinn"]
    assert (ready.state, ready.tone, ready.tap.kind, ready.back) == ("ready", "air", "cast_spell", None)
    evening.send(ready.tap.kind, **ready.tap.fields)
    spent = cards(evening, merin, "spells")["djinn"]
    assert (spent.state, spent.tap, spent.back.kind) == ("spent", None, "recover_spell")


def test_a_spell_lost_for_good_stays_in_sight(evening, merin):
    hero = evening.hero(merin)
    gain(evening, merin, spells=hero.spells[2:], lost=hero.spells[:2])
    shown = section(evening.sheet(merin), "spells").cards
    assert [card.state for card in shown[-2:]] == ["lost", "lost"]
    assert evening.sheet(merin).facts["lost_spells"] == list(hero.spells[:2])


def test_skills_count_their_uses(evening, brom):
    gain(evening, brom, level=4, xp=180, skills=("barbarian-colossal-strength", "barbarian-disarming"))
    into_the_trial(evening, brom)
    evening.send("use_skill", hero=brom, skill="barbarian-disarming", monster="goblin")
    shown = cards(evening, brom, "skills")
    assert list(shown) == ["barbarian-disarming", "barbarian-colossal-strength"]
    assert (shown["barbarian-disarming"].uses, shown["barbarian-disarming"].uses_most) == (2, 3)
    assert (shown["barbarian-colossal-strength"].state, shown["barbarian-colossal-strength"].tap) == (
        "passive",
        None,
    )


def test_a_pool_is_spent_point_by_point(evening, merin):
    gain(
        evening,
        merin,
        level=2,
        xp=40,
        skills=("enchanter-medical-fluid",),
        used={"enchanter-medical-fluid": 4},
    )
    into_the_trial(evening, merin)
    fluid = cards(evening, merin, "skills")["enchanter-medical-fluid"]
    assert (fluid.state, fluid.uses, fluid.uses_most, fluid.tap) == ("spent", 0, 4, None)


def test_gear_one_may_not_use_says_why(evening, merin):
    gain(evening, merin, items=(*evening.hero(merin).items, Owned("shield", 1)))
    shield = cards(evening, merin, "gear")["shield"]
    assert shield.tap is None
    assert "not for the class enchanter" in shield.text.en


def test_gear_is_put_on_and_away(evening, brom):
    gain(evening, brom, items=(*evening.hero(brom).items, Owned("helmet", 1)))
    helmet = cards(evening, brom, "gear")["helmet"]
    evening.send(helmet.tap.kind, **helmet.tap.fields)
    assert cards(evening, brom, "gear")["helmet.worn"].tap.kind == "unequip"
    assert evening.sheet(brom).facts["numbers"]["defence"]["value"] == 3


def test_potions_are_drunk(evening, brom):
    gain(evening, brom, items=(Owned("healing-potion", 2),))
    potion = cards(evening, brom, "gear")["healing-potion"]
    assert (potion.count, potion.tap.kind) == (2, "use_item")


def test_without_a_quest_there_is_nobody_to_kill(evening, brom):
    sheet = evening.sheet(brom)
    assert "kill" not in [found.key for found in sheet.sections]
    assert "No quest is open" in section(sheet, "tally").text.en


def test_who_stays_at_home_is_told_so(evening, brom, merin):
    into_the_trial(evening, brom)
    assert "not in the open quest" in section(evening.sheet(merin), "tally").text.en


def test_the_quests_own_monsters_come_first(evening, brom):
    into_the_trial(evening, brom)
    picker = section(evening.sheet(brom), "kill")
    assert (picker.picker, picker.search, len(picker.cards)) == (True, True, len(BOOK.monsters))
    assert [card.key for card in picker.cards[:2]] == ["fellmarg", "goblin"]
    groups = [card.group for card in picker.cards]
    assert sum(left != right for left, right in pairwise(groups)) == len(set(groups)) - 1


def test_a_kill_is_one_tap_and_is_counted(evening, brom):
    into_the_trial(evening, brom)
    tap = cards(evening, brom, "kill")["orc"].tap
    assert tap.fields == {"hero": brom, "monster": "orc", "count": 1}
    evening.send(tap.kind, **tap.fields)
    evening.send(tap.kind, **tap.fields, means="spell")
    assert cards(evening, brom, "kill")["orc"].count == 2
    lines = section(evening.sheet(brom), "tally").lines
    assert [(line.label.fr, line.detail.fr) for line in lines] == [
        ("1 orc", "+3 XP"),
        ("1 orc, par un sort", "+3 XP"),
    ]


def test_the_picker_follows_the_house_rules(evening, brom):
    into_the_trial(evening, brom)
    evening.state = msgspec.structs.replace(evening.state, house={"monster_xp.orc": 9})
    assert cards(evening, brom, "kill")["orc"].text.en == "9 XP"


def test_deeds_are_one_tap_and_are_counted(evening, brom):
    into_the_trial(evening, brom)
    trap = cards(evening, brom, "deeds")["trap_disarmed"]
    evening.send(trap.tap.kind, **trap.tap.fields)
    assert cards(evening, brom, "deeds")["trap_disarmed"].count == 1


def test_the_dead_have_no_taps(evening, brom, merin):
    into_the_trial(evening, brom, merin)
    evening.send("record_death", hero=brom, cause="A pit")
    sheet = evening.sheet(brom)
    assert all_taps(sheet) == []
    assert sheet.badges[0].en == "Dead"
    assert "A pit." in section(sheet, "plight").text.en
    assert not sheet.facts["alive"]


def test_a_spectator_sees_the_same_without_taps(evening, merin):
    into_the_trial(evening, merin)
    mine, theirs = evening.sheet(merin), evening.sheet(merin, WATCHER)
    assert all_taps(theirs) == []
    assert theirs.facts == mine.facts
    assert {found.key for found in mine.sections} - {found.key for found in theirs.sections} == {
        "kill",
        "deeds",
    }


def test_a_player_taps_for_the_own_hero_only(evening, brom, merin):
    into_the_trial(evening, brom, merin)
    player = Viewer("player", "a-seat", frozenset({merin}))
    assert all_taps(evening.sheet(merin, player))
    assert not all_taps(evening.sheet(brom, player))


def richest(evening: Evening) -> list[str]:
    """Heroes with something of everything."""
    merin = evening.recruit("enchanter", "Merin", "air", "fire", "earth")
    elwe = evening.recruit("elf", "Elwe", "water")
    dura = evening.recruit("dwarf", "Dura")
    items = tuple(Owned(key, 1) for key in BOOK.items)
    for key in (merin, elwe, dura):
        hero = evening.hero(key)
        skills = tuple(row.key for row in BOOK.skills.values() if row.hero_class == hero.hero_class)
        gain(evening, key, level=10, xp=1100, skills=skills, items=(*hero.items, *items), body=hero.body - 1)
    return [merin, elwe, dura]


@pytest.mark.parametrize("where", ["at home", "in the dungeon", "with one dead"])
def test_every_tap_is_accepted(evening, where):
    heroes = richest(evening)
    if where != "at home":
        for key in heroes:
            gain(evening, key, xp=1080)
        into_the_trial(evening, *heroes)
    if where == "with one dead":
        evening.send("record_death", hero=heroes[0], cause="A pit")
    taps = [tap for key in heroes for tap in all_taps(evening.sheet(key))]
    assert len(taps) > 20
    assert [tap for tap in taps if not evening.accepts(tap)] == []


@pytest.mark.parametrize(
    ("section_key", "kinds"), [("gear", ["equip", "use_item"]), ("spells", ["cast_spell"])]
)
def test_what_the_offers_name_can_be_tapped(evening, section_key, kinds):
    """The other way round: each choice of an offer has its tap."""
    heroes = richest(evening)
    for key in heroes:
        gain(evening, key, xp=1080)
    into_the_trial(evening, *heroes)
    for hero in heroes[:2]:
        taps = taps_of(section(evening.sheet(hero), section_key))
        tapped = {as_command(tap.kind, tap.fields) for tap in taps}
        assert offered(evening, hero, kinds) <= tapped


def offered(evening: Evening, hero: str, kinds: list[str]) -> set:
    found = set()
    for kind in kinds:
        for offer in RULESET.offers(evening.state, GM, hero=hero, kind=kind):
            field = offer.fields[0]
            found |= {as_command(kind, {"hero": hero, field.name: option.value}) for option in field.choices}
    return found
