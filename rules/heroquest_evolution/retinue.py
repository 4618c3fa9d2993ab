"""Those in a hero's pay: who they are, what they can do, where they stand (R25–R28, R56)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Mercenary as MercenaryRow
from rules.heroquest_evolution.numbers import LABELS, ORIGINS, SOURCES, START, STEPS, dodges
from rules.heroquest_evolution.refusals import living, refuse
from rules.heroquest_evolution.state import Answer, Hero, Mercenary, Owned, State, add_items
from rules.kernel.messages import Violation
from rules.kernel.offers import Choice
from rules.kernel.sections import Derived, Part, derive
from rules.kernel.text import Text, same

TICKS = 2
"""Quests survived for each improvement (R28)."""
Profile = tuple[Derived, ...]


def row(mercenary: Mercenary) -> MercenaryRow:
    return BOOK.mercenaries[mercenary.kind]


def label(mercenary: Mercenary) -> Text:
    """The name; without one the kind's, numbered from the second of a kind on."""
    if mercenary.name:
        return same(mercenary.name)
    number = mercenary.key.removeprefix(mercenary.kind).replace("-", " ")
    return row(mercenary).name + same(number) if number else row(mercenary).name


def free_key(hero: Hero, kind: str) -> str:
    """`scout`, `scout-2`, … : the first that the hero has nobody under."""
    taken = {mercenary.key for mercenary in hero.mercenaries}
    names = (kind, *(f"{kind}-{n}" for n in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def hired(hero: Hero, key: str) -> Mercenary | Violation:
    """The one of that key in the hero's pay."""
    found = next((mercenary for mercenary in hero.mercenaries if mercenary.key == key), None)
    return found or refuse(
        "not_hired",
        "{name} n’a personne à son service sous la clé « {key} ».",
        "{name} has nobody in service under the key “{key}”.",
        "R25",
        field="mercenary",
        name=hero.name,
        key=key,
    )


def apprentice(hero: Hero, key: str) -> Mercenary | Violation:
    """The apprentice of that key; the others come with gear of their own (R27, R56)."""
    found = hired(hero, key)
    if isinstance(found, Violation) or row(found).apprentice:
        return found
    return refuse(
        "no_apprentice",
        "{name} vient avec son propre équipement : seul un apprenti s’équipe aux frais de l’employeur.",
        "{name} comes with gear of their own: only an apprentice is equipped at the employer’s expense.",
        "R27",
        field="mercenary",
        name=label(found),
    )


def employer(state: State, key: str) -> Answer:
    """The hero, alive, or dead in the open quest: the mercenaries of a dead employer serve to its end (R26)."""
    hero = state.heroes.get(key)
    return living(state, key) if hero is None else hero


def allows(quest: str) -> bool:
    """Whether mercenaries may go into the quest: all but *L'épreuve* (§8.2); `""` is the group's own."""
    found = BOOK.quests.get(quest)
    return found is None or found.mercenaries


def is_inside(state: State, hero: str) -> bool:
    return state.quest is not None and hero in state.quest.present


def barred(state: State, hero: str) -> Violation | None:
    """Nobody comes to a hero inside *L'épreuve* (§8.2)."""
    if state.quest is None or not is_inside(state, hero) or allows(state.quest.quest):
        return None
    return refuse(
        "no_mercenaries_here",
        "« {quest} » se joue sans mercenaires.",
        "“{quest}” is played without mercenaries.",
        "R25",
        field="hero",
        quest=state.quest.name,
    )


def apart(state: State, hero: Hero, mercenary: Mercenary) -> Violation | None:
    """Who waits outside can neither be handed anything nor give it back while the employer is in the dungeon (R19)."""
    if mercenary.pay == "serving" or not is_inside(state, hero.key):
        return None
    return refuse(
        "elsewhere",
        "{name} est dans le donjon et {mercenary} attend dehors.",
        "{name} is in the dungeon and {mercenary} waits outside.",
        "R19",
        field="mercenary",
        name=hero.name,
        mercenary=label(mercenary),
    )


def armed(mercenary: Mercenary) -> tuple[Owned, ...]:
    """What is in hand and worn, the weapon first; the basic weapon unless the employer gave another (R27)."""
    weapon = row(mercenary).weapon
    own = (Owned(weapon, 1, True, 0),) if weapon and not _given_weapon(mercenary) else ()
    return own + mercenary.items


def _given_weapon(mercenary: Mercenary) -> bool:
    return any(BOOK.items[owned.key].slot == "weapon" for owned in mercenary.items)


def as_hero(mercenary: Mercenary) -> Hero:
    """An apprentice seen as one of the class he learns from: what he may learn and wear (R56)."""
    body = mercenary.body_max
    return Hero(
        key=mercenary.key,
        name=label(mercenary).en,
        hero_class=row(mercenary).learns_from or "",
        body=body,
        mind=row(mercenary).mind,
        body_base=body,
        mind_base=row(mercenary).mind,
        skills=mercenary.skills,
        items=armed(mercenary),
    )


def gear_back(items: tuple[Owned, ...], returned: tuple[Owned, ...]) -> tuple[Owned, ...]:
    """A hero's items with those that come back, in the pack."""
    for owned in returned:
        items = add_items(items, owned.key, owned.quantity, owned.paid)
    return items


def profile(mercenary: Mercenary) -> Profile:
    """Attack, defence and movement, each from its parts."""
    return attack(mercenary), defence(mercenary), movement(mercenary)


def _start(mercenary: Mercenary, amount: int) -> Part:
    found = row(mercenary)
    return Part(
        START(name=found.name), amount, found.source.partition(",")[0], *(f"mercenaries/{found.key}",) * 2
    )


def _gained(mercenary: Mercenary, what: str) -> tuple[Part, ...]:
    gains = (gain for gain in mercenary.gains if gain.what == what)
    return tuple(
        Part(ORIGINS["service"](detail=gain.origin.partition(".")[2]), gain.amount, SOURCES["service"])
        for gain in gains
    )


def attack(mercenary: Mercenary) -> Derived:
    """The weapon in an apprentice's hand, else the profile's dice; then what was learnt."""
    weapon = next((BOOK.items[o.key] for o in armed(mercenary) if BOOK.items[o.key].slot == "weapon"), None)
    first = (
        Part(weapon.name, weapon.attack or 0, weapon.source, f"items/{weapon.key}")
        if weapon
        else _start(mercenary, row(mercenary).attack)
    )
    return derive("attack", LABELS["attack"], (first, *_gained(mercenary, "attack")), icon="skull")


def defence(mercenary: Mercenary) -> Derived:
    worn = (BOOK.items[owned.key] for owned in mercenary.items)
    parts = [_start(mercenary, row(mercenary).defence)]
    parts += [
        Part(item.name, item.defence, item.source, f"items/{item.key}") for item in worn if item.defence
    ]
    parts += _gained(mercenary, "defence")
    if row(mercenary).learns_from and dodges(as_hero(mercenary)):
        skill = BOOK.skills[f"{row(mercenary).learns_from}-dodge"]
        parts.append(Part(skill.name, 1, skill.source, f"skills/{skill.key}"))
    return derive("defence", LABELS["defence"], tuple(parts), icon="shield")


def movement(mercenary: Mercenary) -> Derived:
    """Squares, added to 2d6 for an apprentice (R25, R27)."""
    found = row(mercenary)
    squares = found.movement_bonus if found.movement is None else found.movement
    parts = [_start(mercenary, squares), *_gained(mercenary, "movement")]
    for identity, more in STEPS:
        skill = BOOK.skills.get(f"{found.learns_from}-{identity}")
        if skill and skill.key in mercenary.skills:
            parts.append(Part(skill.name, more, skill.source, f"skills/{skill.key}"))
    worn = (BOOK.items[owned.key] for owned in mercenary.items)
    parts += [
        Part(item.name, item.movement, item.source, f"items/{item.key}") for item in worn if item.movement
    ]
    dice = "2d6" if found.movement is None else None
    return derive("movement", LABELS["movement"], tuple(parts), dice=dice, icon="boot")


def body_parts(mercenary: Mercenary) -> tuple[Part, ...]:
    return (_start(mercenary, mercenary.body_base), *_gained(mercenary, "body"))


def is_tough(mercenary: Mercenary) -> bool:
    """Whether *Dur à cuir* lets a blow that leaves exactly 0 be survived (R39)."""
    return any(BOOK.skills[key].skill == "tough-as-leather" for key in mercenary.skills)


def may_become_hero(mercenary: Mercenary) -> bool:
    """After ten quests an amazon, a barbarian, a dwarf or an elf archer may (R28, R56)."""
    steps = row(mercenary).improvements[: mercenary.learned]
    return any(step.becomes_hero for step in steps)


STANDINGS: dict[str, Text] = {
    "due": Text("à payer avant la prochaine quête", "to be paid before the next quest"),
    "paid": Text("payé pour la prochaine quête", "paid for the next quest"),
    "serving": Text("dans le donjon", "in the dungeon"),
}


def pick_one(
    hero: Hero, keys: tuple[str, ...], hints: dict[str, Text | None] | None = None
) -> tuple[Choice, ...]:
    """Choices of those in service, by name, with the kind beside a name of their own."""
    return tuple(
        Choice(m.key, label(m), hint=(hints or {}).get(m.key) or (row(m).name if m.name else None))
        for m in hero.mercenaries
        if m.key in keys
    )


def apprentices_of(hero: Hero) -> tuple[Mercenary, ...]:
    return tuple(mercenary for mercenary in hero.mercenaries if row(mercenary).apprentice)


def no_apprentice(hero: Hero) -> Violation:
    return refuse(
        "no_apprentice_hired",
        "{name} n’a pas d’apprenti à son service.",
        "{name} has no apprentice in service.",
        "R27",
        field="hero",
        name=hero.name,
    )
