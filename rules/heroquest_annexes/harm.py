"""Points lost, monsters brought down, turns that pass: what several chapters' acts end in (§3.2, §I, §IV; R2, R7)."""

from __future__ import annotations

import msgspec

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.house import house_int, xp_of
from rules.heroquest_annexes.state import (
    Figure,
    Hero,
    Keys,
    State,
    Turn,
    change,
    change_hero,
    earn,
    end_effects,
    of,
    without_figure,
)
from rules.heroquest_annexes.words import figure_name, lost_points
from rules.kernel.chapters import Chapter
from rules.kernel.messages import Event
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text, same

BOOSTS = ("courage", "rock-skin", "swift-wind", "veil-of-mist", "pass-through-rock")
HEALED = ("healing-water", "heal-body")
UNIQUE, HELP = "unique", "help"
"""What experience was earned by, beside kinds of monsters."""
ORDER = ("barbarian", "dwarf", "elf", "mage")


class HeroHurt(Event, frozen=True, tag="hero_hurt"):
    hero: str
    hero_name: str
    lost: int
    left: int
    by: Text


class HeroFell(Event, frozen=True, tag="hero_fell"):
    """Dead until the quest is closed: a genie or an elixir may still help."""

    hero: str
    hero_name: str
    by: Text


class Share(msgspec.Struct, frozen=True):
    """What a spell that helped brings its caster."""

    hero: str
    name: str
    xp: int


class MonsterSlain(Event, frozen=True, tag="monster_slain"):
    """`kind_name` is none for one of its own kind."""

    hero: str
    hero_name: str
    figure: str
    monster: str
    name: Text
    xp: int
    kind_name: Text | None = None
    kind_plural: Text | None = None
    heroes: Keys = ()
    shares: tuple[Share, ...] = ()


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """To the hero `next_hero`, or to the monsters; `missed` lose theirs by a tempest."""

    hero: str
    hero_name: str
    next_hero: str = ""
    next_name: str = ""
    missed: Keys = ()
    missed_names: str = ""


def in_order(state: State) -> tuple[Hero, ...]:
    """Those of the quest, barbarian first (§1)."""
    found = (state.heroes[key] for key in of(state).heroes)
    return tuple(sorted(found, key=lambda hero: ORDER.index(hero.hero_class)))


def following(state: State, after: str) -> tuple[Hero | None, tuple[Hero, ...]]:
    """Who plays next after a hero (`""`: at the head of a round), and who is passed over by a tempest."""
    order = in_order(state)
    start = [hero.key for hero in order].index(after) + 1 if after else 0
    missed: list[Hero] = []
    for hero in order[start:]:
        if hero.is_dead:
            continue
        if not hero.has("tempest"):
            return hero, tuple(missed)
        missed.append(hero)
    return None, tuple(missed)


def passed(state: State, hero: Hero) -> TurnPassed:
    found, missed = following(state, hero.key)
    return TurnPassed(
        hero=hero.key,
        hero_name=hero.name,
        next_hero=found.key if found else "",
        next_name=found.name if found else "",
        missed=tuple(one.key for one in missed),
        missed_names=", ".join(one.name for one in missed),
    )


def turn_passed(state: State, event: TurnPassed) -> State:
    state = end_effects(state, event.hero, "heroic")
    for key in event.missed:
        state = end_effects(state, key, "tempest")
    return begin_turn(state, event.next_hero)


def begin_turn(state: State, hero: str) -> State:
    """A resistance lasts until one's next turn (§III)."""
    if hero:
        state = end_effects(state, hero, "resistance")
    return change(state, turn=Turn(hero=hero))


def harmed(state: State, key: str, lost: int, by: Text) -> tuple[Event, ...]:
    """The points, the death that may follow, and the turn of the dead that passes."""
    hero = state.heroes[key]
    lost = min(lost, hero.body)
    if lost <= 0:
        return ()
    hurt = HeroHurt(hero=key, hero_name=hero.name, lost=lost, left=hero.body - lost, by=by)
    if hurt.left:
        return (hurt,)
    fell = HeroFell(hero=key, hero_name=hero.name, by=by)
    after = hero_fell(hero_hurt(state, hurt), fell)
    return (hurt, fell, *((passed(after, hero),) if of(state).turn.hero == key else ()))


def hero_hurt(state: State, event: HeroHurt) -> State:
    """A skin of rock breaks at the first wound."""
    state = end_effects(state, event.hero, "rock-skin")
    return change_hero(state, event.hero, body=event.left)


def hero_fell(state: State, event: HeroFell) -> State:
    return change_hero(state, event.hero, effects=())


def helpers(state: State, killer: Hero, xp: int) -> tuple[Share, ...]:
    """Everyone else whose spell is on the killer: once each, a share rounded up, at least 1 (R2)."""
    casters = dict.fromkeys(
        one.caster
        for one in killer.effects
        if one.key in (*BOOSTS, *HEALED) and one.caster not in ("", killer.key)
    )
    percent = house_int(state, "helper_share")
    if not percent or not xp:
        return ()
    share = max(1, -(-xp * percent // 100))
    return tuple(Share(key, state.heroes[key].name, share) for key in casters if key in state.heroes)


def slain(state: State, hero: str, figure: Figure) -> MonsterSlain:
    killer, xp, row = state.heroes[hero], xp_of(state, figure), BOOK.monsters.get(figure.monster)
    shares = helpers(state, killer, xp)
    return MonsterSlain(
        hero=hero,
        hero_name=killer.name,
        figure=figure.key,
        monster=figure.monster,
        name=figure_name(figure),
        xp=xp,
        kind_name=row.name if row else None,
        kind_plural=row.plural if row else None,
        heroes=tuple(share.hero for share in shares),
        shares=shares,
    )


def monster_slain(state: State, event: MonsterSlain) -> State:
    """Courage ends when nobody is left to fight."""
    state = without_figure(state, event.figure)
    state = end_effects(state, event.hero, *HEALED)
    state = earn(state, event.hero, event.monster or UNIQUE, event.xp)
    for share in event.shares:
        state = earn(state, share.hero, HELP, share.xp)
    if not state.places.figures:
        for key in of(state).heroes:
            state = end_effects(state, key, "courage")
    return state


def tell_hurt(event: HeroHurt) -> Text:
    return Text("{h} : {n}, {by} (reste {left}).", "{h}: {n}, {by} ({left} left).")(
        h=event.hero_name, n=lost_points(event.lost), by=event.by, left=event.left
    )


def tell_slain(event: MonsterSlain) -> Text:
    said = Text("{h} abat : {m} (+{x} XP).", "{h} brings down: {m} (+{x} XP).")(
        h=event.hero_name, m=event.name, x=event.xp
    )
    for share in event.shares:
        said = said + Text(" {n} y a aidé (+{x} XP).", " {n} helped (+{x} XP).")(n=share.name, x=share.xp)
    return said


def tell_passed(event: TurnPassed) -> Text:
    next_ = same(event.next_name) if event.next_name else Text("les monstres", "the monsters")
    said = Text("Fin du tour de {h}. À suivre : {n}.", "End of {h}’s turn. Next: {n}.")(
        h=event.hero_name, n=next_
    )
    return with_missing(said, event.missed_names)


def with_missing(said: Text, names: str) -> Text:
    """And who is passed over."""
    return said + Text(" Passe son tour : {m}.", " Misses the turn: {m}.")(m=names) if names else said


def moves(event: MonsterSlain) -> tuple[Movement, ...]:
    name = event.kind_name or event.name
    shares = (Movement(share.hero, "xp", share.xp, name, "R2") for share in event.shares)
    own = (Movement(event.hero, "xp", event.xp, name, "R1"),) if event.xp else ()
    return (*own, *shares)


CHAPTER = Chapter(
    name="harm",
    decides={},
    evolves={
        HeroHurt: hero_hurt,
        HeroFell: hero_fell,
        MonsterSlain: monster_slain,
        TurnPassed: turn_passed,
    },
    tells={
        HeroHurt: tell_hurt,
        HeroFell: told("{hero_name} tombe, mort : {by}.", "{hero_name} falls dead: {by}."),
        MonsterSlain: tell_slain,
        TurnPassed: tell_passed,
    },
    offers={},
    moves={MonsterSlain: moves},
    small=(TurnPassed, HeroHurt),
)
