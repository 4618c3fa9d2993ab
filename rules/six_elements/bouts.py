"""The beginning of a fight: one hero, one monster, and who attacks first (§7, R15)."""

from __future__ import annotations

from rules.kernel.messages import Event
from rules.kernel.text import Text
from rules.six_elements.book import BOOK
from rules.six_elements.state import Fight, Foe, Side, State, change_foe, play
from rules.six_elements.story import Story


class FightBegun(Event, frozen=True, tag="fight_begun"):
    """`first` is who engaged."""

    hero: str
    hero_name: str
    foe: str
    monster: str
    monster_name: Text
    first: Side


def begin(story: Story, hero: str, foe: Foe, first: Side) -> None:
    row = BOOK.creature(foe.card)
    begun = FightBegun(
        hero=hero,
        hero_name=story.hero(hero).name,
        foe=foe.key,
        monster=foe.card,
        monster_name=row.name,
        first=first,
    )
    story.tell(begun, fight_begun)


def fight_begun(state: State, event: FightBegun) -> State:
    marked = change_foe(state, event.foe, by=event.hero)
    return play(marked, fight=Fight(event.hero, event.foe, event.first))


def tell_begun(event: FightBegun) -> Text:
    if event.first == "hero":
        return Text("{hero} engage le combat contre {monster}.", "{hero} engages {monster}.")(
            hero=event.hero_name, monster=event.monster_name
        )
    return Text("{monster} engage le combat contre {hero}.", "{monster} engages {hero}.")(
        hero=event.hero_name, monster=event.monster_name
    )
