"""What processes of their own do for `test_at_once`; what they find is printed as JSON."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from campaigns.access import enter
from campaigns.seats import found
from deliveries.models import Delivery
from deliveries.webhooks.managing import Wanted, add
from jobs.models import Job
from tests.campaigns.group import Group

RULESET = "heroquest_evolution"


def prepare(url: str, acts: str) -> Any:
    """A campaign with a webhook, and acts that nobody has told of yet."""
    gm = User.objects.create_user("zargon")
    group = Group(found(gm, "The cellar gang", RULESET), gm, gm)
    hook = add(enter(gm, group.campaign.pk), Wanted(name="Channel", url=url, form="json", language="en"))
    for number in range(int(acts)):
        group.does(gm, "recruit_hero", name=f"Hero {number}", hero_class="dwarf")
    return {"campaign": str(group.campaign.pk), "secret": getattr(hook, "secret", hook)}


def told() -> QuerySet[Job]:
    """What acts leave to be told; the night's work is none of it."""
    return Job.objects.filter(kind__in=("entry", "webhook"))


def give_up_the_dead() -> Any:
    """As if their leases were over."""
    return told().update(claimed_until=timezone.now() - timedelta(seconds=1))


def inspect() -> Any:
    delivered = Delivery.objects.exclude(delivered_at=None)
    return {
        "delivered": delivered.count(),
        "deliveries": Delivery.objects.count(),
        "jobs": told().count(),
    }


def main(what: str, *arguments: str) -> None:
    asked = {"prepare": prepare, "give_up_the_dead": give_up_the_dead, "inspect": inspect}
    print(json.dumps(asked[what](*arguments)))  # noqa: T201
