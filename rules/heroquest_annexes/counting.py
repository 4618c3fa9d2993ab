"""What is counted of an evening, the days to remember, and which act brought what."""

from __future__ import annotations

from rules.heroquest_annexes.chests import ChestOpened, LootTaken
from rules.heroquest_annexes.corrections import ItemCorrected, NumberCorrected
from rules.heroquest_annexes.enrolment import HeroEnrolled, HeroRecruited, HeroRetired
from rules.heroquest_annexes.giving import ItemGiven
from rules.heroquest_annexes.harm import UNIQUE, HeroFell, HeroHurt, MonsterSlain
from rules.heroquest_annexes.market import Bought, Exchanged
from rules.heroquest_annexes.quest import QuestClosed
from rules.heroquest_annexes.searching import TreasureFound
from rules.heroquest_annexes.spells import SpellCast
from rules.heroquest_annexes.things import Found
from rules.heroquest_annexes.traps import Disarmed, TrapSprung
from rules.heroquest_annexes.using import Used
from rules.heroquest_annexes.words import BODY, DEATH, GAINED, UNIQUE_MONSTER
from rules.kernel.chapters import Chapter
from rules.kernel.counting import Brought, Count, Measure, Milestone
from rules.kernel.text import Text

MEASURES = (
    Measure(what="xp", title=Text("Expérience", "Experience"), drawn="curve", icon="xp"),
    Measure(what="gold", title=Text("Or", "Gold"), drawn="curve", icon="gold"),
    Measure(what="kills", title=Text("Victimes", "Kills"), drawn="thing", icon="kill"),
    Measure(what="kills", title=Text("Victimes par quête", "Kills by quest"), drawn="quest", icon="kill"),
    Measure(what="damage", title=Text("Points perdus", "Points lost"), drawn="quest", icon="body"),
    Measure(what="deaths", title=Text("Morts", "Deaths"), drawn="quest", icon="tomb"),
    Measure(what="spells", title=Text("Sorts lancés", "Spells cast"), drawn="thing", icon="flame"),
    Measure(what="items", title=Text("Objets employés", "Items used"), drawn="thing", icon="potion"),
    Measure(what="traps", title=Text("Pièges déclenchés", "Traps sprung"), drawn="thing", icon="trap"),
    Measure(what="disarmed", title=Text("Pièges désamorcés", "Traps disarmed"), drawn="thing", icon="hammer"),
)
JOINS = Text("rejoint le groupe", "joins the party")
REVIVED = Text("revient à la vie", "comes back to life")


def kills(event: MonsterSlain) -> tuple[Count, ...]:
    return (Count(event.hero, "kills", event.monster or UNIQUE, event.kind_name or UNIQUE_MONSTER),)


def damage(event: HeroHurt) -> tuple[Count, ...]:
    return (Count(event.hero, "damage", "body", BODY, event.lost),)


def spells(event: SpellCast) -> tuple[Count, ...]:
    return (Count(event.hero, "spells", event.spell, event.name),)


def items(event: Used) -> tuple[Count, ...]:
    return (Count(event.hero, "items", event.item, event.name),)


def deaths(event: HeroFell) -> tuple[Count, ...]:
    return (Count(event.hero, "deaths", "body", DEATH),)


def traps(event: TrapSprung) -> tuple[Count, ...]:
    return (Count(event.to, "traps", event.trap, event.name),)


def disarmings(event: Disarmed) -> tuple[Count, ...]:
    return (Count(event.hero, "disarmed", event.what, event.name),)


def joined(event: HeroRecruited | HeroEnrolled) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "person", JOINS),)


def retired(event: HeroRetired) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "door", Text("prend sa retraite", "retires")),)


def fell(event: HeroFell) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "tomb", Text("tombe : {by}", "falls: {by}")(by=event.by)),)


def revived(event: SpellCast | Used) -> tuple[Milestone, ...]:
    back = event.to and (event.revived if isinstance(event, SpellCast) else event.works == "revive")
    return (Milestone(event.to, "heart", REVIVED),) if back else ()


def champions(event: QuestClosed) -> tuple[Milestone, ...]:
    label = Text("devient Champion", "becomes a champion")
    return tuple(Milestone(one.hero, "crown", label) for one in event.outcomes if one.champion)


def came(event: HeroRecruited) -> tuple[Brought, ...]:
    return (Brought(event.hero, "hero"),)


def enrolled(event: HeroEnrolled) -> tuple[Brought, ...]:
    """Who comes from a paper sheet has what was bought from this act."""
    bought = (what for what in GAINED if getattr(event.gains, what))
    return (Brought(event.hero, "hero"), *(Brought(event.hero, f"gains/{what}") for what in bought))


def corrected(event: NumberCorrected) -> tuple[Brought, ...]:
    return (Brought(event.hero, f"gains/{event.what}"),) if event.what in GAINED else ()


def set_right(event: ItemCorrected) -> tuple[Brought, ...]:
    return (Brought(event.hero, f"items/{event.item}"),) if event.by > 0 else ()


def got(event: Bought | Found | TreasureFound | LootTaken | ChestOpened) -> tuple[Brought, ...]:
    return (Brought(event.hero, f"items/{event.item}"),) if event.item else ()


def given(event: ItemGiven) -> tuple[Brought, ...]:
    return (Brought(event.to, f"items/{event.item}"),)


def gained(event: Exchanged) -> tuple[Brought, ...]:
    return (Brought(event.hero, f"gains/{event.what}"),) if event.what not in ("gold", "spell") else ()


CHAPTER = Chapter(
    name="counting",
    decides={},
    evolves={},
    tells={},
    offers={},
    counts={
        MonsterSlain: kills,
        HeroHurt: damage,
        HeroFell: deaths,
        SpellCast: spells,
        Used: items,
        TrapSprung: traps,
        Disarmed: disarmings,
    },
    milestones={
        HeroRecruited: joined,
        HeroEnrolled: joined,
        HeroRetired: retired,
        HeroFell: fell,
        SpellCast: revived,
        Used: revived,
        QuestClosed: champions,
    },
    brings={
        HeroRecruited: came,
        HeroEnrolled: enrolled,
        NumberCorrected: corrected,
        ItemCorrected: set_right,
        Bought: got,
        Found: got,
        TreasureFound: got,
        LootTaken: got,
        ChestOpened: got,
        ItemGiven: given,
        Exchanged: gained,
    },
)
