"""Series of spells, chosen or doubled, and what may be cast of them (§II, §III; R11, R19)."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from rules.heroquest_annexes.book import BOOK, SERIES
from rules.heroquest_annexes.refusals import in_quest, living, unknown
from rules.heroquest_annexes.state import Hero, Keys, State, change, of
from rules.heroquest_annexes.words import SPELL
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text, same

SERIES_WORD = Text("Série", "Series")


class ChooseSeries(Command, frozen=True, tag="choose_series"):
    who: ClassVar[Who] = "own"
    label = Text("Choisir une série de sorts", "Choose a series of spells")
    icon = "book"
    hero: Key
    series: Key


class SeriesChosen(Event, frozen=True, tag="series_chosen"):
    """`rest` are the mage's remaining ones, once the elf has chosen."""

    hero: str
    hero_name: str
    series: str
    name: Text
    mage: str = ""
    rest: Keys = ()


class DoubleSpell(Command, frozen=True, tag="double_spell"):
    """The Ring of the Sages, at the start of a quest."""

    who: ClassVar[Who] = "own"
    label = Text("Anneau des Sages : choisir un sort", "Ring of the Sages: choose a spell")
    icon = "stars"
    hero: Key
    spell: Key


class SpellDoubled(Event, frozen=True, tag="spell_doubled"):
    hero: str
    hero_name: str
    spell: str
    name: Text


def caster_of(state: State, hero_class: str) -> str:
    """The mage or the elf of the quest; empty where there is none."""
    quest = state.quest
    return next(
        (key for key in (quest.heroes if quest else ()) if state.heroes[key].hero_class == hero_class), ""
    )


def free_series(state: State) -> Keys:
    taken = {one for chosen in of(state).series.values() for one in chosen}
    return tuple(key for key in SERIES if key not in taken)


def may_choose(state: State, key: str) -> Hero | Violation:
    """The mage first, then the elf; a mage without an elf goes on to three (R11)."""
    hero = in_quest(state, key)
    if isinstance(hero, Violation):
        return hero
    most = BOOK.heroes[hero.hero_class].series
    if not most:
        return refuse(
            "no_magic", "{name} ne lance pas de sorts.", "{name} casts no spells.", "§II", name=hero.name
        )
    chosen, mage = of(state).series, caster_of(state, "mage")
    own = len(chosen.get(key, ()))
    if own >= most:
        return refuse(
            "series_chosen", "{name} a déjà ses sorts.", "{name} has chosen already.", "§II", name=hero.name
        )
    elf = caster_of(state, "elf")
    first = mage and not chosen.get(mage)
    if (hero.hero_class == "elf" and first) or (
        hero.hero_class == "mage" and own and elf and not chosen.get(elf)
    ):
        return refuse(
            "not_your_choice",
            "Le Mage choisit d’abord, puis l’Elfe ; le reste est au Mage.",
            "The mage chooses first, then the elf; the rest is the mage’s.",
            "§II",
        )
    return hero


def choose_series(state: State, command: ChooseSeries, act: Act) -> Decision:
    hero = may_choose(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.series not in free_series(state):
        return unknown("series", command.series, "§II")
    mage = caster_of(state, "mage") if hero.hero_class == "elf" else ""
    rest = tuple(key for key in free_series(state) if key != command.series) if mage else ()
    return (
        SeriesChosen(
            hero=hero.key,
            hero_name=hero.name,
            series=command.series,
            name=SERIES[command.series],
            mage=mage,
            rest=rest[:2],
        ),
    )


def series_chosen(state: State, event: SeriesChosen) -> State:
    chosen = dict(of(state).series)
    chosen[event.hero] = (*chosen.get(event.hero, ()), event.series)
    if event.mage:
        chosen[event.mage] = (*chosen.get(event.mage, ()), *event.rest)
    return change(state, series=chosen)


def spells_of(state: State, hero: Hero) -> Counter[str]:
    """How often each may be cast in this quest: series, bought ones, the doubled one; nothing taken off."""
    found: Counter[str] = Counter(hero.spells)
    if state.quest and hero.key in state.quest.heroes:
        found.update(BOOK.spells_of(state.quest.series.get(hero.key, ())))
        found.update([spell] if (spell := state.quest.doubled.get(hero.key)) else [])
    return Counter({key: found[key] for key in BOOK.spells if found[key]})


def may_double(state: State, key: str) -> Hero | Violation:
    hero = living(state, key)
    if isinstance(hero, Violation):
        return hero
    if "ring-of-sages" not in hero.worn:
        return refuse(
            "no_ring",
            "{name} ne porte pas l’Anneau des Sages.",
            "{name} does not wear the Ring of the Sages.",
            "§III",
            name=hero.name,
        )
    quest = of(state)
    if quest.round > 1 or quest.doubled.get(key) or not spells_of(state, hero):
        return refuse(
            "not_at_start",
            "L’Anneau des Sages sert une fois, au début de la quête, sorts choisis.",
            "The Ring of the Sages serves once, at the start of the quest, with spells chosen.",
            "§III",
        )
    return hero


def double_spell(state: State, command: DoubleSpell, act: Act) -> Decision:
    hero = may_double(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.spell not in spells_of(state, hero):
        return unknown("spell", command.spell, "§III")
    name = BOOK.spells[command.spell].name
    return (SpellDoubled(hero=hero.key, hero_name=hero.name, spell=command.spell, name=name),)


def spell_doubled(state: State, event: SpellDoubled) -> State:
    return change(state, doubled=of(state).doubled | {event.hero: event.spell})


def offer_series(state: State, hero: str, given: Given) -> Draft:
    found = may_choose(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    options = tuple(
        Choice(key, SERIES[key], hint=_names(BOOK.spells_of((key,)))) for key in free_series(state)
    )
    return Draft((choice("series", SERIES_WORD, options),))


def _names(spells: Keys) -> Text:
    names = [BOOK.spells[key].name for key in spells]
    return Text(", ".join(name.fr for name in names), ", ".join(name.en for name in names))


def spell_choice(key: str) -> Choice:
    row = BOOK.spells[key]
    return Choice(key, row.name, hint=row.text, group=SERIES[row.series], link=f"spells/{key}")


def offer_double(state: State, hero: str, given: Given) -> Draft:
    found = may_double(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    return Draft((choice("spell", SPELL, tuple(map(spell_choice, spells_of(state, found)))),))


def tell_series(event: SeriesChosen) -> Text:
    said = Text("{h} choisit les sorts : {s}.", "{h} chooses the spells: {s}.")(
        h=event.hero_name, s=event.name
    )
    if not event.rest:
        return said
    left = tuple(SERIES.get(key, same(key)) for key in event.rest)
    both = Text(", ".join(one.fr for one in left), ", ".join(one.en for one in left))
    return said + Text(" Au Mage : {r}.", " To the mage: {r}.")(r=both)


def tell_doubled(event: SpellDoubled) -> Text:
    return Text("{h} : {s} servira deux fois.", "{h}: {s} will serve twice.")(h=event.hero_name, s=event.name)


CHAPTER = Chapter(
    name="series",
    decides={ChooseSeries: choose_series, DoubleSpell: double_spell},
    evolves={SeriesChosen: series_chosen, SpellDoubled: spell_doubled},
    tells={SeriesChosen: tell_series, SpellDoubled: tell_doubled},
    offers={ChooseSeries: offer_series, DoubleSpell: offer_double},
)
