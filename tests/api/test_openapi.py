"""The document says what the calls do: checked against the registered rulebooks and the answers themselves."""

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from campaigns.access import enter
from campaigns.api import components
from campaigns.portraits import keeping
from campaigns.portraits.pictures import Picture
from rules.kernel.messages import ENVELOPE, kind_of
from rules.kernel.registry import ruleset, rulesets
from tests.api.game import RULESET
from tests.documents.desk import written

METHODS = {"get", "post", "patch", "put", "delete"}
PROBLEMS = {"400", "401", "403", "404", "405", "406", "413", "429"}
AFTER = {"Idempotency-Key": "409", "If-Match": "412"}


@pytest.fixture
def document(client, db) -> dict:
    return client.get("/api/v1/schema/").json()


def calls(document: dict):
    for path, methods in document["paths"].items():
        for method, call in methods.items():
            if method in METHODS:
                yield f"{method} {path}", call


def test_the_document_is_valid_and_made_without_a_warning(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml"))


def test_every_call_of_the_contract_stands_in_it(document):
    campaign = "/api/v1/campaigns/{campaign_id}/"
    assert {
        "get /api/v1/rulesets/",
        "get /api/v1/rulesets/{key}/",
        "get /api/v1/rulesets/{key}/catalog/{section}/",
        "get /api/v1/rulesets/{key}/odds/",
        "get /api/v1/campaigns/",
        "post /api/v1/campaigns/",
        *(f"{method} {campaign}" for method in ("get", "patch", "delete")),
        *(
            f"get {campaign}{path}/"
            for path in ("state", "heroes", "heroes/{hero}", "offers", "acts", "acts/{seq}", "seats")
        ),
        *(f"post {campaign}{path}/" for path in ("acts", "acts/preview", "acts/{seq}/undo")),
    } <= {name for name, _call in calls(document)}


def test_every_call_declares_its_problems_as_problem_documents(document):
    found = list(calls(document))
    assert len(found) > 15
    for name, call in found:
        reads, deletes = name.startswith("get"), name.startswith("delete")
        headers = {one["name"] for one in call.get("parameters", ()) if one["in"] == "header"}
        assert set(call["responses"]) >= PROBLEMS, name
        assert reads or "422" in call["responses"], name
        assert ("415" in call["responses"]) == (not reads and not deletes), name
        for header, code in AFTER.items():
            assert (code in call["responses"]) == (header in headers and not reads), (name, code)
        for code in set(call["responses"]) & {*PROBLEMS, "409", "412", "415", "422"}:
            assert set(call["responses"][code]["content"]) == {"application/problem+json"}, name


def test_every_call_declares_when_to_come_back_how_to_sign_in_and_which_methods_there_are(document):
    for name, call in calls(document):
        told = {code: set(answer.get("headers", ())) for code, answer in call["responses"].items()}
        assert (told["429"], told["401"], told["405"]) == (
            {"Retry-After"},
            {"WWW-Authenticate"},
            {"Allow"},
        ), name


def reads(document: dict):
    return [(name.partition(" ")[2], call) for name, call in calls(document) if name.startswith("get ")]


def test_reads_declare_an_etag_where_they_have_one_and_304_where_it_is_still_so(game, document):
    """Asked of every read there is."""
    hero = game.recruits(game.gm)
    names = {"campaign_id": str(game.campaign.id), "hero": hero, "seq": "1", "seat": "s1", "key": RULESET}
    names |= {"section": "monsters", "document": written(game)["id"], "token": "inv_none"}
    names |= dict.fromkeys(("webhook", "schedule", "task"), str(game.campaign.id))  # none is there
    kept = keeping.keep(
        enter(game.campaign.seats.first().user, game.campaign.pk), hero, Picture(b"large", b"small")
    )
    names |= {"digest": kept.digest, "side": "96"}
    tagged = set()
    for path, call in reads(document):
        address = path.format(**names)
        first = game.gm.get(address, {"monster": "goblin", "attack": 2, "defence": 2, "body": 1})
        if first.status_code != 200:
            continue
        declared = [one["name"] for one in call.get("parameters", ()) if one["in"] == "header"]
        assert ("ETag" in first.headers) == ("304" in call["responses"]) == ("If-None-Match" in declared), (
            path
        )
        if "ETag" in first.headers:
            headers = {"if-none-match": first.headers["ETag"]}
            again = game.gm.get(
                address, {"monster": "goblin", "attack": 2, "defence": 2, "body": 1}, headers=headers
            )
            assert (again.status_code, again.content, again.headers["ETag"]) == (
                304,
                b"",
                first.headers["ETag"],
            )
            tagged.add(path)
    assert len(tagged) > 20, tagged


def test_every_body_is_json_of_a_named_schema(document):
    bodies = {name: call["requestBody"] for name, call in calls(document) if "requestBody" in call}
    assert len(bodies) >= 5
    for name in ("import", "imports"):
        assert set(bodies.pop(f"post /api/v1/campaigns/{name}/")["content"]) == {"multipart/form-data"}
    for body in bodies.values():
        schema = body["content"]["application/json"]["schema"]
        assert set(body["content"]) <= {"application/json", "multipart/form-data"}
        assert schema["$ref"].rpartition("/")[2] in document["components"]["schemas"]
    assert bodies["post /api/v1/campaigns/{campaign_id}/acts/"]["required"]


def test_acts_need_an_idempotency_key_and_previews_do_not(document):
    def headers(path: str) -> dict[str, bool]:
        found = document["paths"][f"/api/v1/campaigns/{{campaign_id}}/{path}"]["post"]["parameters"]
        return {one["name"]: one.get("required", False) for one in found if one["in"] == "header"}

    assert headers("acts/") == {"Idempotency-Key": True, "If-Match": False}
    assert headers("acts/{seq}/undo/") == {"Idempotency-Key": True, "If-Match": False}
    assert headers("acts/preview/") == {"If-Match": False}


def test_each_kind_of_command_is_a_component_told_apart_by_kind(document):
    schemas = document["components"]["schemas"]
    unions = [schemas[one["$ref"].rpartition("/")[2]] for one in schemas["Act"]["anyOf"]]
    assert len(unions) == len(rulesets())
    for rules, union in zip(rulesets().values(), unions, strict=True):
        mapping = union["discriminator"]["mapping"]
        assert (union["discriminator"]["propertyName"], set(mapping)) == ("kind", set(rules.codec.commands))
        for command in rules.commands:
            schema = schemas[mapping[kind_of(command)].rpartition("/")[2]]
            assert set(schema["properties"]) == {*command.__struct_fields__, *ENVELOPE}
            assert schema["additionalProperties"] is False


def test_each_kind_of_event_is_a_component_told_apart_by_kind(document):
    schemas = document["components"]["schemas"]
    unions = [schemas[one["$ref"].rpartition("/")[2]] for one in schemas["Event"]["anyOf"]]
    for rules, union in zip(rulesets().values(), unions, strict=True):
        mapping = union["discriminator"]["mapping"]
        assert set(mapping) == set(rules.codec.events)
        assert len(union["oneOf"]) == len(mapping) > 10
        for kind, event in rules.codec.events.items():
            schema = schemas[mapping[kind].rpartition("/")[2]]
            assert set(schema["properties"]) == {"kind", *event.__struct_fields__}
            assert schema["properties"]["kind"] == {"enum": [kind]}
            assert schema["additionalProperties"] is False
    for answer in ("ActAnswer", "HistoryAnswer", "PreviewAnswer"):
        assert schemas[answer]["properties"]["events"]["items"] == {"$ref": "#/components/schemas/Event"}


def test_commands_and_events_do_not_share_names(document):
    for rules in rulesets().values():
        commands, events = components.commands_of(rules), components.events_of(rules)
        assert all(commands[name] == events[name] for name in commands.keys() & events.keys())


def enumerated(schema) -> set[str]:
    """Every value that an `enum` anywhere in the schema allows."""
    if isinstance(schema, list):
        return set().union(*map(enumerated, schema))
    if not isinstance(schema, dict):
        return set()
    return set(map(str, schema.get("enum", ()))) | enumerated(list(schema.values()))


def test_no_schema_enumerates_content(document):
    """Types never do: whether a key names something is for the rules to say."""
    content = {row["key"] for section in ruleset(RULESET).catalog for row in section.rows}
    events = {name for rules in rulesets().values() for name in components.events_of(rules)}
    asked = {name: schema for name, schema in document["components"]["schemas"].items() if name not in events}
    kinds = {kind for rules in rulesets().values() for kind in rules.codec.commands}
    found = enumerated(asked) - kinds  # an act may be called as something is
    assert "gm" in found
    assert not found & content, found & content


def validator(document: dict, name: str) -> Draft202012Validator:
    resource = Resource(contents=document, specification=DRAFT202012)
    registry = Registry().with_resource("urn:document", resource)
    return Draft202012Validator({"$ref": f"urn:document#/components/schemas/{name}"}, registry=registry)


ANSWERS = [
    ("", "CampaignAnswer"),
    ("state/", "StateAnswer"),
    ("heroes/", "RosterAnswer"),
    ("heroes/{hero}/", "SheetAnswer"),
    ("offers/", "Offer"),
    ("acts/", "HistoryAnswer"),
    ("acts/1/", "HistoryAnswer"),
    ("seats/", "SeatAnswer"),
]


@pytest.mark.parametrize(("path", "name"), ANSWERS)
def test_answers_are_as_declared(game, document, path, name):
    hero = game.recruits(game.player, "Merin", "enchanter", spheres=["air", "fire", "water"])
    game.does(game.gm, "open_quest", quest="the-trial", heroes=[hero])
    body = game.read(game.gm, path.format(hero=hero))
    rows = body.get("results", [body])
    assert rows
    for row in rows:
        validator(document, name).validate(row)


def test_answers_to_acts_are_as_declared(game, document):
    answer = game.does(game.gm, "recruit_hero", name="Brom", hero_class="barbarian")
    validator(document, "ActAnswer").validate(answer)
    found = game.previews(game.gm, "recruit_hero", name="Twin", hero_class="barbarian").json()
    validator(document, "PreviewAnswer").validate(found)
    validator(document, "ActAnswer").validate(game.undoes(game.gm, 1).json())


@pytest.mark.parametrize(("path", "name"), [("", "RulesetAnswer"), (f"{RULESET}/", "RulesetDetail")])
def test_rulebooks_are_as_declared(client, document, path, name):
    body = client.get(f"/api/v1/rulesets/{path}").json()
    for row in body.get("results", [body]):
        validator(document, name).validate(row)


def test_rows_of_tables_are_as_declared(client, document):
    for section in ruleset(RULESET).catalog:
        body = client.get(f"/api/v1/rulesets/{RULESET}/catalog/{section.key}/").json()
        for row in body["results"]:
            validator(document, "CatalogRow").validate(row)
