"""How a game is decided: the boss's fall, or somebody's last death (§16)."""

from __future__ import annotations

from typing import Literal

from rules.kernel.messages import Event
from rules.kernel.text import Text
from rules.six_elements.house import house_int
from rules.six_elements.state import State, play
from rules.six_elements.story import Story


class GameDecided(Event, frozen=True, tag="game_decided"):
    """Won by whom the boss fell to, lost by a hero's last death."""

    hero: str
    hero_name: str
    outcome: Literal["won", "lost"]
    competitive: bool = False


def decide(story: Story, hero: str, outcome: Literal["won", "lost"]) -> None:
    """Once: the boss's fall comes before a death in the same round (R45)."""
    if story.game.outcome:
        return
    name, competitive = story.hero(hero).name, story.game.mode == "competitive"
    story.tell(GameDecided(hero=hero, hero_name=name, outcome=outcome, competitive=competitive), game_decided)


def last_death(state: State, hero: str) -> bool:
    return state.heroes[hero].deaths >= house_int(state, "deaths_most")


def game_decided(state: State, event: GameDecided) -> State:
    """Whatever was going on stops."""
    winner = event.hero if event.outcome == "won" else ""
    return play(state, outcome=event.outcome, winner=winner, fight=None, pending=None, hands={}, waiting=())


def tell_decided(event: GameDecided) -> Text:
    if event.outcome == "lost":
        return Text(
            "{hero} est tombé une fois de trop : la partie est perdue pour tous.",
            "{hero} has fallen once too often: the game is lost for all.",
        )(hero=event.hero_name)
    if event.competitive:
        return Text("{hero} remporte la partie !", "{hero} wins the game!")(hero=event.hero_name)
    return Text("Le boss est vaincu : la partie est gagnée !", "The boss is beaten: the game is won!")
