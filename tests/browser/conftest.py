from collections.abc import Iterator

import pytest
from playwright.sync_api import Page


@pytest.fixture(autouse=True)
def quiet_console(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """No page may complain: scripts that fail, what the content policy refuses, files that are missing."""
    complaints: list[str] = []
    if "page" not in request.fixturenames:
        yield complaints
        return
    page: Page = request.getfixturevalue("page")
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield complaints
    assert complaints == []
