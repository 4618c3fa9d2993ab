"""A small game for tests of everything that must not know a particular one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rules
from rules.kernel import registry

FOLDER = str(Path(__file__).parent)
KEY = "toy_game"


@contextmanager
def plugged_in(folder: str = FOLDER) -> Iterator[None]:
    """The rulesets of `folder` stand beside the real ones."""
    rules.__path__.append(folder)
    registry.rulesets.cache_clear()
    try:
        yield
    finally:
        rules.__path__.remove(folder)
        registry.rulesets.cache_clear()
