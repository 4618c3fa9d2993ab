"""The person's own page of notices, the count in the header, and what they want to hear of."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import people
from campaigns.models import Role
from campaigns.seats import delete_campaign
from deliveries.models import Notice
from deliveries.notices.models import Topic
from tests.conftest import program
from tests.notices.board import tells

pytestmark = pytest.mark.django_db


def html(client, address="/notices/"):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_header_counts_what_is_unread_without_a_query_of_its_own(
    group, player_client, django_assert_num_queries
):
    address = f"/campaigns/{group.campaign.pk}/"
    html(player_client, address)
    with CaptureQueriesContext(
        connection,
    ) as before:
        assert "unread notices" not in html(player_client, address)
    for number in range(3):
        tells(group, group.player, f"News {number}")
    with django_assert_num_queries(len(before)):
        assert '<span class="num">3</span> <span class="visually-hidden">unread notices' in html(
            player_client, address
        )


def test_a_page_that_a_browser_keeps_is_stale_when_something_new_is_told(group, player_client):
    address = f"/campaigns/{group.campaign.pk}/"
    etag = player_client.get(address)["ETag"]
    assert player_client.get(address, headers={"if-none-match": etag}).status_code == 304
    tells(group, group.player, "News")
    assert player_client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_a_notice_is_opened_and_then_read(group, player_client):
    tells(group, group.player, "The cellar is done")
    assert "The cellar is done" in html(player_client)
    notice = Notice.objects.get()
    answer = player_client.post(f"/notices/{notice.pk}/")
    assert (answer.status_code, answer["Location"]) == (303, f"/campaigns/{group.campaign.pk}/")
    assert "unread notices" not in html(player_client)


def test_reading_all_leaves_what_came_after_the_page(clock, group, player_client):
    tells(group, group.player, "Old")
    page = html(player_client)
    newest = page.partition('name="newest" value="')[2].partition('"')[0]
    clock.shift(5)
    tells(group, group.player, "New")
    assert player_client.post("/notices/read/", {"newest": newest}).status_code == 303
    assert list(Notice.objects.filter(read_at=None).values_list("en", flat=True)) == ["New"]
    assert player_client.post("/notices/read/", {"newest": "nonsense"}).status_code == 303
    assert not Notice.objects.filter(read_at=None).exists()


def test_nobody_reads_or_opens_those_of_others(group, player_client, gm_client, anonymous_client):
    tells(group, group.player, "For Merin")
    notice = Notice.objects.get()
    assert "For Merin" not in html(gm_client)
    assert gm_client.post(f"/notices/{notice.pk}/").status_code == 404
    assert gm_client.post("/notices/read/").status_code == 303
    assert anonymous_client.get("/notices/").status_code == 302
    assert program(group.gm).get("/api/v1/notices/").json()["results"] == []
    program(group.gm).post("/api/v1/notices/read/", {"ids": [str(notice.pk)]})
    assert Notice.objects.filter(read_at=None).count() == 1


def test_those_of_a_campaign_one_left_or_that_is_deleted_are_gone_at_once(group, player_client, gm_client):
    tells(group, group.player, "For Merin")
    tells(group, group.gm, "For Zargon")
    people.remove(group.enter(group.gm), group.seat(group.player).key)
    delete_campaign(group.enter(group.gm))
    for client in (player_client, gm_client):
        page = html(client)
        assert "For " not in page
        assert "unread notices" not in page


def test_a_program_reads_them_and_marks_them(group):
    for number in range(3):
        tells(group, group.player, f"News {number}")
    player = program(group.player)
    first = player.get("/api/v1/notices/").json()["results"]
    assert {one["text"] for one in first} == {"News 0", "News 1", "News 2"}
    assert first[0] | {"id": "", "text": "", "created_at": ""} == {
        "id": "", "topic": "quest", "campaign": str(group.campaign.pk), "campaign_name": "The cellar gang", "text": "",
        "path": f"/campaigns/{group.campaign.pk}/", "created_at": "", "read": False,
    }  # fmt: skip
    assert player.post("/api/v1/notices/read/", {"ids": [first[0]["id"]]}).json() == {"unread": 2}
    assert len(player.get("/api/v1/notices/", {"unread": "true"}).json()["results"]) == 2
    assert player.get("/api/v1/notices/", {"unread": "maybe"}).status_code == 400
    assert player.post("/api/v1/notices/read/", {}).json() == {"unread": 0}
    assert player.post("/api/v1/notices/read/", {"ids": "all"}).status_code == 400
    assert player.post("/api/v1/notices/read/", {"ids": [str(uuid.uuid4())]}).json() == {"unread": 0}


def test_a_token_that_may_only_read_marks_nothing(group):
    assert program(group.player, "read").post("/api/v1/notices/read/", {}).status_code == 403


def wish(group, user, **fields):
    address = f"/api/v1/campaigns/{group.campaign.pk}/notices/"
    client = program(user)
    return client.patch(address, fields) if fields else client.get(address)


def test_a_program_chooses_what_to_hear_of(group, stranger):
    assert wish(group, group.player).json() == {"topics": Topic.values, "mail": False}
    assert wish(group, group.player, topics=["due"]).json() == {"topics": ["due"], "mail": False}
    assert wish(group, group.player, mail=True).json() == {"topics": ["due"], "mail": True}
    assert wish(group, group.gm).json()["topics"] == Topic.values
    assert wish(group, group.player, topics=["weather"]).status_code == 400
    assert wish(group, stranger).status_code == 404


def test_the_account_page_asks_campaign_by_campaign(group, player_client):
    page = html(player_client, "/accounts/")
    assert "The cellar gang" in page
    assert "Something scheduled was refused" not in page  # that is for who runs the table
    name = group.campaign.pk.hex
    answer = player_client.post(
        "/accounts/notices/", {f"{name}-topics": ["due", "quest"], f"{name}-mail": "on"}
    )
    assert answer.status_code == 303
    assert wish(group, group.player).json() == {"topics": ["due", "quest", "schedule", "job"], "mail": True}
    assert player_client.post("/accounts/notices/", {f"{name}-topics": ["weather"]}).status_code == 422
    player_client.post("/accounts/notices/", {})
    assert wish(group, group.player).json() == {"topics": ["schedule", "job"], "mail": False}


@pytest.mark.parametrize(
    "newest",
    ["0001-01-01T00:00+14:00", "9999-12-31T23:59-14:00", "2026-02-30T00:00+00:00", "9" * 5_000, ""],
)
def test_a_day_beyond_the_calendar_is_no_error(newest, group, player_client):
    tells(group, group.player, "News")
    assert player_client.post("/notices/read/", {"newest": newest}).status_code == 303
    assert not Notice.objects.filter(read_at=None).exists()


def test_what_is_for_who_runs_the_table_is_read_by_nobody_who_did_once(
    group, other_player, gm_client, client
):
    seat = group.seat(group.player)
    seat.role = Role.GM
    seat.save()
    client.force_login(group.player)
    tells(group, group.player, "The ogre was not let in", Topic.SCHEDULE)
    tells(group, group.player, "The cellar is done", key="other")
    assert "The ogre was not let in" in html(client)
    seat.role = Role.PLAYER
    seat.save()
    page = html(client)
    assert "The ogre was not let in" not in page
    assert '<span class="num">1</span> <span class="visually-hidden">unread notices' in page
