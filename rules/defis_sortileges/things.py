"""Weapons and magic items: found, lost, wielded, given, taken from the dead (§3, §8.2, §8.5, §8.6; R37, R39)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.refusals import adventure_of, hero_of, in_adventure, no_fight, no_meeting, unknown
from rules.defis_sortileges.state import Hero, Keys, State, Thing, change, change_hero, of
from rules.defis_sortileges.units import alliance_of, leader_of, leads
from rules.defis_sortileges.words import BARE_HANDS, NAME, dice, thing_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.keys import short_key
from rules.kernel.messages import LINE, Command, Decision, Event, Key, Name, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span, words
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, same

MOST_THINGS, MOST_DICE, LONGEST_NOTE = 8, 12, 80
NOTHING = "none"
Note = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NOTE, pattern=LINE)]
WHAT = Text("Objet", "Item")
DAMAGE = Text("Dés de Blessures, si c’est une arme", "Dice of wounds, if a weapon")
POWERS = Text("Pouvoirs", "Powers")
TO = Text("À qui", "To whom")


class FindThing(Command, frozen=True, tag="find_thing"):
    """A weapon with its `dice`, or a magic item; in an alliance the leader's (§8.2)."""

    who: ClassVar[Who] = "own"
    label = Text("Noter une arme ou un objet", "Note a weapon or an item")
    icon = "chest"
    hero: Key
    name: Name
    dice: Number = 0
    note: Note | None = None


class ThingFound(Event, frozen=True, tag="thing_found"):
    hero: str
    hero_name: str
    thing: str
    name: str
    dice: int = 0
    note: str = ""


class LoseThing(Command, frozen=True, tag="lose_thing"):
    who: ClassVar[Who] = "own"
    label = Text("Rayer un objet", "Strike an item out")
    icon = "bag"
    hero: Key
    thing: Key


class ThingLost(Event, frozen=True, tag="thing_lost"):
    hero: str
    hero_name: str
    thing: str
    name: Text


class Wield(Command, frozen=True, tag="wield"):
    who: ClassVar[Who] = "own"
    label = Text("Prendre en main", "Take in hand")
    icon = "armour"
    hero: Key
    thing: Key


class Wielded(Event, frozen=True, tag="wielded"):
    hero: str
    hero_name: str
    thing: str
    name: Text


class GiveThing(Command, frozen=True, tag="give_thing"):
    """The leader hands out; at a rest everybody exchanges."""

    who: ClassVar[Who] = "own"
    label = Text("Donner un objet", "Give an item")
    icon = "gift"
    hero: Key
    thing: Key
    to: Key


class ThingGiven(Event, frozen=True, tag="thing_given"):
    hero: str
    hero_name: str
    to: str
    to_name: str
    item: Thing
    name: Text


class TakeSpoils(Command, frozen=True, tag="take_spoils"):
    who: ClassVar[Who] = "own"
    label = Text("Prendre aux morts", "Take from the dead")
    icon = "skull"
    hero: Key
    thing: Key


class SpoilsTaken(Event, frozen=True, tag="spoils_taken"):
    hero: str
    hero_name: str
    item: Thing
    name: Text


def find_thing(state: State, command: FindThing, act: Act) -> Decision:
    hero = _may_hold(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if not 0 <= command.dice <= MOST_DICE:
        return refuse(
            "out_of_range", "De 0 à {most} dés.", "From 0 to {most} dice.", "§3", field="dice", most=MOST_DICE
        )
    return (
        ThingFound(
            hero=hero.key,
            hero_name=hero.name,
            thing=short_key(act, [thing.key for thing in hero.things]),
            name=command.name.strip(),
            dice=command.dice,
            note=(command.note or "").strip(),
        ),
    )


def _may_hold(state: State, key: str, field: str = "hero") -> Hero | Violation:
    """In an alliance gains are the leader's; nobody carries more than there is room for on the sheet."""
    hero = in_adventure(state, key)
    if isinstance(hero, Violation):
        return hero
    return leads(state, key) or full(hero, field) or hero


def full(hero: Hero, field: str = "hero") -> Violation | None:
    if len(hero.things) < MOST_THINGS:
        return None
    return refuse(
        "no_room",
        "{name} porte déjà {most} objets.",
        "{name} carries {most} items already.",
        "R39",
        field=field,
        name=hero.name,
        most=MOST_THINGS,
    )


def thing_found(state: State, event: ThingFound) -> State:
    thing = Thing(key=event.thing, name=event.name, dice=event.dice, note=event.note)
    return _received(state, event.hero, thing)


def _received(state: State, key: str, thing: Thing) -> State:
    return change_hero(state, key, things=(*state.heroes[key].things, thing))


def _parted(state: State, key: str, thing: str) -> State:
    """What was in hand is not any more."""
    hero = state.heroes[key]
    return change_hero(
        state,
        key,
        things=tuple(one for one in hero.things if one.key != thing),
        weapon="" if hero.weapon == thing else hero.weapon,
    )


def owned(state: State, key: str, thing: str) -> tuple[Hero, Thing] | Violation:
    hero = hero_of(state, key)
    if isinstance(hero, Violation):
        return hero
    found = hero.thing(thing)
    return (hero, found) if found else unknown("thing", thing, "§3")


def lose_thing(state: State, command: LoseThing, act: Act) -> Decision:
    found = owned(state, command.hero, command.thing)
    if isinstance(found, Violation):
        return found
    hero, thing = found
    return (ThingLost(hero=hero.key, hero_name=hero.name, thing=thing.key, name=thing_name(thing)),)


def thing_lost(state: State, event: ThingLost) -> State:
    return _parted(state, event.hero, event.thing)


def wield(state: State, command: Wield, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    chosen = "" if command.thing == NOTHING else command.thing
    thing = hero.thing(chosen)
    if chosen and (thing is None or not thing.dice):
        return _no_weapon(thing) if thing else unknown("thing", command.thing, "§3")
    if chosen == hero.weapon:
        return refuse("in_hand", "C’est déjà en main.", "That is in hand already.", "§3", field="thing")
    name = thing_name(thing) if thing else BARE_HANDS
    return (Wielded(hero=hero.key, hero_name=hero.name, thing=chosen, name=name),)


def _no_weapon(thing: Thing) -> Violation:
    return refuse(
        "no_weapon", "{name} n’est pas une arme.", "{name} is no weapon.", "§3", field="thing",
        name=thing_name(thing),
    )  # fmt: skip


def wielded(state: State, event: Wielded) -> State:
    return change_hero(state, event.hero, weapon=event.thing)


def give_thing(state: State, command: GiveThing, act: Act) -> Decision:
    wrong = _cannot_give(state, command.hero)
    if wrong:
        return wrong
    found = owned(state, command.hero, command.thing)
    if isinstance(found, Violation):
        return found
    hero, thing = found
    wrong = _own_weapon(thing) or _cannot_receive(state, hero, command.to)
    if wrong:
        return wrong
    to = state.heroes[command.to]
    return (
        ThingGiven(
            hero=hero.key,
            hero_name=hero.name,
            to=to.key,
            to_name=to.name,
            item=thing,
            name=thing_name(thing),
        ),
    )


def _own_weapon(thing: Thing) -> Violation | None:
    if not thing.weapon:
        return None
    return refuse(
        "own_weapon",
        "L’arme du départ ne se donne pas.",
        "The weapon of the start is not given away.",
        "R39",
        field="thing",
    )


def _cannot_give(state: State, key: str) -> Violation | None:
    """R39: the leader whenever no fight goes on, the others while the alliance rests."""
    hero = in_adventure(state, key)
    if isinstance(hero, Violation):
        return hero
    if len(alliance_of(state, key)) == 1:
        return refuse(
            "no_alliance",
            "{name} n’a pas d’allié.",
            "{name} has no ally.",
            "§8.2",
            field="hero",
            name=hero.name,
        )
    wrong = no_fight(state) or no_meeting(state)
    if wrong or leader_of(state, key) == key or is_resting(state, key):
        return wrong
    return refuse(
        "exchange_at_rest",
        "On échange des objets pendant un repos de l’alliance ; le reste du temps, c’est le meneur qui répartit.",
        "Items are exchanged while the alliance rests; at other times the leader hands them out.",
        "§8.6",
        field="hero",
    )


def is_resting(state: State, key: str) -> bool:
    turn = of(state).turn
    return turn is not None and turn.did == "rest" and key in turn.heroes


def _cannot_receive(state: State, hero: Hero, to: str) -> Violation | None:
    if to not in allies(state, hero.key):
        return unknown("to", to, "§8.2")
    other = state.heroes[to]
    if len(other.things) < MOST_THINGS:
        return None
    return full(other, "to")


def allies(state: State, key: str) -> Keys:
    return tuple(one for one in alliance_of(state, key) if one != key)


def thing_given(state: State, event: ThingGiven) -> State:
    state = _parted(state, event.hero, event.item.key)
    return _received(state, event.to, event.item)


def take_spoils(state: State, command: TakeSpoils, act: Act) -> Decision:
    hero = _plundering(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    thing = next((one for one in of(state).spoils if one.key == command.thing), None)
    if thing is None:
        return unknown("thing", command.thing, "§8.5")
    event = SpoilsTaken(hero=hero.key, hero_name=hero.name, item=thing, name=thing_name(thing))
    return concluded(spoils_taken(state, event), event)


def _plundering(state: State, key: str) -> Hero | Violation:
    """The leader of the victors, or of the companions of the dead."""
    adventure, hero = adventure_of(state), in_adventure(state, key)
    if isinstance(hero, Violation):
        return hero
    assert not isinstance(adventure, Violation)
    if not adventure.spoils or key not in adventure.takers:
        return refuse(
            "no_spoils",
            "Il n’y a rien à prendre aux morts.",
            "There is nothing to take from the dead.",
            "§8.5",
        )
    return no_fight(state) or _may_hold(state, key)


def spoils_taken(state: State, event: SpoilsTaken) -> State:
    left = tuple(one for one in of(state).spoils if one != event.item)
    return _received(change(state, spoils=left), event.hero, event.item)


def thing_choice(thing: Thing) -> Choice:
    return Choice(thing.key, thing_name(thing), hint=thing_text(thing))


def thing_text(thing: Thing) -> Text | None:
    """Dice of a weapon, then what the group noted."""
    found = ([dice(thing.dice)] if thing.dice else []) + ([same(thing.note)] if thing.note else [])
    return Text(" · ".join(t.fr for t in found), " · ".join(t.en for t in found)) if found else None


def _one_of(things: tuple[Thing, ...], rule: str) -> Draft:
    if things:
        return Draft((choice("thing", WHAT, tuple(map(thing_choice, things))),))
    return refused(refuse("no_things", "Rien de tel à choisir.", "Nothing of the kind to choose.", rule))


def offer_find(state: State, hero: str, given: Given) -> Draft:
    found = _may_hold(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    damage = span("dice", DAMAGE, 0, MOST_DICE, required=False, default=0)
    return Draft((words("name", NAME), damage, words("note", POWERS, LONGEST_NOTE, required=False)))


def offer_lose(state: State, hero: str, given: Given) -> Draft:
    return _one_of(state.heroes[hero].things, "§3")


def offer_wield(state: State, hero: str, given: Given) -> Draft:
    found = state.heroes[hero]
    weapons = tuple(thing_choice(one) for one in found.things if one.dice and one.key != found.weapon)
    if found.weapon:
        weapons += (Choice(NOTHING, BARE_HANDS),)
    if weapons:
        return Draft((choice("thing", WHAT, weapons),))
    return refused(refuse("no_weapon_left", "Aucune arme à prendre.", "No weapon to take.", "§3"))


def offer_give(state: State, hero: str, given: Given) -> Draft:
    wrong = _cannot_give(state, hero)
    if wrong:
        return refused(wrong)
    things = tuple(one for one in state.heroes[hero].things if not one.weapon)
    to = tuple(key for key in allies(state, hero) if not full(state.heroes[key]))
    if not things or not to:
        return refused(
            refuse(
                "nothing_to_give",
                "Rien à donner, ou personne qui ait la place.",
                "Nothing to give, or nobody with room.",
                "R39",
            )
        )
    whom = tuple(Choice(key, same(state.heroes[key].name)) for key in to)
    return Draft((choice("thing", WHAT, tuple(map(thing_choice, things))), choice("to", TO, whom)))


def offer_spoils(state: State, hero: str, given: Given) -> Draft:
    found = _plundering(state, hero)
    return refused(found) if isinstance(found, Violation) else _one_of(of(state).spoils, "§8.5")


def tell_found(event: ThingFound) -> Text:
    what = (
        Text("{t} ({d})", "{t} ({d})")(t=event.name, d=dice(event.dice)) if event.dice else same(event.name)
    )
    return Text("{n} obtient : {t}.", "{n} obtains: {t}.")(n=event.hero_name, t=what)


CHAPTER = Chapter(
    name="things",
    decides={
        FindThing: find_thing,
        LoseThing: lose_thing,
        Wield: wield,
        GiveThing: give_thing,
        TakeSpoils: take_spoils,
    },
    evolves={
        ThingFound: thing_found,
        ThingLost: thing_lost,
        Wielded: wielded,
        ThingGiven: thing_given,
        SpoilsTaken: spoils_taken,
    },
    tells={
        ThingFound: tell_found,
        ThingLost: told("{hero_name} n’a plus : {name}.", "{hero_name} has no longer: {name}."),
        Wielded: told("{hero_name} prend en main : {name}.", "{hero_name} takes in hand: {name}."),
        ThingGiven: told("{hero_name} donne à {to_name} : {name}.", "{hero_name} gives {to_name}: {name}."),
        SpoilsTaken: told(
            "{hero_name} prend aux morts : {name}.", "{hero_name} takes from the dead: {name}."
        ),
    },
    offers={
        FindThing: offer_find,
        LoseThing: offer_lose,
        Wield: offer_wield,
        GiveThing: offer_give,
        TakeSpoils: offer_spoils,
    },
)
