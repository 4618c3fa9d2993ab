"""Blows: a hero strikes a monster, a monster strikes a hero (§3.2, §III; R7, R8)."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.combat_die import BLACK, COMBAT, SKULL, count, thrown
from rules.heroquest_annexes.content_types import Item
from rules.heroquest_annexes.harm import slain
from rules.heroquest_annexes.monsters import (
    dice_of,
    family,
    figure_choices,
    no_figures,
    upright,
    upright_figure,
)
from rules.heroquest_annexes.numbers import attack as attack_dice
from rules.heroquest_annexes.numbers import weapon_of
from rules.heroquest_annexes.refusals import acted, alone, on_turn, unknown
from rules.heroquest_annexes.state import (
    Figure,
    Hero,
    State,
    Thing,
    add_item,
    change_figure,
    change_places,
    change_turn,
    end_effects,
    of,
)
from rules.heroquest_annexes.words import TARGET, figure_name, lost_points
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Roll
from rules.kernel.faces import rolled_text
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text

WAY = Text("Comment", "How")
NEAR, DIAGONAL = Text("au contact", "in close combat"), Text("en diagonale", "diagonally")
REACH, RANGED = Text("à 2 cases", "2 squares away"), Text("à distance", "at range")
THROW = Text("lancer : {w}", "throw: {w}")
FACES = {COMBAT.key: COMBAT}
OWN_ARMS = Text("Armes de départ", "Own arms")


class Way(NamedTuple):
    """How a blow may fall: with `item`, or the arms one began with; `leaves` the hand."""

    label: Text
    item: Item | None
    near: bool
    leaves: str = ""


class Attack(Command, frozen=True, tag="strike"):
    who: ClassVar[Who] = "own"
    label = Text("Attaquer", "Attack")
    icon = "sword"
    hero: Key
    figure: Key
    way: Key = "near"


class Attacked(Event, frozen=True, tag="attacked"):
    """`spent`: the arrow; `leaves`: the weapon that lies where it fell, by the key `thing`."""

    hero: str
    hero_name: str
    figure: str
    name: Text
    family: str
    weapon: Text
    hits: int
    lost: int
    roll: Roll | None = None
    again: Roll | None = None
    blocks: Roll | None = None
    spent: str = ""
    leaves: str = ""
    loot: str = ""


def ways(hero: Hero) -> dict[str, Way]:
    """What the weapon in hand allows, then what may be thrown."""
    item, found = weapon_of(hero), {}
    if item and item.category == "ranged":
        if hero.count("ammunition"):
            found["ranged"] = Way(RANGED, item, near=False)
    else:
        found["near"] = Way(NEAR, item, near=True)
    if item and item.diagonal:
        found["diagonal"] = Way(DIAGONAL, item, near=True)
    if item and item.reach > 1:
        found["reach"] = Way(REACH, item, near=False)
    for one in hero.items:
        row = BOOK.items[one.key]
        if row.thrown and hero.hero_class in row.bearers:
            found[f"throw.{row.key}"] = Way(THROW(w=row.name), row, near=False, leaves=row.key)
    return found


def may_attack(state: State, key: str, against: str = "") -> Hero | Violation:
    """The first blow of a turn; a second with a heroic brew, or of Orcs' Bane on greenskins."""
    hero = on_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    turn, item = of(state).turn, weapon_of(hero)
    if not turn.acted:
        return hero
    greens = (
        item is not None and item.works == "bane" and turn.against == "green" and against in ("", "green")
    )
    again = turn.acted == "attack" and turn.times == 1 and (hero.has("heroic") or greens)
    return hero if again else acted(hero)


def attack(state: State, command: Attack, act: Act) -> Decision:
    figure = upright_figure(state, command.figure)
    if isinstance(figure, Violation):
        return figure
    hero = may_attack(state, command.hero, family(figure))
    if isinstance(hero, Violation):
        return hero
    way = ways(hero).get(command.way)
    if way is None:
        return no_way(hero) if not ways(hero) else unknown("way", command.way, "§3.2")
    event = _blow(state, hero, figure, way, act)
    if event.lost < figure.body:
        return (event,)
    return (event, slain(attacked(state, event), hero.key, figure))


def no_way(hero: Hero) -> Violation:
    return refuse(
        "no_ammunition",
        "{name} n’a plus rien à tirer.",
        "{name} has nothing left to shoot.",
        "§III",
        name=hero.name,
    )


def _blow(state: State, hero: Hero, figure: Figure, way: Way, act: Act) -> Attacked:
    number = attack_dice(hero, near=way.near, weapon=way.item, against=family(figure)).value
    roll = thrown(act, "attack", number)
    shot = is_shot(way)
    again = _again(state, hero, roll, act) if shot else None
    hits = count(roll, SKULL) + count(again, SKULL)
    shields = 0 if "sleep" in figure.effects else dice_of(figure, "defence")
    if way.item and way.item.cleaves:
        shields = max(0, shields - count(roll, BLACK))
    blocks = thrown(act, "monster_defence", shields) if hits else None
    return Attacked(
        hero=hero.key,
        hero_name=hero.name,
        figure=figure.key,
        name=figure_name(figure),
        family=family(figure),
        weapon=way.item.name if way.item else OWN_ARMS,
        hits=hits,
        lost=min(figure.body, max(0, hits - count(blocks, BLACK))),
        roll=roll,
        again=again,
        blocks=blocks,
        spent="ammunition" if shot and not way.leaves else "",
        leaves=way.leaves,
        loot=act.new_key() if way.leaves else "",
    )


def is_shot(way: Way) -> bool:
    """A bow or a throw; a spear at two squares is none (R8)."""
    return way.leaves != "" or (way.item is not None and way.item.category == "ranged")


def _again(state: State, hero: Hero, roll: Roll | None, act: Act) -> Roll | None:
    """The elf's keen eye: once a turn a die that is no skull is thrown again, which never harms (R8)."""
    if hero.hero_class != "elf" or of(state).turn.rerolled or roll is None:
        return None
    return thrown(act, "reroll", 1) if count(roll, SKULL) < len(roll.faces) else None


def attacked(state: State, event: Attacked) -> State:
    turn = of(state).turn
    state = change_turn(
        state,
        acted="attack",
        times=turn.times + 1,
        against=event.family if not turn.times else turn.against,
        rerolled=turn.rerolled or event.again is not None,
    )
    state = end_effects(state, event.hero, "strength")
    if event.spent:
        state = add_item(state, event.hero, event.spent, -1)
    if event.leaves:
        state = _dropped(add_item(state, event.hero, event.leaves, -1), event)
    figure = next(one for one in state.places.figures if one.key == event.figure)
    return change_figure(state, event.figure, body=figure.body - event.lost)


def _dropped(state: State, event: Attacked) -> State:
    """The weapon lies where the hero stands, on a heap with its like."""
    room, things = state.heroes[event.hero].room, state.places.things
    heap = next(
        (one for one in things if (one.what, one.room, one.item) == ("loot", room, event.leaves)), None
    )
    if heap:
        more = replace(heap, count=heap.count + 1)
        return change_places(state, things=tuple(more if one is heap else one for one in things))
    thing = Thing(key=event.loot, what="loot", room=room, item=event.leaves, count=1)
    return change_places(state, things=(*things, thing))


def offer_attack(state: State, hero: str, given: Given) -> Draft:
    found = may_attack(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    figures = tuple(
        one for one in upright(state) if not isinstance(may_attack(state, hero, family(one)), Violation)
    )
    wrong = no_way(found) if not ways(found) else None if figures else no_figures()
    if wrong:
        return refused(wrong)
    options = tuple(Choice(key, way.label) for key, way in ways(found).items())
    way = (choice("way", WAY, options, default=options[0].value),) if [*ways(found)] != ["near"] else ()
    return Draft((alone("figure", TARGET, figure_choices(figures)), *way))


def tell_attacked(event: Attacked) -> Text:
    said = Text("{h} attaque {m} ({w})", "{h} attacks {m} ({w})")(
        h=event.hero_name, m=event.name, w=event.weapon
    )
    return said + outcome(event.roll, event.blocks, event.lost, event.again)


def outcome(roll: Roll | None, blocks: Roll | None, lost: int, again: Roll | None = None) -> Text:
    """The faces of both sides, then what it comes to."""
    fell = tuple(one for one in (roll, again) if one)
    said = Text(" : {r}", ": {r}")(r=rolled_text(fell, FACES)) if fell else Text(" :", ":")
    if blocks:
        said = said + Text(" contre {b}", " against {b}")(b=rolled_text((blocks,), FACES))
    if not lost:
        return said + Text(" ; sans effet.", "; no effect.")
    return said + Text(" ; {n}.", "; {n}.")(n=lost_points(lost))


CHAPTER = Chapter(
    name="combat",
    decides={Attack: attack},
    evolves={Attacked: attacked},
    tells={Attacked: tell_attacked},
    offers={Attack: offer_attack},
    small=(Attacked,),
)
