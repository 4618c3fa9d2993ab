"""A whole evening on a phone of 360 × 740: from signing up to correcting what can no longer be undone."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening, amount

pytestmark = [pytest.mark.browser, pytest.mark.long]


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
    expect(
        table.page.get_by_role("link", name=table.say("Recruter un héros", "Recruit a hero"))
    ).to_be_visible()
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


def check_paper(table: Evening, party: Party) -> None:
    """What nobody typed came from the table of levels, of the level that was chosen."""
    sheet = table.numbers(party.aella)
    assert sheet[table.say("Corps max.", "Body max.")] == "8"
    assert sheet[table.say("Défense", "Defence")] == "3"


def enter(table: Evening, party: Party) -> None:
    """Four go in; one goes home early, and the late arrival takes the place."""
    table.open_quest("rescue-of-sir-ragnar", party.brom, party.dura, party.elwe, party.merin)
    expect(table.page.locator("main")).to_contain_text(
        table.say("La délivrance de Sir Ragnar", "The Rescue of Sir Ragnar")
    )
    table.audit()
    table.kill(party.dura, "skeleton")
    table.deed(party.dura, "trap_disarmed")
    table.does("leave_quest", party.dura)
    table.does("join_quest", party.aella)


def tally(table: Evening, party: Party) -> None:
    """One tap each."""
    table.kill(party.brom, "orc-hero", looking_for=table.say("heros ORC", "ORC hero"))
    table.kill(party.brom, "orc")
    table.kill_beside_the_others(party.brom, "orc")
    table.kill(party.merin, "goblin", by="spell")
    assert table.say("par un sort", "by a spell") in table.last()
    table.deed(party.merin, "spell_kill")
    table.cast(party.merin, "ball-of-flame")
    table.cast(party.merin, "tempest")
    table.recover(party.merin, "tempest")
    table.change(party.merin, "mind", -1)
    table.use_skill(party.aella, "amazon-stunning-blow", monster="goblin")
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
    drunk = table.say(
        "Brom utilise : potion de guérison (dé : 2), +2 Corps.",
        "Brom uses: healing potion (die: 2), +2 Body.",
    )
    assert drunk in table.last()
    assert table.numbers(party.brom)[body] == "7"
    table.take_back(found)
    expect(table.refused).to_contain_text(drunk.removesuffix("."))
    expect(table.refused.get_by_role("button")).to_be_visible()
    table.wound(party.brom, 5)
    table.find(party.brom, "healing-potion")
    table.drink(party.brom, "healing-potion")
    fallen = re.search(table.say(r"dé : (\d)", r"die: (\d)"), table.last())
    assert table.numbers(party.brom)[body] == str(2 + int(fallen[1]))


def change_ones_mind(table: Evening, party: Party) -> None:
    """The last act is taken back with one tap, given back with another, and taken back again."""
    orcs = table.say(["1 héros orc", "2 orcs"], ["1 orc hero", "2 orcs"])
    mummy = table.say("1 momie", "1 mummy")
    table.kill(party.brom, "mummy")
    assert mummy in table.last()
    table.undo()
    assert table.tallied(party.brom) == orcs
    table.redo()
    assert table.tallied(party.brom) == [*orcs, mummy]
    table.undo()
    assert table.tallied(party.brom) == orcs
    expect(table.bar).to_contain_text(table.say("Repris :", "Taken back:"))


def mourn(table: Evening, party: Party) -> None:
    table.dies(party.elwe, table.say("Une chute sans fin.", "A fall without end."))
    expect(table.page.locator("main")).to_contain_text(table.say("Mort :", "Dead:"))


def close(table: Evening, party: Party) -> None:
    """Every receipt part by part before anything is confirmed; then the sheets say what was shown."""
    table.offer("close_quest")
    table.fill(success=False)
    table.preview()
    assert {name: total for name, (total, _) in table.receipts().items()} == {
        "Brom": 15, "Elwë": 0, "Merin": 3, "Aella": 0, "Dura": 2,
    }  # fmt: skip
    table.fill(success=True, **{f"gold__{party.brom}": 50, f"heirs__{party.elwe}": party.brom})
    table.preview()
    assert table.receipts() == {
        "Brom": (40, [9, 6, 25]),
        "Elwë": (0, []),
        "Merin": (28, [1, 2, 25]),
        "Aella": (25, [25]),
        "Dura": (2, [1, 1]),
    }
    assert table.receipts(table.say("po", "gold")) == {"Brom": (50, [50])}
    shown = table.changes()
    gold = table.say("Or", "Gold")
    assert shown["Brom"]["XP"] == ("0", "40")
    assert shown["Brom"][gold] == ("0", "80")
    table.confirm()
    for name, hero in (
        ("Brom", party.brom),
        ("Dura", party.dura),
        ("Merin", party.merin),
        ("Aella", party.aella),
    ):
        sheet = table.numbers(hero)
        assert {label: sheet[label] for label in shown[name]} == {
            label: after for label, (_, after) in shown[name].items()
        }
    table.go(f"{table.base}heroes/")
    expect(table.page.locator("main")).to_contain_text("Elwë")
    table.sheet(party.elwe)
    assert table.button("record_kill").count() == 0


def rise(table: Evening, party: Party) -> None:
    """Forty points reach the second level, which lets choose a skill; all rested, the dead excepted."""
    body = table.say("Corps", "Body")
    assert table.numbers(party.brom)[body] == "8"
    table.gain_level(party.brom, skill="barbarian-critical-blow")
    assert table.numbers(party.brom)[table.say("Niveau", "Level")] == "2"
    table.sheet(party.brom, "skills")
    expect(table.page.locator("main")).to_contain_text(table.say("Coup critique", "Critical blow"))


def look_back(table: Evening, party: Party) -> None:
    """What later acts rest on is not taken back, and the act in the way is named; the history tells it all."""
    told = table.history()
    level = table.say("Brom atteint le niveau 2", "Brom reaches level 2")
    assert level in told[0]
    closing = table.number_of(table.say("est réussie", "is won"))
    table.take_back(closing)
    expect(table.refused).to_contain_text(level)
    for sentence in table.say(
        [
            "Brom, barbare, rejoint la campagne.",
            "Merin, enchanteur, rejoint la campagne (sphères : air, terre et feu).",
            "Dura quitte « La délivrance de Sir Ragnar » avant la fin.",
            "Merin : victime, 1 gobelin (par un sort).",
            "Merin lance « Boule de feu ».",
            "Elwë trouve 30 pièces d’or.",
        ],
        [
            "Brom, barbarian, joins the campaign.",
            "Merin, enchanter, joins the campaign (spheres: air, earth and fire).",
            "Dura leaves “The Rescue of Sir Ragnar” early.",
            "Merin kills 1 goblin (by a spell).",
            "Merin casts “Ball of flame”.",
            "Elwë finds 30 gold.",
        ],
    ):
        assert sentence in told


def ask(table: Evening, party: Party) -> None:
    """A number that is touched says what it is the sum of; every act behind XP and gold has its line."""
    table.sheet(party.brom)
    for label in table.say(["Attaque", "Défense", "Niveau"], ["Attack", "Defence", "Level"]):
        total, parts = table.explain(label)
        assert total == sum(parts)
    table.go(f"{table.base}heroes/{party.brom}/numbers/xp/")
    moves = [amount(text) for text in table.page.locator(".amount").all_inner_texts()]
    assert sum(moves) == 40
    assert len(moves) >= 3


def set_right(table: Evening, party: Party) -> None:
    gold, before = table.say("Or", "Gold"), "80"
    assert table.numbers(party.brom)[gold] == before
    reason = table.say("Deux pièces sous la table.", "Two coins under the table.")
    table.correct(party.brom, reason, gold=2)
    assert table.numbers(party.brom)[gold] == "82"
    assert reason in table.history()[0]
    table.campaign()
    table.audit()


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        pytest.param("zargon", False, marks=IN_FRENCH, id="fr-by-thumb"),
        pytest.param("morcar", True, marks=IN_ENGLISH, id="en-by-keyboard-alone"),
    ],
)
def test_an_evening_on_a_phone(evening, name, keys):
    table = evening(keys=keys)
    table.by_hand = True
    table.sign_up(name)
    party = gather(table)
    check_paper(table, party)
    enter(table, party)
    tally(table, party)
    drink(table, party)
    change_ones_mind(table, party)
    mourn(table, party)
    close(table, party)
    rise(table, party)
    look_back(table, party)
    ask(table, party)
    set_right(table, party)


@IN_FRENCH
def test_an_evening_without_script(evening):
    table = evening(script=False)
    table.by_hand = True
    table.sign_up("kellar")
    table.found_campaign("Sans script")
    brom = table.recruit("Brom", "barbarian")
    merin = table.recruit("Merin", "enchanter", "air", "fire", "earth")
    aella = table.enrol("Aella", "amazon", 5, "Jouée sur papier.", xp=399, skills=["amazon-stunning-blow"])
    table.open_quest("the-fire-mage", brom, merin, aella)
    table.kill(brom, "orc")
    table.kill_beside_the_others(brom, "orc")
    table.kill(merin, "goblin", by="spell")
    assert "par un sort" in table.last()
    table.deed(aella, "trap_disarmed")
    table.use_skill(aella, "amazon-stunning-blow", monster="goblin")
    table.cast(merin, "tempest")
    table.recover(merin, "tempest")
    table.wound(brom, 3)
    table.undo()
    table.redo()
    table.undo()
    assert table.numbers(brom)["Corps"] == "6"
    table.find(brom, "healing-potion")
    table.drink(brom, "healing-potion", 1)
    assert table.numbers(brom)["Corps"] == "7"
    table.take_back(table.number_of("trouve : potion de guérison"))
    expect(table.refused).to_contain_text("Brom utilise : potion de guérison (dé : 1), +1 Corps")
    table.dies(merin, "Une chute sans fin.")

    table.offer("close_quest")
    table.fill(success=False)
    table.preview()
    assert table.receipts()["Brom"] == (6, [6])
    table.fill(success=True, **{f"heirs__{merin}": brom})
    table.preview()
    assert table.receipts()["Brom"] == (16, [6, 10])
    table.confirm()
    sheet = table.numbers(brom)
    assert (sheet["XP"], sheet["Corps"]) == ("16", "8")

    table.gain_level(aella, skill="amazon-dodge")
    assert table.numbers(aella)["Niveau"] == "6"
    for label in ("Attaque", "Défense"):
        table.sheet(aella)
        total, parts = table.explain(label)
        assert total == sum(parts)
    table.correct(brom, "Deux pièces sous la table.", gold=2)
    assert table.numbers(brom)["Or"] == "2"
    assert "Brom, barbare, rejoint la campagne." in table.history()
