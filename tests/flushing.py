"""A test that commits is followed by a flush, which deletes entries: the ledger's triggers are lifted around it."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import TransactionTestCase

from campaigns import triggers


@pytest.fixture(autouse=True, scope="session")
def flushes_lift_the_triggers() -> Iterator[None]:
    flush = TransactionTestCase._fixture_teardown

    def teardown(case: TransactionTestCase) -> None:
        with triggers.lifted(connection):
            flush(case)

    TransactionTestCase._fixture_teardown = teardown
    yield
    TransactionTestCase._fixture_teardown = flush
