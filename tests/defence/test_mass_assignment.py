"""What the server owns is written by nobody: every write of the API, every kind of command, found in the OpenAPI document."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from campaigns import inviting
from campaigns.access import Entrance, enter
from campaigns.models import Document, DocumentVersion, HiddenRoll, Invitation, Seat
from deliveries.models import Delivery, Webhook
from deliveries.schedules import planning
from rules.kernel.messages import ENVELOPE
from rules.kernel.registry import rulesets
from tasks import asking
from tasks.models import Task
from tests.api.game import RULESET, Game, fields_of, problem
from tests.documents.desk import written

DOCUMENT: dict[str, Any] = SchemaGenerator().get_schema(public=True)
WRITING = ("post", "put", "patch", "delete")
ODD = (
    "head_hash",
    "user_id",
    "is_staff",
    "is_superuser",
    "csrfmiddlewaretoken",
    "__proto__",
    "constructor",
    "pk",
    "",
    "a.b",
)
UPLOADS = ("campaigns_import", "imports_ask", "hero_files_read", "heroes_portrait_set")


OWNED = {"id", "owner", "user", "version", "unverified", "seat", "deleted_at", "created_at"}
"""Asked of every call; of all the others, each is asked of some."""


def owned() -> list[str]:
    """Every column of every table of ours, and what programs elsewhere fall for."""
    models = [
        model
        for app in ("accounts", "campaigns", "characters")
        for model in apps.get_app_config(app).get_models()
    ]
    columns = {field.name for model in models for field in model._meta.get_fields()}
    assert columns >= OWNED
    return sorted(columns | set(ODD))


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    operation: dict[str, Any]

    @property
    def name(self) -> str:
        return str(self.operation["operationId"])

    @property
    def shape(self) -> str:
        """The name of the schema of its body; none where it takes none."""
        content = self.operation.get("requestBody", {}).get("content", {})
        return str(content.get("application/json", {}).get("schema", {}).get("$ref", "")).rpartition("/")[2]

    @property
    def fields(self) -> set[str]:
        return set(DOCUMENT["components"]["schemas"].get(self.shape, {}).get("properties", ()))

    @property
    def declared(self) -> set[str]:
        return set(self.operation["responses"])


CALLS = [
    Call(method, path, operation)
    for path, operations in DOCUMENT["paths"].items()
    for method, operation in operations.items()
    if method in WRITING
]
READ = [call for call in CALLS if call.method != "delete" and call.name not in UPLOADS]
assert len(CALLS) > 20


@pytest.fixture
def names(game: Game) -> dict[str, str]:
    """Something real at every address."""
    hero = game.recruits(game.player)
    owner = game.campaign.seats.get(owner=True)
    entrance = enter(owner.user, game.campaign.pk)
    made = inviting.invite(entrance, "player")
    assert isinstance(made, inviting.Invited)
    found = {
        "campaign_id": game.campaign.pk, "hero": hero, "seat": "s2", "seq": 1, "number": 1, "token": made.token,
        "invitation": made.invitation.pk, "document": written(game)["id"],
    }  # fmt: skip
    found |= outgoing(entrance)
    return {name: str(value) for name, value in found.items()}


def outgoing(entrance: Entrance) -> dict[str, Any]:
    """A webhook with a message that did not get through, something scheduled, some long work."""
    where = {"name": "Channel", "url": "https://8.8.8.8/", "language": "en", "secret": "s" * 40}
    hook = Webhook.objects.create(campaign=entrance.campaign, created_by=entrance.seat, **where)
    message = Delivery.objects.create(
        webhook=hook, seq=1, kind="recruit_hero", body="{}", gave_up_at=timezone.now()
    )
    plan = planning.plan(entrance, planning.Wanted(title="Session", at="2090-01-05T20:00"), uuid.uuid4())
    task = asking.ask_audit(entrance)
    assert isinstance(plan, planning.Made)
    assert isinstance(task, Task)
    return {"webhook": hook.pk, "delivery": message.pk, "schedule": plan.schedule.pk, "task": task.pk}


def sends(game: Game, call: Call, names: dict[str, str], body: Any, kind: str = "application/json") -> Any:
    headers = {"idempotency-key": str(uuid.uuid4())}
    if "documents/{document}" in call.path or "schedules/{schedule}" in call.path:
        headers["if-match"] = '"1"'
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = game.gm.generic(call.method.upper(), call.path.format(**names), content, kind, headers=headers)
    assert str(answer.status_code) in call.declared, (call.name, answer.status_code)
    return answer


def everything(game: Game) -> tuple[Any, ...]:
    rows = (Seat, Invitation, Document, DocumentVersion, HiddenRoll)
    return (game.written(), [list(model.objects.order_by("pk").values()) for model in rows])


def test_a_field_that_a_call_does_not_take_is_400_and_named(game, names):
    before, columns = everything(game), owned()
    for at, call in enumerate(READ):
        is_act = call.shape == "Act"
        for field in (
            (OWNED | set(columns[at % 4 :: 4])) - call.fields - ({*ENVELOPE, "hero"} if is_act else set())
        ):
            answer = sends(game, call, names, ({"kind": "retire_hero"} if is_act else {}) | {field: 1})
            assert fields_of(problem(answer, 400)) == [field], (call.name, field)
    assert everything(game) == before


def kinds() -> Iterator[tuple[str, set[str]]]:
    for command in rulesets()[RULESET].commands:
        yield str(command.__struct_config__.tag), {*command.__struct_fields__, *ENVELOPE}


@pytest.mark.parametrize("name", ["acts_send", "acts_preview"])
def test_no_kind_of_command_takes_a_field_of_the_server(game, names, name):
    call = next(one for one in CALLS if one.name == name)
    before, columns = everything(game), owned()
    for at, (kind, own) in enumerate(kinds()):
        odd = [field for field in columns if field not in own]
        for field in {"version", odd[at % len(odd)]} - own:
            answer = sends(game, call, names, {"kind": kind, field: 1})
            assert fields_of(problem(answer, 400)) == [field], (kind, field)
    assert everything(game) == before


INSIDE = [
    ("documents_write", {"kind": "prepared_quest", "title": "x", "rooms": [{"id": 1}]}, "rooms.id"),
    (
        "documents_write",
        {"kind": "plan", "title": "x", "monsters": [{"monster": "orc", "pk": 1}]},
        "monsters.pk",
    ),
    ("hidden_rolls_throw", {"reason": "x", "dice": [{"die": "d6", "faces": [6]}]}, "dice.faces"),
    (
        "acts_send",
        {"kind": "open_quest", "heroes": [], "custom": {"name": "x", "xp": 1, "id": 1}},
        "custom.id",
    ),
]


@pytest.mark.parametrize(("name", "body", "field"), INSIDE)
def test_nor_does_anything_inside_a_body(game, names, name, body, field):
    before = everything(game)
    call = next(one for one in CALLS if one.name == name)
    assert fields_of(problem(sends(game, call, names, body), 400)) == [field]
    assert everything(game) == before


def test_a_name_that_is_given_twice_is_400_and_named(game, names):
    before = everything(game)
    for call, field in [(one, field) for one in READ for field in [*sorted(one.fields)[:2], "x", ""]]:
        body = b'{%s: "a", "y": 1, %s: "b"}' % ((json.dumps(field).encode(),) * 2)
        assert fields_of(problem(sends(game, call, names, body), 400)) == [field], (call.name, field)
    assert everything(game) == before


FORMS = [
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "x",
]


def test_what_is_no_json_by_its_own_word_is_415(game, names):
    before = everything(game)
    for call, kind in product(READ, FORMS):
        problem(sends(game, call, names, b"owner=1", kind), 415)
    assert everything(game) == before


def test_more_than_a_megabyte_is_413(game, names):
    before = everything(game)
    for call in CALLS:
        problem(sends(game, call, names, b'{"name": "' + b"x" * 1_100_000 + b'"}'), 413)
    assert everything(game) == before


@pytest.mark.parametrize("call", [call for call in CALLS if call.name in UPLOADS])
@pytest.mark.parametrize("extra", [{"owner": "1"}, {"file": ["x", "y"]}, {"unverified": "false"}])
def test_a_form_with_a_file_has_nothing_else_in_it(game, names, call, extra):
    before = everything(game)
    file = SimpleUploadedFile("x.jsonl", b"{}")
    sent = {"file": file} | extra if "file" not in extra else {"file": [file, SimpleUploadedFile("y", b"{}")]}
    answer = getattr(game.gm, call.method)(call.path.format(**names), sent, format="multipart")
    assert fields_of(problem(answer, 400)) == [next(iter(extra))]
    assert everything(game) == before
