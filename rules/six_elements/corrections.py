"""Corrections of what can no longer be undone, with a reason that the history keeps (R43)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span, words
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, listed, same
from rules.six_elements.book import BOOK
from rules.six_elements.dues import LEVEL_MOST
from rules.six_elements.dungeon import spot, where
from rules.six_elements.enrolment import (
    MOST_DEATHS,
    MOST_GOLD,
    MOST_POINTS,
    MOST_STAT,
    MOST_STONES,
    free_equipment,
    free_items,
)
from rules.six_elements.house import house_int
from rules.six_elements.learning import notice_neutral
from rules.six_elements.refusals import amount, known, unknown
from rules.six_elements.state import (
    Answer,
    Counts,
    Hero,
    Place,
    State,
    added,
    change,
)
from rules.six_elements.stats import body_most, mana_most
from rules.six_elements.story import Story
from rules.six_elements.words import DEATHS, GOLD, POINTS, REASON, STATS, STONES, XP

CHANGE = Text("{what}, en plus ou en moins", "{what}, more or less")
TILE = Text("Tuile", "Tile")
NUMBERS: dict[str, Text] = {
    **POINTS,
    "body_max": Text("Corps maximum", "Maximum Body"),
    "mana_max": Text("Mana maximum", "Maximum Mana"),
    **STATS,
    "gold": GOLD,
    "xp": XP,
    "deaths": DEATHS,
}


class CorrectHero(Command, frozen=True, kw_only=True, tag="correct_hero"):
    """Signed differences, of `stones` by element; cards into the bag or out of it; another tile."""

    label = Text("Corriger la feuille", "Correct the sheet")
    icon = "pencil"
    hero: Key
    reason: Reason
    body: Number | None = None
    mana: Number | None = None
    body_max: Number | None = None
    mana_max: Number | None = None
    attack: Number | None = None
    defence: Number | None = None
    magic: Number | None = None
    gold: Number | None = None
    xp: Number | None = None
    deaths: Number | None = None
    stones: dict[Key, Number] = {}
    add_equipment: Key | None = None
    remove_equipment: Key | None = None
    add_item: Key | None = None
    remove_item: Key | None = None
    place: Key | None = None


class HeroCorrected(Event, frozen=True, tag="hero_corrected"):
    """Differences as they were made; `things` in words."""

    hero: str
    hero_name: str
    reason: str
    numbers: Counts = {}
    stones: Counts = {}
    add_equipment: str = ""
    remove_equipment: str = ""
    add_item: str = ""
    remove_item: str = ""
    place: Place | None = None
    things: tuple[Text, ...] = ()


def correctable(state: State, key: str) -> Answer[Hero]:
    """Not in the middle of a fight or with dice on the table: that is played to its end, or taken back."""
    hero = known(state, key)
    if isinstance(hero, Violation):
        return hero
    game = state.game
    if game and (key in game.hands or (game.fight and game.fight.hero == key) or game.rising == key):
        return refuse(
            "in_the_act",
            "{name} est en plein acte : finissez-le d’abord.",
            "{name} is in the middle of an act: finish it first.",
            "R43",
            field="hero",
            name=hero.name,
        )
    return hero


def bounds(state: State, hero: Hero) -> dict[str, tuple[int, int]]:
    """How far each number may move."""
    deaths = house_int(state, "deaths_most") - 1
    return {
        "body": (min(0, 1 - hero.body), body_most(hero) - hero.body),
        "mana": (-hero.mana, mana_most(hero) - hero.mana),
        "body_max": (1 - hero.body_max, MOST_POINTS - hero.body_max),
        "mana_max": (-hero.mana_max, MOST_POINTS - hero.mana_max),
        **{key: (-getattr(hero, key), MOST_STAT - getattr(hero, key)) for key in STATS},
        "gold": (-hero.gold, MOST_GOLD - hero.gold),
        "xp": (-hero.xp, hero.level - hero.xp if hero.level < LEVEL_MOST else 0),
        "deaths": (-hero.deaths, max(0, min(MOST_DEATHS, deaths) - hero.deaths)),
    }


def places(state: State) -> dict[str, Place]:
    """The laid tiles by their keys."""
    return {spot(tile.place): tile.place for tile in state.game.tiles} if state.game else {}


def correct_hero(state: State, command: CorrectHero, act: Act) -> Decision:
    hero = correctable(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = _nothing(command) or _wrong_numbers(state, hero, command) or _wrong_cards(state, hero, command)
    if wrong:
        return wrong
    story = Story(state, act)
    story.tell(_corrected(state, hero, command), hero_corrected)
    notice_neutral(story, hero.key)
    return story.told


def _nothing(command: CorrectHero) -> Violation | None:
    values = msgspec.structs.asdict(command)
    if any(value for name, value in values.items() if name not in ("hero", "reason", "stones")):
        return None
    return None if any(command.stones.values()) else no_change()


def no_change(field: str | None = None) -> Violation:
    return refuse(
        "no_change",
        "Cette correction ne change rien.",
        "This correction changes nothing.",
        "R43",
        field=field,
    )


def _wrong_numbers(state: State, hero: Hero, command: CorrectHero) -> Violation | None:
    for field, (low, high) in bounds(state, hero).items():
        value = getattr(command, field)
        wrong = None if value is None else wrong_number(value, low, high, field, NUMBERS[field])
        if wrong:
            return wrong
    for key, number in command.stones.items():
        if key not in STONES:
            return unknown(f"stones.{key}", key, "§10")
        held = hero.stones.get(key, 0)
        wrong = wrong_number(number, -held, MOST_STONES - held, f"stones.{key}", STONES[key])
        if wrong:
            return wrong
    return None


def wrong_number(value: int, low: int, high: int, field: str, name: Text) -> Violation | None:
    return amount(value, low, high, field, name, "R43") if value else no_change(field)


def _options(state: State, hero: Hero) -> dict[str, tuple[str, ...]]:
    """What each field that names a card or a tile may name."""
    return {
        "add_equipment": free_equipment(state),
        "remove_equipment": hero.bag,
        "add_item": free_items(state),
        "remove_item": hero.items,
        "place": tuple(places(state)),
    }


def _wrong_cards(state: State, hero: Hero, command: CorrectHero) -> Violation | None:
    for field, keys in _options(state, hero).items():
        key = getattr(command, field)
        if key is not None and key not in keys:
            return refuse(
                "not_possible",
                "« {key} » n’est pas possible ici.",
                "“{key}” is not possible here.",
                "R43",
                field=field,
                key=key,
            )
    return None


def _corrected(state: State, hero: Hero, command: CorrectHero) -> HeroCorrected:
    """Points are cut where their most sinks below them."""
    numbers = {field: int(getattr(command, field) or 0) for field in NUMBERS}
    after = replace(hero, **{field: getattr(hero, field) + n for field, n in numbers.items()})
    numbers["body"] += min(0, body_most(after) - after.body)
    numbers["mana"] += min(0, mana_most(after) - after.mana)
    numbers = {field: n for field, n in numbers.items() if n}
    stones = {key: n for key, n in command.stones.items() if n}
    return HeroCorrected(
        hero=hero.key,
        hero_name=hero.name,
        reason=command.reason.strip(),
        numbers=numbers,
        stones=stones,
        add_equipment=command.add_equipment or "",
        remove_equipment=command.remove_equipment or "",
        add_item=command.add_item or "",
        remove_item=command.remove_item or "",
        place=places(state).get(command.place or ""),
        things=_things(state, command, numbers, stones),
    )


def _things(state: State, command: CorrectHero, numbers: Counts, stones: Counts) -> tuple[Text, ...]:
    found = [signed(NUMBERS[field], n) for field, n in numbers.items()]
    found += [signed(STONES[key], n) for key, n in stones.items()]
    for sign, key, table in (
        ("+", command.add_equipment, BOOK.equipment),
        ("−", command.remove_equipment, BOOK.equipment),
        ("+", command.add_item, BOOK.items),
        ("−", command.remove_item, BOOK.items),
    ):
        if key:
            name = table[key].name
            found.append(Text(f"{sign} {name.fr}", f"{sign} {name.en}"))
    at = places(state).get(command.place or "")
    return (*found, *((where(state.game, at),) if at is not None else ()))


def signed(label: Text, number: int) -> Text:
    shown = f"+{number}" if number > 0 else f"−{-number}"
    return Text(f"{label.fr} {shown}", f"{label.en} {shown}")


def hero_corrected(state: State, event: HeroCorrected) -> State:
    hero = state.heroes[event.hero]
    bag = tuple(key for key in hero.bag if key != event.remove_equipment)
    items = tuple(key for key in hero.items if key != event.remove_item)
    numbers: Counts = {field: int(getattr(hero, field)) + n for field, n in event.numbers.items()}
    return change(
        state,
        event.hero,
        stones=added(hero.stones, event.stones),
        bag=(*bag, event.add_equipment) if event.add_equipment else bag,
        items=(*items, event.add_item) if event.add_item else items,
        place=hero.place if event.place is None else event.place,
        **numbers,
    )


def corrected_moves(event: HeroCorrected) -> tuple[Movement, ...]:
    label = Text("Correction", "Correction")
    return tuple(
        Movement(event.hero, what, event.numbers[what], label, "R43")
        for what in ("xp", "gold")
        if what in event.numbers
    )


def offer_correct(state: State, hero: str, given: Given) -> Draft:
    found = correctable(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    numbers = tuple(
        difference(field, NUMBERS[field], low, high)
        for field, (low, high) in bounds(state, found).items()
        if low < high
    )
    stones = tuple(
        difference(f"stones.{key}", STONES[key], -held, MOST_STONES - held)
        for key in STONES
        for held in (found.stones.get(key, 0),)
    )
    cards = tuple(_card_field(state, field, keys) for field, keys in _options(state, found).items() if keys)
    named = (*numbers, *stones, *cards)
    return Draft((*named, words("reason", REASON, 300)), any_of=tuple(field.name for field in named))


def difference(field: str, label: Text, low: int, high: int) -> Field:
    """A change; of 0 there is none."""
    return replace(span(field, CHANGE(what=label), low, high, required=False), without=(0,))


LABELS = {
    "add_equipment": Text("Ajouter un équipement", "Add a piece of equipment"),
    "remove_equipment": Text("Retirer un équipement du sac", "Take a piece out of the bag"),
    "add_item": Text("Ajouter un objet", "Add an item"),
    "remove_item": Text("Retirer un objet", "Take an item away"),
    "place": TILE,
}


def _card_field(state: State, field: str, keys: tuple[str, ...]) -> Field:
    def named(key: str) -> Text:
        if field == "place":
            return where(state.game, places(state)[key])
        return (BOOK.equipment if "equipment" in field else BOOK.items)[key].name

    return choice(field, LABELS[field], tuple(Choice(key, named(key)) for key in keys), required=False)


def tell_corrected(event: HeroCorrected) -> Text:
    return Text(
        "Feuille de {hero} corrigée ({what}) : « {reason} ».",
        "Sheet of {hero} corrected ({what}): “{reason}”.",
    )(hero=event.hero_name, what=listed(event.things) if event.things else same("="), reason=event.reason)


CHAPTER = Chapter(
    name="corrections",
    decides={CorrectHero: correct_hero},
    evolves={HeroCorrected: hero_corrected},
    tells={HeroCorrected: tell_corrected},
    offers={CorrectHero: offer_correct},
    moves={HeroCorrected: corrected_moves},
)
