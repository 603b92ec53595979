"""The audit: every named invariant of the books, and where it does not hold."""

from collections.abc import Callable, Iterable

from sqlalchemy import Connection

from casino_war.ledger.audited_game import Game, ReplayedRound, ShoeRules
from casino_war.ledger.invariants import (
    command,
    day,
    history,
    member,
    moment,
    money,
    operator,
    own_table,
    own_war_rules,
    player,
    round_notes,
    row,
    shoe,
    transfer,
)
from casino_war.ledger.invariants.luck import LuckAddedUp
from casino_war.ledger.invariants.rules import rules_are_as_published
from casino_war.ledger.scope import EVERYTHING, Scope
from casino_war.ledger.shoe_histories import ShoeHistory, shoe_histories
from casino_war.ledger.violations import Invariant, Violation

__all__ = [
    "HISTORY_INVARIANTS",
    "INVARIANTS",
    "LUCK_INVARIANT",
    "NAMES",
    "RULES_INVARIANT",
    "Game",
    "ReplayedRound",
    "ShoeRules",
    "Violation",
    "violations_in",
]

_MOMENTS = "moments-can-be-read"

INVARIANTS: tuple[tuple[str, Invariant], ...] = (
    ("balances-equal-transfers", money.balances_equal_transfers),
    ("ledger-sums-to-zero", money.ledger_sums_to_zero),
    ("felts-empty-between-rounds", money.felts_empty_between_rounds),
    ("rounds-leave-felt-empty", money.rounds_leave_felt_empty),
    ("players-never-overdrawn", money.players_never_overdrawn),
    ("balances-run-on", money.balances_run_on),
    ("transfers-have-commands", money.transfers_have_commands),
    ("transfers-fit-their-codes", transfer.transfers_fit_their_codes),
    ("transfers-are-their-players", transfer.transfers_are_their_players),
    ("commands-are-known", command.commands_are_known),
    ("commands-fit-their-transfers", command.commands_fit_their_transfers),
    ("commands-have-transfers", command.commands_have_transfers),
    ("commands-answer-their-rounds", command.commands_answer_their_rounds),
    ("rounds-have-commands", command.rounds_have_commands),
    ("versions-count-commands", command.versions_count_commands),
    ("new-shoes-have-commands", command.new_shoes_have_commands),
    ("players-have-first-commands", player.players_have_first_commands),
    ("seats-have-commands", player.seats_have_commands),
    ("left-players-hold-nothing", member.left_players_hold_nothing),
    ("members-have-claimed", member.members_have_claimed),
    ("limits-can-be-read", member.limits_can_be_read),
    ("guests-bring-what-they-left", member.guests_bring_what_they_left),
    ("acts-stand-behind-changes", operator.acts_stand_behind_changes),
    ("own-tables-have-commands", own_table.own_tables_have_commands),
    ("own-tables-fit-their-rules", own_table.own_tables_fit_their_rules),
    ("own-rules-have-commands", own_war_rules.own_rules_have_commands),
    ("triggers-stand", row.triggers_stand),
    (_MOMENTS, moment.moments_can_be_read),
    ("references-lead-somewhere", row.references_lead_somewhere),
    ("rows-keep-their-checks", row.rows_keep_their_checks),
    ("accounts-fit-their-names", row.accounts_fit_their_names),
    ("rounds-fit-their-seats", row.rounds_fit_their_seats),
    ("seats-fit-their-rules", row.seats_fit_their_rules),
    ("round-numbers-have-no-gap", row.round_numbers_have_no_gap),
    ("balances-after-rounds", round_notes.balances_after_rounds),
    ("commitments-match", shoe.commitments_match),
    ("orders-are-shuffles", shoe.orders_are_shuffles),
    ("nonces-have-no-gap", shoe.nonces_have_no_gap),
    ("seats-have-two-shoes", shoe.seats_have_two_shoes),
    ("shoes-take-turns", shoe.shoes_take_turns),
)
"""The invariants that need nothing but the database, in the order of the audit."""

RULES_INVARIANT = "rules-are-as-published"
LUCK_INVARIANT = "luck-equals-rounds"

DAY_INVARIANTS: tuple[tuple[str, Invariant], ...] = (
    ("days-add-up-to-luck", day.days_add_up_to_luck),
    ("days-equal-rounds", day.days_equal_rounds),
    ("milestones-equal-rounds", day.milestones_equal_rounds),
)
"""Those of the sums of days, looked at where moments can be read."""

HISTORY_INVARIANTS: tuple[tuple[str, Callable[[ShoeHistory, Game], Iterable[str]]], ...] = (
    ("rounds-equal-replay", history.rounds_equal_replay),
    ("rounds-follow-their-commands", history.rounds_follow_their_commands),
    ("notations-name-their-rows", history.notations_name_their_rows),
    ("rounds-follow-their-shoe", history.rounds_follow_their_shoe),
    ("shoes-end-with-their-rounds", history.shoes_end_with_their_rounds),
    ("shoes-keep-their-rules", history.shoes_keep_their_rules),
)
"""The invariants of one shoe with its rounds, which take the game to play them again."""

NAMES = (
    *(name for name, _ in INVARIANTS),
    RULES_INVARIANT,
    *(name for name, _ in HISTORY_INVARIANTS),
    LUCK_INVARIANT,
    *(name for name, _ in DAY_INVARIANTS),
)
"""The names of all invariants."""


def violations_in(
    connection: Connection, *, game: Game | None = None, scope: Scope = EVERYTHING
) -> list[Violation]:
    """Check every invariant and list the violations; an empty list is a clean audit.

    With *game* the rules are also compared with those that the house published, and each
    round is played again, once for all that is asked of it; not so where moments cannot
    be read, for nor can the rows that they stand in. Give a connection that reads one
    snapshot.
    """
    found = {name: list(invariant(connection, scope)) for name, invariant in INVARIANTS}
    if game is not None and not found[_MOMENTS]:
        found[RULES_INVARIANT] = list(rules_are_as_published(connection, game))
        found.update((name, []) for name, _ in HISTORY_INVARIANTS)
        luck = LuckAddedUp(connection, scope.since)
        for history in shoe_histories(connection, game, scope):
            luck.add(history)
            for name, invariant in HISTORY_INVARIANTS:
                found[name].extend(invariant(history, game))
        found[LUCK_INVARIANT] = list(luck.differences())
        found.update((name, list(check(connection, scope))) for name, check in DAY_INVARIANTS)
    return [Violation(name, text) for name, texts in found.items() for text in texts]
