"""Dice on a phone: entering what fell takes as many taps as having it thrown, and the others see it at once; a face cut by hand."""

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.checks import assert_a_thumb_hits_it, assert_good, assert_speaks
from tests.browser.evening import IN_ENGLISH, IN_FRENCH

pytestmark = pytest.mark.browser


def in_both_lights(phone) -> None:
    for scheme in ("dark", "light"):
        phone.page.emulate_media(color_scheme=scheme)
        for width in (1280, 360):
            phone.page.set_viewport_size({"width": width, "height": 740})
            assert_good(phone.page)
    assert_a_thumb_hits_it(phone.page)


def taps(*buttons) -> int:
    for button in buttons:
        button.tap()
    return len(buttons)


@IN_FRENCH
def test_dice_thrown_on_the_table_are_entered_with_as_many_taps_as_the_app_takes(evening):
    phone = evening()
    phone.sign_up("dicefrench")
    phone.found_campaign("La bande")
    hero = phone.recruit("Brom", "barbarian")
    phone.go(f"{phone.base}heroes/{hero}/")
    phone.follow(phone.page.locator("#bar").get_by_role("link", name="Dés"))
    expect(phone.page.locator("select[name=hero]")).to_have_value(hero)
    other = phone.page.context.new_page()
    other.goto(phone.page.url)
    more = phone.page.locator(".die-row").nth(1).locator("[data-by='1']")
    rolled = taps(more, more, more, phone.page.get_by_role("button", name="Lancer"))
    expect(phone.page.locator("#fell .die-face")).to_have_count(3)
    expect(other.locator("#fell .die-face")).to_have_count(3)
    phone.page.locator(".ways label").nth(1).tap()
    skull, black = (
        phone.page.get_by_role("button", name=name, exact=True) for name in ("crâne", "bouclier noir")
    )
    entered = taps(skull, skull, black, phone.page.get_by_role("button", name="Noter ces faces"))
    assert entered == rolled
    expect(phone.page.locator("#fell")).to_contain_text("crâne crâne bouclier noir")
    expect(other.locator("#fell")).to_contain_text("exactement cela : 12")
    expect(phone.page.locator(".throws-list .throw")).to_have_count(2)
    expect(phone.page.locator("[name=by][value=table]")).to_be_checked()
    in_both_lights(phone)
    assert_speaks(phone.page, "fr", "dicefrench", "Brom", "La bande")
    other.close()


@IN_ENGLISH
def test_a_portrait_is_cut_by_hand(evening):
    phone = evening()
    phone.sign_up("faceenglish")
    phone.found_campaign("The gang")
    hero = phone.recruit("Brom", "barbarian")
    phone.go(f"{phone.base}heroes/{hero}/")
    phone.follow(phone.page.get_by_role("link", name="Portrait").first)
    content = io.BytesIO()
    Image.linear_gradient("L").resize((600, 300)).save(content, "JPEG")
    file = {"name": "brom.jpg", "mimeType": "image/jpeg", "buffer": content.getvalue()}
    phone.page.set_input_files("[name=file]", file)
    canvas, x = phone.page.locator("#crop"), phone.page.locator("[name=x]")
    expect(canvas).to_be_visible()
    box = canvas.bounding_box()
    phone.page.mouse.move(box["x"] + 90, box["y"] + 90)
    phone.page.mouse.down()
    phone.page.mouse.move(box["x"] + 30, box["y"] + 90, steps=3)
    phone.page.mouse.up()
    dragged = int(x.input_value())
    assert dragged > 50
    x.press("ArrowRight")
    assert int(x.input_value()) == dragged + 1
    in_both_lights(phone)
    phone.follow(phone.page.get_by_role("button", name="Keep this portrait"))
    expect(phone.page.locator("img.face").first).to_have_js_property("naturalWidth", 96)
