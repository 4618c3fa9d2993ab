"""Pages and acts, against the page floor, and with a short and a long ledger."""

from __future__ import annotations

from campaigns.bench.asking import Visit
from campaigns.bench.browser import Browser, queries
from campaigns.bench.making import Table
from campaigns.bench.table import Figure
from campaigns.bench.timing import Case, Times, interleaved, ratio, typical

PAGES = ("campaign page", "sheet", "act with its fragment")


def calls(visit: Visit) -> dict[str, Case]:
    return {
        "floor": visit.floor,
        "campaign page": visit.campaign,
        "sheet": visit.sheet,
        "act with its fragment": visit.act,
    }


def figures(short: Table, long: Table, browser: Browser, rounds: int) -> list[Figure]:
    visits = {"short": Visit(short, browser), "long": Visit(long, browser)}
    cases = {
        f"{which} {name}": call for which, visit in visits.items() for name, call in calls(visit).items()
    }
    times = interleaved(cases, rounds=rounds)
    quiet = unchanged(visits, rounds)
    return [*against_the_floor(visits["long"], times, quiet), *by_length(short, long, times, quiet)]


def unchanged(visits: dict[str, Visit], rounds: int) -> Times:
    """On its own, since an act changes the page."""
    for visit in visits.values():
        visit.look()
    cases: dict[str, Case] = {f"{which} unchanged": visit.unchanged for which, visit in visits.items()}
    return interleaved(
        cases | {"long floor": visits["long"].floor, "long sheet": visits["long"].sheet}, rounds=rounds
    )


def against_the_floor(visit: Visit, times: Times, quiet: Times) -> list[Figure]:
    floor = f"{typical(times['long floor']) * 1000:.1f} ms, {kilobytes(visit.floor().content)}, {queries(visit.floor)} queries"
    sheet, act = kilobytes(visit.sheet().content), kilobytes(visit.act().content)
    return [
        Figure("page floor", 1.0, note=floor),
        Figure("sheet against the floor", ratio(times, "long sheet", "long floor"), 1.5, note=sheet),
        Figure("sheet, queries", queries(visit.sheet), 6, unit=""),
        Figure(
            "unchanged sheet (ETag) against the sheet", ratio(quiet, "long unchanged", "long sheet"), 0.35
        ),
        Figure("unchanged sheet (ETag) against the floor", ratio(quiet, "long unchanged", "long floor")),
        Figure(
            "campaign page against the floor",
            ratio(times, "long campaign page", "long floor"),
            note=kilobytes(visit.campaign().content),
        ),
        Figure(
            "act with its fragment against the floor",
            ratio(times, "long act with its fragment", "long floor"),
            2.0,
            note=act,
        ),
        Figure("act with its fragment, queries", queries(visit.act), 12, unit=""),
    ]


def by_length(short: Table, long: Table, times: Times, quiet: Times) -> list[Figure]:
    note = f"{long.entries} against {short.entries} entries"
    found = [
        Figure(
            f"{name}, long ledger against short",
            ratio(times, f"long {name}", f"short {name}"),
            1.1,
            note=note,
        )
        for name in PAGES
    ]
    return [
        *found,
        Figure(
            "unchanged, long ledger against short",
            ratio(quiet, "long unchanged", "short unchanged"),
            1.1,
            note=note,
        ),
    ]


def kilobytes(content: bytes) -> str:
    return f"{len(content) / 1000:.1f} kB"
