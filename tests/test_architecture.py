"""Imports run one way, the rules stay pure, and no shared file knows a particular game."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.settings import BASE_DIR

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
    """`manage.py demo` alone may: it shows one game."""
    named = [file for file in shared_files() if ruleset in file.read_text() and file.stem != "demo"]
    assert [str(file.relative_to(BASE_DIR)) for file in named] == []
