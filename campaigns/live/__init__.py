"""Live: what happens in a campaign reaches every open page and program as it happens.

The ledger is the truth: a stream is told that something happened by a hint, and reads there what it was. A hint that is
lost costs a moment, never an act.
"""
