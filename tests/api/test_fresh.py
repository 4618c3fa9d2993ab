"""Reads carry an ETag; what is still so is not sent again."""

import pytest

READS = ["", "state/", "seats/", "heroes/", "offers/", "acts/", "acts/1/"]


@pytest.mark.parametrize("path", READS)
def test_what_is_still_so_is_304(game, path):
    game.recruits(game.player)
    first = game.player.get(game.at(path))
    assert first.headers["ETag"].startswith('W/"')
    again = game.player.get(game.at(path), headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["", "state/", "heroes/", "offers/", "acts/"])
def test_an_act_changes_it(game, path):
    game.recruits(game.player)
    known = game.player.get(game.at(path)).headers["ETag"]
    game.recruits(game.gm, "Other")
    assert game.player.get(game.at(path), headers={"if-none-match": known}).status_code == 200


def test_a_sheet_has_one_and_another_s_language_has_another(game):
    sheet = game.at(f"heroes/{game.recruits(game.player)}/")
    known = game.player.get(sheet).headers["ETag"]
    assert game.player.get(sheet, headers={"if-none-match": known}).status_code == 304
    french = game.player.get(sheet, headers={"if-none-match": known, "accept-language": "fr"})
    assert french.status_code == 200


def test_a_stranger_gets_404_whatever_they_know(game):
    known = game.gm.get(game.at("state/")).headers["ETag"]
    assert game.stranger.get(game.at("state/"), headers={"if-none-match": known}).status_code == 404


@pytest.mark.parametrize("known", ['"1"', 'W/"x"', "*", "x", "é"])
def test_a_read_never_fails_by_what_is_for_writes(game, known):
    for path in READS[:3]:
        assert game.player.get(game.at(path), headers={"if-match": known}).status_code == 200


@pytest.mark.parametrize("known", ['"x"', "x", "", 'W/"', "\\", '"a", "b"', "é"])
def test_what_names_nothing_is_answered_in_full(game, known):
    assert game.player.get(game.at("state/"), headers={"if-none-match": known}).status_code == 200


def test_a_tag_counts_among_others_and_weakened_on_its_way(game):
    tag = game.player.get(game.at("state/")).headers["ETag"]
    for known in (f'"x", {tag}', tag.removeprefix("W/"), "*"):
        answer = game.player.get(game.at("state/"), headers={"if-none-match": known})
        assert (answer.status_code, answer.headers["ETag"]) == (304, tag)
        assert "private" in answer.headers["Cache-Control"]
