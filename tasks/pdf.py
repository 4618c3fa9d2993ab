"""Pages of paper: HTML of ours becomes a PDF. WeasyPrint is an extra of the installation, loaded when it is first needed."""

from __future__ import annotations

import re
import threading
from base64 import b64decode
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from campaigns.portraits.pictures import MEDIA_TYPE

SITE = "https://site.invalid"
"""Where the HTML is said to stand: a name that nobody can have. Nothing is there but the static files."""
STYLES, DRAWINGS = "css/paper.css", "icons.svg"
PORTRAIT = f"data:{MEDIA_TYPE};base64,"
"""How a picture of ours stands within a page: `campaigns.portraits.faces.data_uri`."""
TYPES = {".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
ICON = re.compile(r'<svg class="(icon[^"]*)" aria-hidden="true"><use href="[^"]*#([\w-]+)"/></svg>')
SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)

_one_at_a_time = threading.Lock()
"""Workers are threads, and the libraries below WeasyPrint share what they know of fonts. Held for one sheet at most."""


class NoPdfError(Exception):
    """This server cannot make PDFs: WeasyPrint, or a library of the system that it needs, is not there."""


def is_installed() -> bool:
    """Without loading it. Whether it loads, whoever makes a PDF finds out."""
    return find_spec("weasyprint") is not None


def pdf(documents: Iterable[str], language: str, title: str) -> Iterator[bytes]:
    """Nothing after each document that was laid out, at last all of them as one PDF; raises NoPdfError."""
    try:
        from weasyprint import CSS, HTML  # noqa: PLC0415  (half a second, and not everywhere)
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
    except (ImportError, OSError) as error:
        raise NoPdfError(str(error)) from error
    where, fonts, laid = f"{SITE}{settings.STATIC_URL}css/", FontConfiguration(), list[Any]()
    fetcher = only_static_files()
    paper = CSS(string=_text(STYLES), base_url=where, url_fetcher=fetcher, font_config=fonts)
    for document in documents:
        html = HTML(string=with_drawings(document), base_url=f"{SITE}/", url_fetcher=fetcher)
        with _one_at_a_time:
            laid.append(html.render(stylesheets=[paper], font_config=fonts, pdf_tags=True))
        yield b""
    whole = laid[0].copy([page for one in laid for page in one.pages])
    whole.metadata.title, whole.metadata.lang = title, language
    with _one_at_a_time:
        made: bytes = whole.write_pdf(pdf_tags=True)
    yield made


def with_drawings(document: str) -> str:
    """Each icon drawn where it stands: WeasyPrint does not look into another file for it."""

    def drawn(icon: re.Match[str]) -> str:
        return f'<svg class="{icon[1]}" viewBox="0 0 24 24">{drawings().get(icon[2], "")}</svg>'

    return ICON.sub(drawn, document)


@cache
def drawings() -> dict[str, str]:
    return dict(SYMBOL.findall(_text(DRAWINGS)))


def only_static_files() -> Any:
    """What WeasyPrint asks for an address: it opens our static files and portraits, and nothing else in the world."""
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
