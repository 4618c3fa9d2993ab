"""What the templates need: kernel texts in the reader's language, icons, taps, and shapes of numbers."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from campaigns.forms import pairs
from campaigns.models import HeroRow
from campaigns.rulebook.mentions import linked
from rules.kernel.offers import Offer
from rules.kernel.registry import ruleset
from rules.kernel.ruleset import HeroSummary
from rules.kernel.sections import Card, Derived, Section, Table, Tap, Track
from rules.kernel.text import Text
from rules.kernel.words import Number, Words

register = template.Library()

ALIASES = {
    "body": "heart", "mind": "eye", "xp": "star", "gold": "coin", "fire": "flame", "air": "wind", "water": "drop",
    "white": "white-shield", "black": "black-shield", "earth": "mountain", "dark": "eclipse", "movement": "boot", "attack": "skull", "defence": "white-shield", "kill": "axe", "level": "star",
}  # fmt: skip
FACES = frozenset({"skull", "white-shield", "black-shield", "shield", "d6"})
"""Icons that are faces of dice: a number of them is drawn as so many."""
MOST_FACES = 6
MOST_MARKS = 10


@register.filter
def t(value: Any) -> str:
    """A Text in the language of the page; anything else as it is."""
    if isinstance(value, Text):
        return value.in_(get_language() or "en")
    return "" if value is None else str(value)


@register.simple_tag(takes_context=True)
def said(context: Any, line: Any) -> SafeString:
    """An act's sentence, with links to what it names."""
    campaign, language = context["campaign"], get_language() or "en"
    return linked(ruleset(campaign.ruleset), campaign.pk, t(line.sentence), line.told, language)


@cache
def drawn_in_order() -> tuple[str, ...]:
    """The names of the sprite's symbols."""
    sprite = settings.BASE_DIR / "static" / "icons.svg"
    return tuple(re.findall(r'<symbol id="([\w-]+)"', sprite.read_text()))


@cache
def drawn() -> frozenset[str]:
    return frozenset(drawn_in_order())


@register.simple_tag
def icon(name: str, fallback: str = "", extra: str = "") -> SafeString | str:
    """An icon of the sprite; one that is not drawn becomes `fallback`, or nothing."""
    return drawing(name, fallback, extra)


@lru_cache(maxsize=2048)
def drawing(name: str, fallback: str, extra: str) -> SafeString | str:
    known = next((n for n in (ALIASES.get(name, name), fallback) if n in drawn()), None)
    if known is None:
        return ""
    return format_html(
        '<svg class="icon {}" aria-hidden="true"><use href="{}#{}"/></svg>', extra, static("icons.svg"), known
    )


@register.filter
def template_of(section: Section) -> str:
    """The file that draws this kind of section."""
    return f"sections/_{section.__struct_config__.tag}.html"


@register.filter
def kind(section: Section) -> str:
    return str(section.__struct_config__.tag)


@register.filter
def made(offer: Offer) -> str:
    """What the button of an offer sends that leaves nothing to choose."""
    return urlencode([("kind", offer.kind), *((field.name, str(field.default)) for field in offer.fields)])


@register.simple_tag(takes_context=True)
def tap(context: dict[str, Any], tap: Tap) -> SafeString:
    """The attributes of a button that sends this tap through the form of taps around it."""
    taps = context["taps"]
    value = urlencode([("kind", tap.kind), *pairs(tap.fields)])
    return format_html(
        'type="submit" form="{}" name="tap" value="{}" hx-post="{}"', taps.form, value, taps.url
    )


@register.filter
def asking(card: Card, hero: str) -> str:
    """The query of the form that a card opens: whom it is about, and what is chosen already."""
    fields = ({"hero": hero} if hero else {}) | card.given
    return f"?{urlencode(fields)}" if fields else ""


@register.filter
def faces(number: Derived) -> range:
    """How often the icon of a number is drawn: each die of a handful, else once."""
    many = number.icon in FACES and number.dice is None and 1 < number.value <= MOST_FACES
    return range(number.value if many else 1)


@register.filter
def marks(track: Track) -> list[bool]:
    """A mark for each point, filled up to now; none where there are too many to count."""
    if track.style != "marks" or track.most > MOST_MARKS:
        return []
    return [point < track.now for point in range(track.most)]


@register.filter
def placed(tracks: tuple[Track, ...]) -> list[tuple[int, Track]]:
    """Each with its place among those of marks; a bar has none."""
    counted = [track for track in tracks if track.style == "marks"]
    return [(counted.index(track) + 1 if track in counted else 0, track) for track in tracks]


@register.filter
def tapped(track: Track) -> list[tuple[bool, Tap]]:
    """Each mark with what a tap on it does."""
    return [(point < track.now, tap) for point, tap in enumerate(track.points)]


SHORTCUTS: dict[tuple[int, str], str] = {
    (1, "down"): "w",
    (1, "up"): "h",
    (2, "down"): "W",
    (2, "up"): "H",
}
"""Keys of a sheet's first and second track."""


@register.simple_tag
def shortcut(thing: Offer | int, what: str = "") -> SafeString | str:
    """The attribute that names the key of an offer's button, or of a track's by its place on the sheet."""
    key = thing.shortcut if isinstance(thing, Offer) else SHORTCUTS.get((thing, what), "")
    return format_html(' data-key="{}"', key) if key else ""


@register.filter
def share(track: Track) -> int:
    """How full a track is, from 0 to 100."""
    span = track.most - track.floor
    return max(0, min(100, round(100 * (track.now - track.floor) / span))) if span > 0 else 100


@register.filter
def hundredths(share: float) -> str:
    """A share of 1 as a width of 100, in any language with a point."""
    return f"{100 * share:.2f}"


@register.filter
def dots(card: Any) -> list[bool]:
    """Uses left and used, when few enough to be dots."""
    if card.uses is None or not card.uses_most or card.uses_most > 5:
        return []
    return [use < card.uses for use in range(card.uses_most)]


@register.filter
def signed(amount: int) -> str:
    """+2, −1, 0, with the true minus sign."""
    return f"+{amount}" if amount > 0 else number(amount)


@register.filter
def number(amount: Any) -> str:
    return str(amount).replace("-", "\N{MINUS SIGN}") if isinstance(amount, int) else t(amount)


@register.filter
def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@register.filter
def counts(table: Table, column: int) -> bool:
    """Whether a column holds numbers."""
    return bool(table.rows) and is_number(table.rows[0][column])


@register.filter
def ask_template(ask: Any) -> str:
    """The file that draws this kind of field."""
    return f"campaigns/asks/_{'list' if ask.is_list else ask.field.type}.html"


@register.simple_tag
def icon_of(offer: Offer) -> SafeString | str:
    return icon(offer.icon, "mark")


ROLE_ICONS = {"gm": "crown", "player": "person", "spectator": "eye"}


@register.filter
def role_icon(role: str) -> str:
    return ROLE_ICONS.get(role, "person")


@register.filter
def rulebook(key: str) -> Any:
    """The rulebook's name."""
    return ruleset(key).name


@register.filter
def words(key: str) -> Words:
    """What that rulebook calls things."""
    return ruleset(key).words


@register.filter
def numbers(key: str) -> tuple[Number, ...]:
    """Those that this rulebook sums up over the whole ledger."""
    return ruleset(key).numbers


@register.filter
def on_roster(key: str) -> tuple[Number, ...]:
    return ruleset(key).on_roster


@register.filter
def worth(hero: HeroSummary | HeroRow, number: Number) -> int:
    """What a hero of the roster has of it."""
    return int(getattr(hero, number.key))


@register.filter
def summed(part: str, key: str) -> str:
    """The number that this part of a sheet shows and whose every act is kept; empty where it shows none."""
    return next((one.key for one in ruleset(key).numbers if one.part == part), "") if key else ""


@register.filter
def many(words: Words, runs: int) -> Text:
    return words.many(runs)


@register.filter
def named(run: Any) -> str:
    """A row's name in the language of the page."""
    return t(Text(run.name_fr or "?", run.name_en or "?"))


@register.filter
def titled(hero: Any) -> str:
    return t(Text(hero.title_fr or "?", hero.title_en or "?"))


RUNS = {
    "open": (_("open"), "door", "is-gold"),
    "won": (_("won"), "crown", "is-good"),
    "lost": (_("failed"), "skull", "is-bad"),
    "abandoned": (_("given up"), "close", "is-warn"),
}
DEPARTED = {"dead": (_("fallen"), "tomb"), "retired": (_("retired"), "door")}


@register.simple_tag
def run_icon(result: str) -> SafeString | str:
    return icon(RUNS[result][1] if result in RUNS else "flag")


@register.filter
def run_word(result: str) -> str:
    return str(RUNS[result][0]) if result in RUNS else result


@register.filter
def run_tone(result: str) -> str:
    return RUNS[result][2] if result in RUNS else ""


@register.filter
def departed_word(status: str) -> str:
    return str(DEPARTED[status][0]) if status in DEPARTED else status


@register.filter
def departed_icon(status: str) -> str:
    return DEPARTED[status][1] if status in DEPARTED else "person"
