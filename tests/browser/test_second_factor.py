"""A security key in a real browser, and codes without any script. The key is Chromium's own pretended one."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.accounts.test_second_factor import BASE, code
from tests.browser.checks import assert_good, assert_speaks
from tests.browser.test_accounts import sign_up
from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def plug_in(page: Page) -> None:
    """A key that answers at once."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "usb",
        "hasResidentKey": False,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def open_page(page: Page, site: str, path: str) -> None:
    """A page that may ask for the password first."""
    page.goto(f"{site}{path}", wait_until="domcontentloaded")
    if "reauthenticate" in page.url:
        page.fill("[name=password]", PASSWORD)
        page.click("main .button.main")


def sign_in(page: Page, site: str, name: str) -> None:
    page.goto(f"{site}/accounts/login/?next=/accounts/", wait_until="domcontentloaded")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    page.click("main .button.main")


def sign_out(page: Page, site: str) -> None:
    page.goto(f"{site}/accounts/logout/", wait_until="domcontentloaded")
    page.click("main .button.main")


def test_a_security_key_is_added_opens_and_is_removed(page, live_server):
    site = live_server.url
    sign_up(page, site, "telor")
    plug_in(page)
    open_page(page, site, f"{BASE}webauthn/add/")
    assert_good(page)
    page.fill("[name=name]", "The blue one")
    page.click("form[data-key] button")
    expect(page.locator("h1")).to_have_text("Recovery codes")
    assert_good(page)

    sign_out(page, site)
    sign_in(page, site, "telor")
    expect(page.locator("h1")).to_have_text("Second factor")
    assert_good(page)
    page.click("form[data-key] button")
    expect(page.locator("h1")).to_have_text("My account")

    sign_out(page, site)
    sign_in(page, site, "telor")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('gone')) }")
    page.click("form[data-key] button")
    expect(page.locator("[data-key-failed]")).to_be_visible()
    page.goto(f"{site}/accounts/", wait_until="domcontentloaded")
    expect(page.locator("h1")).not_to_have_text("My account")


@pytest.mark.parametrize(
    "language",
    [pytest.param(one, marks=pytest.mark.browser_context_args(locale=one)) for one in ("fr", "en")],
)
def test_the_pages_are_good_in_both_languages(page, live_server, language):
    site = live_server.url
    sign_up(page, site, "telor")
    for path in ("", "totp/activate/", "webauthn/", "webauthn/add/"):
        open_page(page, site, BASE + path)
        assert_good(page)
        assert_speaks(page, language, "telor")
    page.goto(f"{site}/accounts/email/", wait_until="domcontentloaded")
    assert_good(page)
    assert_speaks(page, language, "telor")


def test_an_app_is_set_up_and_opens_without_script(browser, live_server):
    context: BrowserContext = browser.new_context(java_script_enabled=False, locale="en")
    page, site = context.new_page(), live_server.url
    sign_up(page, site, "telor")
    open_page(page, site, f"{BASE}totp/activate/")
    page.click("summary")
    secret = page.locator("output").inner_text()
    page.fill("[name=code]", code(secret))
    page.click("main .button.main")
    expect(page.locator("h1")).to_have_text("Recovery codes")
    recovery = page.locator("main li code").first.inner_text()
    sign_out(page, site)
    sign_in(page, site, "telor")
    page.fill("[name=code]", recovery)
    page.click("main .button.main")
    expect(page.locator("h1")).to_have_text("My account")
    context.close()
