"""A phone on the site: pressing, filling in, waiting for the answer, and looking at every page that comes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any, TypeVar
from urllib.parse import urlencode

from playwright.sync_api import APIResponse, Locator, Page, expect

from tests.browser.checks import assert_a_thumb_hits_it, assert_accessible, assert_fits, assert_speaks
from tests.browser.hands import Hand, Thumb
from tests.conftest import PASSWORD

T = TypeVar("T")
BUSY = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
KEYS = re.compile(r"[0-9a-f]{12,}|[0-9a-f]{8}(?:-[0-9a-f]{4,}){4}")

ACCOUNTS: Counter[str] = Counter()


class Phone:
    """`user` is who signed up last; `names` are the words people made up; `audited` are the kinds of pages audited in this
    language and light. What only prepares is sent as a form, unseen, unless everything is done `by_hand`.
    """

    user = ""
    by_hand = False

    def __init__(
        self, page: Page, url: str, script: bool, audited: set[str], hand: Hand | None = None
    ) -> None:
        self.hand = hand or Thumb()
        self.page, self.url, self.script, self.audited = page, url, script, audited
        self.language: str = page.evaluate("navigator.language")
        self.names: set[str] = set()

    def say(self, fr: T, en: T) -> T:
        return fr if self.language == "fr" else en

    def called(self, name: str) -> str:
        self.names.add(name)
        return name

    def go(self, address: str) -> None:
        self.page.goto(f"{self.url}{address}", wait_until="domcontentloaded")
        self.look()

    def look(self) -> None:
        """Every page passes here: it fits, speaks one language, and a thumb hits its buttons."""
        self.page.wait_for_load_state()
        assert_fits(self.page)
        assert_speaks(self.page, self.language, *sorted(self.names, key=len, reverse=True))
        assert_a_thumb_hits_it(self.page)
        if self.script and self.kind not in self.audited:
            self.audit()

    def audit(self) -> None:
        """For accessibility: each kind of page when it is first seen, and what has more on it later."""
        self.audited.add(self.kind)
        assert_accessible(self.page)

    @property
    def kind(self) -> str:
        """How it is set, the address without keys, and whether something was refused on it."""
        path = KEYS.sub("*", self.page.url.removeprefix(self.url))
        path = re.sub(r"\?(?!tab=).*", "", path)
        return f"{self.language} {path}" + (" refused" if self.refused.count() else "")

    @property
    def refused(self) -> Locator:
        return self.page.locator("#refused")

    def press(self, button: Locator) -> None:
        """What answers with a fragment; without script, with a page."""
        if not self.script:
            self.follow(button)
            return
        with self.answer():
            self.hand.press(button)
        self.settle()
        self.look()

    def answer(self) -> AbstractContextManager[Any]:
        """To a request of the page's own script."""
        return self.page.expect_response(lambda answer: answer.request.resource_type == "xhr")

    def follow(self, link: Locator) -> None:
        """What answers with a page."""
        with self.page.expect_event("domcontentloaded"):
            self.hand.press(link)
        self.look()

    def tab_to(self, wanted: Locator, most: int = 60) -> None:
        """By the tabulator alone, as somebody does who holds no mouse."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            if wanted.evaluate("one => one === document.activeElement"):
                return
        raise AssertionError(f"no way by keyboard to {wanted}")

    def enter(self, wanted: Locator) -> None:
        """What answers with a page, by keyboard."""
        self.tab_to(wanted)
        with self.page.expect_event("domcontentloaded"):
            self.page.keyboard.press("Enter")
        self.look()

    def settle(self) -> None:
        if self.script:
            expect(self.page.locator(BUSY)).to_have_count(0)

    def send(self, address: str, **fields: Any) -> APIResponse:
        """A form, sent unseen as this browser would; what answers in the end."""
        self.page.request.get(f"{self.url}/accounts/signup/")
        token = next(one["value"] for one in self.page.context.cookies() if one["name"] == "csrftoken")
        answer = self.page.request.post(
            self.url + address,
            data=urlencode(fields, doseq=True),
            headers={
                "Content-Type": "application/x-www-form-urlencoded",
                "Accept-Language": self.language,
                "X-CSRFToken": token,
            },
        )
        assert answer.ok, f"{address}: {answer.status}\n{answer.text()}"
        return answer

    def sign_up(self, name: str) -> None:
        if not self.by_hand:
            self.take_name(name)
            self.send("/accounts/signup/", username=self.user, password1=PASSWORD)
            return
        self.go("/")
        self.follow(self.page.locator("main").get_by_role("link").first)
        self.make_account(name)

    def make_account(self, name: str) -> None:
        """On the form for it."""
        self.take_name(name)
        self.hand.write(self.page.locator("[name=username]"), self.user)
        self.hand.write(self.page.locator("[name=password1]"), PASSWORD)
        self.follow(self.page.locator("main form").get_by_role("button"))
        expect(self.page.locator("[name=password1]")).to_have_count(0)

    def take_name(self, name: str) -> None:
        """Many sign up on one site in one run: who comes second has a number."""
        self.user = self.called(f"{name}{ACCOUNTS[name] or ''}")
        ACCOUNTS[name] += 1

    def sign_in(self, name: str, password: str) -> None:
        self.go("/accounts/login/")
        self.page.fill("[name=login]", self.called(name))
        self.page.fill("[name=password]", password)
        self.follow(self.page.locator("main form").get_by_role("button"))

    def fill(self, **fields: Any) -> None:
        """The fields of the offer, `gold__brom` for `gold.brom`; those that change what else is asked come first."""
        for name, value in fields.items():
            self.choose(name.replace("__", "."), value)
            self.settle()

    def choose(self, name: str, value: Any) -> None:
        inputs = self.page.locator("#offer").locator(f"[name='{name}']:not([type=hidden])")
        kind = inputs.first.evaluate("one => one.type")
        if kind == "radio":
            option = inputs.and_(self.page.locator(f"[value='{value}']"))
            self.open_around(option)
            self.hand.tick(option, True)
        elif kind == "checkbox":
            self.tick(inputs, value)
        elif kind == "select-one":
            self.hand.select(inputs, str(value))
        else:
            self.hand.write(inputs, str(value))
            inputs.blur()

    def open_around(self, thing: Locator) -> None:
        """Whatever is folded around it, from the outside in."""
        for folded in thing.locator("xpath=ancestor::details[not(@open)]/summary").all():
            self.hand.press(folded)

    def tick(self, boxes: Locator, value: bool | Iterable[str]) -> None:
        if isinstance(value, bool):
            self.hand.tick(boxes, value)
            return
        wanted = set(value)
        for box in boxes.all():
            self.hand.tick(box, box.get_attribute("value") in wanted)
            self.settle()

    def preview(self) -> None:
        """With script what it would do is there already."""
        if not self.script:
            self.follow(self.page.locator("#offer noscript button, #offer [formaction*='/do/']"))

    def confirm(self) -> None:
        self.follow(self.page.locator("#offer .button.main"))
        expect(self.refused).to_have_count(0)
