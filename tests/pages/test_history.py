"""The history in sentences, and taking back."""

import pytest

from campaigns import pages
from tests.pages.conftest import forms, press


@pytest.fixture
def evening(group, hero):
    """1 recruit, 2 open, 3 and 4 spirit, 5 close."""
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    group.does(group.gm, "close_quest")
    return group


def read(client, url, **headers):
    return client.get(url, headers=headers).content.decode()


def test_it_tells_who_did_what_and_for_whom(base, evening, gm_client):
    page = read(gm_client, f"{base}acts/")
    assert page.count("Spirit of Merin: -1.") == 2
    assert "Zargon for Merin&#x27;s player" in page


def test_it_is_in_the_readers_language(base, evening, gm_client):
    page = read(gm_client, f"{base}acts/", **{"accept-language": "fr"})
    assert "Moral de Merin" in page


def test_undone_acts_are_struck_through_and_can_be_redone(base, evening, gm_client):
    evening.undoes(evening.gm, 5)
    page = read(gm_client, f"{base}acts/")
    assert "is-undone" in page
    assert f"{base}acts/6/undo/" in page


def test_the_game_master_takes_back_any_act(base, evening, gm_client):
    page = gm_client.get(f"{base}acts/")
    assert len(forms(page)["taps-history"].buttons) == 5
    answer = press(gm_client, page, "taps-history", 0)
    assert (answer.status_code, answer["Location"]) == (303, f"{base}acts/")
    assert evening.state.quest == "attic"


def test_taking_back_twice_by_one_button_is_one_undo(base, evening, gm_client):
    page = gm_client.get(f"{base}acts/")
    for _ in range(2):
        assert press(gm_client, page, "taps-history", 0).status_code == 303
    assert evening.length == 6


def test_an_act_in_the_way_is_named_and_all_can_be_taken_back(base, evening, gm_client):
    page = gm_client.get(f"{base}acts/")
    answer = press(gm_client, page, "taps-history", 4)  # the recruiting, on which all depends
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Take back act no." in text
    form = next(form for form in forms(answer).values() if form.action.endswith("/acts/1/undo/"))
    sent = dict(form.fields) | {"through": "true"}
    assert gm_client.post(form.action, sent).status_code == 303
    assert evening.state.heroes == ()


def test_a_player_has_only_the_own_last_act(base, evening, hero, player_client):
    assert forms(player_client.get(f"{base}acts/"))["taps-history"].buttons == []
    evening.does(evening.player, "change_spirit", hero=hero, by=1)
    assert len(forms(player_client.get(f"{base}acts/"))["taps-history"].buttons) == 1


def test_a_spectator_reads(base, evening, spectator_client):
    page = spectator_client.get(f"{base}acts/")
    assert "Spirit of Merin" in page.content.decode()
    assert "taps-history" not in forms(page)


@pytest.mark.parametrize(
    ("query", "present", "absent"),
    [
        ("kind=open_quest", "Quest: The attic.", "joins the party"),
        ("hero={hero}", "joins the party", "Quest: The attic."),
        ("quest=attic", "Quest: The attic.", "joins the party"),
    ],
)
def test_it_can_be_filtered(query, present, absent, base, evening, hero, gm_client):
    page = read(gm_client, f"{base}acts/?{query.format(hero=hero)}", **{"HX-Request": "true"})
    assert present in page
    assert absent not in page


def test_it_goes_back_page_by_page(base, evening, gm_client, monkeypatch):
    monkeypatch.setattr(pages, "PAGE", 2)
    first = read(gm_client, f"{base}acts/")
    assert "before=4" in first
    assert "Quest: The attic." in read(gm_client, f"{base}acts/?before=4")


@pytest.mark.parametrize("before", ["x", "-1", "9" * 30])
def test_a_strange_page_number_is_the_first_page(before, base, evening, gm_client):
    assert gm_client.get(f"{base}acts/?before={before}").status_code == 200


def test_an_act_that_never_was_cannot_be_taken_back(base, evening, gm_client):
    assert gm_client.post(f"{base}acts/99/undo/", {"key": "k", "next": base}).status_code == 404


def test_a_player_cannot_take_back_anothers_act(base, evening, player_client):
    answer = player_client.post(f"{base}acts/4/undo/", {"key": "k", "next": base})
    assert answer.status_code == 403
    assert "Ask the game master" in answer.content.decode()
