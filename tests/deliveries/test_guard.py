"""A webhook leads out into the internet and nowhere else, however its address is spelled."""

from __future__ import annotations

import socket

import pytest

from deliveries.webhooks import guard
from deliveries.webhooks.guard import ForbiddenError, check, is_public, parse

INNER = [
    "127.0.0.1", "127.255.1.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.127.255.254", "192.0.0.1", "192.0.2.7", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "fe80::1", "fe80::1%eth0", "fec0::1",
    "fc00::1", "fd12:3456::1", "ff02::1", "ff0e::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8",
    "2002:7f00:1::", "2002:a00:1::", "2002:c0a8:101::1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::8.8.8.8",
    "2001:db8::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "100::1", "3fff::1" if not is_public("3fff::1") else "::2",
    "nonsense", "",
]  # fmt: skip
OUTER = ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450:4007::200e", "64:ff9b::8.8.8.8", "2002:808:808::1"]  # fmt: skip
SPELLINGS = [
    "http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://0x7f.0.0.1/",
    "http://0177.0.0.1/", "http://017700000001/", "http://0/", "http://[::1]/", "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/", "http://[0:0:0:0:0:0:0:1]/", "http://localhost/", "http://LOCALHOST/", "http://localhost./",
    "http://127.0.0.1./", "http://127.0.0.1:8080/", "http://[fe80::1]/", "https://169.254.169.254/latest/meta-data/",
    "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/",
]  # fmt: skip
MALFORMED = [
    "", "hooks.example", "//hooks.example/", "ftp://hooks.example/", "file:///etc/passwd", "gopher://hooks.example/",
    "javascript:alert(1)", "http://", "https:///path", "http://:80/", "http://./", "http://hooks.example:port/",
    "http://hooks.example:99999/", "http://hooks.example:-1/", "http://[::1/", "http://hooks.example/\r\nX: y",
    "http://hooks.example/a b", "http:\\\\hooks.example\\", "http://héros.example/", "http://hooks.example/\x00",
    "http://" + "a" * 500 + ".example/", "http://[::1]evil.example/",
    "http://[fe80::1%25lo]/", "http://127.0.0.1%2f/", "http://%31%32%37.0.0.1/",
]  # fmt: skip


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What names mean; no other is known, and numbers mean what they always do."""
    known: dict[str, list[str]] = {"hooks.example": ["93.184.216.34"]}
    really = socket.getaddrinfo

    def look_up(host: str, port: int, **kinds: int) -> list[tuple[object, ...]]:
        if host in known:
            return [(0, 0, 0, "", (ip, port)) for ip in known[host]]
        try:
            return list(really(host, port, flags=socket.AI_NUMERICHOST, **kinds))
        except socket.gaierror:
            if host.lower() == "localhost":
                return [(0, 0, 0, "", ("127.0.0.1", port))]
            raise

    monkeypatch.setattr(guard.socket, "getaddrinfo", look_up)
    return known


def refused(url: str) -> str:
    with pytest.raises(ForbiddenError) as error:
        check(url)
    return error.value.code


@pytest.mark.parametrize("ip", INNER)
def test_no_inner_address_is_public(ip):
    assert not is_public(ip)


@pytest.mark.parametrize("ip", OUTER)
def test_an_address_out_there_is_public(ip):
    assert is_public(ip)


@pytest.mark.parametrize("url", SPELLINGS)
def test_every_spelling_of_an_inner_address_is_refused_with_the_same_words(names, url):
    assert refused(url) == "private"


@pytest.mark.parametrize("url", MALFORMED)
def test_what_is_no_whole_address_is_refused_before_anything_is_looked_up(monkeypatch, url):
    monkeypatch.setattr(guard, "look_up", lambda *_: pytest.fail("looked up"))
    assert refused(url) == "not_an_address"


@pytest.mark.parametrize("url", ["http://me@hooks.example/", "https://me:secret@hooks.example/", "http://@hooks.example/", "http://93.184.216.34@127.0.0.1/"])  # fmt: skip
def test_a_user_name_in_an_address_is_refused(names, url):
    assert refused(url) == "no_password"


@pytest.mark.parametrize("port", [0, 1, 22, 25, 110, 143, 445, 1023])
def test_ports_of_other_services_are_refused(names, port):
    assert refused(f"http://hooks.example:{port}/") == "bad_port"


@pytest.mark.parametrize(("url", "port"), [("http://hooks.example/", 80), ("https://hooks.example/", 443), ("https://hooks.example:8443/", 8443), ("http://hooks.example:443/", 443)])  # fmt: skip
def test_a_port_is_the_schemes_or_the_one_that_is_said(names, url, port):
    assert check(url).port == port


def test_one_inner_address_among_outer_ones_is_enough_to_refuse(names):
    names["mixed.example"] = ["93.184.216.34", "10.0.0.1"]
    assert refused("https://mixed.example/") == "private"


def test_a_name_that_ends_in_a_dot_is_the_same_name(names):
    target = check("https://hooks.example./path?query=1#fragment")
    assert (target.host, target.path) == ("hooks.example", "/path?query=1")


def test_a_checked_address_keeps_its_host_beside_the_number_it_leads_to(names):
    target = check("https://hooks.example:8443/x")
    assert (target.ip, target.authority) == ("93.184.216.34", "hooks.example:8443")
    names["six.example"] = ["2606:4700::1111"]
    assert check("http://[2606:4700::1111]/").authority == "[2606:4700::1111]"


def test_an_unknown_name_is_no_forbidden_one_it_may_be_known_later(names):
    with pytest.raises(OSError):
        check("https://nowhere.example/")


def test_a_name_too_long_to_look_up_is_no_address():
    assert refused(f"http://{'a' * 70}.example/") == "not_an_address"


@pytest.mark.parametrize("url", SPELLINGS)
def test_the_setting_lets_the_inner_network_in(names, settings, url):
    settings.WEBHOOKS_TO_PRIVATE = True
    assert check(url).ip


@pytest.mark.parametrize("url", ["http://me@127.0.0.1/", "ftp://127.0.0.1/"])
def test_the_setting_lets_nothing_else_in(settings, url):
    settings.WEBHOOKS_TO_PRIVATE = True
    assert refused(url) in ("no_password", "not_an_address")


def test_nothing_is_looked_up_to_take_an_address_apart(monkeypatch):
    monkeypatch.setattr(guard, "look_up", lambda *_: pytest.fail("looked up"))
    assert parse("HTTPS://Hooks.Example/a") == ("https", "hooks.example", 443, "/a")
