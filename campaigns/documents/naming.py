"""The quests and monsters a document may speak of, by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaigns.access import Entrance
from campaigns.documents.contents import Content
from campaigns.models import QuestRun
from campaigns.rulebook.books import as_text
from campaigns.rulebook.folding import searchable
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import LANGUAGES, Text

MONSTERS, QUESTS = "monsters", "quests"
"""Sections of the HTTP contract; a ruleset has them or not."""


def rows(ruleset: Ruleset[Any], section: str) -> dict[str, Text]:
    """The names in a section of the catalog by key, in source order."""
    found = next((one.rows for one in ruleset.catalog if one.key == section), ())
    return {row["key"]: name for row in found if (name := as_text(row["name"]))}


def monsters(ruleset: Ruleset[Any]) -> dict[str, Text]:
    return rows(ruleset, MONSTERS)


def quests(entrance: Entrance) -> dict[str, Text]:
    """Those of the rulebook, and those of the table's own that were opened here."""
    opened = QuestRun.objects.filter(campaign=entrance.campaign).order_by("opened_seq")
    here = {run.quest: Text(run.name_fr or run.quest, run.name_en or run.quest) for run in opened}
    return here | rows(entrance.ruleset, QUESTS)


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
