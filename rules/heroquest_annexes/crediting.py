"""Who brought down a monster whose wounds were noted at the table, without dice in the app (§IV; R2, R9)."""

from __future__ import annotations

from typing import ClassVar

from rules.heroquest_annexes.harm import slain
from rules.heroquest_annexes.monsters import figure_choices, known_figure, no_figures
from rules.heroquest_annexes.refusals import alone, living
from rules.heroquest_annexes.state import State
from rules.heroquest_annexes.words import MONSTER, figure_name
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Key, Violation, Who
from rules.kernel.offers import Draft, Given, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text


class SlayMonster(Command, frozen=True, tag="slay_monster"):
    """Of one that is down: its experience, and a share for whoever helped."""

    who: ClassVar[Who] = "own"
    label = Text("Noter une victime", "Note a kill")
    icon = "skull"
    hero: Key
    figure: Key


def slay(state: State, command: SlayMonster, act: Act) -> Decision:
    hero, figure = living(state, command.hero), known_figure(state, command.figure)
    if isinstance(hero, Violation):
        return hero
    if isinstance(figure, Violation):
        return figure
    if figure.is_down:
        return (slain(state, hero.key, figure),)
    return refuse(
        "monster_up",
        "{name} tient encore debout : attaquez, ou notez ses blessures.",
        "{name} still stands: attack, or note its wounds.",
        "R9",
        field="figure",
        name=figure_name(figure),
    )


def offer_slay(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    down = tuple(one for one in state.places.figures if one.is_down)
    return Draft((alone("figure", MONSTER, figure_choices(down)),)) if down else refused(no_figures())


CHAPTER = Chapter(
    name="crediting",
    decides={SlayMonster: slay},
    evolves={},
    tells={},
    offers={SlayMonster: offer_slay},
)
