"""Chests and loot: put on the board, opened, taken (§2, §3.4; R15)."""

from __future__ import annotations

from typing import ClassVar

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.findings import (
    CHEST,
    MOST_THINGS,
    PLACEABLE,
    contents,
    contents_fields,
    gold_moves,
    here,
    one_of,
    received,
    thing_here,
    thing_key,
    thing_text,
    wrong_contents,
)
from rules.heroquest_annexes.refusals import alone, may_act, quest_of, unknown
from rules.heroquest_annexes.state import (
    Hero,
    State,
    Thing,
    change_places,
    change_turn,
    thing_of,
    without_thing,
)
from rules.heroquest_annexes.traps import sprung
from rules.heroquest_annexes.words import HALL, ROOM, TRAP, WHAT, room_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, same

NO_TRAP = Text("aucun", "none")
LOOT = Text("Butin", "Loot")
NOTHING = "none"


class PlaceThing(Command, frozen=True, tag="place_thing"):
    """A trap that was found, a chest whose contents nobody knows yet."""

    label = Text("Poser un coffre, un piège", "Put down a chest, a trap")
    icon = "trap"
    what: Key
    room: Key


class ThingPlaced(Event, frozen=True, tag="thing_placed"):
    thing: str
    what: str
    name: Text
    room: str
    room_name: Text


class LeaveLoot(Command, frozen=True, tag="leave_loot"):
    label = Text("Laisser du butin", "Leave loot")
    icon = "bag"
    room: Key
    gold: Number | None = None
    item: Key | None = None


class LootLeft(Event, frozen=True, tag="loot_left"):
    thing: str
    room: str
    room_name: Text
    what: Text
    gold: int = 0
    item: str = ""


class RemoveThing(Command, frozen=True, tag="remove_thing"):
    """What was put down by mistake, a trap that has sprung for good."""

    label = Text("Retirer du plateau", "Take off the board")
    icon = "close"
    thing: Key


class ThingRemoved(Event, frozen=True, tag="thing_removed"):
    gone: str
    name: Text
    room_name: Text


class TakeLoot(Command, frozen=True, tag="take_loot"):
    who: ClassVar[Who] = "own"
    label = Text("Ramasser", "Take loot")
    icon = "bag"
    hero: Key
    loot: Key


class LootTaken(Event, frozen=True, tag="loot_taken"):
    hero: str
    hero_name: str
    loot: str
    what: Text
    gold: int = 0
    item: str = ""
    count: int = 0


class OpenChest(Command, frozen=True, tag="open_chest"):
    """`trap` springs unless the room was searched; the contents are the hero's either way."""

    who: ClassVar[Who] = "own"
    label = Text("Ouvrir un coffre", "Open a chest")
    icon = "chest"
    hero: Key
    chest: Key
    trap: Key
    gold: Number | None = None
    item: Key | None = None


class ChestOpened(Event, frozen=True, tag="chest_opened"):
    hero: str
    hero_name: str
    chest: str
    what: Text
    gold: int = 0
    item: str = ""


def place_thing(state: State, command: PlaceThing, act: Act) -> Decision:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return quest
    if command.what not in PLACEABLE:
        return unknown("what", command.what, "§III")
    room = room_key(state, command.room)
    wrong = board_full(state) or (unknown("room", command.room, "§3.3") if room is None else None)
    if wrong or room is None:
        return wrong or ()
    return (
        ThingPlaced(
            thing=thing_key(state, act),
            what=command.what,
            name=PLACEABLE[command.what],
            room=room,
            room_name=room_name(state, room),
        ),
    )


def room_key(state: State, key: str) -> str | None:
    if key == HALL:
        return ""
    return key if key in state.places.rooms else None


def board_full(state: State) -> Violation | None:
    if len(state.places.things) < MOST_THINGS:
        return None
    return refuse(
        "too_many_things", "{most} choses au plus.", "At most {most} things.", "R10", most=MOST_THINGS
    )


def thing_placed(state: State, event: ThingPlaced) -> State:
    thing = Thing(key=event.thing, what=event.what, room=event.room)
    return change_places(state, things=(*state.places.things, thing))


def leave_loot(state: State, command: LeaveLoot, act: Act) -> Decision:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return quest
    room = room_key(state, command.room)
    wrong = board_full(state) or wrong_contents(state, command.gold, command.item)
    if wrong or room is None:
        return wrong or unknown("room", command.room, "§3.4")
    if command.gold is None and command.item is None:
        return refuse("nothing_left", "De l’or ou un objet.", "Gold or an item.", "§2", field="gold")
    gold, item = command.gold or 0, command.item or ""
    return (
        LootLeft(
            thing=thing_key(state, act),
            room=room,
            room_name=room_name(state, room),
            what=contents(gold, item),
            gold=gold,
            item=item,
        ),
    )


def loot_left(state: State, event: LootLeft) -> State:
    thing = Thing(
        key=event.thing,
        what="loot",
        room=event.room,
        item=event.item,
        count=int(bool(event.item)),
        gold=event.gold,
    )
    return change_places(state, things=(*state.places.things, thing))


def remove_thing(state: State, command: RemoveThing, act: Act) -> Decision:
    thing = thing_of(state, command.thing)
    if thing is None:
        return unknown("thing", command.thing, "§III")
    return (ThingRemoved(gone=thing.key, name=thing_text(thing), room_name=room_name(state, thing.room)),)


def thing_removed(state: State, event: ThingRemoved) -> State:
    return without_thing(state, event.gone)


def offer_remove(state: State, given: Given) -> Draft:
    things = tuple(
        Choice(one.key, thing_text(one), hint=room_name(state, one.room)) for one in state.places.things
    )
    if things:
        return Draft((alone("thing", WHAT, things),))
    return refused(refuse("nothing_lies", "Rien n’est posé.", "Nothing lies there.", "§III"))


def take_loot(state: State, command: TakeLoot, act: Act) -> Decision:
    hero = may_act(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    loot = thing_here(state, hero, command.loot, "loot", "loot")
    if isinstance(loot, Violation):
        return loot
    return (
        LootTaken(
            hero=hero.key,
            hero_name=hero.name,
            loot=loot.key,
            what=contents(loot.gold, loot.item),
            gold=loot.gold,
            item=loot.item,
            count=loot.count,
        ),
    )


def loot_taken(state: State, event: LootTaken) -> State:
    state = change_turn(without_thing(state, event.loot), acted="loot")
    return received(state, event.hero, event.gold, event.item, event.count)


def open_chest(state: State, command: OpenChest, act: Act) -> Decision:
    hero = may_act(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    chest = thing_here(state, hero, command.chest, "chest", "chest")
    if isinstance(chest, Violation):
        return chest
    wrong = wrong_contents(state, command.gold, command.item)
    if wrong:
        return wrong
    if command.trap not in trap_keys(state, hero):
        return unknown("trap", command.trap, "§3.4")
    gold, item = command.gold or 0, command.item or ""
    event = ChestOpened(
        hero=hero.key,
        hero_name=hero.name,
        chest=chest.key,
        what=contents(gold, item),
        gold=gold,
        item=item,
    )
    after = chest_opened(state, event)
    return (event, *(() if command.trap == NOTHING else sprung(after, hero, command.trap, act)))


def trap_keys(state: State, hero: Hero) -> tuple[str, ...]:
    """In a room that was searched no chest springs a trap on anybody (R15)."""
    room = state.places.rooms.get(hero.room)
    return (NOTHING,) if room and room.safe else (NOTHING, "darts", "rocks")


def chest_opened(state: State, event: ChestOpened) -> State:
    state = change_turn(without_thing(state, event.chest), acted="chest")
    return received(state, event.hero, event.gold, event.item, 1)


def room_field(state: State) -> Field:
    rooms = tuple(Choice(key, same(room.name)) for key, room in state.places.rooms.items())
    return choice("room", ROOM, (*rooms, Choice(HALL, room_name(state, ""))))


def offer_place_thing(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    wrong = quest if isinstance(quest, Violation) else board_full(state)
    if wrong:
        return refused(wrong)
    what = tuple(Choice(key, name) for key, name in PLACEABLE.items())
    return Draft((choice("what", WHAT, what), room_field(state)))


def offer_leave_loot(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    wrong = quest if isinstance(quest, Violation) else board_full(state)
    if wrong:
        return refused(wrong)
    return Draft((room_field(state), *contents_fields(state)), any_of=("gold", "item"))


def offer_take(state: State, hero: str, given: Given) -> Draft:
    found = may_act(state, hero)
    return (
        refused(found) if isinstance(found, Violation) else one_of("loot", LOOT, here(state, found, "loot"))
    )


def offer_chest(state: State, hero: str, given: Given) -> Draft:
    found = may_act(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    chests = one_of("chest", CHEST, here(state, found, "chest"))
    if chests.violation:
        return chests
    traps = tuple(
        Choice(key, BOOK.traps[key].name if key in BOOK.traps else NO_TRAP) for key in trap_keys(state, found)
    )
    trap = choice("trap", TRAP, traps, default=NOTHING)
    return Draft((*chests.fields, trap, *contents_fields(state)))


CHAPTER = Chapter(
    name="chests",
    decides={
        TakeLoot: take_loot,
        OpenChest: open_chest,
        PlaceThing: place_thing,
        LeaveLoot: leave_loot,
        RemoveThing: remove_thing,
    },
    evolves={
        LootTaken: loot_taken,
        ChestOpened: chest_opened,
        ThingPlaced: thing_placed,
        LootLeft: loot_left,
        ThingRemoved: thing_removed,
    },
    tells={
        LootTaken: told("{hero_name} ramasse : {what}.", "{hero_name} takes: {what}."),
        ChestOpened: told("{hero_name} ouvre un coffre : {what}.", "{hero_name} opens a chest: {what}."),
        ThingPlaced: told("{room_name} : {name}.", "{room_name}: {name}."),
        LootLeft: told("{room_name} : butin, {what}.", "{room_name}: loot, {what}."),
        ThingRemoved: told(
            "Retiré du plateau ({room_name}) : {name}.", "Taken off the board ({room_name}): {name}."
        ),
    },
    offers={
        TakeLoot: offer_take,
        OpenChest: offer_chest,
        PlaceThing: offer_place_thing,
        LeaveLoot: offer_leave_loot,
        RemoveThing: offer_remove,
    },
    moves={LootTaken: gold_moves, ChestOpened: gold_moves},
    small=(ThingPlaced, ThingRemoved),
)
