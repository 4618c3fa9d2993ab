"""Markdown as HTML that can do nothing but be read: no markup of its own, no pictures, no script."""

from __future__ import annotations

from functools import cache

from django.utils.safestring import SafeString
from markdown_it import MarkdownIt

TAGS = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong", "table",
    "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
REL = "nofollow noopener noreferrer"
BELOW = 2
"""Its headings stand under those of the page."""


@cache
def parser() -> MarkdownIt:
    options = {"html": False, "linkify": False, "breaks": True}
    return MarkdownIt("commonmark", options).enable(["table", "strikethrough"]).disable("image")


def rendered(text: str) -> SafeString:
    """Written by the parser, then cleaned by another hand."""
    import nh3  # noqa: PLC0415  (binary; only where a document is shown)

    tokens = parser().parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + BELOW)}"
    html = parser().renderer.render(tokens, parser().options, {})
    return SafeString(nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=REL))
