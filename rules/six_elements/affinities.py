"""Affinities and stones: two stones a step, two for one in exchange, the Nemesis, and the skill a step gives (§10, §11)."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Skill
from rules.six_elements.dues import owed_skills, settled, skills_open
from rules.six_elements.learning import (
    NeutralReached,
    neutral_reached,
    replaced,
    skill_field,
    tell_neutral,
)
from rules.six_elements.refusals import known, on_turn, unknown
from rules.six_elements.state import Answer, Counts, Hero, State, added, change
from rules.six_elements.stats import AFFINITY_MOST
from rules.six_elements.words import ELEMENTS, STONES

PRICE = 2
"""Stones for one step of affinity, and for one stone in exchange (§10)."""
ELEMENT, FIRST, SECOND = (
    Text("Élément", "Element"),
    Text("Première pierre", "First stone"),
    Text("Seconde pierre", "Second stone"),
)
TAKEN = Text("Pierre reçue", "Stone received")


class RaiseAffinity(Command, frozen=True, tag="raise_affinity"):
    """A step of one element for two of its stones; `skill` is what it gives, while there is one to choose."""

    who = "own"
    label = Text("Monter une affinité", "Raise an affinity")
    icon = "star"
    hero: Key
    element: Key
    skill: Key | None = None


class ExchangeStones(Command, frozen=True, tag="exchange_stones"):
    """Two stones of any kind for one of one’s choice."""

    who = "own"
    label = Text("Échanger des pierres", "Exchange stones")
    icon = "stone"
    hero: Key
    first: Key
    second: Key
    taken: Key


class ChooseSkill(Command, frozen=True, tag="choose_skill"):
    """The skill that a neutral step, or an adventure, has given."""

    who = "own"
    label = Text("Choisir un talent", "Choose a skill")
    icon = "bolt"
    hero: Key
    skill: Key


class AffinityRaised(Event, frozen=True, tag="affinity_raised"):
    hero: str
    hero_name: str
    element: str
    element_name: Text
    affinity: int
    stones: int


class SkillChosen(Event, frozen=True, tag="skill_chosen"):
    """`replaces` has to go; `settles` counts the steps owed that are done with, those without a choice among them (R41)."""

    hero: str
    hero_name: str
    skill: str
    skill_name: Text
    replaces: str = ""
    settles: int = 0


class StonesExchanged(Event, frozen=True, tag="stones_exchanged"):
    hero: str
    hero_name: str
    stones: Counts
    given: tuple[Text, Text]
    taken: Text


def obstacle(hero: Hero, element: str) -> Violation | None:
    """Why an affinity may not rise, stones apart: the Nemesis, or the top (§10)."""
    nemesis = BOOK.elements[element].nemesis
    if nemesis and hero.affinities.get(nemesis):
        return refuse(
            "nemesis",
            "{element} et {nemesis} sont Némésis : jamais les deux chez un même héros.",
            "{element} and {nemesis} are Nemesis: never both in one hero.",
            "§10",
            field="element",
            element=ELEMENTS[element],
            nemesis=ELEMENTS[nemesis],
        )
    if hero.affinities.get(element, 0) >= AFFINITY_MOST:
        return refuse(
            "affinity_full",
            "Cette affinité est à son plus haut.",
            "This affinity is at its highest.",
            "§10",
            field="element",
        )
    return None


def raise_affinity(state: State, command: RaiseAffinity, act: Act) -> Decision:
    hero = on_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.element not in STONES:
        return unknown("element", command.element, "§10")
    wrong = obstacle(hero, command.element) or _too_poor(hero, command.element)
    if wrong:
        return wrong
    step = hero.affinities.get(command.element, 0) + 1
    raised = AffinityRaised(
        hero=hero.key,
        hero_name=hero.name,
        element=command.element,
        element_name=ELEMENTS[command.element],
        affinity=step,
        stones=-PRICE,
    )
    return _with_choice(hero, raised, skills_open(hero, command.element, step), command.skill)


def _with_choice(
    hero: Hero, raised: AffinityRaised, options: tuple[Skill, ...], skill: str | None
) -> Decision:
    if skill is None and not options:
        return (raised,)
    chosen = pick(hero, options, skill or "")
    return chosen if isinstance(chosen, Violation) else (raised, chosen)


def pick(hero: Hero, options: tuple[Skill, ...], key: str, settles: int = 0) -> SkillChosen | Violation:
    skill = next((one for one in options if one.key == key), None)
    if skill is None:
        return refuse(
            "skill_not_open",
            "Ce palier ne donne pas ce talent.",
            "This step does not give that skill.",
            "§11",
            field="skill",
        )
    return SkillChosen(
        hero=hero.key,
        hero_name=hero.name,
        skill=key,
        skill_name=skill.name,
        replaces=replaced(hero.skills, key),
        settles=settles,
    )


def _too_poor(hero: Hero, element: str) -> Violation | None:
    if hero.stones.get(element, 0) >= PRICE:
        return None
    return refuse(
        "stones_short",
        "Il faut {n} × {stone}.",
        "{n} × {stone} are needed.",
        "§10",
        field="element",
        n=PRICE,
        stone=STONES[element].inline,
    )


def affinity_raised(state: State, event: AffinityRaised) -> State:
    hero = state.heroes[event.hero]
    return change(
        state,
        event.hero,
        affinities=hero.affinities | {event.element: event.affinity},
        stones=added(hero.stones, {event.element: event.stones}),
    )


def skill_chosen(state: State, event: SkillChosen) -> State:
    hero = state.heroes[event.hero]
    kept = tuple(key for key in hero.skills if key != event.replaces)
    return change(state, event.hero, skills=(*kept, event.skill), owed=hero.owed[event.settles :])


def exchange_stones(state: State, command: ExchangeStones, act: Act) -> Decision:
    hero = on_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    for field, key in (("first", command.first), ("second", command.second), ("taken", command.taken)):
        if key not in STONES:
            return unknown(field, key, "§10")
    cost = added({command.first: -1}, {command.second: -1})
    if any(hero.stones.get(key, 0) < -number for key, number in cost.items()):
        return _no_stones("second" if hero.stones.get(command.first) else "first")
    return (
        StonesExchanged(
            hero=hero.key,
            hero_name=hero.name,
            stones=added(cost, {command.taken: 1}),
            given=(STONES[command.first], STONES[command.second]),
            taken=STONES[command.taken],
        ),
    )


def _no_stones(field: str) -> Violation:
    return refuse(
        "stones_short", "Il faut deux pierres à donner.", "Two stones to give are needed.", "§10", field=field
    )


def stones_exchanged(state: State, event: StonesExchanged) -> State:
    return change(state, event.hero, stones=added(state.heroes[event.hero].stones, event.stones))


def chooser(state: State, key: str) -> Answer[Hero]:
    hero = known(state, key)
    if isinstance(hero, Violation) or owed_skills(hero):
        return hero
    return refuse(
        "no_skill_owed",
        "{name} n’a pas de talent à choisir.",
        "{name} has no skill to choose.",
        "§11",
        field="hero",
        name=hero.name,
    )


def choose_skill(state: State, command: ChooseSkill, act: Act) -> Decision:
    hero = chooser(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    chosen = pick(hero, owed_skills(hero), command.skill, settled(hero))
    return chosen if isinstance(chosen, Violation) else (chosen,)


def offer_raise(state: State, hero: str, given: Given) -> Draft:
    found = on_turn(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    open_ones = may_rise(found)
    if not open_ones:
        return refused(_nothing_to_raise(found))
    options = tuple(Choice(key, ELEMENTS[key], hint=_step_text(found, key)) for key in open_ones)
    field = choice("element", ELEMENT, options, depends=True)
    element = str(given.get("element"))
    if element not in open_ones:
        return Draft((field,))
    skills = skills_open(found, element, found.affinities.get(element, 0) + 1)
    return Draft((field, skill_field(skills)) if skills else (field,))


def may_rise(hero: Hero) -> tuple[str, ...]:
    """The elements whose next step is open and paid for."""
    return tuple(key for key in STONES if not (obstacle(hero, key) or _too_poor(hero, key)))


def _nothing_to_raise(hero: Hero) -> Violation:
    rich = next((key for key in STONES if hero.stones.get(key, 0) >= PRICE), None)
    wrong = obstacle(hero, rich) if rich else None
    return wrong or refuse(
        "stones_short",
        "Il faut deux pierres du même élément.",
        "Two stones of one element are needed.",
        "§10",
        field="element",
    )


def _step_text(hero: Hero, element: str) -> Text:
    now = hero.affinities.get(element, 0)
    return Text(f"{now} → {now + 1}", f"{now} → {now + 1}")


def offer_exchange(state: State, hero: str, given: Given) -> Draft:
    found = on_turn(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if sum(found.stones.values()) < PRICE:
        return refused(_no_stones("first"))
    own = tuple(key for key in STONES if found.stones.get(key))
    first = choice("first", FIRST, _stones(own), depends=True)
    if given.get("first") not in own:
        return Draft((first,))
    rest = tuple(key for key in own if found.stones[key] > (key == given["first"]))
    fields = (choice("second", SECOND, _stones(rest)), choice("taken", TAKEN, _stones(tuple(STONES))))
    return Draft((first, *fields))


def _stones(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(key, STONES[key], link=f"elements/{key}") for key in keys)


def offer_choose(state: State, hero: str, given: Given) -> Draft:
    found = chooser(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft((skill_field(owed_skills(found)),))


def tell_raised(event: AffinityRaised) -> Text:
    return Text("{hero} monte son affinité {element} à {n}.", "{hero} raises the {element} affinity to {n}.")(
        hero=event.hero_name, element=event.element_name, n=event.affinity
    )


def tell_chosen(event: SkillChosen) -> Text:
    return Text("{hero} apprend « {skill} ».", "{hero} learns “{skill}”.")(
        hero=event.hero_name, skill=event.skill_name
    )


def tell_exchanged(event: StonesExchanged) -> Text:
    one, other = event.given
    return Text("{hero} échange {a} et {b} contre {c}.", "{hero} exchanges {a} and {b} for {c}.")(
        hero=event.hero_name, a=one.inline, b=other.inline, c=event.taken.inline
    )


CHAPTER = Chapter(
    name="affinities",
    decides={RaiseAffinity: raise_affinity, ExchangeStones: exchange_stones, ChooseSkill: choose_skill},
    evolves={
        AffinityRaised: affinity_raised,
        SkillChosen: skill_chosen,
        StonesExchanged: stones_exchanged,
        NeutralReached: neutral_reached,
    },
    tells={
        AffinityRaised: tell_raised,
        SkillChosen: tell_chosen,
        StonesExchanged: tell_exchanged,
        NeutralReached: tell_neutral,
    },
    offers={RaiseAffinity: offer_raise, ExchangeStones: offer_exchange, ChooseSkill: offer_choose},
)
