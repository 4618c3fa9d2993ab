"""The keys that press the buttons of a page, as its list says them. Which button has which stands in its `data-key`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.kernel.ruleset import Ruleset

Shortcuts = tuple[tuple[str, Any], ...]

_HERO: Shortcuts = (
    ("w", _("a wound: one less of the first track")),
    ("h", _("healed: one more of the first track")),
    ("W", _("one less of the second track")),
    ("H", _("one more of the second track")),
    ("k", _("who was killed")),
)
_EVERYWHERE: Shortcuts = (
    ("u", _("take back the last act")),
    ("/", _("search")),
    ("?", _("this list")),
)
SHEET: Shortcuts = _HERO + _EVERYWHERE
_TABLE: Shortcuts = (
    ("1 – 9", _("choose a hero")),
    ("m", _("the board")),
    *_HERO,
)


def table(rules: Ruleset[Any]) -> Shortcuts:
    """With those of the rulebook's own acts."""
    own = ((act.shortcut, act.label) for act in rules.commands if act.shortcut)
    return (*_TABLE, *own, *_EVERYWHERE)
