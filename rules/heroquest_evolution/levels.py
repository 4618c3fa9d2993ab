"""Gaining levels, with the choices the table allows (R5, R16–R18, R51)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rules.heroquest_evolution.book import BOOK, MAX_LEVEL, LevelGain
from rules.heroquest_evolution.crediting import credited, reach
from rules.heroquest_evolution.house import house_int, level_gain, threshold
from rules.heroquest_evolution.learning import open_skills, open_spells, skill_refusal, spell_refusal
from rules.heroquest_evolution.refusals import not_away, refuse
from rules.heroquest_evolution.state import Gain, Hero, Quality, State, change
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Violation
from rules.kernel.offers import Choice, Draft, Field, Given, choice, refused, subset
from rules.kernel.text import Text, listed

LOST_SPELLS = 2
CHAMPION = Text("Champion", "Champion")
LIVING_LEGEND = Text("Légende vivante", "Living legend")
WARRIOR_MAGE = "enchanter-warrior-mage"
QUALITY_NAMES: dict[str, Text] = {
    "attack": Text("dé d’Attaque", "Attack die"),
    "defence": Text("dé de Défense", "Defence die"),
    "body": Text("Corps", "Body"),
    "mind": Text("Esprit", "Mind"),
}


class LevelChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a level leaves to the player: a skill, a spell, and the spells that *Mage guerrier* costs (R17)."""

    skill: Key | None = None
    spell: Key | None = None
    lost_spells: Annotated[tuple[Key, ...], msgspec.Meta(max_length=10)] = ()


class GainLevel(Command, frozen=True, tag="gain_level"):
    """The next level of a hero whose XP reach it."""

    who = "own"
    label = Text("Passer un niveau", "Gain a level")
    icon = "star"
    does = "raises_level"
    hero: Key
    choices: LevelChoices = LevelChoices()


class LevelGained(Event, frozen=True, tag="level_gained"):
    """`skill` replaces `evolved_from` where it is an evolution; `lost` spells are gone for good; `title` is new with it (R4)."""

    hero: str
    hero_name: str
    level: int
    gains: tuple[Gain, ...] = ()
    skill: str | None = None
    skill_name: Text | None = None
    evolved_from: str | None = None
    spell: str | None = None
    spell_name: Text | None = None
    lost: tuple[str, ...] = ()
    lost_names: tuple[Text, ...] = ()
    title: Text | None = None


def level_due(state: State, hero: Hero) -> bool:
    """Whether the hero's XP reach the next level (R51)."""
    return hero.level < MAX_LEVEL and hero.xp >= threshold(state, hero.level + 1)


def levels_reached(state: State, hero: Hero, xp: int) -> tuple[int, ...]:
    """The levels that `xp` more would reach beyond those already due."""
    reached = [
        n for n in range(hero.level + 1, MAX_LEVEL + 1) if hero.xp < threshold(state, n) <= hero.xp + xp
    ]
    return tuple(reached)


def next_gain(state: State, hero: Hero) -> LevelGain:
    """The cell of the table for the hero's next level, as the campaign plays it."""
    return level_gain(state, hero.hero_class, hero.level + 1)


def wants_skill(state: State, hero: Hero) -> bool:
    """Whether the next level asks for a skill and one is left to choose."""
    return next_gain(state, hero).skill and bool(open_skills(hero, hero.level + 1))


def wants_spell(state: State, hero: Hero, skill: str | None) -> int | None:
    """The highest level of the spell the next level asks for; None when none, skipped by a star (R17) or none is left."""
    gain = next_gain(state, hero)
    warrior = skill == WARRIOR_MAGE or WARRIOR_MAGE in hero.skills
    if gain.spell is None or (gain.starred and warrior) or not open_spells(hero, gain.spell):
        return None
    return gain.spell


def gain_level(state: State, command: GainLevel, act: Act) -> Decision:
    hero = ready_to_gain(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    wrong = wrong_choices(state, hero, command.choices)
    if wrong:
        return wrong
    gained = level_gained_event(state, hero, command.choices)
    return gained, *credited(state, hero.key, hero.name, (gained.level,))


def ready_to_gain(state: State, key: str) -> Hero | Violation:
    hero = not_away(state, key)
    if isinstance(hero, Violation) or level_due(state, hero):
        return hero
    if hero.level >= MAX_LEVEL:
        return refuse(
            "highest_level",
            "{name} est au niveau {level} : une légende vivante ne monte plus.",
            "{name} is at level {level}: a living legend rises no further.",
            "R4",
            field="hero",
            name=hero.name,
            level=hero.level,
        )
    missing = threshold(state, hero.level + 1) - hero.xp
    return refuse(
        "level_not_due",
        "Il manque {missing} XP à {name} pour le niveau {level}.",
        "{name} is {missing} XP short of level {level}.",
        "R5",
        field="hero",
        name=hero.name,
        missing=missing,
        level=hero.level + 1,
    )


def wrong_choices(state: State, hero: Hero, choices: LevelChoices) -> Violation | None:
    return (
        _wrong_skill(state, hero, choices) or _wrong_spell(state, hero, choices) or _wrong_lost(hero, choices)
    )


def _wrong_skill(state: State, hero: Hero, choices: LevelChoices) -> Violation | None:
    if choices.skill is None:
        return (
            _missing("choices.skill", Text("une compétence", "a skill")) if wants_skill(state, hero) else None
        )
    if not next_gain(state, hero).skill:
        return refuse(
            "no_skill_here",
            "Ce niveau ne donne pas de compétence.",
            "This level grants no skill.",
            "R5",
            field="choices.skill",
        )
    return skill_refusal(hero, choices.skill, hero.level + 1)


def _wrong_spell(state: State, hero: Hero, choices: LevelChoices) -> Violation | None:
    highest = wants_spell(state, hero, choices.skill)
    if choices.spell is None:
        return _missing("choices.spell", Text("un sort", "a spell")) if highest else None
    if highest is None:
        return refuse(
            "no_spell_here",
            "Ce niveau ne donne pas de sort.",
            "This level grants no spell.",
            "R17" if next_gain(state, hero).starred else "R5",
            field="choices.spell",
        )
    return spell_refusal(hero, choices.spell, highest)


def _wrong_lost(hero: Hero, choices: LevelChoices) -> Violation | None:
    lost, field = choices.lost_spells, "choices.lost_spells"
    if choices.skill != WARRIOR_MAGE:
        return (
            refuse(
                "no_spell_lost",
                "Seul « Mage guerrier » fait perdre des sorts.",
                "Only “Warrior mage” costs spells.",
                "R17",
                field=field,
            )
            if lost
            else None
        )
    for key in lost:
        if key not in hero.spells:
            return refuse(
                "spell_unknown",
                "Le sort « {spell} » n’est pas connu du héros.",
                "The hero does not know the spell “{spell}”.",
                "R17",
                field=field,
                spell=key,
            )
    if len(lost) != len(set(lost)) or len(lost) != min(LOST_SPELLS, len(hero.spells)):
        return refuse(
            "two_spells_lost",
            "« Mage guerrier » coûte {count} sorts connus : choisissez lesquels.",
            "“Warrior mage” costs {count} known spells: choose which.",
            "R17",
            field=field,
            count=LOST_SPELLS,
        )
    return None


def _missing(field: str, what: Text) -> Violation:
    return Violation(
        "choice_missing",
        Text("Ce niveau laisse choisir {what}.", "This level lets you choose {what}.")(what=what),
        "R5",
        {},
        field,
    )


def title_at(state: State, level: int) -> Text | None:
    """The title that comes with that level (R4)."""
    if level == MAX_LEVEL:
        return LIVING_LEGEND
    return CHAMPION if level == house_int(state, "champion_level") else None


def level_gained_event(state: State, hero: Hero, choices: LevelChoices) -> LevelGained:
    level = hero.level + 1
    gains = [
        Gain(as_quality(what), amount, f"level.{level}") for what, amount in next_gain(state, hero).gains
    ]
    if choices.skill == WARRIOR_MAGE:
        gains.append(Gain("body", 1, f"skill.{WARRIOR_MAGE}"))
    skill = BOOK.skills[choices.skill] if choices.skill else None
    return LevelGained(
        hero=hero.key,
        hero_name=hero.name,
        level=level,
        gains=tuple(gains),
        skill=choices.skill,
        skill_name=skill.name if skill else None,
        evolved_from=skill.evolution_of if skill else None,
        spell=choices.spell,
        spell_name=BOOK.spells[choices.spell].name if choices.spell else None,
        lost=choices.lost_spells,
        lost_names=tuple(BOOK.spells[key].name for key in choices.lost_spells),
        title=title_at(state, level),
    )


def as_quality(what: str) -> Quality:
    assert what in ("attack", "defence", "body", "mind")
    return what  # type: ignore[return-value]


def level_gained(state: State, event: LevelGained) -> State:
    hero, state = state.heroes[event.hero], reach(state, (event.level,))
    skills = tuple(key for key in hero.skills if key != event.evolved_from) + (
        (event.skill,) if event.skill else ()
    )
    spells = tuple(key for key in hero.spells if key not in event.lost) + (
        (event.spell,) if event.spell else ()
    )
    used = dict(hero.used)
    if event.skill and event.evolved_from in used:
        used[event.skill] = used.pop(event.evolved_from)
    return change(
        state,
        event.hero,
        level=event.level,
        gains=hero.gains + event.gains,
        skills=skills,
        spells=spells,
        lost=hero.lost + event.lost,
        cast=tuple(key for key in hero.cast if key not in event.lost),
        used=used,
        body=hero.body + sum(g.amount for g in event.gains if g.what == "body"),
        mind=hero.mind + sum(g.amount for g in event.gains if g.what == "mind"),
    )


def offer_gain_level(state: State, hero: str, given: Given) -> Draft:
    found = ready_to_gain(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    fields: list[Field] = []
    if wants_skill(state, found):
        fields.append(
            choice("choices.skill", Text("Compétence", "Skill"), _skill_choices(found), depends=True)
        )
    skill = given.get("choices.skill")
    highest = wants_spell(state, found, skill)
    if highest:
        fields.append(
            choice(
                "choices.spell",
                Text("Nouveau sort", "New spell"),
                _spell_choices(open_spells(found, highest)),
            )
        )
    if skill == WARRIOR_MAGE:
        count = min(LOST_SPELLS, len(found.spells))
        fields.append(
            subset(
                "choices.lost_spells",
                Text("Sorts perdus pour toujours", "Spells lost for good"),
                _spell_choices(found.spells),
                count,
                count,
            )
        )
    return Draft(tuple(fields), text=gain_text(state, found))


def gain_text(state: State, hero: Hero) -> Text:
    """What the next level brings, in words."""
    cell = next_gain(state, hero)
    parts = [_gain_words(what, amount) for what, amount in cell.gains]
    if cell.skill:
        parts.append(Text("une compétence", "a skill"))
    if cell.spell and not (cell.starred and WARRIOR_MAGE in hero.skills):
        parts.append(Text("un sort de niveau {n} au plus", "a spell of level {n} at most")(n=cell.spell))
    start = Text("Niveau {n} : ", "Level {n}: ")(n=hero.level + 1)
    return start + (listed(tuple(parts)) if parts else Text("rien de plus", "nothing more"))


def _gain_words(what: str, amount: int) -> Text:
    return Text("+{n} {what}", "+{n} {what}")(n=amount, what=QUALITY_NAMES[what])


def _skill_choices(hero: Hero) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            row.key,
            row.name,
            hint=row.text,
            group=Text("Évolutions", "Evolutions")
            if row.evolution_of
            else Text("Nouvelles compétences", "New skills"),
            link=f"skills/{row.key}",
        )
        for row in open_skills(hero, hero.level + 1)
    )


def _spell_choices(keys: tuple[str, ...]) -> tuple[Choice, ...]:
    rows = [BOOK.spells[key] for key in keys]
    return tuple(
        Choice(
            row.key,
            row.name,
            hint=row.text,
            group=Text("Niveau {n}", "Level {n}")(n=row.level),
            link=f"spells/{row.key}",
        )
        for row in rows
    )


def tell_level_gained(event: LevelGained) -> Text:
    parts = [_gain_words(gain.what, gain.amount) for gain in event.gains]
    if event.skill_name:
        parts.append(Text("la compétence « {s} »", "the skill “{s}”")(s=event.skill_name))
    if event.spell_name:
        parts.append(Text("le sort « {s} »", "the spell “{s}”")(s=event.spell_name))
    sentence = Text("{name} atteint le niveau {level}", "{name} reaches level {level}")(
        name=event.hero_name, level=event.level
    )
    if parts:
        sentence = sentence + Text(" : ", ": ") + listed(tuple(parts))
    if event.lost_names:
        sentence = sentence + Text(" ; perd pour toujours ", "; loses for good ") + listed(event.lost_names)
    if event.title:
        new = Text(". Nouveau titre : {title}", ". A new title: {title}")(title=event.title.inline)
        sentence = sentence + new
    return sentence + Text(".", ".")


CHAPTER = Chapter(
    name="levels",
    decides={GainLevel: gain_level},
    evolves={LevelGained: level_gained},
    tells={LevelGained: tell_level_gained},
    offers={GainLevel: offer_gain_level},
)
