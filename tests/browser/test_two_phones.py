"""Fingers at a table: two at once on one hero, and one that hits twice."""

import time

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, Evening

pytestmark = [pytest.mark.browser, IN_ENGLISH]

TAPS = 10


def test_two_people_tap_the_same_hero_at_once(evening):
    gm, player = phones = evening(), evening()
    gm.sign_up("mentor")
    player.sign_up("sigmar")
    gm.found_campaign("Two phones")
    gm.seat(player)
    gm.act("recruit_hero", on_behalf_of="s2", hero_class="barbarian", name="Brom")
    hero = gm.key_of("Brom")
    gm.open_quest("the-fire-mage", hero)
    for phone in phones:
        phone.sheet(hero, "kill")
    for _ in range(TAPS):
        with gm.answer(), player.answer():
            for phone in phones:
                phone.button("record_kill", monster="orc").tap()
        for phone in phones:
            phone.settle()
    for phone in phones:
        assert phone.tallied(hero) == [f"{2 * TAPS} orcs"]
    assert gm.history()[: 2 * TAPS] == ["Brom kills 1 orc."] * 2 * TAPS


@pytest.fixture(params=[True, False], ids=["with script", "without script"])
def table(request, evening) -> Evening:
    table = evening(script=request.param)
    table.sign_up("skulk")
    table.found_campaign("Two hits")
    return table


def test_a_double_tap_on_a_kill_is_one_kill(table):
    brom = table.recruit("Brom", "barbarian")
    table.open_quest("the-fire-mage", brom)
    table.sheet(brom, "kill")
    sent = []
    table.page.on("request", lambda one: sent.append(one) if one.method == "POST" else None)
    table.page.route("**/acts/", lambda route: (time.sleep(0.3), route.continue_()))
    kill = table.button("record_kill", monster="orc")
    box = kill.bounding_box()
    table.page.mouse.dblclick(box["x"] + 20, box["y"] + 20)
    expect(kill).to_contain_text("1")
    table.page.wait_for_load_state()
    assert sent
    keys = {one.post_data_json["key"] for one in sent}
    assert len(keys) == 1

    first = sent[0]
    headers = {"content-type": "application/x-www-form-urlencoded", "origin": table.url}
    table.page.unroute_all()
    for _ in range(2):
        again = table.page.request.post(first.url, data=first.post_data, headers=headers)
        assert again.ok
    assert table.tallied(brom) == ["1 orc"]
    assert len(table.history()) == 3
