"""Whatever is sent, the answer is the contract's, and nothing is written."""

import json
import uuid

import pytest

from tests.api.game import RULESET, Game, fields_of, problem

BODIES = {
    "no JSON": b"{",
    "nothing but spaces": b"  ",
    "invalid UTF-8": b'{"kind": "\xff\xfe"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"kind": "retire_hero"}'.encode("utf-16"),
    "NaN": b'{"kind": "find_gold", "amount": NaN}',
    "Infinity": b'{"kind": "find_gold", "amount": -Infinity}',
    "a number beyond floats": b'{"kind": "find_gold", "amount": 1e999}',
    "5,000 digits": b'{"kind": "find_gold", "amount": ' + b"9" * 5000 + b"}",
    "100 digits": b'{"kind": "find_gold", "hero": "x", "amount": ' + b"9" * 100 + b"}",
    "a name given twice": b'{"kind": "retire_hero", "hero": "a", "hero": "b"}',
    "half a surrogate pair": b'{"kind": "recruit_hero", "name": "\\ud800", "hero_class": "elf"}',
    "a surrogate as a name": b'{"\\udfff": 1}',
    "a nesting bomb": b'{"kind": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a quiet nesting bomb": b'{"kind": "retire_hero", "hero": ' + b'{"a":' * 60 + b"1" + b"}" * 60 + b"}",
    "a list": b"[]",
    "a list of commands": b'[{"kind": "retire_hero", "hero": "x"}]',
    "a text": b'"retire_hero"',
    "a number": b"7",
    "true": b"true",
    "null": b"null",
    "nothing": b"",
    "an empty object": b"{}",
    "NUL": b'{"kind": "recruit_hero", "name": "a\\u0000b", "hero_class": "elf"}',
    "NUL in a name": b'{"kind": "retire_hero", "hero": "x", "\\u0000": 1}',
}


def post(game: Game, path: str, body: bytes, content_type: str = "application/json"):
    headers = {"idempotency-key": str(uuid.uuid4())}
    return game.gm.generic("POST", game.at(path), body, content_type, headers=headers)


@pytest.mark.parametrize("path", ["acts/", "acts/preview/"])
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_what_is_no_command_is_400(game, path, body):
    before = game.written()
    problem(post(game, path, body), 400)
    assert game.written() == before


@pytest.mark.parametrize(
    "body", [body for name, body in BODIES.items() if name not in ("nothing", "an empty object")]
)
def test_what_is_no_json_object_is_no_undo_and_no_campaign_either(game, body):
    game.recruits(game.gm)
    before = game.written()
    problem(post(game, "acts/1/undo/", body), 400)
    problem(game.gm.generic("POST", "/api/v1/campaigns/", body, "application/json"), 400)
    problem(game.gm.generic("PATCH", game.at(), body, "application/json"), 400)
    assert game.written() == before


@pytest.mark.parametrize("path", ["acts/", "acts/preview/", "acts/1/undo/"])
def test_more_than_a_megabyte_is_413(game, path):
    before = game.written()
    body = b'{"kind": "' + b"x" * 1_100_000 + b'"}'
    problem(post(game, path, body), 413)
    assert game.written() == before


TYPES = [
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
]


@pytest.mark.parametrize("content_type", TYPES)
@pytest.mark.parametrize("path", ["acts/", "acts/preview/", "acts/1/undo/"])
def test_another_content_type_is_415(game, path, content_type):
    before = game.written()
    problem(post(game, path, b"kind=retire_hero", content_type), 415)
    assert game.written() == before


@pytest.mark.parametrize(
    "kind", ["", "no_such_kind", "undo", "RecruitHero", "x" * 10_000, 7, None, [], {}, True]
)
def test_an_unknown_kind_is_400_and_named(game, kind):
    before = game.written()
    assert fields_of(problem(game.send(game.gm, kind), 400)) == ["kind"]
    assert game.written() == before


WRONG = [
    ("name", ""),
    ("name", "   "),
    ("name", "x" * 10_000),
    ("name", "a\x01b"),
    ("name", "a\nb"),
    ("name", "a\n"),
    ("name", "\x7f"),
    ("name", "a\u2028"),
    ("name", 7),
    ("name", None),
    ("name", ["Brom"]),
    ("name", {"fr": "Brom"}),
    ("hero_class", "a b"),
    ("hero_class", "x" * 81),
    ("hero_class", "<b>"),
    ("hero_class", 1.5),
    ("spheres", "air"),
    ("spheres", [1]),
    ("spheres", {"air": True}),
    ("spheres", ["air"] * 1000),
    ("colour", "red"),
    ("on_behalf", "s1"),
    ("act_id", "0" * 32),
]


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_field_that_is_unknown_or_of_another_type_is_400_and_named(game, field, value):
    before = game.written()
    fields = {"name": "Brom", "hero_class": "barbarian"} | {field: value}
    for answer in (
        game.send(game.gm, "recruit_hero", **fields),
        game.previews(game.gm, "recruit_hero", **fields),
    ):
        assert fields_of(problem(answer, 400)) == [field]
    assert game.written() == before


@pytest.mark.parametrize("missing", ["name", "hero_class"])
def test_a_field_that_is_missing_is_400_and_named(game, missing):
    fields = {"name": "Brom", "hero_class": "barbarian"}
    del fields[missing]
    assert fields_of(problem(game.send(game.gm, "recruit_hero", **fields), 400)) == [missing]


@pytest.mark.parametrize(
    "amount", [10**7, -(10**7), 2**31, 2**63, -(2**63) - 1, 10**30, 1.5, "25", True, None]
)
def test_a_number_beyond_the_technical_bound_or_of_another_type_is_400(game, amount):
    hero = game.recruits(game.gm)
    before = game.written()
    assert fields_of(problem(game.send(game.gm, "find_gold", hero=hero, amount=amount), 400)) == ["amount"]
    assert game.written() == before


@pytest.mark.parametrize("amount", [-1_000_000, -1, 0, 1_000_000])
def test_a_number_that_the_rules_refuse_is_422(game, amount):
    hero = game.recruits(game.gm)
    before = game.written()
    body = problem(game.send(game.gm, "find_gold", hero=hero, amount=amount), 422)
    assert body["rule"]
    assert game.written() == before


@pytest.mark.parametrize("by", [-1_000_000, 1_000_000])
def test_huge_wounds_and_cures_never_break_a_hero(game, by):
    hero = game.recruits(game.gm)
    assert game.send(game.gm, "change_track", hero=hero, track="body", by=by).status_code in (201, 422)
    assert 0 <= game.read(game.gm, f"heroes/{hero}/")["tracks"]["body"]["now"] <= 8


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "{hero}", "{0.__class__}", "%s %(x)s", "'; DROP TABLE", "Zoë 🐉"]
)
def test_markup_in_a_name_is_a_name(game, name):
    hero = game.recruits(game.gm, name)
    assert game.read(game.gm, f"heroes/{hero}/")["name"] == name
    assert name in game.read(game.gm, "acts/1/")["sentence"]


@pytest.mark.parametrize("who", ["gm", "player"])
def test_a_hero_of_another_campaign_is_422(game, other_game, who):
    hero = other_game.recruits(other_game.gm)
    before = game.written()
    body = problem(game.send(getattr(game, who), "rename_hero", hero=hero, name="Mine"), 422)
    assert fields_of(body) == ["hero"]
    assert game.written() == before
    assert other_game.read(other_game.gm, f"heroes/{hero}/")["name"] == "Brom"


def test_a_seat_of_another_campaign_is_nobody_here(game, other_game):
    before = game.written()
    problem(game.send(game.gm, "recruit_hero", name="X", hero_class="elf", on_behalf_of="s9"), 422)
    assert game.written() == before


def test_values_nested_too_deep_are_400(game):
    value: object = "x"
    for _level in range(10):
        value = {"a": value}
    problem(game.send(game.gm, "close_quest", success=True, survivors=[], gold=value), 400)


def test_lists_beyond_the_technical_bound_are_400(game):
    body = problem(game.send(game.gm, "open_quest", quest="the-trial", heroes=["x"] * 1000), 400)
    assert fields_of(body) == ["heroes"]


def test_a_body_just_below_a_megabyte_is_read(game):
    fields = {"name": "x" * 900_000, "ruleset": RULESET}
    body = json.dumps(fields).encode()
    problem(game.gm.generic("POST", "/api/v1/campaigns/", body, "application/json"), 400)
