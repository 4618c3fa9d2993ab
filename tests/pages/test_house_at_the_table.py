"""House rules on the pages: who throws the dice, the rulebook's cells, and the hall of fame."""

import uuid

import pytest

from campaigns.access import enter
from campaigns.acts import Envelope, perform
from campaigns.answers import Accepted, Refusal
from campaigns.seats import found
from rules.kernel.dice import Thrown

GAME = "heroquest_evolution"
LEVELS = f"/rulesets/{GAME}/catalog/levels/"


@pytest.fixture
def table(gm):
    """A campaign, and sending into it."""
    campaign = found(gm, "The cellar gang", GAME)

    def send(kind, envelope=None, **fields):
        around = envelope or Envelope(key=str(uuid.uuid4()))
        return perform(enter(gm, campaign.id), {"kind": kind, **fields}, around)

    return campaign, send


def done(answer):
    assert isinstance(answer, Accepted), answer
    return answer.events[0]


def potion(table):
    """A wounded hero with a potion whose dice are thrown."""
    _, send = table
    hero = done(send("recruit_hero", hero_class="dwarf", name="Dura"))["hero"]
    done(send("find_item", hero=hero, item="healing-potion"))
    done(send("change_track", hero=hero, track="body", by=-6))
    return {"kind": "use_item", "hero": hero, "item": "healing-potion"}


def drink(send, around=None, **changed):
    envelope = Envelope(key=str(uuid.uuid4()), **changed)
    return send(**around, envelope=envelope)


def test_faces_are_asked_for_unless_the_app_is_told_to_throw(table):
    _, send = table
    act = potion(table)
    answer = drink(send, act)
    assert isinstance(answer, Refusal)
    assert answer.code == "roll_needed"
    done(drink(send, act, app_dice=True))


def test_the_app_throws_without_being_asked(table):
    _, send = table
    act = potion(table)
    done(send("set_house_rule", rule="dice", value="app"))
    thrown = (Thrown("healing", (6,)),)
    answer = drink(send, act, rolls=thrown)
    assert isinstance(answer, Refusal)
    assert answer.code == "roll_not_needed"
    done(drink(send, act))


def test_at_a_table_that_throws_the_app_never_does(table, gm_client):
    campaign, send = table
    act = potion(table)
    done(send("set_house_rule", rule="dice", value="table"))
    answer = drink(send, act, app_dice=True)
    assert isinstance(answer, Refusal)
    assert answer.code == "roll_needed"
    form = act | {"key": str(uuid.uuid4()), "roll": "app"}
    page = gm_client.post(f"/campaigns/{campaign.id}/acts/", form).content.decode()
    assert 'name="roll.' in page
    assert 'value="app"' not in page
    done(drink(send, act, rolls=(Thrown(answer.params["for"], (3,)),)))


def test_a_cell_of_the_campaigns_own_stands_in_the_rulebook(table, gm_client):
    campaign, send = table
    done(send("set_house_rule", rule="level_gain.2.dwarf", value=["body", "attack"]))
    page = gm_client.get(LEVELS, {"campaign": str(campaign.id)}).content.decode()
    assert "+1 Body and +1 Attack die (book: one skill)" in page
    assert "(book: one skill)" not in gm_client.get(LEVELS).content.decode()


def test_a_page_of_the_rulebook_changes_its_language_in_place(table, gm_client):
    campaign, _ = table
    page = gm_client.get(LEVELS, {"campaign": str(campaign.id)}).content.decode()
    assert f'name="next" value="{LEVELS}?campaign={campaign.id}"' in page


def test_who_left_has_a_life_to_tell(table, gm_client):
    campaign, send = table
    brom = done(
        send(
            "enrol_hero",
            hero_class="barbarian",
            name="Brom",
            level=15,
            xp=2380,
            gold=0,
            body=13,
            mind=4,
            reason="paper",
        )
    )["hero"]
    dura = done(send("recruit_hero", hero_class="dwarf", name="Dura"))["hero"]
    done(send("open_quest", quest="the-fire-mage", heroes=[brom, dura]))
    done(send("record_kill", hero=brom, monster="orc", count=3))
    done(send("record_death", hero=dura, cause="A stone slab"))
    done(send("close_quest", success=True, survivors=[brom]))
    page = gm_client.get(f"/campaigns/{campaign.id}/heroes/").content.decode()
    hall, _, graves = page.partition('id="graveyard"')
    assert "1 quest, of which 1 won" in hall
    assert "3 orcs" in hall
    assert "in “The Fire Mage”: A stone slab" in graves
    sheet = gm_client.get(f"/campaigns/{campaign.id}/heroes/{dura}/").content.decode()
    assert "in “The Fire Mage”: A stone slab" in sheet


def test_what_was_taken_back_is_in_no_life(table, gm_client):
    campaign, send = table
    dura = done(send("recruit_hero", hero_class="dwarf", name="Dura"))["hero"]
    done(send("open_quest", quest="the-fire-mage", heroes=[dura]))
    kill = send("record_kill", hero=dura, monster="mummy", count=3)
    undo = f"/campaigns/{campaign.id}/acts/{kill.entry_seq}/undo/"
    assert gm_client.post(undo, {"key": str(uuid.uuid4())}).status_code in (200, 303)
    done(send("record_death", hero=dura, cause="A stone slab"))
    done(send("close_quest", success=False))
    page = gm_client.get(f"/campaigns/{campaign.id}/heroes/").content.decode()
    assert "A stone slab" in page
    assert "mumm" not in page.lower()


def test_many_graves_come_page_by_page(table, gm_client):
    campaign, send = table
    for number in range(10):
        hero = done(send("recruit_hero", hero_class="dwarf", name=f"Dura {number}"))["hero"]
        done(send("retire_hero", hero=hero))
    base = f"/campaigns/{campaign.id}/heroes/"
    page = gm_client.get(base).content.decode()
    assert "Dura 9" in page
    assert "Dura 1<" not in page
    before = page.partition("?before=")[2].partition('"')[0]
    older = gm_client.get(base, {"before": before}).content.decode()
    assert "Dura 1<" in older
    assert "Dura 9" not in older


@pytest.mark.parametrize("before", ["x", "-1", "9" * 40, "²", ""])
def test_a_strange_page_of_graves_is_the_first(table, gm_client, before):
    campaign, _ = table
    assert gm_client.get(f"/campaigns/{campaign.id}/heroes/", {"before": before}).status_code == 200
