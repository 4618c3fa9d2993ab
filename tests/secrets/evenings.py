"""Random campaigns by the pair: `Evening(…, side=0)` and `side=1` differ in what is secret and in nothing else.

Everybody may know that an act was, of which kind, whose and when; so both sides have the same acts. What only game masters see
of an act, and all that is no act (documents, their versions, what was deleted, hidden rolls, what is scheduled), differs in content,
number and time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID, uuid5

import msgspec

from campaigns import acts
from campaigns.answers import Accepted, Envelope
from campaigns.documents import hidden_rolls, writing
from campaigns.documents.contents import Content, MonsterGroup, Room
from campaigns.models import Document, HeroOwner
from campaigns.undo import undo
from deliveries.models import Schedule
from deliveries.schedules import planning
from rules.kernel.messages import field_names
from rules.kernel.offers import Viewer
from rules.kernel.registry import ruleset
from rules.kernel.ruleset import Ruleset
from tests.laws.drawing import draw, offer_of
from tests.secrets.chance import Fate
from tests.secrets.table import MASTERS, RULESET, Table, demoted, looks

NOTHING = {"kind": "riddle"}
"""What no rulebook knows is refused: where chance finds no command nothing is scheduled, since that would be a session."""
STEP = 60
"""Seconds between two public acts; what is secret happens in between, at any of them."""
KNOWN_STOCK = ("goblin-champion", "orc-champion")
"""Evolutions of which both sides have the same: they may be revealed, and then everybody knows."""
KEYS = UUID("5a0f7c1e-6f0e-4a8b-9d55-0c3f7d1c2b10")
POOL = 4
"""Ids that secret documents may have; which there are, and what of, differs."""
SHARED = 2
SESSION = POOL + SHARED
"""The number of the one schedule that everybody knows of; secret ones have the numbers after it."""

Secret = Callable[["Evening"], dict[str, Any]]


@dataclass
class Evening:
    """`public` draws the same on both sides, `hidden` does not."""

    table: Table
    fate: Fate
    seed: int
    side: int
    told: list[tuple[str, str]] = field(default_factory=list)
    seconds: int = 0

    def __post_init__(self) -> None:
        self.public = Random(f"public {self.seed}")
        self.hidden = Random(f"hidden {self.seed} {self.side}")
        gm = self.table.seat("gm").key
        place, key_of = f"{self.table.campaign.pk} {gm}", self.key_of
        self.table.documents = tuple(str(uuid5(key_of(one), f"{place} document")) for one in range(SESSION))
        planned = range(SESSION, SESSION + POOL + 1)
        self.table.schedules = tuple(str(uuid5(key_of(one), f"{place} schedule")) for one in planned)

    @property
    def rules(self) -> Ruleset[Any]:
        return ruleset(self.table.campaign.ruleset)

    @property
    def state(self) -> Any:
        return self.table.entrance("gm").state()

    def key_of(self, number: int) -> UUID:
        return uuid5(KEYS, str(number))

    # What everybody may know

    def does(self, who: str, plain: dict[str, Any]) -> None:
        """The next act, at the next minute."""
        self._next(str(plain["kind"]))
        key = str(UUID(int=self.public.getrandbits(128), version=4))
        outcome = acts.perform(self.table.entrance(who), plain, Envelope(key=key, app_dice=True))
        assert isinstance(outcome, Accepted), (who, plain, outcome)
        self.told.append((who, str(plain["kind"])))
        if plain["kind"] in SECRET_ACTS:
            self.table.secret_acts.append(outcome.entry_seq)

    def takes_back(self, who: str, seq: int) -> None:
        self._next("undo")
        key = str(UUID(int=self.public.getrandbits(128), version=4))
        outcome = undo(self.table.entrance(who), seq, envelope=Envelope(key=key))
        self.told.append((who, f"undo {seq}: {type(outcome).__name__}"))

    def _next(self, what: str) -> None:
        self.seconds += STEP
        self.fate.at(self.seconds, what)

    def sender_of(self, plain: dict[str, Any]) -> str:
        """A hero's player for what is theirs, else a game master."""
        if self.rules.codec.commands[plain["kind"]].who == "gm":
            return self.public.choice((*MASTERS, "former-gm"))
        if not plain.get("hero"):
            return self.public.choice(("player", "player", "other", "gm"))
        owner = HeroOwner.objects.get(campaign=self.table.campaign, hero=plain["hero"]).seat
        return next(who for who, user in self.table.users.items() if user.pk == owner.user_id)

    def walks(self, acts_wanted: int) -> None:
        """Acts by chance, each with secret things before it."""
        tries = 0
        goal = len(self.told) + acts_wanted
        while len(self.told) < goal and tries < acts_wanted * 15:
            tries += 1
            self.steps()
        assert len(self.told) >= goal

    def steps(self) -> None:
        luck = self.public.random()
        if luck < 0.15:
            self.does_in_secret()
        elif luck < 0.22 and self.told and self.told[-1][1] not in (*SECRET_ACTS, *LEFT_OUT):
            self.takes_back(self.told[-1][0], self.table.latest)
        else:
            self.does_any()

    @property
    def heroes(self) -> list[str]:
        """Those in the game."""
        return [hero.key for hero in self.rules.heroes(self.state)]

    def a_hero_of(self, who: str) -> str:
        """The first that is in the game and theirs; else anybody's."""
        own = self.table.entrance(who).viewer.heroes
        return next((hero for hero in self.heroes if hero in own), self.heroes[0])

    def does_any(self) -> None:
        heroes = self.heroes
        few = PARTINGS if len(heroes) <= FEW else ()
        kinds = [kind for kind in self.table.kinds if kind not in (*SECRET_ACTS, *LEFT_OUT, *few)]
        kind = self.public.choice(kinds)
        has_hero = "hero" in field_names(self.rules.codec.commands[kind])
        hero = self.public.choice(heroes) if heroes and has_hero else None
        command = draw(self.rules, self.state, kind, hero, self.public)
        if command is not None:
            self.desk()
            plain = msgspec.to_builtins(command)
            self.does(self.sender_of(plain), plain)

    # What is secret

    def does_in_secret(self) -> None:
        """An act of which everybody knows that it was."""
        kind = self.public.choice([kind for kind in SECRET_ACTS if kind in self.table.kinds])
        who = self.public.choice((*MASTERS, "former-gm"))
        if self.possible(kind):
            self.desk()
            self.does(who, {"kind": kind, **SECRET_ACTS[kind](self)})

    def possible(self, kind: str) -> bool:
        """Whether both sides may do it; a store that is full is full on one side only."""
        offer = offer_of(self.rules, self.state, kind, None, {})
        may = offer is not None and offer.violation is None
        return may and [one for _, one in self.told].count(kind) < SECRET_ACTS_MOST[kind]

    def desk(self) -> None:
        """Up to three things that are no acts, at whatever second of the minute."""
        for _ in range(self.hidden.randrange(4)):
            self.fate.at(self.seconds + self.hidden.randrange(1, STEP), f"hidden {self.side}")
            self.hidden.choice(
                (
                    *(self.writes, self.rewrites, self.deletes, self.restores, self.throws),
                    *(self.schedules, self.reschedules),
                )
            )()

    def content(self, kind: str, **more: Any) -> Content:
        words = self.words
        groups = self.groups()
        return Content(
            title=words(),
            body=words(),
            quest=self.hidden.choice(("", *self.quests[:3])),
            secret=words() if kind == "note" else "",
            rooms=(Room(words(), words(), groups), Room("", words())) if kind == "prepared_quest" else (),
            monsters=groups if kind == "plan" else (),
            **more,
        )

    def words(self) -> str:
        return " ".join(
            self.hidden.choice(("lich", "crypt", "demon", "*key*", "traitor", "Zargon")) for _ in "abc"
        )

    def groups(self) -> tuple[MonsterGroup, ...]:
        monsters = self.keys_in("monsters")
        return (MonsterGroup(self.hidden.choice(monsters), self.hidden.randrange(1, 9)),) if monsters else ()

    @property
    def quests(self) -> list[str]:
        return self.keys_in("quests")

    def keys_in(self, section: str) -> list[str]:
        return [row["key"] for one in self.rules.catalog if one.key == section for row in one.rows]

    def writes(self) -> None:
        kind = self.hidden.choice(("note", "prepared_quest", "plan"))
        key = self.key_of(
            self.hidden.choice(range(POOL)[self.side * POOL // 2 :])
        )  # on one side there are fewer
        writing.create(self.table.entrance("gm"), kind, self.content(kind), key)

    def rewrites(self) -> None:
        """Any document; of a shared note the secret part alone."""
        for row in self._one(deleted=False):
            content = writing.decode(row.content)
            changed = (
                msgspec.structs.replace(content, secret=self.words())
                if row.shared
                else self.content(row.kind)
            )
            who = self.hidden.choice(MASTERS)
            assert isinstance(
                writing.change(self.table.entrance(who), row.pk, changed, row.version), Document
            )

    def deletes(self) -> None:
        for row in self._one(deleted=False):
            if not row.shared:
                assert writing.delete(self.table.entrance("gm"), row.pk) is None

    def restores(self) -> None:
        for row in self._one(deleted=True):
            assert isinstance(writing.undelete(self.table.entrance("co-gm"), row.pk), Document)

    def _one(self, *, deleted: bool) -> list[Document]:
        rows = Document.objects.filter(campaign=self.table.campaign, deleted_at__isnull=not deleted)
        found = list(rows.order_by("pk"))
        return [self.hidden.choice(found)] if found else []

    def throws(self) -> None:
        die = self.hidden.choice(self.rules.dice).key
        wanted = hidden_rolls.NewHiddenRoll(
            (hidden_rolls.Handful(die, self.hidden.randrange(1, 9)),), self.words()
        )
        key = UUID(int=self.hidden.getrandbits(128), version=4)
        assert isinstance(hidden_rolls.throw(self.table.entrance("gm"), wanted, key), tuple)

    def schedules(self) -> None:
        """What is to happen one day, or the same again."""
        number = SESSION + 1 + self.hidden.randrange(POOL)
        planning.plan(self.table.entrance("gm"), self.planned(), self.key_of(number))

    def planned(self) -> planning.Wanted:
        kinds = [kind for kind in self.table.kinds if kind not in LEFT_OUT]
        drawn = (
            draw(self.rules, self.state, kind, None, self.hidden)
            for kind in self.hidden.sample(kinds, min(8, len(kinds)))
        )
        commands = [msgspec.to_builtins(one) for one in drawn if one is not None][:2]
        at = f"20{self.hidden.randrange(40, 90)}-10-0{self.hidden.randrange(1, 9)}T20:00"
        acts = tuple(planning.Planned(one) for one in commands or [NOTHING])
        return planning.Wanted(title=self.words(), at=at, unit=self.hidden.choice(("", "week")), acts=acts)

    def reschedules(self) -> None:
        """Something secret that was to happen is to be otherwise, or not at all."""
        rows = Schedule.objects.filter(campaign=self.table.campaign, next_at__isnull=False).exclude(acts="[]")
        if found := list(rows.order_by("pk")):
            row = self.hidden.choice(found)
            if self.hidden.random() < 0.5:
                assert planning.cancel(self.table.entrance("co-gm"), row.pk) is None
            else:
                wanted = msgspec.structs.replace(planning.wanted_of(row), title=self.words())
                changed = planning.change(self.table.entrance("co-gm"), row.pk, wanted, row.version)
                assert isinstance(changed, Schedule)

    def announces(self) -> None:
        """A session that everybody is to come to."""
        self._next("session")
        session = planning.Wanted(title="Next evening", at="2091-05-04T19:30", ahead=24)
        made = planning.plan(self.table.entrance("gm"), session, self.key_of(SESSION))
        assert isinstance(made, planning.Made)

    def prepares(self, number: int) -> None:
        """The note that will be shared has long been there on one side, and says something else."""
        if (number + self.side) % 2:
            self.fate.at(self.seconds + 5 + number, "early")
            made = writing.create(
                self.table.entrance("gm"), "note", self.content("note"), self.key_of(POOL + number)
            )
            assert isinstance(made, writing.Made)

    def shares(self, number: int, title: str, body: str) -> None:
        """A note that everybody reads from now on."""
        self._next("share")
        gm = self.table.entrance("gm")
        content = Content(title=title, body=body, secret=self.words(), shared=True)
        known = Document.objects.filter(pk=self.table.documents[POOL + number])
        if known.filter(deleted_at__isnull=False):
            writing.undelete(gm, known.get().pk)
        if known:
            assert isinstance(writing.change(gm, known.get().pk, content, known.get().version), Document)
        else:
            assert isinstance(writing.create(gm, "note", content, self.key_of(POOL + number)), writing.Made)


def corrects_stock(evening: Evening) -> dict[str, Any]:
    """Any evolution but those that both sides have the same of."""
    stock = evening.state.stock
    rows = next(one.rows for one in evening.rules.catalog if one.key == "monsters")
    monsters = [row["key"] for row in rows if row["rank"] == "evolved" and row["key"] not in KNOWN_STOCK]
    monster = evening.hidden.choice(monsters)
    counts = [count for count in range(10) if count != stock.get(monster, 0)]
    return {"monster": monster, "count": evening.hidden.choice(counts), "reason": evening.words()}


def stocks_store(evening: Evening) -> dict[str, Any]:
    """So much that the store is full on one side, and on the other never."""
    return {"by": 1 if evening.side else 2}


SECRET_ACTS: dict[str, Secret] = {"correct_stock": corrects_stock, "stock_store": stocks_store}
"""Commands of which only game masters learn what came of them."""
SECRET_ACTS_MOST = {"correct_stock": 9, "stock_store": 3}
LEFT_OUT = ("reveal_evolution", "set_house_rule")
"""Drawn from what is secret; and what would end the stock."""
PARTINGS = ("retire_hero", "record_death")
FEW = 4
"""With so many heroes nobody parts."""


def heroquest(evening: Evening) -> None:
    """Levels that fill the stock, evolutions that come out of it, and a quest that is open."""
    for who, name, hero_class in (
        ("player", "Brom", "barbarian"),
        ("player", "Durin", "dwarf"),
        ("other", "Merin", "elf"),
    ):
        spheres = {"spheres": ["earth"]} if hero_class == "elf" else {}
        evening.does(who, {"kind": "recruit_hero", "name": name, "hero_class": hero_class, **spheres})
        evening.desk()
    for monster in KNOWN_STOCK:
        stocks(evening, monster, 5)
    for monster in coming(evening)[:2]:
        stocks(evening, monster, 2 if evening.side else 9)
    evening.does_in_secret()
    for hero in evening.table.heroes:
        evening.does("co-gm", {"kind": "correct_hero", "hero": hero, "xp": 200, "reason": "from paper"})
        levels(evening, hero)
    evening.does("gm", {"kind": "open_quest", "quest": "melars-maze", "heroes": evening.table.heroes})
    reveal = {"kind": "reveal_evolution", "monster": "goblin-champion", "replaces": "goblin"}
    evening.does("gm", reveal)


def stocks(evening: Evening, monster: str, count: int) -> None:
    plain = {"kind": "correct_stock", "monster": monster, "count": count, "reason": evening.words()}
    evening.does("former-gm", plain)


def coming(evening: Evening) -> list[str]:
    """What the next levels give: where there are nine already, the gain is lost."""
    cells = evening.rules.board(evening.state, Viewer("gm", "s1")).facts["stock_next"]
    found = [monster for cell in cells for monster in cell["monsters"]]
    return [monster for monster in dict.fromkeys(found) if monster not in KNOWN_STOCK]


def levels(evening: Evening, hero: str) -> None:
    """All that are due, as chance chooses."""
    while command := draw(evening.rules, evening.state, "gain_level", hero, evening.public):
        plain = msgspec.to_builtins(command)
        evening.does(evening.sender_of(plain), plain)


def a_level_is_due(evening: Evening, who: str) -> None:
    """After the quest, to a hero of theirs: what the level gives the sorcerer nobody else learns."""
    if evening.state.quest:
        evening.does("gm", {"kind": "abandon_quest", "reason": "It is late."})
    hero = evening.a_hero_of(who)
    evening.does("gm", {"kind": "correct_hero", "hero": hero, "xp": 400, "reason": "from paper"})


def toys(evening: Evening) -> None:
    for who in ("player", "player", "other"):
        evening.does(who, {"kind": "recruit_hero", "name": "Teddy"})
    for _ in range(3):
        evening.does_in_secret()
        evening.does("gm", {"kind": "open_quest", "quest": "attic"})
        evening.does("gm", {"kind": "close_quest", "success": True})
    evening.does("gm", {"kind": "open_quest", "quest": "cellar"})


BEGINNINGS = {RULESET: heroquest, "toy_game": toys}


def played(evening: Evening, acts_wanted: int) -> Evening:
    """A whole evening; the former game master is one until it ends."""
    table = evening.table
    for number in range(SHARED):
        evening.prepares(number)
    BEGINNINGS[table.campaign.ruleset](evening)
    evening.shares(0, "Rumours", "People *talk* of a mill.")
    evening.walks(acts_wanted // 2)
    evening.shares(1, "The inn", "It is full.")
    evening.announces()
    evening.walks(acts_wanted // 2)
    evening.desk()
    evening.fate.at(evening.seconds + STEP, "demoted")
    demoted(table)
    looks(table)
    return evening
