"""A file becomes a campaign: all of it, or a report and nothing."""

from __future__ import annotations

import hashlib
import logging
import uuid
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError
from django.utils import timezone

from campaigns import ledger, records, snapshots, zones
from campaigns.answers import Refusal
from campaigns.door import read_seats
from campaigns.models import Campaign, HeroOwner, Role, Seat
from campaigns.reconciliation import rebuild
from campaigns.records import Body
from campaigns.seats import seat_person, table_name
from campaigns.transfer import pictures
from campaigns.transfer.checking import NO_SEAT, Chain
from campaigns.transfer.folding import Folding
from campaigns.transfer.format import Header
from campaigns.transfer.reading import Opened, UnreadableError, open_file
from campaigns.watching import Watch, unwatched
from jobs.transactions import writing
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text

if TYPE_CHECKING:
    from accounts.models import User

NO_RULESET = Text(
    "Ce serveur n’a pas le livre de règles « {key} ».", "This server does not have the rulebook “{key}”."
)
TRUNCATED = Text(
    "Le fichier est incomplet : {wanted} actes annoncés, {found} présents.",
    "The file is incomplete: {wanted} acts announced, {found} there.",
)
HEAD = Text(
    "L’empreinte annoncée n’est pas celle du dernier acte.", "The hash announced is not that of the last act."
)
SEATS = Text("Les places s’appellent s1, s2 et ainsi de suite.", "Seats are called s1, s2 and so on.")
ZONE = Text("Aucun fuseau horaire ne porte ce nom.", "No time zone is called that.")
OWNERS = Text(
    "« owners » ne nomme pas les héros de ce journal.", "“owners” does not name the heroes of this ledger."
)
NOT_KEPT = Text("Ce qu’il contient ne peut pas être gardé.", "What is in it cannot be kept.")

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Found:
    """All of a file, checked."""

    header: Header
    is_ours: bool
    ruleset: Ruleset[Any]
    written: list[tuple[str, Body]]
    state: Any
    checkpoints: list[tuple[int, str]]
    pictures: list[pictures.Found]


def id_of(user: User, file: IO[bytes], key: UUID) -> UUID:
    """The id of the campaign that this file becomes: sent twice with one key, it comes in once."""
    content = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    return uuid.uuid5(key, f"{user.pk} import {content}")


def import_campaign(user: User, file: IO[bytes], campaign_id: UUID | None = None) -> Campaign | Refusal:
    """A new campaign that the person owns and runs. The seats of the file come without anybody in them."""
    try:
        return write(user, read(file), campaign_id or uuid.uuid4())
    except UnreadableError as error:
        return error.refusal


def read(file: IO[bytes], watch: Watch = unwatched) -> Found:
    """Everything that can be known before anything is written; raises UnreadableError. Each act is looked at twice."""
    opened = open_file(file)
    header = opened.header
    ruleset = _check_header(header)
    acts = header.version
    chain = _chain(opened, lambda line, _acts: watch(line, 2 * acts))
    portraits = pictures.read(opened)
    bodies = [body for _, body in chain.written]
    folding = Folding(ruleset, bodies, watch=lambda seq, _acts: watch(acts + seq, 2 * acts))
    state = folding.fold()
    return Found(
        header=header,
        is_ours=opened.is_ours,
        ruleset=ruleset,
        written=chain.written,
        state=state,
        checkpoints=folding.checkpoints,
        pictures=portraits,
    )


def _check_header(header: Header) -> Ruleset[Any]:
    ruleset = rulesets().get(header.ruleset)
    if ruleset is None:
        raise UnreadableError(1, "ruleset_missing", NO_RULESET(key=header.ruleset))
    if [seat.key for seat in header.seats] != [f"s{number + 1}" for number in range(len(header.seats))]:
        raise UnreadableError(1, "malformed", SEATS)
    if header.timezone and header.timezone not in zones.names():
        raise UnreadableError(1, "unknown_zone", ZONE)
    if strange := set(header.owners.values()) - {seat.key for seat in header.seats}:
        raise UnreadableError(1, "no_such_seat", NO_SEAT(key=min(strange)))
    pictures.check_heads(header)
    return ruleset


def _chain(opened: Opened, watch: Watch) -> Chain:
    header, chain, line = opened.header, Chain.below(opened.header), 1
    for line, entry in opened.entries:
        chain.take(line, entry)
        watch(len(chain.written), header.version)
    if len(chain.written) < header.version:
        text = TRUNCATED(wanted=header.version, found=len(chain.written))
        raise UnreadableError(line, "truncated", text)
    if chain.hash != header.head_hash:
        raise UnreadableError(1, "broken_chain", HEAD)
    return chain


def write(user: User, found: Found, campaign_id: UUID) -> Campaign:
    """One transaction. What the database will not keep is the file's fault: everything else was checked."""
    try:
        with writing():
            return _written(user, found, campaign_id)
    except ValidationError as error:
        raise UnreadableError(1, "malformed", NOT_KEPT) from error
    except (DataError, IntegrityError, OverflowError) as error:
        log.warning("an import was not kept: %s", type(error).__name__)
        raise UnreadableError(0, "not_kept", NOT_KEPT) from error


def _written(user: User, found: Found, campaign_id: UUID) -> Campaign:
    header = found.header
    campaign = Campaign(
        id=campaign_id,
        name=header.name.strip(),
        ruleset=header.ruleset,
        version=header.version,
        head_hash=header.head_hash,
        timezone=header.timezone,
        unverified=not found.is_ours,
    )
    campaign.full_clean()
    campaign.save(force_insert=True)
    _seat_all(user, campaign, found)
    ledger.adopt(campaign, found.written)
    seats, entries = read_seats(campaign.pk).ids, records.read(campaign.pk, found.ruleset)
    rebuild(campaign.pk, found.ruleset, entries, seats, records.undos(campaign.pk))
    _hand_out(campaign, header, seats)
    snapshots.save_all(campaign, found.ruleset, found.state, found.checkpoints)
    pictures.write(campaign, found.pictures)
    return campaign


def _seat_all(user: User, campaign: Campaign, found: Found) -> None:
    """Those of the file stay empty; the importer's is new: what others did is not theirs."""
    now = timezone.now()
    Seat.objects.bulk_create(
        Seat(campaign=campaign, key=one.key, name=one.name, role=one.role, vacant=True, removed_at=now)
        for one in found.header.seats
    )
    seat = seat_person(campaign, user, table_name(user), Role.GM if found.ruleset.needs_gm else Role.PLAYER)
    Seat.objects.filter(pk=seat.pk).update(owner=True)


def _hand_out(campaign: Campaign, header: Header, seats: dict[str, int]) -> None:
    """Heroes that were handed over: no act tells of it."""
    owners = HeroOwner.objects.filter(campaign=campaign)
    known = dict(owners.values_list("hero", "seat_id"))
    if known.keys() != header.owners.keys():
        raise UnreadableError(1, "owners", OWNERS)
    for hero, key in header.owners.items():
        if known[hero] != seats[key]:
            owners.filter(hero=hero).update(seat=seats[key])
