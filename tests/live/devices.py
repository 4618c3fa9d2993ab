"""Two devices at one hero, at the same moment: a program with a token, and a page with a session."""

from __future__ import annotations

import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any
from urllib.parse import urlencode

from tests.live.hall import Table

CSRF = "a" * 32
ITEMS = (
    "dagger", "staff", "short-sword", "hand-axe", "spear", "rapier", "long-sword", "battle-axe", "halberd",
    "crossbow", "short-bow", "long-bow", "holy-water", "plate-armour", "shield", "helmet", "chain-mail", "bracers",
    "tool-kit", "trap-kit", "rope", "healing-potion", "antidote",
)  # fmt: skip
MONSTERS = (
    "goblin", "skeleton", "zombie", "orc", "fimir", "mummy", "chaos-warrior", "gargoyle", "goblin-champion",
    "goblin-warlord", "goblin-archer", "orc-champion", "orc-warlord", "orc-archer", "fimir-champion", "demon",
    "giant-spider", "giant-rat", "minotaur", "troll", "necromancer", "lich", "ogre",
)  # fmt: skip
Send = Callable[[dict[str, Any]], None]


def fields_of(hero: str) -> list[dict[str, Any]]:
    """Fifty commands, each of which changes something else of the hero."""
    rest: list[dict[str, Any]] = [
        {"kind": "change_track", "track": "body", "by": -3},
        {"kind": "change_track", "track": "mind", "by": -1},
        {"kind": "find_gold", "amount": 70},
        {"kind": "record_deed", "deed": "trap_disarmed"},
    ]
    finds = [{"kind": "find_item", "item": item} for item in ITEMS]
    kills = [{"kind": "record_kill", "monster": monster} for monster in MONSTERS]
    return [one | {"hero": hero} for one in (*rest, *finds, *kills)]


@dataclass(frozen=True)
class Device:
    """The game master's; what is tapped twice by mistake has one key."""

    table: Table

    def calls(self, command: dict[str, Any], key: str) -> None:
        """By the API."""
        status, answer = self.table.send("gm", "POST", "acts/", command, key=key)
        assert status in (200, 201), answer

    def taps(self, command: dict[str, Any], key: str) -> None:
        """By a button of the hero's sheet, as htmx sends it."""
        where = f"{self.table.base}heroes/{command['hero']}/"
        form = {"tap": urlencode(command), "key": key, "next": where, "csrfmiddlewaretoken": CSRF}
        signed = f"{self.table.cookie('gm')['cookie']}; csrftoken={CSRF}"
        request = urllib.request.Request(
            f"{self.table.server.url}{self.table.base}acts/",
            urlencode(form).encode(),
            {"cookie": signed, "hx-request": "true"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert answer.status == 200


def at_once(table: Table, sent: Iterable[tuple[dict[str, Any], str]]) -> None:
    """Two from each device in turn, all in the same moment; a refusal or an error raises."""
    device, sent = Device(table), list(sent)
    together = Barrier(len(sent))

    def one(number: int) -> None:
        command, key = sent[number]
        together.wait(30)
        (device.calls, device.taps)[number // 2 % 2](command, key)

    with ThreadPoolExecutor(len(sent)) as pool:
        list(pool.map(one, range(len(sent))))


def assert_fifty_fields_survive(table: Table) -> None:
    table.does("gm", "open_quest", quest="the-fire-mage", heroes=[table.hero])
    before = table.sheet("gm")
    wanted = fields_of(table.hero)
    assert len(wanted) == 50
    at_once(table, ((command, str(uuid.uuid4())) for command in wanted))
    after, tally = table.sheet("gm"), table.tally("gm")
    assert after["tracks"]["body"]["now"] == before["tracks"]["body"]["now"] - 3
    assert after["tracks"]["mind"]["now"] == before["tracks"]["mind"]["now"] - 1
    assert after["gold"] == before["gold"] + 70
    found = {item["key"]: item["quantity"] for item in after["items"]}
    assert {key: found.get(key) for key in ITEMS} == dict.fromkeys(ITEMS, 1)
    assert {one["monster"]: one["count"] for one in tally["kills"]} == dict.fromkeys(MONSTERS, 1)
    assert tally["deeds"] == {"trap_disarmed": 1}


def assert_twenty_taps_are_twenty(table: Table) -> None:
    """Each of them hit twice, as thumbs do."""
    before = table.sheet("gm")["gold"]
    tap = {"kind": "find_gold", "hero": table.hero, "amount": 1}
    at_once(table, ((tap, key) for key in [str(uuid.uuid4()) for _ in range(20)] for _ in range(2)))
    assert table.sheet("gm")["gold"] == before + 20
