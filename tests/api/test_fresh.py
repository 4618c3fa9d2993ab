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
