"""What must hold of every state, whatever was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.house import HOUSE_RULES
from rules.heroquest_annexes.monsters import MOST, body_of
from rules.heroquest_annexes.numbers import body, mind_now
from rules.heroquest_annexes.state import Hero, Quest, State
from rules.heroquest_annexes.wearing import clash, may_wear
from rules.kernel.house_rules import check


def audit(state: State) -> tuple[str, ...]:
    """The broken invariants, in words for whoever keeps the site."""
    found = [line for key, hero in state.heroes.items() for line in _hero(state, key, hero)]
    found += [f"house: {key}" for key, v in state.house.items() if check(HOUSE_RULES.get(key), key, v)]
    classes = Counter(hero.hero_class for hero in state.heroes.values())
    found += [f"{one} is played twice" for one, number in classes.items() if number > 1]
    found += _treasures(state)
    if state.quest:
        found += _quest(state, state.quest)
    elif state.places.rooms or state.places.figures or state.places.things:
        found.append("places: without a quest")
    return tuple(found)


def _hero(state: State, key: str, hero: Hero) -> Iterator[str]:
    if hero.key != key:
        yield f"{key}: filed under another key"
    if hero.hero_class not in BOOK.heroes:
        yield f"{key}: unknown class {hero.hero_class}"
        return
    if not 0 <= hero.body <= body(hero).value:
        yield f"{key}: body is {hero.body}"
    if hero.spent < 0 or (not hero.is_dead and mind_now(hero) < 1):
        yield f"{key}: mind is {mind_now(hero)}"
    if min(hero.gold, hero.xp, hero.wins) < 0:
        yield f"{key}: gold, XP or wins below 0"
    if hero.is_dead and (hero.effects or state.quest is None):
        yield f"{key}: dead, and not as the dead are"
    yield from _gear(key, hero)


def _gear(key: str, hero: Hero) -> Iterator[str]:
    names = [one.key for one in hero.items]
    if len(set(names)) != len(names) or any(one.count < 1 for one in hero.items):
        yield f"{key}: gear counted wrongly"
    worn = [BOOK.items[one] for one in hero.worn]
    yield from (f"{key}: wears {item.key}" for item in worn if may_wear(hero, item))
    yield from (
        f"{key}: {one.key} with {two.key}"
        for n, one in enumerate(worn)
        for two in worn[:n]
        if clash(one, two)
    )


def _treasures(state: State) -> Iterator[str]:
    """One of each in the campaign (R16)."""
    found = Counter(one.key for hero in state.heroes.values() for one in hero.items for _ in range(one.count))
    found.update(one.item for one in state.places.things if one.item)
    yield from (
        f"{key}: {number} of them"
        for key, number in found.items()
        if number > 1 and BOOK.items[key].category == "unique"
    )


def _quest(state: State, quest: Quest) -> Iterator[str]:
    known = set(state.heroes)
    if not quest.heroes or not known.issuperset(quest.heroes):
        yield "quest: strangers, or nobody"
    if quest.turn.hero and quest.turn.hero not in quest.heroes:
        yield "turn: of a stranger"
    elif quest.turn.hero and state.heroes[quest.turn.hero].is_dead:
        yield "turn: of the dead"
    chosen = [one for series in quest.series.values() for one in series]
    if len(set(chosen)) != len(chosen):
        yield "series: one chosen twice"
    if len(state.places.figures) > MOST:
        yield "monsters: too many"
    for figure in state.places.figures:
        if not 0 <= figure.body <= body_of(figure):
            yield f"{figure.key}: body is {figure.body}"
    rooms = [*(hero.room for hero in state.heroes.values()), *(one.room for one in state.places.things)]
    yield from (f"room {room} is not there" for room in rooms if room and room not in state.places.rooms)
