"""Older events are upgraded on reading; what is unknown is an error."""

import msgspec
import pytest

from rules.kernel.codec import Codec
from rules.kernel.messages import Command, Event
from rules.kernel.text import Text


class Pay(Command, frozen=True, tag="pay"):
    label = Text("Payer", "Pay")
    gold: int
    to: dict[str, int] = {}


class Paid(Event, frozen=True, tag="paid"):
    version = 3
    gold: int
    currency: str


class Rested(Event, frozen=True, tag="rested"):
    hero: str


class State(msgspec.Struct, frozen=True):
    gold: int = 0


UPCASTS = {
    ("paid", 1): lambda old: {"kind": "paid", "gold": old["amount"]},
    ("paid", 2): lambda old: {**old, "currency": "gold"},
}


@pytest.fixture
def codec() -> Codec[State]:
    return Codec((Pay,), (Paid, Rested), State, UPCASTS)


def test_events_come_back_as_they_went(codec):
    events = (Paid(gold=3, currency="gold"), Rested(hero="h"))
    assert codec.decode_events(codec.encode(events), codec.versions(events)) == events
    assert codec.versions(events) == {"paid": 3}


@pytest.mark.parametrize(
    ("version", "stored"), [(1, '[{"kind":"paid","amount":3}]'), (2, '[{"kind":"paid","gold":3}]')]
)
def test_an_older_event_is_upgraded_step_by_step(codec, version, stored):
    assert codec.decode_events(stored, {"paid": version}) == (Paid(gold=3, currency="gold"),)


@pytest.mark.parametrize(
    "stored", ['[{"kind":"stolen","gold":3}]', '[{"kind":"rested","hero":"h","mood":1}]', '[{"hero":"h"}]']
)
def test_an_unknown_kind_or_field_is_an_error(codec, stored):
    with pytest.raises(msgspec.ValidationError):
        codec.decode_events(stored)


def test_one_command_has_the_same_bytes_in_any_order(codec):
    one = codec.command({"kind": "pay", "gold": 1, "to": {"a": 1, "b": 2}})
    other = codec.command({"to": {"b": 2, "a": 1}, "gold": 1, "kind": "pay"})
    assert codec.canonical(one) == codec.canonical(other)


@pytest.mark.parametrize(
    "plain",
    [
        {"kind": "steal"},
        {"kind": "pay"},
        {"kind": "pay", "gold": "1"},
        {"kind": "pay", "gold": 1, "x": 1},
        {},
    ],
)
def test_a_malformed_command_is_an_error(codec, plain):
    with pytest.raises(msgspec.ValidationError):
        codec.command(plain)
