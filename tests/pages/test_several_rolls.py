"""An act of several rolls asks for one after the other, and forgets none that was thrown: by a tap and on an offer's page."""

import html
import re
import uuid

import pytest

from campaigns.access import enter
from campaigns.acts import Accepted, Envelope, perform
from campaigns.seats import found

pytestmark = pytest.mark.django_db
FELL = {"roll.monster": "harpy", "roll.gear_1": "bronze-helm"}


@pytest.fixture
def drawn(gm):
    """A hero with a tile to lay, in a game whose cards the table draws; the address of the campaign."""
    campaign = found(gm, "Two cards", "six_elements")

    def does(kind, **fields):
        key = str(uuid.uuid4())
        answer = perform(enter(gm, campaign.pk), {"kind": kind, **fields}, Envelope(key=key))
        assert isinstance(answer, Accepted), answer
        return answer.events

    hero = does("recruit_hero", hero_class="hoplite", name="Ana")[0]["hero"]
    does("begin_game", mode="solo", first=hero)
    tile = does("explore", hero=hero, way="N")[0]["enters"]
    does("set_house_rule", rule="dice", value="table")
    return f"/campaigns/{campaign.pk}/", hero, tile


def inputs(page: str) -> dict[str, str]:
    """The hidden inputs of the form that asks for a roll."""
    asking = next(form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if 'name="roll.' in form)
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', asking)
    return {name: html.unescape(value) for name, value in found}


def asked(page: str) -> str:
    return re.findall(r'<select name="(roll\.[a-z_0-9]+)"', page)[0]


def answers(client, url: str, sent: dict[str, str]) -> int:
    """What is asked for is thrown, with nothing but what the page gives back; the number of questions."""
    for number in range(1, 5):
        answer = client.post(url, sent)
        if answer.status_code == 303:
            return number - 1
        page = answer.content.decode()
        sent = inputs(page) | {asked(page): FELL[asked(page)]}
    return 0


def test_by_a_tap(drawn, gm_client):
    base, hero, _ = drawn
    page = gm_client.get(f"{base}heroes/{hero}/").content.decode()
    tap = html.unescape(re.findall(r'value="(kind=place_tile[^"]*)"', page)[0])
    sent = {"tap": tap, "key": str(uuid.uuid4()), "next": f"{base}heroes/{hero}/"}
    assert answers(gm_client, f"{base}acts/", sent) == 2
    foes = gm_client.get(f"/api/v1{base}state/").json()["game"]["foes"]
    assert [(foe["monster"], foe["gear"]) for foe in foes] == [("harpy", ["bronze-helm"])]


def test_on_the_page_of_an_offer(drawn, gm_client):
    base, hero, _ = drawn
    page = gm_client.get(f"{base}do/place_tile/?hero={hero}").content.decode()
    exits = re.findall(r'name="exits"[^>]*value="([NESW]+)"', page)[0]
    sent = {"kind": "place_tile", "hero": hero, "exits": exits, "key": str(uuid.uuid4())}
    first = gm_client.post(f"{base}acts/", sent).content.decode()
    second = gm_client.post(f"{base}acts/", sent | {"roll.monster": "harpy"}).content.decode()
    assert (asked(first), asked(second)) == ("roll.monster", "roll.gear_1")
    assert inputs(second)["roll.monster"] == "harpy"
