"""Each kind of paper from its documents to a PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from campaigns.access import Entrance
from tasks import book, cards, pdf, sheets
from tasks.models import Kind
from tasks.papers import Wanted

Tell = Callable[[int, int], None]
Documents = tuple[int, Iterator[str]]
"""How many there will be, and each in its turn."""
SHEET, CARD = ("paper", "paper-sheet"), ("paper", "paper-cards")


class NothingError(Exception):
    """There is nothing (any more) to put on paper."""


def printed(entrance: Entrance, wanted: Wanted, title: str, tell: Tell) -> Iterator[bytes]:
    """Nothing after each step, at last the PDF; raises NothingError and NoPdfError."""
    if wanted.kind is Kind.CHRONICLE:
        yield book.printed(entrance, wanted, tell)
        return
    styles, documents = KINDS[wanted.kind]
    count, found = documents(entrance, wanted)
    if not count:
        raise NothingError
    form = pdf.Form(styles, wanted.page_size)
    for done, piece in enumerate(pdf.pdf(found, wanted.language, title, form), start=1):
        tell(done, count + 1)
        yield piece


def hero_sheets(entrance: Entrance, wanted: Wanted) -> Documents:
    found = sheets.papers(entrance, wanted.hero)
    return len(found), sheets.documents(entrance, wanted, found)


def party(entrance: Entrance, wanted: Wanted) -> Documents:
    found = sheets.papers(entrance)
    return -(-len(found) // sheets.TO_A_PAGE), sheets.party(entrance, wanted, found)


def blanks(entrance: Entrance, wanted: Wanted) -> Documents:
    found = sheets.blanks(entrance, wanted.choice)
    return len(found), sheets.documents(entrance, wanted, found)


def card_pages(entrance: Entrance, wanted: Wanted) -> Documents:
    found = cards.cards(entrance, wanted)
    return -(-len(found) // (cards.TO_A_PAGE * cards.AT_ONCE)), cards.documents(entrance, wanted, found)


def price_list(entrance: Entrance, wanted: Wanted) -> Documents:
    return 1, iter([cards.price_document(entrance, wanted)])


KINDS: dict[Kind, tuple[tuple[str, ...], Callable[[Entrance, Wanted], Documents]]] = {
    Kind.SHEETS: (SHEET, hero_sheets),
    Kind.PARTY: (SHEET, party),
    Kind.BLANKS: (SHEET, blanks),
    Kind.CARDS: (CARD, card_pages),
    Kind.PRICES: (CARD, price_list),
}
