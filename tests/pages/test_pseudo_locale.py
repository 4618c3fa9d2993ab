"""Under a language in which every translated text stands in brackets, whatever stands outside of them was forgotten."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.utils.translation import trans_real

from campaigns.rulebook import relations
from campaigns.templatetags import sections
from rules.kernel.text import Text
from tests.visiting import full_campaign, own_words, visits

pytestmark = [pytest.mark.django_db, pytest.mark.long]

SPOKEN = ("aria-label", "title", "placeholder", "alt")
UNSPOKEN = {"script", "style", "svg", "code", "noscript", "time"}
EMPTY = {
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "wbr",
    "path",
    "rect",
    "circle",
    "use",
}
OF_NOBODY = re.compile(
    r"\b(?:Questkeep|XP|\d*D\d+(?:\+\d+)?|[RCF]\d+|§[\w.]+|inv_\w+|PDF|JSON|UTC|English|Français|[A-Z]\w+/[A-Z]\w+)\b|https?://\S*"
)
"""Names of things, languages, zones and formats, dice, places of the rules: the same in every language."""
RAW = re.compile(r"\b[a-z]+_[a-z_]+\b|\{\w*\}|%\(\w+\)|\b(?:None(?! [a-z])|undefined|NaN)\b")


def marked(text: str) -> str:
    return f"⟦{text}⟧" if text.strip() else text


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Around what gettext gives and what a Text says; nothing that was drawn before is used again."""
    get, get_many, say = trans_real.DjangoTranslation.gettext, trans_real.DjangoTranslation.ngettext, Text.in_
    plain = lambda text: text.rpartition("\x04")[2]  # noqa: E731  (with its context where there is no translation)
    monkeypatch.setattr(
        trans_real.DjangoTranslation, "gettext", lambda self, text: marked(plain(get(self, text)))
    )
    monkeypatch.setattr(
        trans_real.DjangoTranslation, "ngettext", lambda self, *told: marked(plain(get_many(self, *told)))
    )
    monkeypatch.setattr(Text, "in_", lambda self, language: marked(say(self, language)))
    sections.draw.cache_clear()
    yield
    sections.draw.cache_clear()
    relations.ways.cache_clear()


class Told(HTMLParser):
    """What a page says in its own language, in text and in attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.around: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        silent = self.is_silent or tag in UNSPOKEN or (tag != "html" and "lang" in named)
        silent = silent or "source" in (named.get("class") or "").split()
        if not silent:
            self.said += [named[name] or "" for name in SPOKEN if name in named]
        if tag not in EMPTY:
            self.around.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while self.around and self.around.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.is_silent:
            self.said.append(data)

    @property
    def is_silent(self) -> bool:
        return bool(self.around) and self.around[-1][1]


def outside(text: str) -> str:
    """What is in no brackets."""
    depth, left = 0, []
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        if not depth and letter not in "⟦⟧":
            left.append(letter)
    return "".join(left)


def told(page: str) -> str:
    reader = Told()
    reader.feed(page)
    return "\n".join(reader.said)


def test_no_page_says_a_word_that_was_not_translated_nor_shows_a_raw_key(brackets):
    gathering = full_campaign()
    names = re.compile("|".join(map(re.escape, sorted(own_words(gathering), key=len, reverse=True))))
    forgotten, pages = {}, 0
    for visit in visits(gathering):
        pages += 1
        said = told(gathering.client(visit.who, api=False).get(visit.address).content.decode())
        plain = OF_NOBODY.sub("", names.sub("", outside(said)))
        wrong = set(re.findall(r"[^\W\d_]{2,}[^\n]*", plain)) | set(RAW.findall(names.sub("", said)))
        if wrong and visit.address != "/offline/":  # of nobody, hence in both languages
            forgotten[visit.address] = sorted(wrong)[:8]
    assert pages > 50
    assert forgotten == {}
