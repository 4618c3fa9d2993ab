"""A name is one line that can be read and pressed, and leaves the text around it alone."""

import msgspec
import pytest

from rules.kernel.messages import Name, Reason

BAD = {
    "turns what follows": "\u202eBrom",
    "turns and turns back": "\u202eBrom\u202c",
    "an isolate": "\u2066Brom\u2069",
    "no width": "\u200b\u200b",
    "a joiner alone": "\u200d",
    "a byte order mark": "\ufeff",
    "a soft hyphen": "\u00ad",
    "a Hangul filler": "\u3164",
    "an empty Braille cell": "\u2800",
    "a direction and nothing to read": " \u200f ",
    "a variation of nothing": "\ufe0f",
}
GOOD = ["Brom", "Zoë", "שלום", "سلام", "क्‍ष", "👩‍👩‍👧", "❤️", "🐉", "n\u2019importe", "a\u200cb", "…", "-", "9"]


@pytest.mark.parametrize("type_", [Name, Reason])
@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_what_cannot_be_read_or_turns_the_text_around_it_is_no_name(text, type_):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, type_)


@pytest.mark.parametrize("text", GOOD)
def test_every_script_and_emoji_is_one(text):
    assert msgspec.convert(text, Name) == text
