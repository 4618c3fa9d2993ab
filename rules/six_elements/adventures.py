"""The Adventure card at the end of a turn: one for the table, one test for each hero (§14, R9, R40)."""

from __future__ import annotations

from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, counted
from rules.six_elements.affinities import obstacle
from rules.six_elements.book import BOOK, NEUTRAL
from rules.six_elements.content_types import Adventure, Change
from rules.six_elements.falls import fall
from rules.six_elements.house import house_int, threshold
from rules.six_elements.likelihood import percent, reaches
from rules.six_elements.piles import ADVENTURE, ITEM, Piled, draw, numbers, piled
from rules.six_elements.refusals import idle, known, open_game, owes, unknown
from rules.six_elements.state import Answer, Counts, Game, Hand, Hero, State, added, change, play
from rules.six_elements.stats import affinity, body_most, mana_most, stat
from rules.six_elements.story import Story
from rules.six_elements.turns import next_turn
from rules.six_elements.words import ADVENTURES, GRADES, STATS, dice_text, joined

GRADE = Text("Difficulté", "Difficulty")
GRADE_ORDER = tuple(GRADES)
NEEDS = Text("{p} ({n} ou plus avec {dice})", "{p} ({n} or more with {dice})")
TESTED = Text("{name} : {stat}", "{name}: {stat}")
CHANGED: dict[str, tuple[Text, Text]] = {
    "body": (Text("corps", "body"),) * 2,
    "mana": (Text("mana", "mana"),) * 2,
    "gold": (Text("or", "gold"),) * 2,
    "stone": (Text("pierre", "stone"), Text("pierres", "stones")),
    "item": (Text("objet", "item"), Text("objets", "items")),
    "affinity": (Text("affinité", "affinity"), Text("affinités", "affinities")),
}


class DrawAdventure(Command, frozen=True, tag="draw_adventure"):
    """Once the monsters have played. Anybody at the table may turn the card."""

    label = Text("Tirer l’aventure", "Draw the adventure")
    icon = "scroll"
    at_hand = True


class FaceAdventure(Command, frozen=True, tag="face_adventure"):
    """One die and a stat against the threshold of the difficulty chosen."""

    who = "own"
    label = Text("Affronter l’aventure", "Face the adventure")
    icon = "target"
    hero: Key
    grade: Key


class AdventureDrawn(Piled, frozen=True, tag="adventure_drawn"):
    adventure: str
    adventure_name: Text
    kind_name: Text


class TestThrown(Event, frozen=True, tag="test_thrown"):
    hero: str
    hero_name: str
    adventure: str
    grade: str
    face: int
    threshold: int


class AdventureFaced(Piled, frozen=True, tag="adventure_faced"):
    """What came of it, as differences. A step of affinity gives a skill, still to be chosen."""

    hero: str
    hero_name: str
    adventure: str
    adventure_name: Text
    grade: str
    total: int
    threshold: int
    success: bool
    body: int = 0
    mana: int = 0
    gold: int = 0
    stones: Counts = {}
    add_item: str = ""
    add_item_name: Text | None = None
    remove_item: str = ""
    remove_item_name: Text | None = None
    affinity: str = ""
    affinity_name: Text | None = None
    affinity_step: int = 0


def drawing(state: State) -> Answer[Game]:
    game = idle(state)
    if isinstance(game, Violation):
        return game
    if game.phase != "adventure" or game.adventure:
        return refuse(
            "no_adventure_due",
            "L’aventure se tire une fois, après les monstres.",
            "The adventure is drawn once, after the monsters.",
            "§14",
        )
    return game


def draw_adventure(state: State, command: DrawAdventure, act: Act) -> Decision:
    game = drawing(state)
    if isinstance(game, Violation):
        return game
    drawn = draw(state, act, "adventure", ADVENTURE)
    assert drawn is not None
    row = BOOK.adventures[drawn.card]
    return (
        AdventureDrawn(
            adventure=row.key,
            adventure_name=row.name,
            kind_name=ADVENTURES[row.adventure_kind],
            shuffled=(ADVENTURE,) if drawn.shuffled else (),
            discards=numbers(ADVENTURE, (row.key,)),
        ),
    )


def adventure_drawn(state: State, event: AdventureDrawn) -> State:
    return piled(play(state, adventure=event.adventure, faced=()), event)


def facing(state: State, key: str) -> Answer[Hero]:
    """The hero who has still to face the card that lies there."""
    game = open_game(state)
    if isinstance(game, Violation):
        return game
    hero = known(state, key)
    if isinstance(hero, Violation):
        return hero
    if not game.adventure or key in game.faced or key in game.hands:
        return refuse(
            "nothing_to_face",
            "{name} n’a pas d’aventure à affronter.",
            "{name} has no adventure to face.",
            "§14",
            field="hero",
            name=hero.name,
        )
    return owes(hero) or hero


def face_adventure(state: State, command: FaceAdventure, act: Act) -> Decision:
    hero = facing(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.grade not in GRADES:
        return unknown("grade", command.grade, "§14")
    card = BOOK.adventures[state.open.adventure]
    face = act.roll("test", 1, D6).total
    story = Story(state, act)
    needed = needs(state, hero, card, command.grade)
    thrown = TestThrown(
        hero=hero.key,
        hero_name=hero.name,
        adventure=card.key,
        grade=command.grade,
        face=face,
        threshold=needed,
    )
    story.tell(thrown, test_thrown)
    settle_test_if_done(story, hero.key)
    return story.told


def needs(state: State, hero: Hero, card: Adventure, grade: str) -> int:
    """The threshold less the affinity in the card's element, 1 at least (§14)."""
    return max(1, threshold(state, card.key, grade) - affinity(hero, card.element))


def test_thrown(state: State, event: TestThrown) -> State:
    hand = Hand(use="test", faces=(event.face,), card=event.grade, against=event.threshold)
    return play(state, hands=state.open.hands | {event.hero: hand})


def test_total(state: State, key: str) -> int:
    tested = BOOK.adventures[state.open.adventure].tested
    return sum(state.open.hands[key].faces) + stat(state.heroes[key], tested)


def settle_test_if_done(story: Story, key: str) -> None:
    """A test that is met, or that no mana can change, stands (§14)."""
    hand, hero = story.game.hands[key], story.hero(key)
    costs = [house_int(story.state, "reroll_cost")]
    costs += [] if hand.added else [house_int(story.state, "added_cost")]
    if test_total(story.state, key) >= hand.against or min(costs) > hero.mana:
        settle_test(story, key)


def settle_test(story: Story, key: str) -> None:
    """The card’s effect, a death of it, and the next turn once every hero is done."""
    hand, hero = story.game.hands[key], story.hero(key)
    card, total = BOOK.adventures[story.game.adventure], test_total(story.state, key)
    success = total >= hand.against
    table = card.won if success else card.lost
    effect = table[GRADE_ORDER.index(hand.card)]
    story.tell(_faced(story, hero, card, hand, total, success, effect), adventure_faced)
    if not story.hero(key).body:
        fall(story, key, card.name, card.key)
    end_if_all_faced(story)


def end_if_all_faced(story: Story) -> None:
    game = story.game
    if not game.outcome and game.adventure and not set(game.order) - set(game.faced):
        next_turn(story)


def _faced(
    story: Story, hero: Hero, card: Adventure, hand: Hand, total: int, success: bool, effect: Change
) -> AdventureFaced:
    """Nothing goes below none; a pile that is out gives nothing, an affinity that may not rise stays (R40)."""
    drawn = draw(story.state, story.act, "item", ITEM) if effect.item > 0 else None
    lost = hero.items[-1] if effect.item < 0 and hero.items else ""
    rises = bool(effect.affinity) and card.element != NEUTRAL and obstacle(hero, card.element) is None
    step = hero.affinities.get(card.element, 0) + 1
    return AdventureFaced(
        hero=hero.key,
        hero_name=hero.name,
        adventure=card.key,
        adventure_name=card.name,
        grade=hand.card,
        total=total,
        threshold=hand.against,
        success=success,
        body=_within(hero.body, effect.body, body_most(hero)),
        mana=_within(hero.mana, effect.mana, mana_most(hero)),
        gold=max(-hero.gold, effect.gold),
        stones=_stones(hero, card.element, effect.stone),
        add_item=drawn.card if drawn else "",
        add_item_name=BOOK.items[drawn.card].name if drawn else None,
        remove_item=lost,
        remove_item_name=BOOK.items[lost].name if lost else None,
        affinity=card.element if rises else "",
        affinity_name=BOOK.elements[card.element].name if rises else None,
        affinity_step=step if rises else 0,
        shuffled=(ITEM,) if drawn and drawn.shuffled else (),
        discards=numbers(ITEM, (lost,)) if lost else {},
    )


def _within(now: int, by: int, most: int) -> int:
    return min(most, max(0, now + by)) - now


def _stones(hero: Hero, element: str, number: int) -> Counts:
    """Of the card’s element; on a neutral card, or where there is none of it, a loss takes of what there is most of."""
    if number < 0:
        held = hero.stones.get(element, 0)
        element = element if held else max(hero.stones, key=lambda key: hero.stones[key], default="")
        number = max(number, -hero.stones.get(element, 0))
    return {element: number} if number and element and element != NEUTRAL else {}


def adventure_faced(state: State, event: AdventureFaced) -> State:
    hero, game = state.heroes[event.hero], state.open
    items = tuple(key for key in hero.items if key != event.remove_item)
    rises = {event.affinity: event.affinity_step} if event.affinity else {}
    owed = (*hero.owed, *rises.items())
    state = change(
        state,
        event.hero,
        body=hero.body + event.body,
        mana=hero.mana + event.mana,
        gold=hero.gold + event.gold,
        stones=added(hero.stones, event.stones),
        items=(*items, event.add_item) if event.add_item else items,
        affinities=hero.affinities | rises,
        owed=owed,
    )
    hands = {key: hand for key, hand in game.hands.items() if key != event.hero}
    return piled(play(state, hands=hands, faced=(*game.faced, event.hero)), event)


def faced_moves(event: AdventureFaced) -> tuple[Movement, ...]:
    if not event.gold:
        return ()
    return (Movement(event.hero, "gold", event.gold, event.adventure_name, "§14"),)


def offer_draw(state: State, given: Given) -> Draft:
    game = drawing(state)
    return refused(game) if isinstance(game, Violation) else Draft()


def offer_face(state: State, hero: str, given: Given) -> Draft:
    found = facing(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    card = BOOK.adventures[state.open.adventure]
    grades = tuple(
        Choice(grade, label, hint=needs_text(state, found, card, grade)) for grade, label in GRADES.items()
    )
    text = TESTED(name=card.name, stat=STATS[card.tested])
    return Draft((choice("grade", GRADE, grades),), text=text)


def needs_text(state: State, hero: Hero, card: Adventure, grade: str) -> Text:
    """`67 % (5 ou plus avec 1 dé +2)`."""
    bonus, needed = stat(hero, card.tested), needs(state, hero, card, grade)
    return NEEDS(p=percent(reaches(1, needed - bonus)), n=needed, dice=dice_text(1, bonus))


def effect_text(effect: Change) -> Text:
    """What an outcome brings or costs, in a few words."""
    parts = [_change(n, *words) for name, words in CHANGED.items() if (n := int(getattr(effect, name)))]
    return joined(tuple(parts), ", ") if parts else Text("rien", "nothing")


def _change(number: int, one: Text, many: Text) -> Text:
    """`+3 pierres`."""
    sign, shown = "+" if number > 0 else "−", counted(abs(number), one, many)
    return Text(sign + shown.fr, sign + shown.en)


def tell_drawn(event: AdventureDrawn) -> Text:
    return Text("Aventure ({kind}) : {name}.", "Adventure ({kind}): {name}.")(
        kind=event.kind_name.inline, name=event.adventure_name
    )


def tell_test(event: TestThrown) -> Text:
    return Text("{hero} tente {grade} : {face}, seuil {n}.", "{hero} tries {grade}: {face}, threshold {n}.")(
        hero=event.hero_name, grade=GRADES[event.grade].inline, face=event.face, n=event.threshold
    )


def tell_faced(event: AdventureFaced) -> Text:
    how = Text("réussit", "succeeds") if event.success else Text("échoue", "fails")
    sentence = Text("{hero} {how} ({total} contre {n})", "{hero} {how} ({total} against {n})")(
        hero=event.hero_name, how=how, total=event.total, n=event.threshold
    )
    change_ = Change(
        body=event.body,
        mana=event.mana,
        gold=event.gold,
        stone=sum(event.stones.values()),
        item=bool(event.add_item) - bool(event.remove_item),
        affinity=int(bool(event.affinity)),
    )
    return sentence + Text(" : ", ": ") + effect_text(change_) + Text(".", ".")


CHAPTER = Chapter(
    name="adventures",
    decides={DrawAdventure: draw_adventure, FaceAdventure: face_adventure},
    evolves={
        AdventureDrawn: adventure_drawn,
        TestThrown: test_thrown,
        AdventureFaced: adventure_faced,
    },
    tells={AdventureDrawn: tell_drawn, TestThrown: tell_test, AdventureFaced: tell_faced},
    offers={DrawAdventure: offer_draw, FaceAdventure: offer_face},
    moves={AdventureFaced: faced_moves},
)
