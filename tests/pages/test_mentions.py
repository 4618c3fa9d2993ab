"""A sentence of the history leads to what it names."""

from __future__ import annotations

import uuid

import pytest

from campaigns.rulebook.mentions import linked
from rules.kernel.registry import rulesets
from rules.kernel.text import Text

GAME = rulesets()["heroquest_evolution"]
HERE = uuid.uuid4()


@pytest.fixture
def kill():
    kind = GAME.codec.events["kill_recorded"]
    names = {"monster_name": Text("Champion gobelin", "Goblin champion")}
    names["monster_plural"] = Text("Champions gobelins", "Goblin champions")
    return kind(hero="a", hero_name="Brom", monster="goblin-champion", count=2, means="weapon", **names)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Brom kills 2 goblin champions."), ("fr", "Brom tue 2 champions gobelins.")],
)
def test_the_thing_is_a_link_in_either_number_and_language(kill, language, sentence):
    found = linked(GAME, HERE, sentence, (kill,), language)
    assert found.count("<a ") == 1
    assert f'href="/rulesets/heroquest_evolution/catalog/monsters/goblin-champion/?campaign={HERE}"' in found


def test_only_the_first_of_the_same_is_a_link_and_names_are_text(kill):
    found = linked(GAME, HERE, "<b> kills a goblin champion & a goblin champion.", (kill,), "en")
    assert found.startswith("&lt;b&gt; kills a <a ")
    assert found.count("<a ") == 1
    assert found.endswith("&amp; a goblin champion.")


def test_what_is_part_of_another_word_is_no_name(kill):
    assert "<a " not in linked(GAME, HERE, "Goblin championship.", (kill,), "en")


def test_a_sentence_of_which_nothing_may_be_seen_has_no_link():
    assert linked(GAME, HERE, "A goblin champion.", (), "en") == "A goblin champion."
