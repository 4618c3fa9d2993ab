"""What can be put on paper, and what may be chosen of it: from the rulebook's catalog and the sheets, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.access import Entrance
from campaigns.models import QuestRun
from campaigns.rulebook.books import Shelf, Thing, book
from rules.kernel.sections import AnySection, Cards, Listing
from rules.kernel.text import Text
from tasks.chronicle import VOLUME
from tasks.models import Kind, PageSize

PAPERS = (Kind.SHEETS, Kind.PARTY, Kind.BLANKS, Kind.CARDS, Kind.PRICES, Kind.CHRONICLE)
"""In the order in which a table wants them."""
PRICE = "price"
"""The column whose figures make a price list."""
BOARD = "board"
"""The choice of cards that takes what stands on one's own board."""
OF_THE_BOOK = (Kind.BLANKS, Kind.CARDS, Kind.PRICES)
"""Whether there is anything of these is the rulebook's to say, not the table's."""
ABOUT_A_HERO = (Kind.SHEETS, Kind.CARDS)
ALL = Text("Tout : {name}", "All: {name}")
ON_BOARD = Text("Ce que vous voyez au tableau de la partie", "What you see on the board of the game")
VOLUME_OF = Text("Tome {number} : {runs} {first} à {last}", "Volume {number}: {runs} {first} to {last}")


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """A paper as somebody asks for it. An empty `choice` takes all there is, an empty `hero` everybody."""

    kind: Kind
    page_size: PageSize = PageSize.A4
    hero: str = ""
    choice: str = ""
    secrets: bool = False
    language: str = ""


@dataclass(frozen=True)
class Choice:
    value: str
    label: Text
    group: Text | None = None


def choices(entrance: Entrance, kind: Kind) -> tuple[Choice, ...]:
    """What may be chosen of a kind of paper; nothing where there is nothing to choose."""
    if kind is Kind.BLANKS:
        return tuple(Choice(one.key, one.subtitle) for one in entrance.ruleset.blanks())
    if kind is Kind.CARDS:
        on_board = (Choice(BOARD, ON_BOARD),) if things_on_board(entrance) else ()
        return (*on_board, *_card_choices(entrance))
    return tuple(volumes(entrance)) if kind is Kind.CHRONICLE else ()


def volumes(entrance: Entrance) -> Iterator[Choice]:
    """Of a long campaign, the newest first; a book of one volume has none to choose."""
    quests = QuestRun.objects.filter(campaign=entrance.campaign).count()
    several = range(-(-quests // VOLUME), 0, -1) if quests > VOLUME else ()
    for number in several:
        first, last = (number - 1) * VOLUME + 1, min(number * VOLUME, quests)
        yield Choice(
            str(number), VOLUME_OF(number=number, runs=entrance.ruleset.words.runs, first=first, last=last)
        )


def _card_choices(entrance: Entrance) -> Iterator[Choice]:
    """A section, and each group of it in every way it may be grouped."""
    for shelf in card_shelves(entrance.ruleset.key):
        yield Choice(shelf.key, ALL(name=shelf.name), shelf.name)
        for field, _label in groupings(shelf):
            groups = dict.fromkeys(thing.group_in(field) for thing in shelf.things)
            several = [group for group in groups if group] if len(groups) > 1 else []
            yield from (Choice(f"{shelf.key}/{field}/{group.en}", group, shelf.name) for group in several)


def groupings(shelf: Shelf) -> tuple[tuple[str, Text], ...]:
    section = shelf.section
    return section.also_by or (((section.group_by, section.name),) if section.group_by else ())


def card_shelves(ruleset: str) -> tuple[Shelf, ...]:
    return tuple(shelf for shelf in book(ruleset).shelves.values() if shelf.section.as_cards)


def price_shelves(ruleset: str) -> tuple[Shelf, ...]:
    """Sections with a price for each row that is sold."""
    shelves = book(ruleset).shelves.values()
    return tuple(one for one in shelves if any(column.key == PRICE for column in one.columns))


def chosen_things(entrance: Entrance, wanted: Wanted) -> tuple[Thing, ...]:
    """The things to be put on cards, in the rulebook's order; nothing where the choice is none of the choices."""
    if wanted.choice == BOARD:
        found = things_on_board(entrance)
    else:
        found = _of_choice(entrance.ruleset.key, wanted.choice)
    if not wanted.hero:
        return found
    sheet = entrance.ruleset.sheet(entrance.state(), wanted.hero, entrance.viewer)
    owned = set(links_in(sheet.sections)) if sheet else set()
    return tuple(thing for thing in found if thing.link in owned)


def _of_choice(ruleset: str, choice: str) -> tuple[Thing, ...]:
    """`section`, `section/field/group`, or `""` for all that may be a card."""
    key, _, rest = choice.partition("/")
    field, _, group = rest.partition("/")
    return tuple(
        thing
        for shelf in card_shelves(ruleset)
        for thing in shelf.things
        if key in ("", shelf.key) and (not rest or _is_in(thing, field, group))
    )


def _is_in(thing: Thing, field: str, group: str) -> bool:
    found = thing.group_in(field)
    return found is not None and found.en == group


def things_on_board(entrance: Entrance) -> tuple[Thing, ...]:
    """What the viewer's own board names that may be a card: of a game master also what is theirs alone."""
    board = entrance.ruleset.board(entrance.state(), entrance.viewer)
    links = set(links_in(board.sections))
    return tuple(thing for thing in _of_choice(entrance.ruleset.key, "") if thing.link in links)


def links_in(sections: tuple[AnySection, ...]) -> Iterator[str]:
    """Of what one has: a picker offers what one has not."""
    for section in sections:
        if isinstance(section, Cards) and not section.picker:
            yield from (card.link for card in section.cards if card.link)
        elif isinstance(section, Listing):
            yield from (line.link for line in section.lines if line.link)


def has_paper(entrance: Entrance, kind: Kind) -> bool:
    """Whether there is anything of this kind to print at this table."""
    rules = entrance.ruleset
    if kind in (Kind.SHEETS, Kind.PARTY):
        return bool(rules.heroes(entrance.state()))
    if kind is Kind.BLANKS:
        return bool(rules.blanks())
    if kind is Kind.CARDS:
        return bool(card_shelves(rules.key))
    return kind is not Kind.PRICES or bool(price_shelves(rules.key))
