"""The button that founds a campaign, pressed twice."""

import uuid

from campaigns.models import Campaign
from tests import toy
from tests.pages.conftest import forms


def test_pressed_twice_it_founds_one_campaign(gm_client):
    form = forms(gm_client.get("/campaigns/"))["/campaigns/"]
    sent = dict(form.fields) | {"name": "Karak", "ruleset": toy.KEY}
    first, second = (gm_client.post("/campaigns/", sent) for _ in range(2))
    assert first["Location"] == second["Location"] == f"/campaigns/{Campaign.objects.get().id}/"


def test_another_name_or_page_founds_another(gm_client):
    form = forms(gm_client.get("/campaigns/"))["/campaigns/"]
    sent = dict(form.fields) | {"name": "Karak", "ruleset": toy.KEY}
    for changed in ({}, {"name": "Varag"}, {"key": str(uuid.uuid4())}, {"key": ""}, {"key": ""}):
        assert gm_client.post("/campaigns/", sent | changed).status_code == 302
    assert Campaign.objects.count() == 5


def test_the_key_of_somebody_else_founds_the_own(gm_client, player_client):
    sent = {"name": "Karak", "ruleset": toy.KEY, "key": str(uuid.uuid4())}
    assert (
        gm_client.post("/campaigns/", sent)["Location"] != player_client.post("/campaigns/", sent)["Location"]
    )


def test_a_key_that_is_none_founds_nothing(gm_client):
    assert gm_client.post("/campaigns/", {"name": "Karak", "ruleset": toy.KEY, "key": "x"}).status_code == 422
    assert not Campaign.objects.exists()
