"""Figures: what was counted, drawn by the server with a table behind each picture."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import counted
from campaigns.models import CountRow, FaceRow, MilestoneRow
from campaigns.pictures.charts import Grid, Series, bars, columns, lines
from campaigns.pictures.scales import ticks
from rules.kernel.text import Text
from tests.campaigns.group import envelope
from tests.conftest import signed_in

pytestmark = pytest.mark.django_db


def whole(group, what):
    rows = CountRow.objects.filter(campaign=group.campaign, run=0, what=what)
    return dict(rows.values_list("hero", "amount"))


def by_run(group, what):
    rows = CountRow.objects.filter(campaign=group.campaign, run__gt=0, what=what)
    return {(run, hero): amount for run, hero, amount in rows.values_list("run", "hero", "amount")}


def test_acts_are_counted_by_hero_and_quest_and_what_is_taken_back_is_not(evening):
    assert whole(evening, "sighs") == {evening.merin: 2, evening.durgin: 1}
    assert by_run(evening, "sighs") == {(3, evening.merin): 2, (7, evening.durgin): 1}
    evening.is_sound()


def test_numbers_that_move_are_counted_too(evening):
    gold = evening.state.hero(evening.merin).gold
    assert whole(evening, "gold")[evening.merin] == gold == 16


def test_only_the_last_quests_have_counts_of_their_own(evening, monkeypatch):
    monkeypatch.setattr(counted, "RUNS", 2)
    for quest in ("attic", "cellar", "attic"):
        evening.does(evening.gm, "close_quest", success=False)
        evening.does(evening.gm, "open_quest", quest=quest)
        evening.does(evening.player, "change_spirit", hero=evening.merin, by=-1 if quest == "cellar" else 0)
    runs = CountRow.objects.filter(campaign=evening.campaign, run__gt=0).values_list("run", flat=True)
    assert len(set(runs)) == 2
    assert whole(evening, "sighs") == {evening.merin: 3, evening.durgin: 1}
    evening.is_sound()


def test_faces_are_kept_by_hand_and_by_origin(evening):
    table, app = FaceRow.objects.order_by("origin").values_list("hero", "seat", "origin", "face")[::-1]
    assert table == (evening.merin, "s2", "table", "6")
    assert app[:3] == (evening.durgin, "s1", "app")


def test_a_hero_who_leaves_has_a_milestone(evening):
    assert [row.label_en for row in MilestoneRow.objects.all()] == ["retires"]


def test_what_only_the_game_master_knows_is_not_counted(group):
    group.recruits(group.player)
    before = CountRow.objects.count(), FaceRow.objects.count(), MilestoneRow.objects.count()
    group.does(group.gm, "stock_store", by=2)
    assert (CountRow.objects.count(), FaceRow.objects.count(), MilestoneRow.objects.count()) == before


class Pictures(HTMLParser):
    """The names of drawings and the tables of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.labelled: list[str] = []
        self.ids: list[str] = []
        self.tables = 0

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        self.tables += tag == "table"
        if tag == "svg" and found.get("role") == "img":
            self.labelled += found["aria-labelledby"].split()


def test_every_picture_has_a_name_a_description_and_a_table(evening):
    page = signed_in(evening.player).get(f"/campaigns/{evening.campaign.pk}/figures/").content.decode()
    seen = Pictures()
    seen.feed(page)
    assert len(seen.labelled) >= 4
    assert set(seen.labelled) <= set(seen.ids)
    assert len(seen.ids) == len(set(seen.ids))
    assert seen.tables >= 3
    assert " style=" not in page
    assert "too few throws to say" in page


def test_a_hero_has_figures_after_leaving_and_nobody_has_none(evening):
    client, base = signed_in(evening.player), f"/campaigns/{evening.campaign.pk}/heroes/"
    page = client.get(f"{base}{evening.durgin}/figures/").content.decode()
    assert "Durgin in figures" in page
    assert "Merin" not in re.sub(r"Merin&#x27;s player|Merin's player", "", page)
    assert client.get(f"{base}nobody/figures/").status_code == 404


def test_an_empty_campaign_says_what_to_do(group):
    page = signed_in(group.player).get(f"/campaigns/{group.campaign.pk}/figures/").content.decode()
    assert "Nothing to count yet." in page


def test_programs_get_the_same(evening):
    found = signed_in(evening.player).get(f"/api/v1/campaigns/{evening.campaign.pk}/figures/").json()
    gold = next(one for one in found["pictures"] if one["what"] == "gold")
    assert gold["columns"] == ["Before", "1. The attic", "2. The cellar"]
    merin = next(one for one in gold["series"] if one["name"] == "Merin")
    assert merin["values"] == [0, 16, 16]
    assert [day["label"] for day in found["timeline"] if day["hero"]] == ["retires"]
    assert {one["origin"] for one in found["luck_of_hands"]} == {"app", "table"}


def test_more_acts_ask_the_database_as_often(evening):
    client, url = signed_in(evening.player), f"/campaigns/{evening.campaign.pk}/figures/"
    client.get(url)
    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get(url)
    for _ in range(12):
        evening.does(evening.player, "throw_for_gold", around=envelope(app=True), hero=evening.merin)
    with CaptureQueriesContext(connection) as many:
        client.get(url)
    assert len(many) == len(few)


GRID = Grid(
    ("One", "Two", "Three"), ("1", "2", "3"), (Series("Merin", (3, 0, 4), 0), Series("Brom", (1, 2, 0), 1))
)


def test_bars_are_as_long_as_their_numbers():
    drawn = bars(GRID)
    first = [block for block in drawn.blocks if block.y == drawn.blocks[0].y]
    assert first[0].width == pytest.approx(3 * first[1].width, abs=0.2)
    assert first[1].x == first[0].width
    assert [mark.text for mark in drawn.ends] == ["4", "2", "4"]


def test_columns_pile_up_and_stay_within_the_picture():
    drawn = columns(GRID)
    assert all(block.x >= 0 and block.x + block.width <= drawn.width for block in drawn.blocks)
    assert all(0 <= block.y <= drawn.bottom for block in drawn.blocks)
    assert len(drawn.blocks) == 4


def test_a_line_goes_through_all_its_values():
    drawn = lines(GRID)
    assert [len(line.points) for line in drawn.lines] == [3, 3]
    ups = [point.y for point in drawn.lines[0].points]
    assert ups[2] < ups[0] < ups[1]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 7), (-30, 12), (0, 999), (0, 123_456)])
def test_an_axis_has_few_round_numbers_that_hold_everything(low, high):
    marks = ticks(low, high)
    assert marks[0] <= low <= high <= marks[-1]
    assert 2 <= len(marks) <= 7
    assert len({b - a for a, b in pairwise(marks)}) == 1


def test_the_names_of_quests_are_in_the_readers_language(evening):
    page = signed_in(evening.player).get(
        f"/campaigns/{evening.campaign.pk}/figures/", HTTP_ACCEPT_LANGUAGE="fr"
    )
    assert Text("Le grenier", "The attic").fr in page.content.decode()
