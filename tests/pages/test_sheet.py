"""A hero's sheet at the table."""

from tests.pages.conftest import forms, press


def test_numbers_explain_themselves_without_script(sheet, gm_client):
    page = gm_client.get(sheet).content.decode()
    assert "<details" in page
    assert "§1" in page


def test_the_own_player_and_the_game_master_have_buttons(sheet, gm_client, player_client):
    for client in (gm_client, player_client):
        assert forms(client.get(sheet))["taps-hero"].buttons


def test_a_spectator_sees_no_buttons(sheet, spectator_client):
    page = spectator_client.get(sheet)
    assert page.status_code == 200
    assert [name for name in forms(page) if name.startswith("taps")] == []
    assert "Spirit" in page.content.decode()


def test_another_players_hero_is_only_looked_at(base, group, player_client):
    other = group.recruits(group.gm, "Durgin")
    assert "taps-hero" not in forms(player_client.get(f"{base}heroes/{other}/"))


def test_a_tap_without_script_comes_back_to_the_sheet(sheet, group, player_client):
    answer = press(player_client, player_client.get(sheet), "taps-hero")
    assert (answer.status_code, answer["Location"]) == (303, sheet)
    page = player_client.get(sheet).content.decode()
    assert "Spirit of Merin: -1." in page
    group.is_sound()


def test_a_tap_with_script_gets_the_sheet_as_it_is_now(sheet, player_client):
    answer = press(player_client, player_client.get(sheet), "taps-hero", **{"HX-Request": "true"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert "Spirit of Merin: -1." in page
    assert answer["Questkeep-Version"] == "2"


def test_the_same_button_pressed_twice_is_one_act(sheet, group, player_client):
    page = player_client.get(sheet)
    before = group.length
    answers = [press(player_client, page, "taps-hero") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert group.length == before + 1


def test_two_buttons_of_one_page_are_two_acts(sheet, group, player_client):
    page = player_client.get(sheet)
    before = group.length
    press(player_client, page, "taps-hero", 0)
    press(player_client, page, "taps-hero", 1)
    assert group.length == before + 2


def test_the_same_button_on_two_phones_is_two_acts(sheet, group, player_client):
    pages = [player_client.get(sheet), player_client.get(sheet)]
    before = group.length
    for page in pages:
        press(player_client, page, "taps-hero")
    assert group.length == before + 2


def test_a_refused_tap_names_its_rule_on_the_sheet(sheet, hero, group, gm_client):
    page = gm_client.get(sheet)
    for _ in range(3):
        group.does(group.gm, "change_spirit", hero=hero, by=-1)
    for headers in ({}, {"HX-Request": "true"}):
        answer = press(gm_client, page, "taps-hero", 0, **headers)
        text = answer.content.decode()
        assert answer.status_code == 422
        assert "Spirit goes from 0 to 3." in text
        assert "§1" in text


def test_undo_is_under_the_thumb(sheet, group, gm_client):
    press(gm_client, gm_client.get(sheet), "taps-hero")
    answer = press(gm_client, gm_client.get(sheet), "taps-bar")
    assert (answer.status_code, answer["Location"]) == (303, sheet)
    assert "Taken back: Spirit of Merin: -1." in gm_client.get(sheet).content.decode()


def test_what_was_undone_just_now_can_be_redone(sheet, hero, group, gm_client):
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    group.undoes(group.gm, 2)
    press(gm_client, gm_client.get(sheet), "taps-bar", 1)
    assert "Restored: Spirit of Merin: -1." in gm_client.get(sheet).content.decode()


def test_a_player_may_undo_only_the_own_last_act(sheet, hero, group, player_client):
    group.does(group.gm, "stock_store", by=1)
    assert forms(player_client.get(sheet))["taps-bar"].buttons == []


def test_more_lists_what_may_be_done(sheet, hero, base, player_client):
    page = player_client.get(f"{sheet}?tab=more").content.decode()
    assert f"{base}do/throw_for_gold/?hero={hero}" in page


def test_a_hero_who_left_keeps_a_last_sheet(sheet, hero, group, player_client):
    group.does(group.player, "retire_hero", hero=hero)
    page = player_client.get(sheet)
    assert page.status_code == 200
    assert "Merin" in page.content.decode()
    assert "taps-hero" not in forms(page)


def test_a_hero_nobody_knows_is_404(base, gm_client):
    assert gm_client.get(f"{base}heroes/nobody/").status_code == 404


def test_names_are_text_and_never_markup(base, group, gm_client):
    key = group.recruits(group.gm, "<script>alert(1)</script>")
    for where in ("", "heroes/", f"heroes/{key}/", "table/", "acts/"):
        page = gm_client.get(base + where).content.decode()
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_it_speaks_french(sheet, player_client):
    page = player_client.get(sheet, headers={"accept-language": "fr"}).content.decode()
    assert '<html lang="fr"' in page
    assert "Moral" in page
    assert "Annuler" in page
