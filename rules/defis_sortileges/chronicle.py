"""How the book of a campaign tells an adventure: what is counted of each character, and what is too small for a book."""

from __future__ import annotations

from rules.defis_sortileges.aftermath import (
    FightRoundBegun,
    FoeFell,
    MeetingOver,
    RoundBegun,
    ShadeGone,
    TurnEnded,
)
from rules.defis_sortileges.blows import (
    BlowStruck,
    Danced,
    Healed,
    ShadeCame,
    SpellCast,
    SpellHurt,
    Weakened,
)
from rules.defis_sortileges.meeting import AllianceAsked
from rules.defis_sortileges.places import (
    PlaceAdded,
    PlaceRemoved,
    PlaceRenamed,
    PlacesLinked,
    PlacesUnlinked,
)
from rules.defis_sortileges.planning import Planned
from rules.defis_sortileges.power import AttitudeChosen, BoxRubbedOut
from rules.defis_sortileges.state import Keys
from rules.defis_sortileges.tally import ScoreChanged, WoundsChanged
from rules.defis_sortileges.things import Wielded
from rules.defis_sortileges.turns import ExplorationEnded, Explored, LotsDrawn, Moved, Rested
from rules.kernel.chapters import Chapter
from rules.kernel.tales import Sum
from rules.kernel.text import Text, same

SLAYS = Text("{who} abat {what}.", "{who} strikes down {what}.")
EXPLORES = Text("{who} explore {what}.", "{who} explores {what}.")
TRAVELS = Text("{who} passe par {what}.", "{who} goes by {what}.")
CHOOSES = Text("Attitudes de {who} : {what}.", "{who}’s attitudes: {what}.")
CASTS = Text("{who} réussit {what}.", "{who} succeeds with {what}.")
FAILS = Text("{who} manque {what}.", "{who} fails with {what}.")
TAKES = Text("{who} prend {what}.", "{who} takes {what}.")
REST = Text("repos", "rest"), Text("repos", "rests")
QUOTED = Text("« {spell} »", "“{spell}”")


def slain(event: FoeFell) -> tuple[Sum, ...]:
    """One that nobody struck down is told as it was."""
    if not event.hero:
        return ()
    return (Sum(hero=event.hero, who=event.hero_name, sentence=SLAYS, one=same(event.foe_name)),)


def cast(event: SpellCast) -> tuple[Sum, ...]:
    sentence = CASTS if event.works else FAILS
    one = QUOTED(spell=event.spell_name)
    return (Sum(hero=event.hero, who=event.hero_name, sentence=sentence, one=one),)


def chosen(event: AttitudeChosen) -> tuple[Sum, ...]:
    return _each(event.heroes, event.names, CHOOSES, event.attitude_name.inline)


def explored(event: Explored) -> tuple[Sum, ...]:
    return _each(event.heroes, event.names, EXPLORES, same(event.place_name))


def moved(event: Moved) -> tuple[Sum, ...]:
    return _each(event.heroes, event.names, TRAVELS, same(event.place_name))


def rested(event: Rested) -> tuple[Sum, ...]:
    return _each(event.heroes, event.names, TAKES, *REST)


def _each(
    heroes: Keys, names: tuple[str, ...], sentence: Text, one: Text, many: Text | None = None
) -> tuple[Sum, ...]:
    """The same of everyone in a company."""
    who = zip(heroes, names, strict=True)
    return tuple(Sum(hero=hero, who=name, sentence=sentence, one=one, many=many) for hero, name in who)


CHAPTER = Chapter(
    name="chronicle",
    decides={},
    evolves={},
    tells={},
    offers={},
    sums={
        FoeFell: slain,
        SpellCast: cast,
        AttitudeChosen: chosen,
        Explored: explored,
        Moved: moved,
        Rested: rested,
    },
    small=(
        AllianceAsked,
        BlowStruck,
        BoxRubbedOut,
        Danced,
        ExplorationEnded,
        FightRoundBegun,
        Healed,
        LotsDrawn,
        MeetingOver,
        PlaceAdded,
        PlaceRemoved,
        PlaceRenamed,
        PlacesLinked,
        PlacesUnlinked,
        Planned,
        RoundBegun,
        ScoreChanged,
        ShadeCame,
        ShadeGone,
        SpellHurt,
        TurnEnded,
        Weakened,
        Wielded,
        WoundsChanged,
    ),
)
