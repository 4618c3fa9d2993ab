from collections.abc import Iterator

import pytest

from tests.api.conftest import game  # noqa: F401
from tests.live.hall import Hall, Server, Table, opened


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with opened(tmp_path_factory.mktemp("live")) as hall:
        yield hall


@pytest.fixture(scope="session")
def server(hall: Hall) -> Server:
    return hall.server()


@pytest.fixture
def table(hall: Hall, server: Server) -> Table:
    return hall.table(server, player="player", other="player", watcher="spectator", stranger="")
