"""From an act to whoever asked to be told: once where it can be, again where it must be, given up for people to see."""

from __future__ import annotations

import pytest

from campaigns.access import enter
from campaigns.models import Seat
from campaigns.people import remove
from campaigns.purge import purge_campaign
from deliveries import entries
from deliveries.models import Delivery, Webhook
from deliveries.webhooks import sending
from deliveries.webhooks.sending import MOST_FAILURES
from jobs import running
from jobs.models import Job
from tests.deliveries.hooks import delivers, delivery, later, tells

pytestmark = pytest.mark.django_db


def test_an_act_is_told_signed_and_as_the_history_tells_it(game, receiver):
    hook = tells(game, receiver.url("/hook?key=1"))
    hero = game.recruits(game.player, "Merin", "dwarf")
    delivers()
    (message,) = receiver.messages
    assert message.path == "/hook?key=1"
    assert message.is_signed_with(hook.secret)
    assert not message.is_signed_with(hook.secret + "x")
    body = message.plain
    assert body["campaign"] == {"id": str(game.campaign.id), "name": "The cellar gang"}
    assert body["delivery"] == message.headers["questkeep-delivery"] == str(delivery(hook).pk)
    (seen,) = game.read(game.spectator, "acts/")["results"]
    assert body["act"] == seen
    assert (body["act"]["heroes"], body["act"]["kind"]) == ([hero], "recruit_hero")


def test_it_is_told_in_the_webhooks_language(game, receiver):
    tells(game, receiver.url(), language="fr")
    game.recruits(game.player, "Merin", "dwarf")
    delivers()
    assert "nain" in receiver.messages[0].plain["act"]["sentence"].casefold()


def test_only_the_kinds_that_were_chosen_are_told_and_the_undo_of_one_of_them(game, receiver):
    tells(game, receiver.url(), kinds=["rename_hero"])
    hero = game.recruits(game.player)
    game.undoes(game.gm, game.does(game.player, "change_track", hero=hero, track="body", by=-1)["seq"])
    named = game.does(game.player, "rename_hero", hero=hero, name="Merin II")
    undone = game.undoes(game.gm, named["seq"]).json()
    game.undoes(game.gm, undone["seq"])
    delivers()
    said = [message.plain["act"]["sentence"] for message in receiver.messages]
    assert [message.plain["act"]["kind"] for message in receiver.messages] == ["rename_hero", "undo", "undo"]
    assert said[1] == f"Taken back: {said[0]}"
    assert said[2] == f"Restored: {said[0]}"


def test_taking_everything_back_is_told_once(game, receiver):
    hero = game.recruits(game.player)
    named = game.does(game.player, "rename_hero", hero=hero, name="Merin II")
    game.does(game.player, "change_track", hero=hero, track="body", by=-1)
    delivers()
    tells(game, receiver.url(), kinds=["change_track"])
    tells(game, receiver.url("/other"), kinds=["recruit_hero"])
    game.undoes(game.gm, named["seq"], through=True)
    delivers()
    (message,) = receiver.messages
    assert message.path == "/hook"
    assert message.plain["act"]["sentence"].startswith("Everything is taken back since: ")


def test_each_webhook_of_a_campaign_is_told_and_none_of_another(game, other_game, receiver):
    tells(game, receiver.url("/one"))
    tells(game, receiver.url("/two"))
    tells(other_game, receiver.url("/other"))
    game.recruits(game.player)
    delivers()
    assert sorted(message.path for message in receiver.messages) == ["/one", "/two"]
    numbers = {message.headers["questkeep-delivery"] for message in receiver.messages}
    assert len(numbers) == 2


def test_an_entry_that_is_delivered_twice_is_told_once(game, receiver):
    hook = tells(game, receiver.url())
    seq = game.does(game.player, "recruit_hero", name="Brom", hero_class="barbarian")["seq"]
    delivers()
    news = entries.news_of(str(game.campaign.pk), seq)
    assert news is not None
    sending.hear(news)
    assert delivers() == 0
    assert (len(receiver.messages), hook.deliveries.count()) == (1, 1)


def test_while_one_worker_sends_another_finds_nothing_to_do(game, receiver):
    tells(game, receiver.url())
    game.recruits(game.player)
    found: list[int] = []

    def beside(run: running.Run) -> None:
        found.append(running.run_due())
        sending.send(run)
        found.append(running.run_due())

    with pytest.MonkeyPatch.context() as patched:
        kind = running.kinds.kind(sending.KIND)
        assert kind is not None
        patched.setitem(
            running.kinds._known, sending.KIND, running.Kind(kind.name, beside, kind.retry, kind.lease)
        )
        delivers()
    assert (found, len(receiver.messages)) == ([0, 0], 1)


def test_what_a_killed_worker_has_sent_is_sent_again_with_the_same_number_and_body(
    game, receiver, monkeypatch
):
    hook = tells(game, receiver.url())
    game.recruits(game.player)

    class Killed(BaseException):
        pass

    def die(*_: object, **__: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(sending, "_note", die)
        with pytest.raises(Killed):
            delivers()
    assert delivery(hook).delivered_at is None
    assert delivers() == 0  # the dead worker still holds it
    game.does(game.gm, "rename_hero", hero=game.read(game.gm, "heroes/")["results"][0]["key"], name="Later")
    with later(seconds=121):
        delivers()
    first, *_, again = [one for one in receiver.messages if one.plain["act"]["kind"] == "recruit_hero"]
    assert first.body == again.body
    assert first.headers["questkeep-delivery"] == again.headers["questkeep-delivery"]
    assert again.is_signed_with(hook.secret)


def test_a_worker_that_comes_late_takes_nothing_back(game, receiver):
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(500)
    delivers()
    late = delivery(hook)
    with later(minutes=1):
        delivers()
    sending._note(late, sending.Answer(0, "timeout"), gives_up=True)
    assert delivery(hook).delivered_at
    assert delivery(hook).gave_up_at is None


def test_what_fails_is_tried_again_with_patience(game, receiver):
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(500, "our mistake")
    receiver.answers(503)
    delivers()
    one = delivery(hook)
    assert (one.attempts, one.status, one.error, one.gave_up_at) == (1, 500, "our mistake", None)
    assert delivers() == 0
    with later(seconds=7):
        delivers()
    with later(seconds=30):
        delivers()
    one = delivery(hook)
    assert (one.attempts, one.status, one.error) == (3, 204, "")
    assert one.delivered_at
    assert len({message.body for message in receiver.messages}) == 1
    assert not Job.objects.exists()


def test_what_never_works_is_given_up_where_people_see_it(game, receiver):
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    for attempt in range(12):
        receiver.answers(500, "no")
        with later(hours=2 * attempt):
            delivers()
    one = delivery(hook)
    assert (one.attempts, one.status, one.error) == (10, 500, "no")
    assert one.gave_up_at
    hook.refresh_from_db()
    assert (hook.failures, hook.paused_at) == (1, None)
    (row,) = game.read(game.gm, f"webhooks/{hook.pk}/deliveries/")["results"]
    assert (row["state"], row["error"], row["next_at"]) == ("given_up", "no", None)


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_no_more_is_not_tried_again(game, receiver, status):
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(status, "Unknown Webhook")
    delivers()
    assert delivery(hook).gave_up_at
    with later(days=1):
        assert delivers() == 0
    assert len(receiver.messages) == 1


def test_an_address_that_has_become_a_private_one_is_sent_nothing(game, receiver, settings):
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    settings.WEBHOOKS_TO_PRIVATE = False
    delivers()
    one = delivery(hook)
    assert (one.status, one.error, one.attempts) == (0, "private", 1)
    assert one.gave_up_at
    assert receiver.messages == []
    (row,) = game.read(game.gm, f"webhooks/{hook.pk}/deliveries/")["results"]
    assert row["error"].startswith("This address leads into a private network")


def test_whoever_asks_to_be_asked_later_is_and_all_that_waits_for_them_waits(game, receiver):
    tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(429, '{"retry_after": 40}', Retry_After="40")
    delivers()
    game.recruits(game.player, "Second")
    game.recruits(game.player, "Third")
    receiver.answers(429, Retry_After="40")
    delivers()
    assert len(receiver.messages) == 2
    with later(seconds=35):
        assert delivers() == 0
    with later(seconds=42):
        delivers()
    told = [message.plain["act"]["seq"] for message in receiver.messages[2:]]
    assert sorted(told) == [1, 2, 3]


def test_an_address_that_fails_holds_up_no_other(game, receiver):
    tells(game, receiver.url("/good"))
    bad = tells(game, receiver.url("/bad"))
    Webhook.objects.filter(pk=bad.pk).update(url="http://127.0.0.1:1024/")
    game.recruits(game.player)
    game.recruits(game.player, "Second")
    delivers()
    assert [message.path for message in receiver.messages] == ["/good", "/good"]
    tried = bad.deliveries.order_by("-attempts").values_list("attempts", "error")
    assert list(tried) == [(1, "no_connection"), (0, "")]


def test_a_server_that_is_down_is_given_up_for_all_that_waits_at_once(game, receiver):
    hook = tells(game, receiver.url())
    receiver.replies = [(500, {}, b"down")] * 100
    for number in range(3):
        game.recruits(game.player, f"Hero {number}")
    for attempt in range(10):
        with later(hours=2 * attempt):
            delivers()
    assert len(receiver.messages) == 9 + 3
    assert hook.deliveries.exclude(gave_up_at=None).count() == 3
    assert sum(hook.deliveries.values_list("attempts", flat=True)) == 12
    hook.refresh_from_db()
    assert hook.failures == 3


def test_whoever_asks_to_be_asked_later_again_and_again_loses_nothing(game, receiver):
    tells(game, receiver.url())
    for number in range(14):
        game.recruits(game.player, f"Hero {number}")
    for minute in range(30):
        receiver.replies = [(204, {}, b""), (429, {"Retry-After": "20"}, b"")]
        with later(minutes=minute):
            delivers()
    receiver.replies = []
    with later(hours=1):
        delivers()
    assert {message.plain["act"]["seq"] for message in receiver.messages} == set(range(1, 15))


def test_after_many_failures_in_a_row_it_is_told_nothing_more_and_says_so(game, receiver):
    hook = tells(game, receiver.url())
    Webhook.objects.filter(pk=hook.pk).update(failures=MOST_FAILURES - 1)
    game.recruits(game.player)
    receiver.answers(410)
    delivers()
    told = game.read(game.gm, f"webhooks/{hook.pk}/")
    assert (told["on"], told["failing"], told["failures"]) == (False, True, MOST_FAILURES)
    game.recruits(game.player, "Second")
    delivers()
    assert len(receiver.messages) == 1
    game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"on": True})
    told = game.read(game.gm, f"webhooks/{hook.pk}/")
    assert (told["on"], told["failing"], told["failures"]) == (True, False, 0)
    game.recruits(game.player, "Third")
    delivers()
    assert receiver.messages[-1].plain["act"]["seq"] == 3


def test_one_that_arrives_ends_the_row(game, receiver):
    hook = tells(game, receiver.url())
    Webhook.objects.filter(pk=hook.pk).update(failures=MOST_FAILURES - 1)
    game.recruits(game.player)
    delivers()
    hook.refresh_from_db()
    assert (hook.failures, hook.paused_at) == (0, None)


def test_what_waits_when_it_is_turned_off_is_not_sent_and_says_so(game, receiver):
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(500)
    delivers()
    game.gm.patch(game.at(f"webhooks/{hook.pk}/"), {"on": False})
    with later(minutes=1):
        delivers()
    one = delivery(hook)
    assert (one.error, one.attempts) == ("turned_off", 1)
    assert one.gave_up_at
    assert len(receiver.messages) == 1
    hook.refresh_from_db()
    assert hook.failures == 0


def test_a_deleted_webhook_sends_nothing_more_and_leaves_nothing(game, receiver):
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(500)
    delivers()
    assert game.gm.delete(game.at(f"webhooks/{hook.pk}/")).status_code == 204
    with later(days=1):
        assert delivers() == 0
    assert len(receiver.messages) == 1
    assert not Delivery.objects.exists()
    assert not Job.objects.exists()


def test_a_deleted_campaign_sends_nothing_more(game, receiver):
    hook = tells(game, receiver.url())
    game.recruits(game.player)
    receiver.answers(500)
    delivers()
    game.recruits(game.player, "Second")
    assert game.gm.delete(game.at()).status_code == 204
    with later(minutes=5):
        delivers()
    assert len(receiver.messages) == 1
    assert delivery(hook).error == "campaign_deleted"


def test_the_webhooks_of_somebody_who_left_go_on(game, gm, player, receiver):
    owner = enter(gm, game.campaign.pk)
    Seat.objects.filter(campaign=game.campaign, user=player).update(role="gm")
    answer = game.player.post(game.at("webhooks/"), {"name": "Theirs", "url": receiver.url()})
    assert answer.status_code == 201
    remove(owner, Seat.objects.get(campaign=game.campaign, user=player).key)
    game.recruits(game.gm)
    delivers()
    assert len(receiver.messages) == 1


def test_a_purge_takes_webhooks_deliveries_and_jobs_along(game, other_game, receiver):
    tells(game, receiver.url())
    kept = tells(other_game, receiver.url("/kept"))
    game.recruits(game.player)
    receiver.answers(500)
    delivers()
    game.recruits(game.player, "Second")
    purge_campaign(game.campaign.pk)
    assert list(Webhook.objects.all()) == [kept]
    assert not Delivery.objects.exists()
    assert not Job.objects.filter(subject=str(game.campaign.pk)).exists()


def test_the_newest_deliveries_are_kept_and_what_is_on_its_way(game, receiver, monkeypatch):
    monkeypatch.setattr(sending, "KEPT", 2)
    hook = tells(game, receiver.url())
    receiver.answers(500)
    for number in range(5):
        game.recruits(game.player, f"Hero {number}")
        delivers()
    kept = list(hook.deliveries.order_by("seq").values_list("seq", flat=True))
    assert kept == [1, 3, 4, 5]  # the first waits; the last was not yet sent when it came
    assert len(receiver.messages) == 5


def test_a_message_that_an_error_of_ours_stops_is_given_up_and_says_so(game, receiver, monkeypatch):
    """A test message too: else there could never be another."""

    def broken(*_: object) -> None:
        raise ValueError("nobody has thought of this")

    hook = tells(game, receiver.url())
    monkeypatch.setattr(sending, "post", broken)
    assert game.gm.post(game.at(f"webhooks/{hook.pk}/test/")).status_code == 202
    Job.objects.filter(kind="webhook").update(attempts=9)
    delivers()
    (found,) = game.gm.get(game.at(f"webhooks/{hook.pk}/deliveries/")).json()["results"]
    assert (found["state"], found["error"]) == ("given_up", "An error of this server prevented it.")
    assert game.gm.post(game.at(f"webhooks/{hook.pk}/test/")).status_code == 202
