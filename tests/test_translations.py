"""Every text exists in French and in English. The English one is the source."""

import re

import polib
import pytest

from config import messages, settings

CATALOGS = sorted(settings.BASE_DIR.glob("locale/*/LC_MESSAGES/django.po"))
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|{\w*}")


@pytest.fixture(scope="module")
def texts() -> messages.Places:
    return messages.find_messages()


def translated(catalog: polib.POFile) -> dict[messages.Message, polib.POEntry]:
    return {messages.message_of(entry): entry for entry in catalog if entry.translated()}


def test_there_are_texts_and_a_french_catalog(texts):
    assert len(texts) > 50
    assert [file.parts[-3] for file in CATALOGS] == ["fr"]


@pytest.mark.parametrize("file", CATALOGS, ids=lambda file: file.parts[-3])
def test_every_text_is_translated(file, texts):
    known = translated(polib.pofile(str(file)))
    missing = {message.msgid: places for message, places in texts.items() if message not in known}
    assert not missing, "make messages, then fill in the .po file"


@pytest.mark.parametrize("file", CATALOGS, ids=lambda file: file.parts[-3])
def test_no_translation_is_fuzzy_or_left_over(file, texts):
    catalog = polib.pofile(str(file))
    assert [entry.msgid for entry in catalog if entry.fuzzy or entry.obsolete] == []
    assert [entry.msgid for entry in catalog if messages.message_of(entry) not in texts] == []


@pytest.mark.parametrize("file", CATALOGS, ids=lambda file: file.parts[-3])
def test_translations_keep_the_placeholders(file):
    def placeholders(text: str) -> set[str]:
        return set(PLACEHOLDER.findall(text))

    for entry in polib.pofile(str(file)):
        wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural)
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            assert placeholders(text) <= wanted, entry.msgid
        assert placeholders(entry.msgstr_plural.get(1, entry.msgstr)) == wanted, entry.msgid


def test_french_signs_stand_by_their_words():
    """No line begins with one, and no sign is a typewriter's."""
    wrong = re.compile(r" [:;?!»](?!\w)|« |(?<=\w)[;?!»](?=\s|$)|(?<=\w):(?=\s|$)|\w'\w|\.\.\.")
    for entry in polib.pofile(str(settings.BASE_DIR / "locale/fr/LC_MESSAGES/django.po")):
        for text in [entry.msgstr, *entry.msgstr_plural.values()]:
            shown = re.sub(r"<code>.*?</code>", "", text)
            assert not wrong.search(shown), text


def test_the_finder_knows_each_way_to_mark_a_text():
    python = 'gettext("a")\n_("b")\nngettext("c", "cs", n)\npgettext_lazy("where", "d")\nother("e")'
    assert list(messages.in_python(python)) == [
        messages.Message("a"),
        messages.Message("b"),
        messages.Message("c", plural="cs"),
        messages.Message("d", context="where"),
    ]
    template = (
        "{% translate 'a' %}{% blocktranslate trimmed %}\n b {{ x }}\n{% endblocktranslate %}{{ _('c') }}"
        "{% blocktranslate count n=n %}one{% plural %}many{% endblocktranslate %}"
        "{% translate 'd' context 'w' %}"
    )
    assert list(messages.in_template(template)) == [
        messages.Message("a"),
        messages.Message("b %(x)s"),
        messages.Message("c"),
        messages.Message("one", plural="many"),
        messages.Message("d", context="w"),
    ]
