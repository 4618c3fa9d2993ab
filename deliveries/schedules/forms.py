"""The form of a schedule: when, and of the acts which stay. What an act says was chosen on its offer's own page."""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.answers import Refusal
from campaigns.malformed import explain
from campaigns.people_forms import PLAIN, refuse
from deliveries.schedules import times
from deliveries.schedules.planning import AHEAD, Planned, Wanted
from rules.kernel.text import Text

UNITS = (
    ("", _("once")),
    ("day", _("every n days")),
    ("week", _("every n weeks")),
    ("month", _("every n months, on this day")),
    ("year", _("every n years, on this day")),
)
HOURS = {
    0: _("when it begins"),
    1: _("an hour before"),
    3: _("3 hours before"),
    12: _("12 hours before"),
    24: _("the day before"),
    48: _("2 days before"),
    72: _("3 days before"),
    168: _("a week before"),
}


class WhenForm(forms.Form):
    """`acts` travels along as JSON, and is read as strictly as a program's."""

    title = forms.CharField(label=_("Title"), max_length=80, widget=forms.TextInput(attrs=PLAIN))
    at = forms.CharField(
        label=_("When"), widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=times.FORM)
    )
    unit = forms.ChoiceField(label=_("How often"), required=False, choices=UNITS)
    every = forms.IntegerField(
        label=_("How many (n)"),
        min_value=1,
        max_value=times.MOST,
        initial=1,
        widget=forms.NumberInput(attrs=PLAIN | {"inputmode": "numeric"}),
    )
    ahead = forms.TypedChoiceField(
        label=_("Remind everybody"),
        coerce=int,
        choices=[(hours, HOURS[hours]) for hours in AHEAD],
        initial=24,
    )
    each = forms.BooleanField(label=_("For every hero who can do it then"), required=False)
    join = forms.ChoiceField(label=_("Add it to"), required=False)
    acts = forms.CharField(required=False, widget=forms.HiddenInput)
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)
    version = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(
        self,
        acts: tuple[Planned, ...],
        *args: Any,
        others: list[tuple[str, str]] | None = None,
        **kwargs: Any,
    ) -> None:
        """`others`: what is scheduled already, where the acts may be added to it."""
        super().__init__(*args, **kwargs)
        self.planned = acts
        if acts:
            del self.fields["ahead"]
        if not any("hero" in one.command for one in acts):
            del self.fields["each"]
        if not (acts and others):
            del self.fields["join"]
        else:
            self.fields["join"].choices = [("", _("nothing: it stands by itself")), *others]  # type: ignore[attr-defined]
        self.fields["title"].help_text = (
            _("Everybody reads it in the history once it has happened.") if acts else ""
        )

    def clean_at(self) -> str:
        text: str = self.cleaned_data["at"][:16]
        if times.read(text) is None:
            raise forms.ValidationError(_("A date and a time are expected."))
        return text

    def wanted(self) -> Wanted | None:
        """None where it says what is wrong."""
        if not self.is_valid():
            return None
        chosen = self.cleaned_data
        plain = {name: chosen[name] for name in ("title", "at", "unit", "every")}
        plain |= {"ahead": chosen.get("ahead", 0), "title": chosen["title"].strip()}
        acts = tuple(map(for_each, self.planned)) if chosen.get("each") else self.planned
        try:
            return msgspec.convert(plain | {"acts": acts}, Wanted)
        except msgspec.ValidationError as error:
            field, why = explain(str(error))
            self.refuse(Refusal(status=400, code="malformed", message=why, errors=((field, why),)))
            return None

    def refuse(self, refusal: Refusal) -> None:
        refuse(self, refusal)


def for_each(planned: Planned) -> Planned:
    """The same for every hero, where it is about one."""
    if "hero" not in planned.command:
        return planned
    command = {name: value for name, value in planned.command.items() if name != "hero"}
    return msgspec.structs.replace(planned, command=command, each_hero=True, on_behalf_of="")


def read_acts(text: str) -> tuple[Planned, ...] | Text:
    """The acts that travel along; or what is wrong with them."""
    try:
        return msgspec.json.decode(text or "[]", type=tuple[Planned, ...])
    except msgspec.ValidationError as error:
        return explain(str(error))[1]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Text("Cela ne se lit pas.", "This cannot be read.")


def written(acts: tuple[Planned, ...]) -> str:
    return msgspec.json.encode(acts).decode()


def form_of(
    wanted: Wanted, *, key: str = "", version: int = 0, others: list[tuple[str, str]] | None = None
) -> WhenForm:
    initial = {name: getattr(wanted, name) for name in ("title", "at", "unit", "every", "ahead")}
    travelling = {"acts": written(wanted.acts), "key": key, "version": version}
    return WhenForm(wanted.acts, initial=initial | travelling, others=others)
