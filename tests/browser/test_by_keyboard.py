"""People, settings and the account without a mouse: by tabulator, Enter and letters alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH
from tests.browser.test_people import follow, link

pytestmark = pytest.mark.browser


@IN_FRENCH
def test_somebody_is_invited_made_game_master_and_removed(evening):
    gm, player = evening(), evening()
    gm.sign_up("yomin")
    gm.found_campaign("Xyzzy")
    gm.enter(gm.page.locator("a[href$='/people/']"))
    gm.enter(gm.page.locator("#invite button"))
    follow(player, gm, link(gm), "durgin")
    gm.names |= player.names
    player.page.close()
    gm.go(f"{gm.base}people/")
    gm.tab_to(gm.page.locator("#seat-s2 summary").first)
    gm.page.keyboard.press("Enter")
    role = gm.page.locator("#seat-s2 [name=role]")
    gm.tab_to(role)
    gm.page.keyboard.press("Home")
    expect(role).to_have_value("gm")
    gm.enter(gm.page.locator("#seat-s2 form[action$='/role/'] button"))
    expect(gm.page.locator("#seat-s2")).to_contain_text("Maître de jeu")
    gm.tab_to(gm.page.locator("#seat-s2 summary").first)
    gm.page.keyboard.press("Enter")
    gm.tab_to(gm.page.locator("#seat-s2 details summary").last)
    gm.page.keyboard.press("Enter")
    gm.enter(gm.page.locator("#seat-s2 form[action$='/remove/'] button"))
    expect(gm.page.locator("#seat-s2.is-gone")).to_be_visible()


@IN_ENGLISH
def test_a_campaign_is_opened_to_readers_deleted_and_brought_back(evening):
    gm = evening()
    gm.sign_up("ragnhild")
    gm.found_campaign("Plugh")
    gm.enter(gm.page.locator("a[href$='/people/']"))
    gm.enter(gm.page.locator("a[href$='/settings/']"))
    gm.enter(gm.page.locator("[name=public][value=on]"))
    assert "/shared/" in link(gm)
    gm.tab_to(gm.page.locator("#delete-name"))
    gm.page.keyboard.type("Plugh")
    gm.enter(gm.page.locator("#delete button"))
    expect(gm.page.get_by_role("status")).to_contain_text("bring it back")
    gm.enter(gm.page.get_by_role("button", name="Bring Plugh back"))
    expect(gm.page.locator("h1")).to_have_text("Plugh")


@IN_ENGLISH
def test_the_account_is_set_and_a_token_copied(evening):
    person = evening()
    person.sign_up("sinestra")
    person.go("/")
    person.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.enter(person.page.locator("header a[href='/accounts/']"))
    theme = person.page.locator("[name=theme]")
    person.tab_to(theme)
    person.page.keyboard.press("End")
    person.enter(person.page.locator("form[action$='/preferences/'] button"))
    expect(person.page.locator("html")).to_have_attribute("data-theme", theme.input_value())
    person.tab_to(person.page.locator("form[action$='/tokens/'] [name=name]"))
    person.page.keyboard.type(person.called("Thud"))
    person.enter(person.page.locator("form[action$='/tokens/'] button"))
    token = person.page.locator("#token").inner_text()
    person.tab_to(person.page.locator("[data-copy]"))
    person.page.keyboard.press("Enter")
    expect(person.page.locator("[data-copy]")).to_have_text("Copied")
    assert person.page.evaluate("navigator.clipboard.readText()") == token
