"""Markdown as HTML that can do nothing but be read: no markup of its own, no pictures, no script."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {
    "a", "blockquote", "br", "code", "div", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}, "div": {"aria-label"}}
ALIGNED = {"text-align:right": "is-right", "text-align:center": "is-centred"}
WIDE = {"class": "wide-table", "role": "group", "tabindex": "0"}
"""Around a table: it scrolls by itself, by keyboard too."""
VALUES = {
    "div": {name: {value} for name, value in WIDE.items()},
    "td": {"class": set(ALIGNED.values())},
    "th": {"class": set(ALIGNED.values())},
}
SCHEMES = {"http", "https", "mailto"}
REL = "nofollow noopener noreferrer"
MARKS = re.compile(r"^[ \t]*(?:#+|>+|[-+*]|\|?[-:| ]+\|?$)[ \t]*|[*~`|]+|(?<!\w)_+|_+(?!\w)", re.MULTILINE)


@cache
def parser() -> MarkdownIt:
    options = {"html": False, "linkify": False, "breaks": True}
    return MarkdownIt("commonmark", options).enable(["table", "strikethrough"]).disable("image")


def rendered(text: str, below: int = 2) -> SafeString:
    """Written by the parser, then cleaned by another hand. Its headings stand below that one of the page."""
    import nh3  # noqa: PLC0415  (binary; only where a document is shown)

    html = parser().renderer.render(list(fitted(parser().parse(text), below)), parser().options, {})
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        tag_attribute_values=VALUES,
        url_schemes=SCHEMES,
        link_rel=REL,
    )
    return SafeString(clean)


def fitted(tokens: Iterable[Token], below: int) -> Iterator[Token]:
    """Headings below ours, columns aligned without inline style, tables in a box."""
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + below)}"
        if style := token.attrs.pop("style", None):
            token.attrs["class"] = ALIGNED.get(str(style), "")
        if token.type == "table_open":
            yield Token("box_open", "div", 1, attrs={**WIDE, "aria-label": _("Table")}, block=True)
        yield token
        if token.type == "table_close":
            yield Token("box_close", "div", -1, block=True)


def plain(text: str) -> str:
    """For a line in a list: without the signs of Markdown."""
    return MARKS.sub("", text)
