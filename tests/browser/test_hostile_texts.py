"""Nothing that is typed runs, as Chromium reads it: no dialog, no script struck, no complaint of the content policy."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from campaigns.models import HeroRow
from tests.conftest import signed_in
from tests.defence.hostile import table_of
from tests.defence.test_stored_script import HOSTILE_PROSE, PAYLOADS
from tests.secrets.table import Table, everybody

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FOREIGN = """() => [...document.querySelectorAll("*")].flatMap((one) => [...one.attributes]
  .filter(({name, value}) => /^(on|hx-on|style$|srcdoc$)/i.test(name)
    || (/^(href|src|action|formaction|data|xlink:href|hx-get|hx-post)$/i.test(name)
      && /^\\s*(javascript|vbscript|data:text)/i.test(value)))
  .map(({name, value}) => `${one.tagName} ${name}=${value}`)
  .concat(/^(qk|style|iframe|object|embed|base)/i.test(one.tagName) ? [one.tagName] : []))"""
"""As the browser has built it: elements and attributes that none of our pages has."""
STRUCK = "window.struck = []; window.qk = (...told) => window.struck.push(told);"


def addresses(table: Table) -> list[str]:
    base = f"/campaigns/{table.campaign.pk}/"
    hero = HeroRow.objects.filter(campaign=table.campaign).earliest("pk").key
    pages = [
        "",
        "acts/",
        "heroes/",
        "table/",
        "people/",
        "settings/",
        "notes/",
        "documents/",
        "hidden-rolls/",
        "odds/",
    ]
    documents = [
        reverse("document", args=[table.campaign.pk, one.pk]) for one in table.campaign.documents.all()
    ]
    forms = [f"{base}do/{kind}/?hero={hero}" for kind in ("rename_hero", "find_gold", "close_quest")]
    edits = [f"{one}edit/" for one in documents] + [f"{one}history/" for one in documents]
    own = [f"{base}{page}" for page in pages] + [
        f"{base}heroes/{hero}/",
        f"{base}heroes/{hero}/numbers/gold/",
    ]
    return ["/campaigns/", "/accounts/", *own, *documents, *edits, *forms]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_nothing_that_is_typed_runs(page: Page, live_server: Any, payload: str) -> None:
    users = everybody()
    table = table_of(users, payload, HOSTILE_PROSE + payload)
    client = signed_in(users.users["gm"])
    client.post("/accounts/tokens/", {"name": payload[:60], "scopes": "read", "lifetime": "30"})
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.context.add_init_script(STRUCK)
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for address in addresses(table):
        answer = page.goto(live_server.url + address, wait_until="load")
        assert answer
        assert answer.status in (200, 403), address
        assert page.evaluate(FOREIGN) == [], address
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert page.evaluate("window.struck") == [], address
        assert dialogs == [], address
        assert page.evaluate("location.origin") == live_server.url
