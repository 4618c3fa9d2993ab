"""What the calls answer, as values; the OpenAPI document is made of the same types."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

import msgspec

from campaigns.documents.contents import Kind, MonsterGroup, Room
from campaigns.documents.hidden_rolls import Fell
from rules.kernel.messages import Who
from rules.kernel.offers import Role
from rules.kernel.ruleset import Status
from rules.kernel.sections import AnySection, Change
from rules.kernel.text import Language, Text

WebhookForm: TypeAlias = Literal["json", "discord"]
PlainEvent: TypeAlias = Annotated[
    dict[str, Any],
    msgspec.Meta(extra_json_schema={"required": ["kind"], "properties": {"kind": {"type": "string"}}}),
]
"""What happened, with its `kind`; texts in it are `{fr, en}`, as the ledger keeps them."""


class SeatAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table; `live` while somebody may sit there, `vacant` where it came with an import and waits for somebody."""

    key: str
    name: str
    role: Role
    owner: bool
    live: bool
    vacant: bool


class CampaignAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`seat` is the caller's own; `version` the seq of the last act; `timezone` empty: the site's.

    `unverified`: it came from a file that this server did not sign.
    """

    id: UUID
    name: str
    ruleset: str
    version: int
    created_at: datetime
    timezone: str
    unverified: bool
    seat: str
    role: Role
    owner: bool
    seats: tuple[SeatAnswer, ...]


class InvitationAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A link that seats whoever follows it. `token`, `code` and `url` are told once, to whoever made it."""

    id: UUID
    role: Role
    hero: str | None
    seat: str | None
    uses_left: int
    expires_at: datetime
    token: str | None = None
    code: str | None = None
    url: str | None = None


class InvitedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever holds the token, or the code that stands for it, is invited to."""

    campaign: str
    ruleset: str
    role: Role
    hero: str | None
    hero_name: str | None


class PublicLinkAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A link under which anyone may read what a spectator sees; told once."""

    url: str


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """What a document says; texts are Markdown."""

    title: str
    body: str
    quest: str
    shared: bool
    secret: str
    rooms: tuple[Room, ...]
    monsters: tuple[MonsterGroup, ...]


class DocumentAnswer(Written, frozen=True, kw_only=True):
    """A document of the game masters. A change names the `version` it was made on."""

    id: UUID
    kind: Kind
    version: int
    created_at: datetime
    updated_at: datetime
    deleted: bool


class DocumentVersionAnswer(Written, frozen=True, kw_only=True):
    """What a document said before, and who wrote it."""

    number: int
    seat: str
    seat_name: str
    written_at: datetime


class HiddenRollAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Dice thrown behind the screen."""

    id: UUID
    reason: str
    seat: str
    rolled_at: datetime
    dice: tuple[Fell, ...]


class SharedNoteAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What every member reads of a note that is shared."""

    id: UUID
    title: str
    quest: str
    body: str


class WebhookAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An address that is told what everybody may see; no `kinds`: all acts. `secret` is told once, to whoever made it.

    `failing`: it was turned off after `failures` messages in a row that could not be delivered.
    """

    id: UUID
    name: str
    url: str
    form: WebhookForm
    language: Language
    kinds: tuple[str, ...]
    on: bool
    failing: bool
    failures: int
    created_at: datetime
    secret: str | None = None


class DeliveryAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A message and what became of it. `seq` 0 is a test, `status` 0 no answer; `body` is what is sent, the same each time."""

    id: UUID
    seq: int
    kind: str
    state: Literal["waiting", "delivered", "given_up"]
    created_at: datetime
    attempts: int
    status: int
    error: Text | None
    next_at: datetime | None
    delivered_at: datetime | None
    body: str


class StateAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the caller may see of the party; `scope` is what is open now. The rulebook's own facts stand beside these."""

    version: int
    scope: Text | None
    sections: tuple[AnySection, ...]


class RosterAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A hero of the roster, also who left it; `seat` is whose hero it is, `portrait` the digest of the picture if there is one."""

    key: str
    name: str
    title: str
    icon: str
    status: Status
    alive: bool
    seat: str | None
    level: int
    xp: int
    gold: int
    in_play: bool
    is_down: bool
    portrait: str | None


class PortraitAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What a hero looks like: the addresses of two squares in WebP, 96 and 384 pixels a side. None of it where the hero has
    only the face that is drawn for everybody; `earlier` can be brought back, by whoever may change it.
    """

    hero: str
    digest: str | None
    set_at: datetime | None
    small: str | None
    large: str | None
    earlier: tuple[str, ...] = ()


class PortraitChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An earlier portrait, to be brought back."""

    digest: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}(?!\n)$")]


class SheetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the caller may see of a hero; who left is shown as they last were. The rulebook's own facts stand beside these."""

    key: str
    name: str
    seat: str | None
    status: Status
    subtitle: Text
    icon: str
    badges: tuple[Text, ...]
    sections: tuple[AnySection, ...]


class ActAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An act that was accepted, with the events the caller may see."""

    seq: int
    version: int
    act_id: str
    command: PlainEvent
    events: tuple[PlainEvent, ...]
    undone: bool
    warnings: tuple[Text, ...]
    sentence: Text


class PreviewAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What an act would do: events, receipts, and every number before and after."""

    version: int
    events: tuple[PlainEvent, ...]
    receipts: tuple[AnySection, ...]
    changes: tuple[Change, ...]
    warnings: tuple[Text, ...]


class EnrolmentAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The command that a hero's file fills in; nothing has been done yet."""

    command: PlainEvent


class HistoryAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An act of the past; `undone_by` is the act that took it back. Seats by their keys. `schedule`: the title of the plan that
    sent it in the name of `seat` when its time had come.
    """

    seq: int
    act_id: str
    kind: str
    sentence: Text
    seat: str
    seat_name: str
    on_behalf_of: str | None
    schedule: str | None
    time: datetime
    undone: bool
    undone_by: int | None
    heroes: tuple[str, ...]
    events: tuple[PlainEvent, ...]


class SectionName(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    name: Text
    rows: int
    columns: tuple[tuple[str, Text], ...]


class RulesetAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook, in both languages."""

    key: str
    name: Text
    text: Text
    version: str
    needs_gm: bool
    has_odds: bool
    has_versus: bool
    sections: tuple[SectionName, ...]


class CommandAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of command; `schema` is JSON Schema for the command without its envelope."""

    kind: str
    who: Who
    label: Text
    review: bool
    schema: dict[str, Any]


class HouseRuleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    label: Text
    type: Literal["int", "bool", "choice", "words"]
    default: int | str | bool | tuple[str, ...]
    low: int | None
    high: int | None
    choices: tuple[tuple[str, Text], ...]
    source: str
    house_table: bool


class OddsChoice(msgspec.Struct, frozen=True, kw_only=True):
    """`hint` says what it does, `link` where the rulebook says more."""

    value: str
    label: Text
    hint: Text | None
    group: Text | None
    link: str | None


class OddsField(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter of a question about odds: a number from `low` to `high`, or keys of `choices`, with commas between them."""

    name: str
    type: str
    label: Text
    required: bool
    low: int
    high: int
    choices: tuple[OddsChoice, ...]


class RulesetDetail(RulesetAnswer, frozen=True, kw_only=True):
    """`schema` is one JSON Schema for all commands, told apart by `kind`; `odds_fields` what may be asked of the odds."""

    commands: tuple[CommandAnswer, ...]
    odds_fields: tuple[OddsField, ...]
    schema: dict[str, Any]
    house_rules: tuple[HouseRuleAnswer, ...]


class OddsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """`wounds[k]`: the chance that a turn costs the target k points; `kill`: that it is its last; `expected_rounds`: how many
    such turns until then, null when never. `kills[n]`: that n fall, where a blow may go on to a neighbour; `returned[k]`: that
    the attacker loses k points by striking.
    """

    wounds: tuple[float, ...]
    kill: float
    expected_rounds: float | None
    kills: tuple[float, ...] | msgspec.UnsetType = msgspec.UNSET
    returned: tuple[float, ...] | msgspec.UnsetType = msgspec.UNSET


class FightAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A fight worked out, for people; the rulebook's own facts stand beside it."""

    sections: tuple[AnySection, ...]


class CatalogRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the rulebook; its numbers and other facts stand beside these."""

    key: str
    name: Text
    text: Text | None
    source: str
    house_table: bool


class SeriesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The values of one hero, column by column."""

    name: str
    values: tuple[int, ...]


class PictureAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What was counted: `curve` is what a number came to after each quest, `quest` and `thing` say what the columns are."""

    what: str
    title: Text
    drawn: Literal["curve", "quest", "thing"]
    columns: tuple[str, ...]
    series: tuple[SeriesAnswer, ...]


class LuckAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Throws of one hero or by one seat. `beaten` is the share of fair throwers who did worse; `verdict` says no more than that."""

    name: str
    origin: Literal["app", "table"]
    throws: int
    score: int
    expected: float
    beaten: float
    verdict: Literal["too_few", "usual", "lucky", "very_lucky", "unlucky", "very_unlucky"]


class FacesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """How often each face of a die fell. `chance`: how often fair dice fall at least as unevenly, null with too few throws."""

    die: str
    origin: Literal["app", "table"]
    faces: dict[str, int]
    throws: int
    chance: float | None


class DayAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A day to remember: of a hero, or a quest (`hero` empty) with its result."""

    seq: int
    at: datetime | None
    hero: str
    name: str
    label: str
    result: str


class FiguresAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign or a hero in figures."""

    pictures: tuple[PictureAnswer, ...]
    luck_of_heroes: tuple[LuckAnswer, ...]
    luck_of_hands: tuple[LuckAnswer, ...]
    faces: tuple[FacesAnswer, ...]
    timeline: tuple[DayAnswer, ...]


class PastHeroAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A hero as they were; the rulebook's sections as of a sheet."""

    key: str
    name: str
    subtitle: Text
    icon: str
    badges: tuple[Text, ...]
    sections: tuple[AnySection, ...]


class MomentAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The party after act `seq` (0: before the first), with what the act said."""

    seq: int
    act: HistoryAnswer | None
    heroes: tuple[PastHeroAnswer, ...]


class PastAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One moment, or two with the numbers that are different."""

    at: MomentAnswer
    other: MomentAnswer | None
    changes: tuple[Change, ...]
