"""Schedules made, changed and cancelled by who runs the table; sessions are read by everybody who sits there."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from campaigns import answers, people, zones
from campaigns.access import Entrance
from campaigns.answers import Plain, Refusal, malformed, unprocessable
from campaigns.malformed import UNSTORABLE, read_command
from campaigns.models import Campaign
from deliveries.models import Schedule
from deliveries.schedules import times
from jobs import clock
from jobs.transactions import writing
from rules.kernel.messages import LINE, Command, field_names
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text

MOST = 100
"""Schedules of a campaign that are still to come."""
MOST_ACTS = 20
LONGEST = 16_000
"""Characters of all the acts of a schedule."""
AHEAD = (0, 1, 3, 12, 24, 48, 72, 168)
"""Hours before a session, for people to choose from."""
EACH = "each-hero"
"""Stands for the hero while the command is only checked for its form."""

Unit = Literal["", "day", "week", "month", "year"]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=LINE)]
Time = Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d$")]
Every = Annotated[int, msgspec.Meta(ge=1, le=times.MOST)]
Hours = Annotated[int, msgspec.Meta(ge=0, le=168)]

NO_SCHEDULE = Refusal(
    status=404, code="not_found", message=Text("Il n’y a rien de tel au calendrier.", "Nothing of the kind is scheduled.")
)  # fmt: skip
NO_TIME = Text("Une date et une heure sont attendues.", "A date and a time are expected.")
PAST = Text("Ce moment est passé.", "This time has passed.")
TOO_MANY = Text(
    "Pas plus de {most} choses à venir par campagne.", "At most {most} things to come in a campaign."
)
TOO_LONG = Text("C’est trop à la fois : faites-en deux.", "This is too much at once: make it two.")
HERO_SAID = Text(
    "« Pour chaque héros » et un héros ne vont pas ensemble.",
    "“For every hero” and one hero do not go together.",
)
NO_HERO = Text("Cela ne concerne pas un héros.", "This is not about one hero.")
AHEAD_OF_ACTS = Text(
    "Seule une séance se rappelle à l’avance.", "Only a session is called to mind ahead of its time."
)
CHANGED = Text(
    "Cela a changé entre-temps : rien n’a été écrasé. Relisez, puis enregistrez.",
    "This was changed meanwhile: nothing was overwritten. Look again, then save.",
)


class Planned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A command that is sent when its time has come. `each_hero`: once for every hero who can, and the command names none."""

    command: dict[str, Any]
    each_hero: bool = False
    on_behalf_of: Annotated[str, msgspec.Meta(max_length=20)] = ""


Acts = Annotated[tuple[Planned, ...], msgspec.Meta(max_length=MOST_ACTS)]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """`at` on the campaign's wall; `unit` and `every`: again after so many days, weeks, months or years; no acts: a session."""

    title: Title
    at: Time
    unit: Unit = ""
    every: Every = 1
    ahead: Hours = 0
    acts: Acts = ()

    @property
    def series(self) -> times.Series | None:
        start = times.read(self.at)
        return times.Series(start, self.unit, self.every) if start else None


@dataclass(frozen=True)
class Made:
    """A schedule, and whether this call has just made it."""

    schedule: Schedule
    is_new: bool


def masters_only(entrance: Entrance) -> Refusal | None:
    """Asked before anything is looked up: who may not, does not learn what there is."""
    return None if people.runs_table(entrance) else answers.FORBIDDEN


def acts_of(schedule: Schedule) -> tuple[Planned, ...]:
    return msgspec.json.decode(schedule.acts, type=tuple[Planned, ...])


def wanted_of(schedule: Schedule) -> Wanted:
    return Wanted(
        title=schedule.title,
        at=schedule.start,
        unit=schedule.unit,  # type: ignore[arg-type]
        every=schedule.every,
        ahead=schedule.ahead,
        acts=acts_of(schedule),
    )


def schedules(entrance: Entrance) -> QuerySet[Schedule]:
    """Of the campaign, what this person may know of: whoever does not run the table, the sessions to come."""
    rows = Schedule.objects.filter(campaign=entrance.campaign).select_related("seat")
    return rows if people.runs_table(entrance) else rows.filter(acts="[]", next_at__isnull=False)


def schedule_of(entrance: Entrance, schedule_id: UUID) -> Schedule | Refusal:
    return schedules(entrance).filter(pk=schedule_id).first() or NO_SCHEDULE


def plan(entrance: Entrance, wanted: Wanted, key: UUID) -> Made | Refusal:
    """A new one. Sent again with the same key it is made once."""
    wrong = masters_only(entrance) or _wrong(entrance.ruleset, wanted)
    if wrong:
        return wrong
    known = uuid.uuid5(key, f"{entrance.campaign.pk} {entrance.seat.key} schedule")
    with writing():
        campaign = _lock(entrance.campaign.pk)
        found = Schedule.objects.filter(pk=known).first()
        if found:
            return Made(found, False) if wanted_of(found) == wanted else answers.KEY_REUSED
        if Schedule.objects.filter(campaign=campaign, next_at__isnull=False).count() >= MOST:
            return unprocessable("too_many", TOO_MANY(most=MOST), most=MOST)
        schedule = Schedule(id=known, campaign=campaign)
        late = _set(schedule, entrance, wanted)
        if late:
            return late
        schedule.save(force_insert=True)
    return Made(schedule, True)


def change(entrance: Entrance, schedule_id: UUID, wanted: Wanted, version: int) -> Schedule | Refusal:
    """As it is from now on, in the name of who changes it; refused where it is no longer at `version`."""
    wrong = masters_only(entrance) or _wrong(entrance.ruleset, wanted)
    if wrong:
        return wrong
    with _opened(entrance, schedule_id, version) as schedule:
        if isinstance(schedule, Refusal):
            return schedule
        late = _set(schedule, entrance, wanted)
        if late:
            return late
        schedule.version += 1
        schedule.save()
    return schedule


def cancel(entrance: Entrance, schedule_id: UUID, version: int | None = None) -> Refusal | None:
    """Nothing of it happens any more; what has happened stands, and can be taken back like any act."""
    wrong = masters_only(entrance)
    if wrong:
        return wrong
    with _opened(entrance, schedule_id, version) as schedule:
        if isinstance(schedule, Refusal):
            return schedule
        if schedule.next_at is not None:
            schedule.cancelled_at = clock.now()
            schedule.upcoming, schedule.next_at, schedule.left_at = "", None, None
            schedule.version += 1
            schedule.save()
    return None


def _lock(campaign_id: UUID) -> Campaign:
    return Campaign.objects.select_for_update(no_key=True).get(pk=campaign_id)


@contextmanager
def _opened(entrance: Entrance, schedule_id: UUID, version: int | None) -> Iterator[Schedule | Refusal]:
    with writing():
        rows = Schedule.objects.select_for_update(of=("self",)).select_related("campaign")
        schedule = rows.filter(campaign=entrance.campaign, pk=schedule_id).first()
        if schedule is None:
            yield NO_SCHEDULE
        elif version not in (None, schedule.version):
            params = {"version": schedule.version}
            yield Refusal(status=412, code="stale", message=CHANGED, params=params)
        else:
            yield schedule


def _set(schedule: Schedule, entrance: Entrance, wanted: Wanted) -> Refusal | None:
    schedule.seat, schedule.user_id = entrance.seat, entrance.seat.user_id
    schedule.title, schedule.start = wanted.title, wanted.at
    schedule.unit, schedule.every, schedule.ahead = wanted.unit, wanted.every, wanted.ahead
    schedule.acts = msgspec.json.encode(wanted.acts).decode()
    schedule.cancelled_at = None
    advance(schedule, schedule.campaign, clock.now())
    return unprocessable("past", PAST, field="at") if schedule.next_at is None else None


def advance(schedule: Schedule, campaign: Campaign, after: datetime) -> None:
    """To the first time that is to be acted on after `after`, by the campaign's clock of today. Not saved yet."""
    zone, ahead = zones.zone(campaign.timezone), timedelta(hours=schedule.ahead)
    found = schedule.series.first_after(after, zone, ahead)
    schedule.zone, schedule.left_at = campaign.timezone, None
    schedule.upcoming = times.written(found) if found else ""
    schedule.next_at = times.moment_of(found, zone) - ahead if found else None


def rehang(schedule: Schedule, campaign: Campaign) -> None:
    """The same time on the wall by another clock: the campaign has moved to another time zone. Not saved yet."""
    zone, upcoming = zones.zone(campaign.timezone), schedule.upcoming_at
    assert upcoming is not None
    schedule.zone = campaign.timezone
    schedule.next_at = times.moment_of(upcoming, zone) - timedelta(hours=schedule.ahead)


def _wrong(ruleset: Ruleset[Any], wanted: Wanted) -> Refusal | None:
    """What is wrong with its form. Whether the rules allow it, they say when its time has come."""
    if wanted.series is None:
        return malformed("at", NO_TIME)
    if wanted.ahead and wanted.acts:
        return unprocessable("ahead_of_acts", AHEAD_OF_ACTS, field="ahead")
    for number, planned in enumerate(wanted.acts):
        read = command_in(ruleset, planned)
        if isinstance(read, Refusal):
            errors = tuple((f"acts.{number}.{field}", text) for field, text in read.errors)
            return at_field(read, errors)
    if len(msgspec.json.encode(wanted.acts)) > LONGEST:
        return unprocessable("too_long", TOO_LONG, field="acts")
    return None


def at_field(refusal: Refusal, errors: tuple[tuple[str, Text], ...]) -> Refusal:
    return Refusal(status=refusal.status, code=refusal.code, message=refusal.message, errors=errors)


def command_in(ruleset: Ruleset[Any], planned: Planned, hero: str = EACH) -> Command | Refusal:
    """The command as it is sent; for `hero` where it is for each."""
    if UNSTORABLE.search(planned.on_behalf_of):
        return malformed(
            "on_behalf_of", Text("Ces caractères ne sont pas admis.", "These characters are not allowed.")
        )
    if planned.each_hero:
        known = ruleset.codec.commands.get(str(planned.command.get("kind")))
        if "hero" in planned.command:
            return unprocessable("hero_said", HERO_SAID, field="each_hero")
        if known is not None and "hero" not in field_names(known):
            return unprocessable("no_hero", NO_HERO, field="each_hero")
    found = read_command(ruleset, plain_for(planned, hero))
    if isinstance(found, Refusal):
        return Refusal(
            status=found.status,
            code=found.code,
            message=found.message,
            errors=tuple((f"command.{field}".rstrip("."), text) for field, text in found.errors),
        )
    return found


def plain_for(planned: Planned, hero: str) -> Plain:
    return planned.command | ({"hero": hero} if planned.each_hero else {})
