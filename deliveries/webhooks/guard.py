"""Where a webhook may lead: out into the internet, and not back into the network this server stands in.

The name is looked up here and the connection goes to the address that was checked, so that a name which means another
address a moment later leads nowhere else.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from rules.kernel.text import Text

LONGEST = 500
PORTS = {"http": 80, "https": 443}
NETLOC = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]*)?")
FIRST_FREE_PORT = 1024
"""Below are services that are none of the web: what speaks another protocol there is sent nothing."""

FORBIDDEN = {
    "not_an_address": Text(
        "Une adresse complète est attendue : https://…", "A whole address is expected: https://…"
    ),
    "no_password": Text(
        "Cette adresse contient un nom d’utilisateur : mettez le secret dans le chemin.",
        "This address has a user name in it: put the secret into the path.",
    ),
    "bad_port": Text(
        "Ce port n’est pas celui d’un site : 80, 443 ou à partir de 1024.",
        "This port is no website’s: 80, 443, or 1024 and above.",
    ),
    "private": Text(
        "Cette adresse mène dans un réseau privé : ce serveur ne s’y connecte pas.",
        "This address leads into a private network: this server does not go there.",
    ),
    "unprotected": Text(
        "Une redirection de https vers http n’est pas suivie.",
        "A redirect from https to http is not followed.",
    ),
}
UNKNOWN_NAME = Text("Ce nom de serveur est inconnu.", "This server’s name is unknown.")


class ForbiddenError(Exception):
    """The address is none to send to, whatever is there: a key of `FORBIDDEN`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Target:
    """A checked address: `ip` is where the connection goes, `host` whose certificate must be there."""

    scheme: str
    host: str
    port: int
    ip: str
    path: str

    @property
    def authority(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == PORTS[self.scheme] else f"{name}:{self.port}"


def parse(url: str) -> tuple[str, str, int, str]:
    """Scheme, host, port and path; raises ForbiddenError. Nothing is looked up."""
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise ForbiddenError("not_an_address")
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").removesuffix("."), parts.port
    except ValueError:
        raise ForbiddenError("not_an_address") from None
    if parts.scheme not in PORTS or not host:
        raise ForbiddenError("not_an_address")
    if "@" in parts.netloc:
        raise ForbiddenError("no_password")
    if not NETLOC.fullmatch(parts.netloc):
        raise ForbiddenError("not_an_address")
    port = PORTS[parts.scheme] if port is None else port
    if port not in PORTS.values() and port < FIRST_FREE_PORT:
        raise ForbiddenError("bad_port")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, host, port, path


def check(url: str) -> Target:
    """Where to connect; raises ForbiddenError, and OSError where the name cannot be looked up just now."""
    scheme, host, port, path = parse(url)
    addresses = look_up(host, port)
    if not settings.WEBHOOKS_TO_PRIVATE and not all(map(is_public, addresses)):
        raise ForbiddenError("private")
    return Target(scheme, host, port, addresses[0], path)


def look_up(host: str, port: int) -> list[str]:
    """Its addresses, each once and at least one. Numbers in any spelling come back as the address they mean."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise ForbiddenError("not_an_address") from None
    if not found:
        raise socket.gaierror(socket.EAI_NONAME, "no address")
    return list(dict.fromkeys(str(one[4][0]) for one in found))


NAT64 = ipaddress.ip_network("64:ff9b::/96")
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that is given to anybody out there."""


def is_public(address: str) -> bool:
    """Also of an address that wraps another (6to4, NAT64); IPv4 within IPv6 is nobody's address out there."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv4Address):
        return ip.is_global and not ip.is_multicast
    if ip in NAT64:
        return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
    if ip.sixtofour is not None and not is_public(str(ip.sixtofour)):
        return False
    return ip in GLOBAL_UNICAST and ip.is_global
