"""The mail of the day: what is new and unread, to who wants it, at eight in the morning and never twice on a day.

The day is written down before the mail goes out. Where sending fails it is taken back and tried again; where the worker dies
in between there is no mail on that day, and what it would have said stands in the next one.
"""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns import zones
from deliveries.models import Digest, Notice
from deliveries.notices import wishes
from deliveries.notices.counting import notices_of
from jobs import clock, kinds, queue, ticking
from jobs.kinds import Kind, Retry
from jobs.running import Run
from jobs.transactions import writing

KIND = "digest"
MOST = 60
"""Lines of a mail; the rest waits in the app."""


def register() -> None:
    kinds.register(Kind(KIND, send, Retry(attempts=6, first=60, longest=3600), lease=120))
    ticking.at_each_tick(look)


def look(now: datetime) -> None:
    """Leaves a job for each person whose morning has come."""
    for user_id in list(Digest.objects.filter(due_at__lte=now).values_list("pk", flat=True)):
        with writing():
            digest = (
                Digest.objects.select_for_update(of=("self",))
                .select_related("user")
                .filter(pk=user_id)
                .first()
            )
            if digest is None or digest.due_at > now:
                continue
            day = _day_of(digest.user, now)
            queue.leave(KIND, f"{KIND} {user_id} {day}", {"user": user_id, "day": day})
            digest.due_at = wishes.next_morning(digest.user, now)
            digest.save(update_fields=["due_at"])


def _day_of(user: User, now: datetime) -> str:
    seat = wishes.mailed(user).first()
    return now.astimezone(zones.zone(seat.campaign.timezone if seat else "")).date().isoformat()


def send(run: Run) -> None:
    user = User.objects.filter(pk=run.arguments["user"], is_active=True).first()
    to = address_of(user) if user else ""
    if user is None or not to or not _begin(user, run.arguments["day"]):
        return
    found = list(news_for(user)[:MOST])
    if not found:
        return
    try:
        mail(user, to, found).send()
    except Exception:
        with writing():
            Digest.objects.filter(user=user, last_day=run.arguments["day"]).update(last_day="")
        raise
    with writing():
        Notice.objects.filter(pk__in=[one.pk for one in found]).update(mailed_at=clock.now())


def _begin(user: User, day: str) -> bool:
    """Whether this day has had no mail yet; from here on it has."""
    with writing():
        fresh = Digest.objects.filter(user=user).exclude(last_day__gte=day)
        return bool(fresh.update(last_day=day))


def address_of(user: User) -> str:
    """Where mail may go: an address that was confirmed, where this site has addresses confirmed."""
    if settings.ACCOUNT_EMAIL_VERIFICATION == "none":
        return user.email
    known = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    return known.email if known else ""


def news_for(user: User) -> QuerySet[Notice]:
    """Unread, not yet mailed, and from campaigns they want mail from."""
    return (
        notices_of(user).filter(read_at=None, mailed_at=None, seat__wish__mail=True)
        .order_by("seat__campaign__name", "seat_id", "created_at")
    )  # fmt: skip


def mail(user: User, to: str, found: list[Notice]) -> EmailMultiAlternatives:
    with translation.override(user.language or settings.LANGUAGE_CODE):
        campaigns = [
            (seat.campaign, [(one.text, settings.SITE_URL + one.path) for one in lines])
            for seat, lines in groupby(found, lambda one: one.seat)
        ]
        stop = settings.SITE_URL + reverse("unsubscribe", args=[wishes.token_of(user)])
        context = {
            "name": user.get_username(),
            "campaigns": campaigns,
            "notices_url": settings.SITE_URL + reverse("notices"),
            "stop_url": stop,
        }
        message = EmailMultiAlternatives(
            subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("what is new at your tables"),
            body=render_to_string("notices/digest.txt", context),
            to=[to],
            headers={"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
        )
        message.attach_alternative(render_to_string("notices/digest.html", context), "text/html")
    return message
