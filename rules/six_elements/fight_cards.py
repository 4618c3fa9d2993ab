"""A fight as cards: what to play, what to do about dice that lie there, how to get away, what to use (§7, R25)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.messages import Violation
from rules.kernel.sections import Card
from rules.kernel.tapping import card_of, tap, taps
from rules.kernel.text import Text
from rules.six_elements import likelihood
from rules.six_elements.adventures import test_total as total_of_test
from rules.six_elements.blows import instant
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Skill
from rules.six_elements.dungeon import where
from rules.six_elements.exchanges import hand_total
from rules.six_elements.fights import Flee, PlayRound, fighter, flee, havens, opponent, play_round
from rules.six_elements.hands import AddDie, KeepDice, RerollDie, add_die, keep_dice, reroll_die
from rules.six_elements.house import flee_face, house_int
from rules.six_elements.market import UseItem, use_item
from rules.six_elements.skill_cards import playable, skill_hint, use_of, wanted
from rules.six_elements.state import Hand, Hero, State
from rules.six_elements.stats import ELEMENT_ICONS, skill_stat, stat
from rules.six_elements.throws import Use, token_bonus
from rules.six_elements.words import STATS, joined, mana_text, signed

ATTACK, DEFEND = Text("Attaquer", "Attack"), Text("Se défendre", "Defend")
STUNNED = Text("Étourdissement : personne n’attaque", "Stunned: nobody attacks")
PASS_ROUND, BARE = Text("Passer le round", "Pass the round"), Text("Sans carte", "Without a card")
NO_DICE = Text("aucun dé, {stat} seule : {n}", "no dice, {stat} alone: {n}")
FLEE, TO = Text("Fuir", "Flee"), Text("Vers {place}", "To {place}")
NEEDED = Text("{n} ou plus sur un dé : {p}", "{n} or more on one die: {p}")
PLAY, KEEP = Text("Jouer", "Play"), Text("Garder : {n}", "Keep: {n}")
AGAINST, LOST = Text("contre {n}", "against {n}"), Text("{n} de perdus", "{n} lost")
MISSED = Text("raté", "failed")
REROLL, ADD = Text("Relancer le {n}", "Reroll the {n}"), Text("Ajouter un dé", "Add a die")
FREE, DICE = Text("gratuit", "free"), Text("Dés lancés", "Dice thrown")
ITEM, TOKENS = Text("Utiliser un objet", "Use an item"), Text("jetons", "tokens")
CARDS = tuple[Iterator[Card], Iterator[Card]]


def fight(state: State, hero: Hero) -> CARDS:
    if isinstance(fighter(state, hero.key), Violation):
        return iter(()), iter(())
    return _cards(state, hero), _instead(state, hero)


def _cards(state: State, hero: Hero) -> Iterator[Card]:
    """The playable cards of the round; a stunned attacker only passes."""
    for skill in playable(state, hero):
        yield Card(
            key=skill.key,
            title=skill.name,
            text=joined((skill_hint(hero, skill), *_odds(state, hero, skill))),
            icon=ELEMENT_ICONS[skill.element],
            tone=skill.element,
            state="ready",
            group=ATTACK if wanted(state) == "combat" else DEFEND,
            tap=tap(state, play_round, PlayRound(hero=hero.key, skill=skill.key), PLAY),
        )


def _odds(state: State, hero: Hero, skill: Skill) -> tuple[Text, ...]:
    """None where a card hurts even what parries it."""
    if instant(skill.powers, "damage"):
        return ()
    foe, _ = opponent(state)
    return (likelihood.of_card(state, hero, foe, skill, _use(skill)),)


def _use(skill: Skill) -> Use:
    return "attack" if use_of(skill) == "attack" else "defence"


def _instead(state: State, hero: Hero) -> Iterator[Card]:
    """Without a card, away, or an item first."""
    yield _bare(state, hero)
    yield from _flight(state, hero)
    yield from items(state, hero)


def _bare(state: State, hero: Hero) -> Card:
    kind = wanted(state)
    what = "attack" if kind == "combat" else "defence"
    title, text = (BARE, NO_DICE(stat=STATS[what], n=stat(hero, what))) if kind else (PASS_ROUND, STUNNED)
    played = tap(state, play_round, PlayRound(hero=hero.key), PLAY)
    return Card(key="bare", title=title, text=text, icon="mark", state="ready", tap=played)


def _flight(state: State, hero: Hero) -> Iterator[Card]:
    """One card; onto which tile is asked where there are several."""
    foe, _ = opponent(state)
    face = flee_face(state, BOOK.creature(foe.card).rarity)
    ways = (
        (Flee(hero=hero.key, to=key), TO(place=where(state.open, place)))
        for key, place in havens(state, hero).items()
    )
    needed = NEEDED(n=face, p=likelihood.percent(likelihood.reaches(1, face)))
    found = card_of("flee", FLEE, taps(state, flee, ways), "boot", needed)
    if found:
        yield found


def items(state: State, hero: Hero) -> Iterator[Card]:
    """One card that opens on what may be used now."""
    used = ((UseItem(hero=hero.key, item=key), BOOK.items[key].name) for key in dict.fromkeys(hero.items))
    found = card_of("items", ITEM, taps(state, use_item, used), "potion")
    if found:
        yield found


def dice(state: State, hero: Hero) -> CARDS:
    return iter((_keep(state, hero),)), _changes(state, hero)


def _total(state: State, hero: Hero) -> int:
    hand = state.open.hands[hero.key]
    return total_of_test(state, hero.key) if hand.use == "test" else hand_total(state, hero.key)


def _keep(state: State, hero: Hero) -> Card:
    """What lies there with its parts, and what it would lead to."""
    hand, total = state.open.hands[hero.key], _total(state, hero)
    kept = tap(state, keep_dice, KeepDice(hero=hero.key), KEEP(n=total))
    text = joined((joined(_parts(state, hero, hand), ", "), *_outcome(state, hand, total)))
    return Card(key="keep", title=KEEP(n=total), text=text, icon="check", state="ready", group=DICE, tap=kept)


def _parts(state: State, hero: Hero, hand: Hand) -> tuple[Text, ...]:
    """`dés 2 + 3, Lame rougie +1, Attaque +3`."""
    shown = " + ".join(map(str, hand.faces)) or "0"
    parts = [Text("dés {n}", "dice {n}")(n=shown)]
    for label, number in _added(state, hero, hand):
        parts += [Text(f"{label.fr} {signed(number)}", f"{label.en} {signed(number)}")] if number else []
    return tuple(parts)


def _added(state: State, hero: Hero, hand: Hand) -> tuple[tuple[Text, int], ...]:
    if hand.use == "test":
        tested = BOOK.adventures[state.open.adventure].tested
        return ((STATS[tested], stat(hero, tested)),)
    skill = BOOK.skills.get(hand.card)
    what = skill_stat(skill, hand.use)
    own = ((STATS[what], stat(hero, what)), (TOKENS, token_bonus(hero.tokens, hand.use)))
    return ((skill.name, skill.bonus), *own) if skill else own


def _outcome(state: State, hand: Hand, total: int) -> tuple[Text, ...]:
    if hand.use == "attack":
        return (likelihood.of_total(state, opponent(state)[0], total),)
    short = MISSED if hand.use == "test" else LOST(n=hand.against - total)
    return (AGAINST(n=hand.against), *((short,) if total < hand.against else ()))


def _changes(state: State, hero: Hero) -> Iterator[Card]:
    """Each different face again, the weakest first; one more; an item."""
    hand, total = state.open.hands[hero.key], _total(state, hero)
    for face in sorted(set(hand.faces)):
        title, die = REROLL(n=face), str(hand.faces.index(face) + 1)
        again = tap(state, reroll_die, RerollDie(hero=hero.key, die=die), title)
        if again:
            cost = FREE if hand.free else mana_text(house_int(state, "reroll_cost"))
            text = joined((cost, likelihood.of_reroll(hand, total, face)))
            yield Card(key=f"reroll-{face}", title=title, text=text, icon="d6", state="ready", tap=again)
    more = tap(state, add_die, AddDie(hero=hero.key))
    if more:
        odds = (likelihood.of_added(hand, total),) if hand.against else ()
        cost = mana_text(house_int(state, "added_cost"))
        yield Card(key="add", title=ADD, text=joined((cost, *odds)), icon="plus", state="ready", tap=more)
    yield from items(state, hero)
