"""The laws every ruleset keeps, walked at random."""

from __future__ import annotations

from random import Random

import pytest

from rules.kernel.registry import rulesets
from tests.laws.preludes import preludes
from tests.laws.walking import Walk

pytestmark = pytest.mark.long

STEPS = 5_000
SEEDS = (1, 2)
SHORT = 40
"""Acts of a walk that goes on from a scenario."""
FROM_SCENARIOS = 120


def test_there_are_rulesets_to_walk() -> None:
    assert "heroquest_evolution" in rulesets()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", sorted(rulesets()))
def test_a_random_walk_keeps_every_law(key: str, seed: int) -> None:
    walk = Walk(rulesets()[key], seed)
    tries = 0
    while len(walk.entries) < STEPS and tries < STEPS * 16:
        walk.step()
        tries += 1
        if len(walk.entries) % 500 == 0:
            walk.check_fold()
    walk.check_fold()
    assert len(walk.entries) >= STEPS
    assert min(walk.undos, walk.redos, walk.spoilt_accepted) > 0


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("key", sorted(rulesets()))
def test_walks_that_go_on_from_scenarios_keep_every_law(key: str, part: int) -> None:
    """Where somebody was led on purpose, chance seldom comes: what a scenario accepts first, then whatever else."""
    ruleset, random = rulesets()[key], Random(part)
    found = preludes(key)[part::4]
    for kind, steps in random.sample(found, min(FROM_SCENARIOS // 4, len(found))):
        walk = Walk(ruleset, part, steps)
        for hero in [None, *(summary.key for summary in ruleset.heroes(walk.state))]:
            walk.act(kind, hero)
        goal = len(walk.entries) + SHORT
        for _ in range(SHORT * 6):
            walk.step()
            if len(walk.entries) >= goal:
                break
        walk.check_fold()


@pytest.mark.parametrize("key", sorted(rulesets()))
def test_every_command_is_reached_by_some_walk(key: str) -> None:
    """By chance alone, or from where a scenario that accepts it begins."""
    ruleset = rulesets()[key]
    walk = Walk(ruleset, 100)
    for _ in range(12_000):
        walk.step()
        if all(walk.seen.values()):
            break
    missing = {kind for kind, count in walk.seen.items() if not count}
    for kind, steps in preludes(key):
        if kind in missing:
            led = Walk(ruleset, 100, steps)
            before = led.seen[kind]
            for hero in [None, *(summary.key for summary in ruleset.heroes(led.state))]:
                led.act(kind, hero)
            missing -= {kind} if led.seen[kind] > before else set()
    assert missing == set()
