"""Companions-in-arms on their employer's sheet and on the board (§8.2, §8.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.heroquest_evolution.apprentice_gear import (
    EquipMercenary,
    UnequipMercenary,
    returnable,
    unequip_mercenary,
    wearable,
)
from rules.heroquest_evolution.apprentices import ChooseImprovement, PromoteApprentice
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.hiring import (
    DismissMercenary,
    HireMercenary,
    PayMercenary,
    dismiss_mercenary,
    hire_mercenary,
    pay_mercenary,
)
from rules.heroquest_evolution.house import house, mercenary_price
from rules.heroquest_evolution.icons import item_icon
from rules.heroquest_evolution.purse import gold, hint, paid
from rules.heroquest_evolution.refusals import living, not_away
from rules.heroquest_evolution.retinue import (
    STANDINGS,
    TICKS,
    armed,
    body_parts,
    label,
    may_become_hero,
    profile,
    row,
)
from rules.heroquest_evolution.service import QUEST, QUESTS, ChangeMercenaryBody, change_body
from rules.heroquest_evolution.state import Hero, Mercenary, State
from rules.heroquest_evolution.taps import obstacle, tap
from rules.heroquest_evolution.victims import capital
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Violation, kind_of
from rules.kernel.offers import Viewer
from rules.kernel.sections import (
    AnySection,
    Card,
    Cards,
    Derived,
    Line,
    Listing,
    Numbers,
    Tap,
    Track,
    Tracks,
)
from rules.kernel.text import Text, counted, same

KEY = "mercenaries"
TITLE = Text("Mercenaires", "Mercenaries")
DICE = Text("Dés et mouvement", "Dice and movement")
SERVICE = Text("À leur service et au vôtre", "Their service and yours")
LEAVE_AT_END = Text(
    "sert jusqu’à la fin de la quête, puis s’en va", "serves to the end of the quest, then leaves"
)
PAY = Text("Solde à verser", "Pay due")
PAY_TAP = Text("Payer {price}", "Pay {price}")
FOR_NEXT = Text(
    "Pour la prochaine quête où va l’employeur (R26).", "For the next quest the employer goes into (R26)."
)
FOR_THIS = Text("Pour cette quête, tout de suite (R26).", "For this quest, at once (R26).")
LEARN = Text("Progrès à choisir", "Improvement to choose")
PROMOTE = Text("Peut devenir un héros", "May become a hero")
PROMOTE_TEXT = Text(
    "De niveau 2, avec tout ce qu’il sait et porte (R56).", "Of level 2, with all skills and gear (R56)."
)
EQUIP = Text("Équiper", "Equip")
EQUIP_TEXT = Text("D’un objet de l’employeur (R27, R56).", "With an item of the employer’s (R27, R56).")
TAKE_BACK = Text("Reprendre", "Take back")
INCLUDED = Text("Arme de base, comprise dans le prix (R27).", "Basic weapon, included in the price (R27).")
DISMISS = Text("Renvoyer", "Dismiss")
DISMISS_TEXT = Text("La solde est perdue (R26).", "The pay is lost (R26).")
HIRE = Text("Engager", "Hire")
HIRE_TEXT = Text(
    "Éclaireurs, soldats ou un apprenti, au prix d’une quête (R25, R27).",
    "Scouts, soldiers or an apprentice, at the price of one quest (R25, R27).",
)
NEXT_STEP = Text("prochain progrès dans {n}", "next improvement in {n}")
BODY = Text("corps {now}/{most}", "body {now}/{most}")
MORE_QUESTS = (Text("quête", "quest"), Text("quêtes", "quests"))


def mercenary_sections(state: State, hero: Hero, viewer: Viewer) -> tuple[AnySection, ...]:
    """Body, dice, and what there is to do about each; nothing for who has nobody in service."""
    if not hero.mercenaries:
        return ()
    acts = viewer.may_act_for(hero.key)
    numbers = tuple(number for mercenary in hero.mercenaries for number in _named(mercenary))
    cards = tuple(card for mercenary in hero.mercenaries for card in _cards(state, hero, mercenary, acts))
    more = _hire_card(state, hero) if acts else ()
    return (
        Tracks(key=KEY, title=TITLE, tracks=tuple(_body(state, hero, m, acts) for m in hero.mercenaries)),
        Numbers(key=KEY, title=DICE, numbers=numbers),
        Cards(key=KEY, title=SERVICE, cards=(*cards, *more)),
    )


def _named(mercenary: Mercenary) -> tuple[Derived, ...]:
    """The numbers under a key and a name that tell several apart."""
    name = label(mercenary)
    return tuple(
        msgspec.structs.replace(
            number,
            key=f"{mercenary.key}-{number.key}",
            label=name + Text(" : ", ": ") + number.label.inline,
        )
        for number in profile(mercenary)
    )


def _body(state: State, hero: Hero, mercenary: Mercenary, acts: bool) -> Track:
    return Track(
        key=f"body-{mercenary.key}",
        label=label(mercenary),
        now=mercenary.body,
        most=mercenary.body_max,
        icon="body",
        tone="body",
        parts=body_parts(mercenary),
        note=standing(state, hero, mercenary),
        down=_step(state, hero, mercenary, -1) if acts else None,
        up=_step(state, hero, mercenary, 1) if acts else None,
    )


def _step(state: State, hero: Hero, mercenary: Mercenary, by: int) -> Tap | None:
    command = ChangeMercenaryBody(hero=hero.key, mercenary=mercenary.key, by=by)
    sign = "+1" if by > 0 else "−1"
    return tap(state, change_body, command, label(mercenary) + Text(f" : Corps {sign}", f": Body {sign}"))


def standing(state: State, hero: Hero, mercenary: Mercenary) -> Text:
    """`Épéiste · dans le donjon · 2 quêtes survécues`."""
    kind = row(mercenary).name if mercenary.name else None
    alone = mercenary.pay == "serving" and isinstance(living(state, hero.key), Violation)
    where = LEAVE_AT_END if alone else STANDINGS[mercenary.pay]
    return hint(kind, where if kind else capital(where), *ticks(state, mercenary)) or where


def ticks(state: State, mercenary: Mercenary) -> tuple[Text, ...]:
    """Quests survived and how far the next improvement is, where §8.3 is played."""
    if not house(state, "mercenary_experience") and not mercenary.survived:
        return ()
    found = (counted(mercenary.survived, QUEST, QUESTS),)
    if mercenary.learned >= len(row(mercenary).improvements):
        return found
    missing = TICKS * (mercenary.learned + 1) - mercenary.survived
    return (*found, NEXT_STEP(n=counted(missing, *MORE_QUESTS)))


def _cards(state: State, hero: Hero, mercenary: Mercenary, acts: bool) -> tuple[Card, ...]:
    things = (*_skills(mercenary), *_gear(state, hero, mercenary, acts))
    return (*(_to_do(state, hero, mercenary) if acts else ()), *things)


def _card(mercenary: Mercenary, key: str, title: Text, text: Text | None, icon: str, **more: Any) -> Card:
    return Card(
        key=f"{mercenary.key}-{key}", title=title, text=text, icon=icon, group=label(mercenary), **more
    )


def _to_do(state: State, hero: Hero, mercenary: Mercenary) -> tuple[Card, ...]:
    """What is due first, then what may be done."""
    given = {"mercenary": mercenary.key}
    alive = not isinstance(living(state, hero.key), Violation)
    found = [_pay_card(state, hero, mercenary)] if mercenary.pay == "due" else []
    if mercenary.owed and alive:
        found.append(
            _card(
                mercenary,
                "learn",
                LEARN,
                None,
                "star",
                state="ready",
                ask=kind_of(ChooseImprovement),
                given=given,
            )
        )
    elif may_become_hero(mercenary) and not isinstance(not_away(state, hero.key), Violation):
        ask = kind_of(PromoteApprentice)
        found.append(
            _card(mercenary, "promote", PROMOTE, PROMOTE_TEXT, "crown", state="ready", ask=ask, given=given)
        )
    if wearable(state, hero, mercenary):
        ask = kind_of(EquipMercenary)
        found.append(
            _card(mercenary, "equip", EQUIP, EQUIP_TEXT, "armour", state="ready", ask=ask, given=given)
        )
    if _may(state, dismiss_mercenary, DismissMercenary(hero=hero.key, mercenary=mercenary.key)):
        ask = kind_of(DismissMercenary)
        found.append(_card(mercenary, "dismiss", DISMISS, DISMISS_TEXT, "door", ask=ask, given=given))
    return tuple(found)


def _may(state: State, decide: Callable[[State, Any, Act], Decision], command: Command) -> bool:
    return obstacle(state, decide, command) is None


def _pay_card(state: State, hero: Hero, mercenary: Mercenary) -> Card:
    """The pay as one tap, or what stands in its way."""
    price = mercenary_price(state, mercenary.kind)
    command = PayMercenary(hero=hero.key, mercenary=mercenary.key)
    wrong = obstacle(state, pay_mercenary, command)
    inside = state.quest is not None and hero.key in state.quest.present
    text = wrong.message if wrong else hint(paid(hero, price), FOR_THIS if inside else FOR_NEXT)
    return _card(
        mercenary,
        "pay",
        PAY,
        text,
        "coin",
        state="passive" if wrong else "ready",
        tap=None if wrong else tap(state, pay_mercenary, command, PAY_TAP(price=gold(price))),
    )


def _skills(mercenary: Mercenary) -> tuple[Card, ...]:
    rows = (BOOK.skills[key] for key in mercenary.skills)
    return tuple(
        _card(mercenary, found.skill, found.name, found.text, "bolt", link=f"skills/{found.key}")
        for found in rows
    )


def _gear(state: State, hero: Hero, mercenary: Mercenary, acts: bool) -> tuple[Card, ...]:
    """What the apprentice holds and wears; what is the employer's can be taken back."""
    back = returnable(state, hero, mercenary) if acts else ()
    lent = {owned.key for owned in mercenary.items}
    found = []
    for owned in armed(mercenary):
        item = BOOK.items[owned.key]
        command = UnequipMercenary(hero=hero.key, mercenary=mercenary.key, item=item.key)
        text = item.text if item.key in lent else INCLUDED
        found.append(
            _card(
                mercenary,
                item.key,
                item.name,
                text,
                item_icon(item),
                link=f"items/{item.key}",
                tap=tap(state, unequip_mercenary, command, TAKE_BACK) if item.key in back else None,
            )
        )
    return tuple(found)


def _hire_card(state: State, hero: Hero) -> tuple[Card, ...]:
    """One more, where the rules let one be hired and the purse reaches for somebody."""
    able = any(
        _may(state, hire_mercenary, HireMercenary(hero=hero.key, mercenary=key)) for key in BOOK.mercenaries
    )
    if not able:
        return ()
    return (
        Card(
            key="hire", title=HIRE, text=HIRE_TEXT, state="ready", icon="people", ask=kind_of(HireMercenary)
        ),
    )


def retinue_lines(state: State) -> tuple[Listing, ...]:
    """Who is in whose pay."""
    lines = tuple(
        _on_board(hero, mercenary) for hero in state.heroes.values() for mercenary in hero.mercenaries
    )
    return (Listing(key=KEY, title=TITLE, lines=lines),) if lines else ()


def _on_board(hero: Hero, mercenary: Mercenary) -> Line:
    body = BODY(now=mercenary.body, most=mercenary.body_max) if mercenary.pay == "serving" else None
    kind = row(mercenary).name.inline if mercenary.name else None
    detail = hint(same(hero.name), kind, STANDINGS[mercenary.pay], body)
    return Line(label=label(mercenary), detail=detail, hero=hero.key, icon="people")
