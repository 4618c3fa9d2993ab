"""Everybody there is at one table: each role, and besides them the removed, the looking and tokens that may less."""

from __future__ import annotations

import copy
import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Token, User
from campaigns import inviting, people
from campaigns.access import Entrance, enter
from campaigns.acts import perform
from campaigns.answers import Accepted, Envelope
from campaigns.documents import hidden_rolls, writing
from campaigns.documents.contents import Content
from campaigns.models import Campaign, Entry, Portrait, Seat
from campaigns.portraits import keeping
from campaigns.portraits.pictures import Picture
from campaigns.seats import add_seat, found
from deliveries.models import Delivery, Notice, Webhook
from deliveries.notices import wishes
from deliveries.schedules import planning
from jobs.models import Heartbeat, Job
from rules.kernel.registry import ruleset
from tasks import asking, results
from tasks.models import Kind, Task
from tasks.papers import Wanted
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
from tests.secrets.table import ROLES, RULESET

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
AT_INPUT = frozenset({400, 406, 409, 412, 413, 415, 422})
"""Refusals of what was sent: who sends it was let in."""


MORE = ("removed", "bystander")


@dataclass(frozen=True)
class Seated:
    """The people of a campaign by name, each with a browser and a program."""

    campaign: Campaign
    users: dict[str, User]
    pages: dict[str, Client] = field(default_factory=dict)
    programs: dict[str, APIClient] = field(default_factory=dict)

    def entrance(self, who: str) -> Entrance:
        return enter(self.users[who], self.campaign.pk)

    def seat(self, who: str) -> Seat:
        return Seat.objects.get(campaign=self.campaign, user=self.users[who])


def everybody() -> dict[str, User]:
    """The people once: two campaigns have the same ones."""
    names = (*ROLES, "stranger", *MORE)
    return {name: User.objects.create_user(name, password="a long way down") for name in names}


def seated(users: dict[str, User], name: str, ruleset_key: str = RULESET) -> Seated:
    """A campaign with all of them. In a game without a master, who would be one is a player."""
    campaign = found(users["owner"], name, ruleset_key, "owner")
    has_master = ruleset(ruleset_key).needs_gm
    for who, role in ROLES.items():
        if who != "owner":
            add_seat(campaign, users[who], who, role if has_master or role != "gm" else "player")
    for who in MORE:
        add_seat(campaign, users[who], who, "player")
    table = Seated(campaign, users)
    if has_master:
        _steps_back(table)
    assert people.remove(table.entrance("owner"), table.seat("removed").key) is None
    _let_in(table)
    return table


def _steps_back(table: Seated) -> None:
    """The owner, and who was a game master: from here on they are players."""
    owner = table.entrance("owner")
    for who, role in (("former-gm", "gm"), ("former-gm", "player"), ("owner", "player")):
        assert isinstance(people.change_role(owner, table.seat(who).key, role), Seat)


def _let_in(table: Seated) -> None:
    """Each with what they come by. What the server fails at is answered 500, and not raised here."""
    gm = table.users["gm"]
    table.pages.update({who: signed_in(user) for who, user in table.users.items()}, looking=signed_in(gm))
    table.programs.update({who: program(user) for who, user in table.users.items()}, looking=program(gm))
    table.programs.update(reader=program(gm, "read"), expired=program(gm))
    newest = Token.objects.order_by("-created")[0]
    Token.objects.filter(pk=newest.pk).update(expiry=timezone.now() - timedelta(seconds=1))
    for who in ("anonymous", "guest"):
        table.pages[who] = Client(headers={"accept-language": "en"})
        table.programs[who] = APIClient(headers={"accept-language": "en"})
    if table.seat("gm").role == "gm":
        address = f"/campaigns/{table.campaign.pk}/people/look/"
        answer = table.pages["looking"].post(address, {"seat": table.seat("player").key})
        assert answer.status_code == 303
    for client in (*table.pages.values(), *table.programs.values()):
        client.raise_request_exception = False


@dataclass(frozen=True)
class Gathering:
    """`names` are what an address may name, one of each kind."""

    table: Seated
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


OF_ROUTE = {
    "document-new": {"kind": "note"},
    "shared": {"token": "{public}"},
    "unsubscribe": {"token": "{unsubscribe}"},
}
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


def gathered(users: dict[str, User] | None = None, name: str = "The cellar gang") -> Gathering:
    """All of them, with a hero and the last act of the player's, a note of the game master's, and two links."""
    table = seated(users or everybody(), name)
    seen = {"seen_at": timezone.now() + timedelta(days=1)}  # a worker that is not silent while the tests last
    Heartbeat.objects.update_or_create(name="tests", defaults=seen)
    hero, document, link = _plays(table), _writes(table), people.open_to_public(table.entrance("owner"))
    invitation, delivery = inviting.invite(table.entrance("gm"), "player"), _tells(table)
    assert isinstance(link, str)
    assert isinstance(invitation, inviting.Invited)
    names = {
        "campaign_id": str(table.campaign.pk),
        "name": table.campaign.name,
        "hero": hero,
        "seat": table.seat("bystander").key,
        "token": invitation.token,
        "public": link,
        "unsubscribe": wishes.token_of(table.users["player"]),
        "invitation": str(invitation.invitation.pk),
        "document": document,
        "document_id": document,
        "webhook": str(delivery.webhook_id),
        "delivery": str(delivery.pk),
        "task": _asks(table),
        **dict.fromkeys(("schedule", "schedule_id"), _plans(table)),
        "digest": _portrays(table, hero),
        "side:int": "96",
        "notice": _notices(table),
        "number:int": "1",
        "number": "xp",
        "thing": "hero",
        "seq:int": str(Entry.objects.filter(campaign=table.campaign).count()),
        "kind": "rename_hero",
        "key": RULESET,
        "section": "monsters",
        "row": "goblin-champion",
        "token_key": Token.objects.filter(user=table.users["player"]).values_list("token_key", flat=True)[0],
        "pk:int": "1",
        "uidb36": "1",
    }
    assert table.pages["guest"].get(f"/shared/{link}/").status_code == 302
    return Gathering(table, names)


def _plays(table: Seated) -> str:
    hero = acts(table, "player", "recruit_hero", name="Merin", hero_class="barbarian").events[0]["hero"]
    acts(table, "other", "recruit_hero", name="Durgin", hero_class="dwarf")
    acts(table, "player", "rename_hero", hero=hero, name="Merin the elder")
    return str(hero)


def _portrays(table: Seated, hero: str) -> str:
    """The player's hero, who had another face before."""
    for picture in (Picture(b"before", b"before"), Picture(b"large", b"small")):
        kept = keeping.keep(table.entrance("player"), hero, picture)
        assert isinstance(kept, Portrait)
    return kept.digest


def _writes(table: Seated) -> str:
    """A note, and a roll behind the screen."""
    master = table.entrance("gm")
    roll = hidden_rolls.NewHiddenRoll((hidden_rolls.Handful("d6"),), "does he see them?")
    assert isinstance(hidden_rolls.throw(master, roll, uuid.uuid4()), tuple)
    note = Content(title="A note", shared=True, secret="hush")
    made = writing.create(master, "note", note, uuid.uuid4())
    assert isinstance(made, writing.Made)
    return str(made.document.pk)


def _plans(table: Seated) -> str:
    """A session; other things that are scheduled are not there for whoever does not run the table."""
    wanted = planning.Wanted(title="Next evening", at="2091-05-04T19:30")
    made = planning.plan(table.entrance("gm"), wanted, uuid.uuid4())
    assert isinstance(made, planning.Made)
    return str(made.schedule.pk)


def _notices(table: Seated) -> str:
    """Of the player's."""
    seat = table.seat("player")
    what = {
        "topic": "due",
        "key": str(seat.campaign_id),
        "fr": "Un niveau attend.",
        "en": "A level is due.",
        "path": "/",
    }
    return str(Notice.objects.create(seat=seat, user=table.users["player"], **what).pk)


def _tells(table: Seated) -> Delivery:
    """A message that did not get through to an address outside."""
    master = table.seat("gm")
    where = {"name": "Channel", "url": "https://8.8.8.8/", "language": "en", "secret": "s" * 40}
    hook = Webhook.objects.create(campaign=table.campaign, created_by=master, **where)
    return Delivery.objects.create(
        webhook=hook, seq=1, kind="recruit_hero", body="{}", attempts=10, gave_up_at=timezone.now()
    )


def _asks(table: Seated) -> str:
    """Sheets that the player asked for: what was made is a word, not a PDF."""
    task = asking.ask_paper(table.entrance("player"), Wanted(kind=Kind.SHEETS))
    assert isinstance(task, Task)
    made = uuid.uuid4()
    size = results.keep(task, made, [b"%PDF"])
    Task.objects.filter(pk=task.pk).update(
        made=made, size=size, filename="sheets.pdf", media_type="application/pdf"
    )
    Job.objects.filter(pk=task.pk).update(done_at=timezone.now())
    return str(task.pk)


def acts(table: Seated, who: str, kind: str, **fields: Any) -> Accepted:
    done = perform(table.entrance(who), {"kind": kind, **fields}, Envelope(str(uuid.uuid4())))
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
