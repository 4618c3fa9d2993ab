"""The past: any moment, and two of them side by side, at a price that does not grow."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import snapshots
from campaigns.models import Checkpoint
from campaigns.rebuilding import rebuild_campaign
from campaigns.snapshots import refold, state_at
from campaigns.spans import STEP
from tests.conftest import signed_in

pytestmark = pytest.mark.django_db


def long_evening(group, acts, seed=3):
    """Spirits up and down, with some of it taken back, near and far."""
    random, hero = Random(seed), group.recruits(group.player)
    while group.length < acts:
        spirit = group.state.hero(hero).spirit
        group.does(
            group.player,
            "change_spirit",
            hero=hero,
            by=-1 if spirit == 3 or (spirit and random.random() < 0.5) else 1,
        )
        if random.random() < 0.1:
            group.tries_undo(group.gm, random.randint(2, group.length))
    return hero


def test_a_moment_is_what_folding_everything_until_then_gives(group):
    long_evening(group, 2 * STEP + 20)
    rules = group.enter(group.gm).ruleset
    moments = [0, 1, STEP - 1, STEP, STEP + 1, 2 * STEP, 2 * STEP + 5, group.length]
    found = [state_at(group.campaign, seq) for seq in moments]
    Checkpoint.objects.all().delete()
    assert found == [refold(group.campaign.pk, rules, seq) for seq in moments]


def test_a_moment_costs_as_much_late_as_early(group):
    hero = group.recruits(group.player)
    for number in range(3 * STEP):
        group.does(group.player, "change_spirit", hero=hero, by=-1 if number % 2 == 0 else 1)
    read = []
    for seq in (STEP + 9, 3 * STEP - 9):
        with CaptureQueriesContext(connection) as asked:
            state_at(group.campaign, seq)
        read.append(len(asked))
    assert read[0] == read[1] <= 5


def test_a_rebuild_leaves_every_checkpoint_there_was(group):
    long_evening(group, 2 * STEP + 3)
    before = list(Checkpoint.objects.order_by("seq").values_list("seq", "state"))
    assert [seq for seq, _ in before] == [STEP, 2 * STEP]
    rebuild_campaign(group.campaign.pk)
    assert list(Checkpoint.objects.order_by("seq").values_list("seq", "state")) == before


def page(group, query, user=None, **more):
    return signed_in(user or group.player).get(f"/campaigns/{group.campaign.pk}/past/{query}", **more)


def test_the_page_shows_the_party_at_that_moment_with_what_had_happened(evening):
    shown = page(evening, "?at=5").content.decode()
    assert "Spirit of Merin: -2." in shown
    assert "1/3" in shown
    assert "Durgin" in shown


def test_two_moments_stand_side_by_side_with_what_differs_marked(evening):
    shown = page(evening, "?at=4&and=5").content.decode()
    assert shown.count("is-changed") == 1
    assert "3/3" in shown
    assert "1/3" in shown


def test_an_act_that_was_taken_back_is_seen_as_it_was_and_said_to_be(evening):
    shown = page(evening, "?at=9").content.decode()
    assert "taken back later" in shown
    assert "0/3" in shown


@pytest.mark.parametrize(
    "query", ["?at=", "?at=x", "?at=-4", "?at=999999", "?at=4&and=zzz", "?at=99999999999999999999", ""]
)
def test_a_moment_that_never_was_is_no_error(evening, query):
    assert page(evening, query).status_code == 200


def test_before_the_beginning_there_is_nobody(evening):
    assert "No hero had joined yet." in page(evening, "?at=0").content.decode()


def test_a_secret_act_says_no_more_than_it_does_in_the_history(evening):
    evening.does(evening.gm, "stock_store", by=2)
    seq = evening.length
    assert "Store: +2." not in page(evening, f"?at={seq}").content.decode()
    assert "Store: +2." in page(evening, f"?at={seq}", evening.gm).content.decode()


def test_the_slider_gets_a_fragment(evening):
    shown = page(evening, "?at=3", HTTP_HX_REQUEST="true").content.decode()
    assert "<html" not in shown
    assert 'type="range"' in shown


def test_every_line_of_the_history_leads_to_its_moment(evening):
    shown = signed_in(evening.player).get(f"/campaigns/{evening.campaign.pk}/acts/").content.decode()
    assert f"/campaigns/{evening.campaign.pk}/past/?at=4" in shown


def test_programs_get_both_moments_and_what_differs(evening):
    url = f"/api/v1/campaigns/{evening.campaign.pk}/past/"
    found = signed_in(evening.player).get(f"{url}?at=4&and=5").json()
    assert found["at"]["act"]["seq"] == 4
    assert [(one["before"], one["after"]) for one in found["changes"]] == [(3, 1)]
    assert signed_in(evening.player).get(f"{url}?at=x").status_code == 400


def test_a_part_of_a_number_leads_to_its_act(evening):
    client, base = signed_in(evening.player), f"/campaigns/{evening.campaign.pk}/heroes/{evening.merin}/"
    shown = client.get(f"{base}came/gold/").content.decode()
    assert "Merin finds 6 gold." in shown
    assert client.get(f"{base}came/silver/").status_code == 404
    assert snapshots.state_at(evening.campaign, 4).hero(evening.merin).gold == 6
