"""One search over everything in a book: both languages, every word, names first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from campaigns.rulebook.books import Shelf, Thing, as_text, book
from campaigns.rulebook.folding import SHORT, searchable, words_of
from rules.kernel.text import LANGUAGES, Text

ALIKE = 0.7


@dataclass(frozen=True)
class Entry:
    """A thing as the search sees it: its names, what is said about it in a word, its text."""

    thing: Thing
    names: str
    facts: str
    texts: str
    openings: tuple[str, ...]

    def distance(self, phrase: str) -> int:
        """0 where the query is a name, 1 where a name begins with it, else 2."""
        if phrase in self.openings:
            return 0
        return 1 if any(opening.startswith(phrase) for opening in self.openings) else 2


@dataclass(frozen=True)
class Index:
    entries: tuple[Entry, ...]
    vocabulary: tuple[str, ...]


def both(*texts: Text | None) -> str:
    return searchable(*(text.in_(language) for text in texts if text for language in LANGUAGES))


@cache
def index(key: str) -> Index:
    """The index of that ruleset's book, built once per process."""
    shelves = book(key).shelves.values()
    entries = tuple(entry(shelf, thing) for shelf in shelves for thing in shelf.things)
    names = Counter(word for one in entries for word in one.names.split() if len(word) > SHORT)
    return Index(entries, tuple(names))


def entry(shelf: Shelf, thing: Thing) -> Entry:
    told = [as_text(thing.row.get(column.key)) for column in shelf.columns]
    openings = tuple(searchable(thing.name.in_(language)).strip() for language in LANGUAGES)
    return Entry(thing, both(thing.name), both(shelf.name, thing.group, *told), both(thing.text), openings)


def find(key: str, query: str, section: str = "") -> list[Thing]:
    """The things that have every word of the query, the best first; all of them for a query without words."""
    words = words_of(query)
    entries = [one for one in index(key).entries if section in ("", one.thing.section.key)]
    if not words:
        return [one.thing for one in entries]
    ranked = [(rank_of(one, words), one.thing) for one in entries]
    found = [(rank, thing) for rank, thing in ranked if rank is not None]
    return [thing for _, thing in sorted(found, key=lambda one: one[0])]


def rank_of(entry: Entry, words: tuple[str, ...]) -> tuple[int, int, int] | None:
    """Lower is better: the word that fits worst, then how near a name is, then the sum. None where a word is missing."""
    fits = []
    for word in words:
        place = fit(entry, word)
        if place is None:
            return None
        fits.append(place)
    return max(fits), entry.distance(" ".join(words)), sum(fits)


def fit(entry: Entry, word: str) -> int | None:
    """0 a name's word begins with it, 1 a name holds it, 2 and 3 the same of a fact, then of the text."""
    start, is_long = f" {word}", len(word) >= SHORT
    if start in entry.names:
        return 0
    if is_long and word in entry.names:
        return 1
    if start in entry.facts:
        return 2
    if start in entry.texts:
        return 3
    return 4 if is_long and (word in entry.texts or word in entry.facts) else None


def perhaps(key: str, query: str) -> str:
    """The query with words that no name has replaced by the nearest that one has; `""` where there is none."""
    vocabulary, guess = index(key).vocabulary, []
    for word in words_of(query):
        near = [word] if find(key, word) else get_close_matches(word, vocabulary, 1, ALIKE)
        if not near:
            return ""
        guess += near
    better = " ".join(guess)
    return better if guess and find(key, better) else ""
