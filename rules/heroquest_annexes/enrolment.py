"""Heroes who come and go: recruited, from a paper sheet, from another campaign, retired (§I; R18, R20)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.house import house_int
from rules.heroquest_annexes.market import MOST_GAINED, MOST_SPELLS
from rules.heroquest_annexes.refusals import bounds, hero_of, unknown
from rules.heroquest_annexes.series import spell_choice
from rules.heroquest_annexes.state import Gains, Hero, State, change_hero
from rules.heroquest_annexes.words import GAINED, GOLD, NAME, REASON, XP
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Keys, Name, Number, Reason, Violation, Who
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span, subset, words
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text

CLASS = Text("Personnage", "Character")
WINS = Text("Quêtes gagnées", "Quests won")
MOST = 50_000
MOST_WINS = 99
FROM_PAPER = Text("Feuille de papier", "Paper sheet")
BOUGHT = Text("{what} : acheté en plus", "{what}: bought in addition")
SPELLS = BOUGHT(what=Text("Sorts", "Spells"))


class RecruitHero(Command, frozen=True, tag="recruit_hero"):
    """Each of the four is played once at a time."""

    who: ClassVar[Who] = "own"
    label = Text("Recruter un héros", "Recruit a hero")
    icon = "person"
    brings_hero = True
    hero_class: Key
    name: Name


class HeroRecruited(Event, frozen=True, tag="hero_recruited"):
    hero: str
    name: str
    hero_class: str
    class_name: Text
    body: int


class EnrolHero(Command, frozen=True, tag="enrol_hero"):
    label = Text("Inscrire une feuille de papier", "Enrol a paper sheet")
    icon = "book"
    brings_hero = True
    hero_class: Key
    name: Name
    reason: Reason
    gold: Number = 0
    xp: Number = 0
    wins: Number = 0
    body: Number = 0
    mind: Number = 0
    attack: Number = 0
    defence: Number = 0
    spells: Keys = ()


class HeroEnrolled(Event, frozen=True, tag="hero_enrolled"):
    hero: str
    name: str
    hero_class: str
    class_name: Text
    reason: str
    body: int
    gains: Gains
    gold: int = 0
    xp: int = 0
    wins: int = 0
    champion: bool = False
    spells: tuple[str, ...] = ()


class RenameHero(Command, frozen=True, tag="rename_hero"):
    who: ClassVar[Who] = "own"
    label = Text("Renommer", "Rename")
    icon = "pencil"
    hero: Key
    name: Name


class HeroRenamed(Event, frozen=True, tag="hero_renamed"):
    hero: str
    before: str
    name: str


class RetireHero(Command, frozen=True, tag="retire_hero"):
    who: ClassVar[Who] = "own"
    label = Text("Prendre sa retraite", "Retire")
    icon = "door"
    hero: Key


class HeroRetired(Event, frozen=True, tag="hero_retired"):
    hero: str
    hero_name: str


def free_classes(state: State) -> tuple[str, ...]:
    played = {hero.hero_class for hero in state.heroes.values()}
    return tuple(key for key in BOOK.heroes if key not in played)


def may_play(state: State, hero_class: str) -> Violation | None:
    if hero_class not in BOOK.heroes:
        return unknown("hero_class", hero_class, "§I")
    if hero_class in free_classes(state):
        return None
    return refuse(
        "class_played",
        "{c} : quelqu’un le joue déjà.",
        "{c}: somebody plays it already.",
        "R18",
        field="hero_class",
        c=BOOK.heroes[hero_class].name,
    )


def recruit(state: State, command: RecruitHero, act: Act) -> Decision:
    wrong = may_play(state, command.hero_class)
    if wrong:
        return wrong
    row = BOOK.heroes[command.hero_class]
    return (
        HeroRecruited(
            hero=act.new_key(),
            name=command.name.strip(),
            hero_class=row.key,
            class_name=row.name,
            body=row.body,
        ),
    )


def recruited(state: State, event: HeroRecruited) -> State:
    hero = Hero(key=event.hero, name=event.name, hero_class=event.hero_class, body=event.body)
    return replace(state, heroes=state.heroes | {event.hero: hero})


def enrol(state: State, command: EnrolHero, act: Act) -> Decision:
    wrong = may_play(state, command.hero_class) or _outside(command) or _wrong_spells(command)
    if wrong:
        return wrong
    row = BOOK.heroes[command.hero_class]
    return (
        HeroEnrolled(
            hero=act.new_key(),
            name=command.name.strip(),
            hero_class=row.key,
            class_name=row.name,
            reason=command.reason.strip(),
            body=row.body + command.body,
            gains=Gains(**{what: getattr(command, what) for what in GAINED}),
            gold=command.gold,
            xp=command.xp,
            wins=command.wins,
            champion=command.wins >= house_int(state, "champion_wins"),
            spells=command.spells,
        ),
    )


def _wrong_spells(command: EnrolHero) -> Violation | None:
    """Those bought, of a caster; one may be bought twice (R19)."""
    strange = next((one for one in command.spells if one not in BOOK.spells), None)
    if strange or (command.spells and not BOOK.heroes[command.hero_class].series):
        return unknown("spells", strange or command.spells[0], "R19")
    return bounds("spells", len(command.spells), 0, MOST_SPELLS, "R19")


def _outside(command: EnrolHero) -> Violation | None:
    limits = {"gold": MOST, "xp": MOST, "wins": MOST_WINS, **dict.fromkeys(GAINED, MOST_GAINED)}
    found = (bounds(what, getattr(command, what), 0, most, "R20") for what, most in limits.items())
    return next((wrong for wrong in found if wrong), None)


def enrolled(state: State, event: HeroEnrolled) -> State:
    hero = Hero(
        key=event.hero,
        name=event.name,
        hero_class=event.hero_class,
        body=event.body,
        gains=event.gains,
        gold=event.gold,
        xp=event.xp,
        wins=event.wins,
        champion=event.champion,
        spells=event.spells,
    )
    return replace(state, heroes=state.heroes | {event.hero: hero})


def rename(state: State, command: RenameHero, act: Act) -> Decision:
    hero, name = hero_of(state, command.hero), command.name.strip()
    if isinstance(hero, Violation):
        return hero
    return (HeroRenamed(hero=hero.key, before=hero.name, name=name),)


def renamed(state: State, event: HeroRenamed) -> State:
    return change_hero(state, event.hero, name=event.name)


def retire(state: State, command: RetireHero, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if state.quest and hero.key in state.quest.heroes:
        return refuse("in_quest", "{n} est en quête.", "{n} is on a quest.", "R20", field="hero", n=hero.name)
    return (HeroRetired(hero=hero.key, hero_name=hero.name),)


def retired(state: State, event: HeroRetired) -> State:
    return replace(state, heroes={key: hero for key, hero in state.heroes.items() if key != event.hero})


def _class_field(state: State, *, depends: bool = False) -> Draft:
    classes = tuple(
        Choice(key, BOOK.heroes[key].name, hint=BOOK.heroes[key].power, link=f"heroes/{key}")
        for key in free_classes(state)
    )
    if classes:
        return Draft((choice("hero_class", CLASS, classes, depends=depends), words("name", NAME)))
    return refused(refuse("class_played", "Les quatre sont joués.", "All four are played.", "R18"))


def offer_recruit(state: State, given: Given) -> Draft:
    return _class_field(state)


def offer_enrol(state: State, given: Given) -> Draft:
    first = _class_field(state, depends=True)
    if first.violation:
        return first
    numbers = (
        span("gold", GOLD, 0, MOST, required=False, default=0),
        span("xp", XP, 0, MOST, required=False, default=0),
        span("wins", WINS, 0, MOST_WINS, required=False, default=0),
        *(
            span(what, BOUGHT(what=name), 0, MOST_GAINED, required=False, default=0)
            for what, name in GAINED.items()
        ),
    )
    row = BOOK.heroes.get(str(given.get("hero_class")))
    bought = tuple(map(spell_choice, BOOK.spells)) if row and row.series else ()
    spells = (subset("spells", SPELLS, bought, 0, len(bought), required=False),) if bought else ()
    return Draft((*first.fields, *numbers, *spells, words("reason", REASON, 300)))


def offer_rename(state: State, hero: str, given: Given) -> Draft:
    return Draft((words("name", NAME, suggestions=(state.heroes[hero].name,)),))


def offer_retire(state: State, hero: str, given: Given) -> Draft:
    found = retire(state, RetireHero(hero=hero), NO_ACT)
    return refused(found) if isinstance(found, Violation) else Draft()


def moves(event: HeroEnrolled) -> tuple[Movement, ...]:
    found = (("gold", event.gold), ("xp", event.xp))
    return tuple(Movement(event.hero, what, by, FROM_PAPER, "R20") for what, by in found if by)


class Facts(msgspec.Struct, frozen=True):
    """What of a sheet a hero takes along: things stay behind, and spells that a series brought (R20)."""

    hero_class: Key
    name: str = ""
    gold: int = 0
    xp: int = 0
    wins: int = 0
    gains: dict[str, int] = {}
    spells_bought: tuple[str, ...] = ()


def arrival(plain: dict[str, Any]) -> dict[str, Any]:
    """The fields of `enrol_hero`, but for the reason; raises msgspec.ValidationError."""
    facts = msgspec.convert(plain, Facts)
    row = BOOK.heroes.get(facts.hero_class)
    return {
        "hero_class": facts.hero_class,
        "name": facts.name or (row.name.fr if row else facts.hero_class),
        "gold": facts.gold,
        "xp": facts.xp,
        "wins": facts.wins,
        **{what: facts.gains.get(what, 0) for what in GAINED},
        "spells": facts.spells_bought,
    }


CHAPTER = Chapter(
    name="enrolment",
    decides={RecruitHero: recruit, EnrolHero: enrol, RenameHero: rename, RetireHero: retire},
    evolves={HeroRecruited: recruited, HeroEnrolled: enrolled, HeroRenamed: renamed, HeroRetired: retired},
    tells={
        HeroRecruited: told(
            "{name} ({class_name}) rejoint le groupe.", "{name} ({class_name}) joins the party."
        ),
        HeroEnrolled: told(
            "{name} ({class_name}) vient d’une feuille de papier ({reason}).",
            "{name} ({class_name}) comes from a paper sheet ({reason}).",
        ),
        HeroRenamed: told("{before} s’appelle désormais {name}.", "{before} is now called {name}."),
        HeroRetired: told("{hero_name} prend sa retraite.", "{hero_name} retires."),
    },
    offers={
        RecruitHero: offer_recruit,
        EnrolHero: offer_enrol,
        RenameHero: offer_rename,
        RetireHero: offer_retire,
    },
    moves={HeroEnrolled: moves},
    small=(HeroRenamed,),
)
