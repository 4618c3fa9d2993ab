"""Whatever somebody who is no game master may try to write: each is tried, and has never been."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import msgspec.inspect
from django.db import transaction

from rules.kernel.messages import Command, field_names, kind_of
from tests.laws.drawing import draw
from tests.secrets.evenings import LEFT_OUT, SECRET_ACTS, Evening
from tests.secrets.reading import fewer, told
from tests.secrets.routes import Route, routes

KEY = str(UUID(int=77, version=4))
MADE_ON = {"if-match": '"1"'}
"""The version of a document a change names; an act that names one would be out of date."""
METHODS = {True: ("post", "put", "patch", "delete"), False: ("post",)}
"""What changes things: by program, and by page."""
OF_SECRETS: dict[str, tuple[dict[str, Any], ...]] = {
    "reveal_evolution": tuple(
        {"monster": m, "replaces": "goblin"} for m in ("goblin-champion", "demon", "gargoyle-master")
    ),
    "correct_stock": tuple({"monster": "demon", "count": count, "reason": "why not"} for count in (0, 3, 99)),
    "stock_store": ({"by": 1}, {"by": 9}),
    "set_house_rule": ({"rule": "stock", "value": False},),
    "record_kill": tuple({"monster": m, "count": 9} for m in ("goblin-champion", "demon", "gargoyle-master")),
}
"""What asks for what is secret, or names it."""


class NeverBeenError(Exception):
    """Ends what was tried."""


@dataclass(frozen=True)
class Try:
    method: str
    address: str
    content: bytes

    def __str__(self) -> str:
        return f"{self.method} {self.address} {self.content.decode()}"


def tried(evening: Evening, who: str) -> dict[str, str]:
    """Each answer in full, by what was tried: every command, every way to take back, everything that routes may be sent."""
    every = (*commands(evening, who), *undos(evening), *sweeps(evening))
    return {str(one): _tried(evening, who, one, number) for number, one in enumerate(every)}


def undos(evening: Evening) -> Iterator[Try]:
    latest = evening.table.latest
    for seq in (1, latest // 2, latest - 1, latest):
        for content in (b"{}", b'{"through": true}'):
            yield Try("post", f"/api/v1/campaigns/{evening.table.campaign.pk}/acts/{seq}/undo/", content)


def sweeps(evening: Evening) -> Iterator[Try]:
    """Every way to change something at every address of the campaign."""
    values = fewer(evening.table.values(), outside=True)
    for route in routes():
        for address in route.addresses(values) if is_changed(route) else ():
            yield from (Try(method, address, b"{}") for method in METHODS[route.is_api])


def is_changed(route: Route) -> bool:
    return route.is_of_campaign and route.name not in ("api-undo", "api-act", "campaign-do")


def commands(evening: Evening, who: str) -> Iterator[Try]:
    base = f"/api/v1/campaigns/{evening.table.campaign.pk}/acts/"
    for plain in wanted(evening, who):
        for address in (f"{base}preview/", base):
            yield Try("post", address, msgspec.json.encode(plain | {"roll": "app"}))


def wanted(evening: Evening, who: str) -> Iterator[dict[str, Any]]:
    """Every kind, for an own hero and for another's; drawn from what is offered, or so bare that it names what is missing."""
    heroes = (evening.a_hero_of(who), evening.a_hero_of("other"))
    for kind in evening.table.kinds:
        has_hero = "hero" in field_names(evening.rules.codec.commands[kind])
        for hero in heroes if has_hero else (None,):
            about = {"hero": hero} if hero else {}
            yield from ({"kind": kind} | about | more for more in OF_SECRETS.get(kind, ()))
            command = None
            if kind not in SECRET_ACTS and kind not in LEFT_OUT:
                command = draw(evening.rules, evening.state, kind, hero, Random(f"{evening.seed} {kind}"))
            yield (
                msgspec.to_builtins(command) if command else bare(evening.rules.codec.commands[kind]) | about
            )


def bare(command: type[Command]) -> dict[str, Any]:
    """Something in every field that has to be there."""
    fields = msgspec.inspect.type_info(command).fields  # type: ignore[attr-defined]
    return {"kind": kind_of(command)} | {one.name: _something(one.type) for one in fields if one.required}


def _something(type_: msgspec.inspect.Type) -> Any:
    match type_:
        case msgspec.inspect.UnionType(types=types):
            return _something(types[0])
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.IntType():
            return 1
        case msgspec.inspect.StrType():
            return "goblin"
        case msgspec.inspect.DictType() | msgspec.inspect.StructType():
            return {}
        case _:
            return []


def _tried(evening: Evening, who: str, one: Try, number: int) -> str:
    client = evening.table.client(who, one.address)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    evening.fate.at(2_000_000 + number, str(one))
    found = ""
    try:
        with transaction.atomic():
            is_act = "/acts/" in one.address
            headers = {"idempotency-key": KEY} | ({} if is_act else MADE_ON)
            content = json.loads(one.content) if one.address.startswith("/api/") else {}
            found = told(getattr(client, one.method)(one.address, content, headers=headers))
            raise NeverBeenError
    except NeverBeenError:
        client.cookies.load(cookies)
    return found
