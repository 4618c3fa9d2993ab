"""What a house rule would change on every hero, before it is set. What happened stays as it happened."""

from __future__ import annotations

from collections.abc import Callable

from rules.heroquest_evolution.awards import kill_part
from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.house import house, house_int, threshold
from rules.heroquest_evolution.house_rules import HouseRuleSet, house_rule_set
from rules.heroquest_evolution.levels import level_due
from rules.heroquest_evolution.selling import worth
from rules.heroquest_evolution.state import Hero, State
from rules.kernel.sections import AnySection, Line, Listing
from rules.kernel.text import Text, listed, same

TITLE = Text("Ce que cela changerait", "What this would change")
NOTHING = Text(
    "Rien sur les feuilles d’aujourd’hui ; la règle vaudra pour la suite.",
    "Nothing on today’s sheets; the rule holds from now on.",
)
MOVED = Text("{what} : {before} → {after}", "{what}: {before} → {after}")

Measure = Callable[[State, Hero], "tuple[tuple[Text, Text], ...]"]
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


def _last_will(state: State, hero: Hero) -> tuple[tuple[Text, Text], ...]:
    return ((Text("en cas de mort", "in case of death"), WILLS[str(house(state, "death_gear"))]),)


WILLS = {
    "companion": Text("l’équipement va au compagnon désigné", "the gear goes to the companion named"),
    "lost": Text("l’équipement est perdu", "the gear is lost"),
    "party": Text("le groupe se partage tout", "the party shares everything"),
}
MEASURES: tuple[Measure, ...] = (_next_level, _next_upkeep, _tally, _resale, _last_will)
