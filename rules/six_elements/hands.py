"""Mana on the dice that lie before a hero: again, one more, or as they are; in a fight and in a test alike (§7, §14, R7)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements.adventures import settle_test, settle_test_if_done
from rules.six_elements.exchanges import settle, settle_if_done
from rules.six_elements.house import house_int
from rules.six_elements.refusals import in_game
from rules.six_elements.state import Answer, Hand, Hero, State, change, play
from rules.six_elements.story import Story

DIE = Text("Dé", "Die")


class RerollDie(Command, frozen=True, tag="reroll_die"):
    """One die again, as often as mana lasts; `die` counts from 1."""

    who = "own"
    label = Text("Relancer un dé", "Reroll a die")
    icon = "d6"
    hero: Key
    die: Key


class AddDie(Command, frozen=True, tag="add_die"):
    """One more die, once a roll."""

    who = "own"
    label = Text("Ajouter un dé", "Add a die")
    icon = "plus"
    hero: Key


class KeepDice(Command, frozen=True, tag="keep_dice"):
    """The dice stand."""

    who = "own"
    label = Text("Garder ces dés", "Keep these dice")
    icon = "check"
    hero: Key


class DieRerolled(Event, frozen=True, tag="die_rerolled"):
    """`free`: a card’s reroll, no mana."""

    hero: str
    hero_name: str
    die: int
    before: int
    face: int
    mana: int
    free: int = 0


class DieAdded(Event, frozen=True, tag="die_added"):
    hero: str
    hero_name: str
    face: int
    mana: int


def holder(state: State, key: str) -> Answer[Hero]:
    """The hero before whom dice lie."""
    hero = in_game(state, key)
    if isinstance(hero, Violation) or key in state.open.hands:
        return hero
    return refuse(
        "no_dice",
        "Aucun dé devant {name}.",
        "No dice before {name}.",
        "§7",
        field="hero",
        name=hero.name,
    )


def _mana_short(hero: Hero, cost: int) -> Violation:
    return refuse(
        "mana_short",
        "{name} : il faut {n} mana, il en reste {have}.",
        "{name}: {n} mana needed, {have} left.",
        "R7",
        field="hero",
        name=hero.name,
        n=cost,
        have=hero.mana,
    )


def reroller(state: State, key: str) -> Answer[Hero]:
    hero = holder(state, key)
    if isinstance(hero, Violation):
        return hero
    hand, cost = state.open.hands[key], house_int(state, "reroll_cost")
    if not hand.faces:
        return refuse(
            "no_dice", "Aucun dé devant {name}.", "No dice before {name}.", "§7", field="hero", name=hero.name
        )
    return hero if hand.free or hero.mana >= cost else _mana_short(hero, cost)


def reroll_die(state: State, command: RerollDie, act: Act) -> Decision:
    hero = reroller(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    hand = state.open.hands[hero.key]
    if command.die not in _dice(hand):
        return refuse("no_such_die", "Ce dé n’est pas là.", "There is no such die.", "§7", field="die")
    place = int(command.die) - 1
    story = Story(state, act)
    again = DieRerolled(
        hero=hero.key,
        hero_name=hero.name,
        die=place + 1,
        before=hand.faces[place],
        face=act.roll("reroll", 1, D6).total,
        mana=0 if hand.free else -house_int(state, "reroll_cost"),
        free=-1 if hand.free else 0,
    )
    story.tell(again, die_rerolled)
    _settle_if_done(story, hero.key)
    return story.told


def _dice(hand: Hand) -> dict[str, int]:
    return {str(number): face for number, face in enumerate(hand.faces, 1)}


def _settle_if_done(story: Story, key: str) -> None:
    if story.game.hands[key].use == "test":
        settle_test_if_done(story, key)
    else:
        settle_if_done(story, key)


def die_rerolled(state: State, event: DieRerolled) -> State:
    hero, hand = state.heroes[event.hero], state.open.hands[event.hero]
    place = event.die - 1
    faces = (*hand.faces[:place], event.face, *hand.faces[place + 1 :])
    again = replace(hand, faces=faces, free=hand.free + event.free)
    paid = change(state, event.hero, mana=hero.mana + event.mana)
    return play(paid, hands=state.open.hands | {event.hero: again})


def adder(state: State, key: str) -> Answer[Hero]:
    """Without a card no dice are thrown, so none is added (§7)."""
    hero = holder(state, key)
    if isinstance(hero, Violation):
        return hero
    hand, cost = state.open.hands[key], house_int(state, "added_cost")
    if hand.added or not (hand.card or hand.use == "test"):
        return refuse(
            "die_added",
            "Un seul dé s’ajoute à un jet, et seulement à celui d’une carte.",
            "Only one die is added to a roll, and only to a card’s.",
            "R7",
            field="hero",
        )
    return hero if hero.mana >= cost else _mana_short(hero, cost)


def add_die(state: State, command: AddDie, act: Act) -> Decision:
    hero = adder(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    story = Story(state, act)
    face, cost = act.roll("added", 1, D6).total, house_int(state, "added_cost")
    story.tell(DieAdded(hero=hero.key, hero_name=hero.name, face=face, mana=-cost), die_added)
    _settle_if_done(story, hero.key)
    return story.told


def die_added(state: State, event: DieAdded) -> State:
    hero, hand = state.heroes[event.hero], state.open.hands[event.hero]
    more = replace(hand, faces=(*hand.faces, event.face), added=True)
    paid = change(state, event.hero, mana=hero.mana + event.mana)
    return play(paid, hands=state.open.hands | {event.hero: more})


def keep_dice(state: State, command: KeepDice, act: Act) -> Decision:
    hero = holder(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    story = Story(state, act)
    if state.open.hands[hero.key].use == "test":
        settle_test(story, hero.key)
    else:
        settle(story, hero.key)
    return story.told


def offer_reroll(state: State, hero: str, given: Given) -> Draft:
    found = reroller(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    dice = tuple(
        Choice(n, Text(f"{n} : {face}", f"{n}: {face}")) for n, face in _dice(state.open.hands[hero]).items()
    )
    return Draft((choice("die", DIE, dice),))


def offer_add(state: State, hero: str, given: Given) -> Draft:
    found = adder(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft()


def offer_keep(state: State, hero: str, given: Given) -> Draft:
    found = holder(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft()


def tell_rerolled(event: DieRerolled) -> Text:
    return Text("{hero} relance un {a} : {b}.", "{hero} rerolls a {a}: {b}.")(
        hero=event.hero_name, a=event.before, b=event.face
    )


def tell_added(event: DieAdded) -> Text:
    return Text("{hero} ajoute un dé : {face}.", "{hero} adds a die: {face}.")(
        hero=event.hero_name, face=event.face
    )


CHAPTER = Chapter(
    name="hands",
    decides={RerollDie: reroll_die, AddDie: add_die, KeepDice: keep_dice},
    evolves={DieRerolled: die_rerolled, DieAdded: die_added},
    tells={DieRerolled: tell_rerolled, DieAdded: tell_added},
    offers={RerollDie: offer_reroll, AddDie: offer_add, KeepDice: offer_keep},
)
