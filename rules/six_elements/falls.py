"""A hero's fall: back to the entrance, unharmed, one worn thing and every token poorer (§7, §16, R16, R39)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements import endings
from rules.six_elements.book import BOOK
from rules.six_elements.piles import Piled, by_pile, piled
from rules.six_elements.refusals import in_game
from rules.six_elements.state import ENTRANCE, Answer, Hero, State, change
from rules.six_elements.stats import body_most, mana_most
from rules.six_elements.story import Story

WHAT = Text("Objet abandonné", "Thing given up")


class HeroFell(Event, frozen=True, tag="hero_fell"):
    """`cause` as told, `by` its key where it has one; body and mana as they come back, `deaths` one more; `loses` a worn
    thing, still to be named.
    """

    hero: str
    hero_name: str
    cause: Text
    by: str
    body: int
    mana: int
    deaths: int
    loses: bool = False


class LoseEquipment(Command, frozen=True, tag="lose_equipment"):
    """What a fallen hero gives up of what is worn."""

    who = "own"
    label = Text("Abandonner un objet porté", "Give up a worn thing")
    icon = "broken-sword"
    hero: Key
    equipment: Key


class EquipmentLost(Piled, frozen=True, tag="equipment_lost"):
    """Out of the game; body and mana are cut to the new most."""

    hero: str
    hero_name: str
    equipment: str
    equipment_name: Text
    body: int = 0
    mana: int = 0


def fall(story: Story, key: str, cause: Text, by: str) -> None:
    """The hero falls; the third time is the end (§16)."""
    hero = story.hero(key)
    fell = HeroFell(
        hero=key,
        hero_name=hero.name,
        cause=cause,
        by=by,
        body=body_most(hero) - hero.body,
        mana=mana_most(hero) - hero.mana,
        deaths=hero.deaths + 1,
        loses=bool(hero.worn),
    )
    story.tell(fell, hero_fell)
    if endings.last_death(story.state, key):
        endings.decide(story, key, "lost")


def hero_fell(state: State, event: HeroFell) -> State:
    hero = state.heroes[event.hero]
    return change(
        state,
        event.hero,
        body=hero.body + event.body,
        mana=hero.mana + event.mana,
        deaths=event.deaths,
        loses=event.loses,
        tokens={},
        place=ENTRANCE,
    )


def _lost(hero: Hero, card: str) -> EquipmentLost:
    bare = replace(hero, worn=tuple(key for key in hero.worn if key != card))
    return EquipmentLost(
        hero=hero.key,
        hero_name=hero.name,
        equipment=card,
        equipment_name=BOOK.equipment[card].name,
        body=min(0, body_most(bare) - hero.body),
        mana=min(0, mana_most(bare) - hero.mana),
        gone=by_pile((card,)),
    )


def loser(state: State, key: str) -> Answer[Hero]:
    hero = in_game(state, key)
    if isinstance(hero, Violation) or (hero.loses and hero.worn):
        return hero
    return refuse(
        "nothing_to_lose",
        "{name} n’a rien à abandonner.",
        "{name} has nothing to give up.",
        "§16",
        field="hero",
        name=hero.name,
    )


def lose_equipment(state: State, command: LoseEquipment, act: Act) -> Decision:
    hero = loser(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.equipment not in hero.worn:
        return refuse(
            "not_worn",
            "{name} ne porte pas cela.",
            "{name} does not wear that.",
            "§16",
            field="equipment",
            name=hero.name,
        )
    return (_lost(hero, command.equipment),)


def equipment_lost(state: State, event: EquipmentLost) -> State:
    hero = state.heroes[event.hero]
    worn = tuple(key for key in hero.worn if key != event.equipment)
    lighter = change(
        state, hero.key, worn=worn, loses=False, body=hero.body + event.body, mana=hero.mana + event.mana
    )
    return piled(lighter, event)


def offer_lose(state: State, hero: str, given: Given) -> Draft:
    found = loser(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    worn = tuple(Choice(key, BOOK.equipment[key].name, link=f"equipment/{key}") for key in found.worn)
    return Draft((choice("equipment", WHAT, worn),))


def tell_fell(event: HeroFell) -> Text:
    return Text(
        "{hero} tombe ({cause}) et revient à l’Entrée : mort n° {n}.",
        "{hero} falls ({cause}) and is back at the entrance: death no. {n}.",
    )(hero=event.hero_name, cause=event.cause, n=event.deaths)


def tell_lost(event: EquipmentLost) -> Text:
    return Text("{hero} perd « {what} », à jamais.", "{hero} loses “{what}”, for ever.")(
        hero=event.hero_name, what=event.equipment_name
    )


CHAPTER = Chapter(
    name="falls",
    decides={LoseEquipment: lose_equipment},
    evolves={HeroFell: hero_fell, EquipmentLost: equipment_lost, endings.GameDecided: endings.game_decided},
    tells={HeroFell: tell_fell, EquipmentLost: tell_lost, endings.GameDecided: endings.tell_decided},
    offers={LoseEquipment: offer_lose},
)
