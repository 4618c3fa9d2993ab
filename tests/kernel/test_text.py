import pytest

from rules.kernel.text import Text, counted, listed, same

GOBLIN = Text("gobelin", "goblin")
GOBLINS = Text("gobelins", "goblins")


def test_a_text_without_one_of_its_languages_is_refused():
    with pytest.raises(ValueError, match="both"):
        Text("mot", "")


def test_placeholders_are_filled_in_each_language():
    told = Text("{who} frappe {what}", "{who} strikes {what}")(who="Brom", what=GOBLIN)
    assert (told.fr, told.en) == ("Brom frappe gobelin", "Brom strikes goblin")


def test_braces_in_a_name_are_only_characters():
    assert Text("{who}.", "{who}.")(who="{0}{x}").en == "{0}{x}."


@pytest.mark.parametrize(
    ("number", "fr", "en"),
    [(0, "0 gobelin", "0 goblins"), (1, "1 gobelin", "1 goblin"), (2, "2 gobelins", "2 goblins")],
)
def test_nouns_agree_with_their_number_in_each_language(number, fr, en):
    told = counted(number, GOBLIN, GOBLINS)
    assert (told.fr, told.en) == (fr, en)


def test_lists_end_with_and():
    assert listed((same("a"), same("b"), same("c"))) == Text("a, b et c", "a, b and c")


def test_any_language_but_french_reads_english():
    assert [GOBLIN.in_(language) for language in ("fr", "fr-ch", "en", "de")] == [
        "gobelin",
        "gobelin",
        "goblin",
        "goblin",
    ]


def test_french_signs_keep_to_their_word_and_english_is_left_alone():
    text = Text("Brom : « Quoi ? » ; à 8:30", "Brom : a ; b")
    gap = "\N{NO-BREAK SPACE}"
    assert text.in_("fr") == f"Brom{gap}: «{gap}Quoi{gap}?{gap}»{gap}; à 8:30"
    assert text.in_("en") == "Brom : a ; b"
