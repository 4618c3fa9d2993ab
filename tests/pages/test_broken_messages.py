"""What a page says once it says once: a page kept by the browser does not say it again, nor swallow it."""

import pytest

from tests.pages.conftest import forms


def leave_a_message(client):
    assert client.post("/accounts/preferences/", {"language": "", "theme": ""}).status_code == 302


@pytest.fixture(params=["sheet", "campaign", "history", "rulebook"])
def url(request, base, sheet):
    pages = {
        "sheet": sheet,
        "campaign": base,
        "history": f"{base}acts/",
        "rulebook": "/rulesets/heroquest_evolution/",
    }
    return pages[request.param]


def test_a_message_is_shown_on_a_page_that_has_not_changed(url, gm_client):
    etag = gm_client.get(url)["ETag"]
    leave_a_message(gm_client)
    answer = gm_client.get(url, headers={"if-none-match": etag})
    assert answer.status_code == 200
    assert "Saved." in answer.content.decode()


def test_a_page_with_a_message_is_not_kept(url, gm_client):
    leave_a_message(gm_client)
    answer = gm_client.get(url)
    assert "Saved." in answer.content.decode()
    assert "ETag" not in answer
    assert "max-age" not in answer["Cache-Control"]
    assert "Saved." not in gm_client.get(url).content.decode()


def test_a_fragment_leaves_it_for_the_page(sheet, gm_client):
    leave_a_message(gm_client)
    assert gm_client.get(sheet, headers={"HX-Request": "true"}).status_code == 200
    assert "Saved." in gm_client.get(sheet).content.decode()
    assert forms(gm_client.get(sheet))
