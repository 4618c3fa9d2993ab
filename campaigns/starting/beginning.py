"""How far a table has come, and what it would begin with."""

from __future__ import annotations

from urllib.parse import urlencode

from campaigns.access import Entrance
from campaigns.offered import defaults_of, offer_of
from campaigns.people import runs_table
from rules.kernel.messages import kind_of
from rules.kernel.offers import Field, Offer


def goes_on(entrance: Entrance, *, heroes: bool, played: bool) -> bool:
    """Whether whoever looks has a table ready that has not begun to play."""
    may = runs_table(entrance) and entrance.looker is None
    return may and heroes and not played and opening(entrance) is not None


def opening(entrance: Entrance) -> Offer | None:
    """What begins play here, where it can be done now."""
    kinds = [kind_of(one) for one in entrance.ruleset.commands if one.begins_play]
    offers = (offer_of(entrance, kind) for kind in kinds)
    return next((offer for offer in offers if offer and not offer.violation), None)


def filled_in(offer: Offer) -> str:
    """The query with which the offer’s page comes filled in: defaults, the first of what there is, everybody."""
    asked = [(field.name, value) for field in offer.fields for value in _begin(field)]
    return urlencode(asked)


def _begin(field: Field) -> list[str]:
    found = [value for value in defaults_of(field) if value]
    if found or not field.choices:
        return found
    most = field.high if field.type == "subset" else int(field.required or field.depends)
    return [choice.value for choice in field.choices[:most]]
