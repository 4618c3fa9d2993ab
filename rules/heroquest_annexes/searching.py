"""Searches, treasure, chests, loot, traps (§2, §3.3, §3.4, §III; R14, R15)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.combat_die import BLACK, SKULL, count, thrown
from rules.heroquest_annexes.harm import harmed, passed
from rules.heroquest_annexes.refusals import bounds, living, may_act, quest_of, unknown
from rules.heroquest_annexes.state import (
    Hero,
    State,
    Thing,
    add_effect,
    add_item,
    change_hero,
    change_places,
    change_turn,
    of,
    without_thing,
)
from rules.heroquest_annexes.words import (
    GOLD,
    HERO,
    ITEM,
    ROOM,
    TRAP,
    WHAT,
    coins,
    room_name,
    several,
)
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Roll
from rules.kernel.keys import short_key
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text, listed, same

MOST_GOLD, MOST_THINGS, MOST_ITEMS = 5000, 24, 20
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
    "nothing": Text("rien", "nothing"),
}
CARD = Text("Carte tirée", "Card drawn")
TWO_CARDS = Text("Deux cartes : notez celle que le Nain garde.", "Two cards: note the one the dwarf keeps.")
LOST = Text("Points perdus", "Points lost")
CHEST = Text("Coffre", "Chest")
NO_TRAP = Text("aucun", "none")
LOOT = Text("Butin", "Loot")
NOTHING = "none"


class Search(Command, frozen=True, tag="search"):
    who: ClassVar[Who] = "own"
    label = Text("Fouiller", "Search")
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
    """Once a room for all; what the card was is noted. A wandering monster ends the turn."""

    who: ClassVar[Who] = "own"
    label = Text("Chercher un trésor", "Search for treasure")
    hero: Key
    card: Key
    gold: Number | None = None
    item: Key | None = None
    lost: Number | None = None


class TreasureFound(Event, frozen=True, tag="treasure_found"):
    hero: str
    hero_name: str
    room: str
    card: str
    what: Text
    gold: int = 0
    item: str = ""


class PlaceThing(Command, frozen=True, tag="place_thing"):
    """A trap that was found, a chest whose contents nobody knows yet."""

    label = Text("Piège, coffre", "Trap, chest")
    at_hand = True
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


class TakeLoot(Command, frozen=True, tag="take_loot"):
    who: ClassVar[Who] = "own"
    label = Text("Ramasser", "Take loot")
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


class Disarm(Command, frozen=True, tag="disarm"):
    """The dwarf, or whoever has a tool kit; a black shield costs a point. Never a pit."""

    who: ClassVar[Who] = "own"
    label = Text("Désamorcer", "Disarm")
    hero: Key
    trap: Key


class Disarmed(Event, frozen=True, tag="disarmed"):
    hero: str
    hero_name: str
    trap: str
    name: Text
    roll: Roll


class SpringTrap(Command, frozen=True, tag="spring_trap"):
    label = Text("Piège !", "Trap!")
    at_hand = True
    target: Key
    trap: Key


class TrapSprung(Event, frozen=True, tag="trap_sprung"):
    to: str
    to_name: str
    trap: str
    name: Text
    roll: Roll | None = None


class FixRope(Command, frozen=True, tag="fix_rope"):
    who: ClassVar[Who] = "own"
    label = Text("Fixer une corde", "Fix a rope")
    hero: Key
    trap: Key


class RopeFixed(Event, frozen=True, tag="rope_fixed"):
    hero: str
    hero_name: str
    trap: str


# Searches


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
        what=_contents(gold, item) if gold or item else CARDS[command.card],
        gold=gold,
        item=item,
    )
    after = treasure_found(state, event)
    found = harmed(after, hero.key, lost, CARDS["trap"])
    over = (passed(after, hero),) if command.card == "monster" else ()
    return (event, *found, *over)


def _wrong_card(state: State, command: SearchTreasure) -> Violation | None:
    """Each card has its own fields, and no other."""
    if command.card not in CARDS:
        return unknown("card", command.card, "§3.3")
    wanted = {"gold": {"gold"}, "potion": {"item"}, "quest": {"gold", "item"}, "trap": {"lost"}}
    fields = wanted.get(command.card, set())
    given = {name for name in ("gold", "item", "lost") if getattr(command, name) is not None}
    if given - fields or (fields and not given):
        field = min(given - fields or fields)
        return refuse(
            "wrong_card",
            "La carte dit de l’or, une potion, un trésor ou des points : notez ce qu’elle dit.",
            "The card says gold, a potion, a treasure or points: note what it says.",
            "§3.3",
            field=field,
        )
    return _wrong_contents(state, command.gold, command.item, card=command.card) or (
        bounds("lost", command.lost, 1, 3, "R14") if command.lost is not None else None
    )


def _wrong_contents(
    state: State, gold: int | None, item: str | None, card: str = "quest"
) -> Violation | None:
    if gold is not None and (wrong := bounds("gold", gold, 1, MOST_GOLD, "R14")):
        return wrong
    if item is not None and item not in findable(state, potions=card == "potion"):
        return unknown("item", item, "§III")
    return None


def findable(state: State, *, potions: bool = False) -> tuple[str, ...]:
    """What may be found now: unique treasures only while nobody has them (R16)."""
    taken = {one.key for hero in state.heroes.values() for one in hero.items}
    taken |= {one.item for one in state.places.things}
    return tuple(
        key
        for key, row in BOOK.items.items()
        if (not potions or row.category == "potion") and (row.category != "unique" or key not in taken)
    )


def _contents(gold: int, item: str) -> Text:
    found = (*((coins(gold),) if gold else ()), *((BOOK.items[item].name,) if item else ()))
    return listed(found) if found else CARDS["nothing"]


def treasure_found(state: State, event: TreasureFound) -> State:
    state = change_room(change_turn(state, acted="treasure"), event.room, searched=True)
    return received(state, event.hero, event.gold, event.item, 1)


def received(state: State, hero: str, gold: int, item: str, count: int) -> State:
    state = change_hero(state, hero, gold=state.heroes[hero].gold + gold) if gold else state
    return add_item(state, hero, item, count) if item else state


# Chests, loot


def place_thing(state: State, command: PlaceThing, act: Act) -> Decision:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return quest
    if command.what not in PLACEABLE:
        return unknown("what", command.what, "§III")
    room = _room(state, command.room)
    wrong = _full(state) or (unknown("room", command.room, "§3.3") if room is None else None)
    if wrong or room is None:
        return wrong or ()
    return (
        ThingPlaced(
            thing=_thing_key(state, act),
            what=command.what,
            name=PLACEABLE[command.what],
            room=room,
            room_name=room_name(state, room),
        ),
    )


PLACEABLE: dict[str, Text] = {**{key: row.name for key, row in BOOK.traps.items()}, "chest": CHEST}


def _room(state: State, key: str) -> str | None:
    if key == "corridor":
        return ""
    return key if key in state.places.rooms else None


def _thing_key(state: State, act: Act) -> str:
    return short_key(act, [one.key for one in state.places.things])


def _full(state: State) -> Violation | None:
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
    room = _room(state, command.room)
    wrong = _full(state) or _wrong_contents(state, command.gold, command.item)
    if wrong or room is None:
        return wrong or unknown("room", command.room, "§3.4")
    if command.gold is None and command.item is None:
        return refuse("nothing_left", "De l’or ou un objet.", "Gold or an item.", "§2", field="gold")
    gold, item = command.gold or 0, command.item or ""
    return (
        LootLeft(
            thing=_thing_key(state, act),
            room=room,
            room_name=room_name(state, room),
            what=_contents(gold, item),
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


def here(state: State, hero: Hero, *what: str) -> tuple[Thing, ...]:
    """What lies where the hero stands."""
    return tuple(one for one in state.places.things if one.what in what and one.room == hero.room)


def _thing(state: State, hero: Hero, key: str, field: str, *what: str) -> Thing | Violation:
    found = next((one for one in here(state, hero, *what) if one.key == key), None)
    return found or unknown(field, key, "§3.4")


def take_loot(state: State, command: TakeLoot, act: Act) -> Decision:
    hero = may_act(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    loot = _thing(state, hero, command.loot, "loot", "loot")
    if isinstance(loot, Violation):
        return loot
    return (
        LootTaken(
            hero=hero.key,
            hero_name=hero.name,
            loot=loot.key,
            what=_contents(loot.gold, loot.item),
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
    chest = _thing(state, hero, command.chest, "chest", "chest")
    if isinstance(chest, Violation):
        return chest
    wrong = _wrong_contents(state, command.gold, command.item)
    if wrong:
        return wrong
    if command.trap not in trap_keys(state, hero):
        return unknown("trap", command.trap, "§3.4")
    gold, item = command.gold or 0, command.item or ""
    event = ChestOpened(
        hero=hero.key,
        hero_name=hero.name,
        chest=chest.key,
        what=_contents(gold, item),
        gold=gold,
        item=item,
    )
    after = chest_opened(state, event)
    sprung = () if command.trap == NOTHING else _sprung(after, hero, command.trap, act)
    return (event, *sprung)


def trap_keys(state: State, hero: Hero) -> tuple[str, ...]:
    """In a room that was searched no chest springs a trap on anybody (R15)."""
    room = state.places.rooms.get(hero.room)
    return (NOTHING,) if room and room.safe else (NOTHING, "darts", "rocks")


def chest_opened(state: State, event: ChestOpened) -> State:
    state = change_turn(without_thing(state, event.chest), acted="chest")
    return received(state, event.hero, event.gold, event.item, 1)


# Traps


def disarm(state: State, command: Disarm, act: Act) -> Decision:
    hero = may_disarm(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    trap = _thing(state, hero, command.trap, "trap", *BOOK.traps)
    if isinstance(trap, Violation):
        return trap
    if not BOOK.traps[trap.what].disarmable:
        return refuse(
            "never_disarmed",
            "Personne ne désamorce une oubliette.",
            "Nobody disarms a pit.",
            "§3.4",
            field="trap",
        )
    roll = thrown(act, "disarm", 1)
    assert roll is not None
    name = BOOK.traps[trap.what].name
    event = Disarmed(hero=hero.key, hero_name=hero.name, trap=trap.key, name=name, roll=roll)
    return (event, *harmed(disarmed(state, event), hero.key, count(roll, BLACK), name))


def may_disarm(state: State, key: str) -> Hero | Violation:
    hero = may_act(state, key)
    if isinstance(hero, Violation) or hero.hero_class == "dwarf" or hero.count("tool-kit"):
        return hero
    return refuse(
        "no_tool_kit",
        "{name} n’a pas de trousse à outils.",
        "{name} has no tool kit.",
        "§3.4",
        name=hero.name,
    )


def disarmed(state: State, event: Disarmed) -> State:
    return change_turn(without_thing(state, event.trap), acted="disarm")


def spring_trap(state: State, command: SpringTrap, act: Act) -> Decision:
    hero = living(state, command.target, "target")
    if isinstance(hero, Violation):
        return hero
    if command.trap not in BOOK.traps:
        return unknown("trap", command.trap, "§III")
    return _sprung(state, hero, command.trap, act)


def _sprung(state: State, hero: Hero, trap: str, act: Act) -> tuple[Event, ...]:
    """Darts and a pit cost a point, rocks one for each skull; a pit ends the turn."""
    roll = thrown(act, "rocks", 3) if trap == "rocks" else None
    lost = count(roll, SKULL) if roll else 1
    name = BOOK.traps[trap].name
    event = TrapSprung(to=hero.key, to_name=hero.name, trap=trap, name=name, roll=roll)
    after = trap_sprung(state, event)
    found = harmed(after, hero.key, lost, name)
    ends = trap == "pit" and hero.body > lost and of(state).turn.hero == hero.key
    return (event, *found, *((passed(after, hero),) if ends else ()))


def trap_sprung(state: State, event: TrapSprung) -> State:
    return add_effect(state, event.to, "pit") if event.trap == "pit" else state


def fix_rope(state: State, command: FixRope, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if not hero.count("rope"):
        return refuse("no_rope", "{name} n’a pas de corde.", "{name} has no rope.", "§III", name=hero.name)
    trap = _thing(state, hero, command.trap, "trap", "pit")
    if isinstance(trap, Violation) or not trap.roped:
        return (
            trap
            if isinstance(trap, Violation)
            else (RopeFixed(hero=hero.key, hero_name=hero.name, trap=trap.key),)
        )
    return refuse("roped_already", "Une corde y est déjà.", "A rope is there already.", "§III", field="trap")


def rope_fixed(state: State, event: RopeFixed) -> State:
    things = tuple(replace(one, roped=True) if one.key == event.trap else one for one in state.places.things)
    return add_item(change_places(state, things=things), event.hero, "rope", -1)


# Offers


def item_choices(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key, BOOK.items[key].name, link=f"items/{key}") for key in keys)


def _contents_fields(state: State) -> tuple[Field, ...]:
    return (
        span("gold", GOLD, 1, MOST_GOLD, required=False),
        choice("item", ITEM, item_choices(findable(state)), required=False),
    )


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
        "quest": _contents_fields(state),
        "trap": (span("lost", LOST, 1, 3, default=1),),
    }
    more = fields.get(str(given.get("card")), ())
    any_of = ("gold", "item") if given.get("card") == "quest" else ()
    return Draft((card, *more), text=text, any_of=any_of)


def room_field(state: State) -> Field:
    rooms = tuple(Choice(key, same(room.name)) for key, room in state.places.rooms.items())
    return choice("room", ROOM, (*rooms, Choice("corridor", room_name(state, ""))))


def offer_place_thing(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    wrong = quest if isinstance(quest, Violation) else _full(state)
    if wrong:
        return refused(wrong)
    what = tuple(Choice(key, name) for key, name in PLACEABLE.items())
    return Draft((choice("what", WHAT, what), room_field(state)))


def offer_leave_loot(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    wrong = quest if isinstance(quest, Violation) else _full(state)
    if wrong:
        return refused(wrong)
    return Draft((room_field(state), *_contents_fields(state)), any_of=("gold", "item"))


def thing_text(thing: Thing) -> Text:
    if thing.what == "loot":
        return _contents(thing.gold, thing.item) if thing.count < 2 else several(thing.item, thing.count)
    return PLACEABLE[thing.what]


def _one(field: str, label: Text, things: tuple[Thing, ...]) -> Draft:
    if things:
        return Draft((choice(field, label, tuple(Choice(one.key, thing_text(one)) for one in things)),))
    return refused(refuse("nothing_here", "Rien de tel ici.", "Nothing of the kind here.", "§3.4"))


def offer_take(state: State, hero: str, given: Given) -> Draft:
    found = may_act(state, hero)
    return refused(found) if isinstance(found, Violation) else _one("loot", LOOT, here(state, found, "loot"))


def offer_chest(state: State, hero: str, given: Given) -> Draft:
    found = may_act(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    chests = _one("chest", CHEST, here(state, found, "chest"))
    if chests.violation:
        return chests
    traps = tuple(
        Choice(key, BOOK.traps[key].name if key in BOOK.traps else NO_TRAP) for key in trap_keys(state, found)
    )
    trap = choice("trap", TRAP, traps, default=NOTHING)
    return Draft((*chests.fields, trap, *_contents_fields(state)))


def offer_disarm(state: State, hero: str, given: Given) -> Draft:
    found = may_disarm(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = tuple(key for key, row in BOOK.traps.items() if row.disarmable)
    return _one("trap", TRAP, here(state, found, *able))


def offer_spring(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return refused(quest)
    able = tuple(
        Choice(key, same(state.heroes[key].name)) for key in quest.heroes if not state.heroes[key].is_dead
    )
    if not able:
        return refused(refuse("hero_dead", "Tous sont morts.", "All are dead.", "§III"))
    traps = tuple(Choice(key, row.name, hint=row.text) for key, row in BOOK.traps.items())
    return Draft((choice("target", HERO, able), choice("trap", TRAP, traps)))


def offer_rope(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if not found.count("rope"):
        return refused(refuse("no_rope", "Pas de corde.", "No rope.", "§III"))
    return _one("trap", TRAP, tuple(one for one in here(state, found, "pit") if not one.roped))


def gold_moves(event: TreasureFound | LootTaken | ChestOpened) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, event.what, "§3.3"),) if event.gold else ()


CHAPTER = Chapter(
    name="searching",
    decides={
        Search: search,
        SearchTreasure: search_treasure,
        TakeLoot: take_loot,
        OpenChest: open_chest,
        Disarm: disarm,
        FixRope: fix_rope,
        PlaceThing: place_thing,
        LeaveLoot: leave_loot,
        SpringTrap: spring_trap,
    },
    evolves={
        Searched: searched,
        TreasureFound: treasure_found,
        LootTaken: loot_taken,
        ChestOpened: chest_opened,
        Disarmed: disarmed,
        RopeFixed: rope_fixed,
        ThingPlaced: thing_placed,
        LootLeft: loot_left,
        TrapSprung: trap_sprung,
    },
    tells={
        Searched: told(
            "{hero_name} cherche {what} ({room_name}).", "{hero_name} searches for {what} ({room_name})."
        ),
        TreasureFound: told(
            "{hero_name} cherche un trésor : {what}.", "{hero_name} searches for treasure: {what}."
        ),
        LootTaken: told("{hero_name} ramasse : {what}.", "{hero_name} takes: {what}."),
        ChestOpened: told("{hero_name} ouvre un coffre : {what}.", "{hero_name} opens a chest: {what}."),
        Disarmed: told("{hero_name} désamorce : {name}.", "{hero_name} disarms: {name}."),
        RopeFixed: told("{hero_name} fixe une corde.", "{hero_name} fixes a rope."),
        ThingPlaced: told("{room_name} : {name}.", "{room_name}: {name}."),
        LootLeft: told("{room_name} : butin, {what}.", "{room_name}: loot, {what}."),
        TrapSprung: told("{to_name} déclenche : {name}.", "{to_name} springs: {name}."),
    },
    offers={
        Search: offer_search,
        SearchTreasure: offer_treasure,
        TakeLoot: offer_take,
        OpenChest: offer_chest,
        Disarm: offer_disarm,
        FixRope: offer_rope,
        PlaceThing: offer_place_thing,
        LeaveLoot: offer_leave_loot,
        SpringTrap: offer_spring,
    },
    moves={TreasureFound: gold_moves, LootTaken: gold_moves, ChestOpened: gold_moves},
    small=(Searched, ThingPlaced),
)
