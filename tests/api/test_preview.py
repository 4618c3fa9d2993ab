from tests.api.game import fields_of, problem


def test_a_preview_says_what_would_happen_and_writes_nothing(game):
    hero = game.recruits(game.player)
    before = game.written()
    response = game.previews(game.gm, "find_gold", hero=hero, amount=25)
    assert response.status_code == 200
    body = response.json()
    assert set(body) == {"events", "receipts", "changes", "warnings", "version"}
    assert body["version"] == 1
    assert body["events"][0]["kind"] == "gold_found"
    assert body["changes"] == [{"hero": hero, "name": "Brom", "label": "Gold", "before": 0, "after": 25}]
    assert game.written() == before


def test_closing_a_quest_is_reviewed_with_a_receipt_that_adds_up(game):
    hero = game.recruits(game.player)
    game.does(game.gm, "open_quest", quest="the-trial", heroes=[hero])
    game.does(game.player, "record_kill", hero=hero, monster="goblin", count=2)
    body = game.previews(game.gm, "close_quest", success=True, survivors=[hero]).json()
    (receipt,) = body["receipts"]
    assert (receipt["kind"], receipt["hero"]) == ("receipt", hero)
    assert sum(line["amount"] for line in receipt["lines"]) == receipt["total"] > 0
    xp = next(change for change in body["changes"] if change["label"] == "XP")
    assert xp["after"] - xp["before"] == receipt["total"]


def test_what_is_worth_saying_before_is_said(game):
    game.recruits(game.gm)
    warnings = game.previews(game.gm, "recruit_hero", name="Twin", hero_class="barbarian").json()["warnings"]
    assert len(warnings) == 1
    assert "Brom" in warnings[0]


def test_a_preview_is_refused_as_the_act_would_be(game):
    problem(game.previews(game.gm, "open_quest", quest="the-trial", heroes=[]), 422)
    problem(game.previews(game.player, "set_house_rule", rule="upkeep", value=1), 403)
    assert fields_of(problem(game.previews(game.gm, "no_such_kind"), 400)) == ["kind"]


def test_a_preview_of_a_stale_version_is_412(game):
    body = {"kind": "recruit_hero", "name": "Brom", "hero_class": "barbarian"}
    game.recruits(game.gm)
    problem(game.gm.post(game.at("acts/preview/"), body, headers={"if-match": '"0"'}), 412)
    assert game.gm.post(game.at("acts/preview/"), body, headers={"if-match": '"1"'}).status_code == 200


def test_a_preview_costs_few_queries(game, django_assert_max_num_queries):
    hero = game.recruits(game.player)
    with django_assert_max_num_queries(6):
        game.previews(game.gm, "find_gold", hero=hero, amount=25)
