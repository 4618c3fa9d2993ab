"""Gear and potions: worn, given, drunk, found (§2, §3.4, §III; R4, R16, R17)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.content_types import Item
from rules.heroquest_annexes.harm import slain
from rules.heroquest_annexes.monsters import family, standing
from rules.heroquest_annexes.numbers import body, mind_now
from rules.heroquest_annexes.refusals import (
    bounds,
    hero_of,
    in_market,
    living,
    may_act,
    on_turn,
    unknown,
)
from rules.heroquest_annexes.searching import MOST_GOLD, findable, item_choices
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
from rules.heroquest_annexes.words import GOLD, HERO, HOW_MANY, ITEM, TARGET, TO, coins, figure_name, several
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation, Who
from rules.kernel.messages import Keys as Named
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span, subset
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text, listed, same

MANY = ("charm", "ring")
"""Where several may be worn at once."""
MOST = 50


class Equip(Command, frozen=True, tag="equip"):
    who: ClassVar[Who] = "own"
    label = Text("Prendre en main, porter", "Wield or wear")
    hero: Key
    item: Key


class Equipped(Event, frozen=True, tag="equipped"):
    """`off` is what goes back into the bag for it."""

    hero: str
    hero_name: str
    item: str
    name: Text
    off: Keys = ()


class Unequip(Command, frozen=True, tag="unequip"):
    who: ClassVar[Who] = "own"
    label = Text("Ranger", "Put away")
    hero: Key
    item: Key


class Unequipped(Event, frozen=True, tag="unequipped"):
    hero: str
    hero_name: str
    item: str
    name: Text


class Give(Command, frozen=True, tag="give"):
    """An action, to a neighbour; free between quests."""

    who: ClassVar[Who] = "own"
    label = Text("Donner", "Give")
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


class UseItem(Command, frozen=True, tag="use_item"):
    """Potions are free at any time; holy water and the Ring of Return take the action (R17)."""

    who: ClassVar[Who] = "own"
    label = Text("Employer", "Use")
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


class Find(Command, frozen=True, tag="find"):
    """What the game master gives: gold, gear, a treasure of the quest."""

    label = Text("Trésor", "Treasure")
    at_hand = True
    hero: Key
    gold: Number | None = None
    item: Key | None = None
    count: Number = 1


class Found(Event, frozen=True, tag="found"):
    hero: str
    hero_name: str
    what: Text
    gold: int = 0
    item: str = ""
    count: int = 0


# Wearing


def owned(hero: Hero, key: str) -> Item | Violation:
    return BOOK.items[key] if hero.count(key) else unknown("item", key, "§III")


def may_wear(hero: Hero, item: Item) -> Violation | None:
    if not item.hold:
        return refuse(
            "not_worn", "{i} ne se porte pas.", "{i} is not worn.", "§III", field="item", i=item.name
        )
    if hero.hero_class in item.bearers:
        return None
    return refuse(
        "forbidden_to_class",
        "{c} : {i} est interdit.",
        "{c}: {i} is forbidden.",
        "§III",
        field="item",
        c=BOOK.heroes[hero.hero_class].name,
        i=item.name,
    )


def clash(one: Item, other: Item) -> bool:
    """The same place, a shield with both hands full, a helmet on one that is built in."""
    holds = {one.hold, other.hold}
    if one.hold == other.hold:
        return one.hold not in MANY
    if holds == {"hand", "shield"}:
        return one.two_handed or other.two_handed
    return holds == {"body", "head"} and (one.helmed or other.helmed)


def free(state: State, key: str) -> Hero | Violation:
    """Gear changes hands at any time of a life (R17)."""
    hero = hero_of(state, key)
    if isinstance(hero, Violation) or state.quest is None or key not in state.quest.heroes:
        return hero
    return living(state, key)


def equip(state: State, command: Equip, act: Act) -> Decision:
    hero = free(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = owned(hero, command.item)
    if isinstance(item, Violation):
        return item
    if item.key in hero.worn:
        return refuse("worn_already", "Déjà porté.", "Worn already.", "§III", field="item")
    wrong = may_wear(hero, item)
    off = tuple(key for key in hero.worn if clash(item, BOOK.items[key]))
    return wrong or (Equipped(hero=hero.key, hero_name=hero.name, item=item.key, name=item.name, off=off),)


def _wear(state: State, key: str, on: str, off: Keys) -> State:
    items = tuple(
        replace(one, worn=(one.worn and one.key not in off) or one.key == on)
        for one in state.heroes[key].items
    )
    return change_hero(state, key, items=items)


def equipped(state: State, event: Equipped) -> State:
    return _wear(state, event.hero, event.item, event.off)


def unequip(state: State, command: Unequip, act: Act) -> Decision:
    hero = free(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.item not in hero.worn:
        return unknown("item", command.item, "§III")
    item = BOOK.items[command.item]
    return mind_needed(hero, item) or (
        Unequipped(hero=hero.key, hero_name=hero.name, item=item.key, name=item.name),
    )


def mind_needed(hero: Hero, item: Item) -> Violation | None:
    """What gives mind points stays on while they are spent (R12)."""
    if item.key not in hero.worn or mind_now(hero) - item.mind >= 1:
        return None
    return refuse(
        "mind_short",
        "{name} a dépensé l’esprit que donne {i}.",
        "{name} has spent the mind that {i} gives.",
        "R12",
        field="item",
        name=hero.name,
        i=item.name,
    )


def unequipped(state: State, event: Unequipped) -> State:
    return _wear(state, event.hero, "", (event.item,))


# Giving


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


# Using


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
        return tuple(one.key for one in state.places.figures if family(one) == "undead")
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


# Finding


def find(state: State, command: Find, act: Act) -> Decision:
    hero = free(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.gold is None and command.item is None:
        return refuse("nothing_left", "De l’or ou un objet.", "Gold or an item.", "§III", field="gold")
    wrong = bounds("gold", command.gold, 1, MOST_GOLD, "§III") if command.gold is not None else None
    if wrong:
        return wrong
    if command.item is not None and command.item not in findable(state):
        return taken(command.item) if command.item in BOOK.items else unknown("item", command.item, "§III")
    wrong = bounds("count", command.count, 1, most_of(command.item), "§III")
    return wrong or (_found(hero, command),)


def taken(item: str) -> Violation:
    return refuse(
        "unique_taken",
        "{i} : il n’en est qu’un, et on l’a déjà.",
        "{i}: there is only one, and somebody has it.",
        "R16",
        field="item",
        i=BOOK.items[item].name,
    )


def most_of(item: str | None) -> int:
    return MOST if item and BOOK.items[item].category != "unique" else 1


def _found(hero: Hero, command: Find) -> Found:
    gold, item = command.gold or 0, command.item or ""
    what = (*((coins(gold),) if gold else ()), *((several(item, command.count),) if item else ()))
    return Found(
        hero=hero.key,
        hero_name=hero.name,
        what=listed(what),
        gold=gold,
        item=item,
        count=command.count if item else 0,
    )


def found(state: State, event: Found) -> State:
    hero = state.heroes[event.hero]
    state = change_hero(state, event.hero, gold=hero.gold + event.gold)
    return add_item(state, event.hero, event.item, event.count) if event.item else state


# Offers


def offer_equip(state: State, hero: str, given: Given) -> Draft:
    one = free(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    able = tuple(
        owned_.key
        for owned_ in one.items
        if not owned_.worn and may_wear(one, BOOK.items[owned_.key]) is None
    )
    if able:
        return Draft((choice("item", ITEM, item_choices(able)),))
    return refused(refuse("nothing_to_wear", "Rien à porter.", "Nothing to wear.", "§III"))


def offer_unequip(state: State, hero: str, given: Given) -> Draft:
    one = free(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    able = tuple(key for key in one.worn if mind_needed(one, BOOK.items[key]) is None)
    if able:
        return Draft((choice("item", ITEM, item_choices(able)),))
    return refused(refuse("nothing_worn", "Rien à ranger.", "Nothing to put away.", "§III"))


def offer_give(state: State, hero: str, given: Given) -> Draft:
    one = giving(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    to = tuple(Choice(key, same(state.heroes[key].name)) for key in takers(state, one))
    able = tuple(
        owned_.key for owned_ in one.items if owned_.count > 1 or not mind_needed(one, BOOK.items[owned_.key])
    )
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
        return Draft((*fields, choice("target", TARGET, aim_choices(state, item))))
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


def offer_find(state: State, hero: str, given: Given) -> Draft:
    one = free(state, hero)
    if isinstance(one, Violation):
        return refused(one)
    item = given.get("item")
    most = most_of(str(item)) if item in BOOK.items else 1
    fields = (
        span("gold", GOLD, 1, MOST_GOLD, required=False),
        choice("item", ITEM, item_choices(findable(state)), required=False, depends=True),
        *((span("count", HOW_MANY, 1, most, required=False, default=1),) if most > 1 else ()),
    )
    return Draft(fields, any_of=("gold", "item"))


def tell_used(event: Used) -> Text:
    said = Text("{h} emploie : {i}", "{h} uses: {i}")(h=event.hero_name, i=event.name)
    if event.whom:
        said = said + Text(" ({w})", " ({w})")(w=event.whom)
    return said + (Text(", +{n}.", ", +{n}.")(n=event.gained) if event.gained else Text(".", "."))


def gold_moves(event: Found) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, event.what, "§III"),) if event.gold else ()


CHAPTER = Chapter(
    name="things",
    decides={Equip: equip, Unequip: unequip, Give: give, UseItem: use, Find: find},
    evolves={Equipped: equipped, Unequipped: unequipped, ItemGiven: item_given, Used: used, Found: found},
    tells={
        Equipped: told("{hero_name} porte : {name}.", "{hero_name} wears: {name}."),
        Unequipped: told("{hero_name} range : {name}.", "{hero_name} puts away: {name}."),
        ItemGiven: told("{hero_name} donne à {to_name} : {name}.", "{hero_name} gives {to_name}: {name}."),
        Used: tell_used,
        Found: told("{hero_name} reçoit : {what}.", "{hero_name} receives: {what}."),
    },
    offers={
        Equip: offer_equip,
        Unequip: offer_unequip,
        Give: offer_give,
        UseItem: offer_use,
        Find: offer_find,
    },
    moves={Found: gold_moves},
    small=(Equipped, Unequipped),
)
