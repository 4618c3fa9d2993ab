"""When its time has come: the acts of a schedule through the one door, as the game master who set it, and once.

Each act has an idempotency key made of the schedule, the time and its place in it. So a job that is run twice, by two
workers or after a crash, leads to one act. Whoever set it acts with the say they have at that moment, and none they have lost.
Times that passed while nobody was there to see are made up for once and not one by one.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F, Q
from django.http import Http404

from campaigns import people, zones
from campaigns.access import Entrance, enter
from campaigns.acts import perform
from campaigns.answers import Accepted, Envelope
from campaigns.models import Entry, Seat
from deliveries.models import Occurrence, Schedule
from deliveries.notices import telling
from deliveries.notices.models import Topic
from deliveries.schedules import KIND, planning, times
from deliveries.schedules.planning import Planned
from jobs import clock, kinds, queue, running, ticking
from jobs.kinds import Kind, Retry
from jobs.models import Job
from jobs.running import Run
from jobs.transactions import writing
from rules.kernel.registry import rulesets
from rules.kernel.text import Text

KEPT = 20
"""Times of a schedule whose outcome is kept."""
AGAIN = timedelta(hours=1)
"""After which a job is left once more for what should have happened: a no-op while the first is there."""

NO_SAY = Text(
    "Qui l’a mis au calendrier ne mène plus la table : enregistrez-le pour que cela se fasse en votre nom.",
    "Whoever scheduled it no longer runs the table: save it for it to be done in your name.",
)
NO_BOOK = Text("Le livre de règles n’est plus ici.", "The rulebook is not here any more.")
NOBODY = Text("Aucun héros ne le pouvait.", "No hero could do it.")
BROKEN = Text(
    "Une erreur l’a empêché : rien d’autre n’est fait.", "An error prevented it: nothing more is done."
)
OF_HERO = Text("{hero} : {why}", "{hero}: {why}")
REFUSED = Text("« {title} » : {why}", "“{title}”: {why}")
SESSION = Text("Séance « {title} » : {when}", "Session “{title}”: {when}")


@dataclass(frozen=True)
class Outcome:
    """The acts it led to, and why others were refused."""

    seqs: tuple[int, ...] = ()
    refusals: tuple[Text, ...] = ()


def register() -> None:
    kinds.register(Kind(KIND, carry_out, Retry(attempts=6, first=10, longest=600), lease=300))
    ticking.at_each_tick(look)
    running.at_giving_up(give_up)


# The clock


def look(now: datetime) -> None:
    """Leaves a job for each schedule whose time has come, and hangs those anew whose campaign has another time zone."""
    live = Schedule.objects.filter(next_at__isnull=False, campaign__deleted_at=None)
    is_due = Q(next_at__lte=now) & (Q(left_at=None) | Q(left_at__lt=now - AGAIN))
    found = live.filter(is_due | ~Q(zone=F("campaign__timezone"))).values_list("pk", flat=True)
    for schedule_id in list(found):
        with writing():
            _leave(schedule_id, now)


def _leave(schedule_id: UUID, now: datetime) -> None:
    schedule = _locked(schedule_id)
    if schedule is None or schedule.next_at is None:
        return
    if schedule.zone != schedule.campaign.timezone:
        planning.rehang(schedule, schedule.campaign)
    if schedule.next_at <= now:
        schedule.left_at = now
        arguments = {"schedule": str(schedule.pk), "time": schedule.upcoming, "version": schedule.version}
        queue.leave(KIND, job_key(schedule), arguments, subject=str(schedule.campaign_id))
    schedule.save(update_fields=["zone", "next_at", "left_at"])


def _locked(schedule_id: UUID) -> Schedule | None:
    rows = Schedule.objects.select_for_update(of=("self",)).select_related("campaign", "seat", "user")
    return rows.filter(pk=schedule_id).first()


def job_key(schedule: Schedule) -> str:
    return f"{KIND} {schedule.pk} {schedule.version} {schedule.upcoming}"


# The job


def carry_out(run: Run) -> None:
    schedule_id, time = UUID(run.arguments["schedule"]), str(run.arguments["time"])
    rows = Schedule.objects.select_related("campaign", "seat", "user")
    schedule = rows.filter(pk=schedule_id, version=run.arguments["version"], upcoming=time).first()
    if schedule is None or schedule.campaign.deleted_at is not None:
        return  # changed, cancelled or done meanwhile; or to be done once the campaign is back
    outcome = Outcome() if schedule.is_session else submit(schedule)
    conclude(schedule_id, time, run.arguments["version"], outcome)


def submit(schedule: Schedule) -> Outcome:
    """Each act by itself: one that is refused does not stop the next."""
    if schedule.campaign.ruleset not in rulesets():
        return Outcome(refusals=(NO_BOOK,))
    seqs: list[int] = []
    refusals: list[Text] = []
    for number, planned in enumerate(planning.acts_of(schedule)):
        entrance = authority(schedule)
        if entrance is None:
            refusals.append(NO_SAY)
            break
        outcome = _submit_one(schedule, entrance, number, planned)
        seqs += outcome.seqs
        refusals += outcome.refusals
    return Outcome(tuple(seqs), tuple(refusals))


def authority(schedule: Schedule) -> Entrance | None:
    """The way in of who set it, as it is now; None where they no longer run this table."""
    if schedule.user is None or not schedule.user.is_active:
        return None
    try:
        entrance = enter(schedule.user, schedule.campaign_id)
    except Http404:
        return None
    is_theirs = entrance.seat.pk == schedule.seat_id and people.runs_table(entrance)
    return entrance if is_theirs else None


def _submit_one(schedule: Schedule, entrance: Entrance, number: int, planned: Planned) -> Outcome:
    heroes = dict(_able(schedule, entrance, number, planned)) if planned.each_hero else {"": ""}
    if not heroes:
        return Outcome(refusals=(NOBODY,))
    seqs: list[int] = []
    refusals: list[Text] = []
    for hero, name in heroes.items():
        around = envelope(schedule, number, hero, planned)
        answer = perform(entrance, planning.plain_for(planned, hero), around)
        if isinstance(answer, Accepted):
            seqs.append(answer.entry_seq)
        else:
            refusals.append(OF_HERO(hero=name, why=answer.message) if name else answer.message)
    return Outcome(tuple(seqs), tuple(refusals))


def _able(schedule: Schedule, entrance: Entrance, number: int, planned: Planned) -> Iterator[tuple[str, str]]:
    """The heroes who may do it now, and those who have done it in a run that was cut short; with their names."""
    state, kind = entrance.state(), str(planned.command.get("kind"))
    heroes = entrance.ruleset.heroes(state)
    keys = {hero.key: envelope(schedule, number, hero.key, planned).key for hero in heroes}
    sent = Entry.objects.filter(
        campaign=entrance.campaign, seat_key=entrance.seat.key, idempotency_key__in=keys.values()
    )
    done = set(sent.values_list("idempotency_key", flat=True))
    for hero in heroes:
        offers = entrance.ruleset.offers(state, entrance.viewer, hero=hero.key, kind=kind)
        if keys[hero.key] in done or any(offer.violation is None for offer in offers):
            yield hero.key, hero.name


def envelope(schedule: Schedule, number: int, hero: str, planned: Planned) -> Envelope:
    """Nobody is there to throw dice: the app does, where the campaign lets it."""
    key = uuid.uuid5(schedule.pk, f"{schedule.upcoming} {number} {hero}")
    return Envelope(
        key=str(key),
        on_behalf_of=planned.on_behalf_of or None,
        app_dice=True,
        schedule=schedule.title,
    )


# What became of it


def conclude(schedule_id: UUID, time: str, version: int, outcome: Outcome) -> None:
    """Written down, told to who must know, and on to the next time: all of it or nothing."""
    now = clock.now()
    with writing():
        schedule = _locked(schedule_id)
        if schedule is None:
            return
        _write_down(schedule, time, now, outcome)
        if outcome.refusals:
            _report(schedule, time, outcome)
        elif schedule.is_session:
            _remind(schedule, time, now)
        if (schedule.version, schedule.upcoming) == (version, time):
            assert schedule.next_at is not None
            planning.advance(schedule, schedule.campaign, max(now, schedule.next_at))
            schedule.save(update_fields=["zone", "upcoming", "next_at", "left_at"])


def _write_down(schedule: Schedule, time: str, now: datetime, outcome: Outcome) -> None:
    told = {
        "happened_at": now,
        "seqs": " ".join(map(str, outcome.seqs)),
        "refused_fr": "\n".join(one.fr for one in outcome.refusals),
        "refused_en": "\n".join(one.en for one in outcome.refusals),
    }
    Occurrence.objects.update_or_create(schedule=schedule, time=time, defaults=told)
    older = Occurrence.objects.filter(schedule=schedule).values_list("pk", flat=True)[KEPT:]
    Occurrence.objects.filter(pk__in=list(older)).delete()


def _report(schedule: Schedule, time: str, outcome: Outcome) -> None:
    why = Text(" ".join(one.fr for one in outcome.refusals), " ".join(one.en for one in outcome.refusals))
    telling.tell(
        telling.masters(schedule.campaign),
        Topic.SCHEDULE,
        f"schedule {schedule.pk} {time}",
        REFUSED(title=schedule.title, why=why),
        telling.path("schedules", schedule.campaign_id),
    )


def _remind(schedule: Schedule, time: str, now: datetime) -> None:
    """Everybody at the table; nobody of what is over."""
    wall = times.read(time)
    assert wall is not None
    if schedule.ahead and times.moment_of(wall, zones.zone(schedule.campaign.timezone)) <= now:
        return
    telling.tell(
        Seat.objects.filter(campaign=schedule.campaign),
        Topic.SESSION,
        f"session {schedule.pk} {time}",
        SESSION(title=schedule.title, when=telling.moment(wall)),
        telling.path("schedules", schedule.campaign_id),
    )


def give_up(job: Job) -> None:
    """A job that ran into errors again and again: its time is over, and the game masters read why nothing happened."""
    if job.kind == KIND:
        arguments = Run(job, kinds.kind(KIND) or Kind(KIND, carry_out)).arguments
        outcome = Outcome(refusals=(BROKEN,))
        conclude(UUID(arguments["schedule"]), arguments["time"], arguments["version"], outcome)
