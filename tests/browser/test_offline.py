"""Without a connection: what was read stays readable with its date, for its reader alone, and no act is pretended."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import IN_ENGLISH, Evening
from tests.conftest import PASSWORD

pytestmark = pytest.mark.browser

LEFT = """async () => {
  const found = [];
  for (const name of await caches.keys()) for (const one of await (await caches.open(name)).keys()) found.push(one.url);
  return found.filter((url) => !/\\/(static|offline)\\//.test(url));
}"""
EXPECTED = ("ERR_", "404")
HAS = "async (url) => Boolean(await caches.match(url))"
NO_LONGER = "async (url) => !(await caches.match(url))"


def left(page: Page) -> list[str]:
    """The addresses of all that is kept, but for what is the same for everybody; who reads is told by `/reader`."""
    found: list[str] = page.evaluate(LEFT)
    return [url for url in found if not url.endswith("/reader")]


@pytest.fixture
def phone(evening: Callable[..., Evening], quiet_console: list[str]) -> Iterator[Evening]:
    """Somebody in the middle of a sample, whose pages are kept from now on; a browser without a net complains, and may."""
    phone = evening(worker=True)
    phone.glances = True
    phone.go("/")
    phone.follow(phone.page.locator("main form button"))
    phone.base = phone.page.url.removeprefix(phone.url)
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    phone.page.wait_for_function("navigator.serviceWorker.controller !== null")
    yield phone
    quiet_console[:] = [
        one
        for one in quiet_console
        if not one.startswith("htmx:") and not any(word in one for word in EXPECTED)
    ]


def sheet(phone: Evening) -> str:
    """The address of a hero’s sheet, which has been read."""
    phone.go(phone.base)
    phone.page.locator(".member a").first.tap()
    phone.page.wait_for_url("**/heroes/*/")
    phone.page.wait_for_function(HAS, arg=phone.page.url)
    return phone.page.url


def net(phone: Evening, *, on: bool) -> None:
    phone.page.context.set_offline(not on)


@IN_ENGLISH
def test_a_sheet_is_read_offline_with_its_date_and_an_act_says_that_it_was_not_done(phone):
    page, address = phone.page, sheet(phone)
    name = page.locator("h1").inner_text()
    body = page.locator(".track.tone-body .figure").inner_text()
    net(phone, on=False)
    page.goto(address, wait_until="domcontentloaded")
    expect(page.locator("h1")).to_have_text(name)
    as_of = page.locator("#as-of")
    expect(as_of).to_be_visible()
    assert as_of.locator("time").inner_text().rstrip().endswith(("AM", "PM"))
    expect(as_of).to_contain_text("Nothing can be done from it now.")
    page.locator(".track.tone-body .step").first.tap()
    expect(page.locator("#offline")).to_contain_text("Nothing was changed")
    page.evaluate("document.querySelector('form[id^=taps-]').submit()")
    expect(page.locator("h2")).to_have_text("Nothing was done")
    page.goto(f"{phone.url}{phone.base}people/", wait_until="domcontentloaded")
    expect(page.locator("h2")).to_have_text("No connection")
    net(phone, on=True)
    page.goto(address, wait_until="domcontentloaded")
    expect(page.locator("#as-of")).to_be_hidden()
    expect(page.locator(".track.tone-body .figure")).to_have_text(body)


@IN_ENGLISH
def test_nothing_is_left_of_what_is_no_longer_open_nor_for_who_comes_next(phone):
    page = phone.page
    sheet(phone)
    phone.go("/sample/keep/")
    page.fill("[name=username]", phone.called("ysolde"))
    page.fill("[name=password1]", PASSWORD)
    phone.follow(page.locator("main form button").first)
    address = sheet(phone)
    assert address in left(page)
    phone.go(f"{phone.base}settings/")
    page.fill("#delete-name", "Les quatre de Karak")
    phone.follow(page.locator("#delete button"))
    assert page.goto(address, wait_until="domcontentloaded").status == 404
    page.wait_for_function(NO_LONGER, arg=address)
    assert not [url for url in left(page) if phone.base in url]
    phone.go("/campaigns/")
    phone.follow(page.locator("form[action$='/restore/'] button"))
    assert sheet(phone) in left(page)
    phone.go("/accounts/logout/")
    phone.follow(page.locator("main form button"))
    assert left(page) == []
    net(phone, on=False)
    page.goto(address, wait_until="domcontentloaded")
    expect(page.locator("h2")).to_have_text("No connection")
