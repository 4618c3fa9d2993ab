"""Tokens: what they take at the end of a round or a turn, and how many one may hold (§8, R12, R13, R35)."""

from __future__ import annotations

from rules.six_elements.house import house_int
from rules.six_elements.state import Counts, State
from rules.six_elements.words import HARMFUL


def levy(tokens: Counts) -> tuple[int, Counts]:
    """Body lost to fire and poison, and the tokens spent on it: all fire, one poison (R12)."""
    fire, poison = tokens.get("fire", 0), min(1, tokens.get("poison", 0))
    return fire + poison, spent(fire=fire, poison=poison)


def burning_out(tokens: Counts) -> tuple[int, Counts]:
    """What fire takes when a fight ends (§8)."""
    fire = tokens.get("fire", 0)
    return fire, spent(fire=fire)


def spent(**many: int) -> Counts:
    """Tokens that go, as a difference."""
    return {token: -number for token, number in many.items() if number}


def room(state: State, held: Counts, gained: Counts) -> Counts:
    """What of the tokens gained still fits (R35)."""
    most = house_int(state, "tokens_most")
    fits = {token: min(number, most - held.get(token, 0)) for token, number in gained.items()}
    return {token: number for token, number in fits.items() if number > 0}


def cleansed(tokens: Counts) -> Counts:
    """All that harms, as a difference."""
    return {token: -number for token, number in tokens.items() if token in HARMFUL}
