"""What is wrong with a field is said in the reader's language, never in a library's."""

import uuid

import pytest

from tests.api.game import problem

ENVELOPES = [{"roll": "x"}, {"roll": 1}, {"rolls": {}}, {"rolls": [{"for": "x"}]}, {"on_behalf_of": 7}]
FIELDS = [{"amount": 2**70}, {"amount": 1.5}, {"amount": None}, {"hero": ""}, {"hero": "a b"}, {"colour": 1}]


@pytest.mark.parametrize("fields", ENVELOPES + FIELDS, ids=str)
def test_every_message_is_in_both_languages(fields, game):
    body = {"kind": "find_gold", "hero": "brom", "amount": 1, **fields}
    said = []
    for language in ("fr", "en"):
        headers = {"idempotency-key": str(uuid.uuid4()), "accept-language": language}
        said.append(problem(game.gm.post(game.at("acts/"), body, headers=headers), 400)["errors"])
    assert [error["field"] for error in said[0]] == [error["field"] for error in said[1]]
    assert said[0][0]["message"] != said[1][0]["message"]


def test_a_number_out_of_bounds_is_named_in_words(game):
    hero = game.recruits(game.gm)
    answer = game.gm.post(
        game.at("acts/preview/"),
        {"kind": "find_gold", "hero": hero, "amount": 0},
        headers={"accept-language": "fr"},
    )
    assert problem(answer, 422)["detail"] == "Montant\N{NO-BREAK SPACE}: de 1 à 100000."
