"""One hero against an opponent, as a page."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from campaigns.access import Entrance
from campaigns.fights import chosen_of, query_of, title_of
from campaigns.offered import Ask
from rules.kernel.messages import Violation
from rules.kernel.ruleset import HeroSummary
from rules.kernel.sections import AnySection
from rules.kernel.text import Text
from rules.kernel.versus import Faced


@dataclass(frozen=True, kw_only=True)
class FightPage:
    """The question as far as it is put, and its answer. `opponent` is None until one is chosen."""

    hero: HeroSummary
    opponent: Text | None
    url: str
    first: tuple[Ask, ...]
    supposed: tuple[Ask, ...]
    sections: tuple[AnySection, ...]
    violation: Violation | None

    @property
    def supposing(self) -> int:
        """How much is ticked in the part that is folded away."""
        return sum(len(ask.values) for ask in self.supposed)


def fight_page(request: HttpRequest, entrance: Entrance, key: str) -> FightPage | None:
    """None where the rulebook works no fights out, or the state knows no such hero."""
    versus, state = entrance.ruleset.versus, entrance.state()
    hero = next((hero for hero in entrance.ruleset.heroes(state) if hero.key == key), None)
    if versus is None or hero is None:
        return None
    query = query_of(request.GET)
    fields = versus.fields(state, key, query)
    found = versus.faced(state, key, query) if query.get(versus.field) else None
    violation = found if isinstance(found, Violation) else None
    asks = tuple(
        Ask(
            field,
            chosen_of(field, query),
            violation.message if violation and violation.field == field.name else None,
        )
        for field in fields
    )
    return FightPage(
        hero=hero,
        opponent=title_of(fields, versus, query),
        url=reverse("hero-versus", args=[entrance.campaign.id, key]),
        first=tuple(ask for ask in asks if ask.field.type != "subset"),
        supposed=tuple(ask for ask in asks if ask.field.type == "subset"),
        sections=found.sections if isinstance(found, Faced) else (),
        violation=violation,
    )
