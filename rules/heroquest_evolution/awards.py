"""What a hero's evening is worth, part by part (§3.1, R9–R13, R40–R43)."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.deeds import DEEDS
from rules.heroquest_evolution.house import deed_xp, house_int, monster_xp, special_xp
from rules.heroquest_evolution.state import Hero, Kill, Run, State
from rules.heroquest_evolution.tally import FULL, HALF, MEANS
from rules.kernel.sections import Part
from rules.kernel.text import Text, counted

MAGNUS_MARK = "prince_magnus"
MARKS: dict[str, Text] = {MAGNUS_MARK: Text("Marque du prince Magnus", "Mark of Prince Magnus")}
"""Lasting marks of a campaign (R43)."""


def award(
    state: State, run: Run, hero: Hero, *, succeeded: bool, special: str | None, trial: bool
) -> tuple[Part, ...]:
    """The XP of one living hero: kills, deeds, and the quest's where it succeeded for them."""
    tally = run.tally(hero.key)
    parts = [kill_part(state, kill) for kill in tally.kills]
    parts += [deed_part(state, deed, count) for deed, count in tally.deeds.items()]
    return (*parts, *(quest_parts(state, run, hero, special, trial) if succeeded else ()))


def kill_part(state: State, kill: Kill) -> Part:
    """Kills of one monster by one means: full, half of each rounded down (R10, R40), or nothing."""
    row = BOOK.monsters[kill.monster]
    each, source = monster_xp(state, kill.monster)
    means, share = MEANS[kill.means]
    worth = each if share == FULL else each // 2 if share == HALF else 0
    names = (row.name, row.plural) if row.proper else (row.name.inline, row.plural.inline)
    label = counted(kill.count, *names)
    if kill.means != "weapon":
        label = Text("{label}, {means}", "{label}, {means}")(label=label, means=means)
    return Part(label, worth * kill.count, source if share == FULL else "R10", f"monsters/{row.key}")


def deed_part(state: State, deed: str, count: int) -> Part:
    one, many, _ = DEEDS[deed]
    return Part(counted(count, one, many), deed_xp(state, deed) * count, "R11")


def quest_parts(state: State, run: Run, hero: Hero, special: str | None, trial: bool) -> tuple[Part, ...]:
    """The quest's own XP, or the bearer's figure instead (R13), and the bounty on it (R12, R42)."""
    row = BOOK.quests.get(run.quest)
    xp, label = run.xp, Text("Quête", "Quest")
    if row and row.xp_is_optional and not trial:
        xp = 0
    if row and special and row.special_xp is not None:
        xp, label = special_xp(state, row.key), Text("Quête et sa trouvaille", "Quest and its find")
    quest = Part(label, xp, row.source if row else "§3.1", f"quests/{row.key}" if row else "")
    percent = house_int(state, "bounty_xp")
    if not hero.has_skill("bounty-hunter") or not xp or not percent:
        return (quest,)
    return (quest, bounty(xp, percent))


def bounty(base: int, percent: int) -> Part:
    """*Chasseur de primes*: a share of the quest's own figure, rounded up (R12)."""
    label = Text("{name}, {p} % de {base}", "{name}, {p}% of {base}")(
        name=BOOK.skills["dwarf-bounty-hunter"].name, p=percent, base=base
    )
    return Part(label, -(-base * percent // 100), "R12", "skills/dwarf-bounty-hunter")


def marks_left(state: State) -> dict[str, Text]:
    """The lasting marks on the campaign, in words."""
    return {mark: MARKS[mark] for mark in state.marks}


def is_marked(state: State) -> bool:
    return MAGNUS_MARK in state.marks


def reward(state: State, hero: Hero, gold: int, *, marked: bool) -> tuple[Part, ...]:
    """The gold of a success: the bounty is new money, and 0 under Prince Magnus's mark (R42, R43)."""
    base = Part(Text("Récompense de la quête", "Reward of the quest"), gold, "§3.1")
    if marked:
        return (base, Part(MARKS[MAGNUS_MARK], -gold, "R43"))
    percent = house_int(state, "bounty_gold")
    hunts = hero.has_skill("bounty-hunter") and gold and percent
    return (base, bounty(gold, percent)) if hunts else (base,)
