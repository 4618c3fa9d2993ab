"""What is scheduled happens when its time has come: once, through the one door, with the say of that moment."""

from __future__ import annotations

import io
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import OperationalError, connections

from campaigns import people, records
from campaigns.answers import Refusal
from campaigns.models import Campaign, Seat
from campaigns.purge import purge_campaign
from campaigns.seats import delete_campaign, restore_campaign
from campaigns.transfer.importing import import_campaign
from deliveries.models import Notice, Occurrence, Schedule
from deliveries.schedules import planning, sending
from jobs import running
from jobs.models import Job
from rules.kernel.messages import Violation
from rules.kernel.text import same
from tests.campaigns.test_export_import import chained, exported, imported
from tests.schedules.calendar import OPEN, bodies, each, kinds_done, plans, refusals, tick, wanted

pytestmark = pytest.mark.django_db


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """UTC, in March 2027."""
    return datetime(2027, 3, day, hour, minute, tzinfo=UTC)


def test_a_command_is_sent_when_its_time_has_come_and_names_its_plan_and_its_game_master(group, clock):
    schedule = plans(group, OPEN, at="2027-03-02T19:00")
    clock.move_to(at(2, 17, 59))
    tick()
    assert kinds_done(group) == []
    clock.move_to(at(2, 18))
    tick()
    (body,) = bodies(group)
    assert (body.kind, body.schedule, body.seat) == ("open_quest", "Upkeep day", group.seat(group.gm).key)
    schedule.refresh_from_db()
    assert (schedule.next_at, schedule.upcoming) == (None, "")
    (row,) = schedule.occurrences.all()
    assert (row.acts, row.refused_en, row.time) == ([1], "", "2027-03-02T19:00")
    tick()
    assert group.length == 1
    group.is_sound()


def test_what_was_sent_without_a_plan_is_hashed_as_ever(group, clock):
    group.does(group.gm, "open_quest", quest="cellar")
    (body,) = bodies(group)
    assert b"schedule" not in records.encode(body).encode()


def test_the_history_names_both_in_both_languages(group, clock, gm_client):
    plans(group, OPEN)
    clock.move_to(at(2, 18))
    tick()
    address = f"/campaigns/{group.campaign.pk}/acts/"
    assert "Zargon · as scheduled: Upkeep day" in gm_client.get(address).content.decode()
    gm_client.cookies["django_language"] = "fr"
    assert "au calendrier" in gm_client.get(address).content.decode()


def test_it_is_undone_like_any_act(group, clock):
    plans(group, OPEN)
    clock.move_to(at(2, 18))
    tick()
    group.undoes(group.gm, 1)
    tick()
    assert kinds_done(group) == ["open_quest", "undo"]
    group.is_sound()


def test_several_commands_happen_in_order_and_one_that_is_refused_does_not_stop_the_next(group, clock):
    merin = group.recruits(group.player)
    lift = {"kind": "change_spirit", "hero": merin, "by": -1}
    schedule = plans(group, OPEN, {"kind": "open_quest", "quest": "attic"}, lift)
    clock.move_to(at(2, 18))
    tick()
    assert kinds_done(group)[1:] == ["open_quest", "change_spirit"]
    (row,) = schedule.occurrences.all()
    assert row.acts == [2, 3]
    assert row.refused_en
    (notice,) = Notice.objects.all()
    assert (notice.user, notice.topic, notice.en) == (group.gm, "schedule", f"“Upkeep day”: {row.refused_en}")


def test_a_command_for_every_hero_reaches_those_who_are_there_then(group, clock):
    plans(group, each("change_spirit", by=-1))
    group.recruits(group.player, "Merin")
    group.recruits(group.gm, "Durgin")
    clock.move_to(at(2, 18))
    tick()
    assert [hero.spirit for hero in group.state.heroes] == [2, 2]


def test_for_every_hero_where_there_is_none_it_is_reported(group, clock):
    schedule = plans(group, each("change_spirit", by=-1))
    clock.move_to(at(2, 18))
    tick()
    assert refusals(schedule) == ["No hero could do it."]


def test_the_app_throws_what_is_to_be_thrown(group, clock):
    merin = group.recruits(group.player)
    plans(group, {"kind": "throw_for_gold", "hero": merin})
    clock.move_to(at(2, 18))
    tick()
    body = bodies(group)[-1]
    assert (body.kind, [roll.origin for roll in body.rolls]) == ("throw_for_gold", ["app"])
    assert body.on_behalf_of == group.seat(group.player).key


def test_it_leaves_and_comes_in_with_the_campaign_as_a_file(group, clock):
    plans(group, OPEN)
    clock.move_to(at(2, 18))
    tick()
    content = exported(group.campaign)
    copy = imported(group.gm, content)
    (body,) = (records.decode_body(text) for text in copy.entries.values_list("body", flat=True))
    assert body.schedule == "Upkeep day"
    assert Schedule.objects.filter(campaign=copy).count() == 0
    for wrong in ("x" * 81, "two\\nlines"):
        forged = chained(content, 1, "Upkeep day", wrong)
        outcome = import_campaign(group.gm, io.BytesIO(forged))
        assert isinstance(outcome, Refusal)
        assert "“schedule” does not hold" in outcome.message.en


# Once


def test_two_clocks_and_two_workers_lead_to_one_act(group, clock):
    schedule = plans(group, OPEN)
    clock.move_to(at(2, 18))
    sending.look(at(2, 18))
    sending.look(at(2, 18))
    (job,) = Job.objects.filter(kind=sending.KIND)
    run = running.Run(job, sending.Kind(sending.KIND, sending.carry_out))
    row = Schedule.objects.select_related("campaign", "seat", "user").get(pk=schedule.pk)
    assert sending.submit(row).seqs == (1,)  # a worker that died before it wrote down what it had done
    sending.carry_out(run)
    sending.carry_out(run)
    tick()
    assert kinds_done(group) == ["open_quest"]
    assert [one.acts for one in schedule.occurrences.all()] == [[1]]


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_the_same_moment_lead_to_one_act_of_each_hero(group, clock):
    for name in ("Merin", "Durgin", "Brom"):
        group.recruits(group.gm, name)
    schedule = plans(group, each("change_spirit", by=-1))
    clock.move_to(at(2, 18))
    sending.look(at(2, 18))
    (job,) = Job.objects.filter(kind=sending.KIND)
    failures: list[str] = []

    def work() -> None:
        run = running.Run(job, sending.Kind(sending.KIND, sending.carry_out))
        for _ in range(5000):
            try:
                sending.carry_out(run)
                break
            except OperationalError:  # a database in memory is locked: tried again, as a job is
                continue
            finally:
                connections.close_all()
        else:
            failures.append("never came through")

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert failures == []
    assert [hero.spirit for hero in group.state.heroes] == [2, 2, 2]
    assert [one.acts for one in schedule.occurrences.all()] == [[4, 5, 6]]


def test_a_run_that_was_cut_short_is_taken_up_and_names_all_its_acts(group, clock, monkeypatch):
    for name in ("Merin", "Durgin"):
        group.recruits(group.gm, name)
    schedule = plans(group, each("change_spirit", by=-1))
    clock.move_to(at(2, 18))
    real, calls = sending.perform, []

    def dies(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise OSError("the power is gone")
        return real(*arguments)

    monkeypatch.setattr(sending, "perform", dies)
    tick()
    assert group.length == 3
    clock.shift(timedelta(minutes=5))
    tick()
    assert [hero.spirit for hero in group.state.heroes] == [2, 2]
    assert [one.acts for one in schedule.occurrences.all()] == [[3, 4]]


def test_times_missed_while_nobody_was_there_are_made_up_for_once(group, clock):
    merin = group.recruits(group.player)
    schedule = plans(group, {"kind": "change_spirit", "hero": merin, "by": -1}, unit="day")
    clock.move_to(at(12, 12))
    tick()
    tick()
    assert kinds_done(group).count("change_spirit") == 1
    schedule.refresh_from_db()
    assert schedule.upcoming == "2027-03-12T19:00"
    assert [one.time for one in schedule.occurrences.all()] == ["2027-03-02T19:00"]
    clock.move_to(at(12, 18))
    tick()
    assert kinds_done(group).count("change_spirit") == 2


def test_a_worker_whose_clock_is_slow_does_not_repeat_what_another_left(group, clock):
    merin = group.recruits(group.player)
    schedule = plans(group, {"kind": "change_spirit", "hero": merin, "by": -1}, unit="day")
    sending.look(at(2, 18, 1))  # this process believes that it is evening
    tick()  # this one runs what was left, at noon of the day before
    tick()
    assert kinds_done(group).count("change_spirit") == 1
    schedule.refresh_from_db()
    assert schedule.upcoming == "2027-03-03T19:00"
    clock.move_to(at(2, 18, 1))
    tick()
    assert kinds_done(group).count("change_spirit") == 1


def test_a_repeated_one_keeps_its_hour_when_summer_time_begins(group, clock):
    merin = group.recruits(group.player)
    schedule = plans(
        group, {"kind": "change_spirit", "hero": merin, "by": -1}, at="2027-03-27T19:00", unit="day"
    )
    for moment in (at(27, 18), at(28, 17)):
        clock.move_to(moment - timedelta(seconds=1))
        tick()
        before = group.length
        clock.move_to(moment)
        tick()
        assert group.length == before + 1
    schedule.refresh_from_db()
    assert schedule.next_at == at(29, 17)


def test_a_time_that_is_shown_twice_happens_once(group, clock):
    merin = group.recruits(group.player)
    plans(group, {"kind": "change_spirit", "hero": merin, "by": -1}, at="2027-10-31T02:30", unit="day")
    for minutes in range(0, 180, 30):
        clock.move_to(datetime(2027, 10, 31, 0, 0, tzinfo=UTC) + timedelta(minutes=minutes))
        tick()
    assert kinds_done(group).count("change_spirit") == 1


def test_it_follows_the_campaign_into_another_time_zone(group, clock):
    schedule = plans(group, OPEN)
    people.settle(group.enter(group.gm), None, "Asia/Tokyo")
    tick()
    schedule.refresh_from_db()
    assert schedule.next_at == at(2, 10)
    people.settle(group.enter(group.gm), None, "America/Los_Angeles")
    clock.move_to(at(2, 18))
    tick()
    assert group.length == 0
    clock.move_to(at(3, 3))
    tick()
    assert kinds_done(group) == ["open_quest"]


# With the say of that moment


def test_who_is_no_game_master_any_more_cannot_act_by_it_and_the_others_are_told(group, clock, other_player):
    people.change_role(group.enter(group.gm), group.seat(other_player).key, "gm")
    schedule = plans(group, OPEN, who=other_player)
    people.change_role(group.enter(group.gm), group.seat(other_player).key, "player")
    clock.move_to(at(2, 18))
    tick()
    assert group.length == 0
    assert refusals(schedule) == [
        "Whoever scheduled it no longer runs the table: save it for it to be done in your name."
    ]
    assert set(Notice.objects.filter(topic="schedule").values_list("user__username", flat=True)) == {"zargon"}


def test_who_was_removed_or_whose_account_is_gone_cannot_act_by_it(group, clock, other_player):
    people.change_role(group.enter(group.gm), group.seat(other_player).key, "gm")
    schedule = plans(group, OPEN, who=other_player, unit="day")
    other_player.is_active = False
    other_player.save()
    clock.move_to(at(2, 18))
    tick()
    other_player.is_active = True
    other_player.save()
    people.remove(group.enter(group.gm), group.seat(other_player).key)
    clock.move_to(at(3, 18))
    tick()
    other_player.delete()
    clock.move_to(at(4, 18))
    tick()
    assert group.length == 0
    assert len(refusals(schedule)) == 3
    assert all("no longer runs the table" in why for why in refusals(schedule))


def test_another_game_master_takes_it_over_by_saving_it(group, clock, other_player):
    people.change_role(group.enter(group.gm), group.seat(other_player).key, "gm")
    schedule = plans(group, OPEN, who=other_player)
    people.change_role(group.enter(group.gm), group.seat(other_player).key, "player")
    outcome = planning.change(group.enter(group.gm), schedule.pk, planning.wanted_of(schedule), 1)
    assert isinstance(outcome, Schedule)
    clock.move_to(at(2, 18))
    tick()
    assert [body.seat for body in bodies(group)] == [group.seat(group.gm).key]


# Changed, cancelled, gone


def test_what_is_cancelled_does_not_happen(group, clock):
    schedule = plans(group, OPEN)
    assert planning.cancel(group.enter(group.gm), schedule.pk, 1) is None
    clock.move_to(at(2, 18))
    tick()
    assert group.length == 0


def test_what_is_cancelled_after_its_job_was_left_does_not_happen_either(group, clock):
    schedule = plans(group, OPEN)
    clock.move_to(at(2, 18))
    sending.look(at(2, 18))
    planning.cancel(group.enter(group.gm), schedule.pk)
    tick()
    assert (group.length, Occurrence.objects.count()) == (0, 0)


def test_what_is_moved_happens_at_its_new_time_only(group, clock):
    schedule = plans(group, OPEN)
    later = wanted(OPEN, at="2027-03-05T19:00")
    assert isinstance(planning.change(group.enter(group.gm), schedule.pk, later, 1), Schedule)
    clock.move_to(at(2, 18))
    tick()
    assert group.length == 0
    clock.move_to(at(5, 18))
    tick()
    assert group.length == 1


def test_what_belongs_to_a_deleted_campaign_waits_for_its_return_and_goes_with_its_purge(group, clock):
    plans(group, OPEN)
    delete_campaign(group.enter(group.gm))
    clock.move_to(at(3, 18))
    tick()
    assert group.length == 0
    restore_campaign(group.campaign)
    tick()
    assert group.length == 1
    plans(group, OPEN, at="2027-03-05T19:00")
    purge_campaign(group.campaign.pk)
    assert (Schedule.objects.count(), Occurrence.objects.count()) == (0, 0)
    assert (Campaign.objects.count(), Seat.objects.count(), Notice.objects.count()) == (0, 0, 0)


def test_a_refusal_of_the_rules_is_reported_in_their_words(group, clock, bend):
    schedule = plans(group, OPEN)
    bend("decide", lambda *_: Violation("no_candles", same("No candles."), "§1"))
    clock.move_to(at(2, 18))
    tick()
    assert refusals(schedule) == ["No candles."]


def test_an_error_that_does_not_pass_is_given_up_and_told_and_the_next_time_comes(group, clock, monkeypatch):
    merin = group.recruits(group.player)
    schedule = plans(group, {"kind": "change_spirit", "hero": merin, "by": -1}, unit="day")

    def breaks(*_):
        raise ValueError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(sending, "perform", breaks)
        clock.move_to(at(2, 18))
        for _ in range(12):
            tick()
            clock.shift(timedelta(minutes=15))
    assert refusals(schedule) == ["An error prevented it: nothing more is done."]
    assert Notice.objects.filter(topic="schedule").count() == 1
    clock.move_to(at(3, 18))
    tick()
    assert kinds_done(group)[-1] == "change_spirit"
