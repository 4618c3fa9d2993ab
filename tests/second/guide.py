"""The ruleset that CONTRIBUTING.md builds, made by following it: every file it shows, in a folder of its own."""

from __future__ import annotations

import re
from pathlib import Path

from config.settings import BASE_DIR

KEY = "coin_game"
CHAPTER = re.compile(r"^## Adding a ruleset\n(.*?)^## ", re.MULTILINE | re.DOTALL)
FILE = re.compile(rf"^`rules/{KEY}/([\w/.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def chapter() -> str:
    found = CHAPTER.search((BASE_DIR / "CONTRIBUTING.md").read_text("utf-8"))
    assert found is not None
    return found[1]


def files() -> dict[str, str]:
    """What the guide has one write, by name within the folder; each once."""
    found = FILE.findall(chapter())
    assert len(found) == len({name for name, _ in found})
    return dict(found)


def followed(root: Path) -> Path:
    """The folder as it stands when one has come to the end of the page."""
    for name, text in files().items():
        file = root / KEY / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return root / KEY


def paths_in_commands() -> list[str]:
    """What the commands of the guide name of the project."""
    return [word for text in COMMAND.findall(chapter()) for word in text.split() if "/" in word]
