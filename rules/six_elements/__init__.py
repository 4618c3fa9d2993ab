"""Six Elements Dungeon: a board game of Greek myth for one to six, without a game master; the cards are ours."""

from __future__ import annotations

from rules.kernel import throwing
from rules.kernel.house_rules import House
from rules.kernel.messages import Event
from rules.kernel.ruleset import Ruleset, Run, Status
from rules.kernel.text import Text
from rules.kernel.words import GOLD, XP, Words
from rules.six_elements import (
    adventures,
    affinities,
    bringing,
    chronicle,
    corrections,
    counting,
    enrolment,
    equipment,
    falls,
    fights,
    games,
    hands,
    house_rules,
    levels,
    market,
    monster_corrections,
    moving,
    oracle,
    recruiting,
    turns,
)
from rules.six_elements.arriving import enrolment as arrival
from rules.six_elements.auditing import audit
from rules.six_elements.blanks import TALLIED, blanks
from rules.six_elements.board import board, heroes, scope
from rules.six_elements.catalog import CATALOG
from rules.six_elements.figures import figures
from rules.six_elements.house import HOUSE_RULES, thrower
from rules.six_elements.lexicon import LEXICON
from rules.six_elements.lives import life
from rules.six_elements.mentions import MENTIONS
from rules.six_elements.piles import DECKS
from rules.six_elements.purposes import DICE, ROLLS
from rules.six_elements.receipts import receipts
from rules.six_elements.sheet import sheet
from rules.six_elements.state import State, initial
from rules.six_elements.versus import VERSUS
from rules.six_elements.ways import DUES as SETTLES
from rules.six_elements.ways import WAYS

CHAPTERS = (
    recruiting.CHAPTER,
    enrolment.CHAPTER,
    games.CHAPTER,
    moving.CHAPTER,
    fights.CHAPTER,
    hands.CHAPTER,
    turns.CHAPTER,
    adventures.CHAPTER,
    levels.CHAPTER,
    falls.CHAPTER,
    affinities.CHAPTER,
    equipment.CHAPTER,
    market.CHAPTER,
    oracle.CHAPTER,
    corrections.CHAPTER,
    monster_corrections.CHAPTER,
    house_rules.CHAPTER,
    throwing.chapter(DICE, heroes, "R33"),
    counting.CHAPTER,
    bringing.CHAPTER,
    chronicle.CHAPTER,
)
"""In the order of a game, which is the order offers are shown in."""


def departures(event: Event) -> dict[str, Status]:
    """Who leaves the state by an event, and how (R42, R44)."""
    if isinstance(event, recruiting.HeroRetired):
        return {event.hero: "retired"}
    if isinstance(event, games.GameClosed):
        return {life.hero: "dead" if life.is_dead else "retired" for life in event.lives}
    return {}


def runs(event: Event) -> Run | None:
    """The game an event opens or ends."""
    if isinstance(event, games.GameBegun):
        return Run(f"dungeon-{event.number}", event.name, "open")
    if isinstance(event, games.GameClosed):
        return Run(f"dungeon-{event.number}", event.name, event.outcome)
    return None


def house(state: State) -> House:
    return state.house


WORDS = Words(
    run=Text("partie", "game"),
    runs=Text("parties", "games"),
    in_play=Text("Dans le donjon", "In the dungeon"),
    opponent=Text("monstre", "monster"),
    opponents=Text("monstres", "monsters"),
    against=Text("Face à un monstre", "Against a monster"),
    room=Text("Plusieurs monstres", "Several monsters"),
    left=Text("Partis", "Departed"),
    left_icon="door",
    learned=Text("Talents", "Skills"),
)


RULESET: Ruleset[State] = Ruleset(
    key="six_elements",
    version="0.1.0",
    name=Text("Six Elements Dungeon", "Six Elements Dungeon"),
    text=Text(
        "Un donjon de la mythologie grecque qui se pose tuile après tuile, de un à six héros, sans maître du jeu.",
        "A dungeon of Greek myth laid tile by tile, for one to six heroes, without a game master.",
    ),
    chapters=CHAPTERS,
    state_type=State,
    initial=initial,
    heroes=heroes,
    sheet=sheet,
    board=board,
    audit=audit,
    receipts=receipts,
    departures=departures,
    scope=scope,
    house=house,
    runs=runs,
    catalog=CATALOG,
    house_rules=HOUSE_RULES,
    figures=figures,
    versus=VERSUS,
    life=life,
    dice=DICE,
    piles=DECKS,
    thrower=thrower,
    rolls=ROLLS,
    aims=counting.AIMS,
    measures=counting.MEASURES,
    ways=WAYS,
    settles=SETTLES,
    blanks=blanks,
    tallied=TALLIED,
    arrival=("enrol_hero", arrival),
    mentions=MENTIONS,
    needs_gm=False,
    lexicon=LEXICON,
    words=WORDS,
    numbers=(XP, GOLD),
)
