"""Monsters on the board: put there, changed, taken away, woken (§I, §II; R1, R10)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.refusals import bounds, heroes_turn, quest_of, unknown
from rules.heroquest_annexes.state import (
    Figure,
    Keys,
    State,
    change,
    change_figure,
    change_places,
    change_turn,
    figure_of,
    of,
    without_figure,
)
from rules.heroquest_annexes.words import (
    ATTACK,
    BODY,
    DEFENCE,
    HOW_MANY,
    MIND,
    MONSTER,
    MOVEMENT,
    NAME,
    XP,
    figure_name,
    signed,
)
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.keys import short_key
from rules.kernel.messages import Command, Decision, Event, Key, Name, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span, words
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, counted

MOST = 16
MOST_OF: dict[str, tuple[Text, int, int]] = {
    "movement": (MOVEMENT, 0, 20),
    "attack": (ATTACK, 0, 10),
    "defence": (DEFENCE, 0, 10),
    "mind": (MIND, 0, 10),
    "body": (BODY, 1, 20),
    "xp": (XP, 0, 500),
}
FAMILY = Text("Nature", "Kind")
FAMILIES: dict[str, Text] = {
    "green": Text("peau-verte", "greenskin"),
    "undead": Text("mort-vivant", "undead"),
    "chaos": Text("chaos", "chaos"),
}
GROUPS: dict[str, Text] = {
    "green": Text("Peaux-vertes", "Greenskins"),
    "undead": Text("Morts-vivants", "Undead"),
    "chaos": Text("Chaos", "Chaos"),
}
KINDS = tuple(
    Choice(key, row.name, group=GROUPS[row.family], link=f"monsters/{key}")
    for key, row in BOOK.monsters.items()
)
BY = Text("De combien", "By how much")
ABILITY = Text("Capacité spéciale", "Special ability")


class PlaceMonsters(Command, frozen=True, tag="place_monsters"):
    label = Text("Monstres", "Monsters")
    icon = "monster"
    at_hand = True
    monster: Key
    count: Number = 1


class PlaceUnique(Command, frozen=True, tag="place_unique"):
    """A monster of its own kind, with figures of its own."""

    label = Text("Placer un monstre unique", "Place a unique monster")
    icon = "lich"
    name: Name
    attack: Number
    defence: Number
    body: Number
    mind: Number
    movement: Number
    xp: Number
    family: Key
    ability: Name | None = None


class MonstersPlaced(Event, frozen=True, tag="monsters_placed"):
    figures: Keys
    placed: tuple[Figure, ...]
    name: Text
    monster: str = ""


class ChangeMonster(Command, frozen=True, tag="change_monster"):
    """Wounds that the app did not throw for. At 0 it waits to be told who brought it down."""

    label = Text("Corps d’un monstre", "Body of a monster")
    icon = "heart"
    figure: Key
    by: Number


class MonsterChanged(Event, frozen=True, tag="monster_changed"):
    figure: str
    name: Text
    by: int


class RemoveMonster(Command, frozen=True, tag="remove_monster"):
    label = Text("Retirer un monstre", "Remove a monster")
    icon = "close"
    figure: Key


class MonsterRemoved(Event, frozen=True, tag="monster_removed"):
    figure: str
    name: Text


class WakeMonster(Command, frozen=True, tag="wake_monster"):
    """A die for each mind point; a 6 wakes."""

    label = Text("Réveil d’un monstre", "A monster may wake")
    icon = "sun"
    figure: Key


class MonsterWoke(Event, frozen=True, tag="monster_woke"):
    figure: str
    name: Text
    woke: bool
    roll: Roll | None = None


def dice_of(figure: Figure, what: str) -> int:
    """Attack, defence, mind, movement: of its kind, or its own."""
    return int(getattr(BOOK.monsters[figure.monster] if figure.monster else figure, what))


def family(figure: Figure) -> str:
    return BOOK.monsters[figure.monster].family if figure.monster else figure.family


def body_of(figure: Figure) -> int:
    return BOOK.monsters[figure.monster].body if figure.monster else figure.most


def known_figure(state: State, key: str) -> Figure | Violation:
    return figure_of(state, key) or unknown("figure", key, "§I")


def upright_figure(state: State, key: str) -> Figure | Violation:
    """One that is not down."""
    figure = known_figure(state, key)
    if isinstance(figure, Violation) or not figure.is_down:
        return figure
    return refuse(
        "monster_down",
        "{name} est à terre : dites qui l’a abattu.",
        "{name} is down: say who brought it down.",
        "R9",
        field="figure",
        name=figure_name(figure),
    )


def upright(state: State) -> tuple[Figure, ...]:
    return tuple(one for one in state.places.figures if not one.is_down)


def no_figures() -> Violation:
    return refuse("no_monster", "Aucun monstre en état d’agir.", "No monster there for it.", "§I")


def figure_choices(figures: tuple[Figure, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(one.key, figure_name(one), hint=standing(one)) for one in figures)


def standing(figure: Figure) -> Text:
    return Text("corps {n} sur {m}", "body {n} of {m}")(n=figure.body, m=body_of(figure))


def _room_for(state: State, count: int) -> Violation | None:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return quest
    left = MOST - len(state.places.figures)
    if left <= 0:
        return refuse(
            "too_many_monsters", "{most} monstres au plus.", "At most {most} monsters.", "R10", most=MOST
        )
    return bounds("count", count, 1, left, "R10")


def place_monsters(state: State, command: PlaceMonsters, act: Act) -> Decision:
    wrong = _room_for(state, command.count)
    row = BOOK.monsters.get(command.monster)
    if wrong or row is None:
        return wrong or unknown("monster", command.monster, "§I")
    first = of(state).placed + 1
    keys = _keys(state, act, command.count)
    placed = tuple(
        Figure(key=key, monster=row.key, number=first + n, body=row.body) for n, key in enumerate(keys)
    )
    name = counted(command.count, row.name, row.plural)
    return (MonstersPlaced(figures=keys, placed=placed, name=name, monster=row.key),)


def _keys(state: State, act: Act, count: int) -> Keys:
    first = short_key(act, [one.key.partition("-")[0] for one in state.places.figures])
    return tuple(first if count == 1 else f"{first}-{n + 1}" for n in range(count))


def place_unique(state: State, command: PlaceUnique, act: Act) -> Decision:
    wrong = _room_for(state, 1) or _wrong_figures(command)
    if wrong:
        return wrong
    (key,) = _keys(state, act, 1)
    figure = Figure(
        key=key,
        monster="",
        number=of(state).placed + 1,
        body=command.body,
        name=command.name.strip(),
        attack=command.attack,
        defence=command.defence,
        mind=command.mind,
        most=command.body,
        movement=command.movement,
        xp=command.xp,
        family=command.family,
        ability=(command.ability or "").strip(),
    )
    return (MonstersPlaced(figures=(key,), placed=(figure,), name=figure_name(figure)),)


def _wrong_figures(command: PlaceUnique) -> Violation | None:
    if command.family not in FAMILIES:
        return unknown("family", command.family, "§I")
    found = (
        bounds(what, getattr(command, what), low, high, "§I") for what, (_, low, high) in MOST_OF.items()
    )
    return next((wrong for wrong in found if wrong), None)


def monsters_placed(state: State, event: MonstersPlaced) -> State:
    state = change(state, placed=of(state).placed + len(event.placed))
    return change_places(state, figures=(*state.places.figures, *event.placed))


def change_monster(state: State, command: ChangeMonster, act: Act) -> Decision:
    figure = known_figure(state, command.figure)
    if isinstance(figure, Violation):
        return figure
    wrong = bounds("by", command.by, -figure.body, body_of(figure) - figure.body, "§I", zero=False)
    return wrong or (MonsterChanged(figure=figure.key, name=figure_name(figure), by=command.by),)


def monster_changed(state: State, event: MonsterChanged) -> State:
    figure = figure_of(state, event.figure)
    assert figure is not None
    return change_figure(state, event.figure, body=figure.body + event.by)


def remove_monster(state: State, command: RemoveMonster, act: Act) -> Decision:
    figure = known_figure(state, command.figure)
    if isinstance(figure, Violation):
        return figure
    return (MonsterRemoved(figure=figure.key, name=figure_name(figure)),)


def monster_removed(state: State, event: MonsterRemoved) -> State:
    return without_figure(state, event.figure)


def wake_monster(state: State, command: WakeMonster, act: Act) -> Decision:
    figure = upright_figure(state, command.figure)
    if isinstance(figure, Violation):
        return figure
    wrong = may_wake(state, figure)
    if wrong:
        return wrong
    mind = dice_of(figure, "mind")
    roll = act.roll("waking", mind, D6) if mind else None
    woke = roll is None or "6" in roll.faces
    return (MonsterWoke(figure=figure.key, name=figure_name(figure), woke=woke, roll=roll),)


def may_wake(state: State, figure: Figure) -> Violation | None:
    """Once in each turn of the monsters."""
    turn = of(state).turn
    if turn.hero:
        return heroes_turn(state.heroes[turn.hero])
    if "sleep" in figure.effects and figure.key not in turn.tried:
        return None
    return refuse(
        "not_asleep",
        "{name} ne dort pas, ou a déjà essayé.",
        "{name} is not asleep, or has tried.",
        "§II",
        field="figure",
        name=figure_name(figure),
    )


def monster_woke(state: State, event: MonsterWoke) -> State:
    state = change_turn(state, tried=(*of(state).turn.tried, event.figure))
    if not event.woke:
        return state
    figure = figure_of(state, event.figure)
    assert figure is not None
    return change_figure(state, event.figure, effects=tuple(one for one in figure.effects if one != "sleep"))


def offer_place(state: State, given: Given) -> Draft:
    wrong = _room_for(state, 1)
    if wrong:
        return refused(wrong)
    left = MOST - len(state.places.figures)
    return Draft(
        (choice("monster", MONSTER, KINDS), span("count", HOW_MANY, 1, left, required=False, default=1))
    )


def offer_unique(state: State, given: Given) -> Draft:
    wrong = _room_for(state, 1)
    if wrong:
        return refused(wrong)
    spans = tuple(
        span(what, label, low, high, default=max(low, 1)) for what, (label, low, high) in MOST_OF.items()
    )
    kinds = tuple(Choice(key, name) for key, name in FAMILIES.items())
    ability = words("ability", ABILITY, required=False)
    return Draft((words("name", NAME), *spans, choice("family", FAMILY, kinds, default="chaos"), ability))


def offer_change(state: State, given: Given) -> Draft:
    able = state.places.figures
    if not able:
        return refused(no_figures())
    field = choice("figure", MONSTER, figure_choices(able), depends=True)
    figure = figure_of(state, str(given.get("figure")))
    if figure is None or figure not in able:
        return Draft((field,))
    low, high = -figure.body, body_of(figure) - figure.body
    by = span("by", BY, low, high, default=-1 if low else 1)
    return Draft((field, without_zero(by)))


def without_zero(field: Field) -> Field:
    return replace(field, without=(0,))


def _offer_one(figures: tuple[Figure, ...]) -> Draft:
    if not figures:
        return refused(no_figures())
    return Draft((choice("figure", MONSTER, figure_choices(figures)),))


def offer_remove(state: State, given: Given) -> Draft:
    return _offer_one(state.places.figures)


def offer_wake(state: State, given: Given) -> Draft:
    if state.quest and state.quest.turn.hero:
        return refused(heroes_turn(state.heroes[state.quest.turn.hero]))
    return _offer_one(tuple(one for one in upright(state) if may_wake(state, one) is None))


def tell_woke(event: MonsterWoke) -> Text:
    if event.woke:
        return Text("{n} se réveille.", "{n} wakes.")(n=event.name)
    return Text("{n} dort toujours.", "{n} sleeps on.")(n=event.name)


def tell_changed(event: MonsterChanged) -> Text:
    return Text("{n} : corps {by}.", "{n}: body {by}.")(n=event.name, by=signed(event.by))


CHAPTER = Chapter(
    name="monsters",
    decides={
        PlaceMonsters: place_monsters,
        PlaceUnique: place_unique,
        ChangeMonster: change_monster,
        RemoveMonster: remove_monster,
        WakeMonster: wake_monster,
    },
    evolves={
        MonstersPlaced: monsters_placed,
        MonsterChanged: monster_changed,
        MonsterRemoved: monster_removed,
        MonsterWoke: monster_woke,
    },
    tells={
        MonstersPlaced: told("Sur le plateau : {name}.", "On the board: {name}."),
        MonsterChanged: tell_changed,
        MonsterRemoved: told("{name} quitte le plateau.", "{name} leaves the board."),
        MonsterWoke: tell_woke,
    },
    offers={
        PlaceMonsters: offer_place,
        PlaceUnique: offer_unique,
        ChangeMonster: offer_change,
        RemoveMonster: offer_remove,
        WakeMonster: offer_wake,
    },
    small=(MonstersPlaced, MonsterChanged, MonsterRemoved, MonsterWoke),
)
