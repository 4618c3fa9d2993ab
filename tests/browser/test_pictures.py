"""The README's pictures are pages of the site. QUESTKEEP_PICTURES=1 takes them again, of the demo campaign."""

import os
import re
import struct

import pytest

from campaigns.management.commands.demo import GAME_MASTER, PASSWORD
from config.settings import BASE_DIR
from tests.browser.evening import IN_FRENCH, Evening

pytestmark = pytest.mark.browser

PICTURES = BASE_DIR / "docs" / "pictures"
README = (BASE_DIR / "README.md").read_text()
NAMED = sorted(set(re.findall(r"docs/pictures/[\w-]+\.png", README)))
SIZE = (360, 740)
HEAVIEST = 150_000


def size_of(picture: bytes) -> tuple[int, int]:
    """From the header of a PNG."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def take(table: Evening, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    table.page.screenshot(path=PICTURES / f"{name}.png")


if os.environ.get("QUESTKEEP_PICTURES") == "1":

    @IN_FRENCH
    def test_the_pictures_are_taken(evening, site):
        site.manage("demo")
        table = evening()
        table.sign_in(GAME_MASTER, PASSWORD)
        table.follow(table.page.locator("main a[href*='/campaigns/']", has_text="Karak"))
        table.base = table.page.url.removeprefix(table.url)
        table.sheet(table.key_of("Elwë"))
        take(table, "hero-at-the-table")
        table.offer("close_quest")
        table.page.locator(".receipt").first.evaluate("one => scrollTo(0, one.offsetTop - 12)")
        take(table, "close-quest")


def test_the_readme_names_a_picture():
    assert NAMED


@pytest.mark.parametrize("name", NAMED)
def test_the_readme_s_pictures_are_there(name):
    picture = (BASE_DIR / name).read_bytes()
    assert size_of(picture) == SIZE
    assert len(picture) < HEAVIEST
