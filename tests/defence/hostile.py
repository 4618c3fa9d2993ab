"""A campaign in which every text that people may type is one and the same: whatever the test wants to see again."""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path as Folder
from typing import Any

import msgspec
from msgspec import inspect

import rules
from accounts.models import User
from campaigns import people, records
from campaigns.access import enter
from campaigns.acts import Accepted, Envelope, perform
from campaigns.documents import hidden_rolls, writing
from campaigns.documents.contents import Content, Room
from campaigns.models import Campaign, HeroRow, Seat
from campaigns.seats import add_seat, found
from campaigns.transfer.exporting import pieces
from campaigns.transfer.importing import import_campaign
from rules.kernel.content import read_toml
from rules.kernel.dice import Thrown
from rules.kernel.messages import LINE, Command, kind_of
from rules.kernel.registry import rulesets
from tests.laws.preludes import Steps, first_brought
from tests.laws.walking import named
from tests.secrets.table import NOWHERE, People, Table, seated

Plain = dict[str, Any]
Path = tuple[str, ...]


def texts_of(command: type[Command]) -> list[tuple[Path, int]]:
    """The fields of a kind of command that take whatever is typed, with how long it may be."""
    return [(path, longest) for path, pattern, longest in strings_of(command) if pattern == LINE]


def strings_of(command: type[Command]) -> list[tuple[Path, str, int]]:
    """Every text in a kind of command, with what it must look like."""
    return list(_strings(inspect.type_info(command), ()))


def _strings(kind: Any, path: Path) -> Iterator[tuple[Path, str, int]]:
    if isinstance(kind, inspect.StrType):
        yield path, kind.pattern or "", kind.max_length or 0
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield from _strings(field.type, (*path, field.encode_name))
    for inner in inside(kind):
        yield from _strings(inner, path)


def inside(kind: Any) -> list[Any]:
    """What a list, a dictionary or a choice of types holds."""
    if isinstance(kind, inspect.UnionType):
        return list(kind.types)
    if isinstance(kind, inspect.DictType):
        return [kind.key_type, kind.value_type]
    return [kind.item_type] if hasattr(kind, "item_type") else []


def typed() -> dict[str, dict[str, list[tuple[Path, int]]]]:
    """By rulebook and kind, every text that a player types into a command."""
    return {
        key: {kind_of(command): texts for command in book.commands if (texts := texts_of(command))}
        for key, book in rulesets().items()
    }


def poisoned(book: str, plain: Plain, payload: str) -> Plain:
    """The command with the payload in each of its texts."""
    found: Plain = msgspec.json.decode(msgspec.json.encode(plain))
    for path, longest in typed()[book].get(plain["kind"], ()):
        target = found
        for name in path[:-1]:
            target = target.get(name, {})
        target[path[-1]] = payload[:longest]
    return found


def leading_to(book: str, kind: str) -> tuple[Steps, Plain]:
    """The shortest scenario of a rulebook in which this kind is accepted with all its texts."""
    wanted = {path[0] for path, _longest in typed()[book][kind] if len(path) > 1}
    ways = [(given, when) for name, given, when in scenarios(book) if name == kind and wanted <= when.keys()]
    return min(ways, key=lambda way: len(way[0]))


@cache
def scenarios(book: str) -> list[tuple[str, Steps, Plain]]:
    """The kind that each scenario accepts, what leads up to it, and the command."""
    files = [
        file
        for folder in rules.__path__
        for file in sorted((Folder(folder) / book / "scenarios").glob("*.toml"))
    ]
    told = [scenario for file in files for scenario in read_toml(file)["scenario"]]
    return [
        (one["when"]["kind"], one.get("given", []), one["when"])
        for one in told
        if one["then"].get("accepted")
    ]


def plays(gm: User, player: User, book: str, kind: str, payload: str) -> Campaign:
    """A campaign that has come to such an act, with the payload in all that was typed on the way."""
    campaign = found(gm, payload[:80], book, payload[:60])
    add_seat(campaign, player, payload[:60], "player")
    given, last = leading_to(book, kind)
    names: dict[str, str] = {}
    for step in [*given, last]:
        plain = poisoned(
            book, named({k: v for k, v in step.items() if k not in ("as", "rolls")}, names), payload
        )
        thrown = tuple(msgspec.convert(roll, Thrown) for roll in step.get("rolls", ()))
        answer = perform(
            enter(gm, campaign.pk), plain, Envelope(str(uuid.uuid4()), rolls=thrown, app_dice=True)
        )
        assert isinstance(answer, Accepted), (step, answer)
        if "as" in step:
            names[step["as"]] = first_brought(answer.events)
    return campaign


def table_of(everybody: People, payload: str, prose: str) -> Table:
    """A table whose people, heroes, quests, documents and dice are all called that."""
    table = seated(everybody, name=payload[:80])
    for seat in Seat.objects.filter(campaign=table.campaign):
        assert isinstance(people.rename_seat(table.entrance("owner"), seat.key, payload[:60]), Seat)
    for who in ("player", "gm"):
        sends(table, who, {"kind": "recruit_hero", "name": payload[:60], "hero_class": "barbarian"})
    heroes = [row.key for row in HeroRow.objects.filter(campaign=table.campaign)]
    custom = {"name": payload[:60], "xp": 1}
    sends(table, "gm", {"kind": "open_quest", "custom": custom, "heroes": heroes})
    documents(table, payload, prose)
    return table


def sends(table: Table, who: str, plain: Plain) -> None:
    answer = perform(table.entrance(who), plain, Envelope(str(uuid.uuid4()), app_dice=True))
    assert isinstance(answer, Accepted), answer


def documents(table: Table, payload: str, prose: str) -> None:
    entrance = table.entrance("gm")
    said = [
        ("note", Content(title=payload, body=prose, secret=prose, shared=True)),
        ("prepared_quest", Content(title=payload, body=prose, rooms=(Room(title=payload, text=prose),))),
        ("plan", Content(title=payload, body=prose)),
    ]
    for kind, content in said:
        made = writing.create(entrance, kind, content, uuid.uuid4())  # type: ignore[arg-type]
        assert isinstance(made, writing.Made), made
        changed = writing.change(entrance, made.document.pk, content, made.document.version)
        assert changed == made.document, changed
        table.documents += (str(made.document.pk), NOWHERE)
    wanted = hidden_rolls.NewHiddenRoll((hidden_rolls.Handful("d6", 2),), payload)
    assert isinstance(hidden_rolls.throw(entrance, wanted, uuid.uuid4()), tuple)


def forged(campaign: Campaign, payload: str) -> bytes:
    """The campaign's file as a stranger might write it: every name that its events tell is the payload, and the chain agrees."""
    first, *rest = b"".join(pieces(campaign.pk)).decode().splitlines()
    previous, lines = "", []
    for line in rest:
        body = renamed(json.loads(line)["body"], payload)
        text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
        previous = records.chain(previous, text)
        lines.append(f'{{"hash":"{previous}","body":{text}}}\n')
    header = json.loads(first) | {"head_hash": previous}
    return (json.dumps(header) + "\n" + "".join(lines)).encode()


def renamed(value: Any, payload: str) -> Any:
    if isinstance(value, dict):
        if value.keys() == {"fr", "en"}:
            return dict.fromkeys(value, payload)
        return {name: renamed(inner, payload) for name, inner in value.items()}
    return [renamed(inner, payload) for inner in value] if isinstance(value, list) else value


def comes_in(user: User, content: bytes) -> Campaign:
    outcome = import_campaign(user, io.BytesIO(content))
    assert isinstance(outcome, Campaign), outcome
    return outcome
