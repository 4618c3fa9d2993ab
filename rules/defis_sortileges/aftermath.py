"""What follows by itself: deaths, the end of a fight, of a turn, of a round, of the adventure (§1, §5.5, §6, §8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec.structs import replace

from rules.defis_sortileges.fighters import fighter_name, left_side, next_fighter, right_side
from rules.defis_sortileges.state import (
    Adventure,
    Fight,
    Keys,
    State,
    Thing,
    Turn,
    change,
    change_fight,
    change_hero,
    fight_of,
    joined,
    of,
    without,
)
from rules.defis_sortileges.units import alliance_of, leader_among, out_there, waiting
from rules.defis_sortileges.words import names
from rules.kernel.chapters import Chapter
from rules.kernel.messages import Event
from rules.kernel.telling import told
from rules.kernel.text import Text

FELL = Text("Ses Blessures dépassent sa Vitalité.", "Wounds exceed Vitality.")
NO_ONE_LEFT = Text("Il ne reste personne.", "Nobody is left.")


class HeroDied(Event, frozen=True, tag="hero_died"):
    """`things` are left to `takers`; `adventure` the one it happened in."""

    hero: str
    hero_name: str
    character: str
    cause: Text
    adventure: str
    things: tuple[Thing, ...] = ()
    takers: Keys = ()


class DoubleTaken(Event, frozen=True, tag="double_taken"):
    """R32: it was the double who fell; the wounds that remain are `by` fewer or more."""

    hero: str
    hero_name: str
    by: int
    shade: str


class ShadeGone(Event, frozen=True, tag="shade_gone"):
    hero: str
    shade: str
    shade_name: Text


class FoeFell(Event, frozen=True, tag="foe_fell"):
    """`hero` struck it down; empty where nobody did."""

    foe: str
    foe_name: str
    hero: str = ""
    hero_name: str = ""


class FightEnded(Event, frozen=True, tag="fight_ended"):
    """`heroes` have won, `who` they are; `losers` submit to `winner` for this turn (§8.5, R45)."""

    heroes: Keys
    who: Text
    rounds: int
    losers: Keys = ()
    losers_names: Text | None = None
    winner: str = ""
    takers: Keys = ()


class FightRoundBegun(Event, frozen=True, tag="fight_round_begun"):
    round: int


class MeetingOver(Event, frozen=True, tag="meeting_over"):
    """Those who met are not there any more."""


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    heroes: Keys
    who: Text


class RoundBegun(Event, frozen=True, tag="round_begun"):
    round: int


class AdventureEnded(Event, frozen=True, tag="adventure_ended"):
    """§5.5: `hero` has fulfilled the mission, with `winners`; all the others have failed."""

    number: int
    name: str
    result: Literal["won", "lost", "abandoned"]
    heroes: Keys = ()
    hero: str = ""
    hero_name: str = ""
    winners: Keys = ()
    reason: Text | None = None


def left_behind(state: State, key: str) -> State:
    """Without a character who is gone, wherever they were named."""
    hero = state.heroes[key]
    state = replace(state, heroes={k: one for k, one in state.heroes.items() if k != key})
    adventure = state.adventure
    if adventure is None:
        return state
    turn, meeting, fight = adventure.turn, adventure.meeting, adventure.fight
    winner = adventure.winner
    if winner == key:
        winner = next((one for one in _allies(adventure, key) if one != key), "")
    return change(
        state,
        played=without(adventure.played, (key,)),
        lost=without(adventure.lost, (key,)),
        lots={k: lot for k, lot in adventure.lots.items() if k != key},
        alliances=tuple(left for one in adventure.alliances if len(left := without(one, (key,))) > 1),
        refused=without(adventure.refused, (key,)),
        submitted=without(adventure.submitted, (key,)) if winner else (),
        winner=winner if without(adventure.submitted, (key,)) else "",
        turn=turn and replace(turn, heroes=without(turn.heroes, (key,))),
        meeting=meeting
        and replace(
            meeting,
            newcomers=without(meeting.newcomers, (key,)),
            residents=without(meeting.residents, (key,)),
        ),
        fight=fight and _without_fighter(fight, key),
        takers=without(adventure.takers, (key,)),
        cast={k: spells for k, spells in adventure.cast.items() if k != key},
        out=joined(adventure.out, (hero.character,)),
    )


def _allies(adventure: Adventure, key: str) -> Keys:
    return next((one for one in adventure.alliances if key in one), ())


def _without_fighter(fight: Fight, key: str) -> Fight:
    gone = (key, *(shade.key for shade in fight.shades if shade.owner == key))
    return replace(
        _without_keys(fight, gone),
        side=without(fight.side, gone),
        rivals=without(fight.rivals, gone),
        shades=tuple(shade for shade in fight.shades if shade.owner != key),
    )


def _without_keys(fight: Fight, gone: Keys) -> Fight:
    """No plan, no loss and no deed of those gone; nobody protects them any more or faces them."""
    plans = {key: plan for key, plan in fight.plans.items() if key not in gone}
    kept = {key: plan for key, plan in plans.items() if plan.ally not in gone and plan.against not in gone}
    return replace(
        fight,
        plans=kept,
        acted=without(fight.acted, gone),
        losses={key: loss for key, loss in fight.losses.items() if key not in gone},
    )


def hero_died(state: State, event: HeroDied) -> State:
    state = left_behind(state, event.hero)
    if state.adventure is None:
        return state
    adventure = of(state)
    return change(
        state,
        spoils=adventure.spoils + event.things,
        takers=joined(adventure.takers, event.takers),
    )


def double_taken(state: State, event: DoubleTaken) -> State:
    state = change_hero(state, event.hero, wounds=state.heroes[event.hero].wounds + event.by)
    return _shade_out(state, event.shade)


def shade_gone(state: State, event: ShadeGone) -> State:
    return _shade_out(state, event.shade)


def _shade_out(state: State, key: str) -> State:
    fight = _without_keys(fight_of(state), (key,))
    return change(
        state, fight=replace(fight, shades=tuple(shade for shade in fight.shades if shade.key != key))
    )


def foe_fell(state: State, event: FoeFell) -> State:
    fight = _without_keys(fight_of(state), (event.foe,))
    return change(state, fight=replace(fight, foes=tuple(foe for foe in fight.foes if foe.key != event.foe)))


def fight_ended(state: State, event: FightEnded) -> State:
    """Temporary losses and shades end with the fight (§6.2)."""
    takers = event.takers or of(state).takers
    state = change(state, fight=None, takers=takers)
    return change(state, submitted=event.losers, winner=event.winner) if event.losers else state


def fight_round_begun(state: State, event: FightRoundBegun) -> State:
    """Targets are chosen anew: nobody is held to last round's words."""
    return change_fight(state, round=event.round, acted=(), plans={})


def meeting_over(state: State, event: MeetingOver) -> State:
    return change(state, meeting=None)


def turn_ended(state: State, event: TurnEnded) -> State:
    """Spells may be cast again, victors take no more, nobody is bound any longer; who refused to lead may lead again."""
    adventure = of(state)
    return change(
        state,
        turn=None,
        played=joined(adventure.played, event.heroes),
        refused=without(adventure.refused, event.heroes),
        submitted=(),
        winner="",
        spoils=(),
        takers=(),
        cast={},
    )


def round_begun(state: State, event: RoundBegun) -> State:
    """Who had a turn to lose has lost this one (R12)."""
    return change(state, round=event.round, played=of(state).lost, lost=(), lots={})


def adventure_ended(state: State, event: AdventureEnded) -> State:
    """Everybody closes the book."""
    heroes = {key: hero for key, hero in state.heroes.items() if key not in event.heroes}
    return replace(state, heroes=heroes, adventure=None)


EVOLVES: dict[type[Event], Callable[[State, Any], State]] = {
    HeroDied: hero_died,
    DoubleTaken: double_taken,
    ShadeGone: shade_gone,
    FoeFell: foe_fell,
    FightEnded: fight_ended,
    FightRoundBegun: fight_round_begun,
    MeetingOver: meeting_over,
    TurnEnded: turn_ended,
    RoundBegun: round_begun,
    AdventureEnded: adventure_ended,
}


def concluded(state: State, *events: Event, by: str = "") -> tuple[Event, ...]:
    """The events, of which `state` is what they have led to, with all that follows from them. `by`: who struck."""
    found = list(events)
    while (event := next(_consequences(state, by), None)) is not None:
        state = EVOLVES[type(event)](state, event)
        found.append(event)
    return tuple(found)


def _consequences(state: State, by: str) -> Iterator[Event]:
    """The next thing to happen first; the state changes with each, so only the first counts."""
    if state.adventure is None:
        return
    yield from _in_fight(state, by)
    yield from _deaths(state)
    yield from _of_fight(state)
    yield from _of_turn(state)


def _in_fight(state: State, by: str) -> Iterator[Event]:
    """Shades and creatures that are no more; a double dies in place of its character (R32)."""
    fight = of(state).fight
    if fight is None:
        return
    for shade in fight.shades:
        hero = state.heroes[shade.owner]
        if shade.double and hero.wounds > hero.vitality and shade.wounds <= hero.vitality:
            yield DoubleTaken(
                hero=hero.key, hero_name=hero.name, by=shade.wounds - hero.wounds, shade=shade.key
            )
        if shade.wounds > (hero.vitality if shade.double else 0):
            yield ShadeGone(hero=hero.key, shade=shade.key, shade_name=fighter_name(state, shade.key))
    striker = state.heroes.get(by)
    for foe in fight.foes:
        if foe.wounds > foe.vitality:
            name = striker.name if striker else ""
            yield FoeFell(foe=foe.key, foe_name=foe.name, hero=by if striker else "", hero_name=name)


def _deaths(state: State) -> Iterator[Event]:
    for key in out_there(state):
        hero = state.heroes[key]
        if hero.wounds > hero.vitality:
            yield from _lost_leader(state, key)
            yield death(state, key, FELL)


def _lost_leader(state: State, key: str) -> Iterator[Event]:
    """§8.5: between characters, the side whose leader falls gives up and submits."""
    fight = of(state).fight
    if fight is None or not fight.rivals:
        return
    sides = (fight.side, fight.rivals) if key in fight.side else (fight.rivals, fight.side)
    if key in sides[0] and leader_among(state, sides[0]) == key and sides[1]:
        yield victory(state, sides[1], without(sides[0], (key,)))


def death(state: State, key: str, cause: Text) -> HeroDied:
    """What was found goes to the companions; between characters, to the victors when the fight is over (R37)."""
    hero, adventure = state.heroes[key], of(state)
    rivalry = bool(adventure.fight and adventure.fight.rivals) or bool(adventure.takers)
    takers = () if rivalry else without(alliance_of(state, key), (key,))
    found = tuple(thing for thing in hero.things if not thing.weapon)
    return HeroDied(
        hero=key,
        hero_name=hero.name,
        character=hero.character,
        cause=cause,
        adventure=adventure.name,
        things=found if takers or rivalry else (),
        takers=takers,
    )


def victory(state: State, winners: Keys, losers: Keys = ()) -> FightEnded:
    """The last who stand, or the side whose leader lives."""
    return FightEnded(
        heroes=winners,
        who=names(state, winners),
        rounds=fight_of(state).round,
        losers=losers,
        losers_names=names(state, losers) if losers else None,
        winner=leader_among(state, winners) if losers and winners else "",
        takers=winners if fight_of(state).rivals else (),
    )


def _of_fight(state: State) -> Iterator[Event]:
    fight = of(state).fight
    if fight is None:
        return
    if not left_side(fight):
        yield victory(state, fight.rivals)
    elif not right_side(fight):
        yield victory(state, fight.side)
    elif not next_fighter(state):
        yield FightRoundBegun(round=fight.round + 1)


def _of_turn(state: State) -> Iterator[Event]:
    adventure = of(state)
    meeting = adventure.meeting
    if meeting and not (meeting.newcomers and meeting.residents):
        yield MeetingOver()
    if not out_there(state):
        yield AdventureEnded(
            number=state.adventures,
            name=adventure.name,
            result="lost",
            reason=NO_ONE_LEFT,
        )
    if adventure.turn and is_over(adventure, adventure.turn):
        yield TurnEnded(heroes=adventure.turn.heroes, who=names(state, adventure.turn.heroes))
    if adventure.turn is None and not waiting(state):
        yield RoundBegun(round=adventure.round + 1)


def is_over(adventure: Adventure, turn: Turn) -> bool:
    """A move ends where nobody has to answer, a rest where nobody can exchange (R38); spoils wait for who may take them (R37)."""
    if turn.did == "over":
        return True
    if adventure.meeting or adventure.fight or (adventure.spoils and adventure.takers):
        return False
    return not turn.heroes or turn.did == "move" or (turn.did == "rest" and len(turn.heroes) == 1)


def tell_died(event: HeroDied) -> Text:
    return Text("{name} meurt : {cause}", "{name} dies: {cause}")(name=event.hero_name, cause=event.cause)


def tell_foe(event: FoeFell) -> Text:
    if not event.hero:
        return Text("{foe} est vaincu.", "{foe} is beaten.")(foe=event.foe_name)
    return Text("{foe} tombe sous les coups de {hero}.", "{foe} falls to {hero}.")(
        foe=event.foe_name, hero=event.hero_name
    )


def tell_fight(event: FightEnded) -> Text:
    sentence = Text("Fin du combat, tours : {n}.", "The fight is over after round {n}.")(n=event.rounds)
    if event.heroes:
        sentence = Text("Victoire de {who}, tours de combat : {n}.", "{who}: victory in round {n}.")(
            who=event.who, n=event.rounds
        )
    if event.losers_names is None:
        return sentence
    return sentence + Text(" Se soumet pour ce Tour de Jeu : {l}.", " Submitting for this turn: {l}.")(
        l=event.losers_names
    )


RESULTS: dict[str, tuple[str, str]] = {
    "won": (
        "« {name} » s’achève : {hero} a rempli sa mission.",
        "“{name}” ends: {hero} has fulfilled the mission.",
    ),
    "lost": ("« {name} » s’achève sans vainqueur : {reason}", "“{name}” ends without a winner: {reason}"),
    "abandoned": ("« {name} » est abandonnée : {reason}", "“{name}” is abandoned: {reason}"),
}


def tell_ended(event: AdventureEnded) -> Text:
    return Text(*RESULTS[event.result])(
        name=event.name, hero=event.hero_name, reason=event.reason or NO_ONE_LEFT
    )


CHAPTER = Chapter(
    name="aftermath",
    decides={},
    evolves=dict(EVOLVES),
    tells={
        HeroDied: tell_died,
        DoubleTaken: told(
            "Celui qui tombe était le double : {hero_name} est toujours là.",
            "The one who fell was the double: {hero_name} is still there.",
        ),
        ShadeGone: told("{shade_name} : plus rien qu’un souvenir.", "{shade_name}: gone like smoke."),
        FoeFell: tell_foe,
        FightEnded: tell_fight,
        FightRoundBegun: told("Tour de Combat {round}.", "Round {round} of the fight."),
        MeetingOver: told("La rencontre tourne court.", "The meeting comes to nothing."),
        TurnEnded: told("Fin du Tour de Jeu : {who}.", "End of turn: {who}."),
        RoundBegun: told("Tour de table {round}.", "Round {round} begins."),
        AdventureEnded: tell_ended,
    },
    offers={},
)
