"""One POST to a checked address: nothing is followed into a private network, nothing is read beyond a line."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urljoin

import urllib3

from deliveries.webhooks.guard import Target, check

TIMEOUT = urllib3.Timeout(connect=5.0, read=10.0)
HOPS = 3
FOLLOWED = (307, 308)
READ = 300


@dataclass(frozen=True)
class Answer:
    """`wait`: seconds after which the other side wants to be asked again."""

    status: int
    text: str = ""
    wait: float | None = None

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_final(self) -> bool:
        """The address is no more."""
        return self.status in (404, 410)


def post(url: str, body: str, headers: dict[str, str]) -> Answer:
    """Raises ForbiddenError, OSError and urllib3's errors."""
    answer, location = _send(check(url), body, headers)
    for _ in range(HOPS):
        if answer.status not in FOLLOWED or not location:
            break
        url = urljoin(url, location)
        answer, location = _send(check(url), body, headers)
    return answer


def _send(target: Target, body: str, headers: dict[str, str]) -> tuple[Answer, str]:
    with _pool(target) as pool:
        response = pool.urlopen(
            "POST",
            target.path,
            body=body.encode(),
            headers=headers | {"Host": target.authority},
            redirect=False,
            retries=False,
            preload_content=False,
            assert_same_host=False,
        )
        try:
            text = response.read(READ, decode_content=False).decode("utf-8", "replace")
        finally:
            response.close()
    wait = response.headers.get("Retry-After", "")
    seconds = float(wait) if wait.replace(".", "", 1).isdecimal() and len(wait) < 8 else None
    return Answer(response.status, text, seconds), response.headers.get("Location", "")


def _pool(target: Target) -> urllib3.HTTPConnectionPool:
    """To the address that was checked, in the name of the host."""
    if target.scheme == "http":
        return urllib3.HTTPConnectionPool(target.ip, target.port, timeout=TIMEOUT)
    return urllib3.HTTPSConnectionPool(
        target.ip,
        target.port,
        timeout=TIMEOUT,
        server_hostname=target.host,
        assert_hostname=target.host,
    )
