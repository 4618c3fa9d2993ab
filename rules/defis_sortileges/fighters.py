"""Who fights, with what, and who acts next (§6.2, §8.4; R24–R34). Nothing here is stored."""

from __future__ import annotations

from rules.defis_sortileges.book import BOOK, LOWEST
from rules.defis_sortileges.content_types import Spell
from rules.defis_sortileges.house import house_int, is_open, spell_part
from rules.defis_sortileges.state import Fight, Foe, Hero, Keys, Loss, Plan, Shade, State, fight_of, of
from rules.defis_sortileges.words import BARE_HANDS, thing_name
from rules.kernel.text import Text, same

NO_PLAN, NO_LOSS = Plan(), Loss()
Fighter = Hero | Foe | Shade


def fighter(state: State, key: str) -> Fighter | None:
    """A character of the fight, a creature or a shade."""
    fight = fight_of(state)
    if key in fight.side or key in fight.rivals:
        return state.heroes[key]
    return fight.foe(key) or fight.shade(key)


def the(state: State, key: str) -> Fighter:
    found = fighter(state, key)
    assert found is not None
    return found


def plan_of(state: State, key: str) -> Plan:
    return fight_of(state).plans.get(key, NO_PLAN)


def loss_of(state: State, key: str) -> Loss:
    return fight_of(state).losses.get(key, NO_LOSS)


def owner_of(state: State, key: str) -> str:
    """The character behind a fighter; empty for a creature."""
    shade = fight_of(state).shade(key)
    if shade is not None:
        return shade.owner
    return key if key in state.heroes else ""


def fighters_of(fight: Fight, heroes: Keys) -> Keys:
    shades = tuple(shade.key for shade in fight.shades if shade.owner in heroes)
    return (*heroes, *shades)


def left_side(fight: Fight) -> Keys:
    return fighters_of(fight, fight.side)


def right_side(fight: Fight) -> Keys:
    return (*fighters_of(fight, fight.rivals), *(foe.key for foe in fight.foes))


def everyone(fight: Fight) -> Keys:
    return left_side(fight) + right_side(fight)


def fighting(state: State) -> frozenset[str]:
    """The keys that are taken: of every character, and of whoever is in the fight."""
    fight = of(state).fight
    return frozenset((*state.heroes, *(everyone(fight) if fight else ())))


def opponents(state: State, key: str) -> Keys:
    fight = fight_of(state)
    return right_side(fight) if key in left_side(fight) else left_side(fight)


def companions(state: State, key: str) -> Keys:
    """The characters on a fighter's side, the own first."""
    fight = fight_of(state)
    side = fight.side if key in left_side(fight) else fight.rivals
    owner = owner_of(state, key)
    return (owner, *(one for one in side if one != owner))


def base(state: State, key: str, score: str) -> int:
    """A fighter's own score; a double has its character's, a creature no magic."""
    found = the(state, key)
    if isinstance(found, Shade) and found.double:
        found = state.heroes[found.owner]
    if isinstance(found, Hero):
        return int(getattr(found.now, score))
    return int(getattr(found, score, 0))


def lowered(state: State, key: str, score: str) -> int:
    """The score with what spells have taken, never below 3 by them (R30)."""
    own, loss = base(state, key, score), int(getattr(loss_of(state, key), score))
    return min(own, max(LOWEST, own - loss))


def combat(state: State, key: str) -> int:
    """What an assault of combat must not exceed (R31)."""
    loss = loss_of(state, key)
    now = lowered(state, key, "combat")
    dances = loss.set_to and fight_of(state).round <= loss.until
    return min(now, loss.set_to) if dances else now


def magic(state: State, key: str) -> int:
    """What an assault of magic must not exceed."""
    return lowered(state, key, "magic")


def own_initiative(state: State, key: str) -> int:
    """That of the spell that is prepared, else the fighter's."""
    spell = plan_of(state, key).spell
    return spell_part(state, spell, "initiative") if spell else lowered(state, key, "initiative")


def initiative(state: State, key: str) -> int:
    """Who interposes waits until just after the one they face (§8.4, R27)."""
    against = plan_of(state, key).against
    own = own_initiative(state, key)
    return min(own, own_initiative(state, against) - 1) if against else own


def place_in_order(state: State, key: str) -> tuple[int, int, int, bool, int]:
    """R25: initiative, Power, Aura at the start; a character before their shades, both before creatures."""
    owner = owner_of(state, key)
    hero = state.heroes.get(owner)
    power, aura = (hero.power, hero.start.aura) if hero else (-1, 0)
    at = everyone(fight_of(state)).index(key)
    return (initiative(state, key), power, aura, owner == key, -at)


def in_order(state: State) -> Keys:
    """Everybody in the fight, as they act this round."""
    keys = everyone(fight_of(state))
    return tuple(sorted(keys, key=lambda key: place_in_order(state, key), reverse=True))


def to_act(state: State) -> Keys:
    """Those who have still to act this round, the first one next."""
    acted = fight_of(state).acted
    return tuple(key for key in in_order(state) if key not in acted and not plan_of(state, key).still)


def next_fighter(state: State) -> str:
    left = to_act(state)
    return left[0] if left else ""


def slowest(state: State, keys: Keys) -> str:
    """§8.4: whom a creature tries to attack."""
    return min(keys, key=lambda key: place_in_order(state, key))


def protector(state: State, target: str, against: str) -> str:
    """Who has interposed for the target; empty when nobody has."""
    plans = fight_of(state).plans
    return next((k for k, plan in plans.items() if plan.ally == target and plan.against == against), "")


def aimed_at(state: State, key: str) -> str:
    """Whom a blow of the fighter will meet: the one chosen, else the slowest; or who has interposed."""
    left = opponents(state, key)
    chosen = plan_of(state, key).target
    target = chosen if chosen in left else slowest(state, left)
    return protector(state, target, key) or target


def damage_dice(state: State, key: str) -> int:
    """Dice of wounds of a blow (§3, R42)."""
    found = the(state, key)
    if isinstance(found, Shade) and found.double:
        found = state.heroes[found.owner]
    if not isinstance(found, Hero):
        return found.dice
    thing = found.thing(found.weapon)
    return thing.dice if thing else house_int(state, "bare_hands")


def weapon_name(hero: Hero) -> Text:
    thing = hero.thing(hero.weapon)
    return thing_name(thing) if thing else BARE_HANDS


def fighter_name(state: State, key: str) -> Text:
    found = the(state, key)
    if not isinstance(found, Shade):
        return same(found.name)
    if found.double:
        return Text("Le double de {n}", "{n}’s double")(n=state.heroes[found.owner].name)
    return BOOK.spells[found.spell].name


def known_spells(state: State, hero: Hero) -> tuple[Spell, ...]:
    """Those of the start and those opened since."""
    return tuple(
        spell
        for spell in BOOK.spells_of(hero.character)
        if spell.is_known_at_start or spell.key in hero.spells
    )


def opened_by(state: State, hero: Hero) -> tuple[Spell, ...]:
    """Spells not known yet for which Power, or an attitude, is enough (§9.2)."""
    known = known_spells(state, hero)
    ticks = {key: int(getattr(hero.ticks, key)) for key in BOOK.attitudes}
    return tuple(
        spell
        for spell in BOOK.spells_of(hero.character)
        if spell not in known and is_open(state, spell, hero.power, ticks)
    )


def is_spent(state: State, hero: str, spell: str) -> bool:
    """§7: cast in this turn of play already."""
    return spell in of(state).cast.get(hero, ())


def may_cast(state: State, key: str) -> tuple[Spell, ...]:
    """The spells a fighter may still prepare; a double makes no double (R32)."""
    found = the(state, key)
    if isinstance(found, Foe) or (isinstance(found, Shade) and not found.double):
        return ()
    hero = state.heroes[owner_of(state, key)]
    has_double = any(shade.owner == hero.key and shade.double for shade in fight_of(state).shades)
    return tuple(
        spell
        for spell in known_spells(state, hero)
        if not is_spent(state, hero.key, spell.key) and not (spell.doubles and has_double)
    )
