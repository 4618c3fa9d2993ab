"""What game masters write beside the game: notes, prepared quests, plans for the stock, and rolls behind the screen.

No act, and nothing in the ledger: versions, ETags, counts and the history of a campaign say nothing of it.
"""
