"""A page may be gone when one comes back to it: its hero was taken back. Then the campaign's own is shown."""

import pytest

from tests.pages.conftest import forms, press

HTMX = {"HX-Request": "true", "HX-Target": "sheet"}


@pytest.fixture
def gone(group, hero, sheet, gm_client):
    """A sheet that stayed open while its hero was taken back on another phone."""
    page = gm_client.get(sheet)
    group.undoes(group.gm, 1)
    return page


def undo_button(page):
    return next(
        n for n, b in enumerate(forms(page)["taps-bar"].buttons) if "/undo/" in b.get("formaction", "")
    )


def test_taking_back_a_hero_leads_from_the_sheet_to_the_campaign(base, sheet, gm_client):
    page = gm_client.get(sheet)
    answer = press(gm_client, page, "taps-bar", undo_button(page))
    assert (answer.status_code, answer["Location"]) == (303, base)


def test_htmx_swaps_the_whole_page_for_the_campaign(base, sheet, gm_client):
    page = gm_client.get(sheet)
    answer = press(gm_client, page, "taps-bar", undo_button(page), **HTMX)
    assert answer.status_code == 200
    assert (answer["HX-Retarget"], answer["HX-Push-Url"]) == ("body", base)
    assert "Taken back" in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
def test_a_tap_on_a_hero_who_is_gone_is_refused_in_words(headers, base, gone, gm_client):
    answer = press(gm_client, gone, "taps-hero", 0, **headers)
    assert answer.status_code == 422
    assert 'id="refused"' in answer.content.decode()
    assert answer.get("HX-Retarget") == "body"


@pytest.mark.parametrize(
    "wanted",
    [
        "/",
        "/nothing",
        "/accounts/",
        "/accounts/language/",
        "/api/v1/campaigns/",
        "{base}nothing/",
        "{base}heroes/\0/",
        "{base}acts/1/undo/",
        "{base}[",
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["form", "htmx"])
def test_a_refusal_is_read_wherever_the_form_says_it_came_from(wanted, headers, base, hero, gm_client):
    tap = f"kind=change_spirit&hero={hero}&by=-1000"
    sent = {"tap": tap, "key": "k", "next": wanted.format(base=base)}
    answer = gm_client.post(f"{base}acts/", sent, headers=headers)
    assert answer.status_code == 422
    assert 'id="refused"' in answer.content.decode()


def test_an_act_about_no_hero_is_refused_and_not_asked_again(base, hero, group, gm_client, spectator_client):
    sent = {"kind": "change_spirit", "by": "1", "key": "k"}
    answer = gm_client.post(f"{base}acts/", sent)
    assert answer.status_code == 400
    assert 'id="refused"' in answer.content.decode()
    assert spectator_client.post(f"{base}acts/", sent).status_code in (400, 403)
    assert group.length == 1
