"""Items used at the table: potions, ammunition (R22, R36)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.effects import ended, forbidden, given
from rules.heroquest_evolution.refusals import living, refuse, unknown
from rules.heroquest_evolution.spells import not_recalled, recovered
from rules.heroquest_evolution.state import Hero, State, change, take_items
from rules.heroquest_evolution.wearing import not_owned
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, subset
from rules.kernel.text import Text

MAGIC = "potion-of-magic"
ANTIDOTE = "antidote"
RECALLED = 3
POTIONS = {
    "potion-of-speed": "speed",
    "potion-of-strength": "strength",
    "potion-of-resistance": "resistance",
    "heroic-potion": "heroic",
}
"""Potions whose effect lasts, and the effect (R22)."""


class UseItem(Command, frozen=True, tag="use_item"):
    """A potion is drunk, ammunition shot: one less. What heals, heals the user; a potion of magic brings back up to 3 `spells`."""

    who = "own"
    label = Text("Utiliser un objet", "Use an item")
    icon = "potion"
    hero: Key
    item: Key
    spells: Annotated[tuple[Key, ...], msgspec.Meta(max_length=3)] = ()


class ItemUsed(Event, frozen=True, tag="item_used"):
    """`body` and `mind` are the points really regained; `roll` what was thrown for them."""

    hero: str
    hero_name: str
    item: str
    item_name: Text
    body: int = 0
    mind: int = 0
    roll: Roll | None = None


def use_item(state: State, command: UseItem, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R22")
    wrong = _wrong_item(hero, item) or _kept_from(hero) or _wrong_spells(state, hero, item, command.spells)
    if wrong:
        return wrong
    drunk = _item_used(hero, item, act)
    return (drunk, *_brought_about(state, hero, item, command.spells))


def _kept_from(hero: Hero) -> Violation | None:
    return forbidden(hero, "item")


def _in_dungeon(state: State, hero: Hero) -> bool:
    return state.quest is not None and hero.key in state.quest.present


def _brought_about(state: State, hero: Hero, item: Item, spells: tuple[str, ...]) -> tuple[Event, ...]:
    """What lasts, what is cured, which spells come back. Between two quests a potion is only drunk."""
    if not _in_dungeon(state, hero):
        return ()
    if item.key in POTIONS:
        return (
            given(state, hero, POTIONS[item.key], own_turn=item.key != "potion-of-resistance", by=hero.key),
        )
    if item.key == ANTIDOTE and hero.effect("poisoned"):
        return (ended(hero, "poisoned", "cured"),)
    up = hero.effect("last-stand") is not None and (item.heals_body or item.heals_body_dice)
    if up:
        return (ended(hero, "last-stand", "cured"),)
    return tuple(recovered(hero, key) for key in spells)


def _wrong_spells(state: State, hero: Hero, item: Item, spells: tuple[str, ...]) -> Violation | None:
    """The spells a potion of magic brings back: cast ones, neither forgotten nor taken by *Armageddon* (R36)."""
    for key in spells:
        if item.key != MAGIC or key not in recallable(state, hero):
            return refuse(
                "not_recallable",
                "« {spell} » ne peut pas revenir ainsi.",
                "“{spell}” cannot come back this way.",
                "R36",
                field="spells",
                spell=BOOK.spells[key].name if key in BOOK.spells else key,
            )
    if len(set(spells)) == len(spells):
        return None
    return refuse(
        "spell_twice",
        "Chaque sort ne se choisit qu’une fois.",
        "Each spell is chosen once only.",
        "R36",
        field="spells",
    )


def recallable(state: State, hero: Hero) -> tuple[str, ...]:
    if not _in_dungeon(state, hero):
        return ()
    return tuple(key for key in hero.cast if not_recalled(state, hero, key) is None)


def _wrong_item(hero: Hero, item: Item) -> Violation | None:
    missing = not_owned(hero, item)
    if missing or item.consumable:
        return missing
    return refuse(
        "not_used_up",
        "« {item} » ne s’use pas : il se porte ou se garde.",
        "“{item}” is not used up: it is worn or kept.",
        "R22",
        field="item",
        item=item.name,
    )


def _item_used(hero: Hero, item: Item, act: Act) -> ItemUsed:
    roll = act.roll("healing", 1, D6) if item.heals_body_dice else None
    body = item.heals_body + (roll.total if roll else 0)
    return ItemUsed(
        hero=hero.key,
        hero_name=hero.name,
        item=item.key,
        item_name=item.name.inline,
        body=min(body, hero.body_max - hero.body),
        mind=min(item.heals_mind, hero.mind_max - hero.mind),
        roll=roll,
    )


def item_used(state: State, event: ItemUsed) -> State:
    hero = state.heroes[event.hero]
    return change(
        state,
        event.hero,
        items=take_items(hero.items, event.item, 1),
        body=hero.body + event.body,
        mind=hero.mind + event.mind,
    )


def offer_use_item(state: State, hero: str, given_: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    keys = tuple(dict.fromkeys(owned.key for owned in found.items if BOOK.items[owned.key].consumable))
    wrong = _kept_from(found)
    if wrong:
        return refused(wrong)
    if not keys:
        return refused(
            refuse(
                "nothing_to_use",
                "{name} n’a rien à boire ni à dépenser.",
                "{name} has nothing to drink or spend.",
                "R22",
                field="item",
                name=found.name,
            )
        )
    choices = tuple(
        Choice(key, BOOK.items[key].name, hint=BOOK.items[key].text, link=f"items/{key}") for key in keys
    )
    fields: list[Field] = [choice("item", Text("Objet", "Item"), choices, depends=MAGIC in keys)]
    spells = recallable(state, found)
    if given_.get("item") == MAGIC and MAGIC in keys and spells:
        options = tuple(Choice(key, BOOK.spells[key].name, link=f"spells/{key}") for key in spells)
        label = Text("Sorts retrouvés", "Spells brought back")
        fields.append(subset("spells", label, options, 0, min(RECALLED, len(spells)), required=False))
    return Draft(tuple(fields))


def tell_item_used(event: ItemUsed) -> Text:
    sentence = Text("{name} utilise : {item}", "{name} uses: {item}")(
        name=event.hero_name, item=event.item_name
    )
    if event.roll:
        sentence += Text(" (dé : {faces})", " (die: {faces})")(faces=", ".join(event.roll.faces))
    healed = [(event.body, Text("Corps", "Body")), (event.mind, Text("Esprit", "Mind"))]
    for points, track in healed:
        if points:
            sentence += Text(", +{n} {track}", ", +{n} {track}")(n=points, track=track)
    return sentence + Text(".", ".")


CHAPTER = Chapter(
    name="uses",
    decides={UseItem: use_item},
    evolves={ItemUsed: item_used},
    tells={ItemUsed: tell_item_used},
    offers={UseItem: offer_use_item},
)
