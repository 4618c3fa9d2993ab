"""Which act brought what: scores, Vitality, boxes, weapons, house rules, as the parts of numbers name them."""

from __future__ import annotations

from rules.defis_sortileges.book import ATTITUDES, SCORES
from rules.defis_sortileges.choosing import STARTING_WEAPON, HeroRecruited
from rules.defis_sortileges.corrections import START, NumberCorrected
from rules.defis_sortileges.enrolment import HeroEnrolled
from rules.defis_sortileges.numbers import box_of, change_of, start_of, thing_of
from rules.defis_sortileges.power import AttitudeChosen, BoxRubbedOut
from rules.defis_sortileges.tally import ScoreChanged
from rules.defis_sortileges.things import SpoilsTaken, ThingFound, ThingGiven
from rules.kernel.chapters import Chapter
from rules.kernel.counting import Brought

STARTS = (*map(start_of, (*SCORES, "vitality")), thing_of(STARTING_WEAPON))


def _things(hero: str, *things: str) -> tuple[Brought, ...]:
    return tuple(Brought(hero, thing) for thing in things)


def recruited(event: HeroRecruited) -> tuple[Brought, ...]:
    return _things(event.hero, *STARTS)


def enrolled(event: HeroEnrolled) -> tuple[Brought, ...]:
    """Scores of the moment and boxes were on the paper."""
    return _things(event.hero, *STARTS, *map(change_of, SCORES), *map(box_of, ATTITUDES))


def changed(event: ScoreChanged) -> tuple[Brought, ...]:
    return _things(event.hero, change_of(event.score))


def ticked(event: AttitudeChosen) -> tuple[Brought, ...]:
    return tuple(Brought(hero, box_of(event.attitude)) for hero in event.heroes)


def rubbed_out(event: BoxRubbedOut) -> tuple[Brought, ...]:
    return _things(event.hero, box_of(event.attitude))


def found(event: ThingFound) -> tuple[Brought, ...]:
    return _things(event.hero, thing_of(event.thing))


def given(event: ThingGiven) -> tuple[Brought, ...]:
    return _things(event.to, thing_of(event.item.key))


def taken(event: SpoilsTaken) -> tuple[Brought, ...]:
    return _things(event.hero, thing_of(event.item.key))


def corrected(event: NumberCorrected) -> tuple[Brought, ...]:
    """Another start is another difference to it."""
    what = event.what
    if what in ATTITUDES:
        return _things(event.hero, box_of(what))
    if what in SCORES:
        return _things(event.hero, change_of(what))
    score = what.removeprefix(START)
    return _things(event.hero, start_of(score), change_of(score))


CHAPTER = Chapter(
    name="bringing",
    decides={},
    evolves={},
    tells={},
    offers={},
    brings={
        HeroRecruited: recruited,
        HeroEnrolled: enrolled,
        ScoreChanged: changed,
        AttitudeChosen: ticked,
        BoxRubbedOut: rubbed_out,
        ThingFound: found,
        ThingGiven: given,
        SpoilsTaken: taken,
        NumberCorrected: corrected,
    },
)
