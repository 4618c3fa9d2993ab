"""A quest from its opening to its close; champions (§1, §4; R3, R18)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.heroquest_annexes.harm import ORDER
from rules.heroquest_annexes.house import house_int
from rules.heroquest_annexes.numbers import body
from rules.heroquest_annexes.refusals import hero_of, no_quest, quest_of
from rules.heroquest_annexes.state import Hero, Keys, Places, Quest, State, Turn, change, change_hero, of
from rules.heroquest_annexes.words import HERO, NAME
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Violation
from rules.kernel.messages import Keys as Named
from rules.kernel.offers import Choice, Draft, Given, choice, flag, refused, subset, words
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text, listed, same

SUCCESS = Text("La quête est gagnée", "The quest is won")
CHAMPION = Text("Champion", "Champion")


class OpenQuest(Command, frozen=True, tag="open_quest"):
    label = Text("Ouvrir une quête", "Open a quest")
    icon = "flag"
    begins_play = True
    name: Name
    heroes: Named


class QuestOpened(Event, frozen=True, tag="quest_opened"):
    number: int
    name: str
    heroes: Keys
    who: Text


class JoinQuest(Command, frozen=True, tag="join_quest"):
    label = Text("Rejoindre la quête", "Join the quest")
    icon = "plus"
    to: Key


class QuestJoined(Event, frozen=True, tag="quest_joined"):
    to: str
    to_name: str


class CloseQuest(Command, frozen=True, tag="close_quest"):
    """Won or lost; who has died stays dead."""

    label = Text("Clore la quête", "Close the quest")
    icon = "check"
    does = "ends_play"
    shortcut = "c"
    review = True
    success: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """What the close brings one hero."""

    hero: str
    name: str
    dead: bool = False
    wins: int = 0
    champion: bool = False
    gold: int = 0
    xp: int = 0


class QuestClosed(Event, frozen=True, tag="quest_closed"):
    number: int
    name: str
    success: bool
    heroes: Keys
    outcomes: tuple[Outcome, ...]


class AbandonQuest(Command, frozen=True, tag="abandon_quest"):
    """Nobody has won, nobody has lost: all as if it had not been, but for what was gained and who died."""

    label = Text("Abandonner la quête", "Abandon the quest")
    icon = "close"


class QuestAbandoned(Event, frozen=True, tag="quest_abandoned"):
    number: int
    name: str
    heroes: Keys
    dead: Keys = ()


def open_quest(state: State, command: OpenQuest, act: Act) -> Decision:
    wrong = no_quest(state)
    if wrong:
        return wrong
    for key in command.heroes:
        hero = hero_of(state, key, "heroes")
        if isinstance(hero, Violation):
            return hero
    heroes = tuple(dict.fromkeys(command.heroes))
    if not heroes or len(heroes) != len(command.heroes):
        return refuse("no_heroes", "Choisissez qui part.", "Choose who sets out.", "§1", field="heroes")
    who = listed(tuple(same(state.heroes[key].name) for key in heroes))
    return (QuestOpened(number=state.quests + 1, name=command.name.strip(), heroes=heroes, who=who),)


def quest_opened(state: State, event: QuestOpened) -> State:
    """All whole, the market over, the first in order begins."""
    for key, hero in state.heroes.items():
        state = change_hero(state, key, market=False)
        if key in event.heroes:
            state = change_hero(state, key, body=body(hero).value, spent=0)
    first = min((state.heroes[key] for key in event.heroes), key=lambda one: ORDER.index(one.hero_class))
    quest = Quest(name=event.name, heroes=event.heroes, turn=Turn(hero=first.key))
    return replace(state, quest=quest, quests=event.number, places=Places())


def join_quest(state: State, command: JoinQuest, act: Act) -> Decision:
    quest, hero = quest_of(state), hero_of(state, command.to, "to")
    if isinstance(quest, Violation):
        return quest
    if isinstance(hero, Violation):
        return hero
    if hero.key in quest.heroes:
        return refuse("in_quest", "Déjà de la quête.", "On the quest already.", "§1", field="to")
    return (QuestJoined(to=hero.key, to_name=hero.name),)


def quest_joined(state: State, event: QuestJoined) -> State:
    hero = state.heroes[event.to]
    state = change_hero(state, event.to, body=body(hero).value, spent=0)
    return change(state, heroes=(*of(state).heroes, event.to))


def close_quest(state: State, command: CloseQuest, act: Act) -> Decision:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return quest
    heroes = tuple(state.heroes[key] for key in quest.heroes)
    if command.success and all(hero.is_dead for hero in heroes):
        return refuse(
            "all_dead",
            "Tous sont morts : la quête est perdue.",
            "All are dead: the quest is lost.",
            "§4",
            field="success",
        )
    outcomes = tuple(_outcome(state, hero, won=command.success) for hero in heroes)
    return (
        QuestClosed(
            number=state.quests,
            name=quest.name,
            success=command.success,
            heroes=quest.heroes,
            outcomes=outcomes,
        ),
    )


def _outcome(state: State, hero: Hero, *, won: bool) -> Outcome:
    """A champion once, at the third quest won and survived."""
    if hero.is_dead:
        return Outcome(hero.key, hero.name, dead=True)
    wins = hero.wins + won
    champion = won and not hero.champion and wins >= house_int(state, "champion_wins")
    gold = house_int(state, "champion_gold") if champion else 0
    return Outcome(hero.key, hero.name, wins=wins, champion=champion, gold=gold, xp=earned(state, hero))


def earned(state: State, hero: Hero) -> int:
    """Experience of this quest."""
    return sum(of(state).earned.get(hero.key, {}).values())


def quest_closed(state: State, event: QuestClosed) -> State:
    for one in event.outcomes:
        if one.dead:
            continue
        hero = state.heroes[one.hero]
        state = change_hero(
            state,
            one.hero,
            wins=one.wins,
            champion=hero.champion or one.champion,
            gold=hero.gold + one.gold,
            market=event.success,
        )
    return _home(state, tuple(one.hero for one in event.outcomes if one.dead))


def _home(state: State, dead: Keys) -> State:
    """The living are whole again and what lasted is over; the dead leave."""
    heroes = {key: hero for key, hero in state.heroes.items() if key not in dead}
    for key in of(state).heroes:
        if key in heroes:
            hero = heroes[key]
            heroes[key] = replace(hero, body=body(hero).value, spent=0, effects=(), room="")
    return replace(state, heroes=heroes, quest=None, places=Places())


def abandon_quest(state: State, command: AbandonQuest, act: Act) -> Decision:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return quest
    dead = tuple(key for key in quest.heroes if state.heroes[key].is_dead)
    return (QuestAbandoned(number=state.quests, name=quest.name, heroes=quest.heroes, dead=dead),)


def quest_abandoned(state: State, event: QuestAbandoned) -> State:
    return _home(state, event.dead)


def offer_open(state: State, given: Given) -> Draft:
    wrong = no_quest(state)
    if wrong:
        return refused(wrong)
    heroes = tuple(Choice(key, same(hero.name)) for key, hero in state.heroes.items())
    if not heroes:
        return refused(
            refuse("no_heroes", "Aucun héros : recrutez d’abord.", "No hero: recruit first.", "§1")
        )
    everybody = tuple(one.value for one in heroes)
    return Draft((words("name", NAME), subset("heroes", HERO, heroes, 1, len(heroes), default=everybody)))


def offer_join(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return refused(quest)
    others = tuple(
        Choice(key, same(hero.name)) for key, hero in state.heroes.items() if key not in quest.heroes
    )
    if others:
        return Draft((choice("to", HERO, others),))
    return refused(refuse("in_quest", "Tous en sont.", "All are on it.", "§1"))


def offer_close(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    if isinstance(quest, Violation):
        return refused(quest)
    if all(state.heroes[key].is_dead for key in quest.heroes):
        return Draft()
    return Draft((flag("success", SUCCESS),))


def offer_abandon(state: State, given: Given) -> Draft:
    quest = quest_of(state)
    return refused(quest) if isinstance(quest, Violation) else Draft()


def tell_closed(event: QuestClosed) -> Text:
    said = (
        Text("« {n} » est gagnée.", "“{n}” is won.")
        if event.success
        else Text("« {n} » est perdue.", "“{n}” is lost.")
    )(n=event.name)
    for one in event.outcomes:
        if one.champion:
            said = said + Text(" {h} devient Champion (+{g} PO).", " {h} becomes a champion (+{g} gold).")(
                h=one.name, g=one.gold
            )
        if one.dead:
            said = said + Text(" {h} n’en revient pas.", " {h} does not come back.")(h=one.name)
    return said


def moves(event: QuestClosed) -> tuple[Movement, ...]:
    return tuple(Movement(one.hero, "gold", one.gold, CHAMPION, "§4") for one in event.outcomes if one.gold)


CHAPTER = Chapter(
    name="quest",
    decides={
        OpenQuest: open_quest,
        JoinQuest: join_quest,
        CloseQuest: close_quest,
        AbandonQuest: abandon_quest,
    },
    evolves={
        QuestOpened: quest_opened,
        QuestJoined: quest_joined,
        QuestClosed: quest_closed,
        QuestAbandoned: quest_abandoned,
    },
    tells={
        QuestOpened: told("« {name} » : {who} se mettent en route.", "“{name}”: {who} set out."),
        QuestJoined: told("{to_name} rejoint la quête.", "{to_name} joins the quest."),
        QuestClosed: tell_closed,
        QuestAbandoned: told("« {name} » est abandonnée.", "“{name}” is abandoned."),
    },
    offers={
        OpenQuest: offer_open,
        JoinQuest: offer_join,
        CloseQuest: offer_close,
        AbandonQuest: offer_abandon,
    },
    moves={QuestClosed: moves},
)
