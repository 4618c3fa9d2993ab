"""Out of a refusal: what this viewer can do now to get what is missing, or whom to ask."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.access import Entrance
from rules.kernel.offers import Offer
from rules.kernel.text import Text

MOST = 4


@dataclass(frozen=True)
class Way:
    """An offer to the viewer, closed itself where none is open; with the hero's name where several heroes have it."""

    offer: Offer
    name: str


@dataclass(frozen=True)
class Ways:
    """`ask`: what a game master could do about it, where the viewer may not."""

    open: tuple[Way, ...] = ()
    ask: tuple[Text, ...] = ()
    act: int | None = None


def ways(entrance: Entrance, code: str, hero: str | None, act: int | None = None) -> Ways:
    """Of the hero it is about first; of others where that hero has none of it. `act` is to be taken back first."""
    kinds = entrance.ruleset.ways.get(code, ())
    offered = [way for kind in kinds for way in _offered(entrance, kind, hero)]
    open_ = [way for way in offered if way.offer.violation is None]
    ask = () if open_ else tuple(_asked(entrance, kinds))
    return Ways(tuple((open_ or offered[:1])[:MOST]), ask[:2], act)


def _offered(entrance: Entrance, kind: str, hero: str | None) -> list[Way]:
    rules, state, viewer = entrance.ruleset, entrance.state(), entrance.viewer
    offers = rules.offers(state, viewer, kind=kind)
    own = [one for one in offers if one.hero in (None, hero)]
    names = {} if own else {one.key: one.name for one in rules.heroes(state)}
    return [Way(one, names.get(one.hero or "", "")) for one in own or offers]


def _asked(entrance: Entrance, kinds: tuple[str, ...]) -> list[Text]:
    """What the viewer's role may not send."""
    rules, viewer = entrance.ruleset, entrance.viewer
    commands = (rules.codec.commands[kind] for kind in kinds if kind in rules.codec.commands)
    return [one.label for one in commands if one.who == "gm" and not rules.may_send(one, viewer, None)]
