"""Potions, holy water, the Ring of Return (§III; R17)."""

from __future__ import annotations

from typing import ClassVar

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.content_types import Item
from rules.heroquest_annexes.findings import item_choices
from rules.heroquest_annexes.giving import takers
from rules.heroquest_annexes.harm import slain
from rules.heroquest_annexes.monsters import family, standing, upright
from rules.heroquest_annexes.numbers import body
from rules.heroquest_annexes.refusals import alone, living, may_act, on_turn, unknown
from rules.heroquest_annexes.spells import HEALS, revive
from rules.heroquest_annexes.state import (
    Figure,
    Hero,
    Keys,
    State,
    add_effect,
    add_item,
    change,
    change_figure,
    change_hero,
    change_turn,
    figure_of,
    of,
)
from rules.heroquest_annexes.wearing import owned
from rules.heroquest_annexes.words import HERO, ITEM, TARGET, figure_name, points_back
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.messages import Keys as Named
from rules.kernel.offers import Choice, Draft, Given, choice, refused, subset
from rules.kernel.refusing import refuse
from rules.kernel.text import Text, same


class UseItem(Command, frozen=True, tag="use_item"):
    """Potions are free at any time; holy water and the Ring of Return take the action (R17)."""

    who: ClassVar[Who] = "own"
    label = Text("Employer", "Use")
    icon = "potion"
    hero: Key
    item: Key
    target: Key | None = None
    companions: Named = ()


class Used(Event, frozen=True, tag="item_used"):
    """`to`: the dead who comes back; `figure`: the undead; `heroes`: who goes back to the entrance."""

    hero: str
    hero_name: str
    item: str
    name: Text
    works: str
    to: str = ""
    figure: str = ""
    heroes: Keys = ()
    gained: int = 0
    whom: Text | None = None


USES: dict[str, str] = {
    "speed": "speed",
    "resistance": "resistance",
    "strength": "strength",
    "heroic": "heroic",
}
ACTIONS = ("holy", "return")


def usable(state: State, hero: Hero) -> Keys:
    return tuple(
        one.key
        for one in hero.items
        if BOOK.items[one.key].works in ("heal", "revive", *USES, *ACTIONS)
        and may_use(state, hero, BOOK.items[one.key]) is None
    )


def may_use(state: State, hero: Hero, item: Item) -> Violation | None:
    if item.works == "return" and (item.key not in hero.worn or item.key in of(state).used):
        return refuse(
            "ring_spent",
            "L’anneau doit être porté et sert une fois par quête.",
            "The ring must be worn and serves once a quest.",
            "R17",
            field="item",
        )
    if item.works in ACTIONS:
        found = may_act(state, hero.key)
        if isinstance(found, Violation):
            return found
    if item.works == "heroic":
        found = on_turn(state, hero.key)
        if isinstance(found, Violation):
            return found
    if item.works in ("holy", "revive") and not aims(state, item):
        return refuse(
            "no_target", "Personne qui en ait besoin.", "Nobody it would serve.", "§III", field="item"
        )
    return None


def aims(state: State, item: Item) -> Keys:
    if item.works == "holy":
        return tuple(one.key for one in upright(state) if family(one) == "undead")
    return tuple(key for key in of(state).heroes if state.heroes[key].is_dead)


def use(state: State, command: UseItem, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = owned(hero, command.item)
    if isinstance(item, Violation):
        return item
    if item.works not in ("heal", "revive", *USES, *ACTIONS):
        return refuse(
            "not_used",
            "{i} ne s’emploie pas ainsi.",
            "{i} is not used so.",
            "§III",
            field="item",
            i=item.name,
        )
    return (
        may_use(state, hero, item)
        or _wrong_aim(state, hero, item, command)
        or _used(state, hero, item, command)
    )


def _wrong_aim(state: State, hero: Hero, item: Item, command: UseItem) -> Violation | None:
    aimed = item.works in ("holy", "revive")
    if aimed != (command.target is not None) or (aimed and command.target not in aims(state, item)):
        return unknown("target", command.target or "", "§III")
    around = set(takers(state, hero)) if item.works == "return" else set()
    named = command.companions
    if not around.issuperset(named) or len(set(named)) != len(named):
        return unknown("companions", ", ".join(named), "§III")
    return None


def _used(state: State, hero: Hero, item: Item, command: UseItem) -> tuple[Event, ...]:
    figure = figure_of(state, command.target or "")
    event = Used(
        hero=hero.key,
        hero_name=hero.name,
        item=item.key,
        name=item.name,
        works=item.works,
        to=command.target or "" if item.works == "revive" else "",
        figure=figure.key if figure else "",
        heroes=(hero.key, *command.companions) if item.works == "return" else (),
        gained=min(HEALS, body(hero).value - hero.body) if item.works == "heal" else 0,
        whom=_whom(state, figure, command.target),
    )
    return (event, slain(used(state, event), hero.key, figure)) if figure else (event,)


def _whom(state: State, figure: Figure | None, target: str | None) -> Text | None:
    if figure:
        return figure_name(figure)
    return same(state.heroes[target].name) if target else None


def used(state: State, event: Used) -> State:
    if event.works == "return":
        state = change(change_turn(state, acted="ring"), used=(*of(state).used, event.item))
        for key in event.heroes:
            state = change_hero(state, key, room="")
        return state
    state = add_item(state, event.hero, event.item, -1)
    if event.works in USES:
        return add_effect(state, event.hero, USES[event.works])
    if event.works == "revive":
        return revive(state, event.to)
    if event.works == "holy":
        return change_figure(change_turn(state, acted="holy"), event.figure, body=0)
    return change_hero(state, event.hero, body=state.heroes[event.hero].body + event.gained)


def offer_use(state: State, hero: str, given: Given) -> Draft:
    one = living(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    able = usable(state, one)
    if not able:
        return refused(refuse("nothing_to_use", "Rien à employer.", "Nothing to use.", "§III"))
    fields = (choice("item", ITEM, item_choices(able), depends=True),)
    item = BOOK.items.get(str(given.get("item")))
    if item is None or item.key not in able:
        return Draft(fields)
    if item.works in ("holy", "revive"):
        return Draft((*fields, alone("target", TARGET, aim_choices(state, item))))
    around = tuple(Choice(key, same(state.heroes[key].name)) for key in takers(state, one))
    if item.works == "return" and around:
        return Draft((*fields, subset("companions", HERO, around, 0, len(around), required=False)))
    return Draft(fields)


def aim_choices(state: State, item: Item) -> tuple[Choice, ...]:
    figures = {one.key: one for one in state.places.figures}
    return tuple(
        Choice(key, figure_name(figures[key]), hint=standing(figures[key]))
        if key in figures
        else Choice(key, same(state.heroes[key].name))
        for key in aims(state, item)
    )


def tell_used(event: Used) -> Text:
    said = Text("{h} emploie : {i}", "{h} uses: {i}")(h=event.hero_name, i=event.name)
    if event.whom:
        said = said + Text(" ({w})", " ({w})")(w=event.whom)
    return said + (Text(" : {n}.", ": {n}.")(n=points_back(event.gained)) if event.gained else Text(".", "."))


CHAPTER = Chapter(
    name="using",
    decides={UseItem: use},
    evolves={Used: used},
    tells={Used: tell_used},
    offers={UseItem: offer_use},
)
