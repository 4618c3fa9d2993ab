"""The rulebooks: pure values and functions. Nothing here knows Django, a clock or a database."""
