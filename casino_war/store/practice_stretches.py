"""Stretches of practice games: a position, and the choices that were made from it on.

A game is kept in stretches of some battles each, so that neither its newest battle nor any
earlier one is more than a stretch away from a position that stands in the books. Only the
last stretch of an unfinished game still grows.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from sqlalchemy import Column, Connection, Integer, Text, UniqueConstraint, bindparam
from sqlmodel import Field

from casino_war.store.columns import StoreModel, check, id_column, reference, table_of
from casino_war.store.rows import every, first


class PracticeStretch(StoreModel, table=True):
    """One stretch.

    ``start_text`` is the position after ``battles_before`` battles, ``flips`` counts the
    battles that were begun from there without a choice, ``decisions_text`` has the choices.
    """

    __tablename__ = "practice_stretch"
    __table_args__ = (
        UniqueConstraint("game_id", "number"),
        check("number_from_one", "number >= 1"),
        check("battles_before_from_zero", "battles_before >= 0"),
        check("flips_from_zero", "flips >= 0"),
    )

    id: int = Field(sa_column=id_column())
    game_id: int = Field(sa_column=reference("practice_game.id"))
    number: int = Field(sa_column=Column(Integer, nullable=False))
    battles_before: int = Field(sa_column=Column(Integer, nullable=False))
    start_text: str = Field(sa_column=Column(Text, nullable=False))
    flips: int = Field(sa_column=Column(Integer, nullable=False))
    decisions_text: str = Field(sa_column=Column(Text, nullable=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """What a stretch tells."""

    number: int
    battles_before: int
    start_text: str
    flips: int = 0
    decisions_text: str = ""


STRETCH = table_of(PracticeStretch)
_TOLD = (
    STRETCH.c.number,
    STRETCH.c.battles_before,
    STRETCH.c.start_text,
    STRETCH.c.flips,
    STRETCH.c.decisions_text,
)
_OF_BATTLE = (
    STRETCH.select()
    .with_only_columns(*_TOLD)
    .where(
        STRETCH.c.game_id == bindparam("of_game"), STRETCH.c.battles_before < bindparam("battle")
    )
    .order_by(STRETCH.c.number.desc())
    .limit(1)
)
_GROW = STRETCH.update().where(
    STRETCH.c.game_id == bindparam("of_game"), STRETCH.c.number == bindparam("of_number")
)


def add_stretches(connection: Connection, game_id: int, stretches: Iterable[Stretch]) -> None:
    """Store new stretches."""
    rows = [{"game_id": game_id, **asdict(stretch)} for stretch in stretches]
    if rows:
        connection.execute(STRETCH.insert(), rows)


def grow_stretch(connection: Connection, game_id: int, stretch: Stretch) -> None:
    """Store what has come to a stretch that stands in the books."""
    connection.execute(
        _GROW,
        {
            "of_game": game_id,
            "of_number": stretch.number,
            "flips": stretch.flips,
            "decisions_text": stretch.decisions_text,
        },
    )


def stretch_of_battle(connection: Connection, game_id: int, battle: int) -> Stretch | None:
    """Find the stretch that tells the battle of that number, from 1; the last if it is open."""
    return first(connection, _OF_BATTLE, Stretch, {"of_game": game_id, "battle": max(battle, 1)})


def stretches_of(connection: Connection, game_id: int) -> tuple[Stretch, ...]:
    """List the stretches of a game in their order."""
    query = STRETCH.select().with_only_columns(*_TOLD).where(STRETCH.c.game_id == game_id)
    return every(connection, query.order_by(STRETCH.c.number), Stretch)
