"""Markdown reads well and does nothing else."""

from html.parser import HTMLParser

import pytest

from campaigns.documents.markdown import TAGS, WIDE, plain, rendered

STORED = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](  JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "<svg/onload=alert(1)>",
    "<a href='https://a.b' onclick='alert(1)'>x</a>",
    "![x](https://a.b/pixel.png)",
    '[x](https://a.b "t\\" onmouseover=alert(1)")',
    "<style>body{display:none}</style>",
    "```\n</code><script>alert(1)</script>\n```",
    '<https://a.b/"onmouseover=alert(1)>',
    '[x](https://a.b "<table><script>alert(1)</script>")',
    '| a |\n|---|\n| <div class="page" tabindex="9" id="x"> |',
    "&lt;script&gt;alert(1)&lt;/script&gt;",
]


class Tags(HTMLParser):
    """Every tag of a page, with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("text", STORED)
def test_a_stored_script_does_not_run(text: str) -> None:
    reader = Tags()
    reader.feed(rendered(text))
    for tag, attributes in reader.found:
        assert tag in TAGS
        assert set(attributes) <= (
            {"href", "title", "rel", "start"} if tag != "div" else {*WIDE, "aria-label"}
        )
        assert (attributes.get("href") or "https:").startswith(("https:", "http:", "mailto:"))


def test_it_reads_well() -> None:
    html = rendered(
        "# Hall\nDust.\n\n- a\n- **b**\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n[map](https://a.b/c)"
    )
    assert "<h3>Hall</h3>" in html
    assert "<li><strong>b</strong></li>" in html
    assert "<td>1</td>" in html
    assert '<a href="https://a.b/c" rel="nofollow noopener noreferrer">map</a>' in html


def test_a_table_scrolls_by_itself_and_is_aligned_without_style() -> None:
    html = rendered("| x | y |\n|--:|:-:|\n| 1 | 2 |")
    assert html.startswith('<div class="wide-table" role="group" tabindex="0" aria-label=')
    assert '<td class="is-right">1</td>' in html
    assert '<td class="is-centred">2</td>' in html
    assert "style" not in html


def test_its_headings_stand_below_those_around_it() -> None:
    assert "<h2>Hall</h2>" in rendered("# Hall", 1)
    assert "<h6>Deep</h6>" in rendered("###### Deep", 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [("# A\n- b\n> c", "A\nb\nc"), ("**a** _b_ ~~c~~ `d`", "a b c d"), ("snake_case 3-4", "snake_case 3-4")],
)
def test_a_line_of_a_list_has_no_marks(text: str, said: str) -> None:
    assert plain(text) == said


@pytest.mark.parametrize("text", ["*" * 50_000, "-:| " * 12_000 + "x", "\n> " * 12_000, "\t" * 50_000 + "x"])
def test_to_take_the_marks_off_does_not_take_long(text: str) -> None:
    assert len(plain(text)) <= len(text)


@pytest.mark.parametrize("text", ["[" * 5000, "*" * 20000, ">" * 3000, "- " * 2000, "`" * 9999, "![[" * 3000])
def test_no_text_takes_it_long(text: str) -> None:
    assert isinstance(rendered(text), str)
