"""The exact bytes of an act, read again by today's rulebook."""

import json
from dataclasses import replace

import msgspec
import pytest

from campaigns import records
from campaigns.models import Entry
from rules.kernel.offers import Viewer
from rules.kernel.registry import ruleset
from tests import toy
from tests.campaigns.group import envelope


@pytest.fixture
def text(group):
    hero = group.recruits(group.player)
    group.does(group.player, "throw_for_gold", around=envelope(gold=[2]), hero=hero)
    return Entry.objects.get(seq=2).body


def test_a_body_holds_what_happened_and_no_person(text, group):
    body = json.loads(text)
    assert list(body) == ["seq", "act_id", "kind", "seat", "time", "ruleset", "command", "events", "rolls"]
    assert body["events"][0]["to"] == "all"
    assert body["rolls"][0]["faces"] == ["2"]
    assert group.player.username not in text


def test_reading_and_writing_again_gives_the_same_bytes(text):
    assert records.encode(records.decode_body(text)) == text


def test_accents_are_kept_as_they_are(group):
    group.recruits(group.player, "Éléonore ⚔")
    assert "Éléonore ⚔" in Entry.objects.get().body
    group.is_sound()


def test_older_events_are_brought_up_to_date(text):
    def doubled(values):
        return values | {"gold": values["gold"] * 2}

    newer = replace(ruleset(toy.KEY), upcasts={("gold_found", 1): doubled})
    assert records.decode(newer, text).events[0].gold == 4
    assert records.decode(ruleset(toy.KEY), text).events[0].gold == 2


def test_an_unknown_event_is_an_error(text):
    with pytest.raises(msgspec.ValidationError):
        records.decode(ruleset(toy.KEY), text.replace("gold_found", "gold_lost"))


def test_a_command_of_an_older_rulebook_asks_nothing_again(text):
    older = text.replace('"kind":"throw_for_gold"', '"kind":"throw_for_silver"')
    record = records.decode(ruleset(toy.KEY), older)
    assert record.recorded(ruleset(toy.KEY)).command is None
    assert record.events


@pytest.mark.parametrize(
    ("role", "seat", "seen"),
    [
        ("gm", "s1", {"all", "gm", "s1"}),
        ("player", "s2", {"all", "s2"}),
        ("spectator", "s3", {"all"}),
        ("spectator", None, {"all"}),
    ],
)
def test_an_audience_is_everybody_the_game_masters_or_one_seat(role, seat, seen):
    viewer = Viewer(role, seat)
    assert {to for to in ("all", "gm", "s1", "s2") if records.may_see(viewer, to)} == seen
