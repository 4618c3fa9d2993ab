import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from django.urls import include, path
from rest_framework import exceptions, serializers, status
from rest_framework.decorators import api_view, permission_classes, throttle_classes
from rest_framework.response import Response

from config import urls
from config.api import PersonThrottle

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
handler400, handler403, handler404, handler500 = (
    urls.handler400,
    urls.handler403,
    urls.handler404,
    urls.handler500,
)


class Refused(exceptions.APIException):
    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_detail = "Not enough gold"
    code, rule, params = "gold_short", "§8.1", {"missing": 20}


class Conflict(exceptions.APIException):
    status_code = status.HTTP_409_CONFLICT


class Stale(exceptions.APIException):
    status_code = status.HTTP_412_PRECONDITION_FAILED


RAISED = {
    "refused": Refused,
    "conflict": Conflict,
    "stale": Stale,
    "absent": Http404,
    "forbidden": PermissionDenied,
    "malformed": lambda: serializers.ValidationError(
        {"gold": {"merin": ["No number."]}, "name": ["Too long."]}
    ),
    "bug": RuntimeError,
}


@api_view(["GET"])
@permission_classes([])
def fail(request, how):
    error = RAISED[how]()
    raise error


@api_view(["POST"])
@permission_classes([])
def echo(request):
    return Response(request.data)


@api_view(["GET"])
@permission_classes([])
@throttle_classes([PersonThrottle])
def throttled(request):
    return Response()


def page_bug(request):
    raise RuntimeError


urlpatterns = [
    path("api/v1/fail/<how>/", fail),
    path("api/v1/echo/", echo),
    path("api/v1/throttled/", throttled),
    path("page-bug/", page_bug),
    path("", include("config.urls")),
]


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False, headers={"accept-language": "en"})


def problem(response, code: int) -> dict:
    assert response.status_code == code
    assert response.headers["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == code
    assert {"type", "title", "status", "detail"} <= set(body)
    return body


@pytest.mark.parametrize(
    ("how", "code"),
    [("refused", 422), ("conflict", 409), ("stale", 412), ("absent", 404), ("forbidden", 403), ("bug", 500)],
)
def test_every_failure_is_a_problem_document(visitor, how, code):
    problem(visitor.get(f"/api/v1/fail/{how}/"), code)


def test_a_refusal_names_code_rule_and_parameters(visitor):
    body = problem(visitor.get("/api/v1/fail/refused/"), 422)
    assert (body["code"], body["rule"], body["params"]) == ("gold_short", "§8.1", {"missing": 20})
    assert body["detail"] == "Not enough gold"


def test_malformed_input_names_each_field(visitor):
    body = problem(visitor.get("/api/v1/fail/malformed/"), 400)
    assert body["errors"] == [
        {"field": "gold.merin", "message": "No number."},
        {"field": "name", "message": "Too long."},
    ]


@pytest.mark.parametrize("path", ["/api/v1/nothing/", "/api/v1/nothing", "/api/", "/api/v2/x/"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_an_unknown_address_is_404(visitor, path, method, settings):
    settings.DEBUG = True
    problem(getattr(visitor, method)(path), 404)


def test_titles_speak_french(visitor):
    body = visitor.get("/api/v1/nothing/", headers={"accept-language": "fr"}).json()
    assert body["title"] == "Introuvable"


def test_a_wrong_method_is_405(visitor):
    problem(visitor.get("/api/v1/echo/"), 405)


def test_an_unknown_format_is_406(visitor):
    problem(visitor.get("/api/v1/throttled/", headers={"accept": "image/png"}), 406)


def test_what_is_not_json_by_its_own_word_is_415(visitor):
    problem(visitor.post("/api/v1/echo/", {"a": 1}), 415)


BAD_BODIES = [
    b"{",
    b"\xff\xfe",
    b'{"a": NaN}',
    b'"\\ud800"',
    b'"\xed\xa0\x80"',
    b"[" * 200_000,
    b'{"a": 1e999}',
    b'{"a": ' + b"9" * 5000 + b"}",
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_what_is_not_json_is_400(visitor, body):
    problem(visitor.post("/api/v1/echo/", body, content_type="application/json"), 400)


@pytest.mark.parametrize("charset", ["latin-1", "utf-16", "hex", "no-such"])
def test_json_is_utf_8_whatever_the_header_says(visitor, charset):
    kind = f"application/json; charset={charset}"
    assert visitor.generic("POST", "/api/v1/echo/", b'{"a":"\xc3\xa9"}', kind).json() == {"a": "é"}


def test_a_large_body_is_413(visitor, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    problem(visitor.post("/api/v1/echo/", b" " * 1001, content_type="application/json"), 413)


def test_a_large_form_is_413_with_a_page(visitor, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    form = "login=" + "x" * 1000
    response = visitor.post("/accounts/login/", form, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 413
    assert "Nothing was changed" in response.content.decode()


def test_too_many_requests_are_429_and_say_when_to_come_back(visitor, settings):
    settings.THROTTLE = (3, 10)
    answers = [visitor.get("/api/v1/throttled/") for _request in range(8)]
    body = problem(answers[-1], 429)
    assert 1 <= int(answers[-1].headers["Retry-After"]) <= 11
    assert body["title"] == "Too many requests"


def test_nobody_is_stopped_below_20_requests_a_second(settings):
    limit, window = settings.THROTTLE
    assert limit / window >= 20


@pytest.mark.parametrize("debug", [True, False])
def test_pages_say_404_in_both_languages(visitor, settings, stranger_client, debug):
    settings.DEBUG = debug
    page = stranger_client.post("/accounts/tokens/nothing/revoke/")
    assert page.status_code == 404
    assert "Rien à cette adresse" in page.content.decode()
    assert "Nothing at this address" in page.content.decode()


@pytest.mark.parametrize("debug", [True, False])
def test_an_unknown_page_is_404(visitor, settings, debug):
    settings.DEBUG = debug
    assert "Nothing at this address" in visitor.get("/nothing/").content.decode()


def test_a_forgotten_slash_is_added_to_a_page(visitor):
    assert visitor.get("/accounts/login").headers["Location"] == "/accounts/login/"


def test_a_bug_shows_a_page_and_no_secret(visitor):
    response = visitor.get("/page-bug/")
    assert response.status_code == 500
    assert "Something broke on our side" in response.content.decode()
    assert "Traceback" not in response.content.decode()


def test_a_form_without_its_token_is_403_with_a_page(player):
    client = Client(enforce_csrf_checks=True)
    response = client.post("/accounts/language/", {"language": "fr"})
    assert response.status_code == 403
    assert "Cette page a vieilli" in response.content.decode()


def test_a_style_that_was_not_collected_leaves_a_404_a_404(visitor, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": settings.HASHED}
    response = visitor.get("/nothing/")
    assert response.status_code == 404
    assert "Nothing at this address" in response.content.decode()
