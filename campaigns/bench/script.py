"""What a bench plays: the `bench.toml` of a rulebook, as commands."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.answers import Plain
from campaigns.scripts import scripts

FILE = "bench.toml"
Steps = list[Plain]


@dataclass(frozen=True, kw_only=True)
class Script:
    """`hero` is whose sheet is measured; `start` begins with those `alone`; every `evening` ends as it began; `odds` is a question."""

    ruleset: str
    hero: str
    alone: int
    shop: str
    crowd: Plain
    act: Plain
    start: Steps
    evening: Steps
    odds: dict[str, str]


def the_script() -> Script:
    """That of the first rulebook that has one."""
    key, script = next(iter(scripts(FILE).items()))
    return Script(ruleset=key, **script)
