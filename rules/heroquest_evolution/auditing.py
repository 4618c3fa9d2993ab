"""What must hold of every state, whatever was played (R16–R21, R39)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.heroquest_evolution import retinue
from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.content_types import Item
from rules.heroquest_evolution.crediting import STOCK_MOST
from rules.heroquest_evolution.house import HOUSE_RULES, PLACES
from rules.heroquest_evolution.house_rows import PARTY_MOST
from rules.heroquest_evolution.monsters_in_play import FIGURES_MOST
from rules.heroquest_evolution.numbers import pool_most, uses_most, worn
from rules.heroquest_evolution.state import Hero, Mercenary, Run, State
from rules.heroquest_evolution.stock import REVEALS_MOST
from rules.heroquest_evolution.wearing import INCLUDES, hands, is_one_handed, may_equip
from rules.kernel import house_rules


def audit(state: State) -> tuple[str, ...]:
    """The broken invariants of a state, in words; empty when all hold."""
    found = [f"{hero.key}: {wrong}" for hero in state.heroes.values() for wrong in hero_faults(hero)]
    found += [f"{key}: filed under another key" for key, hero in state.heroes.items() if key != hero.key]
    found += [f"quest: {wrong}" for wrong in (run_faults(state, state.quest) if state.quest else ())]
    found += [f"house: {wrong}" for wrong in house_faults(state)]
    found += stock_faults(state)
    return tuple(found)


def hero_faults(hero: Hero) -> Iterator[str]:
    if hero.hero_class not in BOOK.hero_classes:
        yield f"unknown class {hero.hero_class}"
        return
    yield from number_faults(hero)
    yield from skill_faults(hero)
    yield from use_faults(hero)
    yield from spell_faults(hero)
    yield from item_faults(hero)
    yield from effect_faults(hero)
    yield from mercenary_faults(hero)


def number_faults(hero: Hero) -> Iterator[str]:
    bounds = {
        "gold": (hero.gold, None),
        "xp": (hero.xp, None),
        "body": (hero.body, hero.body_max),
        "mind": (hero.mind, hero.mind_max),
    }
    for name, (value, most) in bounds.items():
        if value < 0 or (most is not None and value > most):
            yield f"{name} is {value}" + (f" of {most}" if most is not None else "")
    if not 1 <= hero.level <= MAX_LEVEL:
        yield f"level is {hero.level}"
    if any(due <= 0 for due in hero.dues):
        yield "a due of nothing"


def skill_faults(hero: Hero) -> Iterator[str]:
    """R16: of the class, not too early, no base beside its evolution, no exclusive pair, none twice."""
    yield from (f"skill {key} twice" for key in _twice(hero.skills))
    for key in hero.skills:
        row = BOOK.skills.get(key)
        if row is None or row.hero_class != hero.hero_class:
            yield f"skill {key} is none of the class"
            continue
        if row.min_level > hero.level:
            yield f"skill {key} before level {row.min_level}"
        if row.evolution_of in hero.skills:
            yield f"skill {key} beside the one it replaces"
        yield from (f"skill {key} beside {other}" for other in row.excludes if other in hero.skills)


def use_faults(hero: Hero) -> Iterator[str]:
    for key, used in hero.used.items():
        most = (uses_most(hero, key) or pool_most(key)) if key in hero.skills else 0
        if used < 0 or (most is not None and used > most):
            yield f"skill {key} used {used} of {most}"


def effect_faults(hero: Hero) -> Iterator[str]:
    """R33, R55: each effect once and of the book, with rolls left where it counts them; another shape has its effect."""
    yield from (f"effect {key} twice" for key in _twice(tuple(effect.key for effect in hero.effects)))
    for effect in hero.effects:
        row = BOOK.effects.get(effect.key)
        if row is None or row.on_monsters:
            yield f"effect {effect.key} is none of a hero"
        elif row.rolls is not None and not effect.rolls:
            yield f"effect {effect.key} counts no roll any more"
    if hero.form and hero.effect(hero.form.effect) is None:
        yield f"in the shape of {hero.form.effect} without the effect"
    if hero.overshoot < 0 or hero.traps < 0:
        yield "less than nothing"


def spell_faults(hero: Hero) -> Iterator[str]:
    known, lost, cast = set(hero.spells), set(hero.lost), set(hero.cast)
    yield from (f"spell {key} is none" for key in sorted((known | lost) - BOOK.spells.keys()))
    yield from (f"spell {key} twice" for key in _twice(hero.spells + hero.lost))
    yield from (f"spell {key} cast but unknown" for key in sorted(cast - known))
    yield from (f"spell {key} cast twice" for key in _twice(hero.cast))


def item_faults(hero: Hero) -> Iterator[str]:
    strange = sorted({owned.key for owned in hero.items} - BOOK.items.keys())
    yield from (f"item {key} is none" for key in strange)
    yield from (f"{owned.quantity} of item {owned.key}" for owned in hero.items if owned.quantity < 1)
    if not strange:
        yield from worn_faults(hero)


def worn_faults(hero: Hero) -> Iterator[str]:
    """R21, R53: one thing to a slot, each allowed to the bearer, two hands at most, nothing excluded."""
    things = worn(hero)
    slots = tuple(item.slot for item in things if item.slot != "weapon")
    yield from (f"two things in the slot {slot}" for slot in _twice(slots))
    yield from (
        f"several of {owned.key} worn" for owned in hero.items if owned.equipped and owned.quantity > 1
    )
    yield from (f"{item.key} worn by a {hero.hero_class}" for item in things if may_equip(hero, item))
    keys = {item.key for item in things}
    yield from (
        f"{key} worn with {INCLUDES[key]}" for key in sorted(keys & INCLUDES.keys()) if INCLUDES[key] in keys
    )
    if not two_hands_suffice(things, len(hands(hero.items))):
        yield "more held than two hands can"


def two_hands_suffice(things: tuple[Item, ...], weapons: int) -> bool:
    """One weapon that leaves a hand beside a shield, or two one-handed weapons alone, or one of any kind."""
    shield = any(item.slot == "shield" for item in things)
    light = all(is_one_handed(item) for item in things if item.slot == "weapon")
    return weapons + shield <= (2 if light else 1)


def mercenary_faults(hero: Hero) -> Iterator[str]:
    """R25–R28, R56: keys of their own, no more than any house allows, body within its bounds, gear that fits."""
    most = {"mercenary_limit": len(hero.mercenaries), "apprentice_limit": 0}
    for mercenary in hero.mercenaries:
        if mercenary.kind not in BOOK.mercenaries:
            yield f"mercenary {mercenary.kind} is none"
            continue
        most["apprentice_limit"] += retinue.row(mercenary).apprentice
        yield from (f"{mercenary.key}: {wrong}" for wrong in _service_faults(mercenary))
    yield from (f"{key}: {count}" for key, count in most.items() if count > HOUSE_RULES[key].high)
    yield from (f"mercenary {key} twice" for key in _twice(tuple(m.key for m in hero.mercenaries)))


def _service_faults(mercenary: Mercenary) -> Iterator[str]:
    if not 0 <= mercenary.wounds <= mercenary.body_max:
        yield f"{mercenary.wounds} wounds of {mercenary.body_max}"
    if not 0 <= mercenary.learned <= len(retinue.row(mercenary).improvements) or mercenary.survived < 0:
        yield f"{mercenary.learned} improvements after {mercenary.survived} quests"
    yield from (f"skill {key} is none" for key in mercenary.skills if key not in BOOK.skills)
    strange = [owned.key for owned in mercenary.items if owned.key not in BOOK.items]
    yield from (f"item {key} is none" for key in strange)
    if mercenary.items and not strange:
        yield from worn_faults(retinue.as_hero(mercenary))


def run_faults(state: State, run: Run) -> Iterator[str]:
    if run.quest and run.quest not in BOOK.quests:
        yield f"unknown quest {run.quest}"
    if not 1 <= len(run.present) <= PARTY_MOST:
        yield f"{len(run.present)} heroes present"
    yield from (f"{key} is there twice" for key in _twice(run.everyone))
    yield from (f"{key} is no hero" for key in run.everyone if key not in state.heroes)
    yield from (f"{key} is not of it" for key in (*run.tallies, *run.dead) if key not in run.everyone)
    yield from _going_on(state, run)
    yield from _in_play(run)
    for key, tally in run.tallies.items():
        if any(kill.count < 1 or kill.monster not in BOOK.monsters for kill in tally.kills):
            yield f"a victim of {key} counts for nothing"


def _going_on(state: State, run: Run) -> Iterator[str]:
    """The round, effects on monsters, creatures (R33, R50); nothing of it outlasts its round."""
    if run.round < 1:
        yield f"round {run.round}"
    for aimed in run.aimed:
        if aimed.effect not in BOOK.effects or (aimed.monster and aimed.monster not in BOOK.monsters):
            yield f"{aimed.effect} on {aimed.monster} is nothing"
    for companion in run.companions:
        if not 0 < companion.body <= companion.body_max or companion.by not in state.heroes:
            yield f"creature {companion.kind} with {companion.body} of {companion.body_max}"
    ends = [
        *(a.until for a in run.aimed),
        *(c.until for c in run.companions),
        *(e.until for key in run.present if key in state.heroes for e in state.heroes[key].effects),
    ]
    if any(until is not None and until < run.round for until in ends):
        yield "something has outlasted its round"


def _in_play(run: Run) -> Iterator[str]:
    """R109: as many figures as there may be, each of the bestiary, told apart, its body within its bounds."""
    if len(run.figures) > FIGURES_MOST:
        yield f"{len(run.figures)} monsters in play"
    yield from (f"figure {key} twice" for key in _twice(tuple(one.key for one in run.figures)))
    yield from (f"{name} twice" for name in _twice(tuple(f"{one.monster} {one.nth}" for one in run.figures)))
    yield from (f"room {room} revealed twice" for room in _twice(tuple(map(str, run.rooms))))
    for one in run.figures:
        if one.monster not in BOOK.monsters or not 0 <= one.body <= one.body_max:
            yield f"figure {one.monster} with {one.body} of {one.body_max}"


def house_faults(state: State) -> Iterator[str]:
    for key, value in state.house.items():
        wrong = house_rules.check(HOUSE_RULES.get(key), key, value)
        if wrong:
            yield f"{key}: {wrong.message.en}"


def stock_faults(state: State) -> Iterator[str]:
    """R29, §6.6: evolutions only, at most nine of each, at most four heroes counted for a level."""
    for key, count in state.stock.items():
        if key not in BOOK.monsters or BOOK.monsters[key].rank != "evolved" or not 1 <= count <= STOCK_MOST:
            yield f"stock: {count} of {key}"
    if len(state.reached) >= MAX_LEVEL or any(not 0 <= count <= len(PLACES) for count in state.reached):
        yield f"stock: levels reached by {state.reached}"
    for reveal, key in state.quest.reveals.items() if state.quest else ():
        if not 1 <= reveal <= REVEALS_MOST or BOOK.monsters[key].rank != "evolved":
            yield f"stock: reveal {reveal} of {key}"


def _twice(keys: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in keys if keys.count(key) > 1))
