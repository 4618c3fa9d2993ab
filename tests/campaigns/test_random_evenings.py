"""Whatever is offered, sent through the door at random and taken back at random: the audit finds nothing."""

from random import Random

import msgspec
import pytest

from campaigns.acts import Accepted
from campaigns.seats import add_seat, found
from rules.kernel.messages import field_names, kind_of
from rules.kernel.registry import rulesets
from tests import toy
from tests.campaigns.group import Group, envelope
from tests.laws.drawing import draw

TURNS = 150
with toy.plugged_in():
    KEYS = sorted(rulesets())


class Evening:
    """A game master who plays alone, with one player's heroes among the own; of a game without one, a player."""

    def __init__(self, group: Group, seed: int) -> None:
        self.group, self.random = group, Random(seed)
        self.ruleset = group.enter(group.gm).ruleset
        self.done = self.undone = 0

    def turn(self) -> None:
        state = self.group.state
        if self.done and self.random.random() < 0.15:
            seq = self.random.randint(max(1, self.group.length - 6), self.group.length)
            answer = self.group.tries_undo(self.group.gm, seq, through=self.random.random() < 0.1)
            self.undone += isinstance(answer, Accepted)
            return
        heroes = [hero.key for hero in self.ruleset.heroes(state)]
        for command in self.random.sample(self.ruleset.commands, 4):
            named = "hero" in field_names(command)
            if named and not heroes:
                continue
            hero = self.random.choice(heroes) if named else None
            drawn = draw(self.ruleset, state, kind_of(command), hero, self.random)
            if drawn is not None:
                self.send(msgspec.to_builtins(drawn))
                return

    def send(self, plain: dict) -> None:
        who = self.random.choice((None, "s2")) if self.ruleset.needs_gm else None
        fields = {name: value for name, value in plain.items() if name != "kind"}
        self.group.does(self.group.gm, plain["kind"], around=envelope(behalf=who, app=True), **fields)
        self.done += 1


@pytest.mark.parametrize("key", KEYS)
def test_a_random_evening_leaves_everything_in_order(gm, player, key):
    campaign = found(gm, "At random", key)
    add_seat(campaign, player, "Player", "player")
    evening = Evening(Group(campaign, gm, player), seed=2)
    for number in range(TURNS):
        evening.turn()
        if number % 25 == 0:
            evening.group.is_sound()
    evening.group.is_sound()
    assert evening.done > TURNS / 4
    assert evening.undone
