"""Which act brought what: gear, skills, permanent gains, effects, house rules, as the parts of numbers name them."""

from __future__ import annotations

from collections.abc import Iterable

from rules.heroquest_evolution.apprentices import ApprenticePromoted
from rules.heroquest_evolution.corrections import HeroCorrected
from rules.heroquest_evolution.death import HeroBuried
from rules.heroquest_evolution.effects import EffectGiven
from rules.heroquest_evolution.enrolment import HeroEnrolled
from rules.heroquest_evolution.gifts import ItemGiven
from rules.heroquest_evolution.hiring import MercenaryHired
from rules.heroquest_evolution.levels import LevelGained
from rules.heroquest_evolution.market import Bought
from rules.heroquest_evolution.numbers import HERO, thing_of
from rules.heroquest_evolution.recruiting import HeroRecruited
from rules.heroquest_evolution.state import Gain, Owned
from rules.heroquest_evolution.tower import MindStudied
from rules.heroquest_evolution.training import BodyTrained
from rules.heroquest_evolution.treasure import ItemFound
from rules.kernel.chapters import Chapter
from rules.kernel.counting import Brought
from rules.kernel.house_chapter import HouseRuleSet


def _things(hero: str, *things: str) -> tuple[Brought, ...]:
    return tuple(Brought(hero, thing) for thing in dict.fromkeys(things))


def _gear(items: Iterable[Owned]) -> list[str]:
    return [f"items/{owned.key}" for owned in items]


def _gains(gains: Iterable[Gain]) -> list[str]:
    return [thing_of(gain.origin) for gain in gains]


def recruited(event: HeroRecruited) -> tuple[Brought, ...]:
    return _things(event.hero, HERO, *_gear(event.items))


def enrolled(event: HeroEnrolled | ApprenticePromoted) -> tuple[Brought, ...]:
    """A hero who comes with a level has it, and all that was gained, from this act."""
    skills = [f"skills/{key}" for key in event.skills]
    levels = [f"levels/{level}" for level in range(2, event.level + 1)]
    return _things(event.hero, HERO, *levels, *skills, *_gear(event.items), *_gains(event.gains))


def level(event: LevelGained) -> tuple[Brought, ...]:
    skill = [f"skills/{event.skill}"] if event.skill else []
    return _things(event.hero, f"levels/{event.level}", *skill, *_gains(event.gains))


def corrected(event: HeroCorrected) -> tuple[Brought, ...]:
    item = [f"items/{event.add_item}"] if event.add_item else []
    skill = [f"skills/{event.add_skill}"] if event.add_skill else []
    return _things(event.hero, *item, *skill, thing_of("correction"))


def found(event: Bought | ItemFound) -> tuple[Brought, ...]:
    return _things(event.hero, f"items/{event.item}")


def given(event: ItemGiven) -> tuple[Brought, ...]:
    return _things(event.to, f"items/{event.item}")


def inherited(event: HeroBuried) -> tuple[Brought, ...]:
    return _things(event.heir, *_gear(event.items)) if event.heir else ()


def trained(event: BodyTrained) -> tuple[Brought, ...]:
    return _things(event.hero, thing_of("training"))


def studied(event: MindStudied) -> tuple[Brought, ...]:
    return _things(event.hero, thing_of("tower"))


def effect(event: EffectGiven) -> tuple[Brought, ...]:
    return _things(event.hero, f"effects/{event.effect}")


def hired(event: MercenaryHired) -> tuple[Brought, ...]:
    return _things(event.hero, f"mercenaries/{event.role}")


def house(event: HouseRuleSet) -> tuple[Brought, ...]:
    return _things("", f"house/{event.rule}")


CHAPTER = Chapter(
    name="bringing",
    decides={},
    evolves={},
    tells={},
    offers={},
    brings={
        HeroRecruited: recruited,
        HeroEnrolled: enrolled,
        ApprenticePromoted: enrolled,
        LevelGained: level,
        HeroCorrected: corrected,
        Bought: found,
        ItemFound: found,
        ItemGiven: given,
        HeroBuried: inherited,
        BodyTrained: trained,
        MindStudied: studied,
        EffectGiven: effect,
        MercenaryHired: hired,
        HouseRuleSet: house,
    },
)
