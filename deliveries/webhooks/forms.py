"""The form of a webhook."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, cast

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from campaigns.models import ONE_LINE
from deliveries.models import Form
from deliveries.webhooks.guard import LONGEST
from deliveries.webhooks.managing import Changes, Wanted, kinds_of
from rules.kernel.ruleset import Ruleset

PLAIN = {"autocomplete": "off", "spellcheck": "false"}


class WebhookForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=60, validators=[ONE_LINE], widget=forms.TextInput(attrs=PLAIN)
    )
    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs=PLAIN | {"inputmode": "url", "placeholder": "https://"}),
        help_text=_(
            "Whoever knows the address of a Discord channel can write there: it is shown to nobody else."
        ),
    )
    form = forms.ChoiceField(label=_("Format"), choices=Form.choices)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    kinds = forms.MultipleChoiceField(
        label=_("Acts to tell"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, ruleset: Ruleset[Any], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        language = get_language() or "en"
        named = [(kind, label.in_(language)) for kind, label in kinds_of(ruleset)]
        self.fields["kinds"].choices = sorted(named, key=lambda one: one[1].casefold())  # type: ignore[attr-defined]

    @property
    def plain_fields(self) -> list[forms.BoundField]:
        """All but the acts, which are drawn as a grid."""
        return [field for field in self.visible_fields() if field.name != "kinds"]

    @property
    def changes(self) -> Changes:
        return cast(Changes, asdict(self.wanted))

    @property
    def wanted(self) -> Wanted:
        chosen = self.cleaned_data
        return Wanted(**chosen | {"kinds": tuple(chosen["kinds"])})


def initial(wanted: Wanted) -> dict[str, Any]:
    return {name: getattr(wanted, name) for name in Wanted.__dataclass_fields__}
