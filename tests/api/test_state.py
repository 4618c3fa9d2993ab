from tests.api.game import Game


def open_quest(game: Game, *heroes: str) -> None:
    game.does(game.gm, "open_quest", quest="the-trial", heroes=list(heroes))


def test_a_new_campaign_has_an_empty_table(game):
    state = game.read(game.gm, "state/")
    assert (state["version"], state["scope"], state["party"], state["quest"]) == (0, None, [], None)
    assert state["marks"] == []
    assert {section["kind"] for section in state["sections"]} <= KINDS


KINDS = {"numbers", "tracks", "cards", "effects", "list", "table", "text", "receipt"}


def test_the_state_shows_the_party_and_the_open_quest(game):
    hero = game.recruits(game.player, "Merin", "elf", spheres=["air"])
    open_quest(game, hero)
    state = game.read(game.player, "state/")
    assert state["version"] == 2
    assert (state["scope"], state["quest"]["quest"]) == ("The Trial", "the-trial")
    assert state["quest"]["heroes"] == [hero]
    assert [(row["key"], row["name"]) for row in state["party"]] == [(hero, "Merin")]


def test_texts_come_in_the_caller_s_language(game):
    open_quest(game, game.recruits(game.gm))
    french = game.gm.get(game.at("state/"), headers={"accept-language": "fr"}).json()
    assert french["scope"] == "L’épreuve"


def test_the_stock_is_for_the_gm_s_eyes(game):
    assert "stock" in game.read(game.gm, "state/")
    for client in (game.player, game.spectator):
        assert "stock" not in game.read(client, "state/")


def test_the_state_costs_few_queries_however_long_the_history(game, django_assert_max_num_queries):
    hero = game.recruits(game.gm)
    for _time in range(3):
        game.does(game.gm, "change_track", hero=hero, track="body", by=-1)
    with django_assert_max_num_queries(6):
        game.read(game.gm, "state/")
