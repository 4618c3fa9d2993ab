"""A group at its table, for tests: everything it does goes through `perform` and `undo`."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from campaigns.access import Entrance, enter
from campaigns.acts import Accepted, Envelope, Preview, Refusal, perform, preview
from campaigns.audit import audit_campaign
from campaigns.models import Campaign, Entry, Seat
from campaigns.undo import undo
from rules.kernel.dice import Thrown


def envelope(
    key: str | None = None,
    behalf: str | None = None,
    app: bool = False,
    if_match: int | None = None,
    **faces: Any,
) -> Envelope:
    """`gold=[3]` throws a 3 for gold on the table."""
    rolls = tuple(Thrown(purpose, tuple(shown)) for purpose, shown in faces.items())
    return Envelope(key or str(uuid.uuid4()), behalf, rolls, app, if_match)


@dataclass
class Group:
    campaign: Campaign
    gm: User
    player: User
    people: dict[str, User] = field(default_factory=dict)

    def enter(self, user: User) -> Entrance:
        return enter(user, self.campaign.pk)

    def seat(self, user: User) -> Seat:
        return Seat.objects.get(campaign=self.campaign, user=user)

    def tries(
        self, user: User, kind: str, *, around: Envelope | None = None, **fields: Any
    ) -> Accepted | Refusal:
        return perform(self.enter(user), {"kind": kind, **fields}, around or envelope())

    def does(self, user: User, kind: str, *, around: Envelope | None = None, **fields: Any) -> Accepted:
        answer = self.tries(user, kind, around=around, **fields)
        assert isinstance(answer, Accepted), answer
        return answer

    def recruits(self, user: User, name: str = "Merin") -> str:
        hero: str = self.does(user, "recruit_hero", name=name).events[0]["hero"]
        return hero

    def previews(
        self, user: User, kind: str, *, around: Envelope | None = None, **fields: Any
    ) -> Preview | Refusal:
        return preview(self.enter(user), {"kind": kind, **fields}, around or Envelope())

    def tries_undo(
        self, user: User, seq: int, *, through: bool = False, around: Envelope | None = None
    ) -> Accepted | Refusal:
        return undo(self.enter(user), seq, through=through, envelope=around or envelope())

    def undoes(
        self, user: User, seq: int, *, through: bool = False, around: Envelope | None = None
    ) -> Accepted:
        answer = self.tries_undo(user, seq, through=through, around=around)
        assert isinstance(answer, Accepted), answer
        return answer

    @property
    def state(self) -> Any:
        return self.enter(self.gm).state()

    @property
    def length(self) -> int:
        return Entry.objects.filter(campaign=self.campaign).count()

    def is_sound(self) -> None:
        """The whole audit finds nothing."""
        assert [str(finding) for finding in audit_campaign(self.campaign.pk)] == []
