"""An offer as a page shows it: its fields with what is chosen, and what confirming it would do."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec
from django.http import QueryDict
from django.urls import reverse

from campaigns.access import Entrance
from campaigns.acts import preview
from campaigns.answers import Envelope, Plain, Preview, Refusal
from campaigns.forms import flatten, read_form
from campaigns.models import Role, Seat
from campaigns.rolls import Roll, roll_of
from rules.kernel.messages import Command, field_names
from rules.kernel.offers import Choice, Field, Offer
from rules.kernel.ruleset import HeroSummary
from rules.kernel.text import LANGUAGES, Text

MALFORMED = "malformed"
"""The refusal of a form that is not filled in yet: no reason to tell anybody."""
MANY, VERY_MANY = 14, 100
"""Choices beyond this many without hints are a drop-down list; with hints they get a filter. Very many fold up by group."""


@dataclass(frozen=True)
class Ask:
    """A field with its values as a form has them."""

    field: Field
    values: tuple[str, ...]
    error: Text | None = None

    @property
    def value(self) -> str:
        return self.values[-1] if self.values else ""

    @property
    def is_on(self) -> bool:
        return self.value == "true"

    @property
    def is_long(self) -> bool:
        return len(self.field.choices) > MANY

    @property
    def folds(self) -> bool:
        """So long a list that its groups are opened one by one."""
        return len(self.field.choices) > VERY_MANY

    @property
    def settled(self) -> Choice | None:
        """What is chosen of a long list that the form is drawn anew for: the rest of it may step back."""
        asks_again = self.field.type == "choice" and self.field.depends and self.is_long
        return next((c for c in self.field.choices if asks_again and c.value == self.value), None)

    @property
    def is_list(self) -> bool:
        """Drawn as a drop-down list."""
        return self.field.type == "choice" and self.is_long and not any(c.hint for c in self.field.choices)

    @property
    def groups(self) -> list[tuple[Text | None, list[Choice]]]:
        return [(name, list(inside)) for name, inside in groupby(self.field.choices, lambda one: one.group)]


@dataclass(frozen=True)
class AskGroup:
    """Fields of one dictionary (`gold.brom`, `gold.dura`) stand together, under what their labels share."""

    asks: tuple[Ask, ...]
    title: Text | None = None

    def label(self, ask: Ask) -> Text:
        if self.title is None:
            return ask.field.label
        label, title = ask.field.label, self.title
        return Text(_rest(label.fr, title.fr), _rest(label.en, title.en))

    @property
    def rows(self) -> list[tuple[Ask, Text]]:
        return [(ask, self.label(ask)) for ask in self.asks]


def _rest(label: str, title: str) -> str:
    return label[len(title) :].lstrip(" :\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}") or label


def grouped(asks: tuple[Ask, ...]) -> tuple[AskGroup, ...]:
    found: list[AskGroup] = []
    for (dictionary, kind), inside in groupby(
        asks, lambda ask: (ask.field.name.rpartition(".")[0], ask.field.type)
    ):
        few = tuple(inside)
        if dictionary and kind == "range" and len(few) > 1:
            found.append(AskGroup(few, shared_title(few)))
        else:
            found += [AskGroup((ask,)) for ask in few]
    return tuple(found)


def shared_title(asks: tuple[Ask, ...]) -> Text | None:
    """What all labels begin with, up to their colon."""
    starts = [_shared([ask.field.label.in_(language) for ask in asks]) for language in LANGUAGES]
    return Text(*starts) if all(starts) else None


def _shared(labels: list[str]) -> str:
    starts = {label.rpartition(":")[0].strip() for label in labels}
    return starts.pop() if len(starts) == 1 else ""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One offer on its page. `reviewed` names what the preview showed: confirming anything else shows it again. `says_all`:
    its kind and hero are the whole command, and can be sent for another day even where it is refused today.
    """

    offer: Offer
    hero: HeroSummary | None
    asks: tuple[Ask, ...] = ()
    preview: Preview | None = None
    unready: Refusal | None = None
    reviewed: str = ""
    key: str = ""
    seats: tuple[Seat, ...] = ()
    whom: str = ""
    refusal: Refusal | None = None
    roll: Roll | None = None
    next: str = ""
    url: str = ""
    says_all: bool = False

    @property
    def kind(self) -> str:
        return self.offer.kind

    @property
    def groups(self) -> tuple[AskGroup, ...]:
        return grouped(self.asks)

    @property
    def may_change(self) -> bool:
        """A choice may do away with fields that are shown now: without script only the server knows what is missing."""
        return any(field.depends for field in self.offer.fields)


def command_of(entrance: Entrance, kind: str) -> type[Command] | None:
    return entrance.ruleset.codec.commands.get(kind)


def wants_hero(command: type[Command], form: QueryDict) -> bool:
    """Whether the command is about one hero, and the form does not say which."""
    return "hero" in field_names(command) and not form.get("hero")


def hero_of(entrance: Entrance, key: str | None) -> HeroSummary | None:
    return next((hero for hero in entrance.ruleset.heroes(entrance.state()) if hero.key == key), None)


def offers_of(entrance: Entrance, kind: str) -> list[tuple[HeroSummary | None, Offer]]:
    """The offer of this kind for each hero."""
    found = entrance.ruleset.offers(entrance.state(), entrance.viewer, kind=kind)
    return [(hero_of(entrance, offer.hero), offer) for offer in found]


def ask(
    entrance: Entrance, command: type[Command], kind: str, form: QueryDict, refusal: Refusal | None = None
) -> Asked | None:
    """The offer as far as the form is filled in; None where this viewer is not offered it."""
    hero = form.get("hero") if "hero" in field_names(command) else None
    offer = _offer(entrance, kind, hero, flatten(read_form(command, form)))
    if offer is None:
        return None
    filled = fill(offer, form)
    if any(field.depends and field.default is not None for field in offer.fields):
        offer = _offer(entrance, kind, hero, flatten(read_form(command, filled))) or offer
        filled = fill(offer, form)
    errors = dict(refusal.errors) if refusal else {}
    asks = tuple(
        Ask(field, tuple(v for v in filled.getlist(field.name) if v), errors.get(field.name))
        for field in offer.fields
    )
    plain = plain_of(command, kind, filled)
    shown = None if offer.violation else preview(entrance, plain, Envelope(key="preview"))
    return Asked(
        offer=offer,
        hero=hero_of(entrance, hero),
        asks=asks,
        preview=shown if isinstance(shown, Preview) else None,
        unready=shown if isinstance(shown, Refusal) and shown.code != MALFORMED else None,
        reviewed=digest(plain),
        key=form.get("key") or str(uuid.uuid4()),
        seats=seats_for(entrance, command),
        whom=form.get("on_behalf_of") or entrance.seat.key,
        refusal=refusal,
        roll=roll_of(refusal, entrance, form) if refusal else None,
        next=form.get("next") or after(entrance, hero),
        url=reverse("campaign-do", args=[entrance.campaign.id, kind]),
        says_all=all(one.name == "hero" or not one.required for one in msgspec.structs.fields(command)),
    )


def seats_for(entrance: Entrance, command: type[Command]) -> tuple[Seat, ...]:
    """For whom a game master may do what brings something new to a player: the seats that play."""
    if entrance.viewer.role != "gm" or not command.brings_hero:
        return ()
    playing = Seat.objects.filter(campaign=entrance.campaign, removed_at=None).exclude(role=Role.SPECTATOR)
    seats = tuple(playing)
    return seats if len(seats) > 1 else ()


def offer_of(entrance: Entrance, kind: str, given: Plain | None = None) -> Offer | None:
    """Of the whole campaign, as far as it is filled in; None where this viewer is not offered it."""
    return _offer(entrance, kind, None, given or {})


def _offer(entrance: Entrance, kind: str, hero: str | None, given: Plain) -> Offer | None:
    found = entrance.ruleset.offers(entrance.state(), entrance.viewer, hero=hero, kind=kind, given=given)
    return found[0] if found else None


def fill(offer: Offer, form: QueryDict) -> QueryDict:
    """The form, with defaults for the fields it does not have yet, and for numbers nobody has touched."""
    filled = form.copy()
    for field in offer.fields:
        if field.name not in form or is_untouched(field, form):
            filled.setlist(field.name, list(defaults_of(field)))
    return filled


def is_untouched(field: Field, form: QueryDict) -> bool:
    """A number that is empty, or still the default it was shown with: another choice may have changed that."""
    return field.type == "range" and form[field.name] in ("", form.get(f"was.{field.name}"))


def defaults_of(field: Field) -> Iterator[str]:
    value: Any = field.default
    if isinstance(value, bool):
        yield str(value).lower()
    elif isinstance(value, tuple):
        yield from ("", *value)  # as boxes to tick are sent
    elif value is not None:
        yield str(value)


def after(entrance: Entrance, hero: str | None) -> str:
    """Where the form leads: back to the hero it is about, else to the campaign."""
    base = reverse("campaign", args=[entrance.campaign.id])
    return f"{base}heroes/{hero}/" if hero else base


def plain_of(command: type[Command], kind: str, form: QueryDict) -> Plain:
    return {"kind": kind} | read_form(command, form)


def digest(plain: Plain) -> str:
    """Names a command by what it says."""
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:16]
