"""The choices of the Book of Power, and the spells they open (§2, §5.4, §9.2; R5, R15)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.fighters import opened_by
from rules.defis_sortileges.refusals import drafted, no_fight, no_meeting, unknown
from rules.defis_sortileges.state import Keys, State, change_hero
from rules.defis_sortileges.telling import told
from rules.defis_sortileges.units import company_of, exploring
from rules.defis_sortileges.words import ATTITUDE_NAMES, names
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text

ATTITUDE = Text("Attitude", "Attitude")


class ChooseAttitude(Command, frozen=True, tag="choose_attitude"):
    """The leader's choice, ticked by everybody in the company."""

    who: ClassVar[Who] = "own"
    label = Text("Choix du Livre du Pouvoir", "Choice of the Book of Power")
    hero: Key
    attitude: Key


class AttitudeChosen(Event, frozen=True, tag="attitude_chosen"):
    """One box more for each of the `heroes`, hence one point of Power."""

    heroes: Keys
    who: Text
    attitude: str
    attitude_name: Text


class SpellOpened(Event, frozen=True, tag="spell_opened"):
    hero: str
    hero_name: str
    spell: str
    spell_name: Text


def choose_attitude(state: State, command: ChooseAttitude, act: Act) -> Decision:
    hero = exploring(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    if wrong or command.attitude not in BOOK.attitudes:
        return wrong or unknown("attitude", command.attitude, "§5.4")
    heroes = company_of(state, hero.key)
    event = AttitudeChosen(
        heroes=heroes,
        who=names(state, heroes),
        attitude=command.attitude,
        attitude_name=ATTITUDE_NAMES[command.attitude],
    )
    return (event, *openings(attitude_chosen(state, event), heroes))


def openings(state: State, heroes: Keys) -> tuple[SpellOpened, ...]:
    """The spells for which Power, or the attitude, has become enough."""
    return tuple(
        SpellOpened(hero=key, hero_name=state.heroes[key].name, spell=spell.key, spell_name=spell.name)
        for key in heroes
        for spell in opened_by(state, state.heroes[key])
    )


def attitude_chosen(state: State, event: AttitudeChosen) -> State:
    for key in event.heroes:
        ticks = state.heroes[key].ticks
        more = getattr(ticks, event.attitude) + 1
        state = change_hero(state, key, ticks=replace(ticks, **{event.attitude: more}))
    return state


def spell_opened(state: State, event: SpellOpened) -> State:
    return change_hero(state, event.hero, spells=(*state.heroes[event.hero].spells, event.spell))


def offer_attitude(state: State, hero: str, given: Given) -> Draft:
    every = tuple(Choice(k, name, link=f"attitudes/{k}") for k, name in ATTITUDE_NAMES.items())
    example = ChooseAttitude(hero=hero, attitude=next(iter(BOOK.attitudes)))
    return drafted(state, choose_attitude, example, choice("attitude", ATTITUDE, every))


def power_moves(event: AttitudeChosen) -> tuple[Movement, ...]:
    return tuple(Movement(hero, "xp", 1, event.attitude_name, "§2") for hero in event.heroes)


CHAPTER = Chapter(
    name="power",
    decides={ChooseAttitude: choose_attitude},
    evolves={AttitudeChosen: attitude_chosen, SpellOpened: spell_opened},
    tells={
        AttitudeChosen: told("Attitude {attitude_name} : {who}.", "{attitude_name} attitude: {who}."),
        SpellOpened: told("{hero_name} apprend « {spell_name} ».", "{hero_name} learns “{spell_name}”."),
    },
    offers={ChooseAttitude: offer_attitude},
    moves={AttitudeChosen: power_moves},
)
