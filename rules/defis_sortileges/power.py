"""The choices of the Book of Power, and the spells they open (§2, §5.4, §9.2; R5, R15)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.fighters import opened_by
from rules.defis_sortileges.refusals import drafted, in_adventure, no_fight, no_meeting, unknown
from rules.defis_sortileges.state import Hero, Keys, State, change_hero
from rules.defis_sortileges.units import company_of, exploring
from rules.defis_sortileges.words import ATTITUDE_NAMES, each_name, names
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text

ATTITUDE = Text("Attitude", "Attitude")


class ChooseAttitude(Command, frozen=True, tag="choose_attitude"):
    """The leader's choice, ticked by everybody in the company."""

    who: ClassVar[Who] = "own"
    label = Text("Choix du Livre du Pouvoir", "Choice of the Book of Power")
    icon = "book"
    hero: Key
    attitude: Key


class RubOut(Command, frozen=True, tag="rub_out"):
    """A paragraph takes a box back: these totals vary in the course of the game."""

    who: ClassVar[Who] = "own"
    label = Text("Gommer une case", "Rub a box out")
    icon = "undo"
    hero: Key
    attitude: Key


class BoxRubbedOut(Event, frozen=True, tag="box_rubbed_out"):
    """One point of Power less; the spells that were learnt stay (R5)."""

    hero: str
    hero_name: str
    attitude: str
    attitude_name: Text


class AttitudeChosen(Event, frozen=True, tag="attitude_chosen"):
    """One box more for each of the `heroes`, hence one point of Power. `names` are theirs, one by one."""

    heroes: Keys
    who: Text
    attitude: str
    attitude_name: Text
    names: tuple[str, ...] = ()


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
        names=each_name(state, heroes),
    )
    return (event, *openings(attitude_chosen(state, event), heroes))


def rub_out(state: State, command: RubOut, act: Act) -> Decision:
    hero = in_adventure(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.attitude not in ticked(hero):
        return refuse(
            "no_box",
            "Aucune case de cette attitude n’est cochée.",
            "No box of that attitude is ticked.",
            "§2",
            field="attitude",
        )
    name = ATTITUDE_NAMES[command.attitude]
    event = BoxRubbedOut(hero=hero.key, hero_name=hero.name, attitude=command.attitude, attitude_name=name)
    return concluded(box_rubbed_out(state, event), event)


def ticked(hero: Hero) -> Keys:
    """The attitudes with a box to rub out."""
    return tuple(key for key in BOOK.attitudes if getattr(hero.ticks, key))


def box_rubbed_out(state: State, event: BoxRubbedOut) -> State:
    ticks = state.heroes[event.hero].ticks
    less = getattr(ticks, event.attitude) - 1
    return change_hero(state, event.hero, ticks=replace(ticks, **{event.attitude: less}))


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


def offer_rub_out(state: State, hero: str, given: Given) -> Draft:
    found = in_adventure(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    every = tuple(Choice(key, ATTITUDE_NAMES[key]) for key in ticked(found))
    if every:
        return Draft((choice("attitude", ATTITUDE, every),))
    return refused(refuse("no_box", "Aucune case n’est cochée.", "No box is ticked.", "§2"))


def lost_moves(event: BoxRubbedOut) -> tuple[Movement, ...]:
    return (Movement(event.hero, "xp", -1, event.attitude_name, "§2"),)


def power_moves(event: AttitudeChosen) -> tuple[Movement, ...]:
    return tuple(Movement(hero, "xp", 1, event.attitude_name, "§2") for hero in event.heroes)


def tell_chosen(event: AttitudeChosen) -> Text:
    return Text("Attitude {a} : {who}.", "{who}: {a} attitude.")(a=event.attitude_name.inline, who=event.who)


def tell_rubbed_out(event: BoxRubbedOut) -> Text:
    return Text("{n} gomme une case de l’attitude {a}.", "{n} rubs out a box of the {a} attitude.")(
        n=event.hero_name, a=event.attitude_name.inline
    )


CHAPTER = Chapter(
    name="power",
    decides={ChooseAttitude: choose_attitude, RubOut: rub_out},
    evolves={
        AttitudeChosen: attitude_chosen,
        SpellOpened: spell_opened,
        BoxRubbedOut: box_rubbed_out,
    },
    tells={
        AttitudeChosen: tell_chosen,
        BoxRubbedOut: tell_rubbed_out,
        SpellOpened: told("{hero_name} apprend « {spell_name} ».", "{hero_name} learns “{spell_name}”."),
    },
    offers={ChooseAttitude: offer_attitude, RubOut: offer_rub_out},
    moves={AttitudeChosen: power_moves, BoxRubbedOut: lost_moves},
)
