"""HeroQuest Evolution, Aurélien Servais's rules for the board game: heroes who grow from quest to quest."""

from __future__ import annotations

from rules.heroquest_evolution import (
    apprentice_gear,
    apprentices,
    bringing,
    chronicle,
    companions,
    corrections,
    counting,
    dark_magic,
    death,
    effects,
    enrolment,
    equipment,
    experience,
    foes,
    hiring,
    house_rules,
    levels,
    market,
    marks,
    monsters_in_play,
    quest,
    receipts,
    recruiting,
    rounds,
    service,
    skills,
    spells,
    stock,
    tally,
    tower,
    training,
    traps,
    treasure,
    upkeep,
    uses,
)
from rules.heroquest_evolution.arriving import enrolment as arrival
from rules.heroquest_evolution.auditing import audit
from rules.heroquest_evolution.blanks import TALLIED, blanks
from rules.heroquest_evolution.board import CUSTOM, board, heroes, scope
from rules.heroquest_evolution.catalog import CATALOG
from rules.heroquest_evolution.figures import figures
from rules.heroquest_evolution.house import HOUSE_RULES, thrower
from rules.heroquest_evolution.lexicon import LEXICON
from rules.heroquest_evolution.lives import life
from rules.heroquest_evolution.mentions import MENTIONS
from rules.heroquest_evolution.odds import ODDS_FIELDS, odds
from rules.heroquest_evolution.purposes import DICE, ROLLS
from rules.heroquest_evolution.sheet import sheet
from rules.heroquest_evolution.state import State, initial
from rules.heroquest_evolution.versus_tables import VERSUS
from rules.heroquest_evolution.ways import WAYS
from rules.kernel import throwing
from rules.kernel.house_rules import House
from rules.kernel.messages import Event
from rules.kernel.ruleset import Ruleset, Run, Status
from rules.kernel.text import Text
from rules.kernel.words import GOLD, XP, Words

CHAPTERS = (
    recruiting.CHAPTER,
    enrolment.CHAPTER,
    corrections.CHAPTER,
    quest.CHAPTER,
    tally.CHAPTER,
    monsters_in_play.CHAPTER,
    stock.CHAPTER,
    treasure.CHAPTER,
    rounds.CHAPTER,
    spells.CHAPTER,
    skills.CHAPTER,
    uses.CHAPTER,
    effects.CHAPTER,
    traps.CHAPTER,
    dark_magic.CHAPTER,
    foes.CHAPTER,
    companions.CHAPTER,
    death.CHAPTER,
    service.CHAPTER,
    experience.CHAPTER,
    levels.CHAPTER,
    equipment.CHAPTER,
    market.CHAPTER,
    training.CHAPTER,
    tower.CHAPTER,
    hiring.CHAPTER,
    apprentice_gear.CHAPTER,
    apprentices.CHAPTER,
    upkeep.CHAPTER,
    marks.CHAPTER,
    house_rules.CHAPTER,
    throwing.chapter(DICE, heroes, "R110"),
    counting.CHAPTER,
    bringing.CHAPTER,
    chronicle.CHAPTER,
)
"""In the order of an evening, which is the order offers are shown in."""


def departures(event: Event) -> dict[str, Status]:
    """Who leaves the state by an event, and how (R4, R31)."""
    if isinstance(event, recruiting.HeroRetired):
        return {event.hero: "retired"}
    if isinstance(event, death.HeroBuried):
        return {event.hero: "dead"}
    return {}


def runs(event: Event) -> Run | None:
    """The quest an event opens or ends."""
    if isinstance(event, quest.QuestOpened):
        return Run(event.quest or CUSTOM, event.name, "open")
    if isinstance(event, experience.QuestClosed):
        return Run(event.quest or CUSTOM, event.name, "won" if event.success else "lost")
    if isinstance(event, quest.QuestAbandoned):
        return Run(event.quest or CUSTOM, event.name, "abandoned")
    return None


def house(state: State) -> House:
    return state.house


WORDS = Words(
    in_play=Text("Dans le donjon", "In the dungeon"),
    opponent=Text("monstre", "monster"),
    opponents=Text("monstres", "monsters"),
    against=Text("Face à un monstre", "Against a monster"),
    room=Text("Une salle de monstres", "A room of monsters"),
    learned=Text("Compétences et sorts", "Skills and spells"),
)


RULESET: Ruleset[State] = Ruleset(
    key="heroquest_evolution",
    version="0.1.0",
    name=Text("HeroQuest Évolution", "HeroQuest Evolution"),
    text=Text(
        "Des héros qui progressent de quête en quête : expérience, niveaux, compétences, sorts, équipement.",
        "Heroes who grow from quest to quest: experience, levels, skills, spells, gear.",
    ),
    chapters=CHAPTERS,
    state_type=State,
    initial=initial,
    heroes=heroes,
    sheet=sheet,
    board=board,
    audit=audit,
    receipts=receipts.receipts,
    departures=departures,
    scope=scope,
    house=house,
    runs=runs,
    catalog=CATALOG,
    figures=figures,
    house_rules=HOUSE_RULES,
    odds=odds,
    odds_fields=ODDS_FIELDS,
    versus=VERSUS,
    life=life,
    dice=DICE,
    thrower=thrower,
    rolls=ROLLS,
    aims=counting.AIMS,
    measures=counting.MEASURES,
    ways=WAYS,
    settles=("gain_level", "pay_upkeep"),
    arrival=("enrol_hero", arrival),
    mentions=MENTIONS,
    blanks=blanks,
    tallied=TALLIED,
    schema=2,
    lexicon=LEXICON,
    words=WORDS,
    numbers=(XP, GOLD),
)
