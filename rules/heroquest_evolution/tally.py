"""What is tallied at the table: victims, deeds, body and mind (§3.1, R9–R11, R39)."""

from __future__ import annotations

from typing import Literal

import msgspec

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.content_types import Monster
from rules.heroquest_evolution.deeds import DEEDS
from rules.heroquest_evolution.effects import ended, ended_by_wound, forbidden
from rules.heroquest_evolution.house import deed_xp
from rules.heroquest_evolution.monsters_in_play import FIGURE, fallen, figure_choices, find_figure, name_of
from rules.heroquest_evolution.refusals import amount, in_dungeon, living, refuse, unknown
from rules.heroquest_evolution.state import Hero, Kill, Run, State, change, change_tally
from rules.kernel.chapters import Chapter
from rules.kernel.dice import Act
from rules.kernel.messages import Command, Decision, Event, Key, Number, Violation
from rules.kernel.offers import Choice, Draft, Given, choice, refused, span
from rules.kernel.text import Text, counted

COUNT_MAX = 30
TRACK_STEP = 20
FULL, HALF, NOTHING = 2, 1, 0

MEANS: dict[str, tuple[Text, int]] = {
    "weapon": (Text("à l’arme", "by weapon"), FULL),
    "spell": (Text("par un sort", "by a spell"), FULL),
    "trap": (Text("par un piège posé", "by a laid trap"), FULL),
    "force_field": (Text("par le champ de force", "by the force field"), FULL),
    "frozen": (Text("brisé dans la glace", "shattered in ice"), HALF),
    "summoned": (Text("par une créature invoquée", "by a summoned creature"), NOTHING),
    "mercenary": (Text("par un mercenaire", "by a mercenary"), NOTHING),
    "djinn": (Text("par le djinn", "by the djinn"), NOTHING),
    "reflected_flames": (Text("par un retour de flammes", "by reflected flames"), NOTHING),
}
TRACKS: dict[str, Text] = {"body": Text("Corps", "Body"), "mind": Text("Esprit", "Mind")}


class RecordKill(Command, frozen=True, tag="record_kill"):
    """`means` decides who gets how much (R10); it is taken on trust. `figure`: which of those in play it was (R109)."""

    who = "own"
    label = Text("Victime", "Kill")
    icon = "axe"
    hero: Key
    monster: Key
    count: Number = 1
    means: Key = "weapon"
    figure: Key | None = None


class RecordDeed(Command, frozen=True, tag="record_deed"):
    who = "own"
    label = Text("Exploit", "Deed")
    icon = "crown"
    hero: Key
    deed: Key


class ChangeTrack(Command, frozen=True, tag="change_track"):
    """Up beyond the maximum is refused; down stops at 0 and the event keeps the overshoot (R39)."""

    who = "own"
    label = Text("Corps ou Esprit", "Body or Mind")
    icon = "heart"
    hero: Key
    track: Key
    by: Number


class KillRecorded(Event, frozen=True, tag="kill_recorded"):
    hero: str
    hero_name: str
    monster: str
    monster_name: Text
    monster_plural: Text
    count: int
    means: str
    proper: bool = False


class DeedRecorded(Event, frozen=True, tag="deed_recorded"):
    """`xp`: what such a deed was worth then; without it, what the book says (R11)."""

    hero: str
    hero_name: str
    deed: str
    xp: int | None = None


class TrackChanged(Event, frozen=True, tag="track_changed"):
    """`by` points were really gained or lost; `overshoot` points went past 0; `now` is what is left."""

    hero: str
    hero_name: str
    track: str
    by: int
    now: int
    overshoot: int = 0


def record_kill(state: State, command: RecordKill, act: Act) -> Decision:
    hero = in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    monster = BOOK.monsters.get(command.monster)
    if monster is None:
        return unknown("monster", command.monster, "§3.1")
    if command.means not in MEANS:
        return unknown("means", command.means, "R10")
    wrong = amount(command.count, 1, COUNT_MAX, "count", "R9") or _wrong_figure(state, command)
    if wrong or state.quest is None:
        return wrong or ()
    gone = fallen(state.quest, monster.key, command.count, command.figure)
    return (_kill(hero, monster, command.count, command.means), *gone)


def _wrong_figure(state: State, command: RecordKill) -> Violation | None:
    if command.figure is None:
        return None
    found = find_figure(state, command.figure)
    if isinstance(found, Violation) or found.monster == command.monster:
        return found if isinstance(found, Violation) else None
    return refuse(
        "other_monster",
        "Cette figurine est un autre monstre.",
        "This figure is another monster.",
        "R109",
        field="figure",
    )


def _kill(hero: Hero, monster: Monster, count: int, means: str) -> KillRecorded:
    return KillRecorded(
        hero=hero.key,
        hero_name=hero.name,
        monster=monster.key,
        monster_name=name_of(monster),
        monster_plural=monster.plural if monster.proper else monster.plural.inline,
        count=count,
        means=means,
        proper=monster.proper,
    )


def kill_recorded(state: State, event: KillRecorded) -> State:
    assert state.quest is not None
    tally = state.quest.tally(event.hero)
    return change_tally(
        state, event.hero, msgspec.structs.replace(tally, kills=_one_more(tally.kills, event))
    )


def _one_more(kills: tuple[Kill, ...], event: KillRecorded) -> tuple[Kill, ...]:
    """The rows with those of the event, added to the row of the same monster and means if there is one."""
    for at, kill in enumerate(kills):
        if kill.monster == event.monster and kill.means == event.means:
            more = msgspec.structs.replace(kill, count=kill.count + event.count)
            return (*kills[:at], more, *kills[at + 1 :])
    return (*kills, Kill(event.monster, event.means, event.count))


def record_deed(state: State, command: RecordDeed, act: Act) -> Decision:
    hero = in_dungeon(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.deed not in DEEDS:
        return unknown("deed", command.deed, "R11")
    worth = deed_xp(state, command.deed)
    xp = None if worth == DEEDS[command.deed][2] else worth
    return (DeedRecorded(hero=hero.key, hero_name=hero.name, deed=command.deed, xp=xp),)


def deed_recorded(state: State, event: DeedRecorded) -> State:
    assert state.quest is not None
    tally = state.quest.tally(event.hero)
    deeds = tally.deeds | {event.deed: tally.deeds.get(event.deed, 0) + 1}
    return change_tally(state, event.hero, msgspec.structs.replace(tally, deeds=deeds))


def change_track(state: State, command: ChangeTrack, act: Act) -> Decision:
    hero = living(state, command.hero)
    if isinstance(hero, Violation):
        return hero
    if command.track not in TRACKS:
        return unknown("track", command.track, "R39")
    now, most = points(hero, command.track)
    wrong = _wrong_step(command, now, most)
    if wrong:
        return wrong
    return (
        lose(hero, command.track, -command.by) if command.by < 0 else regain(hero, command.track, command.by)
    )


def lose(hero: Hero, track: str, lost: int) -> tuple[Event, ...]:
    """The loss of points, and what a wound breaks; what goes past 0 is kept (R39)."""
    now, _ = points(hero, track)
    after = max(0, now - lost)
    changed = TrackChanged(
        hero=hero.key,
        hero_name=hero.name,
        track=track,
        by=after - now,
        now=after,
        overshoot=max(0, lost - now),
    )
    return (changed, *(ended_by_wound(hero) if track == "body" else ()))


def regain(hero: Hero, track: str, gained: int) -> tuple[Event, ...]:
    """Points given back, at most to the maximum; nothing happens where none is missing. *Dur à cuir* is over above 0."""
    now, most = points(hero, track)
    after = min(most, now + gained)
    if after <= now:
        return ()
    changed = TrackChanged(hero=hero.key, hero_name=hero.name, track=track, by=after - now, now=after)
    stands = track == "body" and hero.form is None and hero.effect("last-stand") is not None
    return (changed, *((ended(hero, "last-stand", "cured"),) if stands else ()))


def points(hero: Hero, track: str) -> tuple[int, int]:
    """Points now and at most."""
    return (hero.body, hero.body_max) if track == "body" else (hero.mind, hero.mind_max)


def _wrong_step(command: ChangeTrack, now: int, most: int) -> Violation | None:
    if command.by == 0:
        return refuse(
            "no_change",
            "Un changement de 0 ne change rien.",
            "A change of 0 changes nothing.",
            "R39",
            field="by",
        )
    if command.by > most - now:
        return refuse(
            "above_maximum",
            "Au plus {most} : il ne manque que {missing}.",
            "At most {most}: only {missing} are missing.",
            "R60",
            field="by",
            most=most,
            missing=most - now,
        )
    return amount(command.by, -TRACK_STEP, TRACK_STEP, "by", "R39")


def track_changed(state: State, event: TrackChanged) -> State:
    hero = state.heroes[event.hero]
    if event.track == "body":
        return change(state, event.hero, body=hero.body + event.by, overshoot=event.overshoot)
    return change(state, event.hero, mind=hero.mind + event.by)


def warn_kill(state: State, command: RecordKill) -> tuple[Text, ...]:
    """A blow by someone who may not strike now (R50), and a monster from outside the stock (R58)."""
    idle = _idle(state, command.hero, "attack") if command.means == "weapon" else ()
    return (*idle, *outside_the_stock(state, command))


def warn_deed(state: State, command: RecordDeed) -> tuple[Text, ...]:
    """A find by someone who may not search now (R50)."""
    return _idle(state, command.hero, "search") if command.deed != "spell_kill" else ()


def _idle(state: State, key: str, what: Literal["attack", "search"]) -> tuple[Text, ...]:
    hero = state.heroes.get(key)
    wrong = forbidden(hero, what) if hero else None
    return (wrong.message,) if wrong else ()


def outside_the_stock(state: State, command: RecordKill) -> tuple[Text, ...]:
    """R58: evolved and new monsters enter a published quest only from the stock, where all have seen them enter."""
    monster, run = BOOK.monsters.get(command.monster), state.quest
    if monster is None or run is None or not run.quest or monster.rank not in ("evolved", "new"):
        return ()
    revealed = sum(key == monster.key for key in run.reveals.values())
    if _killed(run, monster.key) + command.count <= revealed:
        return ()
    if revealed:
        return (MORE_THAN_REVEALED(name=monster.name, count=revealed),)
    return (
        Text(
            "{name} n’entre dans une quête publiée que par le stock du sorcier (§6.5).",
            "{name} enters a published quest only from the sorcerer’s stock (§6.5).",
        )(name=monster.name),
    )


def _killed(run: Run, monster: str) -> int:
    """How many of them the heroes have killed in this quest."""
    kills = (kill for tally in run.tallies.values() for kill in tally.kills)
    return sum(kill.count for kill in kills if kill.monster == monster)


MORE_THAN_REVEALED = Text(
    "{name} : il n’en est entré que {count} dans cette quête (§6.5).",
    "{name}: only {count} entered this quest (§6.5).",
)
RANKS: dict[str, Text] = {
    "named": Text("Nommés", "Named"),
    "base": Text("De base", "Base"),
    "evolved": Text("Évolués", "Evolved"),
    "new": Text("Nouveaux", "New"),
}


def monster_choices() -> tuple[Choice, ...]:
    return tuple(
        Choice(
            row.key,
            row.name,
            hint=Text("{xp} XP", "{xp} XP")(xp=row.xp),
            group=RANKS[row.rank],
            link=f"monsters/{row.key}",
        )
        for row in BOOK.monsters.values()
    )


MONSTERS = monster_choices()
MEANS_CHOICES = tuple(Choice(key, name) for key, (name, _) in MEANS.items())


def deed_choices(state: State) -> tuple[Choice, ...]:
    hint = Text("+{n} XP", "+{n} XP")
    return tuple(Choice(key, name, hint=hint(n=deed_xp(state, key))) for key, (name, _, _) in DEEDS.items())


def offer_kill(state: State, hero: str, given: Given) -> Draft:
    found = in_dungeon(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    assert state.quest is not None
    here = tuple(one for one in state.quest.figures if one.monster == given.get("monster"))
    which = (choice("figure", FIGURE, figure_choices(here), required=False),) if here else ()
    monster = choice("monster", Text("Monstre", "Monster"), MONSTERS)
    return Draft(
        (
            msgspec.structs.replace(monster, depends=bool(state.quest.figures)),
            span("count", Text("Combien", "How many"), 1, COUNT_MAX, required=False, default=1),
            choice("means", Text("Comment", "How"), MEANS_CHOICES, required=False, default="weapon"),
            *which,
        )
    )


def offer_deed(state: State, hero: str, given: Given) -> Draft:
    found = in_dungeon(state, hero)
    return (
        refused(found)
        if isinstance(found, Violation)
        else Draft((choice("deed", Text("Exploit", "Deed"), deed_choices(state)),))
    )


def offer_track(state: State, hero: str, given: Given) -> Draft:
    found = living(state, hero)
    if isinstance(found, Violation):
        return refused(found)
    track = choice(
        "track",
        Text("Piste", "Track"),
        tuple(Choice(key, name) for key, name in TRACKS.items()),
        depends=True,
    )
    if given.get("track") not in TRACKS:
        return Draft((track,))
    now, most = points(found, str(given["track"]))
    by = span("by", Text("De combien", "By"), -TRACK_STEP, min(TRACK_STEP, most - now), default=-1)
    return Draft((track, msgspec.structs.replace(by, without=(0,))))


def tell_kill(event: KillRecorded) -> Text:
    alone = event.count == 1 and event.proper
    what = event.monster_name if alone else counted(event.count, event.monster_name, event.monster_plural)
    told = Text("{name} : victime, {what}", "{name} kills {what}")(name=event.hero_name, what=what)
    if event.means != "weapon":
        told += Text(" ({m})", " ({m})")(m=MEANS[event.means][0])
    return told + Text(".", ".")


def tell_deed(event: DeedRecorded) -> Text:
    name, _, xp = DEEDS[event.deed]
    return Text("{name} : {deed} (+{xp} XP à la fin).", "{name}: {deed} (+{xp} XP at the end).")(
        name=event.hero_name, deed=name, xp=xp if event.xp is None else event.xp
    )


def tell_track(event: TrackChanged) -> Text:
    verb = Text("perd", "loses") if event.by < 0 or event.overshoot else Text("regagne", "regains")
    lost = abs(event.by) + event.overshoot
    return Text("{name} {verb} {n} {track} (reste {now}).", "{name} {verb} {n} {track} ({now} left).")(
        name=event.hero_name, verb=verb, n=lost, track=TRACKS[event.track], now=event.now
    )


CHAPTER = Chapter(
    name="tally",
    decides={RecordKill: record_kill, RecordDeed: record_deed, ChangeTrack: change_track},
    evolves={KillRecorded: kill_recorded, DeedRecorded: deed_recorded, TrackChanged: track_changed},
    tells={KillRecorded: tell_kill, DeedRecorded: tell_deed, TrackChanged: tell_track},
    offers={RecordKill: offer_kill, RecordDeed: offer_deed, ChangeTrack: offer_track},
    warns={RecordKill: warn_kill, RecordDeed: warn_deed},
)
