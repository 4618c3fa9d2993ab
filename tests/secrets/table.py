"""A campaign with everybody who may or may not look at it, and whatever its addresses are filled in with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from rest_framework.test import APIClient

from accounts.models import Token, User
from campaigns import people
from campaigns.access import Entrance, enter
from campaigns.documents import hidden_rolls, writing
from campaigns.documents.contents import Content
from campaigns.models import Campaign, DocumentVersion, Entry, HeroRow, Invitation, Seat
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
OUTSIDE = ("anonymous", "stranger")
EVERYBODY = (*OUTSIDE, *ROLES)


@dataclass
class Table:
    """`pages` and `programs` by name; the guest of the public link has pages only."""

    campaign: Campaign
    users: dict[str, User]
    pages: dict[str, Client] = field(default_factory=dict)
    programs: dict[str, APIClient] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)

    def entrance(self, who: str) -> Entrance:
        return enter(self.users[who], self.campaign.pk)

    def seat(self, who: str) -> Seat:
        return Seat.objects.get(campaign=self.campaign, user=self.users[who])

    def client(self, who: str, address: str) -> Client:
        return self.programs[who] if address.startswith("/api/") else self.pages[who]

    def values(self) -> Values:
        """What an address may name, of every kind there is."""
        rows = HeroRow.objects.filter(campaign=self.campaign)
        heroes = [row.key for row in rows]
        documents = [str(one.pk) for one in self.campaign.documents.all()] or [NOWHERE]
        schedules = [str(one.pk) for one in self.campaign.schedules.all()] or [NOWHERE]
        latest = Entry.objects.filter(campaign=self.campaign).count()
        invitations = Invitation.objects.filter(campaign=self.campaign)
        return {
            "campaign_id": [str(self.campaign.pk)],
            "hero": heroes[:3] or ["nobody"],
            "seat": [self.seat("player").key, self.seat("gm").key],
            "token": list(self.tokens.values()) or ["inv_none"],
            "invitation": [str(one.pk) for one in invitations] or [NOWHERE],
            "document": documents,
            "document_id": documents,
            "schedule": schedules,
            "schedule_id": schedules,
            "notice": [NOWHERE],
            "number:int": ["1"],
            "number": ["xp", "gold"],
            "seq:int": [str(seq) for seq in range(max(1, latest - 5), latest + 2)],
            "kind": [kind_of(one) for one in ruleset(RULESET).commands] + ["note", "prepared_quest"],
            "key": [RULESET],
            "section": ["monsters", "evolution-stock"],
            "row": ["goblin-champion"],
            "token_key": list(Token.objects.values_list("token_key", flat=True)[:1]) or ["none"],
            "pk:int": ["1"],
            "uidb36": ["1"],
        }


def everybody() -> dict[str, User]:
    """The people once: campaigns that are compared have the same ones."""
    return {name: User.objects.create_user(name, password="a long way down") for name in (*ROLES, "stranger")}


def seated(users: dict[str, User], name: str = "The cellar gang") -> Table:
    """A campaign with all of them, and a public link."""
    campaign = found(users["owner"], name, RULESET, "owner")
    for who, role in ROLES.items():
        if who != "owner":
            add_seat(campaign, users[who], who, "gm" if who == "former-gm" else role)
    table = Table(campaign, users)
    owner = table.entrance("owner")
    for who in ("former-gm", "owner"):
        assert isinstance(people.change_role(owner, table.seat(who).key, "player"), Seat)
    table.tokens["public"] = link = _link(people.open_to_public(owner))
    table.pages = {who: signed_in(user) for who, user in users.items()}
    table.programs = {who: program(user) for who, user in users.items()}
    table.pages["anonymous"] = Client(headers={"accept-language": "en"})
    table.programs["anonymous"] = APIClient(headers={"accept-language": "en"})
    table.pages["guest"] = Client(headers={"accept-language": "en"})
    assert table.pages["guest"].get(f"/shared/{link}/").status_code in (200, 302, 303)
    return table


def _link(answer: Any) -> str:
    assert isinstance(answer, str), answer
    return urlsplit(answer).path.rstrip("/").rpartition("/")[2]


def invited(table: Table) -> str:
    made = people.invite(table.entrance("gm"), "player")
    assert isinstance(made, people.Invited)
    table.tokens["invitation"] = made.token
    return made.token


NewKey = Callable[[], Any]


def writes(table: Table, kind: Any, new_key: NewKey, **content: Any) -> str:
    made = writing.create(table.entrance("gm"), kind, Content(**content), new_key())
    assert isinstance(made, writing.Made), made
    return str(made.document.pk)


def rewrites(table: Table, document: str, number: int, **content: Any) -> None:
    row = DocumentVersion.objects.get(document=document, number=number).document
    outcome = writing.change(table.entrance("co-gm"), row.pk, Content(**content), number)
    assert outcome == row, outcome


def throws(table: Table, new_key: NewKey, reason: str, number: int) -> None:
    wanted = hidden_rolls.NewHiddenRoll((hidden_rolls.Handful("d6", number),), reason)
    assert isinstance(hidden_rolls.throw(table.entrance("gm"), wanted, new_key()), tuple)
