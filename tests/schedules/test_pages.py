"""From an offer's page to a later day: set, read, changed and cancelled without script."""

from __future__ import annotations

import re

import pytest

from deliveries.models import Schedule
from deliveries.schedules import planning
from tests.conftest import signed_in
from tests.schedules.calendar import OPEN, each, plans, tick

pytestmark = pytest.mark.django_db


@pytest.fixture
def visit(group, clock, gm_client):
    """Reads a page of the campaign as its game master."""

    def read(rest, client=None, **form):
        address = f"/campaigns/{group.campaign.pk}/{rest}"
        if form:
            return gm_client.post(address, form)
        return (client or gm_client).get(address)

    return read


def inputs(response):
    """What a browser would send back of the form's hidden and filled fields."""
    html = response.content.decode()
    found = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        if name and value and 'type="checkbox"' not in tag and name[1] != "csrfmiddlewaretoken":
            found[name[1]] = value[1].replace("&quot;", '"')
    return found


def test_an_offer_s_page_leads_to_the_calendar(visit, group):
    assert (
        f'formaction="/campaigns/{group.campaign.pk}/schedules/later/"'
        in visit("do/open_quest/").content.decode()
    )
    form = visit("schedules/later/", **OPEN)
    assert form.status_code == 200
    assert "Open a quest: Quest: The cellar" in form.content.decode()
    sent = inputs(form) | {
        "title": "The cellar opens",
        "at": "2027-03-05T20:30",
        "unit": "week",
        "every": "2",
    }
    saved = visit("schedules/new/", **sent)
    assert (saved.status_code, saved["Location"]) == (303, f"/campaigns/{group.campaign.pk}/schedules/")
    (schedule,) = Schedule.objects.all()
    assert (schedule.title, schedule.start, schedule.unit, schedule.every) == (
        "The cellar opens", "2027-03-05T20:30", "week", 2,
    )  # fmt: skip
    assert [one.command for one in planning.acts_of(schedule)] == [OPEN]
    html = visit("schedules/").content.decode()
    assert "The cellar opens" in html
    assert "every 2 weeks" in html
    assert "In the name of Zargon" in html


def test_pressed_twice_it_is_set_once(visit):
    sent = inputs(visit("schedules/later/", **OPEN)) | {"unit": ""}
    visit("schedules/new/", **sent)
    visit("schedules/new/", **sent)
    assert Schedule.objects.count() == 1


def test_what_concerns_a_hero_may_be_set_for_every_hero(visit, group):
    merin = group.recruits(group.gm)
    form = visit("schedules/later/", kind="change_spirit", hero=merin, by="-1")
    assert "For every hero who can do it then" in form.content.decode()
    visit("schedules/new/", **inputs(form), unit="", each="on")
    (act,) = planning.acts_of(Schedule.objects.get())
    assert (act.command, act.each_hero) == ({"kind": "change_spirit", "by": -1}, True)
    assert "every hero who can · " in visit("schedules/").content.decode()


def test_an_act_joins_what_is_scheduled_already(visit, group):
    known = plans(group, OPEN)
    sent = inputs(visit("schedules/later/", kind="close_quest", success="true"))
    visit("schedules/new/", **sent, unit="", join=str(known.pk))
    assert [one.command["kind"] for one in planning.acts_of(Schedule.objects.get())] == [
        "open_quest",
        "close_quest",
    ]


def test_an_act_is_struck_out_and_the_last_one_stays(visit, group):
    known = plans(group, OPEN, {"kind": "close_quest"})
    sent = inputs(visit(f"schedules/{known.pk}/"))
    assert visit(f"schedules/{known.pk}/", **sent, unit="", strike="1").status_code == 303
    assert [one.command for one in planning.acts_of(Schedule.objects.get())] == [OPEN]
    sent = inputs(visit(f"schedules/{known.pk}/"))
    refused = visit(f"schedules/{known.pk}/", **sent, unit="", strike="0")
    assert refused.status_code == 422
    assert "cancel it instead" in refused.content.decode()
    assert not Schedule.objects.get().is_session


def test_a_session_is_set_and_everybody_reads_it(visit, group, player_client, spectator):
    sent = inputs(visit("schedules/new/")) | {"title": "The crypt", "ahead": "24", "unit": ""}
    assert visit("schedules/new/", **sent).status_code == 303
    for client in (player_client, signed_in(spectator)):
        html = visit("schedules/", client).content.decode()
        assert "The crypt" in html
        assert "In the name of" not in html


def test_what_is_to_happen_stays_the_game_master_s_until_it_does(visit, group, player_client):
    known = plans(group, OPEN, title="The ambush")
    assert "ambush" not in visit("schedules/", player_client).content.decode()
    assert visit(f"schedules/{known.pk}/", player_client).status_code == 403
    assert visit("schedules/new/", player_client).status_code == 403
    assert player_client.post(f"/campaigns/{group.campaign.pk}/schedules/later/", OPEN).status_code == 403
    assert "Later…" not in visit("do/recruit_hero/", player_client).content.decode()


def test_strangers_guests_and_who_is_not_signed_in_meet_no_calendar(
    visit, group, stranger_client, anonymous_client
):
    known = plans(group, OPEN)
    for rest in ("schedules/", "schedules/new/", f"schedules/{known.pk}/"):
        assert visit(rest, stranger_client).status_code == 404
        assert visit(rest, anonymous_client).status_code == 302


def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(visit, group):
    known = plans(group, OPEN)
    sent = inputs(visit(f"schedules/{known.pk}/")) | {"unit": "", "title": "Typed with care"}
    for wrong in ({"at": "soon"}, {"at": "2020-01-01T10:00"}, {"every": "0"}, {"title": "a\tb"}):
        answer = visit(f"schedules/{known.pk}/", **sent | wrong)
        assert answer.status_code in (400, 422)
        assert 'class="errorlist"' in answer.content.decode()
    assert "Typed with care" in visit(f"schedules/{known.pk}/", **sent | {"at": "soon"}).content.decode()
    assert visit("schedules/new/", title="x", at="2027-03-05T10:00", acts="{", every="1").status_code == 400
    assert Schedule.objects.get().title == "Upkeep day"


def test_a_change_made_meanwhile_is_not_overwritten(visit, group):
    known = plans(group, OPEN)
    sent = inputs(visit(f"schedules/{known.pk}/")) | {"unit": "", "title": "Mine"}
    theirs = planning.wanted_of(known)
    planning.change(group.enter(group.gm), known.pk, theirs, 1)
    answer = visit(f"schedules/{known.pk}/", **sent)
    assert answer.status_code == 412
    assert "changed meanwhile" in answer.content.decode()
    assert visit(f"schedules/{known.pk}/", **inputs(answer) | {"unit": ""}).status_code == 303
    assert Schedule.objects.get().title == "Mine"


def test_it_is_cancelled_by_a_button_and_a_refusal_stands_on_the_page(visit, group, clock):
    known = plans(group, OPEN, unit="week")
    broken = plans(group, each("change_spirit", by=1), title="Nobody there")
    visit(f"schedules/{known.pk}/cancel/", key="x")
    clock.shift(2 * 24 * 3600)
    tick()
    html = visit("schedules/").content.decode()
    assert "cancelled" in html
    assert "No hero could do it." in html
    assert broken.occurrences.count() == 1


def test_the_pages_are_kept_by_no_browser(visit):
    for rest in ("schedules/", "schedules/new/"):
        answer = visit(rest)
        assert answer["Cache-Control"] == "private, no-store"
        assert "ETag" not in answer


@pytest.mark.parametrize(
    ("acts", "status"),
    [
        ('[{"command":{"a":' + "[" * 20_000 + "]" * 20_000 + "}}]", 400),
        ('[{"command":{"a":' + "[" * 200 + "]" * 200 + "}}]", 400),
        ('[{"command":{"a":' + "9" * 400 + "}}]", 400),
        (r'[{"command":{"kind":"open_quest","quest":"\u0000"}}]', 400),
        (r'[{"command":{"kind":"open_quest","quest":"\ud800"}}]', 400),
        ('[{"command":{"kind":["open_quest"],"hero":[1],"quest":{"a":[{}]}}}]', 400),
        ('[{"command":{"kind":"open_quest","hero":{},"":1e999}}]', 400),
        ("[" * 20_000, 400),
        ("null", 400),
    ],
)
@pytest.mark.parametrize("title", ["", "The cellar opens"])
def test_acts_that_no_page_has_sent_are_refused(visit, acts, status, title):
    sent = {"title": title, "at": "2027-03-05T20:30", "unit": "", "every": "1", "each": "on", "acts": acts}
    assert visit("schedules/new/", **sent).status_code in (status, 422)
    assert not Schedule.objects.exists()
