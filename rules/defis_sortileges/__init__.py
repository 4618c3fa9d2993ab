"""Défis et Sortilèges, the game books for one to four: no game master, the book is."""

from __future__ import annotations

from rules.defis_sortileges import (
    adventure,
    aftermath,
    alliances,
    blows,
    bringing,
    choosing,
    chronicle,
    corrections,
    counting,
    enrolment,
    fights,
    leaving,
    meeting,
    places,
    planning,
    power,
    tally,
    things,
    turns,
)
from rules.defis_sortileges.auditing import audit
from rules.defis_sortileges.blanks import TALLIED, blanks
from rules.defis_sortileges.board import board, heroes, scope
from rules.defis_sortileges.catalog import CATALOG
from rules.defis_sortileges.figures import figures
from rules.defis_sortileges.house import HOUSE_RULES, thrower
from rules.defis_sortileges.lexicon import LEXICON
from rules.defis_sortileges.lives import life
from rules.defis_sortileges.mentions import MENTIONS
from rules.defis_sortileges.purposes import ROLLS
from rules.defis_sortileges.receipts import receipts
from rules.defis_sortileges.sheet import sheet
from rules.defis_sortileges.state import Place, State, initial
from rules.defis_sortileges.ways import WAYS
from rules.kernel import house_chapter
from rules.kernel.house_rules import House
from rules.kernel.messages import Event
from rules.kernel.ruleset import Ruleset, Run, Status
from rules.kernel.text import Text, same
from rules.kernel.words import Number, Words

CHAPTERS = (
    choosing.CHAPTER,
    places.CHAPTER,
    adventure.CHAPTER,
    alliances.CHAPTER,
    turns.CHAPTER,
    meeting.CHAPTER,
    leaving.CHAPTER,
    power.CHAPTER,
    tally.CHAPTER,
    fights.CHAPTER,
    planning.CHAPTER,
    blows.CHAPTER,
    things.CHAPTER,
    aftermath.CHAPTER,
    enrolment.CHAPTER,
    corrections.CHAPTER,
    house_chapter.chapter(HOUSE_RULES),
    counting.CHAPTER,
    bringing.CHAPTER,
    chronicle.CHAPTER,
)
"""In the order of an evening, which is the order offers are shown in."""


def departures(event: Event) -> dict[str, Status]:
    """Who leaves the state by an event, and how (§5.5)."""
    if isinstance(event, aftermath.HeroDied):
        return {event.hero: "dead"}
    if isinstance(event, adventure.HeroCaught | choosing.HeroRetired):
        return {event.hero: "retired"}
    if isinstance(event, aftermath.AdventureEnded):
        return dict.fromkeys(event.heroes, "retired")
    return {}


def runs(event: Event) -> Run | None:
    """The adventure an event begins or ends."""
    if isinstance(event, adventure.AdventureBegun):
        return Run(run_key(event.number), same(event.name), "open")
    if isinstance(event, aftermath.AdventureEnded):
        return Run(run_key(event.number), same(event.name), event.result)
    return None


def run_key(number: int) -> str:
    return f"adventure-{number}"


def house(state: State) -> House:
    return state.house


def common(state: State) -> dict[str, Place]:
    """The map is the group's, whoever plays on it."""
    return state.places


WORDS = Words(
    run=Text("aventure", "adventure"),
    runs=Text("aventures", "adventures"),
    in_play=Text("En chemin", "On the way"),
    left=Text("Partis", "Departed"),
    left_icon="door",
)
POWER = Number(
    key="xp",
    label=Text("Pouvoir", "Power"),
    unit=Text("de Pouvoir", "Power"),
    icon="flame",
    on_sheet="power",
    on_roster=True,
)


RULESET: Ruleset[State] = Ruleset(
    key="defis_sortileges",
    version="0.1.0",
    name=Text("Défis et Sortilèges", "Défis et Sortilèges"),
    text=Text(
        "Livres-jeux pour un à quatre : attitudes, sortilèges, alliances et défis, sans maître du jeu.",
        "Game books for one to four: attitudes, spells, alliances and challenges, without a game master.",
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
    figures=figures,
    house_rules=HOUSE_RULES,
    life=life,
    common=common,
    thrower=thrower,
    rolls=ROLLS,
    aims=counting.AIMS,
    measures=counting.MEASURES,
    ways=WAYS,
    blanks=blanks,
    tallied=TALLIED,
    arrival=("enrol_hero", enrolment.arrival),
    mentions=MENTIONS,
    needs_gm=False,
    lexicon=LEXICON,
    words=WORDS,
    numbers=(POWER,),
)
