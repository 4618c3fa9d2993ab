"""What a page consists of, as a browser would read it: elements, attributes, links, data in attributes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

LINKS = frozenset(
    {"href", "src", "action", "formaction", "hx-get", "hx-post", "data", "poster", "xlink:href"}
)
SCHEMES = ("http:", "https:", "mailto:", "otpauth:")
OUR_SCRIPT = re.compile(r"/(static|api/v1/docs)/[\w?]")
OUR_PICTURES = "data:image/svg+xml;"
"""A picture may be drawn in the address itself, by us."""


class Markup(HTMLParser):
    """`shapes` are the pairs of element and attribute that occur, `broken` whatever no page may hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.shapes: set[tuple[str, str]] = set()
        self.broken: list[str] = []
        self.text: list[str] = []
        self.inside = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        self.shapes |= {(tag, name) for name in at} | {(tag, "")}
        self.broken += complaints(tag, at)
        if len(at) < len(attrs):
            self.broken.append(f"<{tag}> says an attribute twice: {attrs}")
        self.inside = "data" if at.get("type") == "application/json" else tag

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style", "data"):
            self.text.append(data)
        if self.inside in ("script", "style") and data.strip():
            self.broken.append(f"inline <{self.inside}>: {data[:80]}")
        if self.inside == "data" and not is_json(data):
            self.broken.append(f"no JSON: {data[:80]}")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


def complaints(tag: str, at: dict[str, str]) -> Iterator[str]:
    is_data = at.get("type") == "application/json" and "src" not in at
    if tag == "style" or (tag == "script" and not (is_data or OUR_SCRIPT.match(at.get("src", "")))):
        yield f"<{tag}> {at}"
    for name, value in at.items():
        if name == "style" or name.startswith(("on", "hx-on")) or name == "srcdoc":
            yield f"<{tag} {name}={value!r}>"
        if name in LINKS and not is_harmless(value, is_picture=tag == "img"):
            yield f"<{tag} {name}={value!r}>"
        if (
            value.startswith(("{", "["))
            and name.startswith(("hx-", "data-", "content"))
            and not is_json(value)
        ):
            yield f"<{tag} {name}={value!r}> is no JSON"


def is_harmless(address: str, *, is_picture: bool) -> bool:
    plain = "".join(unquote(address).split()).lower()
    before, colon, _after = plain.partition(":")
    has_scheme = bool(colon) and not set(before) & set("/?#")
    return not has_scheme or plain.startswith(SCHEMES) or (is_picture and plain.startswith(OUR_PICTURES))


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def markup(answer: Any) -> Markup:
    return Markup(answer.content.decode())


def is_page(answer: Any) -> bool:
    return answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming
