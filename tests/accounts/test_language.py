import pytest

pytestmark = pytest.mark.django_db
FRENCH = {"accept-language": "fr-FR,fr;q=0.9"}


def language_of(response) -> str:
    return response.content.decode().partition('<html lang="')[2][:2]


def choose(client, language, **more):
    return client.post("/accounts/language/", {"language": language, **more})


def test_the_browser_is_asked_first(anonymous_client):
    assert language_of(anonymous_client.get("/accounts/login/", headers=FRENCH)) == "fr"


def test_the_switch_is_remembered_against_the_browser(anonymous_client):
    choose(anonymous_client, "en")
    assert language_of(anonymous_client.get("/accounts/login/", headers=FRENCH)) == "en"


def test_the_account_comes_before_cookie_and_browser(player_client, player):
    player_client.cookies["django_language"] = "en"
    player.language = "fr"
    player.save()
    assert language_of(player_client.get("/accounts/")) == "fr"


def test_the_switch_changes_the_account_too(player_client, player):
    choose(player_client, "fr")
    player.refresh_from_db()
    assert player.language == "fr"


def test_an_unknown_language_changes_nothing(player_client, player):
    assert choose(player_client, "tlh").status_code == 302
    player.refresh_from_db()
    assert player.language == ""


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/", ""])
def test_the_switch_leads_nowhere_else(anonymous_client, target):
    assert choose(anonymous_client, "fr", next=target).headers["Location"] == "/"


def test_the_switch_leads_back_to_the_page(anonymous_client):
    assert choose(anonymous_client, "fr", next="/accounts/login/").headers["Location"] == "/accounts/login/"


def test_preferences_are_kept_and_seen(player_client, player):
    player_client.post("/accounts/preferences/", {"language": "fr", "theme": "dark"})
    page = player_client.get("/accounts/").content.decode()
    assert '<html lang="fr" data-theme="dark">' in page


def test_a_theme_that_is_none_is_refused(player_client, player):
    assert player_client.post("/accounts/preferences/", {"theme": "pink"}).status_code == 422
    player.refresh_from_db()
    assert player.theme == ""
