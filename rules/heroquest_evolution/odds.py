"""The odds of an exchange of blows for whoever asks: dice, sides, body and modifiers, as words (§2–§6.4, R83–R87)."""

from __future__ import annotations

import re
from typing import Any, Literal, cast

import msgspec

from rules.heroquest_evolution.combat_mods import MODS, SIDES, Mod, Side, chosen, explain
from rules.heroquest_evolution.exchange import (
    Attack,
    Own,
    acting,
    attack_parts,
    defence_parts,
    strikes_mind,
    terms,
)
from rules.heroquest_evolution.refusals import refuse
from rules.heroquest_evolution.turns import Odds, Turn, odds_of, returned
from rules.kernel.distribution import Chances
from rules.kernel.messages import Violation
from rules.kernel.offers import Choice, Field, choice, span, subset
from rules.kernel.sections import Part
from rules.kernel.text import Text

MOST_DICE, MOST_BODY, MOST_ADJACENT = 20, 30, 8
WHOLE = re.compile(r"[0-9]{1,6}")
ATTACK = Text("Dés d’attaque", "Attack dice")
DEFENCE = Text("Dés de défense", "Defence dice")
OUTNUMBERING = Text("Supériorité numérique", "Outnumbering")
FIELD_DICE = 2
"""The force field strikes with so many dice (§5.2)."""


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """One side strikes the other. `adjacent`: how many of the striker's side stand beside the target, itself included.

    `back` are the defence dice of the striker, where something comes back on it.
    """

    attack: Own
    defence: Own
    attacker: Side
    defender: Side
    body: int
    mods: tuple[Mod, ...] = ()
    adjacent: int = 1
    back: int | None = None


class Blows(msgspec.Struct, frozen=True, kw_only=True):
    """A fight worked out: the dice of the first attack from their parts, and the turn they make."""

    attack: tuple[Part, ...]
    defence: tuple[Part, ...]
    turn: Turn


def blows(fight: Fight) -> Blows | Violation:
    """The dice and the turn; the refusal of an automatic blow where the dice do not suffice (R45)."""
    mods, more = acting(fight.mods), outnumbering(fight)
    attacking, defending = attack_parts(fight.attack, mods, more), defence_parts(fight.defence, mods)
    dice, shields = total(attacking), total(defending)
    wrong = _too_few(mods, dice)
    if wrong:
        return wrong
    first, second = Attack(terms(dice, shields, mods, fight.defender)), None
    is_blow = not any(mod.nature for mod in mods)
    if is_blow and any(mod.second for mod in mods):
        second = _second(fight, more)
    body_only = not strikes_mind(mods)
    again = _again(mods) if second else ""
    turn = Turn(
        first=first,
        second=second or first,
        body=fight.body,
        again=again,
        chains=second is not None and any(mod.second == "killed" for mod in mods),
        spares=body_only and any(mod.spares for mod in mods),
        tough=body_only and any(mod.tough for mod in mods),
        evades=is_blow and any(mod.evades for mod in mods),
        at_once=any(mod.at_once for mod in mods),
    )
    return Blows(attack=attacking, defence=defending, turn=turn)


def _second(fight: Fight, more: tuple[Part, ...]) -> Attack:
    """The second attack: what serves but once is spent (R86)."""
    mods = acting(fight.mods, first=False)
    dice, shields = total(attack_parts(fight.attack, mods, more)), total(defence_parts(fight.defence, mods))
    return Attack(terms(dice, shields, mods, fight.defender))


def _again(mods: tuple[Mod, ...]) -> Literal["", "always", "hurt"]:
    kinds = {mod.second for mod in mods}
    return "always" if "always" in kinds else "hurt" if "hurt" in kinds else ""


def total(parts: tuple[Part, ...]) -> int:
    return sum(part.amount for part in parts)


def outnumbering(fight: Fight) -> tuple[Part, ...]:
    """One die for each companion beside the target, unless it is a master of combat (§2.1, R46)."""
    if fight.adjacent < 2 or any(mod.alone for mod in fight.mods):
        return ()
    return (Part(OUTNUMBERING, fight.adjacent - 1, "§2.1, R46"),)


def _too_few(mods: tuple[Mod, ...], dice: int) -> Violation | None:
    blow = next((mod for mod in mods if mod.needs > dice), None)
    if blow is None:
        return None
    return refuse(
        "too_few_dice",
        "« {name} » demande une attaque d’au moins {n} dés ; il y en a {dice}.",
        "“{name}” needs an attack of at least {n} dice; there are {dice}.",
        "R45",
        field="mods",
        name=blow.title,
        n=blow.needs,
        dice=dice,
    )


def coming_back(fight: Fight, turn: Turn) -> Chances:
    """The points the striker loses by striking; none where nothing comes back, or its defence is not known.

    A spell is no attack: the force field lets it pass.
    """
    mods = acting(fight.mods)
    kinds, is_blow = {mod.returns for mod in mods}, not any(mod.nature for mod in mods)
    field = None
    if "field" in kinds and is_blow and fight.back is not None:
        strike = (MODS["force-field-strike"],)
        field = Attack(terms(FIELD_DICE, fight.back, strike, fight.attacker)).points(MOST_BODY)
    return returned(turn, field, flames="flames" in kinds) if field or "flames" in kinds else ()


def answer(odds: Odds, back: Chances = ()) -> dict[str, Any]:
    """As a program reads it. `kills` stands there where a blow may go on, `returned` where something comes back."""
    found: dict[str, Any] = {"wounds": list(odds.wounds), "kill": odds.kill, "expected_rounds": odds.rounds}
    if odds.kills:
        found["kills"] = list(odds.kills)
    if back:
        found["returned"] = list(back)
    return found


def plain_dice(label: Text, dice: int) -> Own:
    """Dice that somebody names, without a part of their own."""
    return lambda added: (Part(label, dice, ""), *added)


NUMBERS: tuple[tuple[str, Text, int, int, int | None], ...] = (
    ("attack", ATTACK, 0, MOST_DICE, None),
    ("defence", DEFENCE, 0, MOST_DICE, None),
    ("body", Text("Points de la cible", "Points of the target"), 1, MOST_BODY, None),
    ("adjacent", Text("Attaquants autour de la cible", "Attackers around the target"), 1, MOST_ADJACENT, 1),
    ("attacker_defence", Text("Défense de l’attaquant", "Defence of the attacker"), 0, MOST_DICE, -1),
)
"""The numbers of a question: name, label, bounds, and what they are when left out; None where they may not be."""


def odds(query: dict[str, str]) -> dict[str, Any] | Violation:
    """The answer to a question put in words; the refusal names the parameter at fault."""
    numbers: dict[str, int] = {}
    for name, label, low, high, default in NUMBERS:
        found = _number(query.get(name), name, label, low, high, default)
        if isinstance(found, Violation):
            return found
        numbers[name] = found
    for name in ("attacker", "defender"):
        if query.get(name, "hero") not in SIDES:
            return _no_side(name)
    sides = (_side(query, "attacker", "hero"), _side(query, "defender", "monster"))
    mods = chosen(words(query.get("mods", "")), *sides)
    return mods if isinstance(mods, Violation) else _answer(numbers, sides, mods)


def _answer(
    numbers: dict[str, int], sides: tuple[Side, Side], mods: tuple[Mod, ...]
) -> dict[str, Any] | Violation:
    back = numbers["attacker_defence"]
    fight = Fight(
        attack=plain_dice(ATTACK, numbers["attack"]),
        defence=plain_dice(DEFENCE, numbers["defence"]),
        attacker=sides[0],
        defender=sides[1],
        body=numbers["body"],
        mods=mods,
        adjacent=numbers["adjacent"],
        back=None if back < 0 else back,
    )
    found = blows(fight)
    if isinstance(found, Violation):
        return found
    return answer(odds_of(found.turn), coming_back(fight, found.turn))


def _side(query: dict[str, str], name: str, default: Side) -> Side:
    return cast(Side, query.get(name, default))


def words(text: str) -> tuple[str, ...]:
    """The keys of a list with commas."""
    return tuple(filter(None, (word.strip() for word in text.split(","))))


def _number(
    text: str | None, name: str, label: Text, low: int, high: int, default: int | None
) -> int | Violation:
    if text is None and default is not None:
        return default
    if text is not None and WHOLE.fullmatch(text) and low <= int(text) <= high:
        return int(text)
    return refuse(
        "out_of_bounds",
        "{name} : un nombre de {low} à {high}.",
        "{name}: a number from {low} to {high}.",
        "R83",
        field=name,
        name=label,
        low=low,
        high=high,
    )


def _no_side(name: str) -> Violation:
    return refuse(
        "unknown_side",
        "Attendu : {sides}.",
        "Expected one of {sides}.",
        "R83",
        field=name,
        sides=", ".join(SIDES),
    )


def mod_choice(mod: Mod) -> Choice:
    return Choice(mod.key, mod.title, hint=explain(mod), group=GROUPS[mod.side], link=mod.link or None)


GROUPS: dict[str, Text] = {
    "attack": Text("L’attaquant", "The attacker"),
    "defence": Text("Le défenseur", "The defender"),
}
_SIDES = tuple(Choice(key, label) for key, label in SIDES.items())

ODDS_FIELDS: tuple[Field, ...] = (
    *(
        span(name, label, low, high, required=default is None, default=default if default and default > 0 else None)
        for name, label, low, high, default in NUMBERS
    ),
    choice("attacker", GROUPS["attack"], _SIDES, required=False, default="hero"),
    choice("defender", GROUPS["defence"], _SIDES, required=False, default="monster"),
    subset("mods", Text("Modificateurs", "Modifiers"), tuple(map(mod_choice, MODS.values())), 0, len(MODS), required=False),
)  # fmt: skip
"""What may be asked, as a form and a program's manual know it. `mods` are keys with commas between them."""
