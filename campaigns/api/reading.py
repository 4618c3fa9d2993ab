"""What a call brings along: body, headers and parameters, read once and strictly."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeVar
from uuid import UUID

import msgspec
from rest_framework.request import Request

from campaigns.answers import Envelope, Plain
from campaigns.api.refusals import bad
from campaigns.api.shapes import WebhookForm
from campaigns.documents.contents import Content, Groups, Kind, Prose, QuestKey, Rooms, Title
from campaigns.malformed import UNSTORABLE, explain
from rules.kernel.dice import Thrown
from rules.kernel.messages import LINE
from rules.kernel.text import Language, Text

T = TypeVar("T")

AN_OBJECT = Text("Un objet JSON est attendu.", "A JSON object is expected.")
KEY_WANTED = Text("Cet en-tête est requis : un UUID.", "This header is required: a UUID.")
VERSION_WANTED = Text('Un numéro de version entre guillemets : "12".', 'A version number in quotes: "12".')
WHOLE_NUMBER = Text("Un nombre entier, 0 ou plus.", "A whole number, 0 or more.")
ONLY_GIVEN = Text("La campagne se donne : `true`.", "The campaign is given: `true`.")
CHARACTERS = Text("Ces caractères ne sont pas admis.", "These characters are not allowed.")

UUID_TEXT = re.compile(r"[0-9A-Fa-f]{8}(-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}")
VERSION_TEXT = re.compile(r'"([0-9]{1,18})"')
WHOLE_TEXT = re.compile(r"[0-9]{1,18}")
BEYOND = 2**31 - 1
"""More acts than any campaign has, and a number every database takes."""

CampaignName = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=LINE)]
WebhookName = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=LINE)]
WebhookUrl = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
WebhookKinds = Annotated[
    tuple[Annotated[str, msgspec.Meta(max_length=60)], ...], msgspec.Meta(max_length=200)
]
SeatKey = Annotated[str, msgspec.Meta(max_length=20)]


class NewCampaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: CampaignName
    ruleset: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class CampaignChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`timezone` as in `Europe/Paris`; empty: the site's."""

    name: CampaignName | None = None
    timezone: Annotated[str, msgspec.Meta(max_length=64)] | None = None


RoleName = Literal["gm", "player", "spectator"]


class NewInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`hero`: whoever follows the link plays this hero; `seat`: they take this vacant seat, with its heroes; `expires_in` seconds, a minute to 90 days; `uses` 1 to 50."""

    role: RoleName = "player"
    hero: Annotated[str, msgspec.Meta(max_length=80)] = ""
    seat: SeatKey = ""
    expires_in: Annotated[int, msgspec.Meta(ge=-BEYOND, le=BEYOND)] = 14 * 24 * 60 * 60
    uses: Annotated[int, msgspec.Meta(ge=-BEYOND, le=BEYOND)] = 1


class SeatChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`owner` true hands the campaign over to this seat."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=LINE)] | None = None
    role: RoleName | None = None
    owner: bool | None = None


class HeroSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose the hero is to be."""

    seat: SeatKey


class NewDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A document of the game masters, each text in Markdown. A shared note's `secret` stays theirs."""

    kind: Kind
    title: Title
    body: Prose = ""
    quest: QuestKey = ""
    shared: bool = False
    secret: Prose = ""
    rooms: Rooms = ()
    monsters: Groups = ()

    @property
    def content(self) -> Content:
        return Content(**{name: getattr(self, name) for name in Content.__struct_fields__})


class DocumentChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    title: Title | None = None
    body: Prose | None = None
    quest: QuestKey | None = None
    shared: bool | None = None
    secret: Prose | None = None
    rooms: Rooms | None = None
    monsters: Groups | None = None


def merged(content: Content, changes: DocumentChanges) -> Content:
    told = {name: getattr(changes, name) for name in changes.__struct_fields__}
    changed = {name: value for name, value in told.items() if value is not None}
    return msgspec.structs.replace(content, **changed)


class NewWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`kinds` of acts to be told of: none, all of them. `language` empty: the caller's."""

    name: WebhookName
    url: WebhookUrl
    form: WebhookForm = "json"
    language: Literal["fr", "en", ""] = ""
    kinds: WebhookKinds = ()


class WebhookChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is. What happens while it is not `on` is not told later."""

    name: WebhookName | None = None
    url: WebhookUrl | None = None
    form: WebhookForm | None = None
    language: Language | None = None
    kinds: WebhookKinds | None = None
    on: bool | None = None


class UndoRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`through`: the act and all after it."""

    through: bool = False


class Around(msgspec.Struct, frozen=True):
    """The envelope of a command: for whom, dice thrown on the table, or that the server rolls."""

    on_behalf_of: SeatKey | None = None
    rolls: tuple[Thrown, ...] = ()
    roll: Literal["app"] | None = None


AROUND = tuple(field.name for field in msgspec.structs.fields(Around))


def body(request: Request) -> Plain:
    """The JSON object that was sent; an empty body is an empty one."""
    plain = request.data
    if not isinstance(plain, dict):
        raise bad("", AN_OBJECT)
    return dict(plain.items())


def read(plain: Plain, shape: type[T]) -> T:
    """The values as `shape`, or 400 naming the field."""
    try:
        return msgspec.convert(plain, shape)
    except msgspec.ValidationError as error:
        raise bad(*explain(str(error))) from None


def read_act(request: Request, key: str = "") -> tuple[Plain, Envelope]:
    """The command's plain values and what surrounds them."""
    plain = body(request)
    around = read({name: plain.pop(name) for name in AROUND if name in plain}, Around)
    envelope = Envelope(
        key=key,
        on_behalf_of=around.on_behalf_of,
        rolls=around.rolls,
        app_dice=around.roll == "app",
        if_match=if_match(request),
    )
    return plain, envelope


def idempotency_key(request: Request) -> str:
    """The UUID of `Idempotency-Key`, in its one canonical spelling."""
    text = request.headers.get("Idempotency-Key", "").strip()
    if not UUID_TEXT.fullmatch(text):
        raise bad("Idempotency-Key", KEY_WANTED)
    return str(UUID(text))


def if_match(request: Request) -> int | None:
    text = request.headers.get("If-Match")
    if text is None:
        return None
    found = VERSION_TEXT.fullmatch(text.strip())
    if not found:
        raise bad("If-Match", VERSION_WANTED)
    return int(found[1])


def required_version(request: Request) -> int:
    """The version a change was made on: nothing is written over what its sender has not seen."""
    version = if_match(request)
    if version is None:
        raise bad("If-Match", VERSION_WANTED)
    return version


def whole_number(request: Request, name: str) -> int | None:
    """A parameter that counts; None when it is not there."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not WHOLE_TEXT.fullmatch(text):
        raise bad(name, WHOLE_NUMBER)
    return min(int(text), BEYOND)


def word(request: Request, name: str) -> str | None:
    """A parameter that names something; None when it is not there or empty."""
    text = request.query_params.get(name) or None
    if text and UNSTORABLE.search(text):
        raise bad(name, CHARACTERS)
    return text


def seat_changes(request: Request) -> SeatChanges:
    """A campaign is not taken from its owner: somebody else is given it."""
    wanted = read(body(request), SeatChanges)
    if wanted.owner is False:
        raise bad("owner", ONLY_GIVEN)
    return wanted


def values(request: Request) -> dict[str, Any]:
    """Every parameter by its last value."""
    return dict(request.query_params.items())
