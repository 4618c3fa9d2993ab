"""Whatever the OpenAPI document allows, and much that it does not, is answered as it says, and never by a 500."""

from collections.abc import Iterator
from uuid import UUID

import pytest
import schemathesis
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

DOCUMENT = SchemaGenerator().get_schema(public=True)
WELL_FORMED = ["2xx", "304", "400", "403", "404", "409", "412", "415", "422"]
"""What is well-formed may still be against the rules, be stale, or name what is not there."""
CHECKS = {"positive_data_acceptance": {"expected-statuses": WELL_FORMED}}
EVERY = SchemathesisConfig.from_dict({"checks": CHECKS})
FEW = SchemathesisConfig.from_dict({"checks": CHECKS, "phases": {"coverage": {"enabled": False}}})
COMMANDS = {"path_regex": "/acts/(preview/)?$", "method": "POST"}
IN_A_ROW = 8
quick = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))

every = schemathesis.openapi.from_dict(DOCUMENT, config=EVERY)
few = schemathesis.openapi.from_dict(DOCUMENT, config=FEW)
every.app = few.app = get_wsgi_application()


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Calls run inside the test's transaction, as with Django's own client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def who(game):
    return {"headers": {"Authorization": game.gm._credentials["HTTP_AUTHORIZATION"]}}


def signed(case):
    """Without what it made up to sign in with."""
    case.headers.pop("Authorization", None)
    case.cookies.clear()
    case.headers.pop("If-Match", None)  # nearly always stale


def try_it(case, game):
    """Sends the case, to a campaign that exists where it names any at all."""
    signed(case)
    if is_uuid(case.path_parameters.get("campaign_id")):
        case.path_parameters["campaign_id"] = str(game.campaign.id)
    response = case.call(**who(game))
    case.validate_response(response, **who(game))


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


def test_calls_in_a_row_answer_as_the_document_says(game):
    """What one call answers goes into the next: campaigns founded, read, changed, deleted and not there any more."""

    class Row(few.as_state_machine()):
        def setup(self):
            self.begun = transaction.savepoint()

        def teardown(self):
            """Each row begins with the same campaigns."""
            transaction.savepoint_rollback(self.begun)
            cache.clear()

        def before_call(self, case):
            signed(case)
            super().before_call(case)

        def get_call_kwargs(self, case):
            return who(game)

        def validate_response(self, response, case, additional_checks=None, **kwargs):
            case.validate_response(response, additional_checks=additional_checks, **who(game))

    Row.run(settings=settings(quick, max_examples=30, stateful_step_count=IN_A_ROW))
