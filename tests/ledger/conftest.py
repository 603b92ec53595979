from collections.abc import Iterator
from datetime import datetime

import pytest

from casino_war.store.database import Database
from tests.ledger.table import Table, sit


@pytest.fixture
def table(database: Database, at: datetime) -> Iterator[Table]:
    with database.writing() as connection:
        yield sit(connection, at)
