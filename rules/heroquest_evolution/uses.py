"""Skills and items used at the table (§IV, R22, R38, R55)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.numbers import uses_left
from rules.heroquest_evolution.refusals import in_dungeon, living, not_away, refuse, unknown
from rules.heroquest_evolution.state import Hero, State, change, take_items
from rules.heroquest_evolution.wearing import not_owned
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, NO_ACT, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.text import Text


class UseSkill(Command, frozen=True, tag="use_skill"):
    who = "own"
    label = Text("Utiliser une compétence", "Use a skill")
    hero: Key
    skill: Key


class UseItem(Command, frozen=True, tag="use_item"):
    """A potion is drunk, ammunition shot: one less. What heals by a fixed or rolled amount heals the user."""

    who = "own"
    label = Text("Utiliser un objet", "Use an item")
    hero: Key
    item: Key


class SkillUsed(Event, frozen=True, tag="skill_used"):
    hero: str
    hero_name: str
    skill: str
    skill_name: Text


class ItemUsed(Event, frozen=True, tag="item_used"):
    """`body` and `mind` are the points really regained; `roll` what was thrown for them."""

    hero: str
    hero_name: str
    item: str
    item_name: Text
    body: int = 0
    mind: int = 0
    roll: Roll | None = None


def use_skill(state: State, command: UseSkill, act: Act) -> Decision:
    row = BOOK.skills.get(command.skill)
    outside = row is not None and row.use == "out_of_dungeon"
    hero = not_away(state, command.hero) if outside else in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = _wrong_skill(hero, command.skill)
    return wrong or (
        SkillUsed(
            hero=hero.key,
            hero_name=hero.name,
            skill=command.skill,
            skill_name=BOOK.skills[command.skill].name,
        ),
    )


def _wrong_skill(hero: Hero, key: str) -> Violation | None:
    row = BOOK.skills.get(key)
    if row is None:
        return unknown("skill", key, "§IV")
    name, field = row.name, "skill"
    if key not in hero.skills:
        return refuse(
            "skill_missing",
            "{name} n’a pas la compétence « {skill} ».",
            "{name} does not have the skill “{skill}”.",
            "§IV",
            field=field,
            name=hero.name,
            skill=name,
        )
    left = uses_left(hero, key)
    if left is None and row.use == "permanent":
        return refuse(
            "skill_permanent",
            "« {skill} » est permanente : elle ne se dépense pas.",
            "“{skill}” is permanent: it is not spent.",
            "§IV",
            field=field,
            skill=name,
        )
    if left == 0:
        return refuse(
            "skill_spent",
            "« {skill} » est épuisée pour ce donjon.",
            "“{skill}” is spent for this dungeon.",
            "R38",
            field=field,
            skill=name,
        )
    return None


def skill_used(state: State, event: SkillUsed) -> State:
    used = state.heroes[event.hero].used
    return change(state, event.hero, used=used | {event.skill: used.get(event.skill, 0) + 1})


def use_item(state: State, command: UseItem, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R22")
    wrong = _wrong_item(hero, item)
    return wrong or (_item_used(hero, item, act),)


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


def offer_use_skill(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    usable = tuple(
        key
        for key in found.skills
        if not isinstance(use_skill(state, UseSkill(hero=hero, skill=key), NO_ACT), Violation)
    )
    if not usable:
        return refused(
            refuse(
                "no_skill_ready",
                "Aucune compétence à utiliser maintenant.",
                "No skill to use now.",
                "§IV",
                field="skill",
            )
        )
    choices = tuple(
        Choice(key, BOOK.skills[key].name, hint=BOOK.skills[key].text, link=f"skills/{key}") for key in usable
    )
    return Draft((choice("skill", Text("Compétence", "Skill"), choices),))


def offer_use_item(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    keys = tuple(dict.fromkeys(owned.key for owned in found.items if BOOK.items[owned.key].consumable))
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
    return Draft((choice("item", Text("Objet", "Item"), choices),))


def tell_skill_used(event: SkillUsed) -> Text:
    return Text("{name} utilise « {skill} ».", "{name} uses “{skill}”.")(
        name=event.hero_name, skill=event.skill_name
    )


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
    decides={UseSkill: use_skill, UseItem: use_item},
    evolves={SkillUsed: skill_used, ItemUsed: item_used},
    tells={SkillUsed: tell_skill_used, ItemUsed: tell_item_used},
    offers={UseSkill: offer_use_skill, UseItem: offer_use_item},
)
