"""Walking and exploring: up to three tiles a turn, one tile laid, and the fight that follows (§5, §6)."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements import bouts
from rules.six_elements.book import BOOK
from rules.six_elements.dungeon import (
    OPPOSITE,
    WAYS,
    beside,
    distance,
    exits_text,
    open_exits,
    reach,
    spot,
    turnings,
    ways_out,
    where,
)
from rules.six_elements.house import ZONES, house_int, rarity_at
from rules.six_elements.piles import TILE, Piled, draw, left, piled
from rules.six_elements.refusals import known, on_turn, open_game
from rules.six_elements.spawning import MonsterAppeared, appear, monster_appeared, tell_appeared
from rules.six_elements.state import Answer, Game, Hero, Pending, Place, State, Tile, change, play
from rules.six_elements.story import Story

TO, WAY, TURNED = Text("Vers", "To"), Text("Sortie", "Exit"), Text("Sorties de la tuile", "Exits of the tile")


class Move(Command, frozen=True, tag="move"):
    """Along passages; a tile with a monster ends the walk (R36)."""

    who = "own"
    label = Text("Se déplacer", "Move")
    icon = "boot"
    hero: Key
    to: Key


class Explore(Command, frozen=True, tag="explore"):
    """Through an exit that leads nowhere yet: a tile is drawn (§6)."""

    who = "own"
    label = Text("Explorer", "Explore")
    icon = "search"
    hero: Key
    way: Key


class PlaceTile(Command, frozen=True, tag="place_tile"):
    """The tile drawn, turned so that it can be entered; a monster appears and the fight begins."""

    who = "own"
    label = Text("Poser la tuile", "Lay the tile")
    icon = "map"
    hero: Key
    exits: Key


class HeroMoved(Event, frozen=True, tag="hero_moved"):
    hero: str
    hero_name: str
    place: Place
    where: Text
    steps: int


class TileDrawn(Piled, frozen=True, tag="tile_drawn"):
    """`enters` is the exit by which the hero comes in."""

    hero: str
    hero_name: str
    tile: str
    tile_name: Text
    way: str
    place: Place
    enters: str


class TilePlaced(Event, frozen=True, tag="tile_placed"):
    """The hero steps onto it."""

    hero: str
    hero_name: str
    tile: str
    tile_name: Text
    place: Place
    exits: str
    distance: int


def steps_left(state: State) -> int:
    return house_int(state, "hero_steps") - state.open.steps


def in_reach(state: State, hero: Hero) -> dict[str, tuple[Place, int]]:
    """Where the hero may still walk this turn, with the steps it takes."""
    game = state.open
    stops = {foe.place for foe in game.foes}
    found = reach(game, hero.place, steps_left(state), stops)
    return {spot(place): (place, steps) for place, steps in found.items() if steps}


def move(state: State, command: Move, act: Act) -> Decision:
    hero = on_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    found = in_reach(state, hero).get(command.to)
    if found is None:
        return _too_far("to")
    place, steps = found
    return (
        HeroMoved(
            hero=hero.key, hero_name=hero.name, place=place, where=where(state.open, place), steps=steps
        ),
    )


def _too_far(field: str) -> Violation:
    return refuse(
        "out_of_reach",
        "Aucun chemin assez court n’y mène ce tour-ci.",
        "No way short enough leads there this turn.",
        "§5",
        field=field,
    )


def hero_moved(state: State, event: HeroMoved) -> State:
    walked = change(state, event.hero, place=event.place)
    return play(walked, steps=state.open.steps + event.steps)


def explorer(state: State, key: str) -> Answer[Hero]:
    """Who may explore: once a turn, with a step left, tiles left, and an exit that leads nowhere."""
    hero = on_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    if state.open.explored or steps_left(state) < 1:
        return refuse(
            "no_steps", "Plus de déplacement ce tour-ci.", "No step left this turn.", "§5", field="hero"
        )
    if any(foe.place == hero.place for foe in state.open.foes):
        return refuse(
            "monster_blocks",
            "Un monstre barre les sorties : il faut le combattre ou revenir sur ses pas.",
            "A monster bars the exits: fight it or turn back.",
            "R36",
            field="hero",
        )
    if not left(state, TILE)[0]:
        return refuse("no_tiles", "Toutes les tuiles sont posées.", "All tiles are laid.", "§6")
    if not ways_out(state.open, hero.place):
        return refuse(
            "no_exit",
            "Aucune sortie inexplorée ici.",
            "No unexplored exit here.",
            "§6",
            field="way",
        )
    return hero


def explore(state: State, command: Explore, act: Act) -> Decision:
    hero = explorer(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.way not in ways_out(state.open, hero.place):
        return refuse(
            "no_exit",
            "Aucune sortie inexplorée de ce côté.",
            "No unexplored exit on that side.",
            "§6",
            field="way",
        )
    place, enters = beside(hero.place, command.way), OPPOSITE[command.way]
    drawn = draw(state, act, "tile", TILE, only=_fitting(state, place, enters))
    if drawn is None:
        return refuse("no_tiles", "Toutes les tuiles sont posées.", "All tiles are laid.", "§6")
    return (
        TileDrawn(
            hero=hero.key,
            hero_name=hero.name,
            tile=drawn.card,
            tile_name=BOOK.tiles[drawn.card].name,
            way=command.way,
            place=place,
            enters=enters,
        ),
    )


def _fitting(state: State, place: Place, enters: str) -> tuple[str, ...] | None:
    """Tiles that do not close the dungeon; None where every one will do, or none would (R30)."""
    if any(beside(at, way) != place for at, way in open_exits(state.open.tiles)):
        return None
    cards, _ = left(state, TILE)
    open_ones = tuple(
        card
        for card in cards
        if any(
            _stays_open(state.open, card, place, turned)
            for turned in turnings(BOOK.tiles[card].exits, enters)
        )
    )
    return open_ones or None


def _stays_open(game: Game, card: str, place: Place, exits: str) -> bool:
    return bool(open_exits((*game.tiles, Tile(place, exits, card))))


def tile_drawn(state: State, event: TileDrawn) -> State:
    drawn = play(state, explored=True, pending=Pending(event.tile, event.place, event.enters))
    return piled(drawn, event)


def layouts(state: State) -> tuple[str, ...]:
    """How the drawn tile may be turned: never so that it closes the dungeon, where another way keeps it open (R30)."""
    game = state.open
    assert game.pending is not None
    found = turnings(BOOK.tiles[game.pending.card].exits, game.pending.enters)
    kept = tuple(t for t in found if _stays_open(game, game.pending.card, game.pending.place, t))
    return kept or found


def layer(state: State, key: str) -> Answer[Hero]:
    """Who has drawn a tile and has to lay it."""
    game = open_game(state)
    if isinstance(game, Violation):
        return game
    hero = known(state, key)
    if isinstance(hero, Violation):
        return hero
    if game.pending is None or game.current != key:
        return refuse("no_tile_drawn", "Aucune tuile à poser.", "No tile to lay.", "§6", field="hero")
    return hero


def place_tile(state: State, command: PlaceTile, act: Act) -> Decision:
    hero = layer(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.exits not in layouts(state):
        return refuse(
            "tile_turned_wrong",
            "La tuile ne se pose pas ainsi.",
            "The tile cannot lie like that.",
            "§6",
            field="exits",
        )
    story = Story(state, act)
    _lay(story, hero, command.exits)
    foe = appear(story, story.hero(hero.key).place)
    bouts.begin(story, hero.key, foe, "hero")
    return story.told


def _lay(story: Story, hero: Hero, exits: str) -> None:
    pending = story.game.pending
    assert pending is not None
    placed = TilePlaced(
        hero=hero.key,
        hero_name=hero.name,
        tile=pending.card,
        tile_name=BOOK.tiles[pending.card].name,
        place=pending.place,
        exits=exits,
        distance=distance(pending.place),
    )
    story.tell(placed, tile_placed)


def tile_placed(state: State, event: TilePlaced) -> State:
    game = state.open
    tile = Tile(event.place, event.exits, event.tile)
    laid = play(state, tiles=(*game.tiles, tile), pending=None, steps=game.steps + 1)
    return change(laid, event.hero, place=event.place)


def offer_move(state: State, hero: str, given: Given) -> Draft:
    found = on_turn(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    places = in_reach(state, found)
    if not places:
        return refused(_too_far("to"))
    options = tuple(
        Choice(key, where(state.open, place), hint=_steps_text(steps))
        for key, (place, steps) in places.items()
    )
    return Draft((choice("to", TO, options),))


def _steps_text(steps: int) -> Text:
    return Text(f"{steps} tuile{'s' if steps > 1 else ''}", f"{steps} tile{'s' if steps > 1 else ''}")


def offer_explore(state: State, hero: str, given: Given) -> Draft:
    found = explorer(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    ways = tuple(
        Choice(way, WAYS[way], hint=ZONES[rarity_at(state, distance(beside(found.place, way)))])
        for way in ways_out(state.open, found.place)
    )
    return Draft((choice("way", WAY, ways),))


def offer_place(state: State, hero: str, given: Given) -> Draft:
    found = layer(state, hero)
    pending = state.game.pending if state.game else None
    if isinstance(found, Violation) or pending is None:
        return refused(found) if isinstance(found, Violation) else Draft()
    options = tuple(Choice(turned, exits_text(turned)) for turned in layouts(state))
    name = BOOK.tiles[pending.card].name
    return Draft((choice("exits", TURNED, options, default=options[0].value),), text=name)


def tell_moved(event: HeroMoved) -> Text:
    return Text("{hero} se déplace : {place}.", "{hero} walks: {place}.")(
        hero=event.hero_name, place=event.where
    )


def tell_drawn(event: TileDrawn) -> Text:
    return Text("{hero} explore {way} : {tile}.", "{hero} explores {way}: {tile}.")(
        hero=event.hero_name, way=WAYS[event.way], tile=event.tile_name
    )


def tell_placed(event: TilePlaced) -> Text:
    return Text(
        "{tile} est posée à {n} de l’Entrée (sorties : {exits}).",
        "{tile} is laid {n} from the entrance (exits: {exits}).",
    )(tile=event.tile_name, n=event.distance, exits=exits_text(event.exits))


CHAPTER = Chapter(
    name="moving",
    decides={Move: move, Explore: explore, PlaceTile: place_tile},
    evolves={
        HeroMoved: hero_moved,
        TileDrawn: tile_drawn,
        TilePlaced: tile_placed,
        MonsterAppeared: monster_appeared,
    },
    tells={
        HeroMoved: tell_moved,
        TileDrawn: tell_drawn,
        TilePlaced: tell_placed,
        MonsterAppeared: tell_appeared,
    },
    offers={Move: offer_move, Explore: offer_explore, PlaceTile: offer_place},
)
