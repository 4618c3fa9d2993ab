"""Decode and fold, against the least that decoding and replacing can cost."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec.structs import replace

from campaigns import records
from campaigns.bench.making import Table
from campaigns.bench.table import Figure
from campaigns.bench.timing import interleaved
from rules.kernel.messages import Event
from rules.kernel.ruleset import Ruleset

Decode = Callable[[bytes], tuple[Event, ...]]


class Thing(msgspec.Struct, frozen=True):
    """As much of a hero as any rulebook has."""

    key: str = ""
    name: str = ""
    level: int = 1
    xp: int = 0
    gold: int = 0
    items: tuple[str, ...] = ()


class World(msgspec.Struct, frozen=True):
    things: dict[str, Thing]
    quests: int = 0


def figures(table: Table, rounds: int) -> list[Figure]:
    found, union = bytes_of(table), reduce(or_, table.rules.codec.events.values())
    decode = msgspec.json.Decoder(tuple[union, ...]).decode  # type: ignore[valid-type]
    cases = {
        "two": lambda: replace_a_thing(decode, found),
        "one": lambda: replace_a_number(decode, found),
        "fold": lambda: fold(table.rules, found),
    }
    times = interleaved(cases, rounds=rounds)
    events = sum(len(decode(raw)) for raw in found)
    speed = events / times.typical("fold") / 1000
    note = f"{events} events, {speed:.0f} thousand/s; {times.ratio('two', 'fold'):.2f} where bare replaces a thing and the world around it"
    value = times.ratio("one", "fold")
    return [Figure("bare decode-and-replace / decode + fold", value, 0.5, at_least=True, note=note)]


def bytes_of(table: Table) -> list[bytes]:
    """The events of every act that stands."""
    taken = records.taken_by(records.undos(table.campaign.pk))
    found = (record.body for record in records.read(table.campaign.pk, table.rules))
    return [records.event_bytes(body) for body in found if body.seq not in taken]


def fold(rules: Ruleset[Any], found: list[bytes]) -> None:
    state = rules.initial()
    for raw in found:
        state = rules.evolve_all(state, rules.codec.decode_events(raw))


def replace_a_thing(decode: Decode, found: list[bytes]) -> None:
    """What every fold of frozen values must do for an event: a thing replaced, and the world around it."""
    world = World({key: Thing() for key in "abcd"})
    for raw in found:
        for _ in decode(raw):
            thing = replace(world.things["a"], xp=world.things["a"].xp + 1)
            world = replace(world, things={**world.things, "a": thing})


def replace_a_number(decode: Decode, found: list[bytes]) -> None:
    world = World({})
    for raw in found:
        for _ in decode(raw):
            world = replace(world, quests=world.quests + 1)
