"""What stands on the table beside the heroes: opponents in play, the round, and for the game master what is prepared."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from campaigns.access import Entrance
from campaigns.documents.beside import Beside, beside_the_table
from campaigns.pages import PARTY, is_picker
from campaigns.showing import Taps, taps
from rules.kernel.sections import AnySection, Board, Card, Cards, Figures, Listing

ROUND = "round"
"""The section of a board that the page draws on top: its one card ends the round."""


@dataclass(frozen=True, kw_only=True)
class TableBoard:
    """`opponents` and the `pickers` that bring more of them; `rest` is what else is going on."""

    turn: Card | None
    opponents: tuple[Figures, ...]
    pickers: tuple[AnySection, ...]
    rest: tuple[AnySection, ...]
    beside: Beside | None
    taps: Taps | None
    odds_url: str
    url: str
    is_current: bool

    @property
    def many(self) -> int:
        return sum(len(section.figures) for section in self.opponents)

    @property
    def is_empty(self) -> bool:
        return not (self.opponents or self.pickers or self.rest or self.beside)


def table_board(
    request: HttpRequest, entrance: Entrance, board: Board, *, url: str, is_current: bool
) -> TableBoard:
    shown = [section for section in board.sections if section.place == "head" and section.key != PARTY]
    turns = [section for section in shown if section.key == ROUND and isinstance(section, Cards)]
    opponents = tuple(section for section in shown if isinstance(section, Figures))
    pickers = tuple(section for section in shown if is_picker(section))
    drawn = (*turns, *opponents, *pickers)
    return TableBoard(
        turn=next((card for section in turns for card in section.cards), None),
        opponents=opponents,
        pickers=pickers,
        rest=tuple(one for one in shown if one not in drawn and not is_about_heroes(one)),
        beside=beside_the_table(entrance, board.facts),
        taps=taps(request, entrance, "board"),
        odds_url=odds_url(entrance, opponents),
        url=url,
        is_current=is_current,
    )


def is_about_heroes(section: AnySection) -> bool:
    """They stand beside it, with all of that on them."""
    return isinstance(section, Listing) and any(line.hero for line in section.lines)


def odds_url(entrance: Entrance, opponents: tuple[Figures, ...]) -> str:
    """Every hero against those in play, where the rulebook works fights out."""
    versus = entrance.ruleset.versus
    if versus is None:
        return ""
    many: dict[str, int] = {}
    for figure in (one for section in opponents for one in section.figures if one.opponent):
        many[figure.opponent] = many.get(figure.opponent, 0) + 1
    room = [
        (name, value)
        for key, count in many.items()
        for name, value in ((versus.field, key), ("count", count))
    ]
    query = urlencode(room[: 2 * versus.most_kinds])
    return reverse("campaign-odds", args=[entrance.campaign.id]) + (f"?{query}" if query else "")
