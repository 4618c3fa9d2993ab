"""What a blow does: the difference of two totals, powers at once, tokens after the wounds (§7, §8)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.six_elements.content_types import Powers
from rules.six_elements.state import Counts, added
from rules.six_elements.tokens import cleansed, levy, spent
from rules.six_elements.words import HARMFUL, INSTANT


@dataclass(frozen=True)
class Side:
    """One of the two as the blow finds it. `tokens` are those left after what attack and defence have used up."""

    body: int
    most: int
    mana: int
    mana_most: int
    tokens: Counts
    powers: Powers = ()


@dataclass(frozen=True)
class After:
    """Differences: points, tokens used up or burnt, and tokens gained at the end of the exchange; `burnt` is fire and poison."""

    body: int
    mana: int
    used: Counts
    gained: Counts
    burnt: int


@dataclass(frozen=True)
class Blow:
    """`decided`: somebody fell by it, before any token took its part."""

    damage: int
    decided: bool
    attacker: After
    defender: After


def instant(powers: Powers, what: str) -> int:
    return sum(power.amount for power in powers if power.what == what)


def given(own: Powers, others: Powers) -> Counts:
    """Tokens that come to one side: the helpful of its own card, the harmful of the other's, and what names nobody."""
    counts: Counts = {}
    for powers, is_own in ((own, True), (others, False)):
        for power in powers:
            if power.what in INSTANT:
                continue
            if power.target == "both" or (power.what in HARMFUL) != is_own:
                counts = added(counts, {power.what: power.amount})
    return counts


def blow(attacker: Side, defender: Side, attack: int | None, defence: int) -> Blow:
    """One exchange; `attack` is None where a stunned attacker does nothing. A card's power counts even of who falls (§7)."""
    dealt = 0
    if attack is not None:
        dealt = max(0, attack - defence) + instant(attacker.powers, "damage")
        dealt = max(0, dealt - instant(defender.powers, "ward"))
    voided = min(dealt, defender.tokens.get("void", 0))
    dealt -= voided
    left = _healed(attacker), _healed(defender) - dealt
    return Blow(
        damage=dealt,
        decided=min(left) <= 0,
        attacker=_after(attacker, defender, left[0], {}),
        defender=_after(defender, attacker, left[1], spent(void=voided)),
    )


def _healed(side: Side) -> int:
    return min(side.most, side.body + instant(side.powers, "heal"))


def _after(side: Side, other: Side, body: int, used: Counts) -> After:
    """Fire and poison take theirs at the end of every round, the one that decides too (§8); then new tokens come."""
    wiped = cleansed(side.tokens) if instant(side.powers, "cleanse") else {}
    loss, gone = levy(added(side.tokens, wiped))
    left = max(0, body - loss)
    return After(
        body=left - side.body,
        mana=min(side.mana_most, side.mana + instant(side.powers, "mana")) - side.mana,
        used=added(added(used, wiped), gone),
        gained=given(side.powers, other.powers),
        burnt=min(loss, max(0, body)),
    )
