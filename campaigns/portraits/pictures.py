"""From whatever somebody sends to two plain squares: decoded within bounds, turned upright, cut, and encoded anew.

What is kept was made here, pixel by pixel: no metadata, colour profile, second frame or trailing bytes come through.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

from rules.kernel.text import Text

FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
MEDIA_TYPE = "image/webp"
LARGE, SMALL = 384, 96
MOST_BYTES, MOST_PIXELS, MOST_PIXELS_OF_JPEG, LONGEST_SIDE = 8 * 1024 * 1024, 20_000_000, 100_000_000, 20_000
"""A JPEG is shrunk while it is read; anything else stands in memory as it is."""
SHORTEST_SIDE = 32
GROUND = (45, 26, 16)
"""What lies behind a picture that is transparent."""
QUALITY = 82
HEADER = 20
"""Bytes of a plain WebP before its picture: RIFF, its length, WEBP, the chunk's name and length."""

UNKNOWN = Text(
    "Ce n’est pas une image lisible : JPEG, PNG, WebP ou GIF.",
    "This is no picture that can be read: JPEG, PNG, WebP or GIF.",
)
TOO_MANY_BYTES = Text("Une image compte au plus {most} Mo.", "A picture has at most {most} MB.")
TOO_MANY_PIXELS = Text("Cette image a trop de pixels.", "This picture has too many pixels.")
TOO_SMALL = Text(
    "Cette image est trop petite : il faut {least} pixels de côté.",
    "This picture is too small: it takes {least} pixels a side.",
)


class PictureRefused(Exception):
    """The file is no picture that is taken; `code` and `message` say why."""

    def __init__(self, code: str, message: Text) -> None:
        self.code, self.message = code, message


@dataclass(frozen=True)
class Crop:
    """The square that is cut out: how far from left and top (in percent of what is over), how close (in percent)."""

    x: int = 50
    y: int = 35
    zoom: int = 100

    def box(self, width: int, height: int) -> tuple[int, int, int, int]:
        side = max(1, min(width, height) * 100 // self.zoom)
        left, top = (width - side) * self.x // 100, (height - side) * self.y // 100
        return left, top, left + side, top + side


MOST_ZOOM = 400
CENTRE = Crop()


@dataclass(frozen=True)
class Picture:
    """Two squares in WebP, and what they are known by."""

    large: bytes
    small: bytes

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.large).hexdigest()[:32]


def picture_of(content: bytes, crop: Crop = CENTRE) -> Picture:
    """Raises PictureRefused."""
    if len(content) > MOST_BYTES:
        raise PictureRefused("too_large", TOO_MANY_BYTES(most=MOST_BYTES // 1024**2))
    with _guarded(), Image.open(BytesIO(content), formats=FORMATS) as image:
        return _squares(_upright(image), crop)


def kept_picture(content: bytes) -> Picture:
    """A large square out of one of our files, kept byte for byte where it is one that we would make."""
    if len(content) > MOST_BYTES:
        raise PictureRefused("too_large", TOO_MANY_BYTES(most=MOST_BYTES // 1024**2))
    with _guarded(), Image.open(BytesIO(content), formats=FORMATS) as image:
        is_ours = image.format == "WEBP" and image.size == (LARGE, LARGE) and _is_plain(content)
        square = _upright(image)
        return Picture(content, _encoded(square, SMALL)) if is_ours else _squares(square, CENTRE)


def _is_plain(content: bytes) -> bool:
    """RIFF with the one chunk of a picture without transparency, and not a byte after it."""
    size, chunk = (int.from_bytes(content[at : at + 4], "little") for at in (4, 16))
    length = chunk + chunk % 2
    return content[12:16] == b"VP8 " and len(content) == HEADER + length == size + 8


@contextmanager
def _guarded() -> Iterator[None]:
    """Whatever a decoder stumbles over is the file's fault."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            yield
    except PictureRefused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning, MemoryError) as error:
        raise PictureRefused("too_many_pixels", TOO_MANY_PIXELS) from error
    except (
        UnidentifiedImageError,
        OSError,
        ValueError,
        SyntaxError,
        EOFError,
        TypeError,
        LookupError,
        OverflowError,
        AttributeError,
        ArithmeticError,
    ) as error:
        raise PictureRefused("no_picture", UNKNOWN) from error


def _upright(image: ImageFile.ImageFile) -> Image.Image:
    """The first frame as the camera was held, in red, green and blue alone."""
    width, height = image.size
    most = MOST_PIXELS_OF_JPEG if image.format == "JPEG" else MOST_PIXELS
    if width * height > most or max(width, height) > LONGEST_SIDE:
        raise PictureRefused("too_many_pixels", TOO_MANY_PIXELS)
    if min(width, height) < SHORTEST_SIDE:
        raise PictureRefused("too_small", TOO_SMALL(least=SHORTEST_SIDE))
    image.draft(None, (LARGE * MOST_ZOOM // 100, LARGE * MOST_ZOOM // 100))
    image.load()
    return ImageOps.exif_transpose(_plain_colours(image))


def _plain_colours(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I"):  # sixteen bits of grey
        image = image.point(lambda value: value / 256).convert("L")
    if not image.has_transparency_data:
        return image.convert("RGB")
    seen = image.convert("RGBA")
    ground = Image.new("RGBA", seen.size, GROUND)
    return Image.alpha_composite(ground, seen).convert("RGB")


def _squares(image: Image.Image, crop: Crop) -> Picture:
    square = image.crop(crop.box(*image.size))
    return Picture(_encoded(square, LARGE), _encoded(square, SMALL))


def _encoded(square: Image.Image, side: int) -> bytes:
    """On a sheet of its own: what an image object remembers of its file stays behind."""
    clean = Image.new("RGB", (side, side))
    clean.paste(square.resize((side, side), Image.Resampling.LANCZOS))
    out = BytesIO()
    clean.save(out, "WEBP", quality=QUALITY, method=4)
    return out.getvalue()
