"""At the table: sit down, deal, decide, change the shoe and its client seed."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from casino_war.errors import (
    N_,
    NotSeatedError,
    PlayFrozenError,
    RoundOpenError,
    SeedFixedError,
)
from casino_war.game import casino
from casino_war.game.events import CasinoEvent
from casino_war.game.notation import RoundNotation, parse_notation
from casino_war.game.randomness import check_client_seed
from casino_war.game.round import RoundState, Settled
from casino_war.game.table_rules import TableRules
from casino_war.ledger import accounts, book
from casino_war.ledger.posting import PlannedTransfer, net_cents, transfers_of
from casino_war.services.care import require_care
from casino_war.services.carry_out import (
    Scene,
    advance_seat,
    answer_again,
    carry_out,
    recording,
    require_player,
    stale,
)
from casino_war.services.commands import (
    DealRound,
    Decide,
    SetClientSeed,
    SitDown,
    StartNewShoe,
    TableCommand,
)
from casino_war.services.house import FIRST_CLIENT_SEED, House
from casino_war.services.luck_catch_up import add_luck, reach_milestone
from casino_war.services.open_tables import (
    OpenTable,
    find_table,
    newest_rules,
    require_open,
    rules_with_decks,
    stored_rules,
)
from casino_war.services.rounds import facts_of, no_round, rules_of, state_of
from casino_war.services.seats import find_seat, find_turn
from casino_war.services.shoes import (
    ENDED_BY_PLAYER,
    SHOES_IN_PLAY,
    commit_shoe,
    drawn_shoe,
    finish_shoe,
)
from casino_war.store import rounds, seats, shoes
from casino_war.store.changes import make
from casino_war.store.commands import find_command
from casino_war.store.luck import LuckBefore
from casino_war.store.rounds import RoundFacts, StoredRound
from casino_war.store.rules import StoredRules
from casino_war.store.seats import StoredSeat
from casino_war.store.shoes import StoredShoe
from casino_war.store.turns import StoredTurn


def sit_down(house: House, token: str | None, command: SitDown) -> None:
    """Take a seat with two committed shoes; who sits already stays seated.

    Raises:
        NotFoundError, NoBankrollError, KeyReusedError.
        StaleVersionError: a version other than 0, which no seat had when its form was drawn.
    """

    def act(scene: Scene) -> str:
        if find_seat(scene.connection, scene.player.id, command.table_key) is None:
            table = find_table(scene.connection, command.table_key)
            if command.version != 0:
                raise stale()
            take_seat(scene, table)
        return ""

    carry_out(house, token, command, act)


def take_seat(scene: Scene, table: OpenTable) -> None:
    """Seat a player who does not sit at the table yet, with two committed shoes."""
    seat = seats.add_seat(
        scene.connection,
        player_id=scene.player.id,
        table_key=table.key,
        rules_id=stored_rules(scene, table).id,
        at=scene.at,
    )
    for _ in range(SHOES_IN_PLAY):
        commit_shoe(scene, seat.id, table.rules, FIRST_CLIENT_SEED)


def deal_round(house: House, token: str | None, command: DealRound) -> int:
    """Stake the wagers, deal, and return the round's id.

    Raises:
        BetRefusedError, BankrollTooSmallError: see `casino.deal`.
        RoundOpenError: a round of this seat waits for a decision.
        TableClosedError: the house deals no more at this table.
        PlayFrozenError: the house deals to this player no more.
        CareLimitError: the player's own limits forbid it.
        StaleVersionError, KeyReusedError, NotSeatedError, NoBankrollError.
    """

    def act(scene: Scene, turn: _Turn) -> str:
        connection = scene.connection
        seat, stored_shoe = turn.seat, turn.shoe
        _check_no_round(turn)
        require_open(connection, seat.table_key)
        if scene.player.frozen_at is not None:
            raise PlayFrozenError(
                N_(
                    "The house deals no more rounds to you for now. An open round can be "
                    "finished, and your chips are yours. Nothing was done."
                )
            )
        require_care(scene, turn.rules, command.wagers)
        shoe = drawn_shoe(scene, stored_shoe, turn.rules)
        state, events = casino.deal(turn.rules, shoe, command.wagers, turn.funds_cents)
        line = RoundNotation(
            rules_key=turn.stored_rules.key,
            rules_version=turn.stored_rules.version,
            shoe=str(stored_shoe.id),
            position=shoe.position,
            wagers=command.wagers,
        )
        played = _play(scene, turn, state, events)
        stored = rounds.add_round(
            connection,
            player_id=scene.player.id,
            seat_id=seat.id,
            table_key=seat.table_key,
            rules_id=seat.rules_id,
            shoe_id=stored_shoe.id,
            notation=str(line),
            at=scene.at,
            facts=played.facts,
        )
        return _keep(scene, command, turn, stored, played)

    return _play_on(house, token, command, act)


def decide(house: House, token: str | None, command: Decide) -> int:
    """Decide the next tied hand of the open round and return the round's id.

    Raises:
        NotFoundError: the round is not this player's open round at this table.
        IllegalDecisionError: see `casino.decide`.
        StaleVersionError, KeyReusedError, NoBankrollError.
    """

    def act(scene: Scene, turn: _Turn) -> str:
        connection = scene.connection
        stored = rounds.round_of_player(connection, scene.player.id, command.round_id)
        if stored is None or stored.seat_id != turn.seat.id:
            raise no_round(command.round_id)
        before = state_of(connection, stored)
        state, events = casino.decide(before, command.decision, turn.funds_cents)
        line = parse_notation(stored.notation)
        decided = replace(line, decisions=(*line.decisions, command.decision))
        rounds.set_notation(connection, stored.id, str(decided))
        played = _play(scene, turn, state, events)
        if played.facts is not None:
            rounds.settle_round(connection, stored.id, facts=played.facts, at=scene.at)
        return _keep(scene, command, turn, stored, played)

    return _play_on(house, token, command, act)


def start_new_shoe(house: House, token: str | None, command: StartNewShoe) -> None:
    """End the present shoe between rounds, so that its server seed can be seen.

    Raises:
        RoundOpenError, StaleVersionError, KeyReusedError, NotSeatedError, NoBankrollError.
    """

    def act(scene: Scene) -> str:
        turn = _take_turn(scene, command)
        _check_no_round(turn)
        _end_shoe(scene, turn, turn.shoe, ENDED_BY_PLAYER)
        return ""

    carry_out(house, token, command, act)


def set_client_seed(house: House, token: str | None, command: SetClientSeed) -> None:
    """Set the client seed of the present shoe before its first bet.

    Raises:
        InvalidSeedError: not 1-64 printable ASCII characters without a colon.
        SeedFixedError: the first bet is down.
        TableClosedError: no bet will ever be.
        StaleVersionError, KeyReusedError, NotSeatedError, NoBankrollError.
    """
    check_client_seed(command.client_seed)

    def act(scene: Scene) -> str:
        present = _take_turn(scene, command).shoe
        require_open(scene.connection, command.table_key)
        if not shoes.set_client_seed(scene.connection, present.id, command.client_seed):
            raise SeedFixedError(
                N_(
                    "The first bet of this shoe is down: its client seed stays %(seed)s. Set "
                    "another before the next shoe’s first bet."
                ),
                seed=present.client_seed,
            )
        return ""

    carry_out(house, token, command, act)


@dataclass(frozen=True, slots=True)
class _Turn:
    seat: StoredSeat
    stored_rules: StoredRules
    rules: TableRules
    shoe: StoredShoe
    has_open_round: bool
    funds_cents: int
    """What the bankroll holds before the round goes on."""
    luck: LuckBefore | None
    """What the seat's sums are before it is settled."""


def _take_turn(scene: Scene, command: TableCommand) -> _Turn:
    turn = _turn_of(scene, command, find_turn(scene, command))
    advance_seat(scene, turn.seat, command)
    return turn


def _turn_of(scene: Scene, command: TableCommand, found: StoredTurn | None) -> _Turn:
    if found is None:
        find_table(scene.connection, command.table_key)
        if isinstance(command, Decide):
            # Whoever has no seat here has no round here, whosever number it is.
            raise no_round(command.round_id)
        raise NotSeatedError(N_("Sit down at this table first."))
    return _Turn(
        found.seat,
        found.rules,
        rules_of(found.rules.rules_json),
        found.shoe,
        found.has_open_round,
        found.funds_cents,
        found.luck,
    )


def _play_on(
    house: House, token: str | None, command: TableCommand, act: Callable[[Scene, _Turn], str]
) -> int:
    """Do as `carry_out` does with an *act* of a round, which keeps its answer; return its id.

    What is asked first of every command is asked here together with what the seat plays with.
    """

    def once(connection: Connection) -> str:
        player = require_player(connection, token)
        scene = Scene(connection, house, player, house.clock())
        found = find_turn(scene, command)
        known = find_command(connection, command.key) if found is None else found.known
        if known is not None:
            return answer_again(player, command, known)
        turn = _turn_of(scene, command, found)
        # The step itself comes with what is kept at the end.
        if turn.seat.version != command.version:
            raise stale()
        return act(scene, turn)

    return int(house.database.write(once))


def _end_shoe(scene: Scene, turn: _Turn, shoe: StoredShoe, reason: str) -> None:
    """End a shoe and choose the rules of the next one; see `rules_with_decks`.

    A shoe is dealt by one version from its first card to its last, and that version stands
    on its page before its first bet. The next shoe was committed to, with its decks, before
    this one ended: a version with other decks therefore waits for the shoe after it, which
    is committed now. No committed shoe is dropped.
    """
    newest = newest_rules(scene, turn.stored_rules)
    following = finish_shoe(scene, shoe, turn.rules, reason, rules_of(newest.rules_json))
    rules = rules_with_decks(scene, following.decks, newest, turn.stored_rules)
    if rules.id != turn.stored_rules.id:
        seats.set_seat_rules(scene.connection, turn.seat.id, rules.id)


def _check_no_round(turn: _Turn) -> None:
    if turn.has_open_round:
        raise RoundOpenError(
            N_("A round at this table waits for your decision: finish it first."), reason="deal"
        )


@dataclass(frozen=True, slots=True)
class _Played:
    """Where a round has come to, what that moves, and its facts once it is settled."""

    state: RoundState
    transfers: tuple[PlannedTransfer, ...]
    facts: RoundFacts | None


def _play(scene: Scene, turn: _Turn, state: RoundState, events: tuple[CasinoEvent, ...]) -> _Played:
    """Reckon what *events* come to."""
    transfers = transfers_of(events, player_id=scene.player.id, table_key=turn.seat.table_key)
    facts = None
    if isinstance(state, Settled):
        moved_cents = net_cents(transfers, accounts.bankroll(scene.player.id))
        facts = facts_of(state, turn.funds_cents + moved_cents)
    return _Played(state, transfers, facts)


def _keep(
    scene: Scene, command: TableCommand, turn: _Turn, stored: StoredRound, played: _Played
) -> str:
    """Post what was moved, store where seat and shoe have come to, and the answer."""
    connection, state, answer = scene.connection, played.state, str(stored.id)
    steps = book.posting_steps(
        connection, played.transfers, command_key=command.key, round_id=stored.id, at=scene.at
    )
    if isinstance(state, Settled):
        steps += add_luck(connection, turn.luck, stored, state, scene.at)
    steps += (
        shoes.advanced_shoe(stored.shoe_id, state.shoe.position),
        recording(scene, command, answer),
        seats.bumped_seat_version(turn.seat.id, command.version),
    )
    if not make(connection, steps):
        raise stale()
    if isinstance(state, Settled):
        reach_milestone(connection, stored)
        if state.shoe_end is not None:
            ended = shoes.shoe_by_id(connection, stored.shoe_id)
            _end_shoe(scene, turn, ended, state.shoe_end.value)
    return answer
