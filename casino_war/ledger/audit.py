"""The audit: every named invariant of the books, and where it does not hold."""

from sqlalchemy import Connection

from casino_war.ledger import (
    money_invariants,
    round_invariants,
    shoe_invariants,
    transfer_invariants,
)
from casino_war.ledger.round_invariants import Replay, ReplayedRound, rounds_replay
from casino_war.ledger.violations import Invariant, Violation

__all__ = ["INVARIANTS", "Replay", "ReplayedRound", "Violation", "audit"]

INVARIANTS: tuple[tuple[str, Invariant], ...] = (
    ("balances-equal-transfers", money_invariants.balances_equal_transfers),
    ("ledger-sums-to-zero", money_invariants.ledger_sums_to_zero),
    ("felts-empty-between-rounds", money_invariants.felts_empty_between_rounds),
    ("rounds-leave-felt-empty", money_invariants.rounds_leave_felt_empty),
    ("players-never-overdrawn", money_invariants.players_never_overdrawn),
    ("balances-run-on", money_invariants.balances_run_on),
    ("transfers-have-commands", money_invariants.transfers_have_commands),
    ("transfers-fit-their-codes", transfer_invariants.transfers_fit_their_codes),
    ("transfers-are-their-players", transfer_invariants.transfers_are_their_players),
    ("balances-after-rounds", round_invariants.balances_after_rounds),
    ("commitments-match", shoe_invariants.commitments_match),
    ("orders-are-shuffles", shoe_invariants.orders_are_shuffles),
    ("nonces-have-no-gap", shoe_invariants.nonces_have_no_gap),
)
"""The invariants that need nothing but the database, in the order of the audit."""

REPLAY_INVARIANT = "rounds-equal-replay"


def audit(connection: Connection, *, replay: Replay | None = None) -> list[Violation]:
    """Check every invariant and list the violations; an empty list is a clean audit.

    With *replay* each round is also played again by its rules, and its transfers and
    facts compared with what comes of it. Give a connection that reads one snapshot.
    """
    invariants = list(INVARIANTS)
    if replay is not None:
        invariants.append((REPLAY_INVARIANT, rounds_replay(replay)))
    return [
        Violation(name, text) for name, invariant in invariants for text in invariant(connection)
    ]
