"""What a hero has to choose before anything else: a level, skills, a thing to give up (§4, §10, §16)."""

from __future__ import annotations

from rules.kernel.text import Text
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Skill
from rules.six_elements.state import Hero
from rules.six_elements.stats import rarity_for

LEVEL_MOST = 10
LEVEL_DUE = Text("le niveau {level}", "level {level}")
SKILL_DUE = Text("un talent", "a skill")
LOSS_DUE = Text("un objet porté à abandonner", "a worn thing to give up")


def level_due(hero: Hero) -> bool:
    """A level n costs n XP (§4)."""
    return hero.level < LEVEL_MOST and hero.xp >= hero.level


def skills_open(hero: Hero, element: str, step: int) -> tuple[Skill, ...]:
    """The skills that reaching a step of an affinity lets one choose (§11): not those one has."""
    found = BOOK.skills_of(element, rarity_for(step))
    return tuple(skill for skill in found if skill.key not in hero.skills)


def owed_skills(hero: Hero) -> tuple[Skill, ...]:
    """The choices of the first skill that is owed; none where nothing is left to choose (R41)."""
    for element, step in hero.owed:
        found = skills_open(hero, element, step)
        if found:
            return found
    return ()


def settled(hero: Hero) -> int:
    """How many of the steps owed are done with by one choice: those before it have none."""
    return next(n for n, (element, step) in enumerate(hero.owed, 1) if skills_open(hero, element, step))


def due(hero: Hero) -> Text | None:
    """The first of what is to be settled."""
    if hero.loses and hero.worn:
        return LOSS_DUE
    if level_due(hero):
        return LEVEL_DUE(level=hero.level + 1)
    return SKILL_DUE if owed_skills(hero) else None
