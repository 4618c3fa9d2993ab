"""Gear given to a neighbour, or between quests (§3.4, §4)."""

from __future__ import annotations

from typing import ClassVar

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.findings import item_choices
from rules.heroquest_annexes.refusals import bounds, hero_of, in_market, may_act
from rules.heroquest_annexes.state import Hero, Keys, State, add_item, change_turn
from rules.heroquest_annexes.wearing import mind_needed, owned
from rules.heroquest_annexes.words import HOW_MANY, ITEM, TO, several
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, same


class Give(Command, frozen=True, tag="give"):
    """An action, to a neighbour; free between quests."""

    who: ClassVar[Who] = "own"
    label = Text("Donner", "Give")
    icon = "gift"
    hero: Key
    to: Key
    item: Key
    count: Number = 1


class ItemGiven(Event, frozen=True, tag="given"):
    hero: str
    hero_name: str
    to: str
    to_name: str
    item: str
    name: Text
    count: int = 1


def giving(state: State, key: str) -> Hero | Violation:
    return in_market(state, key) if state.quest is None else may_act(state, key)


def takers(state: State, hero: Hero) -> Keys:
    """Between quests the other survivors; on one whoever stands in the same place."""
    if state.quest is None:
        return tuple(key for key, one in state.heroes.items() if one.market and key != hero.key)
    others = (state.heroes[key] for key in state.quest.heroes if key != hero.key)
    return tuple(one.key for one in others if not one.is_dead and one.room == hero.room)


def give(state: State, command: Give, act: Act) -> Decision:
    hero = giving(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    to, item = hero_of(state, command.to, "to"), owned(hero, command.item)
    if isinstance(to, Violation):
        return to
    if isinstance(item, Violation):
        return item
    if to.key not in takers(state, hero):
        return refuse(
            "not_adjacent",
            "{name} n’est pas à côté de {other}.",
            "{name} is not beside {other}.",
            "§3.4",
            field="to",
            name=to.name,
            other=hero.name,
        )
    wrong = bounds("count", command.count, 1, hero.count(item.key), "§3.4")
    if command.count == hero.count(item.key):
        wrong = wrong or mind_needed(hero, item)
    return wrong or (
        ItemGiven(
            hero=hero.key,
            hero_name=hero.name,
            to=to.key,
            to_name=to.name,
            item=item.key,
            name=several(item.key, command.count),
            count=command.count,
        ),
    )


def item_given(state: State, event: ItemGiven) -> State:
    state = add_item(state, event.hero, event.item, -event.count)
    state = add_item(state, event.to, event.item, event.count)
    return change_turn(state, acted="give") if state.quest else state


def giveable(state: State, hero: Hero) -> Keys:
    """What this hero may give now, to somebody who is there."""
    if isinstance(giving(state, hero.key), Violation) or not takers(state, hero):
        return ()
    return tuple(one.key for one in hero.items if one.count > 1 or not mind_needed(hero, BOOK.items[one.key]))


def offer_give(state: State, hero: str, given: Given) -> Draft:
    one = giving(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    to = tuple(Choice(key, same(state.heroes[key].name)) for key in takers(state, one))
    able = giveable(state, one)
    if not to or not able:
        return refused(
            refuse(
                "nothing_to_give",
                "Rien à donner, ou personne à côté.",
                "Nothing to give, or nobody beside.",
                "§3.4",
            )
        )
    fields = (choice("to", TO, to), choice("item", ITEM, item_choices(able), depends=True))
    most = one.count(str(given.get("item")))
    return Draft((*fields, span("count", HOW_MANY, 1, most, required=False, default=1)) if most else fields)


CHAPTER = Chapter(
    name="giving",
    decides={Give: give},
    evolves={ItemGiven: item_given},
    tells={
        ItemGiven: told("{hero_name} donne à {to_name} : {name}.", "{hero_name} gives {to_name}: {name}.")
    },
    offers={Give: offer_give},
)
