"""What a person asks of the site, as calls that can be timed and counted."""

from __future__ import annotations

import uuid
from urllib.parse import urlencode

from django.http import HttpResponse

from campaigns.answers import Plain
from campaigns.bench.browser import HTMX, Browser
from campaigns.bench.making import Table
from campaigns.forms import pairs


class Visit:
    """One person's visits to one campaign, from the page of one hero."""

    def __init__(self, table: Table, browser: Browser) -> None:
        self.table, self.browser = table, browser
        self.base = f"/campaigns/{table.campaign.pk}/"
        self.sheet_url = f"{self.base}heroes/{table.hero}/"
        self.by = 1

    def floor(self) -> HttpResponse:
        return checked(self.browser.get(f"/bench/{self.table.campaign.pk}/"))

    def campaign(self) -> HttpResponse:
        return checked(self.browser.get(self.base))

    def sheet(self) -> HttpResponse:
        return checked(self.browser.get(self.sheet_url))

    def shop(self) -> HttpResponse:
        return checked(self.browser.get(f"{self.base}do/{self.table.script.shop}/?hero={self.table.hero}"))

    def unchanged(self) -> HttpResponse:
        return checked(self.browser.get(self.sheet_url, HTTP_IF_NONE_MATCH=self.tag), 304)

    def look(self) -> None:
        """The tag of the sheet as it is now."""
        self.tag = self.sheet()["ETag"]

    def act(self) -> HttpResponse:
        """A tap on the sheet, answered by the sheet; every other one takes back what the one before did."""
        self.by = -self.by
        return self.send(self.table.script.act | {"by": self.by})

    def send(self, step: Plain) -> HttpResponse:
        """A step of the script from the sheet, which answers."""
        fields = pairs(self.table.plain(step))
        form = {"tap": urlencode(fields), "key": str(uuid.uuid4()), "next": self.sheet_url}
        return checked(self.browser.post(f"{self.base}acts/", form, **HTMX))


def checked(response: HttpResponse, status: int = 200) -> HttpResponse:
    assert response.status_code == status, (response.status_code, response.content[:500])
    return response
