"""One exchange of blows, exactly: dice from their parts, skulls, shields, and the points that are lost (§2, R45, R83, R84)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import msgspec

from rules.heroquest_evolution.combat_dice import COMBAT, SKULL
from rules.heroquest_evolution.combat_mods import Face, Mod, Side
from rules.heroquest_evolution.numbers import floor_parts
from rules.kernel.distribution import (
    Chances,
    Faces,
    binomial,
    certain,
    gathered,
    handful,
    mean,
    mixed,
    share,
    summed,
    symbols,
)
from rules.kernel.sections import Part

Own: TypeAlias = Callable[[tuple[Part, ...]], tuple[Part, ...]]
"""The own dice with those that are added to them, from part to part."""
SHIELD: dict[Side, Face] = {"hero": "white", "summoned": "white", "monster": "black"}
FACES = symbols(COMBAT)
TIE = 1e-12
"""Expectations nearer than this are the same: a reroll that gains nothing is not made."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What one attack comes to: dice and what their faces are worth, shields, and what becomes of a wound.

    `skulls` come without a roll; `grip` is the chance of a point that no shield stops.
    """

    dice: int
    skulls: int | None = None
    hits: tuple[str, ...] = (SKULL,)
    invisible: bool = False
    turns_a_face: bool = False
    rerolls: bool = False
    void: bool = False
    shields: int
    blocks: tuple[str, ...]
    one_shield: bool = False
    warded: bool = False
    worth: int = 1
    grip: Fraction = Fraction(0)
    skin: int = 0


def acting(mods: tuple[Mod, ...], *, first: bool = True) -> tuple[Mod, ...]:
    """The modifiers at work in an attack of the turn. To the dice of a spell or a hazard the attacker's own add nothing (R83)."""
    live = tuple(mod for mod in mods if first or not mod.once)
    if any(mod.nature for mod in live):
        return tuple(mod for mod in live if mod.nature or mod.side == "defence")
    return live


def attack_parts(own: Own, mods: tuple[Mod, ...], outnumbering: tuple[Part, ...] = ()) -> tuple[Part, ...]:
    """Attack dice: the own or what stands in their place, effects, outnumbering, halved last (R45, R46)."""
    instead = next((mod for mod in mods if mod.attack_dice is not None), None)
    if any(mod.nature for mod in mods):
        return (Part(instead.title, instead.attack_dice or 0, instead.rule, instead.link),) if instead else ()
    added = (
        tuple(Part(mod.title, mod.attack, mod.rule, mod.link) for mod in mods if mod.attack) + outnumbering
    )
    base = (
        (Part(instead.title, instead.attack_dice or 0, instead.rule, instead.link), *added)
        if instead
        else own(added)
    )
    parts = base + floor_parts(base)
    total = sum(part.amount for part in parts)
    return parts + tuple(
        Part(mod.title, total // 2 - total, mod.rule, mod.link) for mod in mods if mod.halved
    )


def defence_parts(own: Own, mods: tuple[Mod, ...]) -> tuple[Part, ...]:
    """Defence dice: none, a single one, those a spell fixes, or the own with what adds and takes away (R47, R83)."""
    helpless = next((mod for mod in mods if mod.undefended), None)
    if helpless:
        return (Part(helpless.title, 0, helpless.rule, helpless.link),)
    single = next((mod for mod in mods if mod.single_die), None)
    if single:
        return (Part(single.title, 1, single.rule, single.link),)
    fixed = next((mod for mod in mods if mod.defence_dice is not None), None)
    changing = tuple(mod for mod in mods if mod.defence and (mod.resists or not fixed))
    added = tuple(Part(mod.title, mod.defence, mod.rule, mod.link) for mod in changing)
    parts = (
        (Part(fixed.title, fixed.defence_dice or 0, fixed.rule, fixed.link), *added) if fixed else own(added)
    )
    return parts + floor_parts(parts)


def terms(dice: int, shields: int, mods: tuple[Mod, ...], defender: Side) -> Terms:
    """The terms of an attack with so many dice against so many, under modifiers that are at work in it."""
    nature = next((mod.nature for mod in mods if mod.nature), "")
    skulls = next((mod.skulls for mod in mods if mod.skulls is not None), None)
    cursed = any(mod.cursed for mod in mods if mod.side == "attack")
    void = any(mod.void for mod in mods if mod.side == "attack")
    invisible = not nature and any(mod.invisible for mod in mods)
    wards = frozenset(ward for mod in mods for ward in mod.wards)
    magic = any(mod.magic for mod in mods)
    apart = any(mod.grip for mod in mods) and not void and not (wards & {"attacks", "spells"})
    return Terms(
        dice=dice,
        skulls=skulls,
        hits=_hits(mods),
        invisible=invisible,
        turns_a_face=any(mod.turns_a_face for mod in mods),
        rerolls=skulls is None and not cursed and any(mod.rerolls for mod in mods),
        void=void and skulls is None,
        shields=0 if any(mod.void for mod in mods if mod.side == "defence") else shields,
        blocks=_blocks(mods, defender),
        one_shield=any(mod.one_shield for mod in mods) and all(mod.defence_dice is None for mod in mods),
        warded=bool(
            "spells" in wards
            if nature == "spell"
            else not nature and ("attacks" in wards or ("weapons" in wards and not magic))
        ),
        worth=max((mod.worth for mod in mods), default=1),
        grip=_grip(invisible) if apart else Fraction(0),
        skin=0 if strikes_mind(mods) else max((mod.skin for mod in mods), default=0),
    )


def strikes_mind(mods: tuple[Mod, ...]) -> bool:
    """Whether the points are Mind's: what spares Body does not spare them (§6.3, R84)."""
    return any(mod.mind for mod in mods)


def _hits(mods: tuple[Mod, ...]) -> tuple[str, ...]:
    """The faces that hit: the skull and what counts as one, or a single face and nothing else (§2.3, R45)."""
    only = next((mod.only for mod in mods if mod.only), None)
    if only:
        return (only,)
    bare = any(mod.unarmed for mod in mods)
    found = {SKULL, *(face for mod in mods for face in mod.hits if not (mod.armed and bare))}
    return tuple(face for face in FACES if face in found)


def _blocks(mods: tuple[Mod, ...], defender: Side) -> tuple[str, ...]:
    fixed = next((mod.block_only for mod in mods if mod.block_only), None)
    found: set[str] = {fixed or SHIELD[defender], *(face for mod in mods for face in mod.blocks)}
    return tuple(face for face in FACES if face in found)


def _grip(invisible: bool) -> Fraction:
    """The die apart counts for its skull alone (§5.2)."""
    skull = share(COMBAT, (SKULL,))
    return skull * skull if invisible else skull


def skulls(terms: Terms) -> Chances:
    """How many dice of an attack roll count, before anything is rolled again by choice."""
    if terms.skulls is not None:
        return certain(terms.skulls)
    if terms.void:
        return certain(0)
    faces, counting = _seen(terms), tuple(face in terms.hits for face in FACES)
    if terms.turns_a_face:
        return _with_a_face_turned(terms.dice, faces, counting)
    return binomial(terms.dice, sum((f for f, c in zip(faces, counting, strict=True) if c), Fraction(0)))


def _seen(terms: Terms) -> tuple[Fraction, ...]:
    """What each die shows in the end: against an invisible target every one that counts is rolled again once (R84)."""
    if not terms.invisible:
        return tuple(FACES.values())
    again = sum((FACES[face] for face in terms.hits), Fraction(0))
    return tuple(again * chance + (0 if face in terms.hits else chance) for face, chance in FACES.items())


@lru_cache(maxsize=256)
def _with_a_face_turned(dice: int, faces: Faces, counting: tuple[bool, ...]) -> Chances:
    """*Botte secrète* turns the face that counts for nothing and lies there most (§VII)."""
    found = []
    for counts, p in handful(dice, faces):
        idle = [n for n, c in zip(counts, counting, strict=True) if not c]
        found.append((sum(counts) - sum(idle) + max(idle, default=0), p))
    return gathered(found)


def shields(terms: Terms) -> Chances:
    """How many dice of the defence roll block."""
    return binomial(terms.shields, share(COMBAT, terms.blocks))


def wounds_of(terms: Terms, number: int, blocked: Chances, apart: Chances) -> Chances:
    """The points lost to so many skulls, with the chances of the shields against them and of the die apart."""
    if terms.warded:
        blow = certain(0)
    elif terms.one_shield:
        blow = gathered([(0, 1 - blocked[0]), (number * terms.worth, blocked[0])])
    else:
        blow = _less(number, blocked, terms.worth)
    if terms.grip:
        blow = summed(blow, apart)
    if terms.skin:
        blow = gathered([(w - terms.skin if w > terms.skin else w, p) for w, p in enumerate(blow)])
    return blow


def _less(number: int, blocked: Chances, worth: int) -> Chances:
    """What shields leave of so many skulls."""
    through = [
        sum(blocked[number:]),
        *(blocked[number - n] if number - n < len(blocked) else 0.0 for n in range(1, number + 1)),
    ]
    return tuple(through) if worth == 1 else gathered([(n * worth, p) for n, p in enumerate(through)])


class Attack:
    """An attack on these terms: the points it costs a target that has so many left."""

    def __init__(self, terms: Terms) -> None:
        self.thrown, blocked, apart = skulls(terms), shields(terms), binomial(1, terms.grip)
        self.lost = [wounds_of(terms, number, blocked, apart) for number in range(len(self.thrown))]
        self.rerolls = terms.rerolls
        self.threat = 1 - self.thrown[0] * float(1 - terms.grip)
        self._known: dict[int, Chances] = {}

    def points(self, left: int) -> Chances:
        """The chances of each loss; a reroll by choice is made where it gains points that count (R85)."""
        known = left if self.rerolls else 0
        if known not in self._known:
            thrown = self._rerolled(max(left, 1)) if self.rerolls else self.thrown
            self._known[known] = mixed(list(zip(thrown, self.lost, strict=True)))
        return self._known[known]

    def _rerolled(self, left: int) -> Chances:
        """Rolled again wherever a fresh roll promises more."""
        worth = [mean(chances, left) for chances in self.lost]
        fresh = sum(p * w for p, w in zip(self.thrown, worth, strict=True))
        kept = [w >= fresh - TIE for w in worth]
        again = sum(p for p, keeps in zip(self.thrown, kept, strict=True) if not keeps)
        return tuple((p if keeps else 0.0) + again * p for p, keeps in zip(self.thrown, kept, strict=True))
