"""Somebody who has never been here: a sample by one tap, or three steps to the first quest, and a friend by code."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("script", "language"),
    [pytest.param(True, "fr", marks=IN_FRENCH), pytest.param(False, "en", marks=IN_ENGLISH)],
)
def test_three_steps_lead_to_a_quest_and_a_code_to_a_hero(evening, script, language):
    gm, friend = evening(script=script), evening(script=script)
    gm.sign_up(f"alaric{language}")
    gm.go("/campaigns/")
    gm.follow(gm.page.locator(".empty a.main"))
    gm.page.fill("[name=name]", gm.called("Xyzzy"))
    gm.follow(gm.page.locator("main form button"))
    gm.names |= {
        gm.page.locator(f"[name='{one}.name']").input_value() for one in ("barbarian", "dwarf", "elf")
    }
    gm.names.add(gm.page.locator("[name='enchanter.name']").input_value())
    gm.follow(gm.page.locator(".way-on button"))
    gm.base = gm.page.url.removeprefix(gm.url).removesuffix("start/")
    gm.follow(gm.page.locator("form[action$='/invite/'] button"))
    code = gm.page.locator(".join-code").inner_text()
    gm.go(f"{gm.base}start/")
    gm.follow(gm.page.locator(".panel a.main"))
    gm.confirm()
    expect(gm.page.locator(".scope")).to_be_visible()

    friend.names |= gm.names
    friend.sign_up(f"beren{language}")
    friend.go("/campaigns/")
    friend.follow(friend.page.locator("a[href='/join/']"))
    friend.page.fill("[name=code]", code.lower())
    friend.follow(friend.page.locator("main form button"))
    friend.follow(friend.page.locator("main form button"))
    friend.follow(friend.page.locator(".takes button").first)
    expect(friend.page.locator("h1")).to_have_text(
        sorted(gm.names & {friend.page.locator("h1").inner_text()})
    )


@IN_FRENCH
def test_a_sample_is_one_tap_away_and_gone_by_another(evening):
    visitor = evening()
    visitor.names |= {"Les quatre de Karak", "Brom", "Dura", "Elwë", "Merin", "Zargon"}
    visitor.names |= {"Anna", "Basile", "Chloe", "David"}
    visitor.go("/")
    visitor.follow(visitor.page.locator("main form button"))
    expect(visitor.page.locator(".sample")).to_be_visible()
    visitor.base = visitor.page.url.removeprefix(visitor.url)
    visitor.go(f"{visitor.base}people/")
    visitor.follow(visitor.page.locator(".sample a"))
    visitor.follow(visitor.page.locator("button.bad"))
    expect(visitor.page.locator(".hello")).to_be_visible()
