"""Choosing a character, one of the four, and leaving the table (§1, R8)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import concluded, left_behind
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.house import starting_dice, starting_scores, starting_vitality
from rules.defis_sortileges.refusals import drafted, hero_of, no_fight, no_meeting, unknown
from rules.defis_sortileges.state import Hero, Scores, State, Thing
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text

CHARACTER = Text("Personnage", "Character")
PROFILE = Text(
    "Initiative {i} · Combat {c} · Magie {m} · Aura {a}", "Initiative {i} · Combat {c} · Magic {m} · Aura {a}"
)
STARTING_WEAPON = "own"
"""The key of the weapon a character begins with."""


class RecruitHero(Command, frozen=True, tag="recruit_hero"):
    """Two players never play the same one in an adventure."""

    who: ClassVar[Who] = "own"
    label = Text("Choisir un personnage", "Choose a character")
    icon = "person"
    brings_hero = True
    character: Key


class HeroRecruited(Event, frozen=True, tag="hero_recruited"):
    """The scores, vitality and weapon as they were then (R6)."""

    hero: str
    hero_name: str
    character: str
    title: Text
    start: Scores
    vitality: int
    dice: int


class RetireHero(Command, frozen=True, tag="retire_hero"):
    who: ClassVar[Who] = "own"
    label = Text("Quitter la table", "Leave the table")
    icon = "door"
    hero: Key


class HeroRetired(Event, frozen=True, tag="hero_retired"):
    hero: str
    hero_name: str
    character: str


def taken(state: State) -> frozenset[str]:
    """Characters who are played, or who have left the adventure that goes on."""
    out = state.adventure.out if state.adventure else ()
    return frozenset((*(hero.character for hero in state.heroes.values()), *out))


def may_play(state: State, character: str) -> Violation | None:
    row = BOOK.characters.get(character)
    if row is None:
        return unknown("character", character, "§1")
    if character not in taken(state):
        return None
    return refuse(
        "character_taken",
        "{name} a déjà été de cette aventure : un autre personnage reste peut-être.",
        "{name} has been in this adventure already: another character may be left.",
        "R8",
        field="character",
        name=row.name,
    )


def recruit(state: State, command: RecruitHero, act: Act) -> Decision:
    wrong = may_play(state, command.character)
    if wrong:
        return wrong
    return (newly_chosen(state, command.character, act.new_key()),)


def newly_chosen(state: State, character: str, key: str) -> HeroRecruited:
    row = BOOK.characters[character]
    return HeroRecruited(
        hero=key,
        hero_name=row.name.fr,
        character=row.key,
        title=row.title,
        start=starting_scores(state, row.key),
        vitality=starting_vitality(state, row.key),
        dice=starting_dice(state, row.key),
    )


def newcomer(event: HeroRecruited) -> Hero:
    """Unwounded, without Power, the weapon in hand (§1, §2, §3)."""
    weapon = BOOK.characters[event.character].weapon
    return Hero(
        key=event.hero,
        name=event.hero_name,
        character=event.character,
        start=event.start,
        now=event.start,
        vitality=event.vitality,
        things=(Thing(key=STARTING_WEAPON, dice=event.dice, weapon=weapon),),
        weapon=STARTING_WEAPON,
    )


def recruited(state: State, event: HeroRecruited) -> State:
    return replace(state, heroes=state.heroes | {event.hero: newcomer(event)})


def retire(state: State, command: RetireHero, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    if wrong:
        return wrong
    event = HeroRetired(hero=hero.key, hero_name=hero.name, character=hero.character)
    return concluded(retired(state, event), event)


def retired(state: State, event: HeroRetired) -> State:
    return left_behind(state, event.hero)


def warn_retire(state: State, command: RetireHero) -> tuple[Text, ...]:
    if state.adventure is None:
        return ()
    return (Text("L’aventure continue sans lui.", "The adventure goes on without this character."),)


def character_choices(state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(row.key, row.name, hint=profile(state, row.key), group=row.title, link=f"characters/{row.key}")
        for row in BOOK.characters.values()
        if row.key not in taken(state)
    )


def profile(state: State, character: str) -> Text:
    start = starting_scores(state, character)
    return PROFILE(i=start.initiative, c=start.combat, m=start.magic, a=start.aura)


def nobody_left() -> Violation:
    return refuse(
        "all_chosen", "Les quatre personnages ont été choisis.", "All four characters have been chosen.", "R8"
    )


def offer_recruit(state: State, given: Given) -> Draft:
    choices = character_choices(state)
    return Draft((choice("character", CHARACTER, choices),)) if choices else refused(nobody_left())


def offer_retire(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, retire, RetireHero(hero=hero))


CHAPTER = Chapter(
    name="choosing",
    decides={RecruitHero: recruit, RetireHero: retire},
    evolves={HeroRecruited: recruited, HeroRetired: retired},
    tells={
        HeroRecruited: told(
            "{hero_name} rejoint la table : {title}.", "{hero_name} joins the table: {title}."
        ),
        HeroRetired: told("{hero_name} quitte la table.", "{hero_name} leaves the table."),
    },
    offers={RecruitHero: offer_recruit, RetireHero: offer_retire},
    warns={RetireHero: warn_retire},
)
