"""The look holds what it promises: contrast, drawn icons, no inline code, little weight."""

import re

import pytest

from campaigns.templatetags.questkeep import ALIASES, KIND_ICONS, drawn, icon
from config.settings import BASE_DIR

STATIC = BASE_DIR / "static"
TOKENS = (STATIC / "css" / "tokens.css").read_text()
TEMPLATES = sorted((BASE_DIR / "templates").rglob("*.html"))
SPEAKING = [
    "ink",
    "soft",
    "faint",
    "gold",
    "good",
    "warn",
    "bad",
    "body",
    "mind",
    "fire",
    "air",
    "water",
    "earth",
    "dark",
]
GROUNDS = ["ground", "board", "raise"]


def palette(text):
    return dict(re.findall(r"--([\w-]+):(#[0-9a-f]{6})\b", text))


DARK = palette(TOKENS.split(":root{", 1)[1].split("}", 1)[0])
LIGHT = palette(TOKENS.split("[data-theme=light]{", 1)[1].split("}", 1)[0])


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_system_and_the_account_choose_the_same_light():
    asked = palette(TOKENS.split("not([data-theme=dark]){", 1)[1].split("}", 1)[0])
    assert asked == LIGHT
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.parametrize("colours", [DARK, LIGHT], ids=["dark", "light"])
def test_every_colour_that_speaks_can_be_read(colours):
    faint = {
        (name, ground): round(contrast(colours[name], colours[ground]), 2)
        for name in SPEAKING
        for ground in GROUNDS
        if contrast(colours[name], colours[ground]) < 4.5
    }
    assert not faint
    assert contrast(colours["on-gold"], colours["gold-fill"]) >= 4.5


def test_every_icon_a_template_or_a_kind_asks_for_is_drawn():
    named = {name for file in TEMPLATES for name in re.findall(r'{% icon "([\w-]+)"', file.read_text())}
    assert len(named) > 20
    assert {ALIASES.get(name, name) for name in named} - drawn() == set()
    assert (set(ALIASES.values()) | set(KIND_ICONS.values())) - drawn() == set()


def test_an_icon_nobody_drew_is_left_out_or_replaced():
    assert icon("unicorn") == ""
    assert "#mark" in icon("unicorn", "mark")


@pytest.mark.parametrize(
    "pattern",
    [
        r"\sstyle=",
        r"<style",
        r"\son(?:click|change|input|submit|load|error|focus|key\w+)=",
        r"<script(?![^>]*\bsrc=)",
        r"javascript:",
    ],
)
def test_no_template_has_inline_code(pattern):
    assert len(TEMPLATES) > 30
    assert [str(file) for file in TEMPLATES if re.search(pattern, file.read_text())] == []


def test_script_and_drawings_weigh_little():
    weights = {file.name: file.stat().st_size for file in (STATIC / "js").glob("*.js")}
    assert weights.pop("questkeep.js") <= 5000  # on every page of a campaign
    assert weights.pop("live.js") <= 6700  # on those that follow it
    assert weights.pop("portrait.js") <= 1100  # where a square is cut
    assert sum(weights.values()) <= 1500  # each where it is needed
    assert (STATIC / "icons.svg").stat().st_size <= 25_000
    assert (STATIC / "css" / "questkeep.css").stat().st_size <= 45_000
