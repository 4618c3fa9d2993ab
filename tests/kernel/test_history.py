"""Taking back, and what stands in the way."""

from rules.kernel.dice import Act, NoDice
from rules.kernel.history import Recorded, fold, obstacle, undone, undone_in
from rules.kernel.registry import ruleset
from tests import toy

ID = "{:012x}" + "0" * 20


class Ledger:
    def __init__(self) -> None:
        self.ruleset = ruleset(toy.KEY)
        self.entries: list[Recorded] = []

    def does(self, **plain) -> int:
        seq = len(self.entries) + 1
        command = self.ruleset.codec.command(plain)
        state = fold(self.ruleset, self.entries, undone_in(self.entries))
        events = self.ruleset.decide(state, command, Act(ID.format(seq), NoDice()))
        assert isinstance(events, tuple)
        self.entries.append(Recorded(seq=seq, act_id=ID.format(seq), command=command, events=events))
        return seq

    def in_the_way(self, *takes: int) -> int | None:
        after = undone_in([*self.entries, self._undo(takes)])
        return obstacle(self.ruleset, self.entries, undone_in(self.entries), after)

    def takes_back(self, *takes: int) -> int:
        assert self.in_the_way(*takes) is None
        self.entries.append(self._undo(takes))
        return len(self.entries)

    def _undo(self, takes: tuple[int, ...]) -> Recorded:
        return Recorded(seq=len(self.entries) + 1, act_id="0" * 32, command=None, takes=takes)


def test_an_undo_taken_back_counts_no_more():
    assert undone([(2, [1]), (3, [2])]) == {2}
    assert undone([(2, [1]), (3, [2]), (4, [3])]) == {1, 3}


def test_what_nothing_depended_on_goes():
    with toy.plugged_in():
        ledger = Ledger()
        recruited = ledger.does(kind="recruit_hero", name="Ana")
        assert ledger.in_the_way(recruited) is None


def test_a_later_act_that_needed_it_is_named():
    with toy.plugged_in():
        ledger = Ledger()
        recruited = ledger.does(kind="recruit_hero", name="Ana")
        ledger.does(kind="recruit_hero", name="Bo")
        needs = ledger.does(kind="change_spirit", hero=ID.format(recruited)[:12], by=-1)
        assert ledger.in_the_way(recruited) == needs


def test_an_act_does_not_come_back_without_what_it_was_about():
    """Found by a random walk: the act was taken back, then the hero; redoing the act alone must be refused."""
    with toy.plugged_in():
        ledger = Ledger()
        recruited = ledger.does(kind="recruit_hero", name="Ana")
        changed = ledger.does(kind="change_spirit", hero=ID.format(recruited)[:12], by=-1)
        undo = ledger.takes_back(changed)
        ledger.takes_back(recruited)
        assert ledger.in_the_way(undo) == changed
