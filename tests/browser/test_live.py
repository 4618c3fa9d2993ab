"""Pages that follow what others do: nothing is loaded again, nothing that somebody types is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE
from tests.browser.evening import IN_ENGLISH, Evening
from tests.browser.serving import Site, serve

pytestmark = [pytest.mark.browser, IN_ENGLISH]

HURT = """
import uuid
from accounts.models import User
from campaigns.access import enter
from campaigns.acts import perform
from campaigns.answers import Envelope
from campaigns.models import Campaign
who, campaign = User.objects.get(), Campaign.objects.get()
command = {{"kind": "change_track", "hero": "{hero}", "track": "body", "by": -1}}
assert perform(enter(who, campaign.pk), command, Envelope(str(uuid.uuid4()))).entry_seq
"""


@pytest.fixture
def table(evening: Callable[..., Evening]) -> tuple[Evening, Evening, str]:
    """A game master and a player, each with a phone, and a hero on a quest."""
    gm, player = evening(), evening()
    gm.sign_up("mentor")
    player.sign_up("sigmar")
    gm.found_campaign("Live")
    gm.seat(player)
    gm.act("recruit_hero", on_behalf_of="s2", hero_class="barbarian", name=gm.called("Brom"))
    brom = gm.key_of("Brom")
    gm.open_quest("the-fire-mage", brom)
    player.names |= gm.names
    return gm, player, brom


def mark(phone: Evening) -> None:
    """So that it can be told whether the page was loaded again."""
    phone.page.evaluate("window.mark = true")


def assert_same(phone: Evening) -> None:
    assert phone.page.evaluate("window.mark === true"), "the page was loaded again"


def body_of(phone: Evening) -> str:
    return phone.page.locator(".track[aria-label='Body'] b").first.inner_text()


def hurt(phone: Evening, hero: str, by: int = -1) -> None:
    phone.sheet(hero)
    phone.press(phone.button("change_track", track="body", by=by).first)


@pytest.mark.parametrize(
    ("path", "shown", "text"),
    [
        ("heroes/{hero}/", ".track[aria-label='Body']", "7/8"),
        ("table/", ".track[aria-label='Body']", "7/8"),
        ("", ".told", "Brom loses 1 Body"),
        ("acts/", "#history", "Brom loses 1 Body"),
    ],
)
def test_what_somebody_else_does_appears(table, path, shown, text):
    gm, player, brom = table
    gm.sheet(brom)
    player.go(player.base + path.format(hero=brom))
    mark(player)
    hurt(gm, brom)
    expect(player.page.locator(shown).first).to_contain_text(text)
    expect(player.page.locator("#changed")).to_be_hidden()
    assert_same(player)
    player.look()
    player.audit()


def test_open_explanations_focus_and_scroll_stay(table):
    gm, player, brom = table
    player.sheet(brom)
    details = player.page.locator("details.number").first
    details.locator("summary").tap()
    details.locator("summary").focus()
    player.page.evaluate("scrollTo(0, 120)")
    before = player.page.evaluate("[scrollY, document.activeElement.closest('details')?.id]")
    mark(player)
    hurt(gm, brom)
    expect(player.page.locator(".track[aria-label='Body']").first).to_contain_text("7/8")
    assert player.page.evaluate("[scrollY, document.activeElement.closest('details')?.id]") == before
    expect(details).to_have_attribute("open", "")
    assert_same(player)


def test_what_was_chosen_in_an_offer_is_kept_and_the_new_can_be_seen(table):
    """Also after the server has drawn the form again with what was chosen."""
    gm, player, brom = table
    player.sheet(brom)
    gm.offer("find_gold", brom)
    gm.fill(amount=35)
    note = gm.page.locator("#changed")
    expect(note).to_be_hidden()
    mark(gm)
    hurt(player, brom)
    expect(note).to_be_visible()
    assert gm.page.input_value("[name=amount]") == "35"
    assert_same(gm)
    gm.look()
    gm.audit()
    with gm.page.expect_event("domcontentloaded"):
        note.get_by_role("button").tap()
    expect(note).to_be_hidden()


def test_an_offer_that_was_drawn_again_is_kept(table):
    """What is asked for depends on what was chosen: the server draws the form anew, with the choice as it stands."""
    gm, player, brom = table
    player.sheet(brom)
    gm.offer("recruit_hero")
    gm.fill(hero_class="elf", name=gm.called("Ladril"))
    hurt(player, brom)
    expect(gm.page.locator("#changed")).to_be_visible()
    assert gm.page.input_value("[name=name]") == "Ladril"
    assert gm.page.locator("[name=hero_class][value=elf]").is_checked()
    gm.fill(spheres=["air"])
    gm.confirm()


def test_a_link_that_is_shown_once_stays(table):
    gm, player, brom = table
    player.sheet(brom)
    gm.go(f"{gm.base}people/")
    gm.follow(gm.page.locator("#invite button"))
    link = gm.page.input_value("#link")
    hurt(player, brom)
    hurt(player, brom, 1)
    assert gm.page.input_value("#link") == link


def test_own_taps_are_drawn_once(table):
    gm, player, brom = table
    player.sheet(brom)
    asked: list[str] = []
    gm.sheet(brom)
    gm.page.on("request", lambda one: asked.append(one.resource_type) if one.method == "GET" else None)
    for _ in range(3):
        hurt(gm, brom)
    expect(player.page.locator(".track[aria-label='Body']").first).to_contain_text("5/8")
    assert "fetch" not in asked


def test_a_hidden_page_closes_its_stream_and_catches_up(table):
    gm, player, brom = table
    player.sheet(brom)
    gm.campaign()
    expect(gm.page.locator("#here li")).to_have_count(2)
    hide(player.page, True)
    expect(gm.page.locator(".presence")).to_be_hidden()
    hurt(gm, brom)
    assert body_of(player).startswith("8")
    mark(player)
    hide(player.page, False)
    expect(player.page.locator(".track[aria-label='Body']").first).to_contain_text("7/8")
    assert_same(player)


def hide(page: Page, is_hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        is_hidden,
    )


def test_two_tabs_of_one_person_both_follow_and_are_one_presence(table):
    gm, player, brom = table
    player.sheet(brom)
    second = player.page.context.new_page()
    second.goto(f"{player.url}{player.base}acts/", wait_until="domcontentloaded")
    gm.campaign()
    expect(gm.page.locator("#here li")).to_have_count(2)
    hurt(gm, brom)
    expect(player.page.locator(".track[aria-label='Body']").first).to_contain_text("7/8")
    expect(second.locator("#history")).to_contain_text("Brom loses 1 Body")


def test_a_removed_players_page_leaves(table, quiet_console):
    gm, player, brom = table
    player.sheet(brom)
    gm.go(f"{gm.base}people/")
    remove = gm.page.locator("form[action$='/s2/remove/'] button")
    for summary in (
        gm.page.locator("#seat-s2 summary").first,
        gm.page.locator("#seat-s2 details details summary").last,
    ):
        summary.tap()
    gm.follow(remove)
    expect(player.page.locator(".sheet")).to_have_count(0)
    quiet_console[:] = [one for one in quiet_console if "404" not in one]


def test_without_script_there_is_nothing_to_be_seen_of_it(evening):
    plain = evening(script=False)
    plain.sign_up("ollar")
    plain.found_campaign("On paper")
    for notice in ("#reconnecting", "#changed", ".presence"):
        expect(plain.page.locator(notice)).to_be_hidden()


@pytest.fixture
def mortal_site(tmp_path: Path) -> Iterator[Site]:
    with serve(tmp_path) as site:
        yield site


def test_a_notice_says_that_the_server_is_gone_and_goes_when_it_is_back(
    new_context: Callable[..., BrowserContext], mortal_site: Site
) -> None:
    """What the console says of connections that fail is what is wanted here."""
    page = new_context(has_touch=True).new_page()
    page.set_default_timeout(PATIENCE)
    gm = Evening(page, mortal_site.url, True, set())
    gm.sign_up("kessandria")
    gm.found_campaign("Reconnecting")
    brom = gm.recruit("Brom", "barbarian")
    gm.sheet(brom)
    mark(gm)
    notice = page.locator("#reconnecting")
    expect(notice).to_be_hidden()
    mortal_site.kill()
    expect(notice).to_be_visible()
    gm.look()
    mortal_site.manage("shell", "--no-imports", "-c", HURT.format(hero=brom))
    mortal_site.start()
    expect(notice).to_be_hidden()
    expect(page.locator(".track[aria-label='Body']").first).to_contain_text("7/8")
    assert_same(gm)
