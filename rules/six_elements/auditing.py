"""What must hold of every state, whatever was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from rules.kernel import house_rules
from rules.six_elements.book import BOOK
from rules.six_elements.dues import LEVEL_MOST
from rules.six_elements.house import HOUSE_RULES
from rules.six_elements.piles import in_use
from rules.six_elements.state import Counts, Game, Hero, State
from rules.six_elements.stats import AFFINITY_MOST, body_most, foe_most, mana_most, neutral
from rules.six_elements.words import STONES, TOKENS


def audit(state: State) -> tuple[str, ...]:
    """The broken invariants of a state, in words; empty when all hold."""
    found = [f"{hero.key}: {wrong}" for hero in state.heroes.values() for wrong in hero_faults(hero)]
    found += [f"{key}: filed under another key" for key, hero in state.heroes.items() if key != hero.key]
    found += [f"game: {wrong}" for wrong in (game_faults(state, state.game) if state.game else ())]
    found += [f"house: {wrong}" for wrong in house_faults(state)]
    return tuple(found)


def hero_faults(hero: Hero) -> Iterator[str]:
    if hero.hero_class not in BOOK.hero_classes:
        yield f"unknown class {hero.hero_class}"
        return
    yield from number_faults(hero)
    yield from count_faults(hero)
    yield from skill_faults(hero)
    yield from gear_faults(hero)


def number_faults(hero: Hero) -> Iterator[str]:
    if not 0 <= hero.body <= body_most(hero):
        yield f"body is {hero.body} of {body_most(hero)}"
    if not 0 <= hero.mana <= mana_most(hero):
        yield f"mana is {hero.mana} of {mana_most(hero)}"
    if not 1 <= hero.level <= LEVEL_MOST:
        yield f"level is {hero.level}"
    for name in ("xp", "gold", "deaths", "attack", "defence", "magic"):
        if getattr(hero, name) < 0:
            yield f"{name} is {getattr(hero, name)}"
    if neutral(hero) > hero.best:
        yield f"neutral step {neutral(hero)} was not noticed"


def count_faults(hero: Hero) -> Iterator[str]:
    yield from bad_counts("stones", hero.stones, STONES)
    yield from bad_counts("affinity", hero.affinities, STONES)
    yield from bad_counts("token", hero.tokens, TOKENS)
    for element, level in hero.affinities.items():
        if level > AFFINITY_MOST:
            yield f"affinity {element} is {level}"
        if BOOK.elements[element].nemesis in hero.affinities:
            yield f"affinity {element} beside its Nemesis"


def bad_counts(what: str, counts: Counts, known: Container[str]) -> Iterator[str]:
    for key, number in counts.items():
        if key not in known or number <= 0:
            yield f"{what} {key} is {number}"


def skill_faults(hero: Hero) -> Iterator[str]:
    """One combat and one defence of an element, none of a Nemesis (§10, §11)."""
    rows = [BOOK.skills[key] for key in hero.skills if key in BOOK.skills]
    if len(rows) < len(hero.skills):
        yield "a skill that is none"
    for place, count in Counter((row.element, row.skill_kind) for row in rows).items():
        if count > 1:
            yield f"{count} skills for {place}"
    for row in rows:
        if BOOK.elements[row.element].nemesis in hero.affinities:
            yield f"skill {row.key} of a Nemesis"


def gear_faults(hero: Hero) -> Iterator[str]:
    rows = [BOOK.equipment[key] for key in hero.worn]
    slots = Counter(row.slot for row in rows)
    yield from (f"{count} things in the slot {slot}" for slot, count in slots.items() if count > 1)
    if slots["off"] and any(row.two_handed for row in rows):
        yield "an off hand beside a two-hander"
    elements = {row.element for row in rows}
    if any(row.element and BOOK.elements[row.element].nemesis in elements for row in rows):
        yield "worn Nemesis"


def game_faults(state: State, game: Game) -> Iterator[str]:
    if set(game.order) != set(state.heroes) or len(set(game.order)) < len(game.order):
        yield "the order of play is not the heroes"
    if game.current not in game.order:
        yield "it is nobody's turn"
    laid = [tile.place for tile in game.tiles]
    if len(set(laid)) < len(laid):
        yield "two tiles on one place"
    if any(hero.place not in laid for hero in state.heroes.values()):
        yield "a hero stands nowhere"
    yield from foe_faults(state, game, set(laid))
    yield from card_faults(state, game)
    if game.fight and (game.fight.hero not in state.heroes or game.foe(game.fight.foe) is None):
        yield "a fight without both"
    if game.fight and game.outcome:
        yield "a fight after the end"


def foe_faults(state: State, game: Game, laid: set[tuple[int, int]]) -> Iterator[str]:
    for foe in game.foes:
        if foe.place not in laid:
            yield f"{foe.key} stands nowhere"
        if not 0 <= foe.wounds <= foe_most(state, foe):
            yield f"{foe.key} has {foe.wounds} wounds"
        yield from bad_counts(f"{foe.key} token", foe.tokens, TOKENS)


def card_faults(state: State, game: Game) -> Iterator[str]:
    """Every card is in one place; a monster may come twice where its pile was out (R34)."""
    cards = Counter(card for card in in_use(state, game) if card and card not in BOOK.monsters)
    yield from (f"card {card} is in {count} places" for card, count in cards.items() if count > 1)


def house_faults(state: State) -> Iterator[str]:
    for key, value in state.house.items():
        rule = HOUSE_RULES.get(key)
        if house_rules.check(rule, key, value) or (rule and rule.default == value):
            yield f"{key} is {value}"
