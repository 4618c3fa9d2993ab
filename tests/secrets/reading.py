"""Everything somebody can fetch: every route of the URL table, filled in, asked in each way it can be asked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from urllib.parse import urlencode, urlsplit
from zipfile import ZipFile

from django.http import HttpResponseBase

from tests.secrets.chance import Fate
from tests.secrets.routes import Route, Values, routes
from tests.secrets.table import LOOKING, OUTSIDE, Table

FRAGMENT = {"hx-request": "true"}
TELLING = ("reveal_evolution", "correct_stock", "record_kill", "gain_level", "stock_store")
"""Kinds of what is secret, or next to it."""
TELLING_ENDS = tuple(f"/{kind}/" for kind in TELLING)
NARROWED: dict[str, Values] = {"document-new": {"kind": ["note", "plan", "riddle"]}}
"""What an argument means on one route alone."""
SAME_FOR_ALL = re.compile(r"healthz|readyz|schema|api-docs|api-(ruleset|section|odds).*|(account|mfa)_.*")
"""Routes that know no person, or no campaign: asked by one."""
BOOKS = re.compile("rulebook.*")
"""Pages that know no campaign unless they were opened from it."""
FEW = 3
"""Questions at one address that are put by whoever is no player."""
PAGES_MOST = 60
"""Links to a following page that are followed."""


@dataclass(frozen=True)
class Ask:
    route: str
    address: str
    is_fragment: bool = False

    def __str__(self) -> str:
        return f"{self.address}{' as a fragment' if self.is_fragment else ''}"


def queries(table: Table, route: Route, address: str) -> Iterator[dict[str, str]]:
    """What may be asked of a route besides its address, the plain question first.

    A stream tells a server that can hold none open all that has happened since, and ends: so it is read here.
    """
    yield {}
    campaign, hero = str(table.campaign.pk), (table.heroes or ["nobody"])[0]
    monster = {"monster": "gargoyle-master"}
    asked: dict[str, list[dict[str, str]]] = {
        "api-acts": [
            {"page_size": "17"}, {"hero": hero}, {"kind": "correct_stock"}, {"since": "0", "page_size": "17"},
            {"kind": "gain_level"}, {"before": "7", "page_size": "2"},
        ],
        "past": [{"at": "3"}, {"at": "2", "and": "9"}, {"at": str(table.latest), "and": "1"}],
        "api-past": [{"at": "3"}, {"at": "2", "and": "9"}],
        **{
            name: [{"before": "9"}]
            for name in ("campaign-figures", "hero-figures", "api-figures", "api-hero-figures")
        },
        "campaign-acts": [{"hero": hero}, {"kind": "correct_stock"}, {"before": "9"}, {"quest": "melars-maze"}],
        "api-documents": [{"q": "demon"}, {"deleted": "true"}, {"kind": "plan"}],
        "documents": [{"q": "demon"}, {"deleted": "true"}, {"kind": "plan"}],
        "document": [{"room": "1"}],
        "document-history": [{"version": "1"}],
        "stream": [{"since": "0"}],
        "api-stream": [{"since": "0"}],
        "notes": [{"q": "demon"}],
        "api-notes": [{"q": "demon"}, {"page_size": "1"}],
        "hidden-rolls": [{"q": "demon"}],
        "api-offers": [{"hero": hero}, {"kind": "reveal_evolution"}, {"kind": "record_kill", "hero": hero} | monster],
        "hero": [{"tab": "kill"}, {"tab": "more"}],
        "table": [{"tab": "more"}, {"hero": hero}],
        "hero-number": [{"before": "9"}],
        "hero-versus": [monster, {"monster": "demon"}],
        "api-versus": [monster, {"monster": "demon"}],
        "campaign-odds": [{"gargoyle-master": "2"}, monster],
        "api-fights": [{"gargoyle-master": "2"}, monster],
        "rulebooks": [{"campaign": campaign}],
        "rulebook": [{"campaign": campaign}, {"campaign": campaign, "q": "demon"}],
        "rulebook-section": [{"campaign": campaign}, {"campaign": campaign, "q": "gob", "by": "xp"}],
        "rulebook-thing": [{"campaign": campaign}],
        "campaign-do": [{"hero": hero}],
    }  # fmt: skip
    if route.name != "campaign-do" or address.endswith(TELLING_ENDS):
        yield from asked.get(route.name, ())


def asks(table: Table, who: str, values: Values) -> Iterator[Ask]:
    """Every question `who` may put; a route with an argument that `values` does not know is a KeyError that names it.

    A player is asked of everything an address may name, the others of some of it.
    """
    is_player = who == "player"
    known = values if is_player else fewer(values, outside=who in OUTSIDE)
    for route in routes():
        if not (is_player or _is_for(who, route)):
            continue
        for address in route.addresses(known | NARROWED.get(route.name, {})):
            for number, query in enumerate(_asked(table, route, address, is_player=is_player)):
                full = f"{address}?{urlencode(query)}" if query else address
                yield Ask(route.name, full)
                if is_player and _has_fragment(route, address) and number < 2:
                    yield Ask(route.name, full, is_fragment=True)


def fewer(values: Values, *, outside: bool = False) -> Values:
    """One or two of each; to who is outside nothing but the campaign's id says anything."""
    kinds = [kind for kind in values["kind"] if kind in TELLING] + values["kind"][::12]
    told = {"kind": list(dict.fromkeys(kinds))}
    seqs = values["seq:int"]
    short = (
        {name: values[name][-2:] for name in ("document", "document_id")}
        | {name: values[name][:2] for name in ("schedule", "schedule_id")}
        | {"seq:int": [seqs[0], seqs[-1]]}
    )
    found = values | told | short | {name: values[name][:1] for name in ("hero", "number:int", "number")}
    return {name: known[:1] for name, known in found.items()} if outside else found


def _has_fragment(route: Route, address: str) -> bool:
    return not route.is_api and (route.name != "campaign-do" or address.endswith(TELLING_ENDS))


def _asked(table: Table, route: Route, address: str, *, is_player: bool) -> Iterator[dict[str, str]]:
    every = queries(table, route, address)
    if is_player:
        return every
    return islice(every, 1 if BOOKS.fullmatch(route.name) else 0, FEW)


def _is_for(who: str, route: Route) -> bool:
    """Programs and the rest of the site do not know that somebody looks from another seat."""
    if who == LOOKING:
        return route.is_of_campaign and not route.is_api
    return not SAME_FOR_ALL.fullmatch(route.name)


def fetched(table: Table, who: str, values: Values, fate: Fate) -> dict[str, str]:
    """Each answer in full, by what was asked; lists are followed to their end."""
    found: dict[str, str] = {}
    waiting = list(asks(table, who, values))
    turned = 0
    while waiting:
        ask = waiting.pop(0)
        if str(ask) in found:
            continue
        fate.at(1_000_000 + len(found), str(ask))
        answer = read(table, who, ask)
        found[str(ask)] = told(answer)
        following = next_of(answer)
        if following and turned < PAGES_MOST:
            turned += 1
            waiting.insert(0, Ask(ask.route, following))
    return found


def read(table: Table, who: str, ask: Ask) -> HttpResponseBase:
    client = table.client(who, ask.address)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    answer: HttpResponseBase = client.get(ask.address, headers=FRAGMENT if ask.is_fragment else {})
    client.cookies.load(cookies)
    return answer


def told(answer: HttpResponseBase) -> str:
    """Status, headers, cookies and body: all that reaches whoever asked."""
    heads = [f"{name}: {value}" for name, value in sorted(answer.headers.items())]
    cookies = [str(morsel) for _, morsel in sorted(answer.cookies.items())]
    return "\n".join([str(answer.status_code), *heads, *cookies, "", body(answer)])


def body(answer: HttpResponseBase) -> str:
    content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined, arg-type]
    return (
        unpacked(content)
        if content.startswith(b"PK\x03\x04")
        else content.decode("utf-8", "backslashreplace")
    )


def unpacked(content: bytes) -> str:
    """The files of an archive, one after the other."""
    with ZipFile(BytesIO(content)) as archive:
        return "\n".join(f"{one}\n{archive.read(one).decode()}" for one in archive.namelist())


def next_of(answer: HttpResponseBase) -> str | None:
    """The following page of a list, within this site."""
    if not answer.headers.get("Content-Type", "").startswith("application/json"):
        return None
    plain = answer.json()  # type: ignore[attr-defined]
    following = plain.get("next") if isinstance(plain, dict) else None
    parts = urlsplit(following or "")
    return f"{parts.path}?{parts.query}" if following else None


def different(left: dict[str, str], right: dict[str, str]) -> list[str]:
    """What was answered otherwise, each with the first lines that differ."""
    assert left.keys() == right.keys(), sorted(left.keys() ^ right.keys())[:5]
    return [f"{ask}:\n{apart(left[ask], right[ask])}" for ask in left if left[ask] != right[ask]]


def apart(left: str, right: str) -> str:
    place = next(
        (n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right))
    )
    return "\n".join(f"  {side[max(0, place - 150) : place + 150]!r}" for side in (left, right))


def holding(answers: dict[str, str], words: Iterable[str]) -> list[str]:
    """Where one of the words stands, in whatever case."""
    known = [word.casefold() for word in words]
    folded = {ask: answer.casefold() for ask, answer in answers.items()}
    return [f"{word} in {ask}" for ask, answer in folded.items() for word in known if word in answer]
