"""The living page of the design shows all there is, and there is nothing that nobody needs."""

import re
from typing import get_args

import pytest

from campaigns.style import samples, tokens
from campaigns.templatetags.questkeep import ALIASES, drawn, drawn_in_order
from config.settings import BASE_DIR
from rules.kernel.registry import ruleset, rulesets
from rules.kernel.sections import AnySection

pytestmark = pytest.mark.django_db

STYLES = sorted((BASE_DIR / "static" / "css").glob("*.css"))
TEMPLATES = sorted((BASE_DIR / "templates").rglob("*.html"))
CODE = [
    file
    for folder in ("accounts", "campaigns", "characters", "deliveries", "tasks", "rules", "static/js")
    for file in sorted((BASE_DIR / folder).rglob("*"))
    if file.suffix in (".py", ".toml", ".js")
]
DJANGOS = {"errorlist"}
"""Classes that Django's forms write."""
TAGS = r"\{%.*?%\}|\{\{.*?\}\}"
PRESSED = rf"<(?:a|button|summary)\b((?:{TAGS}|[^>{{])*)>(.*?)</(?:a|button|summary)>"
NO_WORDS = r"\{% (?:icon|icon_of|if|endif|else|elif|for|endfor|with|endwith)\b.*?%\}|<[^>]*>"


@pytest.fixture
def style_page(anonymous_client) -> str:
    return anonymous_client.get("/style/").content.decode()


def test_anybody_sees_it_in_both_lights_at_once(style_page):
    assert style_page.count('data-theme="dark"') == style_page.count('data-theme="light"') == 1


def test_every_kind_of_section_is_on_it(style_page):
    kinds = {kind.__struct_config__.tag for kind in get_args(AnySection)}
    shown = {type(sample) for sample in (*samples.SAMPLES, *samples.RECEIPTS)}
    assert shown == set(get_args(AnySection))
    assert all(style_page.count(f'class="section is-{kind}"') >= 2 for kind in kinds)


def test_every_token_that_can_be_shown_and_every_sign_is_on_it_by_name(style_page):
    named = re.findall(r"<code[^>]*>([\w-]+)", style_page)
    shown = [*drawn_in_order(), *(one.name for one in tokens.colours()), "t-xxl", "s6", "quick", "calm"]
    assert len(shown) > 100
    assert [name for name in shown if named.count(name) < 2] == []


def test_no_two_parts_of_it_have_one_id(style_page):
    ids = re.findall(r'\bid="([^"]+)"', style_page)
    assert sorted(set(ids)) == sorted(ids)


def test_it_is_in_french_too(anonymous_client):
    page = anonymous_client.get("/style/", headers={"accept-language": "fr"}).content.decode()
    assert "Ce dont les pages sont faites" in page
    assert "What" not in page


def written(text: str) -> tuple[set[str], set[str]]:
    """The classes a template writes, and the beginnings of those it makes up (`is-…`)."""
    whole, begun = set(), set()
    for one in re.findall(rf'class="((?:{TAGS}|[^"{{])*)"', text):
        begun |= set(re.findall(r"([\w-]+-)\{[{%]", one))
        whole |= set(re.sub(TAGS, " ", one).split())
        whole |= {name for said in re.findall(r'"([\w -]+)"', one) for name in said.split()}
    whole |= {
        name
        for said in re.findall(r'extra="([^"]*)"|yesno:"([^"]*)"', text)
        for name in re.split("[ ,]", "".join(said))
    }
    return whole, begun


def test_every_class_of_the_styles_is_used():
    pages = [written(file.read_text()) for file in TEMPLATES]
    whole, begun = (set().union(*parts) for parts in zip(*pages, strict=True))
    words = {
        word
        for file in CODE
        for said in re.findall(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`', file.read_text())
        for word in re.split(r"[^\w-]+", "".join(said))
    }
    known = (
        whole
        | words
        | DJANGOS
        | {one.name for one in tokens.tokens()}
        | {f"{start}{word}" for start in begun for word in words}
        | {f"{word}{number}" for word in words if word.endswith("-") for number in range(10)}
    )
    dead = {file.name: sorted(classes(file.read_text()) - known) for file in STYLES}
    assert {name: found for name, found in dead.items() if found} == {}


def classes(style: str) -> set[str]:
    selectors = re.sub(r"\{[^{}]*\}", "{}", re.sub(r'/\*.*?\*/|"[^"]*"', "", style, flags=re.DOTALL))
    return set(re.findall(r"\.(-?[a-zA-Z][\w-]*)", selectors))


def test_every_sign_is_asked_for_somewhere():
    """By a template, by code, or by the content of a game."""
    everything = "".join(file.read_text() for file in (*TEMPLATES, *CODE) if "style" not in file.parts)
    names = set(re.findall(r"[\"'#\[]([\w-]+)[\"'\]<]", everything))
    assert drawn() - names == set()


def test_whatever_content_names_is_drawn():
    """A sign that nobody drew would leave a gap beside a name."""
    named = {
        row["icon"]
        for key in rulesets()
        for section in ruleset(key).catalog
        for row in section.rows
        if row.get("icon")
    }
    assert len(named) > 30
    assert {ALIASES.get(name, name) for name in named} - drawn() == set()


def test_every_species_and_every_class_has_a_sign_of_its_own():
    """As far as content says what is akin."""
    book = {section.key: section for section in ruleset("heroquest_evolution").catalog}
    classes = [ALIASES.get(row["key"], row["key"]) for row in book["hero-classes"].rows]
    assert len(set(classes)) == len(classes)
    assert set(classes) <= drawn()
    species = {row["icon"] for row in book["monsters"].rows}
    assert len(species) >= 15
    assert not species & set(classes)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_a_drawing_is_hidden_from_who_hears_the_page_or_says_what_it_is(file):
    """Beside a text it adds nothing; alone in a link or button, that has a name."""
    text = file.read_text()
    for svg in re.findall(r"<svg\b[^>]*>", text):
        assert 'aria-hidden="true"' in svg or 'role="img"' in svg, svg
    for attributes, inside in re.findall(PRESSED, text, re.DOTALL):
        if "{% icon" in inside or "<svg" in inside:
            words = re.sub(NO_WORDS, "", inside).strip()
            assert words or "aria-label=" in attributes, inside
