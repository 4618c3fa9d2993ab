"""The page of any offer: its fields, what it would do, and the one button."""

import uuid

import pytest
from django.http import QueryDict

from campaigns.models import Entry
from campaigns.offered import fill
from rules.kernel.offers import Offer, span
from rules.kernel.text import Text
from tests.pages.conftest import FORM, forms


@pytest.fixture
def quest(group, hero):
    group.does(group.gm, "open_quest", quest="attic")


def send(client, page, **changed):
    form = forms(page)["offer"]
    return client.post(form.action, form.sends(**changed), content_type=FORM)


def test_its_fields_come_from_the_offers_domains(base, hero, gm_client):
    page = gm_client.get(f"{base}do/open_quest/").content.decode()
    assert 'type="radio" name="quest"' in page
    assert 'value="attic"' in page
    spirit = gm_client.get(f"{base}do/change_spirit/?hero={hero}").content.decode()
    assert 'min="-3" max="0"' in spirit


def test_confirming_it_leads_on(base, hero, group, gm_client):
    answer = send(gm_client, gm_client.get(f"{base}do/open_quest/"), quest="attic")
    assert (answer.status_code, answer["Location"]) == (303, base)
    assert group.state.quest == "attic"


def test_confirming_it_twice_is_one_act(base, group, gm_client):
    page = gm_client.get(f"{base}do/recruit_hero/")
    for _ in range(2):
        assert send(gm_client, page, name="Merin", reviewed="").status_code == 303
    assert group.length == 1


def test_a_refusal_keeps_what_was_typed(base, gm_client):
    answer = send(gm_client, gm_client.get(f"{base}do/recruit_hero/"), name="x" * 61, reviewed="")
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "x" * 61 in page
    assert 'aria-invalid="true"' in page


def test_a_refusal_by_the_rules_names_the_rule(base, hero, group, gm_client):
    page = gm_client.get(f"{base}do/change_spirit/?hero={hero}")
    answer = send(gm_client, page, by="2", reviewed="")
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "Spirit goes from 0 to 3." in text
    assert 'value="2"' in text


def test_an_offer_that_is_closed_says_why_and_has_no_form(base, hero, quest, gm_client):
    page = gm_client.get(f"{base}do/open_quest/")
    assert "A quest is open." in page.content.decode()
    assert "offer" not in forms(page)


def test_an_offer_about_a_hero_asks_which(base, hero, gm_client):
    page = gm_client.get(f"{base}do/retire_hero/").content.decode()
    assert f"{base}do/retire_hero/?hero={hero}" in page


def test_warnings_are_shown_before(base, hero, gm_client):
    assert "This is for good." in gm_client.get(f"{base}do/retire_hero/?hero={hero}").content.decode()


def test_a_review_shows_receipts_and_what_changes(base, quest, gm_client):
    page = gm_client.get(f"{base}do/close_quest/").content.decode()
    assert 'class="receipt' in page
    assert "+10" in page
    assert "Before and after" in page


def test_a_review_is_computed_again_from_what_was_chosen(base, quest, gm_client):
    page = gm_client.get(
        f"{base}do/close_quest/?success=false", headers={"HX-Request": "true"}
    ).content.decode()
    assert "<html" not in page
    assert "+10" not in page


def test_nothing_is_confirmed_that_was_not_shown(base, quest, group, gm_client):
    page = gm_client.get(f"{base}do/close_quest/")
    answer = send(gm_client, page, success="false")
    assert answer.status_code == 422
    assert "Read it again" in answer.content.decode()
    assert group.state.quest == "attic"
    assert send(gm_client, answer).status_code == 303
    assert group.state.heroes[0].gold == 0


def test_a_stale_review_is_412(base, hero, quest, group, gm_client):
    page = gm_client.get(f"{base}do/close_quest/")
    group.does(group.gm, "change_spirit", hero=hero, by=-1)
    answer = send(gm_client, page)
    assert answer.status_code == 412
    assert "has moved on" in answer.content.decode()
    assert send(gm_client, answer).status_code == 303


def test_without_script_the_form_can_show_what_it_would_do(base, quest, gm_client):
    page = gm_client.get(f"{base}do/close_quest/")
    form = forms(page)["offer"]
    answer = gm_client.post(f"{base}do/close_quest/", form.sends(success="false"), content_type=FORM)
    assert answer.status_code == 200
    assert "+10" not in answer.content.decode()


def test_a_roll_is_asked_for_and_entered(base, hero, group, player_client):
    page = player_client.get(f"{base}do/throw_for_gold/?hero={hero}")
    asked = send(player_client, page, reviewed="")
    assert asked.status_code == 422
    assert 'name="roll.gold"' in asked.content.decode()
    assert send(player_client, asked, roll__gold="4").status_code == 303
    assert group.state.heroes[0].gold == 4


def test_the_app_rolls_when_asked(base, hero, group, player_client):
    page = player_client.get(f"{base}do/throw_for_gold/?hero={hero}")
    assert send(player_client, page, reviewed="", roll="app").status_code == 303
    assert 1 <= group.state.heroes[0].gold <= 6


def test_a_face_no_die_has_is_refused(base, hero, player_client):
    page = player_client.get(f"{base}do/throw_for_gold/?hero={hero}")
    assert send(player_client, page, reviewed="", roll__gold="7").status_code == 422


def test_the_game_master_recruits_for_a_player(base, group, gm_client):
    page = gm_client.get(f"{base}do/recruit_hero/")
    assert "For whom" in page.content.decode()
    answer = send(gm_client, page, name="Elwe", on_behalf_of="s2", reviewed="")
    assert answer.status_code == 303
    assert group.enter(group.player).viewer.heroes


def test_a_player_may_not_do_what_is_the_game_masters(base, hero, group, player_client):
    assert player_client.get(f"{base}do/open_quest/").status_code == 403
    before = group.length
    answer = player_client.post(
        f"{base}acts/", {"kind": "open_quest", "quest": "attic", "key": str(uuid.uuid4())}
    )
    assert (answer.status_code, group.length) == (403, before)


def test_a_spectator_may_do_nothing(base, hero, group, spectator_client):
    before = group.length
    answer = spectator_client.post(
        f"{base}acts/", {"kind": "recruit_hero", "name": "x", "key": str(uuid.uuid4())}
    )
    assert (answer.status_code, group.length) == (403, before)


def test_an_unknown_kind_is_told_so(base, gm_client):
    assert gm_client.get(f"{base}do/cheat/").status_code == 404
    answer = gm_client.post(f"{base}acts/", {"kind": "cheat", "key": "k"})
    assert answer.status_code == 400


def test_a_hero_of_another_campaign_is_refused(base, hero, group, gm_client):
    fields = {"kind": "change_spirit", "hero": "ffffffffffff", "by": "1", "key": "k"}
    assert gm_client.post(f"{base}acts/", fields).status_code == 422
    assert gm_client.get(f"{base}do/change_spirit/?hero=ffffffffffff").status_code == 404


def test_without_a_key_nothing_is_written(base, gm_client):
    assert gm_client.post(f"{base}acts/", {"kind": "recruit_hero", "name": "x"}).status_code == 400
    assert not Entry.objects.exists()


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", ""])
def test_a_form_leads_nowhere_else(elsewhere, base, gm_client):
    fields = {"kind": "recruit_hero", "name": "Merin", "key": "k", "next": elsewhere}
    assert gm_client.post(f"{base}acts/", fields)["Location"] == base


@pytest.mark.parametrize(
    ("sent", "shown"), [("", "40"), ("xp=", "40"), ("xp=0&was.xp=0", "40"), ("xp=45&was.xp=0", "45")]
)
def test_a_number_nobody_touched_follows_its_default(sent, shown):
    label = Text("XP", "XP")
    field = span("xp", label, 0, 100, default=40)
    offer = Offer(kind="enrol", who="gm", label=label, fields=(field,))
    assert fill(offer, QueryDict(sent))["xp"] == shown
