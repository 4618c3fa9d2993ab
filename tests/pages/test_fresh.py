"""A page is sent again only when something in it may have changed."""

from campaigns.farewell import delete_account
from campaigns.models import Seat


def again(client, url, etag, **headers):
    return client.get(url, headers={"if-none-match": etag, **headers})


def test_an_unchanged_page_is_not_sent_again(sheet, gm_client):
    page = gm_client.get(sheet)
    answer = again(gm_client, sheet, page["ETag"])
    assert (answer.status_code, answer.content) == (304, b"")
    assert page["Cache-Control"] == "private, no-cache"


def test_an_act_makes_it_new(sheet, hero, group, gm_client):
    etag = gm_client.get(sheet)["ETag"]
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    assert again(gm_client, sheet, etag).status_code == 200


def test_each_seat_language_and_theme_has_its_own(sheet, gm, gm_client, player_client):
    etag = gm_client.get(sheet)["ETag"]
    assert again(player_client, sheet, etag).status_code == 200
    assert again(gm_client, sheet, etag, **{"accept-language": "fr"}).status_code == 200
    gm.theme = "light"
    gm.save()
    assert again(gm_client, sheet, etag).status_code == 200


def test_another_role_makes_it_new(sheet, group, gm_client):
    etag = gm_client.get(sheet)["ETag"]
    Seat.objects.filter(campaign=group.campaign, user=group.gm).update(role="spectator")
    assert again(gm_client, sheet, etag).status_code == 200


def test_who_deletes_their_account_makes_it_new_for_the_others(sheet, group, gm_client):
    """Their seat has another name from then on, and no act tells of it."""
    etag = gm_client.get(sheet)["ETag"]
    assert delete_account(group.player, "en") == []
    assert again(gm_client, sheet, etag).status_code == 200


def test_a_column_of_the_table_is_not_the_table(base, hero, player_client):
    htmx = {"HX-Request": "true"}
    whole = player_client.get(f"{base}table/", headers=htmx | {"HX-Target": "table"})
    column = again(player_client, f"{base}table/", whole["ETag"], **htmx, **{"HX-Target": f"hero-{hero}"})
    assert column.status_code == 200
    assert "HX-Target" in column["Vary"]


def test_a_fragment_is_not_the_page(sheet, gm_client):
    etag = gm_client.get(sheet)["ETag"]
    fragment = again(gm_client, sheet, etag, **{"HX-Request": "true"})
    assert fragment.status_code == 200
    assert "<html" not in fragment.content.decode()
    assert "HX-Request" in fragment["Vary"]
