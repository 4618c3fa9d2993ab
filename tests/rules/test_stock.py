"""The stock of evolutions as the game master alone sees it, as it warns, and as it is taken back (§6.5, §6.6, R29, R30)."""

from typing import Any

import msgspec
import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.state import State, initial
from rules.kernel.history import Recorded, obstacle
from rules.kernel.messages import Command, Event, Violation
from rules.kernel.offers import Viewer
from tests.rules.evening import GM, WATCHER, Evening, as_command, section

PLAYER = Viewer("player", "p")
NBSP = "\N{NO-BREAK SPACE}"
SECRET = {"stock", "next_levels"}


def enrol(evening: Evening, name: str, level: int, xp: int) -> str:
    paper = {"hero_class": "dwarf", "gold": 0, "body": 7, "mind": 3, "reason": "paper"}
    (event, *_) = evening.send("enrol_hero", name=name, level=level, xp=xp, **paper)
    hero: str = event.hero  # type: ignore[attr-defined]
    return hero


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def dura(evening: Evening) -> str:
    """A dwarf of level 3, who has given two goblin champions."""
    return enrol(evening, "Dura", 3, 100)


def test_the_game_master_sees_cards_with_counts_and_what_each_is_worth(evening: Evening, dura: str) -> None:
    evening.send("set_house_rule", rule="monster_xp.goblin-champion", value=5)
    (card,) = section(RULESET.board(evening.state, GM), "stock").cards
    assert (card.key, card.count, card.text.en, card.group.en) == ("goblin-champion", 2, "5 XP", "Goblins")
    assert (card.ask, card.given) == (None, {"monster": "goblin-champion"})


def test_in_a_quest_a_card_opens_its_reveal(evening: Evening, dura: str) -> None:
    evening.send("open_quest", quest="melars-maze", heroes=[dura])
    found = section(RULESET.board(evening.state, GM), "stock")
    assert (found.place, found.cards[0].ask) == ("head", "reveal_evolution")


def test_what_the_next_levels_bring_follows_who_has_been_there(evening: Evening, dura: str) -> None:
    lines = [
        (line.label.en, line.detail.en)
        for line in section(RULESET.board(evening.state, GM), "next_levels").lines
    ]
    assert lines[:3] == [
        ("Level 2", f"2nd hero: goblin archer (2{NBSP}XP)"),
        ("Level 3", f"2nd hero: orc champion (4{NBSP}XP)"),
        ("Level 4", f"1st hero: orc champion (4{NBSP}XP) · next Dura"),
    ]
    for number in range(3):
        enrol(evening, f"Nain {number}", 2, 40)
    first = section(RULESET.board(evening.state, GM), "next_levels").lines[0]
    assert first.label.en == "Level 3"


@pytest.mark.parametrize("viewer", [PLAYER, WATCHER])
def test_nobody_else_is_given_any_of_it(evening: Evening, dura: str, viewer: Viewer) -> None:
    board = RULESET.board(evening.state, viewer)
    assert not {found.key for found in board.sections} & SECRET
    assert not {"stock", "stock_next"} & board.facts.keys()


def test_without_a_stock_the_game_master_has_no_such_section(evening: Evening, dura: str) -> None:
    evening.send("set_house_rule", rule="evolution_stock", value=False)
    assert not {found.key for found in RULESET.board(evening.state, GM).sections} & SECRET


def test_a_level_shows_the_game_master_what_it_gives(evening: Evening, dura: str) -> None:
    evening.send("correct_hero", hero=dura, xp=80, reason="paper")
    command = as_command("gain_level", {"hero": dura, "choices": {"skill": "dwarf-iron-skull"}})
    events = RULESET.decide(evening.state, command, evening.act())
    assert not isinstance(events, Violation)
    (shown,) = RULESET.receipts(evening.state, events)
    assert [(line.label.en, line.detail.en) for line in shown.lines] == [  # type: ignore[union-attr]
        ("orc champion", "+1 (level 4, 1st hero)")
    ]
    public = tuple(event for event in events if event.audience == "all")
    assert RULESET.receipts(evening.state, public) == ()


def test_a_cell_of_ones_own_says_what_the_heroes_would_give(evening: Evening, dura: str) -> None:
    command = as_command("set_house_rule", {"rule": "stock.4.1", "value": ["demon"]})
    events = RULESET.decide(evening.state, command, evening.act())
    assert not isinstance(events, Violation)
    (shown,) = RULESET.receipts(evening.state, events)
    (line,) = shown.lines  # type: ignore[union-attr]
    assert line.detail.en == "Zargon’s stock at level 4: orc champion → demon"


def test_what_was_revealed_is_no_wonder_as_often_as_it_was(evening: Evening, dura: str) -> None:
    def said(monster: str, **more: Any) -> list[str]:
        command = as_command("record_kill", {"hero": dura, "monster": monster, **more})
        return [text.en for text in RULESET.warnings(evening.state, command)]

    evening.send("open_quest", quest="melars-maze", heroes=[dura])
    assert len(said("goblin-champion")) == 1
    evening.send("reveal_evolution", monster="goblin-champion", replaces="goblin")
    assert said("goblin-champion") == []
    assert said("goblin-champion", count=2) == ["Goblin champion: only 1 entered this quest (§6.5)."]
    assert len(said("goblin-archer")) == 1
    evening.send("record_kill", hero=dura, monster="goblin-champion", means="mercenary")
    assert len(said("goblin-champion")) == 1
    evening.send("reveal_evolution", monster="goblin-champion", replaces="goblin")
    assert said("goblin-champion") == []


def test_what_was_revealed_comes_first_in_the_picker(evening: Evening, dura: str) -> None:
    evening.send("open_quest", quest="melars-maze", heroes=[dura])
    evening.send("reveal_evolution", monster="goblin-champion", replaces="goblin")
    cards = section(evening.sheet(dura), "kill").cards
    assert cards[0].key == "goblin-champion"
    keys = [card.key for card in cards]
    assert len(keys) == len(set(keys))


# Taking back


class Past:
    """A ledger of commands, to be asked what stands in the way of taking one back."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.entries: list[Recorded] = []

    def does(self, kind: str, **fields: Any) -> int:
        command: Command = as_command(kind, fields)
        act = self.evening.act()
        events = RULESET.decide(self.evening.state, command, act)
        assert not isinstance(events, Violation), events
        self.evening.state = RULESET.evolve_all(self.evening.state, events)
        seq = len(self.entries) + 1
        self.entries.append(Recorded(seq=seq, act_id=act.id, command=command, events=events))
        return seq

    def in_the_way_of(self, seq: int) -> int | None:
        return obstacle(RULESET, self.entries, frozenset(), frozenset({seq}))

    def enrols(self, name: str, level: int, xp: int) -> int:
        paper = {"hero_class": "dwarf", "gold": 0, "body": 7, "mind": 3, "reason": "paper"}
        return self.does("enrol_hero", name=name, level=level, xp=xp, **paper)

    @property
    def newest(self) -> str:
        return list(self.evening.state.heroes)[-1]


@pytest.fixture
def past() -> Past:
    return Past()


def level(past: Past, hero: str, skill: str = "dwarf-iron-skull") -> int:
    past.does("correct_hero", hero=hero, xp=40, reason="paper")
    return past.does("gain_level", hero=hero, choices={"skill": skill})


def test_a_level_whose_evolution_was_used_is_held_by_the_reveal(past: Past) -> None:
    past.enrols("Old", 1, 0)
    gained = level(past, past.newest)
    past.enrols("Other", 1, 0)
    past.does("open_quest", quest="melars-maze", heroes=[past.newest])
    assert past.in_the_way_of(gained) is None
    used = past.does("reveal_evolution", monster="goblin-champion", replaces="goblin", reveal=1)
    assert past.in_the_way_of(gained) == used


def test_one_of_two_alike_may_be_taken_back_when_one_was_used(past: Past) -> None:
    past.enrols("Old", 1, 0)
    gained = level(past, past.newest)
    past.does("correct_stock", monster="orc-champion", count=1, reason="paper")
    past.enrols("Other", 1, 0)
    past.does("open_quest", quest="melars-maze", heroes=[past.newest])
    past.does("reveal_evolution", monster="orc-champion", replaces="orc", reveal=1)
    assert past.in_the_way_of(gained) is None


def test_who_reached_the_level_next_stands_in_the_way(past: Past) -> None:
    past.enrols("Old", 1, 0)
    first = level(past, past.newest)
    past.enrols("Other", 1, 0)
    second = level(past, past.newest)
    assert past.in_the_way_of(first) == second
    assert past.in_the_way_of(second) is None


def test_a_reveal_is_taken_back_where_the_next_one_has_its_own_number(past: Past) -> None:
    past.enrols("Old", 3, 100)
    past.does("open_quest", quest="melars-maze", heroes=[past.newest])
    first = past.does("reveal_evolution", monster="goblin-champion", replaces="goblin", reveal=1)
    past.does("reveal_evolution", monster="goblin-champion", replaces="goblin", reveal=2)
    assert past.in_the_way_of(first) is None


def test_levels_of_an_older_ledger_count_though_they_gave_nothing(evening: Evening) -> None:
    dura = enrol(evening, "Dura", 1, 0)
    evening.send("correct_hero", hero=dura, xp=40, reason="paper")
    events = evening.send("gain_level", hero=dura, choices={"skill": "dwarf-iron-skull"})
    written: tuple[Event, ...] = tuple(event for event in events if event.audience == "all")
    state: State = msgspec.structs.replace(evening.state, stock={}, reached=())
    before = msgspec.structs.replace(state.heroes[dura], level=1, skills=())
    after = RULESET.evolve_all(msgspec.structs.replace(state, heroes={dura: before}), written)
    assert (after.reached, after.stock) == ((1,), {})


# The audit


@pytest.mark.parametrize(
    "broken",
    [
        {"stock": {"goblin-champion": 10}},
        {"stock": {"goblin-champion": 0}},
        {"stock": {"troll": 1}},
        {"stock": {"griffin": 1}},
        {"reached": (5,)},
        {"reached": (1,) * 15},
    ],
)
def test_the_audit_finds_a_stock_that_cannot_be(broken: dict[str, Any]) -> None:
    (found,) = RULESET.audit(msgspec.structs.replace(initial(), **broken))
    assert found.startswith("stock:")
