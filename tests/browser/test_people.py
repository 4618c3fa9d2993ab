"""People come by links: to a seat, to a hero, or to read along in a browser that has never been here."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = [pytest.mark.browser]


def link(phone: Evening) -> str:
    """The address that is shown this once."""
    expect(phone.page.locator(".qr")).to_be_visible()
    return phone.page.input_value("#link").removeprefix(phone.url)


def invite(gm: Evening, **chosen: str) -> str:
    gm.go(f"{gm.base}people/")
    for name, value in chosen.items():
        gm.page.select_option(f"#invite [name={name}]", value)
    gm.follow(gm.page.locator("#invite button"))
    return link(gm)


def follow(phone: Evening, gm: Evening, address: str, name: str) -> None:
    """From the link over a new account to the seat."""
    phone.names |= gm.names
    phone.go(address)
    phone.follow(phone.page.locator("main a.main"))
    phone.make_account(name)
    phone.follow(phone.page.locator("main form").get_by_role("button"))
    phone.base = gm.base
    expect(phone.page).to_have_url(
        re.compile(re.escape(phone.url + gm.base))
    )  # there, or at the choice of a hero


@pytest.mark.parametrize(
    ("script", "language"),
    [
        pytest.param(True, "fr", marks=IN_FRENCH),
        pytest.param(True, "en", marks=IN_ENGLISH),
        pytest.param(False, "en", marks=IN_ENGLISH),
    ],
)
def test_from_a_link_to_a_hero(evening, script, language):
    gm, player = evening(script=script), evening(script=script)
    gm.sign_up(f"mogar{language}{script}")
    gm.found_campaign("Guldan")
    brom = gm.recruit("Brom", "barbarian")
    follow(player, gm, invite(gm, hero=brom), f"reiven{language}{script}")
    player.wound(brom, 1)
    gm.names |= player.names
    gm.go(f"{gm.base}people/")
    expect(gm.page.locator("#seat-s2")).to_contain_text("Brom")
    player.go(f"{player.base}people/")
    gm.go(f"{gm.base}settings/")


@IN_ENGLISH
def test_a_clean_browser_reads_along(evening):
    """The share link is no empty campaign: it shows the heroes, the quest and what happened."""
    gm, clean = evening(), evening()
    gm.sign_up("kessandria")
    gm.found_campaign("Read along")
    brom = gm.recruit("Brom", "barbarian")
    gm.open_quest("the-fire-mage", brom)
    gm.go(f"{gm.base}settings/")
    gm.follow(gm.page.locator("[name=public][value=on]"))
    address = link(gm)
    clean.names |= gm.names
    clean.go(address)
    expect(clean.page).to_have_url(gm.url + gm.base)
    for seen in ("Read along", "Brom", "The Fire Mage"):
        expect(clean.page.locator("main")).to_contain_text(seen)
    expect(clean.page.locator(".told-line")).to_have_count(2)
    for path in (f"heroes/{brom}/", "table/", "acts/", "heroes/"):
        clean.go(gm.base + path)
        expect(clean.page.locator("main")).to_contain_text("Brom")
        expect(clean.page.locator("main [name=tap]")).to_have_count(0)
    gm.follow(gm.page.locator("[name=public][value=off]"))
    clean.go(gm.base)
    expect(clean.page.locator("[name=login]")).to_be_visible()


@IN_ENGLISH
def test_a_game_master_looks_from_a_player_s_seat(evening, refusals_are_expected):
    gm, player = evening(), evening()
    gm.sign_up("balur")
    gm.found_campaign("Both sides")
    follow(player, gm, invite(gm), "grugni")
    gm.names |= player.names
    gm.go(f"{gm.base}people/")
    gm.page.locator("#seat-s2 summary").first.tap()
    gm.follow(gm.page.locator("#seat-s2 [name=seat][value=s2]"))
    expect(gm.page.locator(".looking")).to_contain_text("grugni")
    expect(gm.page.locator("a[href*='do/open_quest/']")).to_have_count(0)
    gm.offer("recruit_hero")
    gm.fill(hero_class="barbarian", name="Brom")
    gm.follow(gm.page.locator("#offer .button.main"))
    expect(gm.refused).to_contain_text("go back to your own to act")
    gm.follow(gm.page.locator(".looking button"))
    expect(gm.page.locator(".looking")).to_have_count(0)


@pytest.fixture
def refusals_are_expected(quiet_console) -> Iterator[None]:
    """Chromium notes what a test is about."""
    yield
    quiet_console[:] = [line for line in quiet_console if not re.search(r"status of 40|Error Code 40", line)]


@pytest.fixture
def old_gm(evening, refusals_are_expected) -> tuple[Evening, Evening, str]:
    """Somebody who was a game master a moment ago, with a sheet open that no stream tells so; the owner; the hero."""
    owner, old = evening(), evening()
    owner.sign_up("valent")
    owner.found_campaign("The old guard")
    brom = owner.recruit("Brom", "barbarian")
    follow(old, owner, invite(owner, role="gm"), "ollar")
    owner.names |= old.names
    old.page.add_init_script("delete window.EventSource")
    old.sheet(brom)
    owner.go(f"{owner.base}people/")
    owner.page.locator("#seat-s2 summary").first.tap()
    return old, owner, brom


@IN_ENGLISH
def test_the_open_page_of_an_old_game_master_says_why_not(old_gm):
    old, owner, _brom = old_gm
    owner.page.select_option("#seat-s2 [name=role]", "player")
    owner.follow(owner.page.locator("#seat-s2 form[action$='/role/'] button"))
    old.press(old.button("change_track", track="body", by=-1).first)
    expect(old.refused).to_be_visible()
    expect(old.page.locator("#offline")).to_be_hidden()
    expect(old.button("change_track", track="body", by=-1)).to_have_count(0)


@IN_ENGLISH
def test_the_open_page_of_who_was_removed_shows_that_it_is_closed(old_gm):
    old, owner, _brom = old_gm
    owner.page.locator("#seat-s2 details summary").last.tap()
    owner.follow(owner.page.locator("#seat-s2 form[action$='/remove/'] button"))
    with old.answer():
        old.button("change_track", track="body", by=-1).first.tap()
    expect(old.page.locator("main")).to_contain_text("not open to you")
    expect(old.page.locator("main [name=tap]")).to_have_count(0)
