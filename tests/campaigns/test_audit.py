"""The audit finds what was tampered with, and nothing where nothing was."""

import pytest
from django.core.management import call_command
from django.db import connection

from campaigns import audit, triggers
from campaigns.audit import audit_campaign, audit_database
from campaigns.models import Campaign, Checkpoint, CurrentState, HeroOwner, HeroRow, UndoneAct
from campaigns.spans import STEP


@pytest.fixture
def evening(group):
    hero = group.recruits(group.player)
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    group.undoes(group.gm, 3)
    return group


def tamper(statement):
    with triggers.lifted(connection), connection.cursor() as cursor:
        cursor.execute(statement)


def codes(group):
    return {finding.code for finding in audit_campaign(group.campaign.pk)}


def test_it_finds_nothing_where_nothing_is_wrong(evening):
    assert codes(evening) == set()
    assert audit_database() == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE campaigns_entry SET body = replace(body, 'Merin', 'Marin') WHERE seq = 1", "chain_broken"),
        ("UPDATE campaigns_entry SET body = 'nonsense' WHERE seq = 2", "unreadable"),
        ("UPDATE campaigns_entry SET hash = 'x' WHERE seq = 4", "head"),
        ("UPDATE campaigns_entry SET previous_hash = 'x' WHERE seq = 3", "chain_broken"),
        ("UPDATE campaigns_entry SET kind = 'x' WHERE seq = 2", "columns"),
        ("UPDATE campaigns_entry SET seat_key = 's2' WHERE seq = 2", "columns"),
        ("UPDATE campaigns_entry SET quest = 'x' WHERE seq = 2", "columns"),
        ("UPDATE campaigns_entry SET created_at = '2001-01-01 00:00:00' WHERE seq = 2", "columns"),
        ("DELETE FROM campaigns_entry WHERE seq = 2", "gap"),
        ("DELETE FROM campaigns_entry WHERE seq = 4", "head"),
        ("UPDATE campaigns_campaign SET head_hash = 'x'", "head"),
        ("UPDATE campaigns_campaign SET ruleset = 'chess'", "ruleset_missing"),
    ],
)
def test_it_finds_what_was_done_to_the_ledger(evening, statement, found):
    tamper(statement)
    assert found in codes(evening)


def test_it_finds_a_ledger_that_cannot_be_folded(evening):
    tamper("UPDATE campaigns_entry SET body = replace(body, 'quest_opened', 'quest_flown') WHERE seq = 2")
    assert codes(evening) == {"chain_broken", "unfoldable"}


def test_it_finds_a_state_that_is_not_the_folded_ledger(evening):
    text = CurrentState.objects.get().state
    CurrentState.objects.update(state=text.replace("Merin", "Marin"))
    assert codes(evening) == {"state"}


def test_it_finds_projections_that_differ(evening):
    HeroRow.objects.update(gold=7)
    assert codes(evening) == {"projection"}
    HeroRow.objects.update(gold=0)
    UndoneAct.objects.all().delete()
    assert codes(evening) == {"projection"}


def test_it_finds_a_hero_without_an_owner(evening):
    HeroOwner.objects.all().delete()
    assert codes(evening) == {"projection"}


def test_it_finds_a_checkpoint_that_was_changed(evening):
    hero = evening.state.heroes[0].key
    for _ in range(STEP):
        evening.does(evening.player, "change_spirit", hero=hero, by=0)
    assert codes(evening) == set()
    text = Checkpoint.objects.get().state
    Checkpoint.objects.update(state=text.replace("Merin", "Marin"))
    assert codes(evening) == {"checkpoint"}


def test_it_finds_a_broken_invariant(evening, bend):
    with bend("audit", lambda state: ("negative gold",)):
        assert codes(evening) == {"invariant"}


def test_it_finds_a_missing_trigger(evening):
    name = triggers.NAMES[connection.vendor][0]
    of_table = f" ON {triggers.TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}{of_table}")
    assert [finding.code for finding in audit_database()] == ["trigger_missing"]
    triggers.install(connection)


def test_it_begins_again_when_somebody_acts_meanwhile(evening, monkeypatch):
    whole = audit._audit
    passes = []

    def interrupted(campaign, watch):
        passes.append(campaign.version)
        if len(passes) == 1:
            evening.does(evening.gm, "close_quest")
        return whole(campaign, watch)

    monkeypatch.setattr(audit, "_audit", interrupted)
    assert codes(evening) == set()
    assert passes == [4, 5]


def test_the_command_is_quiet_about_what_is_whole(evening, capsys):
    call_command("audit_ledgers")
    assert capsys.readouterr().out == "1 campaigns, 4 entries, 0 findings\n"


def test_the_command_fails_where_something_is_wrong(evening, capsys):
    Campaign.objects.update(head_hash="x")
    with pytest.raises(SystemExit) as stopped:
        call_command("audit_ledgers", str(evening.campaign.pk))
    assert stopped.value.code == 1
    assert "head" in capsys.readouterr().err
