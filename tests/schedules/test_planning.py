"""Who may set what, by program: forms are checked at once, the rules when the time has come."""

from __future__ import annotations

import uuid

import pytest
from msgspec import inspect

from campaigns.access import enter
from campaigns.purge import purge_campaign
from deliveries.models import Schedule
from deliveries.schedules import pages, planning
from deliveries.schedules.planning import Planned
from rules.kernel.messages import kind_of
from tests.api.game import problem

pytestmark = pytest.mark.django_db

OPEN = {"command": {"kind": "open_quest", "quest": "rescue-of-sir-ragnar", "heroes": ["a-hero"]}}
SECRET = {"title": "The ambush", "at": "2027-03-02T19:00", "acts": [OPEN]}
SESSION = {"title": "The crypt", "at": "2027-03-02T19:00", "ahead": 24}


def sets(game, client=None, *, key=None, **changes):
    headers = {"idempotency-key": key or str(uuid.uuid4())}
    wanted = {name: value for name, value in (SECRET | changes).items() if value is not None}
    return (client or game.gm).post(game.at("schedules/"), wanted, headers=headers)


def set_(game, **changes):
    answer = sets(game, **changes)
    assert answer.status_code == 201, answer.content
    return answer.json()


def changes(game, known, client=None, *, version=None, **fields):
    headers = {"if-match": f'"{version or known["version"]}"'}
    return (client or game.gm).patch(game.at(f"schedules/{known['id']}/"), fields, headers=headers)


def test_a_game_master_schedules_a_command(game, clock):
    answer = sets(game, unit="week", every=2)
    assert answer.status_code == 201
    said = answer.json()
    assert answer["Location"].endswith(f"/schedules/{said['id']}/")
    assert answer["ETag"] == '"1"'
    assert (said["upcoming"], said["next_at"], said["seat"]) == (
        "2027-03-02T19:00",
        "2027-03-02T18:00:00Z",
        "s1",
    )
    assert said["acts"] == [OPEN | {"each_hero": False, "on_behalf_of": None}]
    assert game.read(game.gm, f"schedules/{said['id']}/") == said
    assert game.read(game.gm, "schedules/")["results"] == [said]


def test_the_same_request_sent_twice_schedules_once(game, clock):
    key = str(uuid.uuid4())
    first, second = sets(game, key=key), sets(game, key=key)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    problem(sets(game, key=key, title="Another"), 409)
    assert Schedule.objects.count() == 1


def test_a_player_and_a_spectator_read_the_sessions_and_nothing_else(game, clock):
    secret = set_(game)
    session = set_(game, **SESSION, acts=None)
    for client in (game.player, game.spectator):
        assert game.read(client, "schedules/")["results"] == [session]
        assert client.get(game.at(f"schedules/{secret['id']}/")).status_code == 404
        assert client.get(game.at(f"schedules/{session['id']}/")).status_code == 200
        problem(sets(game, client), 403)
        problem(client.post(game.at("schedules/"), {"nonsense": 1}), 403)
        problem(changes(game, session, client, title="Mine"), 403)
        problem(client.delete(game.at(f"schedules/{secret['id']}/")), 403)
    assert game.stranger.get(game.at("schedules/")).status_code == 404
    assert game.anonymous.get(game.at("schedules/")).status_code == 401


def test_a_cancelled_session_is_told_to_nobody_but_who_runs_the_table(game, clock):
    session = set_(game, **SESSION, acts=None)
    answer = game.gm.delete(game.at(f"schedules/{session['id']}/"), headers={"if-match": '"1"'})
    assert answer.status_code == 204
    assert game.read(game.player, "schedules/")["results"] == []
    (said,) = game.read(game.gm, "schedules/")["results"]
    assert (said["cancelled"], said["next_at"]) == (True, None)


def test_nothing_is_written_over_what_its_sender_has_not_seen(game, clock):
    known = set_(game)
    assert changes(game, known, title="The trap").json()["version"] == 2
    problem(changes(game, known, title="Lost"), 412)
    problem(game.gm.delete(game.at(f"schedules/{known['id']}/"), headers={"if-match": '"1"'}), 412)
    problem(game.gm.patch(game.at(f"schedules/{known['id']}/"), {"title": "x"}), 400)
    assert game.read(game.gm, f"schedules/{known['id']}/")["title"] == "The trap"


def test_what_is_over_is_set_once_more(game, clock):
    known = set_(game)
    game.gm.delete(game.at(f"schedules/{known['id']}/"), headers={"if-match": '"1"'})
    again = changes(game, known, version=2, at="2027-04-01T19:00").json()
    assert (again["cancelled"], again["upcoming"]) == (False, "2027-04-01T19:00")


EACH = {"command": {"kind": "pay_upkeep"}, "each_hero": True}


@pytest.mark.parametrize(
    ("wrong", "status", "field"),
    [
        ({"title": ""}, 400, "title"),
        ({"title": "two\nlines"}, 400, "title"),
        ({"title": "x" * 81}, 400, "title"),
        ({"at": "tomorrow"}, 400, "at"),
        ({"at": "2027-02-30T10:00"}, 400, "at"),
        ({"at": "2027-02-28T10:00"}, 422, "at"),
        ({"at": None}, 400, "at"),
        ({"unit": "hour"}, 400, "unit"),
        ({"every": 0}, 400, "every"),
        ({"every": 10**9}, 400, "every"),
        ({"ahead": 1}, 422, "ahead"),
        ({"ahead": 10**6}, 400, "ahead"),
        ({"acts": [OPEN] * 21}, 400, "acts"),
        ({"acts": [{"command": {"kind": "no_such"}}]}, 400, "acts.0.command.kind"),
        (
            {"acts": [OPEN, {"command": {"kind": "record_kill", "monster": "orc"}}]},
            400,
            "acts.1.command.hero",
        ),
        ({"acts": [{"command": {"kind": "open_quest", "quest": "a\0b"}}]}, 400, "acts.0.command.quest"),
        ({"acts": [{"command": "open"}]}, 400, "acts.command"),
        ({"acts": [OPEN | {"each_hero": True}]}, 422, "acts.0.each_hero"),
        ({"acts": [EACH | {"command": {"kind": "pay_upkeep", "hero": "h"}}]}, 422, "acts.0.each_hero"),
        ({"acts": [OPEN | {"on_behalf_of": "a\0b"}]}, 400, "acts.0.on_behalf_of"),
        ({"surprise": 1}, 400, "surprise"),
    ],
)
def test_what_is_wrong_is_refused_by_its_field_and_nothing_is_written(game, clock, wrong, status, field):
    found = problem(sets(game, **wrong), status)
    assert [error["field"] for error in found["errors"]] == [field]
    assert Schedule.objects.count() == 0


def test_a_command_for_every_hero_names_none(game, clock):
    assert set_(game, acts=[EACH])["acts"] == [EACH | {"on_behalf_of": None}]


def test_a_campaign_has_so_many_to_come_and_no_more(game, clock, monkeypatch):
    monkeypatch.setattr(planning, "MOST", 2)
    first = set_(game)
    set_(game)
    assert problem(sets(game), 422)["code"] == "too_many"
    game.gm.delete(game.at(f"schedules/{first['id']}/"), headers={"if-match": '"1"'})
    set_(game)


def test_an_export_has_none_of_it_and_a_purge_takes_it_along(game, clock):
    set_(game)
    file = b"".join(game.gm.get(game.at("export/")).streaming_content)
    assert b"ambush" not in file
    purge_campaign(game.campaign.pk)
    assert Schedule.objects.count() == 0


SAMPLES = {
    inspect.StrType: "nonsense", inspect.IntType: 1, inspect.BoolType: True, inspect.VarTupleType: ["nonsense"],
    inspect.DictType: {"nonsense": 1},
}  # fmt: skip


def sample(kind):
    """A value of this type that no rulebook knows."""
    types = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    known = [SAMPLES[type(one)] for one in types if type(one) in SAMPLES]
    return known[0] if known else {}


def test_whatever_a_program_has_scheduled_the_page_says_it(game, gm):
    brom = game.recruits(game.gm)
    entrance = enter(gm, game.campaign.pk)
    for command in entrance.ruleset.commands:
        fields = {one.encode_name: sample(one.type) for one in inspect.type_info(command).fields}
        for hero in ("nobody", brom):
            said = pages.say(entrance, Planned({"kind": kind_of(command)} | fields | {"hero": hero}))
            assert said.fr.startswith(command.label.fr)
        each = Planned({"kind": kind_of(command)} | fields, each_hero=True, on_behalf_of="s1")
        assert pages.say(entrance, each).en.startswith(command.label.en)
