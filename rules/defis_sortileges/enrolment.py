"""A character from a paper sheet, or from another campaign (R43)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from rules.defis_sortileges.book import ATTITUDES, BOOK, HIGHEST, LOWEST, SCORES
from rules.defis_sortileges.choosing import (
    CHARACTER,
    STARTING_WEAPON,
    character_choices,
    may_play,
    nobody_left,
)
from rules.defis_sortileges.fights import outside
from rules.defis_sortileges.house import starting_dice, starting_scores, starting_vitality
from rules.defis_sortileges.power import openings
from rules.defis_sortileges.state import Hero, Scores, State, Thing, Ticks
from rules.defis_sortileges.words import ATTITUDE_NAMES, REASON, RESTS, SCORE_NAMES, WOUNDS
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Draft, Given, choice, refused, span, words
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text

MOST_TICKS, MOST_RESTS = 99, 999
FROM_PAPER = Text("Feuille de papier", "Paper sheet")


class EnrolHero(Command, frozen=True, tag="enrol_hero"):
    """The scores as they are now, the boxes ticked; things are noted afterwards."""

    label = Text("Inscrire une feuille de papier", "Enrol a paper sheet")
    icon = "book"
    brings_hero = True
    character: Key
    initiative: Number
    combat: Number
    magic: Number
    aura: Number
    reason: Reason
    wounds: Number = 0
    prudent: Number = 0
    cunning: Number = 0
    friendly: Number = 0
    aggressive: Number = 0
    rests: Number = 0


class HeroEnrolled(Event, frozen=True, tag="hero_enrolled"):
    hero: str
    hero_name: str
    character: str
    title: Text
    start: Scores
    now: Scores
    vitality: int
    dice: int
    reason: str
    ticks: Ticks = Ticks()
    wounds: int = 0
    rests: int = 0


def enrol(state: State, command: EnrolHero, act: Act) -> Decision:
    wrong = may_play(state, command.character) or _outside(state, command)
    if wrong:
        return wrong
    row = BOOK.characters[command.character]
    event = HeroEnrolled(
        hero=act.new_key(),
        hero_name=row.name.fr,
        character=row.key,
        title=row.title,
        start=starting_scores(state, row.key),
        now=Scores(**{score: getattr(command, score) for score in SCORES}),
        vitality=starting_vitality(state, row.key),
        dice=starting_dice(state, row.key),
        reason=command.reason.strip(),
        ticks=Ticks(**{attitude: getattr(command, attitude) for attitude in ATTITUDES}),
        wounds=command.wounds,
        rests=command.rests,
    )
    return (event, *openings(enrolled(state, event), (event.hero,)))


def _outside(state: State, command: EnrolHero) -> Violation | None:
    bounds = [
        *((score, LOWEST, HIGHEST) for score in SCORES),
        ("wounds", 0, starting_vitality(state, command.character)),
        *((attitude, 0, MOST_TICKS) for attitude in ATTITUDES),
        ("rests", 0, MOST_RESTS),
    ]
    return next(
        (w for f, low, high in bounds if (w := outside(f, getattr(command, f), low, high, "R43"))), None
    )


def enrolled(state: State, event: HeroEnrolled) -> State:
    weapon = BOOK.characters[event.character].weapon
    hero = Hero(
        key=event.hero,
        name=event.hero_name,
        character=event.character,
        start=event.start,
        now=event.now,
        vitality=event.vitality,
        wounds=event.wounds,
        ticks=event.ticks,
        rests=event.rests,
        things=(Thing(key=STARTING_WEAPON, dice=event.dice, weapon=weapon),),
        weapon=STARTING_WEAPON,
    )
    return replace(state, heroes=state.heroes | {event.hero: hero})


def offer_enrol(state: State, given: Given) -> Draft:
    choices = character_choices(state)
    if not choices:
        return refused(nobody_left())
    who = choice("character", CHARACTER, choices, depends=True)
    character = str(given.get("character"))
    if character not in {one.value for one in choices}:
        return Draft((who,))
    start = starting_scores(state, character)
    most = starting_vitality(state, character)
    scores = tuple(
        span(score, SCORE_NAMES[score], LOWEST, HIGHEST, default=getattr(start, score)) for score in SCORES
    )
    ticks = tuple(
        span(attitude, name, 0, MOST_TICKS, required=False, default=0)
        for attitude, name in ATTITUDE_NAMES.items()
    )
    return Draft(
        (
            who,
            *scores,
            span("wounds", WOUNDS, 0, most, required=False, default=0),
            *ticks,
            span("rests", RESTS, 0, MOST_RESTS, required=False, default=0),
            words("reason", REASON, 300),
        )
    )


def power_moves(event: HeroEnrolled) -> tuple[Movement, ...]:
    return (Movement(event.hero, "xp", event.ticks.power, FROM_PAPER, "R43"),)


class Facts(msgspec.Struct, frozen=True):
    """What of a sheet a character takes along (R43): things and places stay behind."""

    character: Key
    scores: dict[str, int]
    attitudes: dict[str, int]
    wounds: int = 0
    rests: int = 0


def arrival(plain: dict[str, Any]) -> dict[str, Any]:
    """The fields of `enrol_hero`, but for the reason; raises msgspec.ValidationError. Whether they hold is for the rules."""
    facts = msgspec.convert(plain, Facts)
    return {
        "character": facts.character,
        "wounds": facts.wounds,
        "rests": facts.rests,
        **{score: facts.scores.get(score, LOWEST) for score in SCORES},
        **{attitude: facts.attitudes.get(attitude, 0) for attitude in ATTITUDES},
    }


CHAPTER = Chapter(
    name="enrolment",
    decides={EnrolHero: enrol},
    evolves={HeroEnrolled: enrolled},
    tells={
        HeroEnrolled: told(
            "{hero_name} vient d’une feuille de papier : {reason}",
            "{hero_name} comes from a paper sheet: {reason}",
        )
    },
    offers={EnrolHero: offer_enrol},
    moves={HeroEnrolled: power_moves},
)
