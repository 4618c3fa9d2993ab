"""How the dice fell: for each hero and by each hand, the app's and those of the table apart, beside what fair dice do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaigns.access import Entrance
from campaigns.models import FaceRow, Seat
from campaigns.pictures.charts import say
from campaigns.pictures.reading import Who
from rules.kernel.dice import Die, Origin
from rules.kernel.distribution import symbols
from rules.kernel.luck import Fairness, Fallen, Luck, fairness, luck

ORIGINS: tuple[Origin, ...] = ("app", "table")
MOST = 40
"""Lines of one table of luck."""

VERDICTS = {
    "too_few": gettext_lazy("too few throws to say"),
    "usual": gettext_lazy("as lucky as anybody"),
    "lucky": gettext_lazy("luckier than 19 of 20"),
    "very_lucky": gettext_lazy("luckier than 99 of 100"),
    "unlucky": gettext_lazy("less lucky than 19 of 20"),
    "very_unlucky": gettext_lazy("less lucky than 99 of 100"),
}


@dataclass(frozen=True)
class Line:
    """The luck of somebody with dice of one origin."""

    key: str
    name: str
    origin: Origin
    luck: Luck

    @property
    def verdict(self) -> Any:
        return VERDICTS[self.luck.verdict]

    @property
    def away(self) -> str:
        """Points more or less than was to be expected, a throw."""
        luck = self.luck
        each = (luck.score - luck.expected) / luck.throws if luck.throws else 0.0
        sign = "+" if each > 0 else "\N{MINUS SIGN}" if each < 0 else ""
        return sign + f"{abs(each):.2f}".replace(".", "," if get_language() == "fr" else ".")


@dataclass(frozen=True)
class Face:
    """`share` and `wanted` are of the widest bar, in hundredths."""

    key: str
    name: str
    times: int
    expected: str
    share: int
    wanted: int


@dataclass(frozen=True)
class Faces:
    """All throws of one die of one origin."""

    key: str
    die: str
    origin: Origin
    faces: tuple[Face, ...]
    fairness: Fairness

    @property
    def words(self) -> str:
        if self.fairness.chance is None:
            return str(VERDICTS["too_few"])
        if not self.fairness.is_odd:
            return _("They fall as fair dice do.")
        often = max(20, int(1 / max(self.fairness.chance, 0.0001)))
        return _("Fair dice fall so unevenly once in %(often)s times.") % {"often": say(often)}


@dataclass(frozen=True, kw_only=True)
class DicePage:
    heroes: tuple[Line, ...]
    hands: tuple[Line, ...]
    faces: tuple[Faces, ...]

    @property
    def is_empty(self) -> bool:
        return not self.faces


def dice_page(entrance: Entrance, heroes: tuple[Who, ...], hero: str | None = None) -> DicePage:
    """Of the campaign, or of one hero."""
    rows = FaceRow.objects.filter(campaign=entrance.campaign)
    if hero is not None:
        rows = rows.filter(hero=hero)
    names = {one.key: one.name for one in heroes} | {"": _("Against the heroes")}
    seats = dict(Seat.objects.filter(campaign=entrance.campaign).values_list("key", "name"))
    shown = rows.filter(hero__in=names)
    return DicePage(
        heroes=_lines(entrance, shown, "hero", names),
        hands=_lines(entrance, rows, "seat", seats),
        faces=_faces(entrance, rows),
    )


def _dice(entrance: Entrance) -> dict[str, Die]:
    return {die.key: die for die in entrance.ruleset.dice}


def _lines(entrance: Entrance, rows: Any, by: str, names: dict[str, str]) -> tuple[Line, ...]:
    dice = _dice(entrance)
    fallen: dict[tuple[str, Origin], list[Fallen]] = defaultdict(list)
    summed = rows.values_list(by, "origin", "die", "aim", "face").annotate(sum=Sum("amount")).order_by(by)
    for key, origin, die, aim, face, times in summed:
        if die in dice and face in dice[die].faces:
            fallen[key, origin].append(Fallen(dice[die], aim, face, times))
    order = {key: at for at, key in enumerate(names)}
    lines = [Line(key, names.get(key, key), origin, luck(some)) for (key, origin), some in fallen.items()]
    lines.sort(key=lambda line: (order.get(line.key, MOST), line.origin))
    return tuple(line for line in lines if line.luck.throws)[:MOST]


def _faces(entrance: Entrance, rows: Any) -> tuple[Faces, ...]:
    fell: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for die, origin, face, times in rows.values_list("die", "origin", "face").annotate(sum=Sum("amount")):
        fell[die, origin][face] = times
    return tuple(
        _faces_of(die, origin, fell[die.key, origin])
        for die in entrance.ruleset.dice
        for origin in ORIGINS
        if (die.key, origin) in fell
    )


def _faces_of(die: Die, origin: Origin, fell: dict[str, int]) -> Faces:
    throws = sum(fell.values())
    expected = {face: float(share) * throws for face, share in symbols(die).items()}
    most = max(*expected.values(), *fell.values())
    return Faces(die.key, _name(die), origin, tuple(_shown(die, fell, expected, most)), fairness(die, fell))


def _shown(die: Die, fell: dict[str, int], expected: dict[str, float], most: float) -> Iterable[Face]:
    language = get_language() or "en"
    for face, wanted in expected.items():
        times = fell.get(face, 0)
        name = die.words[face].in_(language) if face in die.words else face
        share, hoped = round(100 * times / most), round(100 * wanted / most)
        yield Face(
            face, name, times, f"{wanted:.1f}".replace(".", "," if language == "fr" else "."), share, hoped
        )


def _name(die: Die) -> str:
    return die.name.in_(get_language() or "en") if die.name else die.key.upper()
