"""Death and return (R31, R39): a death is an act of its own; the grave comes with the closing, or at once between quests."""

from __future__ import annotations

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.effects import forbidden, released, without_effects
from rules.heroquest_evolution.house import house
from rules.heroquest_evolution.refusals import amount, living, refuse, unknown
from rules.heroquest_evolution.service import all_gear, leave
from rules.heroquest_evolution.spells import SpellCast
from rules.heroquest_evolution.state import Death, Hero, Owned, State, change, change_run, without
from rules.heroquest_evolution.uses import ItemUsed
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Reason, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, span, words
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text, same

REVIVALS: dict[str, Text] = {
    "elixir_of_life": Text("Élixir de vie", "Elixir of life"),
    "djinn": Text("Djinn", "Djinn"),
    "resurrection": Text("Résurrection", "Resurrection"),
    "djinn_recall": Text("Rappel du Djinn", "Recall of the Djinn"),
}
PAID_REVIVAL = "djinn_recall"
GOLD_PER_BODY = 50


class RecordDeath(Command, frozen=True, tag="record_death"):
    """`by` is the track that ran out (R39); `heir` takes gear and gold when the death comes between two quests."""

    label = Text("Mort d’un héros", "Death of a hero")
    icon = "tomb"
    hero: Key
    cause: Reason
    by: Key = "body"
    heir: Key | None = None


class ReviveHero(Command, frozen=True, tag="revive_hero"):
    """Before the quest ends (R31). `body` counts for *Rappel du Djinn* only: 50 gold for each point given back.

    `giver` is whose elixir is used up, or whose spell is cast; nobody's where the means came from elsewhere.
    """

    label = Text("Ramener à la vie", "Bring back to life")
    icon = "heart"
    hero: Key
    means: Key
    body: Number | None = None
    giver: Key | None = None


class HeroDied(Event, frozen=True, tag="hero_died"):
    hero: str
    hero_name: str
    cause: str
    by: str


class HeroRevived(Event, frozen=True, tag="hero_revived"):
    """`body` and `mind` are the points the hero stands up with; `gold` is what it cost."""

    hero: str
    hero_name: str
    means: str
    body: int
    mind: int
    gold: int = 0


class HeroBuried(Event, frozen=True, tag="hero_buried"):
    """The hero leaves the campaign for the graveyard. The heir takes `items` and `gold`; without an heir they are lost."""

    hero: str
    hero_name: str
    level: int
    cause: str
    quest: Text | None = None
    heir: str | None = None
    heir_name: str | None = None
    items: tuple[Owned, ...] = ()
    gold: int = 0


class GoldShared(Event, frozen=True, tag="gold_shared"):
    """A companion's share of what a dead hero left, where the house shares it (R31)."""

    hero: str
    hero_name: str
    dead_name: str
    gold: int


def record_death(state: State, command: RecordDeath, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.by not in ("body", "mind"):
        return unknown("by", command.by, "R39")
    if state.quest and command.hero in state.quest.present:
        return _death_in_dungeon(hero, command)
    wrong = wrong_heir(state, command.hero, command.heir, "heir")
    died = HeroDied(hero=hero.key, hero_name=hero.name, cause=command.cause.strip(), by=command.by)
    return wrong or (died, *bury(state, hero, command.cause.strip(), command.heir, others(state, hero.key)))


def _death_in_dungeon(hero: Hero, command: RecordDeath) -> Decision:
    if command.heir is not None:
        return refuse(
            "heir_at_closing",
            "Dans une quête, l’héritier se nomme à la clôture.",
            "In a quest the heir is named at the closing.",
            "R31",
            field="heir",
        )
    return (HeroDied(hero=hero.key, hero_name=hero.name, cause=command.cause.strip(), by=command.by),)


def others(state: State, key: str) -> tuple[str, ...]:
    """The living companions of a hero."""
    dead = state.quest.dead if state.quest else {}
    return tuple(other for other in state.heroes if other != key and other not in dead)


def wrong_heir(state: State, dead: str, heir: str | None, field: str) -> Violation | None:
    """R31: the heir is a living companion, and only where the house lets one inherit."""
    if heir is None:
        return None
    if heir not in others(state, dead):
        return refuse(
            "heir_not_living",
            "L’héritier doit être un compagnon vivant.",
            "The heir has to be a living companion.",
            "R31",
            field=field,
        )
    if house(state, "death_gear") == "lost":
        return refuse(
            "gear_lost",
            "Dans cette campagne, ce que porte un mort est perdu.",
            "In this campaign what the dead carry is lost.",
            "R31",
            field=field,
        )
    return None


def bury(
    state: State, hero: Hero, cause: str, heir: str | None, companions: tuple[str, ...]
) -> tuple[Event, ...]:
    """The burial, after those in the pay of the dead have left, and the shares of the companions where the house says so."""
    sharing = house(state, "death_gear") == "party" and companions
    taker = heir or (companions[0] if sharing else None)
    buried = HeroBuried(
        hero=hero.key,
        hero_name=hero.name,
        level=hero.level,
        cause=cause,
        quest=state.quest.name if state.quest else None,
        heir=taker,
        heir_name=state.heroes[taker].name if taker else None,
        items=tuple(msgspec.structs.replace(owned, equipped=False) for owned in all_gear(hero))
        if taker
        else (),
        gold=hero.gold if taker and not sharing else 0,
    )
    return (*leave(hero), buried, *(_shares(state, hero, companions) if sharing else ()))


def _shares(state: State, dead: Hero, companions: tuple[str, ...]) -> tuple[Event, ...]:
    each, rest = divmod(dead.gold, len(companions))
    shares = [each + (1 if place < rest else 0) for place in range(len(companions))]
    return tuple(
        GoldShared(hero=key, hero_name=state.heroes[key].name, dead_name=dead.name, gold=share)
        for key, share in zip(companions, shares, strict=True)
        if share
    )


def hero_died(state: State, event: HeroDied) -> State:
    hero = without_effects(state.heroes[event.hero])
    fallen = {"body": 0} if event.by == "body" else {"mind": 0}
    hero = msgspec.structs.replace(hero, **fallen)
    state = msgspec.structs.replace(state, heroes=state.heroes | {event.hero: hero})
    if state.quest is None or hero.key not in state.quest.present:
        return state
    death = Death(event.cause, "mind" if event.by == "mind" else "body")
    return released(change_run(state, dead=state.quest.dead | {event.hero: death}), event.hero)


def hero_buried(state: State, event: HeroBuried) -> State:
    if event.heir:
        heir = state.heroes[event.heir]
        state = change(state, event.heir, items=heir.items + event.items, gold=heir.gold + event.gold)
    if state.quest and event.hero in state.quest.everyone:
        state = _out_of_quest(state, event.hero)
    return without(state, event.hero)


def _out_of_quest(state: State, key: str) -> State:
    assert state.quest is not None
    run = state.quest
    return change_run(
        state,
        present=tuple(k for k in run.present if k != key),
        left=tuple(k for k in run.left if k != key),
        dead={k: d for k, d in run.dead.items() if k != key},
        tallies={k: t for k, t in run.tallies.items() if k != key},
    )


def gold_shared(state: State, event: GoldShared) -> State:
    return change(state, event.hero, gold=state.heroes[event.hero].gold + event.gold)


def revive_hero(state: State, command: ReviveHero, act: Act) -> Decision:
    death = state.quest.dead.get(command.hero) if state.quest else None
    if death is None:
        return _not_dead(state, command.hero)
    if command.means not in REVIVALS:
        return unknown("means", command.means, "R31")
    hero = state.heroes[command.hero]
    wrong = _wrong_body(hero, command) or _wrong_giver(state, command)
    if wrong:
        return wrong
    body, mind = _stands_with(hero, death, command)
    gold = GOLD_PER_BODY * body if command.means == PAID_REVIVAL else 0
    revived = HeroRevived(
        hero=hero.key, hero_name=hero.name, means=command.means, body=body, mind=mind, gold=gold
    )
    return (*_given_by(state, command), revived)


ELIXIR = "elixir-of-life"
REVIVAL_SPELLS = {
    "djinn": "djinn",
    "resurrection": "resurrection",
    "djinn_recall": "recall-of-the-djinn",
}


def can_give(state: State, dead: str, means: str, key: str) -> bool:
    """Who has the elixir (the dead hero's own counts), or the spell ready to be cast."""
    run, spell = state.quest, REVIVAL_SPELLS.get(means)
    if run is None or key not in (*run.standing, dead) or (spell and key == dead):
        return False
    hero = state.heroes[key]
    if spell is None:
        return hero.count(ELIXIR) > 0 and (key == dead or forbidden(hero, "item") is None)
    return spell in hero.spells and spell not in hero.cast and forbidden(hero, "spell", "high_spell") is None


def _wrong_giver(state: State, command: ReviveHero) -> Violation | None:
    if command.giver is None or can_give(state, command.hero, command.means, command.giver):
        return None
    return refuse(
        "cannot_give",
        "Ce héros n’a pas de quoi ramener quelqu’un ainsi : {means}.",
        "This hero has not what it takes: {means}.",
        "R31",
        field="giver",
        means=REVIVALS[command.means],
    )


def _given_by(state: State, command: ReviveHero) -> tuple[Event, ...]:
    """The elixir used up, or the spell cast."""
    if command.giver is None:
        return ()
    giver, spell = state.heroes[command.giver], REVIVAL_SPELLS.get(command.means)
    if spell is None:
        name = BOOK.items[ELIXIR].name.inline
        return (ItemUsed(hero=giver.key, hero_name=giver.name, item=ELIXIR, item_name=name),)
    target = same(state.heroes[command.hero].name)
    return (
        SpellCast(
            hero=giver.key,
            hero_name=giver.name,
            spell=spell,
            spell_name=BOOK.spells[spell].name,
            target_name=target,
        ),
    )


def _not_dead(state: State, key: str) -> Violation:
    found = living(state, key)
    if isinstance(found, Violation):
        return found
    return refuse("not_dead", "{name} est en vie.", "{name} is alive.", "R31", field="hero", name=found.name)


def _wrong_body(hero: Hero, command: ReviveHero) -> Violation | None:
    if command.means != PAID_REVIVAL:
        return (
            None
            if command.body is None
            else refuse(
                "body_not_chosen",
                "Ce moyen ne laisse pas choisir les points de Corps.",
                "This means leaves no choice of Body points.",
                "R31",
                field="body",
            )
        )
    most = min(hero.body_max, hero.gold // GOLD_PER_BODY)
    if most < 1:
        return refuse(
            "gold_short",
            "Le djinn demande {price} pièces d’or par point de Corps ; {name} en a {gold}.",
            "The djinn asks {price} gold for each Body point; {name} has {gold}.",
            "R31",
            field="means",
            name=hero.name,
            gold=hero.gold,
            price=GOLD_PER_BODY,
        )
    return amount(command.body or 0, 1, most, "body", "R31")


def _stands_with(hero: Hero, death: Death, command: ReviveHero) -> tuple[int, int]:
    """Body and mind after the return; what had not run out stays as it was."""
    if command.means == "resurrection":
        return (1, hero.mind) if death.by == "body" else (hero.body, 1)
    if command.means == PAID_REVIVAL:
        return (command.body or 1, max(1, hero.mind))
    return (min(2, hero.body_max), 1)


def hero_revived(state: State, event: HeroRevived) -> State:
    assert state.quest is not None
    dead = {key: death for key, death in state.quest.dead.items() if key != event.hero}
    gold = state.heroes[event.hero].gold - event.gold
    return change(change_run(state, dead=dead), event.hero, body=event.body, mind=event.mind, gold=gold)


BY = (Choice("body", Text("Corps", "Body")), Choice("mind", Text("Esprit", "Mind")))


def heir_choices(state: State, dead: str, among: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(
        Choice(key, same(state.heroes[key].name))
        for key in among
        if wrong_heir(state, dead, key, "heir") is None
    )


def offer_death(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    fields = [
        words("cause", Text("Cause", "Cause"), 300),
        choice("by", Text("Ce qui est tombé à 0", "What fell to 0"), BY, required=False, default="body"),
    ]
    heirs = heir_choices(state, hero, others(state, hero))
    if heirs and not (state.quest and hero in state.quest.present):
        fields.append(choice("heir", Text("Héritier", "Heir"), heirs, required=False))
    return Draft(tuple(fields))


def offer_revive(state: State, hero: str, given: Given) -> Draft:
    if not state.quest or hero not in state.quest.dead:
        return refused(_not_dead(state, hero))
    found = state.heroes[hero]
    most = min(found.body_max, found.gold // GOLD_PER_BODY)
    means = tuple(Choice(key, name) for key, name in REVIVALS.items() if key != PAID_REVIVAL or most >= 1)
    fields: list[Field] = [choice("means", Text("Moyen", "Means"), means, depends=True)]
    chosen = str(given.get("means"))
    givers = tuple(
        Choice(key, same(state.heroes[key].name))
        for key in state.quest.everyone
        if chosen in REVIVALS and can_give(state, hero, chosen, key)
    )
    if givers:
        label = Text("Qui le donne (vide : venu d’ailleurs)", "Who gives it (empty: from elsewhere)")
        fields.append(choice("giver", label, givers, required=False))
    if given.get("means") == PAID_REVIVAL and most >= 1:
        fields.append(
            span(
                "body",
                Text("Points de Corps ({n} po chacun)", "Body points ({n} gold each)")(n=GOLD_PER_BODY),
                1,
                most,
            )
        )
    return Draft(tuple(fields))


def tell_died(event: HeroDied) -> Text:
    return Text("{name} meurt : {cause}", "{name} dies: {cause}")(name=event.hero_name, cause=event.cause)


def tell_revived(event: HeroRevived) -> Text:
    return Text(
        "{name} revient à la vie ({means}) : {body} Corps, {mind} Esprit.",
        "{name} comes back to life ({means}): {body} Body, {mind} Mind.",
    )(name=event.hero_name, means=REVIVALS[event.means], body=event.body, mind=event.mind)


def tell_buried(event: HeroBuried) -> Text:
    rest = Text("{name} rejoint le cimetière", "{name} is laid to rest")(name=event.hero_name)
    if event.heir_name:
        return rest + Text(" ; {heir} reprend ses affaires.", "; {heir} takes the gear.")(
            heir=event.heir_name
        )
    return rest + Text(" ; ses affaires sont perdues.", "; the gear is lost.")


def tell_shared(event: GoldShared) -> Text:
    return Text("{name} reçoit {gold} pièces d’or de {dead}.", "{name} receives {gold} gold from {dead}.")(
        name=event.hero_name, gold=event.gold, dead=event.dead_name
    )


def moves_buried(event: HeroBuried) -> tuple[Movement, ...]:
    if not event.heir or not event.gold:
        return ()
    return (
        Movement(
            event.heir,
            "gold",
            event.gold,
            Text("Héritage de {n}", "Inherited from {n}")(n=event.hero_name),
            "R31",
        ),
    )


def moves_shared(event: GoldShared) -> tuple[Movement, ...]:
    return (
        Movement(
            event.hero, "gold", event.gold, Text("Part de {n}", "Share of {n}")(n=event.dead_name), "R31"
        ),
    )


def moves_revived(event: HeroRevived) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", -event.gold, REVIVALS[event.means], "R31"),) if event.gold else ()


CHAPTER = Chapter(
    name="death",
    decides={RecordDeath: record_death, ReviveHero: revive_hero},
    evolves={
        HeroDied: hero_died,
        HeroRevived: hero_revived,
        HeroBuried: hero_buried,
        GoldShared: gold_shared,
    },
    tells={HeroDied: tell_died, HeroRevived: tell_revived, HeroBuried: tell_buried, GoldShared: tell_shared},
    offers={RecordDeath: offer_death, ReviveHero: offer_revive},
    moves={HeroBuried: moves_buried, GoldShared: moves_shared, HeroRevived: moves_revived},
)
