"""A process beside the servers, on their database: it prepares campaigns, and does what no page or call can."""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.models import Token, User
from campaigns.access import Entrance, enter
from campaigns.acts import perform
from campaigns.answers import Accepted, Envelope
from campaigns.ledger import Draft, append_all
from campaigns.models import Campaign
from campaigns.seats import add_seat, found
from jobs import clock, kinds, queue, running
from jobs.kinds import Kind
from jobs.models import Job
from jobs.transactions import writing
from rules.heroquest_evolution.corrections import HeroCorrected
from rules.kernel.registry import ruleset

RULESET = "heroquest_evolution"


def prepare(roles: dict[str, str]) -> Any:
    """A campaign with a hero; who founds it is called gm, each other is seated in a role. An empty one: a stranger."""
    number = uuid.uuid4().hex[:8]
    users = {name: User.objects.create_user(f"{name}-{number}") for name in ("gm", *roles)}
    campaign = found(users["gm"], f"Cellar {number}", RULESET, "gm")
    for name, role in roles.items():
        if role:
            add_seat(campaign, users[name], name, role)
    made = _does(enter(users["gm"], campaign.pk), kind="recruit_hero", name="Brom", hero_class="barbarian")
    people = {name: {"user": user.username, **_keys(user)} for name, user in users.items()}
    return {"campaign": str(campaign.pk), "hero": made.events[0]["hero"], "people": people}


def _keys(user: User) -> dict[str, str]:
    """By which a program and a browser come."""
    _row, token = Token.objects.create(user=user, name="test", scopes="read write")
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return {"token": token, "session": str(session.session_key)}


def _does(entrance: Entrance, **command: Any) -> Accepted:
    answer = perform(entrance, command, Envelope(str(uuid.uuid4())))
    assert isinstance(answer, Accepted), answer
    return answer


def play(user: str, campaign: str, hero: str, count: int) -> int:
    """So many acts; the seq of the last."""
    return [_step(user, campaign, hero, number) for number in range(count)][-1]


def _step(user: str, campaign: str, hero: str, number: int) -> int:
    entrance = enter(User.objects.get(username=user), campaign)
    return _does(entrance, kind="change_track", hero=hero, track="body", by=(-1, 1)[number % 2]).entry_seq


def fill(campaign: str, count: int, letters: int) -> int:
    """So many acts of this length, past the door; the seq of the last."""
    rules = ruleset(RULESET)
    event = HeroCorrected(hero="0", hero_name="Brom", reason="long " * (letters // 5))
    command = b'{"kind":"correct_hero"}'
    with writing():
        found = Campaign.objects.select_for_update().get(pk=campaign)
        drafts = (
            Draft(
                kind="correct_hero",
                act_id=(key := uuid.uuid4().hex),
                seat="s1",
                command=command,
                events=(event,),
                key=key,
                request_hash="",
            )
            for _ in range(count)
        )
        return append_all(found, rules, drafts)[-1].seq


def sign_out(session: str) -> None:
    SessionStore(session).flush()


def change_password(user: str) -> None:
    found = User.objects.get(username=user)
    found.set_password("another way down")
    found.save()


def deactivate(user: str) -> None:
    User.objects.filter(username=user).update(is_active=False)


def revoke_tokens(user: str) -> None:
    Token.objects.filter(user__username=user).delete()


def expire_tokens(user: str) -> None:
    Token.objects.filter(user__username=user).update(expiry=timezone.now() - timedelta(seconds=1))


def clocks_apart(minutes: float) -> dict[str, bool]:
    """What two servers do for one another whose clocks are so far apart; no worker elsewhere knows this kind of job."""
    ran: list[str] = []
    kinds.register(Kind("apart", lambda run: ran.append(run.job.key), lease=60))
    run, held = uuid.uuid4().hex, uuid.uuid4().hex
    with elsewhere(minutes):
        left = queue.leave("apart", run)
        queue.leave("apart", held)
        is_held = running._claim(Job.objects.get(key=held).pk) is not None
        seen = clock.now()
    with elsewhere(0):
        done = running.run_one(left.pk)
        stolen = running.run_one(Job.objects.get(key=held).pk)
        agree = abs(clock.now() - seen) < timedelta(seconds=30)
    Job.objects.filter(kind="apart").delete()
    return {"held": is_held, "done": done and ran == [run], "stolen": stolen, "agree": agree}


@contextmanager
def elsewhere(minutes: float) -> Iterator[None]:
    """On a server whose clock is so many minutes fast."""
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=minutes)):
        clock.forget()
        yield
    clock.forget()


COMMANDS: dict[str, Callable[..., Any]] = {
    one.__name__: one
    for one in (
        prepare,
        play,
        fill,
        clocks_apart,
        sign_out,
        change_password,
        deactivate,
        revoke_tokens,
        expire_tokens,
    )
}


def main() -> None:
    """A command with its arguments on each line, and its answer."""
    for line in sys.stdin:
        command, *arguments = json.loads(line)
        sys.stdout.write(json.dumps(COMMANDS[command](*arguments)) + "\n")
        sys.stdout.flush()
