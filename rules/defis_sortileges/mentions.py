"""What sentences of the history name, by the field of the event and the section it is looked up in."""

MENTIONS: dict[str, tuple[str, ...]] = {
    "character": ("characters",),
    "spell": ("spells",),
    "attitude": ("attitudes",),
}
