"""A monster appears on a tile just laid: its rarity by distance, its equipment by rank (§6, §13)."""

from __future__ import annotations

from rules.kernel.text import Text, listed
from rules.six_elements.book import BOOK, RANKS
from rules.six_elements.dungeon import distance, where
from rules.six_elements.house import rarity_at
from rules.six_elements.piles import Piled, draw, equipment, monsters, piled
from rules.six_elements.state import Foe, Place, State, play
from rules.six_elements.story import Story


class MonsterAppeared(Piled, frozen=True, tag="monster_appeared"):
    """`gear` in the order drawn: the first is the loot (§9)."""

    foe: str
    monster: str
    monster_name: Text
    place: Place
    where: Text
    gear: tuple[str, ...] = ()
    gear_names: tuple[Text, ...] = ()


def appear(story: Story, place: Place) -> Foe:
    """One monster of the zone's rarity with as many pieces of it as its rank; fewer where the pile is out."""
    rarity = rarity_at(story.state, distance(place))
    drawn = draw(story.state, story.act, "monster", monsters(rarity))
    assert drawn is not None
    gear, shuffled = _gear(story, rarity)
    piles = [monsters(rarity)] * drawn.shuffled + [equipment(rarity)] * shuffled
    appeared = MonsterAppeared(
        foe=f"m{len(story.game.tiles) - 1}",
        monster=drawn.card,
        monster_name=BOOK.monsters[drawn.card].name,
        place=place,
        where=where(story.game, place),
        gear=gear,
        gear_names=tuple(BOOK.equipment[card].name for card in gear),
        shuffled=tuple(piles),
    )
    story.tell(appeared, monster_appeared)
    return story.game.foes[-1]


def _gear(story: Story, rarity: str) -> tuple[tuple[str, ...], bool]:
    """Once the discards have been shuffled in, all of them may come."""
    gear: tuple[str, ...] = ()
    shuffled = False
    for number in range(1, RANKS[rarity] + 1):
        drawn = draw(story.state, story.act, f"gear_{number}", equipment(rarity), gear)
        if drawn is None:
            break
        gear, shuffled = (*gear, drawn.card), shuffled or drawn.shuffled
    return gear, shuffled


def monster_appeared(state: State, event: MonsterAppeared) -> State:
    foe = Foe(event.foe, event.monster, event.place, event.gear)
    return piled(play(state, foes=(*state.open.foes, foe)), event)


def tell_appeared(event: MonsterAppeared) -> Text:
    sentence = Text("{monster} apparaît : {place}", "{monster} appears: {place}")(
        monster=event.monster_name, place=event.where
    )
    if not event.gear_names:
        return sentence + Text(".", ".")
    return sentence + Text(" ; porte ", "; bears ") + listed(event.gear_names) + Text(".", ".")
