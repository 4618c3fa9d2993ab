"""From a file to its header and entries, within bounds; or the line that cannot be read, and why."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import IO, Any

import msgspec

from campaigns.answers import Refusal
from campaigns.malformed import UNSTORABLE, explain
from campaigns.transfer import format as known
from campaigns.transfer.format import (
    DEPTH,
    LARGEST,
    LINE_BYTES,
    LINES,
    EntryLine,
    Header,
    PictureLine,
    Upgrade,
    Values,
)
from rules.kernel.text import Text

GZIP, BOM, WIDE = b"\x1f\x8b", b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")

EMPTY = Text("Le fichier est vide.", "The file is empty.")
PACKED = Text(
    "Le fichier est compressé : décompressez-le d’abord.", "The file is compressed: unpack it first."
)
NOT_UTF8 = Text(
    "Ce n’est pas de l’UTF-8 sans marque d’ordre.", "This is not UTF-8 without a byte order mark."
)
TOO_LONG = Text("Cette ligne dépasse {limit} octets.", "This line is longer than {limit} bytes.")
TOO_MANY = Text("Il y a plus de {limit} lignes.", "There are more than {limit} lines.")
BLANK = Text("Cette ligne est vide.", "This line is empty.")
NOT_JSON = Text("Ce n’est pas du JSON.", "This is not JSON.")
NOT_OBJECT = Text("Un objet JSON est attendu.", "A JSON object is expected.")
TWICE = Text("« {name} » est donné deux fois.", "“{name}” is given twice.")
TOO_DEEP = Text("Trop de niveaux.", "Nested too deeply.")
CHARACTERS = Text("Ces caractères ne sont pas admis.", "These characters are not allowed.")
TOO_LARGE = Text("Nombre trop grand.", "Number too large.")
NOT_OURS = Text("Ce n’est pas un fichier de campagne de Questkeep.", "This is no campaign file of Questkeep.")
NEWER = Text(
    "Ce fichier est du format {version} ; ce serveur lit jusqu’au format {latest}.",
    "This file is of format {version}; this server reads up to format {latest}.",
)
NO_LONGER = Text(
    "Ce fichier est du format {version}, que ce serveur ne lit pas.",
    "This file is of format {version}, which this server does not read.",
)
WHERE = Text("{field} : {why}", "{field}: {why}")
TITLE = Text("Ligne {line} : {why}", "Line {line}: {why}")


class UnreadableError(Exception):
    """Line `line` (0: the file as a whole) is at fault."""

    def __init__(self, line: int, code: str, message: Text) -> None:
        self.line, self.code, self.message = line, code, message

    @property
    def refusal(self) -> Refusal:
        field = f"line {self.line}" if self.line else "file"
        title = TITLE(line=self.line, why=self.message) if self.line else self.message
        return Refusal(status=422, code=self.code, message=title, errors=((field, self.message),))


@dataclass(frozen=True)
class Opened:
    """A file whose header has been read. `is_ours`: this server signed it."""

    header: Header
    is_ours: bool
    entries: Iterator[tuple[int, EntryLine]]
    rest: Iterator[tuple[int, str]]
    """The lines below the entries, to be asked for when those are through."""


def open_file(file: IO[bytes]) -> Opened:
    """Raises UnreadableError, as do the entries when their turn comes."""
    lines = _lines(file)
    first = next(lines, None)
    if first is None:
        raise UnreadableError(0, "empty", EMPTY)
    plain = _object(*first)
    upgrades = _upgrades(plain)
    is_ours = known.is_ours(plain)
    for upgrade in upgrades:
        plain = upgrade.header(plain)
    header = convert(1, plain, Header)
    return Opened(
        header=header,
        is_ours=is_ours,
        entries=(_entry(number, text, upgrades) for number, text in islice(lines, header.version)),
        rest=lines,
    )


def picture_line(number: int, text: str) -> PictureLine:
    found: PictureLine = convert(number, _object(number, text), PictureLine)
    return found


def _upgrades(plain: Values) -> list[Upgrade]:
    version = plain.get("format_version")
    if plain.get("format") != known.NAME or type(version) is not int:
        raise UnreadableError(1, "not_a_campaign", NOT_OURS)
    upgrades = known.upgrades_from(version)
    if upgrades is None:
        code, text = ("newer_format", NEWER) if version > known.VERSION else ("unknown_format", NO_LONGER)
        raise UnreadableError(1, code, text(version=version, latest=known.VERSION))
    return upgrades


def _entry(number: int, text: str, upgrades: list[Upgrade]) -> tuple[int, EntryLine]:
    """The body keeps its exact bytes, whatever becomes of the line around it."""
    plain = _object(number, text)
    if "body" in plain:
        plain |= {"body": msgspec.json.decode(text, type=_Body).body}
    for upgrade in upgrades:
        plain = upgrade.entry(plain)
    return number, convert(number, plain, EntryLine)


class _Body(msgspec.Struct):
    body: msgspec.Raw


def convert(number: int, plain: Values, shape: type[Any]) -> Any:
    """The values as `shape`, which holds unknown fields against them."""
    try:
        return msgspec.convert(plain, shape)
    except msgspec.ValidationError as error:
        raise UnreadableError(number, "malformed", why(error)) from None


def why(error: msgspec.DecodeError) -> Text:
    field, text = explain(str(error))
    return WHERE(field=field[:80], why=text) if field else text


# Lines


def _lines(file: IO[bytes]) -> Iterator[tuple[int, str]]:
    number = 0
    while raw := file.readline(LINE_BYTES + 1):
        number += 1
        if number == 1:
            _check_beginning(raw)
        if len(raw) > LINE_BYTES:
            raise UnreadableError(number, "line_too_long", TOO_LONG(limit=LINE_BYTES))
        if number > LINES:
            raise UnreadableError(number, "too_many_lines", TOO_MANY(limit=LINES))
        yield number, _decoded(number, raw)


def _check_beginning(raw: bytes) -> None:
    if raw.startswith(GZIP):
        raise UnreadableError(1, "compressed", PACKED)
    if raw.startswith((BOM, *WIDE)):
        raise UnreadableError(1, "encoding", NOT_UTF8)


def _decoded(number: int, raw: bytes) -> str:
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise UnreadableError(number, "encoding", NOT_UTF8) from None
    if not text.strip():
        raise UnreadableError(number, "blank_line", BLANK)
    return text


# Values


class TwiceError(Exception):
    """A name that stands twice in one object: readers would take different values."""


def _object(number: int, text: str) -> Values:
    """The line as plain values; refused where readers would differ about it or a database could not keep it."""
    try:
        plain = json.loads(text, object_pairs_hook=once, parse_constant=_no_constant)
    except TwiceError as error:
        raise UnreadableError(number, "given_twice", TWICE(name=str(error)[:80])) from None
    except RecursionError:
        raise UnreadableError(number, "too_deep", TOO_DEEP) from None
    except ValueError:
        raise UnreadableError(number, "not_json", NOT_JSON) from None
    if not isinstance(plain, dict):
        raise UnreadableError(number, "malformed", NOT_OBJECT)
    if fault := _fault(plain, DEPTH):
        raise UnreadableError(number, *fault)
    return plain


def once(pairs: list[tuple[str, Any]]) -> Values:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise TwiceError(UNSTORABLE.sub("?", name))
        seen.add(name)
    return found


def _no_constant(name: str) -> Any:
    """NaN and Infinity are no JSON."""
    raise ValueError(name)


def _fault(value: Any, depth: int) -> tuple[str, Text] | None:
    if isinstance(value, str):
        return ("characters", CHARACTERS) if UNSTORABLE.search(value) else None
    if isinstance(value, int | float):
        return None if -LARGEST <= value <= LARGEST else ("number_too_large", TOO_LARGE)
    if not isinstance(value, dict | list):
        return None
    if not depth:
        return "too_deep", TOO_DEEP
    inner = [*value, *value.values()] if isinstance(value, dict) else value
    return next((fault for one in inner if (fault := _fault(one, depth - 1))), None)
