"""Chances in words and as bars."""

from __future__ import annotations

from rules.heroquest_evolution.turns import Odds
from rules.kernel.distribution import Chances
from rules.kernel.sections import Bar, Bars, Line
from rules.kernel.text import Text, same

LEAST = 0.0005
NEVER = Text("jamais", "never")
KILL = Text("Chance de tuer en un tour", "Chance to kill in a turn")
EXPECTED = Text("Points perdus en moyenne", "Points lost on average")
ROUNDS = Text("Tours avant la mort, en moyenne", "Turns until death, on average")
BOTH = Text("Chance d’abattre aussi le voisin", "Chance to fell the neighbour too")


def decimal(number: float, digits: int) -> Text:
    """`1,5` / `1.5`."""
    text = f"{number:.{digits}f}"
    return Text(text.replace(".", ","), text)


def tenths(number: float) -> Text:
    return decimal(number, 1) if number >= 0.95 else decimal(number, 2)


def per_cent(chance: float) -> Text:
    """`38,2 %` / `38.2%`; what may happen is never said to be nothing, nor what may not happen sure."""
    if 0 < chance < LEAST:
        return Text("< 0,1\N{NO-BREAK SPACE}%", "< 0.1%")
    if 1 - LEAST < chance < 1:
        return Text("> 99,9\N{NO-BREAK SPACE}%", "> 99.9%")
    return decimal(100 * chance, 1) + Text("\N{NO-BREAK SPACE}%", "%")


def rounds_text(rounds: float | None) -> Text:
    return NEVER if rounds is None else decimal(rounds, 1)


def summary(odds: Odds) -> tuple[Line, ...]:
    """The three figures of a turn, and a fourth where the blow may go on."""
    lines = [
        Line(label=KILL, detail=per_cent(odds.kill), icon="skull"),
        Line(label=EXPECTED, detail=tenths(odds.expected), icon="body"),
        Line(label=ROUNDS, detail=rounds_text(odds.rounds), icon="hourglass"),
    ]
    if odds.kills:
        lines.append(Line(label=BOTH, detail=per_cent(odds.kills[2]), icon="axe"))
    return tuple(lines)


def bars(key: str, title: Text, columns: tuple[Text, Text], chances: Chances) -> Bars:
    """A bar for each number that may come, against the likeliest."""
    most = max((number for number, chance in enumerate(chances) if chance), default=0)
    found = tuple(Bar(same(str(n)), p, per_cent(p)) for n, p in enumerate(chances[: most + 1]))
    return Bars(key=key, title=title, columns=columns, bars=found)
