"""Défis et Sortilèges: its figures written down once more, what its audit finds, its sheet and board at each moment."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from campaigns.templatetags.questkeep import ALIASES, drawn
from rules import defis_sortileges
from rules.defis_sortileges import RULESET
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.chances import at_most
from rules.defis_sortileges.content_types import Lowers, Summons
from rules.defis_sortileges.purposes import ROLLS
from rules.defis_sortileges.state import Adventure, Fight, Foe, Hero, Place, Scores, State, Thing, Turn
from rules.kernel.content import read_toml
from rules.kernel.dice import Act, AppDice
from rules.kernel.messages import Event, Violation
from rules.kernel.offers import Viewer
from rules.kernel.sections import Card, Cards, Figures, Listing, Numbers, Receipt, Tap, Tracks
from rules.kernel.tales import Telling
from rules.kernel.text import LANGUAGES, Text

FOLDER = Path(defis_sortileges.__file__).parent
OWN_NUMBERS = {"keldrilh": (15, 12, 11, 14), "pereim": (14,), "kandjar": (7,)}
"""§1, §8.4: what the source gives, from Initiative on."""
BALLADS = {
    "tortoise": (5, 1, None, None, None),
    "giggles": (10, 3, None, None, None),
    "anthem": (16, 3, None, None, None),
    "healing": (15, 3, 10, "friendly", 5),
    "illusion": (7, 4, 8, "cunning", 4),
    "saraband": (25, 5, 8, "aggressive", 5),
    "double": (30, 5, 12, "prudent", 6),
}
"""§9: Initiative, level, Power, attitude and its ticks."""


class Evening:
    """A game in memory; the app throws, always the same number first."""

    def __init__(self, face: int = 0) -> None:
        self.state: State = RULESET.initial()
        self.face, self.acts = face, 0
        self.told: list[Event] = []

    def send(self, kind: str, **fields: Any) -> tuple[Event, ...]:
        self.acts += 1
        act = Act(f"{self.acts:06x}".ljust(32, "0"), AppDice(lambda n: self.face))
        answer = RULESET.decide(self.state, RULESET.codec.command({"kind": kind, **fields}), act)
        assert not isinstance(answer, Violation), answer
        self.state = RULESET.evolve_all(self.state, answer)
        self.told += answer
        assert RULESET.audit(self.state) == ()
        return answer

    def choose(self, character: str) -> str:
        return self.send("recruit_hero", character=character)[0].hero  # type: ignore[attr-defined, no-any-return]

    def place(self, name: str, *links: str) -> str:
        return self.send("add_place", name=name, links=list(links))[0].place  # type: ignore[attr-defined, no-any-return]

    def cards(self, hero: str, section: str, *, owns: bool = True) -> dict[str, Card]:
        viewer = Viewer("player", "s1", frozenset([hero] if owns else []))
        sheet = RULESET.sheet(self.state, hero, viewer)
        assert sheet is not None
        found = (one for one in sheet.sections if isinstance(one, Cards) and one.key == section)
        return {card.key: card for one in found for card in one.cards}

    def tap(self, tap: Tap | None) -> None:
        assert tap is not None
        self.send(tap.kind, **tap.fields)


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def solo(evening: Evening) -> tuple[Evening, str]:
    """Keldrilh at Fenga, with a way to Séléite."""
    hero, fenga = evening.choose("keldrilh"), evening.place("Fenga")
    evening.place("Séléite", fenga)
    evening.send("set_out", name="La quête", starts={hero: fenga})
    return evening, hero


@pytest.mark.parametrize("character", OWN_NUMBERS)
def test_the_figures_of_the_source_are_not_ours(character: str) -> None:
    row = BOOK.characters[character]
    given = OWN_NUMBERS[character]
    assert (row.initiative, row.combat, row.magic, row.aura)[: len(given)] == given
    assert "initiative" not in row.lost


def test_what_the_source_lost_is_a_house_table() -> None:
    lost = {f"start.{row.key}.{what}" for row in BOOK.characters.values() for what in row.lost}
    marked = {
        key for key, rule in RULESET.house_rules.items() if rule.house_table and key.startswith("start.")
    }
    assert len(lost) > 12
    assert marked - lost == {"start.pereim.dice", "start.kandjar.dice", "start.caithness.dice"}
    assert lost <= marked


@pytest.mark.parametrize("key", BALLADS)
def test_the_seven_ballads_are_those_of_the_source(key: str) -> None:
    spell = BOOK.spells[key]
    found = (spell.initiative, spell.level, spell.power, spell.attitude, spell.ticks)
    assert found == BALLADS[key]
    assert (spell.character, spell.house_table) == ("keldrilh", False)


def test_the_effects_of_the_ballads() -> None:
    spells = BOOK.spells
    assert spells["tortoise"].lowers == Lowers(initiative=1)
    assert spells["giggles"].lowers == Lowers(initiative=2, combat=1)
    assert spells["anthem"].lowers == Lowers(magic=1)
    assert spells["healing"].heals == 3
    assert spells["illusion"].summons == Summons(12, 14, 3)
    assert (spells["saraband"].sets_combat, spells["saraband"].rounds) == (6, 5)
    assert spells["double"].doubles
    assert all(spell.house_table for spell in spells.values() if spell.character != "keldrilh")


@pytest.mark.parametrize("section", RULESET.catalog, ids=lambda section: section.key)
def test_every_row_is_said_in_both_languages_and_says_where_it_comes_from(section: Any) -> None:
    keys = [row["key"] for row in section.rows]
    assert len(set(keys)) == len(keys) > 3
    for row in section.rows:
        for text in (value for value in row.values() if isinstance(value, dict) and "fr" in value):
            assert text["fr"]
            assert text["en"]
        assert row["source"]
        assert row["text"]["fr"] != row["text"]["en"]
        assert all(name in row for name, _ in section.columns)
    assert msgspec.json.encode(section.rows)


def test_every_roll_has_a_name_and_every_name_a_scenario() -> None:
    scenarios = [row for file in FOLDER.glob("scenarios/*.toml") for row in read_toml(file)["scenario"]]
    steps = [step for row in scenarios for step in (*row.get("given", ()), row["when"])]
    assert {roll["for"] for step in steps for roll in step.get("rolls", ())} == ROLLS.keys()
    calls = (
        node.args[0]
        for file in FOLDER.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "roll"
    )
    assert {arg.value for arg in calls if isinstance(arg, ast.Constant)} <= ROLLS.keys()
    assert all(name.in_(language) for name in ROLLS.values() for language in LANGUAGES)


def test_a_turn_is_played_by_taps_alone(solo: tuple[Evening, str]) -> None:
    evening, hero = solo
    assert {"explore", "move", "take_rest"} <= evening.cards(hero, "now").keys()
    evening.tap(evening.cards(hero, "now")["explore"].tap)
    for _ in range(4):
        evening.tap(evening.cards(hero, "attitudes")["cunning"].tap)
    assert evening.cards(hero, "spells")["illusion"].state == "passive"
    evening.send("begin_fight", hero=hero, name="Rat", initiative=4, combat=8, vitality=3, dice=1)
    evening.tap(evening.cards(hero, "spells")["illusion"].tap)
    evening.send("break_off", reason="The paragraph says so")
    evening.tap(next(tap for tap in evening.cards(hero, "now")["end_exploration"].taps))
    evening.tap(evening.cards(hero, "now")["move"].tap)
    evening.tap(evening.cards(hero, "now")["take_rest"].tap)
    assert evening.state.heroes[hero].rests == 1
    assert evening.state.adventure is not None
    assert evening.state.adventure.round == 4


def test_a_fight_is_fought_by_the_first_card(solo: tuple[Evening, str]) -> None:
    """Every die falls on 1: all hit, and the rat dies before it has eaten anybody."""
    evening, hero = solo
    evening.send("explore", hero=hero)
    evening.send("begin_fight", hero=hero, name="Rat", initiative=4, combat=8, vitality=7, dice=1)
    for _ in range(20):
        card = evening.cards(hero, "now").get("strike") or evening.cards(hero, "now").get("foe_strikes")
        if card is None:
            break
        evening.tap(card.tap)
    assert evening.state.adventure is not None
    assert evening.state.adventure.fight is None
    assert evening.state.heroes[hero].wounds == 3


def test_whoever_only_looks_is_offered_nothing(solo: tuple[Evening, str]) -> None:
    evening, hero = solo
    evening.send("explore", hero=hero)
    assert not evening.cards(hero, "now", owns=False)
    taps = [
        card.tap
        for section in ("attitudes", "spells", "things")
        for card in evening.cards(hero, section, owns=False).values()
    ]
    assert len(taps) > 10
    assert not any(taps)


def test_the_end_of_an_adventure_is_an_account_of_each(solo: tuple[Evening, str]) -> None:
    evening, hero = solo
    evening.send("take_rest", hero=hero)
    evening.send("explore", hero=hero)
    evening.send("choose_attitude", hero=hero, attitude="friendly")
    before, events = evening.state, evening.send("fulfil_mission", hero=hero)
    [receipt] = [one for one in RULESET.receipts(before, events) if isinstance(one, Receipt)]
    assert (receipt.total, receipt.hero) == (1, hero)
    assert "Rests taken: 1." in [note.en for note in receipt.notes]
    assert [RULESET.departures(event) for event in events] == [{hero: "retired"}]
    lines = {line.label.en: line.detail.en for line in RULESET.life(hero, evening.told) if line.detail}
    assert lines == {
        "End": "mission fulfilled: “La quête”",
        "Power": "1",
        "Explorations": "1",
        "Rests": "1",
    }


def test_a_death_is_told_with_what_there_was_of_a_life(solo: tuple[Evening, str]) -> None:
    evening, hero = solo
    evening.send("explore", hero=hero)
    evening.send("begin_fight", hero=hero, name="Rat", initiative=4, combat=8, vitality=1, dice=1)
    evening.send("strike", hero=hero)
    events = evening.send("change_wounds", hero=hero, by=41)
    assert {"hero_died", "adventure_ended"} <= {event.__struct_config__.tag for event in events}
    lines = {line.label.en: line.detail.en for line in RULESET.life(hero, evening.told) if line.detail}
    assert lines == {"End": "died in “La quête”", "Victims": "1 creature: Rat", "Explorations": "1"}


def sound() -> State:
    """Keldrilh at Fenga, exploring, against a rat."""
    hero = Hero(
        key="k",
        name="Keldrilh",
        character="keldrilh",
        start=Scores(initiative=15, combat=12, magic=11, aura=14),
        now=Scores(initiative=15, combat=12, magic=11, aura=14),
        vitality=40,
        things=(Thing(key="own", dice=2, weapon="short-sword"),),
        weapon="own",
        place="p",
    )
    rat = Foe(key="f", name="Rat", initiative=4, combat=8, vitality=3, dice=1)
    fight = Fight(side=("k",), foes=(rat,))
    turn = Turn(heroes=("k",), did="explore", place="p")
    places = {"p": Place(name="Fenga", links=("q",)), "q": Place(name="Séléite", links=("p",))}
    return State(heroes={"k": hero}, places=places, adventure=Adventure(name="A", turn=turn, fight=fight))


def test_the_audit_finds_nothing_in_a_sound_state() -> None:
    assert RULESET.audit(sound()) == ()


HERO_FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "an unknown character": ({"character": "termudil"}, "k: unknown character termudil"),
    "a score of 2": ({"now": Scores(initiative=2, combat=12, magic=11, aura=14)}, "k: initiative is 2"),
    "wounds beyond life": ({"wounds": 41}, "k: 41 wounds of 40"),
    "another’s spell": ({"spells": ("ember",)}, "k: spell ember is none to open"),
    "a spell twice": ({"spells": ("illusion", "illusion")}, "k: a spell twice"),
    "a weapon from nowhere": ({"weapon": "axe"}, "k: wields what is not owned"),
    "a place off every map": ({"explored": ("x",)}, "k: unknown place x"),
    "another key": ({"key": "z"}, "k: filed under another key"),
}


@pytest.mark.parametrize(("fields", "fault"), HERO_FAULTS.values(), ids=HERO_FAULTS)
def test_the_audit_finds_of_a_hero(fields: dict[str, Any], fault: str) -> None:
    state = sound()
    heroes = {"k": replace(state.heroes["k"], **fields)}
    assert fault in RULESET.audit(replace(state, heroes=heroes))


ADVENTURE_FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "an alliance of one": ({"alliances": (("k",),)}, "alliance: ('k',)"),
    "a stray": ({"played": ("z",)}, "adventure: z is not out there"),
    "nobody up": ({"turn": None, "played": ("k",)}, "turn: nobody is up"),
    "submission to nobody": ({"submitted": ("k",)}, "submission: to nobody"),
    "a fight against nobody": ({"fight": Fight(side=("k",))}, "fight: against nobody, or everybody"),
}


@pytest.mark.parametrize(("fields", "fault"), ADVENTURE_FAULTS.values(), ids=ADVENTURE_FAULTS)
def test_the_audit_finds_of_an_adventure(fields: dict[str, Any], fault: str) -> None:
    state = sound()
    assert state.adventure is not None
    assert fault in RULESET.audit(replace(state, adventure=replace(state.adventure, **fields)))


def test_the_audit_finds_a_way_that_leads_nowhere_and_a_house_rule_that_is_none() -> None:
    state = sound()
    odd = replace(state, places={"p": Place(name="Fenga", links=("q",))}, house={"beer": 1})
    assert {"p: a way to q that leads nowhere or not back", "house: beer"} <= set(RULESET.audit(odd))


def test_a_house_rule_is_seen_in_the_rulebook_of_the_campaign(evening: Evening) -> None:
    evening.send("set_house_rule", rule="spell.illusion.level", value=2)
    evening.send("set_house_rule", rule="start.kandjar.dice", value=3)
    assert RULESET.figures(evening.state) == {
        ("spells/illusion", "level"): (2, "R3"),
        ("weapons/staff", "dice"): (3, "R2"),
    }


IN_ITS_FIELD = {
    "as_it_is", "in_hand", "named_twice", "no_tie", "no_weapon", "not_a_way_out", "out_of_range", "own_weapon", "same_place",
    "same_start", "score_bounds", "starts_missing", "unknown_key",
}  # fmt: skip
"""What was typed is set right where it was typed, or can never be."""


def test_every_refusal_says_where_to_get_what_is_missing() -> None:
    sources = "".join(file.read_text("utf-8") for file in FOLDER.glob("*.py"))
    codes = set(re.findall(r"refuse\(\s*\"([a-z_]+)\"", sources))
    assert len(codes) > 60
    assert codes == RULESET.ways.keys() | IN_ITS_FIELD
    assert not RULESET.ways.keys() & IN_ITS_FIELD
    assert {kind for kinds in RULESET.ways.values() for kind in kinds} <= set(RULESET.codec.commands)


def counted(events: Iterable[Event], what: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for count in (count for event in events for count in RULESET.counts(event) if count.what == what):
        found[count.thing] = found.get(count.thing, 0) + count.amount
    return found


def test_an_adventure_is_counted(solo: tuple[Evening, str]) -> None:
    """Every die falls on 1: three for the assault, two for the short sword, three for simple combat."""
    evening, hero = solo
    evening.send("take_rest", hero=hero)
    evening.send("explore", hero=hero)
    evening.send("choose_attitude", hero=hero, attitude="cunning")
    evening.send("simple_fight", hero=hero, dice=3)
    evening.send("begin_fight", hero=hero, name="Rat", initiative=20, combat=8, vitality=1, dice=1)
    evening.send("prepare_spell", hero=hero, spell="tortoise")
    evening.send("foe_strikes")
    evening.send("strike", hero=hero)
    evening.send("foe_strikes")
    evening.send("strike", hero=hero)
    assert counted(evening.told, "rests") == {"": 1}
    assert counted(evening.told, "places") == {evening.state.heroes[hero].place: 1}
    assert counted(evening.told, "damage") == {"": 3 + 1 + 1}
    assert counted(evening.told, "dealt") == {"": 2}
    assert counted(evening.told, "attitudes") == {"cunning": 1}
    assert counted(evening.told, "spells") == {"tortoise": 1}
    assert counted(evening.told, "kills") == {"rat": 1}
    assert {measure.what for measure in RULESET.measures} >= {"rests", "damage", "dealt", "kills"}


def test_an_assault_hopes_for_low_numbers_on_either_side() -> None:
    assert (RULESET.aim("assault").key, RULESET.aim("assault").foe) == ("low", False)
    assert (RULESET.aim("foe-assault").key, RULESET.aim("foe-assault").foe) == ("low", True)
    assert RULESET.aim("wounds").key == "high"
    assert RULESET.aims.keys() <= ROLLS.keys()


def test_a_book_sums_an_adventure_up(solo: tuple[Evening, str]) -> None:
    evening, hero = solo
    evening.send("explore", hero=hero)
    for _ in range(2):
        evening.send("choose_attitude", hero=hero, attitude="cunning")
    evening.send("begin_fight", hero=hero, name="Rat", initiative=4, combat=8, vitality=1, dice=1)
    evening.send("strike", hero=hero)
    evening.send("end_exploration", hero=hero, ending="ticked")
    evening.send("take_rest", hero=hero)
    telling = Telling(RULESET)
    telling.hear(evening.told)
    said = [sentence.en for paragraph in telling.tale().paragraphs for sentence in paragraph]
    assert "Keldrilh explores Fenga." in said
    assert "Keldrilh’s attitudes: cunning (×2)." in said
    assert "Keldrilh strikes down Rat." in said
    assert "Keldrilh takes 1 rest." in said
    assert not any("strikes at" in sentence or "End of turn" in sentence for sentence in said)


def test_a_number_leads_to_the_act_that_made_it(solo: tuple[Evening, str]) -> None:
    evening, hero = solo
    evening.send("explore", hero=hero)
    evening.send("choose_attitude", hero=hero, attitude="friendly")
    evening.send("change_score", hero=hero, score="combat", by=-2)
    evening.send("find_thing", hero=hero, name="Axe", dice=3)
    axe = evening.state.heroes[hero].things[-1].key
    evening.send("wield", hero=hero, thing=axe)
    evening.send("correct_number", hero=hero, what="start-aura", value=15, reason="Misread")
    brought = {one.thing for event in evening.told for one in RULESET.brought(event) if one.hero == hero}
    sheet = RULESET.sheet(evening.state, hero, Viewer("spectator"))
    assert sheet is not None
    numbers = (n for section in sheet.sections if isinstance(section, Numbers) for n in section.numbers)
    things = {part.thing for number in numbers for part in number.parts if part.thing}
    assert {"box/friendly", "change/combat", f"thing/{axe}", "start/aura", "change/aura"} <= things <= brought


def test_days_to_remember() -> None:
    """A character comes, learns, is caught; the other is left behind and quits."""
    evening = Evening()
    hero, other = evening.choose("keldrilh"), evening.choose("pereim")
    fenga = evening.place("Fenga")
    seleite = evening.place("Séléite", fenga)
    evening.send("set_out", name="La quête", starts={hero: fenga, other: seleite})
    evening.send("explore", hero=hero)
    for _ in range(4):
        evening.send("choose_attitude", hero=hero, attitude="cunning")
    evening.send("meet_end", hero=hero, fate="captive")
    evening.send("retire_hero", hero=other)
    days = [(one.hero, one.label.en) for event in evening.told for one in RULESET.milestones(event)]
    assert days == [
        (hero, "joins the table"),
        (other, "joins the table"),
        (hero, "learns “Illusion”"),
        (hero, "ends in captivity"),
        (other, "leaves the table"),
    ]


def test_the_four_may_be_played_on_paper() -> None:
    sheets = RULESET.blanks()
    assert [sheet.subtitle.en for sheet in sheets] == ["Keldrilh", "Péreim", "Kandjar", "Caïthness"]
    assert all(not sheet.name for sheet in sheets)
    [track] = [t for s in sheets[0].sections if isinstance(s, Tracks) for t in s.tracks]
    assert (track.style, track.note) == ("bar", Text("Vitalité 40", "Vitality 40"))
    assert [name.en for name in RULESET.tallied] == ["Prudent", "Cunning", "Friendly", "Aggressive", "Rests"]


CHANCES = {2: 0, 3: 1 / 216, 10: 0.5, 12: 160 / 216, 17: 215 / 216, 18: 1, 30: 1}


@pytest.mark.parametrize("score", CHANCES)
def test_the_chance_of_an_assault_is_exact(score: int) -> None:
    assert at_most(score) == pytest.approx(CHANCES[score], abs=1e-12)


def test_a_blow_says_its_chance_and_what_is_left(solo: tuple[Evening, str]) -> None:
    evening, hero = solo
    evening.send("explore", hero=hero)
    evening.send("begin_fight", hero=hero, name="Rat", initiative=4, combat=8, vitality=9, dice=1)
    evening.send("strike", hero=hero)
    foe = evening.cards(hero, "now")["foe_strikes"]
    assert (foe.title.en, foe.text) == (
        "Rat attacks Keldrilh",
        Text("Combat 8, 26\N{NO-BREAK SPACE}% de chances · 1D", "Combat 8, 26% chance · 1d6"),
    )
    evening.tap(foe.tap)
    own = evening.cards(hero, "now")["strike"]
    assert own.title.en == "Strike at Rat"
    assert own.text is not None
    assert own.text.en == "Combat 12, 74% chance · 2d6 · wounds 2 of 9"
    board = RULESET.board(evening.state, Viewer("spectator"))
    [figure] = [one for section in board.sections if isinstance(section, Figures) for one in section.figures]
    assert figure.track is not None
    assert (figure.track.now, figure.track.most, figure.track.style) == (2, 9, "marks")
    assert figure.text is not None
    assert figure.text.en == "Initiative 4 · Combat 8 · 1d6 on Keldrilh · wounds 2 of 9"
    evening.tap(evening.cards(hero, "spells")["tortoise"].tap)
    song = evening.cards(hero, "now")["strike"]
    assert song.title.en == "Cast “Ballad of the Tortoise”"
    assert song.text is not None
    assert song.text.en == "Magic 11, level 1, 50% chance"


def test_spells_say_how_long_they_last() -> None:
    lasts = {key: BOOK.spells[key].lasts for key in BALLADS}
    assert lasts == {
        "tortoise": "fight",
        "giggles": "fight",
        "anthem": "fight",
        "healing": "for_good",
        "illusion": "fight",
        "saraband": "rounds",
        "double": "fight",
    }
    rows = {row["key"]: row["lasts_words"]["en"] for row in RULESET.section("spells").rows}  # type: ignore[union-attr]
    assert (rows["saraband"], rows["healing"]) == ("5 rounds of the fight", "for good")


def test_what_was_found_is_on_the_sheet_of_paper(solo: tuple[Evening, str]) -> None:
    """Paper keeps what leads to a page of the rules."""
    evening, hero = solo
    evening.send("find_thing", hero=hero, name="Ring", note="Glows near orcs")
    evening.send("find_thing", hero=hero, name="Axe", dice=3)
    cards = [card for card in evening.cards(hero, "things").values() if card.ask is None]
    assert [card.title.en for card in cards] == ["Short sword, 2d6", "Ring", "Axe, 3d6"]
    assert all(card.link for card in cards)
    sheet = RULESET.sheet(evening.state, hero, Viewer("spectator"))
    assert sheet is not None
    [powers] = [one for one in sheet.sections if isinstance(one, Listing) and one.key == "powers"]
    assert [(line.label.en, line.detail and line.detail.en) for line in powers.lines] == [
        ("Ring", "Glows near orcs")
    ]


def test_no_seat_of_a_game_master_is_needed() -> None:
    """R1: what is everybody’s is done by whoever does it, the rest by who plays the character."""
    player = Viewer("player", "s1", frozenset(["k"]))
    shared = [command for command in RULESET.commands if command.who == "gm"]
    assert len(shared) > 10
    assert not RULESET.needs_gm
    assert all(RULESET.may_send(command, player, "another") for command in shared)
    own = [command for command in RULESET.commands if command.who == "own"]
    assert all(RULESET.may_send(command, player, "k") for command in own)
    assert not any(RULESET.may_send(command, player, "another") for command in own)


def awaited(evening: Evening) -> list[str]:
    return [hero.name for hero in RULESET.heroes(evening.state) if hero.has_turn]


def test_the_table_waits_for_whoever_is_to_act() -> None:
    """First the quicker; then who answers, who leads, and in a fight whose time it is."""
    evening = Evening()
    hero, other = evening.choose("keldrilh"), evening.choose("pereim")
    fenga = evening.place("Fenga")
    seleite = evening.place("Séléite", fenga)
    assert awaited(evening) == []
    evening.send("set_out", name="La quête", starts={hero: fenga, other: seleite})
    assert awaited(evening) == ["Keldrilh"]
    evening.send("move", hero=hero, place=seleite)
    assert awaited(evening) == ["Keldrilh"]
    evening.send("ask_alliance", hero=hero)
    assert awaited(evening) == ["Péreim"]
    evening.send("welcome", hero=other)
    evening.send("explore", hero=other)
    evening.send("begin_fight", hero=other, name="Rat", initiative=20, combat=8, vitality=50, dice=1)
    assert awaited(evening) == ["Péreim"]
    evening.send("foe_strikes")
    assert awaited(evening) == ["Keldrilh"]
    evening.send("strike", hero=hero)
    assert awaited(evening) == ["Péreim"]


def test_the_table_waits_for_all_who_tie() -> None:
    evening = Evening()
    hero, other = evening.choose("keldrilh"), evening.choose("pereim")
    fenga, chaudron = evening.place("Fenga"), evening.place("Le Chaudron")
    evening.send("set_out", name="La quête", starts={hero: fenga, other: chaudron})
    evening.send("change_score", hero=hero, score="initiative", by=-1)
    assert awaited(evening) == ["Keldrilh", "Péreim"]


def icons_in(plain: Any) -> Iterator[str]:
    if isinstance(plain, dict):
        yield from (plain["icon"],) if isinstance(plain.get("icon"), str) else ()
        for value in plain.values():
            yield from icons_in(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from icons_in(value)


def test_every_icon_is_drawn() -> None:
    """Those of sheets and boards from the choice of a character to the hall of fame, of charts and of days to remember."""
    evening = Evening()
    hero, other = evening.choose("keldrilh"), evening.choose("pereim")
    seen: list[Any] = [RULESET.measures]

    def look() -> None:
        player = Viewer("player", "s1", frozenset([hero, other]))
        sheets = [RULESET.sheet(evening.state, one.key, player) for one in RULESET.heroes(evening.state)]
        seen.append((sheets, RULESET.board(evening.state, player), RULESET.heroes(evening.state)))

    look()
    fenga = evening.place("Fenga")
    seleite = evening.place("Séléite", fenga)
    look()
    evening.send("set_out", name="La quête", starts={hero: fenga, other: seleite})
    look()
    evening.send("move", hero=hero, place=seleite)
    look()
    evening.send("ask_alliance", hero=hero)
    look()
    evening.send("welcome", hero=other)
    look()
    evening.send("take_rest", hero=other)
    look()
    evening.send("end_turn", hero=other)
    evening.send("explore", hero=other)
    for _ in range(5):
        evening.send("choose_attitude", hero=other, attitude="aggressive")
    look()
    evening.send("begin_fight", hero=other, name="Rat", initiative=20, combat=8, vitality=50, dice=1)
    evening.send("begin_fight", hero=other, name="Ogre", initiative=4, combat=8, vitality=50, dice=1)
    evening.send("prepare_spell", hero=hero, spell="saraband")
    look()
    evening.send("strike", hero=hero)
    look()
    evening.send("break_off", reason="The paragraph says so")
    evening.send("fulfil_mission", hero=other)
    seen.append([RULESET.life(one, evening.told) for one in (hero, other)])
    seen.append([RULESET.milestones(event) for event in evening.told])
    icons = {icon for icon in icons_in(msgspec.to_builtins(seen)) if icon}
    assert len(icons) > 20
    assert sorted(icons - drawn() - ALIASES.keys()) == []
