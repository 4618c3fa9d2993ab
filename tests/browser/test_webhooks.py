"""A channel elsewhere is told what happens, by the worker in the server's own process."""

import pytest
from playwright.sync_api import expect

from tests.browser.evening import IN_ENGLISH, IN_FRENCH, Evening
from tests.deliveries.receiver import receiving

pytestmark = [pytest.mark.browser]


def comes(gm: Evening, words: str, messages: int) -> None:
    """The log is looked at until it says so: nobody is told when the answer of somebody else comes."""
    lines = gm.page.locator("#log li")
    tag = lines.first.locator(".tag")
    for _ in range(60):
        if lines.count() == messages and tag.inner_text() == words:
            break
        gm.page.reload(wait_until="domcontentloaded")
    expect(lines).to_have_count(messages)
    expect(tag).to_have_text(words)
    gm.look()


@pytest.mark.parametrize(
    ("script", "language"),
    [
        pytest.param(True, "fr", marks=IN_FRENCH),
        pytest.param(True, "en", marks=IN_ENGLISH),
        pytest.param(False, "en", marks=IN_ENGLISH),
    ],
)
def test_a_channel_is_made_tried_told_changed_and_deleted(evening, script, language):
    gm = evening(script=script)
    with receiving() as channel:
        gm.names |= {f"127.0.0.1:{channel.port}", "Discord"}
        gm.sign_up(f"zargon{language}{script}hooks")
        gm.found_campaign("Guldan")
        gm.go(f"{gm.base}settings/")
        gm.follow(gm.page.locator("#webhooks a"))
        gm.follow(gm.page.locator("main a.main"))
        gm.page.fill("[name=name]", gm.called("Ravenloft"))
        gm.page.fill("[name=url]", "http://127.0.0.1:22/")
        gm.follow(gm.page.locator("main form button.main"))
        expect(gm.page.locator(".errorlist")).to_have_count(1)
        gm.page.fill("[name=url]", channel.url())
        gm.follow(gm.page.locator("main form button.main"))
        secret = gm.page.input_value("#secret")
        gm.follow(gm.page.locator("form[action$='/test/'] button"))
        comes(gm, gm.say("remis", "delivered"), 1)
        home = gm.page.url.removeprefix(gm.url)
        gm.recruit("Brom", "barbarian")
        gm.go(home)
        comes(gm, gm.say("remis", "delivered"), 2)
        assert [message.is_signed_with(secret) for message in channel.messages] == [True, True]
        assert channel.messages[1].plain["act"]["kind"] == "recruit_hero"
        channel.answers(410, "Gone")
        gm.follow(gm.page.locator("form[action$='/resend/'] button").first)
        comes(gm, gm.say("non remis", "not delivered"), 2)
        gm.page.locator("#change details summary").tap()
        gm.page.locator("[name=kinds][value=open_quest]").check()
        gm.follow(gm.page.locator("#change button.main"))
        expect(gm.page.locator("[name=kinds]:checked")).to_have_count(1)
        gm.page.locator("details:has(form[action$='/delete/']) summary").tap()
        gm.follow(gm.page.locator("form[action$='/delete/'] button"))
        expect(gm.page.locator(".empty")).to_be_visible()
