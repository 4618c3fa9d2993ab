"""Names for heroes, to have one at once: ours, by class."""

from __future__ import annotations

NAMES: dict[str, tuple[str, ...]] = {
    "barbarian": ("Torvald", "Ragna", "Ulfar", "Haldis", "Skadi", "Egil"),
    "dwarf": ("Borin", "Dagny", "Grum", "Thora", "Orsik", "Hilda"),
    "elf": ("Ilyra", "Saren", "Elwë", "Thandil", "Nimue", "Caradoc"),
    "enchanter": ("Orla", "Cassian", "Ysolde", "Merin", "Aldric", "Sybille"),
    "amazon": ("Aella", "Myrine", "Thaïs", "Melanippe", "Antia", "Danaé"),
}
