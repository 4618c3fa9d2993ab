"""What a game master's program does with documents."""

from __future__ import annotations

import uuid
from typing import Any

from tests.api.game import Game

QUEST = {
    "kind": "prepared_quest",
    "title": "Épreuve du vieux moulin",
    "rooms": [
        {"title": "The hall", "text": "Dust.", "monsters": [{"monster": "goblin", "count": 3}]},
        {
            "title": "The crypt",
            "monsters": [{"monster": "orc", "count": 1}, {"monster": "fellmarg", "count": 1}],
        },
    ],
}


def writes(game: Game, client: Any = None, *, key: str | None = None, **fields: Any) -> Any:
    wanted = {"kind": "note", "title": "A note"} | fields
    headers = {"idempotency-key": key or str(uuid.uuid4())}
    return (client or game.gm).post(game.at("documents/"), wanted, headers=headers)


def written(game: Game, **fields: Any) -> dict[str, Any]:
    answer = writes(game, **fields)
    assert answer.status_code == 201, answer.content
    found: dict[str, Any] = answer.json()
    return found


def changes(game: Game, document: str, version: int, client: Any = None, **fields: Any) -> Any:
    address = game.at(f"documents/{document}/")
    return (client or game.gm).patch(address, fields, headers={"if-match": f'"{version}"'})


def throws(game: Game, client: Any = None, *, key: str | None = None, **fields: Any) -> Any:
    headers = {"idempotency-key": key or str(uuid.uuid4())}
    return (client or game.gm).post(game.at("hidden-rolls/"), fields, headers=headers)
