"""The portraits of a file: each is looked at as a stranger's picture is, and stays as it is where it is one of ours."""

from __future__ import annotations

import hashlib
from base64 import b64decode
from dataclasses import dataclass

from campaigns.models import Campaign, Portrait
from campaigns.portraits import keeping
from campaigns.portraits.pictures import Picture, PictureRefused, kept_picture
from campaigns.transfer.format import Header, PictureLine, PortraitHead
from campaigns.transfer.reading import Opened, UnreadableError, picture_line
from rules.kernel.text import Text

TOO_MUCH = Text(
    "L’en-tête annonce {wanted} actes et {pictures} portraits : voici davantage.",
    "The header announces {wanted} acts and {pictures} portraits: here is more.",
)
TRUNCATED = Text(
    "Le fichier est incomplet : {wanted} portraits annoncés, {found} présents.",
    "The file is incomplete: {wanted} portraits announced, {found} there.",
)
ANOTHER = Text(
    "Ce n’est pas l’image que l’en-tête annonce.", "This is not the picture that the header announces."
)
UNKNOWN = Text(
    "« portraits » nomme un héros qui n’est pas du journal, ou deux fois le même portrait.",
    "“portraits” names a hero who is not of the ledger, or the same portrait twice.",
)


@dataclass(frozen=True)
class Found:
    head: PortraitHead
    picture: Picture


def check_heads(header: Header) -> None:
    """Raises UnreadableError, as `read` does."""
    known = {(head.hero, head.digest) for head in header.portraits}
    current = [head.hero for head in header.portraits if head.current]
    is_odd = len(known) < len(header.portraits) or len(set(current)) < len(current)
    if is_odd or {hero for hero, _ in known} - header.owners.keys():
        raise UnreadableError(1, "portraits", UNKNOWN)


def read(opened: Opened) -> list[Found]:
    """Those below the entries."""
    found, line, header = list[Found](), 1, opened.header
    heads = iter(header.portraits)
    for line, text in opened.rest:
        head = next(heads, None)
        if head is None:
            more = TOO_MUCH(wanted=header.version, pictures=len(header.portraits))
            raise UnreadableError(line, "too_many_acts", more)
        found.append(Found(head, _checked(line, head, picture_line(line, text))))
    if len(found) < len(header.portraits):
        less = TRUNCATED(wanted=len(header.portraits), found=len(found))
        raise UnreadableError(line, "truncated", less)
    return found


def _checked(line: int, head: PortraitHead, said: PictureLine) -> Picture:
    try:
        content = b64decode(said.picture, validate=True)
        if hashlib.sha256(content).hexdigest()[: len(head.digest)] != head.digest:
            raise UnreadableError(line, "other_picture", ANOTHER)
        return kept_picture(content)
    except PictureRefused as refused:
        raise UnreadableError(line, refused.code, refused.message) from None
    except ValueError:
        raise UnreadableError(line, "other_picture", ANOTHER) from None


def write(campaign: Campaign, found: list[Found]) -> None:
    Portrait.objects.bulk_create(
        Portrait(
            campaign=campaign,
            hero=one.head.hero,
            digest=one.picture.digest,
            is_current=one.head.current,
            set_at=one.head.set_at,
            large=one.picture.large,
            small=one.picture.small,
        )
        for one in found
    )
    keeping.write_faces(campaign.pk)
