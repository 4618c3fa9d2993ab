"""`{% die_face %}`: a die as it fell, drawn the same wherever it lies."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.templatetags.questkeep import icon, t
from rules.kernel.dice import Die
from rules.kernel.text import Text

register = template.Library()

PIPS = {1: "C", 2: "AI", 3: "ACI", 4: "AGBI", 5: "AGBIC", 6: "AGBIDF"}
"""Where the pips of one to six lie: corners A, B, G, I, sides D, F, and the centre C."""
PLACES = {"A": (7, 7), "B": (17, 7), "G": (7, 17), "I": (17, 17), "D": (7, 12), "F": (17, 12), "C": (12, 12)}


@register.simple_tag
def die_face(die: Die, face: str) -> SafeString:
    """The face on its die, with its word for who does not see it."""
    return format_html(
        '<span class="die-face" title="{0}">{1}<span class="visually-hidden">{0} </span></span>',
        t(die.word(face)),
        drawn(die, face),
    )


@register.simple_tag
def die_icon(die: Die) -> SafeString | str:
    """The die by its best known face, without a word; nothing where its faces are words."""
    face = die.faces[-1] if die.is_numbered else die.faces[0]
    if not die.is_numbered and not icon(face):
        return ""
    return format_html('<span class="die-face is-kind" aria-hidden="true">{}</span>', drawn(die, face))


@register.simple_tag
def die_picture(die: Die, face: str) -> SafeString:
    """The face alone, for a button that says its word itself."""
    return drawn(die, face)


def drawn(die: Die, face: str) -> SafeString:
    if die.is_numbered and len(die.faces) == len(PIPS) and int(face) in PIPS:
        return pips(int(face))
    picture = icon(face)
    return (
        picture
        if isinstance(picture, SafeString)
        else format_html(
            '<b class="{}" aria-hidden="true">{}</b>', "" if die.is_numbered else "worded", t(die.word(face))
        )
    )


@lru_cache(maxsize=8)
def pips(number: int) -> SafeString:
    found = format_html_join(
        "", '<circle cx="{}" cy="{}" r="2.2"/>', (PLACES[place] for place in PIPS[number])
    )
    return format_html('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', found)


@register.filter
def word(die: Die, face: str) -> Text:
    return die.word(face)
