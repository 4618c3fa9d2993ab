"""The cards a hero may play now, and what each would bring (§11)."""

from __future__ import annotations

from rules.kernel.text import Text
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Skill
from rules.six_elements.initiative import striker
from rules.six_elements.state import Hero, State
from rules.six_elements.stats import may_play, skill_stat
from rules.six_elements.throws import hero_dice, hero_total
from rules.six_elements.words import STATS, dice_text, joined, mana_text, power_text


def wanted(state: State) -> str:
    """The kind of card that this round asks of the hero; none for a stunned attacker."""
    side, idle = striker(state)
    if idle:
        return ""
    return "combat" if side == "hero" else "defence"


def playable(state: State, hero: Hero) -> tuple[Skill, ...]:
    """Cards of the round's kind, with affinity and mana enough."""
    kind = wanted(state)
    found = (BOOK.skills[key] for key in hero.skills)
    return tuple(s for s in found if s.skill_kind == kind and may_play(hero, s) and s.mana <= hero.mana)


def use_of(skill: Skill) -> str:
    return "attack" if skill.skill_kind == "combat" else "defence"


def skill_hint(hero: Hero, skill: Skill) -> Text:
    """`2 dés +5 · 1 mana · 1 jeton Feu à l’adversaire` with stat, gear and tokens counted in."""
    use = "attack" if skill.skill_kind == "combat" else "defence"
    bonus = hero_total(hero, skill, use, ())  # type: ignore[arg-type]
    dice = dice_text(hero_dice(hero, skill, use), bonus)  # type: ignore[arg-type]
    return joined((dice, *cost_text(skill), *map(power_text, skill.powers)))


def cost_text(skill: Skill) -> tuple[Text, ...]:
    return (mana_text(skill.mana),) if skill.mana else ()


def card_text(skill: Skill) -> Text:
    """What is printed on the card."""
    kind = Text("Sort", "Spell") if skill.mana else Text("Compétence", "Skill")
    stat = STATS[skill_stat(skill, use_of(skill))]
    dice = dice_text(skill.dice, skill.bonus)
    printed = Text("{dice} + {stat}", "{dice} + {stat}")(dice=dice, stat=stat)
    return joined((kind, printed, *cost_text(skill), *map(power_text, skill.powers)))
