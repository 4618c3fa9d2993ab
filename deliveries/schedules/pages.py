"""What the pages of the schedules show, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns import people
from campaigns.access import Entrance
from campaigns.forms import flatten
from campaigns.offered import hero_of
from campaigns.sending import Sent
from deliveries.models import Occurrence, Schedule
from deliveries.schedules import planning
from deliveries.schedules.planning import Planned
from rules.kernel.offers import Choice, Field
from rules.kernel.text import Language, Text, same

EVERY_HERO = Text("chaque héros qui le peut", "every hero who can")
ABOUT = Text("{label} : {what}", "{label}: {what}")
IS = Text("{label} : {value}", "{label}: {value}")
FOR = Text("pour {seat}", "for {seat}")
YES, NO, NOTHING = Text("oui", "yes"), Text("non", "no"), same("–")


@dataclass(frozen=True)
class Row:
    """A schedule in the list, with what became of its last times."""

    schedule: Schedule
    upcoming: datetime | None
    acts: tuple[Text, ...]
    occurrences: tuple[Occurrence, ...]

    @property
    def is_session(self) -> bool:
        return self.schedule.is_session


@dataclass(frozen=True)
class Page:
    coming: tuple[Row, ...]
    past: tuple[Row, ...]
    may_plan: bool


def schedules_page(entrance: Entrance) -> Page:
    may_plan = people.runs_table(entrance)
    rows = planning.schedules(entrance)
    if may_plan:
        rows = rows.prefetch_related("occurrences")
    found = [_row(entrance, schedule, may_plan=may_plan) for schedule in rows]
    coming = tuple(row for row in found if row.schedule.is_live)
    past = tuple(row for row in reversed(found) if not row.schedule.is_live)
    return Page(coming, past, may_plan)


def _row(entrance: Entrance, schedule: Schedule, *, may_plan: bool) -> Row:
    occurrences = tuple(schedule.occurrences.all()) if may_plan else ()
    return Row(schedule, schedule.upcoming_at, said(entrance, planning.acts_of(schedule)), occurrences)


def said(entrance: Entrance, acts: tuple[Planned, ...]) -> tuple[Text, ...]:
    return tuple(say(entrance, planned) for planned in acts)


def say(entrance: Entrance, planned: Planned) -> Text:
    """The command in the words of its offer, as far as it is offered now; else by the names of its fields."""
    kind = str(planned.command.get("kind"))
    command = entrance.ruleset.codec.commands.get(kind)
    if command is None:
        return same(kind)
    hero = planned.command.get("hero")
    known = hero_of(entrance, hero) if isinstance(hero, str) else None
    whom = EVERY_HERO if planned.each_hero else same(known.name) if known else None
    fields = _fields(entrance, planned)
    told = {name: value for name, value in flatten(planned.command).items() if name not in ("kind", "hero")}
    parts = [
        IS(label=_label(fields, name), value=_value(fields.get(name), value)) for name, value in told.items()
    ]
    if planned.on_behalf_of:
        parts.append(FOR(seat=planned.on_behalf_of))
    words = [*([whom] if whom else []), *parts]
    if not words:
        return command.label
    return ABOUT(
        label=command.label, what=Text(" · ".join(w.fr for w in words), " · ".join(w.en for w in words))
    )


def _fields(entrance: Entrance, planned: Planned) -> dict[str, Field]:
    command = planned.command
    hero = command.get("hero") if isinstance(command.get("hero"), str) else None
    offers = entrance.ruleset.offers(
        entrance.state(), entrance.viewer, hero=hero, kind=str(command.get("kind")), given=flatten(command)
    )
    return {field.name: field for field in offers[0].fields} if offers else {}


def _label(fields: dict[str, Field], name: str) -> Text:
    return fields[name].label if name in fields else same(name)


def _value(field: Field | None, value: Any) -> Text:
    if isinstance(value, bool):
        return YES if value else NO
    if value in ("", []):
        return NOTHING
    if isinstance(value, list):
        words = [_value(field, one) for one in value]
        return Text(", ".join(w.fr for w in words), ", ".join(w.en for w in words))
    choices: tuple[Choice, ...] = field.choices if field else ()
    return next((choice.label for choice in choices if choice.value == value), same(str(value)))


def planned_from(sent: Sent) -> Planned:
    """An offer's form as an act for later."""
    return Planned(dict(sent.plain), on_behalf_of=(sent.envelope.on_behalf_of or "")[:20])


def others(entrance: Entrance) -> list[tuple[str, str]]:
    """What acts may be added to."""
    rows = planning.schedules(entrance).filter(next_at__isnull=False).exclude(acts="[]")
    return [(str(row.pk), row.title) for row in rows]


def title_of(entrance: Entrance, planned: Planned, language: Language) -> str:
    command = entrance.ruleset.codec.commands.get(str(planned.command.get("kind")))
    return command.label.in_(language)[:80] if command else ""
