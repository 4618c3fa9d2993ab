"""What people do on an evening, as verbs that drive the pages. Heroes are named by their keys."""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone

IN_FRENCH = pytest.mark.browser_context_args(locale="fr", color_scheme="dark")
IN_ENGLISH = pytest.mark.browser_context_args(locale="en", color_scheme="light")
"""How a phone is set: so every kind of page is seen in both languages and in both lights."""

MINUS = "\N{MINUS SIGN}"


def plain(text: str) -> str:
    """With ordinary gaps where French signs keep to their word."""
    return " ".join(text.split())


def amount(text: str) -> int:
    return int(text.strip().replace(MINUS, "-").replace("+", ""))


class Evening(Phone):
    """One campaign on one phone."""

    base = ""

    # Before

    def found_campaign(self, name: str, ruleset: str = "heroquest_evolution") -> None:
        if not self.by_hand:
            founded = self.send("/campaigns/", name=self.called(name), ruleset=ruleset)
            self.go(founded.url.removeprefix(self.url))
            self.base = self.page.url.removeprefix(self.url)
            return
        self.go("/campaigns/")
        self.hand.write(self.page.locator("[name=name]"), self.called(name))
        self.hand.select(self.page.locator("[name=ruleset]"), ruleset)
        self.follow(self.page.locator("main form").get_by_role("button"))
        self.base = self.page.url.removeprefix(self.url)
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)

    def seat(self, other: Evening) -> None:
        """The other takes a seat as a player, unseen."""
        shown = self.send(f"{self.base}people/invite/", role="player", expires_in="604800", uses="1").text()
        link = html.unescape(re.search(r'id="link" readonly value="([^"]+)"', shown)[1])
        other.send(link.removeprefix(self.url))
        other.base = self.base

    def campaign(self) -> None:
        self.go(self.base)

    def offer(self, kind: str, hero: str = "") -> None:
        self.go(f"{self.base}do/{kind}/" + (f"?hero={hero}" if hero else ""))

    def does(self, kind: str, hero: str = "", **fields: Any) -> None:
        """Any offer from its page."""
        self.offer(kind, hero)
        self.fill(**fields)
        self.confirm()

    def act(self, kind: str, hero: str = "", **fields: Any) -> None:
        sent = {name.replace("__", "."): value for name, value in fields.items()} | {"kind": kind}
        sent |= {"hero": hero} if hero else {}
        self.send(f"{self.base}acts/", **sent, key=str(uuid.uuid4()))

    def recruit(self, name: str, hero_class: str, *spheres: str) -> str:
        """Spheres are asked for once the class is chosen; without script, by the button that shows more."""
        if not self.by_hand:
            self.act("recruit_hero", hero_class=hero_class, name=self.called(name), spheres=spheres)
            return self.key_of(name)
        self.offer("recruit_hero")
        self.fill(hero_class=hero_class, name=self.called(name))
        if spheres:
            self.preview()
            self.fill(spheres=spheres)
        self.confirm()
        return self.key_of(name)

    def enrol(self, name: str, hero_class: str, level: int, reason: str, **fields: Any) -> str:
        self.offer("enrol_hero")
        self.fill(hero_class=hero_class, level=level, name=self.called(name), reason=self.called(reason))
        self.preview()
        self.fill(**fields)
        self.preview()
        self.confirm()
        return self.key_of(name)

    def key_of(self, name: str) -> str:
        if not self.by_hand:
            page = self.page.request.get(self.url + self.base).text()
            return re.search(rf"/heroes/(\w+)/\"[^>]*>{re.escape(name)}</a>", page)[1]
        self.campaign()
        link = self.page.locator("main").get_by_role("link", name=name, exact=True).first
        return (link.get_attribute("href") or "").rstrip("/").rpartition("/")[2]

    def open_quest(self, quest: str, *heroes: str) -> None:
        """Once a quest of the book is chosen, the fields of an own one are gone."""
        if not self.by_hand:
            self.act("open_quest", quest=quest, heroes=heroes)
            self.campaign()
            return
        self.offer("open_quest")
        self.fill(quest=quest)
        self.preview()
        self.fill(heroes=heroes)
        self.confirm()

    # At the table

    def sheet(self, hero: str, tab: str = "") -> None:
        """A tab of the sheet; who is there already stays."""
        address = f"{self.base}heroes/{hero}/" + (f"?tab={tab}" if tab else "")
        if self.page.url != self.url + address or self.refused.count():
            self.go(address)

    def button(self, kind: str, **fields: Any) -> Locator:
        """The button that sends this command with these fields, wherever it stands."""
        found = f"button[name=tap][value^='kind={kind}&']"
        for name, value in fields.items():
            found += f":is([value*='&{name}={value}&'], [value$='&{name}={value}'])"
        return self.page.locator(found)

    def kill(self, hero: str, monster: str, *, by: str = "", looking_for: str = "") -> None:
        """One tap in the picker, which may be searched and told by what means."""
        self.sheet(hero, "kill")
        if by:
            self.hand.select(self.page.locator("[name='with.record_kill.means']"), by)
        if looking_for:
            self.hand.write(self.page.get_by_role("searchbox"), looking_for)
            expect(self.page.locator("button[name=tap][value*='record_kill']:visible")).to_have_count(1)
        self.press(self.button("record_kill", hero=hero, monster=monster))

    def kill_beside_the_others(self, hero: str, monster: str) -> None:
        """On the page of the whole party, where a phone shows one hero at a time."""
        self.go(f"{self.base}table/?hero={hero}")
        self.press(self.button("record_kill", hero=hero, monster=monster))

    def deed(self, hero: str, deed: str) -> None:
        self.sheet(hero, "deeds")
        self.press(self.button("record_deed", hero=hero, deed=deed))

    def change(self, hero: str, track: str, by: int) -> None:
        """A mark at a time, as on paper; the mark itself and the button beside it do the same."""
        self.sheet(hero)
        for _ in range(abs(by)):
            self.press(self.button("change_track", track=track, by=by // abs(by)).first)

    def wound(self, hero: str, by: int) -> None:
        self.change(hero, "body", -by)

    def heal(self, hero: str, by: int) -> None:
        self.change(hero, "body", by)

    def cast(self, hero: str, spell: str) -> None:
        """At nobody in particular, or the caster; a spell with someone to choose opens first."""
        self.sheet(hero, "spells")
        button = self.button("cast_spell", spell=spell).first
        self.open_around(button)
        self.press(button)
        expect(self.button("cast_spell", spell=spell)).to_have_count(0)

    def recover(self, hero: str, spell: str) -> None:
        self.sheet(hero, "spells")
        self.press(self.button("recover_spell", spell=spell))
        expect(self.button("cast_spell", spell=spell).first).to_be_attached()

    def use_skill(self, hero: str, skill: str, **fields: Any) -> None:
        """With what it asks for; the app rolls where there is a roll."""
        self.offer("use_skill", hero)
        self.fill(skill=skill)
        self.preview()
        self.fill(**fields)
        self.preview()
        self.follow(self.page.locator("#offer .button.main"))
        by_app = self.page.locator("[name=roll][value=app]")
        if by_app.count():
            self.follow(by_app)
        expect(self.refused).to_have_count(0)

    def drink(self, hero: str, item: str, *faces: int) -> None:
        """With the face of the die thrown on the table, touched, or rolled by the app."""
        self.sheet(hero, "gear")
        self.press(self.button("use_item", item=item))
        expect(self.refused).to_be_visible()
        if not faces:
            self.follow(self.refused.locator("[name=roll][value=app]"))
        else:
            (face,) = faces
            self.follow(self.refused.locator(f"button.die[value='{face}']"))
        expect(self.refused).to_have_count(0)

    def wear(self, hero: str, item: str) -> None:
        self.sheet(hero, "gear")
        self.press(self.button("equip", item=item))

    def dies(self, hero: str, cause: str) -> None:
        self.does("record_death", hero, cause=self.called(cause))

    def find(self, hero: str, item: str) -> None:
        self.does("find_item", hero, item=item)

    def find_gold(self, hero: str, gold: int) -> None:
        self.does("find_gold", hero, amount=gold)

    def undo(self) -> None:
        self.press(self.bar.get_by_role("button", name=self.say("Annuler", "Undo")))

    def redo(self) -> None:
        self.press(self.bar.get_by_role("button", name=self.say("Rétablir", "Redo")))

    def unfold(self) -> None:
        """What the bar of the table folds away."""
        self.page.locator("#bar-menu summary").tap()

    @property
    def bar(self) -> Locator:
        return self.page.locator("#bar")

    def last(self) -> str:
        """The sentence under the thumb: what happened last."""
        return plain(self.bar.get_by_role("status").inner_text())

    def tallied(self, hero: str) -> list[str]:
        """Victims and deeds so far, as the sheet tells them."""
        self.sheet(hero, "tally")
        return [plain(line) for line in self.page.locator(".line .line-label").all_inner_texts()]

    # After

    def gain_level(self, hero: str, **choices: str) -> None:
        self.go(f"{self.base}heroes/{hero}/level/")
        self.fill(**{f"choices__{name}": value for name, value in choices.items()})
        self.confirm()

    def receipts(self, unit: str = "XP") -> dict[str, tuple[int, list[int]]]:
        """By hero: the total, and the parts it is made of."""
        found = {}
        for receipt in self.page.locator(".receipt").all():
            total, _, what = receipt.locator("header .figure").inner_text().partition(" ")
            parts = [amount(part) for part in receipt.locator("dd").all_inner_texts()]
            if what == unit:
                found[receipt.get_by_role("heading").inner_text()] = (amount(total), parts)
        return found

    def changes(self) -> dict[str, dict[str, tuple[str, str]]]:
        """By hero and number: before and after, as the page says before anything is confirmed."""
        found: dict[str, dict[str, tuple[str, str]]] = {}
        for one in self.page.locator(".change").all():
            rows = one.locator("dd").all_inner_texts()
            found[one.locator("dt").inner_text()] = dict(map(before_and_after, rows))
        return found

    def numbers(self, hero: str) -> dict[str, str]:
        """What the sheet shows, by label."""
        self.sheet(hero)
        details = self.page.locator("details.number")
        found = {
            one.locator(".label").inner_text(): one.locator(".figure").inner_text() for one in details.all()
        }
        for track in self.page.locator(".track").all():
            now, _, most = track.locator("b").first.inner_text().partition("/")
            label = track.get_attribute("aria-label") or ""
            found |= {label: now, f"{label} max.": most} if most else {label: now}
        return {label: figure.strip() for label, figure in found.items()}

    def explain(self, label: str) -> tuple[int, list[int]]:
        """Touch a number of the sheet: it says its parts."""
        number = self.page.locator("details.number").filter(has_text=label)
        self.hand.press(number.locator("summary"))
        parts = number.locator("dd")
        expect(parts.first).to_be_visible()
        self.look()
        return amount(number.locator(".figure").inner_text()), [
            amount(one.split()[0]) for one in parts.all_inner_texts()
        ]

    def correct(self, hero: str, reason: str, **fields: Any) -> None:
        self.does("correct_hero", hero, **fields, reason=self.called(reason))

    def history(self) -> list[str]:
        """The sentences, newest first, from all its pages."""
        self.go(f"{self.base}acts/")
        told = self.page.locator("#history .said").all_inner_texts()
        while (older := self.page.locator("#history a[href*='before=']")).count():
            self.follow(older)
            told += self.page.locator("#history .said").all_inner_texts()
        return [plain(sentence) for sentence in told]

    def number_of(self, sentence: str) -> int:
        """The number of the act that is told in this sentence."""
        self.go(f"{self.base}acts/")
        line = self.page.locator("#history li").filter(has_text=sentence).first
        return int((line.get_attribute("id") or "").rpartition("-")[2])

    def take_back(self, seq: int) -> None:
        """Any act, from the history."""
        self.go(f"{self.base}acts/")
        self.press(self.page.locator(f"button[formaction$='/acts/{seq}/undo/']"))


def before_and_after(row: str) -> tuple[str, tuple[str, str]]:
    words = re.split(r"\s+", row.strip())
    numbers = [word for word in words if re.fullmatch(rf"[{MINUS}\d]+(?:D6)?(?:[+{MINUS}]\d+)?", word)]
    return " ".join(words[: words.index(numbers[0])]), (numbers[0], numbers[-1])
