"""Whatever is handed out to many at once passes over the dead, the retired and the absent."""

from random import Random

import pytest

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.state import State
from rules.kernel.dice import Act, AppDice
from rules.kernel.messages import Event, Violation, field_names, heroes_of, kind_of
from tests.laws.drawing import draw
from tests.rules.evening import Evening

TURNS = 2500


class Party:
    """Five heroes: one who stays, one who left early, one who died in there, one at home, one retired before."""

    def __init__(self) -> None:
        self.evening = evening = Evening()
        names = ("stays", "left", "dead", "home", "retired")
        self.keys = {name: evening.recruit("barbarian", name.title()) for name in names}
        evening.send("retire_hero", hero=self["retired"])
        out = [self["stays"], self["left"], self["dead"]]
        evening.send("open_quest", custom={"name": "The cellar", "xp": 100}, heroes=out)
        for name in ("left", "dead", "stays"):
            evening.send("record_kill", hero=self[name], monster="goblin")
        evening.send("leave_quest", hero=self["left"])
        evening.send("record_death", hero=self["dead"], cause="A trap")

    def __getitem__(self, name: str) -> str:
        return self.keys[name]

    def closes(self, *, success: bool = True, **fields) -> tuple[Event, ...]:
        return self.evening.send("close_quest", success=success, survivors=[self["stays"]], **fields)

    def named(self, heroes) -> set[str]:
        return {name for name, key in self.keys.items() if key in heroes}


def gifts(events, number: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for event in events:
        for move in RULESET.movements(event):
            if move.number == number and move.amount > 0:
                found[move.hero] = found.get(move.hero, 0) + move.amount
    return found


@pytest.fixture
def party() -> Party:
    return Party()


def test_the_quests_xp_goes_to_who_came_back(party):
    found = gifts(party.closes(), "xp")
    assert party.named(found) == {"stays", "left"}
    assert found[party["stays"]] - found[party["left"]] == 100


def test_who_left_early_keeps_what_they_did_and_gets_no_more(party):
    assert (
        gifts(party.closes(), "xp")[party["left"]]
        == gifts(Party().closes(success=False), "xp")[party["left"]]
    )


def test_a_quest_that_failed_gives_nothing_beyond_what_was_done(party):
    assert party.named(gifts(party.closes(success=False), "xp")) == {"stays", "left"}


@pytest.mark.parametrize("who", ["left", "dead", "home", "retired"])
def test_gold_of_a_success_is_refused_to_who_did_not_come_back(party, who):
    command = RULESET.codec.command(
        {"kind": "close_quest", "success": True, "survivors": [party["stays"]], "gold": {party[who]: 10}}
    )
    answer = RULESET.decide(party.evening.state, command, party.evening.act())
    assert isinstance(answer, Violation)
    assert answer.field == f"gold.{party[who]}"


@pytest.mark.parametrize("who", ["left", "dead", "home", "retired"])
def test_who_is_not_there_does_not_survive(party, who):
    fields = {"kind": "close_quest", "success": True, "survivors": [party["stays"], party[who]]}
    answer = RULESET.decide(party.evening.state, RULESET.codec.command(fields), party.evening.act())
    assert isinstance(answer, Violation)
    assert answer.field == "survivors"


@pytest.mark.parametrize("who", ["left", "dead", "home", "retired"])
def test_a_deed_of_who_is_not_there_is_refused(party, who):
    fields = {"kind": "record_deed", "hero": party[who], "deed": "quest_treasure"}
    assert isinstance(
        RULESET.decide(party.evening.state, RULESET.codec.command(fields), party.evening.act()), Violation
    )


def test_the_gold_of_the_dead_is_shared_by_who_stood_there(party):
    evening = Evening()
    keys = [evening.recruit("barbarian", name) for name in ("Stays", "Dies", "Home")]
    evening.send("open_quest", custom={"name": "The cellar", "xp": 1}, heroes=keys[:2])
    evening.send("find_gold", hero=keys[1], amount=100)
    evening.send("record_death", hero=keys[1], cause="A trap")
    events = evening.send("close_quest", success=True, survivors=[keys[0]])
    assert gifts(events, "gold").keys() <= {keys[0]}
    assert evening.hero(keys[2]).gold == 0


def test_at_home_nothing_changes(party):
    before = party.evening.hero(party["home"])
    party.evening.send("end_round")
    party.closes()
    after = party.evening.hero(party["home"])
    assert (before.xp, before.gold, before.body, before.items) == (
        after.xp,
        after.gold,
        after.body,
        after.items,
    )


def alive(state: State) -> set[str]:
    return set(state.heroes) - set(state.quest.dead if state.quest else ())


def out_there(state: State) -> set[str]:
    return set(state.quest.everyone) - set(state.quest.dead) if state.quest else set()


def test_at_random_nothing_is_given_to_the_dead_the_retired_and_the_absent():
    """Every act of a long walk: gifts go to the living; of acts that name nobody, to those who are out there."""
    random, state, given, many = Random(11), RULESET.initial(), 0, 0
    for number in range(TURNS):
        kind = random.choice(list(RULESET.codec.commands))
        named = "hero" in field_names(RULESET.codec.commands[kind])
        heroes = list(state.heroes)
        if named and not heroes:
            continue
        command = draw(RULESET, state, kind, random.choice(heroes) if named else None, random)
        if command is None:
            continue
        act = Act(f"{number:012x}" + "0" * 20, AppDice(random.randrange))
        events = RULESET.decide(state, command, act)
        if isinstance(events, Violation):
            continue
        came = {hero for event in events for hero in heroes_of(event)} - set(state.heroes)
        got = {move.hero for event in events for move in RULESET.movements(event) if move.amount > 0} - came
        assert got <= alive(state), kind_of(command)
        if not named:
            many += bool(got)
            assert got <= out_there(state), kind_of(command)
        given += bool(got)
        state = RULESET.evolve_all(state, events)
    assert given > 20
    assert many
