"""A game of two commands and one track, in one folder: all that a second rulebook needs."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from rules.kernel import throwing
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Die
from rules.kernel.house_rules import House
from rules.kernel.messages import Command, Decision, Event, Key, Name, Number, Violation, Who
from rules.kernel.offers import Draft, Given, Viewer, span, words
from rules.kernel.ruleset import HeroSummary, Ruleset
from rules.kernel.sections import AnySection, Board, Sheet, Tap, Track, Tracks
from rules.kernel.text import Text

MOST = 5
COIN = Die(
    "coin",
    ("heads", "tails"),
    Text("pièces", "coins"),
    {"heads": Text("pile", "heads"), "tails": Text("face", "tails")},
    Text("pièce", "coin"),
)
LUCK = Text("Chance", "Luck")
TITLE = Text("Joueur de pièces", "Coin player")


class State(msgspec.Struct, frozen=True):
    """Luck and name of each hero by key."""

    heroes: dict[str, tuple[str, int]] = {}


class SitDown(Command, frozen=True, tag="sit_down"):
    who: ClassVar[Who] = "own"
    label = Text("S’asseoir", "Sit down")
    brings_hero = True
    name: Name


class ChangeLuck(Command, frozen=True, tag="change_luck"):
    who: ClassVar[Who] = "own"
    label = Text("Changer la chance", "Change luck")
    hero: Key
    by: Number


class SatDown(Event, frozen=True, tag="sat_down"):
    hero: str
    name: str


class LuckChanged(Event, frozen=True, tag="luck_changed"):
    hero: str
    name: str
    by: int


def sit_down(state: State, command: SitDown, act: Act) -> Decision:
    return (SatDown(hero=act.new_key(), name=command.name),)


def change_luck(state: State, command: ChangeLuck, act: Act) -> Decision:
    if command.hero not in state.heroes:
        return Violation("nobody", Text("Personne.", "Nobody."), "§1", field="hero")
    name, luck = state.heroes[command.hero]
    if not 0 <= luck + command.by <= MOST:
        return Violation(
            "luck_bounds", Text("La chance va de 0 à 5.", "Luck goes from 0 to 5."), "§1", field="by"
        )
    return (LuckChanged(hero=command.hero, name=name, by=command.by),)


def sat_down(state: State, event: SatDown) -> State:
    return State(state.heroes | {event.hero: (event.name, MOST)})


def luck_changed(state: State, event: LuckChanged) -> State:
    name, luck = state.heroes[event.hero]
    return State(state.heroes | {event.hero: (name, luck + event.by)})


def offer_luck(state: State, hero: str, given: Given) -> Draft:
    luck = state.heroes[hero][1]
    return Draft((span("by", LUCK, -luck, MOST - luck),))


CHAPTER = Chapter(
    name="luck",
    decides={SitDown: sit_down, ChangeLuck: change_luck},
    evolves={SatDown: sat_down, LuckChanged: luck_changed},
    tells={
        SatDown: lambda event: Text("{n} s’assied.", "{n} sits down.")(n=event.name),
        LuckChanged: lambda event: Text("{n} : chance {b}.", "{n}: luck {b}.")(n=event.name, b=event.by),
    },
    offers={
        SitDown: lambda state, given: Draft((words("name", Text("Nom", "Name")),)),
        ChangeLuck: offer_luck,
    },
)


def heroes(state: State) -> tuple[HeroSummary, ...]:
    return tuple(HeroSummary(key=key, name=name, title=TITLE) for key, (name, _) in state.heroes.items())


def sheet(state: State, hero: str, viewer: Viewer) -> Sheet | None:
    if hero not in state.heroes:
        return None
    name, luck = state.heroes[hero]
    less = Tap("change_luck", {"hero": hero, "by": -1}, Text("moins une chance", "less luck"))
    track = Track(
        key="luck", label=LUCK, now=luck, most=MOST, down=less if luck and viewer.may_act_for(hero) else None
    )
    tracks = Tracks(key="tracks", title=LUCK, place="head", tracks=(track,))
    return Sheet(key=hero, name=name, subtitle=TITLE, sections=(tracks,), facts={"luck": luck})


def nothing(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    return ()


def no_house(state: State) -> House:
    return {}


RULESET: Ruleset[State] = Ruleset(
    key="coin_game",
    version="1",
    name=Text("Le jeu des pièces", "The coin game"),
    text=Text("Une piste, deux gestes.", "One track, two acts."),
    chapters=(CHAPTER, throwing.chapter((COIN,), heroes)),
    dice=(COIN,),
    rolls=throwing.purposes((COIN,)),
    state_type=State,
    initial=State,
    heroes=heroes,
    sheet=sheet,
    board=lambda state, viewer: Board(sections=()),
    audit=lambda state: tuple(key for key, (_, luck) in state.heroes.items() if not 0 <= luck <= MOST),
    receipts=nothing,
    departures=lambda event: {},
    scope=lambda state: "",
    house=no_house,
)
