"""Who may no longer look is told nothing more: at once by what the site itself hears of, else with the next beat."""

from __future__ import annotations

from http.client import HTTPConnection

import pytest

from tests.live.hall import Server, Table
from tests.live.listening import Listening


def seat_of(table: Table, name: str) -> str:
    _status, seats = table.send("gm", "GET", "seats/")
    return next(seat["key"] for seat in seats["results"] if seat["name"] == name)


def begun(*streams: Listening) -> None:
    for stream in streams:
        stream.next("hello")


def assert_gone(*streams: Listening) -> None:
    for stream in streams:
        assert [event.name for event in stream.rest() if event.name != "here"] == ["gone"]


def test_a_removed_players_streams_end_before_the_next_act(table: Table) -> None:
    page, program, other = table.page("player"), table.program("player"), table.program("other")
    begun(page, program, other)
    assert table.send("gm", "DELETE", f"seats/{seat_of(table, 'player')}/")[0] == 204
    seq = table.hurts("gm")
    assert_gone(page, program)
    assert other.next("act").seq == seq
    assert table.program("player").answer.status == 404


def test_a_former_game_master_goes_on_as_a_player(table: Table) -> None:
    seat = seat_of(table, "other")
    assert table.send("gm", "PATCH", f"seats/{seat}/", {"role": "gm"})[0] == 200
    stream, player = table.program("other"), table.program("player")
    begun(stream, player)
    secret = {"monster": "gargoyle-master", "reason": "seen"}
    table.does("gm", "correct_stock", count=3, **secret)
    assert "gargoyle-master" in str(stream.next("act").data)
    assert table.send("gm", "PATCH", f"seats/{seat}/", {"role": "player"})[0] == 200
    seq = table.does("gm", "correct_stock", count=2, **secret)
    assert stream.next("seat", "act").name == "seat"
    told = stream.next("act")
    assert told.seq == seq
    assert told.data == player.acts(seq)[-1].data
    assert "gargoyle-master" not in str(told.data)


def test_a_deleted_campaign_ends_all_streams(table: Table) -> None:
    streams = table.page("player"), table.program("watcher"), table.program("gm")
    begun(*streams)
    _status, campaign = table.send("gm", "GET", "")
    assert table.send("gm", "DELETE", "", {"name": campaign["name"]})[0] == 204
    assert_gone(*streams)


def test_a_guests_stream_ends_with_the_public_link(table: Table) -> None:
    status, link = table.send("gm", "PUT", "public-link/")
    assert status == 201, link
    guest = guest_of(table, link["url"])
    begun(guest)
    seq = table.hurts("gm")
    assert guest.next().seq == seq
    assert table.send("gm", "DELETE", "public-link/")[0] == 204
    assert_gone(guest)
    assert not [event for event in guest.seen if event.name == "here"]


def guest_of(table: Table, url: str) -> Listening:
    """A browser that has followed the link."""
    connection = HTTPConnection("localhost", table.server.port)
    connection.request("GET", url[url.index("/shared/") :])
    cookies = connection.getresponse().headers.get_all("set-cookie") or []
    session = next(one for one in cookies if one.startswith("sessionid")).partition(";")[0]
    return Listening(f"{table.server.url}{table.base}stream/", {"cookie": session})


@pytest.mark.parametrize(
    ("happens", "how"),
    [
        ("sign_out", "session"),
        ("change_password", "user"),
        ("deactivate", "user"),
    ],
)
def test_a_page_ends_with_its_session(table: Table, happens: str, how: str) -> None:
    page = table.page("player")
    begun(page)
    table.asks(happens, table.people["player"][how])
    assert_gone(page)


@pytest.mark.parametrize("happens", ["revoke_tokens", "expire_tokens", "deactivate"])
def test_a_program_ends_with_its_token(table: Table, happens: str) -> None:
    program = table.program("player")
    begun(program)
    table.asks(happens, table.people["player"]["user"])
    assert_gone(program)


def test_the_beat_gives_a_sign_of_life(table: Table) -> None:
    stream = table.program("player")
    begun(stream)
    assert stream.sign()


def test_strangers_find_nothing_and_who_is_unknown_is_asked_to_sign_in(table: Table) -> None:
    assert table.program("stranger").answer.status == 404
    assert table.page("stranger").answer.status == 404
    table.people["nobody"] = {"token": "qk_" + "0" * 64, "session": "x"}
    program, page = table.program("nobody"), table.page("nobody")
    assert (program.answer.status, page.answer.status) == (401, 302)
    assert program.answer.headers["content-type"] == "application/problem+json"
    assert "/accounts/login/" in page.answer.headers["location"]


def test_a_head_is_answered_at_once_and_leaves_nothing_open(table: Table, server: Server) -> None:
    for path, headers in (
        (f"/api/v1{table.base}stream/", table.bearer("player")),
        (f"{table.base}stream/", table.cookie("player")),
    ):
        connection = HTTPConnection("localhost", server.port, timeout=10)
        for _ in range(2):
            connection.request("HEAD", path, headers=headers)
            answer = connection.getresponse()
            assert answer.status == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.read() == b""
