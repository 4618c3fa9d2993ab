"""Figures of the game: acts, refusals, open streams. Kinds, codes and rules are few and ours; nothing names a campaign."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

from campaigns.answers import Accepted, Refusal
from jobs import about

UNREAD = "unread"
"""The kind of what was no command."""

ACTS = Counter("questkeep_acts", "Acts that were asked for, by what came of them", ["kind", "outcome"])
REFUSALS = Counter("questkeep_refusals", "Acts that were refused, by the reason", ["code", "rule"])
STREAMS = Gauge("questkeep_open_streams", "Open streams", ["who"], multiprocess_mode="livesum")


def act(kind: str, outcome: Accepted | Refusal) -> None:
    """Counted, and said in the log's lines of this request."""
    if isinstance(outcome, Refusal):
        REFUSALS.labels(outcome.code, outcome.rule or "").inc()
        came = "refused"
        about.say(kind=kind, outcome=came, code=outcome.code)
    else:
        came = "accepted" if outcome.created else "repeated"
        about.say(kind=kind, outcome=came, act_id=outcome.act_id, seq=outcome.entry_seq)
    ACTS.labels(kind, came).inc()


def stream(who: str, by: int) -> None:
    STREAMS.labels(who).inc(by)
