from tests.campaigns.conftest import audited_acts, bend, group, other_player, spectator, toy_game  # noqa: F401
from tests.schedules.conftest import clock, no_nights  # noqa: F401
