"""What each roll and each draw is for, in the reader's words."""

from __future__ import annotations

from rules.kernel.dice import D6, Die
from rules.kernel.text import Text
from rules.kernel.throwing import purposes

DICE: tuple[Die, ...] = (D6,)
MANA_ROLLS = 40
"""More than any monster's gear gives mana for."""
ROLLS: dict[str, Text] = {
    **purposes(DICE),
    "attack": Text("Attaque", "Attack"),
    "defence": Text("Défense", "Defence"),
    "foe_attack": Text("Attaque du monstre", "The monster’s attack"),
    "foe_defence": Text("Défense du monstre", "The monster’s defence"),
    "flee": Text("Fuite", "Flight"),
    "reroll": Text("Relance", "Reroll"),
    "added": Text("Dé ajouté", "Added die"),
    "test": Text("Test de l’aventure", "Test of the adventure"),
    "oracle": Text("Oracle", "Oracle"),
    "tile": Text("Tuile piochée", "Tile drawn"),
    "monster": Text("Monstre pioché", "Monster drawn"),
    "adventure": Text("Aventure tirée", "Adventure drawn"),
    "item": Text("Objet pioché", "Item drawn"),
    "boss": Text("Boss tiré", "Boss drawn"),
    **{f"gear_{n}": Text("Équipement du monstre", "The monster’s equipment") for n in range(1, 5)},
    **{f"stall_{n}": Text("Carte de l’étalage", "Card of the stall") for n in range(1, 4)},
    **{f"foe_mana_{n}": Text("Mana du monstre", "The monster’s mana") for n in range(1, MANA_ROLLS)},
}
