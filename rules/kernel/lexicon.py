"""What the fields of a rulebook's rows are called and drawn as, where no column of their section says it."""

from __future__ import annotations

import msgspec

from rules.kernel.text import Text


class Relation(msgspec.Struct, frozen=True):
    """A field that holds keys of rows in `sections` (the own one where none is named).

    `label` heads them on the row's page, `back` heads the rows that lead to a thing; without one the section's name does.
    """

    field: str
    label: Text | None = None
    back: Text | None = None
    sections: tuple[str, ...] = ()
    goes_back: bool = True


class Lexicon(msgspec.Struct, frozen=True, kw_only=True):
    """Of one rulebook. A field without a word here is for programs only.

    `facts` are figures and lists beside the columns, on the page of one thing; a figure as in `dull` (of others: 0) tells
    nothing. `marks` are simply so; `warnings` are those that have to be said in lists too. `figures` are the icons of columns;
    a section with all of `profile` is one of creatures, to be compared in columns. `icons` are words whose symbol is called
    otherwise, `icon_fields` the fields whose words may be drawn, the most telling first; that of `tone` may be a colour.
    Rows of one section that share their `identity` are one thing for several kinds of heroes; it and the fields of `also`
    name a row as its key does.
    """

    relations: tuple[Relation, ...] = ()
    facts: dict[str, Text] = {}
    dull: dict[str, int] = {}
    marks: dict[str, Text] = {}
    warnings: tuple[str, ...] = ()
    figures: dict[str, str] = {}
    profile: frozenset[str] = frozenset()
    icons: dict[str, str] = {}
    icon_fields: tuple[str, ...] = ("icon", "key")
    tone: str = ""
    identity: str = ""
    also: tuple[str, ...] = ()
