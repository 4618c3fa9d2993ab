"""Whoever comes back gets everything that happened since, once, in order."""

from __future__ import annotations

import random
import threading

import pytest

from tests.live.hall import Table
from tests.live.listening import Event

MANY = 250
HAMMERED = 200


def seqs(acts: list[Event]) -> list[int]:
    return [act.seq for act in acts]


def test_many_acts_are_made_up_for(table: Table) -> None:
    with_streams = table.program("other")
    with_streams.next("hello")
    last = table.plays(MANY)
    for stream in (
        table.program("player", since=0),
        table.program("player", last_event_id="0"),
        table.page("player", since=0),
    ):
        acts = stream.acts(last)
        assert seqs(acts) == list(range(1, last + 1))
        assert acts[-1].data == table.history("player")[-1]
    assert seqs(table.program("player", since=last - 3).acts(last)) == [last - 2, last - 1, last]
    assert seqs(with_streams.acts(last)) == list(range(2, last + 1))


def test_the_header_comes_before_the_address(table: Table) -> None:
    last = table.plays(5)
    assert seqs(table.program("player", since=1, last_event_id=str(last - 1)).acts(last)) == [last]


def test_clients_that_come_and_go_while_much_happens_miss_nothing_and_get_nothing_twice(table: Table) -> None:
    """Three of them, each cutting its connection after a few acts, whatever lies in between."""
    first = table.plays(1)
    done: dict[int, list[int]] = {}

    def follow(number: int) -> None:
        chance, got = random.Random(number), [first]
        while got[-1] < first + HAMMERED:
            stream = table.program(("player", "other", "watcher")[number], since=got[-1])
            upto = min(got[-1] + chance.randint(1, 30), first + HAMMERED)
            got += seqs(stream.acts(upto))
            stream.close()
        done[number] = got

    clients = [threading.Thread(target=follow, args=(number,)) for number in range(3)]
    for client in clients:
        client.start()
    for number in range(HAMMERED):
        table.hurts("gm", (-1, 1)[number % 2])
    for client in clients:
        client.join(60)
    assert done == {number: list(range(first, first + HAMMERED + 1)) for number in range(3)}


def test_a_seq_that_never_was_is_reset(table: Table) -> None:
    stream = table.program("player", since=4000)
    assert stream.next().name == "reset"
    hello = stream.next()
    assert (hello.name, hello.seq, hello.data) == ("hello", 1, {"seen": 1})
    seq = table.hurts("gm")
    assert stream.next("act").seq == seq == 2


@pytest.mark.parametrize("seen", ["-1", "9" * 40, "yesterday", "1.5", "٣", ""])
def test_what_is_no_seq_is_as_good_as_none(table: Table, seen: str) -> None:
    last = table.plays(3)
    stream = table.program("player", last_event_id=seen.encode().decode("latin-1"))
    assert stream.next().data == {"seen": last}
    seq = table.hurts("gm")
    assert seqs(stream.acts(seq)) == [last + 1]
