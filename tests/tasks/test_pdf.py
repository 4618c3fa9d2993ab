"""Sheets on paper: A4, in the asker's language and as the asker sees them, made of nothing but what is here."""

from __future__ import annotations

import io
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace

import pytest
from django.utils import translation
from pypdf import PdfReader

from config.settings import BASE_DIR
from rules.kernel.offers import Viewer
from tasks import pdf, sheets
from tests.tasks.doing import content, done, on_paper

MILLIMETRE = 72 / 25.4


def read(document: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(document))


@pytest.mark.django_db
@pytest.mark.usefixtures("pango")
def test_all_sheets_are_one_pdf_in_the_askers_language(evening, seen):
    evening.recruits(evening.gm, "Brom Œil-de-fer")
    with translation.override("fr"):
        task = on_paper(evening.enter(evening.player))
    found = read(content(done(task)))
    first, second = (page.extract_text() for page in found.pages)
    assert "Merin" in first
    assert "Moral" in first
    assert "The cellar gang" in first
    assert "Brom Œil-de-fer" in second
    assert [round(side / MILLIMETRE) for side in found.pages[0].mediabox[2:]] == [210, 297]
    assert found.metadata.title == "The cellar gang"
    assert found.trailer["/Root"]["/Lang"] == "fr"
    fonts = {str(font.get_object()["/BaseFont"]) for font in found.pages[0]["/Resources"]["/Font"].values()}
    assert any("Alegreya" in font for font in fonts)
    assert any("Atkinson" in font for font in fonts)
    assert seen[-1] == (3, 3)


@pytest.mark.django_db
def test_sheets_are_drawn_for_who_asks(evening):
    for user, role in ((evening.gm, "gm"), (evening.player, "player")):
        viewers: list[Viewer] = []
        entrance = evening.enter(user)
        assert sheets.papers(replace(entrance, ruleset=noting(entrance.ruleset, viewers)))
        assert viewers == [entrance.viewer]
        assert (viewers[0].role, bool(viewers[0].heroes)) == (role, role == "player")


def noting(rules, viewers: list[Viewer]):
    """The same rulebook, but it is noted for whom a sheet is drawn."""

    def sheet(state, key, viewer):
        viewers.append(viewer)
        return rules.sheet(state, key, viewer)

    return replace(rules, sheet=sheet)


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/picture.png",
        "http://169.254.169.254/",
        "file:///etc/hostname",
        "https://site.invalid/accounts/",
        "https://site.invalid/static/../config/settings.py",
        "https://site.invalid/static/%2e%2e/config/settings.py",
        "https://site.invalid/static//etc/hostname",
        "https://site.invalid/static/css/nothing.css",
        "data:text/plain,hush",
    ],
)
def test_nothing_is_fetched_but_our_static_files(url):
    with pytest.raises(Exception, match=r"outside|no such static file|base path|is located outside"):
        pdf.static_file(url)


def test_a_static_file_is_found_by_its_name():
    assert pdf.static_file("https://site.invalid/static/css/paper.css").name == "paper.css"


def test_each_icon_is_drawn_where_it_stands():
    icon = '<svg class="icon off" aria-hidden="true"><use href="/static/icons.5a7b.svg#heart"/></svg>'
    drawn = pdf.with_drawings(f"<p>{icon}</p>")
    assert drawn.startswith('<p><svg class="icon off" viewBox="0 0 24 24" fill="#')
    assert '<path d="M12 21.3' in drawn
    assert "use" not in drawn


def test_nothing_loads_weasyprint_before_a_pdf_is_made():
    """It takes its time, and a server may do without."""
    code = "import django, sys; django.setup(); import config.urls, tasks.working; print('weasyprint' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=BASE_DIR,
        env={"DEBUG": "1", "DJANGO_SETTINGS_MODULE": "config.settings", "PATH": "", "DATABASE_URL": "sqlite:///:memory:"},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "False", done.stderr


def test_a_portrait_stands_within_its_page_and_is_asked_of_nobody():
    content = b"RIFF of a picture"
    answer = pdf.only_static_files().fetch(pdf.PORTRAIT + b64encode(content).decode())
    assert (answer.read(), answer.content_type) == (content, "image/webp")
