"""*Marchandage*, the enchanter's skill at the counter (§4.3, R23, R38, R48)."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.numbers import uses_left
from rules.heroquest_evolution.refusals import refuse
from rules.heroquest_evolution.state import BARGAINING, Hero
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Violation
from rules.kernel.offers import flag
from rules.kernel.text import Text

SKILL = BARGAINING
PURPOSE = "bargaining"
BATCH = 100
"""Gold a batch must bring before the bargain adds to it."""
LABEL = Text("Marchandage", "Bargaining")
FIELD = flag(
    "bargain",
    Text("Marchander (avant le jet, sans retour)", "Bargain (before the roll, binding)"),
    depends=True,
)


class Band(msgspec.Struct, frozen=True):
    """List prices from `low` on: the dice and what each pip is worth in gold."""

    low: int
    dice: int
    factor: int

    @property
    def least(self) -> int:
        return self.dice * self.factor

    def __str__(self) -> str:
        return f"{self.dice}d6" if self.factor == 1 else f"{self.dice}d6 × {self.factor}"


BANDS = (Band(2000, 2, 100), Band(1000, 1, 100), Band(101, 1, 10), Band(1, 2, 1))
SALE = Band(BATCH, 1, 10)


def band(price: int) -> Band | None:
    """The band of a list price; None for what costs nothing."""
    return next((row for row in BANDS if price >= row.low), None)


def haggled(price: int, off: int) -> int:
    """A price after a reduction: never below 1 (R23)."""
    return max(1, price - off)


def dearest(price: int) -> int:
    """The most that a bargain over that list price may leave to pay."""
    row = band(price)
    return haggled(price, row.least) if row else price


def throw(act: Act, row: Band) -> Roll:
    return act.roll(PURPOSE, row.dice, D6)


def may_bargain(hero: Hero) -> Violation | None:
    """Why the hero may not bargain now: the skill, then its uses between two quests."""
    skill = BOOK.skills[SKILL]
    if SKILL not in hero.skills:
        return refuse(
            "no_bargaining",
            "Il faut la compétence « Marchandage » : un enchanteur la choisit en passant un niveau.",
            "This needs the skill “Bargaining”: an enchanter chooses it when gaining a level.",
            "R48",
            field="bargain",
        )
    if uses_left(hero, SKILL):
        return None
    return Violation(
        "no_use_left",
        Text(
            "« {skill} » a déjà servi autant que permis ; ses utilisations reviennent après une quête.",
            "“{skill}” has been used as often as allowed; its uses come back after a quest.",
        )(skill=skill.name),
        "R48",
        {"skill": SKILL},
        "bargain",
    )


def used(hero: Hero) -> dict[str, int]:
    """The hero's counts of use after one more bargain."""
    return hero.used | {SKILL: hero.used.get(SKILL, 0) + 1}
