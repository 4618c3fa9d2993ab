"""A thousand files that went wrong on the way: each is refused with its line, or comes in whole. Nothing in between."""

import io
import json
from collections import Counter
from random import Random

import pytest
from django.db import transaction

from campaigns.answers import Refusal
from campaigns.audit import audit_campaign
from campaigns.models import Campaign, Entry
from campaigns.projections import PROJECTORS
from campaigns.seats import add_seat, found
from campaigns.transfer.exporting import pieces
from campaigns.transfer.importing import import_campaign
from rules.kernel.registry import rulesets
from tests import toy
from tests.campaigns.group import Group
from tests.campaigns.test_export_import import chained, lines_of
from tests.campaigns.test_random_evenings import Evening

FILES = 1000
TABLES = (Campaign, Entry, *(projector.model for projector in PROJECTORS))
with toy.plugged_in():
    KEYS = sorted(rulesets())


def flip(random: Random, content: bytes) -> bytes:
    found = bytearray(content)
    for _ in range(random.randint(1, 3)):
        found[random.randrange(len(found))] ^= 1 << random.randrange(8)
    return bytes(found)


def cut(random: Random, content: bytes) -> bytes:
    return content[: random.randrange(len(content))]


def without_a_piece(random: Random, content: bytes) -> bytes:
    start = random.randrange(len(content))
    return content[:start] + content[start + random.randint(1, 200) :]


def swap(random: Random, content: bytes) -> bytes:
    lines = lines_of(content)
    one, other = random.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def twice(random: Random, content: bytes) -> bytes:
    lines = lines_of(content)
    lines.insert(random.randrange(len(lines)), random.choice(lines))
    return b"".join(lines)


def digits(content: bytes) -> list[int]:
    return [at for at, byte in enumerate(content) if chr(byte).isdigit()]


def other_number(random: Random, content: bytes) -> bytes:
    at = random.choice(digits(content))
    return content[:at] + random.choice((b"7", b"-1", b"1.5", b"1e9", b"null", b"true")) + content[at + 1 :]


def huge_number(random: Random, content: bytes) -> bytes:
    at = random.choice(digits(content))
    return content[:at] + b"9" * random.choice((12, 40, 5000)) + content[at + 1 :]


def nested(random: Random, content: bytes) -> bytes:
    places = [at for at, byte in enumerate(content) if byte == ord("{")]
    at, depth = random.choice(places), random.choice((5, 20, 2000, 100_000))
    opening, closing = random.choice(((b"[", b"]"), (b'{"a":', b"}")))
    return (
        content[: at + 1] + b'"deep":' + opening * depth + b"1" + closing * depth + b"," + content[at + 1 :]
    )


def odd_text(random: Random, content: bytes) -> bytes:
    places = [at for at, byte in enumerate(content) if chr(byte).isalpha()]
    at = random.choice(places)
    odd = random.choice((rb"\ud800", rb"\udc00\ud800", rb"\u0000", b"\xff", b"\0", rb"\x", "\u202e".encode()))
    return content[:at] + odd + content[at:]


def forged(random: Random, content: bytes) -> bytes:
    """One value says something else, and the whole chain agrees with it."""
    texts = content.decode().splitlines()
    seq = random.randrange(1, len(texts))
    text = texts[seq][texts[seq].index('"body":') + 7 : -1]
    start = random.randrange(len(text))
    run = text[start : start + random.randint(1, 12)]
    new = random.choice(("", "7", "null", "[]", '"', "{}", run * 2, "\\u0041", "999999999"))
    return chained(content, seq, text, text[:start] + new + text[start + len(run) :])


def another_value(random: Random, content: bytes) -> bytes:
    """As above, and it is JSON still: one leaf of one entry is another."""
    seq = random.randrange(1, len(lines_of(content)))
    text = content.decode().splitlines()[seq].partition('"body":')[2][:-1]
    leaves = list(leaves_of(json.loads(text)))
    inside, name = random.choice(leaves)
    plain = json.loads(text)
    target = plain
    for step in inside:
        target = target[step]
    target[name] = random.choice((0, -1, 9_999_999, "x", "s1", "all", "gm", "", None, [], {}, True, [1], 3))
    return chained(content, seq, text, json.dumps(plain, separators=(",", ":"), ensure_ascii=False))


def leaves_of(value, path=()):
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in items:
        if isinstance(inner, dict | list):
            yield from leaves_of(inner, (*path, name))
        else:
            yield path, name


MUTATIONS = (
    flip, cut, without_a_piece, swap, twice, other_number, huge_number, nested, odd_text, forged, another_value,
)  # fmt: skip


def says_the_same(one: bytes, other: bytes) -> bool:
    """To the last entry; of what stands around them, spaces are free."""
    found = [[json.loads(line) for line in lines_of(content)] for content in (one, other)]
    return found[0] == found[1]


def counts() -> list[int]:
    return [table.objects.count() for table in TABLES]


@pytest.fixture(params=KEYS)
def evening(request, gm, player):
    campaign = found(gm, "Ça commence", request.param)
    add_seat(campaign, player, "Player", "player")
    evening = Evening(Group(campaign, gm, player), seed=3)
    while evening.group.length < 30:
        evening.turn()
    return evening.group


def test_a_thousand_files_that_went_wrong(evening):
    content, random = b"".join(pieces(evening.campaign.pk)), Random(7)
    before, codes, came_in = counts(), Counter(), 0
    for number in range(FILES // len(KEYS)):
        mutation = MUTATIONS[number % len(MUTATIONS)]
        wrong = mutation(random, content)
        point = transaction.savepoint()
        outcome = import_campaign(evening.gm, io.BytesIO(wrong))
        if isinstance(outcome, Refusal):
            assert (outcome.status, len(outcome.errors)) == (422, 1)
            assert counts() == before, mutation
            codes[outcome.code] += 1
        else:
            assert outcome.unverified or says_the_same(wrong, content), mutation
            assert audit_campaign(outcome.pk) == [], mutation
            came_in += 1
        transaction.savepoint_rollback(point)
    assert len(codes) > 8, codes
    assert came_in < FILES // 10
