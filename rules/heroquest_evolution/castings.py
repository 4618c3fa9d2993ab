"""What a spell brings about once it is cast: effects, creatures, healing, the rolls to resist it (§5.2, R33–R37, R50)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.combat_dice import BLACK, COMBAT, doubled
from rules.heroquest_evolution.companions import clone, summon
from rules.heroquest_evolution.content_types import Casting, Monster, Spell
from rules.heroquest_evolution.effects import EffectResisted, ended, given, other_shape, row, shape_taken
from rules.heroquest_evolution.foes import UNDEAD, FoeResisted, affect, monster_name, never_stunned, wrong_aim
from rules.heroquest_evolution.refusals import refuse, unknown
from rules.heroquest_evolution.state import Hero, Run, State
from rules.heroquest_evolution.tally import lose, regain
from rules.heroquest_evolution.treasure import GoldFound
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Event, Violation
from rules.kernel.text import Text

COMPANIONS_MAX = 12
MAGIC_RESISTANCE = "magic-resistance"
NO_STONE = ("stone-gargoyle",)
SPIRITS = ("poltergeist", "spectre", "banshee")
"""Ectoplasmic forms, which are neither turned to stone nor frozen (§5.2)."""
SPIDERS = 2
FORTUNE = 1000
WISHES: dict[str, Text] = {
    "fight": Text("Combattre aux côtés des héros", "Fight beside the heroes"),
    "fortune": Text("Une fortune", "A fortune"),
    "invincibility": Text("L’invincibilité", "Invincibility"),
    "other": Text("Autre chose", "Something else"),
}


class Target:
    """Whom a spell is aimed at: heroes, or one monster (None where it is not named), or a place."""

    def __init__(
        self, heroes: tuple[Hero, ...] = (), monster: Monster | None = None, *, foe: bool = False
    ) -> None:
        self.heroes, self.monster, self.foe = heroes, monster, foe

    @property
    def name(self) -> Text | None:
        if self.monster:
            return monster_name(self.monster.key)
        if len(self.heroes) == 1:
            return Text(self.heroes[0].name, self.heroes[0].name)
        return None


def aim(
    state: State, caster: Hero, spell: Spell, target: str | None, monster: str | None
) -> Target | Violation:
    """Who is aimed at; the violation where the spell cannot be aimed like this."""
    casting = BOOK.castings.get(spell.key)
    kind = casting.aim if casting else "self"
    assert state.quest is not None
    if target is not None and monster is not None:
        return refuse(
            "one_target",
            "Un héros ou un monstre, pas les deux.",
            "A hero or a monster, not both.",
            "§5.2",
            field="target",
        )
    if monster is not None:
        return _at_monster(spell, kind, monster)
    if target is not None:
        return _at_hero(state, caster, spell, kind, target)
    if kind in ("other", "monster"):  # nobody named: the table sees to it
        return Target()
    if kind == "all":
        return Target(tuple(state.heroes[key] for key in state.quest.standing))
    if kind == "place" or (kind == "any" and casting and casting.harmful):
        return Target(foe=True)
    return Target((caster,))


def _at_monster(spell: Spell, kind: str, key: str) -> Target | Violation:
    monster = BOOK.monsters.get(key)
    if monster is None:
        return unknown("monster", key, "§3.1")
    if kind in ("any", "monster"):
        return Target(monster=monster, foe=True)
    return _not_aimed(spell, "monster")


def _not_aimed(spell: Spell, field: str) -> Violation:
    return refuse(
        "not_aimed",
        "« {spell} » ne se lance pas sur cette cible.",
        "“{spell}” is not cast at this target.",
        "§5.2",
        field=field,
        spell=spell.name,
    )


def _at_hero(state: State, caster: Hero, spell: Spell, kind: str, key: str) -> Target | Violation:
    assert state.quest is not None
    if kind not in ("hero", "other", "any") or (kind == "other" and key == caster.key):
        return _not_aimed(spell, "target")
    if key not in state.quest.standing:
        return refuse(
            "target_not_there",
            "La cible doit être un héros vivant de cette quête.",
            "The target has to be a living hero of this quest.",
            "§5.2",
            field="target",
        )
    return Target((state.heroes[key],))


def stopped(state: State, spell: Spell, target: Target) -> Violation | None:
    """What stops a spell at its target: a ward, its nature, or a table that is full."""
    casting = BOOK.castings.get(spell.key)
    if casting is None:
        return None
    if casting.aim != "all":
        for hero in target.heroes:
            wrong = _warded(hero, spell, casting)
            if wrong:
                return wrong
    return (
        _immune_monster(spell, casting, target.monster)
        or _too_many(state, casting, target)
        or _shape_taken(casting, target)
    )


def is_warded(hero: Hero, *, harmful: bool, psychic: bool = False) -> Text | None:
    """The name of the ward that keeps spells from the hero; *Aura élémentaire* keeps psychic attacks away (R103)."""
    stops = {"spells"} | ({"harmful_spells"} if harmful else set()) | ({"psychic"} if psychic else set())
    return next((row(e.key).name for e in hero.effects if row(e.key).wards in stops), None)


def _warded(hero: Hero, spell: Spell, casting: Casting) -> Violation | None:
    ward = is_warded(hero, harmful=casting.harmful)
    if ward is None or (casting.aim == "self" and casting.effect is None):  # nobody is its target
        return None
    return refuse(
        "warded",
        "{name} ne peut pas être la cible de « {spell} » : {ward}.",
        "{name} cannot be the target of “{spell}”: {ward}.",
        "§5.2",
        field="spell" if casting.aim == "self" else "target",
        name=hero.name,
        spell=spell.name,
        ward=ward,
    )


def _immune_monster(spell: Spell, casting: Casting, monster: Monster | None) -> Violation | None:
    if monster is None:
        return None
    undead = monster.species in UNDEAD and casting.effect in ("asleep", "commanded", "poisoned")
    stone = casting.resist == "stone" and (monster.key in NO_STONE or monster.species in SPIRITS)
    legs = casting.effect == "stone-legs" and monster.key in NO_STONE
    ice = casting.effect == "frozen" and monster.species in SPIRITS
    stunned = bool(casting.effect and row(casting.effect).stuns and never_stunned(monster))
    if not (undead or stone or legs or ice or stunned or MAGIC_RESISTANCE in monster.skills):
        return None
    return refuse(
        "immune",
        "« {spell} » est sans effet sur : {monster}.",
        "“{spell}” has no effect on: {monster}.",
        "§5.2",
        field="monster",
        spell=spell.name,
        monster=monster.name.inline,
    )


def _too_many(state: State, casting: Casting, target: Target) -> Violation | None:
    run = state.quest
    assert run is not None
    if casting.effect and target.foe:
        return wrong_aim(run, casting.effect, None)
    if casting.companion and len(run.companions) + SPIDERS > COMPANIONS_MAX:
        return refuse(
            "too_many_companions",
            "Déjà {most} créatures invoquées : renvoyez-en d’abord une.",
            "There are {most} summoned creatures already: send one away first.",
            "R50",
            most=COMPANIONS_MAX,
        )
    return None


def _shape_taken(casting: Casting, target: Target) -> Violation | None:
    shaped = next((h for h in target.heroes if casting.effect and other_shape(h, casting.effect)), None)
    return shape_taken(shaped, "spell") if shaped else None


def results(
    state: State, caster: Hero, spell: Spell, target: Target, act: Act, wish: str | None = None
) -> tuple[Event, ...]:
    """Everything the app keeps of the spell, after it is cast."""
    run, casting = state.quest, BOOK.castings.get(spell.key)
    assert run is not None
    if casting is None or not (target.foe or target.heroes or target.monster):
        return ()
    resisted = _resisted(casting, target, act)
    if resisted:
        return (resisted,)
    events: list[Event] = [
        *_effects(state, run, caster, casting, target, act),
        *_healing(casting, target, act),
        *_cures(casting, target),
        *_summoned(state, run, caster, casting, target, act, wish),
    ]
    if wish in ("fortune", "invincibility"):
        events += _wish(state, caster, wish, act)
    if casting.also:
        events += _price(state, run, caster, casting.also)
    return tuple(events)


def _resisted(casting: Casting, target: Target, act: Act) -> Event | None:
    """The event of a target that resists by its roll. A creature whose mind nobody named rolls at the table."""
    mind = target.heroes[0].mind if target.heroes else target.monster.mind if target.monster else None
    if not casting.resist or mind is None or not casting.effect:
        return None
    if target.heroes and target.heroes[0].effect("petrified") and casting.resist == "stone":
        return None
    if not _resists(casting.resist, mind, act):
        return None
    if target.heroes:
        hero = target.heroes[0]
        return EffectResisted(
            hero=hero.key, hero_name=hero.name, effect=casting.effect, effect_name=row(casting.effect).name
        )
    assert target.monster is not None
    return FoeResisted(
        effect=casting.effect,
        effect_name=row(casting.effect).name,
        monster_name=monster_name(target.monster.key) or target.monster.name,
    )


def _resists(kind: str, mind: int, act: Act) -> bool:
    if kind == "sleep":  # one die a mind point, a black shield saves
        return mind > 0 and BLACK in act.roll("resist_sleep", mind, COMBAT).faces
    if kind == "command":  # below the mind, or a natural 1; a tie is not enough (R35)
        roll = act.roll("resist_command", 1, D6)
        return roll.total < mind or roll.total == 1
    roll = act.roll("resist_stone", 1, D6)  # 1d6 + 1 at most the mind; a natural 6 never saves
    return not doubled(roll, "6") and roll.total + 1 <= mind


def _effects(state: State, run: Run, caster: Hero, casting: Casting, target: Target, act: Act) -> list[Event]:
    if not casting.effect:
        return []
    rounds = BOOK.spells[casting.key].duration
    if target.foe:
        monster = target.monster.key if target.monster else ""
        return [affect(run, act, casting.effect, monster, rounds=_rounds(casting, rounds), by=caster.key)]
    if casting.resist == "stone" and target.heroes[0].effect("petrified"):
        return [ended(target.heroes[0], "petrified", "cured")]
    return [
        given(state, hero, casting.effect, rounds=_rounds(casting, rounds), by=caster.key)
        for hero in target.heroes
        if not is_warded(hero, harmful=casting.harmful)
    ]


HURRICANE_STUN = 3
"""Rounds of the stun of *Ouragan destructeur*, without a roll (§5.2, R47)."""


def _rounds(casting: Casting, duration: int | None) -> int | None:
    return HURRICANE_STUN if casting.effect == "stunned" else duration


def _healing(casting: Casting, target: Target, act: Act) -> list[Event]:
    if not casting.heals:
        return []
    heroes = [hero for hero in target.heroes if not is_warded(hero, harmful=False)]
    points = _points(casting.heals, act)
    return [event for hero in heroes for event in regain(hero, "body", points or hero.body_max)]


def _points(heals: str, act: Act) -> int:
    """Body points given back; 0 for all of them."""
    if heals == "all":
        return 0
    if heals.isdecimal():
        return int(heals)
    roll: Roll = act.roll("healing", 1, D6)
    return roll.total * 2 if heals == "1d6x2" else roll.total + 2


def _cures(casting: Casting, target: Target) -> list[Event]:
    return [ended(hero, key, "cured") for hero in target.heroes for key in casting.cures if hero.effect(key)]


def _summoned(
    state: State, run: Run, caster: Hero, casting: Casting, target: Target, act: Act, wish: str | None
) -> list[Event]:
    kind = casting.companion
    if kind is None or (kind == "djinn" and wish != "fight"):
        return []
    if kind == "giant-spider":
        skulls = act.roll("spiders", SPIDERS, COMBAT).faces.count("skull")
        return [summon(run, caster, kind, act, nth) for nth in range(skulls)]
    if kind == "clone":
        model = target.monster or (target.heroes[0] if target.heroes else caster)
        return [clone(run, caster, model, act)]
    return [summon(run, caster, kind, act)]


def _wish(state: State, caster: Hero, wish: str, act: Act) -> list[Event]:
    """A fortune hurts; invincibility is the spell of that name (§5.2)."""
    if wish == "invincibility":
        rounds = BOOK.spells["major-invulnerability"].duration
        return [given(state, caster, "major-invulnerability", rounds=rounds, by=caster.key)]
    gold = act.roll("fortune", 1, D6).total * FORTUNE
    hurt = act.roll("fortune_damage", 2, D6).total
    return [
        GoldFound(hero=caster.key, hero_name=caster.name, gold=gold),
        *lose(caster, "body", hurt),
    ]


def _price(state: State, run: Run, caster: Hero, also: str) -> list[Event]:
    """What the spell costs the caster: *Commandement*'s trance, *Divination*, *Armageddon* and half the mind (R37)."""
    events: list[Event] = [given(state, caster, also, by=caster.key)]
    if also == "armageddon" and caster.mind >= 2:
        events += lose(caster, "mind", caster.mind // 2)
    return events
