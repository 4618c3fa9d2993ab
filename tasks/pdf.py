"""Pages of paper: HTML of ours becomes a PDF. WeasyPrint is an extra of the installation, loaded when it is first needed."""

from __future__ import annotations

import re
import threading
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from PIL import ImageFile

from campaigns.portraits.pictures import MEDIA_TYPE
from campaigns.style import tokens as design

SITE = "https://site.invalid"
"""Where the HTML is said to stand: a name that nobody can have. Nothing is there but the static files."""
DRAWINGS = "icons.svg"
PORTRAIT = f"data:{MEDIA_TYPE};base64,"
"""How a picture of ours stands within a page: `campaigns.portraits.faces.data_uri`."""
TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
ICON = re.compile(r'<svg class="(icon[^"]*)" aria-hidden="true"><use href="[^"]*#([\w-]+)"/></svg>')
VARIABLE = re.compile(r"var\(--([\w-]+)\)")
SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)

_one_at_a_time = threading.Lock()
"""Workers are threads, and the libraries below WeasyPrint share what they know of fonts. Held for one sheet at most."""


class NoPdfError(Exception):
    """This server cannot make PDFs: WeasyPrint, or a library of the system that it needs, is not there."""


def is_installed() -> bool:
    """Without loading it. Whether it loads, whoever makes a PDF finds out."""
    return find_spec("weasyprint") is not None


def load() -> None:
    """Loads WeasyPrint; raises NoPdfError. It takes half a second, and tells Pillow to make do with pictures that end
    too soon, in the whole process: that is taken back here, for what people send is refused where it is cut short.
    """
    try:
        import weasyprint  # noqa: F401, PLC0415
    except (ImportError, OSError) as error:
        raise NoPdfError(str(error)) from error
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = False


@dataclass(frozen=True)
class Form:
    """What pages look like: style sheets of ours by name, and a size that CSS knows."""

    styles: tuple[str, ...]
    page_size: str = "a4"


class Press:
    """Lays documents out one after the other, and binds them as one PDF; raises NoPdfError where there can be none."""

    def __init__(self, form: Form) -> None:
        load()
        from weasyprint import CSS, HTML  # noqa: PLC0415
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415

        self.html, self.fonts, self.fetcher = HTML, FontConfiguration(), only_static_files()
        where = f"{SITE}{settings.STATIC_URL}css/"
        texts = [f"@page{{size:{form.page_size}}}", *map(style, form.styles)]
        self.styles = [
            CSS(string=text, base_url=where, url_fetcher=self.fetcher, font_config=self.fonts)
            for text in texts
        ]

    def lay(self, document: str) -> Any:
        """The document in pages."""
        html = self.html(string=with_drawings(document), base_url=f"{SITE}/", url_fetcher=self.fetcher)
        with _one_at_a_time:
            return html.render(stylesheets=self.styles, font_config=self.fonts, pdf_tags=True)

    def bind(self, laid: Sequence[Any], language: str, title: str) -> bytes:
        whole = laid[0].copy([page for one in laid for page in one.pages])
        whole.metadata.title, whole.metadata.lang = title, language
        with _one_at_a_time:
            made: bytes = whole.write_pdf(pdf_tags=True)
        return made


def pdf(documents: Iterable[str], language: str, title: str, form: Form) -> Iterator[bytes]:
    """Nothing after each document that was laid out, at last all of them as one PDF; raises NoPdfError."""
    press, laid = Press(form), list[Any]()
    for document in documents:
        laid.append(press.lay(document))
        yield b""
    yield press.bind(laid, language, title)


def style(name: str) -> str:
    """A style sheet of ours with the site's colours by day put in: WeasyPrint asks for each variable at each box."""
    return VARIABLE.sub(lambda one: tokens()[one[1]], _text(f"css/{name}.css"))


@cache
def tokens() -> dict[str, str]:
    """Every token of the design by name, by day."""
    return {one.name: one.light for one in design.tokens()}


def with_drawings(document: str) -> str:
    """Each icon drawn where it stands: WeasyPrint does not look into another file for it."""

    def drawn(icon: re.Match[str]) -> str:
        return (
            f'<svg class="{icon[1]}" viewBox="0 0 24 24" {ink(icon[1])}>{drawings().get(icon[2], "")}</svg>'
        )

    return ICON.sub(drawn, document)


def ink(classes: str) -> str:
    """Colours that WeasyPrint does not take from the text around: `ink-body` is the site's; a hollow one waits for a pencil."""
    named = classes.split()
    colour = next((one.removeprefix("ink-") for one in named if one.startswith("ink-")), "ink")
    if "hollow" in named:
        return f'fill="none" stroke="{tokens()[colour]}" stroke-width="1.3"'
    return f'fill="{tokens()[colour]}" color="{tokens()[colour]}"'


@cache
def drawings() -> dict[str, str]:
    return dict(SYMBOL.findall(_text(DRAWINGS)))


def only_static_files() -> Any:
    """What WeasyPrint asks for an address: it opens our static files and portraits, and nothing else in the world."""
    load()
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class StaticFiles(URLFetcher):
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if url.startswith(PORTRAIT):
                content = b64decode(url.removeprefix(PORTRAIT))
                return URLFetcherResponse(url, content, {"Content-Type": MEDIA_TYPE})
            file = static_file(url)
            return URLFetcherResponse(url, file.read_bytes(), {"Content-Type": TYPES.get(file.suffix, "")})

    return StaticFiles(allow_redirects=False)


def static_file(url: str) -> Path:
    """Raises ValueError for any other address."""
    parts = urlsplit(url)
    if f"{parts.scheme}://{parts.netloc}" != SITE or not parts.path.startswith(settings.STATIC_URL):
        raise ValueError("nothing is fetched from outside")
    return _file(unquote(parts.path.removeprefix(settings.STATIC_URL)))


def _text(name: str) -> str:
    return _file(name).read_text(encoding="utf-8")


def _file(name: str) -> Path:
    """By its own name, or by the one it was collected under."""
    found = finders.find(name)
    if isinstance(found, str):
        return Path(found)
    if staticfiles_storage.exists(name):
        return Path(staticfiles_storage.path(name))
    raise ValueError("no such static file")
