"""The pages of the webhooks, as a browser without script goes through them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from deliveries import urls
from deliveries.models import Webhook
from deliveries.webhooks import sending
from tests.conftest import signed_in
from tests.deliveries.hooks import delivers, tells
from tests.pages.conftest import forms

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
NOBODY = "8a4f1c3e-0d6b-4f5e-9c2a-7b1d3e5f9a01"
READ = {"webhooks", "webhook-new", "webhook"}


@pytest.fixture
def gm_page(gm: Any) -> Any:
    return signed_in(gm)


def addresses(game: Any, hook: str) -> list[tuple[str, str]]:
    """Every page there is, with how it is asked for."""
    known = {"campaign_id": game.campaign.id, "webhook": hook, "delivery": NOBODY}
    found = []
    for one in urls.urlpatterns:
        names = {name: known[name] for name in one.pattern.converters}
        found.append(("get" if one.name in READ else "post", reverse(one.name, kwargs=names)))
    return found


def at(game: Any, rest: str = "") -> str:
    return f"/campaigns/{game.campaign.id}/webhooks/{rest}"


def filled(page: Any, action: str, **changed: str) -> str:
    return forms(page)[action].sends(**changed)


def test_nobody_else_sees_or_changes_any_of_it(game, receiver, player, stranger, anonymous_client):
    hook = tells(game, receiver.url())
    before = list(Webhook.objects.values())
    found = addresses(game, str(hook.pk))
    assert len(found) == 10
    for method, address in found:
        assert getattr(signed_in(player), method)(address).status_code == 403, address
        assert getattr(signed_in(stranger), method)(address).status_code == 404, address
        assert getattr(anonymous_client, method)(address).status_code == 302, address
    assert list(Webhook.objects.values()) == before


def test_a_game_master_who_looks_from_another_seat_does_not_see_them(game, gm_page, receiver, player):
    hook = tells(game, receiver.url())
    seat = game.campaign.seats.get(user=player).key
    gm_page.post(f"/campaigns/{game.campaign.id}/people/look/", {"seat": seat})
    for method, address in addresses(game, str(hook.pk)):
        assert getattr(gm_page, method)(address).status_code == 403, address


def test_no_page_of_them_is_kept_anywhere(game, gm_page, receiver):
    hook = tells(game, receiver.url())
    for method, address in addresses(game, str(hook.pk)):
        answer = getattr(gm_page, method)(address)
        if answer.status_code in (200, 201, 422):
            assert answer.headers["Cache-Control"] == "private, no-store", address
            assert "ETag" not in answer.headers


def test_the_settings_lead_there_and_a_webhook_is_made_with_a_secret_shown_once(game, gm_page, receiver):
    settings = gm_page.get(f"/campaigns/{game.campaign.id}/settings/").content.decode()
    assert f'href="{at(game)}"' in settings
    assert f'href="{at(game, "new/")}"' in gm_page.get(at(game)).content.decode()
    form = gm_page.get(at(game, "new/"))
    assert "Open quest" in form.content.decode() or "Open a quest" in form.content.decode()
    body = filled(
        form, at(game, "add/"), name="Our channel", url=receiver.url("/x"), form="discord", language="fr"
    )
    made = gm_page.post(at(game, "add/"), f"{body}&kinds=open_quest&kinds=close_quest", content_type=FORM)
    assert made.status_code == 201
    hook = Webhook.objects.get()
    assert (hook.name, hook.url, hook.form, hook.language) == (
        "Our channel",
        receiver.url("/x"),
        "discord",
        "fr",
    )
    assert set(hook.chosen) == {"open_quest", "close_quest"}
    assert f'value="{hook.secret}"' in made.content.decode()
    assert hook.secret not in gm_page.get(at(game, f"{hook.pk}/")).content.decode()
    rolled = gm_page.post(at(game, f"{hook.pk}/secret/"))
    new = Webhook.objects.get().secret
    assert (rolled.status_code, new != hook.secret) == (201, True)
    assert f'value="{new}"' in rolled.content.decode()


def test_what_is_wrong_is_said_at_its_field_and_nothing_that_was_typed_is_lost(game, gm_page, settings):
    form = gm_page.get(at(game, "new/"))
    body = filled(
        form,
        at(game, "add/"),
        name="Our channel",
        url="http://127.0.0.1/secret-path",
        form="discord",
        language="fr",
    )
    answer = gm_page.post(at(game, "add/"), f"{body}&kinds=open_quest", content_type=FORM)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "This address leads into a private network" in text
    assert 'value="Our channel"' in text
    assert 'value="http://127.0.0.1/secret-path"' in text
    assert re.search(r'value="open_quest"[^>]*checked', text)
    empty = gm_page.post(at(game, "add/"), "", content_type=FORM)
    assert (empty.status_code, empty.content.decode().count("This field is required")) == (422, 4)
    strange = gm_page.post(at(game, "add/"), f"{body}&kinds=fly", content_type=FORM)
    assert strange.status_code == 422
    assert not Webhook.objects.exists()


def test_it_is_changed_tried_turned_off_and_on_and_deleted(game, gm_page, receiver):
    hook = tells(game, receiver.url(), kinds=["open_quest"])
    home = at(game, f"{hook.pk}/")
    page = gm_page.get(home)
    body = filled(
        page, f"{home}change/", name="Other", url=receiver.url("/other"), form="json", language="en"
    )
    assert gm_page.post(f"{home}change/", body, content_type=FORM).status_code == 303
    hook.refresh_from_db()
    assert (hook.name, hook.url, hook.chosen) == ("Other", receiver.url("/other"), ("open_quest",))
    gm_page.post(f"{home}change/", body.replace("&kinds=open_quest", ""), content_type=FORM)
    hook.refresh_from_db()
    assert hook.chosen == ()
    refused = gm_page.post(f"{home}change/", f"{body}&url=nonsense", content_type=FORM)
    assert refused.status_code == 422
    assert "A whole address is expected" in refused.content.decode()
    gm_page.post(f"{home}turn/", {"on": "false"})
    assert ">off<" in gm_page.get(home).content.decode()
    assert gm_page.post(f"{home}test/").status_code == 303
    again = gm_page.post(f"{home}test/")
    assert again.status_code == 422
    assert "on its way already" in again.content.decode()
    delivers()
    assert [message.path for message in receiver.messages] == ["/other"]
    gm_page.post(f"{home}turn/", {"on": "true"})
    hook.refresh_from_db()
    assert hook.paused_at is None
    assert gm_page.post(f"{home}delete/").status_code == 303
    assert not Webhook.objects.exists()
    assert gm_page.get(home).status_code == 404


def test_the_log_says_what_was_sent_and_what_became_of_it(game, gm_page, receiver):
    hook = tells(game, receiver.url())
    home = at(game, f"{hook.pk}/")
    game.recruits(game.player, "<b>Merin</b>")
    receiver.answers(500, "<script>alert(1)</script>")
    delivers()
    text = gm_page.get(home).content.decode()
    assert "on its way" in text
    assert "1 attempt" in text
    assert "next at" in text
    assert "<strong>500</strong>" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<script>alert" not in text
    assert "&lt;b&gt;Merin" in text
    sent = hook.deliveries.get()
    assert gm_page.post(f"{home}deliveries/{sent.pk}/resend/").status_code == 303
    delivers()
    text = gm_page.get(home).content.decode()
    assert "delivered" in text
    assert "<strong>204</strong>" in text
    assert len(receiver.messages) == 2


def test_the_log_goes_on_from_page_to_page(game, gm_page, receiver, monkeypatch):
    from deliveries.webhooks import views  # noqa: PLC0415

    monkeypatch.setattr(views, "LOG", 2)
    hook = tells(game, receiver.url())
    for number in range(3):
        game.recruits(game.player, f"Hero {number}")
    delivers()
    home = at(game, f"{hook.pk}/")
    newest, older = gm_page.get(home).content.decode(), gm_page.get(f"{home}?page=2").content.decode()
    assert newest.count('id="delivery-') == 2
    assert older.count('id="delivery-') == 1
    assert "?page=2#log" in newest
    for page in ("x", "-1", "99", ""):
        assert gm_page.get(f"{home}?page={page}").status_code == 200


def test_one_that_was_stopped_says_so_in_the_list_and_on_its_page(game, gm_page, receiver):
    hook = tells(game, receiver.url())
    Webhook.objects.filter(pk=hook.pk).update(failures=sending.MOST_FAILURES - 1)
    game.recruits(game.player)
    receiver.answers(404)
    delivers()
    assert "stopped: nothing arrived" in gm_page.get(at(game)).content.decode()
    text = gm_page.get(at(game, f"{hook.pk}/")).content.decode()
    assert f"{sending.MOST_FAILURES} messages in a row could not be delivered" in text


def test_pages_speak_french(game, gm, receiver):
    gm.language = "fr"
    gm.save()
    client = signed_in(gm)
    hook = tells(game, receiver.url())
    Webhook.objects.filter(pk=hook.pk).update(url="http://127.0.0.1:1024/")
    game.recruits(game.player)
    delivers()
    text = client.get(at(game, f"{hook.pk}/")).content.decode()
    assert "Pas de connexion" in text
    assert "Envoyer un message d’essai" in text
    for english in ("Send a test", "Turn it", "What was sent", "attempt<", "Each message"):
        assert english not in text
    assert "Ajouter un webhook" in client.get(at(game, "new/")).content.decode()


def test_the_list_shows_no_path_of_an_address(game, gm_page, receiver):
    tells(game, receiver.url("/very-secret"))
    text = gm_page.get(at(game)).content.decode()
    assert f"127.0.0.1:{receiver.port}" in text
    assert "very-secret" not in text
