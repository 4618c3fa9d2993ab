"""The page where dice are thrown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods
from django_htmx.http import replace_url

from campaigns import pages, showing, throws
from campaigns.access import Entrance
from campaigns.acts import perform
from campaigns.answers import Refusal
from campaigns.ledger import HistoryLine, newest
from campaigns.records import UNDO
from campaigns.showing import of_campaign
from campaigns.throws import Wanted


@of_campaign
@require_http_methods(["GET", "HEAD", "POST"])
def dice(request: HttpRequest, campaign_id: UUID) -> HttpResponse:
    """The roller and the latest throws; a POST throws. 404 where the rulebook has no throws of their own."""
    entrance = showing.entrance_of(request, campaign_id)
    if not throws.are_known(entrance):
        raise Http404("no dice in this rulebook")
    if request.method == "POST":
        return throw(request, entrance)
    if same := showing.unchanged(request, entrance):
        return same
    return shown(request, entrance, throws.read(entrance, request.GET).untallied)


def throw(request: HttpRequest, entrance: Entrance) -> HttpResponse:
    wanted = throws.read(entrance, request.POST)
    outcome: Any = perform(entrance, wanted.plain, wanted.envelope(entrance.ruleset.dice))
    if isinstance(outcome, Refusal):
        return shown(request, entrance, wanted, outcome)
    back = f"{showing.address('dice', entrance.campaign.id)}?{wanted.again}"
    return replace_url(showing.answer(request, entrance, outcome.after, back), back)


def shown(
    request: HttpRequest, entrance: Entrance, wanted: Wanted, refusal: Refusal | None = None
) -> HttpResponse:
    page = throws.page_of(entrance, wanted, undoable(entrance), refusal)
    context = {"page": page, "taps": showing.taps(request, entrance, "dice")}
    names = {"template": "campaigns/dice.html", "fragment": "campaigns/_dice.html"}
    return showing.show(
        request, entrance, context=context, status=refusal.status if refusal else 200, **names
    )


def undoable(entrance: Entrance) -> Callable[[HistoryLine], bool]:
    """Which throws this viewer may take back: a player the own ones since the last act that changed something."""
    viewer, rules = entrance.viewer, entrance.ruleset
    if pages.takes_any(viewer, rules):
        return lambda line: line.undone_by is None
    found = newest(entrance, pages.RECENT, without=rules.asides) if viewer.role == "player" else []
    last = next((line.seq for line in found if line.kind != UNDO and line.undone_by is None), 0)
    return lambda line: line.undone_by is None and line.seat_key == viewer.seat and line.seq > last
