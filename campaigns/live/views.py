"""The stream of a page: by the seat, or the public link, that the page is looked at from."""

from __future__ import annotations

import copy
from functools import partial
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from campaigns import looking, showing
from campaigns.access import Entrance
from campaigns.live.streams import last_seen, respond
from campaigns.showing import of_campaign


@of_campaign
@require_safe
def stream(request: HttpRequest, campaign_id: UUID) -> HttpResponseBase:
    """Events for as long as the page is open."""
    entrance = showing.entrance_of(request, campaign_id)
    return respond(request, entrance, partial(again, request, campaign_id), last_seen(request))


def again(request: HttpRequest, campaign_id: UUID) -> Entrance:
    """As the same browser would be let in now."""
    return looking.enter_page(anew(request), campaign_id)


def anew(request: HttpRequest) -> HttpRequest:
    """The request as if it came now: its session may have ended, its person may have gone."""
    store = import_string(f"{settings.SESSION_ENGINE}.SessionStore")
    found = copy.copy(request)
    found.session = store(request.session.session_key)
    found.user = get_user(found)
    return found
