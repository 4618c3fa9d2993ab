"""Everybody at the same table: who is seated in `table`, and besides them the removed, the looking and tokens that may less."""

from __future__ import annotations

import copy
import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Token, User
from campaigns import people
from campaigns.acts import perform
from campaigns.answers import Accepted, Envelope
from campaigns.documents import writing
from campaigns.models import Campaign, Entry, Invitation
from campaigns.seats import add_seat
from rules.kernel.dice import Thrown
from tests.conftest import program, signed_in
from tests.secrets.roles import (
    FORBIDDEN,
    NO_METHOD,
    NOT_THERE,
    OPENS,
    SAFE,
    SIGN_IN,
    WRITES,
    UntaughtError,
    Use,
)
from tests.secrets.routes import Route
from tests.secrets.table import RULESET, Table, everybody, invited, seated, throws, writes

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
AT_INPUT = frozenset({400, 406, 409, 412, 413, 415, 422})
"""Refusals of what was sent: who sends it was let in."""


@dataclass(frozen=True)
class Gathering:
    """`names` are what an address may name, one of each kind."""

    table: Table
    names: dict[str, str]

    def client(self, who: str, *, api: bool) -> Client:
        return (self.table.programs if api else self.table.pages)[who]

    def address(self, route: Route) -> str:
        known = self.names | self.fill(OF_ROUTE.get(route.name, {}))
        unknown = set(route.names) - known.keys()
        if unknown:
            raise UntaughtError(
                f"{route.pattern}: say in gathered() of tests/secrets/gathering.py what {unknown} is"
            )
        return next(route.addresses({name: [known[name]] for name in route.names}))

    def fill(self, sent: dict[str, Any]) -> dict[str, Any]:
        known = {name: value for name, value in self.names.items() if ":" not in name}
        return {
            name: value.format(**known) if isinstance(value, str) else value for name, value in sent.items()
        }

    def asks(self, who: str, route: Route, method: str) -> Any:
        """What is answered; whatever it did is undone."""
        use = WRITES.get((route.name, method), Use(frozenset()))
        with undone():
            if prepare := PREPARED.get(route.name):
                prepare(self)
            client = self.client(who, api=route.is_api)
            return sends(client, method, self.address(route), self.fill(use.sends), use.version)


OF_ROUTE = {"document-new": {"kind": "note"}, "shared": {"token": "{public}"}}
"""What these are filled in with, rather than what others are."""


def sends(
    client: Client, method: str, address: str, plain: dict[str, Any], version: int | None = None
) -> Any:
    """A request as a program or a form makes it; the client's cookies stay as they were."""
    headers: dict[str, str] = {}
    content, kind = "", FORM
    if method not in SAFE and address.startswith("/api/"):
        headers["idempotency-key"] = str(uuid.uuid4())
        content, kind = json.dumps(plain), JSON
        if version is not None:
            headers["if-match"] = f'"{version}"'
    elif method not in SAFE:
        content = urlencode({"key": str(uuid.uuid4()), **plain}, doseq=True)
    kept = copy.deepcopy(client.cookies)
    try:
        return client.generic(method, address, content, content_type=kind, headers=headers)
    finally:
        client.cookies = kept


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


def verdict(response: Any) -> str:
    """What an answer comes down to; the bare status where it is none that was expected of anybody."""
    code = response.status_code
    if code == 401 or (code == 302 and response["Location"].startswith("/accounts/login/?")):
        return SIGN_IN
    if code < 400 or code in AT_INPUT:
        return OPENS
    return {403: FORBIDDEN, 404: NOT_THERE, 405: NO_METHOD}.get(code, str(code))


MORE = ("removed", "bystander")


def people_of_all() -> dict[str, User]:
    return everybody() | {name: User.objects.create_user(name, password="a long way up") for name in MORE}


def gathered(users: dict[str, User] | None = None, name: str = "The cellar gang") -> Gathering:
    """All of them, with a hero and the last act of the player's, a note of the game master's, and an invitation."""
    users = users or people_of_all()
    table = seated(users, name)
    seats = {name: add_seat(table.campaign, users[name], name, "player") for name in MORE}
    assert people.remove(table.entrance("gm"), seats["removed"].key) is None
    let_in(table)
    hero = _plays(table)
    document = writes(table, "note", uuid.uuid4, title="A note", shared=True, secret="hush")
    throws(table, uuid.uuid4, "does he see them?", 2)
    token = invited(table)
    names = {
        "campaign_id": str(table.campaign.pk),
        "name": table.campaign.name,
        "hero": hero,
        "seat": seats["bystander"].key,
        "token": token,
        "public": table.tokens["public"],
        "invitation": str(Invitation.objects.get(campaign=table.campaign).pk),
        "document": document,
        "document_id": document,
        "number:int": "1",
        "number": "xp",
        "seq:int": str(Entry.objects.filter(campaign=table.campaign).count()),
        "kind": "rename_hero",
        "key": RULESET,
        "section": "monsters",
        "row": "goblin-champion",
        "token_key": Token.objects.filter(user=users["player"]).values_list("token_key", flat=True)[0],
        "pk:int": "1",
        "uidb36": "1",
    }
    return Gathering(table, names)


def let_in(table: Table) -> None:
    """Clients of those whom `seated` does not know. What the server fails at is answered 500, and not raised here."""
    gm = table.users["gm"]
    if "removed" in table.users:
        removed = table.users["removed"]
        table.pages["removed"], table.programs["removed"] = signed_in(removed), program(removed)
    table.pages["looking"], table.programs["looking"] = signed_in(gm), program(gm)
    if table.seat("gm").role == "gm":
        address = f"/campaigns/{table.campaign.pk}/people/look/"
        answer = table.pages["looking"].post(address, {"seat": table.seat("player").key})
        assert answer.status_code == 303
    table.programs |= {"reader": program(gm, "read"), "expired": program(gm)}
    newest = Token.objects.order_by("-created")[0]
    Token.objects.filter(pk=newest.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    table.programs |= {who: APIClient(headers={"accept-language": "en"}) for who in ("anonymous", "guest")}
    for client in (*table.pages.values(), *table.programs.values()):
        client.raise_request_exception = False


def _plays(table: Table) -> str:
    hero = acts(table, "player", "recruit_hero", name="Merin", hero_class="barbarian").events[0]["hero"]
    acts(table, "other", "recruit_hero", name="Durgin", hero_class="dwarf")
    acts(table, "player", "rename_hero", hero=hero, name="Merin the elder")
    return str(hero)


def acts(table: Table, who: str, kind: str, **fields: Any) -> Accepted:
    rolls: tuple[Thrown, ...] = ()
    done = perform(table.entrance(who), {"kind": kind, **fields}, Envelope(str(uuid.uuid4()), rolls=rolls))
    assert isinstance(done, Accepted), done
    return done


def _delete_campaign(of: Gathering) -> None:
    Campaign.objects.filter(pk=of.table.campaign.pk).update(deleted_at=timezone.now())


def _delete_document(of: Gathering) -> None:
    outcome = writing.delete(of.table.entrance("gm"), uuid.UUID(of.names["document"]))
    assert outcome is None


PREPARED: dict[str, Callable[[Gathering], None]] = {
    "api-restore": _delete_campaign,
    "campaign-restore": _delete_campaign,
    "api-document-restore": _delete_document,
    "document-restore": _delete_document,
}
"""What must be so before there is anything to do."""
