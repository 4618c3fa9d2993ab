import pytest

from tests.api.game import Game, fields_of, problem


@pytest.fixture
def hero(game: Game) -> str:
    """Six acts: a hero of the player's, a hero of the game master's, and four wounds of the first."""
    hero = game.recruits(game.player, "Merin")
    game.recruits(game.gm, "Brom", "dwarf")
    for _time in range(4):
        game.does(game.gm, "change_track", hero=hero, track="body", by=-1)
    return hero


def seqs(body: dict) -> list[int]:
    return [row["seq"] for row in body["results"]]


def test_the_newest_act_comes_first_in_a_sentence(game, hero):
    body = game.read(game.player, "acts/")
    assert seqs(body) == [6, 5, 4, 3, 2, 1]
    assert (body["next"], body["previous"]) == (None, None)
    assert body["results"][-1]["sentence"] == "Merin, barbarian, joins the campaign."


def test_an_act_names_who_for_whom_and_about_whom(game, hero):
    row = game.read(game.player, "acts/3/")
    assert (row["seq"], row["kind"], row["seat"], row["on_behalf_of"]) == (3, "change_track", "s1", "s2")
    assert (row["heroes"], row["undone"], row["undone_by"]) == ([hero], False, None)
    assert row["events"][0]["kind"] == "track_changed"
    assert len(row["act_id"]) == 32
    assert row["time"].endswith("Z")


def test_since_gives_what_came_after_in_order(game, hero):
    assert seqs(game.read(game.player, "acts/", since=4)) == [5, 6]
    assert seqs(game.read(game.player, "acts/", since=0)) == [1, 2, 3, 4, 5, 6]
    assert seqs(game.read(game.player, "acts/", since=6)) == []
    assert seqs(game.read(game.player, "acts/", since="9" * 18)) == []


def test_pages_lead_back_and_forth(game, hero):
    first = game.read(game.player, "acts/", page_size=2)
    second = game.player.get(first["next"]).json()
    third = game.player.get(second["next"]).json()
    assert [seqs(page) for page in (first, second, third)] == [[6, 5], [4, 3], [2, 1]]
    assert third["next"] is None
    assert seqs(game.player.get(third["previous"]).json()) == [4, 3]
    assert seqs(game.player.get(second["previous"]).json()) == [6, 5]
    assert first["previous"] is None


def test_pages_since_lead_on_to_the_present(game, hero):
    first = game.read(game.player, "acts/", since=1, page_size=3)
    second = game.player.get(first["next"]).json()
    assert [seqs(first), seqs(second)] == [[2, 3, 4], [5, 6]]
    assert second["next"] is None


def test_the_history_of_a_hero_and_of_a_kind(game, hero):
    assert seqs(game.read(game.player, "acts/", hero=hero)) == [6, 5, 4, 3, 1]
    assert seqs(game.read(game.player, "acts/", kind="recruit_hero")) == [2, 1]
    assert seqs(game.read(game.player, "acts/", kind="recruit_hero", hero=hero)) == [1]
    assert seqs(game.read(game.player, "acts/", kind="no_such_kind")) == []
    assert seqs(game.read(game.player, "acts/", hero="nobody")) == []


def test_an_undone_act_is_marked_and_so_is_what_took_it_back(game, hero):
    game.undoes(game.gm, 6)
    assert game.read(game.player, "acts/6/")["undone"] is True
    assert game.read(game.player, "acts/6/")["undone_by"] == 7
    undo = game.read(game.player, "acts/7/")
    assert (undo["kind"], undo["undone"], undo["events"]) == ("undo", False, [])
    assert undo["sentence"].startswith("Taken back: ")


def test_an_undo_taken_back_makes_the_act_stand_again(game, hero):
    game.undoes(game.gm, 6)
    game.undoes(game.gm, 7)
    marks = {row["seq"]: row["undone"] for row in game.read(game.gm, "acts/")["results"]}
    assert (marks[6], marks[7], marks[8]) == (False, True, False)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"since": "abc"}, "since"),
        ({"since": "-1"}, "since"),
        ({"since": ""}, "since"),
        ({"since": "1.5"}, "since"),
        ({"since": "9" * 5000}, "since"),
        ({"before": "x"}, "before"),
        ({"page_size": "x"}, "page_size"),
        ({"page_size": "0"}, "page_size"),
        ({"hero": "\x00"}, "hero"),
        ({"kind": "a\x00"}, "kind"),
    ],
)
def test_a_malformed_parameter_is_400_and_named(game, query, field):
    assert fields_of(problem(game.gm.get(game.at("acts/"), query), 400)) == [field]


@pytest.mark.parametrize("seq", ["0", "7", "999999999999", "9" * 5000, "x", "-1"])
def test_an_act_that_there_is_not_is_404(game, hero, seq):
    problem(game.gm.get(game.at(f"acts/{seq}/")), 404)


def test_the_history_costs_the_same_for_many_acts(game, hero, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        game.read(game.gm, "acts/")
