"""What the heroes' levels give to the sorcerer's stock of evolutions, in secret (§6.6, R29, R51)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.house import PLACES, has_stock, stock_cell
from rules.heroquest_evolution.state import State
from rules.kernel.messages import Event
from rules.kernel.text import Text

STOCK_MOST = 9
FIRST_LEVEL = 2


class StockCredited(Event, frozen=True, tag="stock_credited"):
    """One evolution more: the hero was in that `place` (1 to 4) among those who reached `level`."""

    audience = "gm"
    hero: str
    hero_name: str
    monster: str
    monster_name: Text
    level: int
    place: int


class StockLost(Event, frozen=True, tag="stock_lost"):
    """A gain beyond the `most` of one monster that the stock holds."""

    audience = "gm"
    hero: str
    hero_name: str
    monster: str
    monster_name: Text
    level: int
    place: int
    most: int


def reached(state: State, level: int) -> int:
    """How many heroes have reached that level, counted up to four; the dead and the retired count."""
    at = level - FIRST_LEVEL
    return state.reached[at] if at < len(state.reached) else 0


def reach(state: State, levels: Iterable[int]) -> State:
    """The state after one more hero has reached these levels. The count goes on where there is no stock (R88)."""
    wanted = frozenset(levels)
    counts = tuple(
        min(len(PLACES), reached(state, level) + (level in wanted))
        for level in range(FIRST_LEVEL, MAX_LEVEL + 1)
    )
    return replace(state, reached=_without_end(counts))


def _without_end(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The counts up to the highest level that anybody has reached."""
    while counts and not counts[-1]:
        counts = counts[:-1]
    return counts


def next_cell(state: State, level: int) -> tuple[int, tuple[str, ...]] | None:
    """The place of the next hero to reach that level and what this gives; None after the fourth, or without a stock."""
    place = reached(state, level) + 1
    if not has_stock(state) or place > len(PLACES):
        return None
    return place, stock_cell(state, level, place)


def credited(state: State, hero: str, name: str, levels: Iterable[int]) -> tuple[Event, ...]:
    """What the sorcerer gets for the levels that the hero reaches by one act."""
    return tuple(_credited(state, hero, name, levels))


def _credited(state: State, hero: str, name: str, levels: Iterable[int]) -> Iterator[Event]:
    counts = dict(state.stock)
    for level in levels:
        place, monsters = next_cell(state, level) or (0, ())
        for monster in monsters:
            shown = BOOK.monsters[monster].name.inline
            if counts.get(monster, 0) >= STOCK_MOST:
                yield StockLost(
                    hero=hero, hero_name=name, monster=monster, monster_name=shown, level=level, place=place,
                    most=STOCK_MOST,
                )  # fmt: skip
            else:
                counts[monster] = counts.get(monster, 0) + 1
                yield StockCredited(
                    hero=hero, hero_name=name, monster=monster, monster_name=shown, level=level, place=place
                )


def in_stock(state: State, monster: str, count: int) -> State:
    """The state with that many of one monster in stock."""
    others = {key: left for key, left in state.stock.items() if key != monster}
    return replace(state, stock=others | {monster: count} if count else others)


def stock_credited(state: State, event: StockCredited) -> State:
    return in_stock(state, event.monster, state.stock.get(event.monster, 0) + 1)


def stock_lost(state: State, event: StockLost) -> State:
    return state


def tell_credited(event: StockCredited) -> Text:
    return Text(
        "Stock du sorcier : +1 {monster} ({hero}, niveau {level}, {place}).",
        "Zargon’s stock: +1 {monster} ({hero}, level {level}, {place}).",
    )(monster=event.monster_name, hero=event.hero_name, level=event.level, place=PLACES[event.place - 1])


def tell_lost(event: StockLost) -> Text:
    return Text(
        "Stock du sorcier : gain perdu, déjà {most} × {monster} ({hero}, niveau {level}, {place}).",
        "Zargon’s stock: a gain is lost, {most} × {monster} already ({hero}, level {level}, {place}).",
    )(
        monster=event.monster_name,
        most=event.most,
        hero=event.hero_name,
        level=event.level,
        place=PLACES[event.place - 1],
    )
