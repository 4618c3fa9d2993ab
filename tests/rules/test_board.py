"""The party, its open quest, and who holds up the next one."""

import msgspec
import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.state import change
from rules.kernel.offers import Viewer
from rules.kernel.sections import Board
from tests.rules.evening import GM, WATCHER, Evening, section


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def brom(evening: Evening) -> str:
    return evening.recruit("barbarian", "Brom")


@pytest.fixture
def elwe(evening: Evening) -> str:
    return evening.recruit("elf", "Elwe", "earth")


def board(evening: Evening, viewer: Viewer = GM) -> Board:
    return RULESET.board(evening.state, viewer)


def close(evening: Evening, *survivors: str, success: bool = True) -> None:
    evening.send("close_quest", success=success, survivors=list(survivors))


def test_an_empty_party_is_told_what_to_do_first(evening):
    party = section(board(evening), "party")
    assert party.lines == ()
    assert party.empty.en == "No hero: recruit the first."


def test_the_party_says_how_everybody_is(evening, brom):
    (line,) = section(board(evening), "party").lines
    assert (line.label.en, line.hero) == ("Brom", brom)
    assert line.detail.en == "Barbarian · level 1 · 0 XP · 0 gold · body 8/8 · mind 2/2"


def test_facts_of_the_party_are_bare_integers(evening, brom):
    (row,) = board(evening).facts["party"]
    assert (row["key"], row["name"], row["hero_class"]) == (brom, "Brom", "barbarian")
    assert (row["body"], row["body_max"], row["mind"], row["mind_max"]) == (8, 8, 2, 2)
    assert row["alive"]


def test_the_open_quest_gives_the_scope_and_its_tally(evening, brom, elwe):
    evening.send("open_quest", quest="the-trial", heroes=[brom, elwe])
    evening.send("record_kill", hero=brom, monster="goblin", count=3)
    evening.send("record_deed", hero=brom, deed="trap_disarmed")
    seen = board(evening)
    assert seen.scope.en == "The Trial"
    lines = [line.detail.en for line in section(seen, "tally").lines]
    assert lines == ["4 XP: 3 goblins and 1 trap disarmed", "nothing yet"]
    tally = seen.facts["quest"]["tallies"][brom]
    assert tally["kills"] == [{"monster": "goblin", "means": "weapon", "count": 3}]
    assert tally["deeds"] == {"trap_disarmed": 1}


def test_the_dead_and_who_left_are_told_apart(evening, brom, elwe):
    dura = evening.recruit("dwarf", "Dura")
    evening.send("open_quest", quest="the-trial", heroes=[brom, elwe, dura])
    evening.send("record_death", hero=brom, cause="A pit")
    evening.send("leave_quest", hero=elwe)
    lines = {line.hero: line.detail.en for line in section(board(evening), "tally").lines}
    assert lines[brom] == "dead: A pit"
    assert lines[elwe].startswith("left early")
    assert board(evening).facts["quest"]["dead"] == {brom: {"cause": "A pit", "by": "body"}}


def test_the_scope_is_the_quests_key(evening, brom):
    assert RULESET.scope(evening.state) == ""
    evening.send("open_quest", quest="the-trial", heroes=[brom])
    assert RULESET.scope(evening.state) == "the-trial"


def test_a_quest_of_their_own_has_a_scope_too(evening, brom):
    evening.send("open_quest", custom={"name": "The cellar", "xp": 5}, heroes=[brom])
    assert RULESET.scope(evening.state) == "custom"
    assert board(evening).facts["quest"]["quest"] is None


def test_nobody_holds_up_a_fresh_party(evening, brom):
    assert section(board(evening), "next_quest").mood == "good"
    assert [line.detail.en for line in section(board(evening), "checklist").lines] == ["ready"]


def test_who_owes_or_has_a_level_due_holds_up_the_next_quest(evening, brom, elwe):
    evening.send("open_quest", custom={"name": "The cellar", "xp": 40}, heroes=[brom])
    close(evening, brom)
    lines = {line.hero: line.detail.en for line in section(board(evening), "checklist").lines}
    assert lines == {brom: "level 2 is due and owes 25 gold", elwe: "owes 25 gold"}
    held = section(board(evening), "next_quest")
    assert held.mood == "warn"
    assert held.text.en.startswith("Not ready yet: Brom and Elwe.")


def test_the_roster_says_who_plays_who_is_down_and_what_is_due(evening, brom, elwe):
    evening.send("open_quest", quest="the-trial", heroes=[brom])
    evening.send("change_track", hero=brom, track="body", by=-8)
    evening.state = change(evening.state, elwe, dues=(25,))
    first, second = RULESET.heroes(evening.state)
    assert (first.icon, first.in_play, first.is_down, first.due) == ("barbarian", True, True, ())
    assert (second.in_play, second.is_down) == (False, False)
    assert [text.fr for text in second.due] == ["doit 25 po"]


def test_only_the_game_master_has_a_stock(evening):
    assert board(evening).facts["stock"] == {}
    assert "stock" not in board(evening, WATCHER).facts
    assert "stock" not in board(evening, Viewer("player", "a-seat")).facts


def test_house_rules_are_shown_as_differences(evening, brom):
    evening.state = msgspec.structs.replace(
        evening.state, house={"upkeep": 0, "monster_xp_source": "section_3_1"}
    )
    lines = [line.detail.en for line in section(board(evening), "house_rules").lines]
    assert lines == ["0 instead of 25", "Experience chapter (§3.1) instead of Bestiary (§6.1)"]
    assert board(evening).facts["house_rules"] == evening.state.house


def test_the_mark_of_prince_magnus_stays_in_sight(evening, brom):
    evening.send("open_quest", quest="prince-magnus-gold", heroes=[brom])
    evening.send("close_quest", success=True, survivors=[brom], magnus_gold_kept_by=brom)
    assert board(evening).facts["marks"] == ["prince_magnus"]
    assert section(board(evening), "prince_magnus").mood == "warn"


def test_runs_tell_how_quests_end(evening, brom):
    told = []
    for ending in ("won", "lost", "abandoned"):
        evening.state = change(evening.state, brom, dues=())
        told += [run_of(evening, "open_quest", custom={"name": "The cellar", "xp": 1}, heroes=[brom])]
        if ending == "abandoned":
            told += [run_of(evening, "abandon_quest", reason="It is late")]
        else:
            told += [run_of(evening, "close_quest", success=ending == "won", survivors=[brom])]
    assert told == ["open", "won", "open", "lost", "open", "abandoned"]


def run_of(evening: Evening, kind: str, **fields: object) -> str:
    found = [run for event in evening.send(kind, **fields) if (run := RULESET.runs(event))]
    (run,) = found
    assert run.quest == "custom"
    return run.result


def test_departures_tell_who_leaves_and_how(evening, brom, elwe):
    assert departed(evening, "record_death", hero=brom, cause="A fever") == {brom: "dead"}
    assert departed(evening, "retire_hero", hero=elwe) == {elwe: "retired"}
    assert evening.state.heroes == {}


def departed(evening: Evening, kind: str, **fields: object) -> dict[str, str]:
    gone: dict[str, str] = {}
    for event in evening.send(kind, **fields):
        gone |= RULESET.departures(event)
    return gone
