"""Mercenaries by pages without script: hired, paid by a tap, and an apprentice who becomes a player's hero."""

import uuid
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.access import enter
from campaigns.acts import Envelope, perform
from campaigns.answers import Accepted
from campaigns.models import HeroRow
from campaigns.seats import add_seat, found
from tests.pages.conftest import FORM, forms, press


class Muster:
    """A campaign with the player's hero and gold to hire with."""

    def __init__(self, gm: User, player: User) -> None:
        self.gm, self.player = gm, player
        self.campaign = found(gm, "The cellar gang", "heroquest_evolution", "Zargon")
        self.seat = add_seat(self.campaign, player, "Merin's player", "player")
        self.base = f"/campaigns/{self.campaign.id}/"
        recruited = self.does(player, "recruit_hero", hero_class="barbarian", name="Brom")
        self.hero = recruited.events[0]["hero"]
        self.does(gm, "find_gold", hero=self.hero, amount=1000)
        self.tab = f"{self.base}heroes/{self.hero}/?tab=mercenaries"

    def does(self, user: User, kind: str, **fields: Any) -> Accepted:
        envelope = Envelope(key=str(uuid.uuid4()))
        answer = perform(enter(user, self.campaign.id), {"kind": kind, **fields}, envelope)
        assert isinstance(answer, Accepted), answer
        return answer

    def quest(self) -> None:
        self.does(self.gm, "open_quest", quest="melars-maze", heroes=[self.hero])
        self.does(self.gm, "close_quest", success=False, survivors=[self.hero])

    @property
    def band(self) -> dict[str, str]:
        state = enter(self.gm, self.campaign.id).state()
        return {one.key: one.pay for one in state.heroes[self.hero].mercenaries}


@pytest.fixture
def muster(gm: User, player: User) -> Muster:
    return Muster(gm, player)


def test_a_player_hires_from_the_town(muster: Muster, player_client: Client) -> None:
    link = f"{muster.base}do/hire_mercenary/?hero={muster.hero}"
    assert link in player_client.get(f"{muster.base}heroes/{muster.hero}/").content.decode()
    form = forms(player_client.get(link))["offer"]
    body = form.sends(mercenary="swordsman", name="Grim")
    assert player_client.post(form.action, body, content_type=FORM).status_code == 303
    assert muster.band == {"swordsman": "paid"}
    assert "Grim" in player_client.get(muster.tab).content.decode()


def test_pay_for_the_next_quest_is_one_tap(muster: Muster, player_client: Client) -> None:
    muster.does(muster.player, "hire_mercenary", hero=muster.hero, mercenary="scout")
    muster.quest()
    page = player_client.get(muster.tab)
    buttons = forms(page)["taps-hero"].buttons
    (number,) = [at for at, button in enumerate(buttons) if "pay_mercenary" in button.get("value", "")]
    assert press(player_client, page, "taps-hero", number).status_code == 303
    assert muster.band == {"scout": "paid"}


def test_a_card_opens_the_form_for_the_one_it_is_about(muster: Muster, player_client: Client) -> None:
    for kind in ("scout", "swordsman"):
        muster.does(muster.player, "hire_mercenary", hero=muster.hero, mercenary=kind)
    link = f"{muster.base}do/dismiss_mercenary/?hero={muster.hero}&mercenary=swordsman"
    html = player_client.get(muster.tab).content.decode()
    assert link.replace("&", "&amp;") in html or link in html
    assert forms(player_client.get(link))["offer"].value("mercenary") == "swordsman"


def test_an_apprentice_becomes_a_hero_of_the_same_player(muster: Muster, gm: User) -> None:
    muster.does(muster.player, "hire_mercenary", hero=muster.hero, mercenary="dwarf", name="Thrain")
    who = {"hero": muster.hero, "mercenary": "dwarf"}
    muster.does(gm, "credit_mercenary", **who, quests=10, reason="paper")
    for choice in ("dwarf-iron-skull", "dwarf-critical-blow", "attack"):
        muster.does(muster.player, "choose_improvement", **who, choice=choice)
    promoted = muster.does(gm, "promote_apprentice", **who).events[0]
    row = HeroRow.objects.get(campaign=muster.campaign, key=promoted["hero"])
    assert (row.name, row.level, row.xp) == ("Thrain", 2, 40)
    assert enter(muster.player, muster.campaign.id).viewer.may_act_for(promoted["hero"])
    assert muster.band == {}
