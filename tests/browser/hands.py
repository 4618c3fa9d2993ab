"""Two ways to use a page: by thumb, and by keyboard alone."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator

IN_ORDER = """(one) => one === document.activeElement && one.tabIndex >= 0"""
SHOWN = """(one) => {
  const marked = (some) => getComputedStyle(some).outlineStyle !== "none" && parseFloat(getComputedStyle(some).outlineWidth) >= 2;
  for (let some = one; some && some !== document.body; some = some.parentElement) if (marked(some)) return true;
  return false;
}"""


class Hand(Protocol):
    """What can be done to a control."""

    def press(self, control: Locator) -> None: ...
    def tick(self, box: Locator, is_on: bool) -> None: ...
    def select(self, menu: Locator, value: str) -> None: ...
    def write(self, field: Locator, text: str) -> None: ...


class Thumb:
    """On glass."""

    def press(self, control: Locator) -> None:
        control.tap()

    def tick(self, box: Locator, is_on: bool) -> None:
        box.set_checked(is_on)

    def select(self, menu: Locator, value: str) -> None:
        menu.select_option(value)

    def write(self, field: Locator, text: str) -> None:
        field.fill(text)


class Keys:
    """Whatever is used takes the focus as the tabulator would give it, and shows that it has it."""

    def reach(self, control: Locator) -> None:
        control.page.keyboard.press("Shift")
        control.focus()
        assert control.evaluate(IN_ORDER), f"no way by keyboard to {control}"
        assert control.evaluate(SHOWN), f"the focus cannot be seen on {control}"

    def press(self, control: Locator) -> None:
        self.reach(control)
        control.page.keyboard.press("Enter")

    def tick(self, box: Locator, is_on: bool) -> None:
        if box.is_checked() != is_on:
            self.reach(box)
            box.page.keyboard.press("Space")
        assert box.is_checked() == is_on

    def select(self, menu: Locator, value: str) -> None:
        """By the first letters, or step by step where others begin alike."""
        self.reach(menu)
        menu.page.keyboard.press("Home")
        for _ in range(menu.locator("option").count()):
            if menu.input_value() == value:
                return
            menu.page.keyboard.press("ArrowDown")
        assert menu.input_value() == value

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        field.page.keyboard.press("Control+a")
        field.page.keyboard.press("Delete")
        field.page.keyboard.type(text)
