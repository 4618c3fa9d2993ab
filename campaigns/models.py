"""Rows: the people of a campaign, its ledger, and what is derived from the ledger.

Only `ledger` writes entries, only `snapshots` states, only `projections` the rest of what is derived.
"""

from __future__ import annotations

import uuid
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.kernel.messages import LINE

ONE_LINE = RegexValidator(LINE, _("Control characters are not allowed here."))


class Campaign(models.Model):
    """A running game of one group. `version` is the seq of the last entry (0: none), `head_hash` its hash.

    `unverified`: it came from a file that this server did not sign. An empty time zone is the site's; `public_hash` is that of the read-only link, empty where there is none; `seating` counts
    the changes of who sits there, whose the heroes are and what they look like, which no act tells of; `faces` names the
    portrait of each hero who has one, as the rows of portraits have it, so that no page asks for it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80, validators=[ONE_LINE])
    ruleset = models.CharField(_("rulebook"), max_length=60)
    version = models.PositiveIntegerField(default=0)
    head_hash = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)
    timezone = models.CharField(_("time zone"), max_length=64, blank=True, default="")
    public_hash = models.CharField(max_length=64, blank=True, default="", db_index=True)
    seating = models.PositiveIntegerField(default=0)
    unverified = models.BooleanField(default=False)
    faces = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    GM = "gm", _("Game master")
    PLAYER = "player", _("Player")
    SPECTATOR = "spectator", _("Spectator")


class Seat(models.Model):
    """A place in a campaign. It stays when the person goes; `key` is what the ledger knows of it.

    `vacant`: it came with an import, and nobody has sat here yet.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="seats")
    key = models.CharField(max_length=20)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    name = models.CharField(_("name at the table"), max_length=60, validators=[ONE_LINE])
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    owner = models.BooleanField(default=False)
    vacant = models.BooleanField(default=False)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="seat_key_unique"),
            models.UniqueConstraint(
                fields=["campaign", "user"], condition=Q(removed_at=None), name="one_live_seat_per_person"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_live(self) -> bool:
        return self.removed_at is None


class Invitation(models.Model):
    """A link that seats whoever follows it: in a role, at a given hero, or in a vacant seat. Its token is kept as a hash,
    and so is the short code that does the same for who types it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, blank=True, default="")
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    hero = models.CharField(max_length=80, blank=True, default="")
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, blank=True, related_name="+")
    created_by = models.ForeignKey(Seat, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    uses_left = models.PositiveSmallIntegerField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["code_hash"], condition=~Q(code_hash=""), name="invitation_code_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.hero}".strip()

    @property
    def is_live(self) -> bool:
        return self.revoked_at is None and self.uses_left > 0 and self.expires_at > timezone.now()


class Secret(models.Model):
    """What only the game masters of a campaign may see: rows that no act, version, ETag, count or history speaks of."""

    class Meta:
        abstract = True


class Document(Secret):
    """A document of the game masters, or a note they share. `content` is what its last version says, `words` how it is found.

    Of a shared note everybody may read the title and the body, and never whether anything else of it was changed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=20)
    quest = models.CharField(max_length=80, blank=True, default="")
    title = models.CharField(max_length=120, validators=[ONE_LINE])
    shared = models.BooleanField(default=False)
    content = models.TextField()
    words = models.TextField()
    version = models.PositiveIntegerField()
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-updated_at", "id"]
        indexes = [models.Index(fields=["campaign", "shared"], name="document_shared")]

    def __str__(self) -> str:
        return self.title


class DocumentVersion(Secret):
    """What a document said at one time, and who wrote it; the last few are kept."""

    document = models.ForeignKey(Document, models.CASCADE, related_name="versions", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="+")
    written_at = models.DateTimeField(default=timezone.now)
    content = models.TextField()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["document", "number"], name="document_version_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} {self.number}"


class HiddenRoll(Secret):
    """Dice a game master threw behind the screen."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="hidden_rolls")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="+")
    rolled_at = models.DateTimeField(default=timezone.now)
    reason = models.CharField(max_length=120, blank=True, default="")
    dice = models.TextField()

    class Meta:
        ordering = ["-rolled_at", "id"]

    def __str__(self) -> str:
        return self.reason


class Portrait(models.Model):
    """What a hero looks like, or looked like before: two squares in WebP that were made here, known by the hash of the larger."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="portraits", db_index=False)
    hero = models.CharField(max_length=80)
    digest = models.CharField(max_length=32)
    is_current = models.BooleanField()
    set_at = models.DateTimeField(default=timezone.now)
    large = models.BinaryField()
    small = models.BinaryField()

    class Meta:
        ordering = ["-set_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "hero", "digest"], name="portrait_unique"),
            models.UniqueConstraint(
                fields=["campaign", "hero"], condition=Q(is_current=True), name="one_current_portrait"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hero} {self.digest}"


class AppendOnlyError(Exception):
    """Somebody tried to change or delete an entry of a ledger: a bug."""


class EntryQuerySet(models.QuerySet["Entry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("entries are never updated")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("entries are never updated")

    def delete(self) -> NoReturn:
        raise AppendOnlyError("entries are never deleted")

    def _raw_delete(self, using: str | None) -> NoReturn:
        raise AppendOnlyError("entries are never deleted")


class Entry(models.Model):
    """One act as it was accepted. `body` is the truth, byte by byte; the other columns are for look-ups."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField()
    act_id = models.CharField(max_length=32)
    idempotency_key = models.CharField(max_length=64)
    request_hash = models.CharField(max_length=64)
    kind = models.CharField(max_length=60)
    seat_key = models.CharField(max_length=20)
    on_behalf_of = models.CharField(max_length=20, blank=True, default="")
    quest = models.CharField(max_length=80, blank=True, default="")
    ruleset_version = models.CharField(max_length=30)
    created_at = models.DateTimeField()
    body = models.TextField()
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects = EntryQuerySet.as_manager()

    class Meta:
        base_manager_name = "objects"
        ordering = ["campaign", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "seq"], name="entry_seq_unique"),
            models.UniqueConstraint(fields=["campaign", "act_id"], name="entry_act_unique"),
            models.UniqueConstraint(
                fields=["campaign", "seat_key", "idempotency_key"], name="entry_key_unique"
            ),
        ]
        indexes = [
            models.Index(fields=["campaign", "kind", "seq"], name="entry_by_kind"),
            models.Index(fields=["campaign", "quest", "seq"], name="entry_by_quest"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnlyError("entries are never updated")
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnlyError("entries are never deleted")


class Purge(models.Model):
    """While a campaign's id stands here, its entries may be deleted. Only `purge_campaign` writes it."""

    campaign_id = models.UUIDField(primary_key=True)

    def __str__(self) -> str:
        return str(self.campaign_id)


class CurrentState(models.Model):
    """The folded ledger up to `seq`. Losing it loses nothing."""

    campaign = models.OneToOneField(Campaign, models.PROTECT, primary_key=True, related_name="current")
    seq = models.PositiveIntegerField()
    schema = models.PositiveIntegerField()
    state = models.TextField()

    def __str__(self) -> str:
        return f"state after {self.seq}"


class Checkpoint(models.Model):
    """The state as it was known after `seq`; later undos do not change it."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="checkpoints", db_index=False)
    seq = models.PositiveIntegerField()
    schema = models.PositiveIntegerField()
    state = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "seq"], name="checkpoint_unique")]

    def __str__(self) -> str:
        return f"state after {self.seq}"


class Derived(models.Model):
    """A projection: nothing but what the ledger says, rebuilt at will."""

    objects: ClassVar[models.Manager[Any]] = models.Manager()

    class Meta:
        abstract = True


class HeroRow(Derived):
    """One hero of the roster, living or not; `departed_seq` is the act with which they left the game."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="heroes", db_index=False)
    key = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    title_fr = models.TextField()
    title_en = models.TextField()
    icon = models.CharField(max_length=60, blank=True)
    level = models.IntegerField()
    xp = models.BigIntegerField()
    gold = models.BigIntegerField()
    status = models.CharField(max_length=10)
    in_play = models.BooleanField()
    is_down = models.BooleanField()
    departed_seq = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["campaign", "key"], name="hero_unique")]

    def __str__(self) -> str:
        return self.name


class HeroOwner(Derived):
    """Whose hero it is: first of whoever recruited them, later of whoever they were handed to."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="hero_owners", db_index=False)
    hero = models.CharField(max_length=80)
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="heroes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "hero"], name="hero_owner_unique")]

    def __str__(self) -> str:
        return f"{self.hero} of {self.seat_id}"


class ActHero(Derived):
    """An act is about a hero, for the eyes of `to`: the history of each hero."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    hero = models.CharField(max_length=80)
    to = models.CharField(max_length=20)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "hero", "seq", "to"], name="act_hero_unique"),
        ]
        indexes = [models.Index(fields=["campaign", "seq"], name="act_hero_by_seq")]

    def __str__(self) -> str:
        return f"{self.seq} {self.hero}"


class UndoneAct(Derived):
    """Act `seq` was taken back by entry `by_seq`; the app's dice of it fell again in act `again_seq`."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="undone_acts", db_index=False)
    seq = models.PositiveIntegerField()
    by_seq = models.PositiveIntegerField()
    again_seq = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "seq"], name="undone_act_unique")]

    def __str__(self) -> str:
        return f"{self.seq} by {self.by_seq}"


class NumberMove(Derived):
    """A difference made to a hero's number (`xp`, `gold`) by an act that stands."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="number_moves", db_index=False)
    seq = models.PositiveIntegerField()
    hero = models.CharField(max_length=80)
    number = models.CharField(max_length=40)
    amount = models.BigIntegerField()
    label_fr = models.TextField()
    label_en = models.TextField()
    source = models.TextField(blank=True)

    class Meta:
        ordering = ["seq", "id"]
        indexes = [
            models.Index(fields=["campaign", "hero", "number", "seq"], name="move_by_hero"),
            models.Index(fields=["campaign", "seq"], name="move_by_seq"),
        ]

    def __str__(self) -> str:
        return f"{self.hero} {self.number} {self.amount:+}"


class QuestRun(Derived):
    """A quest from its opening to its end."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="quest_runs", db_index=False)
    opened_seq = models.PositiveIntegerField()
    closed_seq = models.PositiveIntegerField(null=True, blank=True)
    quest = models.CharField(max_length=80)
    name_fr = models.TextField()
    name_en = models.TextField()
    result = models.CharField(max_length=10)

    class Meta:
        ordering = ["opened_seq"]
        constraints = [models.UniqueConstraint(fields=["campaign", "opened_seq"], name="quest_run_unique")]

    def __str__(self) -> str:
        return f"{self.quest} {self.result}"


class CountRow(Derived):
    """What acts that stand have counted: `run` 0 is all of the campaign, thing by thing; any other, the quest opened by that act
    and what came after it, all things together. Only the last quests have rows of their own, and each one without a hero.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="counts", db_index=False)
    run = models.PositiveIntegerField()
    hero = models.CharField(max_length=80, blank=True)
    what = models.CharField(max_length=40, blank=True)
    thing = models.CharField(max_length=80, blank=True)
    label_fr = models.TextField(blank=True)
    label_en = models.TextField(blank=True)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "run", "hero", "what", "thing"], name="count_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.run} {self.hero} {self.what} {self.thing} {self.amount}"


class FaceRow(Derived):
    """How often a face fell: for whom (no hero: against them), by whose hand, thrown by the app or on the table, in what hope."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="fallen", db_index=False)
    hero = models.CharField(max_length=80, blank=True)
    seat = models.CharField(max_length=20)
    origin = models.CharField(max_length=10)
    die = models.CharField(max_length=40)
    aim = models.CharField(max_length=80, blank=True)
    face = models.CharField(max_length=40)
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "hero", "seat", "origin", "die", "aim", "face"], name="face_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hero} {self.die} {self.face} {self.amount}"


class MilestoneRow(Derived):
    """A day to remember in the life of a hero, of an act that stands."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="milestones", db_index=False)
    seq = models.PositiveIntegerField()
    hero = models.CharField(max_length=80)
    icon = models.CharField(max_length=60, blank=True)
    label_fr = models.TextField()
    label_en = models.TextField()

    class Meta:
        ordering = ["seq", "id"]
        indexes = [
            models.Index(fields=["campaign", "seq"], name="milestone_by_seq"),
            models.Index(fields=["campaign", "hero", "seq"], name="milestone_by_hero"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.hero} {self.label_en}"


class BroughtRow(Derived):
    """The last act that stands which brought a hero a thing (no hero: the campaign)."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="brought", db_index=False)
    hero = models.CharField(max_length=80, blank=True)
    thing = models.CharField(max_length=100)
    seq = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "hero", "thing"], name="brought_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.hero} {self.thing} {self.seq}"
