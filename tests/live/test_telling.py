"""What happens reaches everybody who may know it, as the history tells it to them."""

from tests.live.hall import Table


def test_an_act_reaches_pages_and_programs_as_the_history_tells_it(table: Table) -> None:
    page, program = table.page("player"), table.program("player")
    for stream in (page, program):
        assert stream.next().name == "hello"
        assert stream.answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    seq = table.hurts("gm")
    told = [stream.next("act") for stream in (page, program)]
    assert [event.seq for event in told] == [seq, seq]
    assert told[0].data == told[1].data == table.history("player")[-1]


def test_each_is_told_in_the_own_language(table: Table) -> None:
    french, english = (table.page("player", accept_language=code) for code in ("fr", "en"))
    program = table.program("player", accept_language="fr")
    for stream in (french, english, program):
        stream.next("hello")
    table.hurts("gm")
    said = [stream.next("act").data for stream in (french, english, program)]
    assert said[1] == table.history("player")[-1]
    assert said[0] == said[2] == table.history("player", accept_language="fr")[-1]
    assert said[0]["sentence"] != said[1]["sentence"]


def test_an_undo_and_a_redo_are_told(table: Table) -> None:
    stream = table.program("player")
    stream.next("hello")
    seq = table.hurts("gm")
    for _ in range(2):
        status, answer = table.send("gm", "POST", f"acts/{seq}/undo/", {})
        assert status == 201, answer
        seq = answer["seq"]
    acts = stream.acts(seq)
    assert [act.data["kind"] for act in acts] == ["change_track", "undo", "undo"]
    assert [act.data["sentence"].split(":")[0] for act in acts[1:]] == ["Taken back", "Restored"]
    assert not any(act.data["undone"] for act in acts)
    late = table.program("player", since=0).acts(seq)
    assert [act.data for act in late] == table.history("player")
    assert [act.data["undone"] for act in late] == [False, False, True, False]


def test_a_stream_without_a_beginning_tells_what_comes(table: Table) -> None:
    stream = table.program("player")
    assert stream.next().data == {"seen": 1}
    seq = table.hurts("gm")
    assert [act.seq for act in stream.acts(seq)] == [2]
