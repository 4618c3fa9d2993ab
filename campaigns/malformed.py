"""From what was sent to a command, or the field that is malformed and why, in both languages."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from campaigns.answers import Envelope, Refusal, malformed
from rules.kernel.messages import Command
from rules.kernel.ruleset import Ruleset
from rules.kernel.text import Text, same

DEPTH = 4
ROLLS, FACES, HIGHEST_FACE = 40, 100, 1_000_000
KEY = re.compile(r"[!-~]{1,64}")
UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
PATH = re.compile(r"(?: - at (?:`key` in )?`\$\.?(?P<path>[^`]*)`)?\Z")
NAMED = re.compile(r"(?:missing required|unknown) field `(?P<name>[^`]*)`")

CHARACTERS = Text("Ces caractères ne sont pas admis.", "These characters are not allowed.")
TOO_DEEP = Text("Trop de niveaux.", "Nested too deeply.")
UNKNOWN_KIND = Text("Ce genre de demande est inconnu ici.", "This kind is not known here.")
KEY_WANTED = Text(
    "Une clé d’idempotence de 1 à 64 caractères ASCII est requise.",
    "An idempotency key of 1 to 64 ASCII characters is required.",
)
ROLLS_WRONG = Text("Trop de jets, ou deux pour la même chose.", "Too many rolls, or two for the same thing.")

WORDS = {
    "int": Text("un nombre entier", "a whole number"),
    "str": Text("un texte", "text"),
    "bool": Text("oui ou non", "true or false"),
    "array": Text("une liste", "a list"),
    "object": Text("un objet", "an object"),
    "null": Text("rien", "nothing"),
}
REASONS: tuple[tuple[str, Text], ...] = (
    (r"Object missing required field", Text("Ce champ manque.", "This field is missing.")),
    (r"Object contains unknown field", Text("Champ inconnu.", "Unknown field.")),
    (r"Expected `str` matching regex", CHARACTERS),
    (
        r"Expected `str` of length >= 1\b",
        Text("Ce champ ne peut pas rester vide.", "This cannot stay empty."),
    ),
    (
        r"Expected `str` of length >= (?P<n>\d+)",
        Text("Au moins {n} caractère(s).", "At least {n} character(s)."),
    ),
    (r"Expected `str` of length <= (?P<n>\d+)", Text("Au plus {n} caractères.", "At most {n} characters.")),
    (r"Expected `\w+` of length >= (?P<n>\d+)", Text("Au moins {n} élément(s).", "At least {n} element(s).")),
    (r"Expected `\w+` of length <= (?P<n>\d+)", Text("Au plus {n} éléments.", "At most {n} elements.")),
    (r"Expected `int` >= (?P<n>-?\d+)", Text("Au moins {n}.", "At least {n}.")),
    (r"Expected `int` <= (?P<n>-?\d+)", Text("Au plus {n}.", "At most {n}.")),
    (r"Integer value out of range", Text("Nombre trop grand.", "Number too large.")),
    (r"Invalid enum value", Text("Cette valeur n’est pas admise.", "This value is not allowed.")),
)


def read_command(ruleset: Ruleset[Any], plain: Any) -> Command | Refusal:
    """The command, or a 400 that names the field."""
    if not isinstance(plain, dict):
        return malformed("", Text("Un objet est attendu.", "Expected an object."))
    fault = unstorable(plain, "", DEPTH)
    if fault is not None:
        return malformed(*fault)
    kind = plain.get("kind")
    if not isinstance(kind, str) or kind not in ruleset.codec.commands:
        return malformed("kind", UNKNOWN_KIND, "unknown_kind")
    try:
        return ruleset.codec.command(plain)
    except msgspec.ValidationError as error:
        return malformed(*explain(str(error)))


def check_key(envelope: Envelope) -> Refusal | None:
    if KEY.fullmatch(envelope.key):
        return None
    return malformed("Idempotency-Key", KEY_WANTED, "idempotency_key")


def check_envelope(envelope: Envelope) -> Refusal | None:
    """What surrounds the command, as far as it can be malformed."""
    purposes = [thrown.purpose for thrown in envelope.rolls]
    shown = [face for thrown in envelope.rolls for face in thrown.faces]
    if len(set(purposes)) < len(purposes) or len(purposes) > ROLLS or len(shown) > FACES:
        return malformed("rolls", ROLLS_WRONG)
    if any(isinstance(face, int) and abs(face) > HIGHEST_FACE for face in shown):
        return malformed("rolls", Text("Nombre trop grand.", "Number too large."))
    if any(isinstance(word, str) and UNSTORABLE.search(word) for word in [*purposes, *shown]):
        return malformed("rolls", CHARACTERS)
    if UNSTORABLE.search(envelope.on_behalf_of or ""):
        return malformed("on_behalf_of", CHARACTERS)
    return None


def explain(error: str) -> tuple[str, Text]:
    """The field and the reason in msgspec's message, the field without indices."""
    found = PATH.search(error)
    path = re.sub(r"\[[^\]]*\]", "", (found and found["path"]) or "")
    named = NAMED.search(error)
    field = ".".join(filter(None, (path, named["name"] if named else "")))
    return field, _reason(error)


def _reason(error: str) -> Text:
    for pattern, text in REASONS:
        if found := re.match(pattern, error):
            return text(**found.groupdict())
    if found := re.match(r"Expected `([^`]+)`, got", error):
        return Text("Attendu : {what}.", "Expected {what}.")(what=_types(found[1]))
    return same(PATH.sub("", error))


def _types(names: str) -> Text:
    words = [WORDS.get(name, same(name)) for name in names.split(" | ")]
    return Text(" ou ".join(word.fr for word in words), " or ".join(word.en for word in words))


def unstorable(value: Any, path: str, depth: int) -> tuple[str, Text] | None:
    """Where a text holds what no database keeps (NUL, a lone surrogate), or nesting goes too deep."""
    if isinstance(value, str):
        return (path, CHARACTERS) if UNSTORABLE.search(value) else None
    if not isinstance(value, dict | list | tuple):
        return None
    if not depth:
        return path, TOO_DEEP
    for name, inner in value.items() if isinstance(value, dict) else ((None, inner) for inner in value):
        if isinstance(name, str) and UNSTORABLE.search(name):
            return path, CHARACTERS
        fault = unstorable(inner, _below(path, name), depth - 1)
        if fault is not None:
            return fault
    return None


def _below(path: str, name: Any) -> str:
    return path if name is None else f"{path}.{name}".lstrip(".")
