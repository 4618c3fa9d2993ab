"""What differs between two versions, as lines that can be read."""

from dataclasses import astuple

from campaigns.documents.comparing import MOST_LINES, differences
from campaigns.documents.contents import Content, MonsterGroup, Room
from rules.kernel.text import Text

MONSTERS = {"goblin": Text("Gobelin", "Goblin")}
QUESTS = {"mill": Text("Le moulin", "The mill")}


def compared(before: Content, after: Content) -> list[tuple[str, ...]]:
    return [astuple(line) for line in differences(before, after, QUESTS, MONSTERS)]


def test_a_changed_line_stands_between_its_neighbours() -> None:
    before, after = (Content(title="T", body=f"a\nb\n{word}\nd\ne") for word in ("old", "new"))
    assert compared(before, after) == [
        ("gap", ""),
        ("same", "b"),
        ("gone", "old"),
        ("new", "new"),
        ("same", "d"),
    ]


def test_monsters_and_quests_have_their_names() -> None:
    before = Content(title="T")
    room = Room(title="Hall", monsters=(MonsterGroup("goblin", 3), MonsterGroup("unknown")))
    after = Content(title="T", quest="mill", shared=True, secret="hush", rooms=(room,))
    assert [text for sign, text in compared(before, after) if sign == "new"] == [
        "For: The mill",
        "Shared with everybody at the table",
        "For the game masters alone",
        "hush",
        "1 · Hall",
        "Goblin ×3",
        "unknown ×1",
    ]


def test_nothing_differs_from_itself() -> None:
    assert compared(Content(title="T", body="a"), Content(title="T", body="a")) == []


def test_what_is_too_long_is_not_compared() -> None:
    long = Content(title="T", body="x\n" * MOST_LINES)
    assert compared(long, Content(title="T")) == []
