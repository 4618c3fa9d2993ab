"""Long work that somebody asked for: a campaign as a file, a file as a campaign, sheets on paper, an audit.

It is a job like any other (`jobs`), with a person who asked and who alone sees it, what was sent along, and what came of it.
"""
