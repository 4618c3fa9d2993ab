"""A campaign with everybody who may or may not look at it, and whatever its addresses are filled in with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from rest_framework.test import APIClient

from accounts.models import Token, User
from campaigns import inviting
from campaigns import people as seats
from campaigns.access import Entrance, enter
from campaigns.models import Campaign, Entry, HeroRow, Invitation, Seat
from campaigns.seats import add_seat, found
from rules.kernel.messages import kind_of
from rules.kernel.registry import ruleset
from tests.conftest import program, signed_in
from tests.secrets.routes import Values

RULESET = "heroquest_evolution"
NOWHERE = "8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01"
ROLES = {
    "owner": "player",  # who is no game master, and whose the campaign is
    "gm": "gm",
    "co-gm": "gm",
    "player": "player",
    "other": "player",
    "spectator": "spectator",
    "former-gm": "player",
}
"""Who sits here by name, with the role the seat has now."""
MASTERS = ("gm", "co-gm")
NOT_MASTERS = tuple(who for who in ROLES if who not in MASTERS)
OUTSIDE = ("anonymous", "stranger")
LOOKING = "looker"
"""A game master who looks at the pages from the player's seat."""
EVERYBODY_ELSE = (*NOT_MASTERS, "guest", LOOKING, *OUTSIDE)
"""Whoever is to learn nothing of what is secret."""
IN_FRENCH = frozenset({"other", "guest", "former-gm"})
PLACES = {RULESET: (("monsters", "goblin-champion"), ("evolution-stock", "3"))}
"""Sections and rows of a rulebook that speak of what may be secret; those of another book are its quests."""


@dataclass
class Table:
    """`pages` and `programs` by name; the guest of the public link and the looker have pages only.

    `documents`, `schedules`: the ids that such may have here, those that are not there too; `secret_acts`: the seqs of acts of
    which only game masters learn what came of them.
    """

    campaign: Campaign
    users: dict[str, User]
    pages: dict[str, Client] = field(default_factory=dict)
    programs: dict[str, APIClient] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    documents: tuple[str, ...] = ()
    schedules: tuple[str, ...] = ()
    secret_acts: list[int] = field(default_factory=list)

    def entrance(self, who: str) -> Entrance:
        return enter(self.users[who], self.campaign.pk)

    def seat(self, who: str) -> Seat:
        return Seat.objects.get(campaign=self.campaign, user=self.users[who])

    def client(self, who: str, address: str) -> Client:
        is_program = address.startswith("/api/") and who in self.programs
        return self.programs[who] if is_program else self.pages[who]

    @property
    def kinds(self) -> list[str]:
        return [kind_of(one) for one in ruleset(self.campaign.ruleset).commands]

    @property
    def heroes(self) -> list[str]:
        return list(HeroRow.objects.filter(campaign=self.campaign).values_list("key", flat=True))

    @property
    def latest(self) -> int:
        return Entry.objects.filter(campaign=self.campaign).count()

    def values(self) -> Values:
        """What an address may name, of every kind there is."""
        key = self.campaign.ruleset
        places = PLACES.get(key, (("quests", "cellar"),))
        invitations = Invitation.objects.filter(campaign=self.campaign)
        documents, schedules = [*self.documents[::2], NOWHERE], [*self.schedules[::2], NOWHERE]
        return {
            "campaign_id": [str(self.campaign.pk)],
            "hero": self.heroes[:2] or ["nobody"],
            "seat": [self.seat("player").key, self.seat("gm").key],
            "token": list(self.tokens.values()),
            "invitation": [str(one.pk) for one in invitations],
            "document": documents,
            "document_id": documents,
            "webhook": [str(one.pk) for one in self.campaign.webhooks.all()] or [NOWHERE],
            "delivery": [NOWHERE],
            "schedule": schedules,
            "schedule_id": schedules,
            "digest": [one.digest for one in self.campaign.portraits.all()] or ["0" * 32],
            "side:int": ["96", "384"],
            "notice": [NOWHERE],
            "task": [NOWHERE],
            "number:int": ["1", "2"],
            "number": ["xp", "gold"],
            "thing": ["hero"],
            "seq:int": [
                str(seq) for seq in (*self.secret_acts[:3], self.latest - 1, self.latest, self.latest + 1)
            ],
            "kind": self.kinds,
            "key": [key],
            "section": [section for section, _ in places],
            "row": [row for _, row in places],
            "token_key": list(Token.objects.values_list("token_key", flat=True)[:1]),
            "pk:int": ["1"],
            "uidb36": ["1"],
        }


@dataclass(frozen=True)
class People:
    """All of them once, with a program of each: campaigns that are compared have the same ones."""

    users: dict[str, User]
    programs: dict[str, APIClient]


def everybody() -> People:
    languages = {who: "fr" if who in IN_FRENCH else "en" for who in (*ROLES, "stranger")}
    users = {
        who: User.objects.create_user(who, password="a long way down", language=language)
        for who, language in languages.items()
    }
    programs = {who: program(user) for who, user in users.items()}
    return People(users, programs | {"anonymous": APIClient(headers={"accept-language": "en"})})


def seated(people: People, ruleset_key: str = RULESET, name: str = "The cellar gang") -> Table:
    """A campaign with all of them, an invitation that is open, and a public link."""
    users = people.users
    campaign = found(users["owner"], name, ruleset_key, "owner")
    for who, role in ROLES.items():
        if who != "owner":
            add_seat(campaign, users[who], who, "gm" if who == "former-gm" else role)
    table = Table(campaign, users, programs=people.programs)
    owner = table.entrance("owner")
    table.tokens = {"public": _link(seats.open_to_public(owner)), "invitation": _invited(table)}
    assert isinstance(seats.change_role(owner, table.seat("owner").key, "player"), Seat)
    table.pages = {who: signed_in(user) for who, user in users.items()}
    table.pages[LOOKING] = signed_in(users["gm"])
    table.pages["anonymous"] = Client(headers={"accept-language": "en"})
    table.pages["guest"] = Client(headers={"accept-language": "fr"})
    assert table.pages["guest"].get(f"/shared/{table.tokens['public']}/").status_code == 302
    return table


def demoted(table: Table) -> None:
    """From here on the former game master is one no more."""
    key = table.seat("former-gm").key
    assert isinstance(seats.change_role(table.entrance("owner"), key, "player"), Seat)


def looks(table: Table) -> None:
    base = f"/campaigns/{table.campaign.pk}/"
    answer = table.pages[LOOKING].post(f"{base}people/look/", {"seat": table.seat("player").key})
    assert answer.status_code in (302, 303)


def _link(answer: Any) -> str:
    assert isinstance(answer, str), answer
    return urlsplit(answer).path.rstrip("/").rpartition("/")[2]


def _invited(table: Table) -> str:
    made = inviting.invite(table.entrance("gm"), "player")
    assert isinstance(made, inviting.Invited)
    return made.token
