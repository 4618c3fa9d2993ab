"""What is going on, as the sheet and the board show it: effects, creatures, the round (R33, R50)."""

from __future__ import annotations

from typing import Any

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.companions import ChangeCompanion, change_companion, name_of, own, squares
from rules.heroquest_evolution.effects import CountRoll, EndEffect, count_roll, end_effect, row
from rules.heroquest_evolution.foes import (
    EndFoeEffect,
    RollFoeEffect,
    aimed_name,
    end_foe_effect,
    roll_foe_effect,
)
from rules.heroquest_evolution.rounds import EndRound, RollEffect, end_round, roll_effect
from rules.heroquest_evolution.state import Aimed, Companion, Effect, Hero, Run, State
from rules.heroquest_evolution.taps import tap
from rules.heroquest_evolution.traps import TryToSurvive, may_survive
from rules.kernel import sections
from rules.kernel.messages import Violation, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Card, Cards, Effects, Tap, Track, Tracks
from rules.kernel.text import Text, listed

EFFECTS = Text("En cours", "In force")
CREATURES = Text("Créatures invoquées", "Summoned creatures")
FOES = Text("Sur les monstres", "On the monsters")
ROUND = Text("Tour", "Round")
THIS_ROUND = Text("Tour {n}", "Round {n}")
END_ROUND = Text("Fin du tour", "End of the round")
ROLL = Text("Lancer", "Roll")
COUNT = Text("Compter un jet", "Count a roll")
END = Text("Terminer", "End")
NOTHING_ENDS = Text("Rien ne prend fin avec ce tour.", "Nothing ends with this round.")
ENDS = Text("Prend fin avec ce tour : {what}.", "Ends with this round: {what}.")
INERT = Text("inerte, le lanceur est mort", "inert, the caster is dead")
PROFILE = Text(
    "mouvement {move}, attaque {attack}, défense {defence} · {left}",
    "movement {move}, attack {attack}, defence {defence} · {left}",
)
LAST_ROUND = Text("dernier tour", "last round")
ROUNDS_LEFT = Text("encore {n} tours", "{n} rounds left")
SURVIVE = Text("Dur à cuir : le jet qui sauve", "Tough as leather: the roll that saves")
SURVIVE_HOW = Text(
    "1D6 : 5 ou plus, et le héros reste debout à 0.", "1d6: 5 or more, and the hero stands at 0."
)


def rounds_left(until: int | None, lasts: int, run: Run) -> int | None:
    """Rounds it still lasts, the present one included unless it comes on top of what was given (R33)."""
    if until is None:
        return None
    left = max(1, until - run.round + 1)
    return min(left, lasts) if lasts else left


def hero_sections(state: State, hero: Hero, viewer: Viewer) -> tuple[AnySection, ...]:
    """Effects with their taps, a last chance, summoned creatures; nothing where nothing is going on."""
    run, acts = state.quest, viewer.may_act_for(hero.key)
    if run is None:
        return ()
    found: list[AnySection] = []
    if acts and not isinstance(may_survive(state, hero.key), Violation):
        card = Card(
            key="survive",
            title=SURVIVE,
            text=SURVIVE_HOW,
            state="ready",
            icon="heart",
            ask=kind_of(TryToSurvive),
        )
        found.append(Cards(key="survive", title=SURVIVE, place="head", cards=(card,)))
    if hero.effects:
        effects = tuple(
            _effect(state, run, hero, effect, acts=acts, gm=viewer.role == "gm") for effect in hero.effects
        )
        found.append(Effects(key="effects", title=EFFECTS, place="head", effects=effects))
    creatures = own(state, hero.key)
    if creatures:
        tracks = tuple(_creature(state, run, hero, companion, acts=acts) for companion in creatures)
        found.append(Tracks(key="creatures", title=CREATURES, place="head", tracks=tracks))
    return tuple(found)


def _effect(state: State, run: Run, hero: Hero, effect: Effect, *, acts: bool, gm: bool) -> sections.Effect:
    found = row(effect.key)
    return sections.Effect(
        key=effect.key,
        title=found.name,
        text=found.text,
        rounds=rounds_left(effect.until, effect.lasts, run),
        rolls=effect.rolls,
        icon=found.icon,
        mood="good" if found.good else "bad",
        link=f"effects/{effect.key}",
        taps=_effect_taps(state, hero, effect, gm=gm) if acts else (),
    )


def _effect_taps(state: State, hero: Hero, effect: Effect, *, gm: bool) -> tuple[Tap, ...]:
    """The round's roll, one roll counted; its end, for the game master: those that are possible now."""
    found = (
        tap(state, roll_effect, RollEffect(hero=hero.key, effect=effect.key), ROLL),
        tap(state, count_roll, CountRoll(hero=hero.key, effect=effect.key), COUNT),
        tap(state, end_effect, EndEffect(hero=hero.key, effect=effect.key), END) if gm else None,
    )
    return tuple(one for one in found if one)


def left_text(companion: Companion, run: Run) -> Text:
    left = rounds_left(companion.until, BOOK.companions[companion.kind].rounds, run) or 1
    return LAST_ROUND if left == 1 else ROUNDS_LEFT(n=left)


def _creature(state: State, run: Run, hero: Hero, companion: Companion, *, acts: bool) -> Track:
    dead = hero.key in run.dead
    note = PROFILE(
        move=squares(companion),
        attack=companion.attack,
        defence=companion.defence,
        left=INERT if dead else left_text(companion, run),
    )
    return Track(
        key=f"creature.{companion.key}",
        label=name_of(companion, state),
        now=companion.body,
        most=companion.body_max,
        icon="claw",
        tone="body",
        note=note,
        down=_hurt(state, companion, -1) if acts else None,
        up=_hurt(state, companion, 1) if acts and companion.body < companion.body_max else None,
    )


def _hurt(state: State, companion: Companion, by: int) -> Tap | None:
    label = Text("{what} {by}", "{what} {by}")(
        what=name_of(companion, state), by=f"+{by}" if by > 0 else f"−{-by}"
    )
    command = ChangeCompanion(hero=companion.by, companion=companion.key, by=by)
    return tap(state, change_companion, command, label)


def board_sections(state: State, viewer: Viewer) -> tuple[AnySection, ...]:
    """The round with its end in one tap, and what lies on monsters and places."""
    run = state.quest
    if run is None:
        return ()
    gm = viewer.role == "gm"
    card = Card(
        key="round",
        title=THIS_ROUND(n=run.round),
        text=ending_text(state, run),
        state="ready",
        icon="clock",
        tap=tap(state, end_round, EndRound(), END_ROUND) if gm else None,
    )
    found: list[AnySection] = [Cards(key="round", title=ROUND, place="head", cards=(card,))]
    if run.aimed:
        effects = tuple(_aimed(state, run, aimed, gm=gm) for aimed in run.aimed)
        found.append(Effects(key="foes", title=FOES, place="head", effects=effects))
    return tuple(found)


def ending_text(state: State, run: Run) -> Text:
    """What runs out with this round."""
    found = [
        Text("{name} ({effect})", "{name} ({effect})")(
            name=state.heroes[key].name, effect=row(effect.key).name.inline
        )
        for key in run.present
        for effect in state.heroes[key].effects
        if effect.until is not None and effect.until <= run.round
    ]
    found += [aimed_name(a).inline for a in run.aimed if a.until is not None and a.until <= run.round]
    found += [name_of(c, state).inline for c in run.companions if c.until <= run.round]
    return ENDS(what=listed(tuple(found))) if found else NOTHING_ENDS


def _aimed(state: State, run: Run, aimed: Aimed, *, gm: bool) -> sections.Effect:
    found = row(aimed.effect)
    taps = (
        tap(state, roll_foe_effect, RollFoeEffect(aimed=aimed.key), ROLL),
        tap(state, end_foe_effect, EndFoeEffect(aimed=aimed.key), END),
    )
    return sections.Effect(
        key=aimed.key,
        title=aimed_name(aimed),
        text=found.text,
        rounds=rounds_left(aimed.until, aimed.lasts, run),
        icon=found.icon,
        mood="bad" if found.good else "good",
        link=f"effects/{aimed.effect}",
        taps=tuple(one for one in taps if one) if gm else (),
    )


Plain = dict[str, Any]


def effect_facts(hero: Hero, run: Run | None) -> list[Plain]:
    """The effects a hero is under; null where it has no such end."""
    if run is None:
        return []
    return [
        {
            "key": effect.key,
            "rounds_left": rounds_left(effect.until, effect.lasts, run),
            "rolls_left": effect.rolls,
            "amount": effect.amount,
        }
        for effect in hero.effects
    ]


def run_facts(state: State, run: Run) -> Plain:
    """The round, what lies on monsters, the creatures of the party."""
    return {
        "round": run.round,
        "monsters": [
            {
                "key": figure.key,
                "monster": figure.monster,
                "number": figure.nth,
                "body": {"now": figure.body, "max": figure.body_max},
            }
            for figure in run.figures
        ],
        "foes": [
            {
                "key": aimed.key,
                "effect": aimed.effect,
                "monster": aimed.monster or None,
                "rounds_left": rounds_left(aimed.until, aimed.lasts, run),
            }
            for aimed in run.aimed
        ],
        "creatures": [
            {
                "key": c.key,
                "kind": c.kind,
                "name": name_of(c, state),
                "hero": c.by,
                "body": {"now": c.body, "max": c.body_max},
                "movement": c.movement,
                "movement_dice": c.dice or None,
                "attack": c.attack,
                "defence": c.defence,
                "rounds_left": rounds_left(c.until, BOOK.companions[c.kind].rounds, run),
            }
            for c in run.companions
        ],
    }
