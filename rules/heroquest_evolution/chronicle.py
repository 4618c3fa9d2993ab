"""How the book of a campaign tells an evening: what is counted of each hero, and what is too small for a book."""

from __future__ import annotations

from typing import Any

from rules.heroquest_evolution.apprentice_gear import MercenaryEquipped, MercenaryUnequipped
from rules.heroquest_evolution.companions import CompanionChanged
from rules.heroquest_evolution.deeds import DEEDS
from rules.heroquest_evolution.effects import EffectEnded, EffectResisted, RollCounted
from rules.heroquest_evolution.equipment import Equipped, Unequipped
from rules.heroquest_evolution.experience import GoldAwarded, XpAwarded
from rules.heroquest_evolution.foes import FoeAffected, FoeFreed, FoeResisted, FoeRolled
from rules.heroquest_evolution.market import Bought
from rules.heroquest_evolution.monsters_in_play import (
    MonsterChanged,
    MonsterGone,
    MonstersPlaced,
    RoomRevealed,
)
from rules.heroquest_evolution.rounds import EffectRolled, RoundEnded
from rules.heroquest_evolution.selling import Sold
from rules.heroquest_evolution.service import MercenariesSetOut, MercenaryBodyChanged, TicksEnded
from rules.heroquest_evolution.skill_rolls import KitOpened, SkillUsed
from rules.heroquest_evolution.spells import SpellCast, SpellRecovered
from rules.heroquest_evolution.tally import DeedRecorded, KillRecorded, TrackChanged
from rules.heroquest_evolution.traps import TrapTried
from rules.heroquest_evolution.treasure import GoldFound, ItemFound
from rules.heroquest_evolution.upkeep import UpkeepDue, UpkeepPaid
from rules.heroquest_evolution.uses import ItemUsed
from rules.kernel.chapters import Chapter
from rules.kernel.tales import Sum
from rules.kernel.text import Text

SLAYS = Text("{who} abat {what}.", "{who} slays {what}.")
EARNS = Text("À mettre au crédit de {who} : {what}.", "To the credit of {who}: {what}.")
FINDS = Text("{who} trouve {what}.", "{who} finds {what}.")
CASTS = Text("{who} lance {what}.", "{who} casts {what}.")
USES = Text("{who} se sert de {what}.", "{who} makes use of {what}.")
BUYS = Text("{who} achète {what}.", "{who} buys {what}.")
SELLS = Text("{who} vend {what}.", "{who} sells {what}.")
PAYS = Text("{who} paie {what} d’entretien.", "{who} pays {what} for upkeep.")
GOLD = Text("pièce d’or", "gold coin"), Text("pièces d’or", "gold coins")


def kill(event: KillRecorded) -> tuple[Sum, ...]:
    """Who has a name of their own is not counted."""
    many = None if event.proper else event.monster_plural
    return _one(event, SLAYS, event.monster_name, many, event.count)


def deed(event: DeedRecorded) -> tuple[Sum, ...]:
    one, many, _xp = DEEDS[event.deed]
    return _one(event, EARNS, one, many)


def gold_found(event: GoldFound) -> tuple[Sum, ...]:
    return _one(event, FINDS, *GOLD, event.gold)


def item_found(event: ItemFound) -> tuple[Sum, ...]:
    return _one(event, FINDS, event.item_name, None, event.quantity)


def cast(event: SpellCast) -> tuple[Sum, ...]:
    return _one(event, CASTS, event.spell_name)


def skill(event: SkillUsed) -> tuple[Sum, ...]:
    return _one(event, USES, event.skill_name)


def item(event: ItemUsed) -> tuple[Sum, ...]:
    return _one(event, USES, event.item_name)


def bought(event: Bought) -> tuple[Sum, ...]:
    return _one(event, BUYS, event.item_name, None, event.quantity)


def sold(event: Sold) -> tuple[Sum, ...]:
    return _one(event, SELLS, event.item_name, None, event.quantity)


def upkeep(event: UpkeepPaid) -> tuple[Sum, ...]:
    """The event has the difference to the purse."""
    return _one(event, PAYS, *GOLD, -event.gold)


def _one(event: Any, sentence: Text, one: Text, many: Text | None = None, count: int = 1) -> tuple[Sum, ...]:
    who = event.hero_name
    return (Sum(hero=event.hero, who=who, sentence=sentence, one=one, many=many, count=count),)


CHAPTER = Chapter(
    name="chronicle",
    decides={},
    evolves={},
    tells={},
    offers={},
    sums={
        KillRecorded: kill,
        DeedRecorded: deed,
        GoldFound: gold_found,
        ItemFound: item_found,
        SpellCast: cast,
        SkillUsed: skill,
        ItemUsed: item,
        Bought: bought,
        Sold: sold,
        UpkeepPaid: upkeep,
    },
    small=(
        TrackChanged,
        RoundEnded,
        EffectRolled,
        EffectEnded,
        EffectResisted,
        RollCounted,
        FoeAffected,
        FoeFreed,
        FoeRolled,
        FoeResisted,
        CompanionChanged,
        SpellRecovered,
        KitOpened,
        TrapTried,
        Equipped,
        Unequipped,
        MercenaryEquipped,
        MercenaryUnequipped,
        MonstersPlaced,
        RoomRevealed,
        MonsterChanged,
        MonsterGone,
        MercenaryBodyChanged,
        MercenariesSetOut,
        TicksEnded,
        UpkeepDue,
        XpAwarded,
        GoldAwarded,
    ),
)
"""XP and gold are told by their receipts: what the events move."""
