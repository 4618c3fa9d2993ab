"""Who leads, and how an alliance is broken (§8.2, §8.7; R16, R22)."""

from __future__ import annotations

from typing import ClassVar

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.refusals import drafted, in_adventure, no_fight, no_meeting
from rules.defis_sortileges.state import Hero, State, Turn, change, of, without
from rules.defis_sortileges.turns import no_way
from rules.defis_sortileges.units import alliance_of, leader_among, up
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Draft, Given
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text


class RefuseToLead(Command, frozen=True, tag="refuse_to_lead"):
    """Counts with an Aura of 3 until the alliance has had its turn."""

    who: ClassVar[Who] = "own"
    label = Text("Refuser de mener", "Refuse to lead")
    icon = "door"
    hero: Key


class LeadRefused(Event, frozen=True, tag="lead_refused"):
    hero: str
    hero_name: str
    leader: str


class Repudiate(Command, frozen=True, tag="repudiate"):
    who: ClassVar[Who] = "own"
    label = Text("Répudier l’alliance", "Repudiate the alliance")
    icon = "door"
    hero: Key


class Repudiated(Event, frozen=True, tag="repudiated"):
    hero: str
    hero_name: str


def allied(state: State, key: str) -> Hero | Violation:
    hero = in_adventure(state, key)
    if isinstance(hero, Violation) or len(alliance_of(state, key)) > 1:
        return hero
    return refuse(
        "no_alliance",
        "{name} n’est d’aucune alliance.",
        "{name} is in no alliance.",
        "§8.2",
        field="hero",
        name=hero.name,
    )


def refuse_to_lead(state: State, command: RefuseToLead, act: Act) -> Decision:
    hero = allied(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if hero.key in of(state).refused:
        return refuse(
            "refused_already",
            "{name} a déjà refusé pour ce Tour de Jeu.",
            "{name} has refused for this turn already.",
            "§8.2",
            field="hero",
            name=hero.name,
        )
    wrong = no_fight(state) or no_meeting(state)
    if wrong:
        return wrong
    after = change(state, refused=(*of(state).refused, hero.key))
    leader = after.heroes[leader_among(after, alliance_of(after, hero.key))].name
    event = LeadRefused(hero=hero.key, hero_name=hero.name, leader=leader)
    return concluded(lead_refused(state, event), event)


def lead_refused(state: State, event: LeadRefused) -> State:
    return change(state, refused=(*of(state).refused, event.hero))


def repudiate(state: State, command: Repudiate, act: Act) -> Decision:
    hero = allied(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state) or _too_late(state, hero) or no_way(state, hero.place)
    if wrong:
        return wrong
    event = Repudiated(hero=hero.key, hero_name=hero.name)
    return concluded(repudiated(state, event), event)


def _too_late(state: State, hero: Hero) -> Violation | None:
    """Just before the alliance's turn, by one who has still to play."""
    begins = of(state).turn is None and hero.key in up(state)
    if begins and hero.key not in of(state).played:
        return None
    return refuse(
        "not_before_the_turn",
        "On répudie une alliance juste avant son Tour de Jeu.",
        "An alliance is repudiated just before its turn.",
        "§8.7",
    )


def repudiated(state: State, event: Repudiated) -> State:
    """Acts before the alliance, and has to move (R22)."""
    adventure = of(state)
    left = tuple(without(one, (event.hero,)) for one in adventure.alliances)
    return change(
        state,
        alliances=tuple(one for one in left if len(one) > 1),
        refused=without(adventure.refused, (event.hero,)),
        turn=Turn(heroes=(event.hero,)),
    )


def offer_refuse(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, refuse_to_lead, RefuseToLead(hero=hero))


def offer_repudiate(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, repudiate, Repudiate(hero=hero))


CHAPTER = Chapter(
    name="alliances",
    decides={RefuseToLead: refuse_to_lead, Repudiate: repudiate},
    evolves={LeadRefused: lead_refused, Repudiated: repudiated},
    tells={
        LeadRefused: told(
            "{hero_name} refuse de mener. Mène : {leader}.", "{hero_name} refuses to lead. Leading: {leader}."
        ),
        Repudiated: told(
            "{hero_name} répudie l’alliance et part avant elle.",
            "{hero_name} repudiates the alliance and leaves before it acts.",
        ),
    },
    offers={RefuseToLead: offer_refuse, Repudiate: offer_repudiate},
)
