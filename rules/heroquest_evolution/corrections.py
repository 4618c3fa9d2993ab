"""Corrections of what can no longer be undone, with a reason that the history keeps."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.enrolment import POINTS_MAX, paper_skill_refusal
from rules.heroquest_evolution.learning import skill_refusal
from rules.heroquest_evolution.numbers import uses_most
from rules.heroquest_evolution.refusals import amount, living, refuse, unknown
from rules.heroquest_evolution.state import Gain, Hero, Owned, State, add_gain, add_items, take_items
from rules.heroquest_evolution.wearing import may_equip, take_off
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span, words
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, same

STEP = 100_000


class CorrectHero(Command, frozen=True, tag="correct_hero"):
    """Signed differences and single things, with a reason that the history keeps."""

    label = Text("Corriger la feuille", "Correct the sheet")
    icon = "pencil"
    hero: Key
    reason: Reason
    gold: Number | None = None
    xp: Number | None = None
    body_max: Number | None = None
    mind_max: Number | None = None
    add_item: Key | None = None
    remove_item: Key | None = None
    add_skill: Key | None = None
    remove_skill: Key | None = None
    add_spell: Key | None = None
    remove_spell: Key | None = None


class HeroCorrected(Event, frozen=True, tag="hero_corrected"):
    """Differences as they were made; an evolution that was added took the place of `replaces`."""

    hero: str
    hero_name: str
    reason: str
    gold: int = 0
    xp: int = 0
    body_max: int = 0
    mind_max: int = 0
    add_item: str | None = None
    add_quantity: int = 0
    remove_item: str | None = None
    add_skill: str | None = None
    replaces: str | None = None
    remove_skill: str | None = None
    add_spell: str | None = None
    remove_spell: str | None = None
    things: tuple[Text, ...] = ()


def correct_hero(state: State, command: CorrectHero, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = _nothing(command) or _wrong_amounts(hero, command) or _wrong_things(hero, command)
    return wrong or (_corrected(hero, command),)


def _nothing(command: CorrectHero) -> Violation | None:
    values = msgspec.structs.asdict(command)
    if any(value is not None for name, value in values.items() if name not in ("hero", "reason")):
        return None
    return refuse("no_change", "Cette correction ne change rien.", "This correction changes nothing.", "§III")


def _wrong_amounts(shown: Hero, command: CorrectHero) -> Violation | None:
    hero = unshaped(shown)
    return (
        amount(command.gold or 0, -min(hero.gold, STEP), STEP, "gold", "§VIII")
        or amount(command.xp or 0, -min(hero.xp, STEP), STEP, "xp", "R5")
        or amount(command.body_max or 0, 1 - hero.body_max, POINTS_MAX, "body_max", "R1")
        or amount(command.mind_max or 0, 1 - hero.mind_max, POINTS_MAX, "mind_max", "R1")
    )


def _wrong_things(hero: Hero, command: CorrectHero) -> Violation | None:
    for field, key, table in _named(command):
        if key and key not in table:
            return unknown(field, key, "R20")
    return _wrong_removal(hero, command) or _wrong_addition(hero, command)


def _named(command: CorrectHero) -> tuple[tuple[str, str | None, dict[str, Any]], ...]:
    return (
        ("add_item", command.add_item, dict(BOOK.items)),
        ("remove_item", command.remove_item, dict(BOOK.items)),
        ("add_skill", command.add_skill, dict(BOOK.skills)),
        ("remove_skill", command.remove_skill, dict(BOOK.skills)),
        ("add_spell", command.add_spell, dict(BOOK.spells)),
        ("remove_spell", command.remove_spell, dict(BOOK.spells)),
    )


def _wrong_removal(hero: Hero, command: CorrectHero) -> Violation | None:
    owned = (
        ("remove_item", command.remove_item, tuple(o.key for o in hero.items)),
        ("remove_skill", command.remove_skill, hero.skills),
        ("remove_spell", command.remove_spell, hero.spells),
    )
    for field, key, have in owned:
        if key and key not in have:
            return refuse(
                "not_on_sheet",
                "« {key} » n’est pas sur la feuille de {name}.",
                "“{key}” is not on the sheet of {name}.",
                "§III",
                field=field,
                key=key,
                name=hero.name,
            )
    return None


def _wrong_addition(hero: Hero, command: CorrectHero) -> Violation | None:
    if command.add_skill:
        kept = tuple(key for key in hero.skills if key != command.remove_skill)
        wrong = _addable(msgspec.structs.replace(hero, skills=kept), command.add_skill)
        if wrong:
            return msgspec.structs.replace(wrong, field="add_skill")
    if command.add_spell and command.add_spell in hero.spells:
        return refuse(
            "spell_known",
            "« {spell} » est déjà connu.",
            "“{spell}” is already known.",
            "R18",
            field="add_spell",
            spell=BOOK.spells[command.add_spell].name,
        )
    if command.add_spell and BOOK.hero_classes[hero.hero_class].sphere_count == 0:
        return refuse(
            "no_magic",
            "Cette classe ne lance pas de sorts.",
            "This class casts no spells.",
            "R18",
            field="add_spell",
        )
    return None


def _addable(hero: Hero, key: str) -> Violation | None:
    """An evolution may be added with its base on the sheet, which it replaces, or without."""
    base = BOOK.skills[key].evolution_of
    return (
        skill_refusal(hero, key, hero.level)
        if base in hero.skills
        else paper_skill_refusal(hero, key, hero.level)
    )


def _corrected(hero: Hero, command: CorrectHero) -> HeroCorrected:
    base = BOOK.skills[command.add_skill].evolution_of if command.add_skill else None
    return HeroCorrected(
        hero=hero.key,
        hero_name=hero.name,
        reason=command.reason.strip(),
        gold=command.gold or 0,
        xp=command.xp or 0,
        body_max=command.body_max or 0,
        mind_max=command.mind_max or 0,
        add_item=command.add_item,
        add_quantity=BOOK.items[command.add_item].lot if command.add_item else 0,
        remove_item=command.remove_item,
        add_skill=command.add_skill,
        replaces=base if base in hero.skills and base != command.remove_skill else None,
        remove_skill=command.remove_skill,
        add_spell=command.add_spell,
        remove_spell=command.remove_spell,
        things=_things(command),
    )


def _things(command: CorrectHero) -> tuple[Text, ...]:
    sign = {"add": "+", "remove": "−"}
    return tuple(
        same(sign[field.split("_")[0]]) + table[key].name for field, key, table in _named(command) if key
    )


def hero_corrected(state: State, event: HeroCorrected) -> State:
    hero = state.heroes[event.hero]
    gains = hero.gains
    if event.body_max:
        gains = add_gain(gains, Gain("body", event.body_max, "correction"))
    if event.mind_max:
        gains = add_gain(gains, Gain("mind", event.mind_max, "correction"))
    gone = (event.remove_skill, event.replaces)
    skills = tuple(key for key in hero.skills if key not in gone) + (
        (event.add_skill,) if event.add_skill else ()
    )
    spells = tuple(key for key in hero.spells if key != event.remove_spell) + (
        (event.add_spell,) if event.add_spell else ()
    )
    corrected = msgspec.structs.replace(
        hero,
        gold=hero.gold + event.gold,
        xp=hero.xp + event.xp,
        gains=gains,
        skills=skills,
        spells=spells,
        used=_used(hero, event),
        items=_items(hero, event),
    )
    within = reshaped(_within(unshaped(hero), unshaped(corrected)), hero)
    return msgspec.structs.replace(state, heroes=state.heroes | {event.hero: within})


def _items(hero: Hero, event: HeroCorrected) -> tuple[Owned, ...]:
    items = take_items(hero.items, event.remove_item, 1) if event.remove_item else hero.items
    return add_items(items, event.add_item, event.add_quantity, None) if event.add_item else items


def _used(hero: Hero, event: HeroCorrected) -> dict[str, int]:
    """Uses spent carry over to the evolution (R38)."""
    if event.add_skill is None or event.replaces not in hero.used:
        return hero.used
    carried = {event.add_skill: hero.used[event.replaces]}
    return {key: count for key, count in hero.used.items() if key != event.replaces} | carried


def _usable(hero: Hero) -> tuple[Owned, ...]:
    """The items; what is worn and may no longer be used is in the pack again (R21, R52)."""
    items = hero.items
    for owned in hero.items:
        if owned.equipped and may_equip(hero, BOOK.items[owned.key]):
            items = take_off(items, owned.key, owned.paid)
    return items


def _within(before: Hero, after: Hero) -> Hero:
    """The corrected hero, with points, cast spells, uses and gear kept within what there is now."""
    return msgspec.structs.replace(
        after,
        body=_moved(before.body, before.body_max, after.body_max),
        mind=_moved(before.mind, before.mind_max, after.mind_max),
        cast=tuple(key for key in after.cast if key in after.spells),
        used={
            key: min(count, uses_most(after, key) or count)
            for key, count in after.used.items()
            if key in after.skills
        },
        lost=tuple(key for key in after.lost if key not in after.spells),
        items=_usable(after),
    )


def unshaped(hero: Hero) -> Hero:
    """The hero's own points and maxima, which another shape hides (R55)."""
    return (
        msgspec.structs.replace(hero, form=None, body=hero.form.body, mind=hero.form.mind)
        if hero.form
        else hero
    )


def reshaped(hero: Hero, before: Hero) -> Hero:
    """The hero back in the shape of before, the own points kept for its end."""
    if before.form is None:
        return hero
    form = msgspec.structs.replace(before.form, body=hero.body, mind=hero.mind)
    return msgspec.structs.replace(hero, form=form, body=before.body, mind=before.mind)


def _moved(now: int, most: int, new_most: int) -> int:
    """Points follow a rise of the maximum and are bounded by a fall."""
    return min(now + max(0, new_most - most), new_most)


def offer_correct(state: State, hero: str, given: Given) -> Draft:
    living_hero = living(state, hero)
    if isinstance(living_hero, Violation):
        return refused(living_hero)
    found = unshaped(living_hero)
    amounts: tuple[Field, ...] = (
        span(
            "gold",
            Text("Or, en plus ou en moins", "Gold, more or less"),
            -min(found.gold, STEP),
            STEP,
            required=False,
        ),
        span(
            "xp",
            Text("XP, en plus ou en moins", "XP, more or less"),
            -min(found.xp, STEP),
            STEP,
            required=False,
        ),
        span(
            "body_max",
            Text("Corps maximum, en plus ou en moins", "Maximum Body, more or less"),
            1 - found.body_max,
            POINTS_MAX,
            required=False,
        ),
        span(
            "mind_max",
            Text("Esprit maximum, en plus ou en moins", "Maximum Mind, more or less"),
            1 - found.mind_max,
            POINTS_MAX,
            required=False,
        ),
    )
    fields = (*amounts, *_thing_fields(found, given))
    return Draft(
        (words("reason", Text("Raison", "Reason"), 300), *fields),
        any_of=tuple(field.name for field in fields),
    )


def _thing_fields(hero: Hero, given: Given) -> list[Field]:
    kept = msgspec.structs.replace(
        hero, skills=tuple(key for key in hero.skills if key != given.get("remove_skill"))
    )
    skills = tuple(
        row.key
        for row in BOOK.skills.values()
        if row.hero_class == hero.hero_class and _addable(kept, row.key) is None
    )
    caster = BOOK.hero_classes[hero.hero_class].sphere_count > 0
    spells = tuple(key for key in BOOK.spells if caster and key not in hero.spells)
    owned = tuple(dict.fromkeys(o.key for o in hero.items))
    rows: tuple[tuple[str, Text, tuple[str, ...], dict[str, Any]], ...] = (
        ("add_item", Text("Ajouter un objet", "Add an item"), tuple(BOOK.items), dict(BOOK.items)),
        ("remove_item", Text("Retirer un objet", "Remove an item"), owned, dict(BOOK.items)),
        ("remove_skill", Text("Retirer une compétence", "Remove a skill"), hero.skills, dict(BOOK.skills)),
        ("add_skill", Text("Ajouter une compétence", "Add a skill"), skills, dict(BOOK.skills)),
        ("add_spell", Text("Ajouter un sort", "Add a spell"), spells, dict(BOOK.spells)),
        ("remove_spell", Text("Retirer un sort", "Remove a spell"), hero.spells, dict(BOOK.spells)),
    )
    return [
        choice(
            name,
            label,
            tuple(Choice(key, table[key].name) for key in keys),
            required=False,
            depends=name == "remove_skill",
        )
        for name, label, keys, table in rows
        if keys
    ]


def tell_corrected(event: HeroCorrected) -> Text:
    amounts = (
        (event.gold, Text("po", "gold")),
        (event.xp, same("XP")),
        (event.body_max, Text("Corps max.", "max. Body")),
        (event.mind_max, Text("Esprit max.", "max. Mind")),
    )
    parts = [Text("{n:+d} {what}", "{n:+d} {what}")(n=value, what=what) for value, what in amounts if value]
    told = [*parts, *event.things] or [Text("aucun changement", "no change")]
    what = Text(", ".join(t.fr for t in told), ", ".join(t.en for t in told))
    return Text(
        "Feuille de {name} corrigée ({what}) : {reason}", "Sheet of {name} corrected ({what}): {reason}"
    )(name=event.hero_name, what=what, reason=event.reason)


def moves_corrected(event: HeroCorrected) -> tuple[Movement, ...]:
    label = Text("Correction : {r}", "Correction: {r}")(r=event.reason)
    return tuple(
        Movement(event.hero, name, value, label, "§III")
        for name, value in (("xp", event.xp), ("gold", event.gold))
        if value
    )


CHAPTER = Chapter(
    name="corrections",
    decides={CorrectHero: correct_hero},
    evolves={HeroCorrected: hero_corrected},
    tells={HeroCorrected: tell_corrected},
    offers={CorrectHero: offer_correct},
    moves={HeroCorrected: moves_corrected},
)
