"""Skills used at the table: when one may be, what it asks for, what is kept of it (§IV, R33–R38, R45, R50, R53)."""

from __future__ import annotations

from collections.abc import Callable

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.combat_dice import faces_text
from rules.heroquest_evolution.content_types import Monster, Skill
from rules.heroquest_evolution.effects import forbidden
from rules.heroquest_evolution.numbers import attack, uses_left, worn
from rules.heroquest_evolution.refusals import in_dungeon, living, not_away, refuse, unknown
from rules.heroquest_evolution.skill_rolls import (
    FLUIDS,
    RAGES,
    SPECIAL,
    TRAP_KIT,
    KitOpened,
    SkillUsed,
    SpellForgotten,
    UseSkill,
    may_be_challenged,
    may_be_disarmed,
    may_be_stunned,
    may_cure,
    no_room_left,
    recallable,
    used,
)
from rules.heroquest_evolution.state import Hero, State, change, change_run, take_items
from rules.heroquest_evolution.tally import MONSTERS
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Decision, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, flag, refused, span
from rules.kernel.text import Text, same

LEAST_DICE = {"critical-blow": 2, "fatal-blow": 3}

"""Attack dice the hero must be able to roll (R45)."""


def use_skill(state: State, command: UseSkill, act: Act) -> Decision:
    row = BOOK.skills.get(command.skill)
    outside = row is not None and row.use == "out_of_dungeon"
    hero = not_away(state, command.hero) if outside else in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if row is None:
        return unknown("skill", command.skill, "§IV")
    wrong = _wrong_skill(hero, row) or ready(state, hero, row) or wrong_extras(row, command)
    if wrong:
        return wrong
    act_out = SPECIAL.get(row.skill)
    if act_out is None or (row.skill in ASKED and getattr(command, ASKED[row.skill]) is None):
        return (used(state, hero, row),)
    return act_out(state, hero, row, command, act)


def _wrong_skill(hero: Hero, row: Skill) -> Violation | None:
    name, field = row.name, "skill"
    if row.key not in hero.skills:
        return refuse(
            "skill_missing",
            "{name} n’a pas la compétence « {skill} ».",
            "{name} does not have the skill “{skill}”.",
            "§IV",
            field=field,
            name=hero.name,
            skill=name,
        )
    left = uses_left(hero, row.key)
    if row.use == "permanent" and not row.activated:
        return refuse(
            "skill_permanent",
            "« {skill} » est permanente : elle ne se dépense pas.",
            "“{skill}” is permanent: it is not spent.",
            "§IV",
            field=field,
            skill=name,
        )
    if left == 0:
        return refuse(
            "skill_spent",
            "« {skill} » est épuisée pour ce donjon.",
            "“{skill}” is spent for this dungeon.",
            "R38",
            field=field,
            skill=name,
        )
    return None


def skill_used(state: State, event: SkillUsed) -> State:
    hero, row = state.heroes[event.hero], BOOK.skills[event.skill]
    if row.uses is not None or row.pool is not None:
        spent = hero.used.get(event.skill, 0) + event.spent
        state = change(state, event.hero, used=hero.used | {event.skill: spent})
    if state.quest is None or not event.round:
        return state
    return change_run(state, activated=state.quest.activated | {event.hero: event.round})


def spell_forgotten(state: State, event: SpellForgotten) -> State:
    assert state.quest is not None
    gone = state.quest.forgotten.get(event.hero, ())
    return change_run(state, forgotten=state.quest.forgotten | {event.hero: (*gone, event.spell)})


def kit_opened(state: State, event: KitOpened) -> State:
    hero = state.heroes[event.hero]
    items = take_items(hero.items, TRAP_KIT, 1) if event.opened else hero.items
    return change(state, event.hero, items=items, traps=event.left)


def ready(state: State, hero: Hero, row: Skill) -> Violation | None:
    """States that forbid, one activated skill a round, and what the skill itself asks for (R34, R45, R50, R53)."""
    if row.use == "out_of_dungeon":
        return None
    return forbidden(hero, "skill") or _one_a_round(state, hero, row) or _wants(state, hero, row)


def _one_a_round(state: State, hero: Hero, row: Skill) -> Violation | None:
    run = state.quest
    assert run is not None
    if not row.activated or run.round == 1 or run.activated.get(hero.key) != run.round:
        return None
    return refuse(
        "one_skill_a_round",
        "{name} a déjà utilisé une compétence ce tour-ci.",
        "{name} has used a skill in this round already.",
        "R34",
        field="skill",
        name=hero.name,
    )


def _wants(state: State, hero: Hero, row: Skill) -> Violation | None:
    least = LEAST_DICE.get(row.skill, 0)
    if least and attack(hero).value < least:
        return refuse(
            "too_few_dice",
            "« {skill} » demande une attaque d’au moins {n} dés.",
            "“{skill}” needs an attack of at least {n} dice.",
            "R45",
            field="skill",
            skill=row.name,
            n=least,
        )
    if row.skill == "intrepidity" and len([item for item in worn(hero) if item.slot == "weapon"]) > 1:
        return refuse(
            "weapon_in_each_hand",
            "« {skill} » ne va pas avec une arme dans chaque main.",
            "“{skill}” does not go with a weapon in each hand.",
            "R53",
            field="skill",
            skill=row.name,
        )
    if row.skill == "trap-laying" and not hero.traps and not hero.count(TRAP_KIT):
        return refuse(
            "no_trap_kit",
            "Il faut une trousse à pièges.",
            "A trap kit is needed.",
            "§4.4",
            field="skill",
        )
    if row.skill == "trap-laying":
        return no_room_left(state)
    if row.skill == "meditation":
        return forbidden(hero, "meditation")
    return None


EXTRAS: dict[str, tuple[str, ...]] = {
    "meditation": ("spell", "unseen"),
    "stunning-blow": ("monster",),
    "disarming": ("monster",),
    "intrepidity": ("monster",),
    "medical-fluid": ("points", "target"),
    "regenerative-energy": ("points", "target", "cure"),
    "berserk": ("late",),
    "berserk-rage": ("late",),
}

"""What may be said beside the skill."""

ASKED = {"meditation": "spell", "stunning-blow": "monster", "disarming": "monster", "intrepidity": "monster"}

"""What has to be named for the app to roll."""

NAMES = ("target", "monster", "spell", "points", "unseen", "late", "cure")


def wrong_extras(row: Skill, command: UseSkill) -> Violation | None:
    """What is said that this skill has no use for."""
    said = [n for n in NAMES if getattr(command, n) not in (None, False)]
    odd = next((n for n in said if n not in EXTRAS.get(row.skill, ())), None)
    if odd is None and command.unseen and command.spell is None:
        odd = "unseen"
    if odd is None:
        return None
    return refuse(
        "not_asked",
        "« {skill} » ne demande pas cela.",
        "“{skill}” does not ask for this.",
        "§IV",
        field=odd,
        skill=row.name,
    )


AFTER: dict[str, Text] = {
    "chain-attack": Text("Seulement après une attaque qui a tué.", "Only after an attack that killed."),
    "furious-charge": Text("Seulement après un déplacement dans ce tour.", "Only after a move in this turn."),
    "warrior-frenzy": Text(
        "Seulement sur la même cible, blessée par la première attaque et encore debout.",
        "Only on the same target, hurt by the first attack and still standing.",
    ),
    "noble-cause": Text("Seulement contre un mort-vivant.", "Only against the undead."),
    "precise-blow": Text(
        "Après votre jet d’attaque, avant la défense.", "After your attack roll, before the defence."
    ),
}

"""Preconditions that only the table can see (R45)."""


def warn_skill(state: State, command: UseSkill) -> tuple[Text, ...]:
    """What the table has to see to, and a second skill in a round that nobody ends (R34)."""
    row, run = BOOK.skills.get(command.skill), state.quest
    if row is None:
        return ()
    found: tuple[Text, ...] = (AFTER[row.skill],) if row.skill in AFTER else ()
    if run and run.round == 1 and row.activated and run.activated.get(command.hero) == 1:
        found += (
            Text(
                "Une seule compétence par tour (R34) : terminez les tours pour que l’app les compte.",
                "One skill a round (R34): end the rounds and the app counts them.",
            ),
        )
    return found


def is_usable(state: State, hero: Hero, row: Skill) -> bool:
    """Whether the skill can be used now, with what it asks for still to be said."""
    outside = row.use == "out_of_dungeon"
    there = not_away(state, hero.key) if outside else in_dungeon(state, hero.key)
    return not (isinstance(there, Violation) or _wrong_skill(hero, row) or ready(state, hero, row))


def patients(state: State, hero: Hero, row: Skill) -> tuple[str, ...]:
    """Whom the fluid can do anything for."""
    assert state.quest is not None
    able = row.skill == "regenerative-energy"
    return tuple(
        key
        for key in state.quest.standing
        if (h := state.heroes[key]).body < h.body_max or (able and h.effect("poisoned"))
    )


def _extra_fields(state: State, hero: Hero, row: Skill, given_: Given) -> tuple[Field, ...]:
    if row.skill in RAGES:
        label = Text(
            "Mon tour est déjà joué (la durée commence au suivant)",
            "My turn is over (it counts from the next)",
        )
        return (flag("late", label),)
    if row.skill == "meditation":
        options = tuple(
            Choice(key, BOOK.spells[key].name, link=f"spells/{key}") for key in recallable(state, hero)
        )
        if not options:
            return ()
        spell = choice(
            "spell", Text("Sort à se rappeler", "Spell to recall"), options, required=False, depends=True
        )
        unseen = flag("unseen", Text("Aucun monstre en vue (−1)", "No monster in sight (−1)"))
        return (spell, unseen) if given_.get("spell") in recallable(state, hero) else (spell,)
    allowed = MONSTER_OF.get(row.skill)
    if allowed and (row.skill == "intrepidity" or no_room_left(state) is None):
        options = tuple(option for option in MONSTERS if allowed(BOOK.monsters[option.value]))
        label = Text("Contre quel monstre (pour lancer les dés)", "Against which monster (to roll)")
        return (choice("monster", label, options, required=False),)
    return _dose_fields(state, hero, row, given_) if row.skill in FLUIDS else ()


MONSTER_OF: dict[str, Callable[[Monster], bool]] = {
    "stunning-blow": may_be_stunned,
    "disarming": may_be_disarmed,
    "intrepidity": may_be_challenged,
}


def _dose_fields(state: State, hero: Hero, row: Skill, given_: Given) -> tuple[Field, ...]:
    needy = patients(state, hero, row)
    if not needy:
        return ()
    options = tuple(Choice(key, same(state.heroes[key].name)) for key in needy)
    label = Text("Qui est soigné", "Who is healed")
    default = hero.key if hero.key in needy else None
    target = choice("target", label, options, required=False, default=default, depends=True)
    key = str(given_.get("target") or hero.key)
    if key not in needy:
        return (target,)
    patient, left = state.heroes[key], uses_left(hero, row.key) or 0
    missing = patient.body_max - patient.body
    fields: list[Field] = [target]
    cure = may_cure(row, patient) and (missing == 0 or given_.get("cure") in (True, "true", "on", "1"))
    if may_cure(row, patient) and missing:
        label = Text("Neutraliser le poison (1 point)", "End the poison (1 point)")
        fields.append(flag("cure", label, depends=True))
    most = min(left - (1 if cure else 0), missing)
    if most >= 1:
        least, label = 0 if cure else 1, Text("Points de Corps", "Body points")
        fields.append(span("points", label, least, most, required=False, default=least))
    return tuple(fields)


def offer_use_skill(state: State, hero: str, given_: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    usable = tuple(key for key in found.skills if is_usable(state, found, BOOK.skills[key]))
    if not usable:
        return refused(
            refuse(
                "no_skill_ready",
                "Aucune compétence à utiliser maintenant.",
                "No skill to use now.",
                "§IV",
                field="skill",
            )
        )
    choices = tuple(
        Choice(key, BOOK.skills[key].name, hint=BOOK.skills[key].text, link=f"skills/{key}") for key in usable
    )
    fields = [choice("skill", Text("Compétence", "Skill"), choices, depends=True)]
    if given_.get("skill") in usable:
        fields += _extra_fields(state, found, BOOK.skills[str(given_["skill"])], given_)
    return Draft(tuple(fields))


def tell_skill_used(event: SkillUsed) -> Text:
    told = Text("{name} utilise « {skill} »", "{name} uses “{skill}”")(
        name=event.hero_name, skill=event.skill_name
    )
    if event.spent > 1:
        told += Text(" ({n} points)", " ({n} points)")(n=event.spent)
    if event.on:
        told += Text(" : {on}", ": {on}")(on=event.on)
    if event.roll:
        result = Text("réussi", "success") if event.success else Text("manqué", "failed")
        told += Text(", jet {faces}, {result}", ", roll {faces}, {result}")(
            faces=faces_text(event.roll), result=result
        )
    return told + Text(".", ".")


def tell_forgotten(event: SpellForgotten) -> Text:
    return Text(
        "{name} oublie « {spell} » jusqu’à la fin du donjon.",
        "{name} forgets “{spell}” until the end of the dungeon.",
    )(name=event.hero_name, spell=event.spell_name)


def tell_kit(event: KitOpened) -> Text:
    opened = Text("{name} ouvre une trousse à pièges : ", "{name} opens a trap kit: ")
    told = opened if event.opened else Text("Trousse à pièges de {name} : ", "{name}’s trap kit: ")
    return told(name=event.hero_name) + Text("encore {n}.", "{n} left.")(n=event.left)


CHAPTER = Chapter(
    name="skills",
    decides={UseSkill: use_skill},
    evolves={SkillUsed: skill_used, SpellForgotten: spell_forgotten, KitOpened: kit_opened},
    tells={SkillUsed: tell_skill_used, SpellForgotten: tell_forgotten, KitOpened: tell_kit},
    offers={UseSkill: offer_use_skill},
    warns={UseSkill: warn_skill},
)
