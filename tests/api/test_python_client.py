"""A Python client, generated from the OpenAPI document and from nothing else, plays the cycle of a campaign."""

import importlib
import importlib.util
import json
import subprocess
import sys
import uuid

import pytest
from django.core.management import call_command

from config.settings import BASE_DIR
from tests import services
from tests.api.game import RULESET
from tests.browser.serving import serve

PACKAGE = "questkeep_client"
CONFIG = {
    "package_name_override": PACKAGE,
    "post_hooks": [],  # it would be formatted
    "content_type_overrides": {
        "application/x-ndjson": "application/octet-stream",
        "image/webp": "application/octet-stream",
    },
}


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The client's package; not a word of the document is lost on its maker."""
    if importlib.util.find_spec("openapi_python_client") is None:
        services.missing("openapi-python-client")
    folder = tmp_path_factory.mktemp("client")
    call_command("spectacular", "--format", "openapi-json", "--file", str(folder / "schema.json"))
    (folder / "config.json").write_text(json.dumps(CONFIG))
    arguments = [
        "--path",
        "schema.json",
        "--config",
        "config.json",
        "--meta",
        "none",
        "--output-path",
        PACKAGE,
    ]
    result = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout + result.stderr
    assert "WARNING" not in result.stdout + result.stderr
    sys.path.insert(0, str(folder))
    yield importlib.import_module(PACKAGE)
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serve(tmp_path_factory.mktemp("site")) as site:
        yield site


SIGN_UP = """
from accounts.models import Token, User
print(Token.objects.create(user=User.objects.create_user({name!r}), name="client", scopes="read write")[1])
"""


def token(site, name) -> str:
    """Of a new person: shown once, on the account's page."""
    command = [sys.executable, "manage.py", "shell", "--verbosity=0", "-c", SIGN_UP.format(name=name)]
    done = subprocess.run(
        command, cwd=BASE_DIR, env=site.environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()[-1]


class Player:
    """A person with a client: calls by their operation's name, commands by their kind."""

    def __init__(self, package, site, name):
        headers = {"Accept-Language": "en"}
        self.client = package.AuthenticatedClient(base_url=site.url, token=token(site, name), headers=headers)
        self.models = importlib.import_module(f"{PACKAGE}.models")
        self.campaign = None

    def call(self, name, *path, status=200, **arguments):
        groups = ("campaigns", "invitations", "rulesets")
        names = (f"{PACKAGE}.api.{group}.{name}" for group in groups)
        found = next(name for name in names if importlib.util.find_spec(name))
        answer = importlib.import_module(found).sync_detailed(*path, client=self.client, **arguments)
        assert answer.status_code == status, answer.content
        return answer.parsed

    def read(self, name, *path, **arguments):
        return self.call(name, self.campaign, *path, **arguments)

    def command(self, kind, **fields):
        prefix, words = RULESET.title().replace("_", ""), kind.title().replace("_", "")
        return getattr(self.models, prefix + words).from_dict({"kind": kind, **fields})

    def does(self, kind, status=201, **fields):
        command, key = self.command(kind, **fields), str(uuid.uuid4())
        return self.call("acts_send", self.campaign, body=command, idempotency_key=key, status=status)


@pytest.fixture(scope="module")
def zargon(package, site):
    return Player(package, site, "zargon")


def kinds_in(answer) -> list[str]:
    """Games share kinds, and the client takes the first shape that fits: the kind is what a program goes by."""
    return [event.to_dict()["kind"] for event in answer.events]


def test_the_cycle_of_a_campaign(zargon, site, package):
    models = zargon.models
    books = zargon.call("rulesets_list").results
    assert RULESET in [book.key for book in books]
    campaign = zargon.call(
        "campaigns_found", body=models.NewCampaign(name="By program", ruleset=RULESET), status=201
    )
    zargon.campaign = campaign.id
    invitation = zargon.read("invitations_make", body=models.NewInvitation(uses=1), status=201)
    merin = Player(package, site, "merin")
    merin.campaign = merin.call("invitations_accept", invitation.token, status=201).id

    recruited = merin.does("recruit_hero", name="Brom", hero_class="barbarian")
    (event,) = recruited.events
    assert kinds_in(recruited) == ["hero_recruited"]
    hero = event.hero
    opened = zargon.does("open_quest", quest="the-trial", heroes=[hero])
    assert kinds_in(opened)[0] == "quest_opened"
    for _ in range(4):
        killed = merin.does("record_kill", hero=hero, monster="gargoyle", count=3)
        assert "kill_recorded" in kinds_in(killed)
    preview = zargon.read("acts_preview", body=zargon.command("close_quest", success=True, survivors=[hero]))
    assert preview.changes
    zargon.does("close_quest", success=True, survivors=[hero])

    sheet = merin.read("heroes_read", hero)
    assert sheet["level_due"]
    offer = merin.read("offers_list", kind="gain_level", hero=hero).results[0]
    skill = next(field for field in offer.fields if field.name == "choices.skill")
    gained = merin.does("gain_level", hero=hero, choices={"skill": skill.choices[0].value})
    assert "level_gained" in kinds_in(gained)

    lines = merin.read("acts_list").results
    assert [line.seq for line in lines] == list(range(gained.seq, 0, -1))
    assert lines[-1].sentence
    assert {"hero_recruited", "quest_opened", "level_gained"} <= {
        kind for line in lines for kind in kinds_in(line)
    }
    key = str(uuid.uuid4())
    body = models.UndoRequest()
    undone = merin.read("acts_undo", gained.seq, body=body, idempotency_key=key, status=201)
    again = merin.read("acts_undo", gained.seq, body=body, idempotency_key=key, status=200)
    assert (undone.seq, again.seq) == (gained.seq + 1, gained.seq + 1)
    assert merin.read("acts_read", gained.seq).undone_by == undone.seq


def test_a_refusal_is_a_problem_with_its_rule(zargon):
    body = zargon.models.NewCampaign(name="By program", ruleset=RULESET)
    zargon.campaign = zargon.call("campaigns_found", body=body, status=201).id
    problem = zargon.does("open_quest", quest="nowhere", heroes=[], status=422)
    assert isinstance(problem, zargon.models.Problem)
    assert (problem.status, problem.errors[0].field) == (422, "quest")


def test_files_go_out_and_come_in(zargon):
    body = zargon.models.NewCampaign(name="By program", ruleset=RULESET)
    zargon.campaign = zargon.call("campaigns_found", body=body, status=201).id
    file = zargon.read("campaigns_export")
    types = importlib.import_module(f"{PACKAGE}.types")
    body = zargon.models.CampaignsImportBody(
        file=types.File(payload=file.payload, file_name="campaign.jsonl")
    )
    again = zargon.call("campaigns_import", body=body, status=201)
    assert (again.name, again.unverified) == ("By program", False)
