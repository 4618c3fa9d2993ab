"""An evening of HeroQuest with annexes on a phone: a quest begun, a gargoyle fought, won, gold spent, by the generic pages."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening

pytestmark = pytest.mark.browser


def begin(table: Evening) -> tuple[str, str]:
    """A barbarian and a mage on a quest, a gargoyle before them, and gold to spend."""
    table.sign_up("darthmath")
    table.found_campaign(table.say("L’épreuve", "The trial"), "heroquest_annexes")
    table.offer("recruit_hero")
    table.fill(hero_class="barbarian", name=table.called("Rogar"))
    table.confirm()
    rogar, telor = table.key_of("Rogar"), table.recruit("Telor", "mage")
    table.does("open_quest", name=table.called("Ragnar"), heroes=(rogar, telor))
    table.act("set_house_rule", rule="dice", value="app")
    table.act("find", rogar, gold=250)
    table.act("place_monsters", monster="gargoyle")
    return rogar, telor


def fight(table: Evening, rogar: str, telor: str) -> None:
    """The barbarian strikes by one tap, the mage lends courage, the gargoyle strikes back: no blow of these fells anybody."""
    table.sheet(rogar)
    table.press(table.button("move", hero=rogar))
    table.press(table.button("strike", hero=rogar))
    assert table.say("Rogar attaque Gargouille 1", "Rogar attacks Gargoyle 1") in table.last()
    table.press(table.button("end_turn", hero=rogar))
    table.sheet(telor)
    series = table.button("choose_series", hero=telor, series="fire")
    table.open_around(series)
    table.press(series)
    table.cast(telor, "courage")
    assert table.say("Telor lance Courage sur Rogar.", "Telor casts Courage on Rogar.") in table.last()
    table.press(table.button("end_turn", hero=telor))
    table.go(f"{table.base}table/?hero=board")
    table.press(table.button("monster_attack", target=rogar))
    assert table.say("Gargouille 1 attaque Rogar", "Gargoyle 1 attacks Rogar") in table.last()


def bring_down(table: Evening, rogar: str) -> None:
    """What was thrown on the table: wounds noted by a tap, the victor by another; taken back, and done again."""
    table.press(table.button("change_monster").first)
    table.audit()
    table.press(table.button("slay_monster", hero=rogar))
    said = table.say(
        "Rogar abat : Gargouille 1 (+30 XP). Telor y a aidé (+15 XP).",
        "Rogar brings down: Gargoyle 1 (+30 XP). Telor helped (+15 XP).",
    )
    assert said in table.last()
    table.undo()
    expect(table.button("slay_monster", hero=rogar)).to_be_visible()
    table.press(table.button("slay_monster", hero=rogar))
    assert said in table.last()


def win(table: Evening) -> None:
    table.offer("close_quest")
    table.fill(success=True)
    table.preview()
    assert table.receipts() == {"Rogar": (30, [30]), "Telor": (15, [15])}
    table.confirm()
    expect(table.page.locator("main")).to_contain_text(
        table.say("La boutique est ouverte", "The shop is open")
    )


def spend(table: Evening, rogar: str) -> None:
    table.sheet(rogar, "shop")
    table.press(table.button("buy", item="shield"))
    table.act("exchange_xp", rogar, what="gold", xp=30)
    table.sheet(rogar, "gear")
    wear = table.button("equip", item="shield")
    table.open_around(wear)
    table.press(wear)
    numbers = table.numbers(rogar)
    assert numbers[table.say("Or", "Gold")] == "180"
    assert numbers["XP"] == "0"
    assert table.explain(table.say("Défense", "Defence")) == (3, [2, 1])


def play(table: Evening) -> None:
    rogar, telor = begin(table)
    fight(table, rogar, telor)
    bring_down(table, rogar)
    win(table)
    spend(table, rogar)
    assert table.say("« Ragnar » est gagnée.", "“Ragnar” is won.") in table.history()


@IN_FRENCH
def test_a_quest_is_won_in_french_and_in_the_dark(evening):
    play(evening())


@IN_ENGLISH
def test_a_quest_is_won_in_english_and_in_the_light(evening):
    play(evening())
