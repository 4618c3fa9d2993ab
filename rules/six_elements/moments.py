"""What a hero can do at this moment, one tap each: a choice that waits, a fight, dice on the table, a tile, an adventure, a turn.

None of these cards leads to the rulebook: paper takes cards that do for what a hero owns.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.messages import Violation
from rules.kernel.offers import Viewer
from rules.kernel.sections import Card, Cards
from rules.kernel.text import Text
from rules.six_elements import fight_cards, turn_cards
from rules.six_elements.adventures import drawing, facing
from rules.six_elements.due_cards import due_cards
from rules.six_elements.dues import due
from rules.six_elements.refusals import on_turn
from rules.six_elements.state import Hero, State

NOW = Text("À faire", "To do")
Moment = tuple[Iterable[Card], Iterable[Card]]
"""What one came for, and what else there is."""


def moment(state: State, hero: Hero, viewer: Viewer) -> tuple[Cards, ...]:
    """The acts of the moment, the likeliest first; nothing while others act."""
    if state.game is None or state.game.outcome or not viewer.may_act_for(hero.key):
        return ()
    first, more = (tuple(cards) for cards in _cards(state, hero))
    found = (("moment", NOW, first), ("moment-more", turn_cards.ALSO, more))
    return tuple(
        Cards(key=key, title=title, place="head", cards=cards) for key, title, cards in found if cards
    )


def _cards(state: State, hero: Hero) -> Moment:
    game = state.open
    if hero.key in game.hands:
        return fight_cards.dice(state, hero)
    if game.fight and game.fight.hero == hero.key:
        return fight_cards.fight(state, hero)
    if due(hero):
        return due_cards(state, hero), ()
    return _peaceful(state, hero)


def _peaceful(state: State, hero: Hero) -> Moment:
    game = state.open
    if game.pending and game.current == hero.key:
        return turn_cards.tile(state, hero), ()
    if not isinstance(drawing(state), Violation):
        return turn_cards.draw(state), ()
    if not isinstance(facing(state, hero.key), Violation):
        return turn_cards.adventure(state, hero), ()
    if isinstance(on_turn(state, hero.key), Violation):
        return (), ()
    return turn_cards.turn(state, hero), ()
