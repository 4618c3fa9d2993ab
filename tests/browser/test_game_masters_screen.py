"""The game master's screen on a tablet and on a laptop: all in one tap, or by one key."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.checks import assert_a_thumb_hits_it, assert_good
from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening
from tests.browser.test_taps import Thumb, send

pytestmark = pytest.mark.browser

TABLET, LAPTOP = {"width": 768, "height": 1024}, {"width": 1440, "height": 900}
PARTY = {"Brom": "barbarian", "Dura": "dwarf", "Aella": "amazon", "Grim": "dwarf"}


def screen(table: Evening, person: str) -> list[str]:
    """Four heroes in a quest, and three monsters before them."""
    table.sign_up(person)
    table.found_campaign("Xyzzy")
    table.glances = True
    for name, hero_class in PARTY.items():
        send(table, "recruit_hero", hero_class=hero_class, name=table.called(name))
    heroes = [table.key_of(name) for name in PARTY]
    send(table, "open_quest", quest="the-fire-mage", heroes=heroes)
    send(table, "place_monsters", monsters={"orc": 2, "ogre": 1})
    table.glances = False
    return heroes


@IN_FRENCH
def test_four_heroes_and_the_monsters_before_them_are_one_tap_away(evening):
    table = evening()
    brom, *_ = screen(table, "zargonette")
    for size in (TABLET, LAPTOP):
        table.page.set_viewport_size(size)  # type: ignore[arg-type]
        table.go(f"{table.base}table/")
        assert_good(table.page)
        columns = [one.bounding_box() for one in table.page.locator(".column:not(.board)").all()]
        tops = {round(box["y"]) for box in columns if box}
        assert len(tops) == (1 if size is LAPTOP else 2)
        assert_a_thumb_hits_it(table.page)

    thumb = Thumb(table)
    dura = table.page.locator(".column", has=table.page.get_by_role("heading", name="Dura"))
    thumb.presses(dura.locator(".tone-body .mark").nth(4))
    expect(dura.locator(".tone-body .mark:not(.off)")).to_have_count(4)
    ogre = table.page.locator(".foe", has_text="Ogre 1")
    thumb.presses(ogre.locator(".mark").last)
    expect(ogre.locator(".mark:not(.off)")).to_have_count(1)
    thumb.presses(ogre.get_by_role("button", name="Brom"))
    expect(ogre).to_have_count(0)
    assert thumb.taps == 3
    assert "Brom : victime, 1 ogre" in table.last()
    assert table.tallied(brom) == ["1 ogre"]


@IN_ENGLISH
def test_keys_do_what_the_list_says_and_can_be_turned_off(evening):
    table = evening()
    screen(table, "keyed")
    table.page.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    table.go(f"{table.base}table/")

    def key(one: str) -> None:
        with table.answer() as answer:
            table.page.keyboard.press(one)
        answer.value.finished()
        table.settle()

    key("2")
    expect(table.page.locator(".column.is-current .column-head h2")).to_have_text("Dura")
    key("w")
    assert "Dura loses 1 Body" in table.last()
    key("h")
    key("u")
    key("u")
    assert "Taken back" in table.last()
    key("r")
    expect(table.page.locator(".table-top .turn")).to_contain_text("Round 2")
    key("k")
    table.page.keyboard.press("/")
    table.page.keyboard.type("wur?")
    expect(table.page.locator("input[type=search]:focus")).to_have_value("wur?")
    table.page.locator("input[type=search]:focus").blur()
    table.page.keyboard.press("?")
    keys = table.page.locator("#keys")
    expect(keys).to_be_visible()
    table.audit()
    keys.get_by_role("button", name="Turn the shortcuts off").tap()
    table.page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    said = table.last()
    table.page.keyboard.press("w")
    table.page.keyboard.press("?")
    keys.get_by_role("button", name="Turn the shortcuts on").tap()
    table.page.keyboard.press("Escape")
    assert table.last() == said
    key("1")
    expect(table.page.locator(".column.is-current .column-head h2")).to_have_text("Brom")
