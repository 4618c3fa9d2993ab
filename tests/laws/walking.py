"""A random walk through one ruleset, with taking back and redoing, checked against the laws at every step."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from rules.kernel.dice import Act, AppDice, Dice, RecordedDice, Recorder, TableDice, Thrown
from rules.kernel.history import Recorded, fold, obstacle, undone_in
from rules.kernel.messages import Command, Event, Violation, field_names, kind_of
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import LANGUAGES
from tests.laws.drawing import draw, outside, spoil
from tests.laws.preludes import Steps, brought

HERO_BYTES = 3072
"""What a state may hold for each active hero; house rules are the campaign's own."""
COMMON_BYTES = 12_288
"""What it may hold beside, for the campaign as a whole."""
MARK_EVERY = 20
"""What is folded again when an act is taken back goes on from a state this often kept; `check_fold` folds it all."""
PATIENCE = 30
"""Tries in vain that count as much as one that came about."""
MANY_HEROES = 7
"""Beyond so many heroes no new one is drawn: the walk is to go deep, not wide."""


class Walk:
    """`entries` is the ledger so far, `state` what has been stored."""

    def __init__(self, ruleset: Ruleset[Any], seed: int, prelude: Steps = ()) -> None:
        self.ruleset, self.random = ruleset, Random(seed)
        self.entries: list[Recorded] = []
        self.state = ruleset.initial()
        self.kinds = {kind_of(command): command for command in ruleset.commands}
        self.seen: dict[str, int] = dict.fromkeys(self.kinds, 0)
        self.missed: dict[str, int] = dict.fromkeys(self.kinds, 0)
        self.spoilt_accepted = 0
        self.undos = self.redos = 0
        self.names: dict[str, str] = {}
        self.marks: list[tuple[int, Any]] = []
        for step in prelude:
            self._play(step)

    def _play(self, step: dict[str, Any]) -> None:
        """One step of a prelude; dice that the table threw fall as they did."""
        plain = {k: named(v, self.names) for k, v in step.items() if k not in ("as", "rolls")}
        thrown = tuple(msgspec.convert(roll, Thrown) for roll in step.get("rolls", ()))
        dice = TableDice(thrown, AppDice(self.random.randrange))
        events = self.send(self.ruleset.codec.command(plain), dice)
        assert not isinstance(events, Violation), (step, events)
        if "as" in step:
            self.names[step["as"]] = brought(events)

    def step(self) -> None:
        luck = self.random.random()
        if luck < 0.06 and self.entries:
            self.take_back()
        else:
            self.act(*self._pick())

    def _pick(self) -> tuple[str, str | None]:
        """What has been done least is tried most, so that every command has its turn when its time comes.

        What was not offered time and again is tried less: most of it waits for what others lead up to.
        """
        keys = [summary.key for summary in self.ruleset.heroes(self.state)]
        crowded = len(keys) >= MANY_HEROES
        kinds = [kind for kind in self.kinds if not (crowded and kind in ("recruit_hero", "enrol_hero"))]
        weights = [1 / (1 + self.seen[kind] + self.missed[kind] / PATIENCE) for kind in kinds]
        kind = self.random.choices(kinds, weights)[0]
        return kind, self.random.choice(keys) if keys else None

    def act(self, kind: str, hero: str | None) -> None:
        if "hero" not in field_names(self.kinds[kind]):
            hero = None
        command = draw(self.ruleset, self.state, kind, hero, self.random)
        if command is None:
            self.missed[kind] += 1
            return
        self.missed[kind] //= 2
        self._try_spoilt(command)
        decision = self.send(command)
        assert not isinstance(decision, Violation), f"law a: {command} was offered and refused: {decision}"

    def _try_spoilt(self, command: Command) -> None:
        """Law b: whatever is accepted lies within an offer's domains; whatever is refused changes nothing."""
        pool = [
            *self.ruleset.codec.commands,
            *(s.key for s in self.ruleset.heroes(self.state)),
            "no-such-key",
            *_keys(command),
            *_content(self.ruleset)[:400:7],
        ]
        try:
            spoilt = self.ruleset.codec.command(spoil(command, pool, self.random))
        except msgspec.ValidationError:
            return
        before = self.ruleset.codec.encode(self.state)
        decision = self.ruleset.decide(self.state, spoilt, self._new_act())
        assert self.ruleset.codec.encode(self.state) == before, "a decision changed the state it looked at"
        if not isinstance(decision, Violation):
            self.spoilt_accepted += 1
            why = outside(self.ruleset, self.state, spoilt)
            assert why is None, f"law b: {spoilt} was accepted: {why}"

    def _new_act(self, dice: Dice | None = None) -> Act:
        thrower = dice or AppDice(self.random.randrange)
        return Act(f"{self.random.getrandbits(128):032x}", Recorder(thrower))

    def send(self, command: Command, dice: Dice | None = None) -> tuple[Event, ...] | Violation:
        act = self._new_act(dice)
        decision = self.ruleset.decide(self.state, command, act)
        if isinstance(decision, Violation):
            return decision
        self._round_trips(command, decision)
        self._counts_what_it_names(decision)
        assert isinstance(act.dice, Recorder)
        seq = len(self.entries) + 1
        self.entries.append(
            Recorded(seq=seq, act_id=act.id, command=command, events=decision, rolls=tuple(act.dice.rolls))
        )
        self.state = self.ruleset.evolve_all(self.state, decision)
        self._sound()
        self.seen[kind_of(command)] += 1
        if seq % MARK_EVERY == 0:
            self.marks.append((seq, self.state))
        return decision

    def _counts_what_it_names(self, events: tuple[Event, ...]) -> None:
        """Pages show the numbers that `numbers` names, and no other."""
        named = {number.key for number in self.ruleset.numbers}
        moved = {one.number for event in events for one in self.ruleset.movements(event)}
        assert moved <= named, f"numbers leaves out {sorted(moved - named)}"

    def _round_trips(self, command: Command, events: tuple[Event, ...]) -> None:
        codec = self.ruleset.codec
        assert codec.command(msgspec.json.decode(codec.encode(command))) == command
        assert codec.decode_events(codec.encode(events), codec.versions(events)) == events
        self.ruleset.receipts(self.state, events)  # one that does not add up raises
        for event in events:
            assert all(self.ruleset.tell(event).in_(language) for language in LANGUAGES)

    def _sound(self) -> None:
        codec = self.ruleset.codec
        assert self.ruleset.audit(self.state) == (), self.entries[-1]
        assert codec.decode_state(codec.encode(self.state)) == self.state
        house = msgspec.json.encode(self.ruleset.house(self.state))
        common = msgspec.json.encode(self.ruleset.common(self.state))
        heroes = max(1, len(self.ruleset.heroes(self.state)))
        own = len(codec.encode(self.state)) - len(house) - len(common)
        assert own <= HERO_BYTES * heroes, "the state grows too big"
        assert len(common) <= COMMON_BYTES, "what is in common grows too big"

    def take_back(self) -> None:
        """Take back (or, of an undo, redo) one act where nothing later depended on it, and check what that leaves."""
        taken = undone_in(self.entries)
        standing = [entry.seq for entry in self.entries if entry.seq not in taken]
        target = self.random.choice(standing[-8:])
        after = undone_in([*self.entries, self._undo(target)])
        changed = min(taken ^ after)
        marks = [(seq, state) for seq, state in self.marks if seq < changed]
        start, state = marks[-1] if marks else (0, self.ruleset.initial())
        if obstacle(self.ruleset, self.entries[start:], taken, after, state) is not None:
            return
        redo = self.entries[target - 1].command is None
        before, self.marks = self.state, marks
        self.entries.append(self._undo(target))
        self.state = fold(self.ruleset, self.entries[start:], after, state)
        assert self.state == self.never_done(after), (
            f"taking back {target} left another state than never having done it"
        )
        self._sound()
        self.undos, self.redos = self.undos + (not redo), self.redos + redo
        if not redo and self.random.random() < 0.3:
            self._bring_back(before)

    def _undo(self, target: int) -> Recorded:
        return Recorded(seq=len(self.entries) + 1, act_id="0" * 32, command=None, takes=(target,))

    def _bring_back(self, before: Any) -> None:
        """Redo at once: marks beyond what was taken back are gone already."""
        self.entries.append(self._undo(len(self.entries)))
        start, state = self.marks[-1] if self.marks else (0, self.ruleset.initial())
        self.state = fold(self.ruleset, self.entries[start:], undone_in(self.entries), state)
        assert self.state == before, "redo did not bring it back"
        self.redos += 1

    def never_done(self, taken: frozenset[int]) -> Any:
        """The state had the acts taken back never been: every other one decided anew with the dice that fell.

        From the last mark on: what lies before it has not changed since it was set.
        """
        start, state = self.marks[-1] if self.marks else (0, self.ruleset.initial())
        for entry in self.entries[start:]:
            if entry.seq in taken or entry.command is None:
                continue
            decision = self.ruleset.decide(state, entry.command, Act(entry.act_id, RecordedDice(entry.rolls)))
            assert not isinstance(decision, Violation), (entry.command, decision)
            state = self.ruleset.evolve_all(state, decision)
        return state

    def check_fold(self) -> None:
        assert fold(self.ruleset, self.entries, undone_in(self.entries)) == self.state


def named(value: Any, names: dict[str, str]) -> Any:
    """A value with the names of a scenario put as keys."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [named(item, names) for item in value]
    if isinstance(value, dict):
        return {named(k, names): named(v, names) for k, v in value.items()}
    return value


def _keys(command: Command) -> list[str]:
    return [value for value in msgspec.structs.astuple(command) if isinstance(value, str)]


def _content(ruleset: Ruleset[Any]) -> list[str]:
    return [row["key"] for section in ruleset.catalog for row in section.rows]
