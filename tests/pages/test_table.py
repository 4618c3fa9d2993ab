"""The whole party at the table."""

from tests.pages.conftest import forms, press


def test_every_hero_has_a_column_and_buttons_of_their_own(base, hero, group, gm_client):
    other = group.recruits(group.gm, "Durgin")
    page = gm_client.get(f"{base}table/")
    for key in (hero, other):
        assert f'id="hero-{key}"' in page.content.decode()
        assert forms(page)[f"taps-{key}"].buttons


def test_a_tap_with_script_replaces_one_column(base, hero, group, gm_client):
    other = group.recruits(group.gm, "Durgin")
    page = gm_client.get(f"{base}table/")
    answer = press(gm_client, page, f"taps-{hero}", **{"HX-Request": "true", "HX-Target": f"hero-{hero}"})
    text = answer.content.decode()
    assert f"taps-{hero}" in text
    assert f"taps-{other}" not in text
    assert 'hx-swap-oob="true"' in text


def test_a_player_sees_all_and_taps_the_own(base, hero, group, player_client):
    other = group.recruits(group.gm, "Durgin")
    found = forms(player_client.get(f"{base}table/"))
    assert f"taps-{hero}" in found
    assert f"taps-{other}" not in found


def test_it_ends_the_evening(base, hero, group, gm_client):
    group.does(group.gm, "open_quest", quest="attic")
    assert f"{base}do/close_quest/" in gm_client.get(f"{base}table/").content.decode()


def test_an_empty_party_has_a_page_too(base, gm_client):
    assert "No hero yet." in gm_client.get(f"{base}table/").content.decode()


def test_between_quests_it_leads_to_the_next_one(base, hero, group, gm_client):
    for page in (f"{base}table/", base):
        assert f"{base}do/open_quest/" in gm_client.get(page).content.decode()


def test_what_is_changed_once_in_a_campaign_is_not_at_hand(base, gm_client):
    assert "set_house_rule" not in gm_client.get(f"{base}table/").content.decode()
