"""The house rules of the table, of titles, levels, training, the Tower, quests and deeds (R3–R5, R11–R15, R19, R24, R105)."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import msgspec

from rules.heroquest_evolution.book import BOOK, MAX_LEVEL, LevelGain
from rules.heroquest_evolution.deeds import DEEDS
from rules.kernel.house_rules import HouseRule, Words
from rules.kernel.text import Text

CAMPAIGN = Text("Campagne", "Campaign")
PARTY = Text("Groupe et titres", "Party and titles")
TRAINING = Text("Entraînement et Tour des Mages", "Training and Mages’ Tower")
GAINS = Text("Gains de niveau : {name}", "Level gains: {name}")
GAIN_OF = Text("Niveau {level}, {name}", "Level {level}, {name}")
QUESTS = Text("XP des quêtes et des exploits", "XP of quests and deeds")
PARTY_MOST = 8
GOLD_MOST, XP_MOST = 100_000, 1000
TIMES_MOST = 9

STARRED = "-starred"
SPELL = "spell-"
SPELL_LEVELS = range(2, 7)
PLAIN_GAINS: dict[str, Text] = {
    "skill": Text("une compétence", "one skill"),
    "body": Text("+1 Corps", "+1 Body"),
    "mind": Text("+1 Esprit", "+1 Mind"),
    "attack": Text("+1 dé d’Attaque", "+1 Attack die"),
    "defence": Text("+1 dé de Défense", "+1 Defence die"),
}
SPELL_GAINS: dict[str, Text] = {
    f"{SPELL}{level}": Text("un sort de niveau {n} au plus", "one spell of level {n} or lower")(n=level)
    for level in SPELL_LEVELS
} | {
    f"{SPELL}{level}{STARRED}": Text(
        "un sort de niveau {n} au plus, sauf mage guerrier",
        "one spell of level {n} or lower, not a warrior mage",
    )(n=level)
    for level in SPELL_LEVELS
}
"""A starred spell is skipped by a warrior mage (R17)."""
ONE_SPELL = tuple(combinations(SPELL_GAINS, 2))


def gain_words(gain: LevelGain) -> Words:
    """A cell of the level table as the words of its house rule."""
    given = {what for what, _ in gain.gains} | ({"skill"} if gain.skill else set())
    plain = tuple(word for word in PLAIN_GAINS if word in given)
    if gain.spell is None:
        return plain
    return (*plain, f"{SPELL}{gain.spell}{STARRED if gain.starred else ''}")


@cache
def gain_of(words: Words) -> LevelGain:
    """The cell that such words stand for."""
    found = LevelGain(
        gains=tuple((word, 1) for word in words if word in PLAIN_GAINS and word != "skill"),
        skill="skill" in words,
    )
    spell = next((word for word in words if word.startswith(SPELL)), None)
    if spell is None:
        return found
    level = int(spell.removeprefix(SPELL).removesuffix(STARRED))
    return msgspec.structs.replace(found, spell=level, starred=spell.endswith(STARRED))


def _number(
    key: str,
    label: Text,
    default: int,
    low: int,
    high: int,
    source: str,
    group: Text,
    *,
    house_table: bool = False,
) -> HouseRule:
    return HouseRule(
        key=key,
        label=label,
        type="int",
        default=default,
        low=low,
        high=high,
        source=source,
        group=group,
        house_table=house_table,
    )


def _flag(key: str, label: Text, source: str, group: Text, *, default: bool) -> HouseRule:
    return HouseRule(key=key, label=label, type="bool", default=default, source=source, group=group)


TABLE = (
    HouseRule(
        key="dice",
        label=Text("Qui lance les dés", "Who throws the dice"),
        type="choice",
        default="ask",
        choices=(
            (
                "ask",
                Text("la table ou l’application, au choix à chaque jet", "table or app, asked each time"),
            ),
            ("app", Text("l’application, sans demander", "the app, without asking")),
            ("table", Text("la table, toujours", "the table, always")),
        ),
        source="R106",
        group=CAMPAIGN,
    ),
    _number(
        "starting_gold",
        Text("Or de départ d’un héros", "Gold a hero starts with"),
        0,
        0,
        GOLD_MOST,
        "R1",
        CAMPAIGN,
        house_table=True,
    ),
    HouseRule(
        key="upkeep_for",
        label=Text("Qui doit l’entretien après une quête", "Who owes upkeep after a quest"),
        type="choice",
        default="everyone",
        choices=(
            ("everyone", Text("tous les héros, absents compris", "every hero, those absent included")),
            ("party", Text("ceux qui y étaient", "those who were in it")),
        ),
        source="R19",
        group=CAMPAIGN,
        house_table=True,
    ),
    _flag(
        "upkeep_bars",
        Text("Qui doit l’entretien n’entre pas en quête", "Who owes upkeep may not enter a quest"),
        "R19",
        CAMPAIGN,
        default=True,
    ),
)
BAND = (
    _number(
        "party_size",
        Text("Héros dans une quête, au plus", "Heroes in a quest, at most"),
        4,
        1,
        PARTY_MOST,
        "R3",
        PARTY,
    ),
    HouseRule(
        key="same_class",
        label=Text("Deux héros d’une même classe en quête", "Two heroes of one class in a quest"),
        type="choice",
        default="warned",
        choices=(
            ("warned", Text("permis, avec un avertissement", "allowed, with a warning")),
            ("allowed", Text("permis", "allowed")),
            ("refused", Text("refusés", "refused")),
        ),
        source="R3",
        group=PARTY,
    ),
    _number(
        "champion_level", Text("Champion dès le niveau", "Champion from level"), 3, 2, MAX_LEVEL, "R4", PARTY
    ),
    _flag(
        "legend_retires",
        Text(
            "Une légende vivante se retire après une dernière quête",
            "A living legend retires after one last quest",
        ),
        "R4",
        PARTY,
        default=True,
    ),
)
SCHOOL = (
    _flag(
        "free_training",
        Text("L’entraînement est gratuit", "Training is free"),
        "R105",
        TRAINING,
        default=False,
    ),
    _number(
        "body_training",
        Text("Entraînement : +1 Corps", "Training: +1 Body"),
        5000,
        0,
        GOLD_MOST,
        "R15",
        TRAINING,
    ),
    _number(
        "training_limit.level",
        Text(
            "Niveaux à l’entraînement entre deux quêtes, au plus",
            "Levels by training between two quests, at most",
        ),
        1,
        0,
        TIMES_MOST,
        "R14",
        TRAINING,
    ),
    _number(
        "training_limit.body",
        Text(
            "Corps à l’entraînement entre deux quêtes, au plus",
            "Body by training between two quests, at most",
        ),
        1,
        0,
        TIMES_MOST,
        "R15",
        TRAINING,
        house_table=True,
    ),
    _number(
        "training_limit.mind",
        Text("Esprit à la Tour entre deux quêtes, au plus", "Mind at the Tower between two quests, at most"),
        1,
        0,
        TIMES_MOST,
        "R24",
        TRAINING,
        house_table=True,
    ),
    _number(
        "tower_spell",
        Text("Tour : un sort, par niveau du sort", "Tower: a spell, for each of its levels"),
        750,
        0,
        10_000,
        "R24",
        TRAINING,
        house_table=True,
    ),
    _number(
        "tower_other_sphere",
        Text("Tour : sort d’une autre sphère, en pour cent", "Tower: spell of another sphere, in per cent"),
        200,
        0,
        1000,
        "R24",
        TRAINING,
        house_table=True,
    ),
    _number(
        "tower_mind",
        Text("Tour : +1 Esprit", "Tower: +1 Mind"),
        5000,
        0,
        GOLD_MOST,
        "R24",
        TRAINING,
        house_table=True,
    ),
    HouseRule(
        key="tower_highest",
        label=Text("Tour : jusqu’à quel niveau de sort", "Tower: up to which level of spell"),
        type="choice",
        default="known",
        choices=(
            ("known", Text("le plus haut connu", "the highest known")),
            ("any", Text("tous les niveaux", "every level")),
        ),
        source="R24",
        group=TRAINING,
        house_table=True,
    ),
)


def _training() -> list[HouseRule]:
    label = Text("Entraînement : niveau {n}", "Training: level {n}")
    return [
        _number(
            f"training_price.{key}",
            label(n=key),
            row.training,
            0,
            GOLD_MOST,
            "R14",
            TRAINING,
            house_table=True,
        )
        for key, row in BOOK.levels.items()
    ]


def _gains() -> list[HouseRule]:
    """Each cell of R5, by class."""
    rules = []
    for hero_class, row in BOOK.hero_classes.items():
        options = PLAIN_GAINS | (SPELL_GAINS if row.sphere_count else {})
        rules += [
            HouseRule(
                key=f"level_gain.{level}.{hero_class}",
                label=GAIN_OF(level=level, name=row.name.inline),
                type="words",
                default=gain_words(cells.gain(hero_class)),
                low=0,
                high=len(PLAIN_GAINS) + bool(row.sphere_count),
                choices=tuple(options.items()),
                conflicts=ONE_SPELL if row.sphere_count else (),
                source="R5",
                group=GAINS(name=row.name.inline),
                house_table=True,
            )
            for level, cells in BOOK.levels.items()
        ]
    return rules


def _quests() -> list[HouseRule]:
    find = Text("{quest} : avec la trouvaille", "{quest}: with the find")
    rules = []
    for key, row in BOOK.quests.items():
        rules.append(
            _number(f"quest_xp.{key}", row.name, row.xp, 0, XP_MOST, row.source.partition(",")[0], QUESTS)
        )
        if row.special_xp is not None:
            rules.append(
                _number(f"special_xp.{key}", find(quest=row.name), row.special_xp, 0, XP_MOST, "R13", QUESTS)
            )
    return rules


def _deeds() -> list[HouseRule]:
    label = Text("Exploit : {deed}", "Deed: {deed}")
    return [
        _number(f"deed_xp.{key}", label(deed=name), xp, 0, XP_MOST, "R11", QUESTS)
        for key, (name, _, xp) in DEEDS.items()
    ]


BOUNTY = (
    _number(
        "bounty_xp",
        Text(
            "Chasseur de primes : XP de la quête en plus, en pour cent",
            "Bounty hunter: more quest XP, in per cent",
        ),
        20,
        0,
        200,
        "R12",
        QUESTS,
    ),
    _number(
        "bounty_gold",
        Text(
            "Chasseur de primes : or de la quête en plus, en pour cent",
            "Bounty hunter: more quest gold, in per cent",
        ),
        10,
        0,
        200,
        "R12",
        QUESTS,
    ),
)
GENERAL_ROWS: tuple[HouseRule, ...] = (*TABLE, *BAND)
GROWTH_ROWS: tuple[HouseRule, ...] = (*SCHOOL, *_training(), *_gains(), *_quests(), *_deeds(), *BOUNTY)
