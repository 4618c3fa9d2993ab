"""What the site keeps of a person, as one zip of JSON: the account, the seats, the notices, the own heroes, the own acts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from accounts.models import Token, User
from campaigns import ledger
from campaigns.access import Entrance, enter, seats_of
from campaigns.ledger import HistoryLine
from campaigns.localising import Plain, localised
from campaigns.models import Portrait, Seat
from characters.api import roster, sheet_plain
from deliveries.notices.api import notice_plain
from deliveries.notices.counting import notices_of

IN_MEMORY = 1024 * 1024
"""A larger archive is put together on the disk."""


def archive_of(user: User) -> IO[bytes]:
    """The archive, read from its beginning."""
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  (whoever answers closes it)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        _put(archive, "account.json", account(user))
        _put(archive, "seats.json", [seat_plain(seat) for seat in own_seats(user)])
        _put(archive, "notices.json", [notice_plain(notice) for notice in notices_of(user)])
        for seat in seats_of(user).order_by("id"):
            _put_campaign(archive, enter(user, seat.campaign_id))
    file.seek(0)
    return file


def _put(archive: ZipFile, name: str, plain: Any) -> None:
    archive.writestr(name, msgspec.json.format(msgspec.json.encode(plain), indent=2))


def _put_campaign(archive: ZipFile, entrance: Entrance) -> None:
    folder = f"campaigns/{entrance.campaign.id}"
    for row in roster(entrance).filter(seat=entrance.seat.key):
        _put(archive, f"{folder}/heroes/{row.key}.json", sheet_plain(entrance, row))
        for portrait in Portrait.objects.filter(campaign=entrance.campaign, hero=row.key):
            archive.writestr(f"{folder}/heroes/{row.key}-{portrait.digest[:8]}.webp", bytes(portrait.large))
    with archive.open(f"{folder}/acts.jsonl", "w") as acts:
        for line in own_acts(entrance):
            acts.write(msgspec.json.encode(act_plain(line)) + b"\n")


def account(user: User) -> Plain:
    """All but the password and what opens the account."""
    return {
        "name": user.get_username(),
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "language": user.language or None,
        "theme": user.theme or None,
        "size": user.size or None,
        "email": user.email or None,
        "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "second_factors": [factor_plain(factor) for factor in Authenticator.objects.filter(user=user)],
        "tokens": list(Token.objects.filter(user=user).values("name", "scopes", "created", "expiry")),
    }


def factor_plain(factor: Authenticator) -> Plain:
    is_key = factor.type == Authenticator.Type.WEBAUTHN
    name = factor.data.get("name") if is_key else None
    return {"type": factor.type, "name": name, "added": factor.created_at, "last_used": factor.last_used_at}


def own_seats(user: User) -> Iterable[Seat]:
    return Seat.objects.filter(user=user).select_related("campaign").order_by("id")


def seat_plain(seat: Seat) -> Plain:
    """Of a campaign one has left, no more than that one was there."""
    plain = {"campaign": seat.campaign_id, "seat": seat.key, "name": seat.name, "left": seat.removed_at}
    if not seat.is_live:
        return plain
    named = {"campaign_name": seat.campaign.name, "ruleset": seat.campaign.ruleset}
    return plain | named | {"role": seat.role, "owner": seat.owner, "deleted": seat.campaign.deleted_at}


def own_acts(entrance: Entrance) -> Iterator[HistoryLine]:
    """Every act of the own seat, oldest first, a page at a time."""
    page, since = partial(ledger.history, entrance, seat=entrance.seat.key, limit=ledger.LIMIT), 0
    while found := page(since=since):
        yield from found
        since = found[-1].seq


def act_plain(line: HistoryLine) -> Plain:
    return {
        "seq": line.seq,
        "time": line.time,
        "kind": line.kind,
        "sentence": localised(line.sentence),
        "on_behalf_of": line.on_behalf_of or None,
        "undone": line.undone_by is not None,
    }
