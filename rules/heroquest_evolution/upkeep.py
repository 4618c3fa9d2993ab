"""Upkeep: what falls due when a quest is closed, paying it, waiving it (§VIII, R19)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.house import house_int
from rules.heroquest_evolution.purse import paid, short_of
from rules.heroquest_evolution.refusals import living, refuse
from rules.heroquest_evolution.state import Answer, Hero, State, change
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Reason, Violation
from rules.kernel.offers import Draft, Given, refused, words
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, listed, same

UPKEEP = Text("Entretien", "Upkeep")


class PayUpkeep(Command, frozen=True, tag="pay_upkeep"):
    """Settles all dues of the hero."""

    who = "own"
    label = Text("Payer l’entretien", "Pay upkeep")
    icon = "coin"
    hero: Key


class WaiveUpkeep(Command, frozen=True, tag="waive_upkeep"):
    """Remits all dues of the hero; the ledger keeps the reason."""

    label = Text("Remettre l’entretien", "Waive upkeep")
    icon = "coin"
    hero: Key
    reason: Reason


class UpkeepDue(Event, frozen=True, tag="upkeep_due"):
    heroes: tuple[str, ...]
    hero_names: tuple[str, ...]
    amount: int


class UpkeepPaid(Event, frozen=True, tag="upkeep_paid"):
    """`dues` are the amounts settled, `gold` the difference."""

    hero: str
    hero_name: str
    dues: tuple[int, ...]
    gold: int


class UpkeepWaived(Event, frozen=True, tag="upkeep_waived"):
    hero: str
    hero_name: str
    dues: tuple[int, ...]
    amount: int
    reason: str


def owes(hero: Hero) -> int:
    """The hero's dues in gold; they bar the way into the next quest."""
    return sum(hero.dues)


def due(state: State, heroes: tuple[str, ...]) -> tuple[Event, ...]:
    """What the closing of a quest makes due for the living among those heroes; nothing where it is free."""
    price = house_int(state, "upkeep")
    alive = tuple(key for key in heroes if isinstance(living(state, key), Hero))
    if not price or not alive:
        return ()
    names = tuple(state.heroes[key].name for key in alive)
    return (UpkeepDue(heroes=alive, hero_names=names, amount=price),)


def upkeep_due(state: State, event: UpkeepDue) -> State:
    heroes = dict(state.heroes)
    for key in event.heroes:
        if key in heroes:
            heroes[key] = replace(heroes[key], dues=(*heroes[key].dues, event.amount))
    return replace(state, heroes=heroes)


def _debtor(state: State, key: str) -> Answer:
    hero = living(state, key)
    if isinstance(hero, Violation) or hero.dues:
        return hero
    return refuse(
        "nothing_due",
        "{name} ne doit pas d’entretien.",
        "{name} owes no upkeep.",
        "R19",
        field="hero",
        name=hero.name,
    )


def pay_upkeep(state: State, command: PayUpkeep, act: Act) -> Decision:
    hero = _debtor(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    short = short_of(hero, owes(hero), "R19", "hero")
    return short or (UpkeepPaid(hero=hero.key, hero_name=hero.name, dues=hero.dues, gold=-owes(hero)),)


def upkeep_paid(state: State, event: UpkeepPaid) -> State:
    hero = state.heroes[event.hero]
    return change(state, event.hero, gold=hero.gold + event.gold, dues=hero.dues[len(event.dues) :])


def waive_upkeep(state: State, command: WaiveUpkeep, act: Act) -> Decision:
    hero = _debtor(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    return (
        UpkeepWaived(
            hero=hero.key,
            hero_name=hero.name,
            dues=hero.dues,
            amount=owes(hero),
            reason=command.reason.strip(),
        ),
    )


def upkeep_waived(state: State, event: UpkeepWaived) -> State:
    return change(state, event.hero, dues=state.heroes[event.hero].dues[len(event.dues) :])


def offer_pay(state: State, hero: str, given: Given) -> Draft:
    answer = pay_upkeep(state, PayUpkeep(hero=hero), NO_ACT)
    if isinstance(answer, Violation):
        return refused(answer)
    found = state.heroes[hero]
    return Draft(text=paid(found, owes(found)))


def offer_waive(state: State, hero: str, given: Given) -> Draft:
    found = _debtor(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    text = Text("{name} doit {gold} po.", "{name} owes {gold} gold.")(name=found.name, gold=owes(found))
    return Draft((words("reason", Text("Raison", "Reason"), 300),), text=text)


def tell_due(event: UpkeepDue) -> Text:
    names = listed(tuple(same(name) for name in event.hero_names))
    return Text("Entretien dû, {gold} po chacun : {names}.", "Upkeep falls due, {gold} gold each: {names}.")(
        gold=event.amount, names=names
    )


def tell_paid(event: UpkeepPaid) -> Text:
    return Text("{name} paie son entretien : {gold} po.", "{name} pays upkeep: {gold} gold.")(
        name=event.hero_name, gold=-event.gold
    )


def tell_waived(event: UpkeepWaived) -> Text:
    return Text(
        "L’entretien de {name}, {gold} po, est remis : {reason}",
        "The upkeep of {name}, {gold} gold, is waived: {reason}",
    )(name=event.hero_name, gold=event.amount, reason=event.reason)


def paid_moves(event: UpkeepPaid) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, UPKEEP, "R19"),)


CHAPTER = Chapter(
    name="upkeep",
    decides={PayUpkeep: pay_upkeep, WaiveUpkeep: waive_upkeep},
    evolves={UpkeepDue: upkeep_due, UpkeepPaid: upkeep_paid, UpkeepWaived: upkeep_waived},
    tells={UpkeepDue: tell_due, UpkeepPaid: tell_paid, UpkeepWaived: tell_waived},
    offers={PayUpkeep: offer_pay, WaiveUpkeep: offer_waive},
    moves={UpkeepPaid: paid_moves},
)
