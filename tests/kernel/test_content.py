from pathlib import Path

import msgspec
import pytest

from rules.kernel.content import ContentError, load_table, resolve
from rules.kernel.text import Text


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: Text
    price: int


def written(folder: Path, text: str) -> Path:
    file = folder / "shop.toml"
    file.write_text(text, "utf-8")
    return file


def test_rows_come_in_the_order_of_the_file_with_their_keys(tmp_path):
    file = written(
        tmp_path, '[b]\nname = {fr = "B", en = "B"}\nprice = 2\n[a]\nname = {fr = "A", en = "A"}\nprice = 1\n'
    )
    assert [(row.key, row.price) for row in load_table(file, Row).values()] == [("b", 2), ("a", 1)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[rope]\nname = {fr = "Corde", en = "Rope"}\nprice = "dear"\n', r"shop\.toml: \[rope\].*price"),
        ('[rope]\nname = {fr = "Corde", en = ""}\nprice = 1\n', r"shop\.toml: \[rope\].*both"),
        ('[rope]\nname = {fr = "Corde", en = "Rope"}\nprice = 1\ncost = 2\n', r"shop\.toml: \[rope\].*cost"),
        ("[rope]\nrope = 3\n", r"shop\.toml: \[rope\]"),
        ("rope = 3\n", r"shop\.toml: \[rope\]"),
        ("[rope\n", r"shop\.toml"),
    ],
)
def test_an_error_names_file_and_key(tmp_path, text, said):
    with pytest.raises(ContentError, match=said):
        load_table(written(tmp_path, text), Row)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ContentError, match=r"absent\.toml"):
        load_table(tmp_path / "absent.toml", Row)


def test_a_reference_that_names_nothing_is_refused_with_its_owner():
    with pytest.raises(ContentError, match=r"shop\.toml: \[rope\]: unknown key 'silk'"):
        resolve("shop.toml", "rope", ("silk",), {"hemp": 1})
