"""What the sheet, the board and the closing show of those in a hero's pay, and that the taps are what the rules take."""

import msgspec
import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.auditing import audit
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.retinue import profile
from rules.heroquest_evolution.state import Mercenary, Owned, change
from rules.kernel.messages import Violation
from rules.kernel.sections import Cards, Tracks
from tests.rules.evening import GM, WATCHER, Evening, as_command, section, taps_of

KEY = "mercenaries"


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    brom = evening.recruit("barbarian", "Brom")
    evening.send("find_gold", hero=brom, amount=1000)
    return evening


@pytest.fixture
def brom(evening: Evening) -> str:
    return next(iter(evening.state.heroes))


def hire(evening: Evening, hero: str, *kinds: str) -> None:
    for kind in kinds:
        evening.send("hire_mercenary", hero=hero, mercenary=kind)


def sections(evening: Evening, hero: str, viewer=GM) -> list:
    return [found for found in evening.sheet(hero, viewer).sections if found.key == KEY]


def cards(evening: Evening, hero: str, viewer=GM) -> dict:
    found = next(one for one in sections(evening, hero, viewer) if isinstance(one, Cards))
    return {card.key: card for card in found.cards}


def tracks(evening: Evening, hero: str, viewer=GM) -> dict:
    found = next(one for one in sections(evening, hero, viewer) if isinstance(one, Tracks))
    return {track.key: track for track in found.tracks}


def out_and_back(evening: Evening, hero: str) -> tuple:
    evening.send("open_quest", quest="melars-maze", heroes=[hero])
    return evening.send("close_quest", success=False, survivors=[hero])


def test_who_has_nobody_in_service_has_no_such_tab(evening, brom):
    assert sections(evening, brom) == []


@pytest.mark.parametrize("kind", BOOK.mercenaries)
def test_a_profile_is_that_of_the_book_and_adds_up(kind):
    row = BOOK.mercenaries[kind]
    numbers = profile(Mercenary(kind, kind, row.body, skills=row.skills))
    assert [number.value for number in numbers] == [
        row.attack,
        row.defence,
        row.movement_bonus if row.movement is None else row.movement,
    ]
    assert (numbers[2].dice is None) == (row.movement is not None)


def test_ten_quests_are_five_improvements_for_everyone():
    assert {len(row.improvements) for row in BOOK.mercenaries.values()} == {5}
    heroes = {key for key, row in BOOK.mercenaries.items() if row.improvements[-1].becomes_hero}
    assert heroes == {"amazon", "barbarian", "dwarf", "elf-archer"}


def test_every_tap_of_the_tab_is_accepted(evening, brom):
    evening.send("find_item", hero=brom, item="helmet")
    hire(evening, brom, "scout", "dwarf")
    evening.send("equip_mercenary", hero=brom, mercenary="dwarf", item="helmet")
    out_and_back(evening, brom)
    evening.send("change_mercenary_body", hero=brom, mercenary="dwarf", by=-1)
    taps = [tap for found in sections(evening, brom) for tap in taps_of(found)]
    assert {tap.kind for tap in taps} == {"pay_mercenary", "change_mercenary_body", "unequip_mercenary"}
    assert all(evening.accepts(tap) for tap in taps)


def test_a_watcher_sees_them_and_taps_nothing(evening, brom):
    hire(evening, brom, "scout")
    assert [tap for found in sections(evening, brom, WATCHER) for tap in taps_of(found)] == []
    assert all(card.ask is None for card in cards(evening, brom, WATCHER).values())


def test_a_card_opens_a_form_that_is_offered(evening, brom):
    hire(evening, brom, "dwarf")
    evening.send("find_item", hero=brom, item="helmet")
    evening.send("credit_mercenary", hero=brom, mercenary="dwarf", quests=2, reason="paper")
    asked = {card.ask: card.given for card in cards(evening, brom).values() if card.ask}
    assert asked.keys() == {"choose_improvement", "equip_mercenary", "dismiss_mercenary", "hire_mercenary"}
    for kind, given in asked.items():
        (offer,) = RULESET.offers(evening.state, GM, hero=brom, kind=kind, given=given)
        assert offer.violation is None


def test_pay_is_one_tap_with_what_it_leaves(evening, brom):
    hire(evening, brom, "scout")
    assert "scout-pay" not in cards(evening, brom)
    out_and_back(evening, brom)
    card = cards(evening, brom)["scout-pay"]
    assert card.tap.label.en == "Pay 50 gold"
    assert card.text.en == "50 gold (950 → 900) · For the next quest the employer goes into (R26)."


def test_pay_that_is_short_says_so_instead(evening, brom):
    hire(evening, brom, "scout")
    out_and_back(evening, brom)
    evening.send("spend_gold", hero=brom, amount=940, reason="dice")
    card = cards(evening, brom)["scout-pay"]
    assert card.tap is None
    assert "40 short" in card.text.en


def test_the_mercenaries_of_the_dead_stay_in_sight_until_the_end(evening, brom):
    dura = evening.recruit("dwarf", "Dura")
    hire(evening, brom, "scout")
    evening.send("open_quest", quest="melars-maze", heroes=[brom, dura])
    evening.send("record_death", hero=brom, cause="A pit")
    track = tracks(evening, brom)["body-scout"]
    assert track.note.en == "Serves to the end of the quest, then leaves"
    assert evening.accepts(track.down)
    assert cards(evening, brom) == {}


def test_ticks_show_where_they_are_counted(evening, brom):
    hire(evening, brom, "scout")
    assert tracks(evening, brom)["body-scout"].note.en == "Paid for the next quest"
    evening.send("set_house_rule", rule="mercenary_experience", value=True)
    assert tracks(evening, brom)["body-scout"].note.en.endswith(
        "0 quests survived · next improvement in 2 quests"
    )


def test_the_closing_tells_what_becomes_of_them(evening, brom):
    evening.send("set_house_rule", rule="mercenary_experience", value=True)
    hire(evening, brom, "scout")
    evening.send("credit_mercenary", hero=brom, mercenary="scout", quests=1, reason="paper")
    evening.send("open_quest", quest="melars-maze", heroes=[brom])
    before = evening.state
    events = evening.send("close_quest", success=True, survivors=[brom])
    receipt = next(found for found in RULESET.receipts(before, events) if found.key == f"xp.{brom}")
    assert [note.en for note in receipt.notes] == [
        "Back with Brom: Scout.",
        "Scout: 2 quests survived → +1 square of movement.",
    ]


def test_the_board_says_who_is_in_whose_pay(evening, brom):
    evening.send("hire_mercenary", hero=brom, mercenary="swordsman", name="Grim")
    (line,) = section(RULESET.board(evening.state, WATCHER), KEY).lines
    assert (line.label.en, line.hero) == ("Grim", brom)
    assert line.detail.en == "Brom · swordsman · paid for the next quest"


def test_facts_hold_the_whole_card(evening, brom):
    hire(evening, brom, "elf-archer")
    (row,) = evening.sheet(brom).facts[KEY]
    assert (row["key"], row["apprentice"], row["pay"]) == ("elf-archer", True, "paid")
    assert row["numbers"]["attack"]["parts"][0]["label"].en == "Short bow"
    assert row["body"] == {"now": 5, "max": 5}


def test_a_house_price_shows_on_whom_it_touches(evening, brom):
    hire(evening, brom, "scout")
    command = as_command("set_house_rule", {"rule": "mercenary_price.scout", "value": 60})
    (found,) = RULESET.receipts(evening.state, RULESET.decide(evening.state, command, evening.act()))
    assert [line.detail.en for line in found.lines] == ["pay of Scout: 50 → 60"]


def test_what_is_too_dear_is_named_with_what_is_missing(evening, brom):
    evening.send("spend_gold", hero=brom, amount=900, reason="dice")
    (offer,) = RULESET.offers(evening.state, GM, hero=brom, kind="hire_mercenary")
    assert [option.value for option in offer.fields[0].choices] == [
        "scout",
        "crossbowman",
        "halberdier",
        "swordsman",
    ]
    assert "halfling apprentice (50 gold short)" in offer.text.en


def test_an_unpaid_mercenary_of_a_penniless_hero_is_in_nobodys_way(evening, brom):
    hire(evening, brom, "scout")
    out_and_back(evening, brom)
    evening.send("pay_upkeep", hero=brom)
    answer = RULESET.decide(
        evening.state,
        as_command("open_quest", {"quest": "the-stone-hunter", "heroes": [brom]}),
        evening.act(),
    )
    assert not isinstance(answer, Violation)


def warned(evening: Evening, hero: str, quest: str) -> list[str]:
    command = as_command("open_quest", {"quest": quest, "heroes": [hero]})
    return [text.en for text in RULESET.warnings(evening.state, command)]


def test_opening_a_quest_says_who_stays_outside(evening, brom):
    hire(evening, brom, "scout", "swordsman")
    assert warned(evening, brom, "melars-maze") == []
    assert "Scout and Swordsman" in warned(evening, brom, "the-trial")[0]
    out_and_back(evening, brom)
    evening.send("pay_upkeep", hero=brom)
    evening.send("pay_mercenary", hero=brom, mercenary="scout")
    assert warned(evening, brom, "the-stone-hunter")[0].startswith("Unpaid, they stay outside: Swordsman.")


FAULTS = {
    "more wounds than body": ({"wounds": 3}, "scout: 3 wounds of 2"),
    "an unknown kind": ({"kind": "ghost"}, "mercenary ghost is none"),
    "improvements beyond the table": ({"learned": 6}, "scout: 6 improvements after 0 quests"),
    "a skill that is none": ({"skills": ("flying",)}, "scout: skill flying is none"),
    "an item that is none": ({"items": (Owned("moon", 1, True),)}, "scout: item moon is none"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_audit_finds(evening, brom, name):
    fields, said = FAULTS[name]
    hire(evening, brom, "scout")
    (scout,) = evening.hero(brom).mercenaries
    state = change(evening.state, brom, mercenaries=(msgspec.structs.replace(scout, **fields),))
    assert f"{brom}: {said}" in audit(state)


def test_the_audit_counts_them(evening, brom):
    hire(evening, brom, "scout")
    (scout,) = evening.hero(brom).mercenaries
    many = tuple(msgspec.structs.replace(scout, key=f"scout-{n}") for n in range(7))
    assert f"{brom}: mercenary_limit: 7" in audit(change(evening.state, brom, mercenaries=many))
    assert f"{brom}: mercenary scout twice" in audit(change(evening.state, brom, mercenaries=(scout, scout)))
