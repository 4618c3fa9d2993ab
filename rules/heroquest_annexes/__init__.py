"""HeroQuest with its annexes, as one forum group plays it: four heroes, spells, monsters, a shop, experience to exchange."""

from __future__ import annotations

from rules.heroquest_annexes import (
    chests,
    chronicle,
    combat,
    corrections,
    counting,
    crediting,
    enrolment,
    giving,
    harm,
    held,
    market,
    monster_blows,
    monsters,
    pits,
    quest,
    searching,
    series,
    spells,
    things,
    traps,
    turns,
    using,
    wearing,
)
from rules.heroquest_annexes.auditing import audit
from rules.heroquest_annexes.blanks import TALLIED, blanks
from rules.heroquest_annexes.board import board, heroes, scope
from rules.heroquest_annexes.catalog import CATALOG
from rules.heroquest_annexes.combat_die import DICE
from rules.heroquest_annexes.figures import figures
from rules.heroquest_annexes.house import HOUSE_RULES, thrower
from rules.heroquest_annexes.lexicon import LEXICON
from rules.heroquest_annexes.lives import life
from rules.heroquest_annexes.purposes import AIMS, ROLLS
from rules.heroquest_annexes.receipts import receipts
from rules.heroquest_annexes.sheet import sheet
from rules.heroquest_annexes.state import Places, State, initial
from rules.heroquest_annexes.versus import VERSUS
from rules.heroquest_annexes.ways import WAYS
from rules.kernel import house_chapter, throwing
from rules.kernel.house_rules import House
from rules.kernel.messages import Event
from rules.kernel.ruleset import Ruleset, Run, Status
from rules.kernel.text import Text, same
from rules.kernel.words import GOLD, XP, Words

CHAPTERS = (
    enrolment.CHAPTER,
    quest.CHAPTER,
    turns.CHAPTER,
    combat.CHAPTER,
    monster_blows.CHAPTER,
    harm.CHAPTER,
    series.CHAPTER,
    spells.CHAPTER,
    held.CHAPTER,
    searching.CHAPTER,
    chests.CHAPTER,
    traps.CHAPTER,
    pits.CHAPTER,
    giving.CHAPTER,
    using.CHAPTER,
    wearing.CHAPTER,
    things.CHAPTER,
    monsters.CHAPTER,
    crediting.CHAPTER,
    market.CHAPTER,
    corrections.CHAPTER,
    house_chapter.chapter(HOUSE_RULES),
    throwing.chapter(DICE, heroes, "R9"),
    counting.CHAPTER,
    chronicle.CHAPTER,
)
"""In the order of an evening, which is the order offers are shown in."""


def departures(event: Event) -> dict[str, Status]:
    """Who leaves the state by an event, and how."""
    if isinstance(event, enrolment.HeroRetired):
        return {event.hero: "retired"}
    if isinstance(event, quest.QuestClosed):
        return {one.hero: "dead" for one in event.outcomes if one.dead}
    if isinstance(event, quest.QuestAbandoned):
        return dict.fromkeys(event.dead, "dead")
    return {}


def runs(event: Event) -> Run | None:
    """The quest an event opens or ends."""
    if isinstance(event, quest.QuestOpened):
        return Run(run_key(event.number), same(event.name), "open")
    if isinstance(event, quest.QuestClosed):
        return Run(run_key(event.number), same(event.name), "won" if event.success else "lost")
    if isinstance(event, quest.QuestAbandoned):
        return Run(run_key(event.number), same(event.name), "abandoned")
    return None


def run_key(number: int) -> str:
    return f"quest-{number}"


def house(state: State) -> House:
    return state.house


def common(state: State) -> Places:
    """The board is the group's, whoever plays on it."""
    return state.places


WORDS = Words(
    in_play=Text("Dans le donjon", "In the dungeon"),
    opponent=Text("monstre", "monster"),
    opponents=Text("monstres", "monsters"),
    against=Text("Face à un monstre", "Against a monster"),
    room=Text("Une salle de monstres", "A room of monsters"),
    learned=Text("Sorts et trésors", "Spells and treasures"),
)


RULESET: Ruleset[State] = Ruleset(
    key="heroquest_annexes",
    version="0.1.0",
    name=Text("HeroQuest et annexes", "HeroQuest with annexes"),
    text=Text(
        "Quatre héros et leurs pouvoirs, douze sorts, une boutique, de l’expérience à échanger.",
        "Four heroes and their powers, twelve spells, a shop, experience to exchange.",
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
    versus=VERSUS,
    blanks=blanks,
    tallied=TALLIED,
    common=common,
    dice=DICE,
    thrower=thrower,
    rolls=ROLLS,
    aims=AIMS,
    measures=counting.MEASURES,
    ways=WAYS,
    settles=("exchange_xp",),
    arrival=("enrol_hero", enrolment.arrival),
    mentions={"monster": ("monsters",), "spell": ("spells",), "item": ("items",), "trap": ("traps",)},
    lexicon=LEXICON,
    words=WORDS,
    numbers=(XP, GOLD),
)
