"""Where a webhook may lead: out into the internet, and not back into the network this server stands in.

The name is looked up here and the connection goes to the address that was checked, so that a name which means another
address a moment later leads nowhere else.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from rules.kernel.text import Text

LONGEST = 500
PORTS = {"http": 80, "https": 443}

NOT_AN_ADDRESS = Text(
    "Une adresse complète est attendue : https://…", "A whole address is expected: https://…"
)
NO_PASSWORD = Text(
    "Cette adresse contient un nom d’utilisateur : mettez le secret dans le chemin.",
    "This address has a user name in it: put the secret into the path.",
)
PRIVATE = Text(
    "Cette adresse mène dans un réseau privé : ce serveur ne s’y connecte pas.",
    "This address leads into a private network: this server does not go there.",
)
UNKNOWN_NAME = Text("Ce nom de serveur est inconnu.", "This server’s name is unknown.")


class ForbiddenError(Exception):
    """The address is none to send to, whatever is there."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


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
        raise ForbiddenError(NOT_AN_ADDRESS)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ForbiddenError(NOT_AN_ADDRESS) from None
    if parts.scheme not in PORTS or not host:
        raise ForbiddenError(NOT_AN_ADDRESS)
    if parts.username is not None or parts.password is not None:
        raise ForbiddenError(NO_PASSWORD)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return parts.scheme, host, port or PORTS[parts.scheme], path


def check(url: str) -> Target:
    """Where to connect; raises ForbiddenError, and OSError where the name cannot be looked up just now."""
    scheme, host, port, path = parse(url)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except UnicodeError:
        raise ForbiddenError(NOT_AN_ADDRESS) from None
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not addresses:
        raise ForbiddenError(UNKNOWN_NAME)
    if not settings.WEBHOOKS_TO_PRIVATE and not all(map(is_public, addresses)):
        raise ForbiddenError(PRIVATE)
    return Target(scheme, host, port, addresses[0], path)


def is_public(address: str) -> bool:
    """Also of an address that wraps another (IPv4 in IPv6, 6to4, NAT64)."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or _nat64(ip)
        if inner is not None and not is_public(str(inner)):
            return False
    return ip.is_global and not ip.is_multicast


NAT64 = ipaddress.ip_network("64:ff9b::/96")


def _nat64(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in NAT64 else None
