"""Who may use which address: short tables, from which the answer for everybody there is at every address is derived.

An address that reads is open to its campaign's members, or to whoever is signed in, unless it stands here. One that
writes must stand here, apart from the commands, whose own `who` decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.secrets.routes import Route
from tests.secrets.table import ROLES, RULESET

SAFE = ("GET", "HEAD")
METHODS = (*SAFE, "POST", "PUT", "PATCH", "DELETE")

MASTERS = frozenset({"gm", "co-gm"})
OWNER = frozenset({"owner"})
SETTLERS = MASTERS | OWNER
SEATED = frozenset(ROLES)
PLAYING = SEATED - {"spectator"}
OWN = MASTERS | {"player"}
"""The hero of the addresses, and the last act, are the player's."""
PERSONS = SEATED | {"stranger", "removed"}
EVERYBODY = PERSONS | {"anonymous", "guest"}
PROGRAMS = ("reader", "expired")
"""Tokens of a game master: one for reading only, one that was."""
WHO = (*sorted(EVERYBODY), "looking", *PROGRAMS)
FEW = ("anonymous", "stranger", "gm", *PROGRAMS)
"""Where nothing is of any campaign, nor opened by a token."""

PUBLIC = frozenset(
    {
        *("join", "sample-start", "manifest", "worker", "offline"),
        *("healthz", "readyz", "home", "schema", "api-docs", "language", "invitation", "shared"),
        *("appearance", "style"),
        *("rulebooks", "rulebook", "rulebook-section", "rulebook-thing"),
        *("api-rulesets", "api-ruleset", "api-odds", "api-section"),
        *("account_login", "account_logout", "account_signup", "account_inactive"),
        *("account_email_verification_sent", "account_confirm_email", "account_confirm_login_code"),
        *("account_reset_password", "account_reset_password_done", "account_reset_password_from_key"),
        *("account_reset_password_from_key_done", "mfa_authenticate", "unsubscribe"),
    }
)
"""Addresses that answer who is not signed in."""
NO_CALL = "api/"
"""Any other address of the API: nothing is there for anybody."""
NOBODYS = frozenset({NO_CALL, "metrics", "sample-keep", "sample-end"})
"""Nor there, for whoever has only what people and their programs have: samples are their visitors’."""
PERSONAL = frozenset({"people-look", "campaign-restore"})
"""Pages of a campaign that the public link does not reach at all."""
OF_ONE_PERSON = {
    name: frozenset({"player"})
    for name in (
        "task",
        "task-cancel",
        "task-remove",
        "task-result",
        "api-task",
        "api-task-cancel",
        "api-task-result",
    )
}
"""The long work that the player asked for, which nobody else is told of."""
SILENT = frozenset({"api-restore", "campaign-restore", "token-revoke", "notice", *OF_ONE_PERSON})
"""Who may not, is not told that there is anything."""
MEMBERS = frozenset({"people", "schedules", "papers"})
"""Pages that every member reads, and no guest."""
BY_WHO = frozenset({"campaign-do", "hero-level", "start-heroes"})
"""Pages that show what may be done: a guest is refused there as a spectator is."""

READS: dict[str, frozenset[str]] = {
    "campaign-do": PLAYING,
    "start-name": SETTLERS,
    "start-heroes": PLAYING,
    "start-begin": MASTERS,
    "hero-level": OWN,
    "portrait": OWN,
    "hero-export": OWN,
    "api-hero-export": OWN,
    "campaign-settings": SETTLERS,
    "campaign-export": MASTERS,
    "api-export": MASTERS,
    "api-invitations": MASTERS,
    "documents": MASTERS,
    "document": MASTERS,
    "document-new": MASTERS,
    "document-edit": MASTERS,
    "document-history": MASTERS,
    "hidden-rolls": MASTERS,
    "api-documents": MASTERS,
    "api-document": MASTERS,
    "api-versions": MASTERS,
    "api-hidden-rolls": MASTERS,
    "people": SEATED,
    "papers": SEATED,
    "webhooks": SETTLERS,
    "webhook": SETTLERS,
    "webhook-new": SETTLERS,
    "api-webhooks": SETTLERS,
    "api-webhook": SETTLERS,
    "api-deliveries": SETTLERS,
    **OF_ONE_PERSON,
    "schedules": SEATED,
    "schedule-new": MASTERS,
    "schedule": MASTERS,
}
"""What a member may read, where it is not every member and guest."""


@dataclass(frozen=True)
class Use:
    """Who may, and what they would send: `{hero}` and the like stand for what an address may name."""

    may: frozenset[str]
    sends: dict[str, Any] = field(default_factory=dict)
    version: int | None = None


RENAME = {"kind": "rename_hero", "hero": "{hero}", "name": "Renamed"}
LAST = OWN
NOTE = {"title": "A note", "kind": "note"}
HOOK = {"name": "Channel", "url": "https://8.8.8.8/"}
"""A number: no name is looked up."""
SESSION = {"title": "Next evening", "at": "2091-05-04T19:30"}
WRITES: dict[tuple[str, str], Use] = {
    ("api-campaigns", "POST"): Use(PERSONS, {"name": "Another", "ruleset": RULESET}),
    ("api-import", "POST"): Use(PERSONS),
    ("api-accept", "POST"): Use(PERSONS),
    ("api-campaign", "PATCH"): Use(SETTLERS, {"name": "Renamed"}),
    ("api-campaign", "DELETE"): Use(OWNER),
    ("api-seat", "PATCH"): Use(SETTLERS, {"name": "Renamed"}),
    ("api-seat", "DELETE"): Use(SETTLERS),
    ("api-hero-seat", "PUT"): Use(OWN, {"seat": "{seat}"}),
    ("api-invitations", "POST"): Use(MASTERS, {"role": "player"}),
    ("api-invitation", "DELETE"): Use(MASTERS),
    ("api-public-link", "PUT"): Use(SETTLERS),
    ("api-public-link", "DELETE"): Use(SETTLERS),
    ("api-restore", "POST"): Use(OWNER),
    ("api-documents", "POST"): Use(MASTERS, NOTE),
    ("api-document", "PATCH"): Use(MASTERS, {"body": "More."}, version=1),
    ("api-document", "DELETE"): Use(MASTERS, version=1),
    ("api-document-restore", "POST"): Use(MASTERS),
    ("api-version-restore", "POST"): Use(MASTERS, version=1),
    ("api-hidden-rolls", "POST"): Use(MASTERS, {"dice": [{"die": "d6"}]}),
    ("api-acts", "POST"): Use(OWN, RENAME),
    ("api-preview", "POST"): Use(OWN, RENAME),
    ("api-undo", "POST"): Use(LAST),
    ("api-hero-files", "POST"): Use(MASTERS),
    ("api-portrait", "PUT"): Use(OWN, {"digest": "{digest}"}),
    ("api-portrait", "DELETE"): Use(OWN),
    ("portrait", "POST"): Use(OWN, {"remove": "1"}),
    ("api-exports", "POST"): Use(MASTERS),
    ("api-audits", "POST"): Use(SETTLERS),
    ("api-papers", "POST"): Use(SEATED, {"paper": "sheets"}),
    ("api-imports", "POST"): Use(PERSONS),
    ("api-task", "DELETE"): Use(OF_ONE_PERSON["api-task"]),
    ("api-task-cancel", "POST"): Use(OF_ONE_PERSON["api-task-cancel"]),
    ("exports", "POST"): Use(MASTERS),
    ("audits", "POST"): Use(SETTLERS),
    ("papers", "POST"): Use(SEATED, {"paper": "sheets", "hero": "{hero}"}),
    ("imports", "POST"): Use(PERSONS),
    ("task-cancel", "POST"): Use(OF_ONE_PERSON["task-cancel"]),
    ("task-remove", "POST"): Use(OF_ONE_PERSON["task-remove"]),
    ("api-webhooks", "POST"): Use(SETTLERS, HOOK),
    ("api-webhook", "PATCH"): Use(SETTLERS, {"name": "Renamed"}),
    ("api-webhook", "DELETE"): Use(SETTLERS),
    ("api-webhook-secret", "POST"): Use(SETTLERS),
    ("api-webhook-test", "POST"): Use(SETTLERS),
    ("api-delivery-resend", "POST"): Use(SETTLERS),
    ("webhook-add", "POST"): Use(SETTLERS, HOOK | {"form": "json", "language": "en"}),
    ("webhook-change", "POST"): Use(SETTLERS, HOOK | {"form": "json", "language": "en"}),
    ("webhook-turn", "POST"): Use(SETTLERS, {"on": "true"}),
    ("webhook-test", "POST"): Use(SETTLERS),
    ("webhook-secret", "POST"): Use(SETTLERS),
    ("webhook-delete", "POST"): Use(SETTLERS),
    ("delivery-resend", "POST"): Use(SETTLERS),
    ("api-schedules", "POST"): Use(MASTERS, SESSION),
    ("api-schedule", "PATCH"): Use(MASTERS, {"title": "Later"}, version=1),
    ("api-schedule", "DELETE"): Use(MASTERS, version=1),
    ("schedule-new", "POST"): Use(MASTERS, SESSION),
    ("schedule-later", "POST"): Use(MASTERS, {"kind": "close_quest"}),
    ("schedule", "POST"): Use(MASTERS, SESSION | {"version": "1"}),
    ("schedule-cancel", "POST"): Use(MASTERS),
    ("api-wishes", "PATCH"): Use(SEATED, {"mail": False}),
    ("api-notices-read", "POST"): Use(PERSONS),
    ("notices-read", "POST"): Use(PERSONS),
    ("notice", "POST"): Use(frozenset({"player"})),
    ("account-notices", "POST"): Use(PERSONS),
    ("start", "POST"): Use(PERSONS, {"name": "Another", "ruleset": RULESET}),
    ("start-name", "POST"): Use(SETTLERS, {"name": "Renamed"}),
    ("start-heroes", "POST"): Use(PLAYING, {"take": "barbarian", "barbarian.name": "Another"}),
    ("start-take", "POST"): Use(PLAYING, {"hero": "{hero}"}),
    ("campaigns", "POST"): Use(PERSONS, {"name": "Another", "ruleset": RULESET}),
    ("campaign-import", "POST"): Use(PERSONS),
    ("invitation", "POST"): Use(PERSONS),
    ("campaign-acts", "POST"): Use(OWN, RENAME),
    ("dice", "POST"): Use(PLAYING, {"by": "app", "die.d6": "1"}),
    ("campaign-do", "POST"): Use(OWN, RENAME),
    ("hero-level", "POST"): Use(OWN),
    ("campaign-undo", "POST"): Use(LAST),
    ("hero-files", "POST"): Use(MASTERS),
    ("hero-seat", "POST"): Use(OWN, {"seat": "{seat}"}),
    ("people-invite", "POST"): Use(
        MASTERS, {"role": "player", "hero": "", "expires_in": "86400", "uses": "1"}
    ),
    ("people-look", "POST"): Use(MASTERS, {"seat": "{seat}"}),
    ("people-revoke", "POST"): Use(MASTERS),
    ("seat-name", "POST"): Use(SETTLERS, {"name": "Renamed"}),
    ("seat-role", "POST"): Use(SETTLERS, {"role": "spectator"}),
    ("seat-remove", "POST"): Use(SETTLERS),
    ("seat-owner", "POST"): Use(OWNER),
    ("campaign-settings", "POST"): Use(SETTLERS, {"name": "Renamed", "timezone": ""}),
    ("public-link", "POST"): Use(SETTLERS, {"public": "on"}),
    ("campaign-delete", "POST"): Use(OWNER, {"name": "{name}"}),
    ("campaign-restore", "POST"): Use(OWNER),
    ("document-new", "POST"): Use(MASTERS, NOTE),
    ("document-edit", "POST"): Use(MASTERS, {**NOTE, "version": "1"}),
    ("document-bring-back", "POST"): Use(MASTERS, {"version": "1"}),
    ("document-delete", "POST"): Use(MASTERS),
    ("document-restore", "POST"): Use(MASTERS),
    ("hidden-rolls", "POST"): Use(MASTERS, {"throw": "d6:1"}),
    ("account-preferences", "POST"): Use(PERSONS),
    ("account-delete", "POST"): Use(PERSONS),
    ("token-create", "POST"): Use(PERSONS, {"name": "phone", "scopes": "read", "lifetime": "30"}),
    ("token-revoke", "POST"): Use(frozenset({"player"})),
}
"""Every address that writes."""

OPENS, SIGN_IN, FORBIDDEN, NOT_THERE, NO_METHOD = "opens", "sign in", "403", "404", "405"


def asking(route: Route, method: str, allowed: frozenset[str]) -> tuple[str, ...]:
    """Everybody it makes sense to ask for: pages know no tokens, and no method that is not there looks at a seat."""
    if route.name in PUBLIC and "token" not in route.names:
        everybody = FEW
    else:
        everybody = WHO if method in allowed else (*FEW, "spectator", "guest", "looking")
    return tuple(who for who in everybody if route.is_api or who not in PROGRAMS)


class UntaughtError(Exception):
    """An address that writes, and nobody has said who may."""


def who_may(route: Route, method: str) -> frozenset[str]:
    if route.name in PUBLIC and (route.name, method) not in WRITES:
        return EVERYBODY
    if method in SAFE:
        return READS.get(route.name, SEATED if route.is_of_campaign else PERSONS)
    if (route.name, method) not in WRITES:
        raise UntaughtError(
            f"{method} {route.pattern} ({route.name}) writes: say in WRITES of tests/secrets/roles.py who may, "
            "or in PUBLIC that everybody may"
        )
    return WRITES[route.name, method].may


def expected(route: Route, method: str, who: str, allowed: frozenset[str]) -> str:
    """What `who` is answered. Which methods an address has is no secret of a campaign's: 405 is for strangers too."""
    if who == "looking":
        return _looking(route, method, allowed)
    if who in PROGRAMS:
        return _program(route, method, who, allowed)
    nobody = who == "anonymous" or (who == "guest" and not _led_in(route, method))
    if route.name in NOBODYS:
        return NOT_THERE
    if nobody and route.name not in PUBLIC:
        return SIGN_IN
    if method not in allowed:
        return NO_METHOD
    may = who_may(route, method)
    watches = who == "guest" and not nobody and "spectator" in may and route.name not in MEMBERS
    if who in may or watches:
        return OPENS
    return SIGN_IN if nobody else _refused(route, who)


def _led_in(route: Route, method: str) -> bool:
    """Whether the public link leads here at all: to look at pages."""
    is_page = route.is_of_campaign and not route.is_api and route.name not in PERSONAL
    return is_page and method in SAFE


def _refused(route: Route, who: str) -> str:
    if route.name in SILENT:
        return NOT_THERE
    if who == "guest":
        return FORBIDDEN if route.name in BY_WHO else NOT_THERE
    return FORBIDDEN if who in SEATED else NOT_THERE


def _looking(route: Route, method: str, allowed: frozenset[str]) -> str:
    """Pages are as the player finds them, and nothing is done from there. By program there is no looking."""
    if route.is_api or not route.is_of_campaign or route.name in PERSONAL:
        return expected(route, method, "gm", allowed)
    return expected(route, method, "player", allowed) if method in SAFE else FORBIDDEN


def _program(route: Route, method: str, who: str, allowed: frozenset[str]) -> str:
    if route.name in NOBODYS:
        return NOT_THERE
    if who == "expired":
        return SIGN_IN
    if method in SAFE or route.name in PUBLIC:
        return expected(route, method, "gm", allowed)
    return FORBIDDEN
