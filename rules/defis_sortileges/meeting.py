"""Arriving where somebody is: alliance and challenge (§8.2, §8.7; R17, R19, R21). Who leaves instead: `leaving`."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.refusals import adventure_of, drafted, in_adventure, no_fight, no_meeting, unknown
from rules.defis_sortileges.state import (
    Fight,
    Hero,
    Keys,
    Meeting,
    State,
    change,
    joined,
    of,
    without,
)
from rules.defis_sortileges.units import (
    alliance_of,
    company_of,
    has_turn,
    here,
    leader_among,
    leads,
)
from rules.defis_sortileges.words import names, place_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, same

WITH = Text("Avec", "With")
CHALLENGED, ASKED, TURNED_AWAY = "challenged", "asked", "turned-away"


class Approach(Command, frozen=True, tag="approach"):
    """Alliance with somebody at the same place, before the turn's action."""

    who: ClassVar[Who] = "own"
    label = Text("Aller vers quelqu’un", "Go up to somebody")
    icon = "people"
    hero: Key
    to: Key


class AskAlliance(Command, frozen=True, tag="ask_alliance"):
    who: ClassVar[Who] = "own"
    label = Text("Proposer l’alliance", "Propose an alliance")
    icon = "people"
    hero: Key


class Challenge(Command, frozen=True, tag="challenge"):
    who: ClassVar[Who] = "own"
    label = Text("Défier", "Challenge")
    icon = "sword"
    hero: Key


class Welcome(Command, frozen=True, tag="welcome"):
    who: ClassVar[Who] = "own"
    label = Text("Accepter l’alliance", "Accept the alliance")
    icon = "check"
    hero: Key


class TurnAway(Command, frozen=True, tag="turn_away"):
    who: ClassVar[Who] = "own"
    label = Text("Refuser l’alliance", "Refuse the alliance")
    icon = "close"
    hero: Key


class AcceptChallenge(Command, frozen=True, tag="accept_challenge"):
    who: ClassVar[Who] = "own"
    label = Text("Accepter le défi", "Accept the challenge")
    icon = "sword"
    hero: Key


class Attack(Command, frozen=True, tag="force_fight"):
    who: ClassVar[Who] = "own"
    label = Text("Engager le combat", "Start the fight")
    icon = "sword"
    hero: Key


class Met(Event, frozen=True, tag="met"):
    """`heroes` have come to where the `residents` are; `stage` is asked for an approach."""

    heroes: Keys
    who: Text
    residents: Keys
    whom: Text
    place: str
    place_name: str
    origin: str
    teleported: bool = False
    stage: str = "open"


class AllianceAsked(Event, frozen=True, tag="alliance_asked"):
    hero: str
    who: Text
    whom: Text


class Challenged(Event, frozen=True, tag="challenged"):
    hero: str
    who: Text
    whom: Text


class AllianceMade(Event, frozen=True, tag="alliance_made"):
    """`heroes` are one now; `leader` leads."""

    heroes: Keys
    who: Text
    leader: str


class TurnedAway(Event, frozen=True, tag="turned_away"):
    hero: str
    who: Text
    whom: Text
    ends: bool = False


class RivalsFight(Event, frozen=True, tag="rivals_fight"):
    """§8.5: `heroes` against `rivals`."""

    heroes: Keys
    who: Text
    rivals: Keys
    whom: Text


def arrival(state: State, heroes: Keys, origin: str, *, teleported: bool = False) -> Met | None:
    """The meeting with the first of those who stand where `heroes` now are; None where nobody else is."""
    place = state.heroes[heroes[0]].place
    others = [unit for unit in here(state, place) if not set(unit) & set(heroes)]
    if not others:
        return None
    return Met(
        heroes=heroes,
        who=names(state, heroes),
        residents=others[0],
        whom=names(state, others[0]),
        place=place,
        place_name=place_name(state, place),
        origin=origin,
        teleported=teleported,
    )


def met(state: State, event: Met) -> State:
    return change(
        state,
        meeting=Meeting(
            newcomers=event.heroes,
            residents=event.residents,
            stage=event.stage,
            origin=event.origin,
            teleported=event.teleported,
        ),
    )


def settling(state: State, key: str, side: str, *stages: str) -> tuple[Hero, Meeting] | Violation:
    """The leader on one side of the meeting, at one of these stages."""
    hero, adventure = in_adventure(state, key), adventure_of(state)
    if isinstance(hero, Violation):
        return hero
    assert not isinstance(adventure, Violation)
    meeting = adventure.meeting
    if meeting is None or meeting.stage not in stages:
        return refuse(
            "no_meeting", "Rien à répondre en ce moment.", "There is nothing to answer now.", "§8.7"
        )
    party: Keys = getattr(meeting, side)
    if key not in party:
        return refuse(
            "not_asked",
            "{name} n’a pas à répondre.",
            "It is not for {name} to answer.",
            "§8.7",
            field="hero",
            name=hero.name,
        )
    leader = leader_among(state, party)
    return (hero, meeting) if key == leader else leads(state, key) or _leader(state, leader)


def _leader(state: State, leader: str) -> Violation:
    return refuse(
        "leader_decides",
        "C’est à {leader}, qui mène, de décider.",
        "It is for {leader}, who leads, to decide.",
        "§8.2",
        field="hero",
        leader=state.heroes[leader].name,
    )


def ask_alliance(state: State, command: AskAlliance, act: Act) -> Decision:
    found = settling(state, command.hero, "newcomers", "open")
    if isinstance(found, Violation):
        return found
    hero, meeting = found
    who, whom = names(state, meeting.newcomers), names(state, meeting.residents)
    return (AllianceAsked(hero=hero.key, who=who, whom=whom),)


def alliance_asked(state: State, event: AllianceAsked) -> State:
    return _at_stage(state, ASKED)


def _at_stage(state: State, stage: str) -> State:
    meeting = of(state).meeting
    return change(state, meeting=meeting and replace(meeting, stage=stage))


def challenge(state: State, command: Challenge, act: Act) -> Decision:
    found = settling(state, command.hero, "newcomers", "open")
    if isinstance(found, Violation):
        return found
    hero, meeting = found
    who, whom = names(state, meeting.newcomers), names(state, meeting.residents)
    return (Challenged(hero=hero.key, who=who, whom=whom),)


def challenged(state: State, event: Challenged) -> State:
    return _at_stage(state, CHALLENGED)


def welcome(state: State, command: Welcome, act: Act) -> Decision:
    found = settling(state, command.hero, "residents", ASKED)
    if isinstance(found, Violation):
        return found
    _, meeting = found
    heroes = joined(meeting.residents, meeting.newcomers)
    leader = state.heroes[leader_among(state, heroes)].name
    event = AllianceMade(heroes=heroes, who=names(state, heroes), leader=leader)
    return concluded(alliance_made(state, event), event)


def alliance_made(state: State, event: AllianceMade) -> State:
    """Those who had submitted to one of them become free by it."""
    adventure = of(state)
    apart = tuple(one for one in adventure.alliances if not set(one) & set(event.heroes))
    return change(
        state,
        alliances=(*apart, event.heroes),
        meeting=None,
        submitted=(left := without(adventure.submitted, event.heroes)),
        winner=adventure.winner if left else "",
    )


def turn_away(state: State, command: TurnAway, act: Act) -> Decision:
    found = settling(state, command.hero, "residents", ASKED)
    if isinstance(found, Violation):
        return found
    hero, meeting = found
    event = TurnedAway(
        hero=hero.key,
        who=names(state, meeting.residents),
        whom=names(state, meeting.newcomers),
        ends=not meeting.origin,
    )
    return concluded(turned_away(state, event), event)


def turned_away(state: State, event: TurnedAway) -> State:
    """Who only went up to somebody stays and goes on with the turn (R17)."""
    return change(state, meeting=None) if event.ends else _at_stage(state, TURNED_AWAY)


def accept_challenge(state: State, command: AcceptChallenge, act: Act) -> Decision:
    found = settling(state, command.hero, "residents", CHALLENGED)
    if isinstance(found, Violation):
        return found
    event = rivalry(state, found[1])
    return concluded(rivals_fight(state, event), event)


def rivalry(state: State, meeting: Meeting) -> RivalsFight:
    return RivalsFight(
        heroes=meeting.newcomers,
        who=names(state, meeting.newcomers),
        rivals=meeting.residents,
        whom=names(state, meeting.residents),
    )


def rivals_fight(state: State, event: RivalsFight) -> State:
    return change(state, meeting=None, fight=Fight(side=event.heroes, rivals=event.rivals))


def attack(state: State, command: Attack, act: Act) -> Decision:
    found = settling(state, command.hero, "newcomers", TURNED_AWAY)
    if isinstance(found, Violation):
        return found
    event = rivalry(state, found[1])
    return concluded(rivals_fight(state, event), event)


def approach(state: State, command: Approach, act: Act) -> Decision:
    hero = _approaching(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    others = strangers(state, hero)
    if command.to not in others:
        return unknown("to", command.to, "§8.2")
    heroes, residents = alliance_of(state, hero.key), alliance_of(state, command.to)
    return (
        Met(
            heroes=heroes,
            who=names(state, heroes),
            residents=residents,
            whom=names(state, residents),
            place=hero.place,
            place_name=place_name(state, hero.place),
            origin="",
            stage=ASKED,
        ),
    )


def _approaching(state: State, key: str) -> Hero | Violation:
    """The leader whose turn begins, or who explores or rests, with somebody else at the same place."""
    hero = has_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    if wrong:
        return wrong
    if strangers(state, hero):
        return hero
    return refuse("nobody_here", "Personne d’autre n’est ici.", "Nobody else is here.", "§8.2", field="hero")


def strangers(state: State, hero: Hero) -> Keys:
    """The leaders of the others at the same place."""
    mine = company_of(state, hero.key)
    others = [unit for unit in here(state, hero.place) if not set(unit) & set(mine)]
    return tuple(leader_among(state, unit) for unit in others)


def offer_ask(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, ask_alliance, AskAlliance(hero=hero))


def offer_challenge(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, challenge, Challenge(hero=hero))


def offer_welcome(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, welcome, Welcome(hero=hero))


def offer_turn_away(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, turn_away, TurnAway(hero=hero))


def offer_accept(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, accept_challenge, AcceptChallenge(hero=hero))


def offer_attack(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, attack, Attack(hero=hero))


def offer_approach(state: State, hero: str, given: Given) -> Draft:
    found = _approaching(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    others = strangers(state, found)
    return Draft((choice("to", WITH, tuple(Choice(key, same(state.heroes[key].name)) for key in others)),))


def tell_met(event: Met) -> Text:
    if event.stage == ASKED:
        return Text("{who} : alliance proposée à {whom}.", "{who}: an alliance is proposed to {whom}.")(
            who=event.who, whom=event.whom
        )
    return Text("Rencontre à {place} : {who} et {whom}.", "A meeting at {place}: {who} and {whom}.")(
        place=event.place_name, who=event.who, whom=event.whom
    )


def tell_turned_away(event: TurnedAway) -> Text:
    return Text("{who} : alliance refusée à {whom}.", "{who}: the alliance is refused to {whom}.")(
        who=event.who, whom=event.whom
    )


CHAPTER = Chapter(
    name="meeting",
    decides={
        Approach: approach,
        AskAlliance: ask_alliance,
        Challenge: challenge,
        Welcome: welcome,
        TurnAway: turn_away,
        AcceptChallenge: accept_challenge,
        Attack: attack,
    },
    evolves={
        Met: met,
        AllianceAsked: alliance_asked,
        Challenged: challenged,
        AllianceMade: alliance_made,
        TurnedAway: turned_away,
        RivalsFight: rivals_fight,
    },
    tells={
        Met: tell_met,
        AllianceAsked: told(
            "{who} : alliance proposée à {whom}.", "{who}: an alliance is proposed to {whom}."
        ),
        Challenged: told("Défi de {who} à {whom}.", "{who}: a challenge to {whom}."),
        AllianceMade: told("Alliance : {who}. Mène : {leader}.", "Alliance: {who}. Leading: {leader}."),
        TurnedAway: tell_turned_away,
        RivalsFight: told("Combat : {who} contre {whom}.", "A fight: {who} against {whom}."),
    },
    offers={
        Approach: offer_approach,
        AskAlliance: offer_ask,
        Challenge: offer_challenge,
        Welcome: offer_welcome,
        TurnAway: offer_turn_away,
        AcceptChallenge: offer_accept,
        Attack: offer_attack,
    },
)
