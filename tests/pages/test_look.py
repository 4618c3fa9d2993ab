"""The look holds what it promises: contrast, drawn icons, no inline code, little weight."""

import re
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from campaigns.style import tokens
from campaigns.templatetags.dice import die_face, die_icon
from campaigns.templatetags.questkeep import ALIASES, drawn, icon
from campaigns.templatetags.rulebook import thing_icon
from config.settings import BASE_DIR
from rules.kernel.dice import D6, Die
from rules.kernel.registry import rulesets
from rules.kernel.text import Text

STATIC = BASE_DIR / "static"
TOKENS = (STATIC / "css" / "tokens.css").read_text()
TEMPLATES = sorted((BASE_DIR / "templates").rglob("*.html"))
GROUNDS = ("ground", "board", "raise", "sunk", "glow")
SPEAKING = (
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
)
SAID = ("good", "warn", "bad")
ON = {
    *((word, ground) for word in SPEAKING for ground in GROUNDS),
    *((word, f"{said}-ground") for word in ("ink", "soft", "gold") for said in SAID),
    *((said, f"{said}-ground") for said in SAID),
    *(("on-face", disc) for disc in ("face-a", "face-b")),
}  # fmt: skip
"""What is written on what. Rules that name both a colour and a ground are found in the styles themselves."""
COLOURS = {one.name: one for one in tokens.colours()}
STYLES = {file.name: file.read_text() for file in (STATIC / "css").glob("*.css") if file.name != "paper.css"}
LARGEST_SPRITE, LARGEST_STYLE = 28_500, 45_000


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pairs_in_styles():
    """Of every rule that sets both."""
    for style in STYLES.values():
        for rule in re.findall(r"\{([^{}]*)\}", style):
            word = re.search(r"(?<![\w-])color:var\(--([\w-]+)\)", rule)
            ground = re.search(r"background(?:-color)?:var\(--([\w-]+)\)", rule)
            if word and ground and {word[1], ground[1]} <= COLOURS.keys():
                yield word[1], ground[1]


def too_faint(pairs, light, least):
    shades = {pair: contrast(*(getattr(COLOURS[name], light) for name in pair)) for pair in pairs}
    return {pair: round(found, 2) for pair, found in shades.items() if found < least}


@pytest.mark.parametrize("light", ["dark", "light"])
def test_every_word_can_be_read_on_every_ground_it_stands_on(light):
    found = set(pairs_in_styles())
    assert {("on-gold", "gold-fill"), ("ground", "warn")} <= found
    assert too_faint(ON | found, light, 4.5) == {}


@pytest.mark.parametrize("light", ["dark", "light"])
def test_what_can_be_pressed_and_where_the_keyboard_is_can_be_seen(light):
    lines = {(line, ground) for line in ("edge", "focus") for ground in GROUNDS}
    assert too_faint(lines, light, 3) == {}


def test_a_colour_is_written_once_and_nowhere_but_among_the_tokens():
    written = re.findall(r"--([\w-]+):(?:light-dark\(|#)", TOKENS)
    assert len(written) == len(set(written)) > 30
    raw = {
        name: found
        for name, style in STYLES.items()
        if name != "tokens.css"
        and not name.startswith(("paper", "print"))  # sheets are white, ink is black
        and (
            found := re.findall(
                r"#[0-9a-f]{3,8}\b",
                re.sub(r"@media print.*|\.?qr\b[^{]*\{[^}]*\}", "", style, flags=re.DOTALL),
            )
        )
    }
    assert raw == {}


def test_every_token_is_used():
    everything = "".join(STYLES.values())
    assert [one.name for one in tokens.tokens() if f"var(--{one.name})" not in everything] == []


def test_every_icon_a_template_or_a_kind_asks_for_is_drawn():
    named = {name for file in TEMPLATES for name in re.findall(r'{% icon "([\w-]+)"', file.read_text())}
    assert len(named) > 20
    assert {ALIASES.get(name, name) for name in named} - drawn() == set()
    games = rulesets().values()
    kinds = {command.icon for game in games for command in game.commands}
    sections = {section.icon for game in games for section in game.catalog}
    numbers = {number.icon for game in games for number in game.numbers}
    assert (set(ALIASES.values()) | kinds | sections | numbers) - drawn() == set()


def test_an_icon_nobody_drew_is_left_out_or_replaced():
    assert icon("unicorn") == ""
    assert "#mark" in icon("unicorn", "mark")


def test_a_thing_without_a_symbol_keeps_the_place_of_one():
    assert "#book" in thing_icon(SimpleNamespace(icons=("unicorn", "")))


def test_faces_that_are_words_are_written_as_words():
    coin = Die("coin", ("heads", "tails"), Text("pièces", "coins"))
    assert die_icon(coin) == ""
    assert '<b class="worded"' in die_face(coin, "heads")
    assert "worded" not in die_face(D6, "4")


def test_one_throw_is_no_throws():
    die = {"faces": [], "fairness": {"throws": 1}, "words": ""}
    assert "1 throw, chi" in render_to_string("pictures/_dice.html", {"dice": {"faces": [die]}})


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
    served = [
        file for file in TEMPLATES if "paper" not in file.parts
    ]  # that is laid out here, for no browser
    assert [str(file) for file in served if re.search(pattern, file.read_text())] == []


def test_script_and_drawings_weigh_little():
    weights = {file.name: file.stat().st_size for file in (STATIC / "js").glob("*.js")}
    assert weights.pop("questkeep.js") <= 5000  # on every page of a campaign
    assert weights.pop("live.js") <= 6900  # on those that follow it
    assert weights.pop("sw.js") <= 2300  # no page waits for it
    assert weights.pop("keys.js") <= 1400  # at the table
    assert weights.pop("portrait.js") <= 1100  # where a square is cut
    assert sum(weights.values()) <= 1500  # each where it is needed
    assert (STATIC / "icons.svg").stat().st_size <= LARGEST_SPRITE
    assert (STATIC / "css" / "questkeep.css").stat().st_size <= LARGEST_STYLE
