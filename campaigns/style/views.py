"""`/style/`: what the pages are made of, by candle and by day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.models import Theme
from campaigns.answers import Refusal
from campaigns.showing import Refused, Taps
from campaigns.style import samples, tokens
from campaigns.templatetags.questkeep import drawn_in_order
from rules.kernel.text import Text

DICE = ("skull", "white-shield", "black-shield", "d6")
FACES = tuple(
    (f"{number}", sign) for number, sign in enumerate(("barbarian", "dwarf", "elf", "enchanter") * 3)
)
"""Keys whose faces are drawn, and the signs on them."""
REFUSED = Refused(
    refusal=Refusal(
        status=422,
        code="short",
        message=Text("Il manque 25 pièces d’or.", "25 gold pieces are missing."),
        rule="§1",
    ),
    url="",
)


class SampleForm(forms.Form):
    name = forms.CharField(label=_("Name"), help_text=_("As the others at the table read it."))
    theme = forms.ChoiceField(label=_("Appearance"), choices=Theme.choices, required=False)
    notes = forms.CharField(label=_("Text"), widget=forms.Textarea(attrs={"rows": 2}), required=False)
    agreed = forms.BooleanField(label=_("Show it to everybody"), required=False)


@dataclass(frozen=True)
class Side:
    """One of the two lights. `scope` begins all ids in it."""

    theme: str
    label: Any

    @property
    def scope(self) -> str:
        return f"{self.theme}-"

    @property
    def taps(self) -> Taps:
        return Taps(f"taps-{self.theme}", "", "", "")

    @property
    def refused(self) -> str:
        return f"{self.scope}refused"

    @property
    def form(self) -> SampleForm:
        """With something wrong in it."""
        return SampleForm({}, auto_id=f"{self.scope}%s")

    @property
    def colours(self) -> list[tuple[str, str]]:
        return [(one.name, getattr(one, self.theme)) for one in tokens.colours()]


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    context = {
        "sides": [Side("dark", Theme.DARK.label), Side("light", Theme.LIGHT.label)],
        "samples": samples.SAMPLES,
        "receipts": samples.RECEIPTS,
        "icons": drawn_in_order(),
        "dice": DICE,
        "faces": FACES,
        "sample_refusal": REFUSED,
        "sizes": tokens.named("t-"),
        "spaces": tokens.named(r"s\d"),
        "motions": [one for one in tokens.tokens() if one.light.endswith("ms")],
    }
    return render(request, "style/style.html", context)
