"""A campaign played by programs: each person has a client, everything goes over the API."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Any

from rest_framework.test import APIClient

from campaigns.models import Campaign, Entry, HeroRow, Seat

RULESET = "heroquest_evolution"
PROBLEM = "application/problem+json"


@dataclass
class Game:
    """`gm` is the owner too; the `spectator` only reads; the `stranger` has no seat."""

    campaign: Campaign
    gm: APIClient
    player: APIClient
    spectator: APIClient
    stranger: APIClient
    anonymous: APIClient

    def at(self, rest: str = "") -> str:
        return f"/api/v1/campaigns/{self.campaign.id}/{rest}"

    def send(
        self, client: APIClient, kind: str, *, key: str | None = None, to: str = "acts/", **fields: Any
    ) -> Any:
        """Posts a command with a fresh key, unless told which."""
        headers = {"idempotency-key": key or str(uuid.uuid4())}
        return client.post(self.at(to), {"kind": kind, **fields}, headers=headers)

    def does(self, client: APIClient, kind: str, **fields: Any) -> dict[str, Any]:
        response = self.send(client, kind, **fields)
        assert response.status_code == 201, response.content
        answer: dict[str, Any] = response.json()
        return answer

    def previews(self, client: APIClient, kind: str, **fields: Any) -> Any:
        return client.post(self.at("acts/preview/"), {"kind": kind, **fields})

    def recruits(
        self, client: APIClient, name: str = "Brom", hero_class: str = "barbarian", **fields: Any
    ) -> str:
        answer = self.does(client, "recruit_hero", name=name, hero_class=hero_class, **fields)
        hero: str = answer["events"][0]["hero"]
        return hero

    def undoes(self, client: APIClient, seq: int, **body: Any) -> Any:
        headers = {"idempotency-key": str(uuid.uuid4())}
        return client.post(self.at(f"acts/{seq}/undo/"), body, headers=headers)

    def read(self, client: APIClient, rest: str = "", **query: Any) -> dict[str, Any]:
        response = client.get(self.at(rest), query)
        assert response.status_code == 200, response.content
        answer: dict[str, Any] = response.json()
        return answer

    def written(self) -> tuple[Any, ...]:
        """Everything that must be as it was where nothing was written."""
        campaign = Campaign.objects.get(pk=self.campaign.pk)
        return (
            campaign.version,
            campaign.name,
            campaign.deleted_at,
            Entry.objects.count(),
            HeroRow.objects.count(),
            Seat.objects.count(),
            Campaign.objects.count(),
        )


def problem(response: Any, status: int) -> dict[str, Any]:
    """The problem document of an answer of that status."""
    assert response.status_code == status, response.content
    assert response.headers["Content-Type"] == PROBLEM
    body: dict[str, Any] = response.json()
    assert {"type", "title", "status", "detail"} <= set(body)
    assert body["status"] == status
    return body


def fields_of(body: dict[str, Any]) -> list[str]:
    return [error["field"] for error in body["errors"]]
