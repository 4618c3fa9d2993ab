"""The own campaigns, and founding one."""

from campaigns.models import Campaign
from tests import toy


def test_the_empty_page_says_what_to_do(gm_client):
    page = gm_client.get("/campaigns/")
    assert page.status_code == 200
    assert "No campaign yet." in page.content.decode()
    assert "Found the campaign" in page.content.decode()


def test_founding_leads_into_the_campaign(gm_client):
    answer = gm_client.post("/campaigns/", {"name": "Karak", "ruleset": toy.KEY})
    campaign = Campaign.objects.get()
    assert answer["Location"] == f"/campaigns/{campaign.id}/"
    assert (campaign.name, campaign.ruleset) == ("Karak", toy.KEY)
    assert "An adventure begins with a hero" in gm_client.get(answer["Location"]).content.decode()


def test_a_bad_name_keeps_what_was_typed(gm_client):
    answer = gm_client.post("/campaigns/", {"name": "K" * 81, "ruleset": toy.KEY})
    assert answer.status_code == 422
    assert "K" * 81 in answer.content.decode()
    assert not Campaign.objects.exists()


def test_an_unknown_rulebook_is_refused(gm_client):
    assert gm_client.post("/campaigns/", {"name": "Karak", "ruleset": "chess"}).status_code == 422


def test_only_the_own_campaigns_are_listed(group, gm_client, stranger_client):
    assert "The cellar gang" in gm_client.get("/campaigns/").content.decode()
    assert "The cellar gang" not in stranger_client.get("/campaigns/").content.decode()


def test_the_door_says_what_this_is(anonymous_client, gm_client):
    assert "Roll the dice" in anonymous_client.get("/").content.decode()
    assert gm_client.get("/")["Location"] == "/campaigns/"
