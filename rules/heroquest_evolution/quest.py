"""Opening a quest, late arrivals, early departures, giving up (§3.1, R3, R19, R51)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.levels import level_due
from rules.heroquest_evolution.refusals import amount, in_dungeon, living, open_quest, refuse, unknown
from rules.heroquest_evolution.state import Hero, Run, State, change_run, rested
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span, subset, words
from rules.kernel.text import Text, listed, same

PARTY_MAX = 4
CUSTOM_XP_MAX = 500


class CustomQuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A quest of the group's own: its name and its XP for each survivor."""

    name: Name
    xp: Number


class OpenQuest(Command, frozen=True, tag="open_quest"):
    """One of the fourteen, or the group's own; the heroes who go in."""

    label = Text("Ouvrir une quête", "Open a quest")
    heroes: Annotated[tuple[Key, ...], msgspec.Meta(max_length=100)]
    quest: Key | None = None
    custom: CustomQuest | None = None


class JoinQuest(Command, frozen=True, tag="join_quest"):
    label = Text("Arriver en retard", "Arrive late")
    hero: Key


class LeaveQuest(Command, frozen=True, tag="leave_quest"):
    """Goes home early, alive: the victims and deeds so far count at the close, the quest's XP does not."""

    label = Text("Partir plus tôt", "Leave early")
    hero: Key


class AbandonQuest(Command, frozen=True, tag="abandon_quest"):
    """Nothing is awarded and nothing falls due; all rest."""

    label = Text("Abandonner la quête", "Abandon the quest")
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
    if hero.dues:
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
            xp=row.xp if row else custom.xp if custom else 0,
            heroes=command.heroes,
            hero_names=tuple(state.heroes[key].name for key in command.heroes),
        ),
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
    if len(set(heroes)) != len(heroes) or not 1 <= len(heroes) <= PARTY_MAX:
        return refuse(
            "party_size",
            "Un groupe compte 1 à {most} héros différents.",
            "A party has 1 to {most} different heroes.",
            "R3",
            field="heroes",
            most=PARTY_MAX,
        )
    return next((wrong for key in heroes if (wrong := may_enter(state, key, "heroes"))), None)


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
    if len(run.present) >= PARTY_MAX:
        return refuse(
            "party_size",
            "Un groupe compte 1 à {most} héros différents.",
            "A party has 1 to {most} different heroes.",
            "R3",
            field="hero",
            most=PARTY_MAX,
        )
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
    assert state.quest is not None
    present = tuple(key for key in state.quest.present if key != event.hero)
    return change_run(state, present=present, left=(*state.quest.left, event.hero))


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


def _quest_choices() -> tuple[Choice, ...]:
    return tuple(
        Choice(
            row.key,
            row.name,
            hint=Text("{xp} XP par héros", "{xp} XP per hero")(xp=row.xp),
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
        choice("quest", Text("Quête", "Quest"), _quest_choices(), required=False, depends=True)
    ]
    if not given.get("quest"):
        fields.append(words("custom.name", Text("Votre quête", "Your own quest")))
        fields.append(
            span("custom.xp", Text("Son XP par survivant", "Its XP per survivor"), 0, CUSTOM_XP_MAX)
        )
    most = min(PARTY_MAX, len(able))
    default = tuple(hero.key for hero in able) if len(able) <= PARTY_MAX else None
    return Draft(
        (
            *fields,
            subset("heroes", Text("Qui entre", "Who goes in"), _hero_choices(able), 1, most, default=default),
        )
    )


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
)
