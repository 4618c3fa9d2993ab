"""A campaign to touch without an account: one's own, whole, kept or thrown away, and of no use to who means harm."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.middleware import OPEN_TO_VISITORS
from accounts.models import Token, User
from campaigns import inviting
from campaigns.access import enter
from campaigns.audit import audit_campaign
from campaigns.models import ActHero, Campaign, Checkpoint, Entry, HeroRow, Invitation, QuestRun, Seat
from campaigns.samples import making
from campaigns.samples.playing import story
from config import nightly
from deliveries.models import Webhook
from tests.conftest import PASSWORD
from tests.secrets.routes import routes

HOOK = {"name": "Channel", "url": "https://8.8.8.8/", "form": "json", "language": "en"}
NEW = {"username": "newcomer", "password1": PASSWORD}


def text(answer) -> str:
    return answer.content.decode()


def test_one_tap_leads_into_a_played_campaign(db):
    client = Client(headers={"accept-language": "en"})
    assert 'action="/sample/"' in text(client.get("/"))
    answer = client.post("/sample/", follow=True)
    assert answer.redirect_chain == [(f"/campaigns/{Campaign.objects.get().pk}/", 303)]
    heroes = HeroRow.objects.filter(departed_seq=None)
    assert heroes.count() == 4
    assert all(hero.name in text(answer) for hero in heroes)
    assert QuestRun.objects.count() == 8


def test_it_is_there_in_less_than_a_second_and_a_half(db):
    """Of work: how busy the machine is otherwise says nothing of it."""
    story()
    begun = time.process_time()
    Client().post("/sample/")
    assert time.process_time() - begun < 1.5


def test_its_ledger_holds_and_was_played_a_week_between_evenings_until_now(sample):
    assert audit_campaign(sample.pk) == []
    assert not sample.unverified
    times = list(Entry.objects.order_by("seq").values_list("created_at", flat=True))
    assert times == sorted(times)
    assert timezone.now() - times[-1] < timedelta(minutes=5)
    assert timezone.now() - times[0] > timedelta(weeks=7)


def test_every_page_says_that_it_is_a_sample_and_how_to_keep_it(visitor, at):
    for page in (
        at,
        f"{at}people/",
        f"{at}acts/",
        f"{at}heroes/",
        f"{at}settings/",
        "/campaigns/",
        "/tasks/",
    ):
        shown = text(visitor.get(page))
        assert "A sample, for you alone." in shown, page
        assert 'href="/sample/keep/"' in shown, page


def test_it_is_no_sample_to_who_has_an_account(gm_client):
    assert gm_client.post("/sample/")["Location"] == "/campaigns/"
    assert not Campaign.objects.exists()
    assert gm_client.get("/sample/keep/").status_code == 404
    assert gm_client.post("/sample/end/").status_code == 404


def test_pressed_again_it_is_the_same_sample(visitor, at):
    assert visitor.post("/sample/")["Location"] == at
    assert Campaign.objects.count() == 1


def test_acts_are_done_and_taken_back(visitor, at, sample):
    hero = HeroRow.objects.first()
    sent = {"kind": "change_track", "hero": hero.key, "track": "body", "by": "-1", "key": "0123456789abcdef"}
    assert visitor.post(f"{at}acts/", sent).status_code == 303
    sample.refresh_from_db()
    assert visitor.post(f"{at}acts/{sample.version}/undo/", {"key": "1123456789abcdef"}).status_code == 303
    assert Entry.objects.count() == sample.version + 1


def test_one_looks_from_a_player_s_seat_and_comes_back(visitor, at):
    assert visitor.post(f"{at}people/look/", {"seat": "s2"}).status_code == 303
    assert "Nothing can be done from here." in text(visitor.get(at))
    visitor.post(f"{at}people/look/", {"seat": ""})
    assert "Nothing can be done from here." not in text(visitor.get(at))


def test_nobody_else_gets_in(sample, at, stranger_client, anonymous_client):
    assert stranger_client.get(at).status_code == 404
    assert anonymous_client.get(at).status_code == 302


# Keeping


def test_it_is_kept_with_all_that_was_done(visitor, at, sample):
    before = list(Entry.objects.values_list("hash", flat=True))
    answer = visitor.post("/sample/keep/", NEW, follow=True)
    assert answer.redirect_chain[-1][0] == at
    assert "A sample, for you alone." not in text(answer)
    person = User.objects.get(username="newcomer")
    assert (person.sample_until, person.check_password(PASSWORD)) == (None, True)
    assert Seat.objects.get(user=person).owner
    nightly.clear_away(timezone.now() + timedelta(days=3))
    assert list(Entry.objects.values_list("hash", flat=True)) == before
    assert Client().login(username="newcomer", password=PASSWORD)


def test_the_empty_chairs_can_be_filled_once_it_is_kept(visitor, at, gm_client):
    visitor.post("/sample/keep/", NEW)
    sent = {"role": "player", "hero": "", "seat": "s2", "expires_in": "86400", "uses": "1"}
    made = visitor.post(f"{at}people/invite/", sent)
    assert made.status_code == 201
    code = made.context["link"]["code"]
    assert gm_client.post(f"/invitations/{code}/").status_code == 303
    assert Seat.objects.get(key="s2").user.username == "zargon"


@pytest.mark.parametrize("wrong", [{"username": "nobody"}, {"password1": "123"}, {"username": ""}])
def test_a_refused_account_loses_nothing(visitor, at, stranger, wrong):
    assert visitor.post("/sample/keep/", NEW | wrong).status_code == 422
    assert User.objects.filter(sample_until=None).count() == 1
    assert visitor.get(at).status_code == 200


# Going


def assert_nothing_is_left():
    rows = (Campaign, Seat, Entry, HeroRow, ActHero, QuestRun, Checkpoint, Invitation)
    assert [model for model in rows if model.objects.exists()] == []
    assert not User.objects.filter(sample_until__isnull=False).exists()


def test_a_button_throws_it_away(visitor, at):
    answer = visitor.post("/sample/end/", follow=True)
    assert "nothing is left" in text(answer)
    assert_nothing_is_left()
    assert visitor.get(at).status_code == 302


def test_the_night_throws_away_what_is_a_day_old(visitor, at, table):
    nightly.clear_away(timezone.now() + timedelta(hours=23))
    assert visitor.get(at).status_code == 200
    nightly.clear_away(timezone.now() + timedelta(hours=25))
    assert visitor.get(at).status_code == 302
    assert list(Campaign.objects.all()) == [table]


def test_what_was_deleted_in_it_goes_as_well(visitor, at, sample):
    visitor.post(f"{at}delete/", {"name": sample.name})
    nightly.clear_away(timezone.now() + timedelta(hours=25))
    assert_nothing_is_left()


def test_the_browser_forgets_it_with_the_day(visitor):
    for end in (Session.objects.get().expire_date, User.objects.get().sample_until):
        assert abs(end - timezone.now() - making.LASTS) < timedelta(minutes=1)


# Nothing leads out of it, nor in


def test_no_others_are_let_in_and_nothing_is_told_elsewhere(visitor, at, sample):
    for path, sent in (
        ("people/invite/", {"role": "player", "hero": "", "expires_in": "86400", "uses": "1"}),
        ("public-link/", {"public": "on"}),
        ("webhooks/add/", HOOK),
    ):
        answer = visitor.post(f"{at}{path}", sent)
        assert answer.status_code == 422, path
        assert "keep it first" in text(answer), path
    sample.refresh_from_db()
    assert (sample.public_hash, Invitation.objects.count(), Webhook.objects.count()) == ("", 0, 0)


def test_programs_are_refused_the_same(visitor, at):
    api = f"/api/v1{at}"
    for method, path, sent in (
        ("post", f"{api}invitations/", {"role": "player"}),
        ("put", f"{api}public-link/", {}),
        ("post", f"{api}webhooks/", {"name": "Channel", "url": "https://8.8.8.8/"}),
    ):
        answer = getattr(visitor, method)(path, sent, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (422, "sample"), path
    founding = {"name": "Another", "ruleset": "heroquest_evolution"}
    assert visitor.post("/api/v1/campaigns/", founding, content_type="application/json").status_code == 403


def test_a_visitor_takes_no_seat_elsewhere(visitor, table, gm):
    made = inviting.invite(enter(gm, table.pk), "player")
    path = f"/invitations/{made.token}/"
    assert visitor.get(path).status_code == 200
    assert visitor.post(path)["Location"] == "/sample/keep/?next=%2F"
    assert visitor.post(f"/api/v1{path}accept/").status_code == 403
    assert inviting.accept(User.objects.get(sample_until__isnull=False), made.token) is None


def test_whatever_wants_an_account_leads_to_making_one(visitor):
    """Every address that is of no campaign, found in the table of addresses."""
    closed = 0
    for route in routes():
        if route.names or route.is_api or route.name in OPEN_TO_VISITORS["GET"]:
            continue
        answer = visitor.get("/" + route.pattern)
        assert answer.status_code == 302, route
        assert answer["Location"].startswith(reverse("sample-keep")), route
        closed += 1
    assert closed > 20


def test_no_program_s_key_and_no_mail_comes_of_it(visitor):
    visitor.post("/accounts/tokens/", {"name": "phone", "scopes": "read", "lifetime": "30"})
    visitor.post("/accounts/email/", {"action_add": "", "email": "somebody@example.org"})
    visitor.post("/accounts/password/reset/", {"email": "somebody@example.org"})
    visitor.post("/accounts/notices/", {"mail": "on"})
    assert not Token.objects.exists()
    assert mail.outbox == []


def test_nobody_signs_in_as_a_visitor(visitor):
    name = User.objects.get().username
    assert not Client().login(username=name, password="")
    assert not User.objects.get().has_usable_password()


# Bounds


def test_when_the_house_is_full_the_page_says_so(visitor, settings):
    settings.SAMPLES = 1
    answer = Client(headers={"accept-language": "en"}).post("/sample/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "600")
    assert "No sample is free" in text(answer)
    assert Campaign.objects.count() == 1


def test_one_whose_day_is_over_makes_room(visitor, settings):
    settings.SAMPLES = 1
    User.objects.update(sample_until=timezone.now() - timedelta(minutes=1))
    assert Client().post("/sample/").status_code == 303
    assert Campaign.objects.count() == 1


def test_a_site_without_samples_offers_none(db, settings, anonymous_client):
    settings.SAMPLES = 0
    assert "/sample/" not in text(anonymous_client.get("/"))
    assert anonymous_client.post("/sample/").status_code == 503


def test_one_place_does_not_take_them_all(db, settings):
    settings.ACCOUNT_RATE_LIMITS = {"sample": "2/h/ip"}
    answers = [Client().post("/sample/").status_code for _ in range(3)]
    assert answers == [303, 303, 429]


def test_a_form_of_another_site_begins_none(db):
    assert Client(enforce_csrf_checks=True).post("/sample/").status_code == 403
