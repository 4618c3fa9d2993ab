"""Fighting: engaging, a round, and getting away (§7, R15, R24–R27)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements import bouts
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Skill
from rules.six_elements.dungeon import passages, spot, where
from rules.six_elements.exchanges import CHAPTER as EXCHANGES
from rules.six_elements.exchanges import begin_round, end_fight, settle_if_done
from rules.six_elements.house import flee_face
from rules.six_elements.refusals import in_game, on_turn, unknown
from rules.six_elements.skill_cards import playable, skill_hint
from rules.six_elements.state import Answer, Fight, Foe, Hero, Place, State, play
from rules.six_elements.story import Story

MONSTER = Text("Monstre", "Monster")
CARD = Text("Carte jouée", "Card played")
NO_CARD = Text("Sans carte : aucun dé", "No card: no dice")
TO = Text("Vers", "To")


class Engage(Command, frozen=True, tag="engage"):
    """A monster on the hero's tile; the fight ends the turn (§5)."""

    who = "own"
    label = Text("Engager le combat", "Engage")
    icon = "sword"
    hero: Key
    foe: Key


class PlayRound(Command, frozen=True, tag="play_round"):
    """The card for this round, named before any dice fall (R25); without one no dice are thrown (§7)."""

    who = "own"
    label = Text("Jouer le round", "Play the round")
    icon = "sword"
    hero: Key
    skill: Key | None = None


class Flee(Command, frozen=True, tag="flee"):
    """From the second round on: one die (R8), and out to a neighbouring tile."""

    who = "own"
    label = Text("Fuir", "Flee")
    icon = "door"
    hero: Key
    to: Key


class FleeFailed(Event, frozen=True, tag="flee_failed"):
    hero: str
    hero_name: str
    face: int
    needed: int


def engage(state: State, command: Engage, act: Act) -> Decision:
    hero = on_turn(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    foe = state.open.foe(command.foe)
    if foe is None or foe.place != hero.place:
        return refuse(
            "no_monster_here",
            "Ce monstre n’est pas sur la tuile de {name}.",
            "That monster is not on the tile of {name}.",
            "§7",
            field="foe",
            name=hero.name,
        )
    story = Story(state, act)
    bouts.begin(story, hero.key, foe, "hero")
    return story.told


def fighter(state: State, key: str) -> Answer[Hero]:
    """The hero who fights, with no dice on the table."""
    hero = in_game(state, key)
    if isinstance(hero, Violation):
        return hero
    fight = state.open.fight
    if fight is None or fight.hero != key:
        return refuse(
            "not_fighting",
            "{name} ne se bat pas.",
            "{name} is not fighting.",
            "§7",
            field="hero",
            name=hero.name,
        )
    if key in state.open.hands:
        return refuse(
            "dice_lie",
            "Les dés de {name} sont lancés : gardez-les, ou relancez.",
            "The dice of {name} are thrown: keep them, or reroll.",
            "§7",
            field="hero",
            name=hero.name,
        )
    return hero


def play_round(state: State, command: PlayRound, act: Act) -> Decision:
    hero = fighter(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.skill is not None and command.skill not in BOOK.skills:
        return unknown("skill", command.skill, "§11")
    skill = BOOK.skills[command.skill] if command.skill else None
    wrong = skill and _unplayable(state, hero, skill)
    if wrong:
        return wrong
    story = Story(state, act)
    begin_round(story, hero.key, skill)
    settle_if_done(story, hero.key)
    return story.told


def _unplayable(state: State, hero: Hero, skill: Skill) -> Violation | None:
    if skill in playable(state, hero):
        return None
    return refuse(
        "skill_unplayable",
        "« {skill} » ne se joue pas maintenant : ce n’est pas son moment, ou l’affinité ou le mana manque.",
        "“{skill}” cannot be played now: it is not the time for it, or affinity or mana is missing.",
        "§11",
        field="skill",
        skill=skill.name,
    )


def fleeing(state: State, key: str) -> Answer[Hero]:
    """The hero who may try to get away in this round."""
    hero = fighter(state, key)
    fight = state.game.fight if state.game else None
    if isinstance(hero, Violation) or fight is None:
        return hero
    if fight.round == 1 or fight.fled:
        return refuse(
            "no_flight",
            "On ne fuit qu’à partir du deuxième round, une fois par round.",
            "One flees from the second round on, once a round.",
            "R8",
            field="hero",
        )
    return hero


def flee(state: State, command: Flee, act: Act) -> Decision:
    hero = fleeing(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    ways = havens(state, hero)
    if command.to not in ways:
        return refuse("no_way_there", "Aucun passage n’y mène.", "No passage leads there.", "§7", field="to")
    foe, _ = opponent(state)
    face = act.roll("flee", 1, D6).total
    needed = flee_face(state, BOOK.creature(foe.card).rarity)
    story = Story(state, act)
    if face < needed:
        story.tell(FleeFailed(hero=hero.key, hero_name=hero.name, face=face, needed=needed), flee_failed)
    else:
        end_fight(story, fled_to=ways[command.to])
    return story.told


def opponent(state: State) -> tuple[Foe, Fight]:
    """Who is fought, and how it stands: there is a fight."""
    fight = state.open.fight
    foe = state.open.foe(fight.foe) if fight else None
    assert fight is not None
    assert foe is not None
    return foe, fight


def havens(state: State, hero: Hero) -> dict[str, Place]:
    """The neighbouring tiles that a passage leads to."""
    return {spot(place): place for _, place in passages(state.open, hero.place)}


def flee_failed(state: State, event: FleeFailed) -> State:
    _, fight = opponent(state)
    return play(state, fight=replace(fight, fled=True))


def offer_engage(state: State, hero: str, given: Given) -> Draft:
    found = on_turn(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    foes = tuple(foe for foe in state.open.foes if foe.place == found.place)
    if not foes:
        return refused(
            refuse(
                "no_monster_here",
                "Aucun monstre sur cette tuile.",
                "No monster on this tile.",
                "§7",
                field="foe",
            )
        )
    options = tuple(Choice(foe.key, BOOK.creature(foe.card).name, link=link_of(foe)) for foe in foes)
    return Draft((choice("foe", MONSTER, options, default=foes[0].key),))


def link_of(foe: Foe) -> str:
    return f"{'bosses' if foe.card in BOOK.bosses else 'monsters'}/{foe.card}"


def offer_round(state: State, hero: str, given: Given) -> Draft:
    found = fighter(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    cards = tuple(
        Choice(skill.key, skill.name, hint=skill_hint(found, skill), link=f"skills/{skill.key}")
        for skill in playable(state, found)
    )
    if not cards:
        return Draft(text=NO_CARD)
    return Draft((choice("skill", CARD, cards, required=False),))


def offer_flee(state: State, hero: str, given: Given) -> Draft:
    found = fleeing(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    ways = havens(state, found)
    if not ways:
        return refused(refuse("no_way_there", "Aucune issue.", "No way out.", "§7", field="to"))
    foe, _ = opponent(state)
    needed = flee_face(state, BOOK.creature(foe.card).rarity)
    text = Text("Un dé : {n} ou plus (R8).", "One die: {n} or more (R8).")(n=needed)
    options = tuple(Choice(key, where(state.open, place)) for key, place in ways.items())
    return Draft((choice("to", TO, options, default=options[0].value),), text=text)


def tell_failed(event: FleeFailed) -> Text:
    return Text(
        "{hero} ne parvient pas à fuir ({face}, il fallait {needed}).",
        "{hero} fails to get away ({face}, {needed} was needed).",
    )(hero=event.hero_name, face=event.face, needed=event.needed)


CHAPTER = Chapter(
    name="fights",
    decides={Engage: engage, PlayRound: play_round, Flee: flee},
    evolves={bouts.FightBegun: bouts.fight_begun, FleeFailed: flee_failed, **EXCHANGES.evolves},
    tells={bouts.FightBegun: bouts.tell_begun, FleeFailed: tell_failed, **EXCHANGES.tells},
    offers={Engage: offer_engage, PlayRound: offer_round, Flee: offer_flee},
    moves=EXCHANGES.moves,
)
