"""Every page of a campaign asks first whether this person may enter."""

import pytest
from django.urls import reverse

from campaigns import urls as campaign_urls
from characters import urls as hero_urls

ARGUMENTS = {
    "kind": "recruit_hero",
    "seq": 1,
    "number": "gold",
    "thing": "hero",
    "seat": "s2",
    "digest": "0" * 16,
    "side": 96,
    "invitation": "00000000-0000-4000-8000-000000000001",
}
PATTERNS = [
    pattern
    for pattern in (*campaign_urls.urlpatterns, *hero_urls.urlpatterns)
    if "campaign_id" in pattern.pattern.converters
]
WRITES = {
    "campaign-undo",
    "people-invite",
    "people-look",
    "people-revoke",
    "seat-name",
    "seat-role",
    "seat-remove",
    "seat-owner",
    "hero-files",
    "hero-seat",
    "public-link",
    "campaign-delete",
    "campaign-restore",
}
NOT_IN_THE_TOY_GAME = {"hero-level", "hero-versus", "campaign-odds", "dice", "portrait-picture"}


@pytest.fixture
def address(group, hero):
    def address(pattern):
        known = ARGUMENTS | {"campaign_id": group.campaign.id, "hero": hero}
        return reverse(pattern.name, kwargs={name: known[name] for name in pattern.pattern.converters})

    return address


def ask(client, pattern, url):
    return client.post(url) if pattern.name in WRITES else client.get(url)


def test_there_are_pages():
    assert len(PATTERNS) > 8


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_a_stranger_gets_404(pattern, address, stranger_client):
    assert ask(stranger_client, pattern, address(pattern)).status_code == 404


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_nobody_in_particular_is_asked_to_sign_in(pattern, address, anonymous_client):
    answer = ask(anonymous_client, pattern, address(pattern))
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("pattern", [p for p in PATTERNS if p.name not in WRITES], ids=lambda p: p.name)
def test_the_game_master_gets_in(pattern, address, gm_client):
    url = address(pattern)
    expected = 404 if pattern.name in NOT_IN_THE_TOY_GAME else 200
    assert gm_client.get(url).status_code == expected


def test_a_stranger_cannot_send_an_act(base, hero, group, stranger_client):
    before = group.length
    answer = stranger_client.post(f"{base}acts/", {"kind": "recruit_hero", "name": "Intruder", "key": "k"})
    assert (answer.status_code, group.length) == (404, before)


def test_a_campaign_that_never_was_looks_the_same(stranger_client):
    assert stranger_client.get("/campaigns/00000000-0000-4000-8000-000000000000/").status_code == 404
    assert stranger_client.get("/campaigns/1/").status_code == 404
