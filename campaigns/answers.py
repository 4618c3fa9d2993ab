"""What goes around an act, and what comes back from it. People's mistakes are values, not exceptions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules.kernel.dice import Thrown
from rules.kernel.messages import Violation
from rules.kernel.sections import AnySection, Change
from rules.kernel.text import Text

if TYPE_CHECKING:
    from campaigns.access import Entrance

Plain = dict[str, Any]


@dataclass(frozen=True)
class Envelope:
    """`key`: of idempotency; `on_behalf_of`: a seat's key; `if_match`: the version the sender looked at; `schedule`: the title
    of the plan that sends it, which no request from outside can bring along.
    """

    key: str = ""
    on_behalf_of: str | None = None
    rolls: tuple[Thrown, ...] = ()
    app_dice: bool = False
    if_match: int | None = None
    schedule: str = ""


@dataclass(frozen=True, kw_only=True)
class Accepted:
    """`command` and `events` are plain values, the events those the actor may see.

    `after`: how the actor finds the campaign now, where this call has just changed it and no hero changed hands.
    """

    entry_seq: int
    version: int
    act_id: str
    command: Plain
    events: tuple[Plain, ...]
    created: bool
    sentence: Text
    warnings: tuple[Text, ...] = ()
    undone: bool = False
    after: Entrance | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class Preview:
    """What an act would do. `sections` are receipts, `changes` numbers before and after."""

    events: tuple[Plain, ...]
    sections: tuple[AnySection, ...]
    changes: tuple[Change, ...]
    warnings: tuple[Text, ...]
    version: int


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """`status` as in HTTP; `rule` where the rulebook refuses; `errors` name fields."""

    status: int
    code: str
    message: Text
    rule: str | None = None
    params: Plain = field(default_factory=dict)
    errors: tuple[tuple[str, Text], ...] = ()


def by_the_rules(violation: Violation) -> Refusal:
    return Refusal(
        status=422,
        code=violation.code,
        message=violation.message,
        rule=violation.rule,
        params=dict(violation.params),
        errors=((violation.field, violation.message),) if violation.field else (),
    )


def unprocessable(code: str, message: Text, *, field: str = "", **params: Any) -> Refusal:
    errors = ((field, message),) if field else ()
    return Refusal(status=422, code=code, message=message, params=params, errors=errors)


def malformed(field: str, message: Text, code: str = "malformed") -> Refusal:
    """Not a well-formed command; `field` is at fault."""
    title = Text("Envoi mal formé : {field}. {why}", "Malformed: {field}. {why}")
    return Refusal(
        status=400, code=code, message=title(field=field or "?", why=message), errors=((field, message),)
    )


NOT_FOUND = Refusal(
    status=404,
    code="not_found",
    message=Text("Cette campagne n’existe pas.", "There is no such campaign."),
)
FORBIDDEN = Refusal(
    status=403,
    code="forbidden",
    message=Text("Votre place à la table ne le permet pas.", "Your seat at the table does not allow this."),
)
NOT_YOUR_HERO = Refusal(
    status=403,
    code="not_your_hero",
    message=Text("Ce héros n’est pas le vôtre.", "This hero is not yours."),
)
ONLY_LOOKING = Refusal(
    status=403,
    code="only_looking",
    message=Text(
        "Vous regardez depuis la place d’un autre : revenez à la vôtre pour agir.",
        "You are looking from somebody else’s seat: go back to your own to act.",
    ),
)
KEY_REUSED = Refusal(
    status=409,
    code="key_reused",
    message=Text(
        "Cette clé a déjà servi pour un autre envoi.", "This key was already used for something else."
    ),
)


def stale(version: int) -> Refusal:
    message = Text(
        "La campagne a avancé entre-temps. Relisez avant de confirmer.",
        "The campaign has moved on meanwhile. Look again before you confirm.",
    )
    return Refusal(status=412, code="stale", message=message, params={"version": version})
