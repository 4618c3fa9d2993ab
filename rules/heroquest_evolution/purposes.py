"""What each roll is for, in the reader's words."""

from __future__ import annotations

from rules.heroquest_evolution.combat_dice import COMBAT
from rules.kernel.dice import D6
from rules.kernel.text import Text
from rules.kernel.throwing import purposes

DICE = (D6, COMBAT)

ROLLS: dict[str, Text] = {
    "healing": Text("Soins", "Healing"),
    "regeneration": Text("Régénération", "Regeneration"),
    "poison": Text("Poison", "Poison"),
    "withering": Text("Flétrissure", "Withering"),
    "withering_rounds": Text("Durée de la flétrissure", "Length of the withering"),
    "waking": Text("Réveil", "Waking"),
    "rising": Text("Se relever", "Getting up"),
    "trap": Text("Piège posé", "Laid trap"),
    "confusion": Text("Fin de la confusion", "End of the confusion"),
    "resist_confusion": Text("Résister à la confusion", "Resisting confusion"),
    "resist_sleep": Text("Résister au sommeil", "Resisting sleep"),
    "resist_command": Text("Résister au commandement", "Resisting command"),
    "resist_stone": Text("Résister à la pierre", "Resisting stone"),
    "meditation": Text("Méditation", "Meditation"),
    "stunning_blow": Text("Coup assommant", "Stunning blow"),
    "disarming": Text("Désarmement", "Disarming"),
    "intrepidity": Text("Intrépidité", "Intrepidity"),
    "survival": Text("Dur à cuir", "Tough as leather"),
    "disarm_trap": Text("Désamorçage", "Trap disarming"),
    "spiders": Text("Araignées", "Spiders"),
    "fortune": Text("Fortune du djinn", "The djinn’s fortune"),
    "fortune_damage": Text("Prix de la fortune", "Price of the fortune"),
    "dark_attack": Text("Attaque du sort noir", "Attack of the dark spell"),
    "dark_defence": Text("Défense contre le sort noir", "Defence against the dark spell"),
    "black_lightning": Text("Durée de la confusion", "Length of the confusion"),
    "bargaining": Text("Marchandage", "Bargaining"),
} | purposes(DICE)
