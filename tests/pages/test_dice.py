"""Any dice, thrown by the app or on the table: kept with their faces, seen by all, in nobody's way."""

import uuid

import pytest

from campaigns.models import Entry
from campaigns.records import decode_body
from campaigns.seats import add_seat, found
from tests.campaigns.group import Group
from tests.conftest import make_user, signed_in
from tests.pages.conftest import FORM, forms

GAME = "heroquest_evolution"


@pytest.fixture
def group(gm, player):
    campaign = found(gm, "The cellar gang", GAME, "Zargon")
    add_seat(campaign, player, "Merin's player", "player")
    return Group(campaign, gm, player)


@pytest.fixture
def hero(group):
    return group.does(group.player, "recruit_hero", hero_class="dwarf", name="Durin").events[0]["hero"]


@pytest.fixture
def url(group):
    return f"/campaigns/{group.campaign.id}/dice/"


def throw(client, url, **fields):
    sent = {"key": str(uuid.uuid4())} | {name.replace("__", "."): value for name, value in fields.items()}
    return client.post(url, sent)


def newest(group):
    return decode_body(Entry.objects.filter(campaign=group.campaign).order_by("-seq").first().body)


def test_the_app_throws_what_was_chosen(group, url, player_client):
    answer = throw(player_client, url, by="app", die__d6="2", die__combat="3", modifier="1", reason="A door")
    assert answer.status_code == 303
    body = newest(group)
    assert body.kind == "throw_dice"
    assert [(roll.dice, len(roll.faces), roll.origin) for roll in body.rolls] == [
        ("2d6", 2, "app"),
        ("3combat", 3, "app"),
    ]


def test_the_same_throw_is_one_press_away(url, player_client):
    page = player_client.get(
        throw(player_client, url, by="app", die__combat="3", reason="A door")["Location"]
    )
    form = forms(page)["throw"]
    assert (form.value("die.combat"), form.value("reason"), form.value("by")) == ("3", "A door", "app")


def test_faces_of_the_table_are_counted_by_symbol(group, url, player_client):
    faces = {"face__combat__skull": "2", "face__combat__black": "1", "face__d6__5": "1"}
    assert throw(player_client, url, by="table", die__d6="9", **faces).status_code == 303
    rolls = {roll.dice: (roll.faces, roll.origin) for roll in newest(group).rolls}
    assert rolls == {"1d6": (("5",), "table"), "3combat": (("skull", "skull", "black"), "table")}


def test_everybody_sees_the_faces_the_origin_who_and_what_for(group, hero, url, player_client, gm_client):
    throw(player_client, url, by="table", face__combat__skull="1", hero=hero, reason="The orc")
    page = gm_client.get(url).content.decode()
    for shown in ("skull", "thrown on the table", "Durin", "The orc", "Merin&#x27;s player"):
        assert shown in page
    history = gm_client.get(f"/campaigns/{group.campaign.id}/acts/?kind=throw_for_hero").content.decode()
    assert "Durin throws 1 combat die (The orc): skull. Thrown on the table." in history
    french = gm_client.get(f"/campaigns/{group.campaign.id}/acts/", headers={"accept-language": "fr"})
    assert (
        "Durin lance 1 dé de combat (The orc)\N{NO-BREAK SPACE}: crâne. Lancé sur la table."
        in french.content.decode()
    )


def test_it_says_how_likely_such_a_result_was(url, player_client):
    throw(player_client, url, by="table", face__d6__6="2", face__combat__black="2")
    page = player_client.get(url).content.decode()
    assert "12 or more: 3%" in page
    assert "exactly this: 3%" in page


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"by": "app"}, "Choose some dice."),
        ({"by": "app", "die__d6": "16", "die__combat": "15"}, "at most 30 dice"),
        ({"by": "app", "die__d6": "1", "modifier": "21"}, "From −20 to +20"),
        ({"by": "app", "die__d6": "1", "reason": "x" * 61}, "alert"),
        ({"by": "app", "die__d6": "1", "modifier": "lots"}, "alert"),
        ({"by": "app", "die__d6": "1", "hero": "nobody"}, "alert"),
    ],
)
def test_what_cannot_be_thrown_is_said_and_kept_in_the_form(group, url, player_client, fields, code):
    answer = throw(player_client, url, **fields)
    assert answer.status_code in (400, 403, 422)
    assert code in answer.content.decode()
    assert forms(answer)["throw"].value("die.d6") == fields.get("die__d6", "0")
    assert not Entry.objects.filter(campaign=group.campaign).exists()


def test_a_player_throws_for_the_own_hero_only(group, url, player_client):
    others = group.does(group.gm, "recruit_hero", hero_class="elf", name="Elwë", spheres=["air"]).events
    assert throw(player_client, url, by="app", die__d6="1", hero=others[0]["hero"]).status_code == 403


def test_who_watches_sees_and_throws_nothing(group, url):
    add_seat(group.campaign, watcher := make_user("watcher"), "Watcher", "spectator")
    client = signed_in(watcher)
    assert "throw" not in forms(client.get(url))
    assert throw(client, url, by="app", die__d6="1").status_code == 403


def test_pressed_twice_it_is_thrown_once(group, url, player_client):
    sent = {"by": "app", "die.d6": "1", "key": str(uuid.uuid4())}
    assert {player_client.post(url, sent).status_code for _ in range(2)} == {303}
    assert Entry.objects.filter(campaign=group.campaign).count() == 1


def test_who_throws_by_house_rule_is_the_only_way_offered(group, url, gm_client):
    group.does(group.gm, "set_house_rule", rule="dice", value="table")
    form = forms(gm_client.get(url))["throw"]
    assert form.value("by") == "table"
    assert "die.d6" not in dict(form.fields)
    assert throw(gm_client, url, by="app", die__d6="1").status_code == 422
    group.does(group.gm, "set_house_rule", rule="dice", value="app")
    assert throw(gm_client, url, by="table", face__d6__6="5", die__d6="1").status_code == 303
    assert newest(group).rolls[0].origin == "app"


def test_throws_of_others_do_not_keep_a_player_from_taking_back_a_wound(
    group, hero, url, player_client, gm_client
):
    wound = group.does(group.player, "change_track", hero=hero, track="body", by=-1).entry_seq
    for _ in range(9):
        assert throw(gm_client, url, by="app", die__d6="1").status_code == 303
    sheet = f"/campaigns/{group.campaign.id}/heroes/{hero}/"
    assert f"/acts/{wound}/undo/" in player_client.get(sheet).content.decode()
    back = player_client.post(
        f"/campaigns/{group.campaign.id}/acts/{wound}/undo/", {"key": str(uuid.uuid4())}
    )
    assert back.status_code == 303
    assert newest(group).takes == (wound,)


def test_a_player_takes_back_the_own_throw_but_not_that_of_another(
    group, hero, url, player_client, gm_client
):
    throw(player_client, url, by="table", face__d6__1="1")
    mine = newest(group).seq
    throw(gm_client, url, by="app", die__d6="1")
    theirs = newest(group).seq
    page = player_client.get(url).content.decode()
    assert f"/acts/{mine}/undo/" in page
    assert f"/acts/{theirs}/undo/" not in page
    undo = f"/campaigns/{group.campaign.id}/acts/"
    assert player_client.post(f"{undo}{theirs}/undo/", {"key": str(uuid.uuid4())}).status_code == 403
    assert player_client.post(f"{undo}{mine}/undo/", {"key": str(uuid.uuid4())}).status_code == 303
    assert "taken back" in player_client.get(url).content.decode()


def test_what_the_app_threw_and_was_taken_back_falls_again(group, url, gm_client):
    throw(gm_client, url, by="app", die__d6="10")
    first = newest(group)
    gm_client.post(f"/campaigns/{group.campaign.id}/acts/{first.seq}/undo/", {"key": str(uuid.uuid4())})
    throw(gm_client, url, by="app", die__d6="10")
    assert newest(group).rolls == first.rolls


def test_htmx_gets_what_fell_for_the_ear_and_the_address_to_keep(url, player_client):
    sent = {"by": "app", "die.d6": "1", "key": str(uuid.uuid4())}
    answer = player_client.post(url, sent, headers={"HX-Request": "true"})
    assert answer["HX-Replace-Url"] == f"{url}?die.d6=1&by=app"
    page = answer.content.decode()
    assert page.index('id="fell" hx-swap-oob="innerHTML"') < page.index('id="throw"')


def test_an_older_throw_is_asked_for_in_constant_queries(url, player_client, django_assert_max_num_queries):
    for _ in range(14):
        throw(player_client, url, by="app", die__d6="3")
    with django_assert_max_num_queries(14):
        page = player_client.get(url).content.decode()
    assert page.count('id="throw-') == 12


def test_faces_that_a_rule_asks_for_are_counted_by_symbol(group, player_client):
    url = f"/campaigns/{group.campaign.id}/do/throw_dice/?dice.combat=2"
    form = forms(player_client.get(url))["offer"]
    asked = player_client.post(form.action, form.sends(reviewed="", dice__combat="2"), content_type=FORM)
    assert asked.status_code == 422
    again = forms(asked)["offer"]
    sent = again.sends(reviewed="", fell__throw_combat__skull="1", fell__throw_combat__white="1")
    assert player_client.post(again.action, sent, content_type=FORM).status_code == 303
    assert newest(group).rolls[0].faces == ("skull", "white")


def test_one_die_that_a_rule_asks_for_is_one_touch(group, player_client):
    url = f"/campaigns/{group.campaign.id}/do/throw_dice/"
    form = forms(player_client.get(url))["offer"]
    asked = player_client.post(form.action, form.sends(reviewed="", dice__d6="1"), content_type=FORM)
    assert asked.content.decode().count('name="roll.throw_d6"') == 6
    again = forms(asked)["offer"]
    sent = again.sends(reviewed="", roll__throw_d6="6")
    assert player_client.post(again.action, sent, content_type=FORM).status_code == 303
    assert newest(group).rolls[0].faces == ("6",)
