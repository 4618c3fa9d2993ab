"""A second rulebook costs one folder: put beside the first, it is played through pages and API with nothing else changed."""

import json
import shutil
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from campaigns.seats import add_seat, found
from rules.kernel.registry import RulesetError, rulesets

HERE = Path(__file__).parent


@pytest.fixture
def coin_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder copied into a rules path of its own, and found there."""
    shutil.copytree(HERE / "coin_game", tmp_path / "coin_game")
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    rulesets.cache_clear()
    yield
    rulesets.cache_clear()
    sys.modules.pop("rules.coin_game", None)


def found_campaign(client, name="Heads or tails"):
    answer = client.post(
        "/api/v1/campaigns/",
        json.dumps({"name": name, "ruleset": "coin_game"}),
        content_type="application/json",
    )
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


def act(client, campaign, **command):
    return client.post(
        f"/api/v1/campaigns/{campaign}/acts/",
        json.dumps(command),
        content_type="application/json",
        headers={"idempotency-key": str(uuid.uuid4())},
    )


def test_it_is_found_beside_the_first(coin_game):
    assert {"coin_game", "heroquest_evolution"} <= rulesets().keys()


def test_it_is_played_through_the_api(coin_game, gm_client):
    campaign = found_campaign(gm_client)
    hero = act(gm_client, campaign, kind="sit_down", name="Ana").json()["events"][0]["hero"]
    assert act(gm_client, campaign, kind="change_luck", hero=hero, by=-2).status_code == 201
    refused = act(gm_client, campaign, kind="change_luck", hero=hero, by=3)
    assert (refused.status_code, refused.json()["code"], refused.json()["rule"]) == (422, "luck_bounds", "§1")
    assert gm_client.get(f"/api/v1/campaigns/{campaign}/heroes/{hero}/").json()["luck"] == 3
    undo = gm_client.post(
        f"/api/v1/campaigns/{campaign}/acts/2/undo/",
        "{}",
        content_type="application/json",
        headers={"idempotency-key": str(uuid.uuid4())},
    )
    assert undo.status_code == 201
    assert gm_client.get(f"/api/v1/campaigns/{campaign}/heroes/{hero}/").json()["luck"] == 5


def test_it_is_played_through_the_pages(coin_game, gm_client):
    campaign = found_campaign(gm_client)
    form = gm_client.get(f"/campaigns/{campaign}/do/sit_down/")
    assert form.status_code == 200
    assert b'name="name"' in form.content
    sent = {"kind": "sit_down", "name": "Ana", "key": str(uuid.uuid4())}
    assert gm_client.post(f"/campaigns/{campaign}/acts/", sent).status_code == 303
    hero = gm_client.get(f"/api/v1/campaigns/{campaign}/heroes/").json()["results"][0]["key"]
    page = gm_client.get(f"/campaigns/{campaign}/heroes/{hero}/").content.decode()
    assert "Luck" in page
    tap = {"kind": "change_luck", "hero": hero, "by": "-1", "key": str(uuid.uuid4())}
    assert gm_client.post(f"/campaigns/{campaign}/acts/", tap).status_code == 303
    assert gm_client.get(f"/api/v1/campaigns/{campaign}/heroes/{hero}/").json()["luck"] == 4
    for path in ("", "heroes/", "acts/", "table/", f"heroes/{hero}/"):
        assert gm_client.get(f"/campaigns/{campaign}/{path}").status_code == 200, path


def test_its_own_dice_are_thrown_by_naming_the_chapter(coin_game, gm_client):
    campaign = found_campaign(gm_client)
    sent = {"by": "table", "face.coin.heads": "2", "face.coin.tails": "1", "key": str(uuid.uuid4())}
    assert gm_client.post(f"/campaigns/{campaign}/dice/", sent).status_code == 303
    page = gm_client.get(f"/campaigns/{campaign}/dice/").content.decode()
    assert page.count('title="heads"') > page.count('title="tails"') > 1
    assert "exactly this: 38%" in page
    told = gm_client.get(f"/api/v1/campaigns/{campaign}/acts/").json()["results"][0]["sentence"]
    assert told == "A throw of 3 coins: heads ×2, tails. Thrown on the table."


def test_a_broken_one_stops_the_start_and_is_named(tmp_path, monkeypatch):
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game" / "__init__.py").write_text("RULESET = None\n")
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    rulesets.cache_clear()
    with pytest.raises(RulesetError, match="broken_game"):
        rulesets()
    rulesets.cache_clear()


def test_its_key_must_be_its_folder(tmp_path, monkeypatch):
    shutil.copytree(HERE / "coin_game", tmp_path / "other_name")
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    rulesets.cache_clear()
    with pytest.raises(RulesetError, match="other_name"):
        rulesets()
    rulesets.cache_clear()


def test_a_hero_from_paper_may_be_a_players(gm, player, gm_client):
    """Whoever brings a hero in may say whose it is, also where only the game master may bring it."""
    campaign = found(gm, "The old guard", "heroquest_evolution")
    add_seat(campaign, player, "Merin", "player")
    page = gm_client.get(f"/campaigns/{campaign.pk}/do/enrol_hero/").content.decode()
    assert 'name="on_behalf_of"' in page
    paper = {
        "hero_class": "dwarf",
        "name": "Dura",
        "level": 1,
        "xp": 0,
        "gold": 0,
        "body": 7,
        "mind": 3,
        "reason": "p",
    }
    answer = act(gm_client, campaign.pk, kind="enrol_hero", on_behalf_of="s2", **paper)
    hero = answer.json()["events"][0]["hero"]
    assert gm_client.get(f"/api/v1/campaigns/{campaign.pk}/heroes/{hero}/").json()["seat"] == "s2"
