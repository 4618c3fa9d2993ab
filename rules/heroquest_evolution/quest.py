"""Opening a quest, late arrivals, early departures, giving up (§3.1, R3, R19, R51)."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

import msgspec

from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.effects import gone_home, released
from rules.heroquest_evolution.house import house, house_int, quest_xp
from rules.heroquest_evolution.levels import level_due
from rules.heroquest_evolution.refusals import amount, in_dungeon, living, open_quest, refuse, unknown
from rules.heroquest_evolution.service import left_behind, set_out
from rules.heroquest_evolution.state import Hero, Run, State, change_run, rested
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span, subset, words
from rules.kernel.text import Text, listed, same

CUSTOM_XP_MAX = 500


class CustomQuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quest of the group's own: its name and its XP for each survivor."""

    name: Name
    xp: Number


class OpenQuest(Command, frozen=True, tag="open_quest"):
    """One of the fourteen, or the group's own; the heroes who go in."""

    label = Text("Ouvrir une quête", "Open a quest")
    icon = "flag"
    begins_play = True
    heroes: Annotated[tuple[Key, ...], msgspec.Meta(max_length=100)]
    quest: Key | None = None
    custom: CustomQuest | None = None


class JoinQuest(Command, frozen=True, tag="join_quest"):
    label = Text("Arriver en retard", "Arrive late")
    icon = "plus"
    hero: Key


class LeaveQuest(Command, frozen=True, tag="leave_quest"):
    """Goes home early, alive: the victims and deeds so far count at the close, the quest's XP does not."""

    label = Text("Partir plus tôt", "Leave early")
    icon = "door"
    hero: Key


class AbandonQuest(Command, frozen=True, tag="abandon_quest"):
    """Nothing is awarded and nothing falls due; all rest."""

    label = Text("Abandonner la quête", "Abandon the quest")
    icon = "close"
    reason: Reason


class QuestOpened(Event, frozen=True, tag="quest_opened"):
    """`quest` is empty for a quest of the group's own."""

    name: Text
    xp: int
    heroes: tuple[str, ...]
    hero_names: tuple[str, ...]
    quest: str = ""


class QuestJoined(Event, frozen=True, tag="quest_joined"):
    hero: str
    hero_name: str
    name: Text


class QuestLeft(Event, frozen=True, tag="quest_left"):
    hero: str
    hero_name: str
    name: Text


class QuestAbandoned(Event, frozen=True, tag="quest_abandoned"):
    name: Text
    reason: str
    heroes: tuple[str, ...]
    quest: str = ""


def may_enter(state: State, key: str, field: str) -> Violation | None:
    """What keeps a hero from the next quest: a level due (R51), a due unpaid (R19)."""
    hero = living(state, key, field)
    if isinstance(hero, Violation):
        return hero
    if level_due(state, hero):
        return refuse(
            "level_due",
            "{name} doit d’abord passer le niveau {level}.",
            "{name} has to gain level {level} first.",
            "R51",
            field=field,
            name=hero.name,
            level=hero.level + 1,
        )
    if hero.dues and house(state, "upkeep_bars"):
        return refuse(
            "upkeep_due",
            "{name} doit encore {gold} pièces d’or d’entretien.",
            "{name} still owes {gold} gold of upkeep.",
            "R19",
            field=field,
            name=hero.name,
            gold=sum(hero.dues),
        )
    return None


def open_quest_(state: State, command: OpenQuest, act: Act) -> Decision:
    wrong = _already_open(state) or _wrong_quest(command) or _wrong_party(state, command.heroes)
    if wrong:
        return wrong
    row = BOOK.quests[command.quest] if command.quest else None
    custom = command.custom
    return (
        QuestOpened(
            quest=row.key if row else "",
            name=row.name if row else same(custom.name.strip()) if custom else same("?"),
            xp=quest_xp(state, row.key) if row else custom.xp if custom else 0,
            heroes=command.heroes,
            hero_names=tuple(state.heroes[key].name for key in command.heroes),
        ),
        *set_out(state, row.key if row else "", command.heroes),
    )


def _already_open(state: State) -> Violation | None:
    if state.quest is None:
        return None
    return refuse(
        "quest_open",
        "La quête « {quest} » est déjà ouverte.",
        "The quest “{quest}” is already open.",
        "§III",
        quest=state.quest.name,
    )


def _wrong_quest(command: OpenQuest) -> Violation | None:
    if (command.quest is None) == (command.custom is None):
        return refuse(
            "quest_or_custom",
            "Choisissez une quête du livre ou donnez la vôtre, l’une des deux.",
            "Choose a quest of the book or give your own, one of the two.",
            "§3.1",
            field="quest",
        )
    if command.quest and command.quest not in BOOK.quests:
        return unknown("quest", command.quest, "§3.1")
    return amount(command.custom.xp, 0, CUSTOM_XP_MAX, "custom.xp", "§3.1") if command.custom else None


def _wrong_party(state: State, heroes: tuple[str, ...]) -> Violation | None:
    if len(set(heroes)) != len(heroes) or not 1 <= len(heroes) <= party_size(state):
        return _wrong_size(state, "heroes")
    twins = twins_among(state, heroes)
    if twins and house(state, "same_class") == "refused":
        return _same_class(*twins, "heroes")
    return next((wrong for key in heroes if (wrong := may_enter(state, key, "heroes"))), None)


def party_size(state: State) -> int:
    """How many heroes may be in one quest (R3)."""
    return house_int(state, "party_size")


def _wrong_size(state: State, field: str) -> Violation:
    return refuse(
        "party_size",
        "Un groupe compte 1 à {most} héros différents.",
        "A party has 1 to {most} different heroes.",
        "R3",
        field=field,
        most=party_size(state),
    )


def twins_among(state: State, keys: tuple[str, ...]) -> tuple[Hero, Hero] | None:
    """The first two heroes of one class (R3)."""
    heroes = (state.heroes[key] for key in keys if key in state.heroes)
    pairs = combinations(heroes, 2)
    return next(((one, two) for one, two in pairs if one.hero_class == two.hero_class), None)


def _same_class(one: Hero, two: Hero, field: str) -> Violation:
    return refuse(
        "same_class",
        "{one} et {two} sont de la même classe : cette campagne ne le permet pas dans une quête.",
        "{one} and {two} are of one class: this campaign does not allow that in a quest.",
        "R3",
        field=field,
        one=one.name,
        two=two.name,
    )


def warn_party(state: State, entering: tuple[str, ...], inside: tuple[str, ...] = ()) -> tuple[Text, ...]:
    """Two of a class (R3), and a living legend's last dungeon (R4)."""
    twins = twins_among(state, (*inside, *entering))
    warned = twins and house(state, "same_class") == "warned" and any(hero.key in entering for hero in twins)
    found = [TWINS(one=twins[0].name, two=twins[1].name)] if twins and warned else []
    legends = [
        LAST_DUNGEON(name=hero.name)
        for key in entering
        if (hero := state.heroes.get(key)) and hero.level >= MAX_LEVEL and house(state, "legend_retires")
    ]
    return (*found, *legends)


TWINS = Text(
    "{one} et {two} sont de la même classe ; §VII conseille quatre héros différents.",
    "{one} and {two} are of one class; §VII advises four different heroes.",
)
LAST_DUNGEON = Text(
    "{name} est une légende vivante : c’est sa dernière quête, la retraite vient à la clôture (R4).",
    "{name} is a living legend: this is the last quest, retirement comes when it is closed (R4).",
)


def warn_open(state: State, command: OpenQuest) -> tuple[Text, ...]:
    stay = left_behind(state, command.quest or "", command.heroes)
    return (*stay, *warn_party(state, command.heroes))


def warn_join(state: State, command: JoinQuest) -> tuple[Text, ...]:
    return warn_party(state, (command.hero,), state.quest.standing if state.quest else ())


def quest_opened(state: State, event: QuestOpened) -> State:
    run = Run(quest=event.quest, name=event.name, xp=event.xp, present=event.heroes)
    return msgspec.structs.replace(state, quest=run)


def join_quest(state: State, command: JoinQuest, act: Act) -> Decision:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    wrong = _cannot_join(state, run, command.hero)
    return wrong or (
        QuestJoined(hero=command.hero, hero_name=state.heroes[command.hero].name, name=run.name),
        *set_out(state, run.quest, (command.hero,)),
    )


def _cannot_join(state: State, run: Run, key: str) -> Violation | None:
    if key in run.present:
        return refuse(
            "already_in",
            "Ce héros participe déjà à la quête.",
            "This hero is already in the quest.",
            "R3",
            field="hero",
        )
    if len(run.present) >= party_size(state):
        return _wrong_size(state, "hero")
    twin = next((twins for one in run.standing if (twins := twins_among(state, (one, key)))), None)
    if twin and house(state, "same_class") == "refused":
        return _same_class(*twin, "hero")
    return may_enter(state, key, "hero")


def quest_joined(state: State, event: QuestJoined) -> State:
    assert state.quest is not None
    left = tuple(key for key in state.quest.left if key != event.hero)
    return change_run(state, present=(*state.quest.present, event.hero), left=left)


def leave_quest(state: State, command: LeaveQuest, act: Act) -> Decision:
    hero = in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    assert state.quest is not None
    if len(state.quest.standing) == 1:
        return refuse(
            "last_hero",
            "{name} est le dernier du groupe : fermez ou abandonnez la quête.",
            "{name} is the last of the party: close or abandon the quest.",
            "R3",
            field="hero",
            name=hero.name,
        )
    return (QuestLeft(hero=hero.key, hero_name=hero.name, name=state.quest.name),)


def quest_left(state: State, event: QuestLeft) -> State:
    """Who goes home is under no effect any more, and takes along what was summoned."""
    run = state.quest
    assert run is not None
    present = tuple(key for key in run.present if key != event.hero)
    companions = tuple(c for c in run.companions if c.by != event.hero)
    hero = gone_home(state.heroes[event.hero])
    state = msgspec.structs.replace(state, heroes=state.heroes | {event.hero: hero})
    state = change_run(state, present=present, left=(*run.left, event.hero), companions=companions)
    return released(state, event.hero)


def abandon_quest(state: State, command: AbandonQuest, act: Act) -> Decision:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    if run.dead:
        return refuse(
            "deaths_recorded",
            "Un héros est mort dans cette quête : fermez-la en échec, ou annulez la mort.",
            "A hero died in this quest: close it as a failure, or undo the death.",
            "R31",
        )
    return (
        QuestAbandoned(quest=run.quest, name=run.name, reason=command.reason.strip(), heroes=run.everyone),
    )


def quest_abandoned(state: State, event: QuestAbandoned) -> State:
    return rested(msgspec.structs.replace(state, quest=None))


def _hero_choices(heroes: list[Hero]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            h.key,
            same(h.name),
            hint=Text("{c}, niveau {n}", "{c}, level {n}")(c=BOOK.hero_classes[h.hero_class].name, n=h.level),
        )
        for h in heroes
    )


def _quest_choices(state: State) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            row.key,
            row.name,
            hint=Text("{xp} XP par héros", "{xp} XP per hero")(xp=quest_xp(state, row.key)),
            link=f"quests/{row.key}",
        )
        for row in BOOK.quests.values()
    )


def offer_open_quest(state: State, given: Given) -> Draft:
    able = [hero for key, hero in state.heroes.items() if may_enter(state, key, "heroes") is None]
    wrong = _already_open(state) or _nobody(state, able)
    if wrong:
        return refused(wrong)
    fields: list[Field] = [
        choice("quest", Text("Quête", "Quest"), _quest_choices(state), required=False, depends=True)
    ]
    if not given.get("quest"):
        fields.append(words("custom.name", Text("Votre quête", "Your own quest")))
        fields.append(
            span("custom.xp", Text("Son XP par survivant", "Its XP per survivor"), 0, CUSTOM_XP_MAX)
        )
    return Draft((*fields, _party_field(state, able)))


def _party_field(state: State, able: list[Hero]) -> Field:
    """Who goes in; all of them where there is room, and no two of a class where the house refuses that."""
    refused_pairs = house(state, "same_class") == "refused"
    pairs = [(a.key, b.key) for a, b in combinations(able, 2) if a.hero_class == b.hero_class]
    conflicts = tuple(pairs) if refused_pairs else ()
    most = min(party_size(state), len(able))
    fits = len(able) <= most and not conflicts
    default = tuple(hero.key for hero in able) if fits else None
    field = subset("heroes", Text("Qui entre", "Who goes in"), _hero_choices(able), 1, most, default=default)
    return msgspec.structs.replace(field, conflicts=conflicts)


def _nobody(state: State, able: list[Hero]) -> Violation | None:
    if able:
        return None
    blocked = next((wrong for key in state.heroes if (wrong := may_enter(state, key, "heroes"))), None)
    return blocked or refuse("no_heroes", "Recrutez d’abord un héros.", "Recruit a hero first.", "R3")


def offer_join(state: State, hero: str, given: Given) -> Draft:
    run = open_quest(state)
    wrong = run if isinstance(run, Violation) else _cannot_join(state, run, hero)
    return refused(wrong) if wrong else Draft()


def offer_leave(state: State, hero: str, given: Given) -> Draft:
    answer = leave_quest(state, LeaveQuest(hero=hero), NO_ACT)
    return refused(answer) if isinstance(answer, Violation) else Draft()


def offer_abandon(state: State, given: Given) -> Draft:
    answer = abandon_quest(state, AbandonQuest(reason="?"), NO_ACT)
    return (
        refused(answer)
        if isinstance(answer, Violation)
        else Draft((words("reason", Text("Raison", "Reason"), 300),))
    )


def tell_opened(event: QuestOpened) -> Text:
    names = listed(tuple(same(name) for name in event.hero_names))
    one = len(event.hero_names) == 1
    verb = Text("entre" if one else "entrent", "enters" if one else "enter")
    return (
        names
        + Text(" ", " ")
        + verb
        + Text(" dans « {quest} » ({xp} XP).", " “{quest}” ({xp} XP).")(quest=event.name, xp=event.xp)
    )


def tell_joined(event: QuestJoined) -> Text:
    return Text("{name} rejoint « {quest} ».", "{name} joins “{quest}”.")(
        name=event.hero_name, quest=event.name
    )


def tell_left(event: QuestLeft) -> Text:
    return Text("{name} quitte « {quest} » avant la fin.", "{name} leaves “{quest}” early.")(
        name=event.hero_name, quest=event.name
    )


def tell_abandoned(event: QuestAbandoned) -> Text:
    return Text("« {quest} » est abandonnée : {reason}", "“{quest}” is abandoned: {reason}")(
        quest=event.name, reason=event.reason
    )


CHAPTER = Chapter(
    name="quest",
    decides={
        OpenQuest: open_quest_,
        JoinQuest: join_quest,
        LeaveQuest: leave_quest,
        AbandonQuest: abandon_quest,
    },
    evolves={
        QuestOpened: quest_opened,
        QuestJoined: quest_joined,
        QuestLeft: quest_left,
        QuestAbandoned: quest_abandoned,
    },
    tells={
        QuestOpened: tell_opened,
        QuestJoined: tell_joined,
        QuestLeft: tell_left,
        QuestAbandoned: tell_abandoned,
    },
    offers={
        OpenQuest: offer_open_quest,
        JoinQuest: offer_join,
        LeaveQuest: offer_leave,
        AbandonQuest: offer_abandon,
    },
    warns={OpenQuest: warn_open, JoinQuest: warn_join},
)
