"""The keys that press the buttons of a page, as its list says them. Which button has which stands in its `data-key`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

Shortcuts = tuple[tuple[str, Any], ...]

_HERO: Shortcuts = (
    ("w", _("a wound: one Body less")),
    ("h", _("healed: one Body more")),
    ("W", _("one Mind less")),
    ("H", _("one Mind more")),
    ("k", _("who was killed")),
)
_EVERYWHERE: Shortcuts = (
    ("u", _("take back the last act")),
    ("/", _("search")),
    ("?", _("this list")),
)
SHEET: Shortcuts = _HERO + _EVERYWHERE
TABLE: Shortcuts = (
    ("1 – 9", _("choose a hero")),
    ("m", _("the board and its monsters")),
    *_HERO,
    ("r", _("end of the round")),
    ("c", _("close the quest")),
    *_EVERYWHERE,
)
