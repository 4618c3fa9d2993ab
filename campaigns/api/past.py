"""The history by program: newest first, or oldest first since an act."""

from __future__ import annotations

from functools import partial

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import ledger
from campaigns.access import Entrance
from campaigns.api.paging import link, linked, page_size
from campaigns.api.reading import whole_number, word
from campaigns.api.shapes import HistoryAnswer
from campaigns.ledger import HistoryLine
from campaigns.localising import Plain, localised


def page(request: Request, entrance: Entrance) -> Response:
    since, before, size = whole_number(request, "since"), whole_number(request, "before"), page_size(request)
    history = partial(
        ledger.history, entrance, hero=word(request, "hero"), kind=word(request, "kind"), limit=size
    )
    found = history(since=since, before=before)
    ends = (1, entrance.campaign.version)
    goes_on = len(found) == size and found[-1].seq not in ends[since is not None :]
    cursor = "before" if since is None else "since"
    next_ = link(request, **{cursor: found[-1].seq}) if goes_on else None
    newer = history(since=before - 1) if before and since is None else []
    previous = link(request, before=newer[-1].seq + 1) if newer else None
    return linked([plain(line) for line in found], next_, previous)


def one(entrance: Entrance, seq: int) -> Plain:
    """One act; Http404 where there is none of this number."""
    found = ledger.history(entrance, since=seq - 1, before=seq + 1, limit=1)
    if not found:
        raise Http404
    return plain(found[0])


def plain(line: HistoryLine) -> Plain:
    found: Plain = localised(history_answer(line))
    return found


def history_answer(line: HistoryLine) -> HistoryAnswer:
    return HistoryAnswer(
        seq=line.seq,
        act_id=line.act_id,
        kind=line.kind,
        sentence=line.sentence,
        seat=line.seat_key,
        seat_name=line.seat_name,
        on_behalf_of=line.on_behalf_of or None,
        schedule=line.schedule or None,
        time=line.time,
        undone=line.undone_by is not None,
        undone_by=line.undone_by,
        heroes=line.heroes,
        events=line.events,
    )
