"""The monsters in play as the board shows them: who they are, their body, and who brings them down (R109)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.monsters_in_play import (
    ChangeMonster,
    PlaceMonsters,
    RemoveMonster,
    change_monster,
    offer_place,
    title_of,
)
from rules.heroquest_evolution.state import Figure, Run, State
from rules.heroquest_evolution.tally import RANKS, RecordKill, record_kill
from rules.heroquest_evolution.taps import as_tap, tap
from rules.kernel import sections
from rules.kernel.offers import Viewer
from rules.kernel.sections import AnySection, Card, Cards, Figures, Tap, Track
from rules.kernel.text import Text, same

IN_PLAY = Text("Monstres en jeu", "Monsters in play")
NONE = Text("Aucun monstre en jeu.", "No monster is in play.")
MARKS_MOST = 10
"""Beyond so many nobody counts marks."""
PLACE = Text("Mettre en jeu", "Put into play")
HERE = Text("Dans cette quête", "In this quest")
ELSEWHERE = Text("Nommés d’autres quêtes", "Named in other quests")
BODY = Text("Corps", "Body")
STEP = Text("{what} : corps {by}", "{what}: body {by}")
AWAY = Text("{what} : retirer", "{what}: take off the board")
STRENGTH = {
    "attack": Text("attaque {n}", "attack {n}"),
    "defence": Text("défense {n}", "defence {n}"),
    "movement": Text("mouvement {n}", "movement {n}"),
}


def monster_sections(state: State, viewer: Viewer) -> tuple[AnySection, ...]:
    """What stands on the board, for all; for the game master also one tap for each that may enter."""
    run = state.quest
    if run is None:
        return ()
    figures = tuple(_figure(state, run, one, viewer) for one in run.figures)
    shown = Figures(key="monsters", title=IN_PLAY, place="head", figures=figures, empty=NONE)
    if viewer.role != "gm":
        return (shown,) if figures else ()
    return (shown, *place_cards(state, run))


def _figure(state: State, run: Run, one: Figure, viewer: Viewer) -> sections.Figure:
    name = title_of(one)
    gm = viewer.role == "gm"
    return sections.Figure(
        key=one.key,
        title=name,
        text=profile(BOOK.monsters[one.monster]),
        icon="monster",
        link=f"monsters/{one.monster}",
        opponent=one.monster,
        is_down=one.body == 0,
        track=_track(state, one, name, gm=gm),
        taps=tuple(filter(None, (_kill(state, key, one, viewer) for key in run.standing))),
        away=as_tap(RemoveMonster(figure=one.key), AWAY(what=name)) if gm else None,
    )


def profile(monster: Monster) -> Text | None:
    """Its dice and squares; the named ones have none in the source."""
    found = {key: getattr(monster, key) for key in STRENGTH}
    known = tuple(STRENGTH[key](n=value) for key, value in found.items() if value is not None)
    return listed_plainly(known) if known else None


def listed_plainly(texts: tuple[Text, ...]) -> Text:
    return Text(" · ".join(text.fr for text in texts), " · ".join(text.en for text in texts))


def _track(state: State, one: Figure, name: Text, *, gm: bool) -> Track:
    def to(now: int) -> Tap | None:
        by = now - one.body
        label = STEP(what=name, by=f"+{by}" if by > 0 else f"−{-by}")
        return tap(state, change_monster, ChangeMonster(figure=one.key, by=by), label)

    few = one.body_max <= MARKS_MOST
    points = tuple(filter(None, (to(at if at < one.body else at + 1) for at in range(one.body_max))))
    return Track(
        key=f"monster.{one.key}",
        label=BODY,
        now=one.body,
        most=one.body_max,
        icon="body",
        tone="body",
        points=points if few and gm else (),
        down=to(one.body - 1) if gm and not few else None,
        up=to(one.body + 1) if gm and not few else None,
    )


def _kill(state: State, hero: str, one: Figure, viewer: Viewer) -> Tap | None:
    if not viewer.may_act_for(hero):
        return None
    command = RecordKill(hero=hero, monster=one.monster, figure=one.key)
    found = state.heroes[hero]
    return tap(state, record_kill, command, same(found.name), icon=found.hero_class)


def place_cards(state: State, run: Run) -> tuple[Cards, ...]:
    if offer_place(state, {}).violation:
        return ()
    revealed = tuple(sorted(set(run.reveals.values())))
    counts: dict[str, int] = {}
    for one in run.figures:
        counts[one.monster] = counts.get(one.monster, 0) + 1
    return (_picker(run.quest, revealed, tuple(counts.items())),)


@lru_cache(maxsize=256)
def _picker(quest: str, revealed: tuple[str, ...], counts: tuple[tuple[str, int], ...]) -> Cards:
    """Every monster, those of the quest first, with how many are in play."""
    many = dict(counts)
    cards = tuple(
        Card(
            key=row.key,
            title=row.name,
            state="ready",
            count=many.get(row.key),
            icon="monster",
            group=group,
            link=f"monsters/{row.key}",
            tap=as_tap(PlaceMonsters(monsters={row.key: 1}), row.name),
        )
        for group, row in in_order(quest, revealed)
    )
    return Cards(key="place", title=PLACE, cards=cards, search=True, picker=True)


def in_order(quest: str, first: tuple[str, ...]) -> tuple[tuple[Text, Monster], ...]:
    """The quest's own named monsters and `first`, then base, evolved, new and other named ones."""
    here = tuple(dict.fromkeys((*first, *(BOOK.quests[quest].monsters if quest else ()))))
    others = [row for row in BOOK.monsters.values() if row.key not in here]
    ranked = [(RANKS[rank], row) for rank in ("base", "evolved", "new") for row in others if row.rank == rank]
    named = [(ELSEWHERE, row) for row in others if row.rank == "named"]
    return (*((HERE, BOOK.monsters[key]) for key in here), *ranked, *named)


def room_facts(state: State, viewer: Viewer) -> dict[str, Any]:
    """For the game master: the numbers of the plan's rooms that have been revealed."""
    return {"rooms": list(state.quest.rooms)} if viewer.role == "gm" and state.quest else {}
