"""What must be true of a shoe and its rounds when all of them are played again."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from casino_war.errors import CasinoWarError
from casino_war.ledger.audited_game import Game, ReplayedRound
from casino_war.ledger.command_kinds import CommandKind
from casino_war.ledger.invariants.shoe import ENDED_BY_PLAYER
from casino_war.ledger.posting import transfers_of
from casino_war.ledger.shoe_histories import DealtRound, Line, ShoeHistory

_FACTS = ("cards_text", "outcome_text", "wagered_cents", "net_cents")


def rounds_equal_replay(history: ShoeHistory, game: Game) -> Iterator[str]:
    """Require the transfers and facts of every round to be those of its replay."""
    for dealt in history.rounds:
        stored, replayed = dealt.stored, dealt.replayed
        if replayed is None:
            yield f"round {stored.id} cannot be replayed: {dealt.error}"
            continue
        for fact in _FACTS:
            was, ought = getattr(stored, fact), getattr(replayed, fact)
            if was != ought:
                yield f"round {stored.id} has {fact} {was!r}, its replay {ought!r}"
        expected = _lines(dealt, replayed)
        if dealt.lines != expected:
            yield (
                f"round {stored.id} has {len(dealt.lines)} transfers of {_cents(dealt.lines)} "
                f"cents in all, its replay {len(expected)} of {_cents(expected)}"
            )


def rounds_follow_their_commands(history: ShoeHistory, game: Game) -> Iterator[str]:
    """Require every round to be made by one deal and then a command for each decision."""
    for dealt in history.rounds:
        if dealt.replayed is None:
            continue
        decisions = dealt.replayed.decisions
        expected = (CommandKind.DEAL_ROUND.value, *[CommandKind.DECIDE.value] * decisions)
        if dealt.command_kinds != expected:
            kinds = ", ".join(str(kind) for kind in dealt.command_kinds) or "no command"
            yield f"round {dealt.stored.id} with {decisions} decisions was made by {kinds}"


def notations_name_their_rows(history: ShoeHistory, game: Game) -> Iterator[str]:
    """Require the notation of every round to name the rules and the shoe that its row does."""
    for dealt in history.rounds:
        replayed = dealt.replayed
        if replayed is None:
            continue
        named = f"{replayed.rules_key}@{replayed.rules_version} shoe={replayed.shoe_name}"
        row = f"{dealt.rules_key}@{dealt.rules_version} shoe={history.shoe.id}"
        if named != row:
            yield f"round {dealt.stored.id} is {row}, its notation says {named}"


def rounds_follow_their_shoe(history: ShoeHistory, game: Game) -> Iterator[str]:
    """Require the rounds of a shoe to be dealt from it one after another, without a gap.

    The first begins after the opening burn, each other where the one before it ended, and
    the shoe stands where the last has come to. What follows a round that cannot be
    replayed is not measured.
    """
    shoe = history.shoe
    if history.is_whole:
        gone = {0} if shoe.started_at is None else _opening_burns(history, game)
    else:
        gone = set()
    for dealt in history.rounds:
        replayed = dealt.replayed
        if replayed is None:
            gone = set()
            continue
        if gone and replayed.position not in gone:
            yield (
                f"round {dealt.stored.id} begins after {replayed.position} cards of shoe "
                f"{shoe.id}, where {_either(gone)} were gone"
            )
        gone = {replayed.position_after}
    if gone and shoe.position not in gone:
        yield f"shoe {shoe.id} is dealt to {shoe.position}, its rounds go to {_either(gone)}"


def shoes_end_with_their_rounds(history: ShoeHistory, game: Game) -> Iterator[str]:
    """Require a shoe to be finished when a round ended it or its player did, and only then.

    No round is dealt after one that is open or that ended the shoe: where the shoe is
    fresh for every round, it has one.
    """
    shoe, rounds = history.shoe, history.rounds
    for dealt, later in pairwise(rounds):
        state = None if dealt.replayed is None else _stops(dealt.replayed)
        if state is not None:
            yield f"round {later.stored.id} is dealt after round {dealt.stored.id} {state}"
    possible: tuple[str | None, ...]
    if not rounds:
        possible = (None,) if shoe.started_at is None else (ENDED_BY_PLAYER,)
    else:
        last = rounds[-1].replayed
        if last is None:
            return
        if last.is_open:
            possible = (None,)
        elif last.shoe_end is not None:
            possible = (last.shoe_end,)
        else:
            possible = (None, ENDED_BY_PLAYER)
    if shoe.end_reason not in possible:
        yield f"shoe {shoe.id} ended by {shoe.end_reason}, by its rounds {_either(possible)}"


def shoes_keep_their_rules(history: ShoeHistory, game: Game) -> Iterator[str]:
    """Require every shoe to be dealt by one version of rules, and to have their decks.

    The present shoe has the decks of its seat's rules, by which its next round is dealt.
    Another without rounds has those of any version of its table: it was committed for one.
    """
    shoe = history.shoe
    versions = {dealt.rules_version for dealt in history.rounds}
    if len(versions) > 1:
        yield f"shoe {shoe.id} is dealt by {len(versions)} versions of rules"
    rules = {dealt.rules_json for dealt in history.rounds}
    if history.is_present:
        rules.add(history.seat_rules_json)
    expected: set[int] = set()
    for rules_json in sorted(rules or set(history.table_rules_json)):
        try:
            expected.add(game.shoe_rules(rules_json).decks)
        except CasinoWarError as error:
            yield f"shoe {shoe.id} has rules that cannot be read: {error}"
    is_kept = expected <= {shoe.decks} if rules else shoe.decks in expected
    if expected and not is_kept:
        yield f"shoe {shoe.id} has {shoe.decks} decks, by its rules {_either(expected)}"


def _opening_burns(history: ShoeHistory, game: Game) -> set[int]:
    """List what may be gone of the shoe before its first round; nothing if nobody can say."""
    rules = [dealt.rules_json for dealt in history.rounds[:1]] or history.table_rules_json
    try:
        return {game.shoe_rules(rules_json).opening_burn for rules_json in rules}
    except CasinoWarError:
        return set()


def _either(choices: Iterable[object]) -> str:
    return " or ".join(sorted(map(str, choices)))


def _stops(replayed: ReplayedRound) -> str | None:
    """Say why no round can be dealt after this one from the same shoe."""
    if replayed.is_open:
        return "is open"
    if replayed.shoe_end is not None:
        return "ended the shoe"
    return None


def _lines(dealt: DealtRound, replayed: ReplayedRound) -> tuple[Line, ...]:
    stored = dealt.stored
    planned = transfers_of(replayed.events, player_id=stored.player_id, table_key=stored.table_key)
    return tuple(
        (
            str(transfer.source),
            str(transfer.target),
            transfer.amount_cents,
            transfer.code.value,
            transfer.hand,
            transfer.wager.value if transfer.wager else None,
        )
        for transfer in planned
    )


def _cents(lines: tuple[Line, ...]) -> int:
    return sum(amount_cents for _, _, amount_cents, _, _, _ in lines)
