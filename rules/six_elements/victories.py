"""What a victory brings: all of it is the monster's rank, but for one piece of equipment (§9, R3, R47)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.messages import Event
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, counted, listed
from rules.six_elements import endings
from rules.six_elements.book import BOOK, NEUTRAL, RANKS
from rules.six_elements.dues import LEVEL_MOST, level_due
from rules.six_elements.piles import Piled, piled
from rules.six_elements.state import Foe, Loot, State, added, change, play
from rules.six_elements.story import Story
from rules.six_elements.turns import discarded
from rules.six_elements.words import GOLD_PIECES, STONES


class FoeBeaten(Piled, frozen=True, tag="foe_beaten"):
    """`loot` is what the victory still gives; where it `waits`, a level is to be taken first (§9)."""

    hero: str
    hero_name: str
    foe: str
    monster: str
    monster_name: Text
    rank: int
    xp: int = 0
    loot: Loot | None = None
    waits: bool = False


class LootTaken(Event, frozen=True, tag="loot_taken"):
    """Stones of an element, or gold; `equipment` goes into the bag."""

    hero: str
    hero_name: str
    element: str
    stones: int = 0
    gold: int = 0
    equipment: str = ""
    equipment_name: Text | None = None


def beat(story: Story, hero_key: str, foe: Foe) -> None:
    """XP first, and the level it opens; the rest when that is taken. A boss's fall ends the game."""
    row, hero = BOOK.creature(foe.card), story.hero(hero_key)
    is_boss, rank = row.rarity == "boss", RANKS[row.rarity]
    kept = foe.gear[0] if foe.gear else ""
    xp = 0 if is_boss or hero.level >= LEVEL_MOST else rank
    waits = not is_boss and level_due(replace(hero, xp=hero.xp + xp))
    beaten = FoeBeaten(
        hero=hero_key,
        hero_name=hero.name,
        foe=foe.key,
        monster=foe.card,
        monster_name=row.name,
        rank=rank,
        xp=xp,
        loot=None if is_boss else Loot(row.element, rank, kept),
        waits=waits,
        discards=discarded(foe, kept),
    )
    story.tell(beaten, foe_beaten)
    if is_boss:
        endings.decide(story, hero_key, "won")
    elif not waits:
        take_loot(story, hero_key)


def foe_beaten(state: State, event: FoeBeaten) -> State:
    hero = state.heroes[event.hero]
    richer = change(state, event.hero, xp=hero.xp + event.xp, loot=event.loot)
    foes = tuple(foe for foe in richer.open.foes if foe.key != event.foe)
    waiting = tuple(key for key in richer.open.waiting if key != event.foe)
    rising = event.hero if event.waits else ""
    return piled(play(richer, foes=foes, waiting=waiting, rising=rising), event)


def take_loot(story: Story, key: str) -> None:
    """What waited for the level, if anything did."""
    hero = story.hero(key)
    if hero.loot is None:
        return
    loot, is_gold = hero.loot, hero.loot.element == NEUTRAL
    taken = LootTaken(
        hero=key,
        hero_name=hero.name,
        element=loot.element,
        stones=0 if is_gold else loot.amount,
        gold=loot.amount if is_gold else 0,
        equipment=loot.card,
        equipment_name=BOOK.equipment[loot.card].name if loot.card else None,
    )
    story.tell(taken, loot_taken)


def loot_taken(state: State, event: LootTaken) -> State:
    hero = state.heroes[event.hero]
    stones = {event.element: event.stones} if event.stones else {}
    return change(
        state,
        event.hero,
        gold=hero.gold + event.gold,
        stones=added(hero.stones, stones),
        bag=(*hero.bag, event.equipment) if event.equipment else hero.bag,
        loot=None,
    )


def beaten_moves(event: FoeBeaten) -> tuple[Movement, ...]:
    return (Movement(event.hero, "xp", event.xp, event.monster_name, "§9"),) if event.xp else ()


def loot_moves(event: LootTaken) -> tuple[Movement, ...]:
    found = Text("Butin", "Loot")
    return (Movement(event.hero, "gold", event.gold, found, "§9"),) if event.gold else ()


def tell_beaten(event: FoeBeaten) -> Text:
    sentence = Text("{hero} vainc {monster}", "{hero} beats {monster}")(
        hero=event.hero_name, monster=event.monster_name
    )
    gain = Text(" : {n} XP.", ": {n} XP.")(n=event.xp) if event.xp else Text(".", ".")
    return sentence + gain


def tell_loot(event: LootTaken) -> Text:
    parts: list[Text] = []
    if event.stones:
        parts.append(
            Text("{n} × {stone}", "{n} × {stone}")(n=event.stones, stone=STONES[event.element].inline)
        )
    if event.gold:
        parts.append(counted(event.gold, *GOLD_PIECES))
    if event.equipment_name:
        parts.append(Text("« {what} »", "“{what}”")(what=event.equipment_name))
    what = listed(tuple(parts)) if parts else Text("rien", "nothing")
    return Text("{hero} ramasse {what}.", "{hero} picks up {what}.")(hero=event.hero_name, what=what)
