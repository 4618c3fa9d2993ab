"""Static files under hashed names, compressed."""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """A file that was not collected is linked by its plain name: a missing style must not cost the page."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        with suppress(ValueError):
            return str(super().stored_name(name))
        return name

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Those that have changed: to compress them all takes a minute at each start."""
        changed = [path for path in paths if not is_compressed(Path(self.path(path)))]
        yield from super().compress_files(changed)


def is_compressed(path: Path) -> bool:
    """Whether what was compressed before is what the file has in it."""
    try:
        return gzip.decompress(Path(f"{path}.gz").read_bytes()) == path.read_bytes()
    except (OSError, EOFError, zlib.error):
        return False
