"""Hiring mercenaries, paying them for another quest, letting them go (§8.2, R25–R27, R56)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Mercenary as MercenaryRow
from rules.heroquest_evolution.house import house_int, mercenary_price
from rules.heroquest_evolution.purse import hint, paid, short_of, shown
from rules.heroquest_evolution.refusals import living, refuse, unknown
from rules.heroquest_evolution.retinue import (
    apart,
    barred,
    free_key,
    hired,
    is_inside,
    label,
    pick_one,
    profile,
    row,
)
from rules.heroquest_evolution.service import MERCENARY, gone, nobody
from rules.heroquest_evolution.state import Hero, Mercenary, Owned, State, change, change_mercenary
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Name, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, words
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, listed

GROUPS = {False: Text("Mercenaires", "Mercenaries"), True: Text("Apprentis", "Apprentices")}


class HireMercenary(Command, frozen=True, tag="hire_mercenary"):
    """`mercenary` is a row of the rulebook. The price is for one quest: the open one where the hero is inside, else the next."""

    who = "own"
    label = Text("Engager un mercenaire", "Hire a mercenary")
    icon = "people"
    hero: Key
    mercenary: Key
    name: Name | None = None


class PayMercenary(Command, frozen=True, tag="pay_mercenary"):
    """The price of another quest (R26)."""

    who = "own"
    label = Text("Payer un mercenaire", "Pay a mercenary")
    icon = "coin"
    hero: Key
    mercenary: Key


class DismissMercenary(Command, frozen=True, tag="dismiss_mercenary"):
    """The pay is not given back; an apprentice's gear is (R56)."""

    who = "own"
    label = Text("Renvoyer un mercenaire", "Dismiss a mercenary")
    icon = "door"
    hero: Key
    mercenary: Key


class MercenaryHired(Event, frozen=True, tag="mercenary_hired"):
    """`role` is the row of the rulebook, `gold` the difference. `serving`: at once, in the open quest."""

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    role: str
    role_name: Text
    body: int
    gold: int
    source: str
    name: str = ""
    skills: tuple[str, ...] = ()
    serving: bool = False


class MercenaryPaid(Event, frozen=True, tag="mercenary_paid"):
    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    gold: int
    source: str
    serving: bool = False


class MercenaryDismissed(Event, frozen=True, tag="mercenary_dismissed"):
    """`items` come back to the employer, called `things`."""

    hero: str
    hero_name: str
    mercenary: str
    mercenary_name: Text
    items: tuple[Owned, ...] = ()
    things: tuple[Text, ...] = ()


def hire_mercenary(state: State, command: HireMercenary, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    found = BOOK.mercenaries.get(command.mercenary)
    if found is None:
        return unknown("mercenary", command.mercenary, "R25")
    price = mercenary_price(state, found.key)
    wrong = barred(state, hero.key) or _full(state, hero) or _enough_apprentices(state, hero, found)
    wrong = wrong or short_of(hero, price, _source(found), "mercenary")
    return wrong or (_hired_event(state, hero, found, (command.name or "").strip(), price),)


def _full(state: State, hero: Hero) -> Violation | None:
    most = house_int(state, "mercenary_limit")
    if len(hero.mercenaries) < most:
        return None
    return refuse(
        "mercenary_limit",
        "Un héros a au plus {most} mercenaires à son service.",
        "A hero has at most {most} mercenaries in service.",
        "R25",
        field="hero",
        most=most,
    )


def _enough_apprentices(state: State, hero: Hero, found: MercenaryRow) -> Violation | None:
    most = house_int(state, "apprentice_limit")
    if not found.apprentice or sum(row(m).apprentice for m in hero.mercenaries) < most:
        return None
    return refuse(
        "apprentice_limit",
        "Un héros a au plus {most} apprenti(s) à son service.",
        "A hero has at most {most} apprentice(s) in service.",
        "R27",
        field="mercenary",
        most=most,
    )


def _source(found: MercenaryRow) -> str:
    return found.source.partition(",")[0]


def _hired_event(state: State, hero: Hero, found: MercenaryRow, name: str, price: int) -> MercenaryHired:
    key = free_key(hero, found.key)
    return MercenaryHired(
        hero=hero.key,
        hero_name=hero.name,
        mercenary=key,
        mercenary_name=label(Mercenary(key, found.key, found.body, name)),
        role=found.key,
        role_name=found.name,
        name=name,
        body=found.body,
        skills=found.skills,
        gold=-price,
        source=_source(found),
        serving=is_inside(state, hero.key),
    )


def mercenary_hired(state: State, event: MercenaryHired) -> State:
    hero = state.heroes[event.hero]
    mercenary = Mercenary(
        key=event.mercenary,
        kind=event.role,
        body_base=event.body,
        name=event.name,
        skills=event.skills,
        pay="serving" if event.serving else "paid",
    )
    return change(state, event.hero, gold=hero.gold + event.gold, mercenaries=(*hero.mercenaries, mercenary))


def pay_mercenary(state: State, command: PayMercenary, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = hired(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    price = mercenary_price(state, mercenary.kind)
    source = _source(row(mercenary))
    wrong = barred(state, hero.key) or _paid_already(mercenary) or short_of(hero, price, source, "mercenary")
    return wrong or (
        MercenaryPaid(
            hero=hero.key,
            hero_name=hero.name,
            mercenary=mercenary.key,
            mercenary_name=label(mercenary),
            gold=-price,
            source=source,
            serving=is_inside(state, hero.key),
        ),
    )


def _paid_already(mercenary: Mercenary) -> Violation | None:
    if mercenary.pay == "due":
        return None
    return refuse(
        "already_paid",
        "{name} a déjà reçu sa solde pour cette quête.",
        "{name} has been paid for this quest already.",
        "R26",
        field="mercenary",
        name=label(mercenary),
    )


def mercenary_paid(state: State, event: MercenaryPaid) -> State:
    state = change(state, event.hero, gold=state.heroes[event.hero].gold + event.gold)
    return change_mercenary(state, event.hero, event.mercenary, pay="serving" if event.serving else "paid")


def dismiss_mercenary(state: State, command: DismissMercenary, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    mercenary = hired(hero, command.mercenary)
    if isinstance(mercenary, Violation):
        return mercenary
    wrong = apart(state, hero, mercenary) if mercenary.items else None
    return wrong or (
        MercenaryDismissed(
            hero=hero.key,
            hero_name=hero.name,
            mercenary=mercenary.key,
            mercenary_name=label(mercenary),
            items=mercenary.items,
            things=tuple(BOOK.items[owned.key].name.inline for owned in mercenary.items),
        ),
    )


def mercenary_dismissed(state: State, event: MercenaryDismissed) -> State:
    return gone(state, event.hero, event.mercenary, event.items)


def offer_hire(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    answers = {
        key: hire_mercenary(state, HireMercenary(hero=hero, mercenary=key), NO_ACT)
        for key in BOOK.mercenaries
    }
    able = tuple(key for key, answer in answers.items() if not isinstance(answer, Violation))
    if not able:
        return refused(next(answer for answer in answers.values() if isinstance(answer, Violation)))
    who = choice("mercenary", MERCENARY, tuple(_hire_choice(state, found, key) for key in able))
    name = words("name", Text("Nom", "Name"), required=False)
    return Draft((who, name), text=_too_dear(state, found))


def _hire_choice(state: State, hero: Hero, key: str) -> Choice:
    """What it costs and what one gets."""
    found = BOOK.mercenaries[key]
    return Choice(
        key,
        found.name,
        hint=hint(paid(hero, mercenary_price(state, key)), figures(found)),
        group=GROUPS[found.apprentice],
        link=f"mercenaries/{key}",
    )


def figures(found: MercenaryRow) -> Text:
    """`Attaque 2 · Défense 3 · Mouvement 9 · Corps 2`, and what else the profile is good for."""
    numbers = profile(Mercenary(found.key, found.key, found.body, skills=found.skills))
    parts = [number.label + Text(f" {shown(number)}", f" {shown(number)}") for number in numbers]
    parts.append(Text("Corps {n}", "Body {n}")(n=found.body))
    if found.disarms:
        parts.append(Text("désamorce", "disarms"))
    if found.diagonal:
        parts.append(Text("en diagonale", "diagonally"))
    return Text(" · ".join(part.fr for part in parts), " · ".join(part.en for part in parts))


def _too_dear(state: State, hero: Hero) -> Text | None:
    dear = tuple(
        Text("{name} (il manque {n} po)", "{name} ({n} gold short)")(
            name=found.name.inline, n=mercenary_price(state, key) - hero.gold
        )
        for key, found in BOOK.mercenaries.items()
        if mercenary_price(state, key) > hero.gold
    )
    return (
        Text("Trop cher pour l’instant : {who}.", "Too dear for now: {who}.")(who=listed(dear))
        if dear
        else None
    )


def offer_pay(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    answers = {
        m.key: pay_mercenary(state, PayMercenary(hero=hero, mercenary=m.key), NO_ACT)
        for m in found.mercenaries
    }
    able = tuple(key for key, answer in answers.items() if not isinstance(answer, Violation))
    if not able:
        return refused(next((a for a in answers.values() if isinstance(a, Violation)), None) or nobody(found))
    prices = {m.key: paid(found, mercenary_price(state, m.kind)) for m in found.mercenaries}
    return Draft((choice("mercenary", MERCENARY, pick_one(found, able, dict(prices))),))


def offer_dismiss(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    answers = {
        m.key: dismiss_mercenary(state, DismissMercenary(hero=hero, mercenary=m.key), NO_ACT)
        for m in found.mercenaries
    }
    able = tuple(key for key, answer in answers.items() if not isinstance(answer, Violation))
    if not able:
        return refused(next((a for a in answers.values() if isinstance(a, Violation)), None) or nobody(found))
    return Draft((choice("mercenary", MERCENARY, pick_one(found, able)),))


def tell_hired(event: MercenaryHired) -> Text:
    who = Text("{name} ({role})", "{name} ({role})")(name=event.name, role=event.role_name.inline)
    return Text("{hero} engage pour {gold} po : {who}.", "{hero} hires for {gold} gold: {who}.")(
        hero=event.hero_name, gold=-event.gold, who=who if event.name else event.mercenary_name.inline
    )


def tell_paid(event: MercenaryPaid) -> Text:
    return Text("{hero} paie {gold} po de solde : {name}.", "{hero} pays {gold} gold to {name}.")(
        hero=event.hero_name, gold=-event.gold, name=event.mercenary_name
    )


def tell_dismissed(event: MercenaryDismissed) -> Text:
    told = Text("{hero} met fin à un engagement : {name}", "{hero} lets go of {name}")(
        hero=event.hero_name, name=event.mercenary_name
    )
    if not event.things:
        return told + Text(".", ".")
    return told + Text(", qui rend : {things}.", ", who gives back: {things}.")(things=listed(event.things))


def hired_moves(event: MercenaryHired) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, event.mercenary_name, event.source),)


def paid_moves(event: MercenaryPaid) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, event.mercenary_name, event.source),)


CHAPTER = Chapter(
    name="hiring",
    decides={
        HireMercenary: hire_mercenary,
        PayMercenary: pay_mercenary,
        DismissMercenary: dismiss_mercenary,
    },
    evolves={
        MercenaryHired: mercenary_hired,
        MercenaryPaid: mercenary_paid,
        MercenaryDismissed: mercenary_dismissed,
    },
    tells={MercenaryHired: tell_hired, MercenaryPaid: tell_paid, MercenaryDismissed: tell_dismissed},
    offers={HireMercenary: offer_hire, PayMercenary: offer_pay, DismissMercenary: offer_dismiss},
    moves={MercenaryHired: hired_moves, MercenaryPaid: paid_moves},
)
