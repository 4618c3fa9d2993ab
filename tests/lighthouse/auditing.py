"""Google's Lighthouse on a phone, against the site as it is served in production, with the Chromium of the other tests.

Node comes with the system, Lighthouse from npm as `package-lock.json` says; the reports stay in `var/lighthouse/reports`.
"""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, Playwright

from campaigns.management.commands.demo import GAME_MASTER, PASSWORD
from config.settings import VAR_DIR
from tests import services
from tests.browser.serving import Site

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
HERE, FOLDER = Path(__file__).parent, VAR_DIR / "lighthouse"
PROGRAM = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
LOCK = "package-lock.json"
PAGES = {
    "sheet": "a[href*='/heroes/']:not([href$='/heroes/'])",
    "table": "a[href$='/table/']",
    "campaign": "a[href^='/campaigns/'][href$='/']:not([href$='s/'], [href$='/import/'])",
    "rulebook": "a[href^='/rulesets/']:not([href$='/rulesets/'])",
}
"""How a link to each is known, on the pages before it."""
Scores = dict[str, int]
SLOWDOWN, DESKTOP = 4.0, 1750
"""How much slower than a desktop of that benchmark the phone is: on a slower machine it is less, as Lighthouse's guide to
throttling says."""


@dataclass(frozen=True)
class Report:
    """Scores of 100, and what cost points, the dearest first; how fast this machine was just then."""

    scores: Scores
    lacks: list[str]
    benchmark: float

    @property
    def slowdown(self) -> float:
        return round(min(SLOWDOWN, max(1.0, SLOWDOWN * self.benchmark / DESKTOP)), 1)


def in_production(folder: str) -> dict[str, str]:
    return {
        "DEBUG": "0",
        "HTTPS": "0",
        "SECRET_KEY": secrets.token_urlsafe(48),
        "STATIC_DIR": f"{folder}/static",
    }


def install() -> None:
    """Into a folder that git does not see; once for each lock file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if PROGRAM.exists() and (FOLDER / LOCK).read_bytes() == (HERE / LOCK).read_bytes():
        return
    for name in ("package.json", LOCK):
        shutil.copy(HERE / name, FOLDER / name)
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
    subprocess.run(command, cwd=FOLDER, check=True)


@dataclass(frozen=True)
class Phone:
    """A Chromium that Lighthouse is led to by its `port`, signed in as the demo's game master; the addresses of PAGES."""

    port: int
    addresses: dict[str, str]


@contextmanager
def phone(playwright: Playwright, site: Site, folder: str) -> Iterator[Phone]:
    """Cookies are of the browser itself: what Lighthouse would send as headers is gone with the first answer."""
    port = services.free_port()
    flags = [*services.BROWSER_FLAGS, f"--remote-debugging-port={port}"]
    browser = playwright.chromium.launch_persistent_context(
        folder, executable_path=services.chromium(), args=flags
    )
    try:
        yield Phone(port, found(browser.pages[0], site))
    finally:
        browser.close()


def found(page: Page, site: Site) -> dict[str, str]:
    page.goto(f"{site.url}/accounts/login/")
    page.fill("[name=login]", GAME_MASTER)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form button").first.click()
    page.wait_for_url("**/campaigns/")
    base = address(page, PAGES["campaign"])
    ways = {"sheet": f"{base}heroes/", "table": base, "rulebook": "/rulesets/"}
    links = {"campaign": base}
    for name, way in ways.items():
        page.goto(site.url + way)
        links[name] = address(page, PAGES[name])
    page.goto("about:blank")
    return links


def address(page: Page, link: str) -> str:
    return page.locator(f"main {link}").first.get_attribute("href") or ""


def audit(site: Site, phone: Phone, page: str, slowdown: float = SLOWDOWN) -> Report:
    file = FOLDER / "reports" / f"{page}.json"
    file.parent.mkdir(exist_ok=True)
    command = [
        "node", str(PROGRAM), site.url + phone.addresses[page], "--quiet", "--output=json", f"--output-path={file}",
        f"--only-categories={','.join(CATEGORIES)}", f"--throttling.cpuSlowdownMultiplier={slowdown}", f"--port={phone.port}", "--disable-storage-reset",
    ]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return read(file)


def read(file: Path) -> Report:
    told = json.loads(file.read_text())
    scores = {name: round(100 * (told["categories"][name]["score"] or 0)) for name in CATEGORIES}
    costs: dict[str, float] = {}
    for category in told["categories"].values():
        for one in category["auditRefs"]:
            found = told["audits"][one["id"]]
            if found["score"] is not None and found["score"] < 1 and one["weight"]:
                costs[f"{found['title']} {found.get('displayValue', '')}".strip()] = one["weight"] * (
                    1 - found["score"]
                )
    lacks = sorted(costs, key=lambda title: -costs[title])
    return Report(scores, lacks, told["environment"]["benchmarkIndex"])
