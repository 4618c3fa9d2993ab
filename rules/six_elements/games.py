"""A game from the laying of the entrance to its end (§3, §16, R21, R42, R46)."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Reason, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, words
from rules.kernel.refusing import refuse
from rules.kernel.text import Text, listed, same
from rules.six_elements.book import BOOK
from rules.six_elements.endings import last_death
from rules.six_elements.piles import ITEM, Drawn, draw
from rules.six_elements.refusals import unknown
from rules.six_elements.state import ALL_EXITS, ENTRANCE, Game, Mode, State, Tile
from rules.six_elements.words import MODES, REASON

STALL = 3
"""Item cards the merchant shows (§15)."""
MODE, FIRST = Text("Mode de jeu", "Mode of play"), Text("Qui commence", "Who begins")
DUNGEON = Text("Donjon n° {n}", "Dungeon no. {n}")


class BeginGame(Command, frozen=True, tag="begin_game"):
    """The entrance is laid, the stall filled; `first` plays first, the others follow in the order they joined."""

    label = Text("Commencer la partie", "Begin the game")
    icon = "flag"
    begins_play = True
    mode: Key
    first: Key


class CloseGame(Command, frozen=True, tag="close_game"):
    """The heroes’ story is told, and they leave (R42). A game that is not decided is given up, for a `reason`."""

    label = Text("Clore la partie", "Close the game")
    icon = "check"
    does = "ends_play"
    shortcut = "c"
    review = True
    reason: Reason | None = None


class GameBegun(Event, frozen=True, tag="game_begun"):
    number: int
    name: Text
    mode: Mode
    heroes: tuple[str, ...]
    first_name: str
    stall: tuple[str, ...]
    stall_names: tuple[Text, ...]


class Lived(msgspec.Struct, frozen=True):
    """How a hero came out of a game."""

    hero: str
    hero_name: str
    level: int
    xp: int
    gold: int
    deaths: int
    is_dead: bool = False


class GameClosed(Event, frozen=True, tag="game_closed"):
    number: int
    name: Text
    outcome: Literal["won", "lost", "abandoned"]
    heroes: tuple[str, ...]
    lives: tuple[Lived, ...]
    winner: str = ""
    winner_name: str = ""
    reason: str = ""


def modes(state: State) -> tuple[str, ...]:
    """Those that as many heroes can play (R21)."""
    return ("solo",) if len(state.heroes) == 1 else ("cooperative", "competitive")


def beginning(state: State) -> Violation | None:
    if state.game:
        return refuse("game_open", "Un donjon est déjà ouvert.", "A dungeon is open already.", "§3")
    if not state.heroes:
        return refuse("no_heroes", "Recrutez d’abord un héros.", "Recruit a hero first.", "§3")
    return None


def begin_game(state: State, command: BeginGame, act: Act) -> Decision:
    wrong = beginning(state)
    if wrong:
        return wrong
    if command.mode not in MODES:
        return unknown("mode", command.mode, "§1")
    if command.mode not in modes(state):
        return refuse(
            "wrong_mode",
            "Solo se joue seul, les autres modes à plusieurs.",
            "Solo is for one, the other modes for several.",
            "R21",
            field="mode",
        )
    if command.first not in state.heroes:
        return unknown("first", command.first, "§5")
    mode: Mode = command.mode  # type: ignore[assignment]
    order = order_from(state, command.first)
    stall = _stall(_laid(state, mode, order), act)
    return (
        GameBegun(
            number=state.games + 1,
            name=DUNGEON(n=state.games + 1),
            mode=mode,
            heroes=order,
            first_name=state.heroes[command.first].name,
            stall=stall,
            stall_names=names_of(stall),
        ),
    )


def order_from(state: State, first: str) -> tuple[str, ...]:
    keys = tuple(state.heroes)
    place = keys.index(first)
    return keys[place:] + keys[:place]


def _laid(state: State, mode: Mode, order: tuple[str, ...]) -> State:
    entrance = Tile(ENTRANCE, ALL_EXITS)
    game = Game(number=state.games + 1, mode=mode, order=order, current=order[0], tiles=(entrance,))
    return replace(state, game=game)


def _stall(state: State, act: Act) -> tuple[str, ...]:
    cards: tuple[str, ...] = ()
    for number in range(1, STALL + 1):
        drawn: Drawn | None = draw(state, act, f"stall_{number}", ITEM, cards)
        cards = (*cards, drawn.card) if drawn else cards
    return cards


def names_of(cards: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple(BOOK.items[card].name for card in cards)


def game_begun(state: State, event: GameBegun) -> State:
    laid = _laid(state, event.mode, event.heroes)
    heroes = {key: replace(hero, place=ENTRANCE) for key, hero in state.heroes.items()}
    return replace(laid, heroes=heroes, games=event.number, game=replace(laid.open, stall=event.stall))


def close_game(state: State, command: CloseGame, act: Act) -> Decision:
    game = state.game
    if game is None:
        return _no_game()
    if bool(game.outcome) == bool(command.reason):
        return _reason_wrong(game)
    return (_closed(state, game, game.outcome or "abandoned", (command.reason or "").strip()),)


def _no_game() -> Violation:
    return refuse("no_game", "Aucun donjon n’est ouvert.", "No dungeon is open.", "§3")


def _reason_wrong(game: Game) -> Violation:
    if game.outcome:
        return refuse(
            "reason_not_asked",
            "La partie est jouée : elle se clôt sans raison.",
            "The game is decided: it is closed without a reason.",
            "R42",
            field="reason",
        )
    return refuse(
        "reason_needed",
        "La partie n’est pas jouée : dites pourquoi vous l’abandonnez.",
        "The game is not decided: say why you give it up.",
        "R42",
        field="reason",
    )


def _closed(
    state: State, game: Game, outcome: Literal["won", "lost", "abandoned"], reason: str
) -> GameClosed:
    winner = state.heroes.get(game.winner)
    return GameClosed(
        number=game.number,
        name=DUNGEON(n=game.number),
        outcome=outcome,
        heroes=tuple(state.heroes),
        lives=tuple(
            Lived(hero.key, hero.name, hero.level, hero.xp, hero.gold, hero.deaths, last_death(state, key))
            for key, hero in state.heroes.items()
        ),
        winner=game.winner,
        winner_name=winner.name if winner else "",
        reason=reason,
    )


def game_closed(state: State, event: GameClosed) -> State:
    return replace(state, game=None, heroes={})


def offer_begin(state: State, given: Given) -> Draft:
    wrong = beginning(state)
    if wrong:
        return refused(wrong)
    played = tuple(Choice(mode, MODES[mode]) for mode in modes(state))
    heroes = tuple(Choice(key, same(hero.name)) for key, hero in state.heroes.items())
    return Draft(
        (
            choice("mode", MODE, played, default=played[0].value),
            choice("first", FIRST, heroes, default=heroes[0].value),
        )
    )


UNDECIDED = Text(
    "La partie n’est pas jouée : la clore, c’est l’abandonner.",
    "The game is not decided: to close it is to give it up.",
)


def offer_close(state: State, given: Given) -> Draft:
    if state.game is None:
        return refused(_no_game())
    return Draft() if state.game.outcome else Draft((words("reason", REASON, 300),), text=UNDECIDED)


def tell_begun(event: GameBegun) -> Text:
    return Text(
        "{name} ({mode}) : {first} commence. À l’étalage : {stall}.",
        "{name} ({mode}): {first} begins. In the stall: {stall}.",
    )(
        name=event.name,
        mode=MODES[event.mode].inline,
        first=event.first_name,
        stall=listed(event.stall_names) if event.stall_names else Text("rien", "nothing"),
    )


ENDS = {
    "won": Text("{name} est gagné", "{name} is won"),
    "lost": Text("{name} est perdu", "{name} is lost"),
    "abandoned": Text("{name} est abandonné", "{name} is given up"),
}


def tell_closed(event: GameClosed) -> Text:
    sentence = ENDS[event.outcome](name=event.name)
    if event.reason:
        return sentence + Text(" ({reason}).", " ({reason}).")(reason=event.reason)
    if event.winner_name:
        return sentence + Text(" par {who}.", " by {who}.")(who=event.winner_name)
    return sentence + Text(".", ".")


CHAPTER = Chapter(
    name="games",
    decides={BeginGame: begin_game, CloseGame: close_game},
    evolves={GameBegun: game_begun, GameClosed: game_closed},
    tells={GameBegun: tell_begun, GameClosed: tell_closed},
    offers={BeginGame: offer_begin, CloseGame: offer_close},
)
