"""Lasting marks of a campaign, and the game master's way to lift one with a reason (R43, R107)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.awards import MARKS, marks_left
from rules.heroquest_evolution.refusals import refuse, unknown
from rules.heroquest_evolution.state import State
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Reason, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, words
from rules.kernel.text import Text


class LiftMark(Command, frozen=True, tag="lift_mark"):
    """From then on; the gold that a mark has withheld does not come back."""

    label = Text("Lever une marque", "Lift a mark")
    icon = "undo"
    mark: Key
    reason: Reason


class MarkLifted(Event, frozen=True, tag="mark_lifted"):
    mark: str
    mark_name: Text
    reason: str


def lift_mark(state: State, command: LiftMark, act: Act) -> Decision:
    name = marks_left(state).get(command.mark)
    if name:
        return (MarkLifted(mark=command.mark, mark_name=name, reason=command.reason.strip()),)
    if command.mark not in MARKS:
        return unknown("mark", command.mark, "R43")
    return _unmarked()


def _unmarked() -> Violation:
    return refuse(
        "no_mark",
        "Cette campagne ne porte pas de marque à lever.",
        "This campaign bears no mark to lift.",
        "R43",
        field="mark",
    )


def mark_lifted(state: State, event: MarkLifted) -> State:
    return replace(state, marks=tuple(mark for mark in state.marks if mark != event.mark))


def offer_lift(state: State, given: Given) -> Draft:
    marks = tuple(Choice(mark, name) for mark, name in marks_left(state).items())
    if not marks:
        return refused(_unmarked())
    which = choice("mark", Text("Marque", "Mark"), marks, default=marks[0].value)
    return Draft((which, words("reason", Text("Raison", "Reason"), 300)))


def tell_lifted(event: MarkLifted) -> Text:
    return Text("« {mark} » est levée : {reason}", "“{mark}” is lifted: {reason}")(
        mark=event.mark_name, reason=event.reason
    )


CHAPTER = Chapter(
    name="marks",
    decides={LiftMark: lift_mark},
    evolves={MarkLifted: mark_lifted},
    tells={MarkLifted: tell_lifted},
    offers={LiftMark: offer_lift},
)
