"""Parts of pages are drawn once and kept: by all that goes into them, so that nobody sees what is not theirs."""

import re

import pytest

from campaigns.templatetags.sections import draw
from config.settings import BASE_DIR
from tests.pages.conftest import press

OF_THE_PAGE = (
    "viewer",
    "seat",
    "user",
    "request",
    "page",
    "bar",
    "refused",
    "is_fragment",
    "acts_url",
    "campaign_url",
)
MADE_UP = re.compile(r'name="(?:csrfmiddlewaretoken|key)" value="[^"]*"')


@pytest.fixture(autouse=True)
def nothing_kept():
    draw.cache_clear()


def shown(client, path):
    return MADE_UP.sub("", client.get(path).content.decode())


def test_a_page_is_the_same_whether_its_parts_were_kept_or_not(sheet, base, gm_client):
    for path in (base, sheet, f"{base}table/", f"{base}heroes/"):
        draw.cache_clear()
        first = shown(gm_client, path)
        assert draw.cache_info().currsize
        hits = draw.cache_info().hits
        assert shown(gm_client, path) == first
        assert draw.cache_info().hits > hits


def test_an_act_draws_anew_what_it_changes(sheet, gm_client):
    before = gm_client.get(sheet)
    press(gm_client, before, "taps-hero")
    assert shown(gm_client, sheet) != MADE_UP.sub("", before.content.decode())


def test_each_language_has_its_own(sheet, gm_client):
    assert "Spirit" in shown(gm_client, sheet)
    french = gm_client.get(sheet, headers={"accept-language": "fr"}).content.decode()
    assert "Spirit" not in french


def test_who_may_not_act_gets_no_button_that_was_drawn_for_another(sheet, gm_client, spectator_client):
    assert 'name="tap"' in shown(gm_client, sheet)
    assert 'name="tap"' not in shown(spectator_client, sheet)


def test_while_templates_are_worked_on_nothing_is_kept(sheet, gm_client, settings):
    settings.DEBUG = True
    shown(gm_client, sheet)
    assert draw.cache_info().currsize == 0


def test_templates_of_sections_ask_for_nothing_of_the_page():
    """What is drawn once for all must not depend on who looks."""
    files = list((BASE_DIR / "templates" / "sections").glob("*.html"))
    assert len(files) > 10
    asked = re.compile(rf"{{[{{%][^}}]*(?<![\w.\"'/-])({'|'.join(OF_THE_PAGE)})\b[^}}]*}}")
    assert asked.findall("{% if viewer.role %}{{ seat.name }}")
    found = {file.name: asked.findall(file.read_text()) for file in files}
    assert {name: names for name, names in found.items() if names} == {}
