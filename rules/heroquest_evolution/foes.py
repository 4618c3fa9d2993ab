"""Effects on monsters and places, counted down beside the heroes' (§2.2, §4.4, §5.2, §6.3, R33, R47)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.combat_dice import COMBAT, SKULL, faces_text
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.effects import (
    COMMANDED,
    COMMANDING,
    ROUNDS_MAX,
    Reason,
    effect_choices,
    end_of,
    row,
    without_effect,
)
from rules.heroquest_evolution.refusals import amount, open_quest, refuse, unknown
from rules.heroquest_evolution.state import Aimed, Run, State, change_run
from rules.heroquest_evolution.tally import MONSTERS
from rules.kernel.chapters import Chapter
from rules.kernel.dice import D6, Act, Roll
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span
from rules.kernel.text import Text

AIMED_MAX = 20
UNDEAD = frozenset({"skeleton", "zombie", "mummy", "lich", "poltergeist", "spectre", "banshee", "witch-lord"})
"""The species of the living dead."""
NEVER_STUNNED = UNDEAD | {"chaos-warrior"}
SOMETHING = Text("une créature", "a creature")
ROLLED_FOR = ("waking", "rising", "trap")
"""Rolls that concern a monster or a trap; the others need a hero's own points."""


class GiveFoeEffect(Command, frozen=True, tag="give_foe_effect"):
    """An effect on a monster, counted down with the rounds."""

    label = Text("État d’un monstre", "Condition of a monster")
    icon = "hourglass"
    monster: Key
    effect: Key
    rounds: Number | None = None


class EndFoeEffect(Command, frozen=True, tag="end_foe_effect"):
    """The monster is dead, or the effect is over."""

    label = Text("Fin d’un effet sur un monstre", "End of an effect on a monster")
    icon = "check"
    aimed: Key


class RollFoeEffect(Command, frozen=True, tag="roll_foe_effect"):
    """Waking (6, 5 …), rising again (6), or a laid trap stepped on (a skull)."""

    label = Text("Jet pour un monstre", "Roll for a monster")
    icon = "target"
    aimed: Key


class FoeAffected(Event, frozen=True, tag="foe_affected"):
    aimed: str
    effect: str
    effect_name: Text
    monster: str = ""
    monster_name: Text | None = None
    until: int | None = None
    lasts: int = 0
    by: str = ""


class FoeFreed(Event, frozen=True, tag="foe_freed"):
    aimed: str
    effect: str
    effect_name: Text
    monster_name: Text | None = None
    reason: Reason = "time"


class FoeRolled(Event, frozen=True, tag="foe_rolled"):
    aimed: str
    effect: str
    effect_name: Text
    roll: Roll
    needed: int
    success: bool
    monster_name: Text | None = None


class FoeResisted(Event, frozen=True, tag="foe_resisted"):
    effect: str
    effect_name: Text
    monster_name: Text


def monster_name(key: str) -> Text | None:
    if not key:
        return None
    monster = BOOK.monsters[key]
    return monster.name if monster.proper else monster.name.inline


def never_stunned(monster: Monster) -> bool:
    """Neither the undead nor a chaos warrior nor who has *Crâne de fer* is stunned (§4.1, R47)."""
    return monster.species in NEVER_STUNNED or any(key.endswith("iron-skull") for key in monster.skills)


def affect(
    run: Run,
    act: Act,
    effect: str,
    monster: str = "",
    *,
    rounds: int | None = None,
    by: str = "",
    nth: int = 0,
) -> FoeAffected:
    found = row(effect)
    lasts = rounds if rounds is not None else found.rounds
    return FoeAffected(
        aimed=f"{act.new_key()}-{nth}",
        effect=effect,
        effect_name=found.name,
        monster=monster,
        monster_name=monster_name(monster),
        until=end_of(run, lasts),
        lasts=lasts or 0,
        by=by,
    )


def no_room(run: Run) -> Violation | None:
    """There are as many effects on monsters as anyone can look after."""
    if len(run.aimed) < AIMED_MAX:
        return None
    return refuse(
        "too_many_effects",
        "Déjà {most} effets sur des monstres : terminez-en d’abord un.",
        "There are {most} effects on monsters already: end one first.",
        "R33",
        most=AIMED_MAX,
    )


def wrong_aim(run: Run, effect: str, monster: Monster | None, field: str = "monster") -> Violation | None:
    """What keeps an effect from a monster: the table is full, its nature."""
    full = no_room(run)
    if full or not (monster and row(effect).stuns and never_stunned(monster)):
        return full
    return refuse(
        "never_stunned",
        "{monster} : rien ne l’assomme.",
        "{monster}: nothing stuns it.",
        "R47",
        field=field,
        monster=monster.name,
    )


def give_foe_effect(state: State, command: GiveFoeEffect, act: Act) -> Decision:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    if command.effect not in FOE_EFFECTS:
        return unknown("effect", command.effect, "R33")
    monster = BOOK.monsters.get(command.monster)
    if monster is None:
        return unknown("monster", command.monster, "§3.1")
    wrong = wrong_aim(run, command.effect, monster)
    if wrong is None and command.rounds is not None:
        wrong = amount(command.rounds, 1, ROUNDS_MAX, "rounds", "R33")
    return wrong or (affect(run, act, command.effect, command.monster, rounds=command.rounds),)


HEROES_ONLY = (
    "last-stand",
    "intrepid",
    "unsettled",
    "armageddon",
    "divination",
    "laid-trap",
    "burning-cloud",
)
FOE_EFFECTS = tuple(
    key
    for key, effect in BOOK.effects.items()
    if key not in HEROES_ONLY and not effect.source.startswith("R22")
)
"""What a monster may be under."""


def find(state: State, key: str) -> Aimed | Violation:
    run = open_quest(state)
    if isinstance(run, Violation):
        return run
    found = next((aimed for aimed in run.aimed if aimed.key == key), None)
    return found or unknown("aimed", key, "R33")


def freed(aimed: Aimed, reason: Reason) -> FoeFreed:
    return FoeFreed(
        aimed=aimed.key,
        effect=aimed.effect,
        effect_name=row(aimed.effect).name,
        monster_name=monster_name(aimed.monster),
        reason=reason,
    )


def end_foe_effect(state: State, command: EndFoeEffect, act: Act) -> Decision:
    found = find(state, command.aimed)
    return found if isinstance(found, Violation) else (freed(found, "ended"),)


def waking_needs(rolled: int) -> int:
    """6 on the first roll, then 5, 4, 3 and for good 2 (R47)."""
    return max(2, 6 - rolled)


def wrong_foe_roll(state: State, aimed: Aimed) -> Violation | None:
    tick = row(aimed.effect).tick
    if tick not in ROLLED_FOR or (tick == "waking" and aimed.until is not None):
        return refuse(
            "no_roll",
            "{effect} ne demande aucun jet ici.",
            "{effect} asks for no roll here.",
            "R47",
            field="aimed",
            effect=row(aimed.effect).name,
        )
    assert state.quest is not None
    if tick != "trap" and state.quest.round > 1 and aimed.rolled_in == state.quest.round:
        return rolled_already(row(aimed.effect).name, "aimed")
    return None


def rolled_already(effect: Text, field: str) -> Violation:
    return refuse(
        "rolled_this_round",
        "{effect} : le jet de ce tour est déjà fait.",
        "{effect}: this round’s roll has been made.",
        "R33",
        field=field,
        effect=effect,
    )


def roll_foe_effect(state: State, command: RollFoeEffect, act: Act) -> Decision:
    found = find(state, command.aimed)
    if isinstance(found, Violation):
        return found
    wrong = wrong_foe_roll(state, found)
    if wrong:
        return wrong
    tick = row(found.effect).tick
    if tick == "trap":
        roll, needed = act.roll("trap", 1, COMBAT), 0
        success = roll.faces == (SKULL,)
    else:
        roll, needed = act.roll(str(tick), 1, D6), 6 if tick == "rising" else waking_needs(found.rolled)
        success = roll.total >= needed
    rolled = FoeRolled(
        aimed=found.key,
        effect=found.effect,
        effect_name=row(found.effect).name,
        roll=roll,
        needed=needed,
        success=success,
        monster_name=monster_name(found.monster),
    )
    return (rolled, freed(found, "recovered")) if success else (rolled,)


def foe_affected(state: State, event: FoeAffected) -> State:
    assert state.quest is not None
    aimed = Aimed(event.aimed, event.effect, event.monster, event.until, event.lasts, by=event.by)
    return change_run(state, aimed=(*state.quest.aimed, aimed))


def foe_freed(state: State, event: FoeFreed) -> State:
    """A command that ends gives the caster back to himself (§5.2)."""
    assert state.quest is not None
    found = next((a for a in state.quest.aimed if a.key == event.aimed), None)
    state = change_run(state, aimed=tuple(a for a in state.quest.aimed if a.key != event.aimed))
    if found is None or found.effect != COMMANDED or found.by not in state.heroes:
        return state
    caster = without_effect(state.heroes[found.by], COMMANDING)
    return replace(state, heroes=state.heroes | {found.by: caster})


def foe_rolled(state: State, event: FoeRolled) -> State:
    run = state.quest
    assert run is not None
    aimed = tuple(
        replace(a, rolled=a.rolled + 1, rolled_in=run.round) if a.key == event.aimed else a for a in run.aimed
    )
    return change_run(state, aimed=aimed)


def foe_resisted(state: State, event: FoeResisted) -> State:
    return state


def offer_give_foe(state: State, given: Given) -> Draft:
    run = open_quest(state)
    wrong = run if isinstance(run, Violation) else wrong_aim(run, "weakening", None)
    if wrong:
        return refused(wrong)
    label = Text("Tours (vide : durée de la règle)", "Rounds (empty: as the rule says)")
    keys = tuple(sorted(FOE_EFFECTS, key=lambda key: row(key).good))
    fields = [choice("effect", Text("Effet", "Effect"), effect_choices(keys), depends=True)]
    chosen = str(given.get("effect"))
    if chosen in FOE_EFFECTS:
        may = MONSTERS
        if row(chosen).stuns:
            may = tuple(option for option in MONSTERS if not never_stunned(BOOK.monsters[option.value]))
        fields.append(choice("monster", Text("Monstre", "Monster"), may))
        fields.append(span("rounds", label, 1, ROUNDS_MAX, required=False))
    return Draft(tuple(fields))


def aimed_name(aimed: Aimed) -> Text:
    name = row(aimed.effect).name
    on = monster_name(aimed.monster)
    return name + Text(" : {on}", ": {on}")(on=on) if on else name


def _offer_aimed(state: State, aimed: tuple[Aimed, ...]) -> Draft:
    if not aimed:
        return refused(
            refuse(
                "no_effect",
                "Aucun effet de ce genre n’est en cours.",
                "No such effect is running.",
                "R33",
                field="aimed",
            )
        )
    choices = tuple(Choice(a.key, aimed_name(a), hint=row(a.effect).text) for a in aimed)
    return Draft((choice("aimed", Text("Effet", "Effect"), choices),))


def offer_end_foe(state: State, given: Given) -> Draft:
    return _offer_aimed(state, state.quest.aimed if state.quest else ())


def offer_roll_foe(state: State, given: Given) -> Draft:
    aimed = state.quest.aimed if state.quest else ()
    return _offer_aimed(state, tuple(a for a in aimed if wrong_foe_roll(state, a) is None))


def _on(event: FoeAffected | FoeFreed | FoeRolled) -> Text:
    if event.monster_name is None:
        return event.effect_name
    return Text("{monster} : {effect}", "{monster}: {effect}")(
        monster=capital(event.monster_name), effect=event.effect_name.inline
    )


def capital(text: Text) -> Text:
    return Text(text.fr[:1].upper() + text.fr[1:], text.en[:1].upper() + text.en[1:])


def tell_affected(event: FoeAffected) -> Text:
    told = _on(event)
    if event.until is not None:
        told += Text(" jusqu’à la fin du tour {n}", " until the end of round {n}")(n=event.until)
    return told + Text(".", ".")


FREED: dict[str, Text] = {
    "time": Text(", c’est fini.", ", it is over."),
    "recovered": Text(" : réussi, c’est fini.", ": success, it is over."),
}


def tell_freed(event: FoeFreed) -> Text:
    return _on(event) + FREED.get(event.reason, FREED["time"])


def tell_foe_rolled(event: FoeRolled) -> Text:
    needed = (
        Text(" (il faut {n}+)", " ({n}+ needed)")(n=event.needed)
        if event.needed
        else Text(" (crâne)", " (skull)")
    )
    result = Text("réussi", "success") if event.success else Text("manqué", "failed")
    faces = faces_text(event.roll)
    return _on(event) + Text(", jet {faces}{needed} : {result}.", ", roll {faces}{needed}: {result}.")(
        faces=faces, needed=needed, result=result
    )


def tell_foe_resisted(event: FoeResisted) -> Text:
    return Text("{monster} résiste : {effect}, sans effet.", "{monster} resists: {effect}, no effect.")(
        monster=capital(event.monster_name), effect=event.effect_name.inline
    )


CHAPTER = Chapter(
    name="foes",
    decides={
        GiveFoeEffect: give_foe_effect,
        EndFoeEffect: end_foe_effect,
        RollFoeEffect: roll_foe_effect,
    },
    evolves={
        FoeAffected: foe_affected,
        FoeFreed: foe_freed,
        FoeRolled: foe_rolled,
        FoeResisted: foe_resisted,
    },
    tells={
        FoeAffected: tell_affected,
        FoeFreed: tell_freed,
        FoeRolled: tell_foe_rolled,
        FoeResisted: tell_foe_resisted,
    },
    offers={
        GiveFoeEffect: offer_give_foe,
        EndFoeEffect: offer_end_foe,
        RollFoeEffect: offer_roll_foe,
    },
)
