"""Between the dungeons: market, equipment, training, tower, upkeep and house rules."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.bargaining import BANDS, SKILL, band, dearest, haggled
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.house import HOUSE_RULES
from rules.heroquest_evolution.market import MOST
from rules.heroquest_evolution.numbers import attack, defence, movement
from rules.heroquest_evolution.parting import Lot, part_with, pick
from rules.heroquest_evolution.purse import shown
from rules.heroquest_evolution.state import Gain, Hero, Owned, State
from rules.heroquest_evolution.upkeep import due, owes
from rules.heroquest_evolution.wearing import auto_equip, hands, is_one_handed, may_equip
from rules.kernel.dice import Act, AppDice, NoDice, RecordedDice, TableDice, Thrown
from rules.kernel.history import Recorded, obstacle
from rules.kernel.messages import Event, Violation
from rules.kernel.offers import Choice, Field, Offer, Viewer
from tests.laws.drawing import draw, outside

GM = Viewer("gm", "s1")
KINDS = [
    "buy",
    "sell",
    "give",
    "equip",
    "unequip",
    "train",
    "learn_spell",
    "study",
    "pay_upkeep",
    "waive_upkeep",
    "set_house_rule",
]
USEFUL = ("archer", "crossbowman", "dodge", "warrior-mage", "bargaining", "expert", "increased-speed")


def owner(hero_class: str = "dwarf", gold: int = 0, key: str = "h", **fields: Any) -> Hero:
    """A level 10 hero, bare of everything not given."""
    row = BOOK.hero_classes[hero_class]
    base: dict[str, Any] = {"name": key.title(), "level": 10, "xp": 1080, "body": row.body, "mind": row.mind}
    points: dict[str, Any] = {"body_base": row.body, "mind_base": row.mind}
    return Hero(key=key, hero_class=hero_class, gold=gold, **(base | points | fields))


def camp(*heroes: Hero, **house: Any) -> State:
    return State(heroes={hero.key: hero for hero in heroes}, house=house)


def enchanter(gold: int = 0, **fields: Any) -> Hero:
    return owner("enchanter", gold, skills=(SKILL,), spheres=("air", "fire", "water"), **fields)


def decide(state: State, kind: str, faces: tuple[int, ...] = (), **fields: Any) -> Any:
    dice = TableDice((Thrown("bargaining", faces),), NoDice()) if faces else NoDice()
    return RULESET.decide(state, RULESET.codec.command({"kind": kind, **fields}), Act("a" * 32, dice))


def done(state: State, kind: str, faces: tuple[int, ...] = (), **fields: Any) -> State:
    answer = decide(state, kind, faces, **fields)
    assert not isinstance(answer, Violation), answer
    return RULESET.evolve_all(state, answer)


def offer(state: State, kind: str, hero: str | None = "h", **given_: Any) -> Offer:
    return RULESET.offers(state, GM, hero=hero, kind=kind, given=given_)[0]


def choices(found: Offer, field: str) -> tuple[Choice, ...]:
    return next((f.choices for f in found.fields if f.name == field), ())


def profile(hero: Hero) -> dict[str, str]:
    return {number.label.en: shown(number) for number in (attack(hero), defence(hero), movement(hero))}


@st.composite
def heroes(draw_: st.DrawFn, key: str = "h") -> Hero:
    hero_class = draw_(st.sampled_from(list(BOOK.hero_classes)))
    able = [f"{hero_class}-{skill}" for skill in USEFUL if f"{hero_class}-{skill}" in BOOK.skills]
    skills = tuple(draw_(st.lists(st.sampled_from(able), unique=True))) if able else ()
    lots = st.builds(
        Owned,
        st.sampled_from(list(BOOK.items)),
        st.integers(1, 25),
        st.just(False),
        st.sampled_from([None, 0, 1, 25, 99, 199, 850]),
    )
    items = auto_equip(hero_class, skills, tuple(draw_(st.lists(lots, max_size=9))))
    spheres = {"enchanter": ("air", "fire", "water"), "elf": ("earth",)}.get(hero_class, ())
    spells = tuple(draw_(st.lists(st.sampled_from(list(BOOK.spells)), unique=True, max_size=4)))
    gains = (Gain("attack", draw_(st.integers(0, 2)), "level.9"),)
    known = spells if spheres else ()
    gold = draw_(st.sampled_from([0, 1, 24, 99, 340, 760]) | st.integers(0, 12_000))
    dues = tuple(draw_(st.lists(st.integers(1, 40), max_size=3)))
    return owner(
        hero_class,
        gold,
        key,
        items=items,
        skills=skills,
        spheres=spheres,
        spells=known,
        gains=gains,
        dues=dues,
    )


GOLD_HINT = re.compile(r"^(\d+) gold \((\d+) → (\d+)\)")
NUMBER_HINT = re.compile(r"(Attack|Defence|Movement) (\S+) → (\S+)")


def told_gold(hint: Any) -> tuple[int, int, int]:
    """Price, gold before and gold after, as a choice shows them."""
    match = GOLD_HINT.match(hint.en)
    assert match, hint.en
    price, before, after = map(int, match.groups())
    return price, before, after


def told_numbers(hint: Any) -> dict[str, tuple[str, str]]:
    return {name: (before, after) for name, before, after in NUMBER_HINT.findall(hint.en if hint else "")}


def differing(before: Hero, after: Hero) -> dict[str, tuple[str, str]]:
    old, new = profile(before), profile(after)
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}


# Buying


@given(heroes())
def test_gold_falls_by_exactly_the_price_shown_for_every_purchase(hero: Hero) -> None:
    state = camp(hero)
    for option in choices(offer(state, "buy"), "item"):
        price, before, after = told_gold(option.hint)
        (event,) = decide(state, "buy", hero="h", item=option.value)
        now = RULESET.evolve(state, event).heroes["h"]
        assert (before, after) == (hero.gold, now.gold)
        assert price == event.price == -event.gold == before - after
        assert now.count(option.value) == hero.count(option.value) + BOOK.items[option.value].lot


@given(heroes())
def test_a_purchase_once_put_on_shows_the_numbers_it_promised(hero: Hero) -> None:
    state = camp(hero)
    worn = {owned.key for owned in hero.items if owned.equipped}
    for option in choices(offer(state, "buy"), "item"):
        told = told_numbers(option.hint)
        bought = done(state, "buy", hero="h", item=option.value)
        put_on = decide(bought, "equip", hero="h", item=option.value)
        if option.value in worn or isinstance(put_on, Violation):
            assert told == {}
            continue
        assert told == differing(hero, RULESET.evolve_all(bought, put_on).heroes["h"])


@given(heroes())
def test_what_is_not_offered_for_sale_is_refused_with_what_is_missing(hero: Hero) -> None:
    state = camp(hero)
    found = offer(state, "buy")
    on_offer = {option.value for option in choices(found, "item")}
    for key, item in BOOK.items.items():
        answer = decide(state, "buy", hero="h", item=key)
        assert isinstance(answer, Violation) == (key not in on_offer)
        if isinstance(answer, Violation) and item.shop:
            assert answer.params["missing"] == (item.price or 0) - hero.gold
            assert found.violation or item.name.en in str(found.text)


def test_a_choice_says_why_a_hero_cannot_use_it() -> None:
    options = {o.value: o for o in choices(offer(camp(owner("barbarian", 2000)), "buy"), "item")}
    assert "not for the class barbarian" in options["plate-armour"].hint.en  # type: ignore[union-attr]
    assert "elf and amazon" in options["long-bow"].hint.en  # type: ignore[union-attr]


def test_a_choice_says_which_skill_is_missing_and_where_it_comes_from() -> None:
    options = {o.value: o for o in choices(offer(camp(owner("dwarf", 2000)), "buy"), "item")}
    hint = options["crossbow"].hint
    assert hint is not None
    assert "Crossbowman" in hint.en
    assert "when a level is gained" in hint.en


def test_buying_what_one_cannot_use_warns() -> None:
    state = camp(owner("amazon", 2000))
    command = RULESET.codec.command({"kind": "buy", "hero": "h", "item": "plate-armour"})
    assert [warning.en for warning in RULESET.warnings(state, command)]
    sensible = RULESET.codec.command({"kind": "buy", "hero": "h", "item": "helmet"})
    assert RULESET.warnings(state, sensible) == ()


def test_quantity_reaches_as_far_as_the_gold() -> None:
    field = offer(camp(owner("dwarf", 130)), "buy", item="dagger").fields[-1]
    assert (field.name, field.low, field.high) == ("quantity", 1, 5)


def test_what_is_free_has_a_bound_all_the_same() -> None:
    state = camp(owner("dwarf"), **{"price.rope": 0})
    assert offer(state, "buy", item="rope").fields[-1].high == MOST
    assert isinstance(decide(state, "buy", hero="h", item="rope", quantity=MOST + 1), Violation)


# The bargain


@given(st.integers(1, 100_000), st.integers(1, 6), st.integers(1, 6))
def test_a_bargain_leaves_between_1_and_the_dearest_price(price: int, one: int, two: int) -> None:
    row = band(price)
    assert row is not None
    left = haggled(price, sum((one, two)[: row.dice]) * row.factor)
    assert 1 <= left <= dearest(price) <= price


@pytest.mark.parametrize(
    ("price", "dice"),
    [
        (1, "2d6"),
        (100, "2d6"),
        (101, "1d6 × 10"),
        (999, "1d6 × 10"),
        (1000, "1d6 × 100"),
        (1999, "1d6 × 100"),
        (2000, "2d6 × 100"),
    ],
)
def test_every_band_begins_where_the_source_says(price: int, dice: str) -> None:
    assert str(band(price)) == dice


def test_there_are_four_bands() -> None:
    assert [row.low for row in BANDS] == [2000, 1000, 101, 1]


def test_the_faces_of_a_bargain_stand_in_its_event_with_their_origin() -> None:
    state = camp(enchanter(100))
    (event,) = decide(state, "buy", (2, 5), hero="h", item="staff", bargain=True)
    assert (event.roll.faces, event.roll.origin, event.gold) == (("2", "5"), "table", -93)
    assert "2 + 5" in RULESET.tell(event).en


def test_impossible_faces_are_refused() -> None:
    answer = decide(camp(enchanter(100)), "buy", (7, 1), hero="h", item="staff", bargain=True)
    assert answer.code == "roll_impossible"


def test_a_bargain_that_happened_is_decided_again_the_same() -> None:
    state, act = camp(enchanter(400)), {"kind": "buy", "hero": "h", "item": "bracers", "bargain": True}
    command = RULESET.codec.command(act)
    first = RULESET.decide(state, command, Act("a" * 32, AppDice(lambda n: 3)))
    assert not isinstance(first, Violation)
    again = RULESET.decide(state, command, Act("a" * 32, RecordedDice((first[0].roll,))))  # type: ignore[attr-defined]
    assert first == again


@given(
    st.integers(0, 2500),
    st.sampled_from([key for key, item in BOOK.items.items() if item.shop]),
    st.integers(0, 5),
)
def test_no_bargain_can_overdraw(gold: int, item: str, face: int) -> None:
    state = camp(enchanter(gold))
    command = RULESET.codec.command({"kind": "buy", "hero": "h", "item": item, "bargain": True})
    answer = RULESET.decide(state, command, Act("a" * 32, AppDice(lambda n: face)))
    offered = {option.value for option in choices(offer(state, "buy", bargain=True), "item")}
    assert isinstance(answer, Violation) == (item not in offered)
    if not isinstance(answer, Violation):
        now = RULESET.evolve_all(state, answer).heroes["h"]
        assert now.gold >= 0
        assert now.used == {SKILL: 1}


def test_a_bargain_over_a_sale_asks_for_enough_of_them() -> None:
    state = camp(enchanter(items=(Owned("shield", 5, False, 100),)))
    field = offer(state, "sell", bargain="true", item="shield").fields[-1]
    assert (field.low, field.high, field.required) == (2, 5, True)
    assert "100 gold + 1d6 × 10" in str(choices(offer(state, "sell", bargain="on"), "item")[0].hint)


def test_without_uses_there_is_no_bargain_on_offer() -> None:
    state = camp(enchanter(500, used={SKILL: 2}))
    assert "bargain" not in [field.name for field in offer(state, "buy").fields]


# Selling


@given(heroes())
def test_gold_rises_by_exactly_what_a_sale_shows(hero: Hero) -> None:
    state = camp(hero)
    for option in choices(offer(state, "sell"), "item"):
        gain, before, after = told_gold(option.hint)
        (event,) = decide(state, "sell", hero="h", item=option.value)
        now = RULESET.evolve(state, event).heroes["h"]
        assert (before, after, gain) == (hero.gold, now.gold, event.gold)
        assert told_numbers(option.hint) == differing(hero, now)
        assert event.gold == sum(lot.gold for lot in event.lots) > 0


@given(heroes())
def test_what_is_not_offered_cannot_be_sold(hero: Hero) -> None:
    state = camp(hero)
    on_offer = {option.value for option in choices(offer(state, "sell"), "item")}
    for key in BOOK.items:
        assert isinstance(decide(state, "sell", hero="h", item=key), Violation) == (key not in on_offer)


@given(heroes())
def test_buying_and_selling_again_never_makes_gold(hero: Hero) -> None:
    state = camp(hero)
    for option in choices(offer(state, "buy"), "item"):
        bought = done(state, "buy", hero="h", item=option.value)
        both = decide(bought, "sell", hero="h", item=option.value)
        found = any(o.key == option.value and o.paid != BOOK.items[option.value].price for o in hero.items)
        if not isinstance(both, Violation) and not found:
            assert RULESET.evolve_all(bought, both).heroes["h"].gold <= hero.gold


def test_an_item_bought_at_two_prices_is_sold_lot_by_lot() -> None:
    state = camp(owner(items=(Owned("shield", 1, False, 61), Owned("shield", 1, True, 100))))
    (event,) = decide(state, "sell", hero="h", item="shield", quantity=2)
    assert [(lot.paid, lot.quantity, lot.gold) for lot in event.lots] == [(100, 1, 50), (61, 1, 30)]


def test_what_is_worn_stays_on_while_a_spare_is_left() -> None:
    state = camp(owner(items=(Owned("shield", 1, True, 100), Owned("shield", 1, False, 61))))
    after = done(state, "sell", hero="h", item="shield").heroes["h"]
    assert after.items == (Owned("shield", 1, True, 61),)


def test_a_refusal_to_sell_says_why() -> None:
    codes = {
        "shield": (Owned("shield", 1, False, 0), "resells_for_nothing", "R1"),
        "dagger": (Owned("dagger", 1, False, 1), "resells_for_nothing", "R23"),
        "orcs-bane": (Owned("orcs-bane"), "no_resale", "R49"),
        "arrows": (Owned("arrows", 9, False, 50), "by_lots", "R20"),
    }
    for key, (owned, code, rule) in codes.items():
        answer = decide(camp(owner(items=(owned,))), "sell", hero="h", item=key)
        assert (answer.code, answer.rule) == (code, rule)


# Parting with things


@given(heroes(), st.data())
def test_parting_takes_exactly_what_was_picked(hero: Hero, data: st.DataObject) -> None:
    keys = [owned.key for owned in hero.items]
    if not keys:
        return
    key = data.draw(st.sampled_from(keys))
    number = data.draw(st.integers(1, hero.count(key)))
    lots = pick(hero.items, key, number)
    left = part_with(hero.items, key, lots)
    assert sum(lot.quantity for lot in lots) == number
    assert sum(o.quantity for o in left if o.key == key) == hero.count(key) - number
    assert [o for o in left if o.key != key] == [o for o in hero.items if o.key != key]
    worn = sum(o.equipped for o in hero.items if o.key == key)
    assert sum(o.equipped for o in left if o.key == key) == min(worn, hero.count(key) - number)


def test_the_spare_goes_before_what_is_worn() -> None:
    items = (Owned("dagger", 1, True, 0), Owned("dagger", 2, False, 25))
    assert pick(items, "dagger", 2) == (Lot(2, 25),)
    assert pick(items, "dagger", 3) == (Lot(2, 25), Lot(1, 0))


# Gifts


@given(heroes(), heroes("to"))
def test_a_gift_moves_things_and_gold_and_loses_none(hero: Hero, to: Hero) -> None:
    state = camp(hero, to)
    for option in choices(offer(state, "give"), "item"):
        most = hero.count(option.value)
        after = done(state, "give", hero="h", to="to", item=option.value, quantity=most)
        assert after.heroes["h"].count(option.value) == 0
        assert after.heroes["to"].count(option.value) == to.count(option.value) + most
        assert RULESET.audit(after) == ()
    if hero.gold:
        after = done(state, "give", hero="h", to="to", gold=hero.gold)
        assert (after.heroes["h"].gold, after.heroes["to"].gold) == (0, to.gold + hero.gold)


def test_a_gift_says_whether_the_receiver_can_use_it() -> None:
    state = camp(owner(items=(Owned("plate-armour"),)), owner("amazon", key="to"))
    assert choices(offer(state, "give"), "item")[0].hint is None
    hint = choices(offer(state, "give", to="to"), "item")[0].hint
    assert hint is not None
    assert "not for the class amazon" in hint.en
    command = RULESET.codec.command({"kind": "give", "hero": "h", "to": "to", "item": "plate-armour"})
    assert RULESET.warnings(state, command)


def test_a_gift_cannot_be_taken_back_once_it_was_sold() -> None:
    entries = _gift_and_sale(sold=True)
    assert obstacle(RULESET, entries, frozenset(), frozenset({4})) == 5


def test_a_gift_not_sold_can() -> None:
    entries = _gift_and_sale(sold=False)
    assert obstacle(RULESET, entries, frozenset(), frozenset({4})) is None


def _gift_and_sale(*, sold: bool) -> list[Recorded]:
    """`hero` and `to` of the steps are the places of their heroes in the campaign."""
    state, entries = RULESET.initial(), []
    keys: list[str] = []
    for seq, step in enumerate(_steps(sold), 1):
        plain = {name: keys[value] if isinstance(value, int) else value for name, value in step.items()}
        command = RULESET.codec.command(plain)
        act = Act(f"{seq:012x}".ljust(32, "0"), NoDice())
        answer = RULESET.decide(state, command, act)
        assert not isinstance(answer, Violation), answer
        state = RULESET.evolve_all(state, answer)
        keys = list(state.heroes)
        entries.append(Recorded(seq=seq, act_id=act.id, command=command, events=answer))
    return entries


def _steps(sold: bool) -> list[dict[str, Any]]:
    recruits: list[dict[str, Any]] = [
        {"kind": "recruit_hero", "hero_class": "dwarf", "name": "Dura"},
        {"kind": "recruit_hero", "hero_class": "barbarian", "name": "Brom"},
        {"kind": "find_item", "hero": 0, "item": "shield"},
        {"kind": "give", "hero": 0, "to": 1, "item": "shield"},
    ]
    return [*recruits, {"kind": "sell", "hero": 1, "item": "shield"}] if sold else recruits


# Equipment


@given(heroes())
def test_putting_on_changes_the_numbers_as_shown(hero: Hero) -> None:
    state = camp(hero)
    for option in choices(offer(state, "equip"), "item"):
        after = done(state, "equip", hero="h", item=option.value)
        assert told_numbers(option.hint) == differing(hero, after.heroes["h"])
        assert RULESET.audit(after) == ()


@given(heroes())
def test_taking_off_changes_the_numbers_as_shown(hero: Hero) -> None:
    state = camp(hero)
    for option in choices(offer(state, "unequip"), "item"):
        after = done(state, "unequip", hero="h", item=option.value)
        assert told_numbers(option.hint) == differing(hero, after.heroes["h"])
        assert after.heroes["h"].count(option.value) == hero.count(option.value)


@given(heroes())
def test_putting_on_and_off_loses_nothing_and_no_price(hero: Hero) -> None:
    state = camp(hero)
    for option in choices(offer(state, "equip"), "item"):
        on = done(state, "equip", hero="h", item=option.value)
        off = done(on, "unequip", hero="h", item=option.value)
        assert _counts(off.heroes["h"]) == _counts(on.heroes["h"]) == _counts(hero)


def _counts(hero: Hero) -> dict[tuple[str, int | None], int]:
    counts: dict[tuple[str, int | None], int] = {}
    for owned in hero.items:
        counts[owned.key, owned.paid] = counts.get((owned.key, owned.paid), 0) + owned.quantity
    return counts


@pytest.mark.parametrize("hero_class", list(BOOK.hero_classes))
def test_every_class_may_equip_its_starting_weapon(hero_class: str) -> None:
    assert may_equip(owner(hero_class), BOOK.items[BOOK.hero_classes[hero_class].weapon]) is None


def test_the_enchanter_uses_dagger_staff_bracers_and_cloak_of_the_shops() -> None:
    usable = [
        key for key, item in BOOK.items.items() if item.shop and may_equip(owner("enchanter"), item) is None
    ]
    assert usable == ["dagger", "staff", "bracers", "cloak-of-protection"]


def test_a_warrior_mage_adds_four_weapons_and_no_armour() -> None:
    mage = owner("enchanter", skills=("enchanter-warrior-mage",))
    usable = [key for key, item in BOOK.items.items() if item.shop and may_equip(mage, item) is None]
    light = ["short-sword", "hand-axe", "spear", "rapier"]
    assert usable == ["dagger", "staff", *light, "bracers", "cloak-of-protection"]


def test_a_pair_of_weapons_fills_both_hands() -> None:
    state = camp(owner(items=(Owned("dagger", 2, False, 25),)))
    both = done(done(state, "equip", hero="h", item="dagger"), "equip", hero="h", item="dagger")
    assert [owned.key for owned in hands(both.heroes["h"].items)] == ["dagger", "dagger"]


def test_the_weapon_in_hand_is_the_one_that_counts() -> None:
    items = (Owned("dagger", 1, False, 25), Owned("long-sword", 1, False, 350))
    state = camp(owner(items=items))
    state = done(state, "equip", hero="h", item="long-sword")
    state = done(state, "equip", hero="h", item="dagger", shield_hand=True)
    assert attack(state.heroes["h"]).value == 3
    state = done(state, "unequip", hero="h", item="long-sword")
    assert attack(state.heroes["h"]).value == 1


def test_taking_off_one_of_a_pair_empties_the_shield_hand() -> None:
    worn = (Owned("dagger", 1, True, 0), Owned("dagger", 1, True, 25))
    after = done(camp(owner(items=worn)), "unequip", hero="h", item="dagger").heroes["h"]
    assert hands(after.items) == (Owned("dagger", 1, True, 0),)


def test_the_shield_hand_is_offered_where_it_is_free_to_take() -> None:
    items = (Owned("short-sword", 1, True, 0), Owned("hand-axe"), Owned("halberd"))
    state = camp(owner(items=items))
    assert [f.name for f in offer(state, "equip", item="hand-axe").fields] == ["item", "shield_hand"]
    assert [f.name for f in offer(state, "equip", item="halberd").fields] == ["item"]


def test_enrolled_gear_is_put_on_where_it_fits() -> None:
    items = (
        Owned("battle-axe"),
        Owned("shield"),
        Owned("plate-armour"),
        Owned("chain-mail"),
        Owned("helmet", 2),
        Owned("rope"),
    )
    worn = [owned.key for owned in auto_equip("barbarian", (), items) if owned.equipped]
    assert sorted(worn) == ["battle-axe", "chain-mail", "helmet"]


@given(heroes())
def test_enrolled_gear_keeps_the_laws_of_hands(hero: Hero) -> None:
    assert RULESET.audit(camp(hero)) == ()
    held = [BOOK.items[owned.key] for owned in hands(hero.items)]
    assert len(held) <= 2
    assert all(is_one_handed(item) for item in held) or len(held) == 1


# Training, tower, upkeep


@given(heroes())
def test_training_and_tower_cost_what_they_show(hero: Hero) -> None:
    state = camp(hero)
    for kind, field in (("train", "what"), ("learn_spell", "spell")):
        for option in choices(offer(state, kind), field):
            price, before, after = told_gold(option.hint)
            fields: dict[str, Any] = {"hero": "h", field: option.value}
            (event,) = decide(state, kind, **fields)
            now = RULESET.evolve(state, event).heroes["h"]
            assert (before, after, price) == (hero.gold, now.gold, -event.gold)


@given(heroes())
def test_single_purchases_cost_what_their_offer_says(hero: Hero) -> None:
    state = camp(hero)
    for kind in ("study", "pay_upkeep"):
        found = offer(state, kind)
        answer = decide(state, kind, hero="h")
        assert (found.violation is None) == (not isinstance(answer, Violation))
        if not isinstance(answer, Violation):
            price, before, after = told_gold(found.text)
            now = RULESET.evolve_all(state, answer).heroes["h"]
            assert (before, after, price) == (hero.gold, now.gold, hero.gold - now.gold)


@given(heroes())
def test_the_tower_teaches_no_spell_that_it_does_not_offer(hero: Hero) -> None:
    state = camp(hero)
    taught = {option.value for option in choices(offer(state, "learn_spell"), "spell")}
    for key in BOOK.spells:
        answer = decide(state, "learn_spell", hero="h", spell=key)
        assert isinstance(answer, Violation) == (key not in taught)


def test_the_trainer_says_why_the_other_training_is_closed() -> None:
    found = offer(camp(enchanter(9000)), "train")
    assert [option.value for option in choices(found, "what")] == ["level"]
    assert "does not toughen enchanters" in str(found.text)


@pytest.mark.parametrize("hero_class", list(BOOK.hero_classes))
def test_every_level_costs_what_the_table_says(hero_class: str) -> None:
    for level in range(1, 15):
        row = BOOK.level(level + 1)
        xp = BOOK.level(level).threshold if level > 1 else 0
        state = camp(owner(hero_class, row.training, level=level, xp=xp))
        after = done(state, "train", hero="h", what="level").heroes["h"]
        assert (after.gold, after.xp, after.level) == (0, row.threshold, level)


def test_upkeep_falls_due_for_the_living_only() -> None:
    state = camp(owner(), owner("elf", key="other"))
    (event,) = due(state, ("h", "other", "gone"))
    after = RULESET.evolve(state, event)
    assert [owes(hero) for hero in after.heroes.values()] == [25, 25]
    assert "25 gold each: H and Other" in RULESET.tell(event).en


def test_no_upkeep_is_no_event() -> None:
    assert due(camp(owner(), upkeep=0), ("h",)) == ()
    assert due(camp(owner()), ()) == ()


def test_all_dues_are_settled_at_once() -> None:
    state = camp(owner(gold=70, dues=(25, 40)))
    after = done(state, "pay_upkeep", hero="h").heroes["h"]
    assert (after.gold, after.dues) == (5, ())


# House rules


@pytest.mark.parametrize("key", list(HOUSE_RULES))
def test_every_house_rule_can_be_set_and_taken_away(key: str) -> None:
    rule, state = HOUSE_RULES[key], camp(owner())
    field = next(f for f in offer(state, "set_house_rule", None, rule=key).fields if f.name == "value")
    other = _another(field)
    changed = done(state, "set_house_rule", rule=key, value=other)
    assert changed.house == ({key: other} if other != rule.default else {})
    assert done(changed, "set_house_rule", rule=key, value=rule.default).house == {}


def _another(field: Field) -> Any:
    """A value that is most likely not the rulebook's."""
    if field.type == "bool":
        return not field.default
    if field.type == "subset":
        return tuple(choice.value for choice in field.choices[len(field.choices) - field.low :])
    return field.choices[-1].value if field.type == "choice" else field.low


def test_a_threshold_names_the_neighbour_in_its_way() -> None:
    answer = decide(camp(), "set_house_rule", rule="level_threshold.3", value=180)
    assert (answer.code, answer.params) == ("thresholds_cross", {"level": 4, "xp": 180})


def test_a_house_rule_is_told_with_the_values_as_shown() -> None:
    (event,) = decide(camp(), "set_house_rule", rule="death_gear", value="party")
    assert (
        RULESET.tell(event).en
        == "House rule “Gear and gold of the dead”: to the companion named → shared by the party."
    )


def test_a_house_rule_says_the_books_value_beside_its_own() -> None:
    options = choices(offer(camp(upkeep=40), "set_house_rule", None), "rule")
    assert next(str(o.hint.en) for o in options if o.value == "upkeep" and o.hint) == "40 (book: 25, §VIII)"


# Laws


@settings(max_examples=60)
@given(heroes(), heroes("to"), st.randoms(use_true_random=False))
def test_no_sequence_makes_gold_negative_and_every_offer_holds(hero: Hero, to: Hero, random: Random) -> None:
    state = camp(hero, to)
    balance = {key: each.gold for key, each in state.heroes.items()}
    for step in range(25):
        kind = random.choice(KINDS)
        who = None if kind == "set_house_rule" else random.choice(["h", "to"])
        command = draw(RULESET, state, kind, who, random)
        if command is None:
            continue
        assert outside(RULESET, state, command) is None
        act = Act(f"{step:032x}", AppDice(random.randrange))
        answer = RULESET.decide(state, command, act)
        assert not isinstance(answer, Violation), (command, answer)
        state = RULESET.evolve_all(state, answer)
        for event in answer:
            _keep_accounts(balance, event)
        assert {key: each.gold for key, each in state.heroes.items()} == balance
        assert min(balance.values()) >= 0
        assert RULESET.audit(state) == ()


def _keep_accounts(balance: dict[str, int], event: Event) -> None:
    """Gold moves by what the events say, and by nothing else; each is told in both languages."""
    for movement_ in RULESET.movements(event):
        if movement_.number == "gold":
            balance[movement_.hero] += movement_.amount
    sentence = RULESET.tell(event)
    assert "{" not in sentence.fr + sentence.en
