"""The monsters on the board: they enter, are wounded, fall, are taken off (R39, R109)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.refusals import amount, open_quest, refuse, unknown
from rules.heroquest_evolution.state import Figure, Run, State, change_run
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span
from rules.kernel.text import Text, counted

FIGURES_MOST = 20
"""More than any room holds, and as many as anyone can look after."""
BODY_MOST = 20
ROOMS_MOST = 40
FIGURE = Text("Figurine", "Figure")
NUMBERED = Text("{monster} {n}", "{monster} {n}")
FIELD = "monsters."
ByMonster = Annotated[dict[Key, Number], msgspec.Meta(max_length=100)]
Why = Literal["killed", "removed", "evolved"]


class PlaceMonsters(Command, frozen=True, tag="place_monsters"):
    """So many of each kind enter. `body`: their points, where the bestiary's do not hold; `room`: of the plan, known to its keeper alone."""

    label = Text("Mettre des monstres en jeu", "Put monsters in play")
    does = "fills_room"
    icon = "monster"
    monsters: ByMonster = {}
    body: Number | None = None
    room: Number | None = None


class ChangeMonster(Command, frozen=True, tag="change_monster"):
    """Body points of one, lost or given back; at 0 it is down until somebody is credited with it."""

    label = Text("Corps d’un monstre", "Body of a monster")
    icon = "heart"
    figure: Key
    by: Number


class RemoveMonster(Command, frozen=True, tag="remove_monster"):
    """It flees, or never was there: nobody is credited."""

    label = Text("Retirer un monstre", "Take a monster off the board")
    icon = "close"
    figure: Key


class MonstersPlaced(Event, frozen=True, tag="monsters_placed"):
    """`figures` are the keys of those that entered; the first of them is number `first` of its kind."""

    monster: str
    monster_name: Text
    monster_plural: Text
    figures: tuple[str, ...]
    body: int
    first: int = 1
    proper: bool = False


class RoomRevealed(Event, frozen=True, tag="room_revealed"):
    """Which room of the plan it was says more of the plan than the board shows."""

    audience = "gm"
    room: int


class MonsterChanged(Event, frozen=True, tag="monster_changed"):
    figure: str
    monster: str
    monster_name: Text
    nth: int
    by: int
    now: int


class MonsterGone(Event, frozen=True, tag="monster_gone"):
    figure: str
    monster: str
    monster_name: Text
    nth: int
    reason: Why = "removed"


def place_monsters(state: State, command: PlaceMonsters, act: Act) -> Decision:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    wrong = _wrong_kinds(command) or _wrong_count(run, command.monsters) or _wrong_rest(command)
    return wrong or (
        *placed(run, command.monsters, act, command.body),
        *((RoomRevealed(room=command.room),) if command.room and command.room not in run.rooms else ()),
    )


def _wrong_kinds(command: PlaceMonsters) -> Violation | None:
    strange = next((key for key in command.monsters if key not in BOOK.monsters), None)
    if strange is not None:
        return unknown(f"{FIELD}{strange}", strange, "§3.1")
    if command.monsters:
        return None
    return refuse(
        "nobody_enters",
        "Dites quels monstres entrent en jeu.",
        "Say which monsters enter play.",
        "R109",
        field="monsters",
    )


def _wrong_count(run: Run, kinds: dict[str, int]) -> Violation | None:
    free = FIGURES_MOST - len(run.figures)
    if all(count >= 1 for count in kinds.values()) and sum(kinds.values()) <= free:
        return None
    most = max(0, free - sum(kinds.values()) + max(kinds.values()))
    first = next((key for key, count in kinds.items() if count < 1), next(iter(kinds)))
    return _full() if not free else amount(kinds[first], 1, most, f"{FIELD}{first}", "R109") or _full()


def _full() -> Violation:
    return refuse(
        "board_full",
        "Au plus {most} monstres en jeu : retirez-en d’abord.",
        "At most {most} monsters in play: take some off first.",
        "R109",
        most=FIGURES_MOST,
    )


def _wrong_rest(command: PlaceMonsters) -> Violation | None:
    wrong = None if command.body is None else amount(command.body, 1, BODY_MOST, "body", "R109")
    return wrong or (None if command.room is None else amount(command.room, 1, ROOMS_MOST, "room", "R109"))


def placed(run: Run, kinds: dict[str, int], act: Act, body: int | None = None) -> tuple[MonstersPlaced, ...]:
    """Those that enter; who has no profile in the source has one point unless told (R109)."""
    key = act.new_key()
    starts = [sum(list(kinds.values())[:at]) for at in range(len(kinds))]
    return tuple(
        _placed(run, BOOK.monsters[kind], tuple(f"{key}-{start + at}" for at in range(count)), body)
        for start, (kind, count) in zip(starts, kinds.items(), strict=True)
    )


def _placed(run: Run, monster: Monster, keys: tuple[str, ...], body: int | None) -> MonstersPlaced:
    plural = monster.plural if monster.proper else monster.plural.inline
    return MonstersPlaced(
        monster=monster.key,
        monster_name=name_of(monster),
        monster_plural=plural,
        figures=keys,
        body=body or monster.body or 1,
        first=max((one.nth for one in of_kind(run, monster.key)), default=0) + 1,
        proper=monster.proper,
    )


def name_of(monster: Monster) -> Text:
    return monster.name if monster.proper else monster.name.inline


def of_kind(run: Run, monster: str) -> tuple[Figure, ...]:
    return tuple(one for one in run.figures if one.monster == monster)


def find_figure(state: State, key: str) -> Figure | Violation:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    found = next((one for one in run.figures if one.key == key), None)
    return found or unknown("figure", key, "R109")


def change_monster(state: State, command: ChangeMonster, act: Act) -> Decision:
    found = find_figure(state, command.figure)
    if isinstance(found, Violation):
        return found
    low, high = -found.body, found.body_max - found.body
    if command.by == 0 or not low <= command.by <= high:
        return refuse(
            "out_of_bounds",
            "Corps : de {low} à {high}, sans 0.",
            "Body: from {low} to {high}, not 0.",
            "R109",
            field="by",
            low=low,
            high=high,
        )
    return (
        MonsterChanged(
            figure=found.key,
            monster=found.monster,
            monster_name=name_of(BOOK.monsters[found.monster]),
            nth=found.nth,
            by=command.by,
            now=found.body + command.by,
        ),
    )


def remove_monster(state: State, command: RemoveMonster, act: Act) -> Decision:
    found = find_figure(state, command.figure)
    return found if isinstance(found, Violation) else (gone(found, "removed"),)


def gone(figure: Figure, reason: Why) -> MonsterGone:
    return MonsterGone(
        figure=figure.key,
        monster=figure.monster,
        monster_name=name_of(BOOK.monsters[figure.monster]),
        nth=figure.nth,
        reason=reason,
    )


def fallen(run: Run, monster: str, count: int, figure: str | None) -> tuple[MonsterGone, ...]:
    """Which of those in play a kill takes off: the one that is named, then those with the fewest points left (R109)."""
    order = sorted(of_kind(run, monster), key=lambda one: (one.key != figure, one.body))
    return tuple(gone(one, "killed") for one in order[:count])


def evolved(run: Run, monster: str, replaces: str, act: Act) -> tuple[Event, ...]:
    """An evolution takes the place of a figure on the board; where none is kept there, nothing changes (R109)."""
    old = of_kind(run, replaces)[-1:]
    if not run.figures or (not old and len(run.figures) >= FIGURES_MOST):
        return ()
    return (*(gone(one, "evolved") for one in old), *placed(run, {monster: 1}, act))


def monsters_placed(state: State, event: MonstersPlaced) -> State:
    assert state.quest is not None
    came = tuple(
        Figure(key, event.monster, nth, event.body, event.body)
        for nth, key in enumerate(event.figures, event.first)
    )
    return change_run(state, figures=(*state.quest.figures, *came))


def room_revealed(state: State, event: RoomRevealed) -> State:
    assert state.quest is not None
    return change_run(state, rooms=(*state.quest.rooms, event.room))


def monster_changed(state: State, event: MonsterChanged) -> State:
    assert state.quest is not None
    figures = tuple(
        replace(one, body=one.body + event.by) if one.key == event.figure else one
        for one in state.quest.figures
    )
    return change_run(state, figures=figures)


def monster_gone(state: State, event: MonsterGone) -> State:
    assert state.quest is not None
    return change_run(state, figures=tuple(one for one in state.quest.figures if one.key != event.figure))


def offer_place(state: State, given: Given) -> Draft:
    run = open_quest(state)
    if isinstance(run, Violation):
        return refused(run)
    free = FIGURES_MOST - len(run.figures)
    if not free:
        return refused(_full())
    chosen = {
        name: value for name, value in given.items() if name.startswith(FIELD) and isinstance(value, int)
    }
    fields = _places(free, tuple(chosen.items()))
    return Draft((*fields, *REST), any_of=tuple(field.name for field in fields))


REST = (
    span("body", Text("Corps (vide : selon le bestiaire)", "Body (empty: as the bestiary says)"), 1, BODY_MOST, required=False),
    span("room", Text("Salle n° (vous seul la voyez)", "Room no. (for your eyes only)"), 1, ROOMS_MOST, required=False),
)  # fmt: skip


@lru_cache(maxsize=256)
def _places(free: int, chosen: tuple[tuple[str, int], ...]) -> tuple[Field, ...]:
    """A number for each kind; what the others take of the free places is taken."""
    taken = dict(chosen)
    label = Text("Monstres : {name}", "Monsters: {name}")
    left = free - sum(taken.values())
    return tuple(
        span(f"{FIELD}{row.key}", label(name=row.name), 1, most, required=False)
        for row in BOOK.monsters.values()
        if (most := left + taken.get(f"{FIELD}{row.key}", 0)) >= 1
    )


def offer_change(state: State, given: Given) -> Draft:
    draft = _offer_figures(state)
    found = find_figure(state, str(given.get("figure")))
    if draft.violation or isinstance(found, Violation):
        return draft
    low, high = -found.body, found.body_max - found.body
    by = span("by", Text("De combien", "By"), low, high, default=-1 if found.body else 1)
    return Draft((*draft.fields, replace(by, without=(0,))))


def _offer_figures(state: State) -> Draft:
    run = open_quest(state)
    if isinstance(run, Violation):
        return refused(run)
    if not run.figures:
        return refused(
            refuse("no_monster", "Aucun monstre en jeu.", "No monster is in play.", "R109", field="figure")
        )
    return Draft((choice("figure", FIGURE, figure_choices(run.figures), depends=True),))


def figure_choices(figures: Iterable[Figure]) -> tuple[Choice, ...]:
    hint = Text("Corps {now}/{most}", "Body {now}/{most}")
    return tuple(
        Choice(one.key, title_of(one), hint=hint(now=one.body, most=one.body_max)) for one in figures
    )


def title_of(figure: Figure) -> Text:
    return NUMBERED(monster=BOOK.monsters[figure.monster].name, n=figure.nth)


def offer_remove(state: State, given: Given) -> Draft:
    return _offer_figures(state)


def tell_placed(event: MonstersPlaced) -> Text:
    count = len(event.figures)
    alone = count == 1 and event.proper
    what = event.monster_name if alone else counted(count, event.monster_name, event.monster_plural)
    verb = Text("entre" if count == 1 else "entrent", "enters" if count == 1 else "enter")
    return Text("{what} {verb} en jeu.", "{what} {verb} play.")(what=what, verb=verb)


def tell_room(event: RoomRevealed) -> Text:
    return Text("C’est la salle {n} du plan.", "It is room {n} of the plan.")(n=event.room)


def _called(event: MonsterChanged | MonsterGone) -> Text:
    name = NUMBERED(monster=event.monster_name, n=event.nth)
    return Text(name.fr[:1].upper() + name.fr[1:], name.en[:1].upper() + name.en[1:])


def tell_monster_changed(event: MonsterChanged) -> Text:
    verb = Text("perd", "loses") if event.by < 0 else Text("regagne", "regains")
    return Text("{what} {verb} {n} Corps (reste {now}).", "{what} {verb} {n} Body ({now} left).")(
        what=_called(event), verb=verb, n=abs(event.by), now=event.now
    )


GONE: dict[str, Text] = {
    "killed": Text("{what} quitte le plateau.", "{what} leaves the board."),
    "removed": Text("{what} n’est plus en jeu.", "{what} is out of play."),
    "evolved": Text("{what} évolue.", "{what} evolves."),
}


def tell_gone(event: MonsterGone) -> Text:
    return GONE[event.reason](what=_called(event))


CHAPTER = Chapter(
    name="monsters_in_play",
    decides={
        PlaceMonsters: place_monsters,
        ChangeMonster: change_monster,
        RemoveMonster: remove_monster,
    },
    evolves={
        MonstersPlaced: monsters_placed,
        RoomRevealed: room_revealed,
        MonsterChanged: monster_changed,
        MonsterGone: monster_gone,
    },
    tells={
        MonstersPlaced: tell_placed,
        RoomRevealed: tell_room,
        MonsterChanged: tell_monster_changed,
        MonsterGone: tell_gone,
    },
    offers={PlaceMonsters: offer_place, ChangeMonster: offer_change, RemoveMonster: offer_remove},
)
