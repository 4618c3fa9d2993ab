"""What leads from one thing of a book to another, in both directions: keys in its fields, names in its text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from campaigns.rulebook.books import Book, Shelf, Thing, book
from campaigns.rulebook.words import CITES
from rules.kernel.lexicon import Relation
from rules.kernel.text import LANGUAGES, Text


@dataclass(frozen=True)
class Way:
    """Things that a page leads to, under one title."""

    title: Text
    things: tuple[Thing, ...]

    @property
    def is_rulings(self) -> bool:
        """Rulings that apply: they are read where they are, not looked up."""
        return all(thing.number for thing in self.things)


@dataclass(frozen=True)
class Ways:
    """`forth` by the thing's own fields, `mentions` by names in its text, `back` from whatever leads here."""

    forth: dict[str, list[Way]]
    mentions: dict[str, tuple[Thing, ...]]
    back: dict[str, list[Way]]
    mentioned: dict[str, tuple[Thing, ...]]

    def leads_to(self, thing: Thing) -> list[Thing]:
        """What the thing names, in fields and text, the fields first."""
        fields = [one for way in self.forth.get(thing.link, ()) for one in way.things]
        return [*fields, *self.mentions.get(thing.link, ())]

    def only_mentioned_by(self, thing: Thing) -> tuple[Thing, ...]:
        """Texts that name the thing, of things that no field leads from or to."""
        ways = (*self.forth.get(thing.link, ()), *self.back.get(thing.link, ()))
        led = {one for way in ways for one in way.things}
        return tuple(one for one in self.mentioned.get(thing.link, ()) if one not in led)


@cache
def ways(key: str) -> Ways:
    """Every way through the book of that ruleset."""
    found = book(key)
    edges = [
        (thing, relation, targets_of(found, thing, relation))
        for thing in found.things.values()
        for relation in (*found.rules.lexicon.relations, CITES)
    ]
    forth, back = _forth(edges), _back(edges)
    own = {link: {thing for way in many for thing in way.things} for link, many in forth.items()}
    mentions = _mentions(found, own)
    return Ways(forth, mentions, back, _turned(found, mentions))


Edge = tuple[Thing, Relation, tuple[Thing, ...]]


def keys_in(value: Any) -> Iterator[str]:
    """The words of a field: one, a list of them, or a list of lists."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for one in value:
            yield from keys_in(one)


def targets_of(found: Book, thing: Thing, relation: Relation) -> tuple[Thing, ...]:
    """The things a field names, once each, never the thing itself."""
    names = relation.sections or (thing.section.key,)
    shelves = [found.shelves[name] for name in names if name in found.shelves]
    reached = [
        target
        for key in (thing.cites if relation is CITES else keys_in(thing.row.get(relation.field)))
        for target in next(filter(None, (named(found, shelf, key, relation) for shelf in shelves)), ())
    ]
    return tuple(target for target in dict.fromkeys(reached) if target is not thing)


def named(found: Book, shelf: Shelf, key: str, relation: Relation) -> tuple[Thing, ...]:
    """The row of that key or of that name, or all the rows that share that identity."""
    lexicon = found.rules.lexicon
    if key in shelf.by_key and relation.field != lexicon.identity:
        return (shelf.by_key[key],)
    fields = tuple(filter(None, (lexicon.identity, *lexicon.also)))
    return tuple(one for one in shelf.things if key in (one.number, *map(one.row.get, fields)))


def _forth(edges: list[Edge]) -> dict[str, list[Way]]:
    found: dict[str, list[Way]] = defaultdict(list)
    for thing, relation, targets in edges:
        found[thing.link] += _grouped(relation.label, targets)
    return found


def _back(edges: list[Edge]) -> dict[str, list[Way]]:
    """Leaves out whatever the thing itself leads to already."""
    forth: dict[str, set[Thing]] = defaultdict(set)
    turned: dict[tuple[str, Relation], list[Thing]] = defaultdict(list)
    for thing, _, targets in edges:
        forth[thing.link].update(targets)
    for thing, relation, targets in edges:
        for target in targets if relation.goes_back else ():
            if thing not in forth[target.link]:
                turned[target.link, relation].append(thing)
    found: dict[str, list[Way]] = defaultdict(list)
    for (link, relation), things in turned.items():
        found[link] += _grouped(relation.back, tuple(things))
    return found


def _grouped(title: Text | None, things: tuple[Thing, ...]) -> list[Way]:
    """Under the title; without one, under the names of the sections they stand in."""
    if title is not None:
        return [Way(title, things)] if things else []
    sections = {thing.section.key: thing.section.name for thing in things}
    return [
        Way(name, tuple(thing for thing in things if thing.section.key == key))
        for key, name in sections.items()
    ]


def _mentions(found: Book, own: dict[str, set[Thing]]) -> dict[str, tuple[Thing, ...]]:
    """Names that stand in a thing's text in both languages, so that a chance word in one of them is no link."""
    reading = {language: _Reader(found, language) for language in LANGUAGES}
    mentions: dict[str, tuple[Thing, ...]] = {}
    for thing in found.things.values():
        if thing.text:
            french, english = (reading[one].find(thing, own[thing.link]) for one in LANGUAGES)
            mentions[thing.link] = tuple(one for one in french if one in english)
    return mentions


class _Reader:
    """Finds names in texts of one language: whole, with their capital, the longest first."""

    def __init__(self, found: Book, language: str) -> None:
        self.language = language
        self.by_name: dict[str, list[Thing]] = defaultdict(list)
        for shelf in found.shelves.values():
            for thing in () if shelf.as_table else shelf.things:
                self.by_name[thing.name.in_(language)].append(thing)
        self.pattern = one_of(self.by_name)

    def find(self, thing: Thing, own: set[Thing]) -> list[Thing]:
        """A single word that begins a sentence is a name only where a field of the thing says so."""
        text = thing.text.in_(self.language) if thing.text else ""
        found: list[Thing] = []
        for match in self.pattern.finditer(text):
            likely = self.likeliest(match[0], thing, own)
            is_sure = likely in own or " " in match[0] or not begins_sentence(text, match.start())
            if likely is not thing and is_sure:
                found.append(likely)
        return found

    def likeliest(self, name: str, thing: Thing, own: set[Thing]) -> Thing:
        """Of things of one name: one that the fields name, else of the same group, else of the same section."""

        def distance(other: Thing) -> tuple[bool, bool, bool]:
            here = other.section is thing.section
            return other not in own, not (here and other.group == thing.group), not here

        return min(self.by_name[name], key=distance)


def one_of(names: Any) -> re.Pattern[str]:
    """Any of the names as whole words; nothing where there are none."""
    longest_first = sorted(map(re.escape, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first) or r'(?!)'})(?!\w)")


def begins_sentence(text: str, at: int) -> bool:
    return text[:at].rstrip(" \N{NO-BREAK SPACE}")[-1:] in ("", ".", "!", "?", "…")


def _turned(found: Book, mentions: dict[str, tuple[Thing, ...]]) -> dict[str, tuple[Thing, ...]]:
    """By whom a thing is mentioned."""
    turned: dict[str, list[Thing]] = defaultdict(list)
    for link, things in mentions.items():
        for thing in things:
            turned[thing.link].append(found.things[link])
    return {link: tuple(things) for link, things in turned.items()}
