"""The sorcerer's stock is the game master's secret: nobody else can tell what is in it, from anything they may read."""

import re
import uuid
from dataclasses import dataclass
from typing import Any

import pytest

from accounts.models import User
from campaigns.seats import add_seat, found
from tests.api.game import RULESET, Game
from tests.conftest import program, signed_in

PLANTED = "gargoyle-master"
REASON = "seen on the sheet of the sorcerer"
CREDITED = ("stock_credited", "Zargon’s stock", "Stock du sorcier", "stock_next")
CHANGING = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "<uuid>"),
    (re.compile(r"\b[0-9a-f]{12}(?:[0-9a-f]{20})?\b"), "<key>"),
    (re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|[+-]\d\d:\d\d)?|\d\d:\d\d"), "<time>"),
    (re.compile(r"\b[A-Za-z0-9]{64}\b"), "<token>"),
    (re.compile(r'ground-\d+|class="weave" d="[^"]*"'), "<drawn from the hero's key>"),
    (re.compile(r'name="reviewed" value="[0-9a-f]*"'), "<reviewed>"),
)


@dataclass
class Table:
    """A campaign with a stock, a hero of the player's, and the pages beside the programs."""

    game: Game
    hero: str
    pages: dict[str, Any]
    acts: list[dict[str, Any]]


def play(gm: User, player: User, watcher: User, name: str, monster: str, count: int, reason: str) -> Table:
    """The same evening, but for what the game master writes into the stock."""
    campaign = found(gm, name, RULESET, "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    add_seat(campaign, watcher, "Watcher", "spectator")
    game = Game(campaign, *map(program, (gm, player, watcher, watcher, watcher)))
    hero = game.recruits(game.player)
    game.does(game.gm, "correct_stock", monster=monster, count=count, reason=reason)
    game.does(game.gm, "correct_hero", hero=hero, xp=100, reason="from paper")
    choices = {"skill": "barbarian-critical-blow"}
    preview = game.previews(game.player, "gain_level", hero=hero, choices=choices).json()
    key = str(uuid.uuid4())
    sent = [
        game.send(game.player, "gain_level", key=key, hero=hero, choices=choices).json() for _ in range(2)
    ]
    undone = game.undoes(game.player, sent[0]["seq"]).json()
    again = game.does(game.player, "gain_level", hero=hero, choices=choices)
    clients = {"gm": signed_in(gm), "player": signed_in(player), "spectator": signed_in(watcher)}
    return Table(game, hero, clients, [preview, *sent, undone, again])


@pytest.fixture
def watcher(db: None) -> User:
    return User.objects.create_user("watcher")


@pytest.fixture
def table(gm: User, player: User, watcher: User) -> Table:
    return play(gm, player, watcher, "The cellar gang", PLANTED, 3, REASON)


def addresses(table: Table) -> list[str]:
    """Whatever a member may read of a campaign, by page and by program."""
    base, hero = f"/campaigns/{table.game.campaign.id}/", table.hero
    seqs = range(1, 12)
    pages = [
        "", "heroes/", f"heroes/{hero}/", f"heroes/{hero}/?tab=more", f"heroes/{hero}/?tab=kill", "table/", "acts/",
        f"acts/?hero={hero}", "acts/?kind=gain_level", "acts/?kind=correct_stock", f"heroes/{hero}/numbers/xp/",
        f"heroes/{hero}/level/", f"do/gain_level/?hero={hero}", f"do/record_kill/?hero={hero}", "do/reveal_evolution/",
        "do/correct_stock/", "do/set_house_rule/",
    ]  # fmt: skip
    programs = [
        "", "state/", "heroes/", f"heroes/{hero}/", "offers/", f"offers/?hero={hero}", "offers/?kind=reveal_evolution",
        "acts/", f"acts/?hero={hero}", "acts/?since=0", "seats/", *(f"acts/{seq}/" for seq in seqs),
    ]  # fmt: skip
    book = f"/rulebooks/{RULESET}/?campaign={table.game.campaign.id}"
    return [*(base + page for page in pages), *(f"/api/v1{base}{one}" for one in programs), book]


def read(table: Table, who: str) -> dict[str, str]:
    """Every answer with its status, as anybody's eyes see it; what differs from campaign to campaign is blotted out."""
    found = {}
    for address in addresses(table):
        program_of = {"gm": table.game.gm, "player": table.game.player, "spectator": table.game.spectator}
        client = program_of[who] if address.startswith("/api/") else table.pages[who]
        response = client.get(address)
        version = response.headers.get("Questkeep-Version", "")
        found[blotted(address)] = blotted(f"{response.status_code} {version} {response.content.decode()}")
    return found


def blotted(text: str) -> str:
    for pattern, instead in CHANGING:
        text = pattern.sub(instead, text)
    return text


def test_the_game_master_finds_the_stock_wherever_it_is_told(table: Table) -> None:
    seen = read(table, "gm")
    campaign = "/campaigns/<uuid>/"
    for address in (campaign, f"{campaign}acts/", f"/api/v1{campaign}state/", f"/api/v1{campaign}acts/"):
        assert (
            PLANTED in seen[address]
            or "Gargoyle master" in seen[address]
            or "gargoyle master" in seen[address]
        )
    state = table.game.read(table.game.gm, "state/")
    assert state["stock"] == {PLANTED: 3, "goblin-champion": 1}
    assert {"level": 3, "place": 1, "monsters": ["goblin-champion"]} in state["stock_next"]


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_nobody_else_finds_anything_of_it(table: Table, who: str) -> None:
    for address, answer in read(table, who).items():
        assert not [word for word in (PLANTED, "argoyle master", REASON, *CREDITED) if word in answer], (
            address
        )


def test_a_level_tells_its_player_nothing_of_what_it_gave(table: Table) -> None:
    preview, first, replayed, undone, again = table.acts
    for answer in (preview, first, replayed, again):
        assert [event["kind"] for event in answer["events"]] == ["level_gained"]
    assert undone["events"] == []
    assert not [word for word in CREDITED if word in str(table.acts)]
    assert preview["receipts"] == []


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_two_campaigns_that_differ_in_the_stock_alone_read_alike(
    gm: User, player: User, watcher: User, who: str
) -> None:
    tables = [
        play(gm, player, watcher, "The cellar gang", monster, count, reason)
        for monster, count, reason in ((PLANTED, 3, REASON), ("demon", 7, "otherwise"))
    ]
    for table in tables:
        into_the_dungeon(table)
    left, right = (read(table, who) for table in tables)
    assert left == right
    assert sum(answer.startswith("200") for answer in left.values()) > 25


@pytest.mark.parametrize("who", ["player", "spectator"])
def test_two_campaigns_that_differ_in_the_room_alone_read_alike(
    gm: User, player: User, watcher: User, who: str
) -> None:
    """One is of the plan, the other of none: those who stand in it look the same."""
    read_alike = []
    for room in ({"room": 7}, {}):
        table = play(gm, player, watcher, "The cellar gang", PLANTED, 3, REASON)
        into_the_dungeon(table)
        placed = table.game.does(table.game.gm, "place_monsters", monsters={"orc": 2}, **room)
        assert ("room_revealed" in str(placed["events"])) == bool(room)
        for _ in range(2):
            seq = table.game.read(table.game.gm, "acts/")["results"][0]["seq"]
            assert table.game.undoes(table.game.gm, seq).status_code == 201
        read_alike.append(read(table, who))
    assert read_alike[0] == read_alike[1]


def into_the_dungeon(table: Table) -> None:
    """The level that is still due, and a quest."""
    table.game.does(table.game.player, "gain_level", hero=table.hero)
    table.game.does(table.game.gm, "open_quest", quest="melars-maze", heroes=[table.hero])


def test_a_players_tally_is_warned_by_what_all_have_seen(gm: User, player: User, watcher: User) -> None:
    said = []
    for monster, count in ((PLANTED, 3), ("demon", 7)):
        table = play(gm, player, watcher, "The cellar gang", monster, count, "paper")
        into_the_dungeon(table)
        game, hero = table.game, table.hero
        said.append(game.does(game.player, "record_kill", hero=hero, monster=PLANTED)["warnings"])
    assert said[0] == said[1] != []


def test_what_is_revealed_is_there_for_all(table: Table) -> None:
    game, hero = table.game, table.hero
    into_the_dungeon(table)
    shown = game.does(game.gm, "reveal_evolution", monster=PLANTED, replaces="gargoyle")
    assert [event["kind"] for event in shown["events"]] == ["monster_evolved"]
    public = game.read(game.player, "state/")
    assert public["quest"]["reveals"] == [{"reveal": 1, "monster": PLANTED}]
    assert "stock" not in public
    (act,) = [act for act in game.read(game.player, "acts/")["results"] if act["kind"] == "reveal_evolution"]
    assert act["events"] == shown["events"]
    assert game.does(game.player, "record_kill", hero=hero, monster=PLANTED)["warnings"] == []
    assert game.does(game.player, "record_kill", hero=hero, monster=PLANTED)["warnings"] != []


@pytest.mark.parametrize("kind", ["reveal_evolution", "correct_stock"])
def test_the_stock_is_not_a_players_to_touch(table: Table, kind: str) -> None:
    fields = {"monster": PLANTED, "replaces": "gargoyle"} if kind == "reveal_evolution" else {}
    fields |= {} if fields else {"monster": PLANTED, "count": 1, "reason": "?"}
    answer = table.game.send(table.game.player, kind, **fields)
    assert answer.status_code == 403
    assert PLANTED not in answer.content.decode()


def test_taking_back_a_level_takes_its_credit_back(table: Table) -> None:
    game = table.game
    seq = next(act["seq"] for act in game.read(game.gm, "acts/")["results"] if act["kind"] == "gain_level")
    assert game.undoes(game.gm, seq).status_code == 201
    assert game.read(game.gm, "state/")["stock"] == {PLANTED: 3}


def test_an_evolution_in_use_stands_in_the_way_of_the_level_that_gave_it(table: Table) -> None:
    game, hero = table.game, table.hero
    seq = next(act["seq"] for act in game.read(game.gm, "acts/")["results"] if act["kind"] == "gain_level")
    game.does(game.gm, "correct_hero", hero=hero, xp=-60, reason="a slip")
    game.does(game.gm, "open_quest", quest="melars-maze", heroes=[hero])
    used = game.does(game.gm, "reveal_evolution", monster="goblin-champion", replaces="goblin")
    refusal = game.undoes(game.gm, seq).json()
    assert refusal["code"] == "undo_blocked"
    assert refusal["params"]["seq"] <= used["seq"]
