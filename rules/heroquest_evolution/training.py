"""The trainer: a level or a body point for gold, between two quests (§8.1, R14, R15, R51)."""

from __future__ import annotations

from rules.heroquest_evolution.book import MAX_LEVEL
from rules.heroquest_evolution.house import body_price, house_int, threshold, training_price
from rules.heroquest_evolution.levels import level_due
from rules.heroquest_evolution.purse import hint, paid, short_of
from rules.heroquest_evolution.refusals import not_away, refuse
from rules.heroquest_evolution.state import Gain, Hero, State, add_gain, change
from rules.kernel.chapters import Chapter
from rules.kernel.dice import NO_ACT, Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused
from rules.kernel.ruleset import Movement
from rules.kernel.text import Text

LEVEL, BODY = "level", "body"
BODY_POINT = Text("1 point de Corps de plus", "1 more Body point")
TRAINING = Text("Entraînement", "Training")


class Train(Command, frozen=True, tag="train"):
    """`what`: the XP of the next level, or a body point."""

    who = "own"
    label = Text("S’entraîner", "Train")
    icon = "target"
    hero: Key
    what: Key


class LevelTrained(Event, frozen=True, tag="level_trained"):
    """The XP that were missing for `level`, which is gained by its own command. `gold` is the difference."""

    hero: str
    hero_name: str
    level: int
    xp: int
    gold: int


class BodyTrained(Event, frozen=True, tag="body_trained"):
    hero: str
    hero_name: str
    body: int
    gold: int


def train(state: State, command: Train, act: Act) -> Decision:
    hero = not_away(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.what == LEVEL:
        return _train_level(state, hero)
    if command.what == BODY:
        return _train_body(state, hero)
    return refuse(
        "not_taught",
        "L’entraîneur fait monter d’un niveau ou gagner un point de Corps.",
        "The trainer teaches a level or a body point.",
        "R15",
        field="what",
    )


def _train_level(state: State, hero: Hero) -> Decision:
    wrong = _highest(hero) or already_trained(state, hero, LEVEL, "R14") or _due(state, hero)
    if wrong:
        return wrong
    level = hero.level + 1
    price = training_price(state, level)
    short = short_of(hero, price, "R14", "what")
    return short or (
        LevelTrained(
            hero=hero.key, hero_name=hero.name, level=level, xp=threshold(state, level) - hero.xp, gold=-price
        ),
    )


def _highest(hero: Hero) -> Violation | None:
    if hero.level < MAX_LEVEL:
        return None
    return refuse(
        "highest_level",
        "{name} est au niveau {level}, le plus haut.",
        "{name} is at level {level}, the highest.",
        "R4",
        field="what",
        name=hero.name,
        level=hero.level,
    )


def _due(state: State, hero: Hero) -> Violation | None:
    """R51: the level already earned comes first."""
    if not level_due(state, hero):
        return None
    return refuse(
        "level_due",
        "{name} doit d’abord passer le niveau {level}, déjà mérité.",
        "{name} has to gain level {level} first: it is already earned.",
        "R51",
        field="what",
        name=hero.name,
        level=hero.level + 1,
    )


def already_trained(state: State, hero: Hero, what: str, rule: str) -> Violation | None:
    """The refusal of one training of a kind too many between the same two quests."""
    most = house_int(state, f"training_limit.{what}")
    if hero.trained.count(what) < most:
        return None
    if not most:
        return refuse(
            "no_training",
            "Cet enseignement ne se donne pas dans cette campagne.",
            "This is not taught in this campaign.",
            rule,
            field="what",
        )
    return refuse(
        "already_trained",
        "{name} l’a déjà fait depuis la dernière quête : ce sera possible après la prochaine.",
        "{name} has already done this since the last quest: it is possible again after the next.",
        rule,
        field="what",
        name=hero.name,
    )


def _train_body(state: State, hero: Hero) -> Decision:
    if hero.hero_class == "enchanter":
        return refuse(
            "never_enchanter",
            "L’entraîneur n’endurcit pas les enchanteurs ; la Tour des Mages peut accroître leur Esprit.",
            "The trainer does not toughen enchanters; the Mages’ Tower may raise their Mind.",
            "R15",
            field="what",
        )
    price = body_price(state)
    wrong = already_trained(state, hero, BODY, "R15") or short_of(hero, price, "R15", "what")
    return wrong or (BodyTrained(hero=hero.key, hero_name=hero.name, body=1, gold=-price),)


def level_trained(state: State, event: LevelTrained) -> State:
    hero = state.heroes[event.hero]
    return change(
        state, event.hero, xp=hero.xp + event.xp, gold=hero.gold + event.gold, trained=(*hero.trained, LEVEL)
    )


def body_trained(state: State, event: BodyTrained) -> State:
    hero = state.heroes[event.hero]
    gains = add_gain(hero.gains, Gain("body", event.body, "training"))
    return change(
        state,
        event.hero,
        gains=gains,
        body=hero.body + event.body,
        gold=hero.gold + event.gold,
        trained=(*hero.trained, BODY),
    )


def offer_train(state: State, hero: str, given: Given) -> Draft:
    found = not_away(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    answers = {what: train(state, Train(hero=hero, what=what), NO_ACT) for what in (LEVEL, BODY)}
    choices = tuple(
        _choice(found, what, answer[0])
        for what, answer in answers.items()
        if not isinstance(answer, Violation)
    )
    refusals = [answer for answer in answers.values() if isinstance(answer, Violation)]
    if not choices:
        return refused(refusals[0])
    return Draft(
        (choice("what", Text("Entraînement", "Training"), choices),),
        text=refusals[0].message if refusals else None,
    )


def _choice(hero: Hero, what: str, event: Event) -> Choice:
    assert isinstance(event, LevelTrained | BodyTrained)
    if isinstance(event, LevelTrained):
        label = Text("Niveau {level}", "Level {level}")(level=event.level)
        change_ = Text(f"XP {hero.xp} → {hero.xp + event.xp}", f"XP {hero.xp} → {hero.xp + event.xp}")
    else:
        label = BODY_POINT
        change_ = Text(
            f"Corps {hero.body_max} → {hero.body_max + event.body}",
            f"Body {hero.body_max} → {hero.body_max + event.body}",
        )
    return Choice(what, label, hint=hint(paid(hero, -event.gold), change_))


def tell_level_trained(event: LevelTrained) -> Text:
    return Text(
        "{name} s’entraîne pour {price} po : {xp} XP de plus, le niveau {level} est à passer.",
        "{name} trains for {price} gold: {xp} more XP, level {level} may be gained.",
    )(name=event.hero_name, price=-event.gold, xp=event.xp, level=event.level)


def tell_body_trained(event: BodyTrained) -> Text:
    return Text(
        "{name} s’endurcit pour {price} po : +{body} Corps.",
        "{name} toughens up for {price} gold: +{body} Body.",
    )(name=event.hero_name, price=-event.gold, body=event.body)


def level_moves(event: LevelTrained) -> tuple[Movement, ...]:
    return Movement(event.hero, "gold", event.gold, TRAINING, "R14"), Movement(
        event.hero, "xp", event.xp, TRAINING, "R14"
    )


def body_moves(event: BodyTrained) -> tuple[Movement, ...]:
    return (Movement(event.hero, "gold", event.gold, TRAINING, "R15"),)


CHAPTER = Chapter(
    name="training",
    decides={Train: train},
    evolves={LevelTrained: level_trained, BodyTrained: body_trained},
    tells={LevelTrained: tell_level_trained, BodyTrained: tell_body_trained},
    offers={Train: offer_train},
    moves={LevelTrained: level_moves, BodyTrained: body_moves},
)
