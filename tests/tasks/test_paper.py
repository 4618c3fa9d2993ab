"""Sheets, the party, forms to fill in, cards and prices as they come out of the printer, with the real rulebook."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import msgspec
import pytest
from django.utils import translation
from pypdf import PdfReader

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.state import Hero, Owned, State, initial
from tasks import cards, pdf, printing, sheets
from tasks.models import Kind, PageSize
from tasks.papers import Wanted, choices, chosen_things
from tests.tasks.laying import at_table, cut, lay, overflowing, words

pytestmark = pytest.mark.usefixtures("pango")

MILLIMETRE = 72 / 25.4
SHEET, CARD = printing.SHEET, printing.CARD
OF_A_SCREEN = re.compile(
    r"touche[rz]|appuye[rz]|cliqu|\btap\b|\bclick|\bbutton|bouton|Annuler|Undo", re.IGNORECASE
)
SIZES = {"a4": (210, 297), "letter": (216, 279)}


def a_hero(number: int = 1, **more: object) -> Hero:
    row = BOOK.hero_classes["enchanter"]
    facts = {"key": f"h{number}", "name": f"Merin {number}", "hero_class": row.key}
    points = {"body": 3, "mind": 6, "body_base": row.body, "mind_base": row.mind, "gold": 84}
    owned = {
        "items": (Owned("dagger", 1, True, 0),),
        "spells": ("fire-ball",) if "fire-ball" in BOOK.spells else (),
    }
    return Hero(**(facts | points | owned | more))  # type: ignore[arg-type]


def a_state(*heroes: Hero) -> State:
    return msgspec.structs.replace(initial(), heroes={hero.key: hero for hero in heroes})


def laden(number: int = 1) -> Hero:
    """Forty letters for a name, all there is to own, and sixty things in all."""
    everything = tuple(Owned(key, 1, False, 0) for key in BOOK.items)
    more = (*everything, *everything[: 60 - len(everything)])
    spells, skills = (
        tuple(BOOK.spells)[:18],
        tuple(key for key, row in BOOK.skills.items() if row.hero_class == "enchanter"),
    )
    name = "Maximilienne-Bartholomée de la Roche-Noire"[:40]
    return a_hero(number, name=name, items=more, spells=spells, skills=skills, gold=12_345)


def wanted(kind: Kind, **more: object) -> Wanted:
    return Wanted(kind=kind, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", SIZES)
def test_a_sheet_is_one_page_and_the_rules_of_what_is_owned_stand_on_its_back(size):
    entrance = at_table(a_state(a_hero()))
    asked = wanted(Kind.SHEETS, page_size=PageSize(size))
    with translation.override("fr"):
        pages = lay(sheets.documents(entrance, asked, sheets.papers(entrance)), pdf.Form(SHEET, size))
    assert [round(one) for one in (pages[0].width * 25.4 / 96, pages[0].height * 25.4 / 96)] == list(
        SIZES[size]
    )
    assert len(pages) == 2
    front, back = words(pages[:1]), words(pages[1:2])
    for text in ("Merin 1", "Enchanteur", "Corps", "84", "Décompte", "Gobelin", "Notes"):
        assert text in front
    assert "Dague" in back
    assert "R20" in back
    assert not OF_A_SCREEN.search(front + back)
    assert cut(pages) == []


def test_forty_letters_and_sixty_things_find_room_on_one_page():
    entrance = at_table(a_state(laden()))
    papers = sheets.papers(entrance)
    with translation.override("fr"):
        documents = list(sheets.documents(entrance, wanted(Kind.SHEETS, page_size=PageSize.LETTER), papers))
        pages = lay(documents, pdf.Form(SHEET, "letter"))
    assert "Notes" in words(pages[:1])
    assert "Règles en bref" in words(pages[1:2])
    assert cut(pages) == []
    assert overflowing(pages, "points-box") == overflowing(pages, "number-box") == []


def test_boxes_for_a_pencil_are_as_many_as_there_are_points_at_most():
    entrance = at_table(a_state(a_hero()))
    (document,) = sheets.documents(entrance, wanted(Kind.SHEETS), sheets.papers(entrance))
    row = BOOK.hero_classes["enchanter"]
    assert document.count("hollow ink-body") == row.body
    assert document.count("hollow ink-mind") == row.mind


@pytest.mark.parametrize("size", SIZES)
def test_four_of_a_party_share_a_page_and_the_fifth_has_the_next(size):
    heroes = [laden(1), a_hero(2), a_hero(3), a_hero(4), a_hero(5)]
    entrance = at_table(a_state(*heroes))
    with translation.override("fr"):
        papers = sheets.papers(entrance)
        pages = lay(
            sheets.party(entrance, wanted(Kind.PARTY, page_size=PageSize(size)), papers),
            pdf.Form(SHEET, size),
        )
    assert len(pages) == 2
    assert "Merin 5" in words(pages[1:])
    assert cut(pages) == []
    assert not OF_A_SCREEN.search(words(pages))


def test_a_form_of_each_class_has_lines_to_write_on_and_its_skills_on_the_back():
    entrance = at_table(initial())
    with translation.override("en"):
        papers = sheets.blanks(entrance)
        assert [paper.sheet.key for paper in papers] == list(BOOK.hero_classes)
        pages = lay(sheets.documents(entrance, wanted(Kind.BLANKS), papers[1:2]), pdf.Form(SHEET))
    front, back = words(pages[:1]), words(pages[1:])
    assert "Dwarf" in front
    assert "Name" in front
    assert "Bounty hunter" in back
    assert cut(pages) == []
    assert sheets.blanks(entrance, "elf")[0].sheet.key == "elf"


@pytest.mark.parametrize("section", ["skills", "spells", "monsters", "items", "mercenaries", "effects"])
def test_every_card_is_whole_and_its_words_find_room(section):
    entrance = at_table(initial())
    asked = wanted(Kind.CARDS, choice=section)
    with translation.override("fr"):
        found = cards.cards(entrance, asked)
        longest = sorted(found, key=lambda card: -card.letters)[:18]
        pages = lay(cards.documents(entrance, asked, longest), pdf.Form(CARD))
    assert len(pages) == -(-len(longest) // 9)
    assert cut(pages) == []
    assert overflowing(pages, "card-face") == []


def test_cards_of_a_sphere_and_of_a_hero_are_those_alone():
    entrance = at_table(a_state(a_hero(spells=tuple(BOOK.spells)[:3])))
    fire = chosen_things(entrance, wanted(Kind.CARDS, choice="spells/sphere_name/Fire"))
    assert {thing.row["sphere"] for thing in fire} == {"fire"}
    own = chosen_things(entrance, wanted(Kind.CARDS, choice="spells", hero="h1"))
    assert {thing.key for thing in own} == set(tuple(BOOK.spells)[:3])
    every = {one.value for one in choices(entrance, Kind.CARDS)}
    assert {"spells", "monsters/group/Evolved monsters", "skills/group/Elf"} <= every


def test_the_stock_on_cards_is_for_who_sees_it():
    state = msgspec.structs.replace(initial(), stock={"orc-champion": 2})
    seen = {role: choices(at_table(state, role), Kind.CARDS) for role in ("gm", "player", "spectator")}
    assert {role: "board" in {one.value for one in found} for role, found in seen.items()} == {
        "gm": True,
        "player": False,
        "spectator": False,
    }
    (thing,) = chosen_things(at_table(state), wanted(Kind.CARDS, choice="board"))
    assert thing.link == "monsters/orc-champion"
    assert chosen_things(at_table(state, "player"), wanted(Kind.CARDS, choice="board")) == ()


def test_the_price_list_has_the_prices_of_the_table():
    house = {"price.dagger": 33}
    entrance = at_table(msgspec.structs.replace(initial(), house=house))
    with translation.override("en"):
        pages = lay([cards.price_document(entrance, wanted(Kind.PRICES))], pdf.Form(CARD))
    text = words(pages)
    assert re.search(r"33\s+25\s+Dagger", text)
    assert "Level 2" in text
    assert cut(pages) == []


def test_a_pdf_has_its_fonts_its_tags_its_language_and_its_title():
    entrance = at_table(a_state(a_hero()))
    with translation.override("fr"):
        asked = replace(wanted(Kind.PARTY), language="fr")
        made = b"".join(printing.printed(entrance, asked, "Karak", lambda *_far: None))
    found = PdfReader(io.BytesIO(made))
    root = found.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]
    assert (root["/Lang"], found.metadata.title) == ("fr", "Karak")
    fonts = [font.get_object() for page in found.pages for font in page["/Resources"]["/Font"].values()]
    assert fonts
    for font in fonts:
        (inner,) = font["/DescendantFonts"]
        assert any(key in inner.get_object()["/FontDescriptor"] for key in ("/FontFile2", "/FontFile3"))
