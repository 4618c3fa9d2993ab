"""Schedules: what a game master wants to happen at a time, once or again and again; and when the table meets next."""

KIND = "scheduled"
"""The kind of the job that a time of a schedule leaves."""
