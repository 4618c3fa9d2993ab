"""The dungeon as a grid of tiles: passages, ways, distances (§5, §6, §13)."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cache

from rules.kernel.text import Text
from rules.six_elements.book import BOOK
from rules.six_elements.state import ALL_EXITS, ENTRANCE, Game, Place, Tile

STEPS: dict[str, Place] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
SIDES: dict[str, Text] = {
    "N": Text("Au nord", "North"),
    "E": Text("À l’est", "East"),
    "S": Text("Au sud", "South"),
    "W": Text("À l’ouest", "West"),
}
WAYS: dict[str, Text] = {way: side.inline for way, side in SIDES.items()}
LETTERS: dict[str, Text] = {
    "N": Text("N", "N"),
    "E": Text("E", "E"),
    "S": Text("S", "S"),
    "W": Text("O", "W"),
}
ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
ENTRY = Text("Entrée", "Entrance")
MATERIALISED = Text("Tuile de l’Oracle", "Tile of the Oracle")


def beside(place: Place, way: str) -> Place:
    step = STEPS[way]
    return place[0] + step[0], place[1] + step[1]


def spot(place: Place) -> str:
    """The place as a key: `2.-1` is two east and one north."""
    return f"{place[0]}.{place[1]}"


def distance(place: Place) -> int:
    """From the entrance in a straight line, across and then down (§13)."""
    return abs(place[0]) + abs(place[1])


@cache
def turnings(exits: str, enters: str) -> tuple[str, ...]:
    """Every way a tile may be turned so that it can be entered from there, once each (§6)."""
    turned = (_turn(exits, quarters) for quarters in range(4))
    return tuple(dict.fromkeys(one for one in turned if enters in one))


def _turn(exits: str, quarters: int) -> str:
    turned = {ALL_EXITS[(ALL_EXITS.index(way) + quarters) % 4] for way in exits}
    return "".join(way for way in ALL_EXITS if way in turned)


def passages(game: Game, place: Place) -> Iterator[tuple[str, Place]]:
    """The neighbouring tiles that a passage leads to: both sides have to be open."""
    tile = game.tile(place)
    for way in tile.exits if tile else "":
        there = game.tile(beside(place, way))
        if there and OPPOSITE[way] in there.exits:
            yield way, there.place


def open_exits(tiles: tuple[Tile, ...]) -> tuple[tuple[Place, str], ...]:
    """The exits that lead to no tile yet."""
    laid = {tile.place for tile in tiles}
    return tuple((t.place, way) for t in tiles for way in t.exits if beside(t.place, way) not in laid)


def ways_out(game: Game, place: Place) -> tuple[str, ...]:
    """The exits of one tile that lead to no tile yet."""
    return tuple(way for at, way in open_exits(game.tiles) if at == place)


def reach(game: Game, start: Place, steps: int, stops: Container[Place] = ()) -> dict[Place, int]:
    """The tiles within so many steps, with how many; a walk ends where it comes upon one of `stops` (R36)."""
    found, edge = {start: 0}, [start]
    for step in range(1, steps + 1):
        edge = [
            there
            for place in edge
            if place == start or place not in stops
            for _, there in passages(game, place)
            if found.setdefault(there, step) == step
        ]
        edge = list(dict.fromkeys(edge))
    return found


def path(game: Game, start: Place, goal: Place) -> tuple[Place, ...]:
    """The shortest way, without the start; empty where there is none. North, east, south, west decide ties."""
    came: dict[Place, Place] = {start: start}
    edge = [start]
    while edge and goal not in came:
        ahead = []
        for place in edge:
            for _, there in passages(game, place):
                if there not in came:
                    came[there] = place
                    ahead.append(there)
        edge = ahead
    return _back(came, start, goal) if goal in came else ()


def _back(came: dict[Place, Place], start: Place, goal: Place) -> tuple[Place, ...]:
    steps = []
    while goal != start:
        steps.append(goal)
        goal = came[goal]
    return tuple(reversed(steps))


def where(game: Game | None, place: Place) -> Text:
    """`Salle des offrandes (2 E, 1 N)`."""
    if place == ENTRANCE:
        return ENTRY
    tile = game.tile(place) if game else None
    name = BOOK.tiles[tile.card].name if tile and tile.card else MATERIALISED
    at = bearing(place)
    return Text(f"{name.fr} ({at.fr})", f"{name.en} ({at.en})")


def bearing(place: Place) -> Text:
    """`2 E, 1 N`: how far from the entrance, and which way."""
    east = (("E" if place[0] > 0 else "W"), abs(place[0]))
    south = (("S" if place[1] > 0 else "N"), abs(place[1]))
    parts = [(LETTERS[way], many) for way, many in (east, south) if many]
    if not parts:
        return ENTRY
    return Text(", ".join(f"{n} {w.fr}" for w, n in parts), ", ".join(f"{n} {w.en}" for w, n in parts))


def exits_text(exits: str) -> Text:
    """`N, E, O`."""
    return Text(", ".join(LETTERS[way].fr for way in exits), ", ".join(LETTERS[way].en for way in exits))
