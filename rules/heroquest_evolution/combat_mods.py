"""What changes an exchange of blows, as a table of named modifiers (§2–§6.4, R83–R87)."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rules.heroquest_evolution.book import BOOK, FOLDER
from rules.heroquest_evolution.content_types import Row
from rules.heroquest_evolution.refusals import refuse
from rules.kernel.content import ContentError, load_table
from rules.kernel.messages import Violation
from rules.kernel.text import Text, counted, listed

Side: TypeAlias = Literal["hero", "monster", "summoned"]
"""A hero or a mercenary, a monster, a creature that a spell has brought."""
Face: TypeAlias = Literal["skull", "white", "black"]
Ward: TypeAlias = Literal["weapons", "attacks", "spells"]
Second: TypeAlias = Literal["", "always", "hurt", "killed"]


class Mod(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One modifier. The first block says whose it is; the others what it does, in dice, faces and points."""

    key: str
    side: Literal["attack", "defence"]
    of: str = ""
    name: Text | None = None
    source: str = ""
    group: str = ""
    attackers: tuple[Side, ...] = ()
    defenders: tuple[Side, ...] = ()
    once: bool = False

    attack: int = 0
    defence: int = 0
    attack_dice: int | None = None
    defence_dice: int | None = None
    nature: Literal["", "spell", "hazard"] = ""
    unarmed: bool = False
    armed: bool = False
    halved: bool = False
    single_die: bool = False
    resists: bool = False
    undefended: bool = False
    alone: bool = False

    skulls: int | None = None
    needs: int = 0
    hits: tuple[Face, ...] = ()
    only: Face | None = None
    blocks: tuple[Face, ...] = ()
    block_only: Face | None = None
    one_shield: bool = False
    rerolls: bool = False
    turns_a_face: bool = False
    cursed: bool = False
    void: bool = False
    invisible: bool = False
    grip: bool = False

    worth: int = 1
    magic: bool = False
    mind: bool = False
    wards: tuple[Ward, ...] = ()
    skin: int = 0
    spares: bool = False
    tough: bool = False
    evades: bool = False
    at_once: bool = False
    second: Second = ""
    returns: Literal["", "field", "flames"] = ""

    @property
    def title(self) -> Text:
        """Its name, or that of the row it is a part of."""
        return self.name or _row(self).name

    @property
    def rule(self) -> str:
        return self.source or _row(self).source

    @property
    def link(self) -> str:
        """Where the rulebook says it at length (`skills/elf-parry`); empty where it does not."""
        section = self.of.partition("/")[0]
        return self.of if section in LINKED else ""


TABLES: dict[str, dict[str, Row]] = {
    "skills": dict(BOOK.skills),
    "spells": dict(BOOK.spells),
    "monster-skills": dict(BOOK.monster_skills),
    "dark-spells": dict(BOOK.dark_spells),
    "items": dict(BOOK.items),
    "effects": dict(BOOK.effects),
}
LINKED = frozenset({"skills", "spells", "monster-skills", "dark-spells", "items"})


def _row(mod: Mod) -> Row:
    section, _, key = mod.of.partition("/")
    return TABLES[section][key]


def load() -> dict[str, Mod]:
    """The modifiers by key; raises ContentError where one names nothing."""
    found = load_table(FOLDER / "combat_mods.toml", Mod)
    for key, mod in found.items():
        section, _, row = mod.of.partition("/")
        if (mod.of and row not in TABLES.get(section, {})) or not (mod.of or (mod.name and mod.source)):
            raise ContentError(f"combat_mods.toml: [{key}]: neither a row of the book nor a name of its own")
    return found


MODS: dict[str, Mod] = load()

FACES: dict[str, Text] = {
    "skull": Text("les crânes", "skulls"),
    "white": Text("les boucliers blancs", "white shields"),
    "black": Text("les boucliers noirs", "black shields"),
}


ATTACK_DICE = (Text("dé d’attaque", "attack die"), Text("dés d’attaque", "attack dice"))
DEFENCE_DICE = (Text("dé de défense", "defence die"), Text("dés de défense", "defence dice"))
POINTS = (Text("point", "point"), Text("points", "points"))
SKULLS = (Text("crâne", "skull"), Text("crânes", "skulls"))


def _more(number: int, nouns: tuple[Text, Text]) -> Text:
    """`+2 attack dice`, `−1 defence die`."""
    sign = Text("+", "+") if number > 0 else Text("−", "−")
    return sign + counted(abs(number), *nouns)


FLAGS: tuple[tuple[str, Text], ...] = (
    ("halved", Text("moitié des dés d’attaque, à l’inférieur", "half the attack dice, rounded down")),
    ("single_die", Text("un seul dé de défense", "a single defence die")),
    ("undefended", Text("aucune défense", "no defence")),
    ("alone", Text("la supériorité numérique ne compte pas", "outnumbering does not count")),
    ("rerolls", Text("relance au choix, avant la défense", "one reroll by choice, before the defence")),
    ("turns_a_face", Text("les dés d’une face au choix deviennent des crânes", "dice of one face of choice become skulls")),
    ("invisible", Text("chaque dé qui compte comme crâne est relancé une fois", "each die that counts as a skull is rolled again once")),
    ("one_shield", Text("un seul bouclier annule tout", "a single shield cancels everything")),
    ("grip", Text("un dé à part : son crâne coûte 1 point sans défense", "one die apart: its skull costs 1 point with no defence")),
    ("magic", Text("compte comme une arme magique", "counts as a magic weapon")),
    ("mind", Text("frappe l’Esprit", "strikes Mind")),
    ("spares", Text("la première blessure du tour est ignorée", "the first wound of the turn is ignored")),
    ("tough", Text("à 0 juste, survit sur 5 ou 6", "at exactly 0, survives on a 5 or 6")),
    ("evades", Text("évite la première attaque qui menace", "evades the first attack that threatens")),
    ("at_once", Text("tous les crânes d’un seul jet, ou rien", "every skull in one roll, or nothing")),
)  # fmt: skip
SECONDS: dict[str, Text] = {
    "always": Text("deux attaques par tour", "two attacks a turn"),
    "hurt": Text(
        "seconde attaque si la cible est blessée et debout",
        "second attack where the target is hurt and standing",
    ),
    "killed": Text(
        "seconde attaque contre un voisin si la cible meurt",
        "second attack at a neighbour where the target dies",
    ),
}
WARDS: dict[str, Text] = {
    "weapons": Text("les armes sans magie ne font rien", "weapons without magic do nothing"),
    "attacks": Text("aucune attaque ne l’atteint", "no attack reaches it"),
    "spells": Text("aucun sort ne l’atteint", "no spell reaches it"),
}
RETURNS: dict[str, Text] = {
    "field": Text("l’attaquant subit 2 dés d’attaque", "the attacker suffers 2 attack dice"),
    "flames": Text("l’attaquant perd autant de points", "the attacker loses as many points"),
}
SKIN = Text("ignore {n} de toute attaque qui en coûte davantage", "ignores {n} of any attack that costs more")
ONCE = Text(" (première attaque du tour)", " (first attack of the turn)")


def explain(mod: Mod) -> Text:
    """What a modifier does to an exchange, in a few words."""
    said = listed(tuple(_said(mod)))
    return said + ONCE if mod.once else said


def _said(mod: Mod) -> list[Text]:
    found = [_more(mod.attack, ATTACK_DICE)] if mod.attack else []
    found += [_more(mod.defence, DEFENCE_DICE)] if mod.defence else []
    found += _dice(mod) + _faces(mod)
    if mod.worth > 1:
        found.append(Text("{n} par crâne", "{n} per skull")(n=counted(mod.worth, *POINTS)))
    if mod.cursed:
        found.append(
            Text("le jet est refait et le second compte", "the roll is made again and the second stands")
        )
    if mod.void:
        found.append(Text("le jet est nul", "the roll is void"))
    if mod.skin:
        found.append(SKIN(n=counted(mod.skin, *POINTS)))
    found += [text for flag, text in FLAGS if getattr(mod, flag)]
    found += [WARDS[ward] for ward in mod.wards]
    found += [SECONDS[mod.second]] if mod.second else []
    return found + ([RETURNS[mod.returns]] if mod.returns else [])


def _dice(mod: Mod) -> list[Text]:
    """The dice that stand in the place of the own ones."""
    found = []
    if mod.attack_dice is not None:
        found.append(Text("{n} en tout", "{n} in all")(n=counted(mod.attack_dice, *ATTACK_DICE)))
    if mod.skulls is not None:
        found.append(Text("{n} d’office", "{n} without a roll")(n=counted(mod.skulls, *SKULLS)))
    if mod.defence_dice is not None:
        found.append(Text("{n} en tout", "{n} in all")(n=counted(mod.defence_dice, *DEFENCE_DICE)))
    return found


def _faces(mod: Mod) -> list[Text]:
    """What the faces are worth."""
    found = [Text("seuls {f} touchent", "only {f} hit")(f=FACES[mod.only])] if mod.only else []
    found += [Text("{f} touchent aussi", "{f} hit too")(f=FACES[face]) for face in mod.hits]
    if mod.block_only:
        found.append(Text("seuls {f} parent", "only {f} block")(f=FACES[mod.block_only]))
    return found + [Text("{f} parent aussi", "{f} block too")(f=FACES[face]) for face in mod.blocks]


SIDES: dict[str, Text] = {
    "hero": Text("un héros", "a hero"),
    "monster": Text("un monstre", "a monster"),
    "summoned": Text("une créature invoquée", "a summoned creature"),
}


def chosen(
    keys: tuple[str, ...], attacker: Side, defender: Side, *, sided: bool = True
) -> tuple[Mod, ...] | Violation:
    """The modifiers of these keys in the order of the table, each once; the refusal where they do not go together.

    `sided`: they are all about the blows of this attacker on this defender.
    """
    for key in keys:
        if key not in MODS:
            return refuse(
                "unknown_mod",
                "Modificateur inconnu : {key}.",
                "Unknown modifier: {key}.",
                "R83",
                field="mods",
                key=key[:80],
            )
    found = tuple(mod for mod in MODS.values() if mod.key in keys)
    wrong = _wrong_side(found, attacker, defender) if sided else None
    return wrong or _clash(found) or found


def _wrong_side(mods: tuple[Mod, ...], attacker: Side, defender: Side) -> Violation | None:
    for mod in mods:
        for allowed, side in ((mod.attackers, attacker), (mod.defenders, defender)):
            if allowed and side not in allowed:
                return refuse(
                    "mod_not_theirs",
                    "« {name} » n’est pas l’affaire de {side}.",
                    "“{name}” is no matter of {side}.",
                    mod.rule,
                    field="mods",
                    name=mod.title,
                    side=SIDES[side],
                )
    return None


def _clash(mods: tuple[Mod, ...]) -> Violation | None:
    seen: dict[str, Mod] = {}
    for mod in mods:
        other = seen.setdefault(mod.group, mod) if mod.group else mod
        if other is not mod:
            return refuse(
                "mods_exclude",
                "« {one} » et « {other} » s’excluent.",
                "“{one}” and “{other}” exclude each other.",
                mod.rule,
                field="mods",
                one=other.title,
                other=mod.title,
            )
    return None
