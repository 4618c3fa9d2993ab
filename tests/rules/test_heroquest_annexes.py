"""HeroQuest with its annexes: its figures written down once more, what its audit finds, its sheet and board at each moment."""

from __future__ import annotations

import ast
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules import heroquest_annexes
from rules.heroquest_annexes import RULESET
from rules.heroquest_annexes.book import BOOK, SERIES
from rules.heroquest_annexes.purposes import AIMS, ROLLS
from rules.heroquest_annexes.state import Figure, Gains, Hero, Owned, Places, Quest, Room, State, Thing, Turn
from rules.kernel.content import read_toml
from rules.kernel.dice import Act, AppDice
from rules.kernel.messages import Event, Violation
from rules.kernel.offers import Viewer
from rules.kernel.sections import Cards, Effects, Figures, Numbers, Receipt, Tap
from rules.kernel.text import LANGUAGES

FOLDER = Path(heroquest_annexes.__file__).parent
GM = Viewer("gm", "s1")
HEROES = {"barbarian": (3, 2, 8, 2, 6, 0), "dwarf": (2, 2, 7, 3, 6, 0), "elf": (2, 2, 6, 4, 7, 1), "mage": (1, 2, 5, 5, 7, 3)}  # fmt: skip
"""§I: attack, defence, body, mind, movement; series of spells."""
MONSTERS = {
    "goblin": (10, 2, 1, 1, 1, 5),
    "orc": (8, 3, 2, 2, 1, 15),
    "fimir": (6, 3, 3, 3, 2, 20),
    "skeleton": (6, 2, 2, 0, 1, 5),
    "zombie": (5, 2, 3, 0, 1, 10),
    "mummy": (4, 3, 4, 0, 3, 25),
    "chaos-warrior": (6, 3, 4, 3, 3, 25),
    "gargoyle": (6, 4, 4, 4, 4, 30),
}
"""§I, R1: movement, attack, defence, mind, body, XP."""
PRICES = {
    "short-sword": 150, "fine-sword": 300, "long-sword": 500, "great-sword": 800, "spear": 280, "hatchet": 150,
    "battle-axe": 1000, "halberd": 1500, "crossbow": 500, "long-bow": 800, "ammunition": 50, "dagger": 100,
    "plate": 1000, "chain-mail": 650, "helmet": 180, "shield": 100, "staff": 200, "tool-kit": 250, "rope": 50,
    "healing-potion": 500, "speed-potion": 50, "resistance-potion": 250, "strength-potion": 250, "heroic-potion": 400,
    "holy-water": 250, "elixir-of-life": 1000,
}  # fmt: skip
"""§III."""
ATTACKS = {
    "short-sword": 2, "fine-sword": 3, "long-sword": 3, "great-sword": 4, "spear": 2, "hatchet": 2, "battle-axe": 4,
    "halberd": 4, "crossbow": 3, "long-bow": 4, "staff": 2, "dagger": 1, "sceptre-of-recall": 2, "orcs-bane": 3,
    "spirit-blade": 3,
}  # fmt: skip
DEFENCES = {
    "plate": 4, "chain-mail": 3, "helmet": 1, "shield": 1, "cloak-of-elders": 1, "cape-of-protection": 1,
    "bracers-of-balur": 1, "armour-of-borin": 4,
}  # fmt: skip
RATES = {"gold": 1, "mind": 150, "body": 200, "spell": 250, "defence": 250, "attack": 250}
BEARERS = {
    "talisman-of-lore": "bdem", "ring-of-return": "em", "ring-of-sages": "em", "sceptre-of-recall": "m",
    "vital-force": "m", "cloak-of-elders": "m", "cape-of-protection": "m", "bracers-of-balur": "m",
    "armour-of-borin": "bde", "orcs-bane": "bde", "spirit-blade": "bde",
}  # fmt: skip


class Evening:
    """A game in memory; the app throws, always the same face first: a skull, a 1."""

    def __init__(self) -> None:
        self.state: State = RULESET.initial()
        self.told: list[Event] = []
        self.acts = 0

    def send(self, kind: str, **fields: Any) -> tuple[Event, ...]:
        command = RULESET.codec.command({"kind": kind, **fields})
        self.acts += 1
        found = RULESET.decide(self.state, command, Act(f"{self.acts:032x}"[::-1], AppDice(lambda below: 0)))
        assert not isinstance(found, Violation), found
        self.state = RULESET.evolve_all(self.state, found)
        self.told += found
        assert RULESET.audit(self.state) == ()
        return found

    def recruit(self, hero_class: str) -> str:
        return self.send("recruit_hero", hero_class=hero_class, name=hero_class)[0].hero  # type: ignore[attr-defined, no-any-return]

    def section(self, hero: str, key: str, viewer: Viewer | None = None) -> Any:
        sheet = RULESET.sheet(self.state, hero, viewer or Viewer("player", "s1", frozenset([hero])))
        assert sheet is not None
        return next((one for one in sheet.sections if one.key == key), None)

    def cards(self, hero: str, key: str, viewer: Viewer | None = None) -> dict[str, Any]:
        found = self.section(hero, key, viewer)
        return {card.key: card for card in found.cards} if isinstance(found, Cards) else {}

    def tap(self, tap: Tap | None) -> tuple[Event, ...]:
        assert tap is not None
        return self.send(tap.kind, **tap.fields)


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def duo(evening: Evening) -> tuple[Evening, str, str]:
    """A barbarian and a mage on a quest, an orc before them."""
    barbarian, mage = evening.recruit("barbarian"), evening.recruit("mage")
    evening.send("open_quest", name="L’épreuve", heroes=[barbarian, mage])
    evening.send("place_monsters", monster="orc")
    return evening, barbarian, mage


@pytest.mark.parametrize("key", HEROES)
def test_the_heroes_are_those_of_the_annex(key: str) -> None:
    row = BOOK.heroes[key]
    assert (row.attack, row.defence, row.body, row.mind, row.movement, row.series) == HEROES[key]


@pytest.mark.parametrize("key", MONSTERS)
def test_the_monsters_are_those_of_the_annex_and_their_experience_a_house_table(key: str) -> None:
    row = BOOK.monsters[key]
    assert (row.movement, row.attack, row.defence, row.mind, row.body, row.xp) == MONSTERS[key]
    assert RULESET.house_rules[f"xp.{key}"].house_table


def test_there_are_eight_monsters_and_four_undisputed_series_of_three() -> None:
    assert BOOK.monsters.keys() == MONSTERS.keys()
    assert {key: len(BOOK.spells_of((key,))) for key in SERIES} == dict.fromkeys(SERIES, 3)
    assert {key for key, row in BOOK.monsters.items() if row.mind == 0} == {"skeleton", "zombie", "mummy"}


def test_prices_and_dice_are_those_of_the_annex() -> None:
    assert {key: row.price for key, row in BOOK.items.items() if row.price} == PRICES
    assert {key: row.attack for key, row in BOOK.items.items() if row.attack} == ATTACKS
    assert {key: row.defence for key, row in BOOK.items.items() if row.defence} == DEFENCES
    assert {key: row.price for key, row in BOOK.rates.items()} == RATES


def test_restrictions_are_those_of_the_annex() -> None:
    letters = {"barbarian": "b", "dwarf": "d", "elf": "e", "mage": "m"}
    uniques = {key: row for key, row in BOOK.items.items() if row.category == "unique"}
    found = {key: "".join(sorted(letters[one] for one in row.bearers)) for key, row in uniques.items()}
    assert found == BEARERS
    for_mage = {key for key, row in BOOK.items.items() if row.attack and "mage" in row.bearers}
    assert for_mage == {"staff", "dagger", "sceptre-of-recall"}
    assert set(BOOK.items["battle-axe"].bearers) == {"barbarian", "dwarf"}
    two_handed = {key for key, row in BOOK.items.items() if row.two_handed}
    assert two_handed == {"great-sword", "spear", "battle-axe", "halberd", "crossbow", "long-bow"}
    diagonal = {key for key, row in BOOK.items.items() if row.diagonal}
    assert diagonal == {"long-sword", "great-sword", "spear", "halberd", "staff", "sceptre-of-recall"}


@pytest.mark.parametrize("section", RULESET.catalog, ids=lambda section: section.key)
def test_every_row_is_said_in_both_languages_and_says_where_it_comes_from(section: Any) -> None:
    keys = [row["key"] for row in section.rows]
    assert len(set(keys)) == len(keys) > 2
    for row in section.rows:
        assert row["source"]
        assert row["text"]["fr"] != row["text"]["en"]
        assert all(name in row for name, _ in section.columns)
    assert msgspec.json.encode(section.rows)


def test_every_roll_has_a_name_and_every_name_a_scenario() -> None:
    scenarios = [row for file in FOLDER.glob("scenarios/*.toml") for row in read_toml(file)["scenario"]]
    steps = [step for row in scenarios for step in (*row.get("given", ()), row["when"])]
    assert {roll["for"] for step in steps for roll in step.get("rolls", ())} == ROLLS.keys()
    calls = (
        arg.value
        for file in FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
        for arg in node.args[:2]
        if getattr(node.func, "attr", getattr(node.func, "id", "")) in ("roll", "thrown")
        and isinstance(arg, ast.Constant)
    )
    assert {value for value in calls if isinstance(value, str)} <= ROLLS.keys()
    assert AIMS.keys() <= ROLLS.keys()
    assert all(name.in_(language) for name in ROLLS.values() for language in LANGUAGES)


def test_an_evening_is_played_by_taps_alone(duo: tuple[Evening, str, str]) -> None:
    """Every die shows a skull: the orc falls to the first blow, the mage casts, a second orc strikes back."""
    evening, barbarian, mage = duo
    evening.tap(evening.cards(barbarian, "now")["move"].tap)
    events = evening.tap(evening.cards(barbarian, "now")["attack"].tap)
    assert [event.__struct_config__.tag for event in events] == ["attacked", "monster_slain"]
    evening.tap(evening.cards(barbarian, "now")["end_turn"].tap)
    evening.tap(evening.cards(mage, "now")["choose_series"].taps[0])
    evening.tap(evening.cards(mage, "spells")["courage"].taps[0])
    evening.tap(evening.cards(mage, "now")["end_turn"].tap)
    evening.send("place_monsters", monster="orc")
    board = RULESET.board(evening.state, GM)
    [figures] = [one for one in board.sections if isinstance(one, Figures)]
    events = evening.tap(figures.figures[0].taps[0])
    assert "hero_hurt" in [event.__struct_config__.tag for event in events]
    [at_hand] = [one for one in board.sections if one.key == "at_hand"]
    assert isinstance(at_hand, Cards)
    evening.tap(at_hand.cards[0].tap)
    assert evening.state.quest is not None
    assert (evening.state.quest.round, evening.state.quest.turn.hero) == (2, barbarian)


def test_a_power_is_shown_when_it_applies(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, mage = duo
    assert evening.section(barbarian, "effects") is None
    for hero in (barbarian, mage):
        evening.send("change_points", hero=hero, track="body", by=2 - evening.state.heroes[hero].body)
        effects = evening.section(hero, "effects")
        assert isinstance(effects, Effects)
        assert [one.key for one in effects.effects] == ["power"]
    numbers = evening.section(barbarian, "numbers")
    assert isinstance(numbers, Numbers)
    found = {one.key: one.value for one in numbers.numbers}
    assert (found["attack"], found["defence"]) == (4, 3)


def test_the_powers_of_dwarf_and_elf_are_shown_where_they_serve(evening: Evening) -> None:
    dwarf, elf = evening.recruit("dwarf"), evening.recruit("elf")
    evening.send("open_quest", name="L’épreuve", heroes=[dwarf, elf])
    assert evening.section(dwarf, "effects") is None
    evening.send("place_thing", what="darts", room="corridor")
    evening.send("find", hero=elf, item="dagger")
    for hero in (dwarf, elf):
        assert [one.key for one in evening.section(hero, "effects").effects] == ["power"]


def test_gear_is_given_by_its_card_where_somebody_is_beside(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, mage = duo
    evening.send("find", hero=barbarian, item="rope")
    assert evening.cards(barbarian, "gear")["rope"].given == {"item": "rope"}
    evening.send("give_turn", to=mage)
    assert evening.cards(barbarian, "gear")["rope"].ask is None


def test_a_pit_is_jumped_or_roped_by_a_card(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, _ = duo
    evening.send("place_thing", what="pit", room="corridor")
    evening.send("find", hero=barbarian, item="rope")
    assert {"jump_pit", "fix_rope"} <= evening.cards(barbarian, "now").keys()
    evening.tap(evening.cards(barbarian, "now")["fix_rope"].tap)
    assert "fix_rope" not in evening.cards(barbarian, "now")
    evening.tap(evening.cards(barbarian, "now")["jump_pit"].tap)
    assert evening.state.heroes[barbarian].body == 8


def test_a_monster_that_sleeps_may_be_woken_from_the_board(duo: tuple[Evening, str, str]) -> None:
    """Every die falls on 1: it sleeps on."""
    evening, _, mage = duo
    evening.send("choose_series", hero=mage, series="water")
    evening.send("give_turn", to=mage)
    evening.send("cast_spell", hero=mage, spell="sleep", target=evening.state.places.figures[0].key)
    evening.send("end_turn", hero=mage)
    [at_hand] = [one for one in RULESET.board(evening.state, GM).sections if one.key == "at_hand"]
    assert isinstance(at_hand, Cards)
    evening.tap(at_hand.cards[0].tap)
    assert evening.state.places.figures[0].effects == ("sleep",)


def test_an_evening_is_told_in_both_languages(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, mage = duo
    orc = evening.state.places.figures[0].key
    evening.send("choose_series", hero=mage, series="earth")
    evening.send("give_turn", to=mage)
    evening.send("cast_spell", hero=mage, spell="rock-skin", target=barbarian)
    evening.send("give_turn", to=barbarian)
    evening.send("strike", hero=barbarian, figure=orc)
    evening.send("change_points", hero=mage, track="mind", by=-1)
    told = [RULESET.tell(event) for event in evening.told[-6:]]
    assert [text.in_("en") for text in told] == [
        "The turn is mage’s.",
        "mage casts Rock Skin on barbarian.",
        "The turn is barbarian’s.",
        "barbarian attacks Orc 1 (Own arms): skull ×3 against skull ×2; 1 point lost.",
        "barbarian brings down: Orc 1 (+15 XP). mage helped (+8 XP).",
        "mage: Mind −1.",
    ]
    assert (
        told[3].in_("fr").startswith("barbarian attaque Orc 1 (Armes de départ)\N{NO-BREAK SPACE}: crâne ×3")
    )


def test_a_sheet_to_fill_in_is_nobodys() -> None:
    found = RULESET.blanks()
    assert [sheet.facts["hero_class"] for sheet in found] == list(HEROES)
    assert not any(sheet.name or sheet.badges for sheet in found)
    assert len(RULESET.tallied) == len(MONSTERS)


def test_whoever_only_looks_is_offered_nothing(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, _ = duo
    evening.send("find", hero=barbarian, item="healing-potion")
    looker = Viewer("spectator")
    assert evening.cards(barbarian, "now")
    assert not evening.cards(barbarian, "now", looker)
    assert not any(card.taps for card in evening.cards(barbarian, "gear", looker).values())
    board = RULESET.board(evening.state, looker)
    [figures] = [one for one in board.sections if isinstance(one, Figures)]
    assert not any(
        (one.taps, one.away, one.track and one.track.down) != ((), None, None) for one in figures.figures
    )


def test_a_chest_holds_nothing_before_it_is_opened(duo: tuple[Evening, str, str]) -> None:
    """What nobody may know yet is not in the app at all."""
    evening, barbarian, _ = duo
    room = evening.send("open_door", hero=barbarian, name="Crypte")[0].place  # type: ignore[attr-defined]
    evening.send("place_thing", what="chest", room=room)
    [chest] = evening.state.places.things
    assert (chest.gold, chest.item, chest.count) == (0, "", 0)


def test_the_close_is_an_account_of_each_and_opens_the_shop(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, mage = duo
    evening.send("strike", hero=barbarian, figure=evening.state.places.figures[0].key)
    evening.send("change_points", hero=mage, track="body", by=-5)
    before, events = evening.state, evening.send("close_quest", success=True)
    found = [one for one in RULESET.receipts(before, events) if isinstance(one, Receipt)]
    assert {one.hero: (one.total, one.mood) for one in found} == {barbarian: (15, ""), mage: (0, "dead")}
    assert [RULESET.departures(event) for event in events] == [{mage: "dead"}]
    assert evening.cards(barbarian, "shop")
    assert evening.cards(barbarian, "rates")["rate-gold"].ask == "exchange_xp"
    lines = {line.label.en: line.detail.en for line in RULESET.life(mage, evening.told) if line.detail}
    assert lines == {"End": "noted at the table"}
    lines = {line.label.en: line.detail.en for line in RULESET.life(barbarian, evening.told) if line.detail}
    assert lines == {"Quests won": "1", "Victims": "1"}


def test_experience_to_exchange_is_due_while_the_market_is_open(duo: tuple[Evening, str, str]) -> None:
    evening, _, mage = duo
    evening.send("award_xp", hero=mage, xp=150, reason="un sort utile")
    assert not any(one.due for one in RULESET.heroes(evening.state))
    evening.send("close_quest", success=True)
    assert [len(one.due) for one in RULESET.heroes(evening.state)] == [0, 1]
    evening.send("exchange_xp", hero=mage, what="mind")
    assert not any(one.due for one in RULESET.heroes(evening.state))


def test_what_moved_adds_up_to_what_there_is(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, mage = duo
    evening.send("strike", hero=barbarian, figure=evening.state.places.figures[0].key)
    evening.send("find", hero=barbarian, gold=300)
    evening.send("award_xp", hero=mage, xp=40, reason="un sort utile")
    evening.send("close_quest", success=True)
    evening.send("buy", hero=barbarian, item="rope", count=2)
    evening.send("exchange_xp", hero=mage, what="gold", xp=25)
    moves = [move for event in evening.told for move in RULESET.movements(event)]
    for key, hero in evening.state.heroes.items():
        sums = {
            what: sum(m.amount for m in moves if (m.hero, m.number) == (key, what)) for what in ("gold", "xp")
        }
        assert sums == {"gold": hero.gold, "xp": hero.xp}


def test_a_sheet_taken_elsewhere_arrives_with_what_was_bought(evening: Evening) -> None:
    hero = evening.send(
        "enrol_hero", hero_class="elf", name="Ladril", reason="feuille", gold=70, xp=30, wins=2, attack=1
    )[0].hero  # type: ignore[attr-defined]
    sheet = RULESET.sheet(evening.state, hero, GM)
    assert sheet is not None
    assert RULESET.arrival is not None
    kind, fields = RULESET.arrival
    other = Evening()
    arrived = other.send(kind, **fields(sheet.facts), reason="venue d’ailleurs")[0].hero  # type: ignore[attr-defined]
    assert replace(other.state.heroes[arrived], key="") == replace(evening.state.heroes[hero], key="")


def test_a_house_rule_is_seen_in_the_rulebook_of_the_campaign(evening: Evening) -> None:
    evening.send("set_house_rule", rule="xp.orc", value=20)
    evening.send("set_house_rule", rule="price.rope", value=60)
    evening.send("set_house_rule", rule="rate.mind", value=100)
    assert RULESET.figures(evening.state) == {
        ("monsters/orc", "xp"): (20, "R1"),
        ("items/rope", "price"): (60, "§III"),
        ("rates/mind", "xp"): (100, "§IV"),
    }


def sound() -> State:
    """A barbarian in a crypt, with an orc."""
    hero = Hero(key="k", name="Rogar", hero_class="barbarian", body=8, room="c")
    return State(
        heroes={"k": hero},
        quest=Quest(name="Q", heroes=("k",), turn=Turn(hero="k")),
        places=Places(
            rooms={"c": Room(name="Crypte")},
            figures=(Figure(key="f", monster="orc", number=1, body=1),),
        ),
        quests=1,
    )


def test_the_audit_finds_nothing_in_a_sound_state() -> None:
    assert RULESET.audit(sound()) == ()


HERO_FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown class": ({"hero_class": "paladin"}, "k: unknown class paladin"),
    "too much body": ({"body": 9}, "k: body is 9"),
    "no mind left": ({"spent": 2}, "k: mind is 0"),
    "a debt": ({"gold": -1}, "k: gold, XP or wins below 0"),
    "nothing of a thing": ({"items": (Owned(key="rope", count=0),)}, "k: gear counted wrongly"),
    "another’s cloak": ({"items": (Owned(key="cloak-of-elders", worn=True),)}, "k: wears cloak-of-elders"),
    "two swords in one hand": (
        {"items": (Owned(key="spear", worn=True), Owned(key="hatchet", worn=True))},
        "k: hatchet with spear",
    ),
    "two of one treasure": ({"items": (Owned(key="spirit-blade", count=2),)}, "spirit-blade: 2 of them"),
    "a room that is not there": ({"room": "x"}, "room x is not there"),
    "another key": ({"key": "z"}, "k: filed under another key"),
}


@pytest.mark.parametrize(("fields", "fault"), HERO_FAULTS.values(), ids=HERO_FAULTS)
def test_the_audit_finds_of_a_hero(fields: dict[str, Any], fault: str) -> None:
    state = sound()
    assert fault in RULESET.audit(replace(state, heroes={"k": replace(state.heroes["k"], **fields)}))


QUEST_FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a stranger": ({"heroes": ("k", "z")}, "quest: strangers, or nobody"),
    "a turn of a stranger": ({"turn": Turn(hero="z")}, "turn: of a stranger"),
    "a series twice": ({"series": {"k": ("fire", "fire")}}, "series: one chosen twice"),
}


@pytest.mark.parametrize(("fields", "fault"), QUEST_FAULTS.values(), ids=QUEST_FAULTS)
def test_the_audit_finds_of_a_quest(fields: dict[str, Any], fault: str) -> None:
    state = sound()
    assert state.quest is not None
    assert fault in RULESET.audit(replace(state, quest=replace(state.quest, **fields)))


def test_the_audit_finds_a_board_without_a_quest_and_a_monster_beyond_life() -> None:
    state = sound()
    assert "places: without a quest" in RULESET.audit(replace(state, quest=None))
    big = replace(state.places, figures=(Figure(key="f", monster="orc", number=1, body=2),))
    assert "f: body is 2" in RULESET.audit(replace(state, places=big))


def test_gains_stand_in_the_parts_of_a_number() -> None:
    state = sound()
    hero = replace(state.heroes["k"], gains=Gains(attack=2))
    sheet = RULESET.sheet(replace(state, heroes={"k": hero}), "k", GM)
    assert sheet is not None
    [numbers] = [one for one in sheet.sections if isinstance(one, Numbers)]
    attack = next(one for one in numbers.numbers if one.key == "attack")
    assert [(part.amount, part.thing) for part in attack.parts] == [(3, "hero"), (2, "gains/attack")]


def test_loot_left_by_a_throw_can_be_taken_up(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, _ = duo
    evening.send("find", hero=barbarian, item="dagger")
    evening.send("strike", hero=barbarian, figure=evening.state.places.figures[0].key, way="throw.dagger")
    [loot] = evening.state.places.things
    assert isinstance(loot, Thing)
    evening.send("give_turn", to=next(key for key in evening.state.heroes if key != barbarian))
    evening.send("give_turn", to=barbarian)
    evening.send("take_loot", hero=barbarian, loot=loot.key)
    assert evening.state.heroes[barbarian].count("dagger") == 1


# The odds of one blow


def arena(hero_class: str, *items: str, body: int = 5) -> State:
    owned = tuple(
        Owned(key=key, count=10 if key == "ammunition" else 1, worn=key != "ammunition") for key in items
    )
    return State(heroes={"k": Hero(key="k", name="K", hero_class=hero_class, body=body, items=owned)})


def odds(state: State, **query: str) -> dict[str, Any]:
    assert RULESET.versus is not None
    found = RULESET.versus.faced(state, "k", query)
    assert not isinstance(found, Violation), found
    return found.facts


def test_the_odds_of_a_blow_are_those_of_all_faces() -> None:
    """Three dice on one: every fall of four dice, counted."""
    die = ("skull", "skull", "skull", "white", "white", "black")
    fallen = [max(0, face[:3].count("skull") - face[3:].count("black")) for face in product(die, repeat=4)]
    found = odds(arena("barbarian"), monster="goblin")["hero"]
    assert found["lost"] == pytest.approx([fallen.count(n) / 6**4 for n in range(4)])
    assert found["fells"] == pytest.approx(sum(n >= 1 for n in fallen) / 6**4)


def test_the_odds_know_the_axe_and_the_keen_eye() -> None:
    die = ("skull", "skull", "skull", "white", "white", "black")
    axe = [max(0, f[:4].count("skull") - f[4 : 4 + max(0, 2 - f[:4].count("black"))].count("black")) for f in product(die, repeat=6)]  # fmt: skip
    found = odds(arena("barbarian", "battle-axe"), monster="orc")["hero"]
    assert found["lost"] == pytest.approx([axe.count(n) / 6**6 for n in range(5)])
    bow = arena("elf", "long-bow", "ammunition")
    eye = [
        f[:4].count("skull") + (f[4] == "skull" and f[:4].count("skull") < 4) for f in product(die, repeat=5)
    ]
    net = [max(0, n - black) for n in eye for black in (0, 0, 0, 0, 0, 1)]
    found = odds(bow, monster="goblin", way="ranged")["hero"]
    assert found["lost"] == pytest.approx([net.count(n) / len(net) for n in range(5)])


def test_a_hero_who_is_hurt_strikes_and_guards_with_the_last_stand() -> None:
    hurt = odds(arena("barbarian", body=2), monster="orc")
    assert (hurt["hero"]["attack"], hurt["monster"]["defence"]) == (4, 3)


@pytest.mark.parametrize(("query", "field"), [({"monster": "dragon"}, "monster"), ({"monster": "orc", "way": "ranged"}, "way")])  # fmt: skip
def test_odds_of_nothing_name_the_field(query: dict[str, str], field: str) -> None:
    assert RULESET.versus is not None
    found = RULESET.versus.faced(arena("mage"), "k", query)
    assert isinstance(found, Violation)
    assert found.field == field


def test_a_party_and_a_room_are_answered() -> None:
    assert RULESET.versus is not None
    state = arena("dwarf")
    [table] = RULESET.versus.party(state, "fimir")
    assert len(table.rows) == 1  # type: ignore[union-attr]
    assert not RULESET.versus.party(state, "dragon")
    found = RULESET.versus.room(state, (("goblin", 2), ("orc", 1)))
    assert not isinstance(found, Violation)
    one, two = (odds(state, monster=key)["monster"]["lost"] for key in ("goblin", "orc"))
    costs = [sum(n * p for n, p in enumerate(lost)) for lost in (one, two)]
    assert found.facts["lost"]["k"] == pytest.approx(2 * costs[0] + costs[1])
    for wrong, field in ((("dragon", 1), "monster"), (("orc", 17), "count")):
        refused = RULESET.versus.room(state, (wrong,))
        assert isinstance(refused, Violation)
        assert refused.field == field


def test_a_monster_whose_wounds_were_noted_waits_to_be_told_by_whom(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, mage = duo
    [figure] = _figures(evening)
    assert [tap.kind for tap in figure.taps] == ["monster_attack", "monster_attack"]
    evening.tap(figure.track.points[0])
    [figure] = _figures(evening)
    assert figure.is_down
    assert [tap.fields["hero"] for tap in figure.taps] == [barbarian, mage]
    [own] = _figures(evening, Viewer("player", "s2", frozenset([mage])))
    assert [tap.fields["hero"] for tap in own.taps] == [mage]
    evening.tap(figure.taps[0])
    assert evening.state.heroes[barbarian].xp == 15
    assert not evening.state.places.figures


def _figures(evening: Evening, viewer: Viewer = GM) -> tuple[Any, ...]:
    board = RULESET.board(evening.state, viewer)
    return tuple(one for section in board.sections if isinstance(section, Figures) for one in section.figures)


def test_a_review_says_what_experience_was_earned_by(duo: tuple[Evening, str, str]) -> None:
    """Two orcs, a gift of the game master, and half a kill of whoever helped."""
    evening, barbarian, mage = duo
    evening.send("choose_series", hero=mage, series="fire")
    evening.send("give_turn", to=mage)
    evening.send("cast_spell", hero=mage, spell="courage", target=barbarian)
    evening.send("place_monsters", monster="orc")
    for figure in evening.state.places.figures:
        evening.send("change_monster", figure=figure.key, by=-1)
        evening.send("slay_monster", hero=barbarian, figure=figure.key)
    evening.send("award_xp", hero=barbarian, xp=40, reason="le pont")
    before = evening.state
    found = RULESET.receipts(before, evening.send("close_quest", success=True))
    lines = [
        [(line.label.in_("en"), line.amount) for line in one.lines]
        for one in found
        if isinstance(one, Receipt)
    ]
    assert lines == [
        [("Awarded by the game master", 40), ("2 Orcs", 30)],
        [("Help by a spell", 16)],
    ]


def test_the_account_of_the_dead_says_what_they_had_earned(duo: tuple[Evening, str, str]) -> None:
    """§4: experience that nobody exchanges any more is still what the quest was."""
    evening, barbarian, mage = duo
    evening.send("award_xp", hero=mage, xp=40, reason="le pont")
    evening.send("change_points", hero=mage, track="body", by=-5)
    before = evening.state
    found = RULESET.receipts(before, evening.send("close_quest", success=True))
    totals = {one.hero: (one.total, one.mood) for one in found if isinstance(one, Receipt)}
    assert totals == {barbarian: (0, ""), mage: (40, "dead")}


def test_a_number_that_cannot_change_is_not_offered_for_correction(duo: tuple[Evening, str, str]) -> None:
    """R21: as many body points as there may be bought, and one left of all."""
    evening, barbarian, _ = duo
    evening.send("correct_number", hero=barbarian, what="body", value=20, reason="feuille")
    evening.send("change_points", hero=barbarian, track="body", by=-27)
    [offer] = RULESET.offers(evening.state, GM, hero=barbarian, kind="correct_number")
    [what] = [field for field in offer.fields if field.name == "what"]
    assert "body" not in {one.value for one in what.choices}
    assert "mind" in {one.value for one in what.choices}


def test_victims_are_counted_by_their_kind(duo: tuple[Evening, str, str]) -> None:
    evening, barbarian, _ = duo
    [orc] = evening.state.places.figures
    event = evening.send("strike", hero=barbarian, figure=orc.key)[-1]
    count = RULESET.counts(event)[0]
    assert (count.what, count.thing, count.label.in_("en")) == ("kills", "orc", "Orc")
    [told] = RULESET.sums(event)
    assert (told.one.in_("en"), told.many and told.many.in_("en")) == ("Orc", "Orcs")


def test_the_shop_says_prices_and_what_is_within_reach_comes_first(evening: Evening) -> None:
    dwarf = evening.recruit("dwarf")
    evening.send("open_quest", name="L’épreuve", heroes=[dwarf])
    evening.send("find", hero=dwarf, gold=100)
    evening.send("close_quest", success=True)
    cards = list(evening.cards(dwarf, "shop").values())
    within = [card for card in cards if card.group is None]
    assert cards[: len(within)] == within
    assert {card.key for card in within} == {"ammunition", "dagger", "shield", "rope", "speed-potion"}
    assert all(card.tap for card in within)
    assert evening.cards(dwarf, "shop")["shield"].title.in_("en") == "Shield · 100\N{NO-BREAK SPACE}gold"
    assert "spell" not in {key.removeprefix("rate-") for key in evening.cards(dwarf, "rates")}


def test_whoever_comes_from_elsewhere_brings_the_spells_that_were_bought(evening: Evening) -> None:
    mage = evening.send(
        "enrol_hero", hero_class="mage", name="Telor", wins=3, spells=["sleep"], reason="feuille"
    )[0].hero  # type: ignore[attr-defined]
    sheet = RULESET.sheet(evening.state, mage, GM)
    assert sheet is not None
    assert RULESET.arrival is not None
    fields = RULESET.arrival[1](msgspec.to_builtins(sheet.facts))
    assert (tuple(fields["spells"]), fields["wins"]) == (("sleep",), 3)
