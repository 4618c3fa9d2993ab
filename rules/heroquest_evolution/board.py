"""The party and its open quest, and who holds up the next one (R3, R19, R51)."""

from __future__ import annotations

from typing import Any

from rules.heroquest_evolution.awards import deed_part, kill_part
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.closing import is_special
from rules.heroquest_evolution.conditions import THIS_ROUND, board_sections
from rules.heroquest_evolution.facts import in_quest, is_alive, is_down, party_facts, quest_facts
from rules.heroquest_evolution.house import HOUSE_RULES
from rules.heroquest_evolution.levels import level_due
from rules.heroquest_evolution.mercenaries import retinue_lines
from rules.heroquest_evolution.monsters_board import monster_sections, room_facts
from rules.heroquest_evolution.quest import may_enter
from rules.heroquest_evolution.sheet import title
from rules.heroquest_evolution.state import Hero, Run, State
from rules.heroquest_evolution.stock_board import stock_facts, stock_sections
from rules.kernel.house_rules import HouseRule, Value, shown
from rules.kernel.messages import Violation
from rules.kernel.offers import Viewer
from rules.kernel.ruleset import HeroSummary
from rules.kernel.sections import AnySection, Board, Line, Listing, Prose
from rules.kernel.text import Text, listed, same

CUSTOM = "custom"
PARTY = Text("Le groupe", "The party")
NO_HEROES = Text("Aucun héros : recrutez le premier.", "No hero: recruit the first.")
STANDING = Text(
    "{title} · {xp} XP · {gold} po · corps {body}/{body_max} · esprit {mind}/{mind_max}",
    "{title} · {xp} XP · {gold} gold · body {body}/{body_max} · mind {mind}/{mind_max}",
)
TALLY = Text("Décompte de la quête", "Tally of the quest")
NOTHING_YET = Text("rien encore", "nothing yet")
WORTH = Text("{n} XP : {what}", "{n} XP: {what}")
DEAD = Text("mort : {cause}", "dead: {cause}")
LEFT = Text("parti avant la fin", "left early")
CHECKLIST = Text("Avant la prochaine quête", "Before the next quest")
LEVEL_DUE = Text("niveau {level} à prendre", "level {level} is due")
OWES = Text("doit {gold} po", "owes {gold} gold")
FALLEN = Text("mort", "dead")
AWAY = Text("dans le donjon", "in the dungeon")
READY = Text("prêt", "ready")
NEXT = Text("Prochaine quête", "Next quest")
NEXT_HELD = Text("Pas encore prêts : {names}. {first}", "Not ready yet: {names}. {first}")
NEXT_FREE = Text("Tous les héros peuvent entrer.", "Every hero may go in.")
MARKS: dict[str, Text] = {
    "prince_magnus": Text(
        "L’or du prince Magnus a été gardé : aucune réussite ne rapporte plus d’or (R43).",
        "Prince Magnus’s gold was kept: no success brings gold any more (R43).",
    ),
}
MARKS_TITLE = Text("Marques de la campagne", "Marks of the campaign")
SPECIAL = Text("Ce que cette quête a de particulier", "What is special about this quest")
HOUSE = Text("Règles maison", "House rules")
AGAINST_BOOK = Text("{value} au lieu de {default}", "{value} instead of {default}")


def scope(state: State) -> str:
    """The key of the open quest, `custom` for one of the group's own, empty when none is open."""
    return (state.quest.quest or CUSTOM) if state.quest else ""


def heroes(state: State) -> tuple[HeroSummary, ...]:
    """The roster: every hero the state knows, in the order they joined."""
    return tuple(
        HeroSummary(
            key=hero.key,
            name=hero.name,
            title=title(hero),
            icon=hero.hero_class,
            level=hero.level,
            xp=hero.xp,
            gold=hero.gold,
            in_play=in_quest(state, hero),
            is_down=is_down(state, hero),
            due=due_texts(state, hero),
        )
        for hero in state.heroes.values()
    )


def due_texts(state: State, hero: Hero) -> tuple[Text, ...]:
    """What the hero has to settle before the next quest."""
    level = (LEVEL_DUE(level=hero.level + 1),) if level_due(state, hero) else ()
    return level + ((OWES(gold=sum(hero.dues)),) if hero.dues else ())


def board(state: State, viewer: Viewer) -> Board:
    """What the viewer sees of the party; the stock is the game master's alone (R30)."""
    return Board(
        scope=state.quest.name if state.quest else None,
        status=THIS_ROUND(n=state.quest.round) if state.quest else None,
        sections=(
            *board_sections(state, viewer),
            *monster_sections(state, viewer),
            *sections(state),
            *stock_sections(state, viewer),
        ),
        facts=facts(state) | room_facts(state, viewer) | stock_facts(state, viewer),
    )


def facts(state: State) -> dict[str, Any]:
    return {
        "party": [party_facts(state, hero) for hero in state.heroes.values()],
        "quest": quest_facts(state, state.quest) if state.quest else None,
        "quests_closed": state.quests,
        "marks": list(state.marks),
        "house_rules": dict(state.house),
    }


def sections(state: State) -> tuple[AnySection, ...]:
    found: list[AnySection] = [party_lines(state)]
    if state.quest:
        found += quest_rule(state.quest)
        found.append(quest_lines(state, state.quest))
    elif state.heroes:
        found.append(next_quest(state))
    found += retinue_lines(state)
    if state.heroes:
        found.append(checklist(state))
    found += [
        Prose(key=mark, title=MARKS_TITLE, place="more", text=MARKS[mark], mood="warn")
        for mark in state.marks
    ]
    if state.house:
        found.append(house_lines(state))
    return tuple(found)


def party_lines(state: State) -> Listing:
    lines = tuple(hero_line(hero, standing(hero)) for hero in state.heroes.values())
    return Listing(key="party", title=PARTY, place="head", lines=lines, empty=NO_HEROES)


def hero_line(hero: Hero, detail: Text) -> Line:
    return Line(label=same(hero.name), detail=detail, hero=hero.key, icon=hero.hero_class)


def standing(hero: Hero) -> Text:
    return STANDING(
        title=title(hero),
        xp=hero.xp,
        gold=hero.gold,
        body=hero.body,
        body_max=hero.body_max,
        mind=hero.mind,
        mind_max=hero.mind_max,
    )


def quest_rule(run: Run) -> tuple[Prose, ...]:
    """What is special about how this quest is counted (R13)."""
    row = BOOK.quests.get(run.quest)
    if row is None or not is_special(row):
        return ()
    return (Prose(key="quest_rule", title=SPECIAL, place="head", text=row.text),)


def quest_lines(state: State, run: Run) -> Listing:
    """What each hero of the open quest has done in it, and what that is worth so far."""
    lines = tuple(hero_line(state.heroes[key], tally_text(state, run, key)) for key in run.everyone)
    return Listing(key="tally", title=TALLY, place="head", lines=lines)


def tally_text(state: State, run: Run, key: str) -> Text:
    tally = run.tally(key)
    parts = [kill_part(state, kill) for kill in tally.kills]
    parts += [deed_part(state, deed, count) for deed, count in tally.deeds.items()]
    what = listed(tuple(part.label for part in parts)) if parts else NOTHING_YET
    done = WORTH(n=sum(part.amount for part in parts), what=what) if parts else what
    if key in run.dead:
        return DEAD(cause=run.dead[key].cause)
    return LEFT + Text(" · ", " · ") + done if key in run.left else done


def checklist(state: State) -> Listing:
    lines = tuple(hero_line(hero, readiness(state, hero)) for hero in state.heroes.values())
    return Listing(key="checklist", title=CHECKLIST, lines=lines)


def readiness(state: State, hero: Hero) -> Text:
    """Dead, or what is due, or in the dungeon, or ready."""
    due = due_texts(state, hero)
    if not is_alive(state, hero):
        return FALLEN
    if due:
        return listed(due)
    if in_quest(state, hero):
        return AWAY
    wrong = may_enter(state, hero.key, "hero")
    return wrong.message if wrong else READY


def held_up(state: State) -> dict[str, Violation]:
    """The heroes who may not enter a quest, and why."""
    return {key: wrong for key in state.heroes if (wrong := may_enter(state, key, "heroes"))}


def next_quest(state: State) -> Prose:
    """Who holds up the next quest."""
    held = held_up(state)
    if not held:
        return Prose(key="next_quest", title=NEXT, place="head", text=NEXT_FREE, mood="good")
    names = listed(tuple(same(state.heroes[key].name) for key in held))
    text = NEXT_HELD(names=names, first=next(iter(held.values())).message)
    return Prose(key="next_quest", title=NEXT, place="head", text=text, mood="warn")


def house_lines(state: State) -> Listing:
    """The house rules that differ from the book."""
    lines = tuple(_house_line(HOUSE_RULES[key], value) for key, value in state.house.items())
    return Listing(key="house_rules", title=HOUSE, place="more", lines=lines)


def _house_line(rule: HouseRule, value: Value) -> Line:
    detail = AGAINST_BOOK(value=shown(rule, value), default=shown(rule, rule.default))
    return Line(label=rule.label, detail=detail)
