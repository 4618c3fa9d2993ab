import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import assert_good
from tests.conftest import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sign_up(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/accounts/signup/?next=/accounts/", wait_until="domcontentloaded")
    page.fill("[name=username]", name)
    page.fill("[name=password1]", PASSWORD)
    page.click("main .button.main")


@pytest.mark.parametrize(
    "language",
    [pytest.param(code, marks=pytest.mark.browser_context_args(locale=code)) for code in ("fr", "en")],
)
@pytest.mark.parametrize("address", ["login", "signup", "password/reset"])
def test_a_visitor_s_pages_are_good_on_a_phone(page, live_server, language, address):
    page.goto(f"{live_server.url}/accounts/{address}/", wait_until="domcontentloaded")
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert_good(page)


def test_a_person_chooses_french_and_a_token(page, live_server):
    sign_up(page, live_server.url, "telor")
    page.click("text=Français")
    expect(page.locator("h1")).to_have_text("Mon compte")
    page.fill("[name=name]", "imprimante")
    page.click("text=Créer un jeton")
    token = page.locator("output").inner_text()
    assert token.startswith("qk_")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("text=Copier")
    expect(page.locator("[data-copy]")).to_have_text("Copié")
    assert page.evaluate("navigator.clipboard.readText()") == token
    assert_good(page)
    page.click("text=English")
    expect(page.locator("h1")).to_have_text("My account")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_account_page_is_good_in_either_light(page, live_server, theme):
    sign_up(page, live_server.url, "telor")
    page.select_option("[name=theme]", theme)
    page.click("main .button.main")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert_good(page)


def test_signing_up_needs_no_script(browser, live_server):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_up(page, live_server.url, "telor")
    expect(page.locator("h1")).to_have_text("My account")
    context.close()


def test_the_documentation_of_the_api_draws_itself(page, live_server):
    page.goto(f"{live_server.url}/api/v1/docs/", wait_until="domcontentloaded")
    expect(page.locator(".swagger-ui .title")).to_contain_text("Questkeep")
