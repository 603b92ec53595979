"""Changes that are made together: all of them, in one statement where the database allows."""

from datetime import datetime

from sqlalchemy import event

from casino_war.store import commands, seats, shoes
from casino_war.store.changes import make
from casino_war.store.database import Database
from tests.store.rows import seat_row, shoe_row


def test_changes_are_made_together(database: Database, at: datetime) -> None:
    with database.writing() as connection:
        seat = seat_row(connection, at)
        shoe = shoe_row(connection, seat, at)
        shoes.start_shoe(connection, shoe.id, order_text="KD 2H", position=1, at=at)
        run: list[str] = []

        def note(_: object, __: object, statement: str, *___: object) -> None:
            run.append(statement)

        recorded = commands.recorded_command(
            key="k1",
            player_id=seat.player_id,
            visitor=None,
            kind="DealRound",
            content_hash="0" * 64,
            answer=":not_a_place",
            at=at,
        )
        event.listen(connection, "before_cursor_execute", note)
        steps = [recorded, shoes.advanced_shoe(shoe.id, 2), seats.bumped_seat_version(seat.id, 0)]
        assert make(connection, steps) == 1
        assert len(run) == (1 if connection.dialect.name == "postgresql" else 3)
        # The rows of the last change are those that count.
        steps = [shoes.advanced_shoe(shoe.id, 2), seats.bumped_seat_version(seat.id, 0)]
        assert make(connection, steps) == 0
        event.remove(connection, "before_cursor_execute", note)
    with database.reading() as connection:
        found = commands.find_command(connection, "k1")
        assert found is not None
        assert (found.answer, found.created_at, found.visitor) == (":not_a_place", at, None)
        assert shoes.shoe_by_id(connection, shoe.id).position == 2
        stored = seats.seat_at(connection, seat.player_id, seat.table_key)
        assert stored is not None
        assert stored.version == 1
