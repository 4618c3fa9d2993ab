from tests.api.conftest import audited_acts, game, other_game  # noqa: F401
