"""Several processes play one campaign at once: what was accepted is there once, what was refused is not."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from config.settings import BASE_DIR
from tests import databases, services

ROUNDS, ACTS_A_ROUND = 5, 10
ACTS = ROUNDS * ACTS_A_ROUND
WORKER = "import sys, django; django.setup(); from tests.campaigns.worker import main; main(*sys.argv[1:])"


class Table:
    """One migrated database with one campaign, and processes around it."""

    def __init__(self, url: str) -> None:
        self.environment = {
            **os.environ,
            "DATABASE_URL": url,
            "DEBUG": "1",
            "REDIS_URL": "",
            "SECRET_KEY": "for tests only",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        prepared = self.ask("prepare")
        self.campaign = prepared["campaign"]
        self.heroes = dict(zip(("zargon", "merin", "durgin", "ladril"), prepared["heroes"], strict=True))

    def _run(self, *arguments: str) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=BASE_DIR, env=self.environment, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode()

    def ask(self, *arguments: str):
        return json.loads(self._run("-c", WORKER, *arguments))

    def play(self, *names: str):
        """Each name plays in a process of its own, all at once; what each was answered."""
        processes = [self._start(name) for name in names]
        for _ in range(ROUNDS):  # SQLite is unfair: left alone, one process may play its evening first
            for process in processes:
                assert process.stdout.readline() == "ready\n"
            for process in processes:
                process.stdin.write("go\n")
                process.stdin.flush()
        return [json.loads(process.communicate(timeout=240)[0]) for process in processes]

    def _start(self, name: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", WORKER, "play", *self.arguments(name)],
            cwd=BASE_DIR,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def arguments(self, name: str) -> tuple[str, ...]:
        return self.campaign, name, self.heroes[name], str(ROUNDS), str(ACTS_A_ROUND)

    def inspect(self):
        return self.ask("inspect", self.campaign)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def table(request: pytest.FixtureRequest, tmp_path) -> Iterator[Table]:
    if request.param == "sqlite":
        yield Table(databases.sqlite(tmp_path / "ledger.sqlite3"))
        return
    server, blank = map(request.getfixturevalue, ("postgres_url", "blank_postgres"))
    with services.new_database(server, like=blank) as url:
        yield Table(url)


def check(table: Table, answers: list[dict]) -> None:
    """Present or refused; none lost, none twice; the ledger whole."""
    found = table.inspect()
    assert found["findings"] == []
    assert [seq for seq, _, _ in found["entries"]] == list(range(1, len(found["entries"]) + 1))
    written = {key: (seq, act) for seq, key, act in found["entries"]}
    accepted = [answer for answer in answers if not answer["refused"]]
    assert len(accepted) > len(answers) / 4
    for answer in accepted:
        assert written[answer["key"]] == (answer["seq"], answer["act"])
    refused = {answer["key"] for answer in answers if answer["refused"]}
    assert not refused & written.keys()
    assert len(written) == len({answer["key"] for answer in accepted}) + len(table.heroes)


def test_four_people_act_at_once(table):
    played = table.play("zargon", "merin", "durgin", "ladril")
    answers = [answer for one in played for answer in one]
    assert len(answers) == 4 * ACTS
    assert all(answer.get("created") for answer in answers if not answer["refused"])
    check(table, answers)
    orders = [[answer["seq"] for answer in one if not answer["refused"]] for one in played]
    assert all(order == sorted(order) for order in orders)
    assert max(order[0] for order in orders) < min(order[-1] for order in orders), "they did not interleave"


def test_the_same_acts_sent_twice_at_once_are_done_once(table):
    played = table.play("merin", "merin")
    by_key: dict[str, list[dict]] = {}
    for answer in (answer for one in played for answer in one):
        by_key.setdefault(answer["key"], []).append(answer)
    both = [pair for pair in by_key.values() if not any(answer["refused"] for answer in pair)]
    assert len(both) > ACTS / 4
    for first, second in both:
        assert (first["seq"], first["act"]) == (second["seq"], second["act"])
        assert first["created"] != second["created"]
    found = table.inspect()
    assert found["findings"] == []
    keys = [key for _, key, _ in found["entries"]]
    assert len(keys) == len(set(keys))


def test_threads_of_one_process_queue(table):
    answers = table.ask("crowd", table.campaign, "merin", table.heroes["merin"], str(ACTS))
    check(table, answers)


def test_a_link_for_one_seats_one_of_those_who_follow_it_at_once(table):
    token = table.ask("invite", table.campaign, "")
    answers = table.ask("follow", token, "durgin2 ladril2 brom bess")
    assert [tuple(answer) for answer in answers if answer] == [("s5", True)]


def test_one_person_who_follows_it_twice_at_once_has_one_seat(table):
    token = table.ask("invite", table.campaign, table.heroes["merin"])
    answers = table.ask("follow", token, "brom brom")
    assert {key for key, _ in answers} == {"s5"}
    assert sorted(is_new for _, is_new in answers) == [False, True]


def test_of_game_masters_who_step_back_at_once_one_stays(table):
    answers = table.ask("step_back", table.campaign, "zargon second third")
    assert sorted(answers) == [False, True, True]


def test_who_is_demoted_while_writing_writes_nothing_after_it(table):
    refused, then, in_the_end = table.ask("demote", table.campaign)
    assert (refused, then) == (403, in_the_end)
    assert then > 1


def test_a_turn_that_four_phones_end_at_once_is_over_once(table):
    """Six elements, §5: nobody else loses a turn by it."""
    answers, current, findings = table.ask("end_turn", "4")
    assert sorted(answers) == ["ended", "turn_over", "turn_over", "turn_over"]
    assert (current, findings) == (1, [])
