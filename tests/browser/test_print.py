"""Any page of the site on paper: nothing that is only there to be pressed, and no card cut."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from tests.browser.evening import IN_ENGLISH

pytestmark = [pytest.mark.browser]

PRESSED = "button, .tabs, .bar, .top, select, input:not([type=hidden]), a.button"
SEEN = "all => all.filter(one => one.getClientRects().length).map(one => one.outerHTML.slice(0, 90))"
UNCUT = "all => all.filter(one => getComputedStyle(one).breakInside !== 'avoid').length"
BROKEN = ".card, .member, .number, .track, .receipt, .told-line, .entry, tr"


@IN_ENGLISH
def test_pages_print_without_what_is_pressed_and_with_what_is_folded(evening):
    gm = evening()
    gm.sign_up("zargon-print")
    gm.found_campaign("Guldan")
    hero = gm.recruit("Brom", "barbarian")
    spells = "/rulesets/heroquest_evolution/catalog/spells/"
    shop = f"{gm.base}do/buy/?hero={hero}"
    for address, word in (
        (f"{gm.base}heroes/{hero}/", "Brom"),
        (gm.base, "Brom"),
        (f"{gm.base}acts/", "Brom"),
        (shop, "Brom"),
        (spells, "Tempest"),
    ):
        gm.go(address)
        gm.page.emulate_media(media="print")
        assert gm.page.locator(PRESSED).evaluate_all(SEEN) == [], address
        assert gm.page.locator(BROKEN).evaluate_all(UNCUT) == 0, address
        text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(gm.page.pdf())).pages)
        assert word in text, address
        assert "Skip to the content" not in text
        gm.page.emulate_media(media="screen")
