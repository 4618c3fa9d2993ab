"""What there is to do between two quests, shop by shop (§VIII). Each opens the form of its command."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.refusals import not_away
from rules.heroquest_evolution.state import Hero, State
from rules.heroquest_evolution.tower import PUPILS
from rules.heroquest_evolution.upkeep import owes
from rules.kernel.messages import Violation
from rules.kernel.offers import Viewer
from rules.kernel.sections import Card, Cards
from rules.kernel.text import Text

TOWN = Text("En ville", "In town")
SHOPS = Text("Boutiques", "Shops")
LATER = Text("Encore fermées", "Still closed")
SOON = Text("Annoncée pour plus tard par les règles (R24).", "Announced for later by the rules (R24).")


class Door(msgspec.Struct, frozen=True):
    """A shop: the command it is there for, its name, what it offers."""

    kind: str
    name: Text
    text: Text
    icon: str
    mages_only: bool = False


DOORS = (
    Door(
        "buy",
        Text("Armurier et alchimiste", "Armourer and alchemist"),
        Text("Armes, armures, outils, potions (R20, R22).", "Weapons, armour, tools, potions (R20, R22)."),
        "sword",
    ),
    Door(
        "sell",
        Text("Revendre", "Sell"),
        Text("Une part du prix payé (R23).", "A share of the price paid (R23)."),
        "coin",
    ),
    Door(
        "train",
        Text("Entraîneur", "Trainer"),
        Text("Un niveau ou un point de Corps (§8.1).", "A level or a point of Body (§8.1)."),
        "shield",
    ),
    Door(
        "learn_spell",
        Text("Tour des Mages : un sort", "Mages’ Tower: a spell"),
        Text(
            "De vos sphères, ou d’une autre au double (R24).",
            "Of your spheres, or of another at double (R24).",
        ),
        "book",
        mages_only=True,
    ),
    Door(
        "study",
        Text("Tour des Mages : étudier", "Mages’ Tower: study"),
        Text("Un point d’Esprit (R24).", "A point of Mind (R24)."),
        "mind",
        mages_only=True,
    ),
)
MUSTER = Door(
    "hire_mercenary",
    Text("Mercenaires", "Mercenaries"),
    Text(
        "Un renfort ou un apprenti, au prix d’une quête (R25, R27).",
        "A hired hand or an apprentice, at the price of one quest (R25, R27).",
    ),
    "people",
)
INN = Door(
    "pay_upkeep",
    Text("Auberge", "Inn"),
    Text("{gold} po d’entretien à payer (R19).", "{gold} gold of upkeep to pay (R19)."),
    "bag",
)
CLOSED = {
    "barracks": Text("Caserne des Nains", "Dwarves’ Barracks"),
    "forge": Text("Forge du Mage forgeron", "Forge of the Mage Smith"),
}


def town(state: State, hero: Hero, viewer: Viewer) -> tuple[Cards, ...]:
    """The shops, for a hero who is not in a dungeon. Those the class never enters are left out."""
    if isinstance(not_away(state, hero.key), Violation):
        return ()
    acts = viewer.may_act_for(hero.key)
    doors = [door for door in (*DOORS, MUSTER) if not (door.mages_only and hero.hero_class not in PUPILS)]
    inn = [_card(INN, INN.text(gold=owes(hero)), acts)] if owes(hero) else []
    shops = [*inn, *(_card(door, door.text, acts) for door in doors)]
    closed = [
        Card(key=key, title=name, text=SOON, state="lost", icon="door", group=LATER)
        for key, name in CLOSED.items()
    ]
    return (Cards(key="town", title=TOWN, cards=(*shops, *closed)),)


def _card(door: Door, text: Text, acts: bool) -> Card:
    return Card(
        key=door.kind,
        title=door.name,
        text=text,
        state="ready",
        icon=door.icon,
        group=SHOPS,
        ask=door.kind if acts else None,
    )
