"""Who attacks in a round: initiative, else whose turn it is (§7, R12, R24)."""

from __future__ import annotations

from rules.six_elements.state import Counts, Side, State
from rules.six_elements.tokens import spent


def initiative(state: State) -> dict[Side, bool]:
    """Which of the two has an air token."""
    game = state.open
    assert game.fight is not None
    foe = game.foe(game.fight.foe)
    hero = state.heroes[game.fight.hero]
    return {"hero": bool(hero.tokens.get("air")), "foe": bool(foe and foe.tokens.get("air"))}


def striker(state: State) -> tuple[Side, bool]:
    """Who attacks in this round, and whether a stun keeps it from attacking; two initiatives cancel out."""
    game, has = state.open, initiative(state)
    assert game.fight is not None
    side: Side = game.fight.next
    if has["hero"] != has["foe"]:
        side = "hero" if has["hero"] else "foe"
    return side, bool(_tokens(state, side).get("stun"))


def _tokens(state: State, side: Side) -> Counts:
    game = state.open
    assert game.fight is not None
    if side == "hero":
        return state.heroes[game.fight.hero].tokens
    foe = game.foe(game.fight.foe)
    return foe.tokens if foe else {}


def opening_cost(state: State) -> dict[Side, Counts]:
    """The tokens that the beginning of a round uses up: each air token that speaks, the stun that is sat out."""
    has, (side, stunned) = initiative(state), striker(state)
    sides: tuple[Side, Side] = ("hero", "foe")
    return {one: spent(air=int(has[one]), stun=int(stunned and one == side)) for one in sides}
