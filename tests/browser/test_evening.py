"""A whole evening on a phone of 360 × 740: from signing up to correcting what can no longer be undone."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Evening

pytestmark = pytest.mark.browser


@dataclass
class Party:
    brom: str
    dura: str
    elwe: str
    merin: str
    aella: str


def gather(table: Evening) -> Party:
    """Four recruits, and one who was played on paper until now."""
    table.found_campaign(table.say("Les quatre de Karak", "The four of Karak"))
    expect(table.page.get_by_role("link", name=table.say("Recruter un héros", "Recruit a hero"))).to_be_visible()
    return Party(
        brom=table.recruit("Brom", "barbarian"),
        dura=table.recruit("Dura", "dwarf"),
        elwe=table.recruit("Elwë", "elf", "water"),
        merin=table.recruit("Merin", "enchanter", "air", "fire", "earth"),
        aella=table.enrol(
            "Aella",
            "amazon",
            5,
            table.say("Jouée un an sur papier.", "Played on paper for a year."),
            xp=375,
            gold=60,
            skills=["amazon-stunning-blow", "amazon-dodge"],
        ),
    )


def enter(table: Evening, party: Party) -> None:
    """Four go in; one goes home early, and the late arrival takes the place."""
    table.open_quest("rescue-of-sir-ragnar", party.brom, party.dura, party.elwe, party.merin)
    expect(table.page.locator("main")).to_contain_text(
        table.say("La délivrance de Sir Ragnar", "The Rescue of Sir Ragnar")
    )
    table.kill(party.dura, "skeleton")
    table.deed(party.dura, "trap_disarmed")
    table.does("leave_quest", party.dura)
    table.does("join_quest", party.aella)


def tally(table: Evening, party: Party) -> None:
    """One tap each."""
    table.kill(party.brom, "orc-hero", looking_for=table.say("heros ORC", "ORC hero"))
    table.kill(party.brom, "orc")
    table.kill(party.brom, "orc")
    table.kill(party.merin, "goblin", by="spell")
    assert table.say("par un sort", "by a spell") in table.last()
    table.deed(party.merin, "spell_kill")
    table.cast(party.merin, "ball-of-flame")
    table.cast(party.merin, "tempest")
    table.recover(party.merin, "tempest")
    table.change(party.merin, "mind", -1)
    table.use_skill(party.aella, "amazon-stunning-blow")
    table.find_gold(party.elwe, 30)
    body = table.say("Corps", "Body")
    table.wound(party.brom, 4)
    table.heal(party.brom, 1)
    assert table.numbers(party.brom)[body] == "5"


def drink(table: Evening, party: Party) -> None:
    """A potion with the die thrown on the table, another with the app's; what was drunk cannot be unfound."""
    body = table.say("Corps", "Body")
    table.find(party.brom, "healing-potion")
    found = table.number_of(table.say("trouve : potion de guérison", "finds: healing potion"))
    table.drink(party.brom, "healing-potion", 2)
    drunk = table.say("Brom utilise : potion de guérison (dé : 2), +2 Corps.", "Brom uses: healing potion (die: 2), +2 Body.")
    assert drunk in table.last()
    assert table.numbers(party.brom)[body] == "7"
    table.take_back(found)
    expect(table.refused).to_contain_text(drunk.removesuffix("."))
    table.wound(party.brom, 5)
    table.find(party.brom, "healing-potion")
    table.drink(party.brom, "healing-potion")
    assert "3" <= table.numbers(party.brom)[body] <= "8"


def change_ones_mind(table: Evening, party: Party) -> None:
    """The last act is taken back with one tap, and given back with another."""
    table.kill(party.brom, "mummy")
    told = table.last()
    table.undo()
    assert "skull" not in table.last()
    assert table.tallied(party.brom) == table.say(
        ["1 héros orc", "2 orcs"], ["1 orc hero", "2 orcs"]
    )
    table.sheet(party.brom)
    table.redo()
    assert len(table.tallied(party.brom)) == 3
    table.sheet(party.brom)
    table.undo()
    assert told


IN_FRENCH = pytest.mark.browser_context_args(locale="fr", color_scheme="dark")
IN_ENGLISH = pytest.mark.browser_context_args(locale="en", color_scheme="light")


@pytest.mark.parametrize(
    "name", [pytest.param("zargon", marks=IN_FRENCH, id="fr"), pytest.param("morcar", marks=IN_ENGLISH, id="en")]
)
def test_an_evening_on_a_phone(evening, name):
    table = evening()
    table.sign_up(name)
    party = gather(table)
    enter(table, party)
    tally(table, party)
    drink(table, party)
    change_ones_mind(table, party)
    print(table.history())
    table.campaign()
    print(table.page.locator("main").inner_text())
    table.offer("close_quest")
    print(table.receipts(), table.changes())
    table.explain
    assert 0
