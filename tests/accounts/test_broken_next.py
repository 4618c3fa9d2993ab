"""Where to go afterwards is asked of the form, and a form may say anything."""

import pytest

from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NOWHERE = [
    "abc",
    "home",
    "?",
    "http://[",
    "//[",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "\0",
    "x" * 9000,
]


@pytest.mark.parametrize("wanted", NOWHERE)
def test_after_the_language_one_stays_on_this_site(wanted, anonymous_client):
    answer = anonymous_client.post("/accounts/language/", {"language": "fr", "next": wanted})
    assert (answer.status_code, answer["Location"]) == (302, "/")


@pytest.mark.parametrize(
    "wanted", [address for address in NOWHERE if not address.startswith(("abc", "x", "\0"))]
)
def test_after_signing_in_and_out_one_stays_on_this_site(wanted, anonymous_client, player):
    sent = {"login": player.username, "password": PASSWORD, "next": wanted}
    answer = anonymous_client.post("/accounts/login/", sent)
    assert answer.status_code == 302
    assert "evil" not in answer["Location"]
    assert anonymous_client.get("/accounts/login/", {"next": wanted}).status_code == 302
    assert anonymous_client.post("/accounts/logout/", {"next": wanted}).status_code == 302
