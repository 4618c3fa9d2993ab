"""A campaign's file, a piece at a time."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from itertools import chain
from typing import cast
from uuid import UUID

import msgspec
from django.utils.text import slugify

from campaigns import answers, records
from campaigns.access import Entrance
from campaigns.answers import Refusal
from campaigns.models import Campaign, HeroOwner, Portrait, Seat
from campaigns.people import runs_table
from campaigns.transfer.format import (
    PORTRAITS,
    SUFFIX,
    VERSION,
    EntryLine,
    Header,
    PictureLine,
    PortraitHead,
    SeatLine,
    signed,
)
from rules.kernel.offers import Role
from rules.kernel.registry import ruleset

ATTEMPTS = 5
PIECE = 64 * 1024

_encoder = msgspec.json.Encoder()


class BusyError(Exception):
    """People act faster than the head of the file can be put together."""


def may_export(entrance: Entrance) -> bool:
    """Secrets are in it: a game master, and the owner of a game that needs none."""
    return not entrance.is_guest and entrance.looker is None and runs_table(entrance)


def export(entrance: Entrance) -> Iterator[bytes] | Refusal:
    """The whole ledger."""
    return pieces(entrance.campaign.pk) if may_export(entrance) else answers.FORBIDDEN


def pieces(campaign_id: UUID) -> Iterator[bytes]:
    """The file; its head is put together at once, its lines while it is sent, some at a time."""
    header = signed(header_of(campaign_id))
    entries = _entries(campaign_id, header.version)
    return _pieces(chain([_encoder.encode(header)], entries, _pictures(campaign_id, header.portraits)))


def _pieces(lines: Iterator[bytes]) -> Iterator[bytes]:
    piece = bytearray()
    for line in lines:
        piece += line + b"\n"
        if len(piece) >= PIECE:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)


def _entries(campaign_id: UUID, upto: int) -> Iterator[bytes]:
    for body, hash_ in records.texts(campaign_id, upto=upto):
        yield _encoder.encode(EntryLine(hash=hash_, body=msgspec.Raw(body.encode())))


def _pictures(campaign_id: UUID, heads: tuple[PortraitHead, ...]) -> Iterator[bytes]:
    for head in heads:
        row = Portrait.objects.filter(campaign_id=campaign_id, hero=head.hero, digest=head.digest).first()
        if row is None:  # forgotten for a newer one since the head of the file was written
            raise BusyError(campaign_id)
        yield _encoder.encode(PictureLine(picture=b64encode(row.large).decode()))


def header_of(campaign_id: UUID) -> Header:
    """Nothing is locked: if somebody acts meanwhile, it begins again."""
    for _ in range(ATTEMPTS):
        campaign = Campaign.objects.get(pk=campaign_id)
        found = _header(campaign)
        if Campaign.objects.filter(pk=campaign_id, version=campaign.version).exists():
            return found
    raise BusyError(campaign_id)


def _header(campaign: Campaign) -> Header:
    owners = dict(HeroOwner.objects.filter(campaign=campaign).order_by("id").values_list("hero", "seat__key"))
    portraits = Portrait.objects.filter(campaign=campaign, hero__in=owners).defer("large", "small")
    return Header(
        format_version=VERSION,
        ruleset=campaign.ruleset,
        ruleset_version=ruleset(campaign.ruleset).version,
        name=campaign.name,
        timezone=campaign.timezone,
        version=campaign.version,
        head_hash=campaign.head_hash,
        seats=tuple(map(_seat, Seat.objects.filter(campaign=campaign).order_by("id"))),
        owners=owners,
        portraits=tuple(map(_portrait, portraits.order_by("hero", "set_at", "id")[:PORTRAITS])),
    )


def _portrait(row: Portrait) -> PortraitHead:
    return PortraitHead(hero=row.hero, digest=row.digest, current=row.is_current, set_at=row.set_at)


def _seat(seat: Seat) -> SeatLine:
    return SeatLine(key=seat.key, name=seat.name, role=cast(Role, seat.role), owner=seat.owner)


def filename(campaign: Campaign) -> str:
    return f"{slugify(campaign.name) or 'campaign'}{SUFFIX}"
