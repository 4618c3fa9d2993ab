"""A hero who was played elsewhere, on paper or in another campaign, as the sheet says (R43)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Keys, Name, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, span, subset, words
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text
from rules.six_elements.book import BOOK, NEUTRAL
from rules.six_elements.content_types import Skill
from rules.six_elements.dues import LEVEL_MOST
from rules.six_elements.house import house_int
from rules.six_elements.piles import NUMBERS as PRINTED
from rules.six_elements.piles import in_use
from rules.six_elements.recruiting import class_field, seat_free, seated
from rules.six_elements.refusals import amount, unknown
from rules.six_elements.state import ENTRANCE, Counts, Hero, State
from rules.six_elements.stats import AFFINITY_MOST, AFFINITY_OF
from rules.six_elements.words import DEATHS, ELEMENTS, GOLD, LEVEL, NAME, POINTS, REASON, STATS, STONES, XP

MOST_POINTS, MOST_STAT, MOST_STONES, MOST_GOLD, MOST_DEATHS = 30, 20, 99, 999, 8
SKILLS, BAG, ITEMS = (
    Text("Talents", "Skills"),
    Text("Équipement (au sac)", "Equipment (in the bag)"),
    Text("Objets", "Items"),
)
Small = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class EnrolHero(Command, frozen=True, kw_only=True, tag="enrol_hero"):
    """Stats and points are the own ones, without gear; what is brought lies in the bag. Wounds and tokens stay behind."""

    label = Text("Inscrire un héros venu d’ailleurs", "Enrol a hero from elsewhere")
    icon = "book"
    brings_hero = True
    hero_class: Key
    name: Name
    level: Number
    xp: Number
    gold: Number = 0
    deaths: Number = 0
    body: Number
    mana: Number
    attack: Number = 0
    defence: Number = 0
    magic: Number = 0
    affinities: dict[Key, Small] = {}
    stones: dict[Key, Small] = {}
    skills: Keys = ()
    bag: Keys = ()
    items: Keys = ()
    reason: Reason


class HeroEnrolled(Event, frozen=True, tag="hero_enrolled"):
    hero: str
    name: str
    hero_class: str
    class_name: Text
    level: int
    xp: int
    gold: int
    deaths: int
    body: int
    mana: int
    stats: Counts
    affinities: Counts
    stones: Counts
    best: int
    skills: tuple[str, ...]
    bag: tuple[str, ...]
    items: tuple[str, ...]
    reason: str


def enrol_hero(state: State, command: EnrolHero, act: Act) -> Decision:
    row = BOOK.hero_classes.get(command.hero_class)
    if row is None:
        return unknown("hero_class", command.hero_class, "§4")
    wrong = (
        seat_free(state)
        or _wrong_numbers(state, command)
        or _wrong_affinities(command)
        or _wrong_skills(command)
        or _wrong_cards(state, command)
    )
    if wrong:
        return wrong
    stats = {key: int(getattr(command, key)) for key in STATS}
    return (
        HeroEnrolled(
            hero=act.new_key(),
            name=command.name.strip(),
            hero_class=row.key,
            class_name=row.name,
            level=command.level,
            xp=command.xp,
            gold=command.gold,
            deaths=command.deaths,
            body=command.body,
            mana=command.mana,
            stats=stats,
            affinities=_some(command.affinities),
            stones=_some(command.stones),
            best=min(AFFINITY_MOST, *stats.values()),
            skills=command.skills,
            bag=command.bag,
            items=command.items,
            reason=command.reason.strip(),
        ),
    )


def _some(counts: dict[str, int]) -> Counts:
    return {key: number for key, number in counts.items() if number}


NUMBERS: dict[str, tuple[Text, int, int]] = {
    "level": (LEVEL, 1, LEVEL_MOST),
    "gold": (GOLD, 0, MOST_GOLD),
    "deaths": (DEATHS, 0, MOST_DEATHS),
    "body": (POINTS["body"], 1, MOST_POINTS),
    "mana": (POINTS["mana"], 0, MOST_POINTS),
    "attack": (STATS["attack"], 0, MOST_STAT),
    "defence": (STATS["defence"], 0, MOST_STAT),
    "magic": (STATS["magic"], 0, MOST_STAT),
}
"""The bounds of a sheet from elsewhere."""


def numbers(state: State) -> dict[str, tuple[Text, int, int]]:
    """One more death may not end the game at once."""
    return NUMBERS | {"deaths": (DEATHS, 0, house_int(state, "deaths_most") - 1)}


def _wrong_numbers(state: State, command: EnrolHero) -> Violation | None:
    for field, (name, low, high) in numbers(state).items():
        wrong = amount(getattr(command, field), low, high, field, name, "R43")
        if wrong:
            return wrong
    return amount(command.xp, 0, xp_most(command.level), "xp", XP, "R2")


def xp_most(level: int) -> int:
    """Below the next level; none at the top (§4)."""
    return level - 1 if level < LEVEL_MOST else 0


def _wrong_affinities(command: EnrolHero) -> Violation | None:
    """Of the six elements, 6 at most, no Nemesis beside one another (§10)."""
    for field, counts, most in (
        ("affinities", command.affinities, AFFINITY_MOST),
        ("stones", command.stones, MOST_STONES),
    ):
        for key, number in counts.items():
            if key not in STONES:
                return unknown(f"{field}.{key}", key, "§10")
            wrong = amount(number, 0, most, f"{field}.{key}", ELEMENTS[key], "§10")
            if wrong:
                return wrong
    for key, number in command.affinities.items():
        nemesis = str(BOOK.elements[key].nemesis)
        if number and command.affinities.get(nemesis):
            return refuse(
                "nemesis", "Némésis : {a} et {b}.", "Nemesis: {a} and {b}.", "§10",
                field=f"affinities.{key}", a=ELEMENTS[key], b=ELEMENTS[nemesis],
            )  # fmt: skip
    return None


def _wrong_skills(command: EnrolHero) -> Violation | None:
    """One combat and one defence of an element; playable by affinity, but for neutral ones, which gear may open (§11)."""
    places: set[tuple[str, str]] = set()
    for key in command.skills:
        skill = BOOK.skills.get(key)
        if skill is None:
            return unknown("skills", key, "§11")
        place = (skill.element, skill.skill_kind)
        if place in places or not _may_own(command.affinities, skill):
            return refuse(
                "skill_unearned",
                "« {skill} » : l’affinité manque, ou la place est prise.",
                "“{skill}”: the affinity is missing, or its place is taken.",
                "§11",
                field="skills",
                skill=skill.name,
            )
        places.add(place)
    return None


def _may_own(affinities: dict[str, int], skill: Skill) -> bool:
    return skill.element == NEUTRAL or affinities.get(skill.element, 0) >= AFFINITY_OF[skill.rarity]


def _wrong_cards(state: State, command: EnrolHero) -> Violation | None:
    """Each card is there once, and with nobody else (R34)."""
    for field, keys, table in (
        ("bag", command.bag, free_equipment(state)),
        ("items", command.items, free_items(state)),
    ):
        for key in keys:
            if key not in table or keys.count(key) > 1:
                return refuse(
                    "card_taken",
                    "« {key} » n’est pas une carte libre.",
                    "“{key}” is no card that is free.",
                    "R34",
                    field=field,
                    key=key,
                )
    return None


def _held(state: State) -> set[str]:
    """Every card somebody has, or that lies on the board or in the stall, or is out of the game."""
    held = {key for hero in state.heroes.values() for key in (*hero.worn, *hero.bag, *hero.items)}
    game = state.game
    if game is None:
        return held
    gone = {key for pile, cards in game.gone.items() for key, n in PRINTED[pile].items() if n in cards}
    return held | set(in_use(state, game)) | gone


def free_equipment(state: State) -> tuple[str, ...]:
    held = _held(state)
    return tuple(key for key in BOOK.equipment if key not in held)


def free_items(state: State) -> tuple[str, ...]:
    held = _held(state)
    return tuple(key for key in BOOK.items if key not in held)


def hero_enrolled(state: State, event: HeroEnrolled) -> State:
    hero = Hero(
        key=event.hero,
        name=event.name,
        hero_class=event.hero_class,
        level=event.level,
        xp=event.xp,
        gold=event.gold,
        deaths=event.deaths,
        body=event.body,
        mana=event.mana,
        body_max=event.body,
        place=ENTRANCE,
        mana_max=event.mana,
        affinities=event.affinities,
        stones=event.stones,
        best=event.best,
        skills=event.skills,
        bag=event.bag,
        items=event.items,
    )
    return seated(state, replace(hero, **event.stats))


def enrolled_moves(event: HeroEnrolled) -> tuple[Movement, ...]:
    label = Text("Apporté d’ailleurs", "Brought from elsewhere")
    brought = (("xp", event.xp), ("gold", event.gold))
    return tuple(Movement(event.hero, what, n, label, "R43") for what, n in brought if n)


def offer_enrol(state: State, given: Given) -> Draft:
    wrong = seat_free(state)
    if wrong:
        return Draft(violation=wrong)
    low_fields = tuple(_number(field, *bounds) for field, bounds in numbers(state).items())
    level = given.get("level", 1)
    most = xp_most(level) if isinstance(level, int) and 1 <= level <= LEVEL_MOST else 0
    level_field = replace(low_fields[0], depends=True)
    xp = span("xp", XP, 0, most, default=0)
    cards = (
        _cards("bag", BAG, free_equipment(state), BOOK.equipment),
        _cards("items", ITEMS, free_items(state), BOOK.items),
    )
    return Draft(
        (
            class_field(),
            words("name", NAME),
            level_field,
            xp,
            *low_fields[1:],
            *_elements(given),
            _skills(given),
            *cards,
            words("reason", REASON, 300),
        )
    )


def _number(field: str, name: Text, low: int, high: int) -> Field:
    required = field in ("level", "body", "mana")
    return span(field, name, low, high, required=required, default=DEFAULTS.get(field, low))


DEFAULTS = {"body": 3, "mana": 3}


def _elements(given: Given) -> tuple[Field, ...]:
    """A step of an element closes its Nemesis."""
    affinities = tuple(
        replace(
            span(
                f"affinities.{key}",
                _of(AFFINITY, key),
                0,
                _affinity_most(given, key),
                required=False,
                default=0,
            ),
            depends=True,
        )
        for key in STONES
    )
    stones = tuple(
        span(f"stones.{key}", _of(STONE, key), 0, MOST_STONES, required=False, default=0) for key in STONES
    )
    return (*affinities, *stones)


AFFINITY, STONE = Text("Affinité : {e}", "Affinity: {e}"), Text("Pierres : {e}", "Stones: {e}")


def _of(label: Text, key: str) -> Text:
    return label(e=ELEMENTS[key])


def _affinity_most(given: Given, key: str) -> int:
    return 0 if given.get(f"affinities.{BOOK.elements[key].nemesis}") else AFFINITY_MOST


def _skills(given: Given) -> Field:
    """Those that the affinities given allow; two of one place exclude each other."""
    has = {key: int(given.get(f"affinities.{key}") or 0) for key in STONES}
    rows = [skill for skill in BOOK.skills.values() if _may_own(has, skill)]
    options = tuple(Choice(s.key, s.name, group=ELEMENTS[s.element], link=f"skills/{s.key}") for s in rows)
    pairs = tuple(
        (one.key, other.key)
        for n, one in enumerate(rows)
        for other in rows[n + 1 :]
        if (one.element, one.skill_kind) == (other.element, other.skill_kind)
    )
    field = subset("skills", SKILLS, options, 0, 14, required=False)
    return replace(field, conflicts=pairs)


def _cards(field: str, label: Text, keys: tuple[str, ...], table: dict[str, Any]) -> Field:
    options = tuple(Choice(key, table[key].name) for key in keys)
    return subset(field, label, options, 0, len(options), required=False)


def tell_enrolled(event: HeroEnrolled) -> Text:
    return Text(
        "{name}, {class_} de niveau {level}, arrive d’ailleurs ({reason}).",
        "{name}, level {level} {class_}, comes from elsewhere ({reason}).",
    )(name=event.name, class_=event.class_name.inline, level=event.level, reason=event.reason)


CHAPTER = Chapter(
    name="enrolment",
    decides={EnrolHero: enrol_hero},
    evolves={HeroEnrolled: hero_enrolled},
    tells={HeroEnrolled: tell_enrolled},
    offers={EnrolHero: offer_enrol},
    moves={HeroEnrolled: enrolled_moves},
)
