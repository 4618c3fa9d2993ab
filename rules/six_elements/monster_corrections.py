"""Corrections of monsters on the board, with a reason that the history keeps (R43)."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, words
from rules.kernel.refusing import refuse
from rules.kernel.text import Text, listed
from rules.six_elements.book import BOOK
from rules.six_elements.corrections import TILE, difference, no_change, places, signed, wrong_number
from rules.six_elements.dungeon import where
from rules.six_elements.piles import Piled, piled
from rules.six_elements.refusals import open_game, unknown
from rules.six_elements.state import Answer, Foe, Game, Place, State, change_foe, play
from rules.six_elements.stats import foe_body, foe_most
from rules.six_elements.turns import discarded
from rules.six_elements.words import REASON

MONSTER, WOUNDS = Text("Monstre", "Monster"), Text("Blessures", "Wounds")


class CorrectMonster(Command, frozen=True, kw_only=True, tag="correct_monster"):
    """Its wounds, or its tile."""

    label = Text("Corriger un monstre", "Correct a monster")
    icon = "pencil"
    foe: Key
    reason: Reason
    wounds: Number | None = None
    place: Key | None = None


class RemoveMonster(Command, frozen=True, tag="remove_monster"):
    """Off the board, leaving nothing."""

    label = Text("Retirer un monstre", "Take a monster off")
    icon = "close"
    foe: Key
    reason: Reason


class MonsterCorrected(Event, frozen=True, tag="monster_corrected"):
    foe: str
    monster: str
    monster_name: Text
    reason: str
    wounds: int = 0
    place: Place | None = None
    where: Text | None = None


class MonsterRemoved(Piled, frozen=True, tag="monster_removed"):
    foe: str
    monster: str
    monster_name: Text
    reason: str


def monster_game(state: State) -> Answer[Game]:
    """An open game with monsters on the board, none of them being fought."""
    game = open_game(state)
    if isinstance(game, Violation) or (game.foes and not game.fight):
        return game
    return refuse(
        "no_monster",
        "Aucun monstre à corriger : le plateau est vide, ou un combat est engagé.",
        "No monster to correct: the board is empty, or a fight is on.",
        "R43",
        field="foe",
    )


def monster_there(state: State, key: str) -> Answer[Foe]:
    game = monster_game(state)
    if isinstance(game, Violation):
        return game
    return game.foe(key) or unknown("foe", key, "R43")


def correct_monster(state: State, command: CorrectMonster, act: Act) -> Decision:
    foe = monster_there(state, command.foe)
    if isinstance(foe, Violation):
        return foe
    low, high = _wounds(state, foe)
    wrong = None if command.wounds is None else wrong_number(command.wounds, low, high, "wounds", WOUNDS)
    if wrong:
        return wrong
    if command.place is not None and command.place not in places(state):
        return unknown("place", command.place, "R43")
    if not (command.wounds or command.place):
        return no_change()
    at = places(state).get(command.place or "")
    return (
        MonsterCorrected(
            foe=foe.key,
            monster=foe.card,
            monster_name=BOOK.creature(foe.card).name,
            reason=command.reason.strip(),
            wounds=command.wounds or 0,
            place=at,
            where=where(state.game, at) if at is not None else None,
        ),
    )


def remove_monster(state: State, command: RemoveMonster, act: Act) -> Decision:
    foe = monster_there(state, command.foe)
    if isinstance(foe, Violation):
        return foe
    return (
        MonsterRemoved(
            foe=foe.key,
            monster=foe.card,
            monster_name=BOOK.creature(foe.card).name,
            reason=command.reason.strip(),
            discards=discarded(foe),
        ),
    )


def _wounds(state: State, foe: Foe) -> tuple[int, int]:
    """It keeps a point of body at least: it dies in a fight, or is taken off."""
    return -min(foe.wounds, foe_most(state, foe)), max(-foe.wounds, foe_body(state, foe) - 1)


def monster_corrected(state: State, event: MonsterCorrected) -> State:
    foe = state.open.foe(event.foe)
    assert foe is not None
    place = foe.place if event.place is None else event.place
    return change_foe(state, foe.key, wounds=foe.wounds + event.wounds, place=place)


def monster_removed(state: State, event: MonsterRemoved) -> State:
    """Without its boss the board waits for the Oracle again."""
    game = state.open
    foes = tuple(foe for foe in game.foes if foe.key != event.foe)
    return piled(play(state, foes=foes, oracle=game.oracle and event.foe != "boss"), event)


def foes_field(game: Game) -> Field:
    foes = tuple(
        Choice(foe.key, BOOK.creature(foe.card).name, hint=where(game, foe.place)) for foe in game.foes
    )
    return choice("foe", MONSTER, foes, depends=True)


def offer_monster(state: State, given: Given) -> Draft:
    game = monster_game(state)
    if isinstance(game, Violation):
        return refused(game)
    which, reason = foes_field(game), words("reason", REASON, 300)
    foe = game.foe(str(given.get("foe")))
    if foe is None:
        return Draft((which, reason))
    low, high = _wounds(state, foe)
    tiles = tuple(Choice(key, where(game, place)) for key, place in places(state).items())
    changes = (
        *((difference("wounds", WOUNDS, low, high),) if low < high else ()),
        choice("place", TILE, tiles, required=False),
    )
    return Draft((which, *changes, reason), any_of=tuple(field.name for field in changes))


def offer_remove(state: State, given: Given) -> Draft:
    game = monster_game(state)
    if isinstance(game, Violation):
        return refused(game)
    return Draft((foes_field(game), words("reason", REASON, 300)))


def tell_monster(event: MonsterCorrected) -> Text:
    what = [signed(WOUNDS, event.wounds)] if event.wounds else []
    what += [event.where] if event.where else []
    return Text("{monster} corrigé ({what}) : « {reason} ».", "{monster} corrected ({what}): “{reason}”.")(
        monster=event.monster_name, what=listed(tuple(what)), reason=event.reason
    )


def tell_removed(event: MonsterRemoved) -> Text:
    return Text("{monster} quitte le plateau : « {reason} ».", "{monster} leaves the board: “{reason}”.")(
        monster=event.monster_name, reason=event.reason
    )


CHAPTER = Chapter(
    name="monster_corrections",
    decides={CorrectMonster: correct_monster, RemoveMonster: remove_monster},
    evolves={MonsterCorrected: monster_corrected, MonsterRemoved: monster_removed},
    tells={MonsterCorrected: tell_monster, MonsterRemoved: tell_removed},
    offers={CorrectMonster: offer_monster, RemoveMonster: offer_remove},
)
