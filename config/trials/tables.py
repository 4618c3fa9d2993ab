"""Campaigns to play on: a game master and players, heroes on a quest, and by what each of them comes in."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.utils.crypto import get_random_string

from accounts.models import Token, User
from campaigns.bench.making import Table
from campaigns.bench.script import Script, the_script
from campaigns.seats import add_seat


@dataclass(frozen=True)
class Person:
    """Somebody at a table; programs come with the token, browsers with the session. `csrf`: what their forms carry.

    `hero` is the own one; of who runs the table, the one that the script looks at.
    """

    campaign: str
    seat: str
    name: str
    hero: str
    token: str
    session: str
    csrf: str


@dataclass(frozen=True)
class Laid:
    """A campaign as it is when people sit down; the first of them runs the table. `version`: its last act so far."""

    id: str
    version: int
    names: dict[str, str]
    people: tuple[Person, ...]


def lay(count: int, seats: int) -> Iterator[Laid]:
    """As many tables, each with as many people of its own (at most one more than the script has players)."""
    script = the_script()
    for number in range(count):
        yield laid(script, str(number), seats)


def laid(script: Script, name: str, seats: int, entries: int = 0) -> Laid:
    """`entries`: made so long by evenings of the script."""
    name = f"{name} {secrets.token_hex(4)}"
    players = list(dict.fromkeys(step["player"] for step in script.start if "player" in step))
    users = [User.objects.create_user(f"{who} {name}") for who in ("gm", *players)]
    table = Table(script, users[0], f"Table {name}")
    for who, user in zip(players, users[1:], strict=True):
        table.seats[who] = add_seat(table.campaign, user, who, "player").key
    table.play(script.start if entries else beginning(script))
    table.lengthen(max(entries, table.entries))
    keys = ["s1", *table.seats.values()]
    own = {step["player"]: table.names[step["as"]] for step in script.start if "player" in step}
    heroes = [table.hero, *(own[who] for who in players)]
    found = str(table.campaign.pk)
    chairs = zip(users[:seats], keys, heroes, strict=False)
    people = tuple(person(found, user, key, hero) for user, key, hero in chairs)
    return Laid(found, table.entries, table.names, people)


def beginning(script: Script) -> list[dict[str, object]]:
    """What comes first and last of the script's start, and its heroes: the quest is open, and little is written."""
    last = len(script.start) - 1
    return [step for number, step in enumerate(script.start) if "as" in step or number in (0, last)]


def person(campaign: str, user: User, seat: str, hero: str) -> Person:
    _row, token = Token.objects.create(user=user, name="trial", scopes="read write")
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    csrf = get_random_string(CSRF_SECRET_LENGTH)
    return Person(campaign, seat, user.username, hero, token, str(session.session_key), csrf)
