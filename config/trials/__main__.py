# ruff: noqa: T201  (a program that talks to who started it)
"""`python -m config.trials`: the load with one, two and four processes for pages, on one set of tables."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from config.stack.alone import alone, passing


def main() -> int:
    parser = argparse.ArgumentParser(prog="config.trials", description="What the full stack bears.")
    parser.add_argument(
        "--processes", default="1 2 4", help="for pages; more than the machine has processors: not tried"
    )
    parser.add_argument("--entries", default="20000", help="of a long ledger, compared in the first run")
    arguments, rest = parser.parse_known_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    rushes: dict[int, float] = {}
    code, there = 0, os.cpu_count() or 1
    with passing("questkeep-load-") as folder:
        for number in map(int, arguments.processes.split()):
            if number > there:
                print(
                    f"\n{number} processes for pages: not tried, the machine has {there} processors",
                    flush=True,
                )
                continue
            print(f"\n{number} processes for pages", flush=True)
            more = [] if rushes else ["--entries", arguments.entries]
            rush = folder / "rush"
            with alone(folder, WORKERS=str(number)) as stack:
                code = max(code, stack.manage("load", "--rush", str(rush), *more, *rest))
            rushes[number] = float(rush.read_text()) if rush.exists() else 0.0
    first = next(iter(rushes.values()), 0.0)
    for number, pages in rushes.items():
        against = pages / first if first else 0.0
        print(f"pages a second with {number}: {pages:.0f}, {against:.2f} × those of the first run")
    return code


if __name__ == "__main__":
    sys.exit(main())
