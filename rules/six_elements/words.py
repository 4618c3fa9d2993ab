"""Words that several pages and sentences share."""

from __future__ import annotations

from rules.kernel.text import Text, counted
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Power

ELEMENTS: dict[str, Text] = {key: row.name for key, row in BOOK.elements.items()}
STONES: dict[str, Text] = {key: row.stone for key, row in BOOK.elements.items() if row.stone}
STATS: dict[str, Text] = {
    "attack": Text("Attaque", "Attack"),
    "defence": Text("Défense", "Defence"),
    "magic": Text("Magie", "Magic"),
}
POINTS: dict[str, Text] = {"body": Text("Corps", "Body"), "mana": Text("Mana", "Mana")}
RARITY: dict[str, Text] = {
    "common": Text("Commun", "Common"),
    "rare": Text("Rare", "Rare"),
    "unique": Text("Unique", "Unique"),
    "mythic": Text("Mythique", "Mythic"),
    "boss": Text("Boss divin", "Divine boss"),
}
SLOTS: dict[str, Text] = {
    "head": Text("Tête", "Head"),
    "torso": Text("Torse", "Torso"),
    "main": Text("Main principale", "Main hand"),
    "off": Text("Main secondaire", "Off hand"),
    "feet": Text("Pieds", "Feet"),
    "ring": Text("Anneau", "Ring"),
    "amulet": Text("Amulette", "Amulet"),
}
TOKENS: dict[str, Text] = {
    "fire": Text("Feu", "Fire"),
    "water": Text("Eau", "Water"),
    "earth": Text("Terre", "Earth"),
    "air": Text("Air", "Air"),
    "poison": Text("Poison", "Poison"),
    "void": Text("Néant", "Void"),
    "attack": Text("+1 attaque", "+1 attack"),
    "defence": Text("+1 défense", "+1 defence"),
    "stun": Text("Étourdissement", "Stun"),
}
TOKEN_RULES: dict[str, Text] = {
    **{key: row.text for key, row in BOOK.elements.items() if row.stone},
    "attack": Text("S’ajoute à la prochaine attaque, puis s’en va.", "Adds to the next attack, then goes."),
    "defence": Text("S’ajoute à la prochaine défense, puis s’en va.", "Adds to the next defence, then goes."),
    "stun": Text(
        "Pas d’attaque au prochain round où il attaquerait.", "No attack in the next round it would attack."
    ),
}
HARMFUL = frozenset({"fire", "water", "poison", "stun"})
"""Tokens that are given to the opponent (§8)."""
INSTANT: dict[str, Text] = {
    "damage": Text("dégâts +{n}, même parés", "damage +{n}, even if parried"),
    "ward": Text("dégâts subis −{n}", "damage taken −{n}"),
    "heal": Text("rend {n} corps", "gives back {n} body"),
    "mana": Text("rend {n} mana", "gives back {n} mana"),
    "reroll": Text("relances gratuites : {n}", "free rerolls: {n}"),
    "cleanse": Text("retire feu, poison, eau et étourdissement", "takes off fire, poison, water and stun"),
}
ADVENTURES: dict[str, Text] = {
    "trial": Text("Épreuve", "Trial"),
    "trap": Text("Piège", "Trap"),
    "event": Text("Événement", "Event"),
    "blessing": Text("Bénédiction", "Blessing"),
    "curse": Text("Malédiction", "Curse"),
    "divine": Text("Rencontre divine", "Divine encounter"),
}
GRADES: dict[str, Text] = {
    "easy": Text("Facile", "Easy"),
    "normal": Text("Normal", "Normal"),
    "heroic": Text("Héroïque", "Heroic"),
}
MODES: dict[str, Text] = {
    "solo": Text("Solo", "Solo"),
    "cooperative": Text("Coopératif", "Cooperative"),
    "competitive": Text("Compétitif", "Competitive"),
}
HERO = Text("Héros", "Hero")
GOLD, XP, LEVEL = Text("Or", "Gold"), Text("XP", "XP"), Text("Niveau", "Level")
DEATHS = Text("Morts", "Deaths")
REASON = Text("Raison", "Reason")
NAME = Text("Nom", "Name")
DICE = Text("dé", "die"), Text("dés", "dice")
GOLD_PIECES = Text("pièce d’or", "gold piece"), Text("pièces d’or", "gold pieces")


def joined(texts: tuple[Text, ...], between: str = " · ") -> Text:
    """One after the other; needs at least one."""
    return Text(between.join(t.fr for t in texts), between.join(t.en for t in texts))


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def power_text(power: Power) -> Text:
    """`2 jetons de feu à l’adversaire`, `rend 1 corps`."""
    if power.what in INSTANT:
        return INSTANT[power.what](n=power.amount)
    whom = Text(" à chacun", " to each") if power.target == "both" else token_goes_to(power.what)
    return token_text(power.what, power.amount) + whom


def token_goes_to(token: str) -> Text:
    """Whom a token is meant for."""
    return (
        Text(" à l’adversaire", " to the opponent") if token in HARMFUL else Text(" pour soi", " for oneself")
    )


def token_text(token: str, number: int) -> Text:
    """`2 jetons Feu`."""
    count = counted(number, Text("jeton", "token"), Text("jetons", "tokens"))
    return Text(
        f"{count.fr} {TOKENS[token].fr}", f"{number} {TOKENS[token].en} token{'s' if number != 1 else ''}"
    )


def mana_text(number: int) -> Text:
    return Text("{n} mana", "{n} mana")(n=number)


def dice_text(number: int, bonus: int) -> Text:
    """`2 dés +1`."""
    dice = counted(number, *DICE)
    more = f" {signed(bonus)}" if bonus else ""
    return Text(dice.fr + more, dice.en + more)
