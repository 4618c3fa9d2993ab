"""The sheet of a hero: what a viewer sees and may tap."""

from __future__ import annotations

from typing import Any

from rules.kernel.offers import Viewer
from rules.kernel.sections import (
    AnySection,
    Derived,
    Effect,
    Effects,
    Line,
    Listing,
    Numbers,
    Part,
    Sheet,
    Track,
    Tracks,
    derive,
)
from rules.kernel.text import Text
from rules.six_elements import belongings
from rules.six_elements.book import BOOK, NEUTRAL
from rules.six_elements.dues import LEVEL_MOST, due, level_due, owed_skills
from rules.six_elements.dungeon import spot, where
from rules.six_elements.house import house_int
from rules.six_elements.moments import moment
from rules.six_elements.state import Foe, Hero, State
from rules.six_elements.stats import (
    ELEMENT_ICONS,
    body_most,
    derived,
    derived_affinity,
    foe_body,
    foe_derived,
    foe_mana,
    foe_most,
    mana_most,
    most_parts,
)
from rules.six_elements.words import (
    DEATHS,
    GOLD,
    HARMFUL,
    POINTS,
    STATS,
    TOKEN_RULES,
    TOKENS,
    XP,
)

TRACKS, STATS_TITLE = Text("Corps, mana, expérience", "Body, mana, experience"), Text("Stats", "Stats")
MEANS = Text("Or, morts", "Gold, deaths")
TOKENS_TITLE, ABOUT = Text("Jetons", "Tokens"), Text("Profil", "Profile")
SUBTITLE = Text("{class_} · niveau {level}", "{class_} · level {level}")
NEXT_LEVEL, TOP = Text("niveau {level} à {xp}", "level {level} at {xp}"), Text("dernier niveau", "last level")
LEVEL_DUE = Text("niveau {level} à prendre", "level {level} is due")
IN_PURSE, SO_FAR = Text("Dans la bourse", "In the purse"), Text("Jusqu’ici, sur {n}", "So far, of {n}")
FOE_DICE = Text("Dés du monstre", "The monster’s dice")
TURN = Text("À son tour", "Plays now")
TOKEN_ICONS = {
    "fire": "flame",
    "water": "drop",
    "earth": "mountain",
    "air": "wind",
    "poison": "poison",
    "void": "eclipse",
    "attack": "sword",
    "defence": "shield",
    "stun": "spiral",
}


def sheet(state: State, hero: str, viewer: Viewer) -> Sheet | None:
    """What the viewer sees of a hero; None where the state knows none of that key. Nothing of it is secret."""
    found = state.heroes.get(hero)
    if found is None:
        return None
    return Sheet(
        key=found.key,
        name=found.name,
        subtitle=title(found),
        icon=class_icon(found.hero_class),
        badges=badges(state, found),
        sections=sections(state, found, viewer),
        facts=facts(state, found),
    )


def title(hero: Hero) -> Text:
    return SUBTITLE(class_=BOOK.hero_classes[hero.hero_class].name, level=hero.level)


def class_icon(hero_class: str) -> str:
    return ELEMENT_ICONS[BOOK.hero_classes[hero_class].element]


def badges(state: State, hero: Hero) -> tuple[Text, ...]:
    """Whose turn it is, and what is to be chosen."""
    game, owed = state.game, due(hero)
    turn = (
        (TURN,) if game and game.phase == "heroes" and game.current == hero.key and not game.outcome else ()
    )
    return (*turn, *((owed,) if owed else ()))


def sections(state: State, hero: Hero, viewer: Viewer) -> tuple[AnySection, ...]:
    return (
        *moment(state, hero, viewer),
        *opponent_sections(state, hero),
        Tracks(key="tracks", title=TRACKS, place="head", tracks=tracks(hero)),
        *token_chips(hero),
        Numbers(
            key="numbers", title=STATS_TITLE, place="head", numbers=tuple(derived(hero, key) for key in STATS)
        ),
        Numbers(key="means", title=MEANS, place="head", numbers=means(state, hero)),
        *belongings.sections(state, hero, viewer),
        about(state, hero),
    )


def opponent_sections(state: State, hero: Hero) -> tuple[AnySection, ...]:
    """Whom the hero fights: what is left of it, its dice, its tokens."""
    game = state.game
    fight = game.fight if game else None
    foe = game.foe(fight.foe) if game and fight and fight.hero == hero.key else None
    if foe is None:
        return ()
    return foe_sections(state, foe, "head")


def foe_track(state: State, foe: Foe) -> Track:
    """What is left of a monster, and of the mana its gear gives."""
    mana = foe_mana(foe)
    return Track(
        key=f"foe-{foe.key}",
        label=BOOK.creature(foe.card).name,
        now=foe_body(state, foe),
        most=foe_most(state, foe),
        icon="monster",
        tone="body",
        note=Text("mana {n}", "mana {n}")(n=mana) if mana else None,
    )


def foe_sections(state: State, foe: Foe, place: str) -> tuple[AnySection, ...]:
    row, track = BOOK.creature(foe.card), foe_track(state, foe)
    numbers = tuple(foe_derived(state, foe, use) for use in ("attack", "defence"))
    return (
        Tracks(key=f"foe-{foe.key}", title=row.name, place=place, tracks=(track,)),  # type: ignore[arg-type]
        Numbers(key=f"foe-numbers-{foe.key}", title=FOE_DICE, place=place, numbers=numbers),  # type: ignore[arg-type]
        *chips(f"foe-tokens-{foe.key}", row.name, foe.tokens, place),
    )


def tracks(hero: Hero) -> tuple[Track, ...]:
    return (xp_track(hero), point_track(hero, "body"), point_track(hero, "mana"))


def xp_track(hero: Hero) -> Track:
    if hero.level >= LEVEL_MOST:
        return Track(key="xp", label=XP, now=1, most=1, icon="xp", style="bar", note=TOP)
    note = LEVEL_DUE if level_due(hero) else NEXT_LEVEL
    return Track(
        key="xp",
        label=XP,
        now=min(hero.xp, hero.level),
        most=hero.level,
        icon="xp",
        style="bar",
        note=note(level=hero.level + 1, xp=hero.level),
    )


def point_track(hero: Hero, what: str) -> Track:
    now, most = (hero.body, body_most(hero)) if what == "body" else (hero.mana, mana_most(hero))
    return Track(
        key=what,
        label=POINTS[what],
        now=now,
        most=most,
        icon="heart" if what == "body" else "stars",
        tone="body" if what == "body" else "mind",
        parts=most_parts(hero, what),
    )


def token_chips(hero: Hero) -> tuple[Effects, ...]:
    return chips("tokens", TOKENS_TITLE, hero.tokens, "head")


def chips(key: str, title_: Text, tokens: dict[str, int], place: str) -> tuple[Effects, ...]:
    effects = tuple(
        Effect(
            key=f"{key}-{token}",
            title=Text(f"{TOKENS[token].fr} ×{number}", f"{TOKENS[token].en} ×{number}"),
            text=TOKEN_RULES[token],
            icon=TOKEN_ICONS[token],
            mood="bad" if token in HARMFUL else "good",
        )
        for token, number in tokens.items()
    )
    return (Effects(key=key, title=title_, place=place, effects=effects),) if effects else ()  # type: ignore[arg-type]


def means(state: State, hero: Hero) -> tuple[Derived, ...]:
    gold = derive("gold", GOLD, (Part(IN_PURSE, hero.gold, "§15"),), icon="gold")
    most = house_int(state, "deaths_most")
    deaths = derive("deaths", DEATHS, (Part(SO_FAR(n=most), hero.deaths, "§16"),), icon="tomb")
    return (gold, deaths)


def about(state: State, hero: Hero) -> Listing:
    row = BOOK.hero_classes[hero.hero_class]
    lines = [
        Line(
            label=row.name, detail=row.text, link=f"hero-classes/{row.key}", icon=class_icon(hero.hero_class)
        )
    ]
    if state.game:
        lines.append(Line(label=Text("Où", "Where"), detail=where(state.game, hero.place), icon="map"))
    return Listing(key="about", title=ABOUT, place="more", lines=tuple(lines))


def facts(state: State, hero: Hero) -> dict[str, Any]:
    """The plain values that programs read."""
    return {
        "hero_class": hero.hero_class,
        "level": hero.level,
        "xp": hero.xp,
        "gold": hero.gold,
        "deaths": hero.deaths,
        "tracks": {
            "body": {"now": hero.body, "max": body_most(hero), "own": hero.body_max},
            "mana": {"now": hero.mana, "max": mana_most(hero), "own": hero.mana_max},
        },
        "numbers": {key: number_facts(derived(hero, key)) for key in STATS},
        "own": {key: int(getattr(hero, key)) for key in STATS},
        "affinities": {**hero.affinities, NEUTRAL: derived_affinity(hero, NEUTRAL).value},
        "neutral_best": hero.best,
        "stones": dict(hero.stones),
        "tokens": dict(hero.tokens),
        "skills": [{"key": key} for key in hero.skills],
        "worn": list(hero.worn),
        "bag": list(hero.bag),
        "items": [{"key": key, "quantity": 1} for key in hero.items],
        "place": spot(hero.place),
        "level_due": level_due(hero),
        "skills_due": [skill.key for skill in owed_skills(hero)],
        "loses": hero.loses,
        "hand": hand_facts(state, hero),
    }


def hand_facts(state: State, hero: Hero) -> dict[str, Any] | None:
    hand = state.game.hands.get(hero.key) if state.game else None
    if hand is None:
        return None
    return {"use": hand.use, "faces": list(hand.faces), "against": hand.against, "card": hand.card}


def number_facts(number: Derived) -> dict[str, Any]:
    parts = [{"label": part.label, "amount": part.amount, "source": part.source} for part in number.parts]
    return {"value": number.value, "parts": parts}
