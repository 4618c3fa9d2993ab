"""A given hero against a given monster, both ways, with the odds of one blow (§3.2, §I, §III)."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.combat import WAY, Way, is_shot, no_way, ways
from rules.heroquest_annexes.combat_die import BLACK, COMBAT, SKULL, WHITE
from rules.heroquest_annexes.content_types import Monster
from rules.heroquest_annexes.monsters import KINDS
from rules.heroquest_annexes.numbers import attack, defence
from rules.heroquest_annexes.refusals import bounds, hero_of, unknown
from rules.heroquest_annexes.state import Hero, State
from rules.heroquest_annexes.words import HERO, HOW_MANY, MONSTER
from rules.kernel.distribution import (
    Chances,
    binomial,
    certain,
    gathered,
    handful,
    mean,
    mixed,
    share,
    summed,
)
from rules.kernel.distribution import symbols as faces_of
from rules.kernel.messages import Violation
from rules.kernel.offers import Choice, Field, choice, span
from rules.kernel.refusing import refuse
from rules.kernel.sections import AnySection, Bar, Bars, Derived, Line, Listing, Numbers, Table, derive
from rules.kernel.sections import Part as Summand
from rules.kernel.text import Text, same
from rules.kernel.versus import Faced, Query, Room, Versus

MOST = 16
STRIKES = Text("{one} contre {other}", "{one} against {other}")
FELLS = Text("Chance d’abattre d’un coup", "Chance to fell with one blow")
EXPECTED = Text("Points perdus en moyenne", "Points lost on average")
COLUMNS = (Text("Points", "Points"), Text("Probabilité", "Probability"))
DEFENDS = Text("Défense : {other}", "Defence: {other}")
ATTACKS = Text("Attaque : {one}", "Attack: {one}")
IN_RETURN = Text("Points perdus en retour", "Points lost in return")
OF_ROOM = Text("Points perdus par tour, en moyenne", "Points lost in a turn, on average")
PARTY = Text("Le groupe contre : {other}", "The party against: {other}")


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """One side striking the other: the numbers, and the chances of each loss."""

    one: Text
    other: Text
    attack: Derived
    defence: Derived
    lost: Chances
    body: int

    @property
    def fells(self) -> float:
        return float(sum(self.lost[self.body :]))

    @property
    def expected(self) -> float:
        return mean(self.lost, self.body)


def less(hits: Chances, number: int, face: str) -> Chances:
    """Hits less the shields of so many dice."""
    shields = binomial(number, share(COMBAT, (face,)))
    return gathered([(max(0, h - s), p * q) for h, p in enumerate(hits) for s, q in enumerate(shields)])


def hits_of(number: int, *, again: bool) -> Chances:
    """Skulls of a handful; the elf throws one other die again."""
    skulls = binomial(number, share(COMBAT, (SKULL,)))
    if not again:
        return skulls
    one = binomial(1, share(COMBAT, (SKULL,)))
    return mixed([(p, summed(certain(k), one) if k < number else certain(k)) for k, p in enumerate(skulls)])


def cleaving(number: int, shields: int) -> Chances:
    """The battle axe: each black shield thrown takes a die from the defence."""
    symbols = faces_of(COMBAT)
    order = tuple(symbols)
    skull, black = order.index(SKULL), order.index(BLACK)
    return mixed(
        [
            (p, less(certain(counts[skull]), max(0, shields - counts[black]), BLACK))
            for counts, p in handful(number, tuple(symbols.values()))
        ]
    )


def of_hero(hero: Hero, monster: Monster, way: Way) -> Blow:
    dice = attack(hero, near=way.near, weapon=way.item, against=monster.family)
    again = is_shot(way) and hero.hero_class == "elf"
    if way.item and way.item.cleaves:
        lost = cleaving(dice.value, monster.defence)
    else:
        lost = less(hits_of(dice.value, again=again), monster.defence, BLACK)
    guard = derive("defence", BOOK.monsters[monster.key].name, (_profile(monster, monster.defence),))
    return Blow(
        one=same(hero.name), other=monster.name, attack=dice, defence=guard, lost=lost, body=monster.body
    )


def of_monster(hero: Hero, monster: Monster) -> Blow:
    guard = defence(hero)
    lost = less(hits_of(monster.attack, again=False), guard.value, WHITE)
    dice = derive("attack", monster.name, (_profile(monster, monster.attack),))
    return Blow(
        one=monster.name, other=same(hero.name), attack=dice, defence=guard, lost=lost, body=max(1, hero.body)
    )


def _profile(monster: Monster, amount: int) -> Summand:
    return Summand(monster.name, amount, "§I", f"monsters/{monster.key}")


def fields(state: State, hero: str, query: Query) -> tuple[Field, ...]:
    """The monster, then how the hero strikes."""
    found = state.heroes.get(hero)
    how = tuple(Choice(key, way.label) for key, way in ways(found).items()) if found else ()
    first = choice("monster", MONSTER, KINDS, depends=True)
    return (first, choice("way", WAY, how, default=how[0].value)) if len(how) > 1 else (first,)


def faced(state: State, key: str, query: Query) -> Faced | Violation:
    hero, monster = hero_of(state, key), BOOK.monsters.get(query.get("monster", ""))
    if isinstance(hero, Violation):
        return hero
    if monster is None:
        return unknown("monster", query.get("monster", "")[:80], "§I")
    found = ways(hero)
    if not found:
        return no_way(hero)
    way = found.get(query.get("way") or next(iter(found)))
    if way is None:
        return unknown("way", query.get("way", "")[:80], "§3.2")
    mine, theirs = of_hero(hero, monster, way), of_monster(hero, monster)
    sections = (*shown("hero", mine), *shown("monster", theirs))
    return Faced(sections=sections, facts={"hero": facts(mine), "monster": facts(theirs)})


def facts(blow: Blow) -> dict[str, Any]:
    return {
        "attack": blow.attack.value,
        "defence": blow.defence.value,
        "fells": blow.fells,
        "expected": blow.expected,
        "lost": list(blow.lost),
    }


def shown(key: str, blow: Blow) -> tuple[AnySection, ...]:
    title = STRIKES(one=blow.one, other=blow.other)
    numbers = (
        msgspec.structs.replace(blow.attack, key=f"{key}_attack", label=ATTACKS(one=blow.one)),
        msgspec.structs.replace(blow.defence, key=f"{key}_defence", label=DEFENDS(other=blow.other)),
    )
    lines = (
        Line(label=FELLS, detail=per_cent(blow.fells), icon="skull"),
        Line(label=EXPECTED, detail=decimal(blow.expected), icon="body"),
    )
    bars = tuple(Bar(same(str(n)), p, per_cent(p)) for n, p in enumerate(blow.lost))
    return (
        Listing(key=f"{key}_odds", title=title, lines=lines),
        Numbers(key=f"{key}_numbers", title=title, numbers=numbers),
        Bars(key=f"{key}_lost", title=title, columns=COLUMNS, bars=bars),
    )


def decimal(number: float) -> Text:
    text = f"{number:.2f}"
    return Text(text.replace(".", ","), text)


def per_cent(chance: float) -> Text:
    text = f"{100 * chance:.1f}"
    return Text(text.replace(".", ",") + "\N{NO-BREAK SPACE}%", text + "%")


def party(state: State, opponent: str) -> tuple[AnySection, ...]:
    """Every hero with what is in hand against one kind."""
    monster = BOOK.monsters.get(opponent)
    heroes = [hero for hero in state.heroes.values() if not hero.is_dead and ways(hero)]
    if monster is None or not heroes:
        return ()
    rows = tuple(_row(hero, monster) for hero in heroes)
    columns = (HERO, FELLS, EXPECTED, IN_RETURN)
    return (Table(key="party", title=PARTY(other=monster.name), columns=columns, rows=rows),)


def _row(hero: Hero, monster: Monster) -> tuple[Text | int | str, ...]:
    mine = of_hero(hero, monster, next(iter(ways(hero).values())))
    back = of_monster(hero, monster)
    return same(hero.name), per_cent(mine.fells), decimal(mine.expected), decimal(back.expected)


def room(state: State, asked: Room) -> Faced | Violation:
    """What a room of several kinds costs each hero in a turn, if all strike at one."""
    wrong = _wrong_room(asked)
    if wrong:
        return wrong
    heroes = [hero for hero in state.heroes.values() if not hero.is_dead]
    costs = {hero.key: _cost(hero, asked) for hero in heroes}
    rows = tuple((same(hero.name), decimal(costs[hero.key])) for hero in heroes)
    table = Table(key="room", title=OF_ROOM, columns=(HERO, OF_ROOM), rows=rows)
    return Faced(sections=(table,) if asked and heroes else (), facts={"lost": costs if asked else {}})


def _wrong_room(asked: Room) -> Violation | None:
    if len(asked) > Versus.most_kinds:
        most = Versus.most_kinds
        return refuse(
            "too_many_kinds", "{n} sortes au plus.", "At most {n} kinds.", "R10", field="monster", n=most
        )
    for key, count in asked:
        if key not in BOOK.monsters:
            return unknown("monster", key[:80], "§I")
        if wrong := bounds("count", count, 1, MOST, "R10"):
            return wrong
    return None


def _cost(hero: Hero, asked: Room) -> float:
    return sum(count * mean(of_monster(hero, BOOK.monsters[key]).lost) for key, count in asked)


VERSUS: Versus[State] = Versus(
    section="monsters",
    field="monster",
    fields=fields,
    faced=faced,
    party=party,
    room=room,
    room_fields=(
        choice("monster", MONSTER, KINDS),
        span("count", HOW_MANY, 1, MOST, required=False, default=1),
    ),
)
