"""Piles of cards: what may still be drawn, and drawing as a throw whose faces are cards (§3, R32, R34)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.kernel.dice import Act, Die, RollRefused
from rules.kernel.messages import Event, Violation
from rules.kernel.text import Text
from rules.six_elements.book import BOOK, RARITIES
from rules.six_elements.content_types import Row
from rules.six_elements.state import Game, State, play
from rules.six_elements.words import RARITY

TILE, ITEM, ADVENTURE, BOSS = "tile-card", "item-card", "adventure-card", "boss-card"


def monsters(rarity: str) -> str:
    return f"monster-{rarity}"


def equipment(rarity: str) -> str:
    return f"equipment-{rarity}"


def _of(rarity: str, table: dict[str, Row]) -> dict[str, Row]:
    return {key: row for key, row in table.items() if getattr(row, "rarity", "") == rarity}


PILES: dict[str, dict[str, Row]] = {
    TILE: {**BOOK.tiles},
    ITEM: {**BOOK.items},
    ADVENTURE: {**BOOK.adventures},
    BOSS: {**BOOK.bosses},
    **{monsters(rarity): _of(rarity, {**BOOK.monsters}) for rarity in RARITIES},
    **{equipment(rarity): _of(rarity, {**BOOK.equipment}) for rarity in RARITIES},
}
"""The whole of every pile. A card's number in its pile is its place, from 1: cards are only ever added at the end."""
NAMES: dict[str, Text] = {
    TILE: Text("tuile", "tile"),
    ITEM: Text("carte Objet", "Item card"),
    ADVENTURE: Text("carte Aventure", "Adventure card"),
    BOSS: Text("carte Boss", "Boss card"),
    **{monsters(r): Text("carte Monstre {r}", "{r} Monster card")(r=RARITY[r]) for r in RARITIES},
    **{equipment(r): Text("carte Équipement {r}", "{r} Equipment card")(r=RARITY[r]) for r in RARITIES},
}
NUMBERS = {pile: {key: n for n, key in enumerate(cards, 1)} for pile, cards in PILES.items()}


def as_die(pile: str, cards: tuple[str, ...]) -> Die:
    names = {key: PILES[pile][key].name for key in cards}
    return Die(pile, cards, NAMES[pile], names)


DECKS: tuple[Die, ...] = tuple(as_die(pile, tuple(cards)) for pile, cards in PILES.items())
"""Every pile, whole."""


class Drawn(msgspec.Struct, frozen=True):
    """A card from a pile; `shuffled` where the discards had to be shuffled in first."""

    card: str
    shuffled: bool = False


class Piled(Event, frozen=True, kw_only=True):
    """An event that moves cards: numbers put on discard piles or out of the game, piles whose discards were shuffled in."""

    discards: dict[str, tuple[int, ...]] = {}
    gone: dict[str, tuple[int, ...]] = {}
    shuffled: tuple[str, ...] = ()


def in_use(state: State, game: Game) -> Iterator[str]:
    """Every card that lies on the board, in the stall or with somebody."""
    yield from (tile.card for tile in game.tiles)
    yield from (game.pending.card,) if game.pending else ()
    yield from (game.adventure, *game.stall)
    for foe in game.foes:
        yield from (foe.card, *foe.gear)
    for hero in state.heroes.values():
        yield from (*hero.worn, *hero.bag, *hero.items)
        yield from (hero.loot.card,) if hero.loot else ()


def left(state: State, pile: str, taken: tuple[str, ...] = ()) -> tuple[tuple[str, ...], bool]:
    """What may be drawn, and whether for that the discards are shuffled in. Monsters never run out (R34)."""
    game = state.open
    used = {*in_use(state, game), *taken}
    gone, discarded = set(game.gone.get(pile, ())), set(game.discards.get(pile, ()))
    free = [key for key in PILES[pile] if key not in used and NUMBERS[pile][key] not in gone]
    fresh = tuple(key for key in free if NUMBERS[pile][key] not in discarded)
    if fresh:
        return fresh, False
    if free:
        return tuple(free), True
    return (tuple(PILES[pile]) if pile.startswith("monster-") else ()), bool(discarded)


def draw(
    state: State,
    act: Act,
    purpose: str,
    pile: str,
    taken: tuple[str, ...] = (),
    only: tuple[str, ...] | None = None,
) -> Drawn | None:
    """The next card, or None where the pile is out. `only` are those that would do."""
    cards, shuffled = left(state, pile, taken)
    cards = cards if only is None else tuple(key for key in cards if key in only)
    if not cards:
        return None
    roll = act.roll(purpose, 1, as_die(pile, cards))
    if roll.faces[0] not in cards:
        raise RollRefused(_lies_elsewhere(purpose, pile, roll.faces[0]))
    return Drawn(roll.faces[0], shuffled)


def _lies_elsewhere(purpose: str, pile: str, card: str) -> Violation:
    """A card drawn once that is not in its pile any more: what came before has changed."""
    return Violation(
        code="card_elsewhere",
        message=Text("Cette carte n’est plus dans sa pioche.", "This card is not in its pile any more."),
        rule="R34",
        params={"for": purpose, "dice": f"1{pile}", "card": card},
        field="rolls",
    )


def numbers(pile: str, cards: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Cards as their printed numbers, by pile; nothing where there are none."""
    return {pile: tuple(NUMBERS[pile][key] for key in cards)} if cards else {}


def piled(state: State, event: Piled) -> State:
    """The piles after an event."""
    game = state.open
    kept = {pile: cards for pile, cards in game.discards.items() if pile not in event.shuffled}
    return play(state, discards=_put(kept, event.discards), gone=_put(game.gone, event.gone))


def _put(piles: dict[str, tuple[int, ...]], more: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    return piles | {pile: (*piles.get(pile, ()), *cards) for pile, cards in more.items() if cards}


def equipment_pile(card: str) -> str:
    return equipment(BOOK.equipment[card].rarity)


def by_pile(cards: tuple[str, ...]) -> dict[str, tuple[int, ...]]:
    """Pieces of equipment as printed numbers, by the pile each belongs to."""
    found: dict[str, tuple[int, ...]] = {}
    for card in cards:
        pile = equipment_pile(card)
        found[pile] = (*found.get(pile, ()), NUMBERS[pile][card])
    return found
