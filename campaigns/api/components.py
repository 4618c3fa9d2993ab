"""The schemas of the OpenAPI document, made of the types that read requests and make answers."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from campaigns.api import shapes
from campaigns.api.reading import (
    Around,
    CampaignChanges,
    DocumentChanges,
    HeroSeat,
    NewCampaign,
    NewDocument,
    NewInvitation,
    NewWebhook,
    SeatChanges,
    UndoRequest,
    WebhookChanges,
)
from campaigns.documents.hidden_rolls import NewHiddenRoll
from campaigns.transfer.heroes import HeroFile
from rules.kernel.messages import kind_of
from rules.kernel.offers import Offer
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset

Schema = dict[str, Any]

HERE = "#/components/schemas/"
SPOKEN = (
    shapes.ActAnswer,
    shapes.CampaignAnswer,
    shapes.DeliveryAnswer,
    shapes.DocumentAnswer,
    shapes.DocumentVersionAnswer,
    shapes.EnrolmentAnswer,
    shapes.FiguresAnswer,
    shapes.PastAnswer,
    shapes.FightAnswer,
    shapes.HiddenRollAnswer,
    shapes.HistoryAnswer,
    shapes.InvitationAnswer,
    shapes.InvitedAnswer,
    shapes.PortraitAnswer,
    shapes.PortraitChoice,
    shapes.PreviewAnswer,
    shapes.PublicLinkAnswer,
    shapes.RosterAnswer,
    shapes.SeatAnswer,
    shapes.SharedNoteAnswer,
    shapes.SheetAnswer,
    shapes.StateAnswer,
    shapes.WebhookAnswer,
    Offer,
    Around,
    CampaignChanges,
    DocumentChanges,
    HeroSeat,
    NewCampaign,
    NewDocument,
    NewHiddenRoll,
    NewInvitation,
    NewWebhook,
    SeatChanges,
    UndoRequest,
    WebhookChanges,
)
"""Where a Text is a string in the caller's language."""
IN_BOTH = (HeroFile, shapes.CatalogRow, shapes.OddsAnswer, shapes.RulesetAnswer, shapes.RulesetDetail)
"""Where a Text is `{fr, en}`."""


def ref(name: str) -> Schema:
    return {"$ref": HERE + name}


def add(result: Schema, **kwargs: Any) -> Schema:
    """A postprocessing hook of the schema generator."""
    known = result.setdefault("components", {}).setdefault("schemas", {})
    known.update(components())
    for path in result["paths"].values():
        for operation in path.values():
            if "requestBody" in operation:
                _say_if_required(operation["requestBody"], known)
    return result


def _say_if_required(body: Schema, known: Schema) -> None:
    """A body may be left out where none of its fields is required; spectacular leaves it to us to say so."""
    for content in body["content"].values():
        schema = known.get(content["schema"].get("$ref", "").removeprefix(HERE), content["schema"])
        body["required"] = "anyOf" in schema or bool(schema.get("required"))


def components() -> Schema:
    found = _with_events(of_types(SPOKEN)) | {
        "Text": {"type": "string", "description": "In the caller's language."}
    }
    both = json.dumps(of_types(IN_BOTH)).replace(f'"{HERE}Text"', f'"{HERE}InBoth"')
    in_both = json.loads(both)
    found |= {"InBoth": in_both.pop("Text")} | in_both | {"StreamEvent": stream_event()}
    for rules in rulesets().values():
        found |= commands_of(rules) | events_of(rules)
    games = rulesets().values()
    counted: Schema = _counted(found)
    return counted | {
        "Act": {"anyOf": [ref(union_name(rules)) for rules in games]},
        "Event": {"anyOf": [ref(event_name(rules)) for rules in games]},
    }


def _counted(value: Any) -> Any:
    """Without `items: false` beside `maxItems`, which says the same: makers of clients stumble over it."""
    if isinstance(value, list):
        return [_counted(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _counted(inner)
        for name, inner in value.items()
        if not (name == "items" and inner is False and "maxItems" in value)
    }


def _with_events(spoken: Schema) -> Schema:
    """What the shapes call a plain object with a kind is one of the rulebooks' events."""
    for schema in spoken.values():
        events = schema.get("properties", {}).get("events")
        if events is not None:
            events["items"] = ref("Event")
    return spoken


def of_types(types: tuple[type, ...]) -> Schema:
    return msgspec.json.schema_components(types, ref_template=HERE + "{name}")[1]


def prefix(rules: Ruleset[Any]) -> str:
    return rules.key.title().replace("_", "")


def stream_event() -> Schema:
    """An event of a stream as its reader takes it apart: a name, and JSON as text."""
    nothing: Schema = {"type": "object", "additionalProperties": False}
    seen = {"type": "object", "properties": {"seen": {"type": "integer"}}, "required": ["seen"]}
    who = {"seat": {"type": "string"}, "name": {"type": "string"}}
    here = {"type": "array", "items": {"type": "object", "properties": who, "required": list(who)}}
    data = {"hello": seen, "act": ref("HistoryAnswer"), "here": here}
    data |= dict.fromkeys(("seat", "reset", "gone"), nothing)
    numbered = {"id": {"type": "string", "pattern": "^[0-9]+$"}, "retry": {"type": "integer"}}
    return {
        "oneOf": [
            {
                "type": "object",
                "properties": numbered
                | {
                    "event": {"const": name},
                    "data": {
                        "type": "string",
                        "contentMediaType": "application/json",
                        "contentSchema": schema,
                    },
                },
                "required": ["event", "data"],
            }
            for name, schema in data.items()
        ]
    }


def union_name(rules: Ruleset[Any]) -> str:
    return f"{prefix(rules)}Act"


def event_name(rules: Ruleset[Any]) -> str:
    return f"{prefix(rules)}Event"


def events_of(rules: Ruleset[Any]) -> Schema:
    """A component for each kind of event, and the union of them told apart by `kind`. Texts are in both languages.

    Readers are to take what they do not know: rulebooks share kinds, and a client may take one's event for another's.
    """
    events = tuple(rules.codec.events.values())
    template = HERE + prefix(rules) + "{name}"
    refs, found = msgspec.json.schema_components(events, ref_template=template)
    both = json.dumps(found).replace(f'"{HERE}{prefix(rules)}Text"', f'"{HERE}InBoth"')
    named = _named(rules, {name: schema for name, schema in json.loads(both).items() if name != "Text"})
    by_kind = {kind_of(cls): link["$ref"] for cls, link in zip(events, refs, strict=True)}
    for link in by_kind.values():
        del named[link.removeprefix(HERE)]["additionalProperties"]
    told_apart = {"propertyName": "kind", "mapping": by_kind}
    return named | {event_name(rules): {"oneOf": refs, "discriminator": told_apart}}


def _named(rules: Ruleset[Any], found: Schema) -> Schema:
    """By the rulebook's prefix, in titles too: makers of clients name classes after them."""
    return {(name := prefix(rules) + short): schema | {"title": name} for short, schema in found.items()}


def commands_of(rules: Ruleset[Any]) -> Schema:
    """A component for each kind, with the envelope's fields, and the union of them told apart by `kind`."""
    template = HERE + prefix(rules) + "{name}"
    refs, found = msgspec.json.schema_components(rules.commands, ref_template=template)
    named = _named(rules, found)
    by_kind = {kind_of(cls): link["$ref"] for cls, link in zip(rules.commands, refs, strict=True)}
    envelope = of_types((Around,))["Around"]["properties"]
    for link in by_kind.values():
        named[link.removeprefix(HERE)]["properties"] |= envelope
    told_apart = {"propertyName": "kind", "mapping": by_kind}
    return named | {union_name(rules): {"oneOf": refs, "discriminator": told_apart}}
