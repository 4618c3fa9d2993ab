"""Every page about an account: ours, in both languages, with 422 where a form was refused."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth import get_user
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.browser.checks import FOREIGN, RAW
from tests.conftest import PASSWORD, signed_in
from tests.defence.markup import markup
from tests.secrets.routes import routes

pytestmark = pytest.mark.django_db
BASE = "/accounts/"
MAIL = "merin@example.org"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture(params=["fr", "en"])
def language(request: Any) -> str:
    return str(request.param)


@pytest.fixture
def visitor(language: str, db: None) -> Client:
    return Client(headers={"accept-language": language})


@pytest.fixture
def own(language: str, player: User) -> Client:
    """Who has just said who they are."""
    client = Client(headers={"accept-language": language})
    client.force_login(player)
    assert client.post(f"{BASE}reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


@pytest.fixture
def address(player: User) -> EmailAddress:
    player.email = MAIL
    player.save()
    return EmailAddress.objects.create(user=player, email=MAIL, primary=True, verified=False)


def shows(answer: Any, language: str, status: int = 200) -> str:
    """A page of ours: our head, our style, one title, no word of the other language, no name of the code."""
    assert answer.status_code == status, answer.content[:400]
    text = answer.content.decode()
    assert f'<html lang="{language}"' in text
    assert "css/questkeep.css" in text
    assert text.count("<h1>") == 1
    found = markup(answer)
    assert found.broken == []
    main = text.partition("<main")[2].partition("</main>")[0]
    said = "".join(type(found)(f"<main{main}").text)
    said = said.replace(MAIL, "").replace(SECRET, "")
    wrong = RAW.findall(said) + FOREIGN[language].findall(said)
    assert wrong == [], said
    if status == 422:
        assert "errorlist" in main or '<p class="alert" role="alert"><span>' in main
    return main


OPEN = [
    "login",
    "signup",
    "password/reset",
    "password/reset/done",
    "password/reset/key/done",
    "inactive",
    "confirm-email",
]


@pytest.mark.parametrize("path", OPEN)
def test_pages_that_anybody_sees(visitor, language, path):
    shows(visitor.get(f"{BASE}{path}/"), language)


OWN = [
    "",
    "email/",
    "password/change/",
    "logout/",
    "reauthenticate/",
    "delete/",
    "second-factor/",
    "second-factor/totp/activate/",
    "second-factor/webauthn/",
    "second-factor/webauthn/add/",
]


@pytest.mark.parametrize("path", OWN)
def test_pages_of_ones_own(own, language, path):
    shows(own.get(BASE + path), language)


REFUSED = [
    ("visitor", "login/", {}),
    ("visitor", "login/", {"login": "merin", "password": "a wrong guess"}),
    ("visitor", "login/", {"login": "merin@", "password": "a wrong guess"}),
    ("visitor", "signup/", {}),
    ("visitor", "signup/", {"username": "a b", "password1": "12345", "email": "x"}),
    ("visitor", "password/reset/", {"email": ""}),
    ("visitor", "password/reset/", {"email": "no address"}),
    ("own", "email/", {"action_add": "", "email": "no address"}),
    ("own", "email/", {"action_add": "", "email": ""}),
    ("own", "password/change/", {}),
    ("own", "password/change/", {"oldpassword": "wrong", "password1": "12345", "password2": "54321"}),
    ("own", "reauthenticate/", {"password": "wrong"}),
    ("own", "reauthenticate/", {}),
    ("own", "delete/", {"name": "x", "password": "y"}),
    ("own", "preferences/", {"theme": "pink", "language": "tlh"}),
    ("own", "tokens/", {"name": "", "scopes": "all", "lifetime": "x"}),
    ("own", "second-factor/totp/activate/", {"code": "000000"}),
    ("own", "second-factor/totp/activate/", {}),
    ("own", "second-factor/webauthn/add/", {"name": "key", "credential": "{}"}),
]


@pytest.mark.parametrize(("who", "path", "form"), REFUSED)
def test_what_was_refused_comes_back_with_422_and_says_why(request, player, language, who, path, form):
    client = request.getfixturevalue(who)
    if path == "second-factor/totp/activate/":
        client.get(BASE + path)
    main = shows(client.post(BASE + path, form), language, 422)
    for name, value in form.items():
        if value and "password" not in name and name in ("login", "username", "email", "name"):
            assert f'value="{value}"' in main, "what was typed stays"


@pytest.mark.parametrize("path", ["login/", "signup/", "password/reset/"])
def test_a_program_that_asks_for_json_is_answered_in_json_still(visitor, path):
    answer = visitor.post(BASE + path, {}, headers={"x-requested-with": "XMLHttpRequest"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "application/json")
    assert answer.json()["form"]["fields"]


def test_htmx_is_shown_a_refused_form_again(visitor, language):
    shows(visitor.post(f"{BASE}login/", {}, headers={"hx-request": "true"}), language, 422)


def test_an_address_is_confirmed_by_its_link(own, language, address, player):
    link = f"{BASE}confirm-email/{EmailConfirmationHMAC(address).key}/"
    assert MAIL in shows(own.get(link), language)
    assert own.post(link).status_code == 302
    address.refresh_from_db()
    assert address.verified
    shows(own.get(f"{BASE}email/"), language)
    shows(own.get(link), language)


@pytest.mark.parametrize("key", ["nothing", "Mg:1abc:xyz", "-", ":::"])
def test_a_link_that_confirms_nothing_says_so(visitor, language, key):
    shows(visitor.get(f"{BASE}confirm-email/{key}/"), language, 200)
    assert visitor.post(f"{BASE}confirm-email/{key}/").status_code == 404


def test_an_address_is_added_confirmed_again_chosen_and_removed(own, language, player):
    page = f"{BASE}email/"
    assert own.post(page, {"action_add": "", "email": MAIL}).status_code == 302
    assert [one.to for one in mail.outbox] == [[MAIL]]
    assert MAIL in own.get(page).content.decode()
    for action in ("action_send", "action_primary", "action_remove"):
        answer = own.post(page, {action: "", "email": MAIL}, follow=True)
        shows(answer, language)
    assert not EmailAddress.objects.filter(user=player).exists()
    for strange in ("zargon@example.org", "", "\udcff"[:0], "x" * 5000):
        shows(own.post(page, {"action_remove": "", "email": strange}, follow=True), language)


def test_a_closed_account_is_told_so(visitor, language, player):
    player.is_active = False
    player.save()
    answer = visitor.post(f"{BASE}login/", {"login": player.username, "password": PASSWORD}, follow=True)
    shows(answer, language)
    assert answer.redirect_chain == [(f"{BASE}inactive/", 302)]


def test_who_must_confirm_an_address_first_is_told_so(visitor, language, settings, address, player):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    answer = visitor.post(f"{BASE}login/", {"login": player.username, "password": PASSWORD}, follow=True)
    shows(answer, language)
    assert not get_user(visitor).is_authenticated
    assert [one.to for one in mail.outbox] == [[MAIL]]


def test_who_has_no_password_sets_one(language, player):
    player.set_unusable_password()
    player.save()
    client = signed_in(player)
    headers = {"accept-language": language}
    page = client.get(f"{BASE}password/change/", headers=headers, follow=True)
    shows(page, language)
    assert page.redirect_chain == [(f"{BASE}password/set/", 302)]
    shows(
        client.post(f"{BASE}password/set/", {"password1": "12345", "password2": "5"}, headers=headers),
        language,
        422,
    )
    new = {"password1": PASSWORD, "password2": PASSWORD}
    assert client.post(f"{BASE}password/set/", new).status_code == 302
    player.refresh_from_db()
    assert player.check_password(PASSWORD)


def test_a_new_password_by_the_link_in_the_mail(visitor, language, address, player):
    visitor.post(f"{BASE}password/reset/", {"email": MAIL})
    link = next(word for word in mail.outbox[0].body.split() if "/password/reset/key/" in word)
    form = visitor.get(link, follow=True)
    shows(form, language)
    path = form.request["PATH_INFO"]
    shows(visitor.post(path, {"password1": "12345", "password2": "54321"}), language, 422)
    new = {"password1": "another way to it", "password2": "another way to it"}
    shows(visitor.post(path, new, follow=True), language)
    shows(Client(headers={"accept-language": language}).get(link, follow=True), language)
    player.refresh_from_db()
    assert player.check_password(new["password1"])


@pytest.fixture
def enrolled(player: User) -> User:
    TOTP.activate(player, SECRET)
    RecoveryCodes.activate(player)
    return player


@pytest.fixture
def key(player: User) -> int:
    """One that can be named and removed; none that could answer."""
    data = {"name": "blue", "credential": {}}
    return int(Authenticator.objects.create(user=player, type="webauthn", data=data).pk)


def test_the_code_of_a_second_factor_is_asked_for(visitor, language, enrolled):
    page = visitor.post(f"{BASE}login/", {"login": enrolled.username, "password": PASSWORD}, follow=True)
    shows(page, language)
    for wrong in ({"code": "000000"}, {"code": ""}, {"credential": "{}"}, {}):
        answer = visitor.post(f"{BASE}second-factor/authenticate/", wrong)
        if answer.status_code != 429:
            shows(answer, language, 422)
    assert not get_user(visitor).is_authenticated


ENROLLED = ["", "reauthenticate/", "totp/deactivate/", "recovery-codes/", "recovery-codes/generate/"]
KEYS = ["webauthn/", "webauthn/keys/{}/edit/", "webauthn/keys/{}/remove/"]


@pytest.mark.parametrize("path", ENROLLED)
def test_pages_of_who_has_a_second_factor(own, language, enrolled, path):
    shows(own.get(f"{BASE}second-factor/{path}"), language)


@pytest.mark.parametrize("path", KEYS)
def test_pages_of_who_has_a_key(own, language, key, path):
    shows(own.get(f"{BASE}second-factor/{path.format(key)}"), language)


@pytest.mark.parametrize("form", [{"code": "000000"}, {"code": "x" * 500}, {}])
def test_a_wrong_code_comes_back_with_422(own, language, enrolled, form):
    shows(own.post(f"{BASE}second-factor/reauthenticate/", form), language, 422)


@pytest.mark.parametrize("name", ["x" * 500, "", " "])
def test_a_key_without_a_name_comes_back_with_422(own, language, key, name):
    shows(own.post(f"{BASE}second-factor/webauthn/keys/{key}/edit/", {"name": name}), language, 422)


NO_PAGES = {
    "account_request_reauthentication_code", "account_confirm_reauthentication_code", "account_confirm_login_code",
}  # fmt: skip
"""Ways in that are switched off here: by a code in a mail."""


@pytest.mark.parametrize("name", sorted(NO_PAGES))
def test_ways_in_that_are_switched_off_open_nothing(own, visitor, name):
    address = next(route.pattern for route in routes() if route.name == name)
    for client in (own, visitor):
        for answer in (client.get(f"/{address}"), client.post(f"/{address}", {"code": "1"})):
            assert answer.status_code in (302, 403)


def test_every_page_about_an_account_is_looked_at_here():
    """A new page of allauth's has to be drawn by us first."""
    tested = {f"accounts/{page}" for page in [*OWN, *(f"{one}/" for one in OPEN)]}
    tested |= {f"accounts/second-factor/{page.replace('{}', '<int:pk>')}" for page in ENROLLED + KEYS}
    tested |= {f"accounts/{page}" for _who, page, _form in REFUSED}
    others = {
        "account_confirm_email", "account_set_password", "account_reset_password_from_key", "mfa_authenticate",
        "mfa_download_recovery_codes", "account-archive", "language", "appearance", "token-revoke",
        "mfa_reauthenticate_webauthn", "account-notices",
    }  # fmt: skip
    """Tested above by name, files, answers that are no pages, and what only a browser with a key can draw."""
    pages = [route for route in routes() if route.pattern.startswith("accounts/")]
    assert len(pages) > 30
    left = [one for one in pages if one.pattern not in tested and one.name not in others | NO_PAGES]
    assert left == []
