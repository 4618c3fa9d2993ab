"""Each request has an id, which stands in every line it causes: in the server's log and in the worker's."""

from __future__ import annotations

import io
import json
import logging
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils.crypto import get_random_string
from django.utils.functional import SimpleLazyObject
from rest_framework.test import APIClient

from accounts.models import Token, User
from campaigns import inviting, people
from campaigns.access import enter
from campaigns.live import hints
from config import requests
from config.logs import KeyValue, Lines
from deliveries.notices import wishes
from deliveries.webhooks import managing
from jobs import about, running
from jobs.models import Job
from tests.api.game import Game
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

Read = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Everything that is said, each request and each job included, as programs read it."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(Lines())
    root, ours = logging.getLogger(), logging.getLogger("questkeep")
    levels = root.level, ours.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    ours.setLevel(logging.DEBUG)
    yield out
    root.removeHandler(handler)
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


@pytest.fixture
def lines(stream: io.StringIO) -> Read:
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def act(program: APIClient, game: Game, **headers: str) -> Any:
    command = {"kind": "recruit_hero", "name": "Brom", "hero_class": "barbarian"}
    return program.post(
        f"/api/v1/campaigns/{game.campaign.pk}/acts/",
        command,
        headers={"idempotency-key": str(uuid.uuid4()), **headers},
    )


def of_request(lines: list[dict[str, Any]]) -> dict[str, Any]:
    (found,) = [line for line in lines if line["logger"] == "questkeep.requests"]
    return found


@pytest.mark.parametrize("given", ["a-trace.of_the-proxy", "7d1c2b3a"])
def test_a_well_formed_id_is_kept_and_comes_back(client: Client, given: str) -> None:
    answer = client.get("/healthz/", headers={"x-request-id": given})
    assert answer.headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "with a space", 'quo"ted-quoted', "qk_" + "s" * 20])
def test_any_other_gets_one_of_ours(client: Client, given: str) -> None:
    answer = client.get("/healthz/", headers={"x-request-id": given})
    assert len(uuid.UUID(answer.headers["X-Request-ID"]).hex) == 32


def test_an_act_says_whose_it_is_where_and_which(game: Game, gm_program: APIClient, lines: Read) -> None:
    answer = act(gm_program, game, **{"x-request-id": "evening-0001"})
    assert answer.status_code == 201, answer.content
    line = of_request(lines())
    told = answer.json()
    assert line | {"time": "", "duration_ms": 0} == {
        "time": "",
        "level": "INFO",
        "logger": "questkeep.requests",
        "message": f"POST /api/v1/campaigns/{game.campaign.pk}/acts/ 201",
        "method": "POST",
        "path": f"/api/v1/campaigns/{game.campaign.pk}/acts/",
        "route": "api-acts",
        "status": 201,
        "duration_ms": 0,
        "request_id": "evening-0001",
        "user_id": User.objects.get(username="zargon").pk,
        "campaign_id": str(game.campaign.pk),
        "kind": "recruit_hero",
        "outcome": "accepted",
        "act_id": told["act_id"],
        "seq": told["seq"],
    }
    assert about.known() == {}


def test_the_job_of_an_act_says_the_request_it_comes_from(
    game: Game, gm_program: APIClient, lines: Read
) -> None:
    act(gm_program, game, **{"x-request-id": "evening-0002"})
    job = Job.objects.get(request="evening-0002")
    assert running.run_one(job.pk)
    (line,) = [line for line in lines() if line["logger"] == "questkeep.jobs"]
    assert (line["request_id"], line["job_id"]) == ("evening-0002", str(job.pk))
    assert (line["campaign_id"], line["kind"]) == (str(game.campaign.pk), job.kind)
    assert (line["outcome"], line["attempt"]) == ("done", 1)
    assert about.known() == {}


def test_a_refusal_says_its_code(game: Game, gm_program: APIClient, lines: Read) -> None:
    answer = gm_program.post(
        f"/api/v1/campaigns/{game.campaign.pk}/acts/",
        {"kind": "rename_hero", "hero": "nobody", "name": "x"},
        headers={"idempotency-key": str(uuid.uuid4())},
    )
    line = of_request(lines())
    assert (line["status"], line["outcome"], line["code"]) == (422, "refused", answer.json()["code"])


def test_who_is_not_asked_for_is_not_looked_up_for_the_log(rf: RequestFactory) -> None:
    request = rf.get("/")
    request.user = SimpleLazyObject(lambda: pytest.fail("it was looked up"))
    assert requests.of_request(request) == {}


def test_for_people_a_line_says_the_same() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 1, "done", (), None)
    with about.within(request_id="evening-0003", campaign_id="c"):
        assert "logger=x request_id=evening-0003 campaign_id=c message=" in KeyValue().format(record)


def test_objects_that_a_library_leaves_in_a_record_are_left_out() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 1, "done", (), None)
    record.request, record.status_code = object(), 404
    found = json.loads(Lines().format(record))
    assert (found["status"], "request" in found) == (404, False)


def test_no_secret_of_any_kind_is_in_any_line(
    game: Game,
    gm: User,
    gm_client: Client,
    gm_program: APIClient,
    lines: Read,
    stream: io.StringIO,
    settings: Any,
) -> None:
    """Each is brought along where it belongs, and where it does not."""
    settings.METRICS_TOKEN = get_random_string(30)
    secrets = secrets_of(game, gm)
    password = get_random_string(20)
    for secret in secrets:
        for client in (Client(), gm_client, gm_program):
            client.raise_request_exception = False
            for place in ("invitations", "api/v1/invitations", "shared", "notices/unsubscribe"):
                client.get(f"/{place}/{secret}/")
            client.get("/api/v1/campaigns/", headers={"authorization": f"Bearer {secret}"})
            client.get(f"/accounts/password/reset/key/1-{secret}/")
            client.get("/metrics/", headers={"authorization": f"Bearer {secret}"})
    Client().post("/accounts/login/", {"login": gm.username, "password": password})
    Client().post("/accounts/login/", {"login": gm.username, "password": PASSWORD})
    Client().get("/metrics/", headers={"authorization": f"Bearer {settings.METRICS_TOKEN}"})
    hints.log.warning("no way to %s", f"redis://user:{password}@redis:6379/0")
    hints.log.warning("no way to %s", f"https://discord.com/api/webhooks/123456/{password}")
    session = gm_client.cookies["sessionid"].value
    found = stream.getvalue()
    assert len(lines()) > 3 * 7 * len(secrets) / 2
    for secret in (*secrets, password, PASSWORD, session, settings.METRICS_TOKEN):
        assert secret not in found


def secrets_of(game: Game, gm: User) -> list[str]:
    _row, token = Token.objects.create(user=gm, name="program")
    invitation = inviting.invite(enter(gm, game.campaign.pk), "player")
    assert isinstance(invitation, inviting.Invited)
    link = people.open_to_public(enter(gm, game.campaign.pk))
    assert isinstance(link, str)
    return [token, invitation.token, link, wishes.token_of(gm), managing._new_secret()]
