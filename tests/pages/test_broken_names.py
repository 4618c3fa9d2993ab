"""Whatever people call things is shown as it is, on every page, and breaks none."""

import pytest

from tests.pages.conftest import forms

NAMES = ["{", "}", "{}", "{name}", "{0.__class__}", "{{ user }}", "{% now 'Y' %}", "%s %(x)s", "<b>&\"'</b>"]


def escaped(name):
    return (
        name.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#x27;")
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_name_with_braces_or_markup_breaks_no_page(name, language, base, group, gm_client):
    hero = group.recruits(group.player, name)
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    addresses = ["", "acts/", "table/", "heroes/", f"heroes/{hero}/", f"heroes/{hero}/?tab=more"]
    addresses += [f"heroes/{hero}/numbers/gold/", "do/change_spirit/", f"do/change_spirit/?hero={hero}"]
    for address in addresses:
        answer = gm_client.get(base + address, headers={"accept-language": language})
        assert answer.status_code == 200, address
        assert escaped(name) in answer.content.decode(), address


def test_a_refusal_shows_what_was_typed(base, group, gm_client):
    sent = {"kind": "recruit_hero", "name": "{x}\x01{0}", "key": "k"}
    answer = gm_client.post(f"{base}acts/", sent)
    assert answer.status_code == 400
    assert "offer" in forms(answer)


@pytest.mark.parametrize("name", ["\u200b", "\u202eevil", "\u3164", "a\u2028b", "\ufeff"])
def test_a_campaign_has_a_name_that_can_be_read(name, gm_client):
    assert gm_client.post("/campaigns/", {"name": name, "ruleset": "heroquest_evolution"}).status_code == 422
