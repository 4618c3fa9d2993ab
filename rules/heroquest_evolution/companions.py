"""Summoned creatures on the party's board: they come, are hurt, and go (§5.2, R50)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.effects import end_of
from rules.heroquest_evolution.numbers import attack, defence, movement
from rules.heroquest_evolution.refusals import amount, open_quest, refuse, unknown
from rules.heroquest_evolution.state import Companion, Hero, Run, State, change_run
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span
from rules.kernel.text import Text, same

STEP = 10


class ChangeCompanion(Command, frozen=True, tag="change_companion"):
    """A wound, or points given back. At 0 it is gone."""

    who = "own"
    label = Text("Corps d’une créature", "Body of a creature")
    icon = "claw"
    hero: Key
    companion: Key
    by: Number


class DismissCompanion(Command, frozen=True, tag="dismiss_companion"):
    """Gone before its time: sent away, or driven off."""

    who = "own"
    label = Text("Renvoyer une créature", "Send a creature away")
    icon = "door"
    hero: Key
    companion: Key


class CompanionCame(Event, frozen=True, tag="companion_came"):
    hero: str
    hero_name: str
    companion: str
    companion_kind: str
    companion_name: Text
    body: int
    until: int
    copy: str = ""
    copy_name: Text | None = None
    movement: int = 0
    attack: int = 0
    defence: int = 0
    dice: str = ""


class CompanionChanged(Event, frozen=True, tag="companion_changed"):
    hero: str
    hero_name: str
    companion: str
    companion_name: Text
    by: int
    now: int


class CompanionGone(Event, frozen=True, tag="companion_gone"):
    """`reason`: `time`, `body` (0 points left), `dismissed`."""

    hero: str
    companion: str
    companion_name: Text
    reason: str = "time"


def name_of(companion: Companion, state: State | None = None) -> Text:
    row = BOOK.companions[companion.kind]
    if not companion.copy:
        return row.name
    model = BOOK.monsters.get(companion.copy)
    hero = state.heroes.get(companion.copy) if state else None
    if model is None and hero is None:
        return row.name
    return Text("{clone} ({of})", "{clone} ({of})")(
        clone=row.name, of=model.name if model else same(hero.name if hero else "")
    )


def summon(run: Run, hero: Hero, kind: str, act: Act, nth: int = 0) -> CompanionCame:
    """A creature with the profile of the book."""
    row = BOOK.companions[kind]
    return CompanionCame(
        hero=hero.key,
        hero_name=hero.name,
        companion=f"{act.new_key()}-{nth}",
        companion_kind=kind,
        companion_name=row.name,
        body=row.body or 0,
        until=end_of(run, row.rounds) or run.round,
        movement=row.movement or 0,
        attack=row.attack or 0,
        defence=row.defence or 0,
    )


def clone(run: Run, caster: Hero, model: Hero | Monster, act: Act) -> CompanionCame:
    """A copy with the dice of its model at this moment (§5.2)."""
    came = summon(run, caster, "clone", act)
    if isinstance(model, Hero):
        moves = movement(model)
        return replace(
            came,
            copy=model.key,
            copy_name=same(model.name),
            body=max(1, model.body),
            movement=moves.value,
            attack=attack(model).value,
            defence=defence(model).value,
            dice=moves.dice or "",
        )
    return replace(
        came,
        copy=model.key,
        copy_name=model.name.inline,
        body=model.body or 1,
        movement=model.movement or 0,
        attack=model.attack or 0,
        defence=model.defence or 0,
    )


def find(state: State, hero: str, key: str) -> Companion | Violation:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    found = next((c for c in run.companions if c.key == key and c.by == hero), None)
    return found or unknown("companion", key, "R50")


def change_companion(state: State, command: ChangeCompanion, act: Act) -> Decision:
    found = find(state, command.hero, command.companion)
    if isinstance(found, Violation):
        return found
    if command.by == 0 or command.by > found.body_max - found.body:
        return refuse(
            "out_of_bounds",
            "Corps : de {low} à {high}, sans 0.",
            "Body: from {low} to {high}, not 0.",
            "R50",
            field="by",
            low=-STEP,
            high=found.body_max - found.body,
        )
    wrong = amount(command.by, -STEP, STEP, "by", "R50")
    if wrong:
        return wrong
    now = max(0, found.body + command.by)
    name = name_of(found, state)
    changed = CompanionChanged(
        hero=command.hero,
        hero_name=state.heroes[command.hero].name,
        companion=found.key,
        companion_name=name,
        by=now - found.body,
        now=now,
    )
    return (changed,) if now else (changed, gone(found, "body", state))


def gone(companion: Companion, reason: str, state: State) -> CompanionGone:
    return CompanionGone(
        hero=companion.by,
        companion=companion.key,
        companion_name=name_of(companion, state),
        reason=reason,
    )


def dismiss_companion(state: State, command: DismissCompanion, act: Act) -> Decision:
    found = find(state, command.hero, command.companion)
    return found if isinstance(found, Violation) else (gone(found, "dismissed", state),)


def companion_came(state: State, event: CompanionCame) -> State:
    assert state.quest is not None
    companion = Companion(
        key=event.companion,
        kind=event.companion_kind,
        by=event.hero,
        body=event.body,
        until=event.until,
        copy=event.copy,
        movement=event.movement,
        attack=event.attack,
        defence=event.defence,
        body_max=event.body,
        dice=event.dice,
    )
    return change_run(state, companions=(*state.quest.companions, companion))


def companion_changed(state: State, event: CompanionChanged) -> State:
    assert state.quest is not None
    return change_run(
        state,
        companions=tuple(
            replace(c, body=event.now) if c.key == event.companion else c for c in state.quest.companions
        ),
    )


def companion_gone(state: State, event: CompanionGone) -> State:
    assert state.quest is not None
    return change_run(state, companions=tuple(c for c in state.quest.companions if c.key != event.companion))


def own(state: State, hero: str) -> tuple[Companion, ...]:
    return tuple(c for c in state.quest.companions if c.by == hero) if state.quest else ()


NONE = (
    "no_companion",
    "{name} n’a aucune créature invoquée.",
    "{name} has no summoned creature.",
)


def _choices(state: State, hero: str) -> Draft | tuple[Choice, ...]:
    run = open_quest(state)
    if isinstance(run, Violation):
        return refused(run)
    found = own(state, hero)
    if not found:
        name = state.heroes[hero].name if hero in state.heroes else hero
        return refused(refuse(*NONE, "R50", field="companion", name=name))
    return tuple(
        Choice(c.key, name_of(c, state), hint=Text("Corps {n}", "Body {n}")(n=c.body)) for c in found
    )


CREATURE = Text("Créature", "Creature")


def offer_change(state: State, hero: str, given: Given) -> Draft:
    choices = _choices(state, hero)
    if isinstance(choices, Draft):
        return choices
    fields = [choice("companion", CREATURE, choices, depends=True)]
    chosen = next((c for c in own(state, hero) if c.key == given.get("companion")), None)
    if chosen:
        by = span("by", Text("De combien", "By"), -STEP, min(STEP, chosen.body_max - chosen.body), default=-1)
        fields.append(replace(by, without=(0,)))
    return Draft(tuple(fields))


def offer_dismiss(state: State, hero: str, given: Given) -> Draft:
    choices = _choices(state, hero)
    return choices if isinstance(choices, Draft) else Draft((choice("companion", CREATURE, choices),))


def tell_came(event: CompanionCame) -> Text:
    what = event.companion_name.inline
    told = Text("{name} fait venir : {what}", "{name} summons: {what}")(name=event.hero_name, what=what)
    if event.copy_name:
        told += Text(" ({of})", " ({of})")(of=event.copy_name)
    return told + Text(", jusqu’à la fin du tour {n}.", ", until the end of round {n}.")(n=event.until)


def tell_changed(event: CompanionChanged) -> Text:
    verb = Text("perd", "loses") if event.by < 0 else Text("regagne", "regains")
    return Text("{what} {verb} {n} Corps (reste {now}).", "{what} {verb} {n} Body ({now} left).")(
        what=event.companion_name, verb=verb, n=abs(event.by), now=event.now
    )


GONE: dict[str, Text] = {
    "time": Text("{what} : son temps est fini, disparition.", "{what}: its time is up, gone."),
    "body": Text("{what} tombe et disparaît.", "{what} falls and is gone."),
    "dismissed": Text("{what} s’en va.", "{what} goes away."),
}


def tell_gone(event: CompanionGone) -> Text:
    return GONE[event.reason](what=event.companion_name)


def squares(companion: Companion) -> str:
    """Its movement: squares, or the dice of the hero it copies and the squares beside them."""
    if not companion.dice:
        return str(companion.movement)
    return f"{companion.dice}{companion.movement:+d}" if companion.movement else companion.dice


CHAPTER = Chapter(
    name="companions",
    decides={ChangeCompanion: change_companion, DismissCompanion: dismiss_companion},
    evolves={
        CompanionCame: companion_came,
        CompanionChanged: companion_changed,
        CompanionGone: companion_gone,
    },
    tells={CompanionCame: tell_came, CompanionChanged: tell_changed, CompanionGone: tell_gone},
    offers={ChangeCompanion: offer_change, DismissCompanion: offer_dismiss},
)
