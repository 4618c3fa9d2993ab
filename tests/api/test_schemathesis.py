"""Whatever the OpenAPI document allows, and much that it does not, is answered as it says, and never by a 500."""

from collections.abc import Iterator
from uuid import UUID

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

DOCUMENT = SchemaGenerator().get_schema(public=True)
FEW = SchemathesisConfig.from_dict({"phases": {"coverage": {"enabled": False}}})
COMMANDS = {"path_regex": "/acts/(preview/)?$", "method": "POST"}
quick = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))

every = schemathesis.openapi.from_dict(DOCUMENT)
few = schemathesis.openapi.from_dict(DOCUMENT, config=FEW)
every.app = few.app = get_wsgi_application()

UNTRUE_HERE = [
    ignored_auth,  # it takes our token for one it made up
    positive_data_acceptance,  # what is well-formed may still be against the rules
]


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Calls run inside the test's transaction, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def try_it(case, game):
    """Sends the case, to a campaign that exists where it names any at all."""
    if is_uuid(case.path_parameters.get("campaign_id")):
        case.path_parameters["campaign_id"] = str(game.campaign.id)
    case.headers.pop("If-Match", None)  # nearly always stale
    response = case.call(headers={"Authorization": game.gm._credentials["HTTP_AUTHORIZATION"]})
    case.validate_response(response, excluded_checks=UNTRUE_HERE)


def is_uuid(text) -> bool:
    try:
        return str(UUID(text)) == text
    except (TypeError, ValueError, AttributeError):
        return False


@(every.exclude(**COMMANDS)).parametrize()
@quick
def test_every_call_answers_as_the_document_says(case, game):
    try_it(case, game)


@(few.include(**COMMANDS)).parametrize()
@quick
def test_commands_of_every_kind_are_answered_as_the_document_says(case, game):
    """Without the exhaustive phase, which takes minutes over so many kinds."""
    try_it(case, game)
