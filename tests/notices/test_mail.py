"""The mail of the day: at eight, once, only where there is news and it is wanted; one click ends it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import timezone

from campaigns import people
from campaigns.access import enter
from campaigns.seats import add_seat, found
from deliveries.models import Digest, Notice
from deliveries.notices import digests, wishes
from jobs import running
from jobs.models import Job
from tests.notices.board import tells, wants_mail
from tests.schedules.calendar import tick

pytestmark = pytest.mark.django_db

MORNING = datetime(2027, 3, 2, 7, tzinfo=UTC)
"""Eight in Paris."""


@pytest.fixture
def reader(group, clock):
    group.player.email = "merin@example.org"
    group.player.save()
    wants_mail(group, group.player)
    return group.player


def test_it_comes_at_eight_of_the_campaign_s_clock_with_what_is_new(group, reader, clock):
    tells(group, reader, "The cellar is done")
    clock.move_to(MORNING - timedelta(seconds=1))
    tick()
    assert mail.outbox == []
    clock.move_to(MORNING)
    tick()
    (one,) = mail.outbox
    assert one.to == ["merin@example.org"]
    assert one.subject == "Questkeep: what is new at your tables"
    assert "The cellar gang\n- The cellar is done\n  http://localhost:8000/campaigns/" in one.body
    ((html, kind),) = one.alternatives
    assert kind == "text/html"
    assert f'<a href="http://localhost:8000/campaigns/{group.campaign.pk}/">The cellar is done</a>' in html
    tick()
    assert len(mail.outbox) == 1


def test_what_was_mailed_or_read_is_not_mailed_again(group, reader, clock):
    tells(group, reader, "First")
    clock.move_to(MORNING)
    tick()
    tells(group, reader, "Second")
    tells(group, reader, "Third")
    Notice.objects.filter(en="Third").update(read_at=timezone.now())
    clock.shift(timedelta(days=1))
    tick()
    assert len(mail.outbox) == 2
    assert "Second" in mail.outbox[1].body
    assert not re.search("First|Third", mail.outbox[1].body)


def test_without_news_there_is_no_mail(group, reader, clock):
    clock.move_to(MORNING)
    tick()
    assert mail.outbox == []


def test_after_days_without_a_worker_there_is_one_mail(group, reader, clock):
    tells(group, reader, "News")
    clock.move_to(MORNING + timedelta(days=9, hours=5))
    tick()
    tick()
    assert len(mail.outbox) == 1
    assert Digest.objects.get().due_at == MORNING + timedelta(days=10)


def test_two_clocks_and_a_job_that_is_run_twice_send_one_mail(group, reader, clock):
    tells(group, reader, "News")
    clock.move_to(MORNING)
    digests.look(MORNING)
    digests.look(MORNING)
    (job,) = Job.objects.filter(kind=digests.KIND)
    for _ in range(2):
        digests.send(running.Run(job, digests.Kind(digests.KIND, digests.send)))
    tick()
    assert len(mail.outbox) == 1


def test_where_sending_fails_it_is_tried_again_on_the_same_day(group, reader, clock, settings, monkeypatch):
    tells(group, reader, "News")
    with monkeypatch.context() as patched:

        def refuses(*_):
            raise OSError("no route to the mail server")

        patched.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuses)
        clock.move_to(MORNING)
        tick()
    assert mail.outbox == []
    clock.shift(timedelta(minutes=5))
    tick()
    assert len(mail.outbox) == 1


def test_it_is_in_the_reader_s_language(group, reader, clock):
    reader.language = "fr"
    reader.save()
    tells(group, reader, "News")
    clock.move_to(MORNING)
    tick()
    assert mail.outbox[0].subject == "Questkeep: du nouveau à vos tables"
    assert "Bonjour merin," in mail.outbox[0].body


def test_an_address_that_was_not_confirmed_gets_none_where_addresses_are_confirmed(
    group, reader, clock, settings
):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    tells(group, reader, "News")
    clock.move_to(MORNING)
    tick()
    assert mail.outbox == []
    EmailAddress.objects.create(user=reader, email="merin@example.org", primary=True, verified=True)
    clock.shift(timedelta(days=1))
    tick()
    assert [one.to for one in mail.outbox] == [["merin@example.org"]]


def test_nobody_gets_mail_who_has_not_asked_for_it_or_has_no_address(group, clock, spectator):
    wants_mail(group, spectator)
    tells(group, group.player, "News")
    tells(group, spectator, "News")
    clock.move_to(MORNING)
    tick()
    assert mail.outbox == []


def test_campaigns_from_which_none_is_wanted_are_not_in_it_nor_those_one_was_removed_from(
    group, reader, clock
):
    other = found(group.gm, "Elsewhere", group.campaign.ruleset, "Zargon")
    add_seat(other, reader, "Merin's player", "player")
    third = found(group.gm, "The exile", group.campaign.ruleset, "Zargon")
    seat = add_seat(third, reader, "Merin's player", "player")
    wishes.save(seat, ["quest"], mail=True)
    for campaign in (group.campaign, other, third):
        group.campaign, here = campaign, group.campaign
        tells(group, reader, f"News of {campaign.name}")
        group.campaign = here
    people.remove(enter(group.gm, third.pk), seat.key)
    clock.move_to(MORNING)
    tick()
    assert "News of The cellar gang" in mail.outbox[0].body
    assert "Elsewhere" not in mail.outbox[0].body
    assert "exile" not in mail.outbox[0].body


def test_eight_is_eight_where_the_first_campaign_is(group, reader, clock):
    people.settle(group.enter(group.gm), None, "Asia/Tokyo")
    wishes.save(group.seat(reader), ["quest"], mail=False)
    wants_mail(group, reader)
    assert Digest.objects.get().due_at == datetime(2027, 3, 1, 23, tzinfo=UTC)


def test_eight_stays_eight_when_summer_time_begins(group, reader, clock):
    clock.move_to(datetime(2027, 3, 27, 12, tzinfo=UTC))
    assert wishes.next_morning(reader, timezone.now()) == datetime(2027, 3, 28, 6, tzinfo=UTC)


# The way out


def sent(group, reader, clock):
    tells(group, reader, "News")
    clock.move_to(MORNING)
    tick()
    (one,) = mail.outbox
    return one


def test_one_click_in_the_mail_program_ends_it_without_signing_in(group, reader, clock, client):
    headers = sent(group, reader, clock).extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
    client.handler.enforce_csrf_checks = True
    body = {"List-Unsubscribe": "One-Click"}
    assert client.post(link, body).status_code == 200
    assert client.post(link, body).status_code == 200
    assert not wishes.wish_of(group.seat(reader)).mail
    assert Digest.objects.count() == 0
    tells(group, reader, "More")
    clock.shift(timedelta(days=1))
    tick()
    assert len(mail.outbox) == 1


def test_whoever_only_looks_at_the_link_is_asked_first(group, reader, clock, client):
    link = re.search(r"http://localhost:8000(/notices/unsubscribe/\S+)", sent(group, reader, clock).body)[1]
    assert "Stop the daily mail" in client.get(link).content.decode()
    assert wishes.wish_of(group.seat(reader)).mail


def test_a_link_that_was_not_made_here_ends_nothing(group, reader, client):
    token = wishes.token_of(reader)
    for wrong in (token[:-1], token.replace(token[0], "x", 1), "nonsense", token + "a"):
        assert client.post(f"/notices/unsubscribe/{wrong}/").status_code == 404
    assert wishes.wish_of(group.seat(reader)).mail
