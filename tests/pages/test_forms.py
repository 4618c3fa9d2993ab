"""From a form's strings to a command's plain fields."""

from typing import Annotated

import msgspec
import pytest
from django.http import QueryDict

from campaigns.forms import flatten, read_form, read_rolls
from campaigns.sending import key_of
from rules.kernel.messages import Command, Key, Number
from rules.kernel.text import Text


class Own(msgspec.Struct, frozen=True):
    name: str
    xp: Number


class Everything(Command, frozen=True, tag="everything"):
    label = Text("Tout", "Everything")
    name: str
    heroes: Annotated[tuple[Key, ...], msgspec.Meta(max_length=9)]
    count: Number = 1
    success: bool = True
    quest: Key | None = None
    gold: dict[Key, Number] = {}
    own: Own | None = None
    others: tuple[int, ...] = ()
    value: bool | Number | Annotated[str, msgspec.Meta(max_length=80)] | None = None


def read(query):
    return read_form(Everything, QueryDict(query))


def test_it_reads_every_type():
    query = "name=A+b&heroes=x&heroes=y&count=-3&success=false&quest=q&gold.x=5&gold.y=&own.name=n&own.xp=7&others=1"
    assert read(query) == {
        "name": "A b", "heroes": ["x", "y"], "count": -3, "success": False, "quest": "q",
        "gold": {"x": 5}, "own": {"name": "n", "xp": 7}, "others": [1],
    }  # fmt: skip


def test_an_empty_input_is_an_absent_field():
    assert read("name=&heroes=&count=&quest=&own.name=&gold.x=") == {"heroes": []}


def test_the_last_value_of_a_box_counts():
    assert read("success=false&success=true")["success"] is True


@pytest.mark.parametrize("text", ["many", "1.5", "9" * 5000, "1e3"])
def test_what_is_no_number_stays_for_the_type_to_refuse(text):
    plain = read(f"name=a&heroes=x&count={text}")
    assert plain["count"] == text
    with pytest.raises(msgspec.ValidationError, match="count"):
        msgspec.convert(plain | {"kind": "everything"}, Everything)


def test_a_true_minus_sign_is_one():
    assert read("count=−2")["count"] == -2


def test_unknown_names_are_left_out():
    assert "cheat" not in read("name=a&cheat=1")


def test_nested_fields_flatten_to_the_names_offers_use():
    assert flatten({"choices": {"skill": "k"}, "hero": "h"}) == {"choices.skill": "k", "hero": "h"}


def test_rolls_are_read_by_what_they_are_for():
    assert read_rolls(QueryDict("roll.gold=3&roll.gold=4&roll=app")) == [{"for": "gold", "faces": [3, 4]}]


def test_each_button_of_a_form_has_a_key_of_its_own():
    assert key_of("k", "a") == key_of("k", "a") != key_of("k", "b")
    assert key_of("k", "") == "k"
    assert key_of("", "a") == ""


@pytest.mark.parametrize(
    ("text", "value"),
    [("42", 42), ("1", 1), ("0", 0), ("-3", -3), ("true", True), ("false", False), ("party", "party")],
)
def test_what_may_be_a_number_a_box_or_a_word_is_what_it_looks_like(text, value):
    found = read(f"name=a&heroes=x&value={text}")["value"]
    assert (found, type(found)) == (value, type(value))
