"""The odds of an exchange: against dice thrown by hand, one after the other, and against a million rolls."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import inf, sqrt
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.combat_mods import MODS, explain
from rules.heroquest_evolution.odds import odds
from rules.kernel.messages import Violation

FACES = "SSSWWB"
Counts = tuple[int, int, int]
CLOSE = 1e-12


def ask(attack: int = 3, defence: int = 2, body: int = 1, *mods: str, **more: Any) -> dict[str, Any]:
    query = {"attack": attack, "defence": defence, "body": body, "mods": ",".join(mods)} | more
    answer = odds({name: str(value) for name, value in query.items()})
    assert isinstance(answer, dict), answer
    return answer


def refused(**query: Any) -> Violation:
    base = {"attack": 3, "defence": 2, "body": 1}
    answer = odds({name: str(value) for name, value in (base | query).items() if value is not None})
    assert isinstance(answer, Violation), answer
    return answer


# By hand: every die by itself, every roll as counts of skulls, white and black shields with exact weights.


@cache
def rolls(number: int, again: str) -> dict[Counts, Fraction]:
    """Every roll of so many dice, one die after the other; those that show a face of `again` are thrown once more."""
    found: dict[Counts, Fraction] = {(0, 0, 0): Fraction(1)}
    for _ in range(number):
        longer: Counter[Counts] = Counter()
        for (skulls, white, black), chance in found.items():
            for face, p in die(again):
                longer[skulls + (face == "S"), white + (face == "W"), black + (face == "B")] += chance * p  # type: ignore[assignment]
        found = dict(longer)
    return found


def die(again: str) -> Iterator[tuple[str, Fraction]]:
    for face in FACES:
        if face in again:
            yield from ((second, Fraction(1, 36)) for second in FACES)
        else:
            yield face, Fraction(1, 6)


class Hand:
    """The same question, answered die by die from the text of the rules."""

    def __init__(self, attack: int, defence: int, body: int, *mods: str, defender: str = "monster") -> None:
        self.mods, self.body, self.defender = frozenset(mods), body, defender
        self.base_attack, self.base_defence = attack, defence

    def has(self, *mods: str) -> bool:
        return bool(self.mods & set(mods))

    def dice(self, first: bool) -> int:
        dice = 1 if self.has("unarmed", "unarmed-combat", "unarmed-enchanter") else self.base_attack
        dice = 3 if self.has("burning-hands") else dice
        dice += 2 * self.has("courage") + 2 * self.has("berserk") + 3 * self.has("berserk-rage")
        dice += self.has("flaming-blade") + self.has("destructive-madness") - self.has("unsettled")
        dice += 2 * (self.has("strength") and first)
        dice = max(dice, 0)
        return dice // 2 if self.has("weakening") else dice

    def shields(self, first: bool) -> int:
        if self.has("unblockable", "commanding", "frozen", "greater-cursed-defence"):
            return 0
        if self.has("stunned", "asleep", "confused", "iced", "rearming"):
            return 1
        dice = (
            self.base_defence
            + 4 * self.has("steel-skin")
            + 2 * self.has("thick-skin")
            + 2 * self.has("force-field")
        )
        dice += self.has("rock-skin") - self.has("rooted") - 2 * (self.has("furious-charge") and first)
        return max(dice, 0)

    def hits(self, first: bool) -> str:
        if self.has("unarmed-enchanter"):
            return "B"
        bare = self.has("unarmed", "unarmed-combat")
        faces = "S"
        faces += "W" if self.has("unarmed-combat") or (self.has("powerful-blow") and first) else ""
        return faces + ("B" if self.has("colossal-strength", "lynx-eye") and not bare else "")

    def roll(self, number: int, hits: str) -> dict[Counts, Fraction]:
        """Every roll of so many dice; each that hits an invisible target is thrown again once."""
        return rolls(number, hits if self.has("invisibility") else "")

    def thrown(self, first: bool) -> dict[int, Fraction]:
        """How many dice count, before a reroll by choice."""
        for blow, skulls in (("critical-blow", 2), ("fatal-blow", 3)):
            if self.has(blow) and first:
                return {skulls: Fraction(1)}
        if self.has("greater-cursed-attack"):
            return {0: Fraction(1)}
        found: Counter[int] = Counter()
        hits = self.hits(first)
        for counts, chance in self.roll(self.dice(first), hits).items():
            number = sum(n for n, face in zip(counts, "SWB", strict=True) if face in hits)
            if self.has("secret-thrust") and first:
                number += max(
                    (n for n, face in zip(counts, "SWB", strict=True) if face not in hits), default=0
                )
            found[number] += chance
        return dict(found)

    def lost(self, number: int, first: bool) -> dict[int, Fraction]:
        """The points that so many skulls cost."""
        block = "W" if self.defender != "monster" else "B"
        block += "B" if self.has("parry", "diamond-aura") else ""
        found: Counter[int] = Counter()
        grips = self.has("electric-grip") and not self.has("greater-cursed-attack")
        grip = Fraction(1, 4) if self.has("invisibility") else Fraction(1, 2)
        for counts, chance in rolls(self.shields(first), "").items():
            shields = sum(n for n, face in zip(counts, "SWB", strict=True) if face in block)
            through = max(0, number - shields)
            if self.has("monstrous-resistance", "eagle-eye", "small-size") and shields:
                through = 0
            if self.has("minor-invulnerability", "non-magic-weapon-resistance") and not self.has(
                "magic-weapon", "flaming-blade", "burning-hands"
            ):
                through = 0
            for extra, p in ((1, grip), (0, 1 - grip)) if grips else ((0, Fraction(1)),):
                found[self.skin(through + extra)] += chance * p
        return dict(found)

    def skin(self, points: int) -> int:
        skin = 2 if self.has("iron-skin") else int(self.has("sturdiness"))
        return points - skin if points > skin and skin else points

    def attack(self, left: int, first: bool) -> dict[int, Fraction]:
        thrown = self.thrown(first)
        costs = {number: self.lost(number, first) for number in thrown}
        automatic = self.has("critical-blow", "fatal-blow")
        if (
            first
            and self.has("precise-blow", "noble-cause")
            and not self.has("cursed-attack")
            and not automatic
        ):
            worth = {n: sum(min(w, max(left, 1)) * p for w, p in costs[n].items()) for n in thrown}
            fresh = sum(thrown[n] * worth[n] for n in thrown)
            again = sum(p for n, p in thrown.items() if worth[n] < fresh)
            thrown = {n: (p if worth[n] >= fresh else 0) + again * p for n, p in thrown.items()}
        found: Counter[int] = Counter()
        for number, chance in thrown.items():
            for points, p in costs[number].items():
                found[points] += chance * p
        return dict(found)

    def turn(self, left: int) -> dict[tuple[int, bool], Fraction]:
        """Points lost and whether the target stands, after a whole turn."""
        found: Counter[tuple[int, bool]] = Counter()
        twice = self.has("quickness-of-fire", "destructive-madness", "heroic")
        for (lost, stands, spares), chance in self.after(left, 0, self.has("berserk-defence"), True).items():
            if stands and (twice or (self.has("warrior-frenzy") and lost)):
                for (more, still, _), p in self.after(left, lost, spares, False).items():
                    found[more, still] += chance * p
            else:
                found[lost, stands] += chance
        return dict(found)

    def after(
        self, left: int, lost: int, spares: bool, first: bool
    ) -> dict[tuple[int, bool, bool], Fraction]:
        found: Counter[tuple[int, bool, bool]] = Counter()
        for points, chance in self.attack(left - lost, first).items():
            wounds = 0 if self.has("frozen") and points < self.body else points
            ignored = int(spares and wounds > 0)
            now, may = lost + wounds - ignored, spares and not ignored
            if now < left or wounds - ignored == 0:
                found[now, True, may] += chance
            elif now == left and lost < left and self.has("tough-as-leather"):
                found[now, True, may] += chance / 3
                found[now, False, may] += chance * 2 / 3
            else:
                found[now, False, may] += chance
        return dict(found)

    def answer(self) -> tuple[dict[int, Fraction], Fraction]:
        wounds: Counter[int] = Counter()
        kill = Fraction(0)
        for (lost, stands), chance in self.turn(self.body).items():
            wounds[lost] += chance
            kill += 0 if stands else chance
        return dict(wounds), kill

    def rounds(self) -> float:
        """Exactly: a turn, and what is to come after it, from the fewest points up; infinite where nothing ever changes."""
        ahead: dict[int, Fraction | None] = {}
        for left in range(self.body + 1):
            turn = self.turn(left)
            stays = sum(p for (lost, stands), p in turn.items() if stands and not lost)
            later = [(p, ahead[left - lost]) for (lost, stands), p in turn.items() if stands and lost and p]
            if stays == 1 or any(known is None for _, known in later):
                ahead[left] = None
            else:
                ahead[left] = (1 + sum(p * known for p, known in later if known)) / (1 - stays)
        found = ahead[self.body]
        return inf if found is None else float(found)


def check(attack: int, defence: int, body: int, *mods: str, defender: str = "monster") -> None:
    found = ask(attack, defence, body, *mods, defender=defender)
    hand = Hand(attack, defence, body, *mods, defender=defender)
    wounds, kill = hand.answer()
    assert sum(found["wounds"]) == pytest.approx(1, abs=CLOSE)
    for points, chance in enumerate(found["wounds"]):
        assert chance == pytest.approx(float(wounds.get(points, 0)), abs=CLOSE), (points, mods)
    assert max(wounds) < len(found["wounds"])
    assert found["kill"] == pytest.approx(float(kill), abs=CLOSE)
    rounds = hand.rounds()
    if rounds == inf:
        assert found["expected_rounds"] is None
    else:
        assert found["expected_rounds"] == pytest.approx(rounds, rel=1e-9)


@pytest.mark.parametrize("defender", ["hero", "monster", "summoned"])
@pytest.mark.parametrize("dice", [(0, 0), (0, 3), (1, 0), (1, 1), (3, 2), (6, 6), (2, 5), (5, 1)])
def test_plain_dice_are_as_by_hand(dice, defender):
    for body in (1, 2, 4):
        check(*dice, body, defender=defender)


def test_every_face_of_three_dice_against_three_thrown_one_by_one():
    found = ask(3, 3, 1, defender="hero")
    counted: Counter[int] = Counter()
    for faces in product(FACES, repeat=6):
        counted[max(0, faces[:3].count("S") - faces[3:].count("W"))] += 1
    assert found["wounds"] == pytest.approx([counted[n] / 6**6 for n in range(4)], abs=CLOSE)


COMBINATIONS = [
    ("colossal-strength",),
    ("lynx-eye", "powerful-blow"),
    ("powerful-blow", "quickness-of-fire"),
    ("unarmed",),
    ("unarmed", "colossal-strength", "courage"),
    ("unarmed-combat", "colossal-strength", "berserk"),
    ("unarmed-enchanter", "flaming-blade"),
    ("burning-hands", "weakening"),
    ("critical-blow",),
    ("fatal-blow", "invisibility", "colossal-strength"),
    ("fatal-blow", "warrior-frenzy", "greater-cursed-attack"),
    ("precise-blow",),
    ("precise-blow", "cursed-attack"),
    ("precise-blow", "colossal-strength", "invisibility", "tough-as-leather"),
    ("precise-blow", "iron-skin"),
    ("secret-thrust",),
    ("secret-thrust", "precise-blow", "colossal-strength"),
    ("secret-thrust", "invisibility", "warrior-frenzy"),
    ("cursed-defence",),
    ("greater-cursed-attack", "electric-grip"),
    ("greater-cursed-defence",),
    ("electric-grip", "sturdiness"),
    ("electric-grip", "non-magic-weapon-resistance"),
    ("parry", "eagle-eye"),
    ("diamond-aura", "steel-skin"),
    ("furious-charge", "destructive-madness"),
    ("rooted", "rock-skin"),
    ("stunned", "furious-charge"),
    ("asleep", "steel-skin"),
    ("unblockable", "sturdiness"),
    ("iron-skin", "berserk-defence"),
    ("sturdiness", "berserk-defence", "quickness-of-fire"),
    ("berserk-defence", "tough-as-leather", "heroic"),
    ("tough-as-leather", "warrior-frenzy"),
    ("minor-invulnerability",),
    ("minor-invulnerability", "magic-weapon"),
    ("frozen", "courage"),
    ("weakening", "unsettled", "strength", "quickness-of-fire"),
    ("berserk-rage", "force-field", "invisibility"),
]  # fmt: skip
HEROES_ONLY = {"parry", "diamond-aura", "eagle-eye", "cursed-defence", "greater-cursed-defence"}
MONSTERS_ONLY = {"monstrous-resistance", "small-size", "noble-cause"}


@pytest.mark.parametrize("mods", COMBINATIONS, ids="+".join)
def test_modifiers_are_as_by_hand(mods):
    defender = "hero" if HEROES_ONLY & set(mods) else "monster"
    for attack, defence, body in ((4, 3, 2), (3, 0, 1), (5, 4, 3)):
        check(attack, defence, body, *mods, defender=defender)


@pytest.mark.parametrize("mods", [("monstrous-resistance", "electric-grip"), ("small-size", "noble-cause"), ("monstrous-resistance", "colossal-strength", "precise-blow")], ids="+".join)  # fmt: skip
def test_one_shield_saves_a_monster(mods):
    check(4, 3, 2, *mods)
    check(6, 6, 3, *mods)


AT_HAND = sorted({mod for mods in COMBINATIONS for mod in mods} | MONSTERS_ONLY)


@st.composite
def questions(draw: st.DrawFn) -> tuple[int, int, int, tuple[str, ...], str]:
    defender = draw(st.sampled_from(["hero", "monster"]))
    barred = MONSTERS_ONLY if defender == "hero" else HEROES_ONLY
    groups: set[str] = set()
    mods = []
    for key in draw(st.lists(st.sampled_from(AT_HAND), max_size=5, unique=True)):
        if key not in barred and (not MODS[key].group or MODS[key].group not in groups):
            groups.add(MODS[key].group)
            mods.append(key)
    return draw(st.integers(0, 6)), draw(st.integers(0, 6)), draw(st.integers(1, 4)), tuple(mods), defender


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(questions())
def test_any_question_is_answered_as_by_hand(question):
    attack, defence, body, mods, defender = question
    hand = Hand(attack, defence, body, *mods, defender=defender)
    if any(
        mod in mods and hand.dice(True) < needs for mod, needs in (("critical-blow", 2), ("fatal-blow", 3))
    ):
        assert refused(attack=attack, defence=defence, mods=",".join(mods), defender=defender).field == "mods"
        return
    check(attack, defence, body, *mods, defender=defender)


def within(chance: float, count: int, rolls: int) -> bool:
    """Whether a count is what the chance promises, give or take four deviations."""
    return abs(count - rolls * chance) <= 4 * sqrt(rolls * chance * (1 - chance)) + 1e-9


def test_a_million_rolls_fall_as_they_should():
    rng, rolls = random.Random(20260), 1_000_000
    found: Counter[int] = Counter()
    for _ in range(10):
        faces = "".join(rng.choices(FACES, k=rolls // 2))
        for at in range(0, len(faces), 5):
            skulls, shields = faces.count("S", at, at + 3), faces.count("B", at + 3, at + 5)
            found[skulls - shields if skulls > shields else 0] += 1
    assert sum(found.values()) == rolls
    assert all(within(chance, found[n], rolls) for n, chance in enumerate(ask(3, 2, 2)["wounds"]))


def test_turns_of_two_attacks_fall_as_they_should():
    """*Coup précis* below two skulls, then *Frénésie guerrière*, against a hero of 3 points who is *Dur à cuir*."""
    rng, rolls = random.Random(7), 60_000
    answer = ask(
        4, 2, 3, "precise-blow", "warrior-frenzy", "tough-as-leather", attacker="monster", defender="hero"
    )
    worth = {n: expected(n, 2, 3) for n in range(5)}
    fresh = sum(p * worth[n] for n, p in enumerate([1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16]))
    killed: int = 0
    wounds: Counter[int] = Counter()
    for _ in range(rolls):
        skulls = rng.choices(FACES, k=4).count("S")
        if worth[skulls] < fresh:
            skulls = rng.choices(FACES, k=4).count("S")
        lost = max(0, skulls - rng.choices(FACES, k=2).count("W"))
        dead = lost > 3 or (lost == 3 and rng.randrange(6) < 4)
        if lost and not dead:
            more = max(0, rng.choices(FACES, k=4).count("S") - rng.choices(FACES, k=2).count("W"))
            dead = more > 0 and (lost + more > 3 or (lost + more == 3 and rng.randrange(6) < 4))
            lost += more
        killed += dead
        wounds[lost] += 1
    assert within(answer["kill"], killed, rolls)
    assert all(within(chance, wounds[n], rolls) for n, chance in enumerate(answer["wounds"]))


def expected(skulls: int, shields: int, most: int) -> float:
    """Points that count, against so many white shields' dice."""
    rolls = list(product(FACES, repeat=shields))
    return sum(min(most, max(0, skulls - roll.count("W"))) for roll in rolls) / len(rolls)


# Laws

DICE = range(9)


@pytest.mark.parametrize("mods", [(), ("colossal-strength",), ("precise-blow",), ("tough-as-leather",), ("quickness-of-fire",)])  # fmt: skip
def test_more_dice_never_hurt_their_owner(mods):
    for body in (1, 3) if "precise-blow" not in mods else (1,):  # a reroll goes for points, not for the kill
        kills = [[ask(a, d, body, *mods)["kill"] for d in DICE] for a in DICE]
        for row in kills:
            assert all(more <= less + CLOSE for less, more in pairwise(row))
        for less, more in pairwise(kills):
            assert all(b >= a - CLOSE for a, b in zip(less, more, strict=True))


def test_more_points_never_make_a_target_easier():
    found = [ask(4, 3, body) for body in range(1, 12)]
    assert all(b["kill"] <= a["kill"] + CLOSE for a, b in pairwise(found))
    rounds = [answer["expected_rounds"] for answer in found]
    assert all(b >= a for a, b in pairwise(rounds))


@pytest.mark.parametrize("mod", ["colossal-strength", "powerful-blow", "secret-thrust", "precise-blow", "courage", "furious-charge", "electric-grip", "quickness-of-fire", "warrior-frenzy", "stunned", "rooted"])  # fmt: skip
def test_what_helps_the_attacker_never_lowers_the_chance(mod):
    for attack, defence, body in product((1, 2, 4, 8), (0, 1, 3, 8), (1, 2, 5)):
        if mod == "stunned" and not defence:
            continue
        with_it, without = ask(attack, defence, body, mod), ask(attack, defence, body)
        assert points(with_it, body) >= points(without, body) - CLOSE


@pytest.mark.parametrize("mod", ["invisibility", "steel-skin", "tough-as-leather", "sturdiness", "berserk-defence", "weakening", "serpent-suppleness", "monstrous-resistance", "unsettled"])  # fmt: skip
def test_what_helps_the_defender_never_raises_it(mod):
    for attack, defence, body in product((1, 2, 4, 8), (0, 1, 3, 8), (1, 2, 5)):
        assert ask(attack, defence, body, mod)["kill"] <= ask(attack, defence, body)["kill"] + CLOSE


def points(answer: dict[str, Any], body: int) -> float:
    """Points lost on average, of those the target has."""
    return sum(p * min(n, body) for n, p in enumerate(answer["wounds"]))


@pytest.mark.parametrize("key", MODS)
def test_every_modifier_gives_chances_and_says_what_it_does(key):
    mod = MODS[key]
    sides = {"attacker": (mod.attackers or ("hero",))[0], "defender": (mod.defenders or ("monster",))[0]}
    answer = ask(4, 3, 2, key, **sides)
    assert sum(answer["wounds"]) == pytest.approx(1, abs=CLOSE)
    assert 0 <= answer["kill"] <= 1 + CLOSE
    assert answer["expected_rounds"] is None or answer["expected_rounds"] >= 1 - CLOSE
    said = explain(mod)
    assert said.fr
    assert said.fr != said.en
    assert mod.rule
    section, _, row = mod.link.partition("/")
    if section:
        found = RULESET.section(section)
        assert found is not None
        assert row in {one["key"] for one in found.rows}


# The rules, one by one


def test_colossal_strength_makes_black_shields_skulls():
    assert ask(1, 0)["kill"] == pytest.approx(1 / 2)
    assert ask(1, 0, 1, "colossal-strength")["kill"] == pytest.approx(2 / 3)


def test_bare_hands_throw_one_die_whatever_the_weapon():
    assert ask(5, 0, 1, "unarmed") == ask(1, 0)


def test_a_bare_handed_barbarian_hits_with_white_shields_and_without_colossal_strength():
    assert ask(3, 0, 1, "unarmed-combat", "colossal-strength")["kill"] == pytest.approx(5 / 6)


def test_a_bare_handed_enchanter_hits_with_the_black_shield_alone():
    assert ask(1, 0, 1, "unarmed-enchanter")["kill"] == pytest.approx(1 / 6)
    assert refused(mods="unarmed-enchanter", attacker="monster").code == "mod_not_theirs"


def test_weakening_halves_the_total_last_rounding_down():
    assert ask(3, 0, 5, "weakening", "courage")["wounds"] == ask(2, 0, 5)["wounds"]
    assert ask(1, 0, 1, "weakening")["expected_rounds"] is None


def test_outnumbering_gives_a_die_for_each_companion_unless_the_target_is_a_master_of_combat():
    assert ask(2, 2, 1, adjacent=3) == ask(4, 2, 1)
    assert ask(2, 2, 1, "combat-master", adjacent=3) == ask(2, 2, 1)
    assert ask(2, 2, 1, "weakening", adjacent=3) == ask(2, 2, 1)


def test_a_critical_blow_is_two_skulls_that_can_be_parried():
    assert ask(2, 1, 2, "critical-blow")["wounds"] == pytest.approx([0, 1 / 6, 5 / 6])
    assert refused(attack=1, mods="critical-blow").code == "too_few_dice"
    assert refused(attack=2, mods="fatal-blow").rule == "R45"


def test_a_precise_blow_is_used_below_what_a_fresh_roll_promises():
    assert ask(1, 0, 1, "precise-blow")["kill"] == pytest.approx(3 / 4)


def test_a_cursed_roll_is_made_again_and_not_a_third_time():
    assert ask(1, 0, 1, "cursed-attack")["kill"] == pytest.approx(1 / 2)
    assert ask(1, 0, 1, "cursed-attack", "precise-blow")["kill"] == pytest.approx(1 / 2)


def test_a_greater_curse_voids_rolls_but_not_what_is_not_rolled():
    assert ask(8, 0, 1, "greater-cursed-attack")["kill"] == 0
    assert ask(8, 0, 2, "greater-cursed-attack", "critical-blow")["kill"] == 1
    assert ask(1, 8, 1, "greater-cursed-defence", defender="hero")["kill"] == pytest.approx(1 / 2)


def test_a_secret_thrust_turns_the_face_that_lies_there_most():
    assert ask(1, 0, 1, "secret-thrust")["kill"] == pytest.approx(1)
    assert ask(2, 0, 2, "secret-thrust")["kill"] == pytest.approx(1 - 2 * (1 / 3) * (1 / 6))


def test_against_the_invisible_every_skull_is_rolled_again_once():
    assert ask(1, 0, 1, "invisibility")["kill"] == pytest.approx(1 / 4)
    assert ask(1, 0, 1, "invisibility", "colossal-strength")["kill"] == pytest.approx(4 / 9)


def test_one_black_shield_saves_the_monstrously_resistant():
    assert ask(2, 1, 2, "monstrous-resistance")["wounds"] == pytest.approx(
        [1 / 4 * 5 / 6 + 1 / 6, 5 / 12, 5 / 24]
    )


def test_one_white_shield_saves_eagle_eyes_from_a_missile():
    answer = ask(3, 1, 3, "eagle-eye", attacker="monster", defender="hero")
    assert answer["kill"] == pytest.approx(1 / 8 * 2 / 3)


def test_parry_and_the_diamond_aura_make_black_shields_white():
    for mod in ("parry", "diamond-aura"):
        assert ask(1, 1, 1, mod, defender="hero")["kill"] == pytest.approx(1 / 4)
    assert refused(mods="parry").field == "mods"
    assert refused(mods="parry,dodge", defender="hero").code == "mods_exclude"


def test_sturdiness_spares_a_point_unless_it_is_the_only_one():
    assert ask(2, 0, 9, "sturdiness")["wounds"] == pytest.approx([1 / 4, 3 / 4, 0])
    assert ask(3, 0, 9, "iron-skin")["wounds"] == pytest.approx([1 / 8, 1 / 2, 3 / 8, 0])


def test_a_berserk_ignores_one_wound_of_the_turn_and_not_of_each_attack():
    assert ask(1, 0, 9, "berserk-defence")["expected_rounds"] is None
    twice = ask(1, 0, 9, "berserk-defence", "quickness-of-fire")["wounds"]
    assert twice == pytest.approx([3 / 4, 1 / 4])


def test_tough_as_leather_survives_at_exactly_0_and_the_next_loss_kills():
    assert ask(1, 0, 1, "tough-as-leather")["kill"] == pytest.approx(1 / 2 * 2 / 3)
    assert ask(1, 0, 1, "tough-as-leather")["expected_rounds"] == pytest.approx(2 + 2 / 3)
    assert ask(2, 0, 1, "critical-blow", "tough-as-leather")["kill"] == 1


def test_what_spares_the_body_does_not_spare_the_mind():
    mods = ("psychic-attack", "sturdiness", "berserk-defence", "tough-as-leather")
    assert ask(3, 1, 2, *mods, attacker="monster", defender="hero") == ask(
        3, 1, 2, attacker="monster", defender="hero"
    )


def test_a_single_die_is_all_the_stunned_have():
    for mod in ("stunned", "asleep", "confused", "iced", "rearming"):
        assert ask(2, 6, 1, mod, "steel-skin") == ask(2, 1, 1)


def test_a_furious_charge_takes_two_dice_from_the_first_defence_only():
    assert ask(2, 3, 1, "furious-charge") == ask(2, 1, 1)
    twice = ask(1, 2, 2, "furious-charge", "quickness-of-fire")
    assert twice["wounds"][2] == pytest.approx(1 / 2 * 1 / 2 * 25 / 36)


def test_the_electric_grip_adds_a_point_no_shield_stops():
    assert ask(0, 9, 1, "electric-grip")["kill"] == pytest.approx(1 / 2)
    assert ask(0, 9, 1, "electric-grip", "magic-resistance")["kill"] == 0


def test_weapons_without_magic_do_nothing_to_who_resists_them():
    assert ask(9, 0, 1, "non-magic-weapon-resistance")["expected_rounds"] is None
    assert ask(1, 0, 1, "non-magic-weapon-resistance", "magic-weapon")["kill"] == pytest.approx(1 / 2)
    assert ask(1, 0, 1, "elemental-aura", "magic-weapon")["kill"] == 0
    assert ask(1, 0, 1, "elemental-aura", "lightning-bolt")["kill"] == pytest.approx(1 / 2)


def test_the_supple_evade_the_first_attack_that_threatens():
    assert ask(9, 0, 1, "serpent-suppleness")["wounds"][0] == 1
    twice = ask(1, 0, 1, "serpent-suppleness", "quickness-of-fire")
    assert twice["kill"] == pytest.approx(1 / 2 * 1 / 2)


def test_frenzy_strikes_again_where_the_first_blow_hurt_and_did_not_kill():
    assert ask(1, 0, 2, "warrior-frenzy")["wounds"] == pytest.approx([1 / 2, 1 / 4, 1 / 4])
    assert ask(1, 0, 1, "warrior-frenzy")["kill"] == pytest.approx(1 / 2)


def test_a_chain_attack_goes_on_to_a_neighbour_alike():
    assert ask(1, 0, 1, "chain-attack")["kills"] == pytest.approx([1 / 2, 1 / 4, 1 / 4])


def test_the_force_field_and_reflected_flames_strike_back():
    field = ask(1, 0, 1, "force-field", attacker_defence=0)
    assert field["returned"] == pytest.approx([1 / 4, 1 / 2, 1 / 4])
    assert "returned" not in ask(1, 0, 1, "force-field")
    assert ask(1, 0, 1, "reflected-flames")["returned"] == pytest.approx([1 / 2, 1 / 2])


def test_a_statue_of_ice_breaks_in_one_roll_or_not_at_all():
    answer = ask(2, 5, 2, "frozen")
    assert (answer["kill"], answer["expected_rounds"]) == (pytest.approx(1 / 4), pytest.approx(4))
    assert answer["wounds"] == pytest.approx([3 / 4, 0, 1 / 4])


@pytest.mark.parametrize(
    ("spell", "defender", "wounds"),
    [
        ("ball-of-flame", "monster", [1 / 9, 4 / 9, 4 / 9]),
        ("wound", "hero", [1 / 9, 4 / 9, 4 / 9]),
        ("fire-of-wrath", "hero", [1 / 6, 5 / 6]),
        ("shroud-of-flame", "monster", [1 / 2, 1 / 2]),
        ("rockfall", "monster", [1 / 4, 0, 1 / 2, 0, 1 / 4]),
        ("chain-lightning", "monster", [0, 1 / 2, 1 / 2]),
        ("electric-outburst", "monster", [0, 1]),
        ("mind-strike", "hero", [1 / 4, 1 / 2, 1 / 4]),
        ("destructive-hurricane", "monster", [1 / 2 + 1 / 2 * 1 / 3, 1 / 3]),
    ],
)
def test_spells_bring_their_own_dice(spell, defender, wounds):
    """Neither the attacker's dice nor what adds to them count, nor the target's own."""
    answer = ask(7, 9, 9, spell, "courage", "colossal-strength", "steel-skin", defender=defender, adjacent=4)
    assert answer["wounds"] == pytest.approx(wounds, abs=CLOSE)


def test_a_meteor_is_three_points_against_a_die_fewer():
    assert ask(0, 2, 9, "meteor")["wounds"] == pytest.approx([0, 0, 1 / 6, 5 / 6])
    assert ask(0, 2, 9, "meteor", "magic-resistance")["wounds"][0] == 1


def test_a_spell_is_no_attack_to_evade_or_to_strike_back_at():
    assert ask(0, 0, 1, "stone-fist", "serpent-suppleness")["kill"] == pytest.approx(7 / 8)
    assert ask(0, 0, 1, "stone-fist", "invisibility")["kill"] == pytest.approx(7 / 8)
    assert "returned" not in ask(0, 0, 1, "stone-fist", "force-field", attacker_defence=1)


def test_resistances_help_even_where_a_spell_fixes_the_dice():
    assert ask(0, 0, 9, "fire-of-wrath", "fire-resistance", defender="hero")["wounds"][0] == pytest.approx(
        11 / 36
    )


# Questions that are no questions


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"attack": None}, "attack"),
        ({"defence": None}, "defence"),
        ({"body": None}, "body"),
        ({"attack": "21"}, "attack"),
        ({"attack": "-1"}, "attack"),
        ({"attack": "٣"}, "attack"),
        ({"defence": "1.5"}, "defence"),
        ({"body": "0"}, "body"),
        ({"body": "31"}, "body"),
        ({"adjacent": "0"}, "adjacent"),
        ({"adjacent": "9"}, "adjacent"),
        ({"attacker_defence": "21"}, "attacker_defence"),
        ({"attacker": "nobody"}, "attacker"),
        ({"defender": ""}, "defender"),
        ({"mods": "no-such"}, "mods"),
        ({"mods": "berserk,berserk-rage"}, "mods"),
        ({"mods": "critical-blow,stone-fist"}, "mods"),
    ],
)
def test_what_is_wrong_is_named(query, field):
    violation = refused(**query)
    assert violation.field == field
    assert violation.rule


def test_the_answer_has_three_parts_and_a_chance_for_each_die():
    answer = ask(3, 2, 2)
    assert list(answer) == ["wounds", "kill", "expected_rounds"]
    assert len(answer["wounds"]) == 4
