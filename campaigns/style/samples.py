"""One sample of every kind of section, in every state it has. They belong to no game."""

from __future__ import annotations

from rules.kernel.sections import (
    AnySection,
    Bar,
    Bars,
    Card,
    Cards,
    Derived,
    Effect,
    Effects,
    Figure,
    Figures,
    Line,
    Listing,
    Numbers,
    Part,
    Prose,
    Receipt,
    Table,
    Tap,
    Track,
    Tracks,
)
from rules.kernel.text import Text, same

BODY, MIND = Text("Corps", "Body"), Text("Esprit", "Mind")
LESS, MORE, USE, BACK = (
    Text("Un de moins", "One less"),
    Text("Un de plus", "One more"),
    Text("Utiliser", "Use"),
    Text("Reprendre", "Take back"),
)
RULE = "§1"


def tap(label: Text, what: str) -> Tap:
    return Tap("show", {"what": what}, label)


def number(key: str, label: Text, value: int, icon: str, **more: object) -> Derived:
    parts = (Part(Text("Au départ", "At the start"), value - 1, RULE), Part(Text("Épée", "Sword"), 1, RULE))
    return Derived(key=key, label=label, value=value, parts=parts, icon=icon, **more)  # type: ignore[arg-type]


NUMBERS = Numbers(
    key="numbers",
    title=Text("Nombres qui s’expliquent", "Numbers that explain themselves"),
    numbers=(
        number("attack", Text("Attaque", "Attack"), 3, "skull", mood="up"),
        number("defence", Text("Défense", "Defence"), 2, "shield", mood="down"),
        number("movement", Text("Mouvement", "Movement"), 1, "boot", dice="2d6"),
    ),
)
TRACKS = Tracks(
    key="tracks",
    title=Text("Jauges", "Tracks"),
    tracks=(
        Track(key="body", label=BODY, now=4, most=7, icon="body", parts=(Part(Text("Classe", "Class"), 7, RULE),),
              down=tap(LESS, "body"), up=tap(MORE, "body")),
        Track(key="mind", label=MIND, now=2, most=3, icon="mind", note=Text("Il récupère demain.", "Back tomorrow."),
              down=tap(LESS, "mind"), up=tap(MORE, "mind")),
        Track(key="long", label=Text("Longue", "Long"), now=17, most=24, icon="heart", tone="body"),
        Track(key="steps", label=Text("Expérience", "Experience"), now=620, most=1000, floor=400, tone="xp", style="bar",
              note=Text("encore 380", "380 to go")),
    ),
)  # fmt: skip
CARDS = Cards(
    key="cards",
    title=Text("Cartes", "Cards"),
    search=True,
    cards=(
        Card(key="ready", title=Text("Prête", "Ready"), text=Text("Une touche l’utilise.", "One tap uses it."), state="ready",
             icon="fire", tone="fire", tap=tap(USE, "ready")),
        Card(key="uses", title=Text("Trois fois", "Three times"), state="ready", uses=1, uses_most=3, icon="water", tone="water",
             tap=tap(USE, "uses"), back=tap(BACK, "uses")),
        Card(key="choice", title=Text("Au choix", "To choose"), text=Text("Elle s’ouvre.", "It opens."), state="ready",
             icon="air", tone="air", taps=(tap(Text("Sur soi", "On oneself"), "self"), tap(Text("Sur autrui", "On another"), "other"))),
        Card(key="spent", title=Text("Employée", "Spent"), text=Text("Jusqu’à demain.", "Until tomorrow."), state="spent",
             icon="earth", tone="earth", back=tap(BACK, "spent")),
        Card(key="lost", title=Text("Perdue", "Lost"), state="lost", icon="dark", tone="dark"),
        Card(key="passive", title=Text("Permanente", "Permanent"), text=Text("Rien à faire.", "Nothing to do."), icon="shield"),
        Card(key="counted", title=Text("Comptée", "Counted"), count=3, icon="potion", group=Text("Sac", "Bag")),
    ),
)  # fmt: skip
PICKER = Cards(
    key="picker",
    title=Text("Cartes à compter", "Cards to count with"),
    picker=True,
    cards=(
        Card(key="one", title=Text("Squelette", "Skeleton"), text=same("20 XP"), state="ready", icon="skeleton", tap=tap(MORE, "one")),
        Card(key="two", title=Text("Orque", "Orc"), text=same("30 XP"), state="ready", icon="orc", count=2, tap=tap(MORE, "two"),
             back=tap(LESS, "two")),
    ),
)  # fmt: skip
EFFECTS = Effects(
    key="effects",
    title=Text("Effets", "Effects"),
    effects=(
        Effect(key="good", title=Text("Courage", "Courage"), text=Text("Un dé de plus.", "One die more."), rounds=2, icon="fire",
               mood="good", taps=(tap(Text("Fin", "End"), "good"),)),
        Effect(key="bad", title=Text("Endormi", "Asleep"), text=Text("Rien à faire.", "Nothing to do."), rounds=1, icon="sleep", mood="bad"),
        Effect(key="rolls", title=Text("Rage", "Rage"), rolls=3, icon="axe"),
    ),
)  # fmt: skip
FIGURES = Figures(
    key="figures",
    title=Text("Figurines en jeu", "Figures in play"),
    figures=(
        Figure(key="up", title=Text("Orque 1", "Orc 1"), icon="orc",
               track=Track(key="orc-1", label=BODY, now=1, most=2, icon="body", tone="body", down=tap(LESS, "up"), up=tap(MORE, "up")),
               away=tap(BACK, "up")),
        Figure(key="down", title=Text("Momie 1", "Mummy 1"), icon="mummy", is_down=True,
               taps=(tap(same("Merin"), "merin"), tap(same("Brom"), "brom"))),
    ),
)  # fmt: skip
LISTING = Listing(
    key="list",
    title=Text("Liste", "List"),
    lines=(
        Line(label=Text("Épée", "Sword"), detail=same("250"), icon="sword"),
        Line(label=Text("Casque", "Helmet"), detail=same("125"), icon="helmet"),
    ),
)
EMPTY = Listing(
    key="empty",
    title=Text("Liste vide", "Empty list"),
    lines=(),
    empty=Text(
        "Rien pour l’instant\N{NO-BREAK SPACE}: le premier butin viendra ici.",
        "Nothing yet: the first loot comes here.",
    ),
)
TABLE = Table(
    key="table",
    title=Text("Tableau", "Table"),
    columns=(Text("Qui", "Who"), BODY, MIND),
    rows=((Text("Nain", "Dwarf"), 7, 3), (Text("Elfe", "Elf"), 6, 4)),
)
BARS = Bars(
    key="bars",
    title=Text("Diagramme", "Chart"),
    columns=(Text("Touches", "Hits"), Text("Chance", "Chance")),
    bars=(
        Bar(same("0"), 0.125, Text("12\N{NO-BREAK SPACE}%", "12%")),
        Bar(same("1"), 0.375, Text("38\N{NO-BREAK SPACE}%", "38%")),
        Bar(same("2"), 0.5, Text("50\N{NO-BREAK SPACE}%", "50%")),
    ),
)
PROSE = (
    Prose(key="plain", title=Text("Texte", "Text"), text=Text("Ce qui se lit.", "What is read.")),
    Prose(key="good", title=Text("Bonne nouvelle", "Good news"), text=Text("C’est fait.", "It is done."), mood="good"),
    Prose(key="warn", title=Text("Mise en garde", "Warning"), text=Text("Le sac est plein.", "The bag is full."), mood="warn"),
)  # fmt: skip
RECEIPTS = (
    Receipt(key="receipt", title=same("Merin"), hero="merin", subtitle=Text("Nain · niveau 2", "Dwarf · level 2"),
            lines=(Part(Text("Quête", "Quest"), 100, RULE), Part(Text("2 orques", "2 orcs"), 60, RULE)), total=160,
            unit=same("XP"), notes=(Text("Passe au niveau 3", "Rises to level 3"),)),
    Receipt(key="dead", title=same("Brom"), hero="brom", lines=(), total=0, unit=same("XP"), mood="dead",
            notes=(Text("Mort dans cette quête", "Died in this quest"),)),
)  # fmt: skip

SAMPLES: tuple[AnySection, ...] = (
    NUMBERS, TRACKS, CARDS, PICKER, EFFECTS, FIGURES, LISTING, EMPTY, TABLE, BARS, *PROSE,
)  # fmt: skip
