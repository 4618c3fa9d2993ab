"""How likely an assault succeeds: every throw of three dice counted (§6.2)."""

from __future__ import annotations

from functools import cache
from itertools import product

from rules.defis_sortileges.blows import ASSAULT
from rules.defis_sortileges.fighters import combat, magic
from rules.defis_sortileges.house import spell_part
from rules.defis_sortileges.state import State
from rules.kernel.dice import D6
from rules.kernel.text import Text

PERCENT = Text("{n}\N{NO-BREAK SPACE}%", "{n}%")


@cache
def at_most(score: int) -> float:
    """The probability that the dice of an assault do not exceed the score."""
    throws = [sum(map(int, faces)) for faces in product(D6.faces, repeat=ASSAULT)]
    return sum(total <= score for total in throws) / len(throws)


def percent(score: int) -> Text:
    return PERCENT(n=round(100 * at_most(score)))


def of_blow(state: State, fighter: str) -> Text:
    return percent(combat(state, fighter))


def of_spell(state: State, fighter: str, spell: str) -> Text:
    """The level counts with the dice."""
    return percent(magic(state, fighter) - spell_part(state, spell, "level"))
