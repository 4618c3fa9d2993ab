"""Every page there is, full of long names, in each light, each language and each size: it fits, it can be pressed, it can be read."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import playwright.sync_api
import pytest
from django.utils.translation import trans_real
from playwright.sync_api import BrowserContext, Page

from campaigns.templatetags import sections
from rules.kernel.text import Text
from tests.browser.checks import LEAST, SMALL, TARGETS, assert_accessible
from tests.visiting import Visit, full_campaign, visits

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.django_db(transaction=True)]

PHONE, TABLET, LAPTOP = (360, 640), (768, 1024), (1440, 900)
ZOOMED = (720, 450)
"""A laptop at 200 %."""
WIDE = """() => document.documentElement.scrollWidth > document.documentElement.clientWidth
  ? [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1
      && !one.closest(".scroll, .wide-table, pre")).slice(0, 3).map((one) => `${one.tagName}.${one.getAttribute("class")}`) : null"""
MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
  const style = getComputedStyle(one);
  return !["", "none"].includes(style.animationName) || style.transitionDuration.split(",").some((time) => parseFloat(time) > 0);
}).map((one) => `${one.tagName}.${one.getAttribute("class")}`).slice(0, 5)"""
KEYBOARD = """() => {
  const wrong = [];
  const ring = (one) => one && getComputedStyle(one).outlineStyle !== "none" && parseFloat(getComputedStyle(one).outlineWidth) >= 2;
  const around = (one) => { for (let at = one, n = 0; at && n < 6; at = at.parentElement, n++) if (ring(at)) return true; };
  const wanted = "a[href], button:not([disabled]), summary, select, textarea, input:not([type=hidden])";
  for (const one of [...document.querySelectorAll(wanted)].filter((one) => one.checkVisibility({visibilityProperty: true})).filter((_, n, all) => n < 40 || n > all.length - 20)) {
    one.focus();
    if (document.activeElement !== one || one.closest(".first-button, .skip")) continue;
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height || box.right < 0) continue;
    const [x, y] = [Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 2), Math.min(Math.max(box.y + Math.min(box.height, innerHeight) / 2, 1), innerHeight - 2)];
    const hit = document.elementFromPoint(x, y);
    const said = `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 30)}`;
    if (!around(one)) wrong.push(`no ring: ${said}`);
    if (hit && !one.contains(hit) && !hit.contains(one) && !hit.closest("label, .option, .card, .entry, .member, .line, .card-words"))
      wrong.push(`covered: ${said} by ${hit.tagName}.${hit.className}`);
  }
  return wrong.slice(0, 5);
}"""


@dataclass
class Visitor:
    """One page of one browser, as different people."""

    page: Page
    url: str
    sessions: dict[str, str]

    def visit(self, visit: Visit) -> None:
        self.page.context.clear_cookies(name="sessionid")
        if session := self.sessions.get(visit.who):
            self.page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])
        self.page.goto(self.url + visit.address, wait_until="load")

    def sized(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def finds(self, what: str, *told: Any) -> list[str]:
        found: list[str] = self.page.evaluate(what, *told) or []
        return found


@dataclass(frozen=True)
class Place:
    pages: list[Visit]
    sessions: dict[str, str]


@pytest.fixture
def place(live_server: Any) -> Place:
    gathering = full_campaign()
    clients = gathering.table.pages
    sessions = {who: clients[who].cookies["sessionid"].value for who in ("gm", "player")}
    pages = list(visits(gathering))
    assert len(pages) > 60
    return Place(pages, sessions)


@pytest.fixture
def browse(
    browser: playwright.sync_api.Browser, browser_context_args: dict[str, Any], live_server: Any, place: Place
) -> Iterator[Callable[..., Visitor]]:
    """Somebody who asks for less motion."""
    opened: list[BrowserContext] = []

    def begin(**options: Any) -> Visitor:
        asked = browser_context_args | options | {"reduced_motion": "reduce"}
        opened.append(browser.new_context(**asked))
        return Visitor(opened[-1].new_page(), live_server.url, place.sessions)

    yield begin
    for context in opened:
        context.close()


def at_every_size(visitor: Visitor) -> dict[str, list[str]]:
    """And whether anything moves, and whether the keyboard sees where it is: of the first and the last things to press."""
    found = {}
    for size in (PHONE, TABLET, LAPTOP):
        visitor.sized(size)
        found[f"wide at {size}"] = visitor.finds(WIDE)
        found[f"small at {size}"] = visitor.finds(SMALL, [TARGETS, LEAST])
    found["moving"] = visitor.finds(MOVING)
    visitor.sized(PHONE)
    found["keyboard"] = visitor.finds(KEYBOARD)
    return {what: wrong for what, wrong in found.items() if wrong}


def broken_rules(visitor: Visitor) -> dict[str, list[str]]:
    try:
        assert_accessible(visitor.page)
    except AssertionError as error:
        return {"axe": [str(error)[:1500]]}
    return {}


def test_every_page_in_french_by_candle_is_good_at_every_size(
    place: Place, browse: Callable[..., Visitor]
) -> None:
    visitor, wrong = browse(locale="fr", color_scheme="dark"), {}
    for visit in place.pages:
        visitor.visit(visit)
        if found := at_every_size(visitor) | broken_rules(visitor):
            wrong[visit.address] = found
    assert wrong == {}


@pytest.fixture
def longer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every text half as long again."""

    def stretched(text: str) -> str:
        words = text.split(" ")
        return " ".join([text, *words[: max(1, len(words) // 2)]]) if text.strip() else text

    get, say = trans_real.DjangoTranslation.gettext, Text.in_
    monkeypatch.setattr(
        trans_real.DjangoTranslation, "gettext", lambda self, text: stretched(get(self, text))
    )
    monkeypatch.setattr(Text, "in_", lambda self, language: stretched(say(self, language)))
    sections.draw.cache_clear()
    yield
    sections.draw.cache_clear()


def test_every_page_in_english_by_day_stands_longer_texts_large_type_and_a_zoom_of_200_percent(
    place: Place, longer: None, browse: Callable[..., Visitor]
) -> None:
    visitor, wrong = browse(locale="en", color_scheme="light"), {}
    for visit in place.pages:
        visitor.visit(visit)
        found = broken_rules(visitor)
        for size in ("", "large"):
            visitor.page.evaluate("(size) => document.documentElement.dataset.size = size", size)
            for at in (PHONE, ZOOMED):
                visitor.sized(at)
                found[f"wide at {at} {size}"] = visitor.finds(WIDE)
        if found := {what: lines for what, lines in found.items() if lines}:
            wrong[visit.address] = found
    assert wrong == {}
