"""The table of what covers each line of the source: read, and brought up to date (`python -m tests.rules.covering`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from campaigns.rulebook.citing import cited
from rules import heroquest_evolution
from rules.heroquest_evolution.book import BOOK
from rules.kernel.content import read_toml

FOLDER = Path(heroquest_evolution.__file__).parent
TABLE = FOLDER / "coverage.md"
MOST = 4
"""Scenarios named for one row: enough to find the others."""
BOARD = "board only"
"""Played with figures on the board, where the app keeps no state: the page is all there is."""
FIGURES = "tests/rules/test_content_figures.py"
"""Where figures without an act of their own are written down once more."""
OF_FIGURES = frozenset(
    {"monsters", "levels", "evolution-stock", "quests", "items", "mercenaries", "hero-classes"}
)
ODDS = "tests/rules/test_odds.py"
"""Where each modifier of an exchange of blows is held against enumeration."""
CONTENT = re.compile(r"`([a-z-]+/(?:[a-z0-9-]+|\*))`")
"""A row of the content, or all of a table at once where it is not the source's but ours."""

FIELDS: dict[str, tuple[str, ...]] = {
    "skills": ("skill", "skills", "add_skill", "remove_skill"),
    "spells": ("spell", "lost_spells", "add_spell", "remove_spell"),
    "dark-spells": ("dark_spell", "spell"),
    "monsters": ("monster", "replaces"),
    "monster-skills": ("monster_skill",),
    "quests": ("quest",),
    "items": ("item", "add_item", "remove_item"),
    "mercenaries": ("mercenary",),
    "hero-classes": ("hero_class",),
    "effects": ("effect",),
    "companions": ("companion", "companion_kind"),
}
"""The fields of commands and events that name a row of each table."""
ASKED = ("when", "then", "events", "expect", "facts")
"""Where a scenario names what it is about; what its `given` names is only there."""


class Row(NamedTuple):
    """One line of the table."""

    place: str
    what: str
    content: tuple[str, ...]
    scenarios: tuple[str, ...]

    @property
    def is_board_only(self) -> bool:
        return self.scenarios == (BOARD,)


class Scenario(NamedTuple):
    """`named`: field and key of all it is about, `given` of what it begins with; `rules`: the places it proves."""

    name: str
    rules: frozenset[str]
    named: frozenset[tuple[str, str]]
    given: frozenset[tuple[str, str]]


def rows() -> list[Row]:
    return [row for line in TABLE.read_text("utf-8").splitlines() if (row := as_row(line))]


def as_row(line: str) -> Row | None:
    """None for all that is no row: prose, heads and rules of tables."""
    cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
    if not line.startswith("| ") or len(cells) != 4 or cells[0] == "source":
        return None
    scenarios = tuple(name.strip() for name in cells[3].split("<br>") if name.strip() != "—")
    return Row(cells[0], cells[1], tuple(CONTENT.findall(cells[2])), scenarios)


@cache
def scenarios() -> dict[str, Scenario]:
    """Every scenario as `file.toml: name`."""
    return {
        (name := f"{file.name}: {one['name']}"): Scenario(
            name,
            frozenset(cited(one["rule"])),
            frozenset(words_in({key: one.get(key) for key in ASKED})),
            frozenset(words_in(one.get("given", []))),
        )
        for file in sorted((FOLDER / "scenarios").glob("*.toml"))
        for one in read_toml(file)["scenario"]
    }


def words_in(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield field, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from words_in(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from words_in(inner, field)


def about(row: Row) -> list[str]:
    """The scenarios that name the row's content, or prove its ruling or place where it has only a page; the nearest first."""
    asked = {(field, key) for link in row.content for field, key in names_of(link)}
    places = frozenset(cited(row.place))
    proved = frozenset(place for place in places if place.startswith("R")) or places
    found = [
        one
        for one in scenarios().values()
        if (asked & one.named or (asked & one.given and places & one.rules) if asked else proved & one.rules)
    ]

    def distance(one: Scenario) -> tuple[bool, int, int]:
        return not asked & one.named, -len(places & one.rules), len(one.rules)

    return [one.name for one in sorted(found, key=distance)]


def names_of(link: str) -> Iterator[tuple[str, str]]:
    section, _, key = link.partition("/")
    for field in FIELDS.get(section, ()):
        yield field, key


def refreshed(row: Row) -> Row:
    """With what still exists, filled up with scenarios about the same; figures and modifiers have their test."""
    kept = [
        name for name in row.scenarios if name == BOARD or name in scenarios() or name.startswith("tests/")
    ]
    if BOARD in kept:
        return row._replace(scenarios=tuple(kept))
    found = tuple(dict.fromkeys([name for name in kept if name != FIGURES] + about(row)))[:MOST]
    return row._replace(scenarios=found or held_by(row) or tuple(kept))


def held_by(row: Row) -> tuple[str, ...]:
    """The test of a row that no scenario names."""
    if any(identity(link) in modifiers() for link in row.content):
        return (ODDS,)
    sections = {link.partition("/")[0] for link in row.content}
    return (FIGURES,) if sections and sections <= OF_FIGURES else ()


def identity(link: str) -> str:
    """A skill of several classes is one."""
    section, _, key = link.partition("/")
    return f"skills/{BOOK.skills[key].skill}" if key in BOOK.skills and section == "skills" else link


@cache
def modifiers() -> frozenset[str]:
    rows = read_toml(FOLDER / "content" / "combat_mods.toml").values()
    return frozenset(identity(row["of"].replace("_", "-")) for row in rows if row.get("of"))


def as_line(row: Row) -> str:
    content = ", ".join(f"`{link}`" for link in row.content) or "—"
    return f"| {row.place} | {row.what} | {content} | {'<br>'.join(row.scenarios) or '—'} |"


def refresh() -> list[Row]:
    """Writes the table anew; the rows that are still without a scenario."""
    lines = TABLE.read_text("utf-8").splitlines()
    read = [(line, as_row(line)) for line in lines]
    TABLE.write_text(
        "\n".join(as_line(refreshed(row)) if row else line for line, row in read) + "\n", "utf-8"
    )
    return [row for row in rows() if not row.scenarios]


if __name__ == "__main__":
    sys.stdout.writelines(f"{row.place}: {row.what}\n" for row in refresh())
