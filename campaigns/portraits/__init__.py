"""Portraits of heroes: a picture becomes two small squares of ours, and nothing else of it is kept."""
