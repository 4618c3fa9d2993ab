"""The book of a campaign: what it tells, to whom, and that a long one costs no more than it must."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pypdf import PdfReader

from rules.kernel.registry import ruleset
from tasks import book, chronicle
from tasks.chronicle import Chapter, chapters
from tasks.curves import curves
from tasks.models import Kind
from tasks.papers import Wanted, choices
from tests.campaigns.group import Group
from tests.tasks.doing import content, done, on_paper
from tests.tasks.laying import cut, words

pytestmark = pytest.mark.django_db

WANTED = Wanted(kind=Kind.CHRONICLE)


def told(group: Group, user=None, wanted: Wanted = WANTED) -> tuple[Chapter, ...]:
    return book.story(group.enter(user or group.gm), wanted, lambda *_far: None).chapters


def said(found: tuple[Chapter, ...]) -> str:
    return " ".join(text.en for one in found for some in one.tale.paragraphs for text in some)


def plays_a_quest(group: Group, success: bool = True) -> None:
    group.does(group.gm, "open_quest", quest="attic")
    group.does(group.gm, "close_quest", success=success)


def test_a_quest_is_a_chapter_and_so_is_an_evening_between(group):
    hero = group.recruits(group.player)
    plays_a_quest(group)
    group.does(group.player, "change_spirit", hero=hero, by=-1)
    plays_a_quest(group, success=False)
    found = told(group)
    assert [one.run.result if one.run else None for one in found] == [None, "won", None, "lost"]
    assert [one.number for one in found] == [1, 2, 3, 4]
    assert [one.quest for one in found] == [0, 1, 1, 2]
    assert hero in found[0].heroes


def test_what_was_taken_back_is_not_told(group):
    group.recruits(group.player)
    taken = group.recruits(group.player, "Brom")
    group.undoes(group.player, 2)
    found = told(group)
    assert "Merin" in said(found)
    assert "Brom" not in said(found)
    assert all(taken not in one.heroes for one in found)


def test_the_game_masters_secrets_are_in_their_book_where_they_want_them_and_nowhere_else(evening):
    open_to_all = said(told(evening))
    with_secrets = said(told(evening, evening.gm, replace(WANTED, secrets=True)))
    assert len(with_secrets) > len(open_to_all)
    assert said(told(evening, evening.player)) == open_to_all
    assert said(told(evening, evening.player, replace(WANTED, secrets=True))) == open_to_all


def test_a_book_costs_no_query_for_an_act(evening):
    def queries() -> int:
        entrance = evening.enter(evening.gm)
        with CaptureQueriesContext(connection) as asked:
            book.story(entrance, WANTED, lambda *_far: None)
        return len(asked)

    few = queries()
    hero = evening.recruits(evening.gm, "Brom")
    for by in (-1, 1) * 6:
        evening.does(evening.gm, "change_spirit", hero=hero, by=by)
    assert queries() == few


def test_a_long_campaign_has_volumes_of_which_one_is_kept(group, monkeypatch):
    monkeypatch.setattr(chronicle, "VOLUME", 2)
    monkeypatch.setattr("tasks.papers.VOLUME", 2)
    group.recruits(group.player)
    for _ in range(5):
        plays_a_quest(group)
    assert [one.quest for one in told(group)] == [5]
    assert [one.quest for one in told(group, wanted=replace(WANTED, choice="1"))] == [0, 1, 2]
    labels = [one.label.en for one in choices(group.enter(group.gm), Kind.CHRONICLE)]
    assert labels == ["Volume 3: quests 5 to 5", "Volume 2: quests 3 to 4", "Volume 1: quests 1 to 2"]


def test_how_far_the_reading_is_is_told(evening, monkeypatch):
    monkeypatch.setattr(chronicle, "STEP", 2)
    read: list[int] = []
    list(chapters(evening.enter(evening.gm), evening.enter(evening.gm).viewer, read.append))
    assert read == [2, 4]


@pytest.mark.usefixtures("pango")
def test_the_book_is_a_pdf_with_contents_that_lead_to_the_right_pages(group, seen):
    group.recruits(group.player)
    plays_a_quest(group)
    plays_a_quest(group)
    with translation.override("fr"):
        task = done(on_paper(group.enter(group.player), "chronicle"))
    assert (task.state, task.filename) == ("done", "the-cellar-gang-chronicle.pdf")
    found = PdfReader(io.BytesIO(content(task)))
    pages = [page.extract_text() for page in found.pages]
    root = found.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert (root["/Lang"], found.metadata.title) == ("fr", "The cellar gang")
    assert "The cellar gang" in pages[0]
    assert "Merin" in pages[0]
    assert "Table des matières" in pages[1]
    body = pages[2:]
    for name in ("Les héros", "Or"):
        number = int(re.search(rf"(\d+)\s*{name}|{name}\s*(\d+)", pages[1]).group(1) or 0)  # type: ignore[union-attr]
        assert name in body[number - 1]
        assert body[number - 1].rstrip().endswith(str(number)) or f"\n{number}" in body[number - 1]
    assert seen[-1] == (100, 100)
    assert [step for step, _ in seen] == sorted(step for step, _ in seen)


@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_no_box_of_a_book_is_cut(group, size):
    group.recruits(group.player, "Maximilienne-Bartholomée de la Roche-Noi")
    for _ in range(3):
        plays_a_quest(group)
    entrance = group.enter(group.gm)
    whole = book.Book(book.story(entrance, replace(WANTED, page_size=size), lambda *_far: None))
    assert list(whole.parts())
    whole.front()
    pages = [page for one in whole.laid for page in one.pages]
    assert cut(pages) == []
    assert "Roche-Noi" in words(pages)


def test_a_curve_has_a_line_for_each_name_and_no_more_than_a_dozen_marks():
    drawn = curves("Gold", ["1", "2", "3"], [("Merin", [0, 40, 90]), ("<Brom>", [None, 10, 5])])
    assert drawn.count('stroke-width="2.2"') == 2
    assert "&lt;Brom&gt;" in drawn
    assert 'aria-label="Gold"' in drawn
    assert "style=" not in drawn
    crowded = curves("Gold", [str(point) for point in range(500)], [("Merin", [0] * 500)])
    assert 1 < crowded.count('text-anchor="middle"') <= 12


def test_a_curve_of_nothing_is_drawn_too():
    assert "<svg" in curves("Gold", [], [])
    assert "<svg" in curves("Gold", ["1"], [("Merin", [0])])


def test_every_ruleset_tells_its_evenings_or_leaves_the_sentences_as_they_are():
    real = ruleset("heroquest_evolution")
    kinds = {type_.__name__ for type_ in real._small}
    assert {"TrackChanged", "RoundEnded"} <= kinds
    assert not real._small & set(real._sums)
