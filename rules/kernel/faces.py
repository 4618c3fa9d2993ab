"""Faces that fell, in words: symbols counted, numbers summed, and how likely such a result was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial, prod

from rules.kernel.dice import Die, Roll
from rules.kernel.distribution import Chances, summed
from rules.kernel.distribution import symbols as shares
from rules.kernel.text import Text, same

MINUS = "\N{MINUS SIGN}"


def die_of(roll: Roll, dice: Mapping[str, Die]) -> Die:
    """The die of a roll, by `3combat`; one that the rulebook has no longer is known by its key alone."""
    key = roll.dice.lstrip("0123456789")
    return dice.get(key) or Die(key, tuple(dict.fromkeys(roll.faces)))


def many(roll: Roll, dice: Mapping[str, Die]) -> Text:
    return die_of(roll, dice).many(len(roll.faces))


def rolled_text(rolls: tuple[Roll, ...], dice: Mapping[str, Die], modifier: int = 0) -> Text:
    """`skull ×2, white shield; 4 + 5 + 1 = 10`: what is added goes to the numbers, or stands by itself."""
    numbers = [int(face) for roll in rolls if die_of(roll, dice).is_numbered for face in roll.faces]
    told = [_counted(roll, die_of(roll, dice)) for roll in rolls if not die_of(roll, dice).is_numbered]
    if numbers or modifier:
        told.append(same(_sum(numbers, modifier)))
    return Text(" ; ".join(text.fr for text in told), "; ".join(text.en for text in told))


def _counted(roll: Roll, die: Die) -> Text:
    found = Counter(roll.faces)
    shown = [(die.word(face), found[face]) for face in die.symbols if found[face]]
    return Text(
        ", ".join(_times(word.fr, number) for word, number in shown),
        ", ".join(_times(word.en, number) for word, number in shown),
    )


def _times(word: str, number: int) -> str:
    return f"{word} ×{number}" if number > 1 else word


def _sum(numbers: list[int], modifier: int) -> str:
    terms = " + ".join(map(str, numbers))
    if modifier:
        terms += f" {'+' if modifier > 0 else MINUS} {abs(modifier)}"
    total = sum(numbers) + modifier
    is_sum = len(numbers) + bool(modifier) > 1
    return f"{terms} = {total}".replace("= -", f"= {MINUS}") if is_sum else terms.strip()


# How likely


def chance_text(die: Die, faces: tuple[str, ...]) -> Text | None:
    """How often so much, so little or just these faces fall; of one die everybody knows."""
    if len(faces) < 2 or any(face not in die.faces for face in faces):
        return None
    if not die.is_numbered:
        return Text("exactement cela : {chance}", "exactly this: {chance}")(
            chance=_percent(chance_of(die, faces))
        )
    total = sum(map(int, faces))
    chances, half = totals(die.faces, len(faces)), len(faces) * sum(map(int, die.faces)) / len(die.faces)
    if total >= half:
        pattern, chance = (
            Text("{total} ou plus : {chance}", "{total} or more: {chance}"),
            sum(chances[total:]),
        )
    else:
        pattern, chance = (
            Text("{total} ou moins : {chance}", "{total} or less: {chance}"),
            sum(chances[: total + 1]),
        )
    return pattern(total=total, chance=_percent(chance))


def chance_of(die: Die, faces: tuple[str, ...]) -> float:
    """The probability of just these symbols, in any order."""
    found, share = Counter(faces), shares(die)
    ways = Fraction(factorial(len(faces)), prod(factorial(number) for number in found.values()))
    return float(ways * prod(share[face] ** number for face, number in found.items()))


@lru_cache(maxsize=256)
def totals(faces: tuple[str, ...], number: int) -> Chances:
    """The chances of each sum of so many dice with these faces."""
    one = Counter(map(int, faces))
    alone = tuple(one[total] / len(faces) for total in range(max(one) + 1))
    return alone if number == 1 else summed(totals(faces, number - 1), alone)


def _percent(chance: float) -> Text:
    if chance < 0.005:
        return Text("moins de 1\N{NO-BREAK SPACE}%", "less than 1%")
    shown = round(100 * min(chance, 0.99))
    return Text(f"{shown}\N{NO-BREAK SPACE}%", f"{shown}%")
