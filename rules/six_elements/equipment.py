"""Seven slots, two hands, what a piece asks of its bearer, and the Nemesis (§12, R11, R38)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements.book import BOOK, NEUTRAL
from rules.six_elements.content_types import Equipment
from rules.six_elements.learning import notice_neutral
from rules.six_elements.refusals import on_turn, unknown
from rules.six_elements.state import Hero, State, change
from rules.six_elements.stats import affinity, body_most, mana_most
from rules.six_elements.story import Story
from rules.six_elements.words import ELEMENTS, POINTS, SLOTS, STATS, joined, signed

PIECE = Text("Équipement", "Equipment")


class Equip(Command, frozen=True, tag="equip"):
    """What lies in its slot, or in the off hand under a two-hander, goes into the bag."""

    who = "own"
    label = Text("Équiper", "Equip")
    icon = "armour"
    hero: Key
    equipment: Key


class Unequip(Command, frozen=True, tag="unequip"):
    who = "own"
    label = Text("Déséquiper", "Take off")
    icon = "bag"
    hero: Key
    equipment: Key


class Equipped(Event, frozen=True, tag="equipped"):
    """`off` goes into the bag; body and mana are cut to the new most."""

    hero: str
    hero_name: str
    equipment: str
    equipment_name: Text
    off: tuple[str, ...] = ()
    off_names: tuple[Text, ...] = ()
    body: int = 0
    mana: int = 0


class Unequipped(Event, frozen=True, tag="unequipped"):
    hero: str
    hero_name: str
    equipment: str
    equipment_name: Text
    body: int = 0
    mana: int = 0


def may_wear(hero: Hero, row: Equipment) -> Violation | None:
    """Stats of one’s own, a step of the element, and no Nemesis on the body (§12)."""
    for stat in STATS:
        needed = int(getattr(row, f"needs_{stat}"))
        if getattr(hero, stat) < needed:
            return refuse(
                "stat_short",
                "{name} demande {n} en {stat}, sans l’équipement.",
                "{name} needs {n} in {stat}, gear not counted.",
                "§12",
                field="equipment",
                name=row.name,
                n=needed,
                stat=STATS[stat],
            )
    return _wrong_element(hero, row) or _two_hands(hero, row)


def _wrong_element(hero: Hero, row: Equipment) -> Violation | None:
    element = row.element
    if element is None or element == NEUTRAL:
        return None
    if not affinity(hero, element):
        return refuse(
            "no_affinity",
            "{name} demande une affinité {element}.",
            "{name} needs an affinity of {element}.",
            "§12",
            field="equipment",
            name=row.name,
            element=ELEMENTS[element],
        )
    nemesis = BOOK.elements[element].nemesis
    rival = next((key for key in left_on(hero, row) if BOOK.equipment[key].element == nemesis), None)
    if rival is None:
        return None
    return refuse(
        "nemesis_worn",
        "« {rival} » est du Némésis : il faut d’abord l’ôter.",
        "“{rival}” is of the Nemesis: take it off first.",
        "§12",
        field="equipment",
        rival=BOOK.equipment[rival].name,
    )


def _two_hands(hero: Hero, row: Equipment) -> Violation | None:
    if row.slot != "off" or not any(BOOK.equipment[key].two_handed for key in hero.worn):
        return None
    return refuse(
        "hands_full",
        "Une arme à deux mains occupe les deux mains.",
        "A two-handed weapon takes both hands.",
        "§12",
        field="equipment",
    )


def left_on(hero: Hero, row: Equipment) -> tuple[str, ...]:
    """What stays on when this piece is put on."""
    return tuple(key for key in hero.worn if not _makes_room(BOOK.equipment[key], row))


def _makes_room(worn: Equipment, row: Equipment) -> bool:
    return worn.slot == row.slot or (row.two_handed and worn.slot == "off")


def equip(state: State, command: Equip, act: Act) -> Decision:
    hero = on_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    row = BOOK.equipment.get(command.equipment)
    if row is None:
        return unknown("equipment", command.equipment, "§12")
    if row.key not in hero.bag:
        return _not_there(hero)
    wrong = may_wear(hero, row)
    if wrong:
        return wrong
    story = Story(state, act)
    story.tell(_put_on(hero, row), equipped)
    notice_neutral(story, hero.key)
    return story.told


def _not_there(hero: Hero) -> Violation:
    return refuse(
        "not_owned",
        "{name} n’a pas cela.",
        "{name} does not have that.",
        "§12",
        field="equipment",
        name=hero.name,
    )


def _put_on(hero: Hero, row: Equipment) -> Equipped:
    kept = left_on(hero, row)
    off = tuple(key for key in hero.worn if key not in kept)
    body, mana = _cut(hero, (*kept, row.key))
    return Equipped(
        hero=hero.key,
        hero_name=hero.name,
        equipment=row.key,
        equipment_name=row.name,
        off=off,
        off_names=tuple(BOOK.equipment[key].name for key in off),
        body=body,
        mana=mana,
    )


def _cut(hero: Hero, worn: tuple[str, ...]) -> tuple[int, int]:
    """What body and mana lose where their most sinks; a risen most fills nothing (§12)."""
    then = replace(hero, worn=worn)
    return min(0, body_most(then) - hero.body), min(0, mana_most(then) - hero.mana)


def equipped(state: State, event: Equipped) -> State:
    hero = state.heroes[event.hero]
    return change(
        state,
        event.hero,
        worn=(*(key for key in hero.worn if key not in event.off), event.equipment),
        bag=(*(key for key in hero.bag if key != event.equipment), *event.off),
        body=hero.body + event.body,
        mana=hero.mana + event.mana,
    )


def unequip(state: State, command: Unequip, act: Act) -> Decision:
    hero = on_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.equipment not in hero.worn:
        return _not_there(hero)
    body, mana = _cut(hero, tuple(key for key in hero.worn if key != command.equipment))
    row = BOOK.equipment[command.equipment]
    return (
        Unequipped(
            hero=hero.key,
            hero_name=hero.name,
            equipment=row.key,
            equipment_name=row.name,
            body=body,
            mana=mana,
        ),
    )


def unequipped(state: State, event: Unequipped) -> State:
    hero = state.heroes[event.hero]
    return change(
        state,
        event.hero,
        worn=tuple(key for key in hero.worn if key != event.equipment),
        bag=(*hero.bag, event.equipment),
        body=hero.body + event.body,
        mana=hero.mana + event.mana,
    )


def piece_text(row: Equipment) -> Text:
    """`Tête · +1 Défense · demande 2 en Attaque`."""
    gains = [
        Text(f"{signed(n)} {label.fr}", f"{signed(n)} {label.en}")
        for key, label in (STATS | POINTS).items()
        if (n := int(getattr(row, key)))
    ]
    needs = [
        Text("demande {n} en {stat}", "needs {n} in {stat}")(n=n, stat=label)
        for key, label in STATS.items()
        if (n := int(getattr(row, f"needs_{key}")))
    ]
    hands = [Text("à deux mains", "two-handed")] if row.two_handed else []
    element = [ELEMENTS[row.element]] if row.element else []
    return joined((SLOTS[row.slot], *element, *hands, *gains, *needs))


def wearable(hero: Hero) -> tuple[str, ...]:
    return tuple(key for key in hero.bag if not may_wear(hero, BOOK.equipment[key]))


def _choices(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    rows = (BOOK.equipment[key] for key in keys)
    return tuple(Choice(row.key, row.name, hint=piece_text(row), link=f"equipment/{row.key}") for row in rows)


def offer_equip(state: State, hero: str, given: Given) -> Draft:
    found = on_turn(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    keys = wearable(found)
    if not keys:
        wrong = next(filter(None, (may_wear(found, BOOK.equipment[key]) for key in found.bag)), None)
        return refused(wrong or _not_there(found))
    return Draft((choice("equipment", PIECE, _choices(keys)),))


def offer_unequip(state: State, hero: str, given: Given) -> Draft:
    found = on_turn(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if not found.worn:
        return refused(_not_there(found))
    return Draft((choice("equipment", PIECE, _choices(found.worn)),))


def tell_equipped(event: Equipped) -> Text:
    sentence = Text("{hero} équipe « {what} »", "{hero} puts on “{what}”")(
        hero=event.hero_name, what=event.equipment_name
    )
    if not event.off_names:
        return sentence + Text(".", ".")
    off = joined(event.off_names, ", ")
    return sentence + Text(" et range {off}.", " and puts {off} away.")(off=off)


def tell_unequipped(event: Unequipped) -> Text:
    return Text("{hero} ôte « {what} ».", "{hero} takes off “{what}”.")(
        hero=event.hero_name, what=event.equipment_name
    )


CHAPTER = Chapter(
    name="equipment",
    decides={Equip: equip, Unequip: unequip},
    evolves={Equipped: equipped, Unequipped: unequipped},
    tells={Equipped: tell_equipped, Unequipped: tell_unequipped},
    offers={Equip: offer_equip, Unequip: offer_unequip},
)
