"""Every game in its own words: no page calls its things as another does, or shows what it has not."""

from dataclasses import replace

import pytest
from msgspec import structs

from campaigns.pages import campaign_offers, dues_beside, set_apart
from characters import keys
from rules.kernel.registry import ruleset, rulesets
from rules.kernel.sections import Card, Cards, Figure, Figures, Tap
from rules.kernel.text import Text
from rules.kernel.words import GOLD, Words
from tests import toy

SEASONS = Words(
    run=Text("saison", "season"),
    runs=Text("saisons", "seasons"),
    against=Text("Face au vent", "Against the wind"),
    left=Text("Les absents", "The absent"),
)


@pytest.fixture
def changed(monkeypatch):
    """The toy game with something else in it."""

    def change(**what):
        monkeypatch.setitem(rulesets(), toy.KEY, replace(ruleset(toy.KEY), **what))

    return change


def read(client, address):
    return client.get(address).content.decode()


def test_a_number_of_the_roster_stands_beside_each_name(base, hero, gm_client):
    for address in (base, f"{base}heroes/"):
        assert f"{hero}/numbers/gold/" in read(gm_client, address)


def test_a_game_without_gold_shows_none(changed, base, hero, gm_client):
    changed(numbers=())
    for address in (base, f"{base}heroes/"):
        page = read(gm_client, address)
        assert "numbers/gold/" not in page
        assert "Gold" not in page
    assert gm_client.get(f"{base}heroes/{hero}/numbers/gold/").status_code == 404


def test_a_number_has_the_name_that_its_game_gives_it(changed, base, hero, gm_client):
    changed(numbers=(structs.replace(GOLD, label=Text("Coquillages", "Shells")),))
    assert "Shells" in read(gm_client, f"{base}heroes/")
    assert "Shells: where it comes from" in read(gm_client, f"{base}heroes/{hero}/numbers/gold/")


def test_what_an_evening_opens_is_called_by_its_word(changed, base, hero, group, gm_client):
    changed(words=SEASONS)
    group.does(group.gm, "open_quest", quest="attic")
    assert "<h2>Seasons</h2>" in read(gm_client, base)
    assert "<span>Season</span>" in read(gm_client, f"{base}acts/")
    assert "sheets, seasons, history" in read(gm_client, f"{base}settings/")


def test_those_who_left_stand_under_its_word(changed, base, hero, group, gm_client):
    changed(words=SEASONS)
    group.does(group.player, "retire_hero", hero=hero)
    page = read(gm_client, f"{base}heroes/")
    assert "The absent" in page
    assert "Hall of fame" not in page


def test_a_key_on_the_keyboard_is_listed_with_the_act_that_says_it():
    for game in rulesets().values():
        own = [(act.shortcut, act.label) for act in game.commands if act.shortcut]
        listed = keys.table(game)
        assert set(own) <= set(listed)
        assert len({key for key, _ in listed}) == len(listed)


def test_an_offer_has_the_icon_and_the_key_of_its_act(group, hero):
    entrance = group.enter(group.gm)
    commands = entrance.ruleset.codec.commands
    found = campaign_offers(entrance)
    assert found.open
    for offer in found.open + found.closed:
        command = commands[offer.kind]
        assert (offer.icon, offer.shortcut) == (command.icon, command.shortcut)


def test_what_a_card_at_the_head_settles_is_not_offered_twice(changed, group, hero):
    changed(settles=("change_spirit",))
    entrance = group.enter(group.player)
    (summary,) = entrance.ruleset.heroes(entrance.state())
    sheet = entrance.ruleset.sheet(entrance.state(), hero, entrance.viewer)
    due = structs.replace(summary, due=(Text("Le moral", "Spirit"),))
    assert [offer.kind for offer in dues_beside(entrance, due, sheet)] == ["change_spirit"]
    card = Card(key="now", title=Text("Maintenant", "Now"), ask="change_spirit")
    head = Cards(key="now", title=card.title, place="head", cards=(card,))
    assert dues_beside(entrance, due, structs.replace(sheet, sections=(head, *sheet.sections))) == ()


def test_what_a_figure_can_be_tapped_for_steps_back(group, hero):
    offers = campaign_offers(group.enter(group.gm))
    kind = offers.open[0].kind
    tap = Tap(kind, {}, Text("Fait", "Done"))
    figure = Figure(key="one", title=Text("Un", "One"), away=tap)
    found = set_apart(offers, [Figures(key="all", title=figure.title, figures=(figure,))])
    assert [offer.kind for offer in found.beside] == [kind]
    assert set(found.open) == set(offers.open) - set(found.beside)
