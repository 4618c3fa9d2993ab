"""Servers in processes of their own on one database, which can be killed and started again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from config.settings import BASE_DIR
from tests import databases, services
from tests.browser.serving import started
from tests.live.listening import Listening

BEAT, SLOW = 1, 2
BACKSTAGE = "import django; django.setup(); from tests.live.backstage import main; main()"


@dataclass
class Server:
    """One process."""

    port: int
    environment: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> Server:
        self.process = started(self.port, self.environment, self.log, grace=3)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM, within: float = 10) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(within)
            self.process = None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid


@dataclass
class Hall:
    """The servers of a test, and who prepares things behind them."""

    environment: dict[str, str]
    folder: Path
    backstage: subprocess.Popen[str]
    servers: list[Server] = field(default_factory=list)

    def server(self) -> Server:
        """One more."""
        server = Server(services.free_port(), self.environment, self.folder / "servers.log")
        self.servers.append(server)
        return server.start()

    def ask(self, command: str, *arguments: Any) -> Any:
        assert self.backstage.stdin is not None
        assert self.backstage.stdout is not None
        self.backstage.stdin.write(json.dumps([command, *arguments]) + "\n")
        self.backstage.stdin.flush()
        return json.loads(self.backstage.stdout.readline())

    def table(self, server: Server, **roles: str) -> Table:
        return Table(self, server, **self.ask("prepare", roles))


@contextmanager
def opened(folder: Path, database: str = "", **more: str) -> Iterator[Hall]:
    """`database` is one that is migrated; none: a new one."""
    environment = {
        **os.environ,
        "DATABASE_URL": database or databases.sqlite(folder / "live.sqlite3"),
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LIVE_BEAT": str(BEAT),
        "LIVE_SLOW": str(SLOW),
        "RATE_LIMITS": "0",
        "REDIS_URL": "",
        "SECRET_KEY": "for tests only",
        **more,
    }
    backstage = subprocess.Popen(
        [sys.executable, "-c", BACKSTAGE],
        cwd=BASE_DIR,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    hall = Hall(environment, folder, backstage)
    try:
        yield hall
    finally:
        for server in hall.servers:
            server.stop(signal.SIGKILL)
        backstage.kill()
        backstage.wait(10)


@dataclass
class Table:
    """A campaign and its people, who speak with one server unless told otherwise."""

    hall: Hall
    server: Server
    campaign: str
    hero: str
    people: dict[str, dict[str, str]]

    @property
    def base(self) -> str:
        return f"/campaigns/{self.campaign}/"

    def bearer(self, who: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.people[who]['token']}", "accept-language": "en"}

    def cookie(self, who: str) -> dict[str, str]:
        return {"cookie": f"sessionid={self.people[who]['session']}", "accept-language": "en"}

    def program(
        self, who: str, since: int | None = None, *, at: Server | None = None, **headers: str
    ) -> Listening:
        """A stream of the API."""
        return self._listen(f"/api/v1{self.base}stream/", self.bearer(who), since, at, headers)

    def page(
        self, who: str, since: int | None = None, *, at: Server | None = None, **headers: str
    ) -> Listening:
        """A stream of a page."""
        return self._listen(f"{self.base}stream/", self.cookie(who), since, at, headers)

    def _listen(
        self, path: str, who: dict[str, str], since: int | None, at: Server | None, headers: dict[str, str]
    ) -> Listening:
        query = "" if since is None else f"?since={since}"
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return Listening((at or self.server).url + path + query, {**who, **more})

    def send(
        self, who: str, method: str, rest: str, body: Any = None, *, at: Server | None = None, key: str = ""
    ) -> tuple[int, Any]:
        """A call of the API: its status, and its answer."""
        headers = {
            "content-type": "application/json",
            "idempotency-key": key or str(uuid.uuid4()),
            **self.bearer(who),
        }
        url = f"{(at or self.server).url}/api/v1{self.base}{rest}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def does(self, who: str, kind: str, *, at: Server | None = None, **fields: Any) -> int:
        """An act; its seq."""
        status, answer = self.send(who, "POST", "acts/", {"kind": kind, **fields}, at=at)
        assert status == 201, answer
        seq: int = answer["seq"]
        return seq

    def hurts(self, who: str, by: int = -1, *, at: Server | None = None) -> int:
        return self.does(who, "change_track", hero=self.hero, track="body", by=by, at=at)

    def sheet(self, who: str) -> Any:
        return self.send(who, "GET", f"heroes/{self.hero}/")[1]

    def tally(self, who: str) -> Any:
        """What the hero has done in the quest that is open."""
        return self.send(who, "GET", "state/")[1]["quest"]["tallies"][self.hero]

    def plays(self, count: int) -> int:
        """Many acts from another process; the seq of the last."""
        seq: int = self.hall.ask("play", self.people["gm"]["user"], self.campaign, self.hero, count)
        return seq

    def history(self, who: str, **headers: str) -> list[Any]:
        """As the API tells it, oldest first."""
        found: list[Any] = []
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        since = 0
        while True:
            url = f"{self.server.url}/api/v1{self.base}acts/?since={since}"
            with urllib.request.urlopen(
                urllib.request.Request(url, headers={**self.bearer(who), **more})
            ) as answer:
                page = json.loads(answer.read())
            found += page["results"]
            if not page["next"]:
                return found
            since = found[-1]["seq"]

    def asks(self, command: str, *arguments: Any) -> Any:
        return self.hall.ask(command, *arguments)
