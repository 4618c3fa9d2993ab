"""What a hero can do at this moment, one tap each: a fight, dice on the table, a tile to lay, an adventure, a turn."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.messages import Violation, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import Card, Cards, Tap
from rules.kernel.tapping import tap
from rules.kernel.text import Text
from rules.six_elements.adventures import FaceAdventure, effect_text, face_adventure, facing, needs_text
from rules.six_elements.adventures import test_total as total_of_test
from rules.six_elements.book import BOOK
from rules.six_elements.dungeon import WAYS, beside, distance, exits_text, ways_out, where
from rules.six_elements.exchanges import hand_total
from rules.six_elements.fights import (
    Engage,
    Flee,
    PlayRound,
    fighter,
    flee,
    havens,
    link_of,
    opponent,
    play_round,
)
from rules.six_elements.fights import engage as engage_
from rules.six_elements.hands import AddDie, KeepDice, RerollDie, add_die, keep_dice, reroll_die
from rules.six_elements.house import ZONES, flee_face, rarity_at
from rules.six_elements.moving import (
    Explore,
    Move,
    PlaceTile,
    explore,
    in_reach,
    layouts,
    move,
    place_tile,
    steps_left,
)
from rules.six_elements.oracle import CallOracle, call_oracle
from rules.six_elements.refusals import on_turn
from rules.six_elements.skill_cards import playable, skill_hint, wanted
from rules.six_elements.state import Hand, Hero, State
from rules.six_elements.stats import ELEMENT_ICONS
from rules.six_elements.turns import EndTurn, end_turn
from rules.six_elements.words import ADVENTURES, GRADES, joined

NOW = Text("À faire", "To do")
ATTACK, DEFEND = Text("Attaquer", "Attack"), Text("Se défendre", "Defend")
STUNNED = Text("Étourdissement : personne n’attaque", "Stunned: nobody attacks")
PASS_ROUND = Text("Passer le round", "Pass the round")
BARE = Text("Sans carte", "Without a card")
NO_DICE = Text("Aucun dé : stat et équipement", "No dice: stat and gear")
FLEE = Text("Fuir vers {place}", "Flee to {place}")
NEEDED = Text("{n} ou plus sur un dé", "{n} or more on one die")
PLAY = Text("Jouer", "Play")
KEEP = Text("Garder : {n}", "Keep: {n}")
AGAINST = Text("contre {n}", "against {n}")
REROLL = Text("Relancer le {n}", "Reroll the {n}")
ADD = Text("Ajouter un dé", "Add a die")
TRY = Text("Tenter", "Try")
FREE = Text("gratuit", "free")
FIGHT, DICE = Text("Combat", "Fight"), Text("Dés lancés", "Dice thrown")
WALK = Text("Se déplacer (tuiles : {n})", "Move (tiles: {n})")
END = Text("Finir le tour", "End the turn")


def moment(state: State, hero: Hero, viewer: Viewer) -> tuple[Cards, ...]:
    """The acts of the moment, the likeliest first; nothing while others act."""
    if state.game is None or state.game.outcome or not viewer.may_act_for(hero.key):
        return ()
    cards = tuple(_cards(state, hero))
    return (Cards(key="moment", title=NOW, place="head", cards=cards),) if cards else ()


def _cards(state: State, hero: Hero) -> Iterator[Card]:
    game = state.open
    if hero.key in game.hands:
        yield from _dice(state, hero, game.hands[hero.key])
    elif game.fight and game.fight.hero == hero.key:
        yield from _fight(state, hero)
    elif game.pending and game.current == hero.key:
        yield from _tile(state, hero)
    elif not isinstance(facing(state, hero.key), Violation):
        yield from _adventure(state, hero)
    elif not isinstance(on_turn(state, hero.key), Violation):
        yield from _turn(state, hero)


def _dice(state: State, hero: Hero, hand: Hand) -> Iterator[Card]:
    """Keep, reroll each different face, add."""
    is_test = hand.use == "test"
    total = total_of_test(state, hero.key) if is_test else hand_total(state, hero.key)
    against = AGAINST(n=hand.against) if hand.against else None
    keep = tap(state, keep_dice, KeepDice(hero=hero.key), KEEP(n=total))
    yield Card(
        key="keep", title=KEEP(n=total), text=against, icon="check", state="ready", group=DICE, tap=keep
    )
    for face in sorted(set(hand.faces)):
        number = str(hand.faces.index(face) + 1)
        again = tap(state, reroll_die, RerollDie(hero=hero.key, die=number), REROLL(n=face))
        if again:
            cost = FREE if hand.free else None
            yield Card(
                key=f"reroll-{face}",
                title=REROLL(n=face),
                text=cost,
                icon="d6",
                state="ready",
                group=DICE,
                tap=again,
            )
    more = tap(state, add_die, AddDie(hero=hero.key))
    if more:
        yield Card(key="add", title=ADD, icon="plus", state="ready", group=DICE, tap=more)


def _fight(state: State, hero: Hero) -> Iterator[Card]:
    if isinstance(fighter(state, hero.key), Violation):
        return
    kind = wanted(state)
    group = {"combat": ATTACK, "defence": DEFEND}.get(kind, FIGHT)
    for skill in playable(state, hero):
        played = tap(state, play_round, PlayRound(hero=hero.key, skill=skill.key), PLAY)
        yield Card(
            key=skill.key,
            title=skill.name,
            text=skill_hint(hero, skill),
            icon=ELEMENT_ICONS[skill.element],
            tone=skill.element,
            state="ready",
            group=group,
            link=f"skills/{skill.key}",
            tap=played,
        )
    bare = tap(state, play_round, PlayRound(hero=hero.key), PLAY)
    title, text = (BARE, NO_DICE) if kind else (PASS_ROUND, STUNNED)
    yield Card(key="bare", title=title, text=text, icon="mark", state="ready", group=group, tap=bare)
    yield from _flights(state, hero)


def _flights(state: State, hero: Hero) -> Iterator[Card]:
    foe, _ = opponent(state)
    needed = NEEDED(n=flee_face(state, BOOK.creature(foe.card).rarity))
    for key, place in havens(state, hero).items():
        away = tap(state, flee, Flee(hero=hero.key, to=key))
        if away:
            title = FLEE(place=where(state.open, place))
            yield Card(
                key=f"flee-{key}", title=title, text=needed, icon="boot", state="ready", group=FIGHT, tap=away
            )


def _tile(state: State, hero: Hero) -> Iterator[Card]:
    pending = state.open.pending
    assert pending is not None
    name = BOOK.tiles[pending.card].name
    for exits in layouts(state):
        title = Text("Sorties {e}", "Exits {e}")(e=exits_text(exits))
        laid = tap(state, place_tile, PlaceTile(hero=hero.key, exits=exits), title)
        yield Card(key=f"lay-{exits}", title=title, icon="map", state="ready", group=name, tap=laid)


def _adventure(state: State, hero: Hero) -> Iterator[Card]:
    """What each difficulty needs, brings and costs."""
    card = BOOK.adventures[state.open.adventure]
    title = Text("{name} ({kind})", "{name} ({kind})")(
        name=card.name, kind=ADVENTURES[card.adventure_kind].inline
    )
    for place, (grade, label) in enumerate(GRADES.items()):
        won, lost = effect_text(card.won[place]), effect_text(card.lost[place])
        outcome = Text("réussi : {won} ; raté : {lost}", "passed: {won}; failed: {lost}")(won=won, lost=lost)
        text = joined((needs_text(state, hero, card, grade), outcome))
        faced = tap(state, face_adventure, FaceAdventure(hero=hero.key, grade=grade), TRY)
        yield Card(
            key=grade,
            title=label,
            text=text,
            icon=ELEMENT_ICONS[card.element],
            tone=card.element,
            state="ready",
            group=title,
            link=f"adventures/{card.key}",
            tap=faced,
        )


def _turn(state: State, hero: Hero) -> Iterator[Card]:
    """A monster here first, then exits, then ways, then the end of the turn."""
    game = state.open
    for foe in game.foes:
        if foe.place == hero.place:
            begun = tap(state, engage_, Engage(hero=hero.key, foe=foe.key))
            yield Card(
                key=f"engage-{foe.key}",
                title=BOOK.creature(foe.card).name,
                text=Engage.label,
                icon="sword",
                state="ready",
                link=link_of(foe),
                tap=begun,
            )
    yield from _exits(state, hero)
    yield from _walk(state, hero)
    oracle = tap(state, call_oracle, CallOracle(hero=hero.key))
    if oracle:
        yield Card(key="oracle", title=CallOracle.label, icon="eye", state="ready", tap=oracle)
    ended = tap(state, end_turn, EndTurn(), END)
    yield Card(key="end", title=END, icon="hourglass", state="ready", tap=ended)


def _exits(state: State, hero: Hero) -> Iterator[Card]:
    for way in ways_out(state.open, hero.place):
        title = Text("Explorer {way}", "Explore {way}")(way=WAYS[way])
        opened = tap(state, explore, Explore(hero=hero.key, way=way), title)
        if opened:
            zone = ZONES[rarity_at(state, distance(beside(hero.place, way)))]
            yield Card(key=f"explore-{way}", title=title, text=zone, icon="door", state="ready", tap=opened)


def _walk(state: State, hero: Hero) -> Iterator[Card]:
    """One card that opens onto the tiles in reach."""
    found: list[Tap] = []
    for key, (place, _) in in_reach(state, hero).items():
        step = tap(state, move, Move(hero=hero.key, to=key), where(state.open, place))
        found += [step] if step else []
    if found:
        title = WALK(n=steps_left(state))
        yield Card(key="walk", title=title, icon="boot", state="ready", taps=tuple(found), ask=kind_of(Move))
