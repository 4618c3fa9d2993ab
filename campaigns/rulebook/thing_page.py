"""The page of one thing: all that is known about it, and every way on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from campaigns.rulebook.books import Shelf, Thing, as_text, book
from campaigns.rulebook.figures import Figure, all_figures
from campaigns.rulebook.here import Reader
from campaigns.rulebook.pages import Fact, told
from campaigns.rulebook.relations import Way, one_of, ways
from rules.kernel.text import Text


@dataclass(frozen=True, kw_only=True)
class ThingPage:
    thing: Thing
    shelf: Shelf
    other_name: str
    other_language: str
    group: SafeString | None
    figures: tuple[Figure, ...]
    tags: tuple[Any, ...]
    facts: tuple[Fact, ...]
    text: SafeString | None
    ways: tuple[Way, ...]
    rulings: tuple[Thing, ...]
    counted: tuple[tuple[Figure, str], ...]
    back: tuple[Way, ...]
    mentioned: tuple[Thing, ...]
    before: Thing | None
    after: Thing | None


def thing_page(thing: Thing, reader: Reader) -> ThingPage:
    shelf, known = book(thing.ruleset).shelves[thing.section.key], ways(thing.ruleset)
    links = Links(thing, known.leads_to(thing), reader)
    text = links.into(thing.text) if thing.text else None
    group = links.into(thing.group) if thing.group else None
    tags, facts = columns(thing, shelf, links)
    before, after = neighbours(thing, shelf)
    return ThingPage(
        thing=thing,
        shelf=shelf,
        other_name="" if thing.name.fr == thing.name.en else thing.name.in_(reader.other),
        other_language=reader.other,
        group=group,
        figures=all_figures(thing, shelf, reader.here),
        tags=(*tags, *marks(thing)),
        facts=(*facts, *lists(thing, links)),
        text=text,
        ways=tuple(
            way
            for way in known.forth.get(thing.link, ())
            if not links.used.issuperset(way.things) and not way.is_rulings
        ),
        rulings=tuple(one for way in known.forth.get(thing.link, ()) if way.is_rulings for one in way.things),
        counted=counted(thing, shelf, reader),
        back=tuple(known.back.get(thing.link, ())),
        mentioned=known.only_mentioned_by(thing),
        before=before,
        after=after,
    )


def columns(thing: Thing, shelf: Shelf, links: Links) -> tuple[list[SafeString], list[Fact]]:
    """The texts of the columns: short ones as tags, long ones as facts."""
    here = links.reader.here
    shown = [(column, links.into(text)) for column in shelf.columns if (text := told(thing, column, here))]
    tags = [text for column, text in shown if column.kind == "tag"]
    return tags, [Fact(column.label, (text,)) for column, text in shown if column.kind == "words"]


def counted(thing: Thing, shelf: Shelf, reader: Reader) -> tuple[tuple[Figure, str], ...]:
    """The figures of which the campaign's rules say where they come from."""
    found = all_figures(thing, shelf, reader.here)
    sources = reader.here.sources
    return tuple((one, sources[thing.link, one.key]) for one in found if (thing.link, one.key) in sources)


def neighbours(thing: Thing, shelf: Shelf) -> tuple[Thing | None, Thing | None]:
    place = shelf.things.index(thing)
    return (shelf.things[place - 1] if place else None), next(iter(shelf.things[place + 1 :]), None)


class Links:
    """Turns the names of known things inside a text into links, and remembers which it used."""

    def __init__(self, thing: Thing, known: list[Thing], reader: Reader) -> None:
        self.reader = reader
        self.known = {one.name.in_(reader.language): one for one in reversed(known)}
        self.known.pop(thing.name.in_(reader.language), None)
        self.pattern = one_of(self.known)
        self.used: set[Thing] = set()

    def into(self, text: Text) -> SafeString:
        words, last = text.in_(self.reader.language), 0
        shown: SafeString = mark_safe("")
        for match in self.pattern.finditer(words):
            shown += conditional_escape(words[last : match.start()]) + self.link(match)
            last = match.end()
        return shown + conditional_escape(words[last:])

    def link(self, match: re.Match[str]) -> SafeString:
        target = self.known[match[0]]
        self.used.add(target)
        return format_html('<a href="{}{}">{}</a>', target.url, self.reader.here.suffix, match[0])


def marks(thing: Thing) -> list[Text]:
    return [label for key, label in thing.lexicon.marks.items() if thing.row.get(key) is True]


def lists(thing: Thing, links: Links) -> list[Fact]:
    """Fields that hold several texts."""
    found = []
    for key, label in thing.lexicon.facts.items():
        value = thing.row.get(key)
        if isinstance(value, list | tuple) and value:
            texts = [text for text in map(as_text, value) if text]
            found.append(Fact(label, tuple(links.into(text) for text in texts)))
    return found
