"""`manage.py demo`: a campaign to touch, played through commands. Running it again changes nothing."""

from __future__ import annotations

import uuid
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from campaigns.access import Entrance, enter
from campaigns.acts import Envelope, Refusal, perform
from campaigns.models import Campaign, Seat
from campaigns.scripts import DEMO, brought, command_of, named, scripts, thrown
from campaigns.seats import add_seat, found

GAME_MASTER, PASSWORD = "demo", "questkeep-demo"
NAMESPACE = uuid.UUID("7d2f0c1e-3a5b-4b8e-9a55-3f6c1f7f2d10")


class Command(BaseCommand):
    help = "Builds the demo campaigns through commands; refused without DEBUG unless asked for by --on-this-site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rulesets", nargs="*", help="only of these; without any, of all that have one")
        parser.add_argument("--on-this-site", action="store_true", help="also where DEBUG is off")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG and not options["on_this_site"]:
            raise CommandError(
                "DEBUG is off: a demo account has a public password. Ask for it by --on-this-site."
            )
        found = scripts(DEMO)
        if unknown := set(options["rulesets"]) - found.keys():
            raise CommandError(f"no demo of {', '.join(sorted(unknown))}; there are {', '.join(found)}")
        for key in options["rulesets"] or found:
            self._build(key, found[key])
        self.stdout.write(f"Demo account: {GAME_MASTER}, password: {PASSWORD}")

    def _build(self, key: str, script: dict[str, Any]) -> None:
        gm = _person(GAME_MASTER)
        campaign = Campaign.objects.filter(ruleset=key, seats__user=gm, seats__owner=True).first()
        if campaign is None:
            campaign = found(gm, script["name"], key, script["game_master"])
        if campaign.version < len(script["step"]):
            _play(enter(gm, campaign.id), script["step"])
            self.stdout.write(f"Demo campaign: {campaign.name}")


def _person(name: str) -> User:
    person = User.objects.filter(username=name).first()
    return person or User.objects.create_user(name, password=PASSWORD)


def _play(entrance: Entrance, steps: list[dict[str, Any]]) -> None:
    """Send every step; the keys are the same each time, so that what was sent before is not done again."""
    names: dict[str, str] = {}
    for number, step in enumerate(steps, start=1):
        seat = _seat(entrance.campaign, step["player"]) if "player" in step else None
        plain = named(command_of(step), names)
        key = str(uuid.uuid5(NAMESPACE, f"{entrance.campaign.id} {number}"))
        actor, behalf = _actor(entrance, seat)
        answer = perform(actor, plain, Envelope(key=key, rolls=thrown(step), on_behalf_of=behalf))
        if isinstance(answer, Refusal):
            raise CommandError(f"step {number}: {answer.message.en}")
        if "as" in step:
            names[step["as"]] = brought(answer.events[0])


def _actor(entrance: Entrance, seat: Seat | None) -> tuple[Entrance, str | None]:
    """The game master for the player; in a game that has none, the player."""
    if seat is None or entrance.viewer.role == "gm":
        return entrance, seat.key if seat else None
    assert seat.user is not None
    return enter(seat.user, entrance.campaign.id), None


def _seat(campaign: Campaign, player: str) -> Seat:
    seat = Seat.objects.filter(campaign=campaign, user__username=player, removed_at=None).first()
    return seat or add_seat(campaign, _person(player), player.capitalize(), "player")
