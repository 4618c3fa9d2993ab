"""How the book of a campaign tells a game: what is counted of each hero, and what is too small for a book."""

from __future__ import annotations

from typing import Any

from rules.kernel.chapters import Chapter
from rules.kernel.tales import Sum
from rules.kernel.text import Text
from rules.six_elements.adventures import AdventureDrawn, AdventureFaced, TestThrown
from rules.six_elements.affinities import StonesExchanged
from rules.six_elements.bouts import FightBegun
from rules.six_elements.equipment import Equipped, Unequipped
from rules.six_elements.exchange_events import BlowThrown, FightEnded, RoundFought
from rules.six_elements.fights import FleeFailed
from rules.six_elements.hands import DieAdded, DieRerolled
from rules.six_elements.learning import NeutralReached
from rules.six_elements.market import ItemBought, ItemUsed, StallRenewed
from rules.six_elements.moving import HeroMoved, TileDrawn, TilePlaced
from rules.six_elements.spawning import MonsterAppeared
from rules.six_elements.turns import MonstersMoved, TurnBegun, TurnClosed, TurnPassed
from rules.six_elements.victories import FoeBeaten, LootTaken

BEATS = Text("{who} vainc {what}.", "{who} beats {what}.")
PASSES = Text("{who} réussit {what}.", "{who} passes {what}.")
USES = Text("{who} utilise {what}.", "{who} uses {what}.")
LAYS = Text("{who} découvre {what}.", "{who} discovers {what}.")
TILE = Text("tuile", "tile"), Text("tuiles", "tiles")
ADVENTURE = Text("aventure", "adventure"), Text("aventures", "adventures")


def beaten(event: FoeBeaten) -> tuple[Sum, ...]:
    return _one(event, BEATS, event.monster_name)


def faced(event: AdventureFaced) -> tuple[Sum, ...]:
    """A failure is told as it was."""
    return _one(event, PASSES, *ADVENTURE) if event.success else ()


def used(event: ItemUsed) -> tuple[Sum, ...]:
    return _one(event, USES, event.item_name)


def laid(event: TilePlaced) -> tuple[Sum, ...]:
    return _one(event, LAYS, *TILE)


def _one(event: Any, sentence: Text, one: Text, many: Text | None = None) -> tuple[Sum, ...]:
    return (Sum(hero=event.hero, who=event.hero_name, sentence=sentence, one=one, many=many),)


CHAPTER = Chapter(
    name="chronicle",
    decides={},
    evolves={},
    tells={},
    offers={},
    sums={FoeBeaten: beaten, AdventureFaced: faced, ItemUsed: used, TilePlaced: laid},
    small=(
        BlowThrown,
        RoundFought,
        FightBegun,
        FightEnded,
        FleeFailed,
        DieRerolled,
        DieAdded,
        TestThrown,
        AdventureDrawn,
        TurnPassed,
        TurnBegun,
        TurnClosed,
        MonstersMoved,
        MonsterAppeared,
        HeroMoved,
        TileDrawn,
        LootTaken,
        Equipped,
        Unequipped,
        ItemBought,
        StallRenewed,
        StonesExchanged,
        NeutralReached,
    ),
)
