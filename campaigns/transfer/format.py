"""The file: one JSON value a line, UTF-8. The first is the header, then each entry of the ledger, at last the pictures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.utils.crypto import constant_time_compare, salted_hmac

from rules.kernel.messages import LINE

MEDIA_TYPE = "application/x-ndjson"
SUFFIX = ".questkeep.jsonl"
NAME = "questkeep-campaign"
VERSION = 2
LINE_BYTES, LINES, PORTRAITS = 1024 * 1024, 100_000, 1_000
DEPTH, LARGEST = 16, 10_000_000
"""Ten times what a command may name: a rulebook that counts up to a number of the file is done soon."""
SALT = "questkeep.campaign-file"

Hash = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?(?!\n)$")]
SeatKey = Annotated[str, msgspec.Meta(pattern=r"^s[1-9][0-9]{0,8}(?!\n)$")]
HeroKey = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class SeatLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place at the table, without the person."""

    key: SeatKey
    name: Annotated[str, msgspec.Meta(max_length=60, pattern=LINE)]
    role: Literal["gm", "player", "spectator"]
    owner: bool


class PortraitHead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A portrait of a hero, the present one or an earlier one; its picture stands below the entries, in the same order."""

    hero: HeroKey
    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}(?!\n)$")]
    current: bool
    set_at: Annotated[datetime, msgspec.Meta(tz=True)]


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands above the entries; `owners` tells whose each hero is now. Signed by the server that wrote it."""

    format: Literal["questkeep-campaign"] = "questkeep-campaign"
    format_version: int
    ruleset: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    ruleset_version: Annotated[str, msgspec.Meta(max_length=30)]
    name: Annotated[str, msgspec.Meta(max_length=80, pattern=LINE)]
    timezone: Annotated[str, msgspec.Meta(max_length=64)] = ""
    version: Annotated[int, msgspec.Meta(ge=0)]
    head_hash: Hash
    seats: tuple[SeatLine, ...]
    owners: dict[HeroKey, SeatKey]
    portraits: Annotated[tuple[PortraitHead, ...], msgspec.Meta(max_length=PORTRAITS)] = ()
    signature: Annotated[str, msgspec.Meta(max_length=64)] = ""


class EntryLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry: its exact bytes, and the hash of them and of the entry before."""

    hash: Hash
    body: msgspec.Raw


class PictureLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The larger square of a portrait, in base64."""

    picture: Annotated[str, msgspec.Meta(max_length=400_000)]


Values = dict[str, Any]


@dataclass(frozen=True)
class Upgrade:
    """What a header and an entry's line of one version become in the next. Bodies stay as they are: they are hashed."""

    header: Callable[[Values], Values]
    entry: Callable[[Values], Values]


def _same(values: Values) -> Values:
    return values


UPGRADES: dict[int, Upgrade] = {
    1: Upgrade(header=lambda header: header | {"format_version": 2}, entry=_same),  # 2 has portraits
}
"""By the version they begin with; each leads to the next, until `VERSION`."""


def upgrades_from(version: int) -> list[Upgrade] | None:
    """What to do with a file of this version; None where nobody knows it any more, or does not yet."""
    if not 0 <= version <= VERSION:
        return None
    known = [UPGRADES[step] for step in range(version, VERSION) if step in UPGRADES]
    return known if len(known) == VERSION - version else None


def signature(header: Values) -> str:
    """This server's word for the header as it stands in the file."""
    facts = {name: value for name, value in header.items() if name != "signature"}
    content = msgspec.json.encode(facts, order="sorted").decode()
    return salted_hmac(SALT, content, algorithm="sha256").hexdigest()


def is_ours(header: Values) -> bool:
    said = header.get("signature")
    return isinstance(said, str) and said.isascii() and constant_time_compare(said, signature(header))


def signed(header: Header) -> Header:
    return msgspec.structs.replace(header, signature=signature(msgspec.to_builtins(header)))
