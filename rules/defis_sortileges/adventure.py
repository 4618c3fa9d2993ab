"""Setting out, joining later, and how an adventure ends (§5, §5.5, §8.1; R10, R40)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from rules.defis_sortileges.aftermath import AdventureEnded, concluded, death, hero_died, left_behind
from rules.defis_sortileges.house import house
from rules.defis_sortileges.places import no_places, place_choice
from rules.defis_sortileges.refusals import adventure_of, drafted, hero_of, no_fight, no_meeting, unknown
from rules.defis_sortileges.state import Adventure, Keys, State, change_hero, of
from rules.defis_sortileges.units import alliance_of, company_of, exploring, out_there
from rules.defis_sortileges.words import NAME, PLACE, REASON, names, place_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Reason, Violation, Who
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, words
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text

FATE = Text("Sort", "Fate")
FATES: dict[str, Text] = {"dead": Text("la mort", "death"), "captive": Text("la captivité", "captivity")}
BY_THE_BOOK = Text("Le livre en décide ainsi.", "The book says so.")
STARTS = Text("Départ de {name}", "Where {name} starts")
Starts = Annotated[dict[Key, Key], msgspec.Meta(max_length=20)]


class SetOut(Command, frozen=True, tag="set_out"):
    """Everybody from a place of their own (§8.1)."""

    label = Text("Partir à l’aventure", "Set out on an adventure")
    icon = "flag"
    begins_play = True
    name: Name
    starts: Starts


class AdventureBegun(Event, frozen=True, tag="adventure_begun"):
    """`starts` of each hero by key, `where` in words."""

    number: int
    name: str
    heroes: Keys
    places: Keys
    where: Text


class JoinAdventure(Command, frozen=True, tag="join_adventure"):
    who: ClassVar[Who] = "own"
    label = Text("Rejoindre l’aventure", "Join the adventure")
    icon = "plus"
    hero: Key
    place: Key


class AdventureJoined(Event, frozen=True, tag="adventure_joined"):
    hero: str
    hero_name: str
    place: str
    place_name: str


class MeetEnd(Command, frozen=True, tag="meet_end"):
    """“End of adventure”: for who leads, and all who follow."""

    who: ClassVar[Who] = "own"
    label = Text("Fin d’Aventure", "End of adventure")
    icon = "tomb"
    hero: Key
    fate: Key


class HeroCaught(Event, frozen=True, tag="hero_caught"):
    hero: str
    hero_name: str
    character: str
    adventure: str


class FulfilMission(Command, frozen=True, tag="fulfil_mission"):
    """“End of adventure for all”: the mission is fulfilled, which is the failure of the others."""

    who: ClassVar[Who] = "own"
    label = Text("Fin d’Aventure pour tous", "End of adventure for all")
    icon = "crown"
    review = True
    hero: Key


class AbandonAdventure(Command, frozen=True, tag="abandon_adventure"):
    label = Text("Abandonner l’aventure", "Abandon the adventure")
    icon = "close"
    reason: Reason


def set_out(state: State, command: SetOut, act: Act) -> Decision:
    wrong = _begun(state) or _nobody(state) or _wrong_starts(state, command.starts)
    if wrong:
        return wrong
    keys = tuple(key for key in state.heroes if key in command.starts)
    where = " · ".join(f"{state.heroes[k].name} : {state.places[command.starts[k]].name}" for k in keys)
    event = AdventureBegun(
        number=state.adventures + 1,
        name=command.name.strip(),
        heroes=keys,
        places=tuple(command.starts[key] for key in keys),
        where=Text(where, where.replace(" : ", ": ")),
    )
    return concluded(begun(state, event), event)


def _begun(state: State) -> Violation | None:
    if state.adventure is None:
        return None
    return refuse(
        "adventure_open",
        "« {name} » est en cours.",
        "“{name}” is going on.",
        "§5",
        name=state.adventure.name,
    )


def _nobody(state: State) -> Violation | None:
    if not state.heroes:
        return refuse("nobody", "Choisissez d’abord un personnage.", "Choose a character first.", "§1")
    if not state.places:
        return no_places()
    if len(state.places) >= len(state.heroes):
        return None
    return refuse(
        "few_places",
        "Il faut un lieu de départ différent pour chacun : notez-en {n} au moins.",
        "Everyone starts from a different place: note {n} at least.",
        "R10",
        n=len(state.heroes),
    )


def _wrong_starts(state: State, starts: dict[str, str]) -> Violation | None:
    """Every character at a place, no two at the same."""
    if starts.keys() != state.heroes.keys():
        return refuse(
            "starts_missing",
            "Un lieu de départ pour chaque personnage.",
            "A starting place for each character.",
            "R10",
            field="starts",
        )
    for key, place in starts.items():
        if place not in state.places:
            return unknown(f"starts.{key}", place, "§5.2")
    if len(set(starts.values())) == len(starts):
        return None
    return refuse(
        "same_start",
        "Les personnages partent de lieux différents.",
        "Characters start from different places.",
        "§8.1",
        field="starts",
    )


def begun(state: State, event: AdventureBegun) -> State:
    for key, place in zip(event.heroes, event.places, strict=True):
        state = change_hero(state, key, place=place)
    return replace(state, adventure=Adventure(name=event.name), adventures=event.number)


def join_adventure(state: State, command: JoinAdventure, act: Act) -> Decision:
    wrong = _cannot_join(state, command.hero)
    if wrong:
        return wrong
    if command.place not in state.places:
        return unknown("place", command.place, "§5.2")
    if command.place not in free_places(state):
        return refuse(
            "place_taken", "Quelqu’un y est déjà.", "Somebody is there already.", "R10", field="place"
        )
    hero, place = state.heroes[command.hero], command.place
    event = AdventureJoined(
        hero=hero.key, hero_name=hero.name, place=place, place_name=place_name(state, place)
    )
    return concluded(joined_adventure(state, event), event)


def _cannot_join(state: State, key: str) -> Violation | None:
    hero, adventure = hero_of(state, key), adventure_of(state)
    if isinstance(hero, Violation):
        return hero
    if isinstance(adventure, Violation):
        return adventure
    if hero.place:
        return refuse(
            "already_out", "{name} est déjà parti.", "{name} has set out already.", "R10", field="hero",
            name=hero.name,
        )  # fmt: skip
    if free_places(state):
        return None
    return refuse("no_free_place", "Chaque lieu est occupé.", "Every place is taken.", "R10", field="place")


def free_places(state: State) -> Keys:
    taken = {state.heroes[key].place for key in out_there(state)}
    return tuple(key for key in state.places if key not in taken)


def joined_adventure(state: State, event: AdventureJoined) -> State:
    return change_hero(state, event.hero, place=event.place)


def meet_end(state: State, command: MeetEnd, act: Act) -> Decision:
    hero = exploring(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    if wrong or command.fate not in FATES:
        return wrong or unknown("fate", command.fate, "§5.5")
    found: list[Event] = []
    after = state
    for key in company_of(state, hero.key):
        if command.fate == "dead":
            died = death(after, key, BY_THE_BOOK)
            after, found = hero_died(after, died), [*found, died]
        else:
            found.append(caught(after, key))
            after = left_behind(after, key)
    return concluded(after, *found)


def caught(state: State, key: str) -> HeroCaught:
    hero = state.heroes[key]
    return HeroCaught(hero=key, hero_name=hero.name, character=hero.character, adventure=of(state).name)


def hero_caught(state: State, event: HeroCaught) -> State:
    return left_behind(state, event.hero)


def fulfil_mission(state: State, command: FulfilMission, act: Act) -> Decision:
    hero = exploring(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    if wrong:
        return wrong
    shared = house(state, "allies_share_success")
    return (
        AdventureEnded(
            number=state.adventures,
            name=of(state).name,
            result="won",
            heroes=out_there(state),
            hero=hero.key,
            hero_name=hero.name,
            winners=alliance_of(state, hero.key) if shared else (hero.key,),
        ),
    )


def abandon(state: State, command: AbandonAdventure, act: Act) -> Decision:
    adventure = adventure_of(state)
    if isinstance(adventure, Violation):
        return adventure
    reason = command.reason.strip()
    return (
        AdventureEnded(
            number=state.adventures,
            name=adventure.name,
            result="abandoned",
            heroes=out_there(state),
            reason=Text(reason, reason),
        ),
    )


def offer_set_out(state: State, given: Given) -> Draft:
    wrong = _begun(state) or _nobody(state)
    if wrong:
        return refused(wrong)
    chosen = {key: str(given.get(f"starts.{key}", "")) for key in state.heroes}
    return Draft((words("name", NAME), *(_start_field(state, key, chosen) for key in state.heroes)))


def _start_field(state: State, key: str, chosen: dict[str, str]) -> Field:
    """A place that nobody else starts from."""
    others = {place for other, place in chosen.items() if other != key}
    free = tuple(place_choice(state, place) for place in state.places if place not in others)
    return choice(f"starts.{key}", STARTS(name=state.heroes[key].name), free, depends=True)


def offer_join(state: State, hero: str, given: Given) -> Draft:
    wrong = _cannot_join(state, hero)
    if wrong:
        return refused(wrong)
    return Draft((choice("place", PLACE, tuple(place_choice(state, key) for key in free_places(state))),))


def offer_end(state: State, hero: str, given: Given) -> Draft:
    fates = tuple(Choice(key, name) for key, name in FATES.items())
    return drafted(state, meet_end, MeetEnd(hero=hero, fate="dead"), choice("fate", FATE, fates))


def offer_fulfil(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, fulfil_mission, FulfilMission(hero=hero))


def offer_abandon(state: State, given: Given) -> Draft:
    return drafted(state, abandon, AbandonAdventure(reason="?"), words("reason", REASON, 300))


def warn_fulfil(state: State, command: FulfilMission) -> tuple[Text, ...]:
    """Who fails by it."""
    if state.adventure is None or command.hero not in state.heroes:
        return ()
    shared = house(state, "allies_share_success")
    won = alliance_of(state, command.hero) if shared else (command.hero,)
    others = tuple(key for key in out_there(state) if key not in won)
    if not others:
        return ()
    return (Text("Échec pour {who}.", "Failure for {who}.")(who=names(state, others)),)


CHAPTER = Chapter(
    name="adventure",
    decides={
        SetOut: set_out,
        JoinAdventure: join_adventure,
        MeetEnd: meet_end,
        FulfilMission: fulfil_mission,
        AbandonAdventure: abandon,
    },
    evolves={AdventureBegun: begun, AdventureJoined: joined_adventure, HeroCaught: hero_caught},
    tells={
        AdventureBegun: told("« {name} » commence. {where}.", "“{name}” begins. {where}."),
        AdventureJoined: told(
            "{hero_name} rejoint l’aventure : {place_name}.", "{hero_name} joins the adventure: {place_name}."
        ),
        HeroCaught: told(
            "{hero_name} : Fin d’Aventure, en captivité.", "{hero_name}: end of adventure, in captivity."
        ),
    },
    offers={
        SetOut: offer_set_out,
        JoinAdventure: offer_join,
        MeetEnd: offer_end,
        FulfilMission: offer_fulfil,
        AbandonAdventure: offer_abandon,
    },
    warns={FulfilMission: warn_fulfil},
)
