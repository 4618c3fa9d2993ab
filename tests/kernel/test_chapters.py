"""A ruleset refuses to be put together from chapters that do not fit."""

import pytest

from rules.kernel.chapters import Chapter, ChapterError, check, merge
from rules.kernel.messages import Command, Event
from rules.kernel.text import Text


class Rest(Command, frozen=True, tag="rest"):
    label = Text("Se reposer", "Rest")


class Rested(Event, frozen=True, tag="rested"):
    pass


class AlsoRest(Command, frozen=True, tag="rest"):
    label = Text("Dormir", "Sleep")


class Envelope(Command, frozen=True, tag="envelope"):
    label = Text("Enveloppe", "Envelope")
    rolls: int = 0


def chapter(name="a", **tables):
    return Chapter(name=name, **({"decides": {}, "evolves": {}, "tells": {}, "offers": {}} | tables))


def test_what_stands_in_two_chapters_is_refused():
    with pytest.raises(ChapterError, match="Rest is in two chapters"):
        merge((chapter(decides={Rest: id}), chapter("b", decides={Rest: id})), "decides")


@pytest.mark.parametrize(
    ("commands", "offers", "evolves", "tells", "said"),
    [
        ({Rest: id}, {}, {}, {}, "command in one table only: Rest"),
        ({Rest: id}, {Rest: id}, {Rested: id}, {}, "event in one table only: Rested"),
        ({Rest: id, AlsoRest: id}, {Rest: id, AlsoRest: id}, {}, {}, "kind used twice: rest"),
        ({Envelope: id}, {Envelope: id}, {}, {}, "Envelope"),
    ],
)
def test_tables_that_do_not_fit_are_refused_by_name(commands, offers, evolves, tells, said):
    with pytest.raises(ChapterError, match=said):
        check(commands, offers, evolves, tells)
