"""What everybody will do, said before the first blow of a round (§6.2, §8.4, §8.5; R24, R27)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from rules.defis_sortileges.aftermath import concluded
from rules.defis_sortileges.book import BOOK
from rules.defis_sortileges.content_types import Spell
from rules.defis_sortileges.fighters import (
    companions,
    fighter_name,
    initiative,
    may_cast,
    opponents,
    plan_of,
    the,
)
from rules.defis_sortileges.house import spell_part
from rules.defis_sortileges.refusals import in_adventure, unknown
from rules.defis_sortileges.state import Fight, Keys, Plan, Shade, State, change_fight, fight_of, of
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation, Who
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused
from rules.kernel.refusing import refuse
from rules.kernel.telling import told
from rules.kernel.text import Text

FIGHTER = Text("Qui agit", "Who acts")
TARGET = Text("Adversaire", "Adversary")
SPELL = Text("Sortilège", "Spell")
FOR = Text("Pour qui", "For whom")
PROTECTED = Text("Qui protéger", "Whom to protect")
AGAINST = Text("Contre qui", "Against whom")


class Aim(Command, frozen=True, tag="aim"):
    """A blow of the weapon at that adversary. `fighter`: a shade of the character's, else the character."""

    who: ClassVar[Who] = "own"
    label = Text("Viser un adversaire", "Aim at an adversary")
    icon = "target"
    hero: Key
    target: Key
    fighter: Key | None = None


class PrepareSpell(Command, frozen=True, tag="prepare_spell"):
    """The spell of this round; `target` is one adversary, or who is healed."""

    who: ClassVar[Who] = "own"
    label = Text("Préparer un sortilège", "Prepare a spell")
    icon = "stars"
    hero: Key
    spell: Key
    target: Key | None = None
    fighter: Key | None = None


class Interpose(Command, frozen=True, tag="interpose"):
    """Takes the blows of that adversary in the ally's place."""

    who: ClassVar[Who] = "own"
    label = Text("S’interposer", "Interpose")
    icon = "shield"
    hero: Key
    ally: Key
    against: Key


class HoldBack(Command, frozen=True, tag="hold_back"):
    who: ClassVar[Who] = "own"
    label = Text("Ne rien faire de ce tour", "Do nothing this round")
    icon = "hourglass"
    hero: Key
    fighter: Key | None = None


class Planned(Event, frozen=True, tag="planned"):
    """What the fighter will do; `initiative` is what it has by it. `words` say it."""

    hero: str
    fighter: str
    fighter_name: Text
    plan: Plan
    words: Text
    initiative: int


def planning(state: State, key: str, fighter: str | None = None) -> Fight | Violation:
    """A fight whose round has not begun to be fought, with the character in it, and the fighter theirs."""
    hero = in_adventure(state, key)
    if isinstance(hero, Violation):
        return hero
    fight = of(state).fight
    if fight is None or key not in (*fight.side, *fight.rivals):
        return refuse(
            "not_in_fight",
            "{name} ne combat pas.",
            "{name} is not fighting.",
            "§6.2",
            field="hero",
            name=hero.name,
        )
    if fight.acted:
        return refuse(
            "round_has_begun",
            "Le Tour de Combat a commencé : chacun s’en tient à ce qu’il a annoncé.",
            "The round has begun: everybody keeps to what they said.",
            "R24",
        )
    if fighter is None or fighter in shades_of(fight, key):
        return fight
    return unknown("fighter", fighter, "R32")


def shades_of(fight: Fight, key: str) -> Keys:
    return tuple(shade.key for shade in fight.shades if shade.owner == key)


def planned(state: State, hero: str, fighter: str, plan: Plan, words: Text) -> Decision:
    event = Planned(
        hero=hero,
        fighter=fighter,
        fighter_name=fighter_name(state, fighter),
        plan=plan,
        words=words,
        initiative=initiative(_with(state, fighter, plan), fighter),
    )
    return concluded(plan_made(state, event), event)


def _with(state: State, fighter: str, plan: Plan) -> State:
    return change_fight(state, plans=fight_of(state).plans | {fighter: plan})


def plan_made(state: State, event: Planned) -> State:
    return _with(state, event.fighter, event.plan)


def aim(state: State, command: Aim, act: Act) -> Decision:
    fight = planning(state, command.hero, command.fighter)
    if isinstance(fight, Violation):
        return fight
    fighter = command.fighter or command.hero
    if command.target not in opponents(state, fighter):
        return unknown("target", command.target, "§6.2")
    target = fighter_name(state, command.target)
    return planned(
        state, command.hero, fighter, Plan(target=command.target), Text("vise {t}", "aims at {t}")(t=target)
    )


def prepare_spell(state: State, command: PrepareSpell, act: Act) -> Decision:
    fight = planning(state, command.hero, command.fighter)
    if isinstance(fight, Violation):
        return fight
    fighter = command.fighter or command.hero
    spell = BOOK.spells.get(command.spell)
    if spell is None or spell not in may_cast(state, fighter):
        return not_castable(state, command.hero, command.spell)
    wrong = _wrong_target(state, fighter, spell, command.target) or _prepared_twice(
        state, command.hero, fighter, spell
    )
    if wrong:
        return wrong
    target = command.target or (command.hero if spell.heals else "")
    plan = Plan(spell=spell.key, target=target)
    return planned(
        state, command.hero, fighter, plan, Text("prépare « {s} »", "prepares “{s}”")(s=spell.name)
    )


def not_castable(state: State, key: str, spell: str) -> Violation:
    hero, row = state.heroes[key], BOOK.spells.get(spell)
    if row is None:
        return unknown("spell", spell, "§9")
    if row.key in of(state).cast.get(key, ()):
        return refuse(
            "spell_spent",
            "« {spell} » a déjà été lancé pendant ce Tour de Jeu.",
            "“{spell}” has been cast in this turn of play already.",
            "§7",
            field="spell",
            spell=row.name,
        )
    return refuse(
        "spell_closed",
        "{name} ne dispose pas de « {spell} ».",
        "{name} has no “{spell}” to cast.",
        "§9.2",
        field="spell",
        name=hero.name,
        spell=row.name,
    )


def targets(state: State, fighter: str, spell: Spell) -> Keys:
    """Who may be named: an ally to be healed, or one adversary to be hurt; nobody for what touches them all."""
    if spell.heals:
        return companions(state, fighter)
    return opponents(state, fighter) if spell.hurts and not spell.hurts_all else ()


def _wrong_target(state: State, fighter: str, spell: Spell, target: str | None) -> Violation | None:
    able = targets(state, fighter, spell)
    if target is None:
        return None
    return None if target in able else unknown("target", target, "§9")


def _prepared_twice(state: State, hero: str, fighter: str, spell: Spell) -> Violation | None:
    """A character and the double share their songs (R32)."""
    others = (key for key in (hero, *shades_of(fight_of(state), hero)) if key != fighter)
    if all(plan_of(state, key).spell != spell.key for key in others):
        return None
    return refuse(
        "spell_spent",
        "« {spell} » est déjà préparé par l’autre.",
        "“{spell}” is being prepared by the other one.",
        "R32",
        field="spell",
        spell=spell.name,
    )


def interpose(state: State, command: Interpose, act: Act) -> Decision:
    fight = planning(state, command.hero)
    if isinstance(fight, Violation):
        return fight
    if command.ally not in protectable(state, command.hero):
        return unknown("ally", command.ally, "§8.4")
    if command.against not in opponents(state, command.hero):
        return unknown("against", command.against, "§8.4")
    if command.against not in unguarded(state, command.hero, command.ally):
        return refuse(
            "guarded",
            "Quelqu’un s’interpose déjà là.",
            "Somebody is interposing there already.",
            "R27",
            field="against",
        )
    plan = Plan(target=command.against, ally=command.ally, against=command.against)
    words = Text("s’interpose pour {a}", "interposes for {a}")(a=state.heroes[command.ally].name)
    return planned(state, command.hero, command.hero, plan, words)


def protectable(state: State, hero: str) -> Keys:
    return companions(state, hero)[1:]


def unguarded(state: State, hero: str, ally: str) -> Keys:
    """Adversaries against whom nobody else protects that ally yet."""
    plans = fight_of(state).plans
    guarded = {plan.against for key, plan in plans.items() if plan.ally == ally and key != hero}
    return tuple(key for key in opponents(state, hero) if key not in guarded)


def hold_back(state: State, command: HoldBack, act: Act) -> Decision:
    fight = planning(state, command.hero, command.fighter)
    if isinstance(fight, Violation):
        return fight
    fighter = command.fighter or command.hero
    return planned(state, command.hero, fighter, Plan(still=True), Text("attend", "waits"))


def _fighter_field(state: State, fight: Fight, hero: str, able: Keys) -> tuple[Field, ...]:
    """Asked only where the character has a shade."""
    if not able:
        return ()
    every = tuple(Choice(key, fighter_name(state, key)) for key in able)
    return (choice("fighter", FIGHTER, every, required=False, depends=True),)


def _named(state: State, keys: Keys) -> tuple[Choice, ...]:
    return tuple(Choice(key, fighter_name(state, key)) for key in keys)


def offer_aim(state: State, hero: str, given: Given) -> Draft:
    fight = planning(state, hero)
    if isinstance(fight, Violation):
        return refused(fight)
    able = shades_of(fight, hero)
    return Draft(
        (
            *_fighter_field(state, fight, hero, able),
            choice("target", TARGET, _named(state, opponents(state, hero))),
        )
    )


def offer_spell(state: State, hero: str, given: Given) -> Draft:
    """The fighter, then what is left to cast, then whom it is for."""
    fight = planning(state, hero)
    if isinstance(fight, Violation):
        return refused(fight)
    doubles = tuple(key for key in shades_of(fight, hero) if castable(state, hero, key))
    own = castable(state, hero, hero)
    if not own and not doubles:
        return refused(refuse("no_spell", "Aucun sortilège à lancer.", "No spell to cast.", "§7"))
    fields = _fighter_field(state, fight, hero, doubles)
    if fields and not own:
        fields = (replace(fields[0], required=True),)
    fighter = str(given.get("fighter") or hero)
    able = castable(state, hero, fighter) if fighter in (hero, *doubles) else ()
    if not able:
        return Draft(fields)
    spells = tuple(_spell_choice(state, spell) for spell in able)
    fields = (*fields, choice("spell", SPELL, spells, depends=True))
    chosen = next((spell for spell in able if spell.key == given.get("spell")), None)
    whom = targets(state, fighter, chosen) if chosen else ()
    if not whom:
        return Draft(fields)
    label = FOR if chosen and chosen.heals else TARGET
    return Draft((*fields, choice("target", label, _named(state, whom), required=False)))


def castable(state: State, hero: str, fighter: str) -> tuple[Spell, ...]:
    """What may be prepared, the other one's preparation aside."""
    found = the(state, fighter)
    if isinstance(found, Shade) and not found.double:
        return ()
    return tuple(s for s in may_cast(state, fighter) if not _prepared_twice(state, hero, fighter, s))


def _spell_choice(state: State, spell: Spell) -> Choice:
    hint = Text("Initiative {i}, niveau {n}", "Initiative {i}, level {n}")(
        i=spell_part(state, spell.key, "initiative"), n=spell_part(state, spell.key, "level")
    )
    return Choice(spell.key, spell.name, hint=hint, link=f"spells/{spell.key}")


def offer_interpose(state: State, hero: str, given: Given) -> Draft:
    fight = planning(state, hero)
    if isinstance(fight, Violation):
        return refused(fight)
    allies = tuple(key for key in protectable(state, hero) if unguarded(state, hero, key))
    if not allies:
        return refused(refuse("nobody_to_protect", "Personne à protéger.", "Nobody to protect.", "§8.4"))
    first = choice("ally", PROTECTED, _named(state, allies), depends=True)
    ally = str(given.get("ally"))
    if ally not in allies:
        return Draft((first,))
    return Draft((first, choice("against", AGAINST, _named(state, unguarded(state, hero, ally)))))


def offer_hold(state: State, hero: str, given: Given) -> Draft:
    fight = planning(state, hero)
    if isinstance(fight, Violation):
        return refused(fight)
    return Draft(_fighter_field(state, fight, hero, shades_of(fight, hero)))


CHAPTER = Chapter(
    name="planning",
    decides={Aim: aim, PrepareSpell: prepare_spell, Interpose: interpose, HoldBack: hold_back},
    evolves={Planned: plan_made},
    tells={
        Planned: told(
            "{fighter_name} {words} (Initiative {initiative}).",
            "{fighter_name} {words} (Initiative {initiative}).",
        )
    },
    offers={
        Aim: offer_aim,
        PrepareSpell: offer_spell,
        Interpose: offer_interpose,
        HoldBack: offer_hold,
    },
)
