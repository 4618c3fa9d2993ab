"""Behind the screen, on a phone at the table: prepared rooms, hidden dice, notes, and two masters who write at once."""

import pytest
from playwright.sync_api import Dialog, expect

from tests.browser.checks import assert_a_thumb_hits_it, assert_good
from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening
from tests.browser.test_people import follow, invite

pytestmark = pytest.mark.browser

LONG = """# Xylo

Zyx **qux** ~~quux~~ `corge`.

- grault
  - garply

> waldo

| Xyzzy | Plugh | Thud | Foobarbaz quxquuxcorge graultgarplywaldo |
|---|--:|:-:|---|
| fredplughxyzzythud | 3 | x | fredplughxyzzy thudfoobarbazqux quuxcorgegrault |

```
qux = "corgegraultgarplywaldofredplughxyzzythudfoobarbazquxquuxcorgegrault"
```
"""


def write(phone: Evening, kind: str, **fields: str) -> None:
    phone.go(f"{phone.base}documents/new/{kind}/")
    for name, text in fields.items():
        phone.page.fill(f"[name='{name.replace('__', '.')}']", text)
    phone.names |= {line for text in fields.values() for line in text.splitlines() if line}
    save(phone)


def save(phone: Evening) -> None:
    phone.follow(phone.page.locator(".confirm .button"))
    expect(phone.refused).to_have_count(0)


@pytest.mark.parametrize(
    ("script", "language"),
    [
        pytest.param(True, "fr", marks=IN_FRENCH),
        pytest.param(True, "en", marks=IN_ENGLISH),
        pytest.param(False, "fr", marks=IN_FRENCH),
    ],
)
def test_a_quest_is_prepared_and_played_room_by_room(evening, script, language):
    gm = evening(script=script)
    gm.sign_up(f"verag{language}{script}")
    gm.found_campaign("Kellar")
    gm.go(f"{gm.base}documents/")
    gm.follow(gm.page.locator("a[href$='/documents/new/prepared_quest/']").first)
    gm.page.fill("[name=title]", gm.called("Xylo"))
    gm.page.fill("[name='rooms.0.title']", gm.called("Zyx"))
    gm.page.locator("[name='rooms.0.monsters']").first.select_option("goblin")
    gm.follow(gm.page.locator("[name=edit][value=room]"))
    expect(gm.page.locator("[name='rooms.1.title']")).to_be_focused()
    gm.page.fill("[name='rooms.1.text']", gm.called("Quux"))
    gm.follow(gm.page.locator("[name=edit][value='monsters:1']"))
    save(gm)

    gm.follow(gm.page.locator("main a.main"))
    expect(gm.page.locator("h1")).to_have_text("Zyx")
    expect(gm.page.locator("main")).to_contain_text("×1")
    gm.follow(gm.page.locator(".bar a.main"))
    expect(gm.page.locator("main")).to_contain_text("Quux")
    expect(gm.page.locator(".bar a.main")).to_have_count(0)
    gm.press(gm.page.locator("#hidden-rolls [name=throw][value='combat:3']"))
    expect(gm.page.locator("#hidden-rolls .fallen-line")).to_have_count(1)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_long_notes_fit_a_phone(evening, theme):
    gm = evening()
    gm.sign_up(f"balkan{theme}")
    gm.found_campaign("Wide")
    gm.page.emulate_media(color_scheme=theme)
    write(gm, "note", title="Xyzzy" * 20, body=LONG, secret=LONG)
    address = gm.page.url
    for path in ("", "edit/", "history/"):
        gm.page.goto(address + path)
        assert_good(gm.page)
        assert_a_thumb_hits_it(gm.page)
    write(gm, "prepared_quest", title="Xylo", rooms__0__text=LONG)
    gm.page.goto(f"{gm.page.url}?room=1")
    assert_good(gm.page)
    table = gm.page.locator(".wide-table").first
    assert table.evaluate("one => one.scrollWidth > one.clientWidth")
    gm.tab_to(table)
    gm.page.keyboard.press("End")
    gm.page.keyboard.press("ArrowRight")
    gm.page.wait_for_function("one => one.scrollLeft > 0", arg=table.element_handle())


@IN_ENGLISH
def test_what_two_masters_wrote_at_once_is_shown_line_by_line(evening):
    gm, other = evening(), evening()
    gm.sign_up("glazer")
    gm.found_campaign("Two screens")
    follow(other, gm, invite(gm, role="gm"), "ulag")
    gm.names |= other.names
    write(gm, "note", title="Xylo", body="first\nsecond")
    address = gm.page.url.removeprefix(gm.url)
    for phone in (gm, other):
        phone.names |= gm.names
        phone.go(f"{address}edit/")
    gm.page.fill("[name=body]", "first\nfourth")
    save(gm)
    other.page.fill("[name=body]", "first\nthird")
    other.follow(other.page.locator(".confirm .button"))
    expect(other.refused).to_be_focused()
    expect(other.page.locator(".differences .is-gone")).to_contain_text(["fourth"])
    expect(other.page.locator(".differences .is-new")).to_contain_text(["third"])
    expect(other.page.locator(".theirs .eyebrow")).to_contain_text("glazer")
    save(other)
    expect(other.page.locator(".written")).to_contain_text("third")
    other.go(f"{address}history/")
    expect(other.page.locator(".differences .is-gone")).to_contain_text(["fourth"])


@IN_ENGLISH
def test_a_note_is_written_shared_deleted_and_brought_back_by_keyboard_alone(evening):
    gm = evening()
    gm.sign_up("skarn")
    gm.found_campaign("No mouse")
    page = gm.page
    gm.go(gm.base)
    gm.enter(page.locator("main a[href$='/documents/']").first)
    gm.enter(page.locator("a[href$='/documents/new/note/']"))
    page.keyboard.type(gm.called("Xylo"))
    gm.tab_to(page.locator("[name=body]"))
    page.keyboard.type(gm.called("Quux"))
    gm.tab_to(page.locator("[name=shared]"))
    page.keyboard.press("Space")
    gm.enter(page.locator(".confirm .button"))
    expect(page.locator(".written")).to_have_text("Quux")
    gm.enter(page.locator("a[href$='/edit/']"))
    gm.enter(page.locator("form[action$='/delete/'] button"))
    expect(page.get_by_role("status")).to_contain_text("can be brought back")
    gm.enter(page.locator("a[href$='?deleted=true']"))
    gm.enter(page.get_by_role("button", name="Bring Xylo back"))
    gm.go(f"{gm.base}notes/")
    expect(page.locator("article h2")).to_have_text("Xylo")


@IN_FRENCH
def test_a_search_goes_on_as_one_types(evening):
    gm = evening()
    gm.sign_up("fellmarg")
    gm.found_campaign("Xyz")
    write(gm, "note", title="Xylo", body="**Quux** corge")
    write(gm, "plan", title="Zyx")
    gm.go(f"{gm.base}documents/")
    expect(gm.page.locator("#documents .choice")).to_have_count(2)
    gm.page.get_by_role("searchbox").fill("quux")
    expect(gm.page.locator("#documents .choice")).to_have_count(1)
    expect(gm.page.locator("#documents mark")).to_have_text("Quux")
    expect(gm.page.locator("#documents .gist")).not_to_contain_text("*")
    gm.look()


@IN_ENGLISH
def test_what_is_being_written_stays_while_others_play(evening):
    """A prepared quest that is not saved yet outlives what happens at the table meanwhile."""
    gm, player = evening(), evening()
    gm.sign_up("tharn")
    gm.found_campaign("Quill and sword")
    brom = gm.recruit("Brom", "barbarian")
    follow(player, gm, invite(gm, hero=brom), "mentor")
    gm.names |= player.names
    gm.go(f"{gm.base}documents/new/prepared_quest/")
    gm.page.fill("[name=title]", gm.called("Xylo"))
    player.wound(brom, 1)
    expect(gm.page.locator("body[data-stream]")).to_have_count(0)
    gm.follow(gm.page.locator("[name=edit][value=room]"))
    expect(gm.page.locator("body[data-stream]")).to_have_count(0)
    save(gm)
    expect(gm.page.locator("h1")).to_have_text("Xylo")
    expect(gm.page.locator("body[data-stream]")).to_have_count(1)


@IN_ENGLISH
def test_a_slip_of_the_thumb_does_not_throw_away_what_was_written(evening):
    gm = evening()
    gm.sign_up("polar")
    gm.found_campaign("Half a page")
    gm.go(f"{gm.base}documents/new/note/")
    gm.page.locator("[name=title]").press_sequentially(gm.called("Xylo"))
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    gm.page.on("dialog", stay)
    gm.page.locator(".crumb").tap()
    expect(gm.page.locator("[name=title]")).to_have_value("Xylo")
    assert asked == ["beforeunload"]
    save(gm)
    gm.follow(gm.page.locator(".crumb"))
    expect(gm.page.locator("#documents")).to_contain_text("Xylo")
