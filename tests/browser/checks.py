"""What must hold on every page, whatever is on it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WCAG = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def assert_fits(page: Page) -> None:
    """Nothing scrolls sideways."""
    wide, shown = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= shown, page.url


def assert_accessible(page: Page) -> None:
    results = Axe().run(page, options=WCAG)
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


def assert_good(page: Page) -> None:
    assert_fits(page)
    assert_accessible(page)
