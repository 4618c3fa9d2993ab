"""What a hero may learn: skills of the class, spells of the own spheres (R16–R18)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Skill
from rules.heroquest_evolution.refusals import refuse, unknown
from rules.heroquest_evolution.state import Hero
from rules.kernel.messages import Violation


def skill_refusal(hero: Hero, key: str, level: int) -> Violation | None:
    """Why the hero may not take that skill at `level`, or None (R16)."""
    skill = BOOK.skills.get(key)
    if skill is None:
        return unknown("choices.skill", key, "R16")
    name, field = skill.name, "choices.skill"
    if skill.hero_class != hero.hero_class:
        return refuse(
            "wrong_class",
            "« {skill} » n’est pas une compétence de cette classe.",
            "“{skill}” is not a skill of this class.",
            "R16",
            field=field,
            skill=name,
        )
    if key in hero.skills or any(BOOK.skills[owned].evolution_of == key for owned in hero.skills):
        return refuse(
            "skill_owned",
            "« {skill} » est déjà acquise.",
            "“{skill}” is already owned.",
            "R16",
            field=field,
            skill=name,
        )
    if level < skill.min_level:
        return refuse(
            "level_too_low",
            "« {skill} » ne se prend pas avant le niveau {level}.",
            "“{skill}” cannot be taken before level {level}.",
            "R16",
            field=field,
            skill=name,
            level=skill.min_level,
        )
    if skill.evolution_of and skill.evolution_of not in hero.skills:
        base = BOOK.skills[skill.evolution_of].name
        return refuse(
            "base_skill_missing",
            "« {skill} » demande d’abord « {base} ».",
            "“{skill}” needs “{base}” first.",
            "R16",
            field=field,
            skill=name,
            base=base,
        )
    for other in skill.excludes:
        if other in hero.skills:
            return refuse(
                "skill_excluded",
                "« {skill} » et « {other} » s’excluent.",
                "“{skill}” and “{other}” exclude each other.",
                "R16",
                field=field,
                skill=name,
                other=BOOK.skills[other].name,
            )
    return None


def spell_refusal(hero: Hero, key: str, highest: int) -> Violation | None:
    """Why the hero may not learn that spell from a gain up to level `highest`, or None (R17, R18)."""
    spell = BOOK.spells.get(key)
    if spell is None:
        return unknown("choices.spell", key, "R18")
    name, field = spell.name, "choices.spell"
    if key in hero.spells:
        return refuse(
            "spell_known",
            "« {spell} » est déjà connu.",
            "“{spell}” is already known.",
            "R18",
            field=field,
            spell=name,
        )
    if key in hero.lost:
        return refuse(
            "spell_lost",
            "« {spell} » est perdu pour toujours.",
            "“{spell}” is lost for good.",
            "R52",
            field=field,
            spell=name,
        )
    if spell.sphere not in hero.spheres:
        return refuse(
            "wrong_sphere",
            "« {spell} » n’appartient pas à vos sphères ; la Tour des Mages l’enseigne au double du prix.",
            "“{spell}” is not of your spheres; the Mages’ Tower teaches it at double the price.",
            "R18",
            field=field,
            spell=name,
        )
    if spell.level > highest:
        return refuse(
            "spell_too_high",
            "« {spell} » est de niveau {level} ; ce gain va jusqu’au niveau {highest}.",
            "“{spell}” is of level {level}; this gain goes up to level {highest}.",
            "R5",
            field=field,
            spell=name,
            level=spell.level,
            highest=highest,
        )
    return None


def open_skills(hero: Hero, level: int) -> tuple[Skill, ...]:
    return tuple(
        row
        for key, row in BOOK.skills.items()
        if row.hero_class == hero.hero_class and skill_refusal(hero, key, level) is None
    )


def open_spells(hero: Hero, highest: int) -> tuple[str, ...]:
    return tuple(key for key in BOOK.spells if spell_refusal(hero, key, highest) is None)
