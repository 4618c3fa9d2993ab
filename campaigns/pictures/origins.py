"""Which act a part of a number came from."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns import ledger
from campaigns.access import Entrance
from campaigns.ledger import HistoryLine
from campaigns.models import BroughtRow, HeroRow


@dataclass(frozen=True)
class Origin:
    """The act that brought a hero a thing; `link` is the thing's page in the rulebook, if its key is one."""

    hero: HeroRow
    line: HistoryLine
    link: str


def origin(entrance: Entrance, hero: str, thing: str) -> Origin | None:
    """The hero's own, else the whole campaign's. One look into a projection, whatever the length of the ledger."""
    row = HeroRow.objects.filter(campaign=entrance.campaign, key=hero).first()
    brought = BroughtRow.objects.filter(campaign=entrance.campaign, thing=thing, hero__in=("", hero))
    seq = brought.order_by("-hero").values_list("seq", flat=True).first()
    if row is None or seq is None:
        return None
    lines = ledger.history(entrance, since=seq - 1, before=seq + 1, limit=1)
    section, _, key = thing.partition("/")
    known = entrance.ruleset.section(section) if key else None
    link = thing if known and any(each["key"] == key for each in known.rows) else ""
    return Origin(row, lines[0], link) if lines else None
