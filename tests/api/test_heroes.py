import pytest

from tests.api.game import Game, problem


def bury(game: Game, hero: str) -> None:
    """The hero dies in a quest that is closed afterwards; somebody else comes back."""
    other = game.recruits(game.gm, "Survivor")
    game.does(game.gm, "open_quest", quest="the-trial", heroes=[hero, other])
    game.does(game.gm, "record_death", hero=hero, cause="A stone fell.")
    game.does(game.gm, "close_quest", success=False, survivors=[other])


def sheet_of(game: Game, hero: str) -> dict:
    return game.read(game.player, f"heroes/{hero}/")


def test_the_sheet_has_the_facts_flat_for_programs(game):
    hero = game.recruits(game.player, "Merin", "elf", spheres=["air"])
    sheet = sheet_of(game, hero)
    assert (sheet["key"], sheet["name"], sheet["seat"]) == (hero, "Merin", "s2")
    facts = {name: sheet[name] for name in ("hero_class", "level", "xp", "gold", "alive")}
    assert facts == {"hero_class": "elf", "level": 1, "xp": 0, "gold": facts["gold"], "alive": True}
    assert sheet["tracks"]["body"] == {"now": 6, "max": 6}
    assert sheet["tracks"]["mind"] == {"now": 4, "max": 4}
    assert {"attack", "defence", "movement"} == set(sheet["numbers"])
    assert len(sheet["spells"]) == 3
    assert all(set(spell) == {"key", "cast"} for spell in sheet["spells"])
    assert sheet["skills"] == []
    assert all({"key", "quantity", "equipped"} <= set(item) for item in sheet["items"])


def test_the_parts_of_a_number_sum_to_its_value(game):
    sheet = sheet_of(game, game.recruits(game.gm))
    for number in sheet["numbers"].values():
        assert sum(part["amount"] for part in number["parts"]) == number["value"]
        assert all(set(part) == {"label", "amount", "source"} for part in number["parts"])
        assert all(isinstance(part["label"], str) for part in number["parts"])
    assert sheet["numbers"]["movement"]["dice"] == "2d6"


def test_the_sheet_has_sections_of_the_known_kinds_only(game):
    sections = sheet_of(game, game.recruits(game.gm))["sections"]
    kinds = {section["kind"] for section in sections}
    assert kinds <= {"numbers", "tracks", "cards", "effects", "list", "table", "text", "receipt"}
    assert "tracks" in kinds
    assert all(isinstance(section["title"], str) for section in sections)


def test_a_sheet_changes_with_the_acts(game):
    hero = game.recruits(game.player)
    game.does(game.player, "change_track", hero=hero, track="body", by=-3)
    assert sheet_of(game, hero)["tracks"]["body"] == {"now": 5, "max": 8}


@pytest.mark.parametrize("hero", ["nobody", "x" * 80, "x" * 81, "é", "%00", "a b", "..%2F"])
def test_a_hero_who_is_nobody_is_404(game, hero):
    game.recruits(game.gm)
    problem(game.gm.get(game.at(f"heroes/{hero}/")), 404)


def test_a_hero_of_another_campaign_is_404(game, other_game):
    hero = other_game.recruits(other_game.gm)
    problem(game.gm.get(game.at(f"heroes/{hero}/")), 404)


def test_the_roster_lists_the_dead_and_the_retired_too(game):
    dead, retired = game.recruits(game.player, "Dead"), game.recruits(game.player, "Retired")
    game.does(game.player, "retire_hero", hero=retired)
    bury(game, dead)
    rows = game.read(game.spectator, "heroes/")["results"]
    assert [(row["name"], row["status"], row["alive"], row["seat"]) for row in rows] == [
        ("Dead", "dead", False, "s2"),
        ("Retired", "retired", True, "s2"),
        ("Survivor", "active", True, "s1"),
    ]


def test_the_dead_are_shown_as_they_were_when_they_died(game):
    hero = game.recruits(game.player, "Merin")
    game.does(game.gm, "find_gold", hero=hero, amount=70)
    bury(game, hero)
    sheet = sheet_of(game, hero)
    assert (sheet["status"], sheet["alive"], sheet["name"], sheet["gold"]) == ("dead", False, "Merin", 70)
    assert sheet["sections"]


def test_the_retired_are_shown_as_they_last_were(game):
    hero = game.recruits(game.player, "Merin")
    game.does(game.player, "change_track", hero=hero, track="body", by=-3)
    game.does(game.player, "retire_hero", hero=hero)
    sheet = sheet_of(game, hero)
    assert (sheet["status"], sheet["alive"], sheet["seat"]) == ("retired", True, "s2")
    assert sheet["tracks"]["body"]["now"] == 5


def test_a_recruiting_taken_back_leaves_nobody(game):
    hero = game.recruits(game.gm)
    assert game.undoes(game.gm, 1).status_code == 201
    assert game.read(game.gm, "heroes/")["results"] == []
    problem(game.gm.get(game.at(f"heroes/{hero}/")), 404)


def test_roster_and_sheet_cost_few_queries(game, django_assert_max_num_queries):
    heroes = [game.recruits(game.gm, f"No. {number}") for number in range(4)]
    with django_assert_max_num_queries(6):
        game.read(game.gm, "heroes/")
    with django_assert_max_num_queries(6):
        game.read(game.gm, f"heroes/{heroes[0]}/")
