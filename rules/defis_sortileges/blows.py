"""Whose time it is strikes or casts (§6.2, §7, §8.4, §9; R25–R34)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.content_types import Lowers, Spell
from rules.defis_sortileges.fighters import (
    aimed_at,
    combat,
    companions,
    damage_dice,
    fighter_name,
    fighting,
    loss_of,
    magic,
    next_fighter,
    opponents,
    owner_of,
    plan_of,
    slowest,
    the,
)
from rules.defis_sortileges.house import house, spell_part
from rules.defis_sortileges.refusals import adventure_of, drafted, in_adventure
from rules.defis_sortileges.state import (
    Foe,
    Hero,
    Keys,
    Loss,
    Shade,
    State,
    change,
    change_fight,
    change_hero,
    fight_of,
    of,
)
from rules.defis_sortileges.words import wounds
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.keys import short_key
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Draft, Given
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text, listed

ASSAULT = 3
"""Dice of an assault (§6.2)."""


class Strike(Command, frozen=True, tag="strike"):
    """The character, or a shade of theirs, does what was planned: a blow unless a spell was prepared."""

    who: ClassVar[Who] = "own"
    label = Text("Agir", "Act")
    icon = "sword"
    hero: Key


class FoeStrikes(Command, frozen=True, tag="foe_strikes"):
    """The creature whose time it is attacks the slowest, or who has interposed."""

    label = Text("La créature attaque", "The creature attacks")
    icon = "claw"
    at_hand = True


class BlowStruck(Event, frozen=True, tag="blow_struck"):
    """`hero` owns the fighter, `to` the target; both empty for creatures. It hits where the roll is at most `score`."""

    fighter: str
    fighter_name: Text
    target: str
    target_name: Text
    roll: Roll
    score: int
    hero: str = ""
    to: str = ""
    damage: Roll | None = None
    wounds: int = 0


class SpellCast(Event, frozen=True, tag="spell_cast"):
    """It works where the roll and the level are at most `score`. `spent`: not again in this turn of play."""

    hero: str
    fighter: str
    fighter_name: Text
    spell: str
    spell_name: Text
    roll: Roll
    level: int
    score: int
    works: bool
    spent: bool
    hero_name: str = ""


class Weakened(Event, frozen=True, tag="weakened"):
    """What every one of the `targets` loses until the fight ends (R30)."""

    targets: Keys
    who: Text
    what: Text
    initiative: int = 0
    combat: int = 0
    magic: int = 0


class Danced(Event, frozen=True, tag="danced"):
    """Combat falls `to_score` up to and with round `until` (R31)."""

    targets: Keys
    who: Text
    to_score: int
    until: int


class Healed(Event, frozen=True, tag="healed"):
    hero: str
    hero_name: str
    roll: Roll
    by: int


class SpellHurt(Event, frozen=True, tag="spell_hurt"):
    """`wounds` for each of the `targets`, of which `heroes` are characters; `by` is who cast it."""

    targets: Keys
    heroes: Keys
    who: Text
    roll: Roll
    wounds: int
    by: str = ""


class ShadeCame(Event, frozen=True, tag="shade_came"):
    """A summoned fighter, or the double with the character's own wounds (R32, R34)."""

    hero: str
    hero_name: str
    shade: str
    spell: str
    spell_name: Text
    initiative: int = 0
    combat: int = 0
    dice: int = 0
    wounds: int = 0
    double: bool = False


def strike(state: State, command: Strike, act: Act) -> Decision:
    hero = in_adventure(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = _not_now(state, hero.key)
    if wrong:
        return wrong
    fighter = next_fighter(state)
    spell = BOOK.spells.get(plan_of(state, fighter).spell)
    if spell is None:
        return blow(state, fighter, act)
    return cast(state, fighter, spell, act)


def _not_now(state: State, key: str) -> Violation | None:
    """It is somebody else's time."""
    fight = of(state).fight
    if fight is None:
        return no_fight_on()
    if owner_of(state, next_fighter(state)) == key:
        return None
    return refuse(
        "not_your_time",
        "C’est à {name} d’agir.",
        "It is for {name} to act.",
        "§8.4",
        field="hero",
        name=fighter_name(state, next_fighter(state)),
    )


def no_fight_on() -> Violation:
    return refuse("no_fight", "Aucun combat n’est en cours.", "There is no fight.", "§6.2")


def foe_strikes(state: State, command: FoeStrikes, act: Act) -> Decision:
    adventure = adventure_of(state)
    if isinstance(adventure, Violation):
        return adventure
    if adventure.fight is None:
        return no_fight_on()
    fighter = next_fighter(state)
    if isinstance(the(state, fighter), Foe):
        return blow(state, fighter, act)
    return refuse(
        "not_your_time",
        "C’est à {name} d’agir.",
        "It is for {name} to act.",
        "§8.4",
        name=fighter_name(state, fighter),
    )


def blow(state: State, fighter: str, act: Act) -> Decision:
    """3 dice at most the Combat; then the weapon's dice (§6.2)."""
    target, score = aimed_at(state, fighter), combat(state, fighter)
    whose = "foe-" if isinstance(the(state, fighter), Foe) else ""
    roll = act.roll(f"{whose}assault", ASSAULT, D6)
    hits = roll.total <= score
    damage = act.roll(f"{whose}wounds", damage_dice(state, fighter), D6) if hits else None
    event = BlowStruck(
        fighter=fighter,
        fighter_name=fighter_name(state, fighter),
        target=target,
        target_name=fighter_name(state, target),
        roll=roll,
        score=score,
        hero=owner_of(state, fighter),
        to=owner_of(state, target),
        damage=damage,
        wounds=damage.total if damage else 0,
    )
    return concluded(blow_struck(state, event), event, by=event.hero)


def blow_struck(state: State, event: BlowStruck) -> State:
    return _acted(_hurt(state, event.target, event.wounds), event.fighter)


def _acted(state: State, fighter: str) -> State:
    return change_fight(state, acted=(*fight_of(state).acted, fighter))


def _hurt(state: State, target: str, points: int) -> State:
    """Wounds of a character, a creature or a shade."""
    found, fight = the(state, target), fight_of(state)
    if isinstance(found, Hero):
        return change_hero(state, target, wounds=found.wounds + points)
    if isinstance(found, Shade):
        worse = replace(found, wounds=found.wounds + points)
        return change_fight(state, shades=tuple(worse if s.key == target else s for s in fight.shades))
    hurt = replace(found, wounds=found.wounds + points)
    return change_fight(state, foes=tuple(hurt if foe.key == target else foe for foe in fight.foes))


def cast(state: State, fighter: str, spell: Spell, act: Act) -> Decision:
    """3 dice and the level, at most the Magic (§6.2, §7)."""
    hero, score = owner_of(state, fighter), magic(state, fighter)
    level = spell_part(state, spell.key, "level")
    roll = act.roll("assault", ASSAULT, D6)
    works = roll.total + level <= score
    event = SpellCast(
        hero=hero,
        fighter=fighter,
        fighter_name=fighter_name(state, fighter),
        spell=spell.key,
        spell_name=spell.name,
        roll=roll,
        level=level,
        score=score,
        works=works,
        spent=works or house(state, "failed_spell_is_spent") is True,
        hero_name=state.heroes[hero].name,
    )
    effects = worked(state, fighter, spell, act) if works else ()
    after = spell_cast(state, event)
    for effect in effects:
        after = EVOLVES[type(effect)](after, effect)
    return concluded(after, event, *effects, by=hero)


def spell_cast(state: State, event: SpellCast) -> State:
    state = _acted(state, event.fighter)
    if not event.spent:
        return state
    known = of(state).cast
    return change(state, cast=known | {event.hero: (*known.get(event.hero, ()), event.spell)})


def worked(state: State, fighter: str, spell: Spell, act: Act) -> tuple[Event, ...]:
    """What a spell that works brings about, in the order of its text."""
    against = opponents(state, fighter)
    found: list[Event] = []
    if spell.lowers != Lowers():
        found.append(weakened_by(state, against, spell.lowers, act))
    if spell.sets_combat is not None and spell.rounds is not None:
        until = fight_of(state).round + spell.rounds - 1
        found.append(
            Danced(targets=against, who=_who(state, against), to_score=spell.sets_combat, until=until)
        )
    if spell.heals:
        found.append(healed_by(state, fighter, spell, act))
    if spell.hurts:
        found.append(hurt_by(state, fighter, spell, act))
    if spell.summons or spell.doubles:
        found.append(shade_by(state, fighter, spell, act))
    return tuple(found)


def _who(state: State, keys: Keys) -> Text:
    return listed(tuple(fighter_name(state, key) for key in keys))


LOST: dict[str, tuple[str, str]] = {
    "initiative": ("{n} en Initiative", "{n} of Initiative"),
    "combat": ("{n} en Combat", "{n} of Combat"),
    "magic": ("{n} en Magie", "{n} of Magic"),
}


def weakened_by(state: State, targets: Keys, lowers: Lowers, act: Act) -> Weakened:
    """One roll for each score, the same for all (R30)."""
    lost: dict[str, int] = {}
    for score in LOST:
        number = int(getattr(lowers, score))
        if number:
            lost[score] = act.roll(f"lost-{score}", number, D6).total
    what = listed(tuple(Text(*LOST[score])(n=points) for score, points in lost.items()))
    return Weakened(targets=targets, who=_who(state, targets), what=what, **lost)


def weakened(state: State, event: Weakened) -> State:
    losses = dict(fight_of(state).losses)
    for key in event.targets:
        now = losses.get(key, Loss())
        losses[key] = replace(
            now,
            initiative=now.initiative + event.initiative,
            combat=now.combat + event.combat,
            magic=now.magic + event.magic,
        )
    return change_fight(state, losses=losses)


def danced(state: State, event: Danced) -> State:
    losses = {
        key: replace(loss_of(state, key), set_to=event.to_score, until=event.until) for key in event.targets
    }
    return change_fight(state, losses=fight_of(state).losses | losses)


def healed_by(state: State, fighter: str, spell: Spell, act: Act) -> Healed:
    """An ally, or the caster (R35)."""
    able = companions(state, fighter)
    chosen = plan_of(state, fighter).target
    hero = state.heroes[chosen if chosen in able else able[0]]
    roll = act.roll("healing", spell.heals, D6)
    return Healed(hero=hero.key, hero_name=hero.name, roll=roll, by=min(roll.total, hero.wounds))


def healed(state: State, event: Healed) -> State:
    return change_hero(state, event.hero, wounds=state.heroes[event.hero].wounds - event.by)


def hurt_by(state: State, fighter: str, spell: Spell, act: Act) -> SpellHurt:
    """One adversary, or every one by the same roll (R30)."""
    able, chosen = opponents(state, fighter), plan_of(state, fighter).target
    targets = able if spell.hurts_all else (chosen if chosen in able else slowest(state, able),)
    roll = act.roll("wounds", spell.hurts, D6)
    heroes = tuple(key for key in targets if key in state.heroes)
    return SpellHurt(
        targets=targets,
        heroes=heroes,
        who=_who(state, targets),
        roll=roll,
        wounds=roll.total,
        by=owner_of(state, fighter),
    )


def spell_hurt(state: State, event: SpellHurt) -> State:
    for key in event.targets:
        state = _hurt(state, key, event.wounds)
    return state


def shade_by(state: State, fighter: str, spell: Spell, act: Act) -> ShadeCame:
    hero = state.heroes[owner_of(state, fighter)]
    summons = spell.summons
    return ShadeCame(
        hero=hero.key,
        hero_name=hero.name,
        shade=short_key(act, fighting(state)),
        spell=spell.key,
        spell_name=spell.name,
        initiative=summons.initiative if summons else 0,
        combat=summons.combat if summons else 0,
        dice=summons.dice if summons else 0,
        wounds=0 if summons else hero.wounds,
        double=spell.doubles,
    )


def shade_came(state: State, event: ShadeCame) -> State:
    """It acts from the next round on: this one's order is said already."""
    shade = Shade(
        key=event.shade,
        owner=event.hero,
        spell=event.spell,
        initiative=event.initiative,
        combat=event.combat,
        dice=event.dice,
        double=event.double,
        wounds=event.wounds,
    )
    state = change_fight(state, shades=(*fight_of(state).shades, shade))
    return _acted(state, event.shade)


def offer_strike(state: State, hero: str, given: Given) -> Draft:
    return drafted(state, strike, Strike(hero=hero))


def offer_foe(state: State, given: Given) -> Draft:
    return drafted(state, foe_strikes, FoeStrikes())


def tell_blow(event: BlowStruck) -> Text:
    start = Text("{f} frappe {t} : {n} contre {s}", "{f} strikes at {t}: {n} against {s}")(
        f=event.fighter_name, t=event.target_name, n=event.roll.total, s=event.score
    )
    if event.damage is None:
        return start + Text(", manqué.", ", a miss.")
    return start + Text(", {w}.", ", {w}.")(w=wounds(event.wounds))


def tell_cast(event: SpellCast) -> Text:
    start = Text("{f} lance « {s} » : {n} + {l} contre {m}", "{f} casts “{s}”: {n} + {l} against {m}")(
        f=event.fighter_name, s=event.spell_name, n=event.roll.total, l=event.level, m=event.score
    )
    return start + (Text(", réussi.", ", it works.") if event.works else Text(", manqué.", ", it fails."))


def tell_healed(event: Healed) -> Text:
    return Text("{n} : {w} de moins.", "{n}: {w} less.")(n=event.hero_name, w=wounds(event.by))


def tell_hurt(event: SpellHurt) -> Text:
    return Text("{who} : {w}.", "{who}: {w}.")(who=event.who, w=wounds(event.wounds))


EVOLVES: dict[type[Event], Callable[[State, Any], State]] = {
    BlowStruck: blow_struck,
    SpellCast: spell_cast,
    Weakened: weakened,
    Danced: danced,
    Healed: healed,
    SpellHurt: spell_hurt,
    ShadeCame: shade_came,
}

CHAPTER = Chapter(
    name="blows",
    decides={Strike: strike, FoeStrikes: foe_strikes},
    evolves=dict(EVOLVES),
    tells={
        BlowStruck: tell_blow,
        SpellCast: tell_cast,
        Weakened: told("{who} : −{what} jusqu’à la fin du combat.", "{who}: −{what} until the fight ends."),
        Danced: told(
            "{who} : Combat réduit à {to_score} jusqu’au Tour de Combat {until}.",
            "{who}: Combat reduced to {to_score} until round {until}.",
        ),
        Healed: tell_healed,
        SpellHurt: tell_hurt,
        ShadeCame: told(
            "« {spell_name} » : quelqu’un se bat désormais près de {hero_name}.",
            "“{spell_name}”: somebody now fights beside {hero_name}.",
        ),
    },
    offers={Strike: offer_strike, FoeStrikes: offer_foe},
)
