"""What is counted of a game for the pictures, the days to remember, and what each roll hopes for."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.counting import Aim, Count, Measure, Milestone
from rules.kernel.text import Text
from rules.six_elements.adventures import AdventureFaced
from rules.six_elements.endings import GameDecided
from rules.six_elements.enrolment import HeroEnrolled
from rules.six_elements.exchange_events import BlowThrown, FightEnded, RoundFought
from rules.six_elements.falls import HeroFell
from rules.six_elements.hands import DieAdded, DieRerolled
from rules.six_elements.levels import LevelGained
from rules.six_elements.market import ItemUsed
from rules.six_elements.moving import TilePlaced
from rules.six_elements.oracle import BossAppeared
from rules.six_elements.purposes import MANA_ROLLS
from rules.six_elements.recruiting import HeroRecruited, HeroRetired
from rules.six_elements.state import Counts
from rules.six_elements.turns import TurnClosed
from rules.six_elements.victories import FoeBeaten, LootTaken
from rules.six_elements.words import STONES

MEASURES = (
    Measure(what="kills", title=Text("Victimes", "Kills"), drawn="thing", icon="kill"),
    Measure(what="damage", title=Text("Points perdus", "Points lost"), drawn="thing", icon="body"),
    Measure(what="skills", title=Text("Talents joués", "Skills played"), drawn="thing", icon="bolt"),
    Measure(what="mana", title=Text("Mana dépensé", "Mana spent"), drawn="thing", icon="stars"),
    Measure(what="stones", title=Text("Pierres gagnées", "Stones gained"), drawn="thing", icon="star"),
    Measure(what="items", title=Text("Objets utilisés", "Items used"), drawn="thing", icon="potion"),
    Measure(
        what="adventures", title=Text("Aventures réussies", "Adventures passed"), drawn="thing", icon="scroll"
    ),
    Measure(what="deaths", title=Text("Causes des morts", "Causes of deaths"), drawn="thing", icon="tomb"),
    Measure(what="earned", title=Text("XP par donjon", "XP by dungeon"), drawn="quest", icon="xp"),
    Measure(what="kills", title=Text("Victimes par donjon", "Kills by dungeon"), drawn="quest", icon="kill"),
    Measure(what="tiles", title=Text("Tuiles par donjon", "Tiles by dungeon"), drawn="quest", icon="map"),
    Measure(what="gold", title=Text("Or", "Gold"), drawn="curve", icon="gold"),
)
"""XP are counted as they are earned: each level takes them to none (§4)."""
TOKENS_TOOK = Text("Jetons", "Tokens")
SPELLS, REROLLS, ADDED = (
    Text("Sorts", "Spells"),
    Text("Relances", "Rerolls"),
    Text("Dés ajoutés", "Added dice"),
)
FOE = Aim("high", foe=True)
AIMS: dict[str, Aim] = {
    "foe_attack": FOE,
    "foe_defence": FOE,
    **{f"foe_mana_{n}": FOE for n in range(1, MANA_ROLLS)},
    "oracle": Aim(""),
}
"""Whatever is not here hopes for high numbers; where a boss lands is neither good nor bad."""


def kills(event: FoeBeaten) -> tuple[Count, ...]:
    one = Count(event.hero, "kills", event.monster, event.monster_name)
    return (one, *_some(event.hero, "earned", event.monster, event.monster_name, event.xp))


def _some(hero: str, what: str, thing: str, label: Text, amount: int) -> tuple[Count, ...]:
    return (Count(hero, what, thing, label, amount),) if amount > 0 else ()


def damage(event: RoundFought) -> tuple[Count, ...]:
    """What a round took of the hero, in body."""
    return _some(event.hero, "damage", event.monster, event.monster_name, -event.body)


def burnt(event: FightEnded) -> tuple[Count, ...]:
    return _some(event.hero, "damage", "tokens", TOKENS_TOOK, event.burnt)


def tolls(event: TurnClosed) -> tuple[Count, ...]:
    return tuple(
        one
        for toll in event.heroes_toll
        for one in _some(toll.key, "damage", "tokens", TOKENS_TOOK, toll.body)
    )


def deaths(event: HeroFell) -> tuple[Count, ...]:
    return (Count(event.hero, "deaths", event.by, event.cause),)


def skills(event: BlowThrown) -> tuple[Count, ...]:
    if event.skill_name is None:
        return ()
    one = Count(event.hero, "skills", event.skill, event.skill_name)
    return (one, *_some(event.hero, "mana", "spells", SPELLS, -event.mana))


def rerolls(event: DieRerolled) -> tuple[Count, ...]:
    return _some(event.hero, "mana", "rerolls", REROLLS, -event.mana)


def added(event: DieAdded) -> tuple[Count, ...]:
    return _some(event.hero, "mana", "added", ADDED, -event.mana)


def loot(event: LootTaken) -> tuple[Count, ...]:
    return _stones(event.hero, {event.element: event.stones})


def _stones(hero: str, stones: Counts) -> tuple[Count, ...]:
    return tuple(
        one
        for element, number in stones.items()
        if element in STONES
        for one in _some(hero, "stones", element, STONES[element], number)
    )


def tiles(event: TilePlaced) -> tuple[Count, ...]:
    return (Count(event.hero, "tiles", event.tile, event.tile_name),)


def items(event: ItemUsed) -> tuple[Count, ...]:
    return (Count(event.hero, "items", event.item, event.item_name),)


def adventures(event: AdventureFaced) -> tuple[Count, ...]:
    """A failure may cost points, a success bring stones."""
    passed = _some(event.hero, "adventures", event.adventure, event.adventure_name, int(event.success))
    lost = _some(event.hero, "damage", event.adventure, event.adventure_name, -event.body)
    return (*passed, *lost, *_stones(event.hero, event.stones))


def joined(event: HeroRecruited | HeroEnrolled) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "person", Text("se joint au groupe", "joins the party")),)


def level(event: LevelGained) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "star", Text("niveau {n}", "level {n}")(n=event.level)),)


def fell(event: HeroFell) -> tuple[Milestone, ...]:
    told = Text("tombe ({cause}), mort n° {n}", "falls ({cause}), death no. {n}")
    return (Milestone(event.hero, "tomb", told(cause=event.cause, n=event.deaths)),)


def oracle(event: BossAppeared) -> tuple[Milestone, ...]:
    told = Text("entend l’Oracle : {boss}", "hears the Oracle: {boss}")
    return (Milestone(event.hero, "eye", told(boss=event.monster_name)),)


def decided(event: GameDecided) -> tuple[Milestone, ...]:
    """A last death is told as one already."""
    if event.outcome == "lost":
        return ()
    return (Milestone(event.hero, "crown", Text("vainc le boss", "beats the boss")),)


def left(event: HeroRetired) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "door", Text("quitte la table", "leaves the table")),)


CHAPTER = Chapter(
    name="counting",
    decides={},
    evolves={},
    tells={},
    offers={},
    counts={
        FoeBeaten: kills,
        RoundFought: damage,
        FightEnded: burnt,
        TurnClosed: tolls,
        HeroFell: deaths,
        BlowThrown: skills,
        DieRerolled: rerolls,
        DieAdded: added,
        LootTaken: loot,
        TilePlaced: tiles,
        ItemUsed: items,
        AdventureFaced: adventures,
    },
    milestones={
        HeroRecruited: joined,
        HeroEnrolled: joined,
        LevelGained: level,
        HeroFell: fell,
        BossAppeared: oracle,
        GameDecided: decided,
        HeroRetired: left,
    },
)
