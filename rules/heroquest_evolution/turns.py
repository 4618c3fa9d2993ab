"""A turn of one or two attacks on one target, and how many such turns it takes (R86)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.heroquest_evolution.exchange import Attack
from rules.kernel.distribution import Chances, gathered, mean, summed

SURVIVES = 1 / 3
"""*Dur à cuir*: 5 or more on 1d6 (§4.1, R39)."""
Stand: TypeAlias = tuple[int, bool, bool]
"""A target within a turn: points lost so far, whether it stands, whether it may still ignore a wound."""
Outcomes: TypeAlias = dict[Stand, float]


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The attacks of a turn and what the target, with `body` points, makes of them.

    `again`: the second is against the same target, always or where it is hurt; `chains`: against a neighbour.
    """

    first: Attack
    second: Attack
    body: int
    again: Literal["", "always", "hurt"] = ""
    chains: bool = False
    spares: bool = False
    tough: bool = False
    evades: bool = False
    at_once: bool = False


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """`wounds[k]`: the chance that a turn costs k points; `kill`: that it is the target's last; `rounds` such turns to expect.

    `rounds` is None where the target may stand for ever. `kills`: how many fall, where a blow may go on to a neighbour.
    """

    wounds: Chances
    kill: float
    rounds: float | None
    kills: Chances = ()

    @property
    def expected(self) -> float:
        """The points a turn costs on average."""
        return mean(self.wounds)


def odds_of(turn: Turn) -> Odds:
    """The chances of a turn against a target that has all its `body`."""
    outcomes = outcomes_of(turn, turn.body)
    wounds = gathered([(lost, p) for (lost, _, _), p in outcomes.items()])
    least = len(turn.first.thrown)
    kill = sum((p for (_, stands, _), p in outcomes.items() if not stands), 0.0)
    return Odds(
        wounds=wounds + (0.0,) * (least - len(wounds)),
        kill=kill,
        rounds=_rounds(turn, outcomes),
        kills=_kills(turn, kill) if turn.chains else (),
    )


def outcomes_of(turn: Turn, left: int, *, most: int | None = None) -> Outcomes:
    """How the target may stand after the turn; losses above `most` count as that many."""
    before: Stand = (0, True, turn.spares)
    if turn.evades:
        return _evading(turn, left, before, most)
    after = _struck(turn, turn.first, left, {before: 1.0}, most)
    if not turn.again:
        return after
    struck = {s: p for s, p in after.items() if s[1] and (s[0] or turn.again == "always")}
    spared = {s: p for s, p in after.items() if s not in struck}
    return _joined(spared, _struck(turn, turn.second, left, struck, most))


def _evading(turn: Turn, left: int, before: Stand, most: int | None) -> Outcomes:
    """The first attack that threatens is evaded; one that shows nothing costs nothing, and the next is evaded (R86)."""
    if turn.again != "always":
        return {before: 1.0}
    threatened = turn.first.threat
    safe = {before: 1 - threatened}
    return _joined(safe, _struck(turn, turn.second, left, {before: threatened}, most))


def _joined(left: Outcomes, right: Outcomes) -> Outcomes:
    return {stand: left.get(stand, 0.0) + right.get(stand, 0.0) for stand in {**left, **right}}


def _struck(turn: Turn, attack: Attack, left: int, before: Outcomes, most: int | None) -> Outcomes:
    """After one more attack."""
    found: Outcomes = {}
    for stand, chance in before.items():
        points = attack.points(left - stand[0])
        for wounds, p in enumerate(points if most is None else _capped(points, most - stand[0] + stand[2])):
            if p:
                for after, share in _hurt(turn, left, stand, wounds):
                    found[after] = found.get(after, 0.0) + chance * p * share
    return found


def _capped(points: Chances, most: int) -> Chances:
    """What lies above `most` counts as that."""
    return points if len(points) <= most + 1 else (*points[:most], sum(points[most:]))


def _hurt(turn: Turn, left: int, stand: Stand, wounds: int) -> tuple[tuple[Stand, float], ...]:
    before, _, spares = stand
    if turn.at_once and wounds < turn.body:
        wounds = 0
    if not wounds:
        return ((stand, 1.0),)
    lost = before + wounds - spares
    if lost == before or lost < left:
        return (((lost, True, False), 1.0),)
    if turn.tough and lost == left and before < left:
        return (((lost, True, False), SURVIVES), ((lost, False, False), 1 - SURVIVES))
    return (((lost, False, False), 1.0),)


def _rounds(turn: Turn, outcomes: Outcomes) -> float | None:
    """Turns to expect, from the least points up to those of `outcomes`: a turn that changes nothing is a turn lost."""
    known: dict[int, float | None] = {}
    for left in range(0 if turn.tough else 1, turn.body):
        most = None if turn.at_once else left + 1
        known[left] = _from_here(outcomes_of(turn, left, most=most), left, known)
    return _from_here(outcomes, turn.body, known)


def _from_here(outcomes: Outcomes, left: int, known: dict[int, float | None]) -> float | None:
    ahead = [(p, known[left - lost]) for (lost, stands, _), p in outcomes.items() if stands and lost]
    leaves = sum(p for (lost, stands, _), p in outcomes.items() if lost or not stands)
    if not leaves or any(rounds is None for _, rounds in ahead):
        return None
    return (1 + sum(p * rounds for p, rounds in ahead if rounds)) / leaves


def _kills(turn: Turn, kill: float) -> Chances:
    """None, one, or one and the equal neighbour whom *Enchaînement* strikes (§4.1)."""
    struck = _struck(turn, turn.second, turn.body, {(0, True, turn.spares): 1.0}, None)
    next_one = sum((p for (_, stands, _), p in struck.items() if not stands), 0.0)
    return (1 - kill, kill * (1 - next_one), kill * next_one)


def returned(turn: Turn, field: Chances | None, *, flames: bool) -> Chances:
    """The points that come back on the attacker for one attack: as many as were dealt, and those of the force field (R87)."""
    alone = msgspec.structs.replace(turn, again="", chains=False)
    outcomes = outcomes_of(alone, alone.body) if flames else {(0, True, False): 1.0}
    wounds = gathered([(lost, p) for (lost, _, _), p in outcomes.items()])
    return summed(wounds, field) if field else wounds
