"""What differs between two versions of a document, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns.documents.contents import Content, MonsterGroup
from rules.kernel.text import Text

AROUND = 1
"""Lines of the same on either side of what differs."""
MOST_LINES = 2_000
"""Longer documents are not compared: that would take too long."""

Sign = Literal["gone", "new", "same", "gap"]
Names = Mapping[str, Text]


@dataclass(frozen=True)
class Line:
    """Of the earlier text, of the later one or of both; a `gap` stands for lines left out."""

    sign: Sign
    text: str = ""


def differences(before: Content, after: Content, quests: Names, monsters: Names) -> tuple[Line, ...]:
    """Empty where nothing differs, or too much is written to say."""
    old, new = (tuple(lines_of(content, quests, monsters)) for content in (before, after))
    if max(len(old), len(new)) > MOST_LINES:
        return ()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return tuple(line for group in matcher.get_grouped_opcodes(AROUND) for line in _told(group, old, new))


def _told(
    group: Sequence[tuple[str, int, int, int, int]], old: Sequence[str], new: Sequence[str]
) -> Iterator[Line]:
    if group[0][1] > 0:
        yield Line("gap")
    for what, start, end, later_start, later_end in group:
        if what == "equal":
            yield from (Line("same", text) for text in old[start:end])
        else:
            yield from (Line("gone", text) for text in old[start:end] if text.strip())
            yield from (Line("new", text) for text in new[later_start:later_end] if text.strip())


def lines_of(content: Content, quests: Names, monsters: Names) -> Iterator[str]:
    """All a document says, in the reader's language where it is not in the writer's words."""
    yield content.title
    if content.quest:
        yield _("For: %(name)s") % {"name": _named(quests, content.quest)}
    if content.shared:
        yield _("Shared with everybody at the table")
    yield from content.body.splitlines()
    if content.secret:
        yield _("For the game masters alone")
        yield from content.secret.splitlines()
    for number, room in enumerate(content.rooms, 1):
        yield f"{number} · {room.title}" if room.title else str(number)
        yield from room.text.splitlines()
        yield from _groups(room.monsters, monsters)
    yield from _groups(content.monsters, monsters)


def _groups(groups: Sequence[MonsterGroup], monsters: Names) -> Iterator[str]:
    return (f"{_named(monsters, group.monster)} ×{group.count}" for group in groups)


def _named(names: Names, key: str) -> str:
    return names[key].in_(get_language() or "en") if key in names else key
