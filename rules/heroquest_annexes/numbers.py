"""The numbers of a hero with the parts they are made of (§I, §III, §IV; R4, R6)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.content_types import Item
from rules.heroquest_annexes.house import house
from rules.heroquest_annexes.state import Hero, State
from rules.heroquest_annexes.words import ATTACK, BODY, DEFENCE, EFFECTS, MIND, MOVEMENT
from rules.kernel.sections import Derived, Part, derive
from rules.kernel.text import Text

HURT = 2
"""Body points at which a last power wakes (§I)."""
OWN = Text("{name}, de base", "{name}, base")
BOUGHT = Text("Acheté avec l’expérience", "Bought with experience")
LAST_STAND = Text("Dernier carré", "Last stand")
FLIGHT = Text("Fuite", "Flight")
HALVED = Text("{name} : moitié", "{name}: half")
UNDEAD = Text("Contre un mort-vivant", "Against an undead")
HERO = "hero"
ICONS = {"attack": "sword", "defence": "shield", "movement": "boot"}


def is_hurt(hero: Hero) -> bool:
    return hero.body <= HURT


def weapon_of(hero: Hero) -> Item | None:
    """What is in hand; None for the arms one began with."""
    return next((item for key in hero.worn if (item := BOOK.items[key]).attack), None)


def _own(hero: Hero, amount: int) -> Part:
    row = BOOK.heroes[hero.hero_class]
    return Part(OWN(name=row.name), amount, "§I", f"heroes/{row.key}", HERO)


def _item(item: Item, amount: int) -> Part:
    return Part(item.name, amount, "§III", f"items/{item.key}", f"items/{item.key}")


def _bought(hero: Hero, what: str) -> Part:
    return Part(BOUGHT, getattr(hero.gains, what), "§IV", f"rates/{what}", f"gains/{what}")


def _effects(hero: Hero, *found: tuple[str, int, str]) -> Iterable[Part]:
    return (Part(EFFECTS[key], by, source) for key, by, source in found if hero.has(key))


def _last_stand(hero: Hero) -> Part:
    return Part(LAST_STAND, int(hero.hero_class == "barbarian" and is_hurt(hero)), "§I", "heroes/barbarian")


def attack(hero: Hero, *, near: bool = True, weapon: Item | None = None, against: str = "") -> Derived:
    """Dice of attack: `near` in close combat, `against` which family, with what is in hand or another `weapon`."""
    arm = weapon or weapon_of(hero)
    own = _item(arm, arm.attack) if arm else _own(hero, BOOK.heroes[hero.hero_class].attack)
    spirit = int(arm is not None and arm.works == "spirit" and against == "undead")
    parts = (
        own,
        Part(UNDEAD, spirit, "§III", "items/spirit-blade"),
        *(_item(BOOK.items[key], BOOK.items[key].bonus) for key in hero.worn),
        _bought(hero, "attack"),
        *_effects(hero, ("courage", 2, "§II"), ("strength", 2, "§III")),
        *((_last_stand(hero),) if near else ()),
    )
    return derive("attack", ATTACK, parts, icon="sword")


def defence(hero: Hero, *, near: bool = True) -> Derived:
    """Armour takes the place of the hero's own dice, what is worn beside adds to them."""
    worn = [BOOK.items[key] for key in hero.worn]
    armour = next((item for item in worn if item.sets), None)
    own = _item(armour, armour.defence) if armour else _own(hero, BOOK.heroes[hero.hero_class].defence)
    parts = (
        own,
        *(_item(item, item.defence) for item in worn if item.defence and not item.sets),
        _bought(hero, "defence"),
        *_effects(hero, ("rock-skin", 1, "§II"), ("resistance", 2, "§III")),
        *((_last_stand(hero),) if near else ()),
    )
    return derive("defence", DEFENCE, parts, icon="shield")


def body(hero: Hero) -> Derived:
    return derive(
        "body_max", BODY, (_own(hero, BOOK.heroes[hero.hero_class].body), _bought(hero, "body")), icon="body"
    )


def mind(hero: Hero) -> Derived:
    worn = (_item(BOOK.items[key], BOOK.items[key].mind) for key in hero.worn)
    parts = (_own(hero, BOOK.heroes[hero.hero_class].mind), *worn, _bought(hero, "mind"))
    return derive("mind_max", MIND, parts, icon="mind")


def mind_now(hero: Hero) -> int:
    return mind(hero).value - hero.spent


def movement(state: State, hero: Hero) -> Derived:
    """Squares of the next move; with dice, what is added to them."""
    with_dice = house(state, "movement") == "dice"
    row = BOOK.heroes[hero.hero_class]
    base = 0 if with_dice else row.movement
    flight = 2 * int(row.key == "mage" and is_hurt(hero))
    parts = [_own(hero, base), Part(FLIGHT, flight, "§I", "heroes/mage")]
    slow, fast = slowed(hero), doubled(hero)
    now = base + flight
    if slow and not with_dice:
        parts.append(Part(HALVED(name=slow.name), (now + 1) // 2 - now, "§III", f"items/{slow.key}"))
        now = (now + 1) // 2
    if fast and not with_dice:
        parts.append(Part(EFFECTS[fast], now, "§II" if fast == "swift-wind" else "§III"))
    found = derive("movement", MOVEMENT, tuple(parts), dice="2d6" if with_dice else None, icon="boot")
    if not with_dice:
        return found
    times = "½" if slow and not fast else "×2" if fast and not slow else ""
    return Derived(
        key=found.key,
        label=found.label,
        value=found.value,
        parts=found.parts,
        dice=found.dice,
        icon="boot",
        times=times,
    )


def slowed(hero: Hero) -> Item | None:
    return next((item for key in hero.worn if (item := BOOK.items[key]).slow), None)


def doubled(hero: Hero) -> str:
    """Speed and a swift wind do not double twice (R6)."""
    return next((key for key in ("swift-wind", "speed") if hero.has(key)), "")


def squares(state: State, hero: Hero, thrown: int) -> int:
    """How far it is, halves rounded up."""
    found = movement(state, hero)
    if found.dice is None:
        return found.value
    times = Fraction(1, 2) if slowed(hero) else Fraction(1)
    whole = -(-(thrown + found.value) * times.numerator // times.denominator)
    return whole * 2 if doubled(hero) else whole
