"""Keys that PostgreSQL does not even look for are keys of nothing: of no seat, of no hero."""

import uuid

import pytest

from campaigns import inviting, looking, people
from campaigns.access import enter
from campaigns.answers import Refusal
from tasks import asking
from tasks.models import Kind
from tasks.papers import Wanted

pytestmark = pytest.mark.django_db
KEYS = ["s\0", "\0", "\ud800"]


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_found_by_a_key_that_cannot_be_kept(key, group, rf, monkeypatch):
    monkeypatch.setattr("tasks.pdf.is_installed", lambda: True)
    entrance = enter(group.gm, group.campaign.pk)
    assert people.seat_of(entrance, key) is None
    assert not people.is_hero(group.campaign, key)
    assert isinstance(inviting.invite(entrance, "player", hero=key), Refusal)
    assert isinstance(inviting.invite(entrance, "player", seat=key), Refusal)
    assert asking.ask_paper(entrance, Wanted(kind=Kind.SHEETS, hero=key), uuid.uuid4()) == asking.UNKNOWN_HERO
    request = rf.get("/")
    request.session = {}
    looking.look_from(request, group.campaign.pk, key)
    assert looking.looked_from(request, entrance) is None


@pytest.mark.parametrize("key", ["s\0", "\0"])
def test_no_page_takes_it_for_a_mistake_of_ours(key, group, gm_client):
    here = f"/campaigns/{group.campaign.pk}/"
    assert gm_client.post(f"{here}papers/", {"paper": "sheets", "hero": key}).status_code == 422
    answer = gm_client.post(f"{here}people/look/", {"seat": key})
    assert answer.status_code in (404, 422)
