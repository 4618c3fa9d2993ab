import pytest

from tests.api.game import Game, fields_of, problem


def offers(game: Game, client=None, **query) -> list[dict]:
    return game.read(client or game.gm, "offers/", **query)["results"]


def fields(offer: dict) -> dict[str, dict]:
    return {field["name"]: field for field in offer["fields"]}


def test_an_offer_says_who_what_and_with_which_domains(game):
    (offer,) = offers(game, kind="recruit_hero")
    assert (offer["kind"], offer["who"], offer["label"]) == ("recruit_hero", "own", "Recruit a hero")
    assert "violation" not in offer
    assert "hero" not in offer
    name, hero_class = fields(offer)["name"], fields(offer)["hero_class"]
    assert (name["type"], name["low"], name["high"]) == ("text", 1, 60)
    assert hero_class["type"] == "choice"
    assert "elf" in [choice["value"] for choice in hero_class["choices"]]


def test_later_fields_depend_on_values_given(game):
    (bare,) = offers(game, kind="recruit_hero")
    (offer,) = offers(game, kind="recruit_hero", hero_class="enchanter")
    assert "spheres" not in fields(bare)
    assert (fields(offer)["spheres"]["type"], fields(offer)["spheres"]["low"]) == ("subset", 3)


def test_what_may_not_be_done_says_why(game):
    (offer,) = offers(game, kind="open_quest")
    assert offer["violation"]["code"] == "no_heroes"
    assert offer["violation"]["rule"]
    assert isinstance(offer["violation"]["message"], str)


def test_offers_are_narrowed_to_a_hero(game):
    first, second = game.recruits(game.gm, "Brom"), game.recruits(game.gm, "Merin")
    assert {offer["hero"] for offer in offers(game, hero=second)} == {second}
    assert {offer["hero"] for offer in offers(game, kind="rename_hero")} == {first, second}


def test_a_player_is_offered_the_own_heroes_and_a_spectator_nothing(game):
    game.recruits(game.gm)
    own = game.recruits(game.player, "Merin")
    found = offers(game, game.player)
    assert {offer["who"] for offer in found} == {"own"}
    assert {offer.get("hero") for offer in found} == {None, own}
    assert offers(game, game.spectator) == []


@pytest.mark.parametrize(
    "query", [{"kind": "no_such_kind"}, {"hero": "nobody"}, {"kind": "open_quest", "hero": "x"}]
)
def test_what_names_nothing_is_offered_to_nobody(game, query):
    assert offers(game, **query) == []


def test_given_values_are_read_by_the_type_of_their_field(game):
    one, two = game.recruits(game.gm, "One"), game.recruits(game.gm, "Two")
    query = f"kind=open_quest&quest=the-trial&heroes={one}&heroes={two}&no_such_field=1"
    assert game.gm.get(game.at(f"offers/?{query}")).status_code == 200
    assert offers(game, kind="change_track", hero=one, track="body", by="-1")
    assert offers(game, kind="close_quest", success="true", **{f"gold.{one}": "12"})


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"kind": "change_track", "by": "x"}, "by"),
        ({"kind": "change_track", "by": "9" * 30}, "by"),
        ({"kind": "close_quest", "success": "perhaps"}, "success"),
        ({"kind": "recruit_hero", "hero_class": "a b"}, "hero_class"),
        ({"kind": "recruit_hero", "name": "x" * 10_000}, "name"),
        ({"kind": "recruit_hero", "name": "a\x00"}, "name"),
        ({"kind": "open_quest", "custom.xp": "1.5"}, "custom.xp"),
        ({"hero": "\x00"}, "hero"),
        ({"kind": "\x00"}, "kind"),
        ({"page_size": "x"}, "page_size"),
    ],
)
def test_a_malformed_value_is_400_and_named(game, query, field):
    game.recruits(game.gm)
    assert fields_of(problem(game.gm.get(game.at("offers/"), query), 400)) == [field]


def test_offers_of_a_whole_party_come_in_two_pages_and_few_queries(game, django_assert_max_num_queries):
    for number in range(4):
        game.recruits(game.gm, f"No. {number}")
    with django_assert_max_num_queries(6):
        first = game.read(game.gm, "offers/")
    assert len(first["results"]) == 200
    second = game.gm.get(first["next"]).json()
    assert second["next"] is None
    offers = [(offer["kind"], offer.get("hero")) for offer in first["results"] + second["results"]]
    assert len(set(offers)) == len(offers)
    assert len(game.read(game.gm, "offers/", page_size=3)["results"]) == 3


def test_the_offers_of_one_hero_come_in_one_page(game):
    hero = game.recruits(game.gm, "Brom")
    assert game.read(game.gm, "offers/", hero=hero)["next"] is None
