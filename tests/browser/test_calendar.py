"""A game master puts acts and sessions on the calendar with a thumb; everybody chooses what to hear of."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH

pytestmark = [pytest.mark.browser]

SOON = (datetime.now() + timedelta(days=3)).strftime("%Y-%m-%dT20:30")  # noqa: DTZ005  (on the wall)


@pytest.mark.parametrize(
    ("script", "language"),
    [
        pytest.param(True, "fr", marks=IN_FRENCH),
        pytest.param(False, "en", marks=IN_ENGLISH),
    ],
)
def test_an_act_for_later_and_a_session_from_a_phone(evening, script, language):
    gm = evening(script=script)
    gm.sign_up(f"zargon{language}{script}")
    gm.found_campaign("Guldan")
    brom = gm.recruit("Brom", "barbarian")
    gm.names |= {"Brom", "Oldweg", "Barathor"}
    gm.go(f"{gm.base}do/correct_hero/?hero={brom}&gold=5&reason=Oldweg")
    gm.follow(gm.page.locator("#offer [formaction]").last)
    gm.page.fill("[name=title]", "Oldweg")
    gm.page.fill("[name=at]", SOON)
    gm.page.select_option("[name=unit]", "month")
    gm.page.check("[name=each]")
    gm.look()
    gm.follow(gm.page.locator("main form.panel button.main"))
    gm.look()
    gm.follow(gm.page.locator(".head a.button"))
    gm.page.fill("[name=title]", "Barathor")
    gm.look()
    gm.follow(gm.page.locator("main form.panel button.main"))
    expect(gm.page.locator("article")).to_have_count(2)
    gm.go("/notices/")
    gm.look()
    gm.go("/accounts/")
    gm.page.locator("#notices input[name$=mail]").check()
    gm.look()
    gm.follow(gm.page.locator("#notices button"))
    expect(gm.page.locator("#notices input[name$=mail]")).to_be_checked()
