"""Whoever may settle a campaign says who is told of it; nobody else learns that anybody is."""

from __future__ import annotations

import socket
import uuid
from typing import Any

import pytest

from campaigns.access import enter
from campaigns.models import Campaign, Seat
from deliveries.models import Webhook
from deliveries.webhooks import guard, managing
from deliveries.webhooks.managing import MOST, Wanted
from tests.api.game import fields_of, problem
from tests.api.test_openapi import document, validator  # noqa: F401
from tests.deliveries.hooks import delivers, tells

pytestmark = pytest.mark.django_db

HOOK = {"name": "Channel", "url": "https://hooks.example/x"}
NOBODY = "8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01"


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names in `.example` are out there, those in `.inner` are not, others are unknown."""

    def look_up(host: str, port: int) -> list[str]:
        if host.endswith(".example"):
            return ["93.184.216.34"]
        if host.endswith(".inner"):
            return ["10.0.0.7"]
        if host[0].isdigit() or ":" in host:
            return [host]
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(guard, "look_up", look_up)


def every_call(game: Any, hook: str, sent: str = NOBODY) -> list[tuple[str, str, Any]]:
    at = f"webhooks/{hook}/"
    return [
        ("get", game.at("webhooks/"), None),
        ("post", game.at("webhooks/"), HOOK),
        ("get", game.at(at), None),
        ("patch", game.at(at), {"name": "Mine"}),
        ("post", game.at(f"{at}secret/"), None),
        ("post", game.at(f"{at}test/"), None),
        ("get", game.at(f"{at}deliveries/"), None),
        ("post", game.at(f"{at}deliveries/{sent}/resend/"), None),
        ("delete", game.at(at), None),
    ]


def written() -> list[tuple[Any, ...]]:
    return list(Webhook.objects.order_by("pk").values_list("name", "url", "secret", "paused_at"))


@pytest.mark.parametrize(
    ("who", "status"), [("player", 403), ("spectator", 403), ("stranger", 404), ("anonymous", 401)]
)
def test_nobody_else_reads_or_changes_any_of_it(game, who, status):
    hook = tells(game, HOOK["url"])
    before = written()
    for known in (str(hook.pk), NOBODY):
        for method, address, sent in every_call(game, known):
            problem(getattr(getattr(game, who), method)(address, sent), status)
    assert written() == before


def test_who_may_not_is_told_so_before_what_they_sent_is_read(game):
    problem(game.player.post(game.at("webhooks/"), {"nonsense": 1}), 403)
    problem(game.player.patch(game.at(f"webhooks/{NOBODY}/"), {"nonsense": 1}), 403)


def test_a_webhook_of_another_campaign_is_not_found(game, other_game):
    hook = tells(other_game, HOOK["url"])
    for method, address, sent in every_call(game, str(hook.pk))[2:]:
        problem(getattr(game.gm, method)(address, sent), 404)
    assert Webhook.objects.count() == 1


def test_the_secret_is_told_once_and_once_more_when_it_is_rolled(game, document):  # noqa: F811
    made = game.gm.post(game.at("webhooks/"), HOOK | {"kinds": ["close_quest", "open_quest", "close_quest"]})
    assert made.status_code == 201
    body = made.json()
    validator(document, "WebhookAnswer").validate(body)
    assert made.headers["Location"].endswith(f"/webhooks/{body['id']}/")
    assert body["secret"].startswith("whsec_")
    assert body["kinds"] == ["close_quest", "open_quest"]
    assert (body["form"], body["language"], body["on"], body["failing"]) == ("json", "en", True, False)
    for path in ("webhooks/", f"webhooks/{body['id']}/"):
        assert body["secret"] not in str(game.read(game.gm, path))
        assert '"secret"' not in str(game.read(game.gm, path))
    rolled = game.gm.post(game.at(f"webhooks/{body['id']}/secret/"))
    assert rolled.status_code == 201
    assert rolled.json()["secret"] != body["secret"]
    assert Webhook.objects.get().secret == rolled.json()["secret"]


def test_no_answer_about_webhooks_is_kept_anywhere(game):
    hook = tells(game, HOOK["url"])
    for method, address, sent in every_call(game, str(hook.pk)):
        answer = getattr(game.gm, method)(address, sent)
        assert answer.headers["Cache-Control"] == "private, no-store", address


def test_what_is_left_out_of_a_change_stays(game):
    hook = tells(game, HOOK["url"], form="discord", kinds=["open_quest"])
    answer = game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"name": "Other", "on": False})
    assert answer.status_code == 200
    told = answer.json()
    kept = {"name": "Other", "url": HOOK["url"], "form": "discord", "kinds": ["open_quest"], "on": False}
    assert {name: told[name] for name in kept} == kept
    told = game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"kinds": [], "language": "fr"}).json()
    assert (told["kinds"], told["language"], told["on"]) == ([], "fr", False)


def test_two_who_change_different_things_at_once_lose_nothing(game, monkeypatch):
    hook = tells(game, HOOK["url"])
    looked = guard.look_up

    def slowly(host: str, port: int) -> list[str]:
        monkeypatch.setattr(guard, "look_up", looked)
        game.gm.patch(
            game.at(f"webhooks/{hook.pk}/"), {"name": "Other", "kinds": ["open_quest"], "on": False}
        )
        return looked(host, port)

    monkeypatch.setattr(guard, "look_up", slowly)
    told = game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"url": "https://new.example/"}).json()
    assert (told["name"], told["url"], told["kinds"], told["on"]) == (
        "Other",
        "https://new.example/",
        ["open_quest"],
        False,
    )


def test_an_address_that_has_become_unknown_stands_in_no_other_changes_way(game, monkeypatch):
    hook = tells(game, HOOK["url"])
    monkeypatch.setattr(guard, "look_up", lambda *_: pytest.fail("looked up"))
    assert game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"name": "Other"}).status_code == 200


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://printer.inner/", "private"),
        ("https://127.0.0.1/", "private"),
        ("https://[::1]/", "private"),
        ("https://nowhere/", "unknown_name"),
        ("nonsense", "not_an_address"),
        ("https://me:secret@hooks.example/", "no_password"),
        ("https://hooks.example:25/", "bad_port"),
    ],
)
def test_an_address_that_is_none_is_refused_at_its_field(game, url, code):
    hook = tells(game, HOOK["url"])
    for answer in (
        game.gm.post(game.at("webhooks/"), HOOK | {"url": url}),
        game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"url": url}),
    ):
        body = problem(answer, 422)
        assert (body["code"], fields_of(body)) == (code, ["url"])
    assert [row[1] for row in written()] == [HOOK["url"]]


def test_every_inner_address_is_refused_with_the_same_answer(game):
    urls = ("http://10.0.0.1/", "http://10.0.0.1:8080/x", "https://printer.inner/", "http://[fd00::1]/")
    said = {game.gm.post(game.at("webhooks/"), HOOK | {"url": url}).content for url in urls}
    assert len(said) == 1


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({}, "name"),
        ({"name": "", "url": HOOK["url"]}, "name"),
        ({"name": "a\nb", "url": HOOK["url"]}, "name"),
        ({"name": "x" * 61, "url": HOOK["url"]}, "name"),
        ({"name": "x"}, "url"),
        ({"name": "x", "url": 7}, "url"),
        ({"name": "x", "url": "https://hooks.example/" + "x" * 500}, "url"),
        (HOOK | {"form": "xml"}, "form"),
        (HOOK | {"language": "de"}, "language"),
        (HOOK | {"kinds": "open_quest"}, "kinds"),
        (HOOK | {"kinds": [7]}, "kinds"),
        (HOOK | {"secret": "mine"}, "secret"),
    ],
)
def test_what_is_malformed_names_its_field(game, sent, field):
    assert fields_of(problem(game.gm.post(game.at("webhooks/"), sent), 400)) == [field]
    assert written() == []


def test_a_kind_that_the_game_has_not_is_refused(game):
    body = problem(game.gm.post(game.at("webhooks/"), HOOK | {"kinds": ["open_quest", "fly"]}), 422)
    assert (body["code"], fields_of(body)) == ("unknown_kind", ["kinds"])


def test_a_kind_that_a_newer_rulebook_no_longer_has_stands_in_no_changes_way(game):
    hook = tells(game, HOOK["url"])
    Webhook.objects.filter(pk=hook.pk).update(kinds="open_quest retired")
    told = game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"name": "Other"})
    assert (told.status_code, told.json()["kinds"]) == (200, ["open_quest", "retired"])
    answer = game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"kinds": ["retired", "fly"]})
    assert problem(answer, 422)["params"] == {"kind": "fly"}


def test_a_campaign_has_ten_webhooks_at_most(game, other_game):
    for number in range(MOST):
        tells(game, f"https://hooks.example/{number}")
    assert problem(game.gm.post(game.at("webhooks/"), HOOK), 422)["code"] == "too_many"
    tells(other_game, HOOK["url"])
    game.gm.delete(game.at(f"webhooks/{Webhook.objects.filter(campaign=game.campaign).first().pk}/"))
    tells(game, HOOK["url"])


WANTED = Wanted(name="Late", url="https://hooks.example/late", form="json", language="en")
LATE = {
    "add": lambda entrance, hook: managing.add(entrance, WANTED),
    "change": lambda entrance, hook: managing.change(entrance, hook, {"name": "Late"}),
    "turn": lambda entrance, hook: managing.turn(entrance, hook, on=False),
    "roll": managing.roll_secret,
    "delete": managing.delete,
    "test": managing.try_out,
    "resend": lambda entrance, hook: managing.resend(entrance, hook, uuid.uuid4()),
}


@pytest.mark.parametrize("what", LATE)
@pytest.mark.parametrize(("fate", "status"), [("lowered", 403), ("removed", 404), ("campaign deleted", 404)])
def test_who_may_no_longer_by_the_time_it_is_done_changes_nothing(game, gm, what, fate, status):
    hook = tells(game, HOOK["url"])
    entrance = enter(gm, game.campaign.pk)  # and then:
    seats = Seat.objects.filter(pk=entrance.seat.pk)
    if fate == "lowered":
        seats.update(role="player", owner=False)
    elif fate == "removed":
        seats.update(removed_at=game.campaign.created_at)
    else:
        Campaign.objects.filter(pk=game.campaign.pk).update(deleted_at=game.campaign.created_at)
    before = written()
    assert LATE[what](entrance, hook.pk).status == status
    assert written() == before
    assert not hook.deliveries.exists()


def test_an_owner_who_is_no_game_master_may(game, gm, player):
    Seat.objects.filter(campaign=game.campaign, user=gm).update(owner=False)
    problem(game.player.post(game.at("webhooks/"), HOOK), 403)
    Seat.objects.filter(campaign=game.campaign, user=player).update(owner=True)
    assert game.player.post(game.at("webhooks/"), HOOK).status_code == 201
    assert game.gm.post(game.at("webhooks/"), HOOK).status_code == 201


def test_a_delivery_is_sent_again_as_it_was(game, receiver, document, monkeypatch):  # noqa: F811
    monkeypatch.undo()
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(404, "gone")
    delivers()
    (row,) = game.read(game.gm, f"webhooks/{hook.pk}/deliveries/")["results"]
    validator(document, "DeliveryAnswer").validate(row)
    assert (row["state"], row["status"], row["error"], row["attempts"]) == ("given_up", 404, "gone", 1)
    assert row["body"] == receiver.messages[0].body.decode()
    again = game.gm.post(game.at(f"webhooks/{hook.pk}/deliveries/{row['id']}/resend/"))
    assert again.status_code == 202
    validator(document, "DeliveryAnswer").validate(again.json())
    assert (again.json()["state"], again.json()["error"]) == ("waiting", None)
    delivers()
    assert receiver.messages[0].body == receiver.messages[1].body
    (row,) = game.read(game.gm, f"webhooks/{hook.pk}/deliveries/")["results"]
    assert (row["state"], row["status"], row["attempts"], row["next_at"]) == ("delivered", 204, 1, None)
    game.gm.post(game.at(f"webhooks/{hook.pk}/deliveries/{row['id']}/resend/"))
    delivers()
    assert len(receiver.messages) == 3


def test_what_waits_is_sent_now_when_it_is_asked_for_again(game, receiver, monkeypatch):
    monkeypatch.undo()
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(503, Retry_After="600")
    delivers()
    (row,) = game.read(game.gm, f"webhooks/{hook.pk}/deliveries/")["results"]
    assert row["state"] == "waiting"
    assert row["next_at"] > row["created_at"]
    assert delivers() == 0
    for _twice in range(2):
        game.gm.post(game.at(f"webhooks/{hook.pk}/deliveries/{row['id']}/resend/"))
    delivers()
    assert len(receiver.messages) == 2


def test_nothing_is_sent_again_to_one_that_is_off(game, receiver, monkeypatch):
    monkeypatch.undo()
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    delivers()
    game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"on": False})
    again = game.gm.post(game.at(f"webhooks/{hook.pk}/deliveries/{hook.deliveries.get().pk}/resend/"))
    assert problem(again, 422)["code"] == "turned_off"
    problem(game.gm.post(game.at(f"webhooks/{hook.pk}/deliveries/{NOBODY}/resend/")), 404)
