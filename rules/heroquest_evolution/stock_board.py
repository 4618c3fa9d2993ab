"""The evolutions on the board, and what the game master alone sees of the stock behind them (§6.6, R29, R30)."""

from __future__ import annotations

from typing import Any

from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.crediting import FIRST_LEVEL, next_cell
from rules.heroquest_evolution.house import PLACES, has_stock, monster_xp
from rules.heroquest_evolution.icons import monster_icon
from rules.heroquest_evolution.state import Run, State
from rules.heroquest_evolution.stock import RevealEvolution, base_of, evolutions, offer_reveal
from rules.kernel.messages import kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Card, Cards, Line, Listing
from rules.kernel.text import Text, listed, same

STOCK = Text("Stock du sorcier", "Zargon’s stock")
REVEALED = Text("Évolutions révélées", "Evolutions revealed")
REVEAL = Text("révélation {reveal}", "reveal {reveal}")
EMPTY = Text(
    "Rien en stock : les niveaux que gagnent les héros le remplissent.",
    "Nothing in stock: the levels that heroes gain fill it.",
)
NEXT = Text("Ce que les prochains niveaux donneront au sorcier", "What the next levels will give Zargon")
NO_MORE = Text(
    "Plus rien : chaque niveau a eu ses quatre héros.", "Nothing more: each level has had its four heroes."
)
XP = Text("{xp} XP", "{xp} XP")
WORTH = Text("{monster} ({xp}\N{NO-BREAK SPACE}XP)", "{monster} ({xp}\N{NO-BREAK SPACE}XP)")
LEVEL = Text("Niveau {level}", "Level {level}")
GIVES = Text("{place} : {monsters}", "{place}: {monsters}")
SOON = Text(" · bientôt {heroes}", " · next {heroes}")


def stock_sections(state: State, viewer: Viewer) -> tuple[AnySection, ...]:
    """What has been revealed, for all; the stock is the sorcerer's secret, hence the game master's alone (R30)."""
    seen: tuple[AnySection, ...] = (reveal_lines(state.quest),) if state.quest and state.quest.reveals else ()
    if viewer.role != "gm" or not has_stock(state) or not (state.heroes or state.stock):
        return seen
    return (*seen, stock_cards(state), next_levels(state))


def reveal_lines(run: Run) -> Listing:
    """The evolutions on the board, with the page of each."""
    lines = tuple(
        Line(
            label=BOOK.monsters[key].name,
            detail=REVEAL(reveal=reveal),
            link=f"monsters/{key}",
            icon=monster_icon(BOOK.monsters[key]),
        )
        for reveal, key in sorted(run.reveals.items())
    )
    return Listing(key="reveals", title=REVEALED, place="head", lines=lines)


def stock_cards(state: State) -> Cards:
    """At hand while a quest is open: a card opens the form of its reveal."""
    is_usable = offer_reveal(state, {}).violation is None
    cards = tuple(_card(state, row, is_usable=is_usable) for row in evolutions(state))
    return Cards(key="stock", title=STOCK, place="head" if state.quest else "more", cards=cards, empty=EMPTY)


def _card(state: State, row: Monster, *, is_usable: bool) -> Card:
    xp, _ = monster_xp(state, row.key)
    return Card(
        key=row.key,
        title=row.name,
        text=XP(xp=xp),
        state="ready" if is_usable else "passive",
        count=state.stock[row.key],
        icon=monster_icon(row),
        group=base_of(row).plural,
        link=f"monsters/{row.key}",
        ask=kind_of(RevealEvolution) if is_usable else None,
        given={"monster": row.key},
    )


def next_levels(state: State) -> Listing:
    """For each level the cell of the next hero to reach it, and the heroes who are about to."""
    lines = tuple(
        _line(state, level, place, monsters)
        for level in range(FIRST_LEVEL, MAX_LEVEL + 1)
        for place, monsters in filter(None, (next_cell(state, level),))
    )
    return Listing(key="next_levels", title=NEXT, place="more", lines=lines, empty=NO_MORE)


def _line(state: State, level: int, place: int, monsters: tuple[str, ...]) -> Line:
    named = listed(tuple(_worth(state, BOOK.monsters[key]) for key in monsters))
    gives = GIVES(place=PLACES[place - 1], monsters=named)
    soon = tuple(same(hero.name) for hero in state.heroes.values() if hero.level == level - 1)
    return Line(
        label=LEVEL(level=level),
        detail=gives + SOON(heroes=listed(soon)) if soon else gives,
        link=f"evolution-stock/{level}",
        icon="level",
    )


def _worth(state: State, row: Monster) -> Text:
    xp, _ = monster_xp(state, row.key)
    return WORTH(monster=row.name.inline, xp=xp)


def stock_facts(state: State, viewer: Viewer) -> dict[str, Any]:
    """For the game master: how many of each, and the cells that come next."""
    if viewer.role != "gm":
        return {}
    cells = ((level, next_cell(state, level)) for level in range(FIRST_LEVEL, MAX_LEVEL + 1))
    coming = [{"level": level, "place": cell[0], "monsters": list(cell[1])} for level, cell in cells if cell]
    return {"stock": dict(state.stock), "stock_next": coming}
