"""Requests that no browser sends: refused before anything trips over them, with DEBUG too."""

import asyncio

import pytest
from django.core import signals
from django.core.handlers.asgi import ASGIHandler
from django.test import RequestFactory

from config.asgi import application
from config.wsgi import application as pages
from tests import asyncs

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
TOO_MANY = "&".join(f"a{number}=1" for number in range(2_100))


@pytest.fixture(params=[False, True], ids=["", "DEBUG"])
def debug(request, settings):
    settings.DEBUG = request.param


@pytest.mark.parametrize("path", ["/campaigns/\0/", "/api/v1/campaigns/\0/", "/rulesets/a\0/", "/\0"])
def test_an_address_with_nul_is_nowhere(path, debug, gm_client):
    assert gm_client.get(path).status_code == 404


@pytest.mark.parametrize("query", ["q=%00", "%00", "q=a%00b&q=c", TOO_MANY])
def test_parameters_that_cannot_be_read_are_400(query, debug, gm_client):
    assert gm_client.get(f"/rulesets/?{query}").status_code == 400


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        (f"{FORM}; charset=utf-16", "kind=buy"),
        (f"{FORM}; charset=utf-7", "kind=buy"),
        (FORM, TOO_MANY),
        ("multipart/form-data", "kind=buy"),
    ],
)
@pytest.mark.parametrize("path", ["/campaigns/", "/accounts/language/", "/accounts/login/"])
def test_a_form_that_cannot_be_read_is_400(path, content_type, body, debug, gm_client):
    assert gm_client.generic("POST", path, body, content_type).status_code == 400


def test_a_form_is_no_call_in_whatever_letters(debug, gm_client):
    answer = gm_client.post("/api/v1/campaigns/", "name=x", content_type=f"{FORM}; charset=utf-16")
    assert answer.status_code == 415


@pytest.mark.parametrize("version", ["%00", "%0a", "%0d%0aX-Evil:%201", "2"])
def test_no_header_says_what_was_asked_for(version, client):
    answer = client.get(f"/api/v1/schema/?version={version}")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == 'inline; filename="Questkeep.json"'


def test_a_request_that_breaks_on_its_way_out_is_finished_all_the_same(monkeypatch):
    """Else its database connection never returns to the pool, and a handful of them stop the site."""
    finished = []

    async def breaks(self, *args):
        raise RuntimeError("Invalid HTTP header value.")

    def note(sender, **kwargs):
        finished.append(sender)

    monkeypatch.setattr(ASGIHandler, "handle", breaks)
    signals.request_finished.connect(note)
    try:
        with pytest.raises(RuntimeError):
            asyncs.run(application({"type": "http", "headers": []}, None, None))
    finally:
        signals.request_finished.disconnect(note)
    assert finished == [type(application)]


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("http://testserver/campaigns/?a=b", "%2Fcampaigns%2F%3Fa%3Db"),
        ("http://evil.example/x", "%2F"),
        ("http://[", "%2F"),
    ],
)
def test_htmx_leads_the_whole_page_to_the_sign_in(page, back, client):
    headers = {"HX-Request": "true", "HX-Current-URL": page}
    answer = client.post("/campaigns/", headers=headers)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["HX-Redirect"] == f"/accounts/login/?next={back}"
    assert client.post("/campaigns/")["Location"] == "/accounts/login/?next=/campaigns/"


@pytest.mark.parametrize("path", ["/", "/campaigns/", "/api/v1/campaigns/", "/healthz/"])
def test_a_cookie_with_nul_is_400(path, client):
    """In quotes a cookie may hold any character, and the session is looked up by it."""
    answer = client.get(path, headers={"cookie": 'sessionid="\\000\\000aaaaaaaa"'})
    assert answer.status_code == 400


def test_a_websocket_is_refused():
    sent = []

    async def send(message):
        sent.append(message)

    asyncs.run(application({"type": "websocket"}, None, send))
    assert sent == [{"type": "websocket.close"}]


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/accounts/login/", 10, 403),
        ("/accounts/login/", 2**21, 413),
        ("/api/v1/campaigns/", 2**21, 413),
    ],
)
def test_a_body_that_is_not_announced_is_measured(path, size, status, settings):
    settings.REQUEST_MAX_BYTES = 2**20
    parts = [
        {"type": "http.request", "body": b"x" * (size // 4), "more_body": more}
        for more in (True, True, True, False)
    ]
    sent = []

    async def receive():
        return parts.pop(0) if parts else await asyncio.Future()

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
    scope = {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": headers}
    asyncs.run(application(scope, receive, send))
    assert sent[0]["status"] == status


@pytest.mark.parametrize("length", ["9" * 30, "9" * 5_000])
def test_a_length_of_thousands_of_digits_is_too_long(length, gm_client):
    assert gm_client.post("/campaigns/", CONTENT_LENGTH=length).status_code == 413


@pytest.mark.parametrize("charset", ["zlib", "hex", "idna", "undefined", "utf-7", "unicode_escape", "utf-16"])
def test_no_other_letters_than_those_of_utf_8_are_read(charset, debug, gm_client):
    body = b'--b\r\nContent-Disposition: form-data; name="key"\r\n\r\n\\ud800+2AA-\r\n--b--\r\n'
    named = f"multipart/form-data; boundary=b; charset={charset}"
    for path, refused in (("/accounts/login/", 400), ("/api/v1/campaigns/imports/", 415)):
        assert gm_client.generic("POST", path, body, named).status_code == refused
    plain = f"text/plain; charset={charset}"
    assert gm_client.generic("POST", "/campaigns/", b"x", plain).status_code == 400


@pytest.mark.parametrize("charset", ["zlib", "undefined", "utf-16"])
def test_nor_is_an_address_read_in_other_letters(charset):
    """By either server: Django would look for its fields before anything of ours sees the request."""
    named, answers = f"text/plain; charset={charset}", []
    parts = [{"type": "http.request", "body": b"x"}]
    environ = RequestFactory().generic("POST", "/accounts/login/", b"x").environ
    environ |= {"CONTENT_TYPE": named, "QUERY_STRING": "next=%C3%A9"}
    b"".join(pages(environ, lambda status, headers: answers.append(int(status[:3]))))

    async def receive():
        return parts.pop(0) if parts else await asyncio.Future()

    async def send(message):
        answers.append(message.get("status", 0))

    scope = {"type": "http", "method": "POST", "path": "/accounts/login/", "query_string": b"next=%C3%A9"}
    headers = [(b"host", b"localhost"), (b"content-type", named.encode()), (b"content-length", b"1")]
    asyncs.run(application(scope | {"headers": headers}, receive, send))
    assert answers[:2] == [400, 400]
