"""Setting a sheet right, with a reason that the history keeps (R21)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_annexes.book import BOOK
from rules.heroquest_annexes.enrolment import BOUGHT, MOST, MOST_WINS, WINS
from rules.heroquest_annexes.findings import findable, item_choices
from rules.heroquest_annexes.market import MOST_GAINED
from rules.heroquest_annexes.numbers import mind_now
from rules.heroquest_annexes.refusals import bounds, hero_of, unknown
from rules.heroquest_annexes.state import Hero, State, add_item, change_hero, earn
from rules.heroquest_annexes.things import most_of, taken
from rules.heroquest_annexes.words import GAINED, GOLD, HOW_MANY, ITEM, REASON, VALUE, WHAT, XP
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, span, words
from rules.kernel.refusing import refuse
from rules.kernel.ruleset import Movement
from rules.kernel.telling import told
from rules.kernel.text import Text

CORRECTED = Text("Correction", "Correction")
AWARDED = Text("Accordé par le MJ", "Awarded by the game master")
MOST_AWARD = 500
AWARD, CORRECTION = "award", "correction"
"""What experience was earned by, beside monsters and help."""
NUMBERS: dict[str, tuple[Text, int]] = {
    "gold": (GOLD, MOST),
    "xp": (XP, MOST),
    "wins": (WINS, MOST_WINS),
    **{what: (BOUGHT(what=name), MOST_GAINED) for what, name in GAINED.items()},
}


class CorrectNumber(Command, frozen=True, tag="correct_number"):
    label = Text("Corriger un nombre", "Correct a number")
    icon = "pencil"
    hero: Key
    what: Key
    value: Number
    reason: Reason


class NumberCorrected(Event, frozen=True, tag="number_corrected"):
    hero: str
    hero_name: str
    what: str
    name: Text
    before: int
    value: int
    reason: str


class CorrectItem(Command, frozen=True, tag="correct_item"):
    """So many of it, 0 for none."""

    label = Text("Corriger l’équipement", "Correct the gear")
    icon = "pencil"
    hero: Key
    item: Key
    count: Number
    reason: Reason


class ItemCorrected(Event, frozen=True, tag="item_corrected"):
    hero: str
    hero_name: str
    item: str
    name: Text
    by: int
    count: int
    reason: str


class AwardXP(Command, frozen=True, tag="award_xp"):
    """What the game master says it was worth: a unique monster, a spell that helped otherwise (R1, R2)."""

    label = Text("Accorder de l’XP", "Award XP")
    icon = "star"
    hero: Key
    xp: Number
    reason: Reason


class XPAwarded(Event, frozen=True, tag="xp_awarded"):
    hero: str
    hero_name: str
    xp: int
    reason: str


def award_xp(state: State, command: AwardXP, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    return bounds("xp", command.xp, 1, MOST_AWARD, "R1") or (
        XPAwarded(hero=hero.key, hero_name=hero.name, xp=command.xp, reason=command.reason.strip()),
    )


def xp_awarded(state: State, event: XPAwarded) -> State:
    return earn(state, event.hero, AWARD, event.xp)


def offer_award(state: State, hero: str, given: Given) -> Draft:
    return Draft((span("xp", XP, 1, MOST_AWARD, default=10), words("reason", REASON, 300)))


def award_moves(event: XPAwarded) -> tuple[Movement, ...]:
    return (Movement(event.hero, "xp", event.xp, AWARDED, "R1"),)


def number_of(hero: Hero, what: str) -> int:
    return int(getattr(hero.gains if what in GAINED else hero, what))


def correct_number(state: State, command: CorrectNumber, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.what not in NUMBERS:
        return unknown("what", command.what, "R21")
    name = NUMBERS[command.what][0]
    before = number_of(hero, command.what)
    wrong = bounds("value", command.value, least(state, hero, command.what), NUMBERS[command.what][1], "R21")
    if command.value == before:
        wrong = wrong or refuse("no_change", "C’est déjà le cas.", "So it is already.", "R21", field="value")
    return wrong or (
        NumberCorrected(
            hero=hero.key,
            hero_name=hero.name,
            what=command.what,
            name=name,
            before=before,
            value=command.value,
            reason=command.reason.strip(),
        ),
    )


def least(state: State, hero: Hero, what: str) -> int:
    """Nobody dies, or loses the last of the mind, by a correction."""
    if what == "mind":
        return max(0, hero.gains.mind - (mind_now(hero) - 1)) if not hero.is_dead else hero.gains.mind
    if what == "body":
        return max(0, hero.gains.body - (hero.body - 1)) if hero.body else hero.gains.body
    return 0


def number_corrected(state: State, event: NumberCorrected) -> State:
    hero = state.heroes[event.hero]
    if event.what == "xp":
        return earn(state, event.hero, CORRECTION, event.value - event.before)
    if event.what not in GAINED:
        return change_hero(state, event.hero, **{event.what: event.value})
    gains = replace(hero.gains, **{event.what: event.value})
    by = event.value - event.before if event.what == "body" and hero.body else 0
    return change_hero(state, event.hero, gains=gains, body=hero.body + by)


def correct_item(state: State, command: CorrectItem, act: Act) -> Decision:
    hero = hero_of(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    item = BOOK.items.get(command.item)
    if item is None:
        return unknown("item", command.item, "R21")
    have = hero.count(item.key)
    if not have and item.key not in findable(state):
        return taken(item.key)
    if command.count == have:
        return refuse("no_change", "C’est déjà le cas.", "So it is already.", "R21", field="count")
    low = least_of(hero, item.key)
    return bounds("count", command.count, low, max(have, most_of(item.key)), "R21") or (
        ItemCorrected(
            hero=hero.key,
            hero_name=hero.name,
            item=item.key,
            name=item.name,
            by=command.count - have,
            count=command.count,
            reason=command.reason.strip(),
        ),
    )


def least_of(hero: Hero, item: str) -> int:
    """What gives mind points stays while they are spent."""
    spent = item in hero.worn and mind_now(hero) - BOOK.items[item].mind < 1
    return int(spent)


def item_corrected(state: State, event: ItemCorrected) -> State:
    return add_item(state, event.hero, event.item, event.by)


def offer_number(state: State, hero: str, given: Given) -> Draft:
    found = state.heroes[hero]
    options = tuple(
        Choice(what, name, hint=Text(str(number_of(found, what)), str(number_of(found, what))))
        for what, (name, most) in NUMBERS.items()
        if (least(state, found, what), most) != (number_of(found, what),) * 2
    )
    fields = (choice("what", WHAT, options, depends=True), words("reason", REASON, 300))
    what = str(given.get("what"))
    if what not in {one.value for one in options}:
        return Draft(fields)
    now = number_of(found, what)
    value = span("value", VALUE, least(state, found, what), NUMBERS[what][1])
    return Draft((*fields, replace(value, without=(now,))))


def offer_item(state: State, hero: str, given: Given) -> Draft:
    found = state.heroes[hero]
    able = tuple(
        key
        for key in BOOK.items
        if (found.count(key) or key in findable(state)) and _span_of(found, key) != (found.count(key),) * 2
    )
    fields = (choice("item", ITEM, item_choices(able), depends=True), words("reason", REASON, 300))
    item = str(given.get("item"))
    if item not in able:
        return Draft(fields)
    low, high = _span_of(found, item)
    return Draft((*fields, replace(span("count", HOW_MANY, low, high), without=(found.count(item),))))


def _span_of(hero: Hero, item: str) -> tuple[int, int]:
    return least_of(hero, item), max(hero.count(item), most_of(item))


def moves(event: NumberCorrected) -> tuple[Movement, ...]:
    if event.what not in ("gold", "xp"):
        return ()
    return (Movement(event.hero, event.what, event.value - event.before, CORRECTED, "R21"),)


CHAPTER = Chapter(
    name="corrections",
    decides={AwardXP: award_xp, CorrectNumber: correct_number, CorrectItem: correct_item},
    evolves={XPAwarded: xp_awarded, NumberCorrected: number_corrected, ItemCorrected: item_corrected},
    tells={
        XPAwarded: told("{hero_name} : +{xp} XP ({reason}).", "{hero_name}: +{xp} XP ({reason})."),
        NumberCorrected: told(
            "{hero_name}, {name} : {before} → {value} ({reason}).",
            "{hero_name}, {name}: {before} → {value} ({reason}).",
        ),
        ItemCorrected: told(
            "{hero_name} : {name}, {count} ({reason}).", "{hero_name}: {name}, {count} ({reason})."
        ),
    },
    offers={AwardXP: offer_award, CorrectNumber: offer_number, CorrectItem: offer_item},
    moves={XPAwarded: award_moves, NumberCorrected: moves},
)
