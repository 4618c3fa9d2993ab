"""The forms about people and the campaign itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.timezone import get_default_timezone_name
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns import zones
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.inviting import DAY, LENGTH, LETTERS, USES_MOST, read_code, vacant_seats
from campaigns.models import Campaign, HeroRow, Role, Seat

HOUR = 60 * 60
TERMS = ((HOUR, _("an hour")), (DAY, _("a day")), (7 * DAY, _("a week")), (14 * DAY, _("two weeks")),
         (30 * DAY, _("30 days")), (90 * DAY, _("90 days")))  # fmt: skip
PLAIN = {"autocomplete": "off"}


def refuse(form: forms.BaseForm, refusal: Refusal) -> None:
    """Say it at the field it is about."""
    language = get_language() or "en"
    for field, message in refusal.errors or (("", refusal.message),):
        form.add_error(field if field in form.fields else None, message.in_(language))


def roles(entrance: Entrance) -> list[tuple[str, Any]]:
    """Those that this game has."""
    return [(value, label) for value, label in Role.choices if value != Role.GM or entrance.ruleset.needs_gm]


class InviteForm(forms.Form):
    role = forms.ChoiceField(label=_("As"), initial=Role.PLAYER)
    hero = forms.ChoiceField(label=_("Hero to play"), required=False)
    seat = forms.ChoiceField(label=_("Seat to take"), required=False)
    expires_in = forms.TypedChoiceField(
        label=_("The link works for"), coerce=int, choices=TERMS, initial=7 * DAY
    )
    uses = forms.IntegerField(
        label=_("How many people may use it"),
        min_value=1,
        max_value=USES_MOST,
        initial=1,
        widget=forms.NumberInput(attrs=PLAIN | {"inputmode": "numeric"}),
    )

    def __init__(self, entrance: Entrance, heroes: Iterable[HeroRow], *args: Any) -> None:
        super().__init__(*args)
        self.fields["role"].choices = roles(entrance)  # type: ignore[attr-defined]
        named = [(hero.key, hero.name) for hero in heroes]
        self.fields["hero"].choices = [("", _("none: they recruit their own")), *named]  # type: ignore[attr-defined]
        vacant = list(vacant_seats(entrance.campaign).values_list("key", "name"))
        self.fields["seat"].choices = [("", _("a new one")), *vacant]  # type: ignore[attr-defined]
        if not vacant:
            del self.fields["seat"]


class JoinForm(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("Eight letters, which whoever runs the table gives you."),
        widget=forms.TextInput(attrs=PLAIN | {"autocapitalize": "characters", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        code = read_code(self.cleaned_data["code"])
        if len(code) != LENGTH or not set(code) <= set(LETTERS):
            raise forms.ValidationError(_("A code has eight letters, as in KXPD-RMWA."))
        return code


class SeatNameForm(forms.ModelForm):
    class Meta:
        model = Seat
        fields = ["name"]
        widgets = {"name": forms.TextInput(attrs=PLAIN)}


class SettingsForm(forms.ModelForm):
    class Meta:
        model = Campaign
        fields = ["name", "timezone"]
        widgets = {
            "name": forms.TextInput(attrs=PLAIN),
            "timezone": forms.TextInput(attrs=PLAIN | {"list": "zones", "spellcheck": "false"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.fields["timezone"]
        zone.widget.attrs["placeholder"] = get_default_timezone_name()
        zone.help_text = _(
            "A city or a region, such as Paris or America/Montreal. The times of all pages are in it."
        )

    def clean_timezone(self) -> str:
        wanted = self.cleaned_data["timezone"]
        found = zones.find(wanted)
        if found is None:
            raise forms.ValidationError(_("No time zone is called that: choose one of the list."))
        return found


class DeleteForm(forms.Form):
    name = forms.CharField(
        label=_("The campaign’s name"), max_length=200, widget=forms.TextInput(attrs=PLAIN)
    )


def uses_words(count: int) -> str:
    return ngettext("for one person", "for %(count)s people", count) % {"count": count}
