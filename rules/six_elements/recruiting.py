"""A hero is made: a class of one element, its first affinity, two common skills (§4, R1). Names, and leaving."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, words
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements.book import BOOK, NEUTRAL
from rules.six_elements.content_types import HeroClass
from rules.six_elements.house import house_int
from rules.six_elements.refusals import known, unknown
from rules.six_elements.state import ENTRANCE, Answer, Counts, Hero, State, change, play, without
from rules.six_elements.words import NAME, STATS

SEATS = 6
"""Heroes at most (§1)."""
CLASS, STAT = Text("Classe", "Class"), Text("Point de stat libre", "Free stat point")


class RecruitHero(Command, frozen=True, tag="recruit_hero"):
    """A new hero, bare (§4); `stat` is where the free point goes, for all but the hoplite."""

    who = "own"
    label = Text("Recruter un héros", "Recruit a hero")
    icon = "person"
    brings_hero = True
    hero_class: Key
    name: Name
    stat: Key | None = None


class RenameHero(Command, frozen=True, tag="rename_hero"):
    who = "own"
    label = Text("Renommer", "Rename")
    icon = "pencil"
    hero: Key
    name: Name


class RetireHero(Command, frozen=True, tag="retire_hero"):
    """The hero leaves the table, alive, for good (R44)."""

    who = "own"
    label = Text("Quitter la table", "Leave the table")
    icon = "door"
    hero: Key


class HeroRecruited(Event, frozen=True, tag="hero_recruited"):
    """In the open game, if there is one, the newcomer plays last and begins at the entrance."""

    hero: str
    name: str
    hero_class: str
    class_name: Text
    body: int
    mana: int
    stats: Counts
    affinities: Counts
    best: int
    skills: tuple[str, ...]


class HeroRenamed(Event, frozen=True, tag="hero_renamed"):
    hero: str
    before: str
    name: str


class HeroRetired(Event, frozen=True, tag="hero_retired"):
    hero: str
    hero_name: str
    level: int


def seat_free(state: State) -> Violation | None:
    """Six at most, and one alone in a solo game (R21)."""
    if len(state.heroes) >= SEATS:
        return refuse("table_full", "Six héros au plus.", "Six heroes at most.", "§1")
    game = state.game
    if game and (game.mode == "solo" or game.outcome):
        return refuse(
            "table_closed",
            "Nul ne rejoint une partie solo, ni une partie jouée.",
            "Nobody joins a solo game, nor one that is decided.",
            "R44",
        )
    return None


def recruit_hero(state: State, command: RecruitHero, act: Act) -> Decision:
    row = BOOK.hero_classes.get(command.hero_class)
    if row is None:
        return unknown("hero_class", command.hero_class, "§4")
    wrong = seat_free(state) or _wrong_stat(row, command.stat)
    if wrong:
        return wrong
    is_neutral = row.element == NEUTRAL
    return (
        HeroRecruited(
            hero=act.new_key(),
            name=command.name.strip(),
            hero_class=row.key,
            class_name=row.name,
            body=house_int(state, "starting_body"),
            mana=house_int(state, "starting_mana"),
            stats=dict.fromkeys(STATS, 1) if is_neutral else {str(command.stat): 1},
            affinities={} if is_neutral else {row.element: 1},
            best=1 if is_neutral else 0,
            skills=tuple(skill.key for skill in BOOK.skills_of(row.element, "common")),
        ),
    )


def _wrong_stat(row: HeroClass, stat: str | None) -> Violation | None:
    if row.element == NEUTRAL and stat is None:
        return None
    if row.element != NEUTRAL and stat in STATS:
        return None
    return refuse(
        "wrong_stat",
        "Une classe élémentaire place un point en Attaque, Défense ou Magie ; l’hoplite n’en place aucun.",
        "A class of an element puts one point in Attack, Defence or Magic; the hoplite puts none.",
        "§4",
        field="stat",
    )


def hero_recruited(state: State, event: HeroRecruited) -> State:
    hero = Hero(
        key=event.hero,
        name=event.name,
        hero_class=event.hero_class,
        body=event.body,
        mana=event.mana,
        body_max=event.body,
        place=ENTRANCE,
        mana_max=event.mana,
        affinities=event.affinities,
        best=event.best,
        skills=event.skills,
    )
    return seated(state, replace(hero, **event.stats))


def seated(state: State, hero: Hero) -> State:
    """The hero at the table, and last in the order of an open game; done with an adventure that lies there."""
    joined = replace(state, heroes=state.heroes | {hero.key: hero})
    game = joined.game
    if game is None:
        return joined
    faced = (*game.faced, hero.key) if game.adventure else game.faced
    return play(joined, order=(*game.order, hero.key), faced=faced)


def rename_hero(state: State, command: RenameHero, act: Act) -> Decision:
    hero = known(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    return (HeroRenamed(hero=hero.key, before=hero.name, name=command.name.strip()),)


def hero_renamed(state: State, event: HeroRenamed) -> State:
    return change(state, event.hero, name=event.name)


def leaver(state: State, key: str) -> Answer[Hero]:
    """Who may leave now: outside a game, or in one between two acts and not as the last (R44)."""
    hero, game = known(state, key), state.game
    if isinstance(hero, Violation) or game is None:
        return hero
    busy = game.outcome or game.fight or game.pending or game.hands or game.rising or game.phase != "heroes"
    if busy or game.current == key or len(game.order) == 1:
        return refuse(
            "cannot_leave",
            "{name} ne peut pas partir maintenant : ni à son tour, ni en plein acte, ni en dernier.",
            "{name} cannot leave now: not on the own turn, not in the middle of an act, not as the last.",
            "R44",
            field="hero",
            name=hero.name,
        )
    return hero


def retire_hero(state: State, command: RetireHero, act: Act) -> Decision:
    hero = leaver(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    return (HeroRetired(hero=hero.key, hero_name=hero.name, level=hero.level),)


def hero_retired(state: State, event: HeroRetired) -> State:
    left = without(state, event.hero)
    if left.game is None:
        return left
    return play(left, order=tuple(key for key in left.game.order if key != event.hero))


def same_class(state: State, command: RecruitHero) -> tuple[Text, ...]:
    twin = next((hero for hero in state.heroes.values() if hero.hero_class == command.hero_class), None)
    if twin is None:
        return ()
    return (Text("{name} est déjà de cette classe.", "{name} already has this class.")(name=twin.name),)


def class_field() -> Field:
    options = tuple(
        Choice(row.key, row.name, hint=row.text, link=f"hero-classes/{row.key}")
        for row in BOOK.hero_classes.values()
    )
    return choice("hero_class", CLASS, options, depends=True)


def offer_recruit(state: State, given: Given) -> Draft:
    wrong = seat_free(state)
    if wrong:
        return refused(wrong)
    row = BOOK.hero_classes.get(str(given.get("hero_class")))
    fields = (class_field(), words("name", NAME))
    if row is None or row.element == NEUTRAL:
        return Draft(fields)
    stats = tuple(Choice(key, name) for key, name in STATS.items())
    return Draft((*fields, choice("stat", STAT, stats)))


def offer_rename(state: State, hero: str, given: Given) -> Draft:
    found = known(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft((words("name", NAME),))


def offer_retire(state: State, hero: str, given: Given) -> Draft:
    found = leaver(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft()


def tell_recruited(event: HeroRecruited) -> Text:
    return Text("{name}, {class_}, se joint au groupe.", "{name}, {class_}, joins the party.")(
        name=event.name, class_=event.class_name.inline
    )


def tell_renamed(event: HeroRenamed) -> Text:
    return Text("{before} s’appelle désormais {name}.", "{before} is now called {name}.")(
        before=event.before, name=event.name
    )


def tell_retired(event: HeroRetired) -> Text:
    return Text("{name} quitte la table au niveau {level}.", "{name} leaves the table at level {level}.")(
        name=event.hero_name, level=event.level
    )


CHAPTER = Chapter(
    name="recruiting",
    decides={RecruitHero: recruit_hero, RenameHero: rename_hero, RetireHero: retire_hero},
    evolves={HeroRecruited: hero_recruited, HeroRenamed: hero_renamed, HeroRetired: hero_retired},
    tells={HeroRecruited: tell_recruited, HeroRenamed: tell_renamed, HeroRetired: tell_retired},
    offers={RecruitHero: offer_recruit, RenameHero: offer_rename, RetireHero: offer_retire},
    warns={RecruitHero: same_class},
)
