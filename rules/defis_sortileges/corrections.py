"""Setting a sheet right, with a reason that the history keeps (R41)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.book import ATTITUDES, BOOK, HIGHEST, LOWEST, SCORES
from rules.defis_sortileges.enrolment import MOST_RESTS, MOST_TICKS
from rules.defis_sortileges.fights import outside
from rules.defis_sortileges.places import no_places, place_choice
from rules.defis_sortileges.power import openings, spell_opened
from rules.defis_sortileges.refusals import hero_of, in_adventure, no_fight, no_meeting, unknown
from rules.defis_sortileges.state import Hero, Scores, State, Ticks, change, change_hero, joined, of, without
from rules.defis_sortileges.words import (
    ATTITUDE_NAMES,
    PLACE,
    REASON,
    RESTS,
    SCORE_NAMES,
    VITALITY,
    place_name,
)
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span, words
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, same

CORRECTED = Text("Correction", "Correction")
WHAT = Text("Quoi", "What")
VALUE = Text("Valeur juste", "Right value")
KNOWN, UNKNOWN = Text("connu", "known"), Text("pas connu", "not known")
TICKED, UNTICKED = Text("coché", "ticked"), Text("pas coché", "not ticked")
SPELL = Text("Sortilège", "Spell")
AT_START = Text("{score} au départ", "{score} at the start")
MOST_VITALITY = 200
START = "start-"
NUMBERS: dict[str, tuple[Text, int, int]] = {
    **{score: (SCORE_NAMES[score], LOWEST, HIGHEST) for score in SCORES},
    **{START + score: (AT_START(score=SCORE_NAMES[score]), LOWEST, HIGHEST) for score in SCORES},
    "vitality": (VITALITY, 1, MOST_VITALITY),
    **{attitude: (ATTITUDE_NAMES[attitude], 0, MOST_TICKS) for attitude in ATTITUDES},
    "rests": (RESTS, 0, MOST_RESTS),
}
"""What can be set right, in words, from and up to where."""


class CorrectNumber(Command, frozen=True, tag="correct_number"):
    label = Text("Corriger un nombre", "Correct a number")
    icon = "pencil"
    hero: Key
    what: Key
    value: Number
    reason: Reason


class NumberCorrected(Event, frozen=True, tag="number_corrected"):
    hero: str
    hero_name: str
    what: str
    what_name: Text
    by: int
    value: int
    reason: str


class CorrectSpell(Command, frozen=True, tag="correct_spell"):
    """Known from now on, or no longer."""

    label = Text("Corriger un sortilège", "Correct a spell")
    icon = "pencil"
    hero: Key
    spell: Key
    reason: Reason


class SpellCorrected(Event, frozen=True, tag="spell_corrected"):
    hero: str
    hero_name: str
    spell: str
    spell_name: Text
    known: bool
    reason: str


class CorrectPlace(Command, frozen=True, tag="correct_place"):
    """Alone: whoever is set elsewhere leaves the alliance."""

    label = Text("Corriger un lieu", "Correct a place")
    icon = "pencil"
    hero: Key
    place: Key
    reason: Reason


class PlaceCorrected(Event, frozen=True, tag="place_corrected"):
    hero: str
    hero_name: str
    place: str
    place_name: str
    reason: str


class CorrectBox(Command, frozen=True, tag="correct_box"):
    """Ticked from now on, or no longer."""

    label = Text("Corriger l’index", "Correct the index")
    icon = "pencil"
    hero: Key
    place: Key
    reason: Reason


class BoxCorrected(Event, frozen=True, tag="box_corrected"):
    hero: str
    hero_name: str
    place: str
    place_name: str
    ticked: bool
    reason: str


class CorrectTurn(Command, frozen=True, tag="correct_turn"):
    """Has had a turn this round, or has it still to come."""

    label = Text("Corriger l’ordre de jeu", "Correct the order of play")
    icon = "pencil"
    hero: Key
    reason: Reason


class TurnCorrected(Event, frozen=True, tag="turn_corrected"):
    hero: str
    hero_name: str
    played: bool
    reason: str


def value_now(hero: Hero, what: str) -> int:
    if what in SCORES:
        return int(getattr(hero.now, what))
    if what in ATTITUDES:
        return int(getattr(hero.ticks, what))
    if what.startswith(START):
        return int(getattr(hero.start, what.removeprefix(START)))
    return int(getattr(hero, what))


def correct_number(state: State, command: CorrectNumber, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.what not in NUMBERS:
        return unknown("what", command.what, "R41")
    name, low, high = NUMBERS[command.what]
    now = value_now(hero, command.what)
    wrong = outside("value", command.value, low, high, "R41") or _unchanged(command.value == now, "value")
    if wrong:
        return wrong
    event = NumberCorrected(
        hero=hero.key,
        hero_name=hero.name,
        what=command.what,
        what_name=name,
        by=command.value - now,
        value=command.value,
        reason=command.reason.strip(),
    )
    after = number_corrected(state, event)
    opened = openings(after, (hero.key,))
    for one in opened:
        after = spell_opened(after, one)
    return concluded(after, event, *opened)


def _unchanged(is_same: bool, field: str) -> Violation | None:
    if not is_same:
        return None
    return refuse("as_it_is", "C’est déjà ainsi.", "It is so already.", "R41", field=field)


def number_corrected(state: State, event: NumberCorrected) -> State:
    hero, what = state.heroes[event.hero], event.what
    value = value_now(hero, what) + event.by
    if what in SCORES:
        return change_hero(state, hero.key, now=_with_score(hero.now, what, value))
    if what.startswith(START):
        return change_hero(state, hero.key, start=_with_score(hero.start, what.removeprefix(START), value))
    if what in ATTITUDES:
        return change_hero(state, hero.key, ticks=_with_ticks(hero.ticks, what, value))
    return change_hero(state, hero.key, **{what: value})


def _with_score(scores: Scores, score: str, value: int) -> Scores:
    return replace(scores, **{score: value})


def _with_ticks(ticks: Ticks, attitude: str, value: int) -> Ticks:
    return replace(ticks, **{attitude: value})


def correct_spell(state: State, command: CorrectSpell, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    spell = BOOK.spells.get(command.spell)
    if spell is None or spell.character != hero.character or spell.is_known_at_start:
        return unknown("spell", command.spell, "§9")
    wrong = no_fight(state)
    return wrong or (
        SpellCorrected(
            hero=hero.key,
            hero_name=hero.name,
            spell=spell.key,
            spell_name=spell.name,
            known=spell.key not in hero.spells,
            reason=command.reason.strip(),
        ),
    )


def spell_corrected(state: State, event: SpellCorrected) -> State:
    spells = state.heroes[event.hero].spells
    after = (*spells, event.spell) if event.known else without(spells, (event.spell,))
    return change_hero(state, event.hero, spells=after)


def correct_place(state: State, command: CorrectPlace, act: Act) -> Decision:
    hero = _at_rest(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.place not in state.places:
        return unknown("place", command.place, "§5.2")
    wrong = _unchanged(command.place == hero.place, "place")
    if wrong:
        return wrong
    event = PlaceCorrected(
        hero=hero.key,
        hero_name=hero.name,
        place=command.place,
        place_name=place_name(state, command.place),
        reason=command.reason.strip(),
    )
    return concluded(place_corrected(state, event), event)


def _at_rest(state: State, key: str) -> Hero | Violation:
    """Out on the adventure while nothing of it hangs in the air."""
    hero = in_adventure(state, key)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    turn = of(state).turn
    if wrong or turn is None:
        return wrong or hero
    return refuse(
        "turn_open",
        "Un Tour de Jeu est en cours : finissez-le d’abord.",
        "A turn is going on: end it first.",
        "R41",
    )


def place_corrected(state: State, event: PlaceCorrected) -> State:
    state = change_hero(state, event.hero, place=event.place)
    left = tuple(without(one, (event.hero,)) for one in of(state).alliances)
    refused_ = without(of(state).refused, (event.hero,))
    return change(state, alliances=tuple(one for one in left if len(one) > 1), refused=refused_)


def correct_box(state: State, command: CorrectBox, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.place not in state.places:
        return unknown("place", command.place, "§5.2")
    return (
        BoxCorrected(
            hero=hero.key,
            hero_name=hero.name,
            place=command.place,
            place_name=place_name(state, command.place),
            ticked=command.place not in hero.explored,
            reason=command.reason.strip(),
        ),
    )


def box_corrected(state: State, event: BoxCorrected) -> State:
    explored = state.heroes[event.hero].explored
    after = joined(explored, (event.place,)) if event.ticked else without(explored, (event.place,))
    return change_hero(state, event.hero, explored=after)


def correct_turn(state: State, command: CorrectTurn, act: Act) -> Decision:
    hero = _at_rest(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    event = TurnCorrected(
        hero=hero.key,
        hero_name=hero.name,
        played=hero.key not in of(state).played,
        reason=command.reason.strip(),
    )
    return concluded(turn_corrected(state, event), event)


def turn_corrected(state: State, event: TurnCorrected) -> State:
    played = of(state).played
    after = joined(played, (event.hero,)) if event.played else without(played, (event.hero,))
    return change(state, played=after)


def offer_number(state: State, hero: str, given: Given) -> Draft:
    found = state.heroes[hero]
    every = tuple(
        Choice(what, name, hint=Text(str(now := value_now(found, what)), str(now)))
        for what, (name, _, _) in NUMBERS.items()
    )
    first, why = choice("what", WHAT, every, depends=True), words("reason", REASON, 300)
    what = str(given.get("what"))
    if what not in NUMBERS:
        return Draft((first, why))
    _, low, high = NUMBERS[what]
    now = value_now(found, what)
    field = span("value", VALUE, low, high, default=min(high, now + 1) if now < high else high - 1)
    return Draft((first, replace(field, without=(now,)), why))


def offer_spell(state: State, hero: str, given: Given) -> Draft:
    found, fighting = state.heroes[hero], no_fight(state)
    spells = tuple(one for one in BOOK.spells_of(found.character) if not one.is_known_at_start)
    if fighting or not spells:
        return refused(fighting or unknown("spell", found.character, "§9"))
    every = tuple(
        Choice(one.key, one.name, hint=KNOWN if one.key in found.spells else UNKNOWN) for one in spells
    )
    return Draft((choice("spell", SPELL, every), words("reason", REASON, 300)))


def offer_place(state: State, hero: str, given: Given) -> Draft:
    found = _at_rest(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    others = tuple(place_choice(state, key) for key in state.places if key != found.place)
    if not others:
        return refused(no_places())
    return Draft((choice("place", PLACE, others), words("reason", REASON, 300)))


def offer_box(state: State, hero: str, given: Given) -> Draft:
    if not state.places:
        return refused(no_places())
    ticked = state.heroes[hero].explored
    every = tuple(
        Choice(key, same(place.name), hint=TICKED if key in ticked else UNTICKED)
        for key, place in state.places.items()
    )
    return Draft((choice("place", PLACE, every), words("reason", REASON, 300)))


def offer_turn(state: State, hero: str, given: Given) -> Draft:
    found = _at_rest(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft((words("reason", REASON, 300),))


def power_moves(event: NumberCorrected) -> tuple[Movement, ...]:
    if event.what not in ATTITUDES:
        return ()
    return (Movement(event.hero, "xp", event.by, CORRECTED, "R41"),)


def tell_number(event: NumberCorrected) -> Text:
    return Text("Correction, {n} : {w} {v}. {r}", "Correction, {n}: {w} {v}. {r}")(
        n=event.hero_name, w=event.what_name, v=event.value, r=event.reason
    )


def tell_spell(event: SpellCorrected) -> Text:
    what = KNOWN if event.known else UNKNOWN
    return Text("Correction, {n} : « {s} » {w}. {r}", "Correction, {n}: “{s}” {w}. {r}")(
        n=event.hero_name, s=event.spell_name, w=what, r=event.reason
    )


def tell_place(event: PlaceCorrected) -> Text:
    return Text("Correction, {n} : {p}. {r}", "Correction, {n}: {p}. {r}")(
        n=event.hero_name, p=event.place_name, r=event.reason
    )


def tell_box(event: BoxCorrected) -> Text:
    what = TICKED if event.ticked else UNTICKED
    return Text("Correction, {n} : {p} {w}. {r}", "Correction, {n}: {p} {w}. {r}")(
        n=event.hero_name, p=event.place_name, w=what, r=event.reason
    )


def tell_turn(event: TurnCorrected) -> Text:
    what = Text("a joué", "has played") if event.played else Text("doit encore jouer", "has still to play")
    return Text("Correction, {n} {w}. {r}", "Correction, {n} {w}. {r}")(
        n=event.hero_name, w=what, r=event.reason
    )


CHAPTER = Chapter(
    name="corrections",
    decides={
        CorrectNumber: correct_number,
        CorrectSpell: correct_spell,
        CorrectPlace: correct_place,
        CorrectBox: correct_box,
        CorrectTurn: correct_turn,
    },
    evolves={
        NumberCorrected: number_corrected,
        SpellCorrected: spell_corrected,
        PlaceCorrected: place_corrected,
        BoxCorrected: box_corrected,
        TurnCorrected: turn_corrected,
    },
    tells={
        NumberCorrected: tell_number,
        SpellCorrected: tell_spell,
        PlaceCorrected: tell_place,
        BoxCorrected: tell_box,
        TurnCorrected: tell_turn,
    },
    offers={
        CorrectNumber: offer_number,
        CorrectSpell: offer_spell,
        CorrectPlace: offer_place,
        CorrectBox: offer_box,
        CorrectTurn: offer_turn,
    },
    moves={NumberCorrected: power_moves},
)
