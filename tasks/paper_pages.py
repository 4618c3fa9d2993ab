"""What the page of papers shows and what its forms send, as plain values; by program the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from campaigns.access import Entrance
from campaigns.answers import Refusal, unprocessable
from campaigns.models import HeroRow, Role
from characters.api import roster
from rules.kernel.text import LANGUAGES, Text
from tasks.models import Kind, PageSize
from tasks.papers import ABOUT_A_HERO, OF_THE_BOOK, PAPERS, Choice, Wanted, choices, has_paper

TEXTS: dict[Kind, tuple[Text, Text]] = {
    Kind.SHEETS: (
        Text("Feuilles de héros", "Hero sheets"),
        Text(
            "Une page par héros, avec de la place pour le crayon ; au dos, les règles de ce qu’il sait et possède.",
            "A page for each hero with room for a pencil; on the back, the rules of what they know and own.",
        ),
    ),
    Kind.PARTY: (
        Text("Le groupe sur une page", "The party on one page"),
        Text(
            "Quatre héros par page, chacun sur un quart à découper.",
            "Four heroes to a page, each on a quarter to cut out.",
        ),
    ),
    Kind.BLANKS: (
        Text("Feuilles vierges", "Empty sheets"),
        Text(
            "Le profil de départ et des lignes à remplir ; au dos, les règles qui vont avec.",
            "What one begins with and lines to fill in; on the back, the rules that go with it.",
        ),
    ),
    Kind.CARDS: (
        Text("Cartes à découper", "Cards to cut out"),
        Text(
            "Neuf par page, au format poker, avec des repères de coupe : ce que l’on veut avoir en main.",
            "Nine to a page, poker size, with marks to cut along: what one wants at hand.",
        ),
    ),
    Kind.PRICES: (
        Text("Liste des prix", "Price list"),
        Text(
            "Les boutiques rayon par rayon, aux prix de votre table, avec des cases à cocher.",
            "The shops shelf by shelf at the prices of your table, with boxes to tick.",
        ),
    ),
    Kind.CHRONICLE: (
        Text("Chronique", "Chronicle"),
        Text(
            "Le livre de la campagne : couverture, héros, chaque soirée en phrases, courbes, cimetière.",
            "The book of the campaign: cover, heroes, each evening in sentences, curves, graveyard.",
        ),
    ),
}
WRONG = Text("Ce choix n’existe pas.", "There is no such choice.")


@dataclass(frozen=True, kw_only=True)
class Offered:
    """A kind of paper, and what may be chosen of it. `is_open`: there is something of it at this table."""

    kind: Kind
    name: Text
    text: Text
    choices: tuple[Choice, ...]
    heroes: tuple[HeroRow, ...]
    secrets: bool
    is_open: bool

    @property
    def is_shown(self) -> bool:
        """Of what this game never has, no page speaks."""
        return self.is_open or self.kind not in OF_THE_BOOK

    @property
    def groups(self) -> list[tuple[Text | None, list[Choice]]]:
        found = groupby(self.choices, lambda one: one.group)
        return [(group, list(of_group)) for group, of_group in found]


def offered(entrance: Entrance) -> tuple[Offered, ...]:
    heroes = tuple(roster(entrance))
    return tuple(offer(entrance, kind, heroes) for kind in PAPERS)


def offer(entrance: Entrance, kind: Kind, heroes: tuple[HeroRow, ...]) -> Offered:
    name, text = TEXTS[kind]
    own = heroes if kind is Kind.SHEETS else tuple(one for one in heroes if one.departed_seq is None)
    return Offered(
        kind=kind,
        name=name,
        text=text,
        choices=choices(entrance, kind),
        heroes=own if kind in ABOUT_A_HERO else (),
        secrets=kind is Kind.CHRONICLE and entrance.seat.role == Role.GM,
        is_open=has_paper(entrance, kind),
    )


def wanted_of(sent: Mapping[str, str]) -> Wanted | Refusal:
    """What a form sends."""
    allowed = {"paper": PAPERS, "page_size": PageSize.values, "language": LANGUAGES}
    for field, values in allowed.items():
        value = sent.get(field, "")
        if value not in values and (value or field == "paper"):
            return unprocessable(f"unknown_{field}", WRONG, field=field)
    return Wanted(
        kind=Kind(sent["paper"]),
        page_size=PageSize(sent.get("page_size") or PageSize.A4),
        language=sent.get("language", ""),
        hero=sent.get("hero", ""),
        choice=sent.get("choice", ""),
        secrets=bool(sent.get("secrets")),
    )
