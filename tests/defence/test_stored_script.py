"""Whatever is typed anywhere is text wherever it is shown: no element, no attribute, no link comes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign, HeroRow
from rules.kernel.dice import Act, NoDice
from rules.kernel.messages import LINE, Violation, kind_of
from rules.kernel.registry import rulesets
from tests.conftest import make_user, signed_in
from tests.defence.hostile import comes_in, forged, plays, strings_of, table_of, typed
from tests.defence.markup import Markup, is_page
from tests.defence.visits import undone
from tests.secrets.routes import Route, routes
from tests.secrets.table import People, Table, everybody

pytestmark = pytest.mark.django_db
DISPOSITION = re.compile(r"""((attachment|inline)(; filename="[\w.-]+")?)?""", re.ASCII)
BOOKS = sorted(rulesets())
HARMLESS = "Brom le Hardi d’Ys"
PAYLOADS = [
    "\"'></script></textarea></title><script>qk()</script><qk q=1>",
    'javascript:qk()//{{40|add:2002}}{%now "Y"%}%(x)s{0.a}%s${7*6}',
    '\' onfocus=qk() autofocus x="y" <svg/onload=qk()> &lt;qk&gt; -->',
]
SAFE_PROSE = """# One\n\n*two* **three** `four` ~~five~~\n\n- six\n\n1. seven\n\n> eight\n\n```\nnine\n```\n\n---
\n| a | b |\n|---|---|\n| c | d |\n\n[ten](https://example.org "title") <https://example.org>  \nend"""
HOSTILE_PROSE = """
<script>qk()</script><img src=x onerror=qk()><svg><animate onbegin=qk() attributeName=x></svg>

[a](javascript:qk()) [b](JaVaScRiPt:qk()) [c](java\tscript:qk()) [d](&#106;avascript:qk()) [e](\x01javascript:qk())

[f](data:text/html,<script>qk()</script>) [g](vbscript:qk()) [h](//evil.example) [i](https://x" onclick="qk())

[j](https://x "t\\" onclick=\\"qk()") ![k](x" onerror="qk()) ![l](javascript:qk()) <javascript:qk()> <a:b onclick=qk()>

[m]: javascript:qk() "x"
[m] [n](<javascript:qk()>) [o](/x"onmouseover="qk())

```x" onclick="qk()
code
```

`<qk>` &lt;qk&gt; {{40|add:2002}} {% now "Y" %}

| <qk> | b |
|---|:--" onclick="qk()|
| [p](javascript:qk()) | d |

<!-- --><qk x=1>--><style>*{}</style><iframe srcdoc="<script>qk()</script>"></iframe><form action=x><input name=next>
"""


@dataclass
class Seen:
    """What pages consist of, and whatever of it no page may hold."""

    shapes: set[tuple[str, str]] = field(default_factory=set)
    broken: list[tuple[str, str]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    pages: int = 0
    text: str = ""
    """All that was said."""

    def look(self, address: str, answer: Any) -> None:
        assert answer.status_code < 500, address
        assert DISPOSITION.fullmatch(answer.headers.get("Content-Disposition", "")), address
        if not is_page(answer):
            return
        page = Fields(answer.content.decode())
        self.pages += 1
        self.shapes |= page.shapes
        self.names |= page.names
        self.broken += [(address, one) for one in page.broken]
        said = "".join(page.text)
        self.broken += [(address, "a template was run")] if "2042" in said else []
        self.text += said


class Fields(Markup):
    """With the names of all the fields."""

    def __init__(self, text: str) -> None:
        self.names: set[str] = set()
        super().__init__(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("input", "textarea", "select"):
            self.names |= {value for name, value in attrs if name == "name" and value}
        super().handle_starttag(tag, attrs)


def of_pages() -> list[Route]:
    return [
        one for one in routes() if not one.is_api and one.name not in ("account_logout", "healthz", "readyz")
    ]


@dataclass(frozen=True)
class Visit:
    """Who reads in which language; of all pages of a kind a third, `part`, or all where it is None."""

    table: Table
    payload: str
    readers: dict[str, str]
    part: int | None = None

    def addresses(self) -> Iterator[tuple[int, str]]:
        values = self.table.values()
        documents = [str(one.pk) for one in self.table.campaign.documents.order_by("kind")]
        values |= {"document_id": documents, "seq:int": values["seq:int"][-2:]}
        for route in of_pages():
            every = list(route.addresses(values))
            some = every if self.part is None else every[self.part :: 3]
            yield from enumerate(some or every[:1])


ASKED = ("q", "name", "next", "hero", "quest", "reason", "custom.name", "monster", "since", "email")
KEPT = {"csrfmiddlewaretoken", "kind", "key", "version", "edit"}


def wander(seen: Seen, visit: Visit) -> None:
    """Every page as its address stands, and asked for with the payload in whatever a page may read of it."""
    for at, address in visit.addresses():
        for who, language in visit.readers.items():
            client, headers = visit.table.client(who, address), {"accept-language": language}
            for query in ({}, dict.fromkeys(ASKED, visit.payload)) if who == "gm" and at < 1 else ({},):
                with undone(client):
                    answer = client.get(address, query, headers=headers)
                seen.look(address, answer)


def fill_in(seen: Seen, visit: Visit) -> None:
    """Every form with the payload in every field that any form has."""
    client, payload = visit.table.pages["gm"], visit.payload
    tap = {"tap": f"kind={payload}&hero={payload}", "key": payload}
    for _at, address in visit.addresses():
        for sent in (dict.fromkeys(seen.names - KEPT, payload), tap)[: 1 + address.endswith("/acts/")]:
            with undone(client):
                answer = client.post(address, sent)
            seen.look(address, answer)


def send_files(seen: Seen, table: Table, payload: str) -> None:
    for address in ("/campaigns/import/", f"/campaigns/{table.campaign.pk}/hero-files/"):
        for content in (b"{}", payload.encode(), json.dumps({"format": payload, payload: 1}).encode()):
            file = SimpleUploadedFile(payload, content, content_type="text/html")
            seen.look(address, table.pages["gm"].post(address, {"file": file}))


def keep_for_oneself(seen: Seen, user: User, client: Client, payload: str) -> None:
    """What stands on the pages of an account."""
    local = "".join(one for one in payload if one not in '"\\ ' and one.isascii())
    EmailAddress.objects.create(user=user, email=f'"{local}"@example.org')
    key = Authenticator.objects.create(user=user, type="webauthn", data={"name": payload, "credential": {}})
    client.post("/accounts/reauthenticate/", {"password": "a long way down"})
    sent = {"name": payload[:60], "scopes": "read", "lifetime": "30"}
    seen.look("/accounts/tokens/", client.post("/accounts/tokens/", sent))
    for address in ("", "email/", "second-factor/webauthn/", f"second-factor/webauthn/keys/{key.pk}/edit/",
                    f"second-factor/webauthn/keys/{key.pk}/remove/"):  # fmt: skip
        seen.look(address, client.get(f"/accounts/{address}"))
    key.delete()  # it could not answer


def pages_of(campaign: Campaign) -> Iterator[str]:
    base = f"/campaigns/{campaign.pk}/"
    yield from (f"{base}{page}" for page in ("", "acts/", "heroes/", "table/", "people/"))
    yield from (f"{base}heroes/{row.key}/" for row in HeroRow.objects.filter(campaign=campaign)[:3])


def visit_campaign(seen: Seen, client: Client, campaign: Campaign, kinds: tuple[str, ...] = ()) -> None:
    for address in pages_of(campaign):
        seen.look(address, client.get(address))
    for kind in kinds:
        hero = HeroRow.objects.filter(campaign=campaign).first()
        address = f"/campaigns/{campaign.pk}/do/{kind}/?hero={hero.key if hero else ''}"
        seen.look(address, client.get(address))


@pytest.fixture
def users() -> People:
    return everybody()


def world(users: People, payload: str, prose: str, languages: str, part: int | None = None) -> Seen:
    seen = Seen()
    table = table_of(users, payload, prose)
    visit = Visit(table, payload, dict(zip(("gm", "player"), languages.split(), strict=False)), part)
    wander(seen, visit)
    fill_in(seen, visit)
    send_files(seen, table, payload)
    for who in ("gm", "player"):
        keep_for_oneself(seen, users.users[who], table.pages[who], payload)
    return seen


UNFOLDED = {("details", "open")}
"""What was refused is shown unfolded."""


def test_what_is_typed_at_a_table_is_text_on_every_page(users):
    """Nothing is on any page that is not there as well where all that was typed is harmless."""
    plain = world(users, HARMLESS, SAFE_PROSE, "en")
    assert plain.broken == []
    for part, payload in enumerate(PAYLOADS):
        seen = world(users, payload, HOSTILE_PROSE + payload, ("fr en", "en fr", "fr en")[part], part)
        assert seen.broken == []
        assert seen.shapes - plain.shapes <= UNFOLDED, payload
        assert seen.pages > 100


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_typed_into_a_command_of_any_kind_is_text(users, book):
    """Through the scenarios of the rulebook, as far as the act that takes it."""
    gm, player = make_user("zargon"), make_user("merin")
    kinds = typed()[book]
    assert kinds
    clients = {user: signed_in(user) for user in (gm, player)}
    for at, kind in enumerate(kinds):
        payload = PAYLOADS[at % len(PAYLOADS)]
        campaign = plays(gm, player, book, kind, payload)
        for user, client in clients.items():
            seen = Seen()
            visit_campaign(seen, client, campaign, (kind,) if user == gm else ())
            assert seen.broken == [], kind
            assert payload[:60] in seen.text, kind


def test_what_a_stranger_wrote_into_a_file_is_text(users):
    """A file may say anything of names, quests and things, as long as its chain agrees."""
    table = table_of(users, HARMLESS, SAFE_PROSE)
    for payload in PAYLOADS:
        campaign = comes_in(users.users["stranger"], forged(table.campaign, payload))
        seen = Seen()
        visit_campaign(seen, table.pages["stranger"], campaign)
        assert seen.broken == []
        assert seen.pages > 5
        assert payload in seen.text


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_no_free_text_is_a_key_and_takes_no_markup(book):
    """But the value of a house rule, which the rules compare with their own words."""
    others = [
        (kind_of(command), path, pattern)
        for command in rulesets()[book].commands
        for path, pattern, _longest in strings_of(command)
        if pattern != LINE
    ]
    assert len(others) > len(rulesets()[book].commands) // 2
    open_ones = {kind for kind, path, pattern in others if not pattern}
    assert open_ones <= {"set_house_rule"}
    for kind, path, pattern in others:
        assert not any(pattern and re.search(pattern, payload) for payload in PAYLOADS), (kind, path)


@pytest.mark.parametrize("book", BOOKS)
def test_a_house_rule_takes_no_markup(book):
    rulebook = rulesets()[book]
    for rule, payload in product(rulebook.house_rules, PAYLOADS):
        for value in (payload, [payload]):
            command = rulebook.codec.command({"kind": "set_house_rule", "rule": rule, "value": value})
            answer = rulebook.decide(rulebook.initial(), command, Act("0" * 32, NoDice()))
            assert isinstance(answer, Violation), rule
