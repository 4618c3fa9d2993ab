"""An evening of Six Elements Dungeon on a phone: founded, begun, a tile laid, a monster fought, by the generic pages."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = pytest.mark.browser
ROUNDS = 40
"""More taps than any fight with a common monster takes."""


def moments(table: Evening):
    """The cards that play the fight on: dice kept, else a card or none."""
    kept = table.page.locator("[id*=moment-keep]:visible")
    played = table.page.locator("[id*=moment-fire-common]:visible, [id*=moment-bare]:visible")
    return kept if kept.count() else played


def play(table: Evening) -> None:
    table.sign_up("théa")
    table.found_campaign(table.say("Le labyrinthe", "The labyrinth"), "six_elements")
    table.offer("recruit_hero")
    table.fill(hero_class="flamebearer", name=table.called("Théa"))
    table.preview()
    table.fill(stat="attack")
    table.confirm()
    hero = table.key_of("Théa")
    table.does("set_house_rule", rule="dice", value="app")
    table.does("begin_game", mode="solo", first=hero)
    table.sheet(hero)
    table.audit()
    table.press(table.button("explore", way="N"))
    table.press(table.button("place_tile").first)
    expect(table.page.locator("main")).to_contain_text("1D6")
    for _ in range(ROUNDS):
        cards = moments(table)
        if not cards.count():
            break
        table.press(cards.first)
    expect(moments(table)).to_have_count(0)
    table.campaign()
    expect(table.page.locator("main")).to_contain_text(table.say("Carte", "Map"))
    table.audit()


@IN_FRENCH
def test_a_fight_in_french_and_in_the_dark(evening):
    play(evening())


@IN_ENGLISH
def test_a_fight_in_english_and_in_the_light(evening):
    play(evening())
