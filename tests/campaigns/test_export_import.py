"""A campaign goes out as one file and comes in again the same, or not at all."""

import io
import json

import pytest
from django.core.management import call_command

from campaigns import records
from campaigns.answers import Refusal
from campaigns.audit import audit_campaign
from campaigns.ledger import history
from campaigns.models import Campaign, Checkpoint, CurrentState, Entry, HeroOwner, HeroRow, Seat
from campaigns.people import hand_over_hero
from campaigns.projections import PROJECTORS
from campaigns.rows import columns
from campaigns.seats import add_seat, found
from campaigns.transfer import format as file_format
from campaigns.transfer.exporting import pieces
from campaigns.transfer.format import Upgrade
from campaigns.transfer.importing import import_campaign
from rules.kernel.registry import rulesets
from tests import toy
from tests.campaigns.group import Group, envelope
from tests.campaigns.test_random_evenings import Evening

with toy.plugged_in():
    KEYS = sorted(rulesets())


@pytest.fixture
def evening(group):
    """Dice that fell again, an undo, a redo, a hero handed over."""
    hero = group.recruits(group.player)
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.player, "throw_for_gold", around=envelope(app=True), hero=hero)
    group.undoes(group.player, 3)
    group.does(group.player, "throw_for_gold", around=envelope(app=True), hero=hero)
    group.does(group.gm, "stock_store", by=2)
    group.undoes(group.gm, 6)
    group.undoes(group.gm, 7)
    hand_over_hero(group.enter(group.gm), hero, "s1")
    return group


def exported(campaign) -> bytes:
    return b"".join(pieces(campaign.pk))


def imported(user, content: bytes) -> Campaign:
    outcome = import_campaign(user, io.BytesIO(content))
    assert isinstance(outcome, Campaign), outcome
    return outcome


def lines_of(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


def with_header(content: bytes, **changes) -> bytes:
    first, *rest = lines_of(content)
    return b"".join([json.dumps(json.loads(first) | changes).encode() + b"\n", *rest])


def chained(content: bytes, seq: int, old: str, new: str) -> bytes:
    """A forged file: an entry says something else, and every hash follows from it."""
    header = json.loads(lines_of(content)[0])
    texts = [msg[msg.index('"body":') + 7 : -1] for msg in map(compact, lines_of(content)[1:])]
    assert old in texts[seq - 1]
    texts[seq - 1] = texts[seq - 1].replace(old, new)
    previous, lines = "", []
    for text in texts:
        previous = records.chain(previous, text)
        lines.append(f'{{"hash":"{previous}","body":{text}}}\n')
    return (json.dumps(header | {"head_hash": previous}) + "\n" + "".join(lines)).encode()


def compact(line: bytes) -> str:
    return line.decode().rstrip("\n")


def derived(campaign) -> dict:
    """Every projection, with seats by their keys."""
    keys = dict(Seat.objects.filter(campaign=campaign).values_list("id", "key"))
    found = {}
    for projector in PROJECTORS:
        names = columns(projector.model)
        rows = projector.model.objects.filter(campaign=campaign).values_list(*names)
        found[projector.model.__name__] = sorted(
            str([keys[value] if name == "seat_id" else value for name, value in zip(names, row, strict=True)])
            for row in rows
        )
    return found


def states(campaign) -> list:
    kept = Checkpoint.objects.filter(campaign=campaign).order_by("seq").values_list("seq", "schema", "state")
    return [CurrentState.objects.get(campaign=campaign).state, *kept]


def told(user, campaign) -> list:
    names = (
        "seq",
        "act_id",
        "kind",
        "sentence",
        "seat_name",
        "on_behalf_name",
        "time",
        "undone_by",
        "events",
    )
    found = history(Group(campaign, user, user).enter(user), limit=200)
    return [[getattr(line, name) for name in names] for line in found]


def is_the_same(user, before: Campaign, after: Campaign) -> None:
    assert exported(before).splitlines()[1:] == exported(after).splitlines()[1:]
    assert derived(before) == derived(after)
    assert states(before) == states(after)
    assert told(user, before) == told(user, after)
    assert [str(finding) for finding in audit_campaign(after.pk)] == []


def test_what_comes_in_is_what_went_out(evening, stranger):
    campaign = imported(evening.gm, exported(evening.campaign))
    is_the_same(evening.gm, Campaign.objects.get(pk=evening.campaign.pk), campaign)
    call_command("audit_ledgers")
    assert HeroOwner.objects.get(campaign=campaign).seat.key == "s1"


@pytest.mark.parametrize("key", KEYS)
def test_a_random_evening_comes_in_as_it_went_out(gm, player, key):
    campaign = found(gm, "At random", key)
    add_seat(campaign, player, "Player", "player")
    evening = Evening(Group(campaign, gm, player), seed=5)
    while evening.group.length < 140:
        evening.turn()
    copy = imported(gm, exported(campaign))
    is_the_same(gm, Campaign.objects.get(pk=campaign.pk), copy)
    assert Checkpoint.objects.filter(campaign=copy).count() == 2


def test_the_importer_owns_and_runs_it_and_the_other_seats_are_empty(evening, stranger):
    campaign = imported(stranger, exported(evening.campaign))
    *others, own = Seat.objects.filter(campaign=campaign)
    assert (own.user, own.role, own.owner, own.key) == (stranger, "gm", True, "s3")
    assert [(seat.key, seat.name, seat.user, seat.is_live, seat.owner) for seat in others] == [
        ("s1", "Zargon", None, False, False),
        ("s2", "Merin's player", None, False, False),
    ]


def test_play_goes_on(evening, stranger):
    campaign = imported(stranger, exported(evening.campaign))
    group = Group(campaign, stranger, stranger)
    hero = HeroRow.objects.get(campaign=campaign).key
    group.does(stranger, "change_spirit", hero=hero, by=-1)
    group.undoes(stranger, group.length)
    group.is_sound()


def test_an_empty_campaign_comes_in_too(group):
    is_the_same(group.gm, group.campaign, imported(group.gm, exported(group.campaign)))


def test_the_file_names_no_person_and_no_database_id(evening):
    content = exported(evening.campaign).decode()
    for word in (evening.gm.get_username(), evening.player.get_username(), str(evening.campaign.pk)):
        assert f'"{word}"' not in content


def test_what_this_server_signed_is_verified(evening):
    assert not imported(evening.gm, exported(evening.campaign)).unverified


@pytest.mark.parametrize(
    "changes", [{"name": "Another"}, {"signature": ""}, {"signature": "é"}, {"timezone": "UTC"}]
)
def test_what_nobody_or_another_signed_is_unverified(evening, changes):
    assert imported(evening.gm, with_header(exported(evening.campaign), **changes)).unverified


def test_another_server_does_not_vouch_for_it(evening, settings):
    content = exported(evening.campaign)
    settings.SECRET_KEY = "another server"
    assert imported(evening.gm, content).unverified


def test_the_export_is_sent_in_pieces(evening, monkeypatch):
    monkeypatch.setattr("campaigns.transfer.exporting.PIECE", 100)
    found = list(pieces(evening.campaign.pk))
    assert len(found) == 9
    assert b"".join(found) == exported(evening.campaign)


# What is refused


def refusal(user, content: bytes) -> Refusal:
    before = (Campaign.objects.count(), Seat.objects.count(), Entry.objects.count(), HeroRow.objects.count())
    outcome = import_campaign(user, io.BytesIO(content))
    assert isinstance(outcome, Refusal)
    after = (Campaign.objects.count(), Seat.objects.count(), Entry.objects.count(), HeroRow.objects.count())
    assert before == after
    assert outcome.status == 422
    ((_, message),) = outcome.errors
    assert message.fr != message.en
    return outcome


def cut(number: int):
    return lambda content: b"".join(lines_of(content)[:number])


def at_line(number: int, change):
    def changed(content: bytes) -> bytes:
        lines = lines_of(content)
        lines[number - 1] = change(lines[number - 1])
        return b"".join(lines)

    return changed


def replaced(old: bytes, new: bytes):
    return lambda line: line.replace(old, new, 1)


def swapped(content: bytes) -> bytes:
    lines = lines_of(content)
    lines[2], lines[3] = lines[3], lines[2]
    return b"".join(lines)


REFUSED = {
    "an empty file": (lambda content: b"", "empty", "file"),
    "a truncated file": (cut(6), "truncated", "line 6"),
    "a file cut within a line": (lambda content: content[:-40], "not_json", "line 9"),
    "a header alone": (cut(1), "truncated", "line 1"),
    "a line too much": (lambda content: content + lines_of(content)[-1], "too_many_acts", "line 10"),
    "a duplicate seq": (at_line(4, lambda line: line + line), "gap", "line 5"),
    "two lines swapped": (swapped, "gap", "line 3"),
    "a line that is missing": (lambda content: b"".join(lines_of(content)[:3] + lines_of(content)[4:]), "gap", "line 4"),
    "a broken chain": (at_line(3, replaced(b"attic", b"cella")), "broken_chain", "line 3"),
    "a wrong hash": (at_line(3, replaced(b'"hash":"', b'"hash":"0')), "malformed", "line 3"),
    "another head": (lambda content: with_header(content, head_hash="0" * 64), "broken_chain", "line 1"),
    "a newer format": (lambda content: with_header(content, format_version=99), "newer_format", "line 1"),
    "a format nobody knows": (lambda content: with_header(content, format_version=0), "unknown_format", "line 1"),
    "a negative format": (lambda content: with_header(content, format_version=-1), "unknown_format", "line 1"),
    "a format that is yes": (lambda content: with_header(content, format_version=True), "not_a_campaign", "line 1"),
    "something else": (lambda content: b'{"a": 1}\n', "not_a_campaign", "line 1"),
    "a missing ruleset": (lambda content: with_header(content, ruleset="chess"), "ruleset_missing", "line 1"),
    "an unknown field of the header": (lambda content: with_header(content, more=1), "malformed", "line 1"),
    "an unknown field of a line": (at_line(2, replaced(b"{", b'{"more":1,')), "malformed", "line 2"),
    "an unknown field of a body": (at_line(2, replaced(b'"body":{', b'"body":{"more":1,')), "unknown_field", "line 2"),
    "a field given twice": (at_line(2, replaced(b"{", b'{"hash":"",')), "given_twice", "line 2"),
    "latin 1": (at_line(1, replaced(b"cellar", "céllar".encode("latin-1"))), "encoding", "line 1"),
    "utf-16": (lambda content: content.decode().encode("utf-16"), "encoding", "line 1"),
    "a byte order mark": (lambda content: b"\xef\xbb\xbf" + content, "encoding", "line 1"),
    "gzip": (lambda content: b"\x1f\x8b\x08" + content, "compressed", "line 1"),
    "a blank line": (at_line(3, lambda line: b"\n" + line), "blank_line", "line 3"),
    "a blank line at the end": (lambda content: content + b"\n", "blank_line", "line 10"),
    "a list": (at_line(3, lambda line: b"[1]\n"), "malformed", "line 3"),
    "deep nesting": (at_line(3, lambda line: b"[" * 100_000 + b"\n"), "too_deep", "line 3"),
    "nesting beyond the bound": (at_line(3, replaced(b"{", b'{"a":' + b"[" * 30 + b"]" * 30 + b",")), "too_deep", "line 3"),
    "a long line": (at_line(3, lambda line: b" " * 2**20 + line), "line_too_long", "line 3"),
    "a huge number": (at_line(3, replaced(b'"seq":2', b'"seq":' + b"9" * 5000)), "not_json", "line 3"),
    "a large number": (at_line(3, replaced(b'"seq":2', b'"seq":' + b"9" * 30)), "number_too_large", "line 3"),
    "NaN": (at_line(3, replaced(b'"seq":2', b'"seq":NaN')), "not_json", "line 3"),
    "a lone surrogate": (at_line(1, replaced(b"cellar", b"\\ud800")), "characters", "line 1"),
    "NUL": (at_line(1, replaced(b"cellar", b"\\u0000")), "characters", "line 1"),
    "no name": (lambda content: with_header(content, name=" "), "malformed", "line 1"),
    "an unknown time zone": (lambda content: with_header(content, timezone="Moon/Base"), "unknown_zone", "line 1"),
    "no seats": (lambda content: with_header(content, seats=[], owners={}), "no_such_seat", "line 2"),
    "no owners": (lambda content: with_header(content, owners={}), "owners", "line 1"),
    "an owner who has no seat": (lambda content: with_header(content, owners={"x": "s7"}), "no_such_seat", "line 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_it_refuses(evening, name):
    change, code, field = REFUSED[name]
    found = refusal(evening.gm, change(exported(evening.campaign)))
    assert (found.code, found.errors[0][0]) == (code, field), found.message.en


FORGED = {
    "an act of nobody": (2, '"seat":"s1"', '"seat":"s9"', "no_such_seat"),
    "an act id twice": (2, None, None, "malformed"),
    "a time that is none": (2, '"time":"20', '"time":"x', "malformed"),
    "a kind the rulebook does not know": (2, "quest_opened", "quest_flown", "unreadable_act"),
    "a field the rulebook does not know": (2, '"kind":"quest_opened"', '"kind":"quest_opened","x":1', "unreadable_act"),
    "an audience that is none": (2, '"to":"all"', '"to":"s99"', "malformed"),
    "dice of the future": (5, '"again":3', '"again":9', "malformed"),
    "an undo of the future": (4, '"takes":[3]', '"takes":[8]', "malformed"),
    "an undo that takes more than it says": (4, '"takes":[3]', '"takes":[2,3]', "malformed"),
    "gold without a hero": (5, '"hero":"', '"hero":"x', "unfoldable"),
    "spirit beyond bounds": (6, '"by":2}', '"by":99}', "broken_invariant"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_it_refuses_what_is_forged_with_a_whole_chain(evening, name):
    seq, old, new, code = FORGED[name]
    content = exported(evening.campaign)
    if old is None:
        first, second = (Entry.objects.get(campaign=evening.campaign, seq=number).act_id for number in (1, 2))
        old, new = second, first
    found = refusal(evening.gm, chained(content, seq, old, new))
    assert found.code == code, found.message.en
    assert found.errors[0][0] == f"line {seq + 1}"


def test_lines_are_counted(evening, monkeypatch):
    monkeypatch.setattr("campaigns.transfer.reading.LINES", 5)
    assert refusal(evening.gm, exported(evening.campaign)).code == "too_many_lines"


def test_an_older_format_is_upgraded(evening, monkeypatch):
    """As if the next format called the campaign's name `title` and the hash of an entry `sha256`."""
    content = exported(evening.campaign)

    def header(plain):
        return {
            **{k: v for k, v in plain.items() if k != "title"},
            "name": plain["title"],
            "format_version": 3,
        }

    def entry(plain):
        return {"hash": plain["sha256"], "body": plain["body"]}

    monkeypatch.setattr(file_format, "VERSION", 3)
    monkeypatch.setitem(file_format.UPGRADES, 2, Upgrade(header, entry))
    first, *rest = lines_of(content)
    plain = json.loads(first)
    old = {**{k: v for k, v in plain.items() if k not in ("name", "signature")}, "title": plain["name"]}
    old["signature"] = file_format.signature(old)
    older = [json.dumps(old).encode() + b"\n", *(line.replace(b'"hash"', b'"sha256"', 1) for line in rest)]
    campaign = imported(evening.gm, b"".join(older))
    assert not campaign.unverified
    is_the_same(evening.gm, Campaign.objects.get(pk=evening.campaign.pk), campaign)


def test_the_table_of_upgrades_has_no_gap():
    assert sorted(file_format.UPGRADES) == list(range(1, file_format.VERSION))


def test_commands_write_and_read_the_file(evening, tmp_path, capsys):
    file = tmp_path / "campaign.jsonl"
    call_command("export_campaign", str(evening.campaign.pk), "--output", str(file))
    assert file.read_bytes() == exported(evening.campaign)
    call_command("export_campaign", str(evening.campaign.pk))
    assert capsys.readouterr().out.encode() == file.read_bytes()
    call_command("import_campaign", str(file), "--owner", evening.player.get_username())
    assert "8 entries, signed by this server" in capsys.readouterr().out


def test_dice_that_fell_do_not_fall_anew(group):
    """An undone roll of the app's goes along: the same command gets its faces back after the import too."""
    hero = group.recruits(group.player)
    first = group.does(group.player, "throw_for_gold", around=envelope(app=True), hero=hero)
    group.undoes(group.player, 2)
    campaign = imported(group.gm, exported(group.campaign))
    again = Group(campaign, group.gm, group.gm).does(
        group.gm, "throw_for_gold", around=envelope(app=True), hero=hero
    )
    assert again.events == first.events
