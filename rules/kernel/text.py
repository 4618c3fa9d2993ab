"""Text in the two languages of the product, as a value."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

import msgspec

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")
BEFORE_SIGNS = re.compile(r"(?<=\S) (?=[:;?!»])|(?<=«) ")


class Text(msgspec.Struct, frozen=True):
    """One wording in French and in English; neither may be empty."""

    do_not_call_in_templates: ClassVar[bool] = True
    """For Django: shown as it is. To fill it once more would trip over the braces in somebody's name."""

    fr: str
    en: str

    def __post_init__(self) -> None:
        if not (self.fr and self.en):
            raise ValueError("a text needs both French and English")

    def in_(self, language: str) -> str:
        """The wording in `language`, French with the spaces that no line breaks at; anything but `fr` reads English."""
        return BEFORE_SIGNS.sub("\N{NO-BREAK SPACE}", self.fr) if language.startswith("fr") else self.en

    def __call__(self, **values: Text | str | int) -> Text:
        """Fill `{placeholders}`; a Text fills each language with its own wording."""
        fr, en = {}, {}
        for name, value in values.items():
            fr[name], en[name] = (value.fr, value.en) if isinstance(value, Text) else (value, value)
        return Text(self.fr.format(**fr), self.en.format(**en))

    def __add__(self, other: Text) -> Text:
        return Text(self.fr + other.fr, self.en + other.en)

    @property
    def alone(self) -> Text:
        """As it reads where it stands alone: first letter in capitals."""
        return Text(self.fr[:1].upper() + self.fr[1:], self.en[:1].upper() + self.en[1:])

    @property
    def inline(self) -> Text:
        """As it reads inside a sentence: first letter in lower case."""
        return Text(self.fr[:1].lower() + self.fr[1:], self.en[:1].lower() + self.en[1:])


def same(word: str) -> Text:
    """A proper name: the same in both languages."""
    return Text(word, word)


def listed(texts: tuple[Text, ...]) -> Text:
    """`a, b et c` / `a, b and c`; needs at least one."""
    if len(texts) == 1:
        return texts[0]
    return Text(
        ", ".join(t.fr for t in texts[:-1]) + " et " + texts[-1].fr,
        ", ".join(t.en for t in texts[:-1]) + " and " + texts[-1].en,
    )


def counted(number: int, one: Text, many: Text) -> Text:
    """`3 gobelins` / `3 goblins`: the number and the noun in the right form (0 is singular in French)."""
    return Text(
        f"{number} {(many if number > 1 else one).fr}",
        f"{number} {(one if number == 1 else many).en}",
    )
