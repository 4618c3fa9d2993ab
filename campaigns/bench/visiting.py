"""Pages and acts, against the page floor, and with a short and a long ledger."""

from __future__ import annotations

from campaigns import snapshots
from campaigns.bench.asking import Visit
from campaigns.bench.browser import Browser, queries
from campaigns.bench.making import Table
from campaigns.bench.table import Figure
from campaigns.bench.timing import Case, Times, interleaved
from campaigns.templatetags.sections import draw

FLOOR, CAMPAIGN, SHEET = "page floor", "campaign page", "sheet"
UNCHANGED, ACT = "unchanged sheet (ETag)", "act with its fragment"
LIMITS = {SHEET: 1.5, ACT: 2.0}
"""Of what is measured against the floor."""


def figures(short: Table, long: Table, browser: Browser, rounds: int) -> list[Figure]:
    few, many = Visit(short, browser), Visit(long, browser)
    lengths = f"{long.entries} / {short.entries} entries"
    times = interleaved(of_length("short", few) | of_length("long", many), rounds=rounds)
    quiet = unchanged(few, many, rounds)
    return [
        floor(many, times),
        *(against_the_floor(name, times, page()) for name, page in pages(many).items() if name != FLOOR),
        Figure(f"{SHEET}, queries", queries(many.sheet), 6, unit=""),
        Figure(f"{ACT}, queries", queries(many.act), 12, unit=""),
        *for_the_first_time(many, rounds),
        Figure(f"{UNCHANGED} / {SHEET}", quiet.ratio("long", SHEET), 0.35),
        Figure(f"{UNCHANGED} / floor", quiet.ratio("long", FLOOR)),
        *(
            by_length(name, times.ratio(f"long {name}", f"short {name}"), lengths)
            for name in (CAMPAIGN, SHEET, ACT)
        ),
        by_length(UNCHANGED, quiet.ratio("long", "short"), lengths),
    ]


def pages(visit: Visit) -> dict[str, Case]:
    return {FLOOR: visit.floor, CAMPAIGN: visit.campaign, SHEET: visit.sheet, ACT: visit.act}


def of_length(length: str, visit: Visit) -> dict[str, Case]:
    return {f"{length} {name}": page for name, page in pages(visit).items()}


def unchanged(few: Visit, many: Visit, rounds: int) -> Times:
    """On its own, since an act changes the page."""
    few.look()
    many.look()
    cases = {"short": few.unchanged, "long": many.unchanged, FLOOR: many.floor, SHEET: many.sheet}
    return interleaved(cases, rounds=rounds)


def floor(visit: Visit, times: Times) -> Figure:
    page = visit.floor()
    milliseconds = times.typical(f"long {FLOOR}") * 1000
    note = f"{milliseconds:.1f} ms, {kilobytes(page.content)}, {queries(visit.floor)} queries"
    return Figure(FLOOR, 1.0, note=note)


def against_the_floor(name: str, times: Times, page: object) -> Figure:
    one, other = f"long {name}", f"long {FLOOR}"
    size, busy = kilobytes(getattr(page, "content", b"")), times.busy_ratio(one, other)
    return Figure(
        f"{name} / floor",
        times.ratio(one, other),
        LIMITS.get(name),
        note=f"{size}; {busy:.2f} by the processor",
    )


def for_the_first_time(visit: Visit, rounds: int) -> list[Figure]:
    """In a process that has drawn and read nothing yet."""

    def anew(page: Case) -> Case:
        def first() -> None:
            draw.cache_clear()
            snapshots.KNOWN.forget()
            page()

        return first

    cases = {FLOOR: visit.floor, SHEET: anew(visit.sheet), ACT: anew(visit.act)}
    times = interleaved(cases, rounds=max(10, rounds // 4))
    return [Figure(f"{name} / floor, all drawn anew", times.ratio(name, FLOOR)) for name in (SHEET, ACT)]


def by_length(name: str, value: float, lengths: str) -> Figure:
    return Figure(f"{name}, long ledger / short", value, 1.1, note=lengths)


def kilobytes(content: bytes) -> str:
    return f"{len(content) / 1000:.1f} kB"
