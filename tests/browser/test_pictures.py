"""The README's pictures are pages of the site. QUESTKEEP_PICTURES=1 takes them again, of the demo campaign.

`make pictures` takes the main pages in both lights and three widths, for people to look at: into the folder it names.
"""

import os
import re
import struct
from pathlib import Path

import pytest

from campaigns.management.commands.demo import GAME_MASTER, PASSWORD
from config.settings import BASE_DIR
from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = pytest.mark.browser

ASKED = os.environ.get("QUESTKEEP_PICTURES", "")
PICTURES = BASE_DIR / "docs" / "pictures"
README = (BASE_DIR / "README.md").read_text()
NAMED = sorted(set(re.findall(r"docs/pictures/[\w-]+\.png", README)))
SIZE, WIDE = (360, 740), (1152, 720)
SIZES = (SIZE, (768, 1024), (1440, 900))
HEAVIEST = 150_000


def size_of(picture: bytes) -> tuple[int, int]:
    """From the header of a PNG."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


def take(table: Evening, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    table.page.screenshot(path=PICTURES / f"{name}.png")


def enters_the_demo(table: Evening) -> None:
    table.glances = True  # the demo's own words are French
    table.sign_in(GAME_MASTER, PASSWORD)
    table.follow(table.page.locator("main a.choice[href*='/campaigns/']", has_text="Karak"))
    table.base = table.page.url.removeprefix(table.url)


if ASKED == "1":

    @IN_FRENCH
    def test_the_pictures_are_taken(evening, site):
        site.manage("demo")
        table = evening()
        enters_the_demo(table)
        table.sheet(table.key_of("Elwë"))
        take(table, "hero-at-the-table")
        table.offer("close_quest")
        table.page.locator(".receipt").first.evaluate("one => scrollTo(0, one.offsetTop - 12)")
        take(table, "close-quest")
        table.act("place_monsters", monsters__orc=2, monsters__fimir=1)
        table.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        table.go(f"{table.base}table/")
        take(table, "game-masters-screen")


def main_pages(table: Evening) -> dict[str, str]:
    """Of somebody who is signed in."""
    hero = f"{table.base}heroes/{table.key_of('Elwë')}/"
    book = "/rulesets/heroquest_evolution/"
    return {
        "campaigns": "/campaigns/", "campaign": table.base, "sheet": hero, "kills": f"{hero}?tab=kill",
        "table": f"{table.base}table/", "close-quest": f"{table.base}do/close_quest/", "history": f"{table.base}acts/",
        "rulebook": book, "monsters": f"{book}catalog/monsters/", "documents": f"{table.base}documents/",
    }  # fmt: skip


def take_all(table: Evening, folder: Path, light: str) -> None:
    """Twelve pages at three widths each."""
    for name, address in {"home": "/", "sign-in": "/accounts/login/"}.items():
        take_widely(table, folder, f"{name}-{light}", address)
    enters_the_demo(table)
    for name, address in main_pages(table).items():
        take_widely(table, folder, f"{name}-{light}", address)
    assert len(list(folder.glob(f"*-{light}-*.png"))) == 12 * len(SIZES)


def take_widely(table: Evening, folder: Path, name: str, address: str) -> None:
    for size in SIZES:
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        table.page.goto(table.url + address)
        table.page.screenshot(path=folder / f"{name}-{size[0]}.png", full_page=True)


if ASKED not in ("", "1"):

    @IN_FRENCH
    def test_the_main_pages_are_pictured_in_french_by_candle(evening, site):
        site.manage("demo")
        take_all(evening(), Path(ASKED), "dark")

    @IN_ENGLISH
    def test_the_main_pages_are_pictured_in_english_by_day(evening, site):
        site.manage("demo")
        take_all(evening(), Path(ASKED), "light")


def test_the_readme_names_a_picture():
    assert NAMED


@pytest.mark.parametrize("name", NAMED)
def test_the_readme_s_pictures_are_there(name):
    picture = (BASE_DIR / name).read_bytes()
    assert size_of(picture) in (SIZE, WIDE)
    assert len(picture) < HEAVIEST
