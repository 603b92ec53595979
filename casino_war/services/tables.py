"""At the table: sit down, deal, decide, change the shoe and its client seed."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    NotFoundError,
    NotSeatedError,
    RoundOpenError,
    SeedFixedError,
    UnknownPresetError,
)
from casino_war.game import casino, table_presets
from casino_war.game.events import CasinoEvent
from casino_war.game.notation import RoundNotation, parse_notation
from casino_war.game.randomness import check_client_seed
from casino_war.game.round import RoundState, Settled
from casino_war.game.table_presets import TablePreset
from casino_war.game.table_rules import TableRules
from casino_war.ledger import accounts, book
from casino_war.ledger.posting import transfers_of
from casino_war.services.carry_out import Scene, advance_seat, carry_out, stale
from casino_war.services.commands import (
    DealRound,
    Decide,
    SetClientSeed,
    SitDown,
    StartNewShoe,
    TableCommand,
)
from casino_war.services.house import House
from casino_war.services.rounds import facts_of, no_round, rules_of, rules_text, state_of
from casino_war.services.shoes import (
    ENDED_BY_PLAYER,
    FIRST_CLIENT_SEED,
    commit_shoe,
    drawn_shoe,
    finish_shoe,
    keep_shoe,
    present_shoe,
)
from casino_war.store import rounds, seats, shoes
from casino_war.store import rules as rules_store
from casino_war.store.rounds import StoredRound
from casino_war.store.rules import StoredRules
from casino_war.store.seats import StoredSeat


def find_table(table_key: str) -> TablePreset:
    """Return the preset of a table's key.

    Raises:
        NotFoundError: there is no such table.
    """
    try:
        preset = table_presets.find(table_key)
    except UnknownPresetError as error:
        raise no_table(table_key) from error
    if preset.key != table_key:
        raise no_table(table_key)
    return preset


def no_table(table_key: str) -> NotFoundError:
    """Say that there is no table of that key."""
    return NotFoundError(N_("There is no table called %(name)s."), reason="table", name=table_key)


def sit_down(house: House, token: str | None, command: SitDown) -> None:
    """Take a seat with two committed shoes; who sits already stays seated.

    Raises:
        NotFoundError, NoBankrollError, KeyReusedError.
        StaleVersionError: a version other than 0, which no seat had when its form was drawn.
    """
    preset = find_table(command.table_key)

    def act(scene: Scene) -> str:
        if seats.seat_at(scene.connection, scene.player.id, preset.key) is None:
            if command.version != 0:
                raise stale()
            take_seat(scene, preset)
        return ""

    carry_out(house, token, command, act)


def take_seat(scene: Scene, preset: TablePreset) -> None:
    """Seat a player who does not sit at the table yet, with two committed shoes."""
    seat = seats.add_seat(
        scene.connection,
        player_id=scene.player.id,
        table_key=preset.key,
        rules_id=_stored_rules(scene, preset).id,
        at=scene.at,
    )
    for _ in range(2):
        commit_shoe(scene, seat.id, preset.rules, FIRST_CLIENT_SEED)


def deal_round(house: House, token: str | None, command: DealRound) -> int:
    """Stake the wagers, deal, and return the round's id.

    Raises:
        BetRefusedError, BankrollTooSmallError: see `casino.deal`.
        RoundOpenError: a round of this seat waits for a decision.
        StaleVersionError, KeyReusedError, NotSeatedError, NoBankrollError.
    """

    def act(scene: Scene) -> str:
        connection, player = scene.connection, scene.player
        turn = _take_turn(scene, command)
        seat = turn.seat
        _check_no_round(connection, seat)
        stored_shoe = present_shoe(scene, seat.id)
        funds_cents = book.balance(connection, accounts.bankroll(player.id))
        shoe = drawn_shoe(scene, stored_shoe, turn.rules)
        state, events = casino.deal(turn.rules, shoe, command.wagers, funds_cents)
        line = RoundNotation(
            rules_key=turn.stored_rules.key,
            rules_version=turn.stored_rules.version,
            shoe=str(stored_shoe.id),
            position=shoe.position,
            wagers=command.wagers,
        )
        stored = rounds.add_round(
            connection,
            player_id=player.id,
            seat_id=seat.id,
            table_key=seat.table_key,
            rules_id=seat.rules_id,
            shoe_id=stored_shoe.id,
            notation=str(line),
            at=scene.at,
        )
        _keep(scene, command, turn, stored, state, events)
        return str(stored.id)

    return int(carry_out(house, token, command, act))


def decide(house: House, token: str | None, command: Decide) -> int:
    """Decide the next tied hand of the open round and return the round's id.

    Raises:
        NotFoundError: the round is not this player's open round at this table.
        IllegalDecisionError: see `casino.decide`.
        StaleVersionError, KeyReusedError, NotSeatedError, NoBankrollError.
    """

    def act(scene: Scene) -> str:
        connection = scene.connection
        turn = _take_turn(scene, command)
        stored = rounds.round_of_player(connection, scene.player.id, command.round_id)
        if stored is None or stored.seat_id != turn.seat.id:
            raise no_round(command.round_id)
        funds_cents = book.balance(connection, accounts.bankroll(scene.player.id))
        state, events = casino.decide(state_of(connection, stored), command.decision, funds_cents)
        line = parse_notation(stored.notation)
        decided = replace(line, decisions=(*line.decisions, command.decision))
        rounds.set_notation(connection, stored.id, str(decided))
        _keep(scene, command, turn, stored, state, events)
        return str(stored.id)

    return int(carry_out(house, token, command, act))


def start_new_shoe(house: House, token: str | None, command: StartNewShoe) -> None:
    """End the present shoe between rounds, so that its server seed can be seen.

    Raises:
        RoundOpenError, StaleVersionError, KeyReusedError, NotSeatedError, NoBankrollError.
    """

    def act(scene: Scene) -> str:
        turn = _take_turn(scene, command)
        _check_no_round(scene.connection, turn.seat)
        finish_shoe(scene, present_shoe(scene, turn.seat.id), turn.rules, ENDED_BY_PLAYER)
        _take_present_rules(scene, turn)
        return ""

    carry_out(house, token, command, act)


def set_client_seed(house: House, token: str | None, command: SetClientSeed) -> None:
    """Set the client seed of the present shoe before its first bet.

    Raises:
        InvalidSeedError: not 1-64 printable ASCII characters without a colon.
        SeedFixedError: the first bet is down.
        StaleVersionError, KeyReusedError, NotSeatedError, NoBankrollError.
    """
    check_client_seed(command.client_seed)

    def act(scene: Scene) -> str:
        present = present_shoe(scene, _take_turn(scene, command).seat.id)
        if not shoes.set_client_seed(scene.connection, present.id, command.client_seed):
            raise SeedFixedError(
                N_("The first bet of this shoe is down: its client seed stays %(seed)s."),
                seed=present.client_seed,
            )
        return ""

    carry_out(house, token, command, act)


@dataclass(frozen=True, slots=True)
class _Turn:
    seat: StoredSeat
    stored_rules: StoredRules
    rules: TableRules


def _take_turn(scene: Scene, command: TableCommand) -> _Turn:
    find_table(command.table_key)
    seat = seats.seat_at(scene.connection, scene.player.id, command.table_key)
    if seat is None:
        raise NotSeatedError(N_("Sit down at this table first."))
    advance_seat(scene, seat, command)
    stored_rules = rules_store.rules_by_id(scene.connection, seat.rules_id)
    return _Turn(seat, stored_rules, rules_of(stored_rules.rules_json))


def _stored_rules(scene: Scene, preset: TablePreset) -> StoredRules:
    return rules_store.ensure_rules(
        scene.connection,
        key=preset.key,
        version=preset.version,
        title=preset.title,
        rules_json=rules_text(preset.rules),
        at=scene.at,
    )


def _take_present_rules(scene: Scene, turn: _Turn) -> None:
    """Between two shoes, let a seat play on by the present version of its table's rules.

    A shoe is dealt by one version from its first card to its last, and that version stands
    on its page before its first bet. The shoe that comes next was committed to before the
    present one ended, with its number of decks: a version with another number of decks is
    therefore only for seats that are taken later.
    """
    preset = find_table(turn.seat.table_key)
    is_newer = preset.version > turn.stored_rules.version
    if is_newer and preset.rules.decks == turn.rules.decks:
        seats.set_seat_rules(scene.connection, turn.seat.id, _stored_rules(scene, preset).id)


def _check_no_round(connection: Connection, seat: StoredSeat) -> None:
    if rounds.open_round(connection, seat.id) is not None:
        raise RoundOpenError(
            N_("A round at this table waits for your decision: finish it first."), reason="deal"
        )


def _keep(
    scene: Scene,
    command: TableCommand,
    turn: _Turn,
    stored: StoredRound,
    state: RoundState,
    events: tuple[CasinoEvent, ...],
) -> None:
    """Post what the events moved and store where the round and its shoe have come to."""
    connection, player = scene.connection, scene.player
    transfers = transfers_of(events, player_id=player.id, table_key=stored.table_key)
    book.post(connection, transfers, command_key=command.key, round_id=stored.id, at=scene.at)
    stored_shoe = shoes.shoe_by_id(connection, stored.shoe_id)
    end = None
    if isinstance(state, Settled):
        balance_cents = book.balance(connection, accounts.bankroll(player.id))
        facts = facts_of(state, balance_cents)
        rounds.settle_round(connection, stored.id, facts=facts, at=scene.at)
        end = state.shoe_end
    keep_shoe(scene, stored_shoe, turn.rules, state.shoe, end)
    if end is not None:
        _take_present_rules(scene, turn)
