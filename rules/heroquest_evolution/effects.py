"""What lasts on a hero: given, counted, ended (R33–R35, R39, R47, R50, R55)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import EffectRow, Forbidden
from rules.heroquest_evolution.refusals import amount, in_dungeon, refuse, unknown
from rules.heroquest_evolution.state import Effect, Form, Hero, Run, State, change, change_run
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span
from rules.kernel.text import Text

ROUNDS_MAX = 20
Reason = Literal["time", "spent", "ended", "wound", "cured", "recovered"]
IRON_SKULL = "iron-skull"


class ApplyEffect(Command, frozen=True, tag="apply_effect"):
    """A condition or an effect that the table brings about: a spider's poison, a monster's blow, a card. `rounds` overrides its own."""

    label = Text("Donner un état", "Give a condition")
    icon = "hourglass"
    hero: Key
    effect: Key
    rounds: Number | None = None


class EndEffect(Command, frozen=True, tag="end_effect"):
    """Used up early, taken off, recovered from. What lasts exactly its rounds is not cut short (R33)."""

    label = Text("Mettre fin à un effet", "End an effect")
    icon = "check"
    hero: Key
    effect: Key


class CountRoll(Command, frozen=True, tag="count_roll"):
    """One attack or defence roll of an effect that counts rolls (R33)."""

    who = "own"
    label = Text("Compter un jet", "Count a roll")
    icon = "minus"
    hero: Key
    effect: Key


class EffectGiven(Event, frozen=True, tag="effect_given"):
    """It lasts to the end of round `until`, `lasts` rounds in all, or `rolls` rolls; `body` and `mind` are the points of another shape (R55)."""

    hero: str
    hero_name: str
    effect: str
    effect_name: Text
    lasts: int = 0
    until: int | None = None
    rolls: int | None = None
    amount: int = 0
    by: str = ""
    body: int = 0
    mind: int = 0


class EffectEnded(Event, frozen=True, tag="effect_ended"):
    hero: str
    hero_name: str
    effect: str
    effect_name: Text
    reason: Reason = "time"


class EffectResisted(Event, frozen=True, tag="effect_resisted"):
    """An effect that did not take hold: a roll to resist, or *Crâne de fer* (R47)."""

    hero: str
    hero_name: str
    effect: str
    effect_name: Text


class RollCounted(Event, frozen=True, tag="roll_counted"):
    hero: str
    hero_name: str
    effect: str
    effect_name: Text
    left: int


def row(key: str) -> EffectRow:
    return BOOK.effects[key]


def forbidden(hero: Hero, *what: Forbidden) -> Violation | None:
    """The state that forbids the hero one of these (R50)."""
    found = next((row(e.key) for e in hero.effects if set(what) & set(row(e.key).forbids)), None)
    if found is None:
        return None
    return refuse(
        "forbidden_by_effect",
        "{name} ne peut pas faire cela : {effect}.",
        "{name} cannot do this: {effect}.",
        "R50",
        field="hero",
        name=hero.name,
        effect=found.name,
    )


def immune(hero: Hero, key: str) -> bool:
    """*Crâne de fer* stops every stun, not magical sleep (R47)."""
    return row(key).stuns and hero.has_skill(IRON_SKULL)


def end_of(run: Run, rounds: int | None, *, own_turn: bool = False) -> int | None:
    """The round something ends with: a spell of n rounds with round r + n, a skill on one's own turn counts that round (R33)."""
    return None if rounds is None else run.round + rounds - (1 if own_turn else 0)


def given(
    state: State,
    hero: Hero,
    key: str,
    *,
    rounds: int | None = None,
    own_turn: bool = False,
    by: str = "",
    amount: int = 0,
) -> EffectGiven | EffectResisted:
    """The event that gives an effect. The same twice: the longer stays (R33); who cannot be stunned is not (R47)."""
    run = state.quest
    assert run is not None
    found = row(key)
    if immune(hero, key):
        return EffectResisted(hero=hero.key, hero_name=hero.name, effect=key, effect_name=found.name)
    lasts = rounds if rounds is not None else found.rounds
    until, rolls, had = end_of(run, lasts, own_turn=own_turn), found.rolls, hero.effect(key)
    if had:
        if until is not None and had.until is not None and had.until > until:
            lasts = had.lasts
        until = None if had.until is None or until is None else max(had.until, until)
        rolls = max(had.rolls, rolls) if had.rolls is not None and rolls is not None else rolls
    return EffectGiven(
        hero=hero.key,
        hero_name=hero.name,
        effect=key,
        effect_name=found.name,
        lasts=lasts or 0,
        until=until,
        rolls=rolls,
        amount=amount,
        by=by,
        body=found.form_body,
        mind=found.form_mind,
    )


def ended(hero: Hero, key: str, reason: Reason) -> EffectEnded:
    return EffectEnded(
        hero=hero.key, hero_name=hero.name, effect=key, effect_name=row(key).name, reason=reason
    )


def ended_by_wound(hero: Hero) -> tuple[EffectEnded, ...]:
    """What the first point lost breaks: *Peau de roc*, *Commandement*."""
    return tuple(ended(hero, e.key, "wound") for e in hero.effects if row(e.key).ends_on_wound)


def apply_effect(state: State, command: ApplyEffect, act: Act) -> Decision:
    hero = in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = _wrong_gift(hero, command)
    return wrong or (given(state, hero, command.effect, rounds=command.rounds),)


GIVEN_BY_RULE = ("intrepid", "last-stand")
"""Effects that only their own roll brings about."""


def _wrong_gift(hero: Hero, command: ApplyEffect) -> Violation | None:
    found = BOOK.effects.get(command.effect)
    if found is None or found.on_monsters or command.effect in GIVEN_BY_RULE:
        return unknown("effect", command.effect, "R33")
    if immune(hero, command.effect):
        return refuse(
            "never_stunned",
            "{name} a Crâne de fer : rien ne l’assomme.",
            "{name} has Iron skull: nothing stuns this hero.",
            "R47",
            field="effect",
            name=hero.name,
        )
    if other_shape(hero, command.effect):
        return shape_taken(hero, "effect")
    if command.rounds is None:
        return None
    if found.rolls is not None or found.exact:
        return refuse(
            "length_fixed",
            "{effect} : sa durée est fixée par la règle.",
            "{effect}: the rule fixes how long it lasts.",
            "R33",
            field="rounds",
            effect=found.name,
        )
    return amount(command.rounds, 1, ROUNDS_MAX, "rounds", "R33")


def other_shape(hero: Hero, key: str) -> bool:
    """Whether the effect is a shape while the hero is already in another one."""
    return bool(row(key).form_body and hero.form and hero.form.effect != key)


def shape_taken(hero: Hero, field: str) -> Violation:
    """The refusal of a second shape."""
    assert hero.form is not None
    return refuse(
        "other_shape",
        "{name} a déjà une autre forme : {effect}.",
        "{name} is in another shape already: {effect}.",
        "R55",
        field=field,
        name=hero.name,
        effect=row(hero.form.effect).name,
    )


def has_effect(state: State, key: str, effect: str) -> tuple[Hero, Effect] | Violation:
    hero = in_dungeon(state, key)
    if isinstance(hero, Violation):
        return hero
    if effect not in BOOK.effects:
        return unknown("effect", effect, "R33")
    found = hero.effect(effect)
    if found is None:
        return refuse(
            "no_such_effect",
            "{name} n’est pas sous cet effet : {effect}.",
            "{name} is not under this effect: {effect}.",
            "R33",
            field="effect",
            name=hero.name,
            effect=row(effect).name,
        )
    return hero, found


def end_effect(state: State, command: EndEffect, act: Act) -> Decision:
    found = has_effect(state, command.hero, command.effect)
    if isinstance(found, Violation):
        return found
    hero, effect = found
    if row(effect.key).exact:
        return refuse(
            "lasts_exactly",
            "{effect} dure exactement le temps dit, ni plus ni moins.",
            "{effect} lasts exactly as long as it says, no more and no less.",
            "R33",
            field="effect",
            effect=row(effect.key).name,
        )
    return (ended(hero, effect.key, "ended"), *after_ending(state, hero, effect.key))


def after_ending(state: State, hero: Hero, key: str) -> tuple[EffectGiven | EffectResisted, ...]:
    """Taking up one's weapon leaves a single die against the next attack (§4.1)."""
    return (given(state, hero, "picking-up"),) if key == "disarmed" else ()


def count_roll(state: State, command: CountRoll, act: Act) -> Decision:
    found = has_effect(state, command.hero, command.effect)
    if isinstance(found, Violation):
        return found
    hero, effect = found
    if effect.rolls is None:
        return refuse(
            "counts_no_rolls",
            "{effect} ne compte pas de jets.",
            "{effect} counts no rolls.",
            "R33",
            field="effect",
            effect=row(effect.key).name,
        )
    if effect.rolls <= 1:
        return (ended(hero, effect.key, "spent"),)
    return (
        RollCounted(
            hero=hero.key,
            hero_name=hero.name,
            effect=effect.key,
            effect_name=row(effect.key).name,
            left=effect.rolls - 1,
        ),
    )


def effect_given(state: State, event: EffectGiven) -> State:
    hero = state.heroes[event.hero]
    had = hero.effect(event.effect)
    effect = Effect(
        key=event.effect,
        until=event.until,
        rolls=event.rolls,
        lasts=event.lasts,
        amount=event.amount,
        by=event.by,
        rolled_in=had.rolled_in if had else 0,
    )
    others = tuple(e for e in hero.effects if e.key != event.effect)
    if not event.body or hero.form:
        return change(state, event.hero, effects=(*others, effect))
    form = Form(event.effect, event.body, event.mind, hero.body, hero.mind)
    return change(state, event.hero, effects=(*others, effect), form=form, body=event.body, mind=event.mind)


def effect_ended(state: State, event: EffectEnded) -> State:
    hero = without_effect(state.heroes[event.hero], event.effect)
    state = replace(state, heroes=state.heroes | {event.hero: hero})
    return released(state, event.hero) if event.effect == COMMANDING else state


COMMANDING, COMMANDED = "commanding", "commanded"


def released(state: State, caster: str) -> State:
    """The creature the caster commanded comes to itself: the trance and the command are one link (§5.2)."""
    run = state.quest
    if run is None or all(a.effect != COMMANDED or a.by != caster for a in run.aimed):
        return state
    return change_run(state, aimed=tuple(a for a in run.aimed if a.effect != COMMANDED or a.by != caster))


def without_effect(hero: Hero, key: str) -> Hero:
    """The hero with one effect gone; the old shape and its points come back with it (R55), unless that shape has fallen (R101)."""
    hero = replace(hero, effects=tuple(e for e in hero.effects if e.key != key))
    if hero.form and hero.form.effect == key:
        body = hero.form.body if hero.body else 0
        mind = hero.form.mind if hero.mind else 0
        hero = replace(hero, form=None, body=body, mind=mind)
    return hero


def lasts_the_dungeon(key: str) -> bool:
    """What a spell has cost its caster until the dungeon is over: *Armageddon*, *Divination* (R37)."""
    return row(key).exact and row(key).rounds is None


def without_effects(hero: Hero) -> Hero:
    """Who falls is under no effect any more, but for what the whole dungeon forbids (R102)."""
    if not hero.effects and not hero.overshoot:
        return hero
    return replace(_shed(hero, ()), overshoot=0)


def gone_home(hero: Hero) -> Hero:
    """Who goes home may come back: the same, and one last stand is not followed by another (R39, R102)."""
    return _shed(hero, ("last-stand",)) if hero.effects else hero


def _shed(hero: Hero, kept: tuple[str, ...]) -> Hero:
    if hero.form:
        hero = without_effect(hero, hero.form.effect)
    stays = tuple(e for e in hero.effects if e.key in kept or (lasts_the_dungeon(e.key) and e.until is None))
    return replace(hero, effects=stays)


def effect_resisted(state: State, event: EffectResisted) -> State:
    return state


def roll_counted(state: State, event: RollCounted) -> State:
    hero = state.heroes[event.hero]
    effects = tuple(replace(e, rolls=event.left) if e.key == event.effect else e for e in hero.effects)
    return change(state, event.hero, effects=effects)


EFFECT = Text("Effet", "Effect")


def effect_choices(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(key, row(key).name, hint=row(key).text, group=GROUPS[row(key).good], link=f"effects/{key}")
        for key in keys
    )


GROUPS = {True: Text("Favorables", "Helpful"), False: Text("Néfastes", "Harmful")}


def offer_give(state: State, hero: str, given_: Given) -> Draft:
    found = in_dungeon(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    keys = sorted(
        (key for key in BOOK.effects if _wrong_gift(found, ApplyEffect(hero=hero, effect=key)) is None),
        key=lambda key: row(key).good,
    )
    fields = [choice("effect", EFFECT, effect_choices(tuple(keys)), depends=True)]
    chosen = BOOK.effects.get(str(given_.get("effect")))
    if chosen and chosen.rolls is None and not chosen.exact:
        label = Text("Tours (vide : durée de la règle)", "Rounds (empty: as the rule says)")
        fields.append(span("rounds", label, 1, ROUNDS_MAX, required=False))
    return Draft(tuple(fields))


def _offer_own(state: State, hero: str, keys: tuple[str, ...]) -> Draft:
    found = in_dungeon(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if not keys:
        return refused(
            refuse(
                "no_effect",
                "{name} n’est sous aucun effet de ce genre.",
                "{name} is under no such effect.",
                "R33",
                field="effect",
                name=found.name,
            )
        )
    return Draft((choice("effect", EFFECT, effect_choices(keys)),))


def own_effects(state: State, hero: str) -> tuple[Effect, ...]:
    return state.heroes[hero].effects if hero in state.heroes else ()


def offer_end(state: State, hero: str, given_: Given) -> Draft:
    keys = tuple(e.key for e in own_effects(state, hero) if not row(e.key).exact)
    return _offer_own(state, hero, keys)


def offer_count(state: State, hero: str, given_: Given) -> Draft:
    return _offer_own(state, hero, tuple(e.key for e in own_effects(state, hero) if e.rolls is not None))


UNTIL = Text(" jusqu’à la fin du tour {n}", " until the end of round {n}")
ROLLS = Text(" pour {n} jets", " for {n} rolls")


def tell_given(event: EffectGiven) -> Text:
    told = Text("{name} : {effect}", "{name}: {effect}")(
        name=event.hero_name, effect=event.effect_name.inline
    )
    if event.until is not None:
        told += UNTIL(n=event.until)
    if event.rolls is not None and event.rolls > 1:
        told += ROLLS(n=event.rolls)
    if event.amount:
        told += Text(" ({n} dés)", " ({n} dice)")(n=event.amount)
    return told + Text(".", ".")


ENDINGS: dict[str, Text] = {
    "time": Text("{name} : {effect} prend fin.", "{name}: {effect} runs out."),
    "spent": Text("{name} : {effect}, dernier jet compté.", "{name}: {effect}, last roll counted."),
    "ended": Text("{name} : fin de {effect}.", "{name}: end of {effect}."),
    "wound": Text("{name} est touché : {effect} se rompt.", "{name} is hit: {effect} breaks."),
    "cured": Text("{name} : {effect}, c’est guéri.", "{name}: {effect}, cured."),
    "recovered": Text("{name} se reprend : fin de {effect}.", "{name} recovers: end of {effect}."),
}


def tell_ended(event: EffectEnded) -> Text:
    return ENDINGS[event.reason](name=event.hero_name, effect=event.effect_name.inline)


def tell_resisted(event: EffectResisted) -> Text:
    return Text("{name} résiste : {effect}, sans effet.", "{name} resists: {effect}, no effect.")(
        name=event.hero_name, effect=event.effect_name.inline
    )


def tell_counted(event: RollCounted) -> Text:
    return Text("{name} : {effect}, encore {n} jets.", "{name}: {effect}, {n} rolls left.")(
        name=event.hero_name, effect=event.effect_name.inline, n=event.left
    )


CHAPTER = Chapter(
    name="effects",
    decides={ApplyEffect: apply_effect, EndEffect: end_effect, CountRoll: count_roll},
    evolves={
        EffectGiven: effect_given,
        EffectEnded: effect_ended,
        EffectResisted: effect_resisted,
        RollCounted: roll_counted,
    },
    tells={
        EffectGiven: tell_given,
        EffectEnded: tell_ended,
        EffectResisted: tell_resisted,
        RollCounted: tell_counted,
    },
    offers={ApplyEffect: offer_give, EndEffect: offer_end, CountRoll: offer_count},
)
