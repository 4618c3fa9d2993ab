"""A turn of play: rest, move or explore (§5, §8.1, §8.6; R11, R13, R38)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import TurnEnded, concluded, turn_ended
from rules.defis_sortileges.house import house_int
from rules.defis_sortileges.meeting import Met, arrival, met
from rules.defis_sortileges.places import place_choice
from rules.defis_sortileges.refusals import adventure_of, drafted, no_fight, no_meeting, unknown
from rules.defis_sortileges.state import (
    Hero,
    Keys,
    State,
    Turn,
    change,
    change_hero,
    change_heroes,
    joined,
    of,
)
from rules.defis_sortileges.units import company_of, exploring, has_turn, leader_among, out_there, tied
from rules.defis_sortileges.words import PLACE, each_name, names, place_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, NO_ACT, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, listed, same

ENDING = Text("Le paragraphe dit", "The paragraph says")
ENDINGS: dict[str, Text] = {
    "ticked": Text("Fin d’Exploration", "End of exploration"),
    "for-all": Text("Fin d’Exploration pour tous", "End of exploration for all"),
    "unticked": Text("retour à la carte, sans cocher", "back to the map, no box ticked"),
}


class Rest(Command, frozen=True, tag="take_rest"):
    who: ClassVar[Who] = "own"
    label = Text("Se reposer", "Rest")
    icon = "sleep"
    hero: Key


class Rested(Event, frozen=True, tag="rested"):
    """`healed` of each of the `heroes`."""

    heroes: Keys
    who: Text
    healed: tuple[int, ...]
    most: int
    names: tuple[str, ...] = ()


class MoveOn(Command, frozen=True, tag="move"):
    who: ClassVar[Who] = "own"
    label = Text("Se déplacer", "Move")
    icon = "boot"
    hero: Key
    place: Key


class Moved(Event, frozen=True, tag="moved"):
    heroes: Keys
    who: Text
    origin: str
    place: str
    place_name: str
    names: tuple[str, ...] = ()


class Explore(Command, frozen=True, tag="explore"):
    who: ClassVar[Who] = "own"
    label = Text("Explorer", "Explore")
    icon = "search"
    hero: Key


class Explored(Event, frozen=True, tag="exploration_begun"):
    heroes: Keys
    who: Text
    place: str
    place_name: str
    names: tuple[str, ...] = ()


class EndExploration(Command, frozen=True, tag="end_exploration"):
    who: ClassVar[Who] = "own"
    label = Text("Finir l’exploration", "End the exploration")
    icon = "check"
    hero: Key
    ending: Key


class ExplorationEnded(Event, frozen=True, tag="exploration_ended"):
    """`heroes` tick the place."""

    heroes: Keys
    who: Text
    place: str
    place_name: str
    ending: str


class Teleport(Command, frozen=True, tag="teleport"):
    """A paragraph sends them to another place, also one that is not linked."""

    who: ClassVar[Who] = "own"
    label = Text("Être envoyé ailleurs", "Be sent elsewhere")
    icon = "spiral"
    hero: Key
    place: Key


class Teleported(Event, frozen=True, tag="teleported"):
    heroes: Keys
    who: Text
    place: str
    place_name: str


class EndTurn(Command, frozen=True, tag="end_turn"):
    who: ClassVar[Who] = "own"
    label = Text("Finir le Tour de Jeu", "End the turn")
    icon = "clock"
    hero: Key


class DrawLots(Command, frozen=True, tag="draw_lots"):
    label = Text("Tirer au sort qui joue", "Draw lots for who plays")
    icon = "d6"
    at_hand = True


class LotsDrawn(Event, frozen=True, tag="lots_drawn"):
    """One die for each leader of those who tie."""

    heroes: Keys
    who: Text
    roll: Roll


def free_turn(state: State, key: str) -> Hero | Violation:
    """The leader whose turn begins: nothing done yet, nobody to answer, not bound to move (R22)."""
    hero = beginning(state, key)
    if isinstance(hero, Violation) or of(state).turn is None:
        return hero
    return refuse(
        "must_move",
        "{name} a répudié l’alliance : il faut d’abord changer de lieu.",
        "{name} has repudiated the alliance and has to move to another place.",
        "§8.7",
        name=hero.name,
    )


def beginning(state: State, key: str) -> Hero | Violation:
    """The leader whose turn begins."""
    hero = has_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    turn = of(state).turn
    if wrong or turn is None or not turn.did:
        return wrong or hero
    return refuse(
        "has_acted",
        "{name} a déjà choisi son action de ce Tour de Jeu.",
        "{name} has already chosen what to do this turn.",
        "§5",
        name=hero.name,
    )


def rest(state: State, command: Rest, act: Act) -> Decision:
    hero = free_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    heroes, most = company_of(state, hero.key), house_int(state, "rest")
    healed = tuple(min(most, state.heroes[key].wounds) for key in heroes)
    event = Rested(
        heroes=heroes, who=names(state, heroes), healed=healed, most=most, names=each_name(state, heroes)
    )
    return concluded(rested(state, event), event)


def rested(state: State, event: Rested) -> State:
    for key, healed in zip(event.heroes, event.healed, strict=True):
        hero = state.heroes[key]
        state = change_hero(state, key, wounds=hero.wounds - healed, rests=hero.rests + 1)
    return change(state, turn=Turn(heroes=event.heroes, did="rest"))


def move(state: State, command: MoveOn, act: Act) -> Decision:
    hero = beginning(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_way(state, hero.place)
    if wrong:
        return wrong
    if command.place not in state.places[hero.place].links:
        return not_adjacent(state, hero.place, command.place)
    heroes = company_of(state, hero.key)
    event = Moved(
        heroes=heroes,
        who=names(state, heroes),
        origin=hero.place,
        place=command.place,
        place_name=place_name(state, command.place),
        names=each_name(state, heroes),
    )
    return arrived(moved(state, event), event, heroes, hero.place)


def no_way(state: State, place: str) -> Violation | None:
    """§5.2: from a place that is not on the map nobody moves."""
    if state.places[place].links:
        return None
    return refuse(
        "off_the_map",
        "{place} n’est relié à aucun lieu : on ne peut pas en partir à pied.",
        "{place} is linked with no place: nobody can walk from there.",
        "§5.2",
        place=state.places[place].name,
    )


def not_adjacent(state: State, origin: str, place: str) -> Violation:
    if place not in state.places:
        return unknown("place", place, "§5.2")
    return refuse(
        "not_adjacent",
        "Aucune voie ne mène de {origin} à {place}.",
        "No way leads from {origin} to {place}.",
        "§5.2",
        field="place",
        origin=place_name(state, origin),
        place=place_name(state, place),
    )


def arrived(state: State, event: Event, heroes: Keys, origin: str, *, teleported: bool = False) -> Decision:
    """Whoever is there already is met (§8.7)."""
    meeting: Met | None = arrival(state, heroes, origin, teleported=teleported)
    if meeting is None:
        return concluded(state, event)
    return concluded(met(state, meeting), event, meeting)


def moved(state: State, event: Moved) -> State:
    state = change_heroes(state, event.heroes, place=event.place)
    return change(state, turn=Turn(heroes=event.heroes, did="move"))


def explore(state: State, command: Explore, act: Act) -> Decision:
    hero = free_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if hero.place in hero.explored:
        return refuse(
            "explored_already",
            "{name} a déjà coché {place} : on n’explore un lieu qu’une fois.",
            "{name} has ticked {place} already: a place is explored once.",
            "§5.3",
            name=hero.name,
            place=place_name(state, hero.place),
        )
    heroes = company_of(state, hero.key)
    event = Explored(
        heroes=heroes,
        who=names(state, heroes),
        place=hero.place,
        place_name=place_name(state, hero.place),
        names=each_name(state, heroes),
    )
    return (event,)


def explored(state: State, event: Explored) -> State:
    return change(state, turn=Turn(heroes=event.heroes, did="explore", place=event.place))


def end_exploration(state: State, command: EndExploration, act: Act) -> Decision:
    hero = exploring(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    if wrong or command.ending not in ENDINGS:
        return wrong or unknown("ending", command.ending, "§5.3")
    turn = of(state).turn
    assert turn is not None
    ticking = {"ticked": company_of(state, hero.key), "for-all": out_there(state), "unticked": ()}
    heroes = ticking[command.ending]
    event = ExplorationEnded(
        heroes=heroes,
        who=names(state, heroes),
        place=turn.place,
        place_name=place_name(state, turn.place),
        ending=command.ending,
    )
    return concluded(exploration_ended(state, event), event)


def exploration_ended(state: State, event: ExplorationEnded) -> State:
    for key in event.heroes:
        state = change_hero(state, key, explored=joined(state.heroes[key].explored, (event.place,)))
    turn = of(state).turn
    return change(state, turn=turn and replace(turn, did="over"))


def teleport(state: State, command: Teleport, act: Act) -> Decision:
    hero = exploring(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state)
    if wrong or command.place not in state.places:
        return wrong or unknown("place", command.place, "§5.2")
    if command.place == hero.place:
        return refuse(
            "same_place",
            "{name} y est déjà.",
            "{name} is there already.",
            "§5.3",
            field="place",
            name=hero.name,
        )
    heroes = company_of(state, hero.key)
    event = Teleported(
        heroes=heroes,
        who=names(state, heroes),
        place=command.place,
        place_name=place_name(state, command.place),
    )
    return arrived(teleported(state, event), event, heroes, hero.place, teleported=True)


def teleported(state: State, event: Teleported) -> State:
    return change_heroes(state, event.heroes, place=event.place)


def end_turn(state: State, command: EndTurn, act: Act) -> Decision:
    hero = has_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = no_fight(state) or no_meeting(state) or _still_to_act(state, hero)
    if wrong:
        return wrong
    turn = of(state).turn
    assert turn is not None
    event = TurnEnded(heroes=turn.heroes, who=names(state, turn.heroes))
    return concluded(turn_ended(state, event), event)


def _still_to_act(state: State, hero: Hero) -> Violation | None:
    turn = of(state).turn
    if turn is not None and (turn.did in ("rest", "move") or not turn.heroes):
        return None
    if turn is not None and turn.did == "explore":
        return refuse("exploring", "L’exploration n’est pas finie.", "The exploration is not over.", "§5.3")
    return refuse(
        "nothing_done",
        "{name} n’a encore rien fait : se reposer, se déplacer ou explorer.",
        "{name} has done nothing yet: rest, move or explore.",
        "§5",
        name=hero.name,
    )


def draw_lots(state: State, command: DrawLots, act: Act) -> Decision:
    adventure = adventure_of(state)
    if isinstance(adventure, Violation):
        return adventure
    leaders = tuple(leader_among(state, unit) for unit in tied(state))
    if not leaders:
        return refuse("no_tie", "Aucune égalité à départager.", "There is no tie to settle.", "§8.1")
    roll = act.roll("lots", len(leaders), D6)
    event = LotsDrawn(heroes=leaders, who=_lots(state, leaders, roll), roll=roll)
    return concluded(lots_drawn(state, event), event)


def _lots(state: State, leaders: Keys, roll: Roll) -> Text:
    pairs = zip(leaders, roll.faces, strict=True)
    return listed(tuple(same(f"{state.heroes[key].name} {face}") for key, face in pairs))


def lots_drawn(state: State, event: LotsDrawn) -> State:
    lots = dict(of(state).lots)
    for key, face in zip(event.heroes, event.roll.faces, strict=True):
        lots[key] = (*lots.get(key, ()), int(face))
    return change(state, lots=lots)


def offer_rest(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, rest, Rest(hero=hero))


def offer_move(state: State, hero: str, given: Given) -> Draft:
    found = beginning(state, hero)
    wrong = found if isinstance(found, Violation) else no_way(state, found.place)
    if wrong or isinstance(found, Violation):
        return refused(wrong or found)  # type: ignore[arg-type]
    ways = state.places[found.place].links
    return Draft((choice("place", PLACE, tuple(place_choice(state, key) for key in ways)),))


def offer_explore(state: State, hero: str, given: Given) -> Draft:
    found = explore(state, Explore(hero=hero), NO_ACT)
    if isinstance(found, Violation):
        return refused(found)
    return Draft(text=same(place_name(state, state.heroes[hero].place)))


def offer_end_exploration(state: State, hero: str, given: Given) -> Draft:
    ways = tuple(Choice(key, name) for key, name in ENDINGS.items())
    field = choice("ending", ENDING, ways, default="ticked")
    return drafted(state, end_exploration, EndExploration(hero=hero, ending="ticked"), field)


def offer_teleport(state: State, hero: str, given: Given) -> Draft:
    found = exploring(state, hero)
    wrong = found if isinstance(found, Violation) else no_fight(state) or no_meeting(state)
    if wrong or isinstance(found, Violation):
        return refused(wrong or found)  # type: ignore[arg-type]
    others = tuple(place_choice(state, key) for key in state.places if key != found.place)
    if others:
        return Draft((choice("place", PLACE, others),))
    return refused(
        refuse("no_other_place", "Aucun autre lieu n’est noté.", "No other place is noted.", "§5.2")
    )


def offer_end_turn(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, end_turn, EndTurn(hero=hero))


def offer_lots(state: State, given: Given) -> Draft:
    return drafted(state, draw_lots, DrawLots())


def tell_rested(event: Rested) -> Text:
    return Text(
        "Repos : {who}, jusqu’à {most} Blessures de moins chacun.",
        "Rest: {who}, up to {most} wounds less each.",
    )(who=event.who, most=event.most)


def tell_ended(event: ExplorationEnded) -> Text:
    if event.ending == "unticked":
        return Text(
            "Retour à la carte : {place} reste à explorer.",
            "Back to the map: {place} is still to be explored.",
        )(place=event.place_name)
    return Text("Fin d’Exploration de {place} : {who}.", "End of exploration of {place}: {who}.")(
        place=event.place_name, who=event.who
    )


CHAPTER = Chapter(
    name="turns",
    decides={
        Explore: explore,
        MoveOn: move,
        Rest: rest,
        EndExploration: end_exploration,
        Teleport: teleport,
        EndTurn: end_turn,
        DrawLots: draw_lots,
    },
    evolves={
        Explored: explored,
        Moved: moved,
        Rested: rested,
        ExplorationEnded: exploration_ended,
        Teleported: teleported,
        LotsDrawn: lots_drawn,
    },
    tells={
        Explored: told("{who} : exploration de {place_name}.", "{who}: exploring {place_name}."),
        Moved: told("{who} : en route vers {place_name}.", "{who}: on to {place_name}."),
        Rested: tell_rested,
        ExplorationEnded: tell_ended,
        Teleported: told(
            "{who} : transport soudain vers {place_name}.", "{who}: carried off to {place_name}."
        ),
        LotsDrawn: told("Tirage au sort : {who}.", "Lots are drawn: {who}."),
    },
    offers={
        Explore: offer_explore,
        MoveOn: offer_move,
        Rest: offer_rest,
        EndExploration: offer_end_exploration,
        Teleport: offer_teleport,
        EndTurn: offer_end_turn,
        DrawLots: offer_lots,
    },
)
