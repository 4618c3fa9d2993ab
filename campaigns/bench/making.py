"""Campaigns to measure: played through `perform`, or made long by acts that are decided as there and written in bulk."""

from __future__ import annotations

import uuid
from itertools import cycle, islice

from accounts.models import User
from campaigns import ledger, projections, records, snapshots
from campaigns.access import Entrance, enter
from campaigns.acts import perform
from campaigns.answers import Accepted, Envelope, Plain, Refusal
from campaigns.bench.script import Script, Steps
from campaigns.door import read_seats, request_hash
from campaigns.ledger import Draft
from campaigns.models import Campaign, Checkpoint, Seat, UndoneAct
from campaigns.records import UNDO, Undo
from campaigns.scripts import named
from campaigns.seats import add_seat, found
from campaigns.spans import STEP, span
from campaigns.undo import undo
from jobs.transactions import writing
from rules.kernel.dice import Act, NoDice
from rules.kernel.messages import Event, Violation, kind_of
from rules.kernel.registry import ruleset

EVENINGS = 40
"""Written together; an undo takes back an act of the same evening."""


class RefusedStepError(Exception):
    """A step of the script is not what the rulebook accepts."""


class Table:
    """A campaign with its game master; `names` are the heroes of the script by their names there."""

    def __init__(self, script: Script, gm: User, name: str) -> None:
        self.script, self.gm = script, gm
        self.rules = ruleset(script.ruleset)
        self.campaign = found(gm, name, script.ruleset)
        self.names: dict[str, str] = {}
        self.seats: dict[str, str] = {}

    @property
    def hero(self) -> str:
        return self.names[self.script.hero]

    @property
    def entries(self) -> int:
        return Campaign.objects.get(pk=self.campaign.pk).version

    def entrance(self) -> Entrance:
        return enter(self.gm, self.campaign.pk)

    def play(self, steps: Steps) -> None:
        for step in steps:
            answer = self._step(step)
            if isinstance(answer, Refusal):
                raise RefusedStepError(f"{step}: {answer.message.en}")
            if "as" in step:
                self.names[step["as"]] = answer.events[0]["hero"]

    def _step(self, step: Plain) -> Accepted | Refusal:
        entrance, envelope = self.entrance(), Envelope(key=str(uuid.uuid4()), on_behalf_of=self._seat(step))
        if step["kind"] == UNDO:
            return undo(entrance, entrance.campaign.version, envelope=envelope)
        return perform(entrance, self.plain(step), envelope)

    def plain(self, step: Plain) -> Plain:
        plain: Plain = named({k: v for k, v in step.items() if k not in ("as", "player")}, self.names)
        return plain

    def _seat(self, step: Plain) -> str | None:
        name = step.get("player")
        if name is None:
            return None
        if name not in self.seats:
            user, _ = User.objects.get_or_create(username=name)
            self.seats[name] = add_seat(self.campaign, user, name, "player").key
        return self.seats[name]

    def crowd(self, heroes: int) -> None:
        """Recruits until there are so many."""
        there = len(self.rules.heroes(self.entrance().state()))
        plain = self.script.crowd
        self.play([plain | {"name": plain["name"].format(n=n)} for n in range(there, heroes)])

    def lengthen(self, entries: int) -> None:
        """Evenings until there are so many entries, the last one cut short where they do not come out even."""
        steps = islice(cycle(self.script.evening), entries - self.entries)
        bulk = Bulk(self)
        while batch := list(islice(steps, EVENINGS * len(self.script.evening))):
            bulk.write(batch)


class Bulk:
    """Decides acts one after the other, writes them together, and refreshes the projections once for all of them."""

    def __init__(self, table: Table) -> None:
        self.table, self.rules = table, table.rules
        self.campaign = Campaign.objects.get(pk=table.campaign.pk)
        self.seats = read_seats(self.campaign.pk)
        self.seat = Seat.objects.get(campaign=self.campaign, user=table.gm).key
        self.state = self.before = snapshots.current(self.campaign, table.rules)
        self.checkpoints: list[Checkpoint] = []
        self.size = 0

    def write(self, steps: list[Plain]) -> None:
        before, self.checkpoints, self.size = self.state, [], len(steps)
        with writing():
            drafts = [self._draft(number, step) for number, step in enumerate(steps, 1)]
            found = ledger.append_all(self.campaign, self.rules, drafts)
            taken = {seq: record.seq for record in found for seq in record.body.takes}
            projections.refresh(span(self.campaign.pk, self.rules, before, found, taken), self.seats.ids)
            rows = [UndoneAct(campaign=self.campaign, seq=seq, by_seq=by) for seq, by in taken.items()]
            UndoneAct.objects.bulk_create(rows)
            Checkpoint.objects.bulk_create(self.checkpoints)
            snapshots.save(self.campaign, self.rules, self.state)

    def _draft(self, number: int, step: Plain) -> Draft:
        seq = self.campaign.version + number
        draft = self._undo(seq - 1) if step["kind"] == UNDO else self._act(step)
        if seq % STEP == 0 and number < self.size:
            self.checkpoints.append(self._checkpoint(seq))
        return draft

    def _act(self, step: Plain) -> Draft:
        rules, act_id = self.rules, uuid.uuid4().hex
        command = rules.codec.command(self.table.plain(step))
        events = rules.decide(self.state, command, Act(act_id, NoDice()))
        if isinstance(events, Violation):
            raise RefusedStepError(f"{step}: {events.message.en}")
        self.before, self.state = self.state, rules.evolve_all(self.state, events)
        scope = rules.scope(self.state) or rules.scope(self.before)
        content = rules.codec.canonical(command)
        return self._around(kind_of(command), act_id, content, events=events, quest=scope)

    def _undo(self, seq: int) -> Draft:
        self.state = self.before
        content = records.encode_undo(Undo(seq=seq, of=seq))
        return self._around(UNDO, uuid.uuid4().hex, content, takes=(seq,), quest=self.rules.scope(self.state))

    def _around(
        self,
        kind: str,
        act_id: str,
        content: bytes,
        *,
        quest: str,
        events: tuple[Event, ...] = (),
        takes: tuple[int, ...] = (),
    ) -> Draft:
        return Draft(
            kind=kind,
            act_id=act_id,
            seat=self.seat,
            quest=quest,
            command=content,
            events=events,
            takes=takes,
            key=str(uuid.UUID(act_id)),
            request_hash=request_hash(Envelope(), content),
        )

    def _checkpoint(self, seq: int) -> Checkpoint:
        state = self.rules.codec.encode(self.state).decode()
        return Checkpoint(campaign=self.campaign, seq=seq, schema=self.rules.schema, state=state)
