"""What waits to be chosen, as cards: a level, a skill, a worn thing to give up (§4, §11, §16, R31)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.messages import kind_of
from rules.kernel.sections import Card, Tap
from rules.kernel.tapping import tap
from rules.kernel.text import Text
from rules.six_elements.affinities import ChooseSkill, choose_skill
from rules.six_elements.belongings import SLOT_ICONS
from rules.six_elements.book import BOOK
from rules.six_elements.dues import level_due, owed_skills
from rules.six_elements.equipment import piece_text
from rules.six_elements.falls import LoseEquipment, lose_equipment
from rules.six_elements.learning import KINDS, replaced
from rules.six_elements.levels import GainLevel
from rules.six_elements.skill_cards import card_text
from rules.six_elements.state import Hero, State
from rules.six_elements.stats import ELEMENT_ICONS, stat
from rules.six_elements.words import POINTS, RARITY, STATS, joined

LEVEL = Text("Niveau {n} : deux choix", "Level {n}: two choices")
POINT = Text("+1 {point}, et une stat", "+1 {point}, and a stat")
STAT = Text("{stat} {before} → {after}", "{stat} {before} → {after}")
SKILL, LEARN = Text("Un talent, {rarity}", "A skill, {rarity}"), Text("Apprendre", "Learn")
INSTEAD = Text("remplace « {skill} »", "takes the place of “{skill}”")
LOSS = Text("Une mort coûte un objet porté", "A death costs a worn thing")
GIVE_UP = Text("Abandonner", "Give up")
POINT_ICONS = {"body": "heart", "mana": "stars"}


def due_cards(state: State, hero: Hero) -> Iterator[Card]:
    """The first of what is due."""
    if hero.loses and hero.worn:
        return _losses(state, hero)
    return _level(hero) if level_due(hero) else _skills(state, hero)


def _level(hero: Hero) -> Iterator[Card]:
    """Body or mana, then a stat: the card opens onto all three."""
    for point, name in POINTS.items():
        taps = tuple(_rise(hero, point, what) for what in STATS)
        yield Card(
            key=f"level-{point}",
            title=POINT(point=name.inline),
            state="ready",
            icon=POINT_ICONS[point],
            group=LEVEL(n=hero.level + 1),
            taps=taps,
        )


def _rise(hero: Hero, point: str, what: str) -> Tap:
    now = stat(hero, what)
    label = STAT(stat=STATS[what], before=now, after=now + 1)
    choices = {"point": point, "stat": what}
    return Tap(kind_of(GainLevel), {"hero": hero.key, "choices": choices}, label)


def _skills(state: State, hero: Hero) -> Iterator[Card]:
    for skill in owed_skills(hero):
        gone = replaced(hero.skills, skill.key)
        instead = (INSTEAD(skill=BOOK.skills[gone].name),) if gone else ()
        yield Card(
            key=f"learn-{skill.key}",
            title=skill.name,
            text=joined((KINDS[skill.skill_kind], card_text(skill), *instead)),
            icon=ELEMENT_ICONS[skill.element],
            tone=skill.element,
            state="ready",
            group=SKILL(rarity=RARITY[skill.rarity].inline),
            tap=tap(state, choose_skill, ChooseSkill(hero=hero.key, skill=skill.key), LEARN),
        )


def _losses(state: State, hero: Hero) -> Iterator[Card]:
    for row in (BOOK.equipment[key] for key in hero.worn):
        yield Card(
            key=f"lose-{row.key}",
            title=row.name,
            text=piece_text(row),
            icon=SLOT_ICONS[row.slot],
            tone=row.element or "",
            state="ready",
            group=LOSS,
            tap=tap(state, lose_equipment, LoseEquipment(hero=hero.key, equipment=row.key), GIVE_UP),
        )
