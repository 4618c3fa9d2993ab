"""The party, the map the group has drawn, the monsters on it, the stall; whose turn it is."""

from __future__ import annotations

from typing import Any

from rules.kernel.house_rules import shown
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import HeroSummary
from rules.kernel.sections import (
    AnySection,
    Board,
    Card,
    Cards,
    Figure,
    Figures,
    Line,
    Listing,
    Prose,
    Table,
)
from rules.kernel.tapping import tap
from rules.kernel.text import Text, listed, same
from rules.six_elements.adventures import DrawAdventure, draw_adventure
from rules.six_elements.book import BOOK
from rules.six_elements.dues import due
from rules.six_elements.dungeon import ARROWS, ENTRY, bearing, distance, exits_text, spot, ways_out, where
from rules.six_elements.fights import link_of
from rules.six_elements.games import DUNGEON
from rules.six_elements.house import HOUSE_RULES, rarity_at
from rules.six_elements.market import item_text, priced
from rules.six_elements.sheet import class_icon, foe_track, title
from rules.six_elements.state import ENTRANCE, Foe, Game, Hero, Place, State, Tile
from rules.six_elements.stats import foe_body, foe_derived, foe_mana, foe_most
from rules.six_elements.turns import EndTurn, end_turn
from rules.six_elements.words import ADVENTURES, MODES, RARITY, STATS, joined, signed, token_text

PARTY, NO_HEROES = (
    Text("Le groupe", "The party"),
    Text("Aucun héros : recrutez le premier.", "No hero: recruit the first."),
)
MAP, TILES, MONSTERS = (
    Text("Carte", "Map"),
    Text("Tuiles posées", "Tiles laid"),
    Text("Monstres en jeu", "Monsters in play"),
)
NO_MONSTERS, STALL = (
    Text("Aucun monstre sur le plateau.", "No monster on the board."),
    Text("Marchand", "Merchant"),
)
HOUSE, EMPTY = Text("Règles maison", "House rules"), Text("vide", "empty")
AGAINST_BOOK = Text("{value} au lieu de {default}", "{value} instead of {default}")
STATUS = {
    "heroes": Text("Tour {n} · au tour de {who}", "Turn {n} · {who} to play"),
    "monsters": Text("Tour {n} · les monstres jouent", "Turn {n} · the monsters play"),
    "adventure": Text("Tour {n} · aventure", "Turn {n} · adventure"),
}
WON, LOST = (
    Text("Partie gagnée : il reste à la clore.", "Game won: all that is left is to close it."),
    Text("Partie perdue : il reste à la clore.", "Game lost: all that is left is to close it."),
)
ADVENTURE = Text("Aventure en cours", "Adventure at hand")
TURN, NEXT = Text("Tour de jeu", "Turn"), Text("Tour {n}", "Turn {n}")
WHO = {
    "heroes": Text("{who} joue", "{who} plays"),
    "monsters": Text("Les monstres jouent", "The monsters play"),
    "adventure": Text("Aventure", "Adventure"),
}
AWAITED = Text("aventure : {who}", "adventure: {who}")
END, DRAW = Text("Finir son tour", "End this turn"), Text("Tirer l’aventure", "Draw the adventure")


def scope(state: State) -> str:
    return f"dungeon-{state.game.number}" if state.game else ""


def heroes(state: State) -> tuple[HeroSummary, ...]:
    """The roster: every hero at the table, in the order they joined."""
    return tuple(
        HeroSummary(
            key=hero.key,
            name=hero.name,
            title=title(hero),
            icon=class_icon(hero.hero_class),
            level=hero.level,
            xp=hero.xp,
            gold=hero.gold,
            in_play=state.game is not None,
            has_turn=state.game is not None and hero.key == awaited(state.game),
            is_down=hero.body == 0,
            due=tuple(filter(None, (due(hero),))),
        )
        for hero in state.heroes.values()
    )


def awaited(game: Game) -> str:
    """The hero the table waits for: who fights, who takes a level, who plays, who has still to face the adventure."""
    if game.outcome:
        return ""
    if game.fight or game.rising:
        return game.fight.hero if game.fight else game.rising
    if game.phase == "heroes":
        return game.current
    left = [key for key in game.order if key not in game.faced] if game.adventure else []
    return left[0] if left else ""


def board(state: State, viewer: Viewer) -> Board:
    """The same for everybody: there are no secrets in this game."""
    game = state.game
    return Board(
        scope=DUNGEON(n=game.number) if game else None,
        status=status(state, game) if game else None,
        sections=(
            party_lines(state),
            *(game_sections(state, game, viewer) if game else ()),
            *house_lines(state),
        ),
        facts=facts(state),
    )


def status(state: State, game: Game) -> Text:
    if game.outcome:
        return WON if game.outcome == "won" else LOST
    return STATUS[game.phase](n=game.turn, who=state.heroes[game.current].name)


def party_lines(state: State) -> Listing:
    lines = tuple(
        Line(
            label=same(hero.name),
            detail=standing(state, hero),
            hero=hero.key,
            icon=class_icon(hero.hero_class),
        )
        for hero in state.heroes.values()
    )
    return Listing(key="party", title=PARTY, place="head", lines=lines, empty=NO_HEROES)


def standing(state: State, hero: Hero) -> Text:
    return joined((title(hero), where(state.game, hero.place)))


def game_sections(state: State, game: Game, viewer: Viewer) -> tuple[AnySection, ...]:
    return (
        *turn_card(state, game, viewer),
        *adventure_text(game),
        monster_figures(state, game),
        grid(state, game),
        stall_lines(game),
        tile_lines(state, game),
    )


def turn_card(state: State, game: Game, viewer: Viewer) -> tuple[Cards, ...]:
    """Where the turn stands, and the one act that takes it on."""
    if game.outcome:
        return ()
    ends = game.phase == "heroes"
    act = (
        tap(state, end_turn, EndTurn(turn=game.current), END)
        if ends
        else tap(state, draw_adventure, DrawAdventure(), DRAW)
    )
    card = Card(
        key="turn",
        title=NEXT(n=game.turn),
        text=whose(state, game),
        state="ready",
        icon="clock",
        tap=act if viewer.role in ("gm", "player") else None,
    )
    return (Cards(key="round", title=TURN, place="head", cards=(card,)),)


def whose(state: State, game: Game) -> Text:
    """Whom the table waits for."""
    who = awaited(game)
    if game.phase == "adventure" and who:
        return AWAITED(who=state.heroes[who].name)
    return WHO[game.phase](who=state.heroes[who].name if who else "")


def adventure_text(game: Game) -> tuple[Prose, ...]:
    if not game.adventure:
        return ()
    row = BOOK.adventures[game.adventure]
    text = Text("{name} ({kind})", "{name} ({kind})")(
        name=row.name, kind=ADVENTURES[row.adventure_kind].inline
    )
    return (Prose(key="adventure", title=ADVENTURE, place="head", text=text),)


def grid(state: State, game: Game) -> Table:
    """The tiles as they lie, north up; each cell its exits, what leads nowhere yet, and who stands there."""
    places = [tile.place for tile in game.tiles]
    easts = range(min(x for x, _ in places), max(x for x, _ in places) + 1)
    souths = range(min(y for _, y in places), max(y for _, y in places) + 1)
    columns = (NORTH, *(_axis(east, "E", "O", "W") for east in easts))
    rows: tuple[tuple[Text, ...], ...] = tuple(
        (_axis(south, "S", "N", "N"), *(cell(state, game, (east, south)) for east in easts))
        for south in souths
    )
    return Table(key="map", title=MAP, place="head", columns=columns, rows=rows)


def _axis(steps: int, ahead: str, back_fr: str, back_en: str) -> Text:
    if not steps:
        return same("0")
    return same(f"{steps} {ahead}") if steps > 0 else Text(f"{-steps} {back_fr}", f"{-steps} {back_en}")


NORTH = Text("N ↑", "N ↑")


def cell(state: State, game: Game, place: Place) -> Text:
    """`↑? → Théa, Harpie`: an arrow an exit, `?` where it leads nowhere yet; a dot where nothing lies."""
    tile = game.tile(place)
    if tile is None:
        return same("·")
    open_ones = ways_out(game, place)
    ways = " ".join(f"{ARROWS[way]}?" if way in open_ones else ARROWS[way] for way in tile.exits)
    here = [same(hero.name) for hero in state.heroes.values() if hero.place == place]
    here += [BOOK.creature(foe.card).name for foe in game.foes if foe.place == place]
    parts = ([ENTRY] if place == ENTRANCE else []) + [same(ways)]
    return joined((joined(tuple(parts), " "), *here), " · ")


def monster_figures(state: State, game: Game) -> Figures:
    """The monsters on the board, who is fought first; their fight is played on the hero’s sheet."""
    fought = game.fight.foe if game.fight else ""
    foes = sorted(game.foes, key=lambda foe: foe.key != fought)
    return Figures(
        key="monsters",
        title=MONSTERS,
        place="head",
        figures=tuple(figure(state, game, foe) for foe in foes),
        empty=NO_MONSTERS,
    )


def figure(state: State, game: Game, foe: Foe) -> Figure:
    row = BOOK.creature(foe.card)
    return Figure(
        key=foe.key,
        title=row.name,
        text=foe_text(state, game, foe),
        icon="monster",
        link=link_of(foe),
        opponent=foe.card if foe.card in BOOK.monsters else "",
        track=foe_track(state, foe),
    )


def foe_text(state: State, game: Game, foe: Foe) -> Text:
    """`Commun · Couloir (2 N) · Attaque 1d6 +2 · Défense 1d6 +1 · porte …`."""
    row = BOOK.creature(foe.card)
    gear = tuple(BOOK.equipment[card].name for card in foe.gear)
    bears = (Text("porte {gear}", "bears {gear}")(gear=listed(gear)),) if gear else ()
    dice = tuple(throw_text(state, foe, use) for use in ("attack", "defence"))
    tokens = tuple(token_text(token, number) for token, number in foe.tokens.items())
    return joined((RARITY[row.rarity], where(game, foe.place), *dice, *bears, *tokens))


def throw_text(state: State, foe: Foe, use: str) -> Text:
    """`Attaque 1d6 +2`."""
    number = foe_derived(state, foe, use)
    shown = f"{number.dice} {signed(number.value)}" if number.value else str(number.dice)
    return Text("{what} {n}", "{what} {n}")(what=STATS[use], n=shown)


def stall_lines(game: Game) -> Listing:
    rows = [BOOK.items[card] for card in game.stall]
    lines = tuple(
        Line(
            label=row.name,
            detail=joined((priced(row), item_text(row))),
            link=f"items/{row.key}",
            icon="potion",
        )
        for row in rows
    )
    return Listing(key="stall", title=STALL, lines=lines, empty=EMPTY)


def tile_lines(state: State, game: Game) -> Listing:
    lines = tuple(
        Line(label=where(game, tile.place), detail=tile_text(state, game, tile), icon="map")
        for tile in game.tiles
    )
    return Listing(key="tiles", title=TILES, place="more", lines=lines)


def tile_text(state: State, game: Game, tile: Tile) -> Text:
    """Exits, distance, zone, and who stands there."""
    far = distance(tile.place)
    texts = [Text("sorties {e}", "exits {e}")(e=exits_text(tile.exits))]
    if far:
        texts.append(Text("distance {n}", "distance {n}")(n=far))
        texts.append(RARITY[rarity_at(state, far)])
    texts += [BOOK.creature(foe.card).name for foe in game.foes if foe.place == tile.place]
    texts += [same(hero.name) for hero in state.heroes.values() if hero.place == tile.place]
    return joined(tuple(texts))


def house_lines(state: State) -> tuple[Listing, ...]:
    """The house rules that differ from the book."""
    if not state.house:
        return ()
    rules = ((HOUSE_RULES[key], value) for key, value in state.house.items())
    lines = tuple(
        Line(
            label=rule.label, detail=AGAINST_BOOK(value=shown(rule, value), default=shown(rule, rule.default))
        )
        for rule, value in rules
    )
    return (Listing(key="house_rules", title=HOUSE, place="more", lines=lines),)


def facts(state: State) -> dict[str, Any]:
    game = state.game
    return {
        "party": [
            {"key": hero.key, "name": hero.name, "level": hero.level} for hero in state.heroes.values()
        ],
        "games": state.games,
        "game": game_facts(state, game) if game else None,
        "house_rules": dict(state.house),
    }


def game_facts(state: State, game: Game) -> dict[str, Any]:
    return {
        "number": game.number,
        "mode": game.mode,
        "mode_name": MODES[game.mode],
        "turn": game.turn,
        "phase": game.phase,
        "current": game.current,
        "order": list(game.order),
        "outcome": game.outcome,
        "winner": game.winner or None,
        "oracle": game.oracle,
        "adventure": game.adventure or None,
        "faced": list(game.faced),
        "fight": _fight_facts(game),
        "tiles": [
            {
                "key": spot(tile.place),
                "tile": tile.card or None,
                "exits": tile.exits,
                "distance": distance(tile.place),
                "bearing": bearing(tile.place),
            }
            for tile in game.tiles
        ],
        "foes": [foe_facts(state, foe) for foe in game.foes],
        "stall": list(game.stall),
        "discards": {pile: list(cards) for pile, cards in game.discards.items()},
        "gone": {pile: list(cards) for pile, cards in game.gone.items()},
    }


def _fight_facts(game: Game) -> dict[str, Any] | None:
    fight = game.fight
    if fight is None:
        return None
    return {"hero": fight.hero, "foe": fight.foe, "round": fight.round, "next": fight.next}


def foe_facts(state: State, foe: Foe) -> dict[str, Any]:
    return {
        "key": foe.key,
        "monster": foe.card,
        "place": spot(foe.place),
        "body": {"now": foe_body(state, foe), "max": foe_most(state, foe)},
        "mana": foe_mana(foe),
        "gear": list(foe.gear),
        "tokens": dict(foe.tokens),
    }
