"""The first minutes of a table: a name and a rulebook, the heroes, the first quest or the others."""
