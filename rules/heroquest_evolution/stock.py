"""The sorcerer's stock of evolutions: used when monsters are revealed, set right from paper (§6.5, §6.6, R30, R58)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.crediting import (
    STOCK_MOST,
    StockCredited,
    StockLost,
    in_stock,
    stock_credited,
    stock_lost,
    tell_credited,
    tell_lost,
)
from rules.heroquest_evolution.house import has_stock, monster_xp
from rules.heroquest_evolution.monsters_in_play import evolved
from rules.heroquest_evolution.refusals import amount, open_quest, refuse, unknown
from rules.heroquest_evolution.state import Run, State, change_run
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span, words
from rules.kernel.text import Text

REVEALS_MOST = 30
"""Reveals of one quest: more than any plan has (R89)."""
CONDITIONS = Text(
    "À la place d’une figurine de base du plan, une par révélation. Jamais là où un monstre est nommé ou spécial.",
    "In place of a basic figure of the plan, one per reveal. Never where a monster is named or special.",
)
LATEST = Text(" La dernière : n° {reveal}, {monster}.", " The latest: no. {reveal}, {monster}.")


class RevealEvolution(Command, frozen=True, tag="reveal_evolution"):
    """One evolution enters in place of a basic figure that is being revealed.

    `reveal` numbers the reveals of the quest, the next one unless told; `named`: a monster there is named or special;
    `wandering`: it is a wandering monster. Both forbid it.
    """

    label = Text("Faire évoluer", "Evolve a figure")
    does = "replaces_figure"
    icon = "monster"
    at_hand = True
    monster: Key
    replaces: Key
    reveal: Number | None = None
    named: bool = False
    wandering: bool = False


class CorrectStock(Command, frozen=True, tag="correct_stock"):
    """How many of one evolution the sorcerer's own sheet says there are."""

    label = Text("Corriger le stock d’évolutions", "Correct the evolution stock")
    icon = "pencil"
    monster: Key
    count: Number
    reason: Reason


class MonsterEvolved(Event, frozen=True, tag="monster_evolved"):
    """The figure stands on the board for all to see; what is left stays the sorcerer's secret."""

    monster: str
    monster_name: Text
    replaces: str
    replaces_name: Text
    reveal: int
    quest: str = ""


class StockCorrected(Event, frozen=True, tag="stock_corrected"):
    """`by` is the difference, `now` what there is."""

    audience = "gm"
    monster: str
    monster_name: Text
    by: int
    now: int
    reason: str


def reveal_evolution(state: State, command: RevealEvolution, act: Act) -> Decision:
    run = _usable(state)
    if isinstance(run, Violation):
        return run
    wrong = _not_in_stock(state, command.monster) or _wrong_place(command) or _wrong_reveal(run, command)
    if wrong:
        return wrong
    monster, replaced = BOOK.monsters[command.monster], BOOK.monsters[command.replaces]
    return (
        MonsterEvolved(
            quest=run.quest,
            monster=monster.key,
            monster_name=monster.name.inline,
            replaces=replaced.key,
            replaces_name=replaced.name.inline,
            reveal=command.reveal or next_reveal(run),
        ),
        *evolved(run, monster.key, replaced.key, act),
    )


def _usable(state: State) -> Run | Violation:
    """The open quest, where an evolution may enter it."""
    run = no_stock(state) or open_quest(state)
    return run if isinstance(run, Violation) else _quest_full(run) or run


def no_stock(state: State) -> Violation | None:
    """The refusal where the campaign plays without a stock."""
    if has_stock(state):
        return None
    return refuse(
        "no_stock",
        "Par règle maison, cette campagne joue sans stock d’évolutions.",
        "By house rule this campaign plays without a stock of evolutions.",
        "§6.6",
    )


def _quest_full(run: Run) -> Violation | None:
    if len(run.reveals) < REVEALS_MOST:
        return None
    return refuse(
        "too_many_reveals",
        "Une quête compte au plus {most} révélations avec évolution.",
        "A quest has at most {most} reveals with an evolution.",
        "R89",
        most=REVEALS_MOST,
    )


def next_reveal(run: Run) -> int:
    """The number after the last reveal used, else the lowest that is free."""
    following = max(run.reveals, default=0) + 1
    return following if following <= REVEALS_MOST else min(set(range(1, REVEALS_MOST)) - run.reveals.keys())


def _not_in_stock(state: State, key: str) -> Violation | None:
    monster = BOOK.monsters.get(key)
    if monster is None:
        return unknown("monster", key, "§6.6")
    if state.stock.get(key):
        return None
    if monster.rank != "evolved":
        return _no_evolution(monster)
    return refuse(
        "not_in_stock",
        "{monster} : il n’y en a pas en stock.",
        "{monster}: there is none in stock.",
        "R30",
        field="monster",
        monster=monster.name,
    )


def _no_evolution(monster: Monster) -> Violation:
    return refuse(
        "no_evolution",
        "{monster} : ce n’est pas une évolution, le stock n’en contient pas.",
        "{monster}: this is no evolution, the stock holds none.",
        "§6.6",
        field="monster",
        monster=monster.name,
    )


def _wrong_place(command: RevealEvolution) -> Violation | None:
    """Who may not be replaced, and where (§6.6)."""
    replaced = BOOK.monsters.get(command.replaces)
    if replaced is None:
        return unknown("replaces", command.replaces, "§6.6")
    if replaced.rank != "base":
        return refuse(
            "not_basic",
            "{monster} : seule une figurine de base du plan se laisse remplacer.",
            "{monster}: only a basic figure of the plan may be replaced.",
            "R30",
            field="replaces",
            monster=replaced.name,
        )
    if replaced.species != BOOK.monsters[command.monster].species:
        return refuse(
            "other_species",
            "{monster} et {replaced} : ce sont deux espèces différentes.",
            "{monster} and {replaced} are of two species.",
            "R30",
            field="replaces",
            monster=BOOK.monsters[command.monster].name,
            replaced=replaced.name.inline,
        )
    return _wrong_figure(command)


def _wrong_figure(command: RevealEvolution) -> Violation | None:
    if command.named:
        return refuse(
            "named_monster",
            "Là où un monstre est nommé, spécial ou doué de capacités spéciales, aucun n’évolue.",
            "Where a monster is named, special or has special abilities, none evolves.",
            "R30",
            field="named",
        )
    if command.wandering:
        return refuse(
            "wandering_monster",
            "Un monstre errant n’est pas sur le plan : il n’évolue pas.",
            "A wandering monster is not on the plan: it does not evolve.",
            "R30",
            field="wandering",
        )
    return None


def _wrong_reveal(run: Run, command: RevealEvolution) -> Violation | None:
    if command.reveal is None:
        return None
    if command.reveal in run.reveals:
        return refuse(
            "reveal_used",
            "Une seule évolution par révélation ; pour la n° {reveal}, c’est fait : {monster}.",
            "One evolution per reveal; no. {reveal} has had its own: {monster}.",
            "R30",
            field="reveal",
            reveal=command.reveal,
            monster=BOOK.monsters[run.reveals[command.reveal]].name.inline,
        )
    return amount(command.reveal, 1, REVEALS_MOST, "reveal", "R89")


def monster_evolved(state: State, event: MonsterEvolved) -> State:
    assert state.quest is not None
    left = in_stock(state, event.monster, state.stock[event.monster] - 1)
    return change_run(left, reveals=state.quest.reveals | {event.reveal: event.monster})


def correct_stock(state: State, command: CorrectStock, act: Act) -> Decision:
    monster = BOOK.monsters.get(command.monster)
    if monster is None:
        return unknown("monster", command.monster, "§6.6")
    if monster.rank != "evolved":
        return _no_evolution(monster)
    before = state.stock.get(monster.key, 0)
    wrong = no_stock(state) or amount(command.count, 0, STOCK_MOST, "count", "§6.6")
    if wrong or command.count == before:
        return wrong or _as_it_is(monster, before)
    return (
        StockCorrected(
            monster=monster.key,
            monster_name=monster.name.inline,
            by=command.count - before,
            now=command.count,
            reason=command.reason.strip(),
        ),
    )


def _as_it_is(monster: Monster, count: int) -> Violation:
    return refuse(
        "no_change",
        "Le stock compte déjà {count} × {monster}.",
        "The stock holds {count} × {monster} already.",
        "§6.6",
        field="count",
        count=count,
        monster=monster.name.inline,
    )


def stock_corrected(state: State, event: StockCorrected) -> State:
    return in_stock(state, event.monster, state.stock.get(event.monster, 0) + event.by)


def evolutions(state: State) -> tuple[Monster, ...]:
    """What is in stock, in the order of the bestiary."""
    return tuple(row for key, row in BOOK.monsters.items() if state.stock.get(key))


def base_of(monster: Monster) -> Monster:
    """The basic figure of the same species."""
    return next(
        row for row in BOOK.monsters.values() if row.rank == "base" and row.species == monster.species
    )


def offer_reveal(state: State, given: Given) -> Draft:
    run = _usable(state)
    if isinstance(run, Violation):
        return refused(run)
    rows = evolutions(state)
    if not rows:
        return refused(_empty())
    only = rows[0].key if len(rows) == 1 else None
    choices = tuple(_in_stock_choice(state, row) for row in rows)
    fields: list[Field] = [
        choice("monster", Text("Évolution", "Evolution"), choices, default=only, depends=True)
    ]
    chosen = next((row for row in rows if row.key == given.get("monster")), None)
    if chosen is not None:
        base = base_of(chosen)
        one = (Choice(base.key, base.name, link=f"monsters/{base.key}"),)
        fields.append(choice("replaces", Text("À la place de", "In place of"), one, default=base.key))
    return Draft((*fields, _reveal_field(run)), text=_when(run))


def _empty() -> Violation:
    return refuse(
        "stock_empty",
        "Le stock est vide : les niveaux que gagnent les héros le remplissent.",
        "The stock is empty: the levels that heroes gain fill it.",
        "R29",
    )


def _in_stock_choice(state: State, row: Monster) -> Choice:
    hint = Text("{count} en stock, {xp} XP", "{count} in stock, {xp} XP")
    xp, _ = monster_xp(state, row.key)
    return Choice(
        row.key,
        row.name,
        hint=hint(count=state.stock[row.key], xp=xp),
        group=base_of(row).plural,
        link=f"monsters/{row.key}",
    )


def _reveal_field(run: Run) -> Field:
    label = Text("Révélation n°", "Reveal no.")
    field = span("reveal", label, 1, REVEALS_MOST, required=False, default=next_reveal(run))
    return replace(field, without=tuple(sorted(run.reveals)))


def _when(run: Run) -> Text:
    """The conditions, and the reveal that no second evolution belongs to."""
    if not run.reveals:
        return CONDITIONS
    latest = max(run.reveals)
    return CONDITIONS + LATEST(reveal=latest, monster=BOOK.monsters[run.reveals[latest]].name.inline)


def offer_correct_stock(state: State, given: Given) -> Draft:
    wrong = no_stock(state)
    if wrong:
        return refused(wrong)
    rows = tuple(row for row in BOOK.monsters.values() if row.rank == "evolved")
    choices = tuple(
        Choice(
            row.key,
            row.name,
            hint=Text("{n} en stock", "{n} in stock")(n=state.stock.get(row.key, 0)),
            group=base_of(row).plural,
            link=f"monsters/{row.key}",
        )
        for row in rows
    )
    fields: list[Field] = [choice("monster", Text("Évolution", "Evolution"), choices, depends=True)]
    if given.get("monster") in {row.key for row in rows}:
        now = state.stock.get(given["monster"], 0)
        following = now + 1 if now < STOCK_MOST else now - 1
        count = span("count", Text("Combien", "How many"), 0, STOCK_MOST, default=following)
        fields.append(replace(count, without=(now,)))
    return Draft((*fields, words("reason", Text("Raison", "Reason"), 300)))


def tell_evolved(event: MonsterEvolved) -> Text:
    return Text(
        "Révélation {reveal} : {replaced} → {monster}, du stock du sorcier.",
        "Reveal {reveal}: {replaced} → {monster}, from Zargon’s stock.",
    )(reveal=event.reveal, replaced=event.replaces_name, monster=event.monster_name)


def tell_corrected(event: StockCorrected) -> Text:
    return Text(
        "Stock du sorcier corrigé : {monster}, {before} → {now}. {reason}",
        "Zargon’s stock corrected: {monster}, {before} → {now}. {reason}",
    )(monster=event.monster_name, before=event.now - event.by, now=event.now, reason=event.reason)


CHAPTER = Chapter(
    name="stock",
    decides={RevealEvolution: reveal_evolution, CorrectStock: correct_stock},
    evolves={
        StockCredited: stock_credited,
        StockLost: stock_lost,
        MonsterEvolved: monster_evolved,
        StockCorrected: stock_corrected,
    },
    tells={
        StockCredited: tell_credited,
        StockLost: tell_lost,
        MonsterEvolved: tell_evolved,
        StockCorrected: tell_corrected,
    },
    offers={RevealEvolution: offer_reveal, CorrectStock: offer_correct_stock},
)
