"""Rulebooks, for everybody: what they are called, what can be asked under them, their tables, their odds."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from django.http import Http404, HttpResponse, HttpResponseNotModified
from django.utils.http import parse_etags, quote_etag
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.answers import by_the_rules
from campaigns.api import documented
from campaigns.api.paging import page
from campaigns.api.reading import values
from campaigns.api.refusals import Refused
from campaigns.api.shapes import (
    CommandAnswer,
    HouseRuleAnswer,
    OddsChoice,
    OddsField,
    RulesetAnswer,
    RulesetDetail,
    SectionName,
)
from campaigns.localising import Plain, in_both
from rules.kernel.house_rules import HouseRule
from rules.kernel.messages import Command, Violation, kind_of
from rules.kernel.offers import Field
from rules.kernel.registry import rulesets
from rules.kernel.ruleset import Ruleset

CACHE = "public, max-age=300"


class Public(APIView):
    """Without a person, and the same for everybody."""

    permission_classes = [AllowAny]


class Rulebooks(Public):
    @documented.rulesets
    def get(self, request: Request) -> HttpResponse:
        every = list(rulesets().values())
        return kept(request, page(request, every, lambda rules: in_both(summary(rules))))


class Rulebook(Public):
    @documented.ruleset
    def get(self, request: Request, key: str) -> HttpResponse:
        return kept(request, Response(in_both(detail(known(key)))))


class Section(Public):
    @documented.section
    def get(self, request: Request, key: str, section: str) -> HttpResponse:
        found = known(key).section(section)
        if found is None:
            raise Http404
        return kept(request, page(request, found.rows, in_both))


class Odds(Public):
    @documented.odds
    def get(self, request: Request, key: str) -> HttpResponse:
        odds = known(key).odds
        if odds is None:
            raise Http404
        answer = odds(values(request))
        if isinstance(answer, Violation):
            raise Refused(by_the_rules(answer))
        return kept(request, Response(in_both(answer)))


def kept(request: Request, response: Response) -> HttpResponse:
    """With what caches need to keep it, and 304 for who has it already."""
    etag = quote_etag(hashlib.sha256(msgspec.json.encode(response.data)).hexdigest()[:32])
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": CACHE})
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = CACHE
    return response


def known(key: str) -> Ruleset[Any]:
    found = rulesets().get(key)
    if found is None:
        raise Http404
    return found


def summary(rules: Ruleset[Any]) -> RulesetAnswer:
    return RulesetAnswer(**_common(rules))


def _common(rules: Ruleset[Any]) -> Plain:
    sections = tuple(
        SectionName(key=section.key, name=section.name, rows=len(section.rows), columns=section.columns)
        for section in rules.catalog
    )
    return {
        "key": rules.key,
        "name": rules.name,
        "text": rules.text,
        "version": rules.version,
        "needs_gm": rules.needs_gm,
        "has_odds": rules.odds is not None,
        "has_versus": rules.versus is not None,
        "sections": sections,
    }


def detail(rules: Ruleset[Any]) -> RulesetDetail:
    """The rulebook with all that may be asked under it."""
    return RulesetDetail(
        **_common(rules),
        commands=tuple(map(command_answer, rules.commands)),
        odds_fields=tuple(map(odds_field, rules.odds_fields)),
        schema=msgspec.json.schema(rules.codec.command_union),
        house_rules=tuple(map(house_rule_answer, rules.house_rules.values())),
    )


def command_answer(command: type[Command]) -> CommandAnswer:
    return CommandAnswer(
        kind=kind_of(command),
        who=command.who,
        label=command.label,
        review=command.review,
        schema=msgspec.json.schema(command),
    )


def odds_field(field: Field) -> OddsField:
    return OddsField(
        name=field.name,
        type=field.type,
        label=field.label,
        required=field.required,
        low=field.low,
        high=field.high,
        choices=tuple(
            OddsChoice(value=one.value, label=one.label, hint=one.hint, group=one.group, link=one.link)
            for one in field.choices
        ),
    )


def house_rule_answer(rule: HouseRule) -> HouseRuleAnswer:
    has_bounds = rule.type in ("int", "words")
    return HouseRuleAnswer(
        key=rule.key,
        label=rule.label,
        type=rule.type,
        default=rule.default,
        low=rule.low if has_bounds else None,
        high=rule.high if has_bounds else None,
        choices=rule.choices,
        source=rule.source,
        house_table=rule.house_table,
    )
