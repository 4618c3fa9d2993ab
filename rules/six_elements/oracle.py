"""The Oracle: the boss appears where two dice say, and the hero who called it is restored (§16, R28, R29)."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act
from rules.kernel.messages import Command, Decision, Key, Violation
from rules.kernel.offers import Draft, Given, refused
from rules.kernel.refusing import refuse
from rules.kernel.text import Text
from rules.six_elements.book import BOOK
from rules.six_elements.dungeon import STEPS, WAYS, open_exits, where
from rules.six_elements.house import house_int
from rules.six_elements.piles import BOSS, TILE, Piled, draw, left, piled
from rules.six_elements.refusals import on_turn
from rules.six_elements.state import (
    ALL_EXITS,
    ENTRANCE,
    Answer,
    Foe,
    Game,
    Hero,
    Place,
    State,
    Tile,
    change,
    play,
)
from rules.six_elements.stats import body_most, mana_most
from rules.six_elements.story import Story

DIRECTIONS = {1: "N", 2: "N", 3: "E", 4: "E", 5: "S", 6: "W"}
"""The first die (§16); 5 is south and 6 west (R28)."""


class CallOracle(Command, frozen=True, tag="call_oracle"):
    """When no tile is left to lay, or by who is at the top and has heard nothing: the game must be able to end (R29)."""

    who = "own"
    label = Text("Appeler l’Oracle", "Call the Oracle")
    icon = "eye"
    hero: Key


class BossAppeared(Piled, frozen=True, tag="boss_appeared"):
    """`new_tile` where the tile had to materialise. The hero's body and mana are filled."""

    hero: str
    hero_name: str
    foe: str
    monster: str
    monster_name: Text
    dice: tuple[int, ...]
    way: str
    place: Place
    where: Text
    new_tile: bool = False
    body: int = 0
    mana: int = 0


def speak(story: Story, key: str) -> None:
    """Once a game."""
    hero = story.hero(key)
    dice = tuple(int(face) for face in story.act.roll("oracle", 2, D6).faces)
    way = DIRECTIONS[dice[0]]
    place, is_new = landing(story.game, way, dice[1])
    drawn = draw(story.state, story.act, "boss", BOSS)
    assert drawn is not None
    at = where(None if is_new else story.game, place)
    appeared = BossAppeared(
        hero=key,
        hero_name=hero.name,
        foe="boss",
        monster=drawn.card,
        monster_name=BOOK.bosses[drawn.card].name,
        dice=dice,
        way=way,
        place=place,
        where=at,
        new_tile=is_new,
        body=body_most(hero) - hero.body,
        mana=mana_most(hero) - hero.mana,
    )
    story.tell(appeared, boss_appeared)


def landing(game: Game, way: str, steps: int) -> tuple[Place, bool]:
    """Where the boss lands, and whether the tile has to materialise: in a gap of the line it does, beyond the last
    tile of that direction it lands on that one, at the entrance where there is none (§16).
    """
    step = STEPS[way]
    line = [(step[0] * n, step[1] * n) for n in range(1, len(game.tiles) + 30)]
    laid = [place for place in line if game.tile(place)]
    goal = line[steps - 1]
    if goal in laid:
        return goal, False
    if not laid:
        return ENTRANCE, False
    return (laid[-1], False) if line.index(laid[-1]) < steps - 1 else (goal, True)


def boss_appeared(state: State, event: BossAppeared) -> State:
    hero = state.heroes[event.hero]
    state = change(state, event.hero, body=hero.body + event.body, mana=hero.mana + event.mana)
    game = state.open
    tiles = (*game.tiles, Tile(event.place, ALL_EXITS)) if event.new_tile else game.tiles
    foe = Foe(event.foe, event.monster, event.place)
    return piled(play(state, tiles=tiles, foes=(*game.foes, foe), oracle=True), event)


def caller(state: State, key: str) -> Answer[Hero]:
    """Who may call: in the own turn, the boss not there yet, and nothing left to explore anywhere."""
    hero = on_turn(state, key)
    if isinstance(hero, Violation):
        return hero
    game = state.open
    is_ready = hero.level >= house_int(state, "oracle_level")
    if game.oracle or not (is_ready or is_explored(state)):
        return refuse(
            "oracle_silent",
            "L’Oracle se tait : le boss est là, ou il reste à explorer.",
            "The Oracle is silent: the boss is there, or there is more to explore.",
            "R29",
            field="hero",
        )
    return hero


def is_explored(state: State) -> bool:
    """Whether no tile is left, or no exit to lay one at."""
    return not left(state, TILE)[0] or not open_exits(state.open.tiles)


def call_oracle(state: State, command: CallOracle, act: Act) -> Decision:
    hero = caller(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    story = Story(state, act)
    speak(story, hero.key)
    return story.told


def offer_call(state: State, hero: str, given: Given) -> Draft:
    found = caller(state, hero)
    return refused(found) if isinstance(found, Violation) else Draft()


def tell_boss(event: BossAppeared) -> Text:
    return Text(
        "L’Oracle parle à {hero} ({dice}, {way}) : {boss} apparaît, {place}.",
        "The Oracle speaks to {hero} ({dice}, {way}): {boss} appears, {place}.",
    )(
        hero=event.hero_name,
        dice=" + ".join(map(str, event.dice)),
        way=WAYS[event.way],
        boss=event.monster_name,
        place=event.where,
    )


CHAPTER = Chapter(
    name="oracle",
    decides={CallOracle: call_oracle},
    evolves={BossAppeared: boss_appeared},
    tells={BossAppeared: tell_boss},
    offers={CallOracle: offer_call},
)
