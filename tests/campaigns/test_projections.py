"""Columns derived from the ledger: right after each act, and the same when rebuilt."""

import pytest
from django.core.management import call_command

from campaigns.models import ActHero, HeroOwner, HeroRow, NumberMove, QuestRun, UndoneAct
from campaigns.projections import PROJECTORS
from campaigns.rebuilding import rebuild_campaign
from campaigns.rows import columns
from tests.campaigns.group import envelope


@pytest.fixture
def evening(group):
    """Two heroes, one retires in a quest; gold; an undo; dice given again."""
    merin, durgin = group.recruits(group.player), group.recruits(group.player, "Durgin")
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.player, "throw_for_gold", around=envelope(app=True), hero=merin)
    group.undoes(group.player, 4)
    group.does(group.player, "throw_for_gold", around=envelope(app=True), hero=merin)
    group.does(group.player, "throw_for_gold", around=envelope(gold=[5]), hero=durgin)
    group.does(group.player, "retire_hero", hero=durgin)
    group.does(group.player, "change_spirit", hero=merin, by=-3)
    group.does(group.gm, "close_quest", success=False)
    group.does(group.gm, "open_quest", quest="cellar")
    group.merin, group.durgin = merin, durgin
    return group


def everything():
    return {
        projector.model: sorted(
            (
                tuple(getattr(row, name) for name in columns(projector.model))
                for row in projector.model.objects.all()
            ),
            key=str,
        )
        for projector in PROJECTORS
    }


def test_heroes_are_rows_with_what_lists_need(evening):
    merin = HeroRow.objects.get(key=evening.merin)
    assert (merin.name, merin.title_en, merin.status, merin.is_down) == (
        "Merin",
        "Adventurer",
        "active",
        True,
    )
    assert merin.gold == evening.state.hero(evening.merin).gold
    assert merin.in_play


def test_who_left_stays_as_they_were(evening):
    durgin = HeroRow.objects.get(key=evening.durgin)
    assert (durgin.status, durgin.gold, durgin.departed_seq) == ("retired", 5, 8)
    assert evening.state.hero(evening.durgin) is None


def test_quests_have_a_beginning_and_an_end(evening):
    runs = list(QuestRun.objects.values_list("quest", "name_en", "opened_seq", "closed_seq", "result"))
    assert runs == [("attic", "The attic", 3, 10, "lost"), ("cellar", "The cellar", 11, None, "open")]


def test_numbers_are_moved_by_acts_that_stand(evening):
    moves = NumberMove.objects.filter(hero=evening.merin, number="gold")
    assert [move.seq for move in moves] == [6]
    assert sum(move.amount for move in moves) == evening.state.hero(evening.merin).gold


def test_acts_are_found_by_hero_undone_ones_too(evening):
    acts = ActHero.objects.filter(hero=evening.merin).order_by("seq")
    assert [act.seq for act in acts] == [1, 4, 6, 9, 10]


def test_undone_acts_know_by_what_and_whether_their_dice_fell_again(evening):
    assert list(UndoneAct.objects.values_list("seq", "by_seq", "again_seq")) == [(4, 5, 6)]


def test_what_acts_keep_is_what_a_rebuild_makes(evening):
    evening.is_sound()
    before = everything()
    assert all(before.values())
    assert rebuild_campaign(evening.campaign.pk) == []
    for projector in PROJECTORS:
        projector.model.objects.all().delete()
    rebuild_campaign(evening.campaign.pk)
    assert everything() == before
    evening.is_sound()


def test_a_rebuild_says_what_was_wrong_and_mends_it(evening):
    before = everything()
    HeroRow.objects.filter(key=evening.merin).update(gold=999)
    NumberMove.objects.filter(hero=evening.durgin).delete()
    QuestRun.objects.create(
        campaign=evening.campaign, opened_seq=500, quest="x", name_fr="x", name_en="x", result="open"
    )
    ActHero.objects.create(campaign=evening.campaign, seq=500, hero="x", to="all")
    tables = {difference.table for difference in rebuild_campaign(evening.campaign.pk)}
    assert tables == {"HeroRow", "NumberMove", "QuestRun", "ActHero"}
    assert everything() == before


def test_a_hero_who_was_handed_over_stays_with_the_new_player(evening):
    HeroOwner.objects.filter(hero=evening.merin).update(seat=evening.seat(evening.gm))
    rebuild_campaign(evening.campaign.pk)
    evening.undoes(evening.gm, 11)
    assert HeroOwner.objects.get(hero=evening.merin).seat == evening.seat(evening.gm)


def test_the_roster_keeps_its_order_when_rebuilt(evening):
    HeroRow.objects.filter(key=evening.merin).update(gold=999)
    rebuild_campaign(evening.campaign.pk)
    assert [hero.key for hero in HeroRow.objects.all()] == [evening.merin, evening.durgin]


def test_the_command_rebuilds_every_campaign(evening, capsys):
    HeroRow.objects.all().delete()
    call_command("rebuild_projections")
    assert "HeroRow" in capsys.readouterr().out
    evening.is_sound()
