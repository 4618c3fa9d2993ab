"""What is counted of an adventure for the pictures, the days to remember, and what each roll hopes for."""

from __future__ import annotations

from rules.defis_sortileges.adventure import HeroCaught
from rules.defis_sortileges.aftermath import AdventureEnded, FoeFell, HeroDied
from rules.defis_sortileges.blows import BlowStruck, SpellCast, SpellHurt
from rules.defis_sortileges.choosing import HeroRecruited, HeroRetired
from rules.defis_sortileges.enrolment import HeroEnrolled
from rules.defis_sortileges.fights import SimpleFought
from rules.defis_sortileges.power import AttitudeChosen, SpellOpened
from rules.defis_sortileges.tally import WoundsChanged
from rules.defis_sortileges.turns import Explored, Rested
from rules.defis_sortileges.words import POWER, RESTS, WOUNDS
from rules.kernel.chapters import Chapter
from rules.kernel.counting import LOW, NEITHER, Aim, Count, Measure, Milestone
from rules.kernel.text import Text, same

MEASURES = (
    Measure(what="xp", title=POWER, drawn="curve", icon="flame"),
    Measure(
        what="rests", title=Text("Repos par aventure", "Rests by adventure"), drawn="quest", icon="sleep"
    ),
    Measure(
        what="places",
        title=Text("Explorations par aventure", "Explorations by adventure"),
        drawn="quest",
        icon="eye",
    ),
    Measure(what="damage", title=Text("Blessures subies", "Wounds taken"), drawn="quest", icon="drop"),
    Measure(what="dealt", title=Text("Blessures infligées", "Wounds inflicted"), drawn="quest", icon="sword"),
    Measure(
        what="ends",
        title=Text("Morts et prisonniers", "The dead and the captive"),
        drawn="quest",
        icon="tomb",
    ),
    Measure(
        what="attitudes", title=Text("Attitudes choisies", "Attitudes chosen"), drawn="thing", icon="flame"
    ),
    Measure(
        what="spells", title=Text("Sortilèges réussis", "Spells that worked"), drawn="thing", icon="star"
    ),
    Measure(what="kills", title=Text("Victimes", "Victims"), drawn="thing", icon="kill"),
)
AIMS: dict[str, Aim] = {
    "assault": LOW,
    "simple": LOW,
    "lots": NEITHER,
    "foe-assault": Aim("low", foe=True),
    "foe-wounds": Aim("high", foe=True),
}
"""An assault must not exceed a score (§6.2); the dice of simple combat are one's own wounds (§6.1)."""


def kills(event: FoeFell) -> tuple[Count, ...]:
    """Creatures of the same name are one thing."""
    if not event.hero:
        return ()
    return (Count(event.hero, "kills", event.foe_name.casefold(), same(event.foe_name)),)


def blow(event: BlowStruck) -> tuple[Count, ...]:
    """A shade’s blows are its character’s, the wounds that it takes are nobody’s."""
    dealt = (Count(event.hero, "dealt", "", WOUNDS, event.wounds),) if event.hero else ()
    return (*dealt, _taken(event.to, event.wounds)) if event.to == event.target != "" else dealt


def _taken(hero: str, wounds: int) -> Count:
    return Count(hero, "damage", "", WOUNDS, wounds)


def hurt(event: SpellHurt) -> tuple[Count, ...]:
    dealt = (Count(event.by, "dealt", "", WOUNDS, event.wounds * len(event.targets)),) if event.by else ()
    return dealt + tuple(_taken(hero, event.wounds) for hero in event.heroes)


def simple(event: SimpleFought) -> tuple[Count, ...]:
    return tuple(_taken(hero, event.each) for hero in event.heroes)


def noted(event: WoundsChanged) -> tuple[Count, ...]:
    return (_taken(event.hero, event.by),) if event.by > 0 else ()


def spells(event: SpellCast) -> tuple[Count, ...]:
    return (Count(event.hero, "spells", event.spell, event.spell_name),) if event.works else ()


def attitudes(event: AttitudeChosen) -> tuple[Count, ...]:
    return tuple(Count(hero, "attitudes", event.attitude, event.attitude_name) for hero in event.heroes)


def rests(event: Rested) -> tuple[Count, ...]:
    return tuple(Count(hero, "rests", "", RESTS) for hero in event.heroes)


def places(event: Explored) -> tuple[Count, ...]:
    return tuple(Count(hero, "places", event.place, same(event.place_name)) for hero in event.heroes)


def ends(event: HeroDied | HeroCaught) -> tuple[Count, ...]:
    return (Count(event.hero, "ends", "", same(event.adventure)),)


def joined(event: HeroRecruited | HeroEnrolled) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "person", Text("rejoint la table", "joins the table")),)


def learnt(event: SpellOpened) -> tuple[Milestone, ...]:
    label = Text("apprend « {spell} »", "learns “{spell}”")(spell=event.spell_name)
    return (Milestone(event.hero, "star", label),)


def died(event: HeroDied) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "tomb", Text("meurt", "dies")),)


def caught(event: HeroCaught) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "lock", Text("finit en captivité", "ends in captivity")),)


def left(event: HeroRetired) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "door", Text("quitte la table", "leaves the table")),)


def fulfilled(event: AdventureEnded) -> tuple[Milestone, ...]:
    label = Text("remplit sa mission", "fulfils the mission")
    return tuple(Milestone(hero, "crown", label) for hero in event.winners)


CHAPTER = Chapter(
    name="counting",
    decides={},
    evolves={},
    tells={},
    offers={},
    counts={
        FoeFell: kills,
        BlowStruck: blow,
        SpellHurt: hurt,
        SimpleFought: simple,
        WoundsChanged: noted,
        SpellCast: spells,
        AttitudeChosen: attitudes,
        Rested: rests,
        Explored: places,
        HeroDied: ends,
        HeroCaught: ends,
    },
    milestones={
        HeroRecruited: joined,
        HeroEnrolled: joined,
        SpellOpened: learnt,
        HeroDied: died,
        HeroCaught: caught,
        HeroRetired: left,
        AdventureEnded: fulfilled,
    },
)
