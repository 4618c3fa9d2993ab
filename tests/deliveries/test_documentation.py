"""What the documentation and the page say about the signature is what is sent."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest

from config.settings import BASE_DIR
from deliveries.webhooks.messages import signature
from tests.conftest import signed_in
from tests.deliveries.hooks import delivers, tells

BODY = '{"é": "1"}'


def recipe() -> str:
    text = (BASE_DIR / "docs" / "webhooks.md").read_text()
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def is_genuine() -> Callable[[str, str, bytes], bool]:
    names: dict[str, Callable[[str, str, bytes], bool]] = {}
    exec(recipe(), names)
    return names["is_genuine"]


@pytest.mark.django_db
def test_the_recipe_accepts_what_is_sent(game, receiver, is_genuine):
    hook = tells(game, receiver.url())
    game.recruits(game.player, "Émilie")
    delivers()
    (message,) = receiver.messages
    said = message.headers["questkeep-signature"]
    assert is_genuine(hook.secret, said, message.body)
    assert not is_genuine(hook.secret, said, message.body + b" ")
    assert not is_genuine("whsec_other", said, message.body)


def test_the_recipe_refuses_what_is_old(is_genuine):
    assert not is_genuine("secret", signature("secret", 1_000_000, BODY), BODY.encode())


@pytest.mark.django_db
def test_the_page_has_the_same_recipe(game, gm, receiver):
    hook = tells(game, receiver.url())
    page = signed_in(gm).get(f"/campaigns/{game.campaign.id}/webhooks/{hook.pk}/").content.decode()
    assert recipe().strip() in unescape(page)
