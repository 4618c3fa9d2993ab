"""An id stands once on a page: a label that leads to two sections leads to none."""

from collections import Counter
from html.parser import HTMLParser

import pytest

from campaigns.seats import found
from tests.campaigns.group import Group


class Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()

    def handle_starttag(self, tag, attrs):
        self.found.update(value for name, value in attrs if name == "id" and value)


def doubles(client, url):
    parser = Ids()
    parser.feed(client.get(url).content.decode())
    return [key for key, count in parser.found.items() if count > 1]


@pytest.fixture
def evening(gm, player):
    """A quest in which one hero has died and another has gone home."""
    group = Group(found(gm, "The cellar gang", "heroquest_evolution"), gm, player)
    fields = {"hero_class": "dwarf"}
    heroes = [
        group.does(gm, "recruit_hero", name=name, **fields).events[0]["hero"]
        for name in ("Brom", "Dura", "Elin")
    ]
    group.does(gm, "open_quest", quest="the-trial", heroes=heroes)
    group.does(gm, "record_kill", hero=heroes[0], monster="orc")
    group.does(gm, "record_death", hero=heroes[0], cause="A pit")
    group.does(gm, "leave_quest", hero=heroes[1])
    return f"/campaigns/{group.campaign.id}/", heroes


@pytest.mark.parametrize("tab", ["", "tally", "kills", "gear", "skills", "more"])
def test_every_id_of_a_page_is_its_own(tab, evening, gm_client):
    base, heroes = evening
    urls = [base, f"{base}heroes/", f"{base}acts/", f"{base}table/?tab={tab}"]
    urls += [f"{base}heroes/{hero}/?tab={tab}" for hero in heroes]
    urls += [f"{base}table/?hero={hero}&tab={tab}" for hero in heroes]
    assert {url: found for url in urls if (found := doubles(gm_client, url))} == {}
