"""The audit of a long ledger: how long, and whether its memory grows with it."""

from __future__ import annotations

import tracemalloc
from time import perf_counter, process_time

from campaigns.audit import audit_campaign
from campaigns.bench.making import Table
from campaigns.bench.table import Figure


class BrokenLedgerError(Exception):
    """What the bench made is not what the site would have written."""


def audit(table: Table) -> None:
    findings = audit_campaign(table.campaign.pk)
    if findings:
        raise BrokenLedgerError("; ".join(map(str, findings[:5])))


def peak(table: Table) -> int:
    """Bytes that the audit holds at most."""
    audit(table)
    tracemalloc.start()
    try:
        audit(table)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def timed(table: Table) -> Figure:
    times = []
    for _ in range(2):
        start, busy = perf_counter(), process_time()
        audit(table)
        times.append((perf_counter() - start, process_time() - busy))
    seconds, busy = min(times)
    return Figure(
        f"audit of {table.entries} entries", seconds, 3.0, unit="s", note=f"{busy:.2f} s of processor time"
    )


def memory(small: int, large: int) -> Figure:
    note = f"{small / 1e6:.1f} MB with 10000, {large / 1e6:.1f} MB with 100000"
    return Figure(
        "audit, memory that 90000 further entries take", (large - small) / 1e6, 8, unit="MB", note=note
    )
