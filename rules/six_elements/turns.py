"""The turn: heroes one after the other, then the monsters, then what tokens take, then an adventure (§5)."""

from __future__ import annotations

import msgspec

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text, listed, same
from rules.six_elements import bouts, endings
from rules.six_elements.book import BOOK
from rules.six_elements.dungeon import path, where
from rules.six_elements.falls import fall
from rules.six_elements.house import house_int
from rules.six_elements.piles import Piled, by_pile, monsters, numbers, piled
from rules.six_elements.refusals import idle, on_turn
from rules.six_elements.state import Answer, Counts, Foe, Hero, Place, State, added, change, change_foe, play
from rules.six_elements.stats import foe_body
from rules.six_elements.story import Story
from rules.six_elements.tokens import levy
from rules.six_elements.words import HERO

TOOK = Text("jetons", "tokens")


class EndTurn(Command, frozen=True, tag="end_turn"):
    """The hero whose turn it is does nothing more. Anybody at the table may say so: `turn` says whose, so that two who
    say so at once end it once.
    """

    label = Text("Finir le tour du héros", "End the hero’s turn")
    icon = "clock"
    shortcut = "t"
    at_hand = True
    turn: Key | None = None


class TurnPassed(Event, frozen=True, tag="turn_passed"):
    """`to` is the next hero; none: the monsters' phase."""

    hero_name: str
    to: str = ""
    to_name: str = ""


class Walk(msgspec.Struct, frozen=True):
    """One monster's way: where it ends."""

    foe: str
    monster_name: Text
    place: Place
    where: Text


class MonstersMoved(Event, frozen=True, tag="monsters_moved"):
    """Those that have acted, and the ways of those that moved."""

    acted: tuple[str, ...]
    walks: tuple[Walk, ...] = ()


class Toll(msgspec.Struct, frozen=True):
    """What tokens took of a hero or a monster."""

    key: str
    name: Text
    body: int
    tokens: Counts


class TurnClosed(Event, frozen=True, tag="turn_closed"):
    """The end of the monsters' phase: tokens of those who have not fought (§8)."""

    turn: int
    heroes_toll: tuple[Toll, ...] = ()
    foes_toll: tuple[Toll, ...] = ()


class FoeVanished(Piled, frozen=True, tag="foe_vanished"):
    """A monster that tokens killed: nobody has beaten it (R14)."""

    foe: str
    monster: str
    monster_name: Text


class TurnBegun(Event, frozen=True, tag="turn_begun"):
    turn: int
    first: str
    first_name: str


def ending(state: State) -> Answer[Hero]:
    """Whose turn may be ended now."""
    game = idle(state)
    if isinstance(game, Violation):
        return game
    if game.phase == "heroes":
        return on_turn(state, game.current)
    return refuse(
        "not_heroes_phase",
        "Les héros ont joué : une carte Aventure attend.",
        "The heroes have played: an Adventure card waits.",
        "§5",
    )


def end_turn(state: State, command: EndTurn, act: Act) -> Decision:
    hero = ending(state)
    if isinstance(hero, Violation):
        return hero
    if command.turn not in (None, hero.key):
        return refuse(
            "turn_over",
            "Ce tour est déjà fini : c’est celui de {name}.",
            "That turn is over already: it is the turn of {name}.",
            "§5",
            field="turn",
            name=hero.name,
        )
    story = Story(state, act)
    pass_turn(story)
    return story.told


def go_on(story: Story) -> None:
    """After a fight, which ends the hero’s turn: in the monsters’ phase the next of them acts. A level waits for its choices."""
    if story.game.rising:
        return
    if story.game.phase == "heroes":
        pass_turn(story)
    else:
        carry_on(story)


def pass_turn(story: Story) -> None:
    """To the next hero, or on to the monsters; nothing where the game is decided."""
    game = story.game
    if game.outcome:
        return
    place = game.order.index(game.current)
    to = game.order[place + 1] if place + 1 < len(game.order) else ""
    name = story.hero(game.current).name
    to_name = story.hero(to).name if to else ""
    story.tell(TurnPassed(hero_name=name, to=to, to_name=to_name), turn_passed)
    if not to:
        carry_on(story)


def turn_passed(state: State, event: TurnPassed) -> State:
    fresh = play(state, steps=0, explored=False, bought=False, renewed=False)
    if event.to:
        return play(fresh, current=event.to)
    return play(fresh, phase="monsters", waiting=tuple(foe.key for foe in state.open.foes))


def carry_on(story: Story) -> None:
    """The monsters that wait act in turn, until one comes upon a hero or all have (§13)."""
    if story.game.outcome:
        return
    acted: list[str] = []
    walks: list[Walk] = []
    met: tuple[Foe, str] | None = None
    for key in story.game.waiting:
        foe = story.game.foe(key)
        acted.append(key)
        if foe is None:
            continue
        foe, hero = _approach(story, foe, walks)
        if hero:
            met = foe, hero
            break
    if acted:
        story.tell(MonstersMoved(acted=tuple(acted), walks=tuple(walks)), monsters_moved)
    if met:
        bouts.begin(story, met[1], met[0], "foe")
    else:
        _close(story)


def _approach(story: Story, foe: Foe, walks: list[Walk]) -> tuple[Foe, str]:
    """The monster where its way ends, and the hero it meets there, if any."""
    game = story.game
    way, hero = _prey(story, foe)
    steps = house_int(story.state, "monster_steps")
    walked = way[:steps]
    if walked:
        foe = msgspec.structs.replace(foe, place=walked[-1])
        name = BOOK.creature(foe.card).name
        walks.append(Walk(foe.key, name, foe.place, where(game, foe.place)))
    return foe, hero if len(way) <= steps else ""


def _prey(story: Story, foe: Foe) -> tuple[tuple[Place, ...], str]:
    """The way to the nearest hero it can get to; ties by the order of play (R36)."""
    ways = [
        (path(story.game, foe.place, story.hero(key).place), key)
        for key in story.game.order
        if story.hero(key).place == foe.place or path(story.game, foe.place, story.hero(key).place)
    ]
    return min(ways, key=lambda one: len(one[0]), default=((), ""))


def monsters_moved(state: State, event: MonstersMoved) -> State:
    for walk in event.walks:
        state = change_foe(state, walk.foe, place=walk.place)
    return play(state, waiting=tuple(key for key in state.open.waiting if key not in event.acted))


def _close(story: Story) -> None:
    """End of turn: those who have not fought pay for their tokens (R13), then it is adventure time."""
    state, game = story.state, story.game
    heroes = tuple(
        Toll(key, same(hero.name), min(hero.body, loss), gone)
        for key in game.order
        for hero, (loss, gone) in ((state.heroes[key], levy(state.heroes[key].tokens)),)
        if loss and key not in game.fought
    )
    foes = tuple(
        Toll(foe.key, BOOK.creature(foe.card).name, loss, gone)
        for foe in game.foes
        for loss, gone in (levy(foe.tokens),)
        if loss and foe.key not in game.fought
    )
    story.tell(TurnClosed(turn=game.turn, heroes_toll=heroes, foes_toll=foes), turn_closed)
    for toll in foes:
        vanish_if_dead(story, toll.key)
    for toll in heroes:
        if not story.hero(toll.key).body and not story.game.outcome:
            fall(story, toll.key, TOOK, "tokens")


def turn_closed(state: State, event: TurnClosed) -> State:
    for toll in event.heroes_toll:
        hero = state.heroes[toll.key]
        state = change(state, toll.key, body=hero.body - toll.body, tokens=added(hero.tokens, toll.tokens))
    for toll in event.foes_toll:
        foe = state.open.foe(toll.key)
        assert foe is not None
        tokens = added(foe.tokens, toll.tokens)
        state = change_foe(state, toll.key, wounds=foe.wounds + toll.body, tokens=tokens)
    return play(state, phase="adventure", waiting=(), fought=(), faced=(), adventure="")


def vanish_if_dead(story: Story, key: str) -> bool:
    """Whether a monster has no body left; it then leaves nothing, but for a boss, whose fall wins (R14, R28)."""
    foe = story.game.foe(key)
    if foe is None or foe_body(story.state, foe) > 0:
        return False
    story.tell(
        FoeVanished(
            foe=key, monster=foe.card, monster_name=BOOK.creature(foe.card).name, discards=discarded(foe)
        ),
        foe_vanished,
    )
    if BOOK.creature(foe.card).rarity == "boss":
        endings.decide(story, foe.by if foe.by in story.state.heroes else story.game.order[0], "won")
    return True


def discarded(foe: Foe, kept: str = "") -> dict[str, tuple[int, ...]]:
    """The cards of a monster that is gone, on their piles: its own, and its gear but for what is kept (§9)."""
    row = BOOK.creature(foe.card)
    own = {} if row.rarity == "boss" else numbers(monsters(row.rarity), (foe.card,))
    return own | by_pile(tuple(card for card in foe.gear if card != kept))


def foe_vanished(state: State, event: FoeVanished) -> State:
    game = state.open
    left = play(
        state,
        foes=tuple(foe for foe in game.foes if foe.key != event.foe),
        waiting=tuple(key for key in game.waiting if key != event.foe),
    )
    return piled(left, event)


def next_turn(story: Story) -> None:
    """The heroes play again, in the order they keep."""
    first = story.game.order[0]
    begun = TurnBegun(turn=story.game.turn + 1, first=first, first_name=story.hero(first).name)
    story.tell(begun, turn_begun)


def turn_begun(state: State, event: TurnBegun) -> State:
    return play(state, turn=event.turn, phase="heroes", current=event.first, adventure="", faced=(), hands={})


def offer_end(state: State, given: Given) -> Draft:
    hero = ending(state)
    if isinstance(hero, Violation):
        return refused(hero)
    turn = choice("turn", HERO, (Choice(hero.key, same(hero.name)),), required=False, default=hero.key)
    return Draft((turn,), text=Text("C’est le tour de {name}.", "It is the turn of {name}.")(name=hero.name))


def tell_passed(event: TurnPassed) -> Text:
    if event.to:
        return Text("{hero} a fini ; au tour de {to}.", "{hero} is done; {to} is next.")(
            hero=event.hero_name, to=event.to_name
        )
    return Text("{hero} a fini ; les monstres jouent.", "{hero} is done; the monsters play.")(
        hero=event.hero_name
    )


def tell_moved(event: MonstersMoved) -> Text:
    if not event.walks:
        return Text("Aucun monstre ne se déplace.", "No monster moves.")
    ways = tuple(
        Text("{who} → {place}", "{who} → {place}")(who=walk.monster_name, place=walk.where)
        for walk in event.walks
    )
    return listed(ways) + Text(".", ".")


def tell_closed(event: TurnClosed) -> Text:
    tolls = (*event.heroes_toll, *event.foes_toll)
    sentence = Text("Fin du tour {n}", "End of turn {n}")(n=event.turn)
    if not tolls:
        return sentence + Text(".", ".")
    parts = tuple(Text("{who} −{n}", "{who} −{n}")(who=toll.name, n=toll.body) for toll in tolls)
    return sentence + Text(" ; jetons : ", "; tokens: ") + listed(parts) + Text(".", ".")


def tell_vanished(event: FoeVanished) -> Text:
    return Text(
        "{monster} succombe et ne laisse rien.",
        "{monster} succumbs and leaves nothing.",
    )(monster=event.monster_name)


def tell_turn(event: TurnBegun) -> Text:
    return Text("Tour {n} : {hero} commence.", "Turn {n}: {hero} begins.")(
        n=event.turn, hero=event.first_name
    )


CHAPTER = Chapter(
    name="turns",
    decides={EndTurn: end_turn},
    evolves={
        TurnPassed: turn_passed,
        MonstersMoved: monsters_moved,
        TurnClosed: turn_closed,
        FoeVanished: foe_vanished,
        TurnBegun: turn_begun,
    },
    tells={
        TurnPassed: tell_passed,
        MonstersMoved: tell_moved,
        TurnClosed: tell_closed,
        FoeVanished: tell_vanished,
        TurnBegun: tell_turn,
    },
    offers={EndTurn: offer_end},
)
