"""However much is tallied and corrected, it stays playable: size is no fault of a state."""

from rules.heroquest_evolution.auditing import audit
from rules.heroquest_evolution.book import BOOK
from rules.heroquest_evolution.tally import MEANS
from tests.rules.evening import Evening


def test_a_hero_may_kill_one_of_everything_by_every_means():
    evening = Evening()
    brom = evening.recruit("barbarian", "Brom")
    evening.send("open_quest", quest="the-trial", heroes=[brom])
    for monster in BOOK.monsters:
        for means in MEANS:
            evening.send("record_kill", hero=brom, monster=monster, means=means)
    assert audit(evening.state) == ()


def test_a_sheet_does_not_grow_with_its_corrections():
    evening = Evening()
    brom = evening.recruit("barbarian", "Brom")
    for by in (2, -1, 3):
        evening.send("correct_hero", hero=brom, body_max=by, reason="A slip")
    assert [gain.amount for gain in evening.hero(brom).gains] == [4]
    evening.send("correct_hero", hero=brom, body_max=-4, reason="A slip")
    assert evening.hero(brom).gains == ()


def test_training_again_is_one_part_of_the_sum():
    evening = Evening()
    brom = evening.recruit("barbarian", "Brom")
    for _ in range(2):
        evening.send("find_gold", hero=brom, amount=5000)
        evening.send("train", hero=brom, what="body")
        evening.send("open_quest", quest="the-trial", heroes=[brom])
        evening.send("close_quest", success=False, survivors=[brom])
        evening.send("waive_upkeep", hero=brom, reason="Tired")
    assert [(gain.what, gain.amount, gain.origin) for gain in evening.hero(brom).gains] == [
        ("body", 2, "training")
    ]
