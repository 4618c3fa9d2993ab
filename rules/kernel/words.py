"""What a game calls the things that every page speaks of, and which numbers of a hero it counts at all."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.kernel.text import Text, counted


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Nouns are as inside a sentence, without an article; the others stand alone.

    `run` is what an evening opens and ends, `in_play` tells of who is in it; `opponent` is whom a hero fights, `against` heads
    the odds against one, `room` those against several; `left` heads those who left alive, drawn with `left_icon`; `learned`
    heads the lines of an empty sheet where a pencil writes what comes to be known, in a game that wants them.
    """

    run: Text = Text("quête", "quest")
    runs: Text = Text("quêtes", "quests")
    in_play: Text = Text("En jeu", "In play")
    opponent: Text = Text("adversaire", "opponent")
    opponents: Text = Text("adversaires", "opponents")
    against: Text = Text("Face à un adversaire", "Against an opponent")
    room: Text = Text("Plusieurs adversaires", "Several opponents")
    left: Text = Text("Temple de la renommée", "Hall of fame")
    left_icon: str = "crown"
    learned: Text | None = None

    def many(self, runs: int) -> Text:
        """`3 quêtes` / `3 quests`."""
        return counted(runs, self.run, self.runs)


class Number(msgspec.Struct, frozen=True, kw_only=True):
    """A number of a hero that is summed over the whole ledger: `key` is that of its movements, `xp` or `gold` as the roster's.

    `label` stands alone, `unit` behind a figure. On a sheet it has the key `on_sheet`, its own where that is empty.
    `on_roster`: it stands beside the hero's name wherever heroes are listed.
    """

    key: Literal["xp", "gold"]
    label: Text
    unit: Text
    icon: str
    on_sheet: str = ""
    on_roster: bool = False

    @property
    def part(self) -> str:
        return self.on_sheet or self.key


XP = Number(key="xp", label=Text("Expérience", "Experience"), unit=Text("XP", "XP"), icon="star")
GOLD = Number(key="gold", label=Text("Or", "Gold"), unit=Text("or", "gold"), icon="coin", on_roster=True)
