"""The portraits of a campaign: the current one of each hero, and the last few before it. None of this is an act of the game."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.db.models import QuerySet
from django.utils import timezone

from campaigns import answers, people
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.door import asking_again
from campaigns.models import Campaign, Portrait
from campaigns.portraits.pictures import Picture
from rules.kernel.text import Text

EARLIER = 3
"""Portraits of a hero that are kept besides the newest."""
NO_SUCH_PORTRAIT = Refusal(
    status=404,
    code="no_such_portrait",
    message=Text("Ce portrait n’existe plus.", "There is no such portrait any more."),
)


def may_change(entrance: Entrance, hero: str) -> bool:
    """The hero's own player, and who runs the table."""
    return not entrance.is_guest and people.may_hand_over(entrance, hero)


def refusal(entrance: Entrance, hero: str) -> Refusal | None:
    if not people.is_hero(entrance.campaign, hero):
        return answers.NOT_FOUND
    return None if may_change(entrance, hero) else answers.FORBIDDEN


def portraits(campaign: Campaign, hero: str) -> QuerySet[Portrait]:
    """Newest first, without the pictures themselves."""
    return Portrait.objects.filter(campaign=campaign, hero=hero).defer("large", "small")


def picture_at(entrance: Entrance, hero: str, digest: str, column: str) -> bytes | None:
    """One picture's bytes; an earlier one is for who might bring it back."""
    rows = Portrait.objects.filter(campaign=entrance.campaign, hero=hero, digest=digest)
    if not may_change(entrance, hero):
        rows = rows.filter(is_current=True)
    found = rows.values_list(column, flat=True).first()
    return None if found is None else bytes(found)


@asking_again
def keep(entrance: Entrance, hero: str, picture: Picture) -> Portrait | Refusal:
    """The hero's portrait from now on."""
    wrong = refusal(entrance, hero)
    if wrong:
        return wrong
    stand_down(entrance.campaign, hero)
    found, _created = Portrait.objects.update_or_create(
        campaign=entrance.campaign,
        hero=hero,
        digest=picture.digest,
        defaults={
            "large": picture.large, "small": picture.small, "is_current": True, "set_at": timezone.now(),
        },
    )  # fmt: skip
    forget_the_oldest(entrance.campaign, hero)
    show_anew(entrance.campaign)
    return found


@asking_again
def restore(entrance: Entrance, hero: str, digest: str) -> Portrait | Refusal:
    """An earlier one again."""
    wrong = refusal(entrance, hero)
    if wrong:
        return wrong
    found = portraits(entrance.campaign, hero).filter(digest=digest).first()
    if found is None:
        return NO_SUCH_PORTRAIT
    stand_down(entrance.campaign, hero)
    found.is_current, found.set_at = True, timezone.now()
    found.save(update_fields=["is_current", "set_at"])
    show_anew(entrance.campaign)
    return found


@asking_again
def remove(entrance: Entrance, hero: str) -> Refusal | None:
    """Back to the one that everybody has; what was removed can be brought back."""
    wrong = refusal(entrance, hero)
    if wrong:
        return wrong
    stand_down(entrance.campaign, hero)
    show_anew(entrance.campaign)
    return None


def stand_down(campaign: Campaign, hero: str) -> None:
    Portrait.objects.filter(campaign=campaign, hero=hero, is_current=True).update(is_current=False)


def forget_the_oldest(campaign: Campaign, hero: str) -> None:
    old = portraits(campaign, hero).values_list("pk", flat=True)[EARLIER + 1 :]
    Portrait.objects.filter(pk__in=list(old)).delete()


def show_anew(campaign: Campaign) -> None:
    """Pages of the campaign are drawn with the portraits there are now."""
    write_faces(campaign.pk)
    people.reseat(campaign.pk)


def write_faces(campaign_id: UUID) -> None:
    current = Portrait.objects.filter(campaign_id=campaign_id, is_current=True).order_by("hero")
    faces = dict(current.values_list("hero", "digest"))
    Campaign.objects.filter(pk=campaign_id).update(faces=msgspec.json.encode(faces).decode() if faces else "")
