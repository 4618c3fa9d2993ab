"""Skills: what reaching a step of an affinity gives, what it replaces, and the neutral affinity's steps (§10, §11, R19, R41)."""

from __future__ import annotations

from rules.kernel.messages import Event
from rules.kernel.offers import Choice, Field, choice
from rules.kernel.text import Text
from rules.six_elements.book import BOOK, NEUTRAL
from rules.six_elements.content_types import Skill
from rules.six_elements.skill_cards import card_text
from rules.six_elements.state import State, change
from rules.six_elements.stats import neutral
from rules.six_elements.story import Story
from rules.six_elements.words import RARITY

SKILL = Text("Talent", "Skill")
KINDS = {"combat": Text("Combat", "Combat"), "defence": Text("Défense", "Defence")}


class NeutralReached(Event, frozen=True, tag="neutral_reached"):
    """A neutral step for the first time: each gives a skill, once (§10)."""

    hero: str
    hero_name: str
    before: int
    step: int


def notice_neutral(story: Story, key: str) -> None:
    """After whatever may have raised a stat."""
    hero = story.hero(key)
    step = neutral(hero)
    if step > hero.best:
        story.tell(
            NeutralReached(hero=key, hero_name=hero.name, before=hero.best, step=step), neutral_reached
        )


def neutral_reached(state: State, event: NeutralReached) -> State:
    hero = state.heroes[event.hero]
    steps = tuple((NEUTRAL, step) for step in range(event.before + 1, event.step + 1))
    return change(state, event.hero, best=event.step, owed=(*hero.owed, *steps))


def _same_place(one: Skill, other: Skill) -> bool:
    return one.element == other.element and one.skill_kind == other.skill_kind


def replaced(skills: tuple[str, ...], key: str) -> str:
    """The skill whose place a new one would take; none where it is free."""
    new = BOOK.skills[key]
    return next((one for one in skills if one != key and _same_place(BOOK.skills[one], new)), "")


def skill_field(skills: tuple[Skill, ...]) -> Field:
    options = tuple(
        Choice(
            skill.key,
            skill.name,
            hint=card_text(skill),
            group=Text("{kind} · {rarity}", "{kind} · {rarity}")(
                kind=KINDS[skill.skill_kind], rarity=RARITY[skill.rarity]
            ),
            link=f"skills/{skill.key}",
        )
        for skill in skills
    )
    return choice("skill", SKILL, options)


def tell_neutral(event: NeutralReached) -> Text:
    return Text("{hero} atteint le palier Neutre {n}.", "{hero} reaches neutral step {n}.")(
        hero=event.hero_name, n=event.step
    )
