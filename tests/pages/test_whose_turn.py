"""Where a rulebook says whose turn it is, the table has that hero in the hand."""

import uuid

import pytest
from django.utils.html import escape

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


def test_two_phones_that_end_one_turn_end_it_once(gm, gm_client):
    """Both still show the hero's turn: whoever comes second must not take the next hero's."""
    campaign = found(gm, "At once", "six_elements")
    at = f"/campaigns/{campaign.pk}/"

    def does(kind, **fields):
        answer = perform(
            enter(gm, campaign.pk), {"kind": kind, **fields}, Envelope(key=str(uuid.uuid4()), app_dice=True)
        )
        assert isinstance(answer, Accepted), answer
        return answer.events

    heroes = [
        does("recruit_hero", hero_class="hoplite", name=name)[0]["hero"] for name in ("Ana", "Béa", "Cléa")
    ]
    does("begin_game", mode="cooperative", first=heroes[0])
    tap = f"kind=end_turn&turn={heroes[0]}"
    assert f'value="{escape(tap)}"' in gm_client.get(f"{at}table/").content.decode()
    answers = [
        gm_client.post(f"{at}acts/", {"tap": tap, "key": str(uuid.uuid4()), "next": f"{at}table/"})
        for _phone in range(2)
    ]
    assert [answer.status_code for answer in answers] == [303, 422]
    assert in_hand(gm_client, campaign) == ["Béa"]
