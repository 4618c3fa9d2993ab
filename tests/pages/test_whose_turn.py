"""Where a rulebook says whose turn it is, the table has that hero in the hand."""

import uuid

import pytest

from campaigns.access import enter
from campaigns.acts import Accepted, Envelope, perform
from campaigns.seats import found

pytestmark = pytest.mark.django_db


def in_hand(client, campaign) -> list[str]:
    answer = client.get(f"/campaigns/{campaign.pk}/table/")
    return [column.hero.name for column in answer.context["columns"] if column.is_current]


def test_the_hero_in_the_hand_is_who_the_table_waits_for(gm, gm_client):
    campaign = found(gm, "In turn", "six_elements")

    def does(kind, **fields):
        key = str(uuid.uuid4())
        answer = perform(enter(gm, campaign.pk), {"kind": kind, **fields}, Envelope(key=key))
        assert isinstance(answer, Accepted), answer
        return answer.events

    does("recruit_hero", hero_class="hoplite", name="Ana")
    bea = does("recruit_hero", hero_class="hoplite", name="Béa")[0]["hero"]
    assert in_hand(gm_client, campaign) == ["Ana"]
    does("begin_game", mode="cooperative", first=bea)
    assert in_hand(gm_client, campaign) == ["Béa"]
    does("end_turn")
    assert in_hand(gm_client, campaign) == ["Ana"]
