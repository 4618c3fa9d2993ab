"""Tables of a party against monsters: one kind beside everybody, or a whole room (§2, R46, R87)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.chances import per_cent, rounds_text, tenths
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.facts import is_alive
from rules.heroquest_evolution.opponents import has_profile
from rules.heroquest_evolution.refusals import refuse
from rules.heroquest_evolution.state import Hero, State
from rules.heroquest_evolution.turns import Odds
from rules.heroquest_evolution.versus import (
    MONSTER,
    OPPONENTS,
    Asked,
    Struck,
    faced,
    fields,
    hero_strikes,
    monster_strikes,
    no_opponent,
    wrong_count,
)
from rules.kernel.messages import Violation
from rules.kernel.offers import choice, span
from rules.kernel.sections import AnySection, Prose, Table
from rules.kernel.text import Text, same
from rules.kernel.versus import Faced, Room, Versus

MOST_MONSTERS, MOST_KINDS = 20, 8
HERO = Text("Héros", "Hero")
EXPECTED = Text("Points par tour", "Points a turn")
KILLS = Text("Tue en un tour", "Kills in a turn")
ROUNDS = Text("Tours", "Turns")
THEY_STRIKE = Text("Vos héros frappent : {name}", "Your heroes strike: {name}")
IT_STRIKES = Text("{name} frappe vos héros", "{name} strikes your heroes")
COLUMNS = (HERO, EXPECTED, KILLS, ROUNDS)
Direction = Callable[[Asked], Struck | Violation]


def party(state: State, opponent: str) -> tuple[AnySection, ...]:
    """Every hero of the campaign against one monster, one to one; nothing where it has no profile."""
    monster = BOOK.monsters.get(opponent)
    if monster is None or not has_profile(monster) or not living(state):
        return ()
    return (
        _table("they-strike", THEY_STRIKE(name=monster.name), state, monster, hero_strikes),
        _table("it-strikes", IT_STRIKES(name=monster.name), state, monster, monster_strikes),
    )


def living(state: State) -> tuple[Hero, ...]:
    """The heroes who may yet be in a fight."""
    return tuple(hero for hero in state.heroes.values() if is_alive(state, hero))


def _table(key: str, title: Text, state: State, monster: Monster, direction: Direction) -> Table:
    rows = tuple(_cells(hero, plain_odds(hero, monster, direction)) for hero in living(state))
    return Table(key=key, title=title, columns=COLUMNS, rows=rows)


def _cells(hero: Hero, odds: Odds) -> tuple[Text | int | str, ...]:
    return (hero.name, tenths(odds.expected), per_cent(odds.kill), rounds_text(odds.rounds))


def plain_odds(hero: Hero, monster: Monster, direction: Direction) -> Odds:
    """One to one and with nothing supposed, which nothing can refuse."""
    struck = direction(Asked(hero=hero, monster=monster))
    assert isinstance(struck, Struck), struck
    return struck.odds


KILL_TABLE = Text("Tuer en un tour", "Killing in a turn")
DAMAGE_TABLE = Text("Si toute la salle frappe le même héros", "If the whole room strikes the same hero")
DAMAGE = Text("Points par tour", "Points a turn")
LEFT = Text("Corps · Esprit", "Body · Mind")
TIMES = Text("{n} × {name}", "{n} × {name}")
NOTE = Text(
    "Chaque monstre attaque une fois, sans supériorité numérique.",
    "Each monster attacks once, without outnumbering.",
)
ABOUT = Prose(key="room-about", title=Text("Comment lire", "How to read this"), place="more", text=NOTE)
COUNT = Text("Combien", "How many")
ROOM_FIELDS = (
    choice("monster", MONSTER, OPPONENTS, required=False),
    span("count", COUNT, 1, MOST_MONSTERS, required=False, default=1),
)


Picked = list[tuple[Monster, int]]
Pairs = list[tuple[Odds, Odds]]


def room(state: State, room: Room) -> Faced | Violation:
    """Every hero against a room of monsters: who kills what, and what a round of all of them costs."""
    for key, count in room:
        wrong = no_opponent(key, BOOK.monsters.get(key)) or wrong_count("count", count, 1, MOST_MONSTERS)
        if wrong:
            return wrong
    if len(room) > MOST_KINDS:
        return _too_many()
    picked = [(BOOK.monsters[key], count) for key, count in room]
    if not picked or not living(state):
        return Faced(sections=())
    every = [(hero, [_pair(hero, monster) for monster, _ in picked]) for hero in living(state)]
    counts = [count for _, count in picked]
    return Faced(
        sections=(_kill_table(picked, every), _damage_table(counts, every), ABOUT),
        facts={"heroes": {hero.key: _facts(picked, pairs) for hero, pairs in every}},
    )


def _facts(picked: Picked, pairs: Pairs) -> dict[str, Any]:
    kills = {monster.key: mine.kill for (monster, _), (mine, _) in zip(picked, pairs, strict=True)}
    return {"kill": kills, "expected_wounds": _damage([count for _, count in picked], pairs)}


def _too_many() -> Violation:
    return refuse(
        "too_many_kinds",
        "Au plus {n} sortes de monstres à la fois.",
        "At most {n} kinds of monsters at once.",
        "R87",
        field="monster",
        n=MOST_KINDS,
    )


def _pair(hero: Hero, monster: Monster) -> tuple[Odds, Odds]:
    return plain_odds(hero, monster, hero_strikes), plain_odds(hero, monster, monster_strikes)


def _damage(counts: list[int], pairs: Pairs) -> float:
    return sum(count * theirs.expected for count, (_, theirs) in zip(counts, pairs, strict=True))


def _kill_table(picked: Picked, every: list[tuple[Hero, Pairs]]) -> Table:
    """Heroes side by side, the room from top to bottom."""
    rows: tuple[tuple[Text | int | str, ...], ...] = tuple(
        (TIMES(n=count, name=monster.name), *(per_cent(pairs[at][0].kill) for _, pairs in every))
        for at, (monster, count) in enumerate(picked)
    )
    columns = (MONSTER, *(same(hero.name) for hero, _ in every))
    return Table(key="room-kills", title=KILL_TABLE, columns=columns, rows=rows)


def _damage_table(counts: list[int], every: list[tuple[Hero, Pairs]]) -> Table:
    rows = tuple(
        (hero.name, tenths(_damage(counts, pairs)), f"{hero.body} · {hero.mind}") for hero, pairs in every
    )
    return Table(key="room-damage", title=DAMAGE_TABLE, columns=(HERO, DAMAGE, LEFT), rows=rows)


VERSUS: Versus[State] = Versus(
    section="monsters",
    field="monster",
    fields=fields,
    faced=faced,
    party=party,
    room=room,
    room_fields=ROOM_FIELDS,
    most_kinds=MOST_KINDS,
)
