"""Static files under hashed names, compressed."""

from contextlib import suppress

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """A file that was not collected is linked by its plain name: a missing style must not cost the page."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        with suppress(ValueError):
            return str(super().stored_name(name))
        return name
