"""Closing a quest and its XP, as one act (§3.1, R9–R13, R31, R41–R43, R60)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.heroquest_evolution.awards import award, is_marked, reward
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Quest
from rules.heroquest_evolution.death import HeroBuried, bury, heir_choices, wrong_heir
from rules.heroquest_evolution.levels import gain_text, levels_reached
from rules.heroquest_evolution.refusals import amount, open_quest, refuse, unknown
from rules.heroquest_evolution.state import Run, State, change, rested
from rules.heroquest_evolution.upkeep import due
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, flag, refused, span, subset
from rules.kernel.ruleset import Movement
from rules.kernel.sections import AnySection, Part, Receipt
from rules.kernel.text import Text, same

REWARD_MAX = 5000
MAGNUS_MARK = "prince_magnus"
SPECIALS: dict[str, Text] = {
    "star_of_the_west": Text("l’étoile de l’Ouest", "the Star of the West"),
    "spirit_blade": Text("le fer de l’esprit", "the spirit blade"),
}
ByHero = Annotated[dict[Key, Number], msgspec.Meta(max_length=100)]
KeyByHero = Annotated[dict[Key, Key], msgspec.Meta(max_length=100)]


class CloseQuest(Command, frozen=True, tag="close_quest"):
    """Who came back, what the success brought, who inherits: everything the evening awards, at once."""

    label = Text("Clore la quête", "Close the quest")
    review = True
    success: bool
    survivors: Annotated[tuple[Key, ...], msgspec.Meta(max_length=100)] = ()
    gold: ByHero = {}
    special: KeyByHero = {}
    trial_awards: bool = False
    magnus_gold_kept_by: Key | None = None
    heirs: KeyByHero = {}


class QuestClosed(Event, frozen=True, tag="quest_closed"):
    """`mark` is the lasting mark set by this close (R43)."""

    name: Text
    success: bool
    heroes: tuple[str, ...]
    quest: str = ""
    mark: str | None = None
    marked_by: str | None = None


class XpAwarded(Event, frozen=True, tag="xp_awarded"):
    """`parts` sum to `xp`; `levels` are those it reaches."""

    hero: str
    hero_name: str
    xp: int
    parts: tuple[Part, ...]
    levels: tuple[int, ...] = ()


class GoldAwarded(Event, frozen=True, tag="gold_awarded"):
    hero: str
    hero_name: str
    gold: int
    parts: tuple[Part, ...]


def close_quest(state: State, command: CloseQuest, act: Act) -> Decision:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    wrong = (
        _wrong_survivors(state, run, command)
        or _wrong_special(run, command)
        or _wrong_gold(run, command)
        or _wrong_magnus(run, command)
        or _wrong_heirs(state, run, command)
    )
    return wrong or _closing(state, run, command)


def book_quest(run: Run) -> Quest | None:
    return BOOK.quests.get(run.quest)


def _wrong_survivors(state: State, run: Run, command: CloseQuest) -> Violation | None:
    """Every hero of the quest survives or has a recorded death."""
    for key in command.survivors:
        if key not in run.present:
            return refuse("not_in_quest", "« {key} » ne participe pas à cette quête.", "“{key}” is not in this quest.", "R9", field="survivors", key=key)
        if key in run.dead:
            return refuse("hero_dead", "{name} est mort : il faut d’abord le ramener à la vie.", "{name} is dead: bring them back to life first.", "R31", field="survivors", name=state.heroes[key].name)
    missing = next((key for key in run.standing if key not in command.survivors), None)
    if missing or len(set(command.survivors)) != len(command.survivors):
        name = state.heroes[missing or command.survivors[0]].name
        return refuse("fate_unknown", "Que devient {name} ? Cochez son retour, ou notez d’abord sa mort.", "What became of {name}? Tick the return, or record the death first.", "R31", field="survivors", name=name)
    return None


def _wrong_special(run: Run, command: CloseQuest) -> Violation | None:
    row = book_quest(run)
    if command.trial_awards and not (row and row.xp_is_optional):
        return refuse("no_trial", "Seule « L’épreuve » laisse choisir ses XP.", "Only “The Trial” leaves its XP open.", "R13", field="trial_awards")
    for hero, find in command.special.items():
        if find not in SPECIALS:
            return unknown(f"special.{hero}", find, "R13")
        if row is None or row.special != find or not command.success:
            return refuse("no_such_find", "Cette trouvaille ne compte pas dans cette quête.", "This find does not count in this quest.", "R13", field=f"special.{hero}")
        if hero not in run.standing:
            return refuse("not_a_survivor", "Seul un survivant peut rapporter une trouvaille.", "Only a survivor can bring back a find.", "R13", field=f"special.{hero}")
    if len(command.special) > 1:
        return refuse("one_bearer", "Un seul héros peut l’avoir.", "Only one hero can have it.", "R13", field=f"special.{list(command.special)[1]}")
    return None


def _wrong_gold(run: Run, command: CloseQuest) -> Violation | None:
    for hero, gold in command.gold.items():
        field = f"gold.{hero}"
        if hero not in run.standing:
            return refuse("not_a_survivor", "L’or de la réussite va aux survivants.", "The gold of a success goes to survivors.", "R42", field=field)
        wrong = amount(gold, 0, REWARD_MAX, field, "R42")
        if wrong:
            return wrong
        if gold and not command.success:
            return refuse("no_gold_on_failure", "Un échec ne rapporte pas d’or.", "A failure brings no gold.", "§3.1", field=field)
    return None


def _wrong_magnus(run: Run, command: CloseQuest) -> Violation | None:
    keeper, row = command.magnus_gold_kept_by, book_quest(run)
    if keeper is None:
        return None
    if row is None or not row.gold_mark:
        return refuse("no_magnus_gold", "L’or du prince Magnus n’est pas dans cette quête.", "Prince Magnus’s gold is not in this quest.", "R43", field="magnus_gold_kept_by")
    if keeper not in run.standing:
        return refuse("not_a_survivor", "Seul un survivant peut garder l’or.", "Only a survivor can keep the gold.", "R43", field="magnus_gold_kept_by")
    return None


def _wrong_heirs(state: State, run: Run, command: CloseQuest) -> Violation | None:
    for dead, heir in command.heirs.items():
        field = f"heirs.{dead}"
        if dead not in run.dead:
            return refuse("not_dead", "Ce héros n’est pas mort dans cette quête.", "This hero did not die in this quest.", "R31", field=field)
        if heir not in run.standing:
            return refuse("heir_not_living", "L’héritier doit être un compagnon revenu vivant.", "The heir has to be a companion who came back.", "R31", field=field)
        wrong = wrong_heir(state, dead, heir, field)
        if wrong:
            return wrong
    return None


def _closing(state: State, run: Run, command: CloseQuest) -> tuple[Event, ...]:
    keeper = command.magnus_gold_kept_by
    closed = QuestClosed(
        quest=run.quest,
        name=run.name,
        success=command.success,
        heroes=run.everyone,
        mark=MAGNUS_MARK if keeper and MAGNUS_MARK not in state.marks else None,
        marked_by=state.heroes[keeper].name if keeper else None,
    )
    alive = tuple(key for key in state.heroes if key not in run.dead)
    return (closed, *_awards(state, run, command), *_gold(state, run, command), *_burials(state, run, command), *due(state, alive))


def _awards(state: State, run: Run, command: CloseQuest) -> list[XpAwarded]:
    events = []
    for key in (*run.standing, *run.left):
        hero = state.heroes[key]
        succeeded = command.success and key in run.standing
        parts = award(state, run, hero, succeeded=succeeded, special=command.special.get(key), trial=command.trial_awards)
        xp = sum(part.amount for part in parts)
        events.append(XpAwarded(hero=key, hero_name=hero.name, xp=xp, parts=parts, levels=levels_reached(state, hero, xp)))
    return events


def _gold(state: State, run: Run, command: CloseQuest) -> list[GoldAwarded]:
    marked = is_marked(state) or command.magnus_gold_kept_by is not None
    events = []
    for key, gold in command.gold.items():
        parts = reward(state.heroes[key], gold, marked=marked)
        if gold:
            events.append(GoldAwarded(hero=key, hero_name=state.heroes[key].name, gold=sum(p.amount for p in parts), parts=parts))
    return events


def _burials(state: State, run: Run, command: CloseQuest) -> list[Event]:
    events: list[Event] = []
    for key, death in run.dead.items():
        events += bury(state, state.heroes[key], death.cause, command.heirs.get(key), run.standing)
    return events


def quest_closed(state: State, event: QuestClosed) -> State:
    marks = (*state.marks, event.mark) if event.mark else state.marks
    heroes = {key: msgspec.structs.replace(hero, trained=()) for key, hero in state.heroes.items()}
    return rested(msgspec.structs.replace(state, heroes=heroes, quest=None, marks=marks, quests=state.quests + 1))


def xp_awarded(state: State, event: XpAwarded) -> State:
    return change(state, event.hero, xp=state.heroes[event.hero].xp + event.xp)


def gold_awarded(state: State, event: GoldAwarded) -> State:
    return change(state, event.hero, gold=state.heroes[event.hero].gold + event.gold)


def offer_close(state: State, given: Given) -> Draft:
    run = open_quest(state)
    if isinstance(run, Violation):
        return refused(run)
    standing = tuple(Choice(key, same(state.heroes[key].name)) for key in run.standing)
    fields: list[Field] = [flag("success", Text("La quête est réussie", "The quest succeeded"), default=True, required=True, depends=True)]
    fields.append(subset("survivors", Text("Revenus vivants", "Came back alive"), standing, len(standing), len(standing), required=bool(standing), default=run.standing))
    won = given.get("success", True) in (True, "true", "on", "1", 1)
    row = book_quest(run)
    fields += _reward_fields(state, run, REWARD_MAX if won else 0)
    if won:
        fields += _special_fields(state, run, row, given)
    if row and row.xp_is_optional:
        fields.append(flag("trial_awards", Text("L’épreuve rapporte ses {xp} XP", "The Trial awards its {xp} XP")(xp=row.xp)))
    if row and row.gold_mark and standing:
        fields.append(choice("magnus_gold_kept_by", Text("A gardé l’or du prince Magnus", "Kept Prince Magnus’s gold"), standing, required=False))
    return Draft((*fields, *_heir_fields(state, run)))


def _reward_fields(state: State, run: Run, most: int) -> list[Field]:
    return [
        span(f"gold.{key}", Text("Or de la réussite : {n}", "Gold of the success: {n}")(n=state.heroes[key].name), 0, most, required=False, default=0)
        for key in run.standing
    ]


def _special_fields(state: State, run: Run, row: Quest | None, given: Given) -> list[Field]:
    if row is None or row.special is None:
        return []
    taken = next((key for key in run.standing if given.get(f"special.{key}")), None)
    name = SPECIALS[row.special]
    option = (Choice(row.special, Text("{what}, {xp} XP", "{what}, {xp} XP")(what=name, xp=row.special_xp or 0)),)
    return [
        choice(f"special.{key}", Text("{n} rapporte", "{n} brings back")(n=state.heroes[key].name), option, required=False, depends=True)
        for key in run.standing
        if taken in (None, key)
    ]


def _heir_fields(state: State, run: Run) -> list[Field]:
    fields = []
    for dead in run.dead:
        heirs = heir_choices(state, dead, run.standing)
        if heirs:
            label = Text("Héritier de {n}", "Heir of {n}")(n=state.heroes[dead].name)
            fields.append(choice(f"heirs.{dead}", label, heirs, required=False))
    return fields


def receipts(state: State, events: tuple[Event, ...]) -> tuple[AnySection, ...]:
    """One receipt for each hero of a closing: XP, gold, or the grave."""
    found: list[AnySection] = []
    for event in events:
        if isinstance(event, XpAwarded):
            found.append(_xp_receipt(state, event))
        elif isinstance(event, GoldAwarded):
            found.append(_gold_receipt(event))
        elif isinstance(event, HeroBuried):
            found.append(_grave(event))
    return tuple(found)


def _subtitle(state: State, key: str) -> Text:
    hero = state.heroes[key]
    return Text("{c} · niveau {n}", "{c} · level {n}")(c=BOOK.hero_classes[hero.hero_class].name, n=hero.level)


def _xp_receipt(state: State, event: XpAwarded) -> Receipt:
    hero = state.heroes[event.hero]
    notes = tuple(gain_text(msgspec.structs.replace(hero, level=level - 1)) for level in event.levels)
    return Receipt(key=f"xp.{event.hero}", title=same(event.hero_name), hero=event.hero, subtitle=_subtitle(state, event.hero), lines=event.parts, total=event.xp, unit=same("XP"), notes=notes)


def _gold_receipt(event: GoldAwarded) -> Receipt:
    return Receipt(key=f"gold.{event.hero}", title=same(event.hero_name), hero=event.hero, lines=event.parts, total=event.gold, unit=Text("po", "gold"))


def _grave(event: HeroBuried) -> Receipt:
    note = Text("{heir} reprend ses affaires.", "{heir} takes the gear.")(heir=event.heir_name) if event.heir_name else Text("Ses affaires sont perdues.", "The gear is lost.")
    return Receipt(key=f"grave.{event.hero}", title=same(event.hero_name), hero=event.hero, subtitle=same(event.cause), lines=(), total=0, unit=same("XP"), notes=(note,), mood="dead")


def tell_closed(event: QuestClosed) -> Text:
    sentence = Text("« {quest} » est réussie.", "“{quest}” is won.") if event.success else Text("« {quest} » est un échec.", "“{quest}” is lost.")
    told = sentence(quest=event.name)
    if event.marked_by:
        told += Text(" {n} garde l’or du prince Magnus : plus jamais d’or pour une réussite.", " {n} keeps Prince Magnus’s gold: never again gold for a success.")(n=event.marked_by)
    return told


def tell_xp(event: XpAwarded) -> Text:
    return Text("{name} : +{xp} XP.", "{name}: +{xp} XP.")(name=event.hero_name, xp=event.xp)


def tell_gold(event: GoldAwarded) -> Text:
    return Text("{name} : +{gold} pièces d’or.", "{name}: +{gold} gold.")(name=event.hero_name, gold=event.gold)


def moves_xp(event: XpAwarded) -> tuple[Movement, ...]:
    return tuple(Movement(event.hero, "xp", part.amount, part.label, part.source) for part in event.parts if part.amount)


def moves_gold(event: GoldAwarded) -> tuple[Movement, ...]:
    return tuple(Movement(event.hero, "gold", part.amount, part.label, part.source) for part in event.parts if part.amount)


CHAPTER = Chapter(
    name="experience",
    decides={CloseQuest: close_quest},
    evolves={QuestClosed: quest_closed, XpAwarded: xp_awarded, GoldAwarded: gold_awarded},
    tells={QuestClosed: tell_closed, XpAwarded: tell_xp, GoldAwarded: tell_gold},
    offers={CloseQuest: offer_close},
    moves={XpAwarded: moves_xp, GoldAwarded: moves_gold},
)
