"""The sorcerer's stock on a phone: two taps at a reveal, and a cell of its table set by house rule."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = pytest.mark.browser
CELL = "stock.3.4"


def cellar(evening: Evening, person: str) -> str:
    """A dwarf of level 3 in a dungeon: two goblin champions are in stock."""
    evening.sign_up(person)
    evening.found_campaign("The cellar gang" if evening.language != "fr" else "La bande de la cave")
    dura = evening.enrol("Dura", "dwarf", 3, "xyz", xp=100, body=8, mind=3)
    evening.open_quest("melars-maze", dura)
    return dura


@IN_FRENCH
def test_two_taps_reveal_an_evolution(evening):
    table = evening()
    dura = cellar(table, "boroush")
    table.campaign()
    table.follow(table.page.locator("a.card-face[href*='monster=goblin-champion']"))
    table.confirm()
    expect(table.page.locator("main")).to_contain_text("Évolutions révélées")
    expect(table.page.locator(".card").filter(has_text="×1")).to_have_count(1)

    table.go(f"{table.base}table/")
    table.follow(table.bar.locator("a[href*='/do/reveal_evolution/']"))
    expect(table.page.locator("#offer")).to_contain_text("La dernière : n° 1, champion gobelin.")
    table.confirm()
    assert table.page.url.endswith("/table/")
    assert table.last().endswith("Révélation 2 : gobelin → champion gobelin, du stock du sorcier.")
    expect(table.bar.locator("a[href*='/do/reveal_evolution/']")).to_have_count(0)
    table.undo()
    expect(table.bar.locator("a[href*='/do/reveal_evolution/']")).to_have_count(1)
    table.kill(dura, "goblin-champion")


@IN_ENGLISH
def test_a_cell_is_found_by_searching_and_set_by_ticking(evening):
    table = evening()
    table.sign_up("agrain")
    table.found_campaign("The other cellar")
    table.offer("set_house_rule")
    table.page.get_by_role("searchbox").fill("level 3, 4th")
    table.page.locator(f"label.option:has([value='{CELL}'])").tap()
    settled = table.page.locator("details.others")
    expect(settled).to_contain_text("Level 3, 4th hero")
    table.settle()
    table.look()
    table.fill(value=["demon"])
    table.confirm()
    expect(table.page.locator("main")).to_contain_text("Demon instead of Goblin archer and Orc champion")


@IN_ENGLISH
def test_a_cell_is_set_without_script(evening):
    table = evening(script=False)
    table.sign_up("fimbul")
    table.found_campaign("The third cellar")
    table.offer("set_house_rule")
    table.fill(rule=CELL)
    table.preview()
    table.page.locator("details.others > summary").tap()
    expect(table.page.locator(f"[value='{CELL}']")).to_be_checked()
    table.fill(value=["demon", "orc-hero"])
    table.preview()
    table.confirm()
    expect(table.page.locator("main")).to_contain_text("Orc hero and Demon instead of")
