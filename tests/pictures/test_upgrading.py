"""A campaign older than the figures is counted when the jobs are done."""

from importlib import import_module

import pytest
from django.apps import apps

from campaigns.models import BroughtRow, CountRow, FaceRow, MilestoneRow
from jobs import running

pytestmark = pytest.mark.django_db(transaction=True)
DERIVED = (CountRow, FaceRow, MilestoneRow, BroughtRow)


def test_what_was_played_before_is_counted_by_a_job(evening):
    before = [model.objects.count() for model in DERIVED]
    for model in DERIVED:
        model.objects.all().delete()
    import_module("campaigns.migrations.0006_counts").leave_rebuilds(apps, None)
    running.run_due()
    assert [model.objects.count() for model in DERIVED] == before
    assert all(before)
    evening.is_sound()
