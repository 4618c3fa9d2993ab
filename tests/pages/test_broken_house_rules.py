"""Every kind of house rule can be set on its page, by a form without script."""

import uuid

import pytest

from campaigns.seats import found
from tests.pages.conftest import forms

CASES = [
    ("upkeep", "40", 40),
    ("upkeep", "0", 0),
    ("upkeep", "1", 1),
    ("death_gear", "lost", "lost"),
    ("price.shield", "7", 7),
]


@pytest.mark.parametrize(("rule", "typed", "value"), CASES)
def test_it_is_set_as_typed(rule, typed, value, gm, gm_client):
    campaign = found(gm, "The cellar gang", "heroquest_evolution")
    base = f"/campaigns/{campaign.id}/"
    page = gm_client.get(f"{base}do/set_house_rule/", {"rule": rule})
    sent = dict(forms(page)["offer"].fields) | {"rule": rule, "value": typed, "key": str(uuid.uuid4())}
    shown = forms(gm_client.post(f"{base}do/set_house_rule/", sent))["offer"]
    assert shown.value("reviewed")
    answer = gm_client.post(shown.action, sent | dict(shown.fields) | {"rule": rule, "value": typed})
    assert answer.status_code == 303, answer.content.decode()
    assert gm_client.get(f"/api/v1{base}state/").json()["house_rules"] == {rule: value}
