"""Rounds: one tap ends one, what runs out ends with it; rolls that an effect asks for every round (§2.2–§2.5, R33, R35, R47)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.combat_dice import BLACK, COMBAT, SKULL, WHITE, doubled, faces_text
from rules.heroquest_evolution.companions import gone
from rules.heroquest_evolution.content_types import Tick
from rules.heroquest_evolution.effects import EFFECT, effect_choices, ended, given, has_effect, row
from rules.heroquest_evolution.foes import freed, rolled_already, waking_needs
from rules.heroquest_evolution.refusals import in_dungeon, open_quest, refuse
from rules.heroquest_evolution.state import Effect, Hero, Run, State, change, change_run
from rules.heroquest_evolution.tally import lose, regain
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Draft, Given, choice, refused
from rules.kernel.text import Text, listed

POISON_STUN = 2
"""Rounds of the stun that ends a poison (§2.5)."""
OWN_TICKS: tuple[Tick, ...] = ("regeneration", "poison", "withering", "waking", "confusion")


class EndRound(Command, frozen=True, tag="end_round"):
    """The heroes and the sorcerer have played: the round ends, and with it whatever lasts until then."""

    label = Text("Fin du tour", "End of the round")
    icon = "clock"
    shortcut = "r"
    at_hand = True


class RollEffect(Command, frozen=True, tag="roll_effect"):
    """This round's roll of an effect: poison, withering, regeneration, waking, confusion."""

    who = "own"
    label = Text("Jet d’un effet", "Roll for an effect")
    icon = "target"
    hero: Key
    effect: Key


class RoundEnded(Event, frozen=True, tag="round_ended"):
    round: int


class EffectRolled(Event, frozen=True, tag="effect_rolled"):
    """`needed` is the least that succeeds, or the number to stay below; 0 where faces decide."""

    hero: str
    hero_name: str
    effect: str
    effect_name: Text
    roll: Roll
    needed: int = 0


def end_round(state: State, command: EndRound, act: Act) -> Decision:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    events: list[Event] = [RoundEnded(round=run.round)]
    for key in run.present:
        events += _run_out(state, state.heroes[key], run)
    events += [freed(a, "time") for a in run.aimed if a.until is not None and a.until <= run.round]
    events += [gone(c, "time", state) for c in run.companions if c.until <= run.round]
    return tuple(events)


def _run_out(state: State, hero: Hero, run: Run) -> list[Event]:
    """What ends with this round, and the exhaustion that follows a fury."""
    events: list[Event] = []
    for effect in hero.effects:
        if effect.until is None or effect.until > run.round:
            continue
        events.append(ended(hero, effect.key, "time"))
        then = row(effect.key).then
        if then:
            events.append(given(state, hero, then, rounds=row(effect.key).then_rounds))
    return events


def round_ended(state: State, event: RoundEnded) -> State:
    return change_run(state, round=event.round + 1)


def not_rolled(state: State, command: EndRound) -> tuple[Text, ...]:
    """Rolls of this round that nobody has made yet."""
    if state.quest is None:
        return ()
    waiting = tuple(
        Text("{name} ({effect})", "{name} ({effect})")(
            name=state.heroes[key].name, effect=row(effect.key).name.inline
        )
        for key in state.quest.standing
        for effect in state.heroes[key].effects
        if asks_for_roll(effect) and effect.rolled_in != state.quest.round
    )
    if not waiting:
        return ()
    return (
        Text("Jets encore à faire ce tour : {who}.", "Rolls still to be made this round: {who}.")(
            who=listed(waiting)
        ),
    )


def asks_for_roll(effect: Effect) -> bool:
    """A stun of fixed length has no roll (R47)."""
    tick = row(effect.key).tick
    return tick in OWN_TICKS and not (tick == "waking" and effect.until is not None)


def wrong_roll(state: State, effect: Effect) -> Violation | None:
    if not asks_for_roll(effect):
        return refuse(
            "no_roll",
            "{effect} ne demande aucun jet ici.",
            "{effect} asks for no roll here.",
            "R47",
            field="effect",
            effect=row(effect.key).name,
        )
    assert state.quest is not None
    if state.quest.round > 1 and effect.rolled_in == state.quest.round:
        return rolled_already(row(effect.key).name, "effect")
    return None


def roll_effect(state: State, command: RollEffect, act: Act) -> Decision:
    found = has_effect(state, command.hero, command.effect)
    if isinstance(found, Violation):
        return found
    hero, effect = found
    wrong = wrong_roll(state, effect)
    return wrong or ROLLS[str(row(effect.key).tick)](state, hero, effect, act)


def _rolled(hero: Hero, effect: Effect, roll: Roll, needed: int = 0) -> EffectRolled:
    return EffectRolled(
        hero=hero.key,
        hero_name=hero.name,
        effect=effect.key,
        effect_name=row(effect.key).name,
        roll=roll,
        needed=needed,
    )


def _regenerate(state: State, hero: Hero, effect: Effect, act: Act) -> Decision:
    roll = act.roll("regeneration", 2, COMBAT)
    return (_rolled(hero, effect, roll), *regain(hero, "body", roll.faces.count(WHITE)))


def _poison(state: State, hero: Hero, effect: Effect, act: Act) -> Decision:
    """§2.5: skull a point, white shield nothing, black shield the end of it and a stun of 2 rounds."""
    roll = act.roll("poison", 1, COMBAT)
    rolled = _rolled(hero, effect, roll)
    if roll.faces == (BLACK,):
        cured = ended(hero, effect.key, "recovered")
        return (rolled, cured, given(state, hero, "stunned", rounds=POISON_STUN))
    return (rolled, *(lose(hero, "body", 1) if roll.faces == (SKULL,) else ()))


def _wither(state: State, hero: Hero, effect: Effect, act: Act) -> Decision:
    roll = act.roll("withering", 1, COMBAT)
    return (_rolled(hero, effect, roll), *(lose(hero, "body", 1) if roll.faces == (SKULL,) else ()))


def _wake(state: State, hero: Hero, effect: Effect, act: Act) -> Decision:
    """6 on the first roll, 5 on the second … 2 for good; a 1 always fails (§2.2, R47)."""
    needed = waking_needs(effect.rolled)
    roll = act.roll("waking", 1, D6)
    rolled = _rolled(hero, effect, roll, needed)
    return (rolled, ended(hero, effect.key, "recovered")) if roll.total >= needed else (rolled,)


def _clear(state: State, hero: Hero, effect: Effect, act: Act) -> Decision:
    """Below the mind, and never on a double 6 (§6.4, R35)."""
    roll = act.roll("confusion", 2, D6)
    rolled = _rolled(hero, effect, roll, hero.mind)
    clear = roll.total < hero.mind and not doubled(roll, "6")
    return (rolled, ended(hero, effect.key, "recovered")) if clear else (rolled,)


ROLLS = {
    "regeneration": _regenerate,
    "poison": _poison,
    "withering": _wither,
    "waking": _wake,
    "confusion": _clear,
}


def effect_rolled(state: State, event: EffectRolled) -> State:
    hero, run = state.heroes[event.hero], state.quest
    assert run is not None
    effects = tuple(
        replace(e, rolled=e.rolled + 1, rolled_in=run.round) if e.key == event.effect else e
        for e in hero.effects
    )
    return change(state, event.hero, effects=effects)


def offer_end_round(state: State, given_: Given) -> Draft:
    run = open_quest(state)
    return refused(run) if isinstance(run, Violation) else Draft()


def offer_roll(state: State, hero: str, given_: Given) -> Draft:
    found = in_dungeon(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    keys = tuple(e.key for e in found.effects if wrong_roll(state, e) is None)
    if not keys:
        return refused(
            refuse(
                "no_effect",
                "{name} : aucun jet à faire maintenant.",
                "{name}: no roll to make now.",
                "R33",
                field="effect",
                name=found.name,
            )
        )
    return Draft((choice("effect", EFFECT, effect_choices(keys)),))


def tell_round(event: RoundEnded) -> Text:
    return Text("Fin du tour {n}.", "End of round {n}.")(n=event.round)


def tell_rolled(event: EffectRolled) -> Text:
    told = Text("{name} : {effect}, jet {faces}", "{name}: {effect}, roll {faces}")(
        name=event.hero_name, effect=event.effect_name.inline, faces=faces_text(event.roll)
    )
    if not event.needed:
        return told + Text(".", ".")
    if event.effect == "confused":
        return told + Text(" (moins de {n}).", " (below {n}).")(n=event.needed)
    return told + Text(" (il faut {n}+).", " ({n}+ needed).")(n=event.needed)


CHAPTER = Chapter(
    name="rounds",
    decides={EndRound: end_round, RollEffect: roll_effect},
    evolves={RoundEnded: round_ended, EffectRolled: effect_rolled},
    tells={RoundEnded: tell_round, EffectRolled: tell_rolled},
    offers={EndRound: offer_end_round, RollEffect: offer_roll},
    warns={EndRound: not_rolled},
)
