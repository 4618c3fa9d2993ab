"""What a first visit costs, as it goes over the wire: the page and all it asks for, with nothing kept from before."""

import gzip
import re
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command

from accounts.models import User
from campaigns.management.commands.demo import GAME_MASTER
from campaigns.models import HeroRow
from tests.conftest import signed_in

pytestmark = pytest.mark.django_db

FONTS = ("fonts/alegreya-700.woff2", "fonts/atkinson.woff2")
MOST, MOST_OF_FONTS, MOST_OF_SCRIPT = 90_000, 50_000, 15_000
ASKS = {"accept-encoding": "gzip"}


def static(name: str) -> bytes:
    return Path(str(finders.find(name))).read_bytes()


def on_the_wire(name: str) -> int:
    """As whitenoise sends it to who takes gzip; a font is compressed already."""
    return len(static(name)) if name in FONTS else len(gzip.compress(static(name), 9, mtime=0))


def weight_of(client, address: str) -> dict[str, int]:
    answer = client.get(address, headers=ASKS)
    assert answer.status_code == 200
    assert answer.headers["Content-Encoding"] == "gzip"
    page = gzip.decompress(answer.content).decode()
    files = set(re.findall(r'(?:\bhref|\bsrc)="/static/([^"#]+)', page))
    assert {"css/tokens.css", "css/questkeep.css", "favicon.svg"} <= files
    return {"page": len(answer.content)} | {name: on_the_wire(name) for name in (*files, *FONTS)}


@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/accounts/signup/"])
def test_a_visitor_s_first_page_is_light(anonymous_client, address):
    weights = weight_of(anonymous_client, address)
    assert sum(weights.values()) <= MOST, weights


def test_a_page_that_asks_nothing_of_the_server_brings_no_library(anonymous_client):
    assert not [name for name in weight_of(anonymous_client, "/") if name.endswith(".js")]


def test_a_sheet_is_light_too():
    """Of the demo's heroes, in the middle of a quest."""
    call_command("demo", "--on-this-site", stdout=StringIO())
    client = signed_in(User.objects.get(username=GAME_MASTER))
    for hero in HeroRow.objects.all():
        weights = weight_of(client, f"/campaigns/{hero.campaign_id}/heroes/{hero.key}/")
        assert sum(weights.values()) <= MOST, weights


def test_the_fonts_have_their_share():
    assert sum(map(on_the_wire, FONTS)) <= MOST_OF_FONTS


def test_script_of_ours_is_little():
    """All there is of it over the wire, and what a page of the table has to read."""
    ours = {
        file.name: file.read_bytes() for file in Path(str(finders.find("js/keys.js"))).parent.glob("*.js")
    }
    assert sum(len(gzip.compress(script, 9)) for script in ours.values()) <= MOST_OF_SCRIPT
    assert sum(len(ours[name]) for name in ("questkeep.js", "live.js", "keys.js")) <= MOST_OF_SCRIPT
