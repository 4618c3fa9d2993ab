from tests.api.conftest import game  # noqa: F401
