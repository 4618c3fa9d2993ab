"""Long work, followed on a phone until it is over, by the worker in the server's own process."""

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = [pytest.mark.browser]


def comes_to_an_end(gm: Evening) -> None:
    """By itself; without script by looking again."""
    link = gm.page.get_by_role("link", name=gm.say("Regarder de nouveau", "Look again"))
    for _ in range(0 if gm.script else 60):
        if not link.count():
            break
        gm.follow(link)
    remove = gm.page.get_by_role("button", name=gm.say("Retirer", "Remove"))
    expect(remove).to_be_visible()
    gm.look()


def asks_for_an_audit(gm: Evening) -> None:
    gm.go(f"{gm.base}settings/")
    gm.follow(gm.page.locator("#audit button"))
    comes_to_an_end(gm)
    expect(gm.page.locator("#task")).to_contain_text(gm.say("Chaque acte suit", "Every act follows"))


@IN_FRENCH
def test_an_audit_and_sheets_are_asked_for_followed_fetched_and_removed(evening, tmp_path):
    gm = evening()
    gm.sign_up("zargon-tasks")
    gm.found_campaign("Guldan")
    gm.recruit("Brom", "barbarian")
    asks_for_an_audit(gm)
    gm.go(f"{gm.base}papers/")
    gm.follow(gm.page.locator("#sheets button"))
    comes_to_an_end(gm)
    with gm.page.expect_download() as download:
        gm.page.locator("a[href$='/result/']").tap()
    download.value.save_as(tmp_path / "sheets.pdf")
    text = PdfReader(tmp_path / "sheets.pdf").pages[0].extract_text()
    assert "Brom" in text
    assert "Barbare" in text
    gm.go("/tasks/")
    expect(gm.page.locator("#tasks li")).to_have_count(2)
    gm.follow(gm.page.locator("#tasks a").first)
    gm.follow(gm.page.locator("form[action$='/remove/'] button"))
    expect(gm.page.locator("#tasks li")).to_have_count(1)


@IN_ENGLISH
def test_without_script_one_looks_again(evening):
    gm = evening(script=False)
    gm.sign_up("zargon-tasks-without-script")
    gm.found_campaign("Guldan")
    asks_for_an_audit(gm)
