import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from campaigns.seats import found
from tests.flushing import flushes_lift_the_triggers  # noqa: F401


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody without an account who has tapped once."""
    client = Client(headers={"accept-language": "en"})
    assert client.post("/sample/").status_code == 303
    return client


@pytest.fixture
def sample(visitor: Client) -> Campaign:
    return Campaign.objects.get()


@pytest.fixture
def at(sample: Campaign) -> str:
    return f"/campaigns/{sample.pk}/"


@pytest.fixture
def table(gm: User) -> Campaign:
    """A campaign that is no sample."""
    return found(gm, "The cellar gang", "heroquest_evolution", "Zargon")
