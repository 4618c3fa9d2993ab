"""Taps counted on a phone of 360 × 740, each from the page somebody would be on; nothing of it scrolls or lies under something."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from rules.heroquest_evolution.book import BOOK
from tests.browser.checks import LEAST
from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = pytest.mark.browser

LONG = ("Brom-au-Marteau-de-Fer-des-Monts-Gris-XL", "Merindorel-la-Tisseuse-des-Vents-du-Nord")
"""Names of 40 characters without a gap."""
ITEMS = 60
SMALL = {"width": 360, "height": 640}
REACHED = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  const label = one.closest("label") || one;
  return [x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight, label.contains(hit),
    Math.min(label.getBoundingClientRect().width, label.getBoundingClientRect().height)];
}"""


@dataclass
class Thumb:
    """Counts its taps. What it taps lies on the screen, is big enough, and nothing lies over it."""

    table: Evening
    taps: int = 0

    def reaches(self, wanted: Locator) -> None:
        inside, is_hit, size = wanted.evaluate(REACHED)
        assert (inside, is_hit, size >= LEAST) == (True, True, True), f"{wanted} of {size} pixels"

    def opens(self, wanted: Locator) -> None:
        """What unfolds without asking the server, or is ticked."""
        self.reaches(wanted)
        wanted.tap()
        self.taps += 1
        self.table.settle()

    def presses(self, wanted: Locator) -> None:
        self.reaches(wanted)
        self.table.press(wanted)
        self.taps += 1

    def follows(self, wanted: Locator) -> None:
        self.reaches(wanted)
        self.table.follow(wanted)
        self.taps += 1


def send(table: Evening, kind: str, **fields: Any) -> None:
    """As a program does: what only leads up to what is looked at."""
    cookies = {one["name"]: one["value"] for one in table.page.context.cookies()}
    headers = {
        "X-CSRFToken": cookies["csrftoken"],
        "Idempotency-Key": str(uuid.uuid4()),
        "Referer": table.url,
    }
    url = f"{table.url}/api/v1{table.base}acts/"
    answer = table.page.request.post(url, data={"kind": kind} | fields, headers=headers)
    assert answer.ok, answer.text()


def two_heroes(table: Evening, person: str) -> tuple[str, str]:
    """With long names, in a quest."""
    table.sign_up(person)
    table.found_campaign(table.say("La tablée", "Around it all"))
    table.glances = True
    send(table, "recruit_hero", hero_class="barbarian", name=table.called(LONG[0]))
    send(
        table,
        "recruit_hero",
        hero_class="enchanter",
        name=table.called(LONG[1]),
        spheres=["fire", "air", "earth"],
    )
    brom, merin = (table.key_of(name) for name in LONG)
    table.glances = False
    send(table, "open_quest", quest="the-fire-mage", heroes=[brom, merin])
    return brom, merin


def laden(table: Evening, hero: str) -> None:
    """One of everything, and more of the last of it."""
    things = [key for key, row in BOOK.items.items() if row.category != "artefact"]
    for key in (things + things[-1:] * ITEMS)[:ITEMS]:
        send(table, "find_item", hero=hero, item=key)


@IN_FRENCH
def test_what_is_done_at_the_table_is_one_tap_or_two(evening):
    table = evening()
    brom, merin = two_heroes(table, "tapette")
    laden(table, brom)
    for size in (SMALL, {"width": 360, "height": 740}):
        table.page.set_viewport_size(size)  # type: ignore[arg-type]
        table.go(f"{table.base}heroes/{brom}/")
        body = amount_of(table)
        wound = Thumb(table)
        wound.presses(table.page.locator(".tone-body .mark:not(.off)").last)
        assert (wound.taps, amount_of(table)) == (1, body - 1)
        wound.presses(table.page.locator(".tone-body .mark.off").last)
        assert amount_of(table) == table.page.locator(".tone-body .mark").count()

        kill = Thumb(table)
        kill.presses(table.bar.locator("a.main"))
        kill.presses(table.page.locator(".picker .card-face").first)
        assert kill.taps == 2
        assert "victime" in table.last()
        kill.presses(table.bar.get_by_role("button", name="Annuler"))

        table.go(f"{table.base}heroes/{merin}/")
        spell = Thumb(table)
        cards = table.page.locator("#h-spells-cards .card.is-ready")
        ready = cards.count()
        assert ready == 9
        spell.opens(cards.last.locator("summary, button").first)
        if table.page.locator(".card-open[open]").count():
            spell.presses(table.page.locator(".card-open[open] button").first)
        assert spell.taps <= 2
        expect(table.page.locator("#h-spells-cards .card.is-ready")).to_have_count(ready - 1)
        spell.presses(table.page.locator("#h-spells-cards .card-back"))
        expect(table.page.locator("#h-spells-cards .card.is-ready")).to_have_count(ready)


def amount_of(table: Evening) -> int:
    return table.page.locator(".tone-body .mark:not(.off)").count()


@IN_ENGLISH
def test_a_quest_is_closed_a_level_gained_and_something_bought(evening):
    table = evening()
    brom, dead = two_heroes(table, "tapper")
    send(table, "record_death", hero=dead, cause="A fall")
    table.go(f"{table.base}table/")
    close = Thumb(table)
    close.opens(table.bar.locator("#bar-menu summary"))
    close.follows(table.bar.locator("#bar-menu a[href*='/do/close_quest/']"))
    close.opens(table.page.locator("#offer label:has([name=success][type=checkbox])"))
    heir = table.page.locator(f"#offer label:has([name='heirs.{dead}'][value='{brom}'])")
    heir.scroll_into_view_if_needed()
    close.opens(heir)
    close.follows(table.page.locator("#offer .button.main"))
    assert close.taps <= 6 + 1  # for the dead
    expect(table.page.locator(".scope")).to_have_count(0)

    send(table, "correct_hero", hero=brom, xp=40, gold=1000, reason="paper")
    table.go(f"{table.base}heroes/{brom}/")
    level = Thumb(table)
    level.follows(table.page.locator(".due[href*='gain_level']"))
    level.opens(table.page.locator("#offer label.option:visible").first)
    level.follows(table.page.locator("#offer .button.main"))
    assert level.taps <= 3
    expect(table.page.locator(".hero-name")).to_contain_text("level 2")

    send(table, "pay_upkeep", hero=brom)
    table.go(f"{table.base}heroes/{brom}/")
    buy = Thumb(table)
    buy.follows(table.page.locator("a.card-face[href*='/do/buy/']"))
    buy.opens(table.page.locator("#offer label.option:visible").first)
    buy.follows(table.page.locator("#offer .button.main"))
    assert buy.taps <= 3
    assert "buys" in table.last()
