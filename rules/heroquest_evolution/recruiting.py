"""Recruiting and enrolling heroes, their name, their retirement, and corrections (R1–R4, R18)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import HeroClass
from rules.heroquest_evolution.given_names import NAMES
from rules.heroquest_evolution.house import house, house_int
from rules.heroquest_evolution.refusals import living, not_away, refuse, unknown
from rules.heroquest_evolution.service import leave
from rules.heroquest_evolution.state import Hero, Owned, State, change, without
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, subset, words
from rules.kernel.text import Text, listed

SPHERES: dict[str, Text] = {
    "air": Text("Air", "Air"),
    "water": Text("Eau", "Water"),
    "earth": Text("Terre", "Earth"),
    "fire": Text("Feu", "Fire"),
}
Spheres = Annotated[tuple[Key, ...], msgspec.Meta(max_length=4)]


class RecruitHero(Command, frozen=True, tag="recruit_hero"):
    """A new level 1 hero (R1); `spheres` for who casts spells (R18)."""

    who = "own"
    label = Text("Recruter un héros", "Recruit a hero")
    icon = "person"
    brings_hero = True
    hero_class: Key
    name: Name
    spheres: Spheres = ()


class RenameHero(Command, frozen=True, tag="rename_hero"):
    who = "own"
    label = Text("Renommer", "Rename")
    icon = "pencil"
    hero: Key
    name: Name


class RetireHero(Command, frozen=True, tag="retire_hero"):
    """The hero leaves the adventure, alive, for good."""

    who = "own"
    label = Text("Prendre sa retraite", "Retire")
    icon = "door"
    hero: Key


class HeroRecruited(Event, frozen=True, tag="hero_recruited"):
    hero: str
    name: str
    hero_class: str
    class_name: Text
    body: int
    mind: int
    gold: int = 0
    spheres: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    items: tuple[Owned, ...] = ()


class HeroRenamed(Event, frozen=True, tag="hero_renamed"):
    hero: str
    before: str
    name: str


class HeroRetired(Event, frozen=True, tag="hero_retired"):
    hero: str
    hero_name: str
    level: int


def recruit_hero(state: State, command: RecruitHero, act: Act) -> Decision:
    row = BOOK.hero_classes.get(command.hero_class)
    if row is None:
        return unknown("hero_class", command.hero_class, "R1")
    wrong = wrong_spheres(row, command.spheres)
    if wrong:
        return wrong
    return (
        HeroRecruited(
            hero=act.new_key(),
            name=command.name.strip(),
            hero_class=row.key,
            class_name=row.name,
            body=row.body,
            mind=row.mind,
            gold=house_int(state, "starting_gold"),
            spheres=command.spheres,
            spells=basic_spells(command.spheres),
            items=(Owned(row.weapon, 1, True, 0),),
        ),
    )


def wrong_spheres(row: HeroClass, spheres: tuple[str, ...]) -> Violation | None:
    """R18: the enchanter takes three different spheres, the elf one, the others none."""
    for sphere in spheres:
        if sphere not in SPHERES:
            return unknown("spheres", sphere, "R18")
    if len(set(spheres)) == len(spheres) == row.sphere_count:
        return None
    return refuse(
        "wrong_spheres",
        "{name} : choisissez exactement {count} sphères différentes."
        if row.sphere_count > 1
        else "{name} : {count} sphère à choisir, ni plus ni moins.",
        "{name}: choose exactly {count} different spheres."
        if row.sphere_count > 1
        else "{name}: {count} sphere to choose, no more and no less.",
        "R18",
        field="spheres",
        name=row.name,
        count=row.sphere_count,
    )


def basic_spells(spheres: tuple[str, ...]) -> tuple[str, ...]:
    """The level 1 spells of the spheres, in the order of the book."""
    return tuple(key for key, spell in BOOK.spells.items() if spell.level == 1 and spell.sphere in spheres)


def hero_recruited(state: State, event: HeroRecruited) -> State:
    hero = Hero(
        key=event.hero,
        name=event.name,
        hero_class=event.hero_class,
        body=event.body,
        mind=event.mind,
        body_base=event.body,
        mind_base=event.mind,
        gold=event.gold,
        spheres=event.spheres,
        spells=event.spells,
        items=event.items,
    )
    return msgspec.structs.replace(state, heroes=state.heroes | {event.hero: hero})


def rename_hero(state: State, command: RenameHero, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    return (HeroRenamed(hero=hero.key, before=hero.name, name=command.name.strip()),)


def hero_renamed(state: State, event: HeroRenamed) -> State:
    return change(state, event.hero, name=event.name)


def retire_hero(state: State, command: RetireHero, act: Act) -> Decision:
    hero = not_away(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    return (*leave(hero), HeroRetired(hero=hero.key, hero_name=hero.name, level=hero.level))


def hero_retired(state: State, event: HeroRetired) -> State:
    return without(state, event.hero)


def same_class(state: State, command: RecruitHero) -> tuple[Text, ...]:
    """R3: two heroes of one class are allowed, with a warning unless the house thinks nothing of it."""
    if house(state, "same_class") == "allowed":
        return ()
    twin = next((hero for hero in state.heroes.values() if hero.hero_class == command.hero_class), None)
    if twin is None:
        return ()
    return (
        Text(
            "{name} est déjà de cette classe ; §VII conseille quatre héros différents.",
            "{name} already has this class; §VII advises four different heroes.",
        )(name=twin.name),
    )


def sphere_field(row: HeroClass) -> Field:
    options = tuple(Choice(key, name) for key, name in SPHERES.items())
    return subset(
        "spheres", Text("Sphères de magie", "Spheres of magic"), options, row.sphere_count, row.sphere_count
    )


def class_field() -> Field:
    options = tuple(
        Choice(row.key, row.name, hint=row.text, link=f"hero-classes/{row.key}")
        for row in BOOK.hero_classes.values()
    )
    return choice("hero_class", Text("Classe", "Class"), options, depends=True)


def offer_recruit(state: State, given: Given) -> Draft:
    row = BOOK.hero_classes.get(str(given.get("hero_class")))
    spheres = (sphere_field(row),) if row and row.sphere_count else ()
    name = words("name", Text("Nom", "Name"), suggestions=free_names(state, row.key) if row else ())
    return Draft((class_field(), name, *spheres))


def free_names(state: State, hero_class: str) -> tuple[str, ...]:
    """Those that no hero of the campaign bears."""
    borne = {hero.name for hero in state.heroes.values()}
    return tuple(name for name in NAMES.get(hero_class, ()) if name not in borne)


def offer_rename(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft((words("name", Text("Nom", "Name")),))


def offer_retire(state: State, hero: str, given: Given) -> Draft:
    found = not_away(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft()


def tell_recruited(event: HeroRecruited) -> Text:
    with_spheres = (
        Text(" (sphères : {s})", " (spheres: {s})")(s=listed(tuple(SPHERES[s].inline for s in event.spheres)))
        if event.spheres
        else None
    )
    sentence = Text("{name}, {class_}, rejoint la campagne", "{name}, {class_}, joins the campaign")(
        name=event.name, class_=event.class_name.inline
    )
    return (sentence + with_spheres if with_spheres else sentence) + Text(".", ".")


def tell_renamed(event: HeroRenamed) -> Text:
    return Text("{before} s’appelle désormais {name}.", "{before} is now called {name}.")(
        before=event.before, name=event.name
    )


def tell_retired(event: HeroRetired) -> Text:
    return Text("{name} prend sa retraite au niveau {level}.", "{name} retires at level {level}.")(
        name=event.hero_name, level=event.level
    )


CHAPTER = Chapter(
    name="recruiting",
    decides={RecruitHero: recruit_hero, RenameHero: rename_hero, RetireHero: retire_hero},
    evolves={HeroRecruited: hero_recruited, HeroRenamed: hero_renamed, HeroRetired: hero_retired},
    tells={HeroRecruited: tell_recruited, HeroRenamed: tell_renamed, HeroRetired: tell_retired},
    offers={RecruitHero: offer_recruit, RenameHero: offer_rename, RetireHero: offer_retire},
    warns={RecruitHero: same_class},
)
