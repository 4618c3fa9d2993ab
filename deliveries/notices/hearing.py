"""What notices are made of: acts, who was given what at the table, and jobs that were given up."""

from __future__ import annotations

import json
from uuid import UUID

from campaigns import snapshots
from campaigns.access import viewer_of
from campaigns.ledger import DELIVERY
from campaigns.models import Campaign, HeroOwner, HeroRow, Role, Seat
from campaigns.people import SEATING
from deliveries.entries import HEARERS, News
from deliveries.models import Notice, Watch
from deliveries.notices import telling
from deliveries.notices.models import Topic
from deliveries.schedules import KIND as SCHEDULED
from deliveries.webhooks.sending import KIND as WEBHOOK
from jobs import kinds, running
from jobs.kinds import Kind
from jobs.models import Job
from jobs.running import Run
from jobs.transactions import writing
from rules.kernel.ruleset import HeroSummary
from rules.kernel.text import Text, same

RESULTS = {
    "won": Text("succès", "won"),
    "lost": Text("échec", "lost"),
    "abandoned": Text("abandon", "abandoned"),
}
OVER = Text("{run} à son terme, {result} : {name}", "{run} over, {result}: {name}")
DUE = Text("{hero} : {what}", "{hero}: {what}")
HERO_GIVEN = Text("{hero} est à vous.", "{hero} is yours to play.")
OWNER_NOW = Text(
    "La campagne « {campaign} » vous appartient désormais.", "The campaign “{campaign}” is yours from now on."
)
ROLES = {
    Role.GM.value: Text("Vous êtes désormais maître du jeu.", "You are a game master from now on."),
    Role.PLAYER.value: Text("Vous êtes désormais joueur.", "You are a player from now on."),
    Role.SPECTATOR.value: Text("Vous êtes désormais spectateur.", "You are a spectator from now on."),
}
GIVEN_UP = Text(
    "N’a pas pu être fait et a été abandonné : {what} ({why})",
    "Could not be done and was given up: {what} ({why})",
)
WORK = {
    DELIVERY: Text("la transmission d’un acte", "passing an act on"),
    WEBHOOK: Text("un message pour un webhook", "a message for a webhook"),
    SEATING: Text("un avis à une personne de la table", "a notice to somebody at the table"),
}
"""Kinds of jobs in people's words; any other by its name."""
OTHERWISE_TOLD = (SCHEDULED,)


def register() -> None:
    kinds.register(Kind(SEATING, hear_of_seating))
    running.at_giving_up(hear_of_giving_up)
    if hear not in HEARERS:
        HEARERS.append(hear)


# Acts


def hear(news: News) -> None:
    if news.record.is_undo:
        telling.settle(_quest_key(news, seq) for seq in news.body.takes)
    else:
        _tell_of_the_end(news)
    _tell_of_dues(news)


def _quest_key(news: News, seq: int) -> str:
    return f"quest {news.campaign.pk} {seq}"


def _tell_of_the_end(news: News) -> None:
    """Each seat by what it may see of the act; whoever ended the quest knows."""
    if not any(_ends(news, event) for event in news.record.events):
        return
    for seat in Seat.objects.filter(campaign=news.campaign, removed_at=None):
        viewer = viewer_of(seat, frozenset())
        ends = [said for event in news.record.visible(viewer) if (said := _ends(news, event))]
        if ends:
            one = Seat.objects.filter(pk=seat.pk)
            where = telling.path("campaign", news.campaign.pk)
            key = _quest_key(news, news.seq)
            telling.tell(one, Topic.QUEST, key, ends[-1], where, but=[news.body.seat])


def _ends(news: News, event: object) -> Text | None:
    run = news.ruleset.runs(event)  # type: ignore[arg-type]
    if run is None or run.result not in RESULTS:
        return None
    return OVER(run=news.ruleset.words.run.alone, result=RESULTS[run.result], name=run.name)


def _tell_of_dues(news: News) -> None:
    """By what the heroes have to settle now, whatever act led to it: entries may be delivered in any order."""
    watch = _watched(news.campaign)
    campaign = Campaign.objects.get(pk=news.campaign.pk)
    if watch.seq >= campaign.version:
        return
    known: dict[str, str] = json.loads(watch.dues)
    dues: dict[str, str] = {}
    for hero in news.ruleset.heroes(snapshots.current(campaign, news.ruleset)):
        for due in hero.due:
            about = f"{hero.key} {due.en}"
            dues[about] = known.get(about) or f"due {campaign.pk} {campaign.version} {len(dues)}"
            if about not in known:
                _tell_of_due(campaign, hero, due, dues[about])
    telling.settle(key for about, key in known.items() if about not in dues)
    watch.seq, watch.dues = campaign.version, json.dumps(dues)
    watch.save()


def _watched(campaign: Campaign) -> Watch:
    """Locked: one look at a campaign's heroes after the other."""
    Watch.objects.get_or_create(campaign=campaign)
    return Watch.objects.select_for_update().get(campaign=campaign)


def _tell_of_due(campaign: Campaign, hero: HeroSummary, due: Text, key: str) -> None:
    """Whoever plays the hero; where nobody does, who runs the table."""
    owner = HeroOwner.objects.filter(campaign=campaign, hero=hero.key).values("seat")
    mine = Seat.objects.filter(pk__in=owner, removed_at=None, user__isnull=False)
    seats = mine if mine.exists() else telling.masters(campaign)
    where = f"{telling.path('campaign', campaign.pk)}heroes/{hero.key}/"
    telling.tell(seats, Topic.DUE, key, DUE(hero=hero.name, what=due), where)


# Who was given what


def hear_of_seating(run: Run) -> None:
    """A seat was given a hero, a role or the campaign by somebody else; or its person was removed."""
    found = Seat.objects.filter(campaign__id=run.job.subject, key=run.arguments["seat"])
    seat = found.select_related("campaign").first()
    if seat is None:
        return
    campaign = seat.campaign
    with writing():
        if not seat.is_live:
            Notice.objects.filter(seat=seat).delete()
        elif text := _given(campaign, run.arguments["what"], run.arguments.get("hero", "")):
            one = Seat.objects.filter(pk=seat.pk)
            telling.tell(one, Topic.SEAT, run.job.key, text, telling.path("campaign", campaign.pk))


def _given(campaign: Campaign, what: str, hero: str) -> Text | None:
    if what == "owner":
        return OWNER_NOW(campaign=campaign.name)
    if what == "hero":
        row = HeroRow.objects.filter(campaign=campaign, key=hero).first()
        return HERO_GIVEN(hero=row.name) if row else None
    return ROLES.get(what)


# Jobs


def hear_of_giving_up(job: Job) -> None:
    """Who runs the table it is about is told; what was scheduled is reported by its own kind."""
    campaign = Campaign.objects.filter(pk=job.subject).first() if _is_uuid(job.subject) else None
    if campaign is None or job.kind in OTHERWISE_TOLD:
        return
    text = GIVEN_UP(what=WORK.get(job.kind, same(job.kind)), why=same(job.error))
    key, where = f"job {job.pk} {job.attempts}", telling.path("campaign", campaign.pk)
    telling.tell(telling.masters(campaign), Topic.JOB, key, text, where)


def _is_uuid(text: str) -> bool:
    try:
        return bool(UUID(text))
    except ValueError:
        return False
