"""Who is told what: by what the seat may see, once, and not what they have done themselves."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns import people
from campaigns.models import Entry
from campaigns.purge import purge_campaign
from campaigns.seats import add_seat, found
from deliveries import entries
from deliveries.models import Notice, Watch
from deliveries.notices import wishes
from deliveries.notices.counting import notices_of
from jobs import kinds, queue, running
from jobs.kinds import Kind, Retry
from rules.kernel.ruleset import HeroSummary
from rules.kernel.text import Text
from tests.notices.board import told, wants_mail
from tests.schedules.calendar import plans, tick

pytestmark = pytest.mark.django_db


@pytest.fixture
def owing(group, bend):
    """The toy game's heroes owe what they lack in spirit."""
    heroes = group.enter(group.gm).ruleset.heroes

    def summaries(state) -> tuple[HeroSummary, ...]:
        lacking = {hero.key: 3 - hero.spirit for hero in state.heroes}
        return tuple(
            HeroSummary(
                key=one.key, name=one.name, title=one.title, due=(Text("{n} dû", "{n} due")(n=lacking[one.key]),) if lacking[one.key] else ()
            )
            for one in heroes(state)
        )  # fmt: skip

    bend("heroes", summaries)


def ends_a_quest(group, **more):
    group.does(group.gm, "open_quest", quest="cellar")
    return group.does(group.gm, "close_quest", **more)


def test_the_end_of_a_quest_is_told_to_all_but_who_ended_it(group, spectator):
    ends_a_quest(group)
    assert told(group.player) == told(spectator) == ["Quest over, won: The cellar"]
    assert told(group.gm) == []
    assert Notice.objects.filter(fr="Quête à son terme, succès : La cave").count() == 2


def test_the_end_of_a_quest_is_taken_back_before_anybody_has_read_of_it(group, spectator):
    end = ends_a_quest(group)
    told(group.player)
    Notice.objects.filter(user=spectator).update(read_at=timezone.now())
    group.undoes(group.gm, end.entry_seq)
    assert told(group.player) == []
    assert len(told(spectator)) == 1


def test_who_may_not_see_that_a_quest_ended_is_not_told(group, bend, spectator):
    quests = group.enter(group.gm).ruleset.runs
    bend("runs", lambda event: quests(event) if event.audience == "gm" else None)
    ends_a_quest(group)
    assert told(group.player) == told(spectator) == []


def test_what_a_hero_has_to_settle_is_told_to_whoever_plays_them(group, owing, other_player):
    merin = group.recruits(group.player)
    group.does(group.gm, "change_spirit", hero=merin, by=-1)
    assert told(group.player) == ["Merin: 1 due"]
    assert told(group.gm) == told(other_player) == []
    (notice,) = Notice.objects.all()
    assert notice.path == f"/campaigns/{group.campaign.pk}/heroes/{merin}/"


def test_what_a_hero_of_nobody_has_to_settle_is_told_to_who_runs_the_table(group, owing):
    merin = group.recruits(group.player)
    people.remove(group.enter(group.gm), group.seat(group.player).key)
    group.does(group.gm, "change_spirit", hero=merin, by=-1)
    assert told(group.gm) == ["Merin: 1 due"]


def test_what_is_settled_or_taken_back_disappears_unread_and_is_told_again_when_it_is_due_again(group, owing):
    merin = group.recruits(group.player)
    act = group.does(group.gm, "change_spirit", hero=merin, by=-1)
    told(group.player)
    group.undoes(group.gm, act.entry_seq)
    assert told(group.player) == []
    group.does(group.gm, "change_spirit", hero=merin, by=-1)
    assert told(group.player) == ["Merin: 1 due"]
    Notice.objects.update(read_at=timezone.now())
    group.does(group.gm, "change_spirit", hero=merin, by=1)
    group.does(group.gm, "change_spirit", hero=merin, by=-1)
    assert told(group.player) == ["Merin: 1 due"]  # both acts were looked at together: it was due all along
    group.does(group.gm, "change_spirit", hero=merin, by=1)
    told(group.player)
    group.does(group.gm, "change_spirit", hero=merin, by=-1)
    assert told(group.player) == ["Merin: 1 due", "Merin: 1 due"]


def test_entries_delivered_twice_and_out_of_order_tell_it_once(group, owing):
    merin = group.recruits(group.player)
    group.does(group.gm, "open_quest", quest="cellar")
    group.does(group.gm, "close_quest")
    group.does(group.gm, "change_spirit", hero=merin, by=-1)
    for seq in (4, 2, 3, 1, 4, 3):
        news = entries.news_of(str(group.campaign.pk), seq)
        for hear in entries.HEARERS:
            hear(news)
    assert sorted(told(group.player)) == ["Merin: 1 due", "Quest over, won: The cellar"]
    assert Entry.objects.count() == 4


def test_a_hero_a_role_and_the_campaign_are_told_to_who_is_given_them(group, other_player):
    merin = group.recruits(group.player)
    master, durgin = group.enter(group.gm), group.seat(other_player).key
    people.hand_over_hero(master, merin, durgin)
    people.change_role(master, durgin, "gm")
    people.hand_over_campaign(master, durgin)
    assert sorted(told(other_player)) == [
        "Merin is yours to play.",
        "The campaign “The cellar gang” is yours from now on.",
        "You are a game master from now on.",
    ]
    assert told(group.gm) == told(group.player) == []


def test_what_one_takes_oneself_is_told_to_nobody(group):
    merin = group.recruits(group.player)
    people.hand_over_hero(group.enter(group.gm), merin, group.seat(group.gm).key)
    assert told(group.gm) == told(group.player) == []


def test_who_is_removed_has_no_notices_of_that_campaign_at_once_and_none_when_they_come_back(group):
    ends_a_quest(group)
    told(group.player)
    people.remove(group.enter(group.gm), group.seat(group.player).key)
    assert list(notices_of(group.player)) == []
    running.run_due()
    assert Notice.objects.count() == 0


def test_a_session_is_called_to_mind_the_day_before_to_everybody(group, spectator, clock):
    plans(group, title="The crypt", at="2027-03-05T20:00", ahead=24, unit="week")
    clock.shift(timedelta(days=3, hours=7))
    tick()
    assert told(group.player) == []
    clock.shift(timedelta(hours=1))
    tick()
    for user in (group.gm, group.player, spectator):
        assert told(user) == ["Session “The crypt”: Friday 5 March 2027, 20:00"]
    assert Notice.objects.first().fr == "Séance « The crypt » : vendredi 5 mars 2027 à 20 h 00"
    clock.shift(timedelta(days=7))
    tick()
    assert len(told(group.player)) == 2


def test_a_session_that_is_over_is_called_to_nobody_s_mind(group, clock):
    schedule = plans(group, title="The crypt", at="2027-03-05T20:00", ahead=24)
    clock.shift(timedelta(days=9))
    tick()
    assert told(group.player) == []
    assert schedule.occurrences.count() == 1


def test_a_job_of_the_campaign_that_is_given_up_is_told_to_who_runs_the_table(group, monkeypatch):
    def fails(_run):
        raise running.GiveUpError("no room left")

    monkeypatch.setitem(kinds._known, "export", Kind("export", fails, Retry(attempts=1)))
    queue.leave("export", "export 1", subject=str(group.campaign.pk))
    queue.leave("export", "export 2", subject="not a campaign")
    assert told(group.gm) == ["Could not be done and was given up: export (GiveUpError: no room left)"]
    assert told(group.player) == []


def test_what_is_not_wanted_is_not_told(group):
    wishes.save(group.seat(group.player), ["due", "session"], mail=False)
    ends_a_quest(group)
    assert told(group.player) == []


def test_notices_are_forgotten_after_a_while(group, clock):
    ends_a_quest(group)
    assert len(told(group.player)) == 1
    clock.shift(timedelta(days=100))
    ends_a_quest(group, success=False)
    assert told(group.player) == ["Quest over, lost: The cellar"]


def test_a_purge_and_a_deleted_account_take_all_of_it_along(group):
    wants_mail(group, group.player)
    ends_a_quest(group)
    told(group.player)
    other = found(group.gm, "Elsewhere", group.campaign.ruleset, "Zargon")
    add_seat(other, group.player, "Merin's player", "player")
    purge_campaign(group.campaign.pk)
    assert (Notice.objects.count(), Watch.objects.count()) == (0, 0)
    wishes.save(other.seats.get(user=group.player), [], mail=True)
    assert group.player.digest.due_at
    group.player.delete()
    assert wishes.Digest.objects.count() == 0


def test_texts_are_of_the_reader_not_of_the_teller(group):
    ends_a_quest(group)
    told(group.player)
    row = Notice.objects.get()
    assert row.text == Text("Quête à son terme, succès : La cave", "Quest over, won: The cellar")
