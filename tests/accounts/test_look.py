"""Light and size of type: in the account where there is one, else in this browser."""

import pytest

from accounts.models import User
from tests.conftest import signed_in

pytestmark = pytest.mark.django_db
ADDRESS = "/accounts/appearance/"


def root(client, address: str = ADDRESS) -> str:
    """How a page begins."""
    return client.get(address).content.decode().partition("<html ")[2].partition(">")[0]


def test_as_the_device_shows_it_until_somebody_chooses(anonymous_client):
    assert root(anonymous_client) == 'lang="en"'


def test_somebody_without_an_account_has_it_kept_in_the_browser(anonymous_client):
    answer = anonymous_client.post(ADDRESS, {"theme": "light", "size": "large"})
    assert answer.headers["Location"] == ADDRESS
    assert root(anonymous_client, "/") == 'lang="en" data-theme="light" data-size="large"'


def test_what_was_chosen_is_given_up_again(anonymous_client):
    anonymous_client.post(ADDRESS, {"theme": "light", "size": "large"})
    anonymous_client.post(ADDRESS, {"theme": "", "size": ""})
    assert root(anonymous_client) == 'lang="en"'


def test_an_account_keeps_it_on_every_device(player_client, player):
    player_client.post(ADDRESS, {"theme": "dark", "size": "large"})
    assert (
        root(signed_in(User.objects.get(pk=player.pk)), "/accounts/")
        == 'lang="en" data-theme="dark" data-size="large"'
    )


def test_the_preferences_of_the_account_have_it_too(player_client):
    player_client.post("/accounts/preferences/", {"language": "", "theme": "", "size": "large"})
    assert 'data-size="large"' in root(player_client)


@pytest.mark.parametrize("wrong", [{"theme": "pink"}, {"size": "<b>"}])
def test_what_there_is_not_is_refused_and_changes_nothing(anonymous_client, player_client, wrong):
    assert anonymous_client.post(ADDRESS, wrong).status_code == 422
    assert player_client.post(ADDRESS, wrong).status_code == 422
    assert root(anonymous_client) == root(player_client) == 'lang="en"'


def test_a_cookie_that_somebody_made_up_says_nothing(anonymous_client):
    anonymous_client.cookies["theme"] = '"><script>'
    assert root(anonymous_client) == 'lang="en"'


def test_a_page_that_a_browser_has_is_sent_anew_in_another_light(anonymous_client):
    address = "/rulesets/"
    kept = anonymous_client.get(address)
    again = {"if-none-match": kept.headers["ETag"]}
    assert anonymous_client.get(address, headers=again).status_code == 304
    anonymous_client.post(ADDRESS, {"theme": "light", "size": ""})
    assert anonymous_client.get(address, headers=again).status_code == 200
