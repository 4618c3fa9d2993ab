"""A hero as a file: the facts of the sheet and the public history. Elsewhere it fills in the command that enrols them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
from django.utils.text import slugify

from campaigns import answers, ledger
from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.forms import pairs
from campaigns.ledger import HistoryLine
from campaigns.localising import Plain, in_both, language
from campaigns.malformed import explain, unstorable
from campaigns.models import Seat
from campaigns.people import may_hand_over
from campaigns.portraits.faces import in_base64
from campaigns.snapshots import state_at
from campaigns.transfer.heroes import FORMAT, OLDEST, VERSION, HeroFile, HistoryEntry
from campaigns.transfer.reading import TWICE, TwiceError, once
from characters.api import roster
from rules.kernel.messages import Command, field_names
from rules.kernel.offers import Viewer
from rules.kernel.text import Text

MEDIA_TYPE = "application/json"
FILE_BYTES, DEPTH = 4 * 1024 * 1024, 12
LONGEST_NAME, LONGEST_REASON = 60, 300

NOT_OURS = Text("Ce n’est pas un fichier de héros de Questkeep.", "This is no hero file of Questkeep.")
NEWER = Text(
    "Ce fichier est du format {version} ; ce serveur lit le format {latest}.",
    "This file is of format {version}; this server reads format {latest}.",
)
OTHER_GAME = Text("Ce héros vient d’un autre jeu : « {key} ».", "This hero comes from another game: “{key}”.")
NO_ENROLMENT = Text("Ce jeu n’inscrit pas de héros.", "This game enrols no heroes.")
REASON = Text("Vient de la campagne « {name} ».", "Comes from the campaign “{name}”.")


# Out of here


def may_have(entrance: Entrance, hero: str) -> bool:
    """The hero's own player, and who runs the table."""
    return not entrance.is_guest and may_hand_over(entrance, hero)


def hero_file(entrance: Entrance, hero: str) -> HeroFile | Refusal:
    """What everybody may know of the hero, whoever asks: nothing else leaves the campaign."""
    row = roster(entrance).filter(key=hero).first()
    if row is None:
        return answers.NOT_FOUND
    if not may_have(entrance, hero):
        return answers.FORBIDDEN
    public = in_public(entrance)
    return HeroFile(
        ruleset=entrance.ruleset.key,
        ruleset_version=entrance.ruleset.version,
        campaign=entrance.campaign.name,
        name=row.name,
        status=row.status,
        facts=facts_of(public, row),
        history=tuple(map(_entry, history_of(public, hero))),
        portrait=in_base64(entrance.campaign, hero),
    )


def in_public(entrance: Entrance) -> Entrance:
    nowhere = Seat(campaign=entrance.campaign, key="", name="", role="spectator")
    return replace(entrance, seat=nowhere, viewer=Viewer("spectator"))


def facts_of(entrance: Entrance, row: Any) -> Plain:
    """Of who left, as they last were."""
    state = entrance.state()
    if row.departed_seq is not None:
        state = state_at(entrance.campaign, row.departed_seq - 1)
    sheet = entrance.ruleset.sheet(state, row.key, entrance.viewer)
    facts: Plain = in_both(sheet.facts) if sheet else {}
    return facts


def history_of(entrance: Entrance, hero: str) -> Iterator[HistoryLine]:
    """Oldest first, a page at a time."""
    page, since = partial(ledger.history, entrance, hero=hero, limit=ledger.LIMIT), 0
    while found := page(since=since):
        yield from found
        since = found[-1].seq


def _entry(line: HistoryLine) -> HistoryEntry:
    return HistoryEntry(
        seq=line.seq,
        time=line.time.isoformat(),
        kind=line.kind,
        sentence=line.sentence,
        undone=line.undone_by is not None,
    )


def filename(file: HeroFile) -> str:
    return f"{slugify(file.name) or 'hero'}.questkeep-hero.json"


# Into here


def enrolment(entrance: Entrance, content: bytes) -> Plain | Refusal:
    """The command that the file fills in; nothing is done, and whether the rules allow it they say when it is sent."""
    command = enrolling(entrance)
    if command is None:
        return unprocessable("no_enrolment", NO_ENROLMENT)
    if not entrance.ruleset.may_send(command, entrance.viewer, None):
        return answers.FORBIDDEN
    file = read(content)
    if isinstance(file, Refusal):
        return file
    if file.ruleset != entrance.ruleset.key:
        return unprocessable("other_game", OTHER_GAME(key=file.ruleset), field="ruleset")
    return _filled_in(entrance, file)


def enrolling(entrance: Entrance) -> type[Command] | None:
    """The command that brings in a hero of elsewhere, where the rulebook has one."""
    arrival = entrance.ruleset.arrival
    return entrance.ruleset.codec.commands[arrival[0]] if arrival else None


def may_enrol(entrance: Entrance) -> bool:
    command = enrolling(entrance)
    return command is not None and entrance.ruleset.may_send(command, entrance.viewer, None)


def _filled_in(entrance: Entrance, file: HeroFile) -> Plain | Refusal:
    assert entrance.ruleset.arrival is not None
    kind, fill_in = entrance.ruleset.arrival
    reason = REASON(name=file.campaign).in_(language())[:LONGEST_REASON]
    common = {"name": file.name[:LONGEST_NAME], "reason": reason}
    asked = field_names(entrance.ruleset.codec.commands[kind])  # a character of a book is named by it
    try:
        filled = {name: value for name, value in common.items() if name in asked} | fill_in(file.facts)
    except msgspec.ValidationError as error:
        field, why = explain(str(error))
        return unprocessable("malformed", why, field=f"facts.{field}")
    return {"kind": kind, **filled}


def read(content: bytes) -> HeroFile | Refusal:
    try:
        plain = _plain(content)
    except TwiceError as error:
        name = str(error)[:80]
        return unprocessable("given_twice", TWICE(name=name), field=name)
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        return unprocessable("not_a_hero", NOT_OURS, field="file")
    version = plain.get("format_version")
    if version not in range(OLDEST, VERSION + 1):
        text = NEWER(version=str(version)[:10], latest=VERSION)
        return unprocessable("newer_format", text, field="format_version")
    if fault := unstorable(plain, "", DEPTH):
        return unprocessable("malformed", fault[1], field=fault[0])
    try:
        return msgspec.convert(plain, HeroFile)
    except msgspec.ValidationError as error:
        field, why = explain(str(error))
        return unprocessable("malformed", why, field=field or "file")


def _plain(content: bytes) -> Any:
    """None for what is no JSON; raises TwiceError where readers would take different values."""
    try:
        plain = msgspec.json.decode(content)
        json.loads(content, object_pairs_hook=once)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return plain


def query_of(command: Plain) -> list[tuple[str, str]]:
    """The command's fields as those of a form."""
    return pairs({name: value for name, value in command.items() if name != "kind"})
