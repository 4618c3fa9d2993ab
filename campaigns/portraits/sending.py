"""What a form or a call sends for a portrait: a file, and the square to cut out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import IO, cast

from campaigns import answers
from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.models import Portrait
from campaigns.portraits import keeping
from campaigns.portraits.pictures import MOST_BYTES, MOST_ZOOM, Crop, PictureRefused, kept_picture, picture_of
from campaigns.transfer.heroes import portrait_in
from jobs.counting import count
from rules.kernel.text import Text

PICTURES, SECONDS = 30, 600
"""Pictures of one person in so many seconds: to read one costs more than a page."""
FILE_WANTED = Text("Choisissez une image.", "Choose a picture.")
NUMBER = Text("Un nombre entier de {low} à {high}.", "A whole number from {low} to {high}.")
TOO_OFTEN = Refusal(
    status=429,
    code="too_many_pictures",
    message=Text(
        "C’est beaucoup d’images à la fois : attendez quelques minutes.",
        "Those are many pictures at once: wait a few minutes.",
    ),
)
BOUNDS = {"x": (0, 100), "y": (0, 100), "zoom": (100, MOST_ZOOM)}


def set_portrait(
    entrance: Entrance, hero: str, file: object, fields: Mapping[str, str]
) -> Portrait | Refusal:
    """The hero's portrait from a file of a form; a hero's file brings the picture that is in it."""
    crop = crop_of(fields)
    if isinstance(crop, Refusal):
        return crop
    wrong = keeping.refusal(entrance, hero) or may_send(entrance)
    if wrong:
        return wrong
    content = read(file)
    if isinstance(content, Refusal):
        return content
    try:
        in_file = portrait_in(content)
        picture = kept_picture(in_file) if in_file else picture_of(content, crop)
    except PictureRefused as refused:
        return unprocessable(refused.code, refused.message, field="file")
    return keeping.keep(entrance, hero, picture)


def may_send(entrance: Entrance) -> Refusal | None:
    many = count(f"portraits:{entrance.seat.user_id}", SECONDS)
    return TOO_OFTEN if many > PICTURES else None


def read(file: object) -> bytes | Refusal:
    if file is None or not hasattr(file, "read"):
        return unprocessable("file_wanted", FILE_WANTED, field="file")
    content = cast(IO[bytes], file).read(MOST_BYTES + 1)
    return content or unprocessable("file_wanted", FILE_WANTED, field="file")


def crop_of(fields: Mapping[str, str]) -> Crop | Refusal:
    """The default where nothing is said."""
    found = Crop()
    for name, (low, high) in BOUNDS.items():
        text = fields.get(name, "").strip()
        if not text:
            continue
        if not (text.isascii() and text.isdecimal() and len(text) < 5 and low <= int(text) <= high):
            return answers.malformed(name, NUMBER(low=low, high=high))
        found = replace(found, **{name: int(text)})
    return found
