"""A second rulebook costs one folder: the guide, followed to the letter, yields one that pages, API, paper and laws take."""

import io
import json
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

import rules
from campaigns.access import enter
from campaigns.models import Campaign
from campaigns.seats import add_seat, found
from config.settings import BASE_DIR
from rules.kernel.registry import RulesetError, ruleset, rulesets
from tasks import printing
from tasks.models import Kind
from tasks.papers import Wanted
from tests.campaigns.group import Group
from tests.laws.walking import Walk
from tests.pages import test_look as look
from tests.pages import test_rulebook as links
from tests.rules import test_every_catalog as catalogs
from tests.rules import test_scenarios as examples
from tests.second import guide

STEPS = 800


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return guide.followed(tmp_path)


def forget() -> None:
    rulesets.cache_clear()
    for name in [name for name in sys.modules if name.startswith(f"rules.{guide.KEY}")]:
        del sys.modules[name]


@pytest.fixture
def coin_game(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the guide builds stands beside the real ones."""
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(folder.parent)])
    forget()
    yield
    forget()


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


def test_what_the_guide_shows_is_written_as_we_write(folder):
    """Ruff as the project sets it; what it names of the project is there."""
    for what in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *what, "--config", str(BASE_DIR / "pyproject.toml"), "."]
        done = subprocess.run(ruff, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    named = guide.paths_in_commands()
    assert named
    assert [path for path in named if not path.startswith(".venv/") and not (BASE_DIR / path).exists()] == []


def test_its_examples_run(coin_game):
    found = examples.scenarios(guide.KEY)
    assert len(found) >= 3
    for scenario in found:
        examples.test_scenario(ruleset(guide.KEY), scenario)


@pytest.mark.parametrize(
    "holds",
    [
        examples.test_a_rulebook_has_many_scenarios_with_names_of_their_own,
        examples.test_every_command_of_a_rulebook_is_accepted_by_a_scenario,
        examples.test_scenarios_of_a_rulebook_refuse_as_well,
        links.test_every_link_of_sheets_boards_and_offers_leads_to_a_page,
        lambda key: catalogs.test_every_place_that_a_rulebook_cites_has_a_page(ruleset(key)),
        lambda key: look.test_every_icon_a_template_or_a_kind_asks_for_is_drawn(),
    ],
)
def test_what_is_asked_of_every_rulebook_holds_for_it(coin_game, holds):
    """Whoever follows the guide and runs what it names sees no failure."""
    holds(guide.KEY)


def test_random_walks_keep_every_law_and_come_to_every_command(coin_game):
    walk = Walk(ruleset(guide.KEY), 1)
    for _ in range(STEPS):
        walk.step()
    walk.check_fold()
    assert walk.undos
    assert walk.spoilt_accepted
    assert [kind for kind, times in walk.seen.items() if not times] == []


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


def test_an_evening_ends_with_a_review_and_pays_by_the_house(coin_game, gm, player, gm_client):
    group = Group(found(gm, "Heads or tails", guide.KEY, "Zargon"), gm, player)
    at = f"/campaigns/{group.campaign.pk}/"
    hero = group.does(gm, "sit_down", name="Ana").events[0]["hero"]
    refused = gm_client.get(f"{at}do/toss_coin/?hero={hero}").content.decode()
    assert f'href="{at}do/begin_evening/"' in refused
    group.does(gm, "set_house_rule", rule="reward", value=4)
    group.does(gm, "begin_evening")
    assert "Evening 1" in gm_client.get(f"{at}do/end_evening/").content.decode()
    group.does(gm, "end_evening")
    group.does(gm, "buy_prize", hero=hero, prize="kite")
    assert "End of an evening" in gm_client.get(f"{at}heroes/{hero}/numbers/gold/").content.decode()
    assert "Kite" in gm_client.get(f"{at}heroes/{hero}/").content.decode()


@pytest.fixture
def demo(coin_game, db):
    """The campaign that `make demo` builds, entered by its owner."""
    call_command("demo", guide.KEY, "--on-this-site", stdout=io.StringIO())
    campaign = Campaign.objects.get(ruleset=guide.KEY)
    return enter(campaign.seats.get(owner=True).user, campaign.pk)


def test_every_page_of_its_demo_opens(demo, client):
    client.force_login(demo.seat.user)
    pages = ("", "heroes/", "acts/", "table/", "figures/", "past/", "dice/", "papers/", "do/set_house_rule/")
    hero = next(iter(demo.state().heroes))
    for path in (*pages, f"heroes/{hero}/", f"heroes/{hero}/figures/", f"heroes/{hero}/numbers/gold/"):
        assert client.get(f"/campaigns/{demo.campaign.pk}/{path}").status_code == 200, path
    for path in ("", "catalog/prizes/", "catalog/prizes/kite/"):
        assert client.get(f"/rulesets/{guide.KEY}/{path}").status_code == 200, path


@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize("kind", [Kind.SHEETS, Kind.PARTY, Kind.CARDS, Kind.PRICES, Kind.CHRONICLE])
def test_its_paper_is_printed(demo, kind):
    wanted = Wanted(kind=kind, language="en")
    assert b"".join(printing.printed(demo, wanted, "Coins", lambda *_far: None)).startswith(b"%PDF")


def test_a_broken_one_stops_the_start_and_is_named(tmp_path, monkeypatch):
    (tmp_path / "broken_game").mkdir()
    (tmp_path / "broken_game" / "__init__.py").write_text("RULESET = None\n")
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(tmp_path)])
    rulesets.cache_clear()
    with pytest.raises(RulesetError, match="broken_game"):
        rulesets()
    rulesets.cache_clear()


def test_its_key_must_be_its_folder(folder, tmp_path, monkeypatch):
    shutil.copytree(folder, tmp_path / "other_name")
    shutil.rmtree(folder)
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
