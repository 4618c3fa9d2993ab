"""One round: dice thrown, kept or changed, a blow, and what comes of it (§7, R24, R27)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6
from rules.six_elements.blows import Blow, Side, blow, instant
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Skill
from rules.six_elements.dungeon import where
from rules.six_elements.exchange_events import (
    BlowThrown,
    FightEnded,
    RoundFought,
    tell_ended,
    tell_round,
    tell_thrown,
)
from rules.six_elements.falls import fall
from rules.six_elements.house import house_int
from rules.six_elements.initiative import opening_cost, striker
from rules.six_elements.state import (
    Counts,
    Fight,
    Foe,
    Hand,
    Hero,
    Place,
    State,
    added,
    change,
    change_foe,
    play,
)
from rules.six_elements.state import Side as Camp
from rules.six_elements.stats import body_most, foe_body, foe_mana, foe_most, mana_most
from rules.six_elements.story import Story
from rules.six_elements.throws import Throw, foe_throws, hero_dice, hero_total, token_cost
from rules.six_elements.tokens import burning_out, room
from rules.six_elements.turns import go_on, vanish_if_dead
from rules.six_elements.victories import (
    FoeBeaten,
    LootTaken,
    beat,
    beaten_moves,
    foe_beaten,
    loot_moves,
    loot_taken,
    tell_beaten,
    tell_loot,
)


class Bout(NamedTuple):
    """Who fights whom, as things stand."""

    hero: Hero
    foe: Foe
    fight: Fight


def bout(state: State) -> Bout:
    fight = state.open.fight
    assert fight is not None
    foe = state.open.foe(fight.foe)
    assert foe is not None
    return Bout(state.heroes[fight.hero], foe, fight)


def begin_round(story: Story, key: str, skill: Skill | None) -> None:
    """Initiative, then the dice; a stunned attacker's round is over at once."""
    side, stunned = striker(story.state)
    costs = opening_cost(story.state)
    if stunned:
        _strike(story, side, None, 0, own=costs["hero"], foes=costs["foe"])
    elif side == "hero":
        _throw(story, key, skill, "attack", costs, None)
    else:
        throw = foe_throws(story.state, story.act, bout(story.state).foe, "attack")
        _throw(story, key, skill, "defence", costs, throw)


def _throw(
    story: Story, key: str, skill: Skill | None, use: str, costs: dict[Camp, Counts], foes: Throw | None
) -> None:
    hero, foe, _ = bout(story.state)
    number = hero_dice(hero, skill, use)  # type: ignore[arg-type]
    roll = story.act.roll(use, number, D6) if number else None
    spent_by_foe = added(costs["foe"], foes.tokens) if foes else costs["foe"]
    thrown = BlowThrown(
        hero=key,
        hero_name=hero.name,
        use=use,
        faces=tuple(int(face) for face in roll.faces) if roll else (),
        foe=foe.key,
        monster=foe.card,
        monster_name=BOOK.creature(foe.card).name,
        skill=skill.key if skill else "",
        skill_name=skill.name if skill else None,
        mana=-skill.mana if skill else 0,
        free=instant(skill.powers, "reroll") if skill else 0,
        tokens=costs["hero"],
        against=foes.total if foes else 0,
        foe_faces=foes.faces if foes else (),
        foe_mana=foes.mana if foes else 0,
        foe_tokens=spent_by_foe,
    )
    story.tell(thrown, blow_thrown)


def blow_thrown(state: State, event: BlowThrown) -> State:
    hero, foe, _ = bout(state)
    hand = Hand(use=event.use, faces=event.faces, card=event.skill, against=event.against, free=event.free)  # type: ignore[arg-type]
    state = change(state, event.hero, mana=hero.mana + event.mana, tokens=added(hero.tokens, event.tokens))
    state = change_foe(
        state, event.foe, spent=foe.spent + event.foe_mana, tokens=added(foe.tokens, event.foe_tokens)
    )
    return play(state, hands=state.open.hands | {event.hero: hand})


def hand_total(state: State, key: str) -> int:
    """What the dice before a fighting hero come to."""
    hand, hero = state.open.hands[key], state.heroes[key]
    assert hand.use != "test"
    return hero_total(hero, BOOK.skills.get(hand.card), hand.use, hand.faces)


def may_change(state: State, key: str, total: int) -> bool:
    """Whether there is anything left to do about dice: a total to be met that is not, and mana or a free reroll."""
    hand, hero = state.open.hands[key], state.heroes[key]
    if hand.use != "attack" and total >= hand.against:
        return False
    may_add = not hand.added and bool(hand.card or hand.use == "test")
    costs = [house_int(state, "reroll_cost")] if hand.faces else []
    costs += [house_int(state, "added_cost")] if may_add else []
    return bool(hand.free and hand.faces) or any(cost <= hero.mana for cost in costs)


def settle_if_done(story: Story, key: str) -> None:
    """Dice that nothing more can be done about are kept without asking."""
    if key in story.game.hands and not may_change(story.state, key, hand_total(story.state, key)):
        settle(story, key)


def settle(story: Story, key: str) -> None:
    """The dice stand: the other side answers, and the blow falls."""
    state = story.state
    hero, foe, _ = bout(state)
    hand = state.open.hands[key]
    total = hand_total(state, key)
    assert hand.use != "test"
    own = token_cost(hero.tokens, hand.use)
    if hand.use == "attack":
        throw = foe_throws(state, story.act, foe, "defence", against=total)
        _strike(story, "hero", total, throw.total, own=own, foes=throw.tokens, throw=throw, skill=hand.card)
    else:
        _strike(story, "foe", hand.against, total, own=own, foes={}, skill=hand.card)


def _strike(
    story: Story,
    attacker: Camp,
    attack: int | None,
    defence: int,
    *,
    own: Counts,
    foes: Counts,
    throw: Throw | None = None,
    skill: str = "",
) -> None:
    """`own` and `foes` are tokens that the round has used up on either side."""
    state = story.state
    hero, foe, _ = bout(state)
    row = BOOK.creature(foe.card)
    foe_powers = () if attack is None else row.attack_powers if attacker == "foe" else row.defence_powers
    mana = foe_mana(foe)
    sides = (
        Side(
            hero.body,
            body_most(hero),
            hero.mana,
            mana_most(hero),
            added(hero.tokens, own),
            BOOK.skills[skill].powers if skill else (),
        ),
        Side(foe_body(state, foe), foe_most(state, foe), mana, mana, added(foe.tokens, foes), foe_powers),
    )
    first, second = sides if attacker == "hero" else sides[::-1]
    found = blow(first, second, attack, defence)
    story.tell(_fought(state, attacker, attack, defence, found, sides, (own, foes), throw), round_fought)
    _after_round(story, decided=found.decided)


def _fought(
    state: State,
    attacker: Camp,
    attack: int | None,
    defence: int,
    found: Blow,
    sides: tuple[Side, Side],
    used: tuple[Counts, Counts],
    throw: Throw | None,
) -> RoundFought:
    hero, foe, _ = bout(state)
    own, others = (found.attacker, found.defender) if attacker == "hero" else (found.defender, found.attacker)
    held = added(sides[0].tokens, own.used), added(sides[1].tokens, others.used)
    return RoundFought(
        hero=hero.key,
        hero_name=hero.name,
        foe=foe.key,
        monster=foe.card,
        monster_name=BOOK.creature(foe.card).name,
        attacker=attacker,
        attack=attack or 0,
        defence=defence,
        damage=found.damage,
        idle=attack is None,
        foe_faces=throw.faces if throw else (),
        body=own.body,
        mana=own.mana,
        tokens=added(added(used[0], own.used), room(state, held[0], own.gained)),
        burnt=own.burnt,
        wounds=-others.body,
        foe_mana=throw.mana if throw else 0,
        foe_tokens=added(added(used[1], others.used), room(state, held[1], others.gained)),
        foe_burnt=others.burnt,
    )


def round_fought(state: State, event: RoundFought) -> State:
    """The other side attacks first in the next round (§7)."""
    hero, foe, fight = bout(state)
    state = change(
        state,
        event.hero,
        body=hero.body + event.body,
        mana=hero.mana + event.mana,
        tokens=added(hero.tokens, event.tokens),
    )
    state = change_foe(
        state,
        event.foe,
        wounds=foe.wounds + event.wounds,
        spent=foe.spent + event.foe_mana,
        tokens=added(foe.tokens, event.foe_tokens),
    )
    then: Camp = "foe" if event.attacker == "hero" else "hero"
    hands = {key: hand for key, hand in state.open.hands.items() if key != event.hero}
    return play(state, hands=hands, fight=replace(fight, round=fight.round + 1, next=then, fled=False))


def _after_round(story: Story, *, decided: bool) -> None:
    hero, foe, _ = bout(story.state)
    if hero.body <= 0 or foe_body(story.state, foe) <= 0:
        end_fight(story, by_wounds=decided)


def end_fight(story: Story, *, fled_to: Place | None = None, by_wounds: bool = False) -> None:
    """Fire burns out; then the monster's fall, the hero's, and on with the turn (R27)."""
    hero, foe, _ = bout(story.state)
    beaten = by_wounds and foe_body(story.state, foe) <= 0
    story.tell(_ended(story.state, hero, foe, fled_to), fight_ended)
    foe = next(one for one in story.game.foes if one.key == foe.key)
    if beaten and story.hero(hero.key).body > 0:
        beat(story, hero.key, foe)
    else:
        vanish_if_dead(story, foe.key)
    if story.hero(hero.key).body <= 0 and not story.game.outcome:
        fall(story, hero.key, BOOK.creature(foe.card).name, foe.card)
    go_on(story)


def _ended(state: State, hero: Hero, foe: Foe, to: Place | None) -> FightEnded:
    own, own_fire = burning_out(hero.tokens) if hero.body > 0 else (0, {})
    others, foe_fire = burning_out(foe.tokens)
    return FightEnded(
        hero=hero.key,
        hero_name=hero.name,
        foe=foe.key,
        monster=foe.card,
        monster_name=BOOK.creature(foe.card).name,
        burnt=min(own, hero.body),
        tokens=own_fire,
        foe_burnt=min(others, max(0, foe_body(state, foe))),
        foe_tokens=foe_fire,
        fled=to is not None,
        place=to,
        where=where(state.open, to) if to is not None else None,
    )


def fight_ended(state: State, event: FightEnded) -> State:
    hero, foe, _ = bout(state)
    place = hero.place if event.place is None else event.place
    state = change(
        state,
        event.hero,
        body=hero.body - event.burnt,
        tokens=added(hero.tokens, event.tokens),
        place=place,
    )
    state = change_foe(
        state, event.foe, wounds=foe.wounds + event.foe_burnt, tokens=added(foe.tokens, event.foe_tokens)
    )
    fought = tuple(dict.fromkeys([*state.open.fought, event.hero, event.foe]))
    hands = {key: hand for key, hand in state.open.hands.items() if key != event.hero}
    return play(state, fight=None, hands=hands, fought=fought)


CHAPTER = Chapter(
    name="exchanges",
    decides={},
    evolves={
        BlowThrown: blow_thrown,
        RoundFought: round_fought,
        FightEnded: fight_ended,
        FoeBeaten: foe_beaten,
        LootTaken: loot_taken,
    },
    tells={
        BlowThrown: tell_thrown,
        RoundFought: tell_round,
        FightEnded: tell_ended,
        FoeBeaten: tell_beaten,
        LootTaken: tell_loot,
    },
    offers={},
    moves={FoeBeaten: beaten_moves, LootTaken: loot_moves},
)
