"""The rulebook at hand: pages over every ruleset's catalog, and the address of each thing in it."""

from campaigns.rulebook.addresses import rulebook_url

__all__ = ["rulebook_url"]
