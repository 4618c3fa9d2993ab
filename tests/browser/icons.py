"""`python -m tests.browser.icons`: the app’s icons, from the favicon, into `static/icons/`."""

from __future__ import annotations

import shutil
from io import BytesIO

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from campaigns.style.tokens import by_candle
from config.settings import BASE_DIR

STATIC = BASE_DIR / "static"

ICONS = {"any-180": (180, 0.86), "any-192": (192, 0.96), "any-512": (512, 0.96), "maskable-512": (512, 0.62)}
"""The side in pixels, and how much of it the drawing fills: a mask leaves the middle four fifths."""
FLAGS = ["--no-sandbox", "--disable-gpu"]


def draw(page: Page, side: int, share: float, *, ground: str) -> bytes:
    drawing = (STATIC / "favicon.svg").read_text()
    page.set_viewport_size({"width": side, "height": side})
    page.set_content(
        f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
        f"svg{{width:{share:%}}}</style>{drawing}"
    )
    return page.screenshot(omit_background=True)


def small(png: bytes) -> bytes:
    """A few colours are enough for two."""
    out = BytesIO()
    Image.open(BytesIO(png)).quantize(32).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page()
        for name, (side, share) in ICONS.items():
            ground = "transparent" if name in ("any-192", "any-512") else by_candle()["raise"]
            (folder / f"{name}.png").write_bytes(small(draw(page, side, share, ground=ground)))
        browser.close()


if __name__ == "__main__":
    main()
