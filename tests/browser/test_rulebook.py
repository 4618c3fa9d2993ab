import pytest
from playwright.sync_api import Page, expect

from tests.browser.checks import assert_fits, assert_good
from tests.flushing import flushes_lift_the_triggers  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BOOK = "/rulesets/heroquest_evolution/"
PAGES = [
    "",
    "?q=feu",
    "catalog/monsters/",
    "catalog/skills/?q=coup",
    "catalog/levels/",
    "catalog/spells/armageddon/",
    "catalog/monsters/chaos-hero/",
    "catalog/hero-classes/barbarian/",
    "catalog/rules/",
    "catalog/rules/stun-and-sleep/",
    "catalog/rulings/r20/",
    "catalog/spells/?by=sphere_name",
    "catalog/spell-sets/all/",
]


def go(page: Page, url: str) -> None:
    page.goto(url, wait_until="domcontentloaded")


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize(
    "language",
    [pytest.param(code, marks=pytest.mark.browser_context_args(locale=code)) for code in ("fr", "en")],
)
def test_the_rulebook_is_good_on_every_screen(page, live_server, language, scheme):
    page.emulate_media(color_scheme=scheme)
    for address in PAGES:
        page.set_viewport_size({"width": 1440, "height": 900})
        go(page, f"{live_server.url}{BOOK}{address}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert_fits(page)
        page.set_viewport_size({"width": 360, "height": 740})
        assert_good(page)


@pytest.mark.browser_context_args(locale="fr")
def test_a_player_finds_a_spell_while_typing(page, live_server):
    go(page, live_server.url + BOOK)
    page.get_by_role("searchbox").press_sequentially("eclai")
    expect(page.locator(".entry").first).to_contain_text("Éclair")
    expect(page.locator("mark").first).to_have_text("Éclai")
    assert page.url.endswith("?q=eclai")
    page.get_by_role("link", name="Éclair", exact=True).click()
    expect(page.locator("h1")).to_have_text("Éclair")
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("eclai")
    expect(page.locator(".entry").first).to_contain_text("Éclair")
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("link", name="Bestiaire")).to_be_visible()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_it_is_searched_without_script(page, live_server):
    go(page, f"{live_server.url}{BOOK}catalog/items/")
    page.get_by_role("searchbox").fill("bouclier")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".entry").first).to_contain_text("Shield")
    page.locator(".entry a").first.click()
    expect(page.locator("h1")).to_have_text("Shield")


@pytest.mark.parametrize("section", ["rules", "monsters", "spells", "items", "levels"])
def test_a_section_prints_as_one_clean_column(page, live_server, section):
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 720, "height": 1000})
    go(page, f"{live_server.url}{BOOK}catalog/{section}/")
    for gone in (".top", ".lookup", ".crumbs", ".index"):
        assert not any(one.is_visible() for one in page.locator(gone).all())
    assert_fits(page)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"
    lefts = page.evaluate(
        "[...document.querySelectorAll('.entry, .table tbody th')].map((one) => Math.round(one.getBoundingClientRect().left))"
    )
    assert len(lefts) > 10
    assert len(set(lefts)) == 1
    clamped = page.evaluate(
        "[...document.querySelectorAll('.gist')].filter((one) => one.scrollHeight > one.clientHeight + 1).length"
    )
    assert clamped == 0


def test_the_index_of_a_wide_screen_stays_in_sight(page, live_server):
    page.set_viewport_size({"width": 1440, "height": 900})
    go(page, f"{live_server.url}{BOOK}catalog/spells/")
    page.locator(".index a", has_text="Armageddon").click()
    expect(page.locator("#at-armageddon")).to_be_in_viewport()
    expect(page.locator(".index")).to_be_in_viewport()
