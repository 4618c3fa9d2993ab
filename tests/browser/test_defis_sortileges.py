"""An evening of Défis et Sortilèges on a phone: two books, a fight, an alliance, a mission, by the generic pages."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = pytest.mark.browser
BLOWS = 40
"""More than any fight with a rat takes."""


def place_of(table: Evening, name: str) -> str:
    """The key of a place of the map, as its form has it."""
    table.offer("rename_place")
    radio = table.page.get_by_role("radio", name=re.compile(f"^{name}"))
    return radio.get_attribute("value") or ""


def blow(table: Evening, hero: str) -> Locator:
    """The card that plays the fight on, whoever’s time it is."""
    table.sheet(hero)
    taps = table.page.locator("main button[name=tap]")
    return taps.and_(table.page.locator("[value^='kind=strike'], [value^='kind=foe_strikes']"))


def sets_out(table: Evening) -> tuple[str, str]:
    """Two characters, two places with a way between them, dice thrown by the app."""
    table.sign_up("ondine")
    table.found_campaign(table.say("Deux livres", "Two books"), "defis_sortileges")
    table.does("recruit_hero", character="keldrilh")
    table.act("recruit_hero", character="pereim")
    keldrilh, pereim = table.key_of("Keldrilh"), table.key_of("Péreim")
    table.does("add_place", name=table.called("Fenga"))
    fenga = place_of(table, "Fenga")
    table.act("add_place", name=table.called("Séléite"), links=(fenga,))
    seleite = place_of(table, "Séléite")
    table.act("set_house_rule", rule="dice", value="app")
    table.offer("set_out")
    table.fill(name=table.called("Les muses"))
    table.fill(**{f"starts__{keldrilh}": fenga, f"starts__{pereim}": seleite})
    table.confirm()
    return keldrilh, pereim


def fights(table: Evening, hero: str) -> None:
    """A paragraph is read: an attitude, a creature, a ballad first, then blow after blow."""
    table.sheet(hero)
    table.press(table.button("explore"))
    table.press(table.button("choose_attitude", attitude="cunning"))
    table.offer("begin_fight", hero)
    table.fill(name=table.called("Grignotin"), initiative=9, combat=6, vitality=5, dice=1)
    table.confirm()
    table.sheet(hero)
    table.press(table.button("prepare_spell", spell="tortoise").first)
    for _ in range(BLOWS):
        card = blow(table, hero)
        if not card.count():
            break
        table.press(card.first)
    expect(blow(table, hero)).to_have_count(0)
    table.undo()
    expect(blow(table, hero).first).to_be_visible()
    table.redo()
    expect(blow(table, hero)).to_have_count(0)
    table.sheet(hero)
    table.open_around(table.button("end_exploration", ending="ticked"))
    table.press(table.button("end_exploration", ending="ticked"))


def meet(table: Evening, newcomer: str, resident: str) -> None:
    """One goes to where the other is, and both agree; whoever leads rests for both."""
    table.sheet(newcomer)
    table.press(table.button("move"))
    table.press(table.button("ask_alliance"))
    table.sheet(resident)
    table.press(table.button("welcome"))
    table.sheet(newcomer)
    expect(table.page.locator("main")).to_contain_text(table.say("Mène", "Leads"))
    table.press(table.button("take_rest"))
    table.press(table.button("end_turn"))


def fulfils(table: Evening, leader: str) -> None:
    """“For all”: the account of each is read first; then the heroes are gone, and the campaign says what came of it."""
    table.sheet(leader)
    table.press(table.button("explore"))
    table.press(table.button("choose_attitude", attitude="friendly"))
    table.offer("fulfil_mission", leader)
    found = table.receipts(table.say("Pouvoir", "Power"))
    assert {name: total for name, (total, _parts) in found.items()} == {"Keldrilh": 2, "Péreim": 1}
    table.confirm()
    table.campaign()
    table.audit()
    expect(table.page.locator("main")).to_contain_text(table.say("succès", "won"))


def play(table: Evening) -> None:
    keldrilh, pereim = sets_out(table)
    fights(table, keldrilh)
    meet(table, pereim, keldrilh)
    fulfils(table, pereim)
    table.go(f"{table.base}figures/")
    expect(table.page.locator("main")).to_contain_text(table.say("Attitudes choisies", "Attitudes chosen"))


@IN_FRENCH
def test_two_books_in_french_and_in_the_dark(evening):
    play(evening())


@IN_ENGLISH
def test_two_books_in_english_and_in_the_light(evening):
    play(evening())
