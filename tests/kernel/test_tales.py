"""How a book sums an evening up: what is counted is said once of each hero, the rest as it was told, within bounds."""

from __future__ import annotations

from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.quest import QuestOpened
from rules.heroquest_evolution.recruiting import HeroRenamed
from rules.heroquest_evolution.spells import SpellCast
from rules.heroquest_evolution.tally import KillRecorded, TrackChanged
from rules.heroquest_evolution.upkeep import UpkeepPaid
from rules.kernel import tales
from rules.kernel.registry import ruleset
from rules.kernel.tales import Telling, summed, together
from rules.kernel.text import Text

BROM = {"hero": "h1", "hero_name": "Brom"}
TRIAL = QuestOpened(name=Text("L’épreuve", "The Trial"), xp=30, heroes=("h1",), hero_names=("Brom",))


def killed(monster: str, count: int, who: dict[str, str] = BROM) -> KillRecorded:
    row = BOOK.monsters[monster]
    more = {"monster_name": row.name.inline, "monster_plural": row.plural.inline}
    return KillRecorded(**who, monster=monster, count=count, means="hand", **more)


def tale(*events):
    telling = Telling(ruleset("heroquest_evolution"))
    telling.hear(events)
    return telling.tale()


def english(found) -> list[list[str]]:
    return [[text.en for text in paragraph] for paragraph in found.paragraphs]


def test_kills_are_added_up_for_each_hero_the_most_first():
    dura = {"hero": "h2", "hero_name": "Dura"}
    found = tale(TRIAL, killed("orc", 1), killed("goblin", 2), killed("goblin", 3), killed("orc", 1, dura))
    opening, slain = english(found)
    assert opening == ["Brom enters “The Trial” (30 XP)."]
    assert slain == ["Brom slays 5 goblins and 1 orc.", "Dura slays 1 orc."]


def test_what_has_a_name_of_its_own_is_said_with_how_often_it_was():
    spell = SpellCast(**BROM, spell="x", spell_name=Text("Boule de feu", "Ball of flame"))
    assert english(tale(spell, spell))[0] == ["Brom casts Ball of flame (×2)."]


def test_upkeep_is_what_was_paid_and_not_what_the_purse_lost():
    paid = UpkeepPaid(**BROM, dues=(25,), gold=-25)
    assert english(tale(paid))[0] == ["Brom pays 25 gold coins for upkeep."]


def test_what_is_small_is_left_out():
    assert tale(TrackChanged(**BROM, track="body", by=-1, now=3)).is_empty


def test_the_same_said_twice_is_said_once():
    renamed = HeroRenamed(hero="h1", before="Brom", name="Grom")
    ((sentence,),) = english(tale(renamed, renamed))
    assert sentence.endswith("(2 times)")


def test_a_tale_has_a_bound(monkeypatch):
    monkeypatch.setattr(tales, "MOST_SAID", 10)
    found = tale(*(HeroRenamed(hero="h1", before="Brom", name=f"Brom {n}") for n in range(50)))
    assert sum(map(len, found.paragraphs)) == 10
    assert found.untold == 40


def test_a_life_is_the_sum_of_its_tales():
    one, other = tale(killed("orc", 1)), tale(killed("orc", 2))
    ((sentence,),) = summed(together((one, other), "h1"), {"h1": "Brom"})
    assert sentence == Text("Brom abat 3 orcs.", "Brom slays 3 orcs.")
    assert together((one,), "h2") == {}
