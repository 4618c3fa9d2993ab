"""What each roll is for, in the reader's words, and what it hopes for."""

from __future__ import annotations

from rules.heroquest_annexes.combat_die import BLACK, DICE, SKULL, WHITE
from rules.kernel.counting import Aim
from rules.kernel.text import Text
from rules.kernel.throwing import purposes

ROLLS: dict[str, Text] = {
    "attack": Text("Attaque", "Attack"),
    "reroll": Text("Dé relancé de l’Elfe", "The elf’s reroll"),
    "monster_defence": Text("Défense du monstre", "The monster’s defence"),
    "monster_attack": Text("Attaque du monstre", "The monster’s attack"),
    "defence": Text("Défense", "Defence"),
    "spell_defence": Text("Résister au sort", "Resisting the spell"),
    "genie": Text("Attaque du Djinn", "The genie’s attack"),
    "movement": Text("Mouvement", "Movement"),
    "waking": Text("Réveil", "Waking"),
    "pit": Text("Passer l’oubliette", "Crossing the pit"),
    "rocks": Text("Éboulis", "Falling rocks"),
    "disarm": Text("Désamorçage", "Disarming"),
    **purposes(DICE),
}
AIMS: dict[str, Aim] = {
    "attack": Aim((SKULL,)),
    "reroll": Aim((SKULL,)),
    "genie": Aim((SKULL,)),
    "monster_attack": Aim((SKULL,), foe=True),
    "monster_defence": Aim((BLACK,), foe=True),
    "defence": Aim((WHITE,)),
    "spell_defence": Aim((BLACK,), foe=True),
    "pit": Aim((WHITE, BLACK)),
    "rocks": Aim((WHITE, BLACK)),
    "disarm": Aim((SKULL, WHITE)),
}
