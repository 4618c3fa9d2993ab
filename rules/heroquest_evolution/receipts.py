"""What a review shows before it is confirmed: a closing's receipts, the reach of a house rule."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.death import HeroBuried
from rules.heroquest_evolution.experience import GoldAwarded, XpAwarded
from rules.heroquest_evolution.house_preview import house_preview
from rules.heroquest_evolution.house_rules import HouseRuleSet
from rules.heroquest_evolution.levels import gain_text
from rules.heroquest_evolution.state import State
from rules.kernel.messages import Event
from rules.kernel.sections import AnySection, Receipt
from rules.kernel.text import Text, same

RETIRES = Text(
    "Légende vivante : prend sa retraite après cette quête.", "A living legend: retires after this quest."
)


def receipts(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    """One receipt for each hero of a closing (XP, gold, or the grave); what a house rule would change."""
    found: list[AnySection] = []
    for event in events:
        if isinstance(event, XpAwarded):
            found.append(_xp_receipt(state, event))
        elif isinstance(event, GoldAwarded):
            found.append(_gold_receipt(event))
        elif isinstance(event, HeroBuried):
            found.append(_grave(event))
        elif isinstance(event, HouseRuleSet):
            found += house_preview(state, event)
    return tuple(found)


def _subtitle(state: State, key: str) -> Text:
    hero = state.heroes[key]
    return Text("{c} · niveau {n}", "{c} · level {n}")(
        c=BOOK.hero_classes[hero.hero_class].name, n=hero.level
    )


def _xp_receipt(state: State, event: XpAwarded) -> Receipt:
    hero = state.heroes[event.hero]
    notes = tuple(gain_text(msgspec.structs.replace(hero, level=level - 1)) for level in event.levels)
    if hero.level >= MAX_LEVEL:
        notes = (*notes, RETIRES)
    return Receipt(
        key=f"xp.{event.hero}",
        title=same(event.hero_name),
        hero=event.hero,
        subtitle=_subtitle(state, event.hero),
        lines=event.parts,
        total=event.xp,
        unit=same("XP"),
        notes=notes,
    )


def _gold_receipt(event: GoldAwarded) -> Receipt:
    return Receipt(
        key=f"gold.{event.hero}",
        title=same(event.hero_name),
        hero=event.hero,
        lines=event.parts,
        total=event.gold,
        unit=Text("po", "gold"),
    )


def _grave(event: HeroBuried) -> Receipt:
    note = (
        Text("{heir} reprend ses affaires.", "{heir} takes the gear.")(heir=event.heir_name)
        if event.heir_name
        else Text("Ses affaires sont perdues.", "The gear is lost.")
    )
    return Receipt(
        key=f"grave.{event.hero}",
        title=same(event.hero_name),
        hero=event.hero,
        subtitle=same(event.cause),
        lines=(),
        total=0,
        unit=same("XP"),
        notes=(note,),
        mood="dead",
    )
