import json

import msgspec
import pytest
from jsonschema import Draft202012Validator

from rules.kernel.registry import ruleset, rulesets
from tests.api.game import RULESET, problem

pytestmark = pytest.mark.django_db

BOOK = f"/api/v1/rulesets/{RULESET}/"
SECTIONS = [section.key for section in ruleset(RULESET).catalog]


def get(client, path, **query):
    response = client.get(path, query)
    assert response.status_code == 200, response.content
    return response.json()


def test_rulebooks_are_listed_for_everybody(client):
    body = get(client, "/api/v1/rulesets/")
    assert set(body) == {"results", "next", "previous"}
    assert [row["key"] for row in body["results"]] == list(rulesets())
    assert set(body["results"][0]["name"]) == {"fr", "en"}
    assert body["results"][0]["version"]


def test_a_rulebook_names_its_sections_commands_and_house_rules(client):
    body = get(client, BOOK)
    assert [section["key"] for section in body["sections"]] == SECTIONS
    buy = next(command for command in body["commands"] if command["kind"] == "record_kill")
    assert (buy["who"], set(buy["label"])) == ("own", {"fr", "en"})
    rule = next(rule for rule in body["house_rules"] if rule["key"] == "upkeep")
    assert (rule["default"], rule["type"]) == (25, "int")


def test_the_command_schemas_are_json_schema_told_apart_by_kind(client):
    body = get(client, BOOK)
    kinds = {command["kind"] for command in body["commands"]}
    assert set(body["schema"]["discriminator"]["mapping"]) == kinds
    validator = Draft202012Validator(body["schema"])
    assert validator.is_valid({"kind": "retire_hero", "hero": "x"})
    assert not validator.is_valid({"kind": "retire_hero", "hero": "x", "why": "y"})
    assert not validator.is_valid({"kind": "no_such_kind"})


def test_each_command_s_own_schema_stands_alone(client):
    for command in get(client, BOOK)["commands"]:
        Draft202012Validator.check_schema(command["schema"])
        validator = Draft202012Validator(command["schema"])
        assert not validator.is_valid({"kind": command["kind"], "no_such_field": 1})


@pytest.mark.parametrize("section", SECTIONS)
def test_each_table_comes_whole_and_in_source_order(client, section):
    rows, url = [], f"{BOOK}catalog/{section}/?page_size=17"
    while url:
        body = get(client, url)
        rows += body["results"]
        url = body["next"]
    expected = ruleset(RULESET).section(section).rows
    assert rows == json.loads(msgspec.json.encode(expected))
    assert all({"key", "name", "text", "source", "house_table"} <= set(row) for row in rows)


def test_a_table_has_fifty_rows_a_page_and_never_more_than_two_hundred(client):
    path = f"{BOOK}catalog/spells/"
    assert len(get(client, path)["results"]) == 50
    assert len(get(client, path, page_size=1000)["results"]) == 72


@pytest.mark.parametrize("size", ["x", "0", "-1", "1.5", ""])
def test_a_page_size_that_is_none_is_400(client, size):
    body = problem(client.get(f"{BOOK}catalog/spells/", {"page_size": size}), 400)
    assert body["errors"][0]["field"] == "page_size"


@pytest.mark.parametrize(
    "path", ["no_such_game/", "no_such_game/catalog/spells/", f"{RULESET}/catalog/no-such-section/", "%00/"]
)
def test_what_the_shelf_does_not_hold_is_404(client, path):
    problem(client.get(f"/api/v1/rulesets/{path}"), 404)


def test_a_table_is_kept_by_caches_until_it_changes(client):
    first = client.get(f"{BOOK}catalog/quests/")
    assert "public" in first.headers["Cache-Control"]
    again = client.get(f"{BOOK}catalog/quests/", headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(
        f"{BOOK}catalog/quests/", {"page_size": 3}, headers={"if-none-match": first.headers["ETag"]}
    )
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["/api/v1/rulesets/", BOOK, f"{BOOK}catalog/quests/"])
@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_rulebooks_are_read_only(anonymous_client, path, method):
    problem(getattr(anonymous_client, method)(path), 405)


def test_reading_the_rulebook_asks_the_database_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(f"{BOOK}catalog/spells/")


def test_a_game_without_odds_answers_404(client, monkeypatch):
    monkeypatch.setitem(ruleset(RULESET).__dict__, "odds", None)
    problem(client.get(f"{BOOK}odds/", {"attack": 3}), 404)


def test_odds_are_asked_of_the_rulebook_with_the_whole_query(client, monkeypatch):
    monkeypatch.setitem(ruleset(RULESET).__dict__, "odds", lambda query: {"asked": query})
    body = get(client, f"{BOOK}odds/", attack="3", defender="monster")
    assert body == {"asked": {"attack": "3", "defender": "monster"}}
