from tests.tasks.conftest import pango  # noqa: F401
