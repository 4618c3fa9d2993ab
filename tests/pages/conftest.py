from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from accounts.models import User
from campaigns.seats import add_seat, found
from tests import toy
from tests.campaigns.group import Group
from tests.conftest import signed_in
from tests.flushing import flushes_lift_the_triggers  # noqa: F401


@pytest.fixture(autouse=True)
def toy_game() -> Iterator[None]:
    with toy.plugged_in():
        yield


@pytest.fixture(autouse=True)
def audited_acts(settings: Any) -> None:
    settings.QUESTKEEP_AUDIT_EVERY_ACT = True


@pytest.fixture
def group(gm: User, player: User) -> Group:
    """A campaign with its game master and one player."""
    campaign = found(gm, "The cellar gang", toy.KEY, "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    return Group(campaign, gm, player)


@pytest.fixture
def hero(group: Group) -> str:
    return group.recruits(group.player)


@pytest.fixture
def base(group: Group) -> str:
    return f"/campaigns/{group.campaign.id}/"


@pytest.fixture
def sheet(base: str, hero: str) -> str:
    return f"{base}heroes/{hero}/"


@pytest.fixture
def spectator_client(group: Group) -> Client:
    user = User.objects.create_user("watcher")
    add_seat(group.campaign, user, "Watcher", "spectator")
    return signed_in(user)


@dataclass
class Form:
    """A form of a page: its address and what a browser would send, by button."""

    action: str
    fields: list[tuple[str, str]]
    buttons: list[dict[str, str]]

    def value(self, name: str) -> str:
        return dict(self.fields)[name]

    def sends(self, **changed: str) -> str:
        """The body, with some fields filled in otherwise."""
        names = {name.replace("__", "."): value for name, value in changed.items()}
        kept = [(name, value) for name, value in self.fields if name not in names]
        return urlencode([*kept, *names.items()])


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self.buttons: list[dict[str, str]] = []
        self.current: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.current = self.forms[at.get("id", at.get("action", ""))] = Form(at.get("action", ""), [], [])
        elif (
            tag == "input" and self.current and at.get("type") not in ("checkbox", "radio")
        ) or "checked" in at:
            if self.current and at.get("name"):
                self.current.fields.append((at["name"], at.get("value", "")))
        elif tag == "button":
            self.buttons.append(at)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.current = None


def forms(page: Any) -> dict[str, Form]:
    """The forms of an answer by id, with the buttons that belong to them."""
    parser = _Forms()
    parser.feed(page.content.decode())
    for button in parser.buttons:
        if button.get("form") in parser.forms:
            parser.forms[button["form"]].buttons.append(button)
    return parser.forms


FORM = "application/x-www-form-urlencoded"


def press(client: Client, page: Any, form: str, number: int = 0, **headers: str) -> Any:
    """Press a button that belongs to a form, as a browser without script would (with `HX-…` headers: as htmx)."""
    found = forms(page)[form]
    button = found.buttons[number]
    body = urlencode([*found.fields, *([(button["name"], button["value"])] if "name" in button else [])])
    return client.post(button.get("formaction", found.action), body, content_type=FORM, headers=headers)
