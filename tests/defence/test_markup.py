"""What looks for script finds it."""

import pytest

from tests.defence.markup import Markup

SCRIPTS = [
    "<script>x</script>",
    "<script src='//evil.example/x.js'></script>",
    "<script src=https://evil.example/static/x.js></script>",
    "<script src='data:text/javascript,x'></script>",
    "<style>*{}</style>",
    "<p style='x'>",
    "<img src=x onerror=x>",
    "<svg/onload=x>",
    "<p hx-on:click=x>",
    "<a href=javascript:x>",
    "<a href=' JaVa\nScript:x'>",
    "<a href='java&#115;cript:x'>",
    "<a href='%6aavascript:x'>",
    "<form action='data:text/html,x'>",
    "<button formaction=vbscript:x>",
    "<iframe srcdoc=x>",
    '<p hx-vals=\'{"a": "b"c"}\'>',
    "<script type='application/json'>{x</script>",
    "<p class=a class=b>",
]


@pytest.mark.parametrize("text", SCRIPTS)
def test_what_no_page_may_hold_is_found(text):
    assert Markup(text).broken


PLAIN = [
    "<a href='/x?next=javascript:x'>",
    "<a href='#javascript:x'>javascript:x</a>",
    "<a href='mailto:x@example.org'>",
    "<script src='/static/x.js' defer></script>",
    "<script type='application/json'>{}</script>",
    "<p title='onclick=x' hx-vals='{\"a\": \"onclick\"}'>&lt;script&gt;",
]


@pytest.mark.parametrize("text", PLAIN)
def test_what_is_only_said_is_not(text):
    assert Markup(text).broken == []
