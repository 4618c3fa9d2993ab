"""What a hero may do at this moment, as cards to tap."""

from __future__ import annotations

from collections.abc import Iterator

from rules.heroquest_annexes import chests, combat, held, pits, searching, series, spells, traps, turns
from rules.heroquest_annexes.book import BOOK, SERIES
from rules.heroquest_annexes.findings import here, thing_text
from rules.heroquest_annexes.monsters import family, upright
from rules.heroquest_annexes.numbers import movement
from rules.heroquest_annexes.state import Hero, State
from rules.heroquest_annexes.words import figure_name
from rules.kernel.messages import Violation
from rules.kernel.sections import Card, Cards
from rules.kernel.tapping import card, card_of, taps
from rules.kernel.text import Text

NOW = Text("À son tour", "On the turn")


def now(state: State, hero: Hero) -> tuple[Cards, ...]:
    """What the hero may do at this moment, as taps."""
    cards = tuple(filter(None, _now(state, hero)))
    return (Cards(key="now", title=NOW, place="head", cards=cards),) if cards else ()


def _now(state: State, hero: Hero) -> Iterator[Card | None]:
    if state.quest is None or hero.key not in state.quest.heroes:
        return
    key = hero.key
    chosen = ((series.ChooseSeries(hero=key, series=one), SERIES[one]) for one in series.free_series(state))
    yield card_of(
        "choose_series", series.ChooseSeries.label, taps(state, series.choose_series, chosen), "book"
    )
    if not isinstance(series.may_double(state, key), Violation):
        yield _asking("double_spell", series.DoubleSpell.label, "stars")
    yield card(state, held.wake, held.Wake(hero=key), "sun")
    yield card(state, pits.climb_out, pits.ClimbOut(hero=key), "boot")
    text = Text(f"{movement(state, hero).value} cases", f"{movement(state, hero).value} squares")
    yield card(
        state, turns.move, turns.Move(hero=key), "boot", text if not movement(state, hero).dice else None
    )
    yield _attack_card(state, hero)
    if BOOK.heroes[hero.hero_class].series and not spells.offer_cast(state, key, {}).violation:
        yield _asking("cast_spell", spells.CastSpell.label, "flame")
    searches = ((searching.Search(hero=key, sought=one), name) for one, name in searching.SOUGHT.items())
    yield card_of("search", searching.Search.label, taps(state, searching.search, searches), "eye")
    if not searching.offer_treasure(state, key, {}).violation:
        yield _asking("search_treasure", searching.SearchTreasure.label, "chest")
    if not chests.offer_chest(state, key, {}).violation:
        yield _asking("open_chest", chests.OpenChest.label, "chest")
    loot = ((chests.TakeLoot(hero=key, loot=one.key), thing_text(one)) for one in here(state, hero, "loot"))
    yield card_of("take_loot", chests.TakeLoot.label, taps(state, chests.take_loot, loot), "bag")
    known = (
        (traps.Disarm(hero=key, trap=one.key), thing_text(one)) for one in here(state, hero, *BOOK.traps)
    )
    holes = here(state, hero, "pit")
    jumps = ((pits.JumpPit(hero=key, trap=one.key), thing_text(one)) for one in holes)
    yield card_of("jump_pit", pits.JumpPit.label, taps(state, pits.jump_pit, jumps), "boot")
    ropes = ((traps.FixRope(hero=key, trap=one.key), thing_text(one)) for one in holes)
    yield card_of("fix_rope", traps.FixRope.label, taps(state, traps.fix_rope, ropes), "bound")
    yield card_of("disarm", traps.Disarm.label, taps(state, traps.disarm, known), "trap")
    if not isinstance(turns.may_open(state, key), Violation):
        yield _asking("open_door", turns.OpenDoor.label, "door")
    rooms = (
        (turns.EnterRoom(hero=key, room=one.value), one.label) for one in turns.room_choices(state, hero)
    )
    yield card_of("enter_room", turns.EnterRoom.label, taps(state, turns.enter_room, rooms), "door")
    yield card(state, turns.end_turn, turns.EndTurn(hero=key), "hourglass")


def _asking(kind: str, label: Text, icon: str) -> Card:
    return Card(key=kind, title=label, state="ready", icon=icon, ask=kind)


def _attack_card(state: State, hero: Hero) -> Card | None:
    """One tap for each monster and each way."""
    several = len(combat.ways(hero)) > 1
    labelled = (
        (
            combat.Attack(hero=hero.key, figure=one.key, way=way),
            Text("{m}, {w}", "{m}, {w}")(m=figure_name(one), w=how.label) if several else figure_name(one),
        )
        for one in upright(state)
        if not isinstance(combat.may_attack(state, hero.key, family(one)), Violation)
        for way, how in combat.ways(hero).items()
    )
    return card_of("attack", combat.Attack.label, taps(state, combat.attack, labelled), "sword")
