"""A hero against a monster: one exchange both ways and the whole fight, by exact odds (§7). Mana, items and tokens stay out."""

from __future__ import annotations

from rules.kernel.messages import Violation
from rules.kernel.offers import Choice, Field, choice, span
from rules.kernel.sections import AnySection, Bar, Bars, Numbers, Part, Table, derive
from rules.kernel.text import Text, same
from rules.kernel.versus import Faced, Query, Room, Versus
from rules.six_elements.book import BOOK
from rules.six_elements.content_types import Monster, Skill
from rules.six_elements.likelihood import percent
from rules.six_elements.odds import Build, average, damage, duel
from rules.six_elements.refusals import known, out_of_bounds, unknown
from rules.six_elements.state import Hero, State
from rules.six_elements.stats import may_play, skill_stat, stat
from rules.six_elements.words import RARITY

MONSTER, MANY = Text("Monstre", "Monster"), Text("Nombre, un par combat", "Number, one a fight")
ATTACK_CARD, DEFENCE_CARD = Text("Carte d’attaque", "Attack card"), Text("Carte de défense", "Defence card")
STRIKES = Text(
    "{one} contre {other} : corps perdu en un échange", "{one} against {other}: body lost in one exchange"
)
COLUMNS = (Text("Corps", "Body"), Text("Probabilité", "Probability"))
WINS = Text("Chances de vaincre (%)", "Chance of winning (%)")
WHOLE = Text("Le combat entier", "The whole fight")
SUPPOSED = Text(
    "Sans mana, objets ni jetons ; équipement moyen de son rang.",
    "Without mana, items or tokens; average gear of its rank.",
)
HERO = Text("Héros", "Hero")
PARTY = Text("Chances de chaque héros", "Chances of each hero")
MOST_KINDS, MOST_OF_ONE = 8, 9
OPPONENTS = tuple(
    Choice(row.key, row.name, group=RARITY[row.rarity], link=f"monsters/{row.key}")
    for row in sorted(BOOK.monsters.values(), key=lambda row: list(RARITY).index(row.rarity))
)


def cards(hero: Hero, kind: str) -> tuple[Skill, ...]:
    """The cards of one kind that the affinities allow, the strongest first; a spell as long as there is mana."""
    found = [BOOK.skills[key] for key in hero.skills]
    rows = [s for s in found if s.skill_kind == kind and may_play(hero, s) and s.mana <= hero.mana]
    return tuple(sorted(rows, key=lambda row: -(row.dice * 3.5 + row.bonus)))


def build(hero: Hero, attack: Skill | None, defence: Skill | None) -> Build:
    """The hero with these two cards."""
    return Build(hero.body, _throw(hero, attack, "attack"), _throw(hero, defence, "defence"))


def _throw(hero: Hero, skill: Skill | None, use: str) -> tuple[int, int]:
    added = stat(hero, skill_stat(skill, use))
    return (skill.dice, skill.bonus + added) if skill else (0, added)


def fields(state: State, hero: str, query: Query) -> tuple[Field, ...]:
    """The monster, and which cards are played."""
    first = choice("monster", MONSTER, OPPONENTS, depends=True)
    found = state.heroes.get(hero)
    if found is None or query.get("monster", "") not in BOOK.monsters:
        return (first,)
    shown = (
        _card_field(name, label, cards(found, kind))
        for name, label, kind in (
            ("attack_card", ATTACK_CARD, "combat"),
            ("defence_card", DEFENCE_CARD, "defence"),
        )
    )
    return (first, *(field for field in shown if field.choices))


def _card_field(name: str, label: Text, rows: tuple[Skill, ...]) -> Field:
    options = tuple(Choice(row.key, row.name, link=f"skills/{row.key}") for row in rows)
    return choice(name, label, options, required=False, default=rows[0].key if rows else None)


def faced(state: State, hero: str, query: Query) -> Faced | Violation:
    """Both exchanges and the chance of the whole fight, the hero striking first."""
    found = known(state, hero)
    if isinstance(found, Violation):
        return found
    monster = BOOK.monsters.get(query.get("monster", ""))
    if monster is None:
        return unknown("monster", query.get("monster", "")[:80], "§13")
    played = [
        _played(found, query, "attack_card", "combat"),
        _played(found, query, "defence_card", "defence"),
    ]
    wrong = next((one for one in played if isinstance(one, Violation)), None)
    if wrong:
        return wrong
    one = build(found, *(None if isinstance(card, Violation) else card for card in played))
    other = average(monster)
    wins = duel(one, other)
    return Faced(
        sections=(
            Numbers(
                key="whole",
                title=WHOLE,
                numbers=(derive("wins", WINS, (Part(SUPPOSED, round(100 * wins), "§7"),), icon="sword"),),
            ),
            exchange("strikes", same(found.name), monster.name, one, other),
            exchange("is_struck", monster.name, same(found.name), other, one),
        ),
        facts={"hero": hero, "monster": monster.key, "wins": wins},
    )


def _played(hero: Hero, query: Query, field: str, kind: str) -> Skill | Violation | None:
    """The card that is asked for, else the strongest."""
    rows, key = cards(hero, kind), query.get(field, "")
    if not key:
        return rows[0] if rows else None
    return next((row for row in rows if row.key == key), None) or unknown(field, key[:80], "§11")


def exchange(key: str, one: Text, other: Text, striker: Build, struck: Build) -> Bars:
    """What one exchange takes; all that would do more than fell is one bar."""
    chances = damage(striker.attack, struck.defence)
    most = min(struck.body, len(chances) - 1)
    shares = [*chances[:most], sum(chances[most:])]
    bars = tuple(
        Bar(
            same(f"{points}{'+' if points == most and most < len(chances) - 1 else ''}"),
            share,
            percent(share),
        )
        for points, share in enumerate(shares)
    )
    return Bars(key=key, title=STRIKES(one=one, other=other), columns=COLUMNS, bars=bars)


def strongest(hero: Hero) -> Build:
    attack, defence = cards(hero, "combat"), cards(hero, "defence")
    return build(hero, attack[0] if attack else None, defence[0] if defence else None)


def party(state: State, opponent: str) -> tuple[AnySection, ...]:
    """Every hero against one monster."""
    monster = BOOK.monsters.get(opponent)
    if monster is None or not state.heroes:
        return ()
    return (_table(state, (monster,)),)


def _table(state: State, monsters: tuple[Monster, ...]) -> Table:
    others = [average(row) for row in monsters]
    rows = tuple(
        (same(hero.name), *(percent(duel(strongest(hero), other)) for other in others))
        for hero in state.heroes.values()
    )
    return Table(key="party", title=PARTY, columns=(HERO, *(row.name for row in monsters)), rows=rows)


def room(state: State, opponents: Room) -> Faced | Violation:
    """Every hero against each of several monsters, one fight at a time (R15)."""
    for key, count in opponents:
        if key not in BOOK.monsters:
            return unknown("monster", key[:80], "§13")
        if not 1 <= count <= MOST_OF_ONE:
            return out_of_bounds("count", MANY, 1, MOST_OF_ONE, "R15")
    if len(opponents) > MOST_KINDS:
        return out_of_bounds("monster", MONSTER, 1, MOST_KINDS, "R15")
    if not opponents or not state.heroes:
        return Faced(sections=())
    return Faced(sections=(_table(state, tuple(BOOK.monsters[key] for key, _ in opponents)),))


VERSUS: Versus[State] = Versus(
    section="monsters",
    field="monster",
    fields=fields,
    faced=faced,
    party=party,
    room=room,
    room_fields=(
        choice("monster", MONSTER, OPPONENTS, required=False),
        span("count", MANY, 1, MOST_OF_ONE, default=1),
    ),
    most_kinds=MOST_KINDS,
)
