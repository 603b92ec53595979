"""What players wrote down, held against the books."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, func, select

from casino_war.ledger import accounts, book
from casino_war.services.house import House
from casino_war.store.commands import COMMAND, find_command
from casino_war.store.database import Database
from casino_war.store.players import PLAYER
from casino_war.store.rounds import ROUND
from tests.audits import audit
from tests.faults.player import CrashPlayer


def differences(database: Database, players: Sequence[CrashPlayer]) -> list[str]:
    """List where the books disagree with what the players were told; best none.

    All rounds must have been decided.
    """
    found = [f"audit: {violation}" for violation in audit(House(database=database))]
    with database.reading() as connection:
        counted = connection.execute(select(func.count()).select_from(PLAYER)).scalar_one()
        if counted != len(players):
            found.append(f"{len(players)} browsers have {counted} players")
        found += _of_commands(connection, players)
        for player in players:
            found += [f"{player.name}: {text}" for text in _of_player(connection, player)]
    return found


def _of_commands(connection: Connection, players: Sequence[CrashPlayer]) -> Iterator[str]:
    stored = set(connection.execute(select(COMMAND.c.key)).scalars())
    answered = {key for player in players for key in player.answered}
    abandoned = {key for player in players for key in player.abandoned}
    if lost := answered - stored:
        yield f"answered, but not carried out: {lost}"
    if unasked := stored - answered - abandoned:
        yield f"carried out, but never sent: {unasked}"


def _of_player(connection: Connection, player: CrashPlayer) -> Iterator[str]:
    commands = (find_command(connection, key) for key in player.answered | player.abandoned)
    ids = {command.player_id for command in commands if command is not None}
    if len(ids) != 1:
        yield f"is the players {ids}"
    (player_id,) = (each for each in ids if each is not None)
    rows = {
        row.id: row
        for row in connection.execute(ROUND.select().where(ROUND.c.player_id == player_id))
    }
    for told in player.rounds:
        row = rows.get(told.round_id)
        if row is None:
            yield f"{told} is lost"
        elif told.net_cents is not None:
            kept = (row.net_cents, row.balance_after_cents)
            if kept != (told.net_cents, told.bankroll_cents):
                yield f"{told} is kept as {kept}"
    unseen = rows.keys() - {told.round_id for told in player.rounds}
    if len(unseen) > len(player.abandoned):
        yield f"rounds {unseen} came without an answer, of {len(player.abandoned)} forms"
    if still := [row.id for row in rows.values() if row.settled_at is None]:
        yield f"rounds {still} were not decided"
    if felt_cents := book.felt_cents(connection, player_id):
        yield f"{felt_cents} cents lie on the felt"
    balance_cents = book.balance(connection, accounts.bankroll(player_id))
    if balance_cents != player.bankroll_cents:
        yield f"holds {balance_cents} cents and was shown {player.bankroll_cents}"
