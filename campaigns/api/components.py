"""The schemas of the OpenAPI document, made of the types that read requests and make answers."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from campaigns.api import shapes
from campaigns.api.reading import (
    Around,
    CampaignChanges,
    HeroSeat,
    NewCampaign,
    NewInvitation,
    SeatChanges,
    UndoRequest,
)
from rules.kernel.messages import kind_of
from rules.kernel.offers import Offer
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset

Schema = dict[str, Any]

HERE = "#/components/schemas/"
SPOKEN = (
    shapes.ActAnswer,
    shapes.CampaignAnswer,
    shapes.FightAnswer,
    shapes.HistoryAnswer,
    shapes.InvitationAnswer,
    shapes.InvitedAnswer,
    shapes.PreviewAnswer,
    shapes.PublicLinkAnswer,
    shapes.RosterAnswer,
    shapes.SeatAnswer,
    shapes.SheetAnswer,
    shapes.StateAnswer,
    Offer,
    Around,
    CampaignChanges,
    HeroSeat,
    NewCampaign,
    NewInvitation,
    SeatChanges,
    UndoRequest,
)
"""Where a Text is a string in the caller's language."""
IN_BOTH = (shapes.CatalogRow, shapes.OddsAnswer, shapes.RulesetAnswer, shapes.RulesetDetail)
"""Where a Text is `{fr, en}`."""


def ref(name: str) -> Schema:
    return {"$ref": HERE + name}


def add(result: Schema, **kwargs: Any) -> Schema:
    """A postprocessing hook of the schema generator."""
    found = components()
    result.setdefault("components", {}).setdefault("schemas", {}).update(found)
    for path in result["paths"].values():
        for operation in path.values():
            if "requestBody" in operation:
                _say_if_required(operation["requestBody"], found)
    return result


def _say_if_required(body: Schema, known: Schema) -> None:
    """A body may be left out where none of its fields is required; spectacular leaves it to us to say so."""
    for content in body["content"].values():
        schema = known.get(content["schema"].get("$ref", "").removeprefix(HERE), {})
        body["required"] = "anyOf" in schema or bool(schema.get("required"))


def components() -> Schema:
    found = _of(SPOKEN) | {"Text": {"type": "string", "description": "In the caller's language."}}
    both = json.dumps(_of(IN_BOTH)).replace(f'"{HERE}Text"', f'"{HERE}InBoth"')
    in_both = json.loads(both)
    found |= {"InBoth": in_both.pop("Text")} | in_both
    for rules in rulesets().values():
        found |= commands_of(rules)
    return found | {"Act": {"anyOf": [ref(union_name(rules)) for rules in rulesets().values()]}}


def _of(types: tuple[type, ...]) -> Schema:
    return msgspec.json.schema_components(types, ref_template=HERE + "{name}")[1]


def prefix(rules: Ruleset[Any]) -> str:
    return rules.key.title().replace("_", "")


def union_name(rules: Ruleset[Any]) -> str:
    return f"{prefix(rules)}Act"


def commands_of(rules: Ruleset[Any]) -> Schema:
    """A component for each kind, with the envelope's fields, and the union of them told apart by `kind`."""
    template = HERE + prefix(rules) + "{name}"
    refs, found = msgspec.json.schema_components(rules.commands, ref_template=template)
    named = {prefix(rules) + name: schema for name, schema in found.items()}
    by_kind = {kind_of(cls): link["$ref"] for cls, link in zip(rules.commands, refs, strict=True)}
    envelope = _of((Around,))["Around"]["properties"]
    for link in by_kind.values():
        named[link.removeprefix(HERE)]["properties"] |= envelope
    told_apart = {"propertyName": "kind", "mapping": by_kind}
    return named | {union_name(rules): {"oneOf": refs, "discriminator": told_apart}}
