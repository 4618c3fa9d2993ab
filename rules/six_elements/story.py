"""Acts of many steps: each event is told and folded at once, so that the next step sees what the last one did."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.kernel.dice import Act
from rules.kernel.messages import Event
from rules.six_elements.state import Game, Hero, State

Happened = TypeVar("Happened", bound=Event)


class Story:
    """`events` so far, and `state` as they leave it."""

    def __init__(self, state: State, act: Act) -> None:
        self.state, self.act = state, act
        self.events: list[Event] = []

    def tell(self, event: Happened, evolve: Callable[[State, Happened], State]) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)

    @property
    def game(self) -> Game:
        return self.state.open

    def hero(self, key: str) -> Hero:
        return self.state.heroes[key]

    @property
    def told(self) -> tuple[Event, ...]:
        return tuple(self.events)
