"""A message goes to the address that was checked, follows no way back inside, and waits for nobody for long."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from urllib3.util import connection as connecting

from deliveries.webhooks import guard, posting
from deliveries.webhooks.guard import ForbiddenError
from deliveries.webhooks.posting import Answer, post, seconds_of
from tests.deliveries.receiver import Receiver, receiving

OUTER = "93.184.216.34"


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A receiver out there: whoever connects to its public number comes to it. No private address is allowed."""
    with receiving(host="hooks.example") as receiver:
        really = connecting.create_connection
        went: list[tuple[str, int]] = []

        def connect(address: tuple[str, int], *args: Any, **kwargs: Any) -> Any:
            went.append(address)
            assert address[0] == OUTER, address
            return really(("127.0.0.1", address[1]), *args, **kwargs)

        monkeypatch.setattr(connecting, "create_connection", connect)
        monkeypatch.setattr(guard, "look_up", lambda host, port: [{"hooks.example": OUTER}.get(host, host)])
        yield receiver


def forbidden(url: str) -> str:
    with pytest.raises(ForbiddenError) as error:
        post(url, "{}", {})
    return error.value.code


def test_it_is_posted_with_its_headers_in_the_name_of_the_host(outside):
    outside.answers(200, "thank you")
    answer = post(outside.url("/a?b=c"), '{"é": 1}', {"Questkeep-Delivery": "1"})
    assert answer == Answer(200, "thank you")
    (message,) = outside.messages
    assert (message.path, message.plain) == ("/a?b=c", {"é": 1})
    assert message.headers["host"] == f"hooks.example:{outside.port}"
    assert message.headers["questkeep-delivery"] == "1"


def test_a_name_that_means_an_inner_address_a_moment_later_leads_nowhere_else(outside, monkeypatch):
    meanings = iter([[OUTER], ["127.0.0.1"]])
    monkeypatch.setattr(guard, "look_up", lambda *_: next(meanings))
    assert post(outside.url(), "{}", {}).is_taken
    assert forbidden(outside.url()) == "private"
    assert len(outside.messages) == 1


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize(
    "inner", ["http://127.0.0.1:8080/", "http://169.254.169.254/", "http://[::1]/", "//10.0.0.1/"]
)
def test_a_redirect_into_the_inner_network_is_not_followed(outside, status, inner):
    outside.answers(status, Location=inner)
    assert forbidden(outside.url()) == "private"
    assert len(outside.messages) == 1


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "http://me@hooks.example/", "http://hooks.example:22/"]
)
def test_a_redirect_to_what_is_no_address_for_us_is_not_followed(outside, location):
    outside.answers(307, Location=location)
    assert forbidden(outside.url()) in ("not_an_address", "no_password", "bad_port")


@pytest.mark.parametrize("status", [307, 308])
def test_a_redirect_out_there_is_followed_with_the_same_body(outside, status):
    outside.answers(status, Location="/moved")
    assert post(outside.url(), '{"a": 1}', {}).status == 204
    assert [(one.path, one.body) for one in outside.messages] == [
        ("/hook", b'{"a": 1}'),
        ("/moved", b'{"a": 1}'),
    ]


@pytest.mark.parametrize("status", [301, 302, 303])
def test_a_redirect_that_would_turn_it_into_a_get_is_not_followed(outside, status):
    outside.answers(status, Location="/moved")
    assert post(outside.url(), "{}", {}).status == status
    assert len(outside.messages) == 1


def test_redirects_come_to_an_end(outside):
    for _ in range(10):
        outside.answers(307, Location="/again")
    assert post(outside.url(), "{}", {}).status == 307
    assert len(outside.messages) == 1 + posting.HOPS


def test_no_more_than_a_line_is_read_and_nothing_unprintable_is_kept(outside):
    outside.answers(500, "a\x00b\r\nc\u202e" + "x" * 10_000)
    answer = post(outside.url(), "{}", {})
    assert answer.text.startswith("a b  c xxx")
    assert len(answer.text) < posting.READ


def test_no_connection_says_so(settings):
    settings.WEBHOOKS_TO_PRIVATE = True
    with receiving() as gone:
        url = gone.url()
    assert post(url, "{}", {}) == Answer(0, "no_connection")


def test_what_is_not_http_says_so(receiver):
    receiver.raw = b"220 mail ready\r\n"
    assert post(receiver.url(), "{}", {}) == Answer(0, "broken_answer")


def test_a_name_nobody_knows_says_so(monkeypatch):
    def nobody(*_: object) -> list[str]:
        raise guard.socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(guard, "look_up", nobody)
    assert post("https://nowhere.example/", "{}", {}) == Answer(0, "unknown_name")


def drops(drop: bytes, stop: threading.Event) -> Iterator[bytes]:
    """One after the other, each before anybody would think that nothing comes any more."""
    while not stop.wait(0.02):
        yield drop


@pytest.mark.parametrize("drop", [b"", b"X"])
@pytest.mark.parametrize("first", [b"", b"H", b"HTTP/1.1 2"])
def test_whoever_answers_drop_by_drop_is_not_waited_for(receiver, monkeypatch, first, drop):
    monkeypatch.setattr(posting, "WHOLE", 0.3)
    stop = threading.Event()
    receiver.raw, receiver.afterwards = first, drops(drop, stop)
    answer = post(receiver.url(), "{}", {})
    stop.set()
    assert answer == Answer(0, "timeout")


@pytest.mark.parametrize("rest", [b"", b"X: ", b"Content-Length: 100000\r\n\r\n"])
def test_an_answer_without_end_takes_nothing_from_the_status_that_was_given(receiver, monkeypatch, rest):
    monkeypatch.setattr(posting, "WHOLE", 0.3)
    stop = threading.Event()
    receiver.raw = b"HTTP/1.1 200 OK\r\n" + rest
    receiver.afterwards = drops(b"x", stop)
    answer = post(receiver.url(), "{}", {})
    stop.set()
    assert answer.is_taken


def test_an_answer_that_breaks_off_has_its_status(receiver):
    receiver.raw = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"
    assert post(receiver.url(), "{}", {}).is_taken


@pytest.mark.parametrize(("said", "seconds"), [("3", 3.0), ("0.5", 1.0), ("0", 1.0), ("-5", 1.0), ("99999999", 86400.0), ("", None), ("soon", None), ("nan", None), ("inf", None)])  # fmt: skip
def test_retry_after_is_seconds(said, seconds):
    assert seconds_of(said) == seconds


def test_retry_after_may_be_a_date():
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    assert 80 < (seconds_of(then) or 0) < 100
    assert seconds_of("Mon, 99 Foo 2026 00:00:00 GMT") is None


def certified(folder: Path, name: str) -> tuple[ssl.SSLContext, Path]:
    """What a server of this name shows, and whom to trust for it."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    shown, secret = folder / "certificate.pem", folder / "key.pem"
    shown.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    plain = serialization.PrivateFormat.PKCS8
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, plain, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(shown, secret)
    return context, shown


@pytest.mark.parametrize(
    ("name", "is_trusted", "answer"),
    [
        ("hooks.example", True, Answer(204)),
        ("hooks.example", False, Answer(0, "certificate")),
        ("other.example", True, Answer(0, "certificate")),
    ],
)
def test_https_is_taken_from_the_host_it_was_meant_for_alone(
    monkeypatch, settings, tmp_path, name, is_trusted, answer
):
    settings.WEBHOOKS_TO_PRIVATE = True
    context, trusted = certified(tmp_path, name)
    monkeypatch.setattr(guard, "look_up", lambda *_: ["127.0.0.1"])
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with receiving(context, "hooks.example") as receiver:
        assert post(receiver.url(), "{}", {}) == answer
        assert len(receiver.messages) == (1 if answer.is_taken else 0)


def test_a_redirect_from_https_to_http_is_not_followed(monkeypatch, settings, tmp_path):
    settings.WEBHOOKS_TO_PRIVATE = True
    context, trusted = certified(tmp_path, "hooks.example")
    monkeypatch.setattr(guard, "look_up", lambda *_: ["127.0.0.1"])
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with receiving(context, "hooks.example") as receiver:
        receiver.answers(307, Location="http://hooks.example:8080/")
        assert forbidden(receiver.url()) == "unprotected"


@pytest.mark.parametrize("location", ["//[", "http://[::1", "https://[x]/", "http://a]b/"])
def test_a_redirect_to_what_is_no_address_is_forbidden(location, outside):
    outside.answers(307, Location=location)
    assert forbidden(outside.url()) == "not_an_address"
