"""How each call stands in the OpenAPI document. Problems are added to all of them by `config.schema`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from campaigns.api.components import Schema, ref
from campaigns.api.reading import UUID_TEXT
from campaigns.transfer.format import MEDIA_TYPE
from rules.kernel import registry
from rules.kernel.offers import Field

Decorator = Callable[[Any], Any]
LINK = {"type": ["string", "null"], "format": "uri"}


def call(
    name: str,
    summary: str,
    answer: Schema | None,
    *,
    code: int = 200,
    again: Schema | None = None,
    body: str = "",
    parameters: Sequence[OpenApiParameter] = (),
) -> Decorator:
    """One call: what it is named and does, what it takes, what it answers; `again` with 200 where it was done before."""
    responses: dict[int, Any] = {code: OpenApiResponse(answer, summary) if answer else None}
    if again:
        responses[200] = OpenApiResponse(again, "What was answered the first time")
    return extend_schema(
        operation_id=name,
        summary=summary,
        request={"application/json": ref(body)} if body else None,
        responses=responses,
        parameters=list(parameters),
    )


def listed(name: str) -> Schema:
    properties = {"results": {"type": "array", "items": ref(name)}, "next": LINK, "previous": LINK}
    return {"type": "object", "required": list(properties), "properties": properties}


def query(name: str, kind: Any, what: str) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.QUERY, description=what)


def header(name: str, kind: Any, what: str, *, required: bool = False) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.HEADER, required=required, description=what)


WHOLE = {"type": "integer", "minimum": 0}
COUNT = {"type": "integer", "minimum": 1}
PAGE = query("page", COUNT, "Which page of the list, from 1")
PAGE_SIZE = query("page_size", COUNT, "Rows on a page: 50 unless said otherwise, at most 200")
PAGES = (PAGE, PAGE_SIZE)
HERO = query("hero", OpenApiTypes.STR, "The key of a hero")
KIND = query("kind", OpenApiTypes.STR, "A kind of command")
SINCE = query("since", WHOLE, "Only acts after this one, oldest first")
BEFORE = query("before", WHOLE, "Only acts before this one")
KEY = header(
    "Idempotency-Key",
    {"type": "string", "pattern": f"^{UUID_TEXT.pattern}$"},
    "A UUID that names this request: sent again, it is done once",
    required=True,
)
AGAIN = header(
    "Idempotency-Key",
    {"type": "string", "pattern": f"^{UUID_TEXT.pattern}$"},
    "A UUID: what is sent again with it founds no second campaign",
)
VERSION = header(
    "If-Match", {"type": "string", "pattern": '^"[0-9]{1,18}"$'}, "The version that was looked at, in quotes"
)
CHOSEN = OpenApiParameter(
    "fields",
    {"type": "object", "additionalProperties": True},
    OpenApiParameter.QUERY,
    style="form",
    explode=True,
    description="Values already chosen for fields of `kind`, on which later fields depend: `hero_class=elf`",
)


def odds_parameters() -> list[OpenApiParameter]:
    """What the rulebooks with odds let one ask; which of it are needed is for each of them to say."""
    fields = {field.name: field for rules in registry.rulesets().values() for field in rules.odds_fields}
    return [query(name, odds_type(field), field.label.en) for name, field in fields.items()]


def room_parameters() -> list[OpenApiParameter]:
    """Names and numbers in pairs, in order."""
    fights = [rules.versus for rules in registry.rulesets().values() if rules.versus]
    fields = {field.name: field for versus in fights for field in versus.room_fields}
    return [
        query(name, {"type": "array", "items": odds_type(field)}, field.label.en)
        for name, field in fields.items()
    ]


def odds_type(field: Field) -> Schema:
    """Keys stand in a text with commas between them: types never enumerate content."""
    if field.type == "range":
        return {"type": "integer", "minimum": field.low, "maximum": field.high}
    return {"type": "string"}


OPPONENT = OpenApiParameter(
    "fields",
    {"type": "object", "additionalProperties": True},
    OpenApiParameter.QUERY,
    style="form",
    explode=True,
    description="Who is fought and how, by the rulebook's names; of several values, with commas between them",
)

rulesets = call("rulesets_list", "The rulebooks", listed("RulesetAnswer"), parameters=PAGES)
ruleset = call("rulesets_read", "A rulebook, with its commands and house rules", ref("RulesetDetail"))
section = call(
    "catalog_list", "A table of the rulebook, in source order", listed("CatalogRow"), parameters=PAGES
)
odds = call("odds_read", "The odds of a fight", ref("OddsAnswer"), parameters=odds_parameters())

list_campaigns = call("campaigns_list", "The caller's campaigns", listed("CampaignAnswer"), parameters=PAGES)
found_campaign = call(
    "campaigns_found",
    "Founds a campaign",
    ref("CampaignAnswer"),
    code=201,
    again=ref("CampaignAnswer"),
    body="NewCampaign",
    parameters=[AGAIN],
)
read_campaign = call("campaigns_read", "A campaign", ref("CampaignAnswer"))
change_campaign = call(
    "campaigns_change",
    "Renames a campaign, or gives it a time zone",
    ref("CampaignAnswer"),
    body="CampaignChanges",
)
delete_campaign = call("campaigns_delete", "Deletes a campaign, softly", None, code=204)
list_seats = call("seats_list", "Who sits at the table", listed("SeatAnswer"), parameters=PAGES)
change_seat = call(
    "seats_change", "Renames a seat, gives it a role or the campaign", ref("SeatAnswer"), body="SeatChanges"
)
remove_seat = call("seats_remove", "The person goes, the seat and its heroes stay", None, code=204)
hand_over_hero = call("heroes_hand_over", "Gives a hero to a seat", ref("SeatAnswer"), body="HeroSeat")
list_invitations = call(
    "invitations_list", "Invitations that still work", listed("InvitationAnswer"), parameters=PAGES
)
invite = call(
    "invitations_make", "Invites to a role or a hero", ref("InvitationAnswer"), code=201, body="NewInvitation"
)
revoke = call("invitations_revoke", "The link stops working", None, code=204)
invited = call("invitations_read", "What the holder of a token is invited to", ref("InvitedAnswer"))
accept = call(
    "invitations_accept",
    "Takes the seat of an invitation",
    ref("CampaignAnswer"),
    code=201,
    again=ref("CampaignAnswer"),
)
list_deleted = call(
    "campaigns_deleted",
    "The caller's deleted campaigns that can be brought back",
    listed("CampaignAnswer"),
    parameters=PAGES,
)
restore = call("campaigns_restore", "Brings a deleted campaign back", ref("CampaignAnswer"))
FILE = {"type": "string", "format": "binary"}
IN_A_FORM = {"type": "object", "required": ["file"], "properties": {"file": FILE}}
export_campaign = extend_schema(
    operation_id="campaigns_export",
    summary="The campaign as one file: a header, then every act as it was written",
    responses={(200, MEDIA_TYPE): OpenApiResponse(FILE, "JSON Lines")},
    parameters=[OpenApiParameter("format", exclude=True)],
)
import_campaign = extend_schema(
    operation_id="campaigns_import",
    summary="Founds a campaign from its file, or says what is wrong with it and writes nothing",
    description=f"The file may also be the body itself, as `{MEDIA_TYPE}`.",
    request={"multipart/form-data": IN_A_FORM},
    responses={
        201: OpenApiResponse(ref("CampaignAnswer"), "The campaign, owned by the caller"),
        200: OpenApiResponse(ref("CampaignAnswer"), "The campaign that the same call founded before"),
    },
    parameters=[AGAIN],
)
export_hero = call(
    "heroes_export", "A hero as a file: the sheet’s facts and the public history", ref("HeroFile")
)
read_hero_file = extend_schema(
    operation_id="hero_files_read",
    summary="The command that a hero’s file fills in, to be looked at and sent",
    request={"application/json": ref("HeroFile"), "multipart/form-data": IN_A_FORM},
    responses={200: OpenApiResponse(ref("EnrolmentAnswer"), "The command")},
)
portrait = call("heroes_portrait", "What a hero looks like", ref("PortraitAnswer"))
set_portrait = extend_schema(
    operation_id="heroes_portrait_set",
    summary="Gives a hero a portrait: a picture, cut to a square and encoded anew, or an earlier one",
    request={
        "multipart/form-data": {
            "type": "object",
            "required": ["file"],
            "properties": {
                "file": {"type": "string", "format": "binary", "description": "JPEG, PNG, WebP or GIF"},
                "x": {"type": "integer", "minimum": 0, "maximum": 100},
                "y": {"type": "integer", "minimum": 0, "maximum": 100},
                "zoom": {"type": "integer", "minimum": 100, "maximum": 400},
            },
        },
        "application/json": ref("PortraitChoice"),
    },
    responses={200: OpenApiResponse(ref("PortraitAnswer"), "The portrait")},
)
remove_portrait = call(
    "heroes_portrait_remove", "Takes a hero’s portrait down; it can be brought back", None, code=204
)
portrait_picture = extend_schema(
    operation_id="heroes_portrait_picture",
    summary="One square of a portrait",
    responses={(200, "image/webp"): OpenApiTypes.BINARY},
)
SEEN = header(
    "If-Match",
    {"type": "string", "pattern": '^"[0-9]{1,18}"$'},
    "The version of the document that was looked at, in quotes",
    required=True,
)
DOCUMENT_KIND = query("kind", OpenApiTypes.STR, "`note`, `prepared_quest` or `plan`")
QUEST = query("quest", OpenApiTypes.STR, "The key of a quest")
SEARCH = query("q", OpenApiTypes.STR, "Words to find, in any case and with or without accents")
DELETED = query("deleted", OpenApiTypes.STR, "`true`: those that were deleted")
list_documents = call(
    "documents_list",
    "The game masters' documents, the last changed first",
    listed("DocumentAnswer"),
    parameters=[DOCUMENT_KIND, QUEST, SEARCH, DELETED, *PAGES],
)
write_document = call(
    "documents_write",
    "Writes a new document",
    ref("DocumentAnswer"),
    code=201,
    again=ref("DocumentAnswer"),
    body="NewDocument",
    parameters=[KEY],
)
read_document = call("documents_read", "A document", ref("DocumentAnswer"))
change_document = call(
    "documents_change",
    "Changes a document, where it is still as it was looked at",
    ref("DocumentAnswer"),
    body="DocumentChanges",
    parameters=[SEEN],
)
delete_document = call(
    "documents_delete", "Deletes a document; it can be brought back", None, code=204, parameters=[SEEN]
)
restore_document = call("documents_restore", "Brings a deleted document back", ref("DocumentAnswer"))
list_versions = call(
    "document_versions_list",
    "What a document said before, the newest first",
    listed("DocumentVersionAnswer"),
    parameters=PAGES,
)
restore_version = call(
    "document_versions_restore",
    "An earlier version becomes the newest",
    ref("DocumentAnswer"),
    parameters=[SEEN],
)
list_hidden_rolls = call(
    "hidden_rolls_list",
    "The game masters' hidden rolls, the newest first",
    listed("HiddenRollAnswer"),
    parameters=PAGES,
)
roll_hidden = call(
    "hidden_rolls_throw",
    "Throws dice behind the screen",
    ref("HiddenRollAnswer"),
    code=201,
    again=ref("HiddenRollAnswer"),
    body="NewHiddenRoll",
    parameters=[KEY],
)
list_notes = call(
    "notes_list", "The notes that are shared, by their titles", listed("SharedNoteAnswer"), parameters=PAGES
)
list_webhooks = call(
    "webhooks_list", "Who is told what everybody may see", listed("WebhookAnswer"), parameters=PAGES
)
add_webhook = call(
    "webhooks_add",
    "An address to be told, with the secret that signs what is sent there",
    ref("WebhookAnswer"),
    code=201,
    body="NewWebhook",
)
read_webhook = call("webhooks_read", "A webhook", ref("WebhookAnswer"))
change_webhook = call(
    "webhooks_change", "Changes a webhook, turns it on or off", ref("WebhookAnswer"), body="WebhookChanges"
)
delete_webhook = call("webhooks_delete", "Deletes a webhook with its log", None, code=204)
roll_secret = call(
    "webhooks_roll_secret", "A new secret; the old one signs no more", ref("WebhookAnswer"), code=201
)
try_webhook = call("webhooks_test", "Sends a message that tells nothing", ref("DeliveryAnswer"), code=202)
list_deliveries = call(
    "deliveries_list",
    "What was said to a webhook and what became of it, the newest first",
    listed("DeliveryAnswer"),
    parameters=PAGES,
)
resend = call("deliveries_resend", "The very same message once more", ref("DeliveryAnswer"), code=202)
open_link = call("public_link_make", "A new public read-only link", ref("PublicLinkAnswer"), code=201)
close_link = call("public_link_close", "The public link stops working", None, code=204)
stream = extend_schema(
    operation_id="campaigns_stream",
    summary="What happens, as it happens: server-sent events",
    description=(
        "`hello` first, then an `act` for each act after the one that was seen last, with its seq as `id` and the act "
        "as the history has it; `here` lists who is there; `seat`: the own seat has changed; `reset`: the ledger is not "
        "the one that was seen; `gone`: the caller is let in no longer."
    ),
    responses={(200, "text/event-stream"): OpenApiResponse(ref("StreamEvent"), "Events")},
    parameters=[
        header("Last-Event-ID", OpenApiTypes.STR, "The seq that was seen last; else the stream begins now"),
        query("since", OpenApiTypes.STR, "The same, for who cannot send the header"),
        OpenApiParameter("format", exclude=True),
    ],
)
figures = call(
    "figures_read",
    "What was counted, how the dice fell, what became of everybody",
    ref("FiguresAnswer"),
    parameters=[BEFORE],
)
hero_figures = call("hero_figures_read", "A hero in figures", ref("FiguresAnswer"), parameters=[BEFORE])
past = call(
    "past_read",
    "The party after an act, alone or beside another moment",
    ref("PastAnswer"),
    parameters=[
        query("at", OpenApiTypes.INT, "The act; without it, now"),
        query("and", OpenApiTypes.INT, "The act of another moment to compare with"),
    ],
)
state = call("state_read", "What the caller may see of the party", ref("StateAnswer"))
offers = call(
    "offers_list",
    "What the caller may do now, and what not, and why",
    listed("Offer"),
    parameters=[HERO, KIND, CHOSEN, *PAGES],
)

history = call(
    "acts_list",
    "The history, newest first",
    listed("HistoryAnswer"),
    parameters=[SINCE, BEFORE, HERO, KIND, PAGE_SIZE],
)
act = call(
    "acts_send",
    "Sends one command",
    ref("ActAnswer"),
    code=201,
    again=ref("ActAnswer"),
    body="Act",
    parameters=[KEY, VERSION],
)
preview = call(
    "acts_preview",
    "What a command would do, without writing or rolling",
    ref("PreviewAnswer"),
    body="Act",
    parameters=[VERSION],
)
one_act = call("acts_read", "One act of the history", ref("HistoryAnswer"))
undo = call(
    "acts_undo",
    "Takes an act back",
    ref("ActAnswer"),
    code=201,
    again=ref("ActAnswer"),
    body="UndoRequest",
    parameters=[KEY, VERSION],
)

list_heroes = call(
    "heroes_list",
    "Everybody of the roster, the dead and retired too",
    listed("RosterAnswer"),
    parameters=PAGES,
)
sheet = call("heroes_read", "A hero's sheet", ref("SheetAnswer"))
versus = call(
    "versus_read",
    "A hero against an opponent, both ways, with every part and the odds",
    ref("FightAnswer"),
    parameters=[OPPONENT],
)
fights = call(
    "fights_read", "Every hero against a room of opponents", ref("FightAnswer"), parameters=room_parameters()
)
