"""How somebody comes to look at a campaign: from the own seat, by its public link, or as a game master from another's seat.

The session remembers the links that were followed and the seats that are looked from. Both are for looking only.
"""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import Http404, HttpRequest

from campaigns.access import Entrance, enter, enter_as_guest, sit_in
from campaigns.malformed import UNSTORABLE

LINKS, SEATS = "public_links", "looked_from"
"""In the session: by campaign the hash of the link that was followed, and the seat that is looked from."""
MOST_LINKS = 30
SAFE = frozenset({"GET", "HEAD"})


def enter_page(request: HttpRequest, campaign_id: UUID | str) -> Entrance:
    """The entrance of whoever asks for a page; raises Http404 for strangers."""
    try:
        own = enter(request.user, campaign_id)
    except Http404:
        link = _remembered(request, LINKS, campaign_id)
        if not link or request.method not in SAFE:
            raise
        return enter_as_guest(UUID(str(campaign_id)), link)
    return (request.method in SAFE and looked_from(request, own)) or own


def looked_from(request: HttpRequest, own: Entrance) -> Entrance | None:
    """The other seat that a game master has chosen to look from, while there is somebody in it."""
    key = _remembered(request, SEATS, own.campaign.id)
    return sit_in(own, key) if key and not UNSTORABLE.search(key) else None


def may_look(request: HttpRequest, campaign_id: UUID) -> bool:
    """Whether this browser has chosen another seat of the campaign to look from."""
    return bool(_remembered(request, SEATS, campaign_id))


def lets_in(request: HttpRequest, campaign_id: UUID) -> bool:
    """Whether the public link opens this page to who is not signed in."""
    if not _remembered(request, LINKS, campaign_id):
        return False
    try:
        request.entrance = enter_page(request, campaign_id)  # type: ignore[attr-defined]
    except Http404:
        return False
    return True


def follow(request: HttpRequest, campaign_id: UUID, public_hash: str) -> None:
    """This browser has the public link."""
    links = request.session.get(LINKS, {}) | {str(campaign_id): public_hash}
    request.session[LINKS] = dict(list(links.items())[-MOST_LINKS:])


def look_from(request: HttpRequest, campaign_id: UUID, key: str) -> None:
    """From the seat of this key from now on; from the own one where it is empty."""
    seats = {one: seat for one, seat in request.session.get(SEATS, {}).items() if one != str(campaign_id)}
    request.session[SEATS] = seats | ({str(campaign_id): key} if key else {})


def _remembered(request: HttpRequest, what: str, campaign_id: UUID | str) -> str:
    return cast(str, request.session.get(what, {}).get(str(campaign_id), ""))
