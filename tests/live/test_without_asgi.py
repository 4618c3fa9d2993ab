"""A server that can hold no stream open gives what has happened since, and says when to ask again."""

import pytest
from django.test import Client

from tests.api.game import Game

pytestmark = pytest.mark.django_db


def told(client: Client, path: str, **headers: str) -> list[str]:
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/event-stream")
    return b"".join(response.streaming_content).decode().strip().split("\n\n")


@pytest.fixture
def path(game: Game) -> str:
    for _ in range(2):
        game.recruits(game.gm)
    return game.at("stream/")


def test_it_ends_and_says_when_to_ask_again(game: Game, path: str) -> None:
    hello, *acts = told(game.player, path, last_event_id="0")
    assert hello == 'retry: 2000\nid: 0\nevent: hello\ndata: {"seen":0}'
    assert [act.split("\n")[:2] for act in acts] == [[f"id: {seq}", "event: act"] for seq in (1, 2)]


def test_who_has_seen_all_is_told_nothing(game: Game, path: str) -> None:
    assert len(told(game.player, path)) == len(told(game.player, f"{path}?since=2")) == 1


def test_a_seq_that_never_was_is_reset(game: Game, path: str) -> None:
    reset, hello = told(game.player, f"{path}?since=99")
    assert reset == "event: reset\ndata: {}"
    assert 'data: {"seen":2}' in hello


def test_a_page_has_it_too(game: Game, path: str, player_client: Client) -> None:
    assert len(told(player_client, path.removeprefix("/api/v1") + "?since=1")) == 2


def test_strangers_find_nothing(game: Game, path: str) -> None:
    assert game.stranger.get(path).status_code == 404
    assert game.anonymous.get(path).status_code == 401
