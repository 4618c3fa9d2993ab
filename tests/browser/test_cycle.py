"""Between the dungeons, twice round on a phone: quest, level, upkeep, armourer, trainer, and the next quest."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_FRENCH, Evening

pytestmark = [pytest.mark.browser, IN_FRENCH]


def play(table: Evening, hero: str, xp: int) -> None:
    """A quest of the group's own, with enough gold on the way for what comes after."""
    table.does("open_quest", custom__name=table.called(f"La crypte à {xp}"), custom__xp=xp, heroes=[hero])
    table.kill(hero, "goblin")
    table.wound(hero, 2)
    table.find_gold(hero, 3000)
    before = int(table.numbers(hero)["XP"])
    table.offer("close_quest")
    assert table.receipts() == {"Brom": (xp + 1, [1, xp])}
    table.confirm()
    assert int(table.numbers(hero)["XP"]) == before + xp + 1


def wait_for(table: Evening, reason: str) -> None:
    """The next quest stays shut, and the page says for whom and why."""
    table.campaign()
    expect(table.page.locator("main")).to_contain_text(reason)
    table.offer("open_quest")
    expect(table.page.locator("#offer")).to_contain_text(reason)


def as_shown(table: Evening, hero: str) -> None:
    """Confirm: what the page said before and after is what the sheet said and says."""
    before = table.changes()["Brom"]
    table.confirm()
    sheet = table.numbers(hero)
    assert {label: sheet[label] for label in before} == {label: after for label, (_, after) in before.items()}


def settle(table: Evening, hero: str) -> None:
    """Upkeep, from the inn of the town."""
    table.sheet(hero, "town")
    table.follow(table.page.locator("a[href*='/do/pay_upkeep/']").first)
    gold = table.changes()["Brom"]["Or"]
    assert int(gold[0]) - int(gold[1]) == 25
    as_shown(table, hero)


def shop(table: Evening, hero: str, item: str, defence: str) -> None:
    """Bought: the gold is gone as shown. Worn: one more die as shown."""
    table.sheet(hero, "town")
    table.follow(table.page.locator("main a[href*='/do/buy/']").first)
    table.fill(item=item)
    assert "Défense" in (table.page.locator(f"label:has([value='{item}'])").text_content() or "")
    as_shown(table, hero)
    table.offer("equip", hero)
    table.fill(item=item)
    assert table.changes()["Brom"]["Défense"][1] == defence
    as_shown(table, hero)


def train(table: Evening, hero: str, level: str) -> None:
    """Experience for gold; the level is then taken as any other."""
    table.sheet(hero, "town")
    table.follow(table.page.locator("main a[href*='/do/train/']").first)
    table.fill(what="level")
    assert {"XP", "Or"} <= table.changes()["Brom"].keys()
    as_shown(table, hero)
    wait_for(table, f"Brom doit d’abord passer le niveau {level}.")


def rise(table: Evening, hero: str, level: str, **choices: str) -> None:
    table.go(f"{table.base}heroes/{hero}/level/")
    table.fill(**{f"choices__{name}": value for name, value in choices.items()})
    assert table.changes()["Brom"]["Niveau"][1] == level
    as_shown(table, hero)


@pytest.mark.long
def test_the_whole_cycle_twice_round(evening):
    table = evening()
    table.sign_up("grognak")
    table.found_campaign("Le cycle")
    brom = table.recruit("Brom", "barbarian")

    play(table, brom, 40)
    wait_for(table, "Brom doit d’abord passer le niveau 2.")
    rise(table, brom, "2", skill="barbarian-stunning-blow")
    wait_for(table, "Brom doit encore 25 pièces d’or d’entretien.")
    settle(table, brom)
    shop(table, brom, "shield", "3")
    train(table, brom, "3")
    rise(table, brom, "3")

    play(table, brom, 90)
    wait_for(table, "Brom doit d’abord passer le niveau 4.")
    rise(table, brom, "4", skill="barbarian-berserk")
    wait_for(table, "Brom doit encore 25 pièces d’or d’entretien.")
    settle(table, brom)
    shop(table, brom, "helmet", "4")
    train(table, brom, "5")
    rise(table, brom, "5")

    table.does("open_quest", custom__name=table.called("La suite"), custom__xp=10, heroes=[brom])
    table.sheet(brom)
    assert table.numbers(brom)["Attaque"] == "4"
