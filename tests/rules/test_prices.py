"""A price says what it is made of, before it is paid."""

from msgspec.structs import replace

from rules.heroquest_evolution import RULESET
from rules.heroquest_evolution.market import Bought
from rules.heroquest_evolution.selling import Sold
from rules.kernel.sections import Receipt
from tests.rules.evening import Evening


def receipt_of(evening: Evening, *events) -> Receipt:
    (found,) = RULESET.receipts(evening.state, events)
    assert isinstance(found, Receipt)
    return found


def test_a_price_is_the_list_price_less_the_bargain() -> None:
    evening = Evening()
    hero = evening.recruit("dwarf", "Dura")
    evening.send("find_gold", hero=hero, amount=400)
    (bought,) = evening.send("buy", hero=hero, item="broadsword")
    assert isinstance(bought, Bought)
    shown = receipt_of(evening, bought)
    assert [part.amount for part in shown.lines] == [-bought.list_price]
    assert shown.lines[0].link == "items/broadsword"
    cheaper = receipt_of(evening, replace(bought, price=bought.price - 30, gold=bought.gold + 30))
    assert [part.amount for part in cheaper.lines] == [-bought.list_price, 30]


def test_a_sale_says_what_was_paid_for_each_lot() -> None:
    evening = Evening()
    hero = evening.recruit("dwarf", "Dura")
    evening.send("find_gold", hero=hero, amount=400)
    evening.send("buy", hero=hero, item="broadsword")
    (sold,) = evening.send("sell", hero=hero, item="broadsword")
    assert isinstance(sold, Sold)
    shown = receipt_of(evening, sold)
    assert sum(part.amount for part in shown.lines) == sold.gold == shown.total
    assert "bought at" in shown.lines[0].label.en
