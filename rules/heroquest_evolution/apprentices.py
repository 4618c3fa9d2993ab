"""Apprentices: what they learn, and how one becomes a hero (R28, R51, R56)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.crediting import credited, reach
from rules.heroquest_evolution.house import threshold
from rules.heroquest_evolution.learning import skill_refusal
from rules.heroquest_evolution.levels import QUALITY_NAMES
from rules.heroquest_evolution.recruiting import Spheres, basic_spells, sphere_field, wrong_spheres
from rules.heroquest_evolution.refusals import living, not_away, refuse, unknown
from rules.heroquest_evolution.retinue import (
    TICKS,
    apprentices_of,
    armed,
    as_hero,
    hired,
    label,
    may_become_hero,
    no_apprentice,
    pick_one,
    row,
)
from rules.heroquest_evolution.service import MERCENARY, find, learn, nobody, put
from rules.heroquest_evolution.state import (
    Gain,
    Hero,
    Mercenary,
    Owned,
    Quality,
    State,
    change,
)
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, words
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text

HERO_LEVEL = 2

DICE: tuple[Quality, ...] = ("attack", "defence")

"""What an apprentice chooses from after eight quests (R28)."""

MORE = Text("+1 {what}", "+1 {what}")


class ChooseImprovement(Command, frozen=True, tag="choose_improvement"):
    """`choice` is a skill of the class, or `attack` or `defence`: whatever the earliest open choice asks for."""

    who = "own"
    label = Text("Progrès d’un apprenti", "Improvement of an apprentice")
    icon = "star"
    hero: Key
    mercenary: Key
    choice: Key


class PromoteApprentice(Command, frozen=True, tag="promote_apprentice"):
    """A hero of level 2 with all that was learnt, worn and held; the elf takes one sphere."""

    who = "own"
    label = Text("Un apprenti devient un héros", "An apprentice becomes a hero")
    icon = "crown"
    brings_hero = True
    hero: Key
    mercenary: Key
    name: Name | None = None
    spheres: Spheres = ()


class ImprovementChosen(Event, frozen=True, tag="improvement_chosen"):
    """`step` is the improvement (1 to 5) whose choice this is."""

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    step: int
    skill: str | None = None
    skill_name: Text | None = None
    replaces: str | None = None
    gain: Gain | None = None


class ApprenticePromoted(Event, frozen=True, tag="apprentice_promoted"):
    """The new hero. `body` and `mind` are the class's own; `xp` is what the level takes."""

    hero: str
    name: str
    hero_class: str
    class_name: Text
    level: int
    xp: int
    body: int
    mind: int
    gains: tuple[Gain, ...] = ()
    skills: tuple[str, ...] = ()
    spheres: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    items: tuple[Owned, ...] = ()


class ApprenticeReleased(Event, frozen=True, tag="apprentice_released"):
    """The employer's side of it."""

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text


def choose_improvement(state: State, command: ChooseImprovement, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = hired(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    wrong = _nothing_owed(mercenary) or _wrong_choice(mercenary, command.choice)
    return wrong or (_chosen(hero, mercenary, command.choice),)


def _nothing_owed(mercenary: Mercenary) -> Violation | None:
    if mercenary.owed:
        return None
    return refuse(
        "no_choice_due",
        "{name} n’a pas de progrès à choisir.",
        "{name} has no improvement to choose.",
        "R28",
        field="mercenary",
        name=label(mercenary),
    )


def _asks(mercenary: Mercenary) -> str:
    """`skill` or `dice`: what the earliest open choice is about."""
    return row(mercenary).improvements[mercenary.owed[0] - 1].choice or ""


def _wrong_choice(mercenary: Mercenary, key: str) -> Violation | None:
    if _asks(mercenary) == "dice":
        return None if key in DICE else unknown("choice", key, "R28")
    if key in row(mercenary).never_learns:
        return refuse(
            "no_magic",
            "{name} n’apprend rien qui touche à la magie.",
            "{name} learns nothing that has to do with magic.",
            "R56",
            field="choice",
            name=label(mercenary),
        )
    wrong = skill_refusal(as_hero(mercenary), key, HERO_LEVEL)
    return replace(wrong, field="choice") if wrong else None


def _chosen(hero: Hero, mercenary: Mercenary, key: str) -> ImprovementChosen:
    step = mercenary.owed[0]
    skill = BOOK.skills.get(key)
    dice: dict[str, Quality] = {what: what for what in DICE}
    return ImprovementChosen(
        hero=hero.key,
        hero_name=hero.name,
        mercenary=mercenary.key,
        mercenary_name=label(mercenary),
        step=step,
        skill=key if skill else None,
        skill_name=skill.name if skill else None,
        replaces=skill.evolution_of if skill else None,
        gain=None if skill else Gain(dice[key], 1, f"service.{TICKS * step}"),
    )


def improvement_chosen(state: State, event: ImprovementChosen) -> State:
    mercenary = find(state, event.hero, event.mercenary)
    owed = tuple(step for step in mercenary.owed if step != event.step)
    learnt = learn(mercenary, event.gain, event.skill, event.replaces)
    return put(state, event.hero, replace(learnt, owed=owed))


def promote_apprentice(state: State, command: PromoteApprentice, act: Act) -> Decision:
    hero = not_away(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = hired(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    name = (command.name or mercenary.name).strip()
    wrong = (
        _not_ready(mercenary)
        or wrong_spheres(BOOK.hero_classes[row(mercenary).hero_class or ""], command.spheres)
        or (None if name else _nameless(mercenary))
    )
    return wrong or (
        promoted := _promoted(state, mercenary, name, command.spheres, act.new_key()),
        ApprenticeReleased(
            hero=hero.key, hero_name=hero.name, mercenary=mercenary.key, mercenary_name=label(mercenary)
        ),
        *credited(state, promoted.hero, name, (HERO_LEVEL,)),
    )


def _not_ready(mercenary: Mercenary) -> Violation | None:
    """R28, R56: after ten quests, every choice made, and only where there is such a class of heroes."""
    if may_become_hero(mercenary) and not mercenary.owed:
        return None
    if not any(step.becomes_hero for step in row(mercenary).improvements):
        code, fr = "never_a_hero", "{name} ne peut pas devenir un héros."
        en = "{name} cannot become a hero."
    elif mercenary.owed:
        code, fr = "choice_first", "{name} doit d’abord choisir ses progrès."
        en = "{name} has to choose the improvements first."
    else:
        code, fr = "not_yet_a_hero", "{name} doit d’abord survivre à {n} quêtes."
        en = "{name} has to survive {n} quests first."
    most = TICKS * len(row(mercenary).improvements)
    return refuse(code, fr, en, "R56", field="mercenary", name=label(mercenary), n=most)


def _nameless(mercenary: Mercenary) -> Violation:
    return refuse(
        "name_missing",
        "Un héros porte un nom : donnez-en un à {name}.",
        "A hero bears a name: give {name} one.",
        "R1",
        field="name",
        name=label(mercenary),
    )


def _promoted(
    state: State, mercenary: Mercenary, name: str, spheres: tuple[str, ...], key: str
) -> ApprenticePromoted:
    found = BOOK.hero_classes[row(mercenary).hero_class or ""]
    basic = Owned(row(mercenary).weapon or found.weapon, 1, False, 0)
    worn = armed(mercenary)
    has_basic = any(owned.key == basic.key and owned.paid == 0 for owned in worn)
    return ApprenticePromoted(
        hero=key,
        name=name,
        hero_class=found.key,
        class_name=found.name,
        level=HERO_LEVEL,
        xp=threshold(state, HERO_LEVEL),
        body=found.body,
        mind=found.mind,
        gains=mercenary.gains,
        skills=mercenary.skills,
        spheres=spheres,
        spells=basic_spells(spheres),
        items=worn if has_basic else (*worn, basic),
    )


def apprentice_promoted(state: State, event: ApprenticePromoted) -> State:
    hero = Hero(
        key=event.hero,
        name=event.name,
        hero_class=event.hero_class,
        body=event.body,
        mind=event.mind,
        body_base=event.body,
        mind_base=event.mind,
        level=event.level,
        xp=event.xp,
        gains=event.gains,
        skills=event.skills,
        spheres=event.spheres,
        spells=event.spells,
        items=event.items,
    )
    rested = replace(hero, body=hero.body_max)
    return reach(replace(state, heroes=state.heroes | {event.hero: rested}), (event.level,))


def apprentice_released(state: State, event: ApprenticeReleased) -> State:
    left = tuple(m for m in state.heroes[event.hero].mercenaries if m.key != event.mercenary)
    return change(state, event.hero, mercenaries=left)


def offer_improvement(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = tuple(m.key for m in found.mercenaries if m.owed)
    if not able:
        wrong = _nothing_owed(found.mercenaries[0]) if found.mercenaries else None
        return refused(wrong or nobody(found))
    who = choice("mercenary", MERCENARY, pick_one(found, able), depends=True)
    mercenary = next((m for m in found.mercenaries if m.key == given.get("mercenary") and m.owed), None)
    if mercenary is None:
        return Draft((who,))
    return Draft((who, choice("choice", Text("Progrès", "Improvement"), _open_choices(mercenary))))


def _open_choices(mercenary: Mercenary) -> tuple[Choice, ...]:
    if _asks(mercenary) == "dice":
        return tuple(Choice(what, MORE(what=QUALITY_NAMES[what])) for what in DICE)
    return tuple(
        Choice(key, found.name, hint=found.text, link=f"skills/{key}")
        for key, found in BOOK.skills.items()
        if _wrong_choice(mercenary, key) is None
    )


def offer_promote(state: State, hero: str, given: Given) -> Draft:
    found = not_away(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    able = tuple(m.key for m in found.mercenaries if _not_ready(m) is None)
    if not able:
        wrong = _not_ready(apprentices_of(found)[0]) if apprentices_of(found) else no_apprentice(found)
        return refused(wrong or no_apprentice(found))
    who = choice("mercenary", MERCENARY, pick_one(found, able), depends=True)
    mercenary = next(
        (m for m in found.mercenaries if m.key == given.get("mercenary") and m.key in able), None
    )
    return Draft((who, *_hero_fields(mercenary)) if mercenary else (who,))


def _hero_fields(mercenary: Mercenary) -> tuple[Field, ...]:
    found = BOOK.hero_classes[row(mercenary).hero_class or ""]
    name = words("name", Text("Nom", "Name"), required=not mercenary.name)
    return (name, sphere_field(found)) if found.sphere_count else (name,)


def tell_chosen(event: ImprovementChosen) -> Text:
    if event.skill_name:
        return Text("{name} apprend « {s} ».", "{name} learns “{s}”.")(
            name=event.mercenary_name, s=event.skill_name
        )
    what = QUALITY_NAMES[event.gain.what if event.gain else "attack"]
    return Text("{name} : +1 {what}.", "{name}: +1 {what}.")(name=event.mercenary_name, what=what)


def tell_promoted(event: ApprenticePromoted) -> Text:
    return Text(
        "{name}, {class_}, devient un héros de niveau {level}.",
        "{name}, {class_}, becomes a hero of level {level}.",
    )(name=event.name, class_=event.class_name.inline, level=event.level)


def tell_released(event: ApprenticeReleased) -> Text:
    return Text("{name} quitte le service de {hero}.", "{name} leaves the service of {hero}.")(
        name=event.mercenary_name, hero=event.hero_name
    )


def promoted_moves(event: ApprenticePromoted) -> tuple[Movement, ...]:
    return (Movement(event.hero, "xp", event.xp, Text("Années d’apprentissage", "Apprenticeship"), "R56"),)


CHAPTER = Chapter(
    name="apprentices",
    decides={
        ChooseImprovement: choose_improvement,
        PromoteApprentice: promote_apprentice,
    },
    evolves={
        ImprovementChosen: improvement_chosen,
        ApprenticePromoted: apprentice_promoted,
        ApprenticeReleased: apprentice_released,
    },
    tells={
        ImprovementChosen: tell_chosen,
        ApprenticePromoted: tell_promoted,
        ApprenticeReleased: tell_released,
    },
    offers={
        ChooseImprovement: offer_improvement,
        PromoteApprentice: offer_promote,
    },
    moves={ApprenticePromoted: promoted_moves},
)
