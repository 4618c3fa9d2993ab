"""Imports run one way, the rules stay pure, and no shared file knows a particular game."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import astuple

from config.messages import find_messages
from config.settings import BASE_DIR
from rules.kernel.messages import Command, Event, kind_of
from rules.kernel.registry import rulesets as registered
from rules.kernel.text import Text
from rules.kernel.words import Words

RULES = BASE_DIR / "rules"
ALLOWED_IN_RULES = {*sys.stdlib_module_names, "msgspec", "rules"}
APPS = ("accounts", "campaigns", "characters", "config", "deliveries", "jobs", "tasks")


def rulesets() -> list[str]:
    return sorted(path.parent.name for path in RULES.glob("*/__init__.py") if path.parent.name != "kernel")


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def shared_files() -> list[Path]:
    kernel = [*RULES.glob("*.py"), *(RULES / "kernel").rglob("*.py")]
    apps = [file for app in APPS for file in (BASE_DIR / app).rglob("*.py")]
    pages = [*(BASE_DIR / "templates").rglob("*.html"), *(BASE_DIR / "static" / "js").rglob("*.js")]
    return kernel + apps + pages


def test_the_import_contracts_hold():
    program = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([program, "--no-logo"], cwd=BASE_DIR, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_the_rules_import_the_standard_library_and_msgspec_only():
    files = list(RULES.rglob("*.py"))
    assert files
    foreign = {
        f"{file.relative_to(BASE_DIR)}: {name}"
        for file in files
        for name in imported(file)
        if name.partition(".")[0] not in ALLOWED_IN_RULES
    }
    assert not foreign


def test_there_are_rulesets_and_shared_files():
    assert rulesets()
    assert len(shared_files()) > 20


@pytest.mark.parametrize("ruleset", rulesets())
def test_no_shared_file_names_a_ruleset(ruleset):
    named = [file for file in shared_files() if ruleset in file.read_text()]
    assert [str(file.relative_to(BASE_DIR)) for file in named] == []


def kinds(messages: Iterable[type[Command | Event]], *, of_kernel: bool) -> set[str]:
    return {kind_of(one) for one in messages if one.__module__.startswith("rules.kernel") is of_kernel}


def things_of_games() -> set[str]:
    """What belongs to some game; a key of one plain word may be any word of English."""
    games = registered().values()
    messages = [one for game in games for one in (*game.codec.commands.values(), *game.codec.events.values())]
    sections = [section for game in games for section in game.catalog]
    found = kinds(messages, of_kernel=False) - kinds(messages, of_kernel=True)
    found |= {section.key for section in sections}
    found |= {str(row["key"]) for section in sections for row in section.rows}
    return {thing for thing in found if re.search(r"[a-z][_-][a-z]", thing)}


def test_no_shared_file_knows_a_thing_of_a_game():
    """A command, an event, a section or a row."""
    things = things_of_games()
    assert len(things) > 200
    one_of = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(things)))})(?![\w-])")
    found = {
        f"{file.relative_to(BASE_DIR)}: {name}"
        for file in shared_files()
        for name in one_of.findall(file.read_text())
    }
    assert found == set()


def texts_of(words: Words) -> list[Text]:
    return [text for text in astuple(words) if isinstance(text, Text)]


def test_no_shared_text_calls_a_thing_as_one_game_does():
    """What a ruleset says by its words and its numbers, no page says for it."""
    games = registered().values()
    own = [number.label for game in games for number in game.numbers]
    own += [text for game in games for text in texts_of(game.words)]
    said = {text.alone.en for text in own} - {text.alone.en for text in texts_of(Words())}
    assert len(said) > 3
    assert said.isdisjoint(message.msgid[:1].upper() + message.msgid[1:] for message in find_messages())
