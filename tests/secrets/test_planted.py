"""What a game master writes in secret, searched for in everything that anybody else can fetch, and in the logs."""

from __future__ import annotations

import json
import logging
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, quote_plus

import pytest
from django.utils.html import escape

from accounts.models import User
from campaigns.rulebook.folding import searchable
from tests.secrets.chance import Fate
from tests.secrets.evenings import Evening, a_level_is_due, played
from tests.secrets.reading import fetched, holding
from tests.secrets.sending import tried
from tests.secrets.table import EVERYBODY_ELSE, NOWHERE, Table, everybody, seated

NONCE = "xyzzy"
ODD = 'Œuf d’or <b>&"é/ü'
"""What every way of writing a text down writes in a way of its own."""
TOLD_BY_THE_GAME = (
    "stock_credited", "stock_corrected", "stock_next", "Zargon’s stock corrected", "Stock du sorcier corrigé",
    "Zargon’s stock: +", "Stock du sorcier : +", "What the next levels will give", "Ce que les prochains niveaux donneront",
)  # fmt: skip
"""Of the stock, which has no text of its own: whatever speaks of it in a campaign."""


@dataclass
class Planting(Evening):
    """Every secret text has a word of its own, and the odd one."""

    planted: int = 0

    def words(self) -> str:
        self.planted += 1
        return f"{NONCE}{self.planted}z {ODD}"


def forms(word: str) -> set[str]:
    """How a text may be written down."""
    plain = {
        word,
        escape(word),
        json.dumps(word)[1:-1],
        json.dumps(word, ensure_ascii=False)[1:-1],
        searchable(word),
    }
    quoted = {how(word, safe=safe) for how in (quote, quote_plus) for safe in ("", "/")}
    twice = {escape(one) for one in plain} | {json.dumps(one)[1:-1] for one in plain}
    return plain | quoted | twice


@pytest.fixture
def evening(db: None, fate: Fate) -> Planting:
    evening = Planting(seated(everybody()), fate, 11, 0)
    played(evening, 12)
    for write in (evening.writes, evening.rewrites, evening.throws, evening.writes) * 3:
        write()
    a_level_is_due(evening, "player")
    return evening


def test_a_text_is_known_again_however_it_is_written_down() -> None:
    assert len(forms(ODD)) > 10
    assert all(
        any(form in written for form in forms(ODD)) for written in (f"<p>{escape(ODD)}</p>", json.dumps(ODD))
    )


def test_the_game_masters_find_everything_that_was_planted(evening: Planting, fate: Fate) -> None:
    documents = list(evening.table.documents)
    every = evening.table.values() | {"document": documents, "document_id": documents}
    seen = fetched(evening.table, "gm", every, fate)
    found = {word for answer in seen.values() for word in re.findall(rf"{NONCE}\d+z", answer)}
    routes = {re.sub(r"[0-9a-f-]{36}", "<id>", ask) for ask, answer in seen.items() if NONCE in answer}
    assert len(found) > 20
    for rest in ("documents/", "documents/<id>/", "hidden-rolls/", "acts/"):
        assert {f"/campaigns/<id>/{rest}", f"/api/v1/campaigns/<id>/{rest}"} <= routes
    assert holding(seen, TOLD_BY_THE_GAME)


def test_a_player_finds_nothing_of_it_anywhere(evening: Planting, fate: Fate) -> None:
    User.objects.filter(username="player").update(language="fr")
    seen = fetched(evening.table, "player", evening.table.values(), fate)
    assert sum(answer.startswith("200") for answer in seen.values()) > 150
    assert evening.table.heroes[0] in seen["/accounts/archive/"]
    nothing_in(seen)
    nothing_in(tried(evening, "player"))


def test_nobody_else_finds_anything_of_it(evening: Planting, fate: Fate) -> None:
    """Every route is asked in French and in English."""
    values = evening.table.values()
    for who in EVERYBODY_ELSE:
        if who != "player":
            nothing_in(fetched(evening.table, who, values, fate))


def nothing_in(seen: dict[str, str]) -> None:
    assert holding(seen, {NONCE, *forms(ODD)}) == []
    of_campaign = {ask: answer for ask, answer in seen.items() if "/campaigns/" in ask}
    assert holding(of_campaign, TOLD_BY_THE_GAME) == []


def test_the_logs_have_nothing_of_it(evening: Planting, fate: Fate, caplog: pytest.LogCaptureFixture) -> None:
    """Neither where it is written, well or badly, nor where it is read or searched for."""
    caplog.set_level(logging.DEBUG)
    table = evening.table
    base, text = f"/api/v1/campaigns/{table.campaign.pk}/", evening.words()
    fetched(table, "spectator", table.values(), fate)
    statuses = [writes(table, f"{base}documents/", body) for body in bodies(text)]
    assert statuses == [201, 400, 422]
    assert table.programs["gm"].get(f"{base}documents/", {"q": text}).json()["results"]
    assert table.pages["gm"].get(f"{base[7:]}documents/{NOWHERE}/", {"q": text}).status_code == 404
    assert caplog.records
    assert not [record for record in caplog.records if NONCE in record.getMessage() + str(record.exc_text)]


def bodies(text: str) -> Iterator[dict[str, object]]:
    """One that is written, one that is malformed, one that the rules refuse."""
    yield {"kind": "note", "title": text, "secret": text}
    yield {"kind": "note", "title": text, text[:20]: text}
    yield {"kind": "plan", "title": text, "secret": text}


def writes(table: Table, address: str, body: dict[str, object]) -> int:
    headers = {"idempotency-key": str(uuid.uuid4())}
    return int(table.programs["gm"].post(address, body, headers=headers).status_code)
