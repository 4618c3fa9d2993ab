"""The toy game: heroes with a spirit, gold won by a die or a card, quests, and a store only the game master sees.

It has of everything that the kernel knows one, so that the tests of pages and programs need no real rulebook.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from rules.kernel import house_chapter
from rules.kernel.catalog import CatalogSection, as_row
from rules.kernel.chapters import Chapter
from rules.kernel.counting import Brought, Count, Measure, Milestone
from rules.kernel.dice import D6, Act, Die, Roll
from rules.kernel.house_rules import House, HouseRule, value_of
from rules.kernel.messages import Command, Decision, Event, Key, Name, Number, Who
from rules.kernel.offers import Choice, Draft, Given, Viewer, choice, flag, refused, span, words
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import HeroSummary, Movement, Ruleset, Run, Status
from rules.kernel.sections import (
    AnySection,
    Board,
    Line,
    Listing,
    Numbers,
    Part,
    Receipt,
    Sheet,
    Tap,
    Track,
    Tracks,
    derive,
)
from rules.kernel.telling import told
from rules.kernel.text import Text, same
from rules.kernel.words import GOLD as PURSE

MOST = 3
STORE = 9
TITLE = Text("Aventurier", "Adventurer")
SPIRIT = Text("Moral", "Spirit")
GOLD = Text("Or", "Gold")
DUE = Text("Reprendre courage", "Take heart again")


FORTUNE = Die(
    "fortune-card",
    ("sun", "moon"),
    Text("carte de fortune", "card of fortune"),
    {"sun": Text("Soleil", "Sun"), "moon": Text("Lune", "Moon")},
)
"""A pile: the app draws its cards unasked, unless all is the table's to throw."""


class Quest(msgspec.Struct, frozen=True):
    key: str
    name: Text
    source: str = "§2"


QUESTS = {
    quest.key: quest
    for quest in (
        Quest("cellar", Text("La cave", "The cellar")),
        Quest("attic", Text("Le grenier", "The attic")),
    )
}


HOUSE_RULES = {
    "reward": HouseRule(
        key="reward",
        label=Text("Récompense", "Reward"),
        type="int",
        default=10,
        low=0,
        high=100,
        source="§2",
        house_table=True,
    )
}


class Hero(msgspec.Struct, frozen=True):
    key: str
    name: str
    spirit: int = MOST
    gold: int = 0


class State(msgspec.Struct, frozen=True):
    heroes: tuple[Hero, ...] = ()
    quest: str = ""
    store: int = 0
    house: House = {}

    def hero(self, key: str) -> Hero | None:
        return next((hero for hero in self.heroes if hero.key == key), None)

    def changed(self, hero: Hero) -> State:
        return replace(self, heroes=tuple(hero if old.key == hero.key else old for old in self.heroes))

    def here(self, key: str) -> Hero:
        """A hero whom an event names: one there is."""
        hero = self.hero(key)
        assert hero is not None
        return hero


class RecruitHero(Command, frozen=True, kw_only=True, tag="recruit_hero"):
    who: ClassVar[Who] = "own"
    label = Text("Recruter", "Recruit")
    brings_hero = True
    name: Name


class HeroRecruited(Event, frozen=True, kw_only=True, tag="hero_recruited"):
    hero: str
    hero_name: str


class ChangeSpirit(Command, frozen=True, kw_only=True, tag="change_spirit"):
    who: ClassVar[Who] = "own"
    label = Text("Changer le moral", "Change spirit")
    hero: Key
    by: Number


class SpiritChanged(Event, frozen=True, kw_only=True, tag="spirit_changed"):
    hero: str
    hero_name: str
    by: int


class ThrowForGold(Command, frozen=True, kw_only=True, tag="throw_for_gold"):
    who: ClassVar[Who] = "own"
    label = Text("Lancer pour de l’or", "Throw for gold")
    hero: Key


class GoldFound(Event, frozen=True, kw_only=True, tag="gold_found"):
    hero: str
    hero_name: str
    gold: int
    roll: Roll


class DrawFortune(Command, frozen=True, kw_only=True, tag="draw_fortune"):
    who: ClassVar[Who] = "own"
    label = Text("Tirer une carte", "Draw a card")
    hero: Key


class RetireHero(Command, frozen=True, kw_only=True, tag="retire_hero"):
    who: ClassVar[Who] = "own"
    label = Text("Prendre sa retraite", "Retire")
    hero: Key


class HeroRetired(Event, frozen=True, kw_only=True, tag="hero_retired"):
    hero: str
    hero_name: str


class OpenQuest(Command, frozen=True, kw_only=True, tag="open_quest"):
    label = Text("Ouvrir une quête", "Open a quest")
    begins_play = True
    quest: Key


class QuestOpened(Event, frozen=True, kw_only=True, tag="quest_opened"):
    quest: str
    quest_name: Text


class CloseQuest(Command, frozen=True, kw_only=True, tag="close_quest"):
    label = Text("Clore la quête", "Close the quest")
    review = True
    success: bool = True


class QuestClosed(Event, frozen=True, kw_only=True, tag="quest_closed"):
    quest: str
    quest_name: Text
    success: bool
    heroes: tuple[str, ...] = ()
    gold: int = 0


class StockStore(Command, frozen=True, kw_only=True, tag="stock_store"):
    label = Text("Remplir la réserve", "Stock the store")
    by: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class StoreStocked(Event, frozen=True, kw_only=True, tag="store_stocked"):
    audience: ClassVar[str] = "gm"
    by: int


STORE_FULL = refuse("store_full", "La réserve est pleine.", "The store is full.", "§1", field="by")
NO_HERO = refuse("no_such_hero", "Ce héros n’est pas là.", "There is no such hero.", "§1", field="hero")


def reward(state: State) -> int:
    return int(str(value_of(HOUSE_RULES, state.house, "reward")))


def recruit(state: State, command: RecruitHero, act: Act) -> Decision:
    return (HeroRecruited(hero=act.new_key(), hero_name=command.name),)


def recruited(state: State, event: HeroRecruited) -> State:
    return replace(state, heroes=(*state.heroes, Hero(event.hero, event.hero_name)))


def change_spirit(state: State, command: ChangeSpirit, act: Act) -> Decision:
    hero = state.hero(command.hero)
    if hero is None:
        return NO_HERO
    if not 0 <= hero.spirit + command.by <= MOST:
        return refuse("out_of_range", "Le moral va de 0 à 3.", "Spirit goes from 0 to 3.", "§1", field="by")
    return (SpiritChanged(hero=hero.key, hero_name=hero.name, by=command.by),)


def spirit_changed(state: State, event: SpiritChanged) -> State:
    hero = state.here(event.hero)
    return state.changed(replace(hero, spirit=hero.spirit + event.by))


def throw_for_gold(state: State, command: ThrowForGold, act: Act) -> Decision:
    hero = state.hero(command.hero)
    if hero is None:
        return NO_HERO
    roll = act.roll("gold", 1, D6)
    return (GoldFound(hero=hero.key, hero_name=hero.name, gold=roll.total, roll=roll),)


def draw_fortune(state: State, command: DrawFortune, act: Act) -> Decision:
    """The sun brings as much gold as a die; the moon brings none."""
    hero = state.hero(command.hero)
    if hero is None:
        return NO_HERO
    roll = act.roll("fortune", 1, FORTUNE)
    gold = 6 if roll.faces == ("sun",) else 0
    return (GoldFound(hero=hero.key, hero_name=hero.name, gold=gold, roll=roll),)


def gold_found(state: State, event: GoldFound) -> State:
    hero = state.here(event.hero)
    return state.changed(replace(hero, gold=hero.gold + event.gold))


def gold_moves(event: GoldFound) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, Text("Trouvé", "Found"), "§1"),)


def spirit_counts(event: SpiritChanged) -> tuple[Count, ...]:
    return (Count(event.hero, "sighs", "sigh", Text("Soupir", "Sigh"), -event.by),) if event.by < 0 else ()


def recruited_brought(event: HeroRecruited) -> tuple[Brought, ...]:
    return (Brought(event.hero, "hero"),)


def gold_brought(event: GoldFound) -> tuple[Brought, ...]:
    return (Brought(event.hero, "gold"),)


def retired_milestone(event: HeroRetired) -> tuple[Milestone, ...]:
    return (Milestone(event.hero, "crown", Text("se retire", "retires")),)


def retire(state: State, command: RetireHero, act: Act) -> Decision:
    hero = state.hero(command.hero)
    return (HeroRetired(hero=hero.key, hero_name=hero.name),) if hero else NO_HERO


def retired(state: State, event: HeroRetired) -> State:
    return replace(state, heroes=tuple(hero for hero in state.heroes if hero.key != event.hero))


def warn_retire(state: State, command: RetireHero) -> tuple[Text, ...]:
    return (Text("C’est pour toujours.", "This is for good."),)


def open_quest(state: State, command: OpenQuest, act: Act) -> Decision:
    if state.quest:
        return refuse("quest_open", "Une quête est ouverte.", "A quest is open.", "§1")
    quest = QUESTS.get(command.quest)
    if quest is None:
        return refuse("no_such_quest", "Quête inconnue.", "Unknown quest.", "§1", field="quest")
    return (QuestOpened(quest=quest.key, quest_name=quest.name),)


def quest_opened(state: State, event: QuestOpened) -> State:
    return replace(state, quest=event.quest)


def close_quest(state: State, command: CloseQuest, act: Act) -> Decision:
    """Success brings every hero gold, and fills the store, which only the game master learns."""
    if not state.quest:
        return refuse("no_quest", "Aucune quête n’est ouverte.", "No quest is open.", "§1")
    heroes = tuple(hero.key for hero in state.heroes)
    closed = QuestClosed(
        quest=state.quest,
        quest_name=QUESTS[state.quest].name,
        success=command.success,
        heroes=heroes,
        gold=reward(state) if command.success else 0,
    )
    return (closed, StoreStocked(by=1)) if state.store < STORE else (closed,)


def quest_closed(state: State, event: QuestClosed) -> State:
    heroes = tuple(
        replace(hero, gold=hero.gold + event.gold) if hero.key in event.heroes else hero
        for hero in state.heroes
    )
    return replace(state, quest="", heroes=heroes)


def closing_moves(event: QuestClosed) -> tuple[Movement, ...]:
    return tuple(Movement(hero, "gold", event.gold, event.quest_name, "§2") for hero in event.heroes)


def stock_store(state: State, command: StockStore, act: Act) -> Decision:
    if state.store + command.by > STORE:
        return STORE_FULL
    return (StoreStocked(by=command.by),)


def store_stocked(state: State, event: StoreStocked) -> State:
    return replace(state, store=state.store + event.by)


def offer_hero(state: State, hero: str, given: Given) -> Draft:
    return Draft()


def offer_spirit(state: State, hero: str, given: Given) -> Draft:
    spirit = state.here(hero).spirit
    return Draft(fields=(span("by", SPIRIT, -spirit, MOST - spirit, default=0),))


def offer_recruit(state: State, given: Given) -> Draft:
    return Draft(fields=(words("name", Text("Nom", "Name")),))


def offer_open(state: State, given: Given) -> Draft:
    if state.quest:
        return refused(refuse("quest_open", "Une quête est ouverte.", "A quest is open.", "§1"))
    choices = tuple(Choice(quest.key, quest.name) for quest in QUESTS.values())
    return Draft(fields=(choice("quest", Text("Quête", "Quest"), choices),))


def offer_close(state: State, given: Given) -> Draft:
    if not state.quest:
        return refused(refuse("no_quest", "Aucune quête n’est ouverte.", "No quest is open.", "§1"))
    return Draft(fields=(flag("success", Text("Réussie", "Won"), default=True),))


def offer_stock(state: State, given: Given) -> Draft:
    if state.store == STORE:
        return refused(STORE_FULL)
    store = Text("Réserve", "Store")
    return Draft(fields=(span("by", store, 1, STORE - state.store, required=False, default=1),))


PLAYING = Chapter(
    name="playing",
    decides={
        RecruitHero: recruit,
        ChangeSpirit: change_spirit,
        ThrowForGold: throw_for_gold,
        DrawFortune: draw_fortune,
        RetireHero: retire,
        OpenQuest: open_quest,
        CloseQuest: close_quest,
        StockStore: stock_store,
    },
    evolves={
        HeroRecruited: recruited,
        SpiritChanged: spirit_changed,
        GoldFound: gold_found,
        HeroRetired: retired,
        QuestOpened: quest_opened,
        QuestClosed: quest_closed,
        StoreStocked: store_stocked,
    },
    tells={
        HeroRecruited: told("{hero_name} rejoint le groupe.", "{hero_name} joins the party."),
        SpiritChanged: told("Moral de {hero_name} : {by}.", "Spirit of {hero_name}: {by}."),
        GoldFound: told("{hero_name} trouve {gold} or.", "{hero_name} finds {gold} gold."),
        HeroRetired: told("{hero_name} se retire.", "{hero_name} retires."),
        QuestOpened: told("Quête : {quest_name}.", "Quest: {quest_name}."),
        QuestClosed: told("Fin de {quest_name}.", "End of {quest_name}."),
        StoreStocked: told("Réserve : +{by}.", "Store: +{by}."),
    },
    offers={
        RecruitHero: offer_recruit,
        ChangeSpirit: offer_spirit,
        ThrowForGold: offer_hero,
        DrawFortune: offer_hero,
        RetireHero: offer_hero,
        OpenQuest: offer_open,
        CloseQuest: offer_close,
        StockStore: offer_stock,
    },
    warns={RetireHero: warn_retire},
    moves={GoldFound: gold_moves, QuestClosed: closing_moves},
    counts={SpiritChanged: spirit_counts},
    milestones={HeroRetired: retired_milestone},
    brings={HeroRecruited: recruited_brought, GoldFound: gold_brought},
)


def heroes(state: State) -> tuple[HeroSummary, ...]:
    return tuple(
        HeroSummary(
            key=hero.key,
            name=hero.name,
            title=TITLE,
            gold=hero.gold,
            in_play=bool(state.quest),
            is_down=hero.spirit == 0,
            due=() if hero.spirit else (DUE,),
        )
        for hero in state.heroes
    )


def sheet(state: State, key: str, viewer: Viewer) -> Sheet | None:
    hero = state.hero(key)
    if hero is None:
        return None
    taps = [Tap("change_spirit", {"hero": key, "by": by}, SPIRIT) for by in (-1, 1)]
    track = Track(key="spirit", label=SPIRIT, now=hero.spirit, most=MOST, down=taps[0], up=taps[1])
    gold = derive("gold", GOLD, (Part(GOLD, hero.gold, "§1"),))
    sections = (
        Tracks(key="tracks", title=SPIRIT, place="head", tracks=(track,)),
        Numbers(key="numbers", title=GOLD, numbers=(gold,)),
    )
    return Sheet(key=key, name=hero.name, subtitle=TITLE, sections=sections, facts={"gold": hero.gold})


def board(state: State, viewer: Viewer) -> Board:
    scope = QUESTS[state.quest].name if state.quest else None
    party = Listing(
        key="party",
        title=Text("Groupe", "Party"),
        lines=tuple(Line(label=same(hero.name), hero=hero.key) for hero in state.heroes),
    )
    store = derive("store", Text("Réserve", "Store"), (Part(Text("Réserve", "Store"), state.store, "§3"),))
    if viewer.role != "gm":
        return Board(scope=scope, sections=(party,))
    hidden = Numbers(key="store", title=Text("Réserve", "Store"), numbers=(store,))
    return Board(scope=scope, sections=(party, hidden), facts={"store": state.store})


def audit(state: State) -> tuple[str, ...]:
    odd = [f"spirit of {hero.key}" for hero in state.heroes if not 0 <= hero.spirit <= MOST]
    odd += [f"gold of {hero.key}" for hero in state.heroes if hero.gold < 0]
    return (*odd, *(["store"] if not 0 <= state.store <= STORE else []))


def receipts(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    return tuple(
        Receipt(
            key=f"receipt-{hero}",
            title=same(state.here(hero).name),
            hero=hero,
            lines=(Part(event.quest_name, event.gold, "§2"),),
            total=event.gold,
            unit=GOLD,
        )
        for event in events
        if isinstance(event, QuestClosed)
        for hero in event.heroes
    )


def departures(event: Event) -> dict[str, Status]:
    return {event.hero: "retired"} if isinstance(event, HeroRetired) else {}


def runs(event: Event) -> Run | None:
    if isinstance(event, QuestOpened):
        return Run(event.quest, event.quest_name, "open")
    if isinstance(event, QuestClosed):
        return Run(event.quest, event.quest_name, "won" if event.success else "lost")
    return None


RULESET: Ruleset[State] = Ruleset(
    key="toy_game",
    version="1.0",
    name=Text("Jeu d’essai", "Toy game"),
    text=Text("Deux commandes et un moral.", "Two commands and a spirit."),
    chapters=(PLAYING, house_chapter.chapter(HOUSE_RULES)),
    state_type=State,
    initial=State,
    heroes=heroes,
    sheet=sheet,
    board=board,
    audit=audit,
    receipts=receipts,
    departures=departures,
    scope=lambda state: state.quest,
    numbers=(PURSE,),
    house=lambda state: state.house,
    house_rules=HOUSE_RULES,
    settles=("change_spirit",),
    runs=runs,
    common=lambda state: state.store,
    piles=(FORTUNE,),
    rolls={"fortune": Text("Fortune", "Fortune")},
    measures=(
        Measure(what="gold", title=GOLD, drawn="curve"),
        Measure(what="sighs", title=Text("Soupirs", "Sighs"), drawn="thing"),
        Measure(what="sighs", title=Text("Soupirs par quête", "Sighs by quest"), drawn="quest"),
    ),
    catalog=(
        CatalogSection(
            key="quests",
            name=Text("Quêtes", "Quests"),
            rows=tuple(as_row(quest) for quest in QUESTS.values()),
        ),
    ),
)
