"""How often each page asks the database, alone and in a crowd of forty heroes."""

from __future__ import annotations

from campaigns.bench.asking import Visit
from campaigns.bench.browser import Browser, queries
from campaigns.bench.making import Table
from campaigns.bench.table import Figure
from campaigns.bench.timing import Case

CROWD = 40


def counts(table: Table, browser: Browser) -> dict[str, int]:
    visit = Visit(table, browser)
    asked: dict[str, Case] = {
        "campaign page": visit.campaign,
        "sheet": visit.sheet,
        "shop": visit.shop,
        "act": visit.act,
    }
    return {name: queries(call) for name, call in asked.items()}


def figures(alone: Table, crowd: Table, browser: Browser) -> list[Figure]:
    few, many = counts(alone, browser), counts(crowd, browser)
    return [
        Figure(
            f"{name}, queries with 1 hero and with {CROWD}",
            many[name],
            few[name],
            unit="",
            note=f"{few[name]} with 1",
        )
        for name in few
    ]
