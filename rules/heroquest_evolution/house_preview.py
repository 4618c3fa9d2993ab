"""What a house rule would change on every hero, before it is set. What happened stays as it happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules.heroquest_evolution.awards import deed_part, kill_part
from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.crediting import next_cell
from rules.heroquest_evolution.house import (
    body_price,
    house,
    house_int,
    mercenary_price,
    special_xp,
    threshold,
    training_price,
)
from rules.heroquest_evolution.levels import gain_text, level_due
from rules.heroquest_evolution.retinue import label
from rules.heroquest_evolution.selling import worth
from rules.heroquest_evolution.sheet import rank_of
from rules.heroquest_evolution.state import Hero, State
from rules.heroquest_evolution.tower import PUPILS
from rules.kernel.house_chapter import HouseRuleSet, house_rule_set
from rules.kernel.sections import AnySection, Line, Listing
from rules.kernel.text import Text, listed, same

TITLE = Text("Ce que cela changerait", "What this would change")
NOTHING = Text(
    "Rien sur les feuilles d’aujourd’hui ; la règle vaudra pour la suite.",
    "Nothing on today’s sheets; the rule holds from now on.",
)
MOVED = Text("{what} : {before} → {after}", "{what}: {before} → {after}")

Measured: TypeAlias = tuple[tuple[Text, Text], ...]
Measure = Callable[[State, Hero], Measured]
"""What of a hero a house rule can move: names and values in words."""


def house_preview(state: State, event: HouseRuleSet) -> tuple[AnySection, ...]:
    """One line for each hero the rule would touch, by comparing everything a house rule can move."""
    after = house_rule_set(state, event)
    lines = tuple(
        Line(label=same(hero.name), detail=moved, hero=hero.key, icon=hero.hero_class)
        for hero in state.heroes.values()
        if (moved := _moved(state, after, hero)) is not None
    )
    return (Listing(key="house", title=TITLE, lines=lines, empty=NOTHING),)


def _moved(before: State, after: State, hero: Hero) -> Text | None:
    changes = [
        MOVED(what=what, before=old, after=new)
        for measure in MEASURES
        for (what, old), (_, new) in zip(measure(before, hero), measure(after, hero), strict=True)
        if old != new
    ]
    return listed(tuple(changes)) if changes else None


def _number(value: int) -> Text:
    return same(str(value))


def _next_level(state: State, hero: Hero) -> tuple[tuple[Text, Text], ...]:
    if hero.level >= MAX_LEVEL:
        return ()
    due = Text("à prendre", "due") if level_due(state, hero) else Text("pas encore", "not yet")
    name = Text("niveau {n}", "level {n}")(n=hero.level + 1)
    need = Text("XP du niveau {n}", "XP of level {n}")(n=hero.level + 1)
    return ((need, _number(threshold(state, hero.level + 1))), (name, due))


def _next_upkeep(state: State, hero: Hero) -> tuple[tuple[Text, Text], ...]:
    return ((Text("prochain entretien", "next upkeep"), _number(house_int(state, "upkeep"))),)


def _next_gain(state: State, hero: Hero) -> Measured:
    """What the next level brings."""
    return () if hero.level >= MAX_LEVEL else ((Text("prochain gain", "next gain"), gain_text(state, hero)),)


def _title(state: State, hero: Hero) -> Measured:
    return ((Text("titre", "title"), rank_of(state, hero) or NO_TITLE),)


def _school(state: State, hero: Hero) -> Measured:
    """What training costs, and how often it may still be had."""
    level = hero.level + 1
    body = hero.hero_class != "enchanter"
    found = (
        [(Text("+1 Corps", "+1 Body"), _number(body_price(state))), _left(state, hero, "body")]
        if body
        else []
    )
    if level <= MAX_LEVEL:
        price = Text("entraînement au niveau {n}", "training to level {n}")(n=level)
        found += [(price, _number(training_price(state, level))), _left(state, hero, "level")]
    return tuple(found)


def _left(state: State, hero: Hero, what: str) -> tuple[Text, Text]:
    """How often the hero may still do this before the next quest."""
    left = max(0, house_int(state, f"training_limit.{what}") - hero.trained.count(what))
    return TRAININGS_LEFT[what], _number(left)


def _tower(state: State, hero: Hero) -> Measured:
    if hero.hero_class not in PUPILS:
        return ()
    own, other = house_int(state, "tower_spell"), house_int(state, "tower_other_sphere")
    return (
        (Text("un sort, par niveau", "a spell, each level"), _number(own)),
        (
            Text("un sort d’une autre sphère, par niveau", "of another sphere, each level"),
            _number(own * other // 100),
        ),
        (Text("+1 Esprit", "+1 Mind"), _number(house_int(state, "tower_mind"))),
        (Text("sorts enseignés", "spells taught"), HIGHEST[str(house(state, "tower_highest"))]),
        _left(state, hero, "mind"),
    )


def _barred(state: State, hero: Hero) -> Measured:
    """Whether a due unpaid keeps the hero from the next quest."""
    barred = bool(hero.dues) and house(state, "upkeep_bars") is True
    return ((Text("entretien dû", "upkeep due"), BARRED if barred else NOT_BARRED),)


def _retirement(state: State, hero: Hero) -> Measured:
    if hero.level < MAX_LEVEL:
        return ()
    retires = house(state, "legend_retires") is True
    return ((Text("après la prochaine quête", "after the next quest"), RETIRES if retires else STAYS),)


def _deeds(state: State, hero: Hero) -> Measured:
    """The XP of the deeds of the open quest so far."""
    if state.quest is None or hero.key not in state.quest.everyone:
        return ()
    deeds = state.quest.tally(hero.key).deeds.items()
    xp = sum(deed_part(state, deed, count).amount for deed, count in deeds)
    return ((Text("XP des exploits de la quête", "XP of the quest’s deeds"), _number(xp)),)


def _find(state: State, hero: Hero) -> Measured:
    """The open quest's XP for who brings back its find."""
    row = BOOK.quests.get(state.quest.quest) if state.quest else None
    if row is None or row.special_xp is None or state.quest is None or hero.key not in state.quest.standing:
        return ()
    return ((Text("XP de la trouvaille", "XP with the find"), _number(special_xp(state, row.key))),)


def _bounty(state: State, hero: Hero) -> Measured:
    if not hero.has_skill("bounty-hunter"):
        return ()
    name = BOOK.skills["dwarf-bounty-hunter"].name
    per_cent = Text("{n} %", "{n}%")
    return (
        (Text("{s}, XP", "{s}, XP")(s=name), per_cent(n=house_int(state, "bounty_xp"))),
        (Text("{s}, or", "{s}, gold")(s=name), per_cent(n=house_int(state, "bounty_gold"))),
    )


def _tally(state: State, hero: Hero) -> tuple[tuple[Text, Text], ...]:
    """The XP of the victims of the open quest, paid at the figures in force when it closes."""
    if state.quest is None or hero.key not in state.quest.everyone:
        return ()
    xp = sum(kill_part(state, kill).amount for kill in state.quest.tally(hero.key).kills)
    return ((Text("XP des victimes de la quête", "XP of the quest’s kills"), _number(xp)),)


def _resale(state: State, hero: Hero) -> tuple[tuple[Text, Text], ...]:
    return tuple(
        (
            Text("revente de « {item} »", "resale of “{item}”")(item=BOOK.items[owned.key].name.inline),
            _number(worth(state, owned.key, owned.paid) or 0),
        )
        for owned in hero.items
    )


def _next_pay(state: State, hero: Hero) -> tuple[tuple[Text, Text], ...]:
    return tuple(
        (Text("solde : {name}", "pay of {name}")(name=label(m)), _number(mercenary_price(state, m.kind)))
        for m in hero.mercenaries
    )


def _last_will(state: State, hero: Hero) -> tuple[tuple[Text, Text], ...]:
    return ((Text("en cas de mort", "in case of death"), WILLS[str(house(state, "death_gear"))]),)


def _next_credit(state: State, hero: Hero) -> tuple[tuple[Text, Text], ...]:
    """What the hero's next level would give to the sorcerer's stock."""
    if hero.level >= MAX_LEVEL:
        return ()
    _, monsters = next_cell(state, hero.level + 1) or (0, ())
    names = tuple(BOOK.monsters[key].name.inline for key in monsters)
    what = Text("stock du sorcier au niveau {n}", "Zargon’s stock at level {n}")(n=hero.level + 1)
    return ((what, listed(names) if names else NOTHING_GIVEN),)


NO_TITLE = Text("aucun", "none")
TRAININGS_LEFT = {
    "level": Text(
        "niveaux à l’entraînement avant la prochaine quête", "levels by training before the next quest"
    ),
    "body": Text("Corps à l’entraînement avant la prochaine quête", "Body by training before the next quest"),
    "mind": Text("Esprit à la Tour avant la prochaine quête", "Mind at the Tower before the next quest"),
}
HIGHEST = {
    "known": Text("jusqu’au plus haut connu", "up to the highest known"),
    "any": Text("tous les niveaux", "every level"),
}
BARRED = Text("interdit la prochaine quête", "bars the next quest")
NOT_BARRED = Text("n’interdit rien", "bars nothing")
RETIRES, STAYS = Text("prend sa retraite", "retires"), Text("reste", "stays")
NOTHING_GIVEN = Text("rien", "nothing")
WILLS = {
    "companion": Text("l’équipement va au compagnon désigné", "the gear goes to the companion named"),
    "lost": Text("l’équipement est perdu", "the gear is lost"),
    "party": Text("le groupe se partage tout", "the party shares everything"),
}
MEASURES: tuple[Measure, ...] = (
    _next_level,
    _next_gain,
    _title,
    _school,
    _tower,
    _next_upkeep,
    _barred,
    _retirement,
    _tally,
    _deeds,
    _find,
    _bounty,
    _resale,
    _next_pay,
    _last_will,
    _next_credit,
)
