"""What the fields of the catalog's rows are called and drawn as."""

from __future__ import annotations

from rules.kernel.lexicon import Lexicon, Relation
from rules.kernel.text import Text

SKILLS = ("skills", "monster-skills")
SPELLS = ("spells", "dark-spells")
EVOLUTION = Text("Évolution de", "Evolution of"), Text("Évolue en", "Evolves into")
EXCLUDES = Text("Exclut", "Excludes")
RELATIONS: tuple[Relation, ...] = (
    Relation("evolution_of", *EVOLUTION),
    Relation("species", *EVOLUTION),
    Relation("excludes", EXCLUDES, EXCLUDES),
    Relation("hero_class", Text("Classe de héros", "Hero class"), sections=("hero-classes",)),
    Relation("skills", sections=SKILLS),
    Relation("spells", sections=(*SPELLS, "spell-sets")),
    Relation("members", back=Text("Compris dans", "Held by"), sections=SPELLS),
    Relation("monsters", sections=("monsters",)),
    Relation("cells", sections=("monsters",)),
    Relation("quest", sections=("quests",)),
    Relation(
        "weapon",
        Text("Commence avec", "Starts with"),
        Text("Portée dès le début par", "Carried from the start by"),
        ("items",),
    ),
    Relation(
        "ammunition", Text("Munitions", "Ammunition"), Text("Munitions pour", "Ammunition for"), ("items",)
    ),
    Relation(
        "needs_skill",
        Text("Demande la compétence", "Needs the skill"),
        Text("Permet d’utiliser", "Lets you use"),
        SKILLS,
    ),
    Relation(
        "only", Text("Réservé à", "Only for"), Text("Équipement réservé", "Gear for few"), ("hero-classes",)
    ),
    Relation(
        "never",
        Text("Interdit à", "Not for"),
        Text("Équipement interdit", "Gear out of reach"),
        ("hero-classes",),
    ),
    Relation(
        "learns_from", Text("Apprend comme", "Learns from"), Text("Enseigne à", "Teaches"), ("hero-classes",)
    ),
    Relation("skill", Text("La même chez d’autres", "The same for others"), goes_back=False),
)

LEXICON = Lexicon(
    relations=RELATIONS,
    facts={
        "attack_melee": Text("Attaque au contact", "Attack in contact"),
        "movement": Text("Mouvement", "Movement"),
        "reach": Text("Portée, en cases", "Reach, in squares"),
        "lot": Text("Vendu par", "Sold by"),
        "pool": Text("Points à dépenser", "Points to spend"),
        "sphere_count": Text("Sphères de magie", "Spheres of magic"),
        "gold": Text("Or de départ", "Gold at the start"),
        "heals_body": Text("Rend en corps", "Gives back body"),
        "heals_mind": Text("Rend en esprit", "Gives back mind"),
        "special_xp": Text("XP de qui le trouve", "XP for the one who finds it"),
        "improvements": Text("Améliorations", "Improvements"),
        "details": Text("En détail", "In detail"),
    },
    dull={"lot": 1, "reach": 1},
    marks={
        "two_handed": Text("À deux mains", "Two-handed"),
        "bars_shield": Text("Sans bouclier", "No shield beside it"),
        "diagonal": Text("Frappe en diagonale", "Strikes diagonally"),
        "thrown": Text("Se lance", "Can be thrown"),
        "wooden": Text("En bois", "Of wood"),
        "consumable": Text("Consommé", "Used up"),
        "offensive": Text("Sort offensif", "Offensive spell"),
        "activated": Text("À déclarer", "Has to be declared"),
        "disarms": Text("Désamorce les pièges", "Disarms traps"),
        "misprint": Text("Imprimé ainsi, sans doute une coquille", "As printed, likely a misprint"),
    },
    warnings=("misprint",),
    figures={
        "movement": "movement",
        "attack": "attack",
        "attack_melee": "axe",
        "defence": "defence",
        "body": "body",
        "mind": "mind",
        "xp": "xp",
        "price": "coin",
        "duration": "hourglass",
    },
    profile=frozenset({"movement", "attack", "defence", "body", "mind"}),
    icons={
        "weapon": "sword",
        "ranged": "bow",
        "ammunition": "target",
        "tool": "bag",
        "artefact": "crown",
        "hand-axe": "axe",
        "battle-axe": "axe",
        "halberd": "spear",
    },
    icon_fields=("icon", "key", "sphere", "category", "hero_class"),
    tone="sphere",
    identity="skill",
    also=("named",),
)
