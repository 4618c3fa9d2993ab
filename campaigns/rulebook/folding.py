"""Texts as a search sees them: no case, no accents, ligatures apart, apostrophes as gaps; and what it found, marked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ﬁ": "fi", "ﬂ": "fl"})
APOSTROPHES = "'’ʼ`´"
ELISION = re.compile(rf"\b(?:qu|[cdjlmnst])[{APOSTROPHES}]")
EXCERPT = 150
SHORT = 3
"""A word below this length is looked for at the beginning of words only."""


@lru_cache(maxsize=512)
def fold_letter(letter: str) -> str:
    """One character as the letters it is searched by; a gap where it is none."""
    plain = unicodedata.normalize("NFKD", letter.casefold().translate(LIGATURES))
    return "".join(part if part.isalnum() else " " for part in plain if not unicodedata.combining(part))


def fold(text: str) -> str:
    return "".join(map(fold_letter, text))


def searchable(*texts: str) -> str:
    """Every word after a gap; words with an apostrophe also as if it were not there (`melars`, `loeil`)."""
    joined = [re.sub(f"[{APOSTROPHES}]", "", text) for text in texts if any(a in text for a in APOSTROPHES)]
    return " " + " ".join(fold(" ".join((*texts, *joined))).split())


def words_of(query: str) -> tuple[str, ...]:
    """The words of a query, without the French `l’` and `d’`."""
    return tuple(dict.fromkeys(fold(ELISION.sub(" ", query.casefold())).split()))


def spans(text: str, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where the words stand in the text, in order and without overlap."""
    if not words:
        return []
    letters = [fold_letter(letter) for letter in text]
    places = [place for place, folded in enumerate(letters) for _ in folded]
    folded = "".join(letters)
    found = sorted(
        (places[start], places[end - 1] + 1) for word in words for start, end in _occurrences(folded, word)
    )
    return list(_merged(found))


def _occurrences(folded: str, word: str) -> Iterator[tuple[int, int]]:
    start = r"(?<!\w)" if len(word) < SHORT else ""
    for match in re.finditer(start + re.escape(word), folded):
        yield match.span()


def _merged(found: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    last = 0
    for start, end in found:
        if end > last:
            yield max(start, last), end
            last = end


def marked(text: str, words: tuple[str, ...]) -> SafeString:
    """The text, escaped, with what was found in <mark>."""
    pieces, last = [], 0
    for start, end in spans(text, words):
        pieces += [(conditional_escape(text[last:start]), text[start:end])]
        last = end
    head = format_html_join("", "{}<mark>{}</mark>", pieces)
    return format_html("{}{}", head, text[last:])


def excerpt(text: str, words: tuple[str, ...]) -> SafeString:
    """The stretch of a long text around the first word found, marked."""
    found = spans(text, words)
    if len(text) <= EXCERPT or not found or found[0][0] < EXCERPT // 2:
        return marked(text, words)
    start = text.rfind(" ", 0, found[0][0] - EXCERPT // 4) + 1
    return mark_safe("… ") + marked(text[start:], words)
