"""Six Elements Dungeon: the sizes and odds of its cards, who draws them, its sheet at each moment, and its coverage."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.rulebook.citing import cited
from config.settings import BASE_DIR
from rules import six_elements
from rules.kernel.content import read_toml
from rules.kernel.dice import Act, AppDice, DrawingDice, NoDice, Roll
from rules.kernel.messages import Event, Violation, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import Cards, Numbers, Tap, Tracks
from rules.kernel.text import Text
from rules.six_elements import RULESET
from rules.six_elements.belongings import SLOT_ICONS
from rules.six_elements.blows import Side, blow
from rules.six_elements.book import BOOK, RARITIES
from rules.six_elements.content_types import Power
from rules.six_elements.equipment import may_wear
from rules.six_elements.games import GameClosed, Lived
from rules.six_elements.initiative import opening_cost, striker
from rules.six_elements.likelihood import of_added, of_reroll, percent, reaches
from rules.six_elements.odds import Build, average, duel
from rules.six_elements.oracle import landing
from rules.six_elements.sheet import TOKEN_ICONS
from rules.six_elements.state import ENTRANCE, Fight, Foe, Game, Hand, Hero, State, Tile
from rules.six_elements.stats import ELEMENT_ICONS, STAT_ICONS

FOLDER = Path(six_elements.__file__).parent
PLAYER = Viewer("player", "s1")


class Table:
    """A game in memory; every die and every card falls on its first face."""

    def __init__(self) -> None:
        self.state: State = RULESET.initial()
        self.acts = 0
        self.told: list[Event] = []

    def send(self, kind: str, **fields: Any) -> tuple[Event, ...]:
        self.acts += 1
        act = Act(f"{self.acts:012x}" + "0" * 20, AppDice(lambda n: 0))
        answer = RULESET.decide(self.state, RULESET.codec.command({"kind": kind, **fields}), act)
        assert not isinstance(answer, Violation), answer
        self.state = RULESET.evolve_all(self.state, answer)
        self.told += answer
        assert RULESET.audit(self.state) == ()
        return answer

    def recruit(self, name: str) -> str:
        before = set(self.state.heroes)
        self.send("recruit_hero", hero_class="hoplite", name=name)
        return (set(self.state.heroes) - before).pop()

    def cards(self, hero: str, *keys: str) -> dict[str, Any]:
        """Of these sections of the sheet; of what is to be done now where none is named."""
        sheet = RULESET.sheet(self.state, hero, Viewer("player", "s1", frozenset(self.state.heroes)))
        assert sheet is not None
        return {
            card.key: card
            for one in sheet.sections
            if isinstance(one, Cards) and one.key in (keys or ("moment", "moment-more"))
            for card in one.cards
        }

    def tap(self, tap: Tap) -> None:
        self.send(tap.kind, **tap.fields)


@pytest.fixture
def table() -> Table:
    return Table()


def test_the_set_of_cards_has_the_sizes_that_were_ruled():
    tables = (
        BOOK.skills,
        BOOK.equipment,
        BOOK.monsters,
        BOOK.items,
        BOOK.adventures,
        BOOK.bosses,
        BOOK.tiles,
    )
    assert [len(table) for table in tables] == [56, 40, 28, 12, 18, 6, 24]
    assert all(row.house_table for table in tables for row in table.values())


def test_each_rarity_has_ten_pieces_and_each_element_a_monster_of_it():
    for rarity in RARITIES:
        assert sum(row.rarity == rarity for row in BOOK.equipment.values()) == 10
        found = {row.element for row in BOOK.monsters.values() if row.rarity == rarity}
        assert found == set(BOOK.elements)


def test_each_kind_of_adventure_has_three_cards():
    kinds = [row.adventure_kind for row in BOOK.adventures.values()]
    assert {kinds.count(kind) for kind in set(kinds)} == {3}
    assert len(set(kinds)) == 6


def test_common_skills_cost_no_mana():
    assert all(not row.mana for row in BOOK.skills.values() if row.rarity == "common")
    for element in BOOK.elements:
        spells = [row for row in BOOK.skills.values() if row.element == element and row.mana]
        assert len(spells) == (0 if element == "neutral" else 3)


START = Build(body=3, attack=(1, 3), defence=(1, 3))
LEVEL_5 = Build(body=5, attack=(2, 5), defence=(2, 5))
LEVEL_7 = Build(body=6, attack=(2, 10), defence=(2, 10))
LEVEL_10 = Build(body=8, attack=(4, 16), defence=(3, 16))
FAIR = {
    "a hero at the start against commons": (START, "common", 0.85, 0.97),
    "a hero of level 5 against rares": (LEVEL_5, "rare", 0.85, 0.99),
    "a hero of level 7 against uniques": (LEVEL_7, "unique", 0.45, 0.75),
    "a hero of level 10 against mythics": (LEVEL_10, "mythic", 0.85, 0.97),
    "a hero at the start against rares": (START, "rare", 0.0, 0.02),
}


@pytest.mark.parametrize(("build", "rarity", "low", "high"), FAIR.values(), ids=FAIR)
def test_each_zone_is_fair_to_whom_it_is_meant_for(build, rarity, low, high):
    """Whole fights by exact odds, without mana, items and tokens (`rulings.md`)."""
    chances = [duel(build, average(row)) for row in BOOK.monsters.values() if row.rarity == rarity]
    assert low <= min(chances)
    assert max(chances) <= high


def test_a_boss_is_a_real_fight_for_a_hero_of_level_10():
    chances = [duel(LEVEL_10, average(row)) for row in BOOK.bosses.values()]
    assert 0.5 < min(chances) < max(chances) < 0.9


def test_the_app_draws_cards_and_leaves_dice_to_the_table():
    class App:
        def roll(self, purpose, number, die):
            return Roll(purpose, f"{number}{die.key}", (die.faces[0],), "app")

    dice = DrawingDice({pile.key for pile in RULESET.piles}, App(), NoDice())
    state = RULESET.initial()
    for command in (
        {"kind": "recruit_hero", "hero_class": "hoplite", "name": "Ana"},
        {"kind": "begin_game", "mode": "solo", "first": "000000000000"},
    ):
        answer = RULESET.decide(state, RULESET.codec.command(command), Act("0" * 32, dice))
        assert not isinstance(answer, Violation), answer
        state = RULESET.evolve_all(state, answer)
    assert len(state.open.stall) == 3
    taken = RULESET.decide(
        state,
        RULESET.codec.command({"kind": "explore", "hero": "000000000000", "way": "N"}),
        Act("1" * 32, dice),
    )
    assert not isinstance(taken, Violation)


def test_a_whole_evening_is_played_by_taps_alone(table):
    """Whatever the sheet offers to do now is accepted, until somebody has fallen or won."""
    ana, bea = table.recruit("Ana"), table.recruit("Béa")
    table.send("begin_game", mode="cooperative", first=ana)
    for _ in range(300):
        if table.state.open.outcome:
            break
        cards = [card for hero in (ana, bea) for card in table.cards(hero).values()]
        first = next(card for card in cards if card.tap or card.taps)
        table.tap(first.tap or first.taps[0])
    assert table.acts > 60
    assert table.state.open.turn > 3


def test_onlookers_are_offered_nothing(table):
    ana = table.recruit("Ana")
    table.send("begin_game", mode="solo", first=ana)
    sheet = RULESET.sheet(table.state, ana, Viewer("spectator"))
    assert sheet is not None
    taps = [card.tap for one in sheet.sections if isinstance(one, Cards) for card in one.cards]
    assert not any(taps)


def test_a_drawn_tile_and_a_stall_are_cards_to_tap(table):
    ana = table.recruit("Ana")
    table.send("begin_game", mode="solo", first=ana)
    assert {"explore-N", "end"} <= table.cards(ana).keys()
    table.send("correct_hero", hero=ana, gold=4, reason="x")
    assert [card.tap.kind for card in table.cards(ana, "stall").values()] == ["buy"] * 3 + ["renew_stall"]
    table.send("explore", hero=ana, way="N")
    assert all(key.startswith("lay-") for key in table.cards(ana))


def test_the_map_shows_who_stands_where(table):
    ana = table.recruit("Ana")
    table.send("begin_game", mode="solo", first=ana)
    grid = next(one for one in RULESET.board(table.state, PLAYER).sections if one.key == "map")
    assert grid.rows[0][1].en == "Entrance ↑? →? ↓? ←? · Ana"


TABLE = FOLDER / "coverage.md"


@cache
def rows() -> list[list[str]]:
    lines = [line for line in TABLE.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines[1:]]


def scenario_names() -> set[str]:
    return {
        f"{file.name}: {one['name']}"
        for file in (FOLDER / "scenarios").glob("*.toml")
        for one in read_toml(file)["scenario"]
    }


def test_the_table_of_coverage_names_what_exists():
    links = {f"{section.key}/{row['key']}" for section in RULESET.catalog for row in section.rows}
    named = {link for row in rows() for link in re.findall(r"`([a-z-]+/[a-z0-9-]+)`", row[2])}
    assert named <= links
    known = scenario_names()
    for row in rows():
        for proof in row[3].split("<br>"):
            assert proof in known or proof == "board only" or (BASE_DIR / proof).is_file(), proof


def test_every_section_of_the_source_and_every_ruling_has_a_line():
    places = {place for row in rows() for place in cited(row[0])}
    assert {f"§{n}" for n in range(1, 18)} <= places
    named = {link for row in rows() for link in re.findall(r"`([a-z]+/[a-z0-9-]+)`", row[2])}
    assert {f"rulings/{key}" for key in BOOK.rulings} <= named
    assert {f"rules/{key}" for key in BOOK.rules} <= named


def test_every_ruling_has_its_reason():
    reasons = re.findall(
        r"^\| (R\d+) \| .+ \| .+ \|$", (FOLDER / "rulings.md").read_text("utf-8"), re.MULTILINE
    )
    assert reasons == [row.number for row in BOOK.rulings.values()]


def test_a_hero_against_a_monster_is_worked_out(table):
    ana = table.recruit("Ana")
    assert RULESET.versus is not None
    answer = RULESET.versus.faced(table.state, ana, {"monster": "harpy"})
    assert not isinstance(answer, Violation)
    assert 0.8 < answer.facts["wins"] < 1
    shares = [bar.share for one in answer.sections if one.key == "strikes" for bar in one.bars]
    assert sum(shares) == pytest.approx(1)
    bare = RULESET.versus.faced(
        table.state, ana, {"monster": "harpy", "attack_card": "neutral-common-combat"}
    )
    assert not isinstance(bare, Violation)
    assert bare.facts == answer.facts


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"monster": "dragon"}, "monster"),
        ({"monster": "harpy", "attack_card": "fire-mythic-combat"}, "attack_card"),
        ({"monster": "harpy", "defence_card": "neutral-common-combat"}, "defence_card"),
    ],
)
def test_what_cannot_be_asked_names_its_field(table, query, field):
    ana = table.recruit("Ana")
    assert RULESET.versus is not None
    answer = RULESET.versus.faced(table.state, ana, query)
    assert isinstance(answer, Violation)
    assert answer.field == field


def test_a_room_is_several_single_fights(table):
    table.recruit("Ana")
    assert RULESET.versus is not None
    answer = RULESET.versus.room(table.state, (("harpy", 1), ("griffin", 1)))
    assert not isinstance(answer, Violation)
    assert len(answer.sections[0].rows[0]) == 3
    refused = RULESET.versus.room(table.state, (("harpy", 0),))
    assert isinstance(refused, Violation)
    assert refused.field == "count"


def test_the_table_waits_for_one_hero_at_a_time(table):
    ana, bea = table.recruit("Ana"), table.recruit("Béa")

    def waiting() -> list[str]:
        return [hero.key for hero in RULESET.heroes(table.state) if hero.has_turn]

    assert waiting() == []
    table.send("begin_game", mode="cooperative", first=bea)
    assert waiting() == [bea]
    table.send("end_turn")
    assert waiting() == [ana]
    table.send("end_turn")
    assert waiting() == []
    table.send("draw_adventure")
    assert waiting() == [bea]


def test_monsters_on_the_board_are_figures_with_their_dice(table):
    ana = table.recruit("Ana")
    table.send("begin_game", mode="solo", first=ana)
    table.send("explore", hero=ana, way="N")
    table.tap(next(iter(table.cards(ana).values())).tap)
    (shown,) = [one for one in RULESET.board(table.state, PLAYER).sections if one.key == "monsters"]
    (monster,) = shown.figures
    assert monster.opponent in BOOK.monsters
    assert "Attack 1d6" in monster.text.en
    assert (monster.track.now, monster.track.most) == (2, 2)


def test_every_class_has_a_sheet_to_fill_in():
    names = [sheet.subtitle.en for sheet in RULESET.blanks()]
    assert names == [row.name.en for row in BOOK.hero_classes.values()]


def test_every_sign_of_its_pages_is_drawn():
    sprite = (BASE_DIR / "static" / "icons.svg").read_text("utf-8")
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', sprite))
    signs = {*SLOT_ICONS.values(), *STAT_ICONS.values(), *ELEMENT_ICONS.values(), *TOKEN_ICONS.values()}
    assert signs <= drawn


HERO = Hero(
    key="h1",
    name="Ana",
    hero_class="hoplite",
    body=3,
    mana=3,
    body_max=3,
    mana_max=3,
    place=ENTRANCE,
    attack=9,
    defence=9,
    magic=9,
)


def a_fight(own: dict[str, int], others: dict[str, int]) -> State:
    """Ana, who did not engage, against a harpy, with these tokens."""
    foe = Foe("m1", "harpy", ENTRANCE, tokens=others)
    game = Game(
        number=1,
        mode="solo",
        order=("h1",),
        current="h1",
        tiles=(Tile(ENTRANCE, "NESW"),),
        foes=(foe,),
        fight=Fight("h1", "m1", "foe"),
    )
    return replace(RULESET.initial(), heroes={"h1": replace(HERO, tokens=own)}, game=game)


@pytest.mark.parametrize(
    ("own", "others", "side"),
    [({}, {}, "foe"), ({"air": 1}, {}, "hero"), ({"air": 1}, {"air": 2}, "foe")],
    ids=["none", "the hero's", "both"],
)
def test_two_initiatives_cancel_out_and_are_spent(own, others, side):
    """§7."""
    state = a_fight(own, others)
    assert striker(state) == (side, False)
    spent = {camp: sum(tokens.values()) for camp, tokens in opening_cost(state).items()}
    assert spent == {"hero": -len(own), "foe": -len(others)}


def test_two_pieces_of_nemesis_elements_are_never_worn_together():
    """§12: whatever the affinities."""
    both = replace(HERO, affinities={"fire": 1, "water": 1}, worn=("ember-ring",))
    refused = may_wear(both, BOOK.equipment["shell-amulet"])
    assert refused is not None
    assert refused.code == "nemesis_worn"
    assert may_wear(replace(both, worn=()), BOOK.equipment["shell-amulet"]) is None


def test_who_falls_still_does_what_the_card_says_and_what_names_nobody_strikes_both():
    """§7."""
    burns = (Power(what="fire", target="both"),)
    struck = blow(Side(3, 3, 0, 0, {}), Side(2, 2, 0, 0, {}, burns), attack=9, defence=0)
    assert struck.decided
    assert struck.attacker.gained == struck.defender.gained == {"fire": 1}


def test_the_tile_of_the_boss_materialises_in_a_gap_of_its_line():
    """§16, R28."""
    game = a_fight({}, {}).open
    beyond = replace(game, tiles=(*game.tiles, Tile((0, -3), "NS", "torch-corridor")))
    assert landing(beyond, "N", 2) == ((0, -2), True)
    assert landing(beyond, "N", 3) == ((0, -3), False)
    assert landing(beyond, "N", 5) == ((0, -3), False)
    assert landing(beyond, "E", 2) == (ENTRANCE, False)


def test_chances_on_the_cards_are_those_of_the_dice(table):
    """A fresh die is better than a 2 in four cases of six; a test says whether it can be met at all."""
    assert percent(1 / 6).fr == "17 %"
    assert percent(0.999).en == "99%"
    assert reaches(1, 5) == pytest.approx(1 / 3)
    assert reaches(2, 12) == pytest.approx(1 / 36)
    blow_ = Hand(use="attack", faces=(2, 6), card="neutral-common-combat")
    assert of_reroll(blow_, 10, 2).en == "better: 67%"
    test = Hand(use="test", faces=(2,), card="normal", against=8)
    assert of_reroll(test, 5, 2).en == "enough: 33%"
    assert of_added(test, 5).en == "enough: 67%"


def test_what_is_not_for_sale_says_why(table):
    ana, bea = table.recruit("Ana"), table.recruit("Béa")
    table.send("begin_game", mode="cooperative", first=ana)
    own, others = table.cards(ana, "stall").values(), table.cards(bea, "stall").values()
    assert all("short" in card.text.en for card in own)
    assert {card.group.en for card in others} == {"Gold in the purse: 0 — It is not the turn of Béa."}
    assert not any(card.tap for card in (*own, *others))


def test_the_turn_goes_on_from_the_board(table):
    """Its one act is to end a turn, then to draw the adventure; then it waits for whoever has not faced it."""
    ana = table.recruit("Ana")
    table.send("begin_game", mode="solo", first=ana)

    def shown() -> Any:
        found = next(one for one in RULESET.board(table.state, PLAYER).sections if one.key == "round")
        assert isinstance(found, Cards)
        return found.cards[0]

    assert (shown().text.en, shown().tap.kind) == ("Ana plays", "end_turn")
    table.tap(shown().tap)
    assert (shown().text.en, shown().tap.kind) == ("Adventure", "draw_adventure")
    table.tap(shown().tap)
    assert (shown().text.en, shown().tap) == ("adventure: Ana", None)


def test_every_part_of_a_number_that_an_act_brought_names_that_act(table):
    """The own stats and the gear (`bringing.py`): a part leads to the newest act that moved it. The neutral affinity is
    worked out, by no act.
    """
    ana = table.recruit("Ana")
    table.send("correct_hero", hero=ana, attack=3, add_equipment="bronze-helm", reason="x")
    table.send("begin_game", mode="solo", first=ana)
    table.send("equip", hero=ana, equipment="bronze-helm")
    sheet = RULESET.sheet(table.state, ana, PLAYER)
    assert sheet is not None
    numbers = [one for part in sheet.sections if isinstance(part, Numbers) for one in part.numbers]
    tracks = [one for part in sheet.sections if isinstance(part, Tracks) for one in part.tracks]
    named = {part.thing for one in (*numbers, *tracks) for part in one.parts if part.thing}
    assert named == {
        *(f"own/{what}" for what in ("attack", "defence", "magic", "body", "mana")),
        "equipment/bronze-helm",
    }
    assert named <= {one.thing for event in table.told for one in RULESET.brought(event) if one.hero == ana}


def test_what_a_game_comes_to_is_counted_for_the_pictures(table):
    """XP as they are earned, stones by element, mana by use, points lost by who took them."""
    ana = table.recruit("Ana")
    table.send("begin_game", mode="solo", first=ana)
    for _ in range(120):
        if table.state.open.outcome or table.state.open.turn > 6:
            break
        cards = table.cards(ana).values()
        first = next(card for card in cards if card.tap or card.taps)
        table.tap(first.tap or first.taps[0])
    counts = [one for event in table.told for one in RULESET.counts(event)]
    counted = {one.what for one in counts}
    assert {"kills", "earned", "damage", "skills", "tiles"} <= counted
    assert all(one.amount > 0 for one in counts if one.what not in ("xp", "gold"))
    drawn = {measure.what for measure in RULESET.measures}
    assert counted - drawn == {"xp"}


def test_the_review_of_a_game_says_how_each_hero_came_out_of_it():
    lives = (Lived("h1", "Ana", 4, 2, 3, 0), Lived("h2", "Béa", 1, 0, 0, 3, is_dead=True))
    closed = GameClosed(
        number=1, name=Text("D", "D"), outcome="won", heroes=("h1", "h2"), lives=lives, winner="h1"
    )
    state = a_fight({}, {})
    first, second = RULESET.receipts(state, (closed,))
    assert [(line.label.en, line.amount) for line in first.lines] == [
        ("Levels 2 to 4", 6),
        ("Towards the next", 2),
    ]
    assert [note.en for note in first.notes] == [
        "Beat the boss.",
        "Affinities: Neutral 6",
        "3 gold pieces",
        "Never fell.",
    ]
    assert (second.mood, second.total) == ("dead", 0)
    assert [note.en for note in second.notes] == ["Fallen for the last time.", "3 deaths"]


def test_every_way_out_of_a_refusal_is_a_command_and_every_refusal_named_is_one_of_the_rules():
    kinds = {kind_of(command) for command in RULESET.commands}
    assert {kind for kinds_ in RULESET.ways.values() for kind in kinds_} <= kinds
    assert set(RULESET.settles) <= kinds
    code = "".join(file.read_text("utf-8") for file in FOLDER.glob("*.py") if file.name != "ways.py")
    assert set(RULESET.ways) <= set(re.findall(r'"(\w+)"', code)) | {"unknown_hero"}


def test_a_skill_and_a_loss_that_wait_are_cards_to_tap(table):
    """A neutral step offers its skills (§10); who has fallen gives up one of what is worn (§16)."""
    ana = table.recruit("Ana")
    table.send("begin_game", mode="solo", first=ana)
    table.send(
        "correct_hero", hero=ana, attack=1, defence=1, magic=1, add_equipment="bronze-helm", reason="x"
    )
    cards = table.cards(ana)
    assert set(cards) == {"learn-neutral-rare-combat", "learn-neutral-rare-defence"}
    combat = cards["learn-neutral-rare-combat"]
    assert "takes the place of “Pike thrust”" in combat.text.en
    table.tap(combat.tap)
    assert "neutral-rare-combat" in table.state.heroes[ana].skills
    table.send("equip", hero=ana, equipment="bronze-helm")
    fallen = replace(table.state.heroes[ana], loses=True)
    table.state = replace(table.state, heroes={ana: fallen})
    (loss,) = table.cards(ana).values()
    table.tap(loss.tap)
    assert table.state.heroes[ana].worn == ()


def test_gear_and_stones_that_wait_are_at_hand_in_a_turn(table):
    ana = table.recruit("Ana")
    table.send("begin_game", mode="solo", first=ana)
    assert {"wear", "rise", "items"}.isdisjoint(table.cards(ana))
    table.send(
        "correct_hero",
        hero=ana,
        stones={"fire": 2},
        add_equipment="bronze-helm",
        add_item="ambrosia",
        reason="x",
    )
    cards = table.cards(ana)
    assert cards["wear"].ask == "equip"
    assert cards["rise"].ask == "raise_affinity"
    assert cards["items"].tap.kind == "use_item"
