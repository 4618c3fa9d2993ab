"""Mercenaries in a quest: who goes along, wounds and death, what a quest survived teaches (§8.2, §8.3, R25, R26, R28)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.house import house
from rules.heroquest_evolution.refusals import amount, living, refuse
from rules.heroquest_evolution.retinue import (
    TICKS,
    allows,
    employer,
    gear_back,
    hired,
    is_tough,
    label,
    pick_one,
    row,
)
from rules.heroquest_evolution.state import Gain, Hero, Mercenary, Owned, State, change, change_mercenary
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Draft, Given, choice, refused, span, words
from rules.kernel.text import Text, counted, listed

BODY_STEP = 20
CREDIT_MOST = 20
"""Quests noted at once."""
MERCENARY = Text("Mercenaire", "Mercenary")


class ChangeMercenaryBody(Command, frozen=True, tag="change_mercenary_body"):
    """Up to the maximum; at 0 the mercenary dies, unless *Dur à cuir* may save one whom the blow leaves exactly there (R39)."""

    who = "own"
    label = Text("Corps d’un mercenaire", "Body of a mercenary")
    icon = "heart"
    hero: Key
    mercenary: Key
    by: Number


class RecordMercenaryDeath(Command, frozen=True, tag="record_mercenary_death"):
    who = "own"
    label = Text("Mort d’un mercenaire", "Death of a mercenary")
    icon = "tomb"
    hero: Key
    mercenary: Key
    cause: Reason | None = None


class CreditMercenary(Command, frozen=True, tag="credit_mercenary"):
    """Quests survived before they were counted here: from a paper sheet, or a tick forgotten (R92). What they teach comes with them."""

    label = Text("Noter des quêtes survécues", "Note quests survived")
    icon = "check"
    hero: Key
    mercenary: Key
    quests: Number
    reason: Reason


class MercenariesSetOut(Event, frozen=True, tag="mercenaries_set_out"):
    """Those who are paid go into the quest with the employer."""

    hero: str
    hero_name: str
    mercenaries: tuple[str, ...]
    names: tuple[Text, ...]


class MercenariesCameHome(Event, frozen=True, tag="mercenaries_came_home"):
    """The quest they were paid for is over; the next one is paid anew (R26)."""

    hero: str
    hero_name: str
    mercenaries: tuple[str, ...]
    names: tuple[Text, ...]


class MercenarySurvived(Event, frozen=True, tag="mercenary_survived"):
    """A tick of §8.3: `survived` is the count with it. `improvement` says what it brings; `owes` is the step that leaves a choice.

    `reason` stands with quests from before (R92).
    """

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    survived: int
    improvement: Text | None = None
    gain: Gain | None = None
    skill: str | None = None
    replaces: str | None = None
    owes: int | None = None
    reason: str = ""


class TicksEnded(Event, frozen=True, tag="ticks_ended"):
    """A quest without the mercenary: the count begins anew, what was learnt stays (R56, R93)."""

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    lost: int


class MercenariesLeft(Event, frozen=True, tag="mercenaries_left"):
    """The employer leaves the campaign; the gear is with what the employer leaves (R26, R56)."""

    hero: str
    hero_name: str
    mercenaries: tuple[str, ...]
    names: tuple[Text, ...]
    items: tuple[Owned, ...] = ()


class MercenaryBodyChanged(Event, frozen=True, tag="mercenary_body_changed"):
    """`by` points were really gained or lost; `overshoot` points went past 0; `now` is what is left."""

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    by: int
    now: int
    overshoot: int = 0


class MercenaryDied(Event, frozen=True, tag="mercenary_died"):
    """`items` are the employer's own, given back (R56)."""

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    cause: str = ""
    items: tuple[Owned, ...] = ()


def set_out(state: State, quest: str, heroes: tuple[str, ...]) -> tuple[Event, ...]:
    """Who goes along with those heroes; into *L'épreuve* nobody does, and the pay is kept (R25)."""
    if not allows(quest):
        return ()
    able = ((state.heroes[key], _with_pay(state.heroes[key], "paid")) for key in heroes)
    return tuple(
        MercenariesSetOut(hero=hero.key, hero_name=hero.name, mercenaries=_keys(paid), names=_names(paid))
        for hero, paid in able
        if paid
    )


def _with_pay(hero: Hero, pay: str) -> tuple[Mercenary, ...]:
    return tuple(mercenary for mercenary in hero.mercenaries if mercenary.pay == pay)


def _keys(some: tuple[Mercenary, ...]) -> tuple[str, ...]:
    return tuple(mercenary.key for mercenary in some)


def _names(some: tuple[Mercenary, ...]) -> tuple[Text, ...]:
    return tuple(map(label, some))


def left_behind(state: State, quest: str, heroes: tuple[str, ...]) -> tuple[Text, ...]:
    """Who stays outside: unpaid, or before *L'épreuve* (R25, R26)."""
    band = tuple(m for key in heroes if key in state.heroes for m in state.heroes[key].mercenaries)
    stays = band if not allows(quest) else tuple(m for m in band if m.pay == "due")
    if not stays:
        return ()
    said = UNPAID if allows(quest) else NOT_HERE
    return (said(names=listed(_names(stays))),)


UNPAID = Text(
    "Sans solde, ils restent dehors : {names}. On peut encore les payer dans le donjon.",
    "Unpaid, they stay outside: {names}. They can still be paid in the dungeon.",
)
NOT_HERE = Text(
    "Cette quête se joue sans mercenaires ; attendent dehors, leur solde gardée : {names}.",
    "This quest is played without mercenaries; they wait outside and keep their pay: {names}.",
)


def mercenaries_set_out(state: State, event: MercenariesSetOut) -> State:
    for key in event.mercenaries:
        state = change_mercenary(state, event.hero, key, pay="serving")
    return state


def quest_over(state: State, quest: str, heroes: tuple[str, ...]) -> tuple[Event, ...]:
    """What the closing of a quest means for those in the pay of these heroes, who go on living."""
    return tuple(event for key in heroes for event in _quest_over(state, quest, state.heroes[key]))


def _quest_over(state: State, quest: str, hero: Hero) -> Iterator[Event]:
    served = _with_pay(hero, "serving")
    if served:
        yield MercenariesCameHome(
            hero=hero.key, hero_name=hero.name, mercenaries=_keys(served), names=_names(served)
        )
    if not house(state, "mercenary_experience"):
        return
    for mercenary in hero.mercenaries:
        if mercenary.pay == "serving":
            yield survived(hero, mercenary, mercenary.survived + 1)
        elif mercenary.survived and allows(quest):
            yield TicksEnded(
                hero=hero.key,
                hero_name=hero.name,
                mercenary=mercenary.key,
                mercenary_name=label(mercenary),
                lost=mercenary.survived,
            )


def survived(hero: Hero, mercenary: Mercenary, count: int, reason: str = "") -> MercenarySurvived:
    """That many ticks in all, and the next improvement if they complete it (R28)."""
    step, steps = mercenary.learned + 1, row(mercenary).improvements
    taught = steps[step - 1] if step <= len(steps) and count >= TICKS * step else None
    skill = BOOK.skills[taught.skill] if taught and taught.skill else None
    return MercenarySurvived(
        hero=hero.key,
        hero_name=hero.name,
        mercenary=mercenary.key,
        mercenary_name=label(mercenary),
        survived=count,
        improvement=taught.text if taught else None,
        gain=Gain(taught.gain, 1, f"service.{TICKS * step}") if taught and taught.gain else None,
        skill=skill.key if skill else None,
        replaces=skill.evolution_of if skill and skill.evolution_of in mercenary.skills else None,
        owes=step if taught and taught.choice else None,
        reason=reason,
    )


def mercenaries_came_home(state: State, event: MercenariesCameHome) -> State:
    for key in event.mercenaries:
        state = change_mercenary(state, event.hero, key, pay="due")
    return state


def find(state: State, hero: str, key: str) -> Mercenary:
    return next(m for m in state.heroes[hero].mercenaries if m.key == key)


def mercenary_survived(state: State, event: MercenarySurvived) -> State:
    return put(state, event.hero, ticked(find(state, event.hero, event.mercenary), event))


def ticked(mercenary: Mercenary, event: MercenarySurvived) -> Mercenary:
    return replace(
        learn(mercenary, event.gain, event.skill, event.replaces),
        survived=event.survived,
        learned=mercenary.learned + (event.improvement is not None),
        owed=(*mercenary.owed, event.owes) if event.owes else mercenary.owed,
    )


def learn(mercenary: Mercenary, gain: Gain | None, skill: str | None, replaces: str | None) -> Mercenary:
    """The mercenary with an improvement; an evolution takes the place of its base."""
    gains = (*mercenary.gains, gain) if gain else mercenary.gains
    skills = tuple(key for key in mercenary.skills if key != replaces) + ((skill,) if skill else ())
    return replace(mercenary, gains=gains, skills=skills)


def put(state: State, key: str, mercenary: Mercenary) -> State:
    """The state with one in service as given."""
    found = state.heroes[key].mercenaries
    return change(state, key, mercenaries=tuple(mercenary if m.key == mercenary.key else m for m in found))


def credit_mercenary(state: State, command: CreditMercenary, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = hired(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    wrong = amount(command.quests, 1, CREDIT_MOST, "quests", "R92")
    return wrong or tuple(_credits(hero, mercenary, command.quests, command.reason.strip()))


def _credits(hero: Hero, mercenary: Mercenary, quests: int, reason: str) -> Iterator[MercenarySurvived]:
    """One event for each improvement on the way, and one for what is left."""
    total = mercenary.survived + quests
    while mercenary.survived < total:
        learning = mercenary.learned < len(row(mercenary).improvements)
        mark = TICKS * (mercenary.learned + 1) if learning else total
        event = survived(hero, mercenary, min(total, mark), reason)
        yield event
        mercenary, reason = ticked(mercenary, event), ""


def ticks_ended(state: State, event: TicksEnded) -> State:
    return change_mercenary(state, event.hero, event.mercenary, survived=0)


def leave(hero: Hero) -> tuple[MercenariesLeft, ...]:
    """Those in the pay of a hero who leaves the campaign leave too (R26)."""
    if not hero.mercenaries:
        return ()
    items = tuple(owned for mercenary in hero.mercenaries for owned in mercenary.items)
    return (
        MercenariesLeft(
            hero=hero.key,
            hero_name=hero.name,
            mercenaries=_keys(hero.mercenaries),
            names=_names(hero.mercenaries),
            items=items,
        ),
    )


def all_gear(hero: Hero) -> tuple[Owned, ...]:
    """What the hero owns, with what those in service wear of it."""
    return gear_back(hero.items, tuple(owned for m in hero.mercenaries for owned in m.items))


def mercenaries_left(state: State, event: MercenariesLeft) -> State:
    items = gear_back(state.heroes[event.hero].items, event.items)
    return change(state, event.hero, mercenaries=(), items=items)


def change_body(state: State, command: ChangeMercenaryBody, act: Act) -> Decision:
    hero = employer(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = hired(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    wrong = _wrong_step(mercenary, command.by)
    if wrong:
        return wrong
    left = mercenary.body + command.by
    changed = MercenaryBodyChanged(
        hero=hero.key,
        hero_name=hero.name,
        mercenary=mercenary.key,
        mercenary_name=label(mercenary),
        by=max(0, left) - mercenary.body,
        now=max(0, left),
        overshoot=max(0, -left),
    )
    return (changed, *((died(hero, mercenary),) if _kills(mercenary, left) else ()))


def _wrong_step(mercenary: Mercenary, by: int) -> Violation | None:
    if by == 0:
        return refuse(
            "no_change",
            "Un changement de 0 ne change rien.",
            "A change of 0 changes nothing.",
            "R39",
            field="by",
        )
    if by > mercenary.wounds:
        return refuse(
            "above_maximum",
            "Au plus {most} : il ne manque que {missing}.",
            "At most {most}: only {missing} are missing.",
            "R60",
            field="by",
            most=mercenary.body_max,
            missing=mercenary.wounds,
        )
    return amount(by, -BODY_STEP, BODY_STEP, "by", "R39")


def _kills(mercenary: Mercenary, left: int) -> bool:
    """Body at 0 kills; *Dur à cuir* leaves the table a roll where the blow ends exactly there (R39)."""
    return left < 0 or (left == 0 and not is_tough(mercenary))


def died(hero: Hero, mercenary: Mercenary, cause: str = "") -> MercenaryDied:
    return MercenaryDied(
        hero=hero.key,
        hero_name=hero.name,
        mercenary=mercenary.key,
        mercenary_name=label(mercenary),
        cause=cause,
        items=mercenary.items,
    )


def mercenary_body_changed(state: State, event: MercenaryBodyChanged) -> State:
    wounds = find(state, event.hero, event.mercenary).wounds - event.by
    return change_mercenary(state, event.hero, event.mercenary, wounds=wounds)


def record_mercenary_death(state: State, command: RecordMercenaryDeath, act: Act) -> Decision:
    hero = employer(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = hired(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    return (died(hero, mercenary, (command.cause or "").strip()),)


def mercenary_died(state: State, event: MercenaryDied) -> State:
    return gone(state, event.hero, event.mercenary, event.items)


def gone(state: State, key: str, mercenary: str, items: tuple[Owned, ...]) -> State:
    """The state after one in service has left it; the employer's gear is in the employer's pack."""
    hero = state.heroes[key]
    left = tuple(m for m in hero.mercenaries if m.key != mercenary)
    return change(state, key, mercenaries=left, items=gear_back(hero.items, items))


def nobody(hero: Hero) -> Violation:
    return refuse(
        "nobody_hired",
        "{name} n’a personne à son service.",
        "{name} has nobody in service.",
        "R25",
        field="hero",
        name=hero.name,
    )


def offer_body(state: State, hero: str, given: Given) -> Draft:
    found = employer(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if not found.mercenaries:
        return refused(nobody(found))
    who = choice("mercenary", MERCENARY, pick_one(found, _keys(found.mercenaries)), depends=True)
    mercenary = hired(found, str(given.get("mercenary")))
    if isinstance(mercenary, Violation):
        return Draft((who,))
    by = span("by", Text("De combien", "By"), -BODY_STEP, min(BODY_STEP, mercenary.wounds), default=-1)
    return Draft((who, replace(by, without=(0,))))


def offer_credit(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if not found.mercenaries:
        return refused(nobody(found))
    who = choice("mercenary", MERCENARY, pick_one(found, _keys(found.mercenaries)))
    quests = span("quests", Text("Quêtes survécues", "Quests survived"), 1, CREDIT_MOST, default=1)
    return Draft((who, quests, words("reason", Text("Raison", "Reason"), 300)))


def offer_mercenary_death(state: State, hero: str, given: Given) -> Draft:
    found = employer(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    if not found.mercenaries:
        return refused(nobody(found))
    who = choice("mercenary", MERCENARY, pick_one(found, _keys(found.mercenaries)))
    return Draft((who, words("cause", Text("Cause", "Cause"), 300, required=False)))


def tell_set_out(event: MercenariesSetOut) -> Text:
    return Text("À la solde de {hero} : {names}.", "In the pay of {hero}: {names}.")(
        hero=event.hero_name, names=listed(event.names)
    )


def tell_came_home(event: MercenariesCameHome) -> Text:
    return Text("De retour avec {hero} : {names}.", "Back with {hero}: {names}.")(
        hero=event.hero_name, names=listed(event.names)
    )


QUEST = Text("quête survécue", "quest survived")
QUESTS = Text("quêtes survécues", "quests survived")


def tell_survived(event: MercenarySurvived) -> Text:
    sentence = Text("{name} : {count}", "{name}: {count}")(
        name=event.mercenary_name, count=counted(event.survived, QUEST, QUESTS)
    )
    if event.improvement:
        sentence = sentence + Text(" → {what}", " → {what}")(what=event.improvement.inline)
    if event.reason:
        return sentence + Text(" (d’avant : {reason}).", " (from before: {reason}).")(reason=event.reason)
    return sentence + Text(".", ".")


def tell_ticks_ended(event: TicksEnded) -> Text:
    return Text(
        "{name} manque une quête : le compte des quêtes survécues repart de zéro.",
        "{name} misses a quest: the count of quests survived begins anew.",
    )(name=event.mercenary_name)


def tell_left(event: MercenariesLeft) -> Text:
    return Text("L’engagement prend fin avec {hero} : {names}.", "The service ends with {hero}: {names}.")(
        hero=event.hero_name, names=listed(event.names)
    )


def tell_body(event: MercenaryBodyChanged) -> Text:
    verb = Text("perd", "loses") if event.by < 0 or event.overshoot else Text("regagne", "regains")
    return Text("{name} {verb} {n} Corps (reste {now}).", "{name} {verb} {n} Body ({now} left).")(
        name=event.mercenary_name, verb=verb, n=abs(event.by) + event.overshoot, now=event.now
    )


def tell_died(event: MercenaryDied) -> Text:
    told = Text("{name}, à la solde de {hero}, meurt", "{name}, in the pay of {hero}, dies")(
        name=event.mercenary_name, hero=event.hero_name
    )
    return told + (Text(" : {c}", ": {c}")(c=event.cause) if event.cause else Text(".", "."))


CHAPTER = Chapter(
    name="service",
    decides={
        ChangeMercenaryBody: change_body,
        RecordMercenaryDeath: record_mercenary_death,
        CreditMercenary: credit_mercenary,
    },
    evolves={
        MercenariesSetOut: mercenaries_set_out,
        MercenariesCameHome: mercenaries_came_home,
        MercenarySurvived: mercenary_survived,
        TicksEnded: ticks_ended,
        MercenariesLeft: mercenaries_left,
        MercenaryBodyChanged: mercenary_body_changed,
        MercenaryDied: mercenary_died,
    },
    tells={
        MercenariesSetOut: tell_set_out,
        MercenariesCameHome: tell_came_home,
        MercenarySurvived: tell_survived,
        TicksEnded: tell_ticks_ended,
        MercenariesLeft: tell_left,
        MercenaryBodyChanged: tell_body,
        MercenaryDied: tell_died,
    },
    offers={
        ChangeMercenaryBody: offer_body,
        RecordMercenaryDeath: offer_mercenary_death,
        CreditMercenary: offer_credit,
    },
)
