"""Static files under hashed names, compressed."""

import logging

from whitenoise.storage import CompressedManifestStaticFilesStorage

log = logging.getLogger(__name__)


class HashedFiles(CompressedManifestStaticFilesStorage):
    """A file that was not collected is linked by its plain name: a missing style must not cost the page."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        try:
            return str(super().stored_name(name))
        except ValueError:
            log.exception("%s was not collected: run manage.py collectstatic", name)
            return name
