"""What was laid out on paper, looked at box by box: nothing is cut, nothing runs out of its page or its frame."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from campaigns.access import Entrance
from campaigns.models import Campaign, Seat
from rules.kernel.offers import Viewer
from rules.kernel.registry import ruleset
from tasks import pdf

SLACK = 0.6
"""CSS pixels that rounding may take."""
WHOLE = frozenset({"li", "tr", "figure"})
FRAMES = frozenset(
    {"card", "quarter", "hero", "rule", "points-box", "number-box", "uses", "effects", "warning"}
)


def at_table(state: Any, role: Any = "gm", key: str = "heroquest_evolution", name: str = "Karak") -> Entrance:
    """Somebody at a table that no database knows."""
    rules = ruleset(key)
    campaign = Campaign(name=name, ruleset=key, version=1)
    entrance = Entrance(campaign, Seat(campaign=campaign, key="s1", role=role), Viewer(role, "s1"), rules)
    entrance.__dict__["_state"] = state
    return entrance


def lay(documents: Any, form: pdf.Form) -> list[Any]:
    press = pdf.Press(form)
    return [page for document in documents for page in press.lay(document).pages]


def boxes(page: Any) -> Iterator[Any]:
    return page._page_box.descendants()


def classes(box: Any) -> frozenset[str]:
    element = getattr(box, "element", None)
    return frozenset((element.get("class") or "").split()) if element is not None else frozenset()


def is_whole(box: Any) -> bool:
    element = getattr(box, "element", None)
    return element is not None and (element.tag in WHOLE or bool(classes(box) & FRAMES))


def cut(pages: list[Any]) -> list[str]:
    """What stands on two pages, or beside one."""
    found: dict[int, set[int]] = defaultdict(set)
    names: dict[int, str] = {}
    wrong = []
    for number, page in enumerate(pages):
        for box in filter(is_whole, boxes(page)):
            name = f"{box.element.tag}.{box.element.get('class')} on page {number + 1}"
            found[id(box.element)].add(number)
            names[id(box.element)] = name
            wrong += [name] if is_beside(box, page) else []
    return wrong + [names[one] for one, on in found.items() if len(on) > 1]


def is_beside(box: Any, page: Any) -> bool:
    right, bottom = box.position_x + box.margin_width(), box.position_y + box.height
    return (
        box.position_x < -SLACK
        or box.position_y < -SLACK
        or right > page.width + 8 + SLACK  # a margin to the next box may be left over
        or bottom > page.height + SLACK
    )


def overflowing(pages: list[Any], frame: str) -> list[str]:
    """Words that run out of the frame (by class) they stand in."""
    wrong = []
    for page in pages:
        for box in boxes(page):
            if frame in classes(box) and hasattr(box, "descendants") and box.element_tag != "::marker":
                bottom = box.position_y + box.margin_height()
                right = box.position_x + box.margin_width()
                wrong += [
                    text.text
                    for text in box.descendants()
                    if getattr(text, "text", None)
                    and (
                        text.position_y + text.height > bottom + SLACK
                        or text.position_x + text.width > right + SLACK
                    )
                ]
    return wrong


def words(pages: list[Any]) -> str:
    return " ".join(text.text for page in pages for text in boxes(page) if getattr(text, "text", None))
