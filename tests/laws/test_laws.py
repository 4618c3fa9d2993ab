"""The laws every ruleset keeps, walked at random."""

from __future__ import annotations

import pytest

from rules.kernel.registry import rulesets
from tests.laws.walking import Walk

STEPS = 2_000
SEEDS = (1, 2, 3)


def test_there_are_rulesets_to_walk() -> None:
    assert "heroquest_evolution" in rulesets()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", sorted(rulesets()))
def test_a_random_walk_keeps_every_law(key: str, seed: int) -> None:
    walk = Walk(rulesets()[key], seed)
    tries = 0
    while len(walk.entries) < STEPS and tries < STEPS * 12:
        walk.step()
        tries += 1
        if len(walk.entries) % 500 == 0:
            walk.check_fold()
    walk.check_fold()
    assert len(walk.entries) >= STEPS
    assert min(walk.undos, walk.redos, walk.spoilt_accepted) > 0


@pytest.mark.parametrize("key", sorted(rulesets()))
def test_every_command_is_reached_by_some_walk(key: str) -> None:
    walk = Walk(rulesets()[key], 100)
    for _ in range(40_000):
        walk.step()
        if all(walk.seen.values()):
            break
    assert [kind for kind, count in walk.seen.items() if not count] == []
