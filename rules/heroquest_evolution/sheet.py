"""The sheet of a hero: what a viewer sees and may tap (§III–§V)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.heroquest_evolution.belongings import casts_spells, gear_cards, skill_cards, spell_cards
from rules.heroquest_evolution.book import BOOK, MAX_LEVEL
from rules.heroquest_evolution.conditions import hero_sections
from rules.heroquest_evolution.facts import is_alive, sheet_facts
from rules.heroquest_evolution.house import house_int, threshold
from rules.heroquest_evolution.levels import CHAMPION, LIVING_LEGEND, gain_text, level_due
from rules.heroquest_evolution.mercenaries import mercenary_sections
from rules.heroquest_evolution.monsters_board import MARKS_MOST
from rules.heroquest_evolution.numbers import HERO, LABELS, attack, defence, movement, track_parts
from rules.heroquest_evolution.recruiting import SPHERES
from rules.heroquest_evolution.state import Hero, Quality, State
from rules.heroquest_evolution.tally import ChangeTrack, change_track, points
from rules.heroquest_evolution.taps import tap
from rules.heroquest_evolution.town import town
from rules.heroquest_evolution.victims import victim_sections
from rules.kernel.offers import Viewer
from rules.kernel.sections import (
    AnySection,
    Derived,
    Line,
    Listing,
    Numbers,
    Part,
    Prose,
    Sheet,
    Tap,
    Track,
    Tracks,
    derive,
)
from rules.kernel.text import Text, listed

POINTS = Text("Corps, esprit, expérience", "Body, mind, experience")
DICE = Text("Dés et mouvement", "Dice and movement")
MEANS = Text("Niveau et or", "Level and gold")
LEVEL = Text("Niveau", "Level")
GOLD = Text("Or", "Gold")
LEVEL_ONE = Text("Premier niveau", "First level")
LEVELS_GAINED = Text("Niveaux acquis", "Levels gained")
IN_PURSE = Text("Dans la bourse", "In the purse")
SUBTITLE = Text("{class_} · niveau {level}", "{class_} · level {level}")
XP_LABEL = Text("XP", "XP")
NEXT_LEVEL = Text("niveau {level} à {xp}", "level {level} at {xp}")
LEVEL_DUE = Text("niveau {level} à prendre", "level {level} is due")
LEGEND = Text("légende vivante", "living legend")
DEAD_TEXT = Text(
    "Mort : {cause} Rien n’est gagné dans cette quête, à moins d’un retour à la vie avant sa fin.",
    "Dead: {cause} Nothing is gained from this quest unless life returns before its end.",
)
DOWN_TEXT = Text(
    "À terre : plus un point de {track}. Le maître du jeu dit si c’est la mort.",
    "Down: not a point of {track} left. The game master says whether this is death.",
)
DUE = Text("Niveau à prendre", "Level due")
OWES = Text("Doit {gold} po", "Owes {gold} gold")
DEAD = Text("Mort", "Dead")
DOWN = Text("À terre", "Down")
ABOUT = Text("Profil", "Profile")


def sheet(state: State, hero: str, viewer: Viewer) -> Sheet | None:
    """What the viewer sees of a hero; None where the state knows none of that key."""
    found = state.heroes.get(hero)
    if found is None:
        return None
    return Sheet(
        key=found.key,
        name=found.name,
        subtitle=title(found),
        icon=found.hero_class,
        badges=badges(state, found),
        sections=sections(state, found, viewer),
        facts=sheet_facts(state, found),
    )


def title(hero: Hero) -> Text:
    return SUBTITLE(class_=BOOK.hero_classes[hero.hero_class].name, level=hero.level)


def badges(state: State, hero: Hero) -> tuple[Text, ...]:
    """Titles (R4), death, and what stands between the hero and the next quest."""
    found = (
        (not is_alive(state, hero), DEAD),
        *((True, rank) for rank in (rank_of(state, hero),) if rank),
        (level_due(state, hero), DUE),
        (bool(hero.dues), OWES(gold=sum(hero.dues))),
    )
    return tuple(text for holds, text in found if holds)


def rank_of(state: State, hero: Hero) -> Text | None:
    """The title the hero bears (R4)."""
    if hero.level == MAX_LEVEL:
        return LIVING_LEGEND
    return CHAMPION if hero.level >= house_int(state, "champion_level") else None


def sections(state: State, hero: Hero, viewer: Viewer) -> tuple[AnySection, ...]:
    head: tuple[AnySection, ...] = (
        *plight(state, hero),
        *hero_sections(state, hero, viewer),
        Tracks(key="tracks", title=POINTS, place="head", tracks=tracks(state, hero, viewer)),
        Numbers(key="numbers", title=DICE, place="head", numbers=now_and_else(hero)),
        Numbers(key="means", title=MEANS, place="head", numbers=(level_number(hero), gold_number(hero))),
    )
    spells = (spell_cards(state, hero, viewer),) if casts_spells(hero) else ()
    owned = (skill_cards(state, hero, viewer), gear_cards(state, hero, viewer))
    return (
        *head,
        *town(state, hero, viewer),
        *spells,
        *owned,
        *mercenary_sections(state, hero, viewer),
        *victim_sections(state, hero, viewer),
        about(state, hero),
    )


def plight(state: State, hero: Hero) -> tuple[Prose, ...]:
    """A warning on top for the dead and for who is down (R39)."""
    death = state.quest.dead.get(hero.key) if state.quest else None
    if death:
        cause = death.cause if death.cause.endswith((".", "!", "?")) else f"{death.cause}."
        return (Prose(key="plight", title=DEAD, place="head", text=DEAD_TEXT(cause=cause), mood="warn"),)
    if (hero.body or hero.effect("last-stand")) and hero.mind:
        return ()
    track = LABELS["mind" if hero.body else "body"].inline
    return (Prose(key="plight", title=DOWN, place="head", text=DOWN_TEXT(track=track), mood="warn"),)


def tracks(state: State, hero: Hero, viewer: Viewer) -> tuple[Track, ...]:
    """Experience on the way to the next level, body and mind as marks."""
    acts = viewer.may_act_for(hero.key)
    return (
        xp_track(state, hero),
        point_track(state, hero, "body", acts),
        point_track(state, hero, "mind", acts),
    )


def xp_track(state: State, hero: Hero) -> Track:
    if hero.level >= MAX_LEVEL:
        full = max(1, hero.xp)
        return Track(key="xp", label=XP_LABEL, now=full, most=full, icon="xp", style="bar", note=LEGEND)
    most = threshold(state, hero.level + 1)
    note = LEVEL_DUE if hero.xp >= most else NEXT_LEVEL
    return Track(
        key="xp",
        label=XP_LABEL,
        now=hero.xp,
        most=most,
        floor=min(threshold(state, hero.level), hero.xp),
        icon="xp",
        style="bar",
        note=note(level=hero.level + 1, xp=most),
    )


def point_track(state: State, hero: Hero, what: Quality, acts: bool) -> Track:
    now, most = points(hero, what)
    return Track(
        key=what,
        label=LABELS[what],
        now=now,
        most=most,
        icon=what,
        parts=track_parts(hero, what),
        down=step(state, hero, what, -1) if acts and now > 0 else None,
        up=step(state, hero, what, 1) if acts and now < most else None,
        points=point_taps(state, hero, what) if acts and most <= MARKS_MOST else (),
    )


def point_taps(state: State, hero: Hero, what: Quality) -> tuple[Tap, ...]:
    """A mark tapped goes out with those after it; an empty one is filled with those before it."""
    now, most = points(hero, what)
    steps = (step(state, hero, what, (at if at < now else at + 1) - now) for at in range(most))
    return tuple(one for one in steps if one)


def step(state: State, hero: Hero, what: Quality, by: int) -> Tap | None:
    label = Text("{what} {by}", "{what} {by}")(what=LABELS[what], by=f"+{by}" if by > 0 else f"−{-by}")
    return tap(state, change_track, ChangeTrack(hero=hero.key, track=what, by=by), label)


def now_and_else(hero: Hero) -> tuple[Derived, ...]:
    """Attack, defence and movement as they are now, beside what they are without effects."""
    plain = replace(hero, effects=(), form=None)
    found = ((number(hero), number(plain)) for number in (attack, defence, movement))
    return tuple(
        replace(now, base=base.value) if now.mood and now.dice == base.dice else now for now, base in found
    )


def level_number(hero: Hero) -> Derived:
    gained = Part(LEVELS_GAINED, hero.level - 1, "R5", f"levels/{hero.level}", f"levels/{hero.level}")
    parts = (Part(LEVEL_ONE, 1, "R5", "", HERO), gained)
    return derive("level", LEVEL, parts, icon="level")


def gold_number(hero: Hero) -> Derived:
    return derive("gold", GOLD, (Part(IN_PURSE, hero.gold, "§VIII"),), icon="gold")


def about(state: State, hero: Hero) -> Listing:
    """Class, spheres, and what the next level brings."""
    row = BOOK.hero_classes[hero.hero_class]
    lines = [Line(label=row.name, detail=row.text, link=f"hero-classes/{row.key}", icon=row.key)]
    if hero.spheres:
        lines.append(
            Line(label=Text("Sphères", "Spheres"), detail=listed(tuple(SPHERES[s] for s in hero.spheres)))
        )
    if hero.level < MAX_LEVEL:
        link = f"levels/{hero.level + 1}"
        lines.append(
            Line(label=Text("Prochain niveau", "Next level"), detail=gain_text(state, hero), link=link)
        )
    return Listing(key="about", title=ABOUT, place="more", lines=tuple(lines))
