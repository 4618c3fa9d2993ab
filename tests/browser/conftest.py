from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.evening import Evening
from tests.browser.hands import Keys
from tests.browser.serving import Site, serve

PATIENCE = 30_000
"""Milliseconds; a busy machine draws slowly."""
REFUSALS = tuple(f"status of {code}" for code in (409, 412, 422))
"""What the site answers to what the rules refuse: Chromium notes it, nobody complains."""


expect.set_options(timeout=PATIENCE)


def listen(page: Page, complaints: list[str]) -> None:
    def console(message: Any) -> None:
        if message.type == "error" and not any(refusal in message.text for refusal in REFUSALS):
            complaints.append(message.text)

    page.on("console", console)
    page.on("pageerror", lambda error: complaints.append(str(error)))


@pytest.fixture(autouse=True)
def quiet_console(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """No page may complain: scripts that fail, what the content policy refuses, files that are missing."""
    complaints: list[str] = []
    if "page" in request.fixturenames:
        listen(request.getfixturevalue("page"), complaints)
    yield complaints
    assert complaints == []


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One for all evenings of a test process: everybody founds a campaign of their own."""
    with serve(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="session")
def audited() -> set[str]:
    """The kinds of pages that were audited for accessibility in this test process."""
    return set()


@pytest.fixture
def evening(
    new_context: Callable[..., BrowserContext], site: Site, quiet_console: list[str], audited: set[str]
) -> Callable[..., Evening]:
    """A phone in somebody's hand, before they have signed up. IN_FRENCH or IN_ENGLISH say how it is set."""

    def begin(*, script: bool = True, keys: bool = False, worker: bool = False) -> Evening:
        """What is kept for when there is no connection is looked at where that is the point."""
        options = {"java_script_enabled": script, "service_workers": "allow" if worker else "block"}
        page = new_context(has_touch=not keys, reduced_motion="reduce", **options).new_page()
        page.set_default_timeout(PATIENCE)
        listen(page, quiet_console)
        return Evening(page, site.url, script, audited, Keys() if keys else None)

    return begin
