"""In town between two quests: the shops as cards, closed ones shown closed."""

from tests.rules.evening import Evening


def town_of(evening, hero):
    sheet = evening.sheet(hero)
    return next((section for section in sheet.sections if section.key == "town"), None)


def test_a_dwarf_finds_the_shops_but_not_the_tower():
    evening = Evening()
    dura = evening.recruit("dwarf", "Dura")
    cards = {card.key: card for card in town_of(evening, dura).cards}
    assert [key for key, card in cards.items() if card.ask] == ["buy", "sell", "train", "hire_mercenary"]
    assert {key for key, card in cards.items() if card.state == "lost"} == {"barracks", "forge"}
    assert not any(card.ask for card in cards.values() if card.state == "lost")


def test_an_enchanter_is_received_in_the_tower():
    evening = Evening()
    merin = evening.recruit("enchanter", "Merin", "air", "fire", "earth")
    assert {"learn_spell", "study"} <= {card.ask for card in town_of(evening, merin).cards}


def test_there_is_no_town_in_a_dungeon():
    evening = Evening()
    dura = evening.recruit("dwarf", "Dura")
    evening.send("open_quest", quest="the-trial", heroes=[dura])
    assert town_of(evening, dura) is None


def test_what_is_owed_stands_first():
    evening = Evening()
    dura = evening.recruit("dwarf", "Dura")
    evening.send("open_quest", quest="the-trial", heroes=[dura])
    evening.send("close_quest", success=False, survivors=[dura])
    inn = town_of(evening, dura).cards[0]
    assert (inn.ask, inn.text.en) == ("pay_upkeep", "25 gold of upkeep to pay (R19).")
