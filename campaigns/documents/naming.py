"""The quests and monsters a document may speak of, by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from campaigns.access import Entrance
from campaigns.documents.contents import Content
from campaigns.models import QuestRun
from campaigns.rulebook.books import as_text
from campaigns.rulebook.folding import searchable
from rules.kernel.catalog import Holds
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import LANGUAGES, Text


def rows(ruleset: Ruleset[Any], holds: Holds) -> Iterator[tuple[str, str, Text]]:
    """The rows of those sections of the catalog in source order: key, link and name."""
    for section in ruleset.catalog:
        if section.holds == holds:
            for row in section.rows:
                if name := as_text(row["name"]):
                    yield row["key"], f"{section.key}/{row['key']}", name


def monsters(ruleset: Ruleset[Any]) -> dict[str, Text]:
    """Whom heroes fight, by key."""
    return {key: name for key, _link, name in rows(ruleset, "opponents")}


def links(ruleset: Ruleset[Any]) -> dict[str, str]:
    """Their pages."""
    return {key: link for key, link, _name in rows(ruleset, "opponents")}


def quests(entrance: Entrance) -> dict[str, Text]:
    """Those of the rulebook, and those of the table's own that were opened here."""
    opened = QuestRun.objects.filter(campaign=entrance.campaign).order_by("opened_seq")
    here = {run.quest: Text(run.name_fr or run.quest, run.name_en or run.quest) for run in opened}
    return here | {key: name for key, _link, name in rows(entrance.ruleset, "runs")}


def words(entrance: Entrance, content: Content) -> str:
    """What a document is found by: all its texts, and the names of its quest and monsters in both languages."""
    known = monsters(entrance.ruleset)
    names = [known[group.monster] for group in content.groups if group.monster in known]
    names += [quests(entrance)[content.quest]] if content.quest in quests(entrance) else []
    texts = [content.title, content.body, content.secret]
    texts += [text for room in content.rooms for text in (room.title, room.text)]
    return searchable(*texts, *spoken(names)) + " "


def spoken(names: Iterable[Text]) -> list[str]:
    return [name.in_(language) for name in names for language in LANGUAGES]
