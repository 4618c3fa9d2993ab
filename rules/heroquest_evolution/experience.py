"""Closing a quest and its XP, as one act (§3.1, R9–R13, R31, R41–R43, R60)."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.awards import MAGNUS_MARK, award, is_marked, reward
from rules.heroquest_evolution.book import MAX_LEVEL
from rules.heroquest_evolution.closing import CloseQuest, offer_close, wrong_closing
from rules.heroquest_evolution.death import bury
from rules.heroquest_evolution.house import house
from rules.heroquest_evolution.levels import levels_reached
from rules.heroquest_evolution.recruiting import HeroRetired
from rules.heroquest_evolution.refusals import open_quest
from rules.heroquest_evolution.service import leave, quest_over
from rules.heroquest_evolution.state import Run, State, change, new_interval, rested
from rules.heroquest_evolution.upkeep import due
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Decision, Event, Violation
from rules.kernel.ruleset import Movement
from rules.kernel.sections import Part
from rules.kernel.text import Text, listed, same


class QuestClosed(Event, frozen=True, tag="quest_closed"):
    """`mark` is the lasting mark set by this close (R43)."""

    name: Text
    success: bool
    heroes: tuple[str, ...]
    quest: str = ""
    mark: str | None = None
    marked_by: str | None = None


class XpAwarded(Event, frozen=True, tag="xp_awarded"):
    """`parts` sum to `xp`; `levels` are those it reaches."""

    hero: str
    hero_name: str
    xp: int
    parts: tuple[Part, ...]
    levels: tuple[int, ...] = ()


class GoldAwarded(Event, frozen=True, tag="gold_awarded"):
    hero: str
    hero_name: str
    gold: int
    parts: tuple[Part, ...]


def close_quest(state: State, command: CloseQuest, act: Act) -> Decision:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    return wrong_closing(state, run, command) or _closing(state, run, command)


def left_in_stone(state: State, command: CloseQuest) -> tuple[Text, ...]:
    """R55: who is petrified at the close is lost, unless the game master says carried home."""
    run = state.quest
    names = tuple(
        same(hero.name)
        for key in (run.standing if run else ())
        if (hero := state.heroes[key]).effect("petrified")
    )
    if not names:
        return ()
    return (
        Text(
            "Pétrifié, donc perdu s’il reste au donjon : {who}. Consignez la mort d’abord, ou terminez la quête si les autres le rapportent (R55).",
            "Petrified, and lost if left in the dungeon: {who}. Record the death first, or close if the others carry the statue home (R55).",
        )(who=listed(names)),
    )


def _closing(state: State, run: Run, command: CloseQuest) -> tuple[Event, ...]:
    keeper = command.magnus_gold_kept_by
    closed = QuestClosed(
        quest=run.quest,
        name=run.name,
        success=command.success,
        heroes=run.everyone,
        mark=MAGNUS_MARK if keeper and MAGNUS_MARK not in state.marks else None,
        marked_by=state.heroes[keeper].name if keeper else None,
    )
    legends = _legends(state, run)
    gone = {*run.dead, *(event.hero for event in legends)}
    staying = tuple(key for key in state.heroes if key not in gone)
    return (
        closed,
        *_awards(state, run, command),
        *_gold(state, run, command),
        *quest_over(state, run.quest, staying),
        *_burials(state, run, command),
        *(event for legend in legends for event in (*leave(state.heroes[legend.hero]), legend)),
        *due(state, _owing(state, run, staying)),
    )


def _owing(state: State, run: Run, staying: tuple[str, ...]) -> tuple[str, ...]:
    """Who pays upkeep for this quest: everyone, or by house rule those who were in it (R19)."""
    if house(state, "upkeep_for") == "everyone":
        return staying
    return tuple(key for key in staying if key in run.everyone)


def _legends(state: State, run: Run) -> list[HeroRetired]:
    """A living legend retires when the one quest left to it ends (R4), unless the house keeps it."""
    if not house(state, "legend_retires"):
        return []
    heroes = (state.heroes[key] for key in (*run.standing, *run.left))
    return [
        HeroRetired(hero=hero.key, hero_name=hero.name, level=hero.level)
        for hero in heroes
        if hero.level >= MAX_LEVEL
    ]


def _awards(state: State, run: Run, command: CloseQuest) -> list[XpAwarded]:
    events = []
    for key in (*run.standing, *run.left):
        hero = state.heroes[key]
        succeeded = command.success and key in run.standing
        parts = award(
            state,
            run,
            hero,
            succeeded=succeeded,
            special=command.special.get(key),
            trial=command.trial_awards,
        )
        xp = sum(part.amount for part in parts)
        events.append(
            XpAwarded(
                hero=key, hero_name=hero.name, xp=xp, parts=parts, levels=levels_reached(state, hero, xp)
            )
        )
    return events


def _gold(state: State, run: Run, command: CloseQuest) -> list[GoldAwarded]:
    marked = is_marked(state) or command.magnus_gold_kept_by is not None
    events = []
    for key, gold in command.gold.items():
        parts = reward(state, state.heroes[key], gold, marked=marked)
        if gold:
            events.append(
                GoldAwarded(
                    hero=key, hero_name=state.heroes[key].name, gold=sum(p.amount for p in parts), parts=parts
                )
            )
    return events


def _burials(state: State, run: Run, command: CloseQuest) -> list[Event]:
    events: list[Event] = []
    for key, death in run.dead.items():
        events += bury(state, state.heroes[key], death.cause, command.heirs.get(key), run.standing)
    return events


def quest_closed(state: State, event: QuestClosed) -> State:
    marks = (*state.marks, event.mark) if event.mark else state.marks
    closed = msgspec.structs.replace(state, quest=None, marks=marks, quests=state.quests + 1)
    return new_interval(rested(closed))


def xp_awarded(state: State, event: XpAwarded) -> State:
    return change(state, event.hero, xp=state.heroes[event.hero].xp + event.xp)


def gold_awarded(state: State, event: GoldAwarded) -> State:
    return change(state, event.hero, gold=state.heroes[event.hero].gold + event.gold)


def tell_closed(event: QuestClosed) -> Text:
    sentence = (
        Text("« {quest} » est réussie.", "“{quest}” is won.")
        if event.success
        else Text("« {quest} » est un échec.", "“{quest}” is lost.")
    )
    told = sentence(quest=event.name)
    if event.marked_by:
        told += Text(
            " {n} garde l’or du prince Magnus : plus jamais d’or pour une réussite.",
            " {n} keeps Prince Magnus’s gold: never again gold for a success.",
        )(n=event.marked_by)
    return told


def tell_xp(event: XpAwarded) -> Text:
    return Text("{name} : +{xp} XP.", "{name}: +{xp} XP.")(name=event.hero_name, xp=event.xp)


def tell_gold(event: GoldAwarded) -> Text:
    return Text("{name} : +{gold} pièces d’or.", "{name}: +{gold} gold.")(
        name=event.hero_name, gold=event.gold
    )


def moves_xp(event: XpAwarded) -> tuple[Movement, ...]:
    return tuple(
        Movement(event.hero, "xp", part.amount, part.label, part.source)
        for part in event.parts
        if part.amount
    )


def moves_gold(event: GoldAwarded) -> tuple[Movement, ...]:
    return tuple(
        Movement(event.hero, "gold", part.amount, part.label, part.source)
        for part in event.parts
        if part.amount
    )


CHAPTER = Chapter(
    name="experience",
    decides={CloseQuest: close_quest},
    evolves={QuestClosed: quest_closed, XpAwarded: xp_awarded, GoldAwarded: gold_awarded},
    tells={QuestClosed: tell_closed, XpAwarded: tell_xp, GoldAwarded: tell_gold},
    offers={CloseQuest: offer_close},
    warns={CloseQuest: left_in_stone},
    moves={XpAwarded: moves_xp, GoldAwarded: moves_gold},
)
