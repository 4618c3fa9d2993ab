"""A turn outside fights as cards: a monster here, exits, the walk, gear, stones; a tile to lay, an adventure (§5, §6, §14)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.kernel.messages import kind_of
from rules.kernel.sections import Card
from rules.kernel.tapping import card, card_of, tap, taps
from rules.kernel.text import Text
from rules.six_elements.adventures import (
    DrawAdventure,
    FaceAdventure,
    draw_adventure,
    effect_text,
    face_adventure,
    needs_text,
)
from rules.six_elements.affinities import RaiseAffinity, may_rise
from rules.six_elements.book import BOOK
from rules.six_elements.dungeon import SIDES, beside, distance, exits_text, ways_out, where
from rules.six_elements.equipment import Equip, equip, wearable
from rules.six_elements.fight_cards import items
from rules.six_elements.fights import Engage, engage
from rules.six_elements.house import ZONES, rarity_at
from rules.six_elements.moving import (
    Explore,
    Move,
    PlaceTile,
    explore,
    in_reach,
    layouts,
    move,
    place_tile,
    steps_left,
)
from rules.six_elements.oracle import CallOracle, call_oracle
from rules.six_elements.state import Hero, State
from rules.six_elements.stats import ELEMENT_ICONS
from rules.six_elements.turns import EndTurn, end_turn
from rules.six_elements.words import ADVENTURES, GRADES, RARITY, STATS, joined

EXITS, TRY = Text("Sorties {e}", "Exits {e}"), Text("Tenter", "Try")
HERE, EXPLORE = Text("Ici", "Here"), Text("Explorer : {zone}", "Explore: {zone}")
OUTCOME = Text("gain : {won} · perte : {lost}", "gain: {won} · loss: {lost}")
KIND = Text("{name} ({kind}, {stat})", "{name} ({kind}, {stat})")
ALSO = Text("Et encore", "And also")
WALK = Text("Se déplacer ({n})", "Move ({n})")
END, WEAR = Text("Finir le tour", "End the turn"), Text("Équiper", "Put on")


def tile(state: State, hero: Hero) -> Iterator[Card]:
    """Every way the drawn tile may lie."""
    pending = state.open.pending
    assert pending is not None
    for exits in layouts(state):
        title = EXITS(e=exits_text(exits))
        laid = tap(state, place_tile, PlaceTile(hero=hero.key, exits=exits), title)
        yield Card(
            key=f"lay-{exits}",
            title=title,
            icon="map",
            state="ready",
            group=BOOK.tiles[pending.card].name,
            tap=laid,
        )


def draw(state: State) -> Iterator[Card]:
    """The card that ends the turn, for whoever turns it."""
    found = card(state, draw_adventure, DrawAdventure(), "scroll")
    if found:
        yield found


def adventure(state: State, hero: Hero) -> Iterator[Card]:
    """What each difficulty needs, brings and costs."""
    row = BOOK.adventures[state.open.adventure]
    for place, (grade, label) in enumerate(GRADES.items()):
        outcome = OUTCOME(won=effect_text(row.won[place]), lost=effect_text(row.lost[place]))
        yield Card(
            key=grade,
            title=label,
            text=joined((needs_text(state, hero, row, grade), outcome)),
            icon=ELEMENT_ICONS[row.element],
            tone=row.element,
            state="ready",
            group=KIND(name=row.name, kind=ADVENTURES[row.adventure_kind].inline, stat=STATS[row.tested]),
            tap=tap(state, face_adventure, FaceAdventure(hero=hero.key, grade=grade), TRY),
        )


def turn(state: State, hero: Hero) -> Iterator[Card]:
    """A monster here, else the exits by what waits behind them; then all the rest."""
    for foe in state.open.foes:
        if foe.place == hero.place:
            row = BOOK.creature(foe.card)
            yield Card(
                key=f"engage-{foe.key}",
                title=row.name,
                text=RARITY[row.rarity],
                icon="sword",
                state="ready",
                group=HERE,
                tap=tap(state, engage, Engage(hero=hero.key, foe=foe.key)),
            )
    yield from _exits(state, hero)
    yield from _rest(state, hero)


def _exits(state: State, hero: Hero) -> Iterator[Card]:
    """The commonest monsters first."""
    for zone, name in ZONES.items():
        for way in ways_out(state.open, hero.place):
            if rarity_at(state, distance(beside(hero.place, way))) != zone:
                continue
            title = SIDES[way]
            opened = tap(state, explore, Explore(hero=hero.key, way=way), title)
            if opened:
                group = EXPLORE(zone=name.inline)
                yield Card(
                    key=f"explore-{way}", title=title, icon="door", state="ready", group=group, tap=opened
                )


def _rest(state: State, hero: Hero) -> Iterator[Card]:
    """Walking, what is at hand to put on, to rise in and to use, the Oracle, and the end."""
    steps = (
        (Move(hero=hero.key, to=key), where(state.open, place))
        for key, (place, _) in in_reach(state, hero).items()
    )
    pieces = ((Equip(hero=hero.key, equipment=key), BOOK.equipment[key].name) for key in wearable(hero))
    ways = taps(state, move, steps)
    found = (
        card_of("walk", WALK(n=steps_left(state)), ways, "boot", ask=kind_of(Move)),
        card_of("wear", WEAR, taps(state, equip, pieces), "armour", ask=kind_of(Equip)),
        _rise(hero),
        *items(state, hero),
        card(state, call_oracle, CallOracle(hero=hero.key), "eye"),
    )
    ended = tap(state, end_turn, EndTurn(turn=state.open.current), END)
    end = Card(key="end", title=END, icon="hourglass", state="ready", tap=ended)
    yield from (replace(one, group=ALSO) for one in (*found, end) if one)


def _rise(hero: Hero) -> Card | None:
    """Where stones are enough for a step."""
    if not may_rise(hero):
        return None
    return Card(key="rise", title=RaiseAffinity.label, icon="bolt", state="ready", ask=kind_of(RaiseAffinity))
