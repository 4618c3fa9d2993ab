"""Only what a spectator sees ever leaves, and none of it does anything to where it goes."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest

from accounts.models import User
from campaigns.seats import add_seat, found
from deliveries.webhooks.messages import discord
from tests.api.game import RULESET, Game
from tests.conftest import program
from tests.deliveries.hooks import delivers, tells
from tests.deliveries.receiver import Receiver

pytestmark = pytest.mark.django_db

PLANTED = (
    "gargoyle-master",
    "seen on the sheet of the sorcerer",
    "the butler is the witch lord",
    "behind the screen",
)
FORMS = ("json", "discord")
CHANGING = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uuid>"),
    (re.compile(r"\b[0-9a-f]{12}(?:[0-9a-f]{20})?\b"), "<key>"),
    (re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)?"), "<time>"),
)


@pytest.fixture
def watcher(db: None) -> User:
    return User.objects.create_user("watcher")


def play(
    users: tuple[User, User, User], receiver: Receiver, monster: str, reason: str, secret: str, screen: str
) -> Game:
    """The same evening, but for what only the game master knows."""
    gm, player, watcher = users
    campaign = found(gm, "The cellar gang", RULESET, "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    add_seat(campaign, watcher, "Watcher", "spectator")
    game = Game(campaign, *map(program, (gm, player, watcher, watcher, watcher)))
    for form in FORMS:
        tells(game, receiver.url(f"/{form}"), form=form)
    key = {"headers": {"idempotency-key": str(uuid.uuid4())}}
    note, rolled = (
        {"kind": "note", "title": secret, "body": secret},
        {"dice": [{"die": "d6"}], "reason": screen},
    )
    assert game.gm.post(game.at("documents/"), note, **key).status_code == 201
    assert game.gm.post(game.at("hidden-rolls/"), rolled, **key).status_code == 201
    stocked = game.does(game.gm, "correct_stock", monster=monster, count=3, reason=reason)
    game.undoes(game.gm, game.undoes(game.gm, stocked["seq"]).json()["seq"])
    hero = game.recruits(game.player)
    game.does(game.gm, "correct_hero", hero=hero, xp=100, reason="from paper")
    choices = {"skill": "barbarian-critical-blow"}
    level = game.does(game.player, "gain_level", hero=hero, choices=choices)
    game.undoes(game.gm, level["seq"])
    game.does(game.player, "gain_level", hero=hero, choices=choices)
    game.does(game.player, "gain_level", hero=hero)
    game.does(game.gm, "open_quest", quest="melars-maze", heroes=[hero])
    delivers()
    return game


def sent(receiver: Receiver) -> dict[str, list[str]]:
    """Bodies by their form, in the order of the acts; what differs from campaign to campaign is blotted out."""
    bodies: dict[str, list[str]] = {form: [] for form in FORMS}
    for message in receiver.messages:
        text = message.body.decode()
        for pattern, instead in CHANGING:
            text = pattern.sub(instead, text)
        bodies[message.path.strip("/")].append(text)
    return bodies


def test_nothing_of_the_game_masters_secrets_leaves(gm, player, watcher, receiver):
    game = play((gm, player, watcher), receiver, *PLANTED)
    told = game.read(game.spectator, "acts/")["results"]
    known = [act["sentence"] for act in told]
    everything = str([(one.body, one.headers, one.path) for one in receiver.messages])
    assert not [word for word in (*PLANTED, "stock_credited", "argoyle master", "tock") if word in everything]
    plain = [one.plain["act"] for one in receiver.messages if one.path == "/json"]
    assert [act["kind"] for act in plain if act["kind"] == "correct_stock"] == []
    assert all(act["sentence"] in known for act in plain)
    by_seq = {act["seq"]: act for act in told}
    for act in plain:
        seen = by_seq[act["seq"]]
        assert {**act, "undone": None, "undone_by": None} == {**seen, "undone": None, "undone_by": None}
    hidden = {act["seq"] for act in told} - {act["seq"] for act in plain}
    assert {by_seq[seq]["kind"] for seq in hidden} == {"correct_stock", "undo"}
    assert "gain_level" in {act["kind"] for act in plain}


def test_two_campaigns_that_differ_in_secrets_alone_are_told_alike(gm, player, watcher, receiver):
    told = []
    for words in (PLANTED, ("demon", "otherwise", "no, the cook", "nothing at all")):
        receiver.messages.clear()
        play((gm, player, watcher), receiver, *words)
        told.append(sent(receiver))
    assert told[0] == told[1]
    assert {form: len(bodies) for form, bodies in told[0].items()} == {"json": 7, "discord": 7}


def content(receiver: Receiver) -> dict[str, Any]:
    return receiver.messages[-1].plain


def test_a_message_for_discord_calls_nobody_and_is_no_markup(game, receiver):
    hook = tells(game, receiver.url(), form="discord")
    game.gm.patch(game.at(), {"name": "@everyone **now** <@&1>"})
    game.recruits(game.player, "[Click](https://x.example) `@here` ||<@1>||")
    delivers()
    said = content(receiver)
    assert set(said) == {"content", "allowed_mentions", "flags"}
    assert said["allowed_mentions"] == {"parse": []}
    text = said["content"]
    assert text.startswith(r"**\@everyone \*\*now\*\* \<\@&1\>** — ")
    assert r"\[Click\](https\://x.example) \`\@here\` \|\|\<\@1\>\|\|" in text
    assert receiver.messages[-1].is_signed_with(hook.secret)


@pytest.mark.parametrize("mark", ["*", "a", "@", "\\", "\U0001f600"])
def test_a_message_for_discord_is_never_too_long(mark):
    said = json.loads(discord(mark * 80, mark * 5000))["content"]
    assert 900 < len(said) < 2000


def test_204_is_taken_and_a_test_message_is_sent_once(game, receiver):
    hook = tells(game, receiver.url(), form="discord", language="fr")
    answer = game.gm.post(game.at(f"webhooks/{hook.pk}/test/"))
    assert answer.status_code == 202
    again = game.gm.post(game.at(f"webhooks/{hook.pk}/test/"))
    assert (again.status_code, again.json()["code"]) == (422, "on_its_way")
    delivers()
    assert "message d’essai" in content(receiver)["content"]
    (row,) = game.read(game.gm, f"webhooks/{hook.pk}/deliveries/")["results"]
    assert (row["state"], row["status"], row["seq"], row["kind"]) == ("delivered", 204, 0, "test")


def test_a_test_message_that_fails_says_so_at_once_and_counts_for_nothing(game, receiver):
    hook = tells(game, receiver.url())
    game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"on": False})
    game.gm.post(game.at(f"webhooks/{hook.pk}/test/"))
    receiver.answers(500, "no")
    delivers()
    (row,) = game.read(game.gm, f"webhooks/{hook.pk}/deliveries/")["results"]
    assert (row["state"], row["status"], row["error"]) == ("given_up", 500, "no")
    assert game.read(game.gm, f"webhooks/{hook.pk}/")["failures"] == 0
    assert content(receiver)["act"] is None


def test_an_export_has_none_of_it(game, gm, receiver):
    hook = tells(game, receiver.url("/planted"), name="Planted")
    game.recruits(game.player)
    delivers()
    file = game.gm.get(game.at("export/"))
    text = b"".join(file.streaming_content if file.streaming else [file.content]).decode()
    assert "recruit_hero" in text
    assert not [
        word for word in ("/planted", "Planted", "webhook", hook.secret, str(hook.pk)) if word in text
    ]
