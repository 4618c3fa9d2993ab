"""Schedules by program. Whoever does not run the table reads the sessions to come, and no more."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.urls import reverse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns import people
from campaigns.access import Entrance, enter
from campaigns.answers import Plain as PlainCommand
from campaigns.api.components import ref
from campaigns.api.documented import KEY, PAGES, SEEN, call, listed
from campaigns.api.paging import page
from campaigns.api.reading import body, idempotency_key, read, required_version
from campaigns.api.refusals import unless_refused
from campaigns.localising import Plain, localised
from deliveries.models import Occurrence, Schedule
from deliveries.schedules import planning
from deliveries.schedules.planning import Acts, Every, Hours, Planned, Time, Title, Unit, Wanted
from rules.kernel.text import Text


class OccurrenceAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A time that has come: the acts it led to, and why others were refused."""

    time: str
    happened_at: datetime
    acts: tuple[int, ...]
    refusal: Text | None


class PlannedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    command: PlainCommand
    each_hero: bool
    on_behalf_of: str | None


class ScheduleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`at`, `upcoming` and `time` on the campaign's wall; `next_at`: when `upcoming` is acted on, null when nothing is to come.
    `seat`: in whose name. No acts: a session.
    """

    id: UUID
    title: str
    at: str
    unit: Unit
    every: int
    ahead: int
    acts: tuple[PlannedAnswer, ...]
    upcoming: str | None
    next_at: datetime | None
    seat: str
    version: int
    cancelled: bool
    occurrences: tuple[OccurrenceAnswer, ...]


class NewSchedule(Wanted, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to happen: `at` on the campaign's wall; `unit` and `every`: again after so many days, weeks, months or years;
    no acts: a session, of which everybody is reminded `ahead` hours before.
    """


class ScheduleChanges(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    title: Title | None = None
    at: Time | None = None
    unit: Unit | None = None
    every: Every | None = None
    ahead: Hours | None = None
    acts: Acts | None = None


SPOKEN = (NewSchedule, ScheduleAnswer, ScheduleChanges)


class Schedules(APIView):
    @call(
        "schedules_list",
        "What is to happen and what has: all of it for who runs the table, sessions to come for the others",
        listed("ScheduleAnswer"),
        parameters=PAGES,
    )
    def get(self, request: Request, campaign_id: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        rows = planning.schedules(entrance).prefetch_related("occurrences")
        return page(request, rows, lambda row: schedule_plain(entrance, row))

    @call(
        "schedules_plan",
        "Schedules commands, or a session",
        ref("ScheduleAnswer"),
        code=201,
        again=ref("ScheduleAnswer"),
        body="NewSchedule",
        parameters=[KEY],
    )
    def post(self, request: Request, campaign_id: UUID) -> Response:
        entrance = gate(request, campaign_id)
        wanted = read(body(request), NewSchedule)
        key = UUID(idempotency_key(request))
        made = unless_refused(planning.plan(entrance, plain_wanted(wanted), key))
        address = reverse("api-schedule", args=[campaign_id, made.schedule.pk])
        code = status.HTTP_201_CREATED if made.is_new else status.HTTP_200_OK
        return answered(entrance, made.schedule, code, Location=address)


class OneSchedule(APIView):
    @call("schedules_read", "One of them", ref("ScheduleAnswer"))
    def get(self, request: Request, campaign_id: UUID, schedule: UUID) -> Response:
        entrance = enter(request.user, campaign_id)
        return answered(entrance, unless_refused(planning.schedule_of(entrance, schedule)))

    @call(
        "schedules_change",
        "Changes it, where it is still as it was looked at; from now on it is done in the caller's name",
        ref("ScheduleAnswer"),
        body="ScheduleChanges",
        parameters=[SEEN],
    )
    def patch(self, request: Request, campaign_id: UUID, schedule: UUID) -> Response:
        entrance = gate(request, campaign_id)
        found = unless_refused(planning.schedule_of(entrance, schedule))
        wanted = merged(planning.wanted_of(found), read(body(request), ScheduleChanges))
        version = required_version(request)
        return answered(entrance, unless_refused(planning.change(entrance, schedule, wanted, version)))

    @call("schedules_cancel", "Cancels what is still to come of it", None, code=204, parameters=[SEEN])
    def delete(self, request: Request, campaign_id: UUID, schedule: UUID) -> Response:
        entrance = gate(request, campaign_id)
        unless_refused(planning.schedule_of(entrance, schedule))
        unless_refused(planning.cancel(entrance, schedule, required_version(request)))
        return Response(status=status.HTTP_204_NO_CONTENT)


def gate(request: Request, campaign_id: UUID) -> Entrance:
    """Who may not plan is told so before anything that was sent is read."""
    entrance = enter(request.user, campaign_id)
    unless_refused(planning.masters_only(entrance))
    return entrance


def plain_wanted(wanted: NewSchedule) -> Wanted:
    return Wanted(**fields_of(wanted))


def merged(wanted: Wanted, changes: ScheduleChanges) -> Wanted:
    told = {name: value for name, value in fields_of(changes).items() if value is not None}
    return msgspec.structs.replace(wanted, **told)


def fields_of(value: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def answered(
    entrance: Entrance, schedule: Schedule, code: int = status.HTTP_200_OK, **headers: str
) -> Response:
    plain = schedule_plain(entrance, schedule)
    return Response(plain, code, headers={"ETag": f'"{schedule.version}"', **headers})


def schedule_plain(entrance: Entrance, schedule: Schedule) -> Plain:
    """Whoever does not run the table learns of a session when it is, and nothing of what was."""
    rows = schedule.occurrences.all() if people.runs_table(entrance) else ()
    answer = ScheduleAnswer(
        **fields_of(planning.wanted_of(schedule)) | {"acts": tuple(map(planned_answer, planning.acts_of(schedule)))},
        id=schedule.pk,
        upcoming=schedule.upcoming or None,
        next_at=schedule.next_at,
        seat=schedule.seat.key,
        version=schedule.version,
        cancelled=schedule.cancelled_at is not None,
        occurrences=tuple(occurrence_answer(row) for row in rows),
    )  # fmt: skip
    plain: Plain = localised(answer)
    return plain


def planned_answer(planned: Planned) -> PlannedAnswer:
    return PlannedAnswer(
        command=planned.command, each_hero=planned.each_hero, on_behalf_of=planned.on_behalf_of or None
    )


def occurrence_answer(row: Occurrence) -> OccurrenceAnswer:
    return OccurrenceAnswer(
        time=row.time,
        happened_at=row.happened_at,
        acts=tuple(row.acts),
        refusal=Text(row.refused_fr, row.refused_en) if row.refused_en else None,
    )
