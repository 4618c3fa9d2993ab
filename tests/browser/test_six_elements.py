"""An evening of Six Elements Dungeon on a phone, by the generic pages: a purchase, an adventure, a fight, a level, the boss, the end."""

import pytest
from playwright.sync_api import Error, Locator, expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = pytest.mark.browser
ROUNDS = 60
"""More taps than any boss outlasts one who attacks with 21."""
PATIENCE = 8_000
"""Milliseconds in which the next card is there, if there is one."""
MIGHT = 20
SKILLS = ("neutral-mythic-combat", "neutral-mythic-defence")


def card(table: Evening, key: str) -> Locator:
    """What the sheet has to be done now."""
    return table.page.locator(f"[id*=moment-{key}]:visible, [id*=moment-more-{key}]:visible").first


def thrown(table: Evening, face: int = 0) -> None:
    """The die on the table shows this face; without one the app throws all that is asked for."""
    asked = f"button.die[value='{face}']" if face else "[name=roll][value=app]"
    while table.refused.locator(asked).count():
        table.follow(table.refused.locator(asked))


def gather(table: Evening) -> tuple[str, str]:
    """A beginner by the page; a hero of another table, one victory from the top, unseen."""
    table.sign_up("théa")
    table.found_campaign(table.say("Le labyrinthe", "The labyrinth"), "six_elements")
    table.offer("recruit_hero")
    table.fill(hero_class="flamebearer", name=table.called("Théa"))
    table.preview()
    table.fill(stat="attack")
    table.confirm()
    stats = dict.fromkeys(("attack", "defence", "magic"), MIGHT)
    table.act(
        "enrol_hero",
        hero_class="hoplite",
        name=table.called("Kyros"),
        level=9,
        xp=8,
        body=20,
        mana=0,
        **stats,
        skills=SKILLS,
        reason=table.called("Sur papier"),
    )
    thea, kyros = table.key_of("Théa"), table.key_of("Kyros")
    table.act("correct_hero", thea, gold=4, reason="Sur papier")
    table.act("begin_game", mode="cooperative", first=thea)
    return thea, kyros


def shop(table: Evening, hero: str) -> None:
    """One purchase a turn; taken back, the card is in the stall again."""
    table.sheet(hero, "stall")
    table.press(table.button("buy").first)
    expect(table.button("buy")).to_have_count(0)
    expect(table.page.locator("main")).to_contain_text(
        table.say("Un seul achat par tour", "One purchase a turn")
    )
    table.undo()
    expect(table.page.locator("main")).to_contain_text(table.say("Or en bourse : 4", "Gold in the purse: 4"))
    table.press(table.button("buy").first)


def face_the_adventure(table: Evening, *heroes: str) -> None:
    """One card for all, and each picks a difficulty; with a six on the die the easy one is passed."""
    table.press(card(table, "draw_adventure"))
    for hero in heroes:
        table.sheet(hero)
        table.press(card(table, "easy"))
        thrown(table, 6)


def slay_a_monster(table: Evening, hero: str) -> None:
    """A tile, its monster, one blow; the dice lie until they are kept."""
    table.sheet(hero)
    table.press(card(table, "explore-N"))
    table.press(card(table, "lay-"))
    table.press(card(table, SKILLS[0]))
    thrown(table)
    table.press(card(table, "keep"))
    thrown(table)


def take_the_level(table: Evening) -> None:
    """Two choices in one card; at the top the Oracle speaks, and two ones send the boss onto this very tile."""
    table.hand.press(card(table, "level-body"))
    table.press(table.button("gain_level", **{"choices.point": "body", "choices.stat": "attack"}))
    for _ in range(2):
        table.hand.press(table.refused.locator("[data-by='1']").first)
    table.follow(table.refused.locator("button.main"))


def is_asked(played: Locator) -> bool:
    """Whether there is one more card to play: what comes of a tap is drawn a moment after it."""
    try:
        played.first.wait_for(timeout=PATIENCE)
    except Error:
        return False
    return True


def slay_the_boss(table: Evening, hero: str) -> None:
    """It comes upon the hero when the monsters play; the app throws from now on."""
    table.act("set_house_rule", rule="dice", value="app")
    table.sheet(hero)
    played = table.page.locator("[id*=moment-keep]:visible, [id*=moment-neutral]:visible")
    for _ in range(ROUNDS):
        if not is_asked(played):
            break
        table.press(played.first)
    expect(table.page.locator("[id*=moment]:visible")).to_have_count(0)


def close(table: Evening) -> None:
    """The review says how each came out of it; then the heroes have left."""
    table.offer("close_game")
    expect(table.page.locator(".receipt")).to_have_count(2)
    expect(table.page.locator("main")).to_contain_text(table.say("A vaincu le boss", "Beat the boss"))
    table.confirm()
    table.campaign()
    expect(table.page.locator("main")).to_contain_text(
        table.say("Donjon n° 1 est gagné par Kyros", "Dungeon no. 1 is won by Kyros")
    )


def play(table: Evening) -> None:
    thea, kyros = gather(table)
    shop(table, thea)
    for hero in (thea, kyros):
        table.sheet(hero)
        table.press(card(table, "end"))
    face_the_adventure(table, kyros, thea)
    table.press(card(table, "end"))
    slay_a_monster(table, kyros)
    take_the_level(table)
    table.audit()
    slay_the_boss(table, kyros)
    close(table)


@IN_FRENCH
def test_an_evening_in_french_and_in_the_dark(evening):
    play(evening())


@IN_ENGLISH
def test_an_evening_in_english_and_in_the_light(evening):
    play(evening())
