"""Markdown reads well and does nothing else."""

from html.parser import HTMLParser

import pytest

from campaigns.documents.markdown import TAGS, rendered

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
        assert set(attributes) <= {"href", "title", "rel", "start"}
        assert (attributes.get("href") or "https:").startswith(("https:", "http:", "mailto:"))


def test_it_reads_well() -> None:
    html = rendered(
        "# Hall\nDust.\n\n- a\n- **b**\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n[map](https://a.b/c)"
    )
    assert "<h3>Hall</h3>" in html
    assert "<li><strong>b</strong></li>" in html
    assert "<td>1</td>" in html
    assert '<a href="https://a.b/c" rel="nofollow noopener noreferrer">map</a>' in html


@pytest.mark.parametrize("text", ["[" * 5000, "*" * 20000, ">" * 3000, "- " * 2000, "`" * 9999, "![[" * 3000])
def test_no_text_takes_it_long(text: str) -> None:
    assert isinstance(rendered(text), str)
