"""What is counted of an evening for the pictures, the days to remember, and what each roll hopes for."""

from __future__ import annotations

from rules.heroquest_evolution.apprentices import ApprenticePromoted
from rules.heroquest_evolution.combat_dice import BLACK, SKULL, WHITE
from rules.heroquest_evolution.death import HeroDied, HeroRevived
from rules.heroquest_evolution.deeds import DEEDS
from rules.heroquest_evolution.enrolment import HeroEnrolled
from rules.heroquest_evolution.levels import LevelGained
from rules.heroquest_evolution.recruiting import HeroRecruited, HeroRetired
from rules.heroquest_evolution.skill_rolls import SkillUsed
from rules.heroquest_evolution.spells import SpellCast
from rules.heroquest_evolution.tally import TRACKS, DeedRecorded, KillRecorded, TrackChanged
from rules.heroquest_evolution.uses import ItemUsed
from rules.kernel.chapters import Chapter
from rules.kernel.counting import LOW, NEITHER, Aim, Count, Measure, Milestone
from rules.kernel.text import Text, same

MEASURES = (
    Measure(what="xp", title=Text("Expérience", "Experience"), drawn="curve", icon="xp"),
    Measure(what="gold", title=Text("Or", "Gold"), drawn="curve", icon="gold"),
    Measure(what="kills", title=Text("Victimes", "Kills"), drawn="thing", icon="kill"),
    Measure(what="kills", title=Text("Victimes par quête", "Kills by quest"), drawn="quest", icon="kill"),
    Measure(what="damage", title=Text("Points perdus", "Points lost"), drawn="quest", icon="body"),
    Measure(what="deaths", title=Text("Morts", "Deaths"), drawn="quest", icon="tomb"),
    Measure(what="spells", title=Text("Sorts lancés", "Spells cast"), drawn="thing", icon="flame"),
    Measure(what="skills", title=Text("Compétences employées", "Skills used"), drawn="thing", icon="bolt"),
    Measure(what="items", title=Text("Objets employés", "Items used"), drawn="thing", icon="potion"),
    Measure(what="deeds", title=Text("Exploits", "Deeds"), drawn="thing", icon="crown"),
)

SAFE = Aim((WHITE, BLACK))
AIMS: dict[str, Aim] = {
    "regeneration": Aim((WHITE,)),
    "poison": SAFE,
    "withering": SAFE,
    "withering_rounds": LOW,
    "confusion": LOW,
    "resist_confusion": LOW,
    "black_lightning": LOW,
    "meditation": LOW,
    "stunning_blow": LOW,
    "fortune_damage": LOW,
    "disarm_trap": NEITHER,
    "spiders": Aim((SKULL,)),
    "dark_attack": Aim((SKULL,), foe=True),
    "dark_defence": Aim((WHITE,)),
    "waking": NEITHER,
    "rising": Aim("high", foe=True),
    "trap": Aim((WHITE, BLACK), foe=True),
    "resist_sleep": Aim((BLACK,), foe=True),
    "resist_command": Aim("low", foe=True),
    "resist_stone": Aim("low", foe=True),
}
"""Whatever is not here hopes for high numbers. A trap springs on another face for each hand; a hero and a monster wake by the same
roll.
"""


def kills(event: KillRecorded) -> tuple[Count, ...]:
    return (Count(event.hero, "kills", event.monster, event.monster_name, event.count),)


def damage(event: TrackChanged) -> tuple[Count, ...]:
    lost = max(0, -event.by) + event.overshoot
    return (Count(event.hero, "damage", event.track, TRACKS[event.track], lost),)


def deaths(event: HeroDied) -> tuple[Count, ...]:
    return (Count(event.hero, "deaths", event.by, TRACKS[event.by]),)


def spells(event: SpellCast) -> tuple[Count, ...]:
    return (Count(event.hero, "spells", event.spell, event.spell_name),)


def skills(event: SkillUsed) -> tuple[Count, ...]:
    return (Count(event.hero, "skills", event.skill, event.skill_name),)


def items(event: ItemUsed) -> tuple[Count, ...]:
    return (Count(event.hero, "items", event.item, event.item_name),)


def deeds(event: DeedRecorded) -> tuple[Count, ...]:
    return (Count(event.hero, "deeds", event.deed, DEEDS[event.deed][0]),)


def joined(event: HeroRecruited | HeroEnrolled | ApprenticePromoted) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "person", Text("rejoint le groupe", "joins the party")),)


def level(event: LevelGained) -> tuple[Milestone, ...]:
    reached = Text("niveau {n}", "level {n}")(n=event.level)
    if event.title is None:
        return (Milestone(event.hero, "star", reached),)
    return (
        Milestone(
            event.hero,
            "crown",
            Text("{level}, {title}", "{level}, {title}")(level=reached, title=event.title.inline),
        ),
    )


def died(event: HeroDied) -> tuple[Milestone, ...]:
    cause = same(event.cause.rstrip(". "))
    return (Milestone(event.hero, "tomb", Text("meurt : {cause}", "dies: {cause}")(cause=cause)),)


def revived(event: HeroRevived) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "heart", Text("revient à la vie", "comes back to life")),)


def retired(event: HeroRetired) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "door", Text("prend sa retraite", "retires")),)


CHAPTER = Chapter(
    name="counting",
    decides={},
    evolves={},
    tells={},
    offers={},
    counts={
        KillRecorded: kills,
        TrackChanged: damage,
        HeroDied: deaths,
        SpellCast: spells,
        SkillUsed: skills,
        ItemUsed: items,
        DeedRecorded: deeds,
    },
    milestones={
        HeroRecruited: joined,
        HeroEnrolled: joined,
        ApprenticePromoted: joined,
        LevelGained: level,
        HeroDied: died,
        HeroRevived: revived,
        HeroRetired: retired,
    },
)
