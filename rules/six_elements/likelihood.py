"""How likely a card, a die or a test is to do what is hoped for, as it stands now: dice, stats, gear and tokens counted in (§7, §14)."""

from __future__ import annotations

from rules.kernel.text import Text
from rules.six_elements.content_types import Skill
from rules.six_elements.odds import Throw, damage, sums
from rules.six_elements.state import Foe, Hand, Hero, State
from rules.six_elements.throws import Use, foe_added, foe_dice, hero_dice, hero_total

FACES = 6
PASSES, HOLDS = Text("passe : {p}", "gets through: {p}"), Text("pare tout : {p}", "parries all: {p}")
BETTER, ENOUGH = Text("mieux : {p}", "better: {p}"), Text("suffit : {p}", "enough: {p}")


def percent(share: float) -> Text:
    """`67 %`; what may happen is never called certain, nor impossible."""
    shown = round(100 * share)
    shown = min(max(shown, 1), 99) if 0 < share < 1 - 1e-9 else shown
    return Text(f"{shown} %", f"{shown}%")


def reaches(dice: int, needed: int) -> float:
    """The chance of so many dice to show `needed` or more together."""
    return sum(sums(dice)[max(0, needed) :])


def foe_throw(state: State, foe: Foe, use: Use) -> Throw:
    return foe_dice(foe, use), foe_added(state, foe, use)


def of_card(state: State, hero: Hero, foe: Foe, skill: Skill | None, use: Use) -> Text:
    """The chance that a card gets through in attack, or lets nothing through in defence."""
    own = hero_dice(hero, skill, use), hero_total(hero, skill, use, ())
    if use == "attack":
        return PASSES(p=percent(1 - damage(own, foe_throw(state, foe, "defence"))[0]))
    return HOLDS(p=percent(damage(foe_throw(state, foe, "attack"), own)[0]))


def of_total(state: State, foe: Foe, total: int) -> Text:
    """The chance that an attack as it lies gets through."""
    return PASSES(p=percent(1 - damage((0, total), foe_throw(state, foe, "defence"))[0]))


def of_reroll(hand: Hand, total: int, face: int) -> Text:
    """What one die again may do: a test has to be met, a blow is better for every point."""
    if hand.use == "test":
        return ENOUGH(p=percent(reaches(1, hand.against - total + face)))
    return BETTER(p=percent((FACES - face) / FACES))


def of_added(hand: Hand, total: int) -> Text:
    """What one more die may do to a total that has to be met."""
    return ENOUGH(p=percent(reaches(1, hand.against - total)))
