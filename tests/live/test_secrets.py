"""What only game masters may know is in their streams, and in nobody else's: as if it were not."""

import re

import pytest

from tests.live.hall import Hall, Server, Table
from tests.live.test_leaving import guest_of

PLANTED = ("gargoyle-master", "demon")
CHANGING = re.compile(rb"[0-9a-f]{32}|[0-9a-f]{12}|\d{4}-\d\d-\d\dT[0-9:.]+Z")
WHO = ("player", "watcher", "guest")


def play(table: Table, monster: str, count: int) -> int:
    """The same evening, but for what is in the stock; each level puts something in it."""
    table.does("gm", "correct_stock", monster=monster, count=count, reason=f"{monster} seen")
    table.does("gm", "correct_hero", hero=table.hero, xp=100, reason="from paper")
    return table.does("gm", "gain_level", hero=table.hero, choices={"skill": "barbarian-critical-blow"})


@pytest.fixture
def twins(hall: Hall, server: Server) -> list[Table]:
    return [hall.table(server, player="player", watcher="spectator") for _ in PLANTED]


def test_two_campaigns_that_differ_in_the_stock_alone_are_told_alike(twins: list[Table]) -> None:
    heard = []
    for table, monster, count in zip(twins, PLANTED, (3, 7), strict=True):
        link = table.send("gm", "PUT", "public-link/")[1]["url"]
        master, program = table.page("gm"), table.program("gm")
        streams = [
            table.page("player"),
            table.program("player"),
            table.program("watcher"),
            guest_of(table, link),
        ]
        for stream in (master, program, *streams):
            stream.next("hello")
        last = play(table, monster, count)
        late = table.program("player", since=0)
        streams.append(late)
        for stream in (master, program):
            kinds = [event["kind"] for act in stream.acts(last) for event in act.data["events"]]
            assert kinds.count("stock_credited") == 1
            assert monster in str(stream.raw)
        for stream in streams:
            acts = stream.acts(last)
            assert "stock_credited" not in str(stream.raw)
            assert not [word for word in PLANTED if word in str(stream.raw)]
            assert [act.data for act in acts] == table.history("player")[-len(acts) :]
        heard.append([CHANGING.sub(b"-", only_acts(stream.raw)) for stream in streams])
    assert heard[0] == heard[1]


def only_acts(raw: bytes) -> bytes:
    """Presence depends on who comes first."""
    return b"\n\n".join(one for one in raw.split(b"\n\n") if one.startswith(b"id: ") and b"event: act" in one)
