"""Heroes who already exist on paper join at any level (R1–R5, R16–R18)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Annotated, Any

import msgspec

from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.content_types import HeroClass
from rules.heroquest_evolution.crediting import FIRST_LEVEL, credited, reach
from rules.heroquest_evolution.house import level_gain, threshold
from rules.heroquest_evolution.learning import skill_refusal
from rules.heroquest_evolution.levels import as_quality
from rules.heroquest_evolution.recruiting import SPHERES, Spheres, class_field
from rules.heroquest_evolution.refusals import amount, refuse, unknown
from rules.heroquest_evolution.state import Gain, Hero, Owned, State, add_items
from rules.heroquest_evolution.wearing import auto_equip
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, span, subset, words
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text

XP_MAX, GOLD_MAX, POINTS_MAX = 100_000, 1_000_000, 30
Keys = Annotated[tuple[Key, ...], msgspec.Meta(max_length=200)]


class EnrolHero(Command, frozen=True, tag="enrol_hero"):
    """A hero from a paper sheet. `body` and `mind` are the maxima; an item named twice is owned twice, ammunition by lots.

    `spheres` follow from the spells when left out.
    """

    label = Text("Inscrire un héros existant", "Enrol an existing hero")
    icon = "book"
    brings_hero = True
    hero_class: Key
    name: Name
    level: Number
    xp: Number
    gold: Number
    body: Number
    mind: Number
    reason: Reason
    skills: Keys = ()
    spells: Keys = ()
    items: Keys = ()
    spheres: Spheres = ()


class HeroEnrolled(Event, frozen=True, tag="hero_enrolled"):
    hero: str
    name: str
    hero_class: str
    class_name: Text
    level: int
    xp: int
    gold: int
    body: int
    mind: int
    reason: str
    gains: tuple[Gain, ...] = ()
    skills: tuple[str, ...] = ()
    spheres: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    items: tuple[Owned, ...] = ()


def enrol_hero(state: State, command: EnrolHero, act: Act) -> Decision:
    row = BOOK.hero_classes.get(command.hero_class)
    if row is None:
        return unknown("hero_class", command.hero_class, "R1")
    wrong = (
        _wrong_numbers(state, command)
        or _wrong_skills(state, row, command)
        or _wrong_spells(row, command)
        or _wrong_items(command)
    )
    if wrong:
        return wrong
    enrolled = _enrolled(state, row, command, act)
    return enrolled, *credited(state, enrolled.hero, enrolled.name, _passed(enrolled.level))


def _passed(level: int) -> range:
    """The levels a hero of that level has reached since the first (R51)."""
    return range(FIRST_LEVEL, level + 1)


def _wrong_numbers(state: State, command: EnrolHero) -> Violation | None:
    return (
        amount(command.level, 1, MAX_LEVEL, "level", "R5")
        or amount(command.xp, threshold(state, command.level), XP_MAX, "xp", "R5")
        or amount(command.gold, 0, GOLD_MAX, "gold", "§VIII")
        or amount(command.body, 1, POINTS_MAX, "body", "R1")
        or amount(command.mind, 1, POINTS_MAX, "mind", "R1")
    )


def skills_allowed(state: State, hero_class: str, level: int) -> int:
    """How many choices of a skill the table has granted up to `level`."""
    return sum(level_gain(state, hero_class, n).skill for n in range(2, level + 1))


def skill_cost(key: str) -> int:
    """Choices that a skill took: an evolution took its base's too."""
    base = BOOK.skills[key].evolution_of
    return 1 + (skill_cost(base) if base else 0)


def _wrong_skills(state: State, row: HeroClass, command: EnrolHero) -> Violation | None:
    hero = _blank(row, command.level)
    for key in command.skills:
        wrong = paper_skill_refusal(hero, key, command.level)
        if wrong:
            return msgspec.structs.replace(wrong, field="skills")
        hero = msgspec.structs.replace(hero, skills=(*hero.skills, key))
    taken = sum(skill_cost(key) for key in command.skills)
    allowed = skills_allowed(state, row.key, command.level)
    if taken > allowed:
        return refuse(
            "too_many_skills",
            "Au niveau {level} la table accorde {allowed} choix de compétence ; en voici {taken}.",
            "At level {level} the table grants {allowed} choices of a skill; here are {taken}.",
            "R5",
            field="skills",
            level=command.level,
            allowed=allowed,
            taken=taken,
        )
    return None


def paper_skill_refusal(hero: Hero, key: str, level: int) -> Violation | None:
    """As for a level's choice, but an evolution needs no base: it has replaced it."""
    row = BOOK.skills.get(key)
    if row is None or row.evolution_of is None:
        return skill_refusal(hero, key, level)
    if row.evolution_of in hero.skills:
        return refuse(
            "base_with_evolution",
            "« {skill} » remplace sa compétence de base : n’en gardez qu’une.",
            "“{skill}” replaces its base skill: keep one of them.",
            "R16",
            field="skills",
            skill=row.name,
        )
    with_base = msgspec.structs.replace(hero, skills=(*hero.skills, row.evolution_of))
    return skill_refusal(with_base, key, level)


def _wrong_spells(row: HeroClass, command: EnrolHero) -> Violation | None:
    unknown_key = next((key for key in command.spells if key not in BOOK.spells), None)
    if unknown_key:
        return unknown("spells", unknown_key, "R18")
    if len(set(command.spells)) != len(command.spells):
        return refuse(
            "spell_known",
            "Un sort ne se note qu’une fois.",
            "A spell is noted once only.",
            "R18",
            field="spells",
        )
    if row.sphere_count == 0 and (command.spells or command.spheres):
        return refuse(
            "no_magic",
            "Cette classe ne lance pas de sorts.",
            "This class casts no spells.",
            "R18",
            field="spells",
        )
    bad_sphere = next((sphere for sphere in command.spheres if sphere not in SPHERES), None)
    if bad_sphere:
        return unknown("spheres", bad_sphere, "R18")
    if command.spheres and len(set(command.spheres)) != row.sphere_count:
        return refuse(
            "wrong_spheres",
            "{count} sphère(s) différente(s) attendue(s).",
            "Expected {count} different sphere(s).",
            "R18",
            field="spheres",
            count=row.sphere_count,
        )
    if row.sphere_count and not command.spheres and len(_spheres(row, command)) < row.sphere_count:
        return refuse(
            "spheres_unclear",
            "Les sorts ne disent pas les {count} sphère(s) : nommez-les.",
            "The spells do not tell the {count} sphere(s): name them.",
            "R18",
            field="spheres",
            count=row.sphere_count,
        )
    return None


def _spheres(row: HeroClass, command: EnrolHero) -> tuple[str, ...]:
    """The spheres named, else those of most of the spells."""
    if command.spheres or not row.sphere_count:
        return command.spheres
    counts = Counter(BOOK.spells[key].sphere for key in command.spells)
    return tuple(sphere for sphere, _ in counts.most_common(row.sphere_count))


def _wrong_items(command: EnrolHero) -> Violation | None:
    unknown_key = next((key for key in command.items if key not in BOOK.items), None)
    return unknown("items", unknown_key, "R20") if unknown_key else None


def _blank(row: HeroClass, level: int) -> Hero:
    return Hero(
        key="",
        name="",
        hero_class=row.key,
        body=row.body,
        mind=row.mind,
        body_base=row.body,
        mind_base=row.mind,
        level=level,
    )


def _gains(state: State, row: HeroClass, command: EnrolHero) -> tuple[Gain, ...]:
    """The table's gains up to the level, then what the paper says beyond them."""
    gains = [
        Gain(as_quality(what), points, f"level.{n}")
        for n in range(2, command.level + 1)
        for what, points in level_gain(state, row.key, n).gains
    ]
    for what, start, wanted in (("body", row.body, command.body), ("mind", row.mind, command.mind)):
        rest = wanted - start - sum(gain.amount for gain in gains if gain.what == what)
        if rest:
            gains.append(Gain(as_quality(what), rest, "paper"))
    return tuple(gains)


def _enrolled(state: State, row: HeroClass, command: EnrolHero, act: Act) -> HeroEnrolled:
    items: tuple[Owned, ...] = ()
    for key in command.items:
        items = add_items(items, key, BOOK.items[key].lot, None)
    return HeroEnrolled(
        hero=act.new_key(),
        name=command.name.strip(),
        hero_class=row.key,
        class_name=row.name,
        level=command.level,
        xp=command.xp,
        gold=command.gold,
        body=row.body,
        mind=row.mind,
        reason=command.reason.strip(),
        gains=_gains(state, row, command),
        skills=command.skills,
        spheres=_spheres(row, command),
        spells=command.spells,
        items=auto_equip(row.key, command.skills, items),
    )


def hero_enrolled(state: State, event: HeroEnrolled) -> State:
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
        gold=event.gold,
        gains=event.gains,
        skills=event.skills,
        spheres=event.spheres,
        spells=event.spells,
        items=event.items,
    )
    full = msgspec.structs.replace(hero, body=hero.body_max, mind=hero.mind_max)
    joined = msgspec.structs.replace(state, heroes=state.heroes | {event.hero: full})
    return reach(joined, _passed(event.level))


def offer_enrol(state: State, given: Given) -> Draft:
    row = BOOK.hero_classes.get(str(given.get("hero_class")))
    level = _number(given.get("level"), 1)
    fields: list[Field] = [class_field(), words("name", Text("Nom", "Name"))]
    fields.append(
        msgspec.structs.replace(span("level", Text("Niveau", "Level"), 1, MAX_LEVEL, default=1), depends=True)
    )
    fields += [
        span(
            "xp",
            Text("Points d’expérience", "Experience points"),
            threshold(state, level),
            XP_MAX,
            default=threshold(state, level),
        ),
        span("gold", Text("Or", "Gold"), 0, GOLD_MAX, default=0),
        span(
            "body",
            Text("Corps maximum", "Maximum Body"),
            1,
            POINTS_MAX,
            default=_table_points(state, row, level, "body"),
        ),
        span(
            "mind",
            Text("Esprit maximum", "Maximum Mind"),
            1,
            POINTS_MAX,
            default=_table_points(state, row, level, "mind"),
        ),
        words("reason", Text("Raison", "Reason"), 300),
    ]
    return Draft((*fields, *(_thing_fields(state, row, level, given) if row else ())))


def _number(value: Any, default: int) -> int:
    try:
        return max(1, min(MAX_LEVEL, int(value)))
    except (TypeError, ValueError):
        return default


def _table_points(state: State, row: HeroClass | None, level: int, what: str) -> int | None:
    if row is None:
        return None
    start = row.body if what == "body" else row.mind
    return start + sum(
        points
        for n in range(2, level + 1)
        for quality, points in level_gain(state, row.key, n).gains
        if quality == what
    )


def _thing_fields(state: State, row: HeroClass, level: int, given: Given) -> list[Field]:
    items = tuple(Choice(item.key, item.name) for item in BOOK.items.values())
    gear = subset("items", Text("Équipement", "Gear"), items, 0, len(items), required=False)
    return [*_skill_field(state, row, level), *(_magic_fields(row, given) if row.sphere_count else []), gear]


def _skill_field(state: State, row: HeroClass, level: int) -> list[Field]:
    """The skills that fit the level; an evolution weighs as many choices as it took."""
    allowed = skills_allowed(state, row.key, level)
    rows = [
        s
        for s in BOOK.skills.values()
        if s.hero_class == row.key and paper_skill_refusal(_blank(row, level), s.key, level) is None
    ]
    choices = tuple(
        Choice(s.key, s.name, hint=s.text, link=f"skills/{s.key}", weight=skill_cost(s.key)) for s in rows
    )
    pairs = tuple(
        (a.key, b.key)
        for a, b in combinations(rows, 2)
        if b.key in a.excludes or b.evolution_of == a.key or a.evolution_of == b.key
    )
    field = subset("skills", Text("Compétences", "Skills"), choices, 0, allowed, required=False)
    return [msgspec.structs.replace(field, conflicts=pairs)] if allowed else []


def _magic_fields(row: HeroClass, given: Given) -> list[Field]:
    spells = tuple(Choice(s.key, s.name, group=SPHERES[s.sphere]) for s in BOOK.spells.values())
    spheres = tuple(Choice(key, name) for key, name in SPHERES.items())
    known = {BOOK.spells[key].sphere for key in given.get("spells") or () if key in BOOK.spells}
    told = len(known) >= row.sphere_count
    return [
        subset(
            "spells",
            Text("Sorts connus", "Known spells"),
            spells,
            0,
            len(spells),
            required=False,
            depends=True,
        ),
        subset(
            "spheres",
            Text("Sphères de magie", "Spheres of magic"),
            spheres,
            row.sphere_count,
            row.sphere_count,
            required=not told,
        ),
    ]


def tell_enrolled(event: HeroEnrolled) -> Text:
    return Text(
        "{name}, {class_} de niveau {level}, vient d’une feuille de papier : {reason}",
        "{name}, {class_} of level {level}, is taken over from paper: {reason}",
    )(name=event.name, class_=event.class_name.inline, level=event.level, reason=event.reason)


def moves_enrolled(event: HeroEnrolled) -> tuple[Movement, ...]:
    label = Text("Repris de la feuille", "From the paper sheet")
    return tuple(
        Movement(event.hero, name, value, label, "§III")
        for name, value in (("xp", event.xp), ("gold", event.gold))
        if value
    )


CHAPTER = Chapter(
    name="enrolment",
    decides={EnrolHero: enrol_hero},
    evolves={HeroEnrolled: hero_enrolled},
    tells={HeroEnrolled: tell_enrolled},
    offers={EnrolHero: offer_enrol},
    moves={HeroEnrolled: moves_enrolled},
)
