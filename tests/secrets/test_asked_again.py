"""Between coming in and writing, somebody may have been removed or given another role: what they began is not finished."""

import ast
import inspect
import uuid
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import campaigns
import characters
from campaigns import inviting, people, seats
from campaigns.access import Entrance, enter, enter_as_guest, sit_in
from campaigns.acts import perform
from campaigns.answers import Accepted, Envelope, Refusal
from campaigns.documents import hidden_rolls, writing
from campaigns.documents.contents import Content
from campaigns.models import Campaign, Document, DocumentVersion, HeroOwner, HiddenRoll, Invitation, Seat
from campaigns.undo import undo
from tests.secrets.gathering import Gathering, gathered
from tests.secrets.roles import SETTLERS

pytestmark = pytest.mark.django_db

MODULES: tuple[ModuleType, ...] = (inviting, people, seats, writing, hidden_rolls)
ROLL = hidden_rolls.NewHiddenRoll((hidden_rolls.Handful("d6"),))
Begun = Callable[[Entrance, Gathering], Any]


def document(of: Gathering) -> uuid.UUID:
    return uuid.UUID(of.names["document"])


BEGUN: dict[str, Begun] = {
    "invite": lambda entrance, of: inviting.invite(entrance, "player"),
    "revoke": lambda entrance, of: inviting.revoke(entrance, uuid.UUID(of.names["invitation"])),
    "change_role": lambda entrance, of: people.change_role(entrance, of.names["seat"], "spectator"),
    "rename_seat": lambda entrance, of: people.rename_seat(entrance, of.names["seat"], "Mine"),
    "remove": lambda entrance, of: people.remove(entrance, of.names["seat"]),
    "hand_over_hero": lambda entrance, of: people.hand_over_hero(
        entrance, of.names["hero"], of.names["seat"]
    ),
    "take_hero": lambda entrance, of: people.take_hero(entrance, of.names["hero"]),
    "hand_over_campaign": lambda entrance, of: people.hand_over_campaign(entrance, of.names["seat"]),
    "settle": lambda entrance, of: people.settle(entrance, "Mine", None),
    "delete": lambda entrance, of: people.delete(entrance, of.names["name"]),
    "delete_campaign": lambda entrance, of: seats.delete_campaign(entrance),
    "open_to_public": lambda entrance, of: people.open_to_public(entrance),
    "close_to_public": lambda entrance, of: people.close_to_public(entrance),
    "create": lambda entrance, of: writing.create(entrance, "note", Content(title="Mine"), uuid.uuid4()),
    "change": lambda entrance, of: writing.change(entrance, document(of), Content(title="Mine"), 1),
    "bring_back": lambda entrance, of: writing.bring_back(entrance, document(of), 1, 1),
    "delete (writing)": lambda entrance, of: writing.delete(entrance, document(of)),
    "undelete": lambda entrance, of: writing.undelete(entrance, document(of)),
    "throw": lambda entrance, of: hidden_rolls.throw(entrance, ROLL, uuid.uuid4()),
}
"""Every change beside the game, as somebody would make it who may."""
GAME: dict[str, Begun] = {
    "perform": lambda entrance, of: perform(
        entrance, {"kind": "open_quest", "quest": "the-trial", "heroes": []}, Envelope(str(uuid.uuid4()))
    ),
    "undo": lambda entrance, of: undo(entrance, 1, through=True, envelope=Envelope(str(uuid.uuid4()))),
}
OWNERS = ("hand_over_campaign", "delete", "delete_campaign")
PLAYERS = ("take_hero",)


@pytest.fixture
def of(db: None) -> Gathering:
    return gathered()


def rows() -> list[Any]:
    kinds = (Campaign, Seat, Invitation, HeroOwner, Document, DocumentVersion, HiddenRoll)
    return [list(kind._default_manager.order_by("pk").values()) for kind in kinds]


def refusal(outcome: Any) -> int:
    assert isinstance(outcome, Refusal), outcome
    return outcome.status


def who_begins(name: str) -> str:
    return "owner" if name in OWNERS else "player" if name in PLAYERS else "gm"


@pytest.mark.parametrize("name", BEGUN | GAME)
def test_who_was_removed_meanwhile_is_not_there(of: Gathering, name: str) -> None:
    who = who_begins(name)
    entrance = of.table.entrance(who)
    Seat.objects.filter(pk=entrance.seat.pk).update(removed_at=entrance.campaign.created_at, owner=False)
    before = rows()
    assert refusal((BEGUN | GAME)[name](entrance, of)) == 404
    assert rows() == before


@pytest.mark.parametrize("name", BEGUN | GAME)
def test_who_has_less_to_say_meanwhile_is_told_so(of: Gathering, name: str) -> None:
    entrance = of.table.entrance(who_begins(name))
    if name in OWNERS:
        assert isinstance(people.hand_over_campaign(entrance, of.table.seat("co-gm").key), Seat)
    else:
        less = "spectator" if name in PLAYERS else "player"
        lowered = people.change_role(of.table.entrance("owner"), entrance.seat.key, less)
        assert isinstance(lowered, Seat)
    before = rows()
    assert refusal((BEGUN | GAME)[name](entrance, of)) == 403
    assert rows() == before


@pytest.mark.parametrize("name", BEGUN)
def test_a_campaign_deleted_meanwhile_is_not_there(of: Gathering, name: str) -> None:
    entrance = of.table.entrance(who_begins(name))
    assert people.delete(of.table.entrance("owner"), of.names["name"]) is None
    before = rows()
    assert refusal(BEGUN[name](entrance, of)) == 404
    assert rows() == before


@pytest.mark.parametrize("name", BEGUN | GAME)
def test_who_looks_from_another_seat_or_has_none_changes_nothing(of: Gathering, name: str) -> None:
    """The pages refuse it before; should one forget to, nothing is written all the same."""
    campaign = Campaign.objects.get()
    guest = enter_as_guest(campaign.pk, campaign.public_hash)
    looking = sit_in(of.table.entrance("gm"), of.table.seat("co-gm").key)
    assert looking is not None
    for entrance in (guest, looking):
        before = rows()
        assert refusal((BEGUN | GAME)[name](entrance, of)) in (403, 404)
        assert rows() == before


def test_a_hero_handed_over_meanwhile_is_not_handed_on(of: Gathering) -> None:
    entrance, hero = of.table.entrance("player"), of.names["hero"]
    assert isinstance(people.hand_over_hero(of.table.entrance("gm"), hero, of.names["seat"]), Seat)
    assert refusal(people.hand_over_hero(entrance, hero, of.table.seat("player").key)) == 403


def test_a_name_given_meanwhile_is_not_lost(of: Gathering) -> None:
    """Only the time zone is set: the name stays what it is by then."""
    entrance = of.table.entrance("gm")
    people.settle(of.table.entrance("owner"), "A new name", None)
    people.settle(entrance, None, "Europe/Berlin")
    assert Campaign.objects.values_list("name", "timezone").get() == ("A new name", "Europe/Berlin")


def test_who_may_still_is_let_on(of: Gathering) -> None:
    """Else the tests above would hold for a door that is always shut."""
    made = writing.create(of.table.entrance("gm"), "note", Content(title="Mine"), uuid.uuid4())
    assert isinstance(made, writing.Made)
    for who in sorted(SETTLERS):
        assert isinstance(people.settle(of.table.entrance(who), who, None), Campaign)
    done = GAME["perform"](enter(of.table.users["gm"], Campaign.objects.get().pk), of)
    assert isinstance(done, Refusal | Accepted)
    assert getattr(done, "status", 422) == 422


def asking(module: ModuleType) -> set[str]:
    return {
        name
        for name, one in vars(module).items()
        if inspect.isfunction(one) and one.__module__ == module.__name__ and hasattr(one, "__wrapped__")
    }


def test_every_change_beside_the_game_is_begun_here() -> None:
    known = {name.partition(" ")[0] for name in BEGUN}
    found = set().union(*(asking(module) for module in MODULES))
    assert found == known, "say in BEGUN how it is begun"


STORES = frozenset({"save", "create", "bulk_create", "update", "update_or_create", "get_or_create", "delete"})
FOLDERS = tuple(Path(package.__path__[0]) for package in (campaigns, characters))


def stores(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in STORES
        for node in ast.walk(function)
    )


def decorators(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in function.decorator_list if isinstance(node, ast.Name)}


def test_whatever_takes_an_entrance_and_stores_asks_again() -> None:
    files = [file for folder in FOLDERS for file in folder.rglob("*.py")]
    functions = [
        (file, node)
        for file in files
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.args.args and node.args.args[0].arg == "entrance"
    ]
    assert len(functions) > 100
    bare = [
        f"{file.name}: {node.name}"
        for file, node in functions
        if not node.name.startswith("_") and stores(node) and "asking_again" not in decorators(node)
    ]
    assert bare == [], "decorate it with campaigns.door.asking_again"
