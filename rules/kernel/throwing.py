"""Any dice for any purpose: a chapter that every rulebook with dice may list. A throw is kept and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec

from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act, Die, Roll
from rules.kernel.faces import many, rolled_text
from rules.kernel.messages import Command, Decision, Event, Key, Name, Number, Violation, Who, kind_of
from rules.kernel.offers import Draft, Field, Given, span, words
from rules.kernel.text import Text, listed

if TYPE_CHECKING:
    from rules.kernel.ruleset import HeroSummary

MOST, MODIFIER, KINDS = 30, 20, 8
"""Dice of one throw; what may be added to or taken from it; kinds of dice in it."""
PURPOSE = "throw_"

Handfuls = Annotated[dict[Key, Annotated[int, msgspec.Meta(ge=1, le=1_000)]], msgspec.Meta(max_length=KINDS)]
"""How many of each die, by its key."""


class ThrowDice(Command, frozen=True, kw_only=True, tag="throw_dice"):
    """For oneself: a monster, a door, whatever the table throws for."""

    who: ClassVar[Who] = "own"
    aside = True
    label = Text("Lancer les dés", "Throw dice")
    icon = "d6"
    dice: Handfuls
    modifier: Number = 0
    reason: Name | None = None


class ThrowForHero(Command, frozen=True, kw_only=True, tag="throw_for_hero"):
    who: ClassVar[Who] = "own"
    aside = True
    label = Text("Lancer les dés pour un héros", "Throw dice for a hero")
    icon = "d6"
    hero: Key
    dice: Handfuls
    modifier: Number = 0
    reason: Name | None = None


class DiceThrown(Event, frozen=True, kw_only=True, tag="dice_thrown"):
    """A roll for each kind of die, each with its faces and origin; without a hero it was for whoever threw."""

    rolls: tuple[Roll, ...]
    hero: str = ""
    hero_name: str = ""
    modifier: int = 0
    reason: str = ""


KINDS_OF_THROWS = (kind_of(ThrowDice), kind_of(ThrowForHero))


def purpose(die: Die) -> str:
    """What a roll of this die in a throw is called."""
    return f"{PURPOSE}{die.key}"


def purposes(dice: tuple[Die, ...]) -> dict[str, Text]:
    """The names of those, for the rulebook's `rolls`."""
    return {purpose(die): die.title for die in dice}


def chapter(
    dice: tuple[Die, ...], heroes: Callable[[Any], tuple[HeroSummary, ...]], rule: str = ""
) -> Chapter:
    """Throws of these dice, for oneself or for one of these heroes; refusals cite `rule`."""
    thrower = Throwing({die.key: die for die in dice}, heroes, rule)
    return Chapter(
        name="throwing",
        decides={ThrowDice: thrower.throw, ThrowForHero: thrower.throw_for_hero},
        evolves={DiceThrown: thrown},
        tells={DiceThrown: thrower.tell},
        offers={ThrowDice: thrower.offer, ThrowForHero: thrower.offer_for_hero},
        small=(DiceThrown,),
    )


def thrown(state: Any, event: DiceThrown) -> Any:
    """What fell is told; what comes of it is another act."""
    return state


class Throwing:
    """The functions of the chapter, over the dice of one rulebook."""

    def __init__(
        self, dice: dict[str, Die], heroes: Callable[[Any], tuple[HeroSummary, ...]], rule: str
    ) -> None:
        self.dice, self.heroes, self.rule = dice, heroes, rule

    def throw(self, state: Any, command: ThrowDice, act: Act) -> Decision:
        return self._refusal(command) or (self._thrown(command, act),)

    def throw_for_hero(self, state: Any, command: ThrowForHero, act: Act) -> Decision:
        hero = next((hero for hero in self.heroes(state) if hero.key == command.hero), None)
        if hero is None:
            text = Text("Aucun héros ici n’a la clé « {key} ».", "No hero here has the key “{key}”.")
            return self._violation("unknown_hero", text, "hero", key=command.hero)
        return self._refusal(command) or (self._thrown(command, act, hero.key, hero.name),)

    def _refusal(self, command: ThrowDice | ThrowForHero) -> Violation | None:
        if strange := next((key for key in command.dice if key not in self.dice), None):
            text = Text("Ce jeu n’a pas de dé « {key} ».", "This game has no die “{key}”.")
            return self._violation("unknown_die", text, "dice", key=strange)
        if not command.dice:
            return self._violation("no_dice", Text("Choisissez des dés.", "Choose some dice."), "dice")
        if sum(command.dice.values()) > MOST:
            text = Text("Un jet compte au plus {most} dés.", "A throw has at most {most} dice.")
            return self._violation("too_many_dice", text, "dice", most=MOST)
        if abs(command.modifier) > MODIFIER:
            text = Text("De −{most} à +{most}.", "From −{most} to +{most}.")
            return self._violation("modifier_bounds", text, "modifier", most=MODIFIER)
        return None

    def _violation(self, code: str, text: Text, field: str, **params: int | str | Text) -> Violation:
        return Violation(code, text(**params), self.rule, params, field)

    def _thrown(
        self, command: ThrowDice | ThrowForHero, act: Act, hero: str = "", name: str = ""
    ) -> DiceThrown:
        wanted = ((die, command.dice[key]) for key, die in self.dice.items() if key in command.dice)
        return DiceThrown(
            rolls=tuple(act.roll(purpose(die), number, die) for die, number in wanted),
            hero=hero,
            hero_name=name,
            modifier=command.modifier,
            reason=(command.reason or "").strip(),
        )

    def offer(self, state: Any, given: Given) -> Draft:
        fields = tuple(self._counts(given))
        rest = (
            span("modifier", Text("En plus ou en moins", "Added or taken off"), -MODIFIER, MODIFIER, required=False),
            words("reason", Text("Pour quoi", "What for"), required=False),
        )  # fmt: skip
        return Draft((*fields, *rest), any_of=tuple(field.name for field in fields))

    def offer_for_hero(self, state: Any, hero: str, given: Given) -> Draft:
        return self.offer(state, given)

    def _counts(self, given: Given) -> Iterator[Field]:
        """So many of each die, as long as those before it leave room."""
        left = MOST
        for key, die in self.dice.items():
            if left > 0:
                yield span(f"dice.{key}", die.title, 1, left, required=False)
            number = given.get(f"dice.{key}")
            left -= number if isinstance(number, int) else 0

    def tell(self, event: DiceThrown) -> Text:
        told = self._who(event)(name=event.hero_name, dice=self._many(event.rolls), reason=event.reason)
        fell = rolled_text(event.rolls, self.dice, event.modifier)
        said = Text("{told} : {fell}.", "{told}: {fell}.")(told=told, fell=fell)
        if any(roll.origin == "app" for roll in event.rolls):
            return said
        return said + Text(" Lancé sur la table.", " Thrown on the table.")

    @staticmethod
    def _who(event: DiceThrown) -> Text:
        reason = Text(" ({reason})", " ({reason})") if event.reason else Text("{reason}", "{reason}")
        if event.hero:
            return Text("{name} lance {dice}", "{name} throws {dice}") + reason
        return Text("Jet de {dice}", "A throw of {dice}") + reason

    def _many(self, rolls: tuple[Roll, ...]) -> Text:
        return listed(tuple(many(roll, self.dice) for roll in rolls))
