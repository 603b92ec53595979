"""Who sits where in a practice game that several browsers share: coming, leaving, returning."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    InvalidNameError,
    NotSeatedError,
    OutOfTurnError,
    SeatTakenError,
)
from casino_war.game.events import Seat
from casino_war.game.war_strategies import usual
from casino_war.services.carry_out import Scene, record
from casino_war.services.house import House
from casino_war.services.names import read_name
from casino_war.services.newcomers import add_newcomer, known_player
from casino_war.services.practice.commands import (
    FillSeats,
    NameSeat,
    StandIn,
    TakeBack,
    TakeSeat,
)
from casino_war.services.practice.games import Table, find_table, seat_of, table_of
from casino_war.services.practice.play import Changes, Play, Sitting
from casino_war.services.practice.turn import (
    require_running,
    require_starter,
    require_undealt,
    require_unfinished,
    take_turn,
    write_changes,
)
from casino_war.store import practice_seats
from casino_war.store.practice_news import SeatNews
from casino_war.store.practice_seats import NAME_LENGTH_MAX as NAME_LENGTH_MAX
from casino_war.store.practice_seats import StoredPracticeSeat

LEFT_AFTER = timedelta(minutes=1)
"""How long a browser may be silent before its player counts as gone."""


def take_seat(house: House, token: str | None, command: TakeSeat) -> str:
    """Sit down on a free seat, and return the token of the player that one is or becomes.

    Raises:
        NotFoundError: there is no such game, or it has no such seat.
        GameOverError, OutOfTurnError: the game is over, or has begun.
        SeatTakenError: somebody else was there first.
        InvalidNameError: the name cannot be used, or somebody at the table has it.
    """
    name = checked_name(command.name)

    def once(connection: Connection) -> str:
        # The game first: whoever else wants a seat waits here.
        table = find_table(connection, command.link, is_locked=True)
        seat = seat_of(table, command.seat)
        player = known_player(connection, token, command.visitor)
        if player is not None and seat.player_id == player.id:
            return player.token
        _require_free(table, seat)
        _require_new_name(table, name, seat.seat)
        at = house.clock()
        if player is None:
            player = add_newcomer(connection, at)
            scene = Scene(connection, house, player, at)
            record(scene, command, player.token, visitor=command.visitor)
        practice_seats.change_seat(connection, seat.id, player_id=player.id, name=name, seen_at=at)
        write_changes(connection, table, {})
        return player.token

    return house.database.write(once)


def _require_free(table: Table, seat: StoredPracticeSeat) -> None:
    require_unfinished(table)
    if not table.free_seats:
        raise SeatTakenError(
            N_("All seats of this game are taken; you can watch it from here."), reason="full"
        )
    require_undealt(table)
    if not seat.is_free:
        raise SeatTakenError(
            N_("Somebody has just taken that seat; another one is still free."), reason="taken"
        )


def name_seat(house: House, token: str | None, command: NameSeat) -> None:
    """Change the name that a seat of one's own goes by.

    Raises:
        InvalidNameError: the name cannot be used, or somebody at the table has it.
        NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError: see `take_turn`.
    """
    name = checked_name(command.name)

    def act(sitting: Sitting) -> Changes:
        seat = _own_seat(sitting, command.seat)
        _require_new_name(sitting.table, name, seat.seat)
        practice_seats.change_seat(sitting.connection, seat.id, name=name)
        return {}

    take_turn(house, token, command, act)


def fill_seats(house: House, token: str | None, command: FillSeats) -> None:
    """Let computer players take the free seats, as who started the game.

    Raises:
        OutOfTurnError: no seat is free, or the cards are dealt.
        GameOverError, NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError.
    """

    def act(sitting: Sitting) -> Changes:
        require_starter(sitting)
        require_undealt(sitting.table)
        if not sitting.table.free_seats:
            raise OutOfTurnError(
                N_("No seat is free any more: watch, or start a game of your own."),
                reason="no_free_seat",
            )
        for seat in sitting.table.seats:
            if seat.is_free:
                strategy = usual(sitting.table.rules.choice).key
                practice_seats.change_seat(sitting.connection, seat.id, strategy=strategy)
        return {}

    take_turn(house, token, command, act)


def stand_in(house: House, token: str | None, command: StandIn) -> None:
    """Let the computer play for a person who has left, or for oneself, and so play on.

    Raises:
        OutOfTurnError: no person plays there, or one who is still here.
        GameOverError, GamePausedError: the game is over or stands still.
        NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError: see `take_turn`.
    """

    def act(sitting: Sitting) -> Changes:
        require_running(sitting.table)
        seat = seat_of(sitting.table, command.seat)
        if seat.player_id is None or seat.stand_in is not None:
            raise OutOfTurnError(N_("The computer plays for that seat already."), reason="stood_in")
        if seat.seat not in sitting.seats and not has_left(seat.seen_at, sitting.at):
            raise OutOfTurnError(
                N_("The player of that seat was here less than a minute ago: wait a little."),
                reason="present",
            )
        strategy = usual(sitting.table.rules.choice).key
        practice_seats.change_seat(sitting.connection, seat.id, stand_in=strategy)
        return _played_on(sitting)

    take_turn(house, token, command, act)


def _played_on(sitting: Sitting) -> Changes:
    """Reveal the choices if the one that they waited for is now the computer's."""
    table = table_of(sitting.connection, sitting.table.game)
    play = Play.begin(
        Sitting(sitting.connection, table, sitting.seats, sitting.at, sitting.player_id)
    )
    pending = table.pending
    if not pending or set(play.course.persons_awaited) - pending.keys():
        return {}
    play.advance(1, pending)
    return play.changes()


def take_back(house: House, token: str | None, command: TakeBack) -> None:
    """Play on oneself where the computer has played meanwhile.

    Raises:
        OutOfTurnError: it has not.
        GameOverError, NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError.
    """

    def act(sitting: Sitting) -> Changes:
        require_unfinished(sitting.table)
        seat = _own_seat(sitting, command.seat)
        if seat.stand_in is None:
            raise OutOfTurnError(N_("You play on that seat yourself."), reason="not_stood_in")
        practice_seats.change_seat(sitting.connection, seat.id, stand_in=None, seen_at=sitting.at)
        return {}

    take_turn(house, token, command, act)


def seats_left(
    seats: Sequence[StoredPracticeSeat | SeatNews], at: datetime, *, is_finished: bool
) -> tuple[Seat, ...]:
    """List the seats whose persons have left, and for whom nobody plays yet.

    Of a game that is over, or that one person plays alone, nobody leaves.
    """
    taken = [seat for seat in seats if seat.player_id is not None]
    if is_finished or len({seat.player_id for seat in taken}) < 2:
        return ()
    return tuple(
        seat.seat for seat in taken if seat.stand_in is None and has_left(seat.seen_at, at)
    )


def has_left(seen_at: datetime | None, at: datetime) -> bool:
    """Say whether a browser that was last heard of then has been silent for too long."""
    return seen_at is None or at - seen_at >= LEFT_AFTER


def checked_name(text: str) -> str:
    """Return a player's name as it is kept; see `casino_war.services.names.read_name`."""
    return read_name(text, NAME_LENGTH_MAX, if_blank=N_("Say what you want to be called."))


def _require_new_name(table: Table, name: str, seat: Seat) -> None:
    others = (each.name for each in table.seats if each.seat != seat and each.name is not None)
    if name.casefold() in map(str.casefold, others):
        raise InvalidNameError(
            N_("Somebody at this table is called %(name)s already: choose another name."),
            reason="taken",
            name=name,
        )


def _own_seat(sitting: Sitting, number: Seat) -> StoredPracticeSeat:
    seat = seat_of(sitting.table, number)
    if seat.seat not in sitting.seats:
        raise NotSeatedError(N_("Somebody else sits on that seat: choose another one."))
    return seat
