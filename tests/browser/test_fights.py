"""A hero against a monster, on a phone: chosen, supposed and read, with script and without."""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.checks import assert_good
from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = pytest.mark.browser


def barbarian(evening: Evening, person: str) -> str:
    evening.sign_up(person)
    evening.found_campaign("La bande" if evening.language == "fr" else "The gang")
    return evening.recruit("Brom", "barbarian")


def look(evening: Evening, name: str) -> None:
    """In both lights, on the smallest screen and on a wide one."""
    for scheme in ("dark", "light"):
        evening.page.emulate_media(color_scheme=scheme)
        for width in (1280, 360):
            evening.page.set_viewport_size({"width": width, "height": 740})
            assert_good(evening.page)
            if folder := os.environ.get("FIGHTS_PICTURES"):
                evening.page.screenshot(path=f"{folder}/{name}-{scheme}-{width}.png", full_page=True)


@IN_FRENCH
def test_a_player_asks_what_to_expect(evening):
    phone = evening()
    hero = barbarian(phone, "sinestra")
    phone.go(f"{phone.base}heroes/{hero}/?tab=more")
    phone.follow(phone.page.get_by_role("link", name="Face à un monstre"))
    expect(phone.page.locator("main")).to_contain_text("Choisissez un adversaire.")
    phone.page.locator("select[name=monster]").select_option("orc")
    expect(phone.page.locator("#preview")).to_contain_text("Brom contre Orc")
    phone.page.locator("[name=companions]").fill("1")
    phone.page.locator("[name=companions]").press("Tab")
    expect(phone.page.locator("#preview")).to_contain_text("85,1")
    assert "companions=1" in phone.page.url
    phone.page.locator("summary", has_text="Supposer davantage").tap()
    phone.page.locator(".option", has=phone.page.locator("[value=courage]")).tap()
    expect(phone.page.locator("#preview")).to_contain_text("+2 dés d’attaque")
    look(phone, "versus")
    phone.go(f"/rulesets/heroquest_evolution/catalog/monsters/orc/?campaign={phone.base.split('/')[2]}")
    expect(phone.page.locator("main")).to_contain_text("Vos héros frappent : Orc")
    look(phone, "monster")


@IN_ENGLISH
def test_a_game_master_weighs_a_room_without_script(evening):
    phone = evening(script=False)
    barbarian(phone, "petrokk")
    phone.campaign()
    phone.follow(phone.page.get_by_role("link", name="Odds"))
    rows = phone.page.locator(".room-row")
    for row, (monster, count) in enumerate((("orc", "2"), ("goblin", "3"))):
        rows.nth(row).locator("select").select_option(monster)
        rows.nth(row).locator("input").fill(count)
    phone.follow(phone.page.get_by_role("button", name="Work it out"))
    expect(phone.page.locator("main")).to_contain_text("2 × Orc")
    expect(phone.page.locator("main")).to_contain_text("75.0%")
    expect(rows).to_have_count(4)
    phone.go(f"{phone.base}heroes/{phone.key_of('Brom')}/versus/?monster=mummy")
    expect(phone.page.locator("main")).to_contain_text("Brom against Mummy")


@IN_ENGLISH
def test_the_room_is_good_on_every_screen(evening):
    phone = evening()
    barbarian(phone, "skulmar")
    monsters = ("orc", "goblin", "chaos-warrior", "fimir", "skeleton", "zombie", "mummy", "gargoyle")
    phone.go(f"{phone.base}odds/?" + "&".join(f"monster={one}&count=2" for one in monsters))
    expect(phone.page.locator("main")).to_contain_text("If the whole room strikes the same hero")
    look(phone, "room")
