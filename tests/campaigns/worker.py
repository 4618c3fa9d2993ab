"""What a process of its own does for `test_two_people_at_once`, once Django is set up. It answers in JSON."""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

from django.db import connection

from accounts.models import User
from campaigns import inviting, people
from campaigns.access import enter
from campaigns.acts import Envelope, Refusal, perform
from campaigns.audit import audit_campaign
from campaigns.documents import writing
from campaigns.documents.contents import Content
from campaigns.models import Campaign, Document, Entry
from campaigns.seats import add_seat, found
from tests import toy
from tests.campaigns.group import envelope

PEOPLE = ("zargon", "merin", "durgin", "ladril")
NAMESPACE = uuid.UUID(int=7)


def prepare() -> Any:
    """A campaign with a game master and three players, each with a hero."""
    people = [User.objects.create_user(name) for name in PEOPLE]
    campaign = found(people[0], "The crowd", toy.KEY)
    for person in people[1:]:
        add_seat(campaign, person, person.username, "player")
    return {"campaign": str(campaign.pk), "heroes": [_recruit(campaign.pk, person) for person in people]}


def _recruit(campaign: uuid.UUID, person: Any) -> str:
    answer = perform(enter(person, campaign), {"kind": "recruit_hero", "name": person.username}, envelope())
    hero: str = answer.events[0]["hero"]
    return hero


def act(campaign: str, name: str, hero: str, number: int) -> Any:
    """One of a person's acts: the number says which, so that two processes may send the same."""
    entrance = enter(User.objects.get(username=name), campaign)
    key = str(uuid.uuid5(NAMESPACE, f"{name} {number}"))
    seen = entrance.campaign.version if number % 10 == 9 else None
    answer = perform(entrance, _plain(name, hero, number), Envelope(key, app_dice=True, if_match=seen))
    if isinstance(answer, Refusal):
        return {"key": key, "refused": answer.code}
    done = {"seq": answer.entry_seq, "act": answer.act_id, "created": answer.created}
    return {"key": key, "refused": None, **done}


def _plain(name: str, hero: str, number: int) -> dict[str, Any]:
    if name == PEOPLE[0] and number % 5 == 0:
        return {"kind": "open_quest", "quest": "attic"} if number % 2 else {"kind": "close_quest"}
    if number % 3 == 0:
        return {"kind": "throw_for_gold", "hero": hero}
    return {"kind": "change_spirit", "hero": hero, "by": (-1, 1, -2)[number % 3]}


def play(campaign: str, name: str, hero: str, rounds: str, acts: str) -> list[Any]:
    """In each round, as soon as somebody says go, some acts one after the other."""
    answers = []
    for number in range(int(rounds) * int(acts)):
        if number % int(acts) == 0:
            sys.stdout.write("ready\n")
            sys.stdout.flush()
            sys.stdin.readline()
        answers.append(act(campaign, name, hero, number))
    return answers


def crowd(campaign: str, name: str, hero: str, count: str) -> list[Any]:
    """As many acts at once, from threads of one process."""

    def one(number: int) -> Any:
        try:
            return act(campaign, name, hero, number)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(one, range(int(count))))


def invite(campaign: str, hero: str) -> Any:
    """A link for one, and as many people who have it."""
    entrance = enter(User.objects.get(username=PEOPLE[0]), campaign)
    made = inviting.invite(entrance, "player", hero)
    assert isinstance(made, inviting.Invited)
    return made.token


def follow(token: str, names: str) -> Any:
    """All of these people follow a link at once, from threads of one process: the seats they have by it."""
    together = Barrier(len(names.split()))

    def one(name: str) -> Any:
        try:
            user, _made = User.objects.get_or_create(username=name)
            together.wait()
            accepted = inviting.accept(user, token)
            return accepted and (accepted.seat.key, accepted.is_new)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(names.split())) as pool:
        return list(pool.map(one, names.split()))


def step_back(campaign: str, names: str) -> Any:
    """All of these game masters lay their role down at once: who may, of whom one has to stay."""
    together = Barrier(len(names.split()))

    def one(name: str) -> Any:
        try:
            entrance = enter(User.objects.get(username=name), campaign)
            together.wait()
            return not isinstance(people.change_role(entrance, entrance.seat.key, "player"), Refusal)
        finally:
            connection.close()

    for name in names.split()[1:]:
        add_seat(Campaign.objects.get(pk=campaign), User.objects.create_user(name), name, "gm")
    with ThreadPoolExecutor(len(names.split())) as pool:
        return list(pool.map(one, names.split()))


def end_turn(phones: str) -> Any:
    """A game in which so many people end the same hero's turn at once: what each was answered, and whose turn it is then."""
    person = User.objects.get(username=PEOPLE[0])
    campaign, together = found(person, "In turn", "six_elements"), Barrier(int(phones))

    def does(plain: dict[str, Any]) -> Any:
        return perform(enter(person, campaign.pk), plain, Envelope(str(uuid.uuid4()), app_dice=True))

    def one(plain: dict[str, Any]) -> Any:
        try:
            together.wait()
            answer = does(plain)
            return answer.code if isinstance(answer, Refusal) else "ended"
        finally:
            connection.close()

    recruits = ({"kind": "recruit_hero", "hero_class": "hoplite", "name": name} for name in PEOPLE)
    heroes = [does(plain).events[0]["hero"] for plain in recruits]
    does({"kind": "begin_game", "mode": "cooperative", "first": heroes[0]})
    with ThreadPoolExecutor(int(phones)) as pool:
        answers = list(pool.map(one, [{"kind": "end_turn", "turn": heroes[0]}] * int(phones)))
    current = enter(person, campaign.pk).state().open.current
    return [answers, heroes.index(current), [str(one) for one in audit_campaign(campaign.pk)]]


def demote(campaign: str) -> Any:
    """A second game master writes at a note from an open page until refused, and is demoted meanwhile.

    How they were refused, the version of the note as soon as they were demoted, and in the end.
    """
    add_seat(Campaign.objects.get(pk=campaign), User.objects.create_user("second"), "Second", "gm")
    page = enter(User.objects.get(username="second"), campaign)
    made = writing.create(page, "note", Content(title="0"), uuid.uuid4())
    assert isinstance(made, writing.Made)
    note, begun = made.document.pk, Event()

    def write() -> int:
        try:
            for number in range(1, 5000):
                outcome = writing.change(page, note, Content(title=f"{number}"), number)
                if isinstance(outcome, Refusal):
                    return outcome.status
                begun.set()
            return 0
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(write)
        begun.wait(timeout=60)
        people.change_role(enter(User.objects.get(username=PEOPLE[0]), campaign), page.seat.key, "player")
        then = Document.objects.get(pk=note).version
        refused = writer.result()
    return [refused, then, Document.objects.get(pk=note).version]


def inspect(campaign: str) -> Any:
    entries = Entry.objects.filter(campaign_id=campaign).order_by("seq")
    return {
        "entries": list(entries.values_list("seq", "idempotency_key", "act_id")),
        "findings": [str(finding) for finding in audit_campaign(uuid.UUID(campaign))],
    }


COMMANDS: dict[str, Callable[..., Any]] = {
    "prepare": prepare,
    "play": play,
    "crowd": crowd,
    "invite": invite,
    "follow": follow,
    "step_back": step_back,
    "demote": demote,
    "end_turn": end_turn,
    "inspect": inspect,
}


def main(command: str, *arguments: str) -> None:
    with toy.plugged_in():
        answer = COMMANDS[command](*arguments)
        sys.stdout.write(json.dumps(answer))
