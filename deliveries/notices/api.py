"""Notices by program: the own ones, read or not, and which of them one wants."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, cast
from uuid import UUID

import msgspec
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from campaigns.access import enter
from campaigns.api.documented import PAGES, call, listed, query
from campaigns.api.paging import page
from campaigns.api.reading import body, read
from campaigns.api.refusals import bad
from campaigns.localising import Plain, localised
from deliveries.models import Notice, Wish
from deliveries.notices import wishes
from deliveries.notices.counting import notices_of
from rules.kernel.text import Text

TopicName = Literal["due", "quest", "session", "seat", "schedule", "job"]


class NoticeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`path` leads to what it is about, on the pages of this site."""

    id: UUID
    topic: TopicName
    campaign: UUID
    campaign_name: str
    text: Text
    path: str
    created_at: datetime
    read: bool


class NoticesRead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those that are read from now on; left out: all."""

    ids: Annotated[tuple[UUID, ...], msgspec.Meta(max_length=200)] | None = None


class UnreadAnswer(msgspec.Struct, frozen=True):
    """How many are still unread."""

    unread: int


class WishAnswer(msgspec.Struct, frozen=True):
    """The topics one wants to hear of from a campaign, and whether by mail too."""

    topics: tuple[TopicName, ...]
    mail: bool


class WishChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    topics: Annotated[tuple[TopicName, ...], msgspec.Meta(max_length=20)] | None = None
    mail: bool | None = None


SPOKEN = (NoticeAnswer, NoticesRead, UnreadAnswer, WishAnswer, WishChanges)
YES_OR_NO = Text("`true` ou `false`.", "`true` or `false`.")
REF = "#/components/schemas/"


class Notices(APIView):
    @call(
        "notices_list",
        "The own notices of all campaigns, the newest first",
        listed("NoticeAnswer"),
        parameters=[query("unread", OpenApiTypes.BOOL, "`true`: only those that are unread"), *PAGES],
    )
    def get(self, request: Request) -> Response:
        found = notices_of(cast(User, request.user))
        if yes_or_no(request, "unread"):
            found = found.filter(read_at=None)
        return page(request, found, notice_plain)


class Reading(APIView):
    @call("notices_read", "Marks notices as read", {"$ref": f"{REF}UnreadAnswer"}, body="NoticesRead")
    def post(self, request: Request) -> Response:
        wanted = read(body(request), NoticesRead)
        unread = notices_of(cast(User, request.user)).filter(read_at=None)
        chosen = unread if wanted.ids is None else unread.filter(pk__in=wanted.ids)
        chosen.update(read_at=timezone.now())
        return Response(localised(UnreadAnswer(unread.count())))


class Wishes(APIView):
    @call("wishes_read", "What one hears of from this campaign", {"$ref": f"{REF}WishAnswer"})
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        return Response(wish_plain(wishes.wish_of(entrance.seat)))

    @call(
        "wishes_change", "Chooses what to hear of", {"$ref": f"{REF}WishAnswer"}, body="WishChanges"
    )  # fmt: skip
    def patch(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        wanted = read(body(request), WishChanges)
        wish = wishes.wish_of(entrance.seat)
        topics = wishes.wanted(wish) if wanted.topics is None else wanted.topics
        mail = wish.mail if wanted.mail is None else wanted.mail
        return Response(wish_plain(wishes.save(entrance.seat, topics, mail=mail)))


def yes_or_no(request: Request, name: str) -> bool:
    """A parameter that is `true` or `false`; left out it is false."""
    text = request.query_params.get(name, "false")
    if text not in ("true", "false"):
        raise bad(name, YES_OR_NO)
    return text == "true"


def notice_plain(notice: Notice) -> Plain:
    answer = NoticeAnswer(
        id=notice.pk,
        topic=cast(TopicName, notice.topic),
        campaign=notice.seat.campaign_id,
        campaign_name=notice.seat.campaign.name,
        text=notice.text,
        path=notice.path,
        created_at=notice.created_at,
        read=notice.read_at is not None,
    )
    plain: Plain = localised(answer)
    return plain


def wish_plain(wish: Wish) -> Plain:
    plain: Plain = localised(WishAnswer(cast(tuple[TopicName, ...], tuple(wishes.wanted(wish))), wish.mail))
    return plain
