"""Decode and fold, against the least that decoding and replacing can cost."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec.structs import replace

from campaigns import records
from campaigns.bench.making import Table
from campaigns.bench.table import Figure
from campaigns.bench.timing import interleaved, ratio, typical
from rules.kernel.ruleset import Ruleset


class Bare(msgspec.Struct, frozen=True):
    count: int = 0


def bytes_of(table: Table) -> list[bytes]:
    """The events of every act that stands."""
    taken = records.taken_by(records.undos(table.campaign.pk))
    found = (record.body for record in records.read(table.campaign.pk, table.rules))
    return [records.event_bytes(body) for body in found if body.seq not in taken]


def fold(rules: Ruleset[Any], found: list[bytes]) -> None:
    state = rules.initial()
    for raw in found:
        state = rules.evolve_all(state, rules.codec.decode_events(raw))


def bare(decoder: msgspec.json.Decoder[Any], found: list[bytes]) -> None:
    state = Bare()
    for raw in found:
        for _ in decoder.decode(raw):
            state = replace(state, count=state.count + 1)


def figures(table: Table, rounds: int) -> list[Figure]:
    rules, found = table.rules, bytes_of(table)
    union = reduce(or_, rules.codec.events.values())
    decoder = msgspec.json.Decoder(tuple[union, ...])  # type: ignore[valid-type]
    cases = {"bare": lambda: bare(decoder, found), "fold": lambda: fold(rules, found)}
    times = interleaved(cases, rounds=rounds)
    events = sum(len(decoder.decode(raw)) for raw in found)
    note = f"{events} events, {events / typical(times['fold']) / 1000:.0f} thousand/s"
    return [
        Figure(
            "decode + fold against bare decode-and-replace",
            ratio(times, "bare", "fold"),
            0.5,
            at_least=True,
            note=note,
        )
    ]
