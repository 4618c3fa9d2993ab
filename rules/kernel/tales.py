"""A stretch of the game as a book tells it: what is counted is summed up, what is small left out, the rest said once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from rules.kernel.messages import Event
from rules.kernel.text import Text, counted, listed, same

if TYPE_CHECKING:
    from rules.kernel.ruleset import Ruleset

MOST_SAID = 150
"""Different sentences that a tale keeps beside its sums: what a tale costs has a bound, however long the stretch is."""
TIMES = Text("{said} ({n} fois)", "{said} ({n} times)")


class Sum(msgspec.Struct, frozen=True, kw_only=True):
    """What an event adds to `sentence` (`{who}`, `{what}`), which a book says once of each hero: `count` of `one` or `many`.

    Without `many` the thing has a name of its own, and how often it was is put behind it.
    """

    hero: str
    who: str
    sentence: Text
    one: Text
    many: Text | None = None
    count: int = 1


Kinds = dict[tuple[Text, str], "Counter[tuple[Text, Text | None]]"]
"""By sentence and hero: how many of what."""


class Tale(msgspec.Struct, frozen=True, kw_only=True):
    """`opening` was said before anything was summed, `rest` after it; `untold`: acts that found no room."""

    opening: tuple[Text, ...]
    sums: Kinds
    names: dict[str, str]
    rest: tuple[Text, ...]
    untold: int = 0

    @property
    def is_empty(self) -> bool:
        return not (self.opening or self.sums or self.rest or self.untold)

    @property
    def paragraphs(self) -> tuple[tuple[Text, ...], ...]:
        found = (self.opening, *summed(self.sums, self.names), self.rest)
        return tuple(paragraph for paragraph in found if paragraph)


class Telling:
    """A tale that is being told, event by event."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.opening: Counter[Text] = Counter()
        self.rest: Counter[Text] = Counter()
        self.sums: Kinds = {}
        self.names: dict[str, str] = {}
        self.untold = 0

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            if sums := self.ruleset.sums(event):
                self._add(sums)
            elif not self.ruleset.is_small(event):
                self._say(self.ruleset.tell(event))

    def _add(self, sums: Iterable[Sum]) -> None:
        for one in sums:
            self.names[one.hero] = one.who
            found = self.sums.setdefault((one.sentence, one.hero), Counter())
            found[one.one, one.many] += one.count

    def _say(self, sentence: Text) -> None:
        said = self.rest if self.sums else self.opening
        if sentence in said or len(self.opening) + len(self.rest) < MOST_SAID:
            said[sentence] += 1
        else:
            self.untold += 1

    def tale(self) -> Tale:
        opening, rest = (tuple(map(repeated, said.items())) for said in (self.opening, self.rest))
        return Tale(opening=opening, sums=self.sums, names=self.names, rest=rest, untold=self.untold)


def repeated(said: tuple[Text, int]) -> Text:
    sentence, times = said
    return sentence if times == 1 else TIMES(said=sentence, n=times)


def summed(sums: Kinds, names: dict[str, str]) -> tuple[tuple[Text, ...], ...]:
    """A paragraph for each kind of sentence, in it a sentence for each hero."""
    kinds: dict[Text, list[Text]] = {}
    for (sentence, hero), found in sums.items():
        what = listed(tuple(_many(*thing, n) for thing, n in found.most_common()))
        kinds.setdefault(sentence, []).append(sentence(who=same(names[hero]), what=what))
    return tuple(tuple(said) for said in kinds.values())


def _many(one: Text, many: Text | None, n: int) -> Text:
    if many is None:
        return one if n == 1 else Text("{one} (×{n})", "{one} (×{n})")(one=one, n=n)
    return counted(n, one, many)


def together(tales: Iterable[Tale], hero: str) -> Kinds:
    """All that was counted of one hero in several tales."""
    found: Kinds = {}
    for tale in tales:
        for (sentence, of), things in tale.sums.items():
            if of == hero:
                found.setdefault((sentence, of), Counter()).update(things)
    return found
