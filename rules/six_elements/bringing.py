"""Which act brought what: the pieces, the own stats and the affinities that numbers name as their parts (§9, §10, §12)."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.counting import Brought
from rules.six_elements.adventures import AdventureFaced
from rules.six_elements.affinities import AffinityRaised
from rules.six_elements.book import BOOK
from rules.six_elements.corrections import HeroCorrected
from rules.six_elements.enrolment import HeroEnrolled
from rules.six_elements.levels import LevelGained
from rules.six_elements.recruiting import HeroRecruited
from rules.six_elements.stats import affinity_thing, gear_thing, own_thing
from rules.six_elements.victories import LootTaken
from rules.six_elements.words import POINTS, STATS


def _things(hero: str, *things: str) -> tuple[Brought, ...]:
    return tuple(Brought(hero, thing) for thing in dict.fromkeys(things))


def recruited(event: HeroRecruited) -> tuple[Brought, ...]:
    """What everybody begins with, and the class's affinity."""
    own = map(own_thing, (*STATS, *POINTS))
    return _things(event.hero, *own, affinity_thing(BOOK.hero_classes[event.hero_class].element))


def enrolled(event: HeroEnrolled) -> tuple[Brought, ...]:
    """All that was on the paper."""
    own = map(own_thing, (*STATS, *POINTS))
    affinities = map(affinity_thing, event.affinities)
    return _things(event.hero, *own, *affinities, *map(gear_thing, event.bag))


def level(event: LevelGained) -> tuple[Brought, ...]:
    return _things(event.hero, own_thing(event.point), own_thing(event.stat))


def corrected(event: HeroCorrected) -> tuple[Brought, ...]:
    piece = [gear_thing(event.add_equipment)] if event.add_equipment else []
    return _things(event.hero, *(own_thing(key.removesuffix("_max")) for key in event.numbers), *piece)


def loot(event: LootTaken) -> tuple[Brought, ...]:
    return _things(event.hero, gear_thing(event.equipment)) if event.equipment else ()


def raised(event: AffinityRaised) -> tuple[Brought, ...]:
    return _things(event.hero, affinity_thing(event.element))


def faced(event: AdventureFaced) -> tuple[Brought, ...]:
    return _things(event.hero, affinity_thing(event.affinity)) if event.affinity else ()


CHAPTER = Chapter(
    name="bringing",
    decides={},
    evolves={},
    tells={},
    offers={},
    brings={
        HeroRecruited: recruited,
        HeroEnrolled: enrolled,
        HeroCorrected: corrected,
        LevelGained: level,
        LootTaken: loot,
        AffinityRaised: raised,
        AdventureFaced: faced,
    },
)
