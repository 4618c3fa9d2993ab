"""The closing of a quest as it is asked: what belongs in it, and what it may not say (§3.1, R9, R13, R31, R41–R43)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Quest
from rules.heroquest_evolution.death import heir_choices, wrong_heir
from rules.heroquest_evolution.house import special_xp
from rules.heroquest_evolution.refusals import amount, open_quest, refuse, unknown
from rules.heroquest_evolution.state import Run, State
from rules.kernel.messages import Command, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, flag, refused, span, subset
from rules.kernel.text import Text, same

REWARD_MAX = 5000
SPECIALS: dict[str, Text] = {
    "star_of_the_west": BOOK.items["star-of-the-west"].name,
    "spirit_blade": BOOK.items["spirit-blade"].name,
}
ByHero = Annotated[dict[Key, Number], msgspec.Meta(max_length=100)]
KeyByHero = Annotated[dict[Key, Key], msgspec.Meta(max_length=100)]


class CloseQuest(Command, frozen=True, tag="close_quest"):
    """Who came back, what the success brought, who inherits: everything the evening awards, at once."""

    label = Text("Clore la quête", "Close the quest")
    icon = "check"
    does = "ends_play"
    shortcut = "c"
    review = True
    success: bool
    survivors: Annotated[tuple[Key, ...], msgspec.Meta(max_length=100)] = ()
    gold: ByHero = {}
    special: KeyByHero = {}
    trial_awards: bool = False
    magnus_gold_kept_by: Key | None = None
    heirs: KeyByHero = {}


def wrong_closing(state: State, run: Run, command: CloseQuest) -> Violation | None:
    """What keeps the quest from being closed like this."""
    return (
        _wrong_survivors(state, run, command)
        or _wrong_special(run, command)
        or _wrong_gold(run, command)
        or _wrong_magnus(run, command)
        or _wrong_heirs(state, run, command)
    )


def book_quest(run: Run) -> Quest | None:
    return BOOK.quests.get(run.quest)


def is_special(row: Quest) -> bool:
    """Whether the quest is one of the five that count in their own way (R13)."""
    return "R13" in row.source.split(", ")


def _wrong_survivors(state: State, run: Run, command: CloseQuest) -> Violation | None:
    """Every hero of the quest survives or has a recorded death."""
    for key in command.survivors:
        if key not in run.present:
            return refuse(
                "not_in_quest",
                "« {key} » ne participe pas à cette quête.",
                "“{key}” is not in this quest.",
                "R9",
                field="survivors",
                key=key,
            )
        if key in run.dead:
            return refuse(
                "hero_dead",
                "{name} est mort : il faut d’abord le ramener à la vie.",
                "{name} is dead: bring them back to life first.",
                "R31",
                field="survivors",
                name=state.heroes[key].name,
            )
    missing = next((key for key in run.standing if key not in command.survivors), None)
    if missing or len(set(command.survivors)) != len(command.survivors):
        name = state.heroes[missing or command.survivors[0]].name
        return refuse(
            "fate_unknown",
            "Que devient {name} ? Cochez son retour, ou notez d’abord sa mort.",
            "What became of {name}? Tick the return, or record the death first.",
            "R31",
            field="survivors",
            name=name,
        )
    return None


def _wrong_special(run: Run, command: CloseQuest) -> Violation | None:
    row = book_quest(run)
    if command.trial_awards and not (row and row.xp_is_optional):
        return refuse(
            "no_trial",
            "Seule « L’épreuve » laisse choisir ses XP.",
            "Only “The Trial” leaves its XP open.",
            "R13",
            field="trial_awards",
        )
    for hero, find in command.special.items():
        if find not in SPECIALS:
            return unknown(f"special.{hero}", find, "R13")
        if row is None or row.special != find or not command.success:
            return refuse(
                "no_such_find",
                "Cette trouvaille ne compte pas dans cette quête.",
                "This find does not count in this quest.",
                "R13",
                field=f"special.{hero}",
            )
        if hero not in run.standing:
            return refuse(
                "not_a_survivor",
                "Seul un survivant peut rapporter une trouvaille.",
                "Only a survivor can bring back a find.",
                "R13",
                field=f"special.{hero}",
            )
    if len(command.special) > 1:
        return refuse(
            "one_bearer",
            "Un seul héros peut l’avoir.",
            "Only one hero can have it.",
            "R13",
            field=f"special.{list(command.special)[1]}",
        )
    return None


def _wrong_gold(run: Run, command: CloseQuest) -> Violation | None:
    for hero, gold in command.gold.items():
        field = f"gold.{hero}"
        if hero not in run.standing:
            return refuse(
                "not_a_survivor",
                "L’or de la réussite va aux survivants.",
                "The gold of a success goes to survivors.",
                "R42",
                field=field,
            )
        wrong = amount(gold, 0, REWARD_MAX, field, "R42")
        if wrong:
            return wrong
        if gold and not command.success:
            return refuse(
                "no_gold_on_failure",
                "Un échec ne rapporte pas d’or.",
                "A failure brings no gold.",
                "§3.1",
                field=field,
            )
    return None


def _wrong_magnus(run: Run, command: CloseQuest) -> Violation | None:
    keeper, row = command.magnus_gold_kept_by, book_quest(run)
    if keeper is None:
        return None
    if row is None or not row.gold_mark:
        return refuse(
            "no_magnus_gold",
            "L’or du prince Magnus n’est pas dans cette quête.",
            "Prince Magnus’s gold is not in this quest.",
            "R43",
            field="magnus_gold_kept_by",
        )
    if keeper not in run.standing:
        return refuse(
            "not_a_survivor",
            "Seul un survivant peut garder l’or.",
            "Only a survivor can keep the gold.",
            "R43",
            field="magnus_gold_kept_by",
        )
    return None


def _wrong_heirs(state: State, run: Run, command: CloseQuest) -> Violation | None:
    for dead, heir in command.heirs.items():
        field = f"heirs.{dead}"
        if dead not in run.dead:
            return refuse(
                "not_dead",
                "Ce héros n’est pas mort dans cette quête.",
                "This hero did not die in this quest.",
                "R31",
                field=field,
            )
        if heir not in run.standing:
            return refuse(
                "heir_not_living",
                "L’héritier doit être un compagnon revenu vivant.",
                "The heir has to be a companion who came back.",
                "R31",
                field=field,
            )
        wrong = wrong_heir(state, dead, heir, field)
        if wrong:
            return wrong
    return None


def offer_close(state: State, given: Given) -> Draft:
    run = open_quest(state)
    if isinstance(run, Violation):
        return refused(run)
    standing = tuple(Choice(key, same(state.heroes[key].name)) for key in run.standing)
    fields: list[Field] = [
        flag(
            "success",
            Text("La quête est réussie", "The quest succeeded"),
            default=True,
            required=True,
            depends=True,
        )
    ]
    fields.append(
        subset(
            "survivors",
            Text("Revenus vivants", "Came back alive"),
            standing,
            len(standing),
            len(standing),
            required=bool(standing),
            default=run.standing,
        )
    )
    won = given.get("success", True) in (True, "true", "on", "1", 1)
    row = book_quest(run)
    fields += _reward_fields(state, run, REWARD_MAX if won else 0)
    if won:
        fields += _special_fields(state, run, row, given)
    if row and row.xp_is_optional:
        fields.append(
            flag(
                "trial_awards",
                Text("L’épreuve rapporte ses {xp} XP", "The Trial awards its {xp} XP")(xp=run.xp),
            )
        )
    if row and row.gold_mark and standing:
        fields.append(
            choice(
                "magnus_gold_kept_by",
                Text("A gardé l’or du prince Magnus", "Kept Prince Magnus’s gold"),
                standing,
                required=False,
            )
        )
    return Draft((*fields, *_heir_fields(state, run)))


def _reward_fields(state: State, run: Run, most: int) -> list[Field]:
    return [
        span(
            f"gold.{key}",
            Text("Or de la réussite : {n}", "Gold of the success: {n}")(n=state.heroes[key].name),
            0,
            most,
            required=False,
            default=0,
        )
        for key in run.standing
    ]


def _special_fields(state: State, run: Run, row: Quest | None, given: Given) -> list[Field]:
    if row is None or row.special is None:
        return []
    taken = next((key for key in run.standing if given.get(f"special.{key}")), None)
    name = SPECIALS[row.special]
    option = (
        Choice(
            row.special, Text("{what}, {xp} XP", "{what}, {xp} XP")(what=name, xp=special_xp(state, row.key))
        ),
    )
    return [
        choice(
            f"special.{key}",
            Text("{n} rapporte", "{n} brings back")(n=state.heroes[key].name),
            option,
            required=False,
            depends=True,
        )
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
