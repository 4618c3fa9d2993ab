"""What the steps ask besides what a rulebook asks."""

from __future__ import annotations

import uuid

from django import forms

from campaigns.models import Campaign
from campaigns.people_forms import PLAIN


class NameForm(forms.ModelForm):
    class Meta:
        model = Campaign
        fields = ["name"]
        widgets = {"name": forms.TextInput(attrs=PLAIN)}


def as_uuid(text: str) -> uuid.UUID:
    """The key of a form; any other where it is none."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return uuid.uuid4()
