"""Requests that leave nothing behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

from django.db import transaction
from django.test import Client

from campaigns import snapshots


@contextmanager
def undone(client: Client) -> Iterator[None]:
    """Whatever is written meanwhile is taken back, signing out too."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies
    snapshots.KNOWN.forget()
