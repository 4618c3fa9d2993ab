"""What must hold of every state, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from rules.defis_sortileges.book import BOOK, HIGHEST, LOWEST, SCORES
from rules.defis_sortileges.fighters import everyone
from rules.defis_sortileges.house import HOUSE_RULES
from rules.defis_sortileges.places import MOST_PLACES
from rules.defis_sortileges.state import Adventure, Fight, Hero, State
from rules.defis_sortileges.things import MOST_THINGS
from rules.defis_sortileges.units import out_there, up, waiting
from rules.kernel.house_rules import check


def audit(state: State) -> tuple[str, ...]:
    """The broken invariants, in words for whoever keeps the site."""
    found = [line for key, hero in state.heroes.items() for line in _hero(state, key, hero)]
    found += _places(state)
    found += [f"house: {key}" for key, v in state.house.items() if check(HOUSE_RULES.get(key), key, v)]
    twins = [hero.character for hero in state.heroes.values()]
    found += [f"{one} is played twice" for one in set(twins) if twins.count(one) > 1]
    if state.adventure:
        found += _adventure(state, state.adventure)
    return tuple(found)


def _hero(state: State, key: str, hero: Hero) -> Iterator[str]:
    if hero.key != key:
        yield f"{key}: filed under another key"
    if hero.character not in BOOK.characters:
        yield f"{key}: unknown character {hero.character}"
        return
    for score in SCORES:
        value = getattr(hero.now, score)
        if not LOWEST <= value <= HIGHEST:
            yield f"{key}: {score} is {value}"
    if hero.wounds < 0 or (hero.place and hero.wounds > hero.vitality):
        yield f"{key}: {hero.wounds} wounds of {hero.vitality}"
    yield from _belongings(state, key, hero)


def _belongings(state: State, key: str, hero: Hero) -> Iterator[str]:
    own = {spell.key for spell in BOOK.spells_of(hero.character) if not spell.is_known_at_start}
    yield from (f"{key}: spell {spell} is none to open" for spell in hero.spells if spell not in own)
    if len(set(hero.spells)) != len(hero.spells):
        yield f"{key}: a spell twice"
    if hero.weapon and hero.thing(hero.weapon) is None:
        yield f"{key}: wields what is not owned"
    if len(hero.things) > MOST_THINGS or len({thing.key for thing in hero.things}) != len(hero.things):
        yield f"{key}: {len(hero.things)} things"
    unknown = [place for place in (hero.place, *hero.explored) if place and place not in state.places]
    yield from (f"{key}: unknown place {place}" for place in unknown)


def _places(state: State) -> Iterator[str]:
    if len(state.places) > MOST_PLACES:
        yield f"{len(state.places)} places"
    for key, place in state.places.items():
        for other in place.links:
            if other not in state.places or key not in state.places[other].links:
                yield f"{key}: a way to {other} that leads nowhere or not back"


def _adventure(state: State, adventure: Adventure) -> Iterator[str]:
    out = set(out_there(state))
    if not out:
        yield "adventure: nobody"
    for unit in adventure.alliances:
        places = {state.heroes[key].place for key in unit if key in state.heroes}
        if len(unit) < 2 or not out.issuperset(unit) or len(places) != 1:
            yield f"alliance: {unit}"
    named = [key for unit in adventure.alliances for key in unit]
    if len(set(named)) != len(named):
        yield "alliance: somebody in two"
    strays = {
        *adventure.played,
        *adventure.lost,
        *adventure.refused,
        *adventure.submitted,
        *adventure.takers,
    } - out
    yield from (f"adventure: {key} is not out there" for key in sorted(strays))
    goes_on = up(state) or adventure.meeting or adventure.fight if adventure.turn else waiting(state)
    if not goes_on:
        yield "turn: nobody is up"
    if adventure.submitted and adventure.winner not in out:
        yield "submission: to nobody"
    if adventure.fight:
        yield from _fight(adventure.fight, out)


def _fight(fight: Fight, out: set[str]) -> Iterator[str]:
    keys = everyone(fight)
    if not out.issuperset((*fight.side, *fight.rivals)) or not fight.side:
        yield "fight: a stranger"
    if bool(fight.rivals) == bool(fight.foes):
        yield "fight: against nobody, or everybody"
    if len(set(keys)) != len(keys):
        yield "fight: somebody twice"
    strays = {*fight.plans, *fight.acted, *fight.losses}.difference(keys)
    yield from (f"fight: {key} is not in it" for key in sorted(strays))
