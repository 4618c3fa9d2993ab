"""Wounds and scores as the paragraphs change them (§1, R4, R14)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.book import HIGHEST, LOWEST, SCORES
from rules.defis_sortileges.refusals import in_adventure, unknown
from rules.defis_sortileges.state import Hero, State, change_hero
from rules.defis_sortileges.words import SCORE_NAMES, WOUNDS, signed, wounds
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, flag, refused, span
from rules.kernel.refusing import refuse
from rules.kernel.text import Text

MOST_AT_ONCE = 60
SCORE = Text("Caractéristique", "Score")
BY = Text("De combien", "By how much")
BEYOND = Text("Le livre permet de dépasser le départ", "The book lets it exceed the start")


class ChangeWounds(Command, frozen=True, tag="change_wounds"):
    who: ClassVar[Who] = "own"
    label = Text("Blessures", "Wounds")
    icon = "heart"
    hero: Key
    by: Number


class WoundsChanged(Event, frozen=True, tag="wounds_changed"):
    hero: str
    hero_name: str
    by: int


class ChangeScore(Command, frozen=True, tag="change_score"):
    """Never above the start, unless the book says so; from 3 to 30 in any case."""

    who: ClassVar[Who] = "own"
    label = Text("Modifier une caractéristique", "Change a score")
    icon = "pencil"
    hero: Key
    score: Key
    by: Number
    beyond: bool = False


class ScoreChanged(Event, frozen=True, tag="score_changed"):
    hero: str
    hero_name: str
    score: str
    score_name: Text
    by: int


def change_wounds(state: State, command: ChangeWounds, act: Act) -> Decision:
    hero = in_adventure(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    low, high = -hero.wounds, MOST_AT_ONCE
    if command.by == 0 or not low <= command.by <= high:
        return refuse(
            "out_of_range",
            "Un nombre de {low} à {high}, sauf 0.",
            "A number from {low} to {high}, but 0.",
            "§1",
            field="by",
            low=low,
            high=high,
        )
    event = WoundsChanged(hero=hero.key, hero_name=hero.name, by=command.by)
    return concluded(wounds_changed(state, event), event)


def wounds_changed(state: State, event: WoundsChanged) -> State:
    return change_hero(state, event.hero, wounds=state.heroes[event.hero].wounds + event.by)


def change_score(state: State, command: ChangeScore, act: Act) -> Decision:
    hero = in_adventure(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.score not in SCORES:
        return unknown("score", command.score, "§1")
    low, high = bounds(hero, command.score, beyond=command.beyond)
    if command.by == 0 or not low <= command.by <= high:
        return _beyond(hero, command.score, low, high)
    event = ScoreChanged(
        hero=hero.key,
        hero_name=hero.name,
        score=command.score,
        score_name=SCORE_NAMES[command.score],
        by=command.by,
    )
    return concluded(score_changed(state, event), event)


def bounds(hero: Hero, score: str, *, beyond: bool) -> tuple[int, int]:
    """How far it may fall and rise (R4). What is above its start already stays."""
    now, start = getattr(hero.now, score), getattr(hero.start, score)
    return LOWEST - now, HIGHEST - now if beyond else max(0, start - now)


def _beyond(hero: Hero, score: str, low: int, high: int) -> Violation:
    return refuse(
        "score_bounds",
        "{score} de {name} : de {low} à {high}, sauf 0. Une caractéristique va de 3 à 30 et ne dépasse son départ que si le livre le dit.",
        "{name}’s {score}: from {low} to {high}, but 0. A score goes from 3 to 30 and exceeds its start only where the book says so.",
        "§1",
        field="by",
        score=SCORE_NAMES[score],
        name=hero.name,
        low=low,
        high=high,
    )


def score_changed(state: State, event: ScoreChanged) -> State:
    now = state.heroes[event.hero].now
    value = getattr(now, event.score) + event.by
    return change_hero(state, event.hero, now=replace(now, **{event.score: value}))


def offer_wounds(state: State, hero: str, given: Given) -> Draft:
    found = in_adventure(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    field = span("by", WOUNDS, -found.wounds, MOST_AT_ONCE, default=1)
    return Draft((replace(field, without=(0,)),))


def offer_score(state: State, hero: str, given: Given) -> Draft:
    """Only what can change; leave to exceed the start widens the rest."""
    found = in_adventure(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    beyond = given.get("beyond") is True or given.get("beyond") == "true"
    able = [score for score in SCORES if bounds(found, score, beyond=beyond) != (0, 0)]
    scores = tuple(Choice(score, SCORE_NAMES[score], hint=_standing(found, score)) for score in able)
    fields = (flag("beyond", BEYOND, depends=True), choice("score", SCORE, scores, depends=True))
    score = str(given.get("score"))
    if score not in able:
        return Draft(fields)
    low, high = bounds(found, score, beyond=beyond)
    field = span("by", BY, low, high, default=-1 if low < 0 else 1)
    return Draft((*fields, replace(field, without=(0,))))


def _standing(hero: Hero, score: str) -> Text:
    now, start = getattr(hero.now, score), getattr(hero.start, score)
    return Text("{now}, départ {start}", "{now}, start {start}")(now=now, start=start)


def tell_wounds(event: WoundsChanged) -> Text:
    said = Text("{n} : {w} de plus.", "{n}: {w} more.")
    if event.by < 0:
        said = Text("{n} : {w} de moins.", "{n}: {w} less.")
    return said(n=event.hero_name, w=wounds(abs(event.by)))


def tell_score(event: ScoreChanged) -> Text:
    return Text("{n} : {s} {by}.", "{n}: {s} {by}.")(
        n=event.hero_name, s=event.score_name, by=signed(event.by)
    )


CHAPTER = Chapter(
    name="tally",
    decides={ChangeWounds: change_wounds, ChangeScore: change_score},
    evolves={WoundsChanged: wounds_changed, ScoreChanged: score_changed},
    tells={WoundsChanged: tell_wounds, ScoreChanged: tell_score},
    offers={ChangeWounds: offer_wounds, ChangeScore: offer_score},
)
