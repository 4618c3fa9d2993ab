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
    assert walk.undos and walk.redos and walk.spoilt_accepted


@pytest.mark.parametrize("key", sorted(rulesets()))
def test_every_command_is_reached_by_some_walk(key: str) -> None:
    walks = [Walk(rulesets()[key], 100 + seed) for seed in range(3)]
    for walk in walks:
        for _ in range(1_500):
            walk.step()
    unreached = {kind for kind in walks[0].seen if not any(walk.seen[kind] for walk in walks)}
    assert unreached <= set()
