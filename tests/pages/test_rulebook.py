"""The rulebook at hand: open to everybody, complete, searchable, and true to the campaign it was opened from."""

import re
import timeit
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from django.test import Client

from campaigns.access import enter
from campaigns.acts import Accepted, Envelope, perform
from campaigns.rulebook import rulebook_url
from campaigns.rulebook.books import book
from campaigns.rulebook.citing import cited
from campaigns.rulebook.folding import marked, words_of
from campaigns.rulebook.here import families
from campaigns.rulebook.relations import ways
from campaigns.rulebook.searching import find
from campaigns.seats import found
from rules.kernel.offers import Viewer
from rules.kernel.registry import rulesets
from tests import toy
from tests.conftest import signed_in
from tests.laws.walking import Walk

GAME = "heroquest_evolution"
BOOK = f"/rulesets/{GAME}/"
LANGUAGES = ("fr", "en")
with toy.plugged_in():
    KEYS = list(rulesets())
    SHELVES = [shelf for key in KEYS for shelf in book(key).shelves.values()]
THING_LINK = re.compile(r'href="(/rulesets/[^"]+/catalog/[^"]+)"')
GM = Viewer("gm", "s1")
ENOUGH, STEPS = 60, 400
"""Acts of a walk that looks for links, and how far it goes where none has come."""


def page(client: Client, path: str, language: str = "en", **query: str) -> str:
    response = client.get(path, query, headers={"accept-language": language})
    assert response.status_code == 200, path
    return response.content.decode()


def names(query: str, section: str = "") -> list[str]:
    return [thing.name.en for thing in find(GAME, query, section)]


def addresses(html: str) -> set[str]:
    return {urlsplit(found).path for found in THING_LINK.findall(html)}


def links(value: Any) -> Iterator[str]:
    """Every `link` inside plain values."""
    if isinstance(value, dict):
        if value.get("link"):
            yield value["link"]
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from links(one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_books_are_listed(client, language):
    html = page(client, "/rulesets/", language)
    for key in KEYS:
        assert book(key).rules.name.in_(language) in html
        assert f'href="/rulesets/{key}/"' in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_a_book_shows_its_sections(client, key, language):
    html = page(client, f"/rulesets/{key}/", language)
    assert f'<html lang="{language}"' in html
    for shelf in book(key).shelves.values():
        assert shelf.name.in_(language) in html
        assert f'href="{shelf.url}"' in html


def test_there_are_sections():
    assert len(SHELVES) > 10


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: f"{shelf.ruleset}-{shelf.key}")
def test_a_section_shows_everything_in_it(client, shelf, language):
    html = page(client, shelf.url, language)
    assert addresses(html) - {shelf.url} == {thing.url for thing in shelf.things}
    assert all(str(column.label.in_(language)) in html for column in shelf.columns if shelf.as_table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shelf", SHELVES, ids=lambda shelf: f"{shelf.ruleset}-{shelf.key}")
def test_everything_has_a_page_and_every_link_on_it_leads_to_one(client, shelf, language):
    known = {thing.url for thing in book(shelf.ruleset).things.values()} | {one.url for one in SHELVES}
    for thing in shelf.things:
        html = page(client, thing.url, language)
        assert all(f">{place}</" in html for place in cited(thing.source))
        assert addresses(html) <= known
    assert shelf.things


@pytest.mark.parametrize("key", KEYS)
def test_every_link_of_sheets_boards_and_offers_leads_to_a_page(key):
    walk, rules = Walk(rulesets()[key], seed=7), rulesets()[key]
    named: set[str] = set()
    for step in range(STEPS):
        if named and step >= ENOUGH:
            break
        walk.step()
        sheets = [rules.sheet(walk.state, hero.key, GM) for hero in rules.heroes(walk.state)]
        shown = [*sheets, rules.board(walk.state, GM), rules.offers(walk.state, GM)]
        named.update(links(msgspec.to_builtins(shown)))
    assert named or key == toy.KEY
    assert named <= set(book(key).things)
    for link in named:
        assert rulebook_url(key, link) == book(key).things[link].url


@pytest.mark.parametrize("key", ["heroquest_annexes", "heroquest_evolution"])
def test_spells_have_the_colour_of_their_element(key):
    assert {thing.tone for thing in book(key).shelves["spells"].things} >= {"fire", "air", "water", "earth"}


def test_a_link_that_is_none_has_no_page():
    assert rulebook_url(GAME, None) == rulebook_url(GAME, "skills") == ""
    assert rulebook_url(GAME, "skills/elf-parry", "x").endswith("/skills/elf-parry/?campaign=x")


@pytest.mark.parametrize(
    "path",
    [
        "/rulesets/checkers/",
        "/rulesets/kernel/",
        "/rulesets/checkers/catalog/skills/",
        f"{BOOK}catalog/recipes/",
        f"{BOOK}catalog/skills/elf-cooking/",
        f"{BOOK}catalog/spells/elf-parry/",
    ],
)
def test_what_is_unknown_is_404(client, path):
    assert client.get(path).status_code == 404


def test_nothing_is_written_here(client):
    assert client.post(BOOK).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/rulesets/", BOOK, f"{BOOK}?q=goblin", f"{BOOK}catalog/spells/", f"{BOOK}catalog/spells/sleep/"]
)
def test_a_visitor_costs_no_query(anonymous_client, django_assert_num_queries, path):
    with django_assert_num_queries(0):
        assert anonymous_client.get(path).status_code == 200


# Searching


@pytest.mark.parametrize("query", ["eclair", "Éclair", "ECLAIR", "l'éclair", "L’ECLAIR", "lightning bolt"])
def test_a_spell_is_found_however_it_is_written(query):
    assert names(query)[0] == "Lightning bolt"


@pytest.mark.parametrize("query", ["oeil", "œil", "OEIL", "Œil", "eye"])
def test_ligatures_are_two_letters(query):
    assert names(query)[:1] == ["Eagle eye"]
    assert "Wizard eye" in names(query)


def test_every_word_must_match():
    assert set(names("goblin champion")) < set(names("goblin"))
    assert names("goblin zzzz") == []


def test_names_come_first():
    assert names("lance")[0] == "Spear"
    assert names("bouclier")[:2] == ["Shield", "Magic shield"]
    texts = [thing.text.fr for thing in find(GAME, "armageddon")[1:] if thing.text]
    assert names("armageddon")[0] == "Armageddon"
    assert texts


def test_a_word_about_a_thing_finds_it_too():
    assert {thing.row["sphere"] for thing in find(GAME, "sorts feu niveau 3") if thing.group} == {"fire"}


def test_words_with_an_apostrophe_are_found_without():
    assert names("melars maze") == names("melar's maze") == ["Melar’s Maze"]


def test_a_query_without_words_finds_everything():
    assert len(names("’ !")) == len(book(GAME).things)
    assert words_of("d’un l'œil") == ("un", "oeil")


def test_what_was_found_is_marked_and_nothing_else_is_trusted():
    assert marked("L’Éclair & l’œil", words_of("eclair oei")) == (
        "L’<mark>Éclair</mark> &amp; l’<mark>œi</mark>l"
    )
    assert marked("<b>", ("b",)) == "&lt;<mark>b</mark>&gt;"


def test_the_page_of_a_search_says_how_much_and_marks_it(client):
    html = page(client, BOOK, "fr", q="eclair")
    assert "<mark>Éclair</mark>" in html
    assert f"{len(names('eclair'))} résultats" in html
    assert f'href="{BOOK}catalog/spells/?q=eclair"' in html


def test_a_name_of_the_other_language_is_shown(client):
    assert '<span class="soft" lang="en"><mark>Lightning</mark> bolt</span>' in page(
        client, BOOK, "fr", q="lightning"
    )


def test_a_slip_of_the_finger_is_put_right(client):
    html = page(client, BOOK, "fr", q="gargouile")
    assert f'href="{BOOK}?q=gargouille"' in html


def test_a_query_is_escaped(client):
    assert "<script>x" not in page(client, BOOK, q="<script>x")
    assert "<script>x" not in page(client, f"{BOOK}catalog/items/", q="<script>x")


def test_a_section_is_filtered(client):
    html = page(client, f"{BOOK}catalog/items/", q="epee")
    assert addresses(html) == {thing.url for thing in find(GAME, "epee", "items")}
    assert 0 < len(addresses(html)) < len(book(GAME).shelves["items"].things)


def test_a_search_takes_less_than_five_milliseconds():
    find(GAME, "warm")
    times = timeit.repeat(lambda: find(GAME, "le dé de défense"), number=1, repeat=30)
    assert min(times) < 0.005


def test_htmx_gets_the_part_that_changes_and_no_cache_keeps_it(client):
    for path in (BOOK, f"{BOOK}catalog/spells/"):
        response = client.get(path, {"q": "feu"}, headers={"hx-request": "true"})
        assert b"<html" not in response.content
        assert b"<mark>" in response.content
        assert response["Cache-Control"] == "no-store"


# What leads where


def titles(link: str, direction: str) -> dict[str, list[str]]:
    return {
        way.title.en: [thing.link for thing in way.things] for way in getattr(ways(GAME), direction)[link]
    }


def test_an_evolution_leads_to_what_it_replaces_and_back():
    assert titles("skills/barbarian-berserk-rage", "forth")["Evolution of"] == ["skills/barbarian-berserk"]
    assert titles("skills/barbarian-berserk", "back")["Evolves into"] == ["skills/barbarian-berserk-rage"]


def test_what_excludes_each_other_says_so_once():
    assert titles("skills/elf-parry", "forth")["Excludes"] == ["skills/elf-dodge"]
    assert "Excludes" not in titles("skills/elf-parry", "back")


def test_a_skill_says_which_monsters_have_it(client):
    html = page(client, f"{BOOK}catalog/monster-skills/magic-weapon/")
    having = [
        thing for thing in book(GAME).shelves["monsters"].things if "magic-weapon" in thing.row["skills"]
    ]
    assert having
    assert {thing.url for thing in having} <= addresses(html)


def test_names_in_a_text_are_links(client):
    html = page(client, f"{BOOK}catalog/spells/bloodlust/")
    assert f'as the <a href="{BOOK}catalog/skills/barbarian-berserk/">Berserk</a> skill' in html
    assert f"{BOOK}catalog/spells/bloodlust/" in addresses(
        page(client, f"{BOOK}catalog/skills/barbarian-berserk/")
    )


def test_a_chance_word_is_no_link(client):
    """“Poison leaves the target” is not about the spell."""
    assert f"{BOOK}catalog/spells/poison/" not in addresses(page(client, f"{BOOK}catalog/spells/antidote/"))


# House tables and house rules


@pytest.mark.parametrize(("language", "words"), [("fr", "table maison"), ("en", "house table")])
def test_house_tables_are_marked(client, language, words):
    marked_things = 0
    for shelf in SHELVES:
        html = page(client, shelf.url, language).lower()
        assert (words in html) == any(thing.house_table for thing in shelf.things)
        for thing in (shelf.things[0], *[one for one in shelf.things if one.house_table][:2]):
            assert (words in page(client, thing.url, language).lower()) == thing.house_table
            marked_things += thing.house_table
    assert marked_things


def test_families_of_house_rules_find_the_figures_they_replace():
    expected = {
        "price": ("items", "price"),
        "monster_xp": ("monsters", "xp"),
        "level_threshold": ("levels", "xp"),
        "training_price": ("levels", "price"),
        "mercenary_price": ("mercenaries", "price"),
        "quest_xp": ("quests", "xp"),
    }
    assert {family: families(GAME).get(family) for family in expected} == expected


@pytest.fixture
def campaign(gm):
    """A table that plays three figures and a general rule its own way."""
    campaign = found(gm, "The cellar gang", GAME)
    for rule, value in (
        ("price.shield", 90),
        ("monster_xp.gargoyle", 9),
        ("level_threshold.2", 35),
        ("upkeep", 10),
    ):
        plain = {"kind": "set_house_rule", "rule": rule, "value": value}
        done = perform(enter(gm, campaign.id), plain, Envelope(key=str(uuid.uuid4())))
        assert isinstance(done, Accepted)
    return campaign


def as_read(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def at(client: Client, path: str, campaign: Any) -> str:
    return as_read(page(client, path, campaign=str(campaign.id)))


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        ("items/shield", "here: 90 (book: 100)"),
        ("monsters/gargoyle", "here: 9 (book: 6)"),
        ("levels/2", "here: 35 (book: 40)"),
    ],
)
def test_from_a_campaign_its_house_rules_are_shown(gm_client, campaign, thing, words):
    section = thing.partition("/")[0]
    assert words in at(gm_client, f"{BOOK}catalog/{thing}/", campaign)
    assert words in at(gm_client, f"{BOOK}catalog/{section}/", campaign)
    assert words not in as_read(page(gm_client, f"{BOOK}catalog/{thing}/"))


def test_from_a_campaign_the_book_lists_all_that_is_played_otherwise(gm_client, campaign):
    html = page(gm_client, BOOK, campaign=str(campaign.id))
    assert "10 (book: 25)" in as_read(html)
    assert f'href="/campaigns/{campaign.id}/"' in html
    assert f'href="{BOOK}catalog/items/shield/?campaign={campaign.id}"' in html


def test_links_stay_in_the_campaign(gm_client, campaign):
    for path in (f"{BOOK}catalog/skills/", f"{BOOK}catalog/skills/elf-parry/", f"{BOOK}?q=parry"):
        html = page(gm_client, path.partition("?")[0], campaign=str(campaign.id), q="parry")
        assert all(f"campaign={campaign.id}" in link for link in THING_LINK.findall(html))


@pytest.mark.parametrize("who", ["stranger_client", "anonymous_client"])
def test_who_has_no_seat_reads_the_book_as_it_is(request, campaign, who):
    client = request.getfixturevalue(who)
    html = page(client, f"{BOOK}catalog/items/shield/", campaign=str(campaign.id))
    assert "here:" not in html
    assert campaign.name not in html
    assert str(campaign.id) not in addresses(html)


@pytest.mark.parametrize("campaign", ["", "x", "00000000-0000-4000-8000-000000000000"])
def test_a_campaign_that_is_none_changes_nothing(gm_client, campaign):
    assert "100" in page(gm_client, f"{BOOK}catalog/items/shield/", campaign=campaign)


# Caching


def test_an_unchanged_page_is_304_and_another_language_is_not(client):
    first = client.get(BOOK, headers={"accept-language": "fr"})
    again = {"accept-language": "fr", "if-none-match": first["ETag"]}
    assert client.get(BOOK, headers=again).status_code == 304
    assert client.get(BOOK, headers=again | {"accept-language": "en"}).status_code == 200
    assert {"Cookie", "Accept-Language", "HX-Request"} <= set(first["Vary"].split(", "))
    assert first["Cache-Control"] == "private, max-age=300"


def test_a_change_of_house_rules_is_no_304(gm, campaign):
    client, query = signed_in(gm), {"campaign": str(campaign.id)}
    first = client.get(BOOK, query)
    assert first["Cache-Control"] == "private, no-cache"
    assert client.get(BOOK, query, headers={"if-none-match": first["ETag"]}).status_code == 304
    plain = {"kind": "set_house_rule", "rule": "upkeep", "value": 12}
    perform(enter(gm, campaign.id), plain, Envelope(key=str(uuid.uuid4())))
    assert client.get(BOOK, query, headers={"if-none-match": first["ETag"]}).status_code == 200
