"""Webhooks: each act that everybody at the table may see is told to an address of the game master's choice."""
