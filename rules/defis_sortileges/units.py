"""Who goes together, who leads, whose turn it is (§8.1, §8.2; R11, R16, R18). Nothing here is stored."""

from __future__ import annotations

from rules.defis_sortileges.book import LOWEST
from rules.defis_sortileges.refusals import adventure_of, in_adventure
from rules.defis_sortileges.state import Adventure, Hero, Keys, State, of
from rules.kernel.messages import Violation
from rules.kernel.refusing import refuse


def out_there(state: State) -> Keys:
    """Who is on the adventure, in the order they were chosen."""
    return tuple(key for key, hero in state.heroes.items() if hero.place)


def alliance_of(state: State, key: str) -> Keys:
    """The alliance, or the character alone."""
    adventure = of(state)
    return next((one for one in adventure.alliances if key in one), (key,))


def company_of(state: State, key: str) -> Keys:
    """The alliance with those who have submitted to it for this turn (R45)."""
    adventure = of(state)
    if key in adventure.submitted:
        key = adventure.winner
    own = alliance_of(state, key)
    return (*own, *adventure.submitted) if adventure.winner in own else own


def claim(adventure: Adventure, hero: Hero) -> int:
    """Power and Aura; who has refused to lead counts with an Aura of 3."""
    return hero.power + (LOWEST if hero.key in adventure.refused else hero.now.aura)


def leader_among(state: State, keys: Keys) -> str:
    """The highest Power and Aura, then the strongest Aura at the start, then who was chosen first."""
    adventure = of(state)
    return max(keys, key=lambda key: (claim(adventure, state.heroes[key]), state.heroes[key].start.aura))


def leader_of(state: State, key: str) -> str:
    """Who decides for a character: their leader, or the victor's."""
    adventure = of(state)
    return leader_among(state, alliance_of(state, adventure.winner if key in adventure.submitted else key))


def units(state: State) -> tuple[Keys, ...]:
    """Every alliance and every character alone, in the order of those chosen."""
    return tuple(dict.fromkeys(alliance_of(state, key) for key in out_there(state)))


def rank(state: State, unit: Keys) -> tuple[int, int, tuple[int, ...]]:
    """§8.1: initiative of the leader, then Power, then the lots drawn."""
    leader = leader_among(state, unit)
    hero = state.heroes[leader]
    return (hero.now.initiative, hero.power, of(state).lots.get(leader, ()))


def waiting(state: State) -> tuple[Keys, ...]:
    """Those who have not had their turn this round, first to play first (R18)."""
    played = of(state).played
    left = [unit for unit in units(state) if leader_among(state, unit) not in played]
    return tuple(sorted(left, key=lambda unit: rank(state, unit), reverse=True))


def tied(state: State) -> tuple[Keys, ...]:
    """Those who have to draw lots before one of them plays; empty where it is clear."""
    if of(state).turn is not None:
        return ()
    left = waiting(state)
    first = tuple(unit for unit in left if rank(state, unit) == rank(state, left[0]))
    return first if len(first) > 1 else ()


def up(state: State) -> Keys:
    """Those whose turn it is: in progress, or about to begin. Empty while lots are to be drawn.

    The turn of who has died in it is ended by those who take from the dead (R37).
    """
    turn = of(state).turn
    if turn is not None:
        return turn.heroes or of(state).takers
    left = waiting(state)
    return left[0] if left and not tied(state) else ()


def decider(state: State) -> str:
    """Who decides in the turn in progress or about to begin; empty while lots are to be drawn."""
    first = up(state)
    return leader_of(state, first[0]) if first else ""


def leads(state: State, key: str) -> Violation | None:
    """§8.2: a choice is the leader's."""
    leader = leader_of(state, key)
    if leader == key:
        return None
    return refuse(
        "leader_decides",
        "C’est à {leader}, qui mène, de décider.",
        "It is for {leader}, who leads, to decide.",
        "§8.2",
        field="hero",
        leader=state.heroes[leader].name,
    )


def has_turn(state: State, key: str) -> Hero | Violation:
    """The character, who leads and whose turn it is; the violation otherwise."""
    hero = in_adventure(state, key)
    if isinstance(hero, Violation):
        return hero
    wrong = leads(state, key)
    if wrong:
        return wrong
    if tied(state):
        return refuse(
            "lots_to_draw",
            "Égalité : tirez d’abord au sort qui joue.",
            "A tie: draw lots first for who plays.",
            "§8.1",
        )
    first = decider(state)
    if first == key:
        return hero
    return refuse(
        "not_your_turn",
        "C’est le Tour de Jeu de {name}.",
        "It is {name}’s turn.",
        "§8.1",
        field="hero",
        name=state.heroes[first].name,
    )


def exploring(state: State, key: str) -> Hero | Violation:
    """The leader in whose turn a place is being explored, outside fights and meetings (R14)."""
    adventure = adventure_of(state)
    if isinstance(adventure, Violation):
        return adventure
    hero = has_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    if adventure.turn is None or adventure.turn.did != "explore" or not adventure.turn.heroes:
        return refuse(
            "not_exploring",
            "{name} n’explore pas : ce que dit un paragraphe se lit en explorant.",
            "{name} is not exploring: paragraphs are read while exploring.",
            "§5.3",
            name=hero.name,
        )
    return hero


def here(state: State, place: str) -> tuple[Keys, ...]:
    """The units that stand at a place, first to play first."""
    found = [unit for unit in units(state) if state.heroes[unit[0]].place == place]
    return tuple(sorted(found, key=lambda unit: rank(state, unit), reverse=True))


def empty_neighbours(state: State, place: str) -> Keys:
    """Linked places where nobody stands (R20)."""
    taken = {state.heroes[key].place for key in out_there(state)}
    return tuple(key for key in state.places[place].links if key not in taken)
