"""Whom the table waits for: whoever acts in a fight, answers in a meeting, draws lots, or has the turn (§8)."""

from __future__ import annotations

from rules.defis_sortileges.fighters import next_fighter, owner_of
from rules.defis_sortileges.state import Keys, Meeting, State
from rules.defis_sortileges.units import decider, leader_among, tied

ANSWERED_BY_RESIDENTS = frozenset({"asked", "challenged"})


def awaited(state: State) -> Keys:
    """Several only where lots are to be drawn; while a creature acts, whoever leads the turn."""
    adventure = state.adventure
    if adventure is None:
        return ()
    if adventure.meeting:
        return (_answers(state, adventure.meeting),)
    owner = owner_of(state, next_fighter(state)) if adventure.fight else ""
    lots = tuple(leader_among(state, unit) for unit in tied(state))
    leader = decider(state)
    return ((owner,) if owner else lots) or ((leader,) if leader else ())


def _answers(state: State, meeting: Meeting) -> str:
    by_residents = meeting.stage in ANSWERED_BY_RESIDENTS
    return leader_among(state, meeting.residents if by_residents else meeting.newcomers)
