"""Searches, treasure, chests, loot, traps (§2, §3.3, §3.4, §III; R14, R15)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.heroquest_annexes.findings import (
    MOST_GOLD,
    NOTHING_FOUND,
    contents,
    contents_fields,
    findable,
    gold_moves,
    item_choices,
    received,
    wrong_contents,
)
from rules.heroquest_annexes.harm import TurnPassed, harmed, passed
from rules.heroquest_annexes.monster_blows import blow
from rules.heroquest_annexes.monsters import (
    KINDS,
    MonstersPlaced,
    PlaceMonsters,
    monsters_placed,
    place_monsters,
)
from rules.heroquest_annexes.refusals import bounds, may_act, unknown
from rules.heroquest_annexes.state import Hero, State, change_places, change_turn
from rules.heroquest_annexes.words import GOLD, ITEM, MONSTER, WHAT, room_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text

MOST_ITEMS = 20
SOUGHT: dict[str, Text] = {
    "traps": Text("les pièges", "traps"),
    "doors": Text("les portes secrètes", "secret doors"),
}
CARDS: dict[str, Text] = {
    "gold": Text("de l’or", "gold"),
    "potion": Text("une potion", "a potion"),
    "quest": Text("le trésor de la quête", "the quest’s treasure"),
    "trap": Text("un piège", "a trap"),
    "monster": Text("un monstre errant", "a wandering monster"),
    "nothing": NOTHING_FOUND,
}
CARD = Text("Carte tirée", "Card drawn")
TWO_CARDS = Text("Deux cartes : notez celle que le Nain garde.", "Two cards: note the one the dwarf keeps.")
LOST = Text("Points perdus", "Points lost")


class Search(Command, frozen=True, tag="search"):
    who: ClassVar[Who] = "own"
    label = Text("Fouiller", "Search")
    icon = "search"
    hero: Key
    sought: Key


class Searched(Event, frozen=True, tag="searched"):
    hero: str
    hero_name: str
    room: str
    room_name: Text
    sought: str
    what: Text


class SearchTreasure(Command, frozen=True, tag="search_treasure"):
    """Once a room for all; what the card was is noted. A wandering monster ends the turn; where it is named it comes and
    strikes at once.
    """

    who: ClassVar[Who] = "own"
    label = Text("Chercher un trésor", "Search for treasure")
    icon = "chest"
    hero: Key
    card: Key
    gold: Number | None = None
    item: Key | None = None
    lost: Number | None = None
    monster: Key | None = None


class TreasureFound(Event, frozen=True, tag="treasure_found"):
    hero: str
    hero_name: str
    room: str
    card: str
    what: Text
    gold: int = 0
    item: str = ""


def search(state: State, command: Search, act: Act) -> Decision:
    hero = may_act(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.sought not in SOUGHT:
        return unknown("sought", command.sought, "§3.3")
    return (
        Searched(
            hero=hero.key,
            hero_name=hero.name,
            room=hero.room,
            room_name=room_name(state, hero.room),
            sought=command.sought,
            what=SOUGHT[command.sought],
        ),
    )


def searched(state: State, event: Searched) -> State:
    state = change_turn(state, acted="search")
    if event.room and event.sought == "traps":
        return change_room(state, event.room, safe=True)
    return state


def change_room(state: State, key: str, **fields: bool) -> State:
    rooms = state.places.rooms
    return change_places(state, rooms=rooms | {key: replace(rooms[key], **fields)})


def may_search_treasure(state: State, key: str) -> Hero | Violation:
    """In a room, not a corridor, that nobody has searched."""
    hero = may_act(state, key)
    if isinstance(hero, Violation):
        return hero
    room = state.places.rooms.get(hero.room)
    if room is None or room.corridor:
        return refuse(
            "not_in_room",
            "On ne cherche de trésor que dans une salle.",
            "Treasure is searched for in rooms only.",
            "§2",
        )
    if room.searched:
        return refuse(
            "searched_already",
            "{room} a déjà été fouillée.",
            "{room} has been searched already.",
            "§3.3",
            room=room.name,
        )
    return hero


def search_treasure(state: State, command: SearchTreasure, act: Act) -> Decision:
    hero = may_search_treasure(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = _wrong_card(state, command)
    if wrong:
        return wrong
    gold, item, lost = command.gold or 0, command.item or "", command.lost or 0
    event = TreasureFound(
        hero=hero.key,
        hero_name=hero.name,
        room=hero.room,
        card=command.card,
        what=contents(gold, item) if gold or item else CARDS[command.card],
        gold=gold,
        item=item,
    )
    after = treasure_found(state, event)
    if command.card != "monster":
        return (event, *harmed(after, hero.key, lost, CARDS["trap"]))
    came = _wandering(after, hero, command.monster, act)
    return came if isinstance(came, Violation) else (event, *came)


def _wandering(state: State, hero: Hero, monster: str | None, act: Act) -> tuple[Event, ...] | Violation:
    """It strikes whoever drew it; the turn is over, also of one who falls."""
    if monster is None:
        return (passed(state, hero),)
    placed = place_monsters(state, PlaceMonsters(monster=monster), act)
    if isinstance(placed, Violation):
        return placed
    (came,) = placed
    assert isinstance(came, MonstersPlaced)
    after = monsters_placed(state, came)
    struck = blow(after, came.placed[0], hero, act)
    over = () if any(isinstance(event, TurnPassed) for event in struck) else (passed(after, hero),)
    return (came, *struck, *over)


def _wrong_card(state: State, command: SearchTreasure) -> Violation | None:
    """Each card has its own fields, and no other."""
    if command.card not in CARDS:
        return unknown("card", command.card, "§3.3")
    wanted = {"gold": {"gold"}, "potion": {"item"}, "quest": {"gold", "item"}, "trap": {"lost"}}
    may = {"monster"} if command.card == "monster" else set()
    fields = wanted.get(command.card, set())
    given = {name for name in ("gold", "item", "lost", "monster") if getattr(command, name) is not None}
    if given - fields - may or (fields and not given):
        field = min(given - fields - may or fields)
        return refuse(
            "wrong_card",
            "La carte dit de l’or, une potion, un trésor ou des points : notez ce qu’elle dit.",
            "The card says gold, a potion, a treasure or points: note what it says.",
            "§3.3",
            field=field,
        )
    return wrong_contents(state, command.gold, command.item, card=command.card) or (
        bounds("lost", command.lost, 1, 3, "R14") if command.lost is not None else None
    )


def treasure_found(state: State, event: TreasureFound) -> State:
    state = change_room(change_turn(state, acted="treasure"), event.room, searched=True)
    return received(state, event.hero, event.gold, event.item, 1)


def offer_search(state: State, hero: str, given: Given) -> Draft:
    found = may_act(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    sought = tuple(Choice(key, name) for key, name in SOUGHT.items())
    return Draft((choice("sought", WHAT, sought),), text=room_name(state, found.room))


def offer_treasure(state: State, hero: str, given: Given) -> Draft:
    found = may_search_treasure(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    text = TWO_CARDS if found.hero_class == "dwarf" else None
    cards = tuple(Choice(key, name) for key, name in CARDS.items())
    card = choice("card", CARD, cards, depends=True)
    potions = item_choices(findable(state, potions=True))
    fields: dict[str, tuple[Field, ...]] = {
        "gold": (span("gold", GOLD, 1, MOST_GOLD),),
        "potion": (choice("item", ITEM, potions),),
        "quest": contents_fields(state),
        "trap": (span("lost", LOST, 1, 3, default=1),),
        "monster": (choice("monster", MONSTER, KINDS, required=False),),
    }
    more = fields.get(str(given.get("card")), ())
    any_of = ("gold", "item") if given.get("card") == "quest" else ()
    return Draft((card, *more), text=text, any_of=any_of)


CHAPTER = Chapter(
    name="searching",
    decides={Search: search, SearchTreasure: search_treasure},
    evolves={Searched: searched, TreasureFound: treasure_found},
    tells={
        Searched: told(
            "{hero_name} cherche {what} ({room_name}).", "{hero_name} searches for {what} ({room_name})."
        ),
        TreasureFound: told(
            "{hero_name} cherche un trésor : {what}.", "{hero_name} searches for treasure: {what}."
        ),
    },
    offers={Search: offer_search, SearchTreasure: offer_treasure},
    moves={TreasureFound: gold_moves},
    small=(Searched,),
)
