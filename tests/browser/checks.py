"""What must hold on every page, whatever is on it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from rules.kernel.registry import rulesets

WCAG = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}

TARGETS = "button, summary, select, input:not([type=hidden], [type=radio], [type=checkbox]), a.button, a.choice, a.card-face, .option, nav a, footer a"
SMALL = """([wanted, least]) => [...document.querySelectorAll(wanted)]
  .filter((one) => one.checkVisibility({visibilityProperty: true}))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height && (box.height < least || box.width < least))
  .map(([one, box]) => `${one.tagName} ${Math.round(box.width)} × ${Math.round(box.height)} ${one.textContent.trim()}`)
"""
LEAST = 43.5
"""44 pixels, less what rounding may take."""

SAID = """(lang) => {
  const said = [];
  const own = (one) => one.closest("[lang]").lang === lang
    && !one.closest("script, style, svg, code") && one.tagName !== "NOSCRIPT";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (own(walk.currentNode.parentElement)) said.push(walk.currentNode.data.trim());
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const one of document.querySelectorAll(`[${name}]`)) if (own(one)) said.push(one.getAttribute(name));
  return [document.title, ...said.filter(Boolean)];
}"""
RAW = re.compile(r"\b[a-z]+_[a-z_]+\b|\{\w*\}|%\(\w+\)|\b(?:None(?! of)|undefined|null|NaN)\b")
FOREIGN = {
    "fr": re.compile(
        r"\b(?:the|of|and|with|your|this|from|hero(?:es)?|level|spells?|skills?|gold|body|mind|undo|redo|history|"
        r"more|done|search|kills?|deeds?|quest|gear|roll|cast|close|open|sign|save|show|died|why|years?)\b",
        re.IGNORECASE,
    ),
    "en": re.compile(
        r"\b(?:le|la|les|du|une|et|avec|votre|ce|cette|dans|pour|par|qui|héros|niveau|sorts|compétences?|corps|"
        r"esprit|annuler|rétablir|historique|fait|chercher|victimes?|exploits?|quête|équipement|lancer|clore|fermer)\b",
        re.IGNORECASE,
    ),
}
"""Words that only the other language has."""


def assert_fits(page: Page) -> None:
    """Nothing scrolls sideways."""
    wide, shown = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= shown, page.url


def assert_accessible(page: Page) -> None:
    with unrolled(page):
        results = Axe().run(page, options=WCAG)
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


@contextmanager
def unrolled(page: Page) -> Iterator[None]:
    """A window as high as the page: what sticks to its edge covers nothing that one scroll would free."""
    size = page.viewport_size
    assert size
    page.set_viewport_size({**size, "height": page.evaluate("document.documentElement.scrollHeight")})
    yield
    page.set_viewport_size(size)


def assert_good(page: Page) -> None:
    assert_fits(page)
    assert_accessible(page)


def assert_a_thumb_hits_it(page: Page) -> None:
    """Whatever is pressed is 44 pixels or more, both ways. Links within a text may be smaller."""
    small = page.evaluate(SMALL, [TARGETS, LEAST])
    assert small == [], f"{page.url}\n{small}"


def assert_speaks(page: Page, language: str, *names: str) -> None:
    """The page is in this language and in none other; `names` are what people typed themselves.

    A rulebook that has one title everywhere keeps it.
    """
    titles = [one.name.fr for one in rulesets().values() if one.name.fr == one.name.en]
    assert page.evaluate("document.documentElement.lang") == language, page.url
    everything = page.evaluate(SAID, language)
    assert len(everything) > 5, page.url
    for said in everything:
        own = said
        for name in (*names, *titles):
            own = own.replace(name, "")
        wrong = RAW.findall(own) + FOREIGN[language].findall(own)
        assert wrong == [], f"{page.url}\n{said}"
