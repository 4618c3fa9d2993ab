"""A given hero against a given monster, both ways, with every part and the odds (§2, R45, R46, R83–R87)."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.heroquest_evolution import numbers
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.catalog import RANKS
from rules.heroquest_evolution.chances import bars, summary
from rules.heroquest_evolution.combat_mods import MODS, Mod, chosen, explain
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.exchange import Own
from rules.heroquest_evolution.odds import (
    MOST_ADJACENT,
    Fight,
    answer,
    blows,
    coming_back,
    mod_choice,
    words,
)
from rules.heroquest_evolution.opponents import (
    HELPLESS,
    has_profile,
    hero_mods,
    hero_options,
    is_psychic,
    monster_mods,
    monster_options,
    reaches_adjacent,
    supposed,
)
from rules.heroquest_evolution.refusals import refuse, unknown
from rules.heroquest_evolution.state import Hero, State
from rules.heroquest_evolution.turns import Odds, odds_of
from rules.kernel.distribution import Chances
from rules.kernel.messages import Violation
from rules.kernel.offers import Choice, Field, choice, flag, span, subset
from rules.kernel.sections import AnySection, Derived, Line, Listing, Numbers, Part, derive
from rules.kernel.text import Text, same
from rules.kernel.versus import Faced, Query

MONSTER = Text("Monstre", "Monster")
COMPANIONS = Text("Compagnons au contact du monstre", "Companions beside the monster")
ADJACENT = Text("Monstres au contact du héros", "Monsters beside the hero")
SHOT = Text("Le monstre tire de loin", "The monster shoots from afar")
HERO_MODS = Text("Ce que fait ou subit le héros", "What the hero does or suffers")
MONSTER_MODS = Text("Ce que fait ou subit le monstre", "What the monster does or suffers")
SKILLS = Text("Compétences", "Skills")
OTHERS = Text("Sorts, potions et états", "Spells, potions and states")
STRIKES = Text("{one} contre {other}", "{one} against {other}")
COUNTING = Text("Ce qui compte : {one} contre {other}", "What counts: {one} against {other}")
POINTS = Text("Points perdus en un tour : {other}", "Points lost in a turn: {other}")
POINTS_COLUMNS = (Text("Points", "Points"), Text("Probabilité", "Probability"))
BACK = Text("Points perdus en retour : {one}", "Points lost in return: {one}")
PROFILE = Text("Profil", "Profile")
GRIP_APART = Text("jeté à part", "rolled apart")
SWARMING = Text("Débordement : 7 dés au plus", "Swarming: 7 dice at most")
SWARM_DICE = 7


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question: who, against whom, with how many beside each, and what is supposed of both."""

    hero: Hero
    monster: Monster
    companions: int = 0
    adjacent: int = 1
    shot: bool = False
    hero_mods: tuple[str, ...] = ()
    monster_mods: tuple[str, ...] = ()


class Struck(msgspec.Struct, frozen=True, kw_only=True):
    """One direction worked out."""

    one: Text
    other: Text
    mods: tuple[Mod, ...]
    attack: Derived
    defence: Derived
    odds: Odds
    back: Chances


def hero_strikes(asked: Asked) -> Struck | Violation:
    """The hero's blows on the monster."""
    hero, monster = asked.hero, asked.monster
    beside = asked.companions + 1 if reaches_adjacent(hero) else 1
    fight = Fight(
        attack=_unless_helpless(hero_attack(hero), asked.hero_mods),
        defence=profile(monster, "defence"),
        attacker="hero",
        defender="monster",
        body=monster.body or 1,
        mods=_mods(asked, "attack", "defence"),
        adjacent=beside,
        back=numbers.defence(hero).value,
    )
    return _struck(fight, same(hero.name), monster.name)


def monster_strikes(asked: Asked) -> Struck | Violation:
    """The monster's blows on the hero: on Mind where its attack is psychic (§6.3)."""
    hero, monster = asked.hero, asked.monster
    fight = Fight(
        attack=_unless_helpless(monster_attack(asked), asked.monster_mods),
        defence=lambda added: numbers.defence(hero, added).parts,
        attacker="monster",
        defender="hero",
        body=hero.mind if is_psychic(monster) else hero.body,
        mods=_mods(asked, "defence", "attack"),
        adjacent=1 if asked.shot else asked.adjacent,
        back=monster.defence or 0,
    )
    return _struck(fight, monster.name, same(hero.name))


def _mods(asked: Asked, of_hero: str, of_monster: str) -> tuple[Mod, ...]:
    """What is at work in one direction: by nature, then what is supposed."""
    standing = hero_mods(asked.hero, asked.monster, shot=asked.shot)
    mine = (*standing, *supposed(asked.hero_mods))
    theirs = (*monster_mods(asked.monster), *supposed(asked.monster_mods))
    found = (*(m for m in mine if m.side == of_hero), *(m for m in theirs if m.side == of_monster))
    return tuple({mod.key: mod for mod in found}.values())


def hero_attack(hero: Hero) -> Own:
    """The hero's attack dice without the one that *Poigne électrique* throws apart (§5.2)."""

    def own(added: tuple[Part, ...]) -> tuple[Part, ...]:
        parts = numbers.attack(hero, added).parts
        row = BOOK.effects["electric-grip"]
        grip = sum(part.amount for part in parts if part.label == row.name) if hero.effect(row.key) else 0
        return (*parts, Part(GRIP_APART, -grip, row.source)) if grip else parts

    return own


def monster_attack(asked: Asked) -> Own:
    """The monster's dice: those of contact where it has others to shoot with; a swarm throws no more than 7 (R8, R87)."""
    monster = asked.monster
    contact = monster.attack_melee is not None and not asked.shot
    dice = (monster.attack_melee if contact else monster.attack) or 0

    def own(added: tuple[Part, ...]) -> tuple[Part, ...]:
        parts = (Part(PROFILE, dice, monster.source, f"monsters/{monster.key}"), *added)
        over = sum(part.amount for part in parts) - SWARM_DICE
        capped = "swarming" in monster.skills and over > 0
        return (*parts, Part(SWARMING, -over, "§6.3, R87")) if capped else parts

    return own


def profile(monster: Monster, what: str) -> Own:
    dice: int = getattr(monster, what) or 0
    return lambda added: (Part(PROFILE, dice, monster.source, f"monsters/{monster.key}"), *added)


def _unless_helpless(own: Own, states: tuple[str, ...]) -> Own:
    """No dice for who cannot strike."""
    state = next((MODS[key] for key in states if key in HELPLESS), None)
    return own if state is None else lambda added: (Part(state.title, 0, state.rule, state.link),)


def _struck(fight: Fight, one: Text, other: Text) -> Struck | Violation:
    found = blows(fight)
    if isinstance(found, Violation):
        return found
    return Struck(
        one=one,
        other=other,
        mods=fight.mods,
        attack=_number("attack", found.attack, "skull"),
        defence=_number("defence", found.defence, "shield"),
        odds=odds_of(found.turn),
        back=coming_back(fight, found.turn),
    )


def _number(key: str, parts: tuple[Part, ...], icon: str) -> Derived:
    return derive(key, numbers.LABELS[key], parts, icon=icon)


def sections(struck: Struck, key: str) -> tuple[AnySection, ...]:
    """One direction for people: the dice from their parts, what counts, the odds."""
    names = {"one": struck.one, "other": struck.other}
    found: list[AnySection] = [
        Numbers(key=f"{key}-dice", title=STRIKES(**names), numbers=(struck.attack, struck.defence)),
        Listing(key=f"{key}-odds", title=Text("Ce qu’il faut en attendre", "What to expect"), lines=summary(struck.odds)),
        bars(f"{key}-points", POINTS(**names), POINTS_COLUMNS, struck.odds.wounds),
    ]  # fmt: skip
    if struck.back:
        found.append(bars(f"{key}-back", BACK(**names), POINTS_COLUMNS, struck.back))
    if struck.mods:
        lines = tuple(
            Line(label=mod.title, detail=explain(MODS[mod.key]), link=mod.link or None) for mod in struck.mods
        )
        found.append(Listing(key=f"{key}-rules", title=COUNTING(**names), lines=lines))
    return tuple(found)


def facts(struck: Struck) -> dict[str, Any]:
    """One direction for programs."""
    return {
        "attack": _plain(struck.attack),
        "defence": _plain(struck.defence),
        "mods": [mod.key for mod in struck.mods],
        "expected_wounds": struck.odds.expected,
        **answer(struck.odds, struck.back),
    }


def _plain(number: Derived) -> dict[str, Any]:
    parts = [{"label": p.label, "amount": p.amount, "source": p.source} for p in number.parts]
    return {"value": number.value, "parts": parts}


def faced(state: State, hero: str, query: Query) -> Faced | Violation:
    """Both directions; the refusal names the field at fault."""
    asked = read(state, hero, query)
    if isinstance(asked, Violation):
        return asked
    mine = hero_strikes(asked)
    if isinstance(mine, Violation):
        return _of(mine, "mods")
    theirs = monster_strikes(asked)
    if isinstance(theirs, Violation):
        return _of(theirs, "monster_mods")
    return Faced(
        sections=sections(mine, "mine") + sections(theirs, "theirs"),
        facts={
            "hero": hero,
            "monster": asked.monster.key,
            "strikes": facts(mine),
            "is_struck": facts(theirs),
        },
    )


def _of(violation: Violation, field: str) -> Violation:
    return msgspec.structs.replace(violation, field=field)


def read(state: State, key: str, query: Query) -> Asked | Violation:
    """The question behind a query."""
    hero = state.heroes.get(key)
    if hero is None:
        return unknown("hero", key, "R87")
    monster = BOOK.monsters.get(query.get("monster", ""))
    wrong = no_opponent(query.get("monster", ""), monster)
    if monster is None or wrong:
        return wrong or unknown("monster", "", "R87")
    companions = _counted(query, "companions", 0, 0, MOST_ADJACENT - 1)
    adjacent = _counted(query, "adjacent", 1, 1, MOST_ADJACENT)
    if isinstance(companions, Violation):
        return companions
    if isinstance(adjacent, Violation):
        return adjacent
    shot = query.get("shot", "").lower() in ("true", "on", "1")
    if shot and monster.attack_melee is None:
        return _does_not_shoot(monster)
    mine = _supposed(query, "mods", hero_options(state, hero, monster))
    theirs = _supposed(query, "monster_mods", monster_options(monster))
    if isinstance(mine, Violation):
        return mine
    if isinstance(theirs, Violation):
        return theirs
    return Asked(
        hero=hero,
        monster=monster,
        companions=companions,
        adjacent=adjacent,
        shot=shot,
        hero_mods=mine,
        monster_mods=theirs,
    )


def no_opponent(key: str, monster: Monster | None) -> Violation | None:
    if monster is None:
        return unknown("monster", key[:80], "§VI")
    if has_profile(monster):
        return None
    return refuse(
        "no_profile",
        "La source ne donne pas de profil à {name}.",
        "The source gives {name} no profile.",
        "§3.1",
        field="monster",
        name=monster.name,
    )


def _does_not_shoot(monster: Monster) -> Violation:
    return refuse(
        "does_not_shoot",
        "{name} ne tire pas de loin.",
        "{name} does not shoot from afar.",
        "R8",
        field="shot",
        name=monster.name,
    )


def _counted(query: Query, name: str, default: int, low: int, high: int) -> int | Violation:
    text = query.get(name, "")
    if not text:
        return default
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else high + 1
    return wrong_count(name, number, low, high) or number


def wrong_count(name: str, number: int, low: int, high: int) -> Violation | None:
    labels = {"companions": COMPANIONS, "adjacent": ADJACENT, "count": Text("Nombre", "Number")}
    if low <= number <= high:
        return None
    return refuse(
        "out_of_bounds",
        "{name} : de {low} à {high}.",
        "{name}: from {low} to {high}.",
        "R46",
        field=name,
        name=labels[name],
        low=low,
        high=high,
    )


def _supposed(query: Query, field: str, options: tuple[Mod, ...]) -> tuple[str, ...] | Violation:
    """The modifiers that are supposed, of those there are for this fighter."""
    keys, allowed = words(query.get(field, "")), {mod.key for mod in options}
    found = chosen(keys, *(("hero", "monster") if field == "mods" else ("monster", "hero")), sided=False)
    if isinstance(found, Violation):
        return _of(found, field)
    strange = next((mod for mod in found if mod.key not in allowed), None)
    if strange is None:
        return tuple(mod.key for mod in found)
    return refuse(
        "mod_not_theirs_now",
        "« {name} » ne peut pas se supposer ici.",
        "“{name}” cannot be supposed here.",
        strange.rule,
        field=field,
        name=strange.title,
    )


def opponents() -> tuple[Choice, ...]:
    """The monsters that have a profile, by rank."""
    return tuple(
        Choice(key, monster.name, group=RANKS[monster.rank], link=f"monsters/{key}")
        for key, monster in BOOK.monsters.items()
        if has_profile(monster)
    )


OPPONENTS = opponents()


def fields(state: State, hero: str, query: Query) -> tuple[Field, ...]:
    """What may be asked of this hero; more once the monster is chosen."""
    found, monster = state.heroes.get(hero), BOOK.monsters.get(query.get("monster", ""))
    first = choice("monster", MONSTER, OPPONENTS, depends=True)
    if found is None or monster is None or not has_profile(monster):
        return (first,)
    mine, theirs = hero_options(state, found, monster), monster_options(monster)
    shoots = (flag("shot", SHOT),) if monster.attack_melee is not None else ()
    return (
        first,
        span("companions", COMPANIONS, 0, MOST_ADJACENT - 1, required=False, default=0),
        span("adjacent", ADJACENT, 1, MOST_ADJACENT, required=False, default=1),
        *shoots,
        subset("mods", HERO_MODS, tuple(map(_option, mine)), 0, len(mine), required=False),
        subset("monster_mods", MONSTER_MODS, tuple(map(_option, theirs)), 0, len(theirs), required=False),
    )


def _option(mod: Mod) -> Choice:
    is_skill = mod.of.partition("/")[0] == "skills"
    return msgspec.structs.replace(mod_choice(mod), group=SKILLS if is_skill else OTHERS)
