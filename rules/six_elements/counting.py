"""What is counted of a game for the pictures, the days to remember, and what each roll hopes for."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.counting import Aim, Count, Measure, Milestone
from rules.kernel.text import Text
from rules.six_elements.adventures import AdventureFaced
from rules.six_elements.enrolment import HeroEnrolled
from rules.six_elements.exchange_events import BlowThrown, RoundFought
from rules.six_elements.falls import HeroFell
from rules.six_elements.levels import LevelGained
from rules.six_elements.market import ItemUsed
from rules.six_elements.purposes import MANA_ROLLS
from rules.six_elements.recruiting import HeroRecruited, HeroRetired
from rules.six_elements.victories import FoeBeaten

MEASURES = (
    Measure(what="xp", title=Text("Expérience", "Experience"), drawn="curve", icon="xp"),
    Measure(what="gold", title=Text("Or", "Gold"), drawn="curve", icon="gold"),
    Measure(what="kills", title=Text("Victimes", "Kills"), drawn="thing", icon="kill"),
    Measure(what="kills", title=Text("Victimes par donjon", "Kills by dungeon"), drawn="quest", icon="kill"),
    Measure(what="damage", title=Text("Points perdus", "Points lost"), drawn="quest", icon="body"),
    Measure(what="deaths", title=Text("Morts", "Deaths"), drawn="quest", icon="tomb"),
    Measure(what="skills", title=Text("Talents joués", "Skills played"), drawn="thing", icon="bolt"),
    Measure(what="items", title=Text("Objets utilisés", "Items used"), drawn="thing", icon="potion"),
    Measure(
        what="adventures", title=Text("Aventures réussies", "Adventures passed"), drawn="thing", icon="scroll"
    ),
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
    return (Count(event.hero, "kills", event.monster, event.monster_name),)


def damage(event: RoundFought) -> tuple[Count, ...]:
    """What a round took of the hero, in body."""
    lost = max(0, -event.body)
    return (Count(event.hero, "damage", event.monster, event.monster_name, lost),) if lost else ()


def deaths(event: HeroFell) -> tuple[Count, ...]:
    return (Count(event.hero, "deaths", event.by, event.cause),)


def skills(event: BlowThrown) -> tuple[Count, ...]:
    if event.skill_name is None:
        return ()
    return (Count(event.hero, "skills", event.skill, event.skill_name),)


def items(event: ItemUsed) -> tuple[Count, ...]:
    return (Count(event.hero, "items", event.item, event.item_name),)


def adventures(event: AdventureFaced) -> tuple[Count, ...]:
    if not event.success:
        return ()
    return (Count(event.hero, "adventures", event.adventure, event.adventure_name),)


def joined(event: HeroRecruited | HeroEnrolled) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "person", Text("se joint au groupe", "joins the party")),)


def level(event: LevelGained) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "star", Text("niveau {n}", "level {n}")(n=event.level)),)


def fell(event: HeroFell) -> tuple[Milestone, ...]:
    told = Text("tombe ({cause}), mort n° {n}", "falls ({cause}), death no. {n}")
    return (Milestone(event.hero, "tomb", told(cause=event.cause, n=event.deaths)),)


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
        HeroFell: deaths,
        BlowThrown: skills,
        ItemUsed: items,
        AdventureFaced: adventures,
    },
    milestones={
        HeroRecruited: joined,
        HeroEnrolled: joined,
        LevelGained: level,
        HeroFell: fell,
        HeroRetired: left,
    },
)
