"""The map that the group draws: places and the ways between them (§5.2, R9)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from rules.defis_sortileges.refusals import unknown
from rules.defis_sortileges.state import Place, State, change_hero, without
from rules.defis_sortileges.words import NAME, PLACE
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.keys import short_key
from rules.kernel.messages import LINE, Command, Decision, Event, Key, Keys, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, subset, words
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, listed, same

MOST_PLACES, MOST_WAYS = 60, 8
LONGEST = 40
PlaceName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST, pattern=LINE)]
LINKED = Text("Relié à", "Linked with")
OFF_MAP = Text("hors de la carte", "off the map")
TWIN = Text("« {name} » est déjà sur la carte.", "“{name}” is on the map already.")
OTHER = Text("Et cet autre", "And this other one")


class AddPlace(Command, frozen=True, tag="add_place"):
    """One of the index; without a way from it, one that is not on the map."""

    label = Text("Noter un lieu", "Note a place")
    icon = "map"
    name: PlaceName
    links: Keys = ()


class LinkPlaces(Command, frozen=True, tag="link_places"):
    label = Text("Relier deux lieux", "Link two places")
    icon = "link"
    place: Key
    other: Key


class UnlinkPlaces(Command, frozen=True, tag="unlink_places"):
    label = Text("Délier deux lieux", "Unlink two places")
    icon = "close"
    place: Key
    other: Key


class RenamePlace(Command, frozen=True, tag="rename_place"):
    label = Text("Renommer un lieu", "Rename a place")
    icon = "pencil"
    place: Key
    name: PlaceName


class RemovePlace(Command, frozen=True, tag="remove_place"):
    label = Text("Rayer un lieu", "Strike a place out")
    icon = "close"
    place: Key


class PlaceAdded(Event, frozen=True, tag="place_added"):
    place: str
    name: str
    links: tuple[str, ...] = ()
    linked: Text | None = None


class PlacesLinked(Event, frozen=True, tag="places_linked"):
    place: str
    name: str
    other: str
    other_name: str


class PlacesUnlinked(Event, frozen=True, tag="places_unlinked"):
    place: str
    name: str
    other: str
    other_name: str


class PlaceRenamed(Event, frozen=True, tag="place_renamed"):
    place: str
    before: str
    name: str


class PlaceRemoved(Event, frozen=True, tag="place_removed"):
    place: str
    name: str


def place_of(state: State, key: str, field: str = "place") -> Place | Violation:
    return state.places.get(key) or unknown(field, key, "§5.2")


def add_place(state: State, command: AddPlace, act: Act) -> Decision:
    wrong = _full(state) or _wrong_links(state, command.links)
    if wrong:
        return wrong
    links = tuple(key for key in state.places if key in command.links)
    return (
        PlaceAdded(
            place=short_key(act, state.places),
            name=command.name.strip(),
            links=links,
            linked=listed(tuple(same(state.places[key].name) for key in links)) if links else None,
        ),
    )


def _full(state: State) -> Violation | None:
    if len(state.places) < MOST_PLACES:
        return None
    return refuse(
        "map_full", "La carte a {most} lieux, c’est tout.", "The map has {most} places, no more.", "R9",
        most=MOST_PLACES,
    )  # fmt: skip


def warn_name(state: State, command: AddPlace | RenamePlace) -> tuple[Text, ...]:
    """Two of a name are a slip more often than not."""
    twin = any(place.name == command.name.strip() for place in state.places.values())
    return (TWIN(name=command.name.strip()),) if twin else ()


def _wrong_links(state: State, links: Keys) -> Violation | None:
    if len(set(links)) != len(links):
        return refuse("named_twice", "Chaque lieu une fois.", "Each place once.", "§5.2", field="links")
    missing = next((unknown("links", key, "§5.2") for key in links if key not in state.places), None)
    if missing or (len(links) <= MOST_WAYS and all(has_room(state, key) for key in links)):
        return missing
    return crowded("links")


def has_room(state: State, key: str) -> bool:
    return len(state.places[key].links) < MOST_WAYS


def crowded(field: str) -> Violation:
    return refuse(
        "many_ways",
        "Pas plus de {most} voies par lieu.",
        "No more than {most} ways for each place.",
        "R9",
        field=field,
        most=MOST_WAYS,
    )


def place_added(state: State, event: PlaceAdded) -> State:
    places = state.places | {event.place: Place(name=event.name)}
    state = replace(state, places=places)
    for other in event.links:
        state = _linked(state, event.place, other)
    return state


def _linked(state: State, one: str, other: str) -> State:
    """A way leads both ways."""
    places = dict(state.places)
    for key, to in ((one, other), (other, one)):
        places[key] = replace(places[key], links=(*places[key].links, to))
    return replace(state, places=places)


def _unlinked(state: State, one: str, other: str) -> State:
    places = dict(state.places)
    for key, to in ((one, other), (other, one)):
        places[key] = replace(places[key], links=without(places[key].links, (to,)))
    return replace(state, places=places)


def _pair(state: State, one: str, other: str, linked: bool) -> Violation | None:
    """Two different places that are linked, or are not."""
    wrong = next(
        (unknown(f, k, "§5.2") for f, k in (("place", one), ("other", other)) if k not in state.places), None
    )
    if wrong:
        return wrong
    if one == other:
        return refuse("same_place", "Deux lieux différents.", "Two different places.", "§5.2", field="other")
    if (other in state.places[one].links) == linked:
        return None
    if linked:
        return refuse(
            "not_linked",
            "Ces lieux ne sont pas reliés.",
            "These places are not linked.",
            "§5.2",
            field="other",
        )
    return refuse(
        "linked_already",
        "Ces lieux sont déjà reliés.",
        "These places are linked already.",
        "§5.2",
        field="other",
    )


def _names(state: State, one: str, other: str) -> dict[str, str]:
    return {
        "place": one,
        "name": state.places[one].name,
        "other": other,
        "other_name": state.places[other].name,
    }


def link_places(state: State, command: LinkPlaces, act: Act) -> Decision:
    wrong = _pair(state, command.place, command.other, False)
    if wrong is None and not has_room(state, command.place):
        wrong = crowded("place")
    if wrong is None and not has_room(state, command.other):
        wrong = crowded("other")
    return wrong or (PlacesLinked(**_names(state, command.place, command.other)),)


def unlink_places(state: State, command: UnlinkPlaces, act: Act) -> Decision:
    wrong = _pair(state, command.place, command.other, True)
    return wrong or (PlacesUnlinked(**_names(state, command.place, command.other)),)


def places_linked(state: State, event: PlacesLinked) -> State:
    return _linked(state, event.place, event.other)


def places_unlinked(state: State, event: PlacesUnlinked) -> State:
    return _unlinked(state, event.place, event.other)


def rename_place(state: State, command: RenamePlace, act: Act) -> Decision:
    place = place_of(state, command.place)
    if isinstance(place, Violation):
        return place
    return (PlaceRenamed(place=command.place, before=place.name, name=command.name.strip()),)


def place_renamed(state: State, event: PlaceRenamed) -> State:
    place = replace(state.places[event.place], name=event.name)
    return replace(state, places=state.places | {event.place: place})


def remove_place(state: State, command: RemovePlace, act: Act) -> Decision:
    place = place_of(state, command.place)
    if isinstance(place, Violation):
        return place
    if command.place in in_use(state):
        return refuse(
            "place_in_use",
            "Quelqu’un est à {name}, ou doit pouvoir y revenir.",
            "Somebody is at {name}, or has to be able to go back there.",
            "R9",
            field="place",
            name=place.name,
        )
    return (PlaceRemoved(place=command.place, name=place.name),)


def in_use(state: State) -> frozenset[str]:
    """Where somebody stands, explores or has come from."""
    found = {hero.place for hero in state.heroes.values()}
    adventure = state.adventure
    if adventure and adventure.meeting:
        found.add(adventure.meeting.origin)
    if adventure and adventure.turn:
        found.add(adventure.turn.place)
    return frozenset(found)


def place_removed(state: State, event: PlaceRemoved) -> State:
    """Nobody has it ticked any more, no way leads there."""
    for other in state.places[event.place].links:
        state = _unlinked(state, event.place, other)
    state = replace(state, places={key: one for key, one in state.places.items() if key != event.place})
    for key, hero in state.heroes.items():
        state = change_hero(state, key, explored=without(hero.explored, (event.place,)))
    return state


def place_choice(state: State, key: str) -> Choice:
    """By name, with where it leads."""
    place = state.places[key]
    ways = tuple(same(state.places[other].name) for other in place.links)
    return Choice(key, same(place.name), hint=listed(ways) if ways else OFF_MAP)


def offer_add(state: State, given: Given) -> Draft:
    wrong = _full(state)
    if wrong:
        return refused(wrong)
    name = words("name", NAME, LONGEST)
    if not state.places:
        return Draft((name,))
    ways = tuple(Choice(key, same(place.name)) for key, place in state.places.items() if has_room(state, key))
    return Draft((name, subset("links", LINKED, ways, 0, min(MOST_WAYS, len(ways)), required=False)))


def offer_link(state: State, given: Given) -> Draft:
    return _offer_pair(state, given, linked=False)


def offer_unlink(state: State, given: Given) -> Draft:
    return _offer_pair(state, given, linked=True)


def _offer_pair(state: State, given: Given, *, linked: bool) -> Draft:
    """A place, then those it is linked with, or is not."""
    others = {key: _others(state, key, linked=linked) for key in state.places}
    able = [key for key, found in others.items() if found]
    if not able:
        return refused(
            refuse(
                "no_pair",
                "Aucun lieu à relier ou à délier ainsi.",
                "No places to link or unlink like that.",
                "§5.2",
            )
        )
    first = choice("place", PLACE, tuple(place_choice(state, key) for key in able), depends=True)
    found = others.get(str(given.get("place")), ())
    return (
        Draft((first, choice("other", OTHER, tuple(place_choice(state, key) for key in found))))
        if found
        else Draft((first,))
    )


def _others(state: State, key: str, *, linked: bool) -> tuple[str, ...]:
    """Those it is linked with; or those it might be, where both have room for a way."""
    if linked:
        return state.places[key].links
    if not has_room(state, key):
        return ()
    links = state.places[key].links
    return tuple(k for k in state.places if k != key and k not in links and has_room(state, k))


def offer_rename(state: State, given: Given) -> Draft:
    if not state.places:
        return refused(no_places())
    every = tuple(place_choice(state, key) for key in state.places)
    return Draft((choice("place", PLACE, every), words("name", NAME, LONGEST)))


def no_places() -> Violation:
    return refuse(
        "no_places", "Notez d’abord les lieux de votre carte.", "First note the places of your map.", "§5.2"
    )


def offer_remove(state: State, given: Given) -> Draft:
    free = tuple(place_choice(state, key) for key in state.places if key not in in_use(state))
    if free:
        return Draft((choice("place", PLACE, free),))
    return refused(
        no_places()
        if not state.places
        else refuse("place_in_use", "Chaque lieu sert encore.", "Every place is in use.", "R9", field="place")
    )


def tell_added(event: PlaceAdded) -> Text:
    if event.linked is None:
        return Text("Lieu hors de la carte : {name}.", "A place off the map: {name}.")(name=event.name)
    return Text("Lieu : {name}, relié à {linked}.", "A place: {name}, linked with {linked}.")(
        name=event.name, linked=event.linked
    )


CHAPTER = Chapter(
    name="places",
    decides={
        AddPlace: add_place,
        LinkPlaces: link_places,
        UnlinkPlaces: unlink_places,
        RenamePlace: rename_place,
        RemovePlace: remove_place,
    },
    evolves={
        PlaceAdded: place_added,
        PlacesLinked: places_linked,
        PlacesUnlinked: places_unlinked,
        PlaceRenamed: place_renamed,
        PlaceRemoved: place_removed,
    },
    tells={
        PlaceAdded: tell_added,
        PlacesLinked: told("Une voie relie {name} et {other_name}.", "A way links {name} and {other_name}."),
        PlacesUnlinked: told(
            "Plus de voie entre {name} et {other_name}.", "No way between {name} and {other_name} any more."
        ),
        PlaceRenamed: told("{before} s’appelle désormais {name}.", "{before} is now called {name}."),
        PlaceRemoved: told("{name} est rayé de la carte.", "{name} is struck off the map."),
    },
    offers={
        AddPlace: offer_add,
        LinkPlaces: offer_link,
        UnlinkPlaces: offer_unlink,
        RenamePlace: offer_rename,
        RemovePlace: offer_remove,
    },
    warns={AddPlace: warn_name, RenamePlace: warn_name},
)
