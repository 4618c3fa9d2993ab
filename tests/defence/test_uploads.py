"""Files that are no files of ours: refused with a reason, and nothing of them is kept."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from campaigns.transfer.exporting import pieces
from characters import hero_files
from tests.api.game import Game, problem
from tests.conftest import signed_in

IMPORT, IMPORT_PAGE = "/api/v1/campaigns/import/", "/campaigns/import/"
LINES = "application/x-ndjson"


@pytest.fixture
def desk(game: Game, gm: User) -> Client:
    return signed_in(gm)


@pytest.fixture
def whole(game: Game) -> bytes:
    """The campaign's own file, which comes in as it is."""
    game.recruits(game.gm)
    return b"".join(pieces(game.campaign.pk))


def zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../campaign.jsonl", content)
    return file.getvalue()


PACKED = {"gzip": gzip.compress, "zip": zipped, "bzip2": bz2.compress, "xz": lzma.compress}
OTHERS = {
    "a picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
    "a drawing": b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "a page": b"<!doctype html><script>alert(1)</script>",
    "a document": b"%PDF-1.7\n",
    "a program": b"\x7fELF\x02\x01\x01" + b"\0" * 100,
    "a database": b"SQLite format 3\0" + b"\0" * 100,
    "UTF-16": '{"format": "questkeep-campaign"}'.encode("utf-16"),
    "YAML": b"!!python/object/apply:os.system ['true']",
    "a pickle": b"\x80\x04cos\nsystem\n(S'true'\ntR.",
    "XML": b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><x>&e;</x>",
    "nothing but line ends": b"\n" * 1000,
    "one endless line": b"x" * 1_200_000,
    "a number": b"1",
    "null": b"null",
}


def ways(game: Game, desk: Client, content: bytes, name: str = "campaign.jsonl") -> dict[str, Any]:
    """Every way a file comes in, with what it answers."""
    hero_page = f"/campaigns/{game.campaign.pk}/hero-files/"

    def file() -> SimpleUploadedFile:
        return SimpleUploadedFile(name, content, content_type="text/html")

    return {
        "campaign, by page": desk.post(IMPORT_PAGE, {"file": file()}),
        "campaign, by form": game.gm.post(IMPORT, {"file": file()}, format="multipart"),
        "campaign, by itself": game.gm.generic("POST", IMPORT, content, LINES),
        "hero, by page": desk.post(hero_page, {"file": file()}),
        "hero, by form": game.gm.post(game.at("hero-files/"), {"file": file()}, format="multipart"),
    }


@pytest.mark.parametrize("content", OTHERS.values(), ids=OTHERS)
def test_another_kind_of_file_is_refused_and_nothing_is_written(game, desk, content):
    before = game.written()
    for way, answer in ways(game, desk, content).items():
        assert answer.status_code in (400, 422), way
        assert b"alert(1)" not in answer.content, way
        assert b"etc/hostname" not in answer.content, way
    assert game.written() == before


@pytest.mark.parametrize("pack", PACKED.values(), ids=PACKED)
def test_a_packed_file_is_not_unpacked(game, desk, whole, pack):
    """What would fill the disk or the memory never does."""
    before = game.written()
    for way, answer in ways(game, desk, pack(whole)).items():
        assert answer.status_code in (400, 422), way
    assert game.written() == before


@pytest.mark.parametrize("encoding", ["gzip", "br", "zstd", "deflate", "compress"])
def test_a_body_that_says_it_is_packed_is_not_unpacked_either(game, whole, encoding):
    before = game.written()
    packed = gzip.compress(whole)
    for address, kind in ((IMPORT, LINES), ("/api/v1/campaigns/", "application/json")):
        answer = game.gm.generic("POST", address, packed, kind, headers={"content-encoding": encoding})
        assert answer.status_code in (400, 415, 422)
    assert game.written() == before


def test_what_is_too_large_is_413_everywhere_and_nothing_is_written(game, desk, whole, settings):
    settings.REQUEST_MAX_BYTES = 50_000
    before = game.written()
    content = whole + b"\n" * 60_000
    for way, answer in ways(game, desk, content).items():
        assert answer.status_code == 413, way
    assert game.written() == before


def test_a_hero_has_less_room_than_a_campaign(game, desk, monkeypatch):
    monkeypatch.setattr(hero_files, "FILE_BYTES", 1000)
    answers = ways(game, desk, json.dumps({"x": "y" * 1000}).encode())
    assert answers["hero, by page"].status_code == 413
    assert "too large" in answers["hero, by page"].content.decode()
    assert "1000" in problem(answers["hero, by form"], 413)["detail"]
    assert answers["campaign, by page"].status_code == 422


def test_a_large_text_in_a_form_with_a_file_is_413(game, desk, whole):
    before = game.written()
    sent = {"file": SimpleUploadedFile("x", whole), "more": "x" * 1_100_000}
    assert desk.post(IMPORT_PAGE, sent).status_code == 413
    assert game.gm.post(IMPORT, sent, format="multipart").status_code == 413
    assert game.written() == before


@pytest.mark.parametrize("fields", [{f"f{number}": "x" for number in range(2100)}, {}])
def test_a_form_of_too_many_parts_is_refused(game, desk, whole, fields):
    before = game.written()
    files = {} if fields else {f"f{number}": SimpleUploadedFile("x", b"x") for number in range(150)}
    for answer in (
        desk.post(IMPORT_PAGE, fields | files),
        game.gm.post(IMPORT, fields | files, format="multipart"),
    ):
        assert answer.status_code == 400
    assert game.written() == before


NAMES = [
    "../../etc/passwd",
    "..\\..\\x",
    "/etc/passwd",
    "a\0b",
    "x" * 5000,
    "\u202egpj.exe",
    "<b>.jsonl",
    "con",
    ".",
    "",
]


@pytest.mark.parametrize("name", NAMES)
def test_what_a_file_is_called_means_nothing(game, desk, whole, name):
    """It is neither kept nor said: the file comes in, or the form says that there is none."""
    file = io.BytesIO(whole)
    file.name = name
    answer = desk.post(IMPORT_PAGE, {"file": file})
    assert answer.status_code in (303, 400, 422)
    if answer.status_code == 303:
        shown = desk.get(answer.headers["Location"]).content.decode()
        assert name in ("", ".", "con") or name not in shown


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_there_is_one_way_to_send_a_file(game, desk, whole, method):
    for client, address in ((desk, IMPORT_PAGE), (game.gm, IMPORT)):
        assert getattr(client, method)(address, whole, content_type=LINES).status_code == 405
