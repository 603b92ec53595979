"""The practice room: one function for each thing that a player does in a game of War.

Chips are nowhere in it. Each act reads the game under a lock, replays its last stretch,
and writes back by compare-and-swap on the game's version.
"""

from casino_war.errors import (
    N_,
    DoubledDecisionError,
    IllegalDecisionError,
    LateDecisionError,
    NotSeatedError,
    OutOfTurnError,
)
from casino_war.game.randomness import check_client_seed
from casino_war.game.war_actions import Action, parse_action, seat_name
from casino_war.game.war_choices import legal_actions
from casino_war.game.war_rules import Choice
from casino_war.game.war_state import BATTLES_MAX
from casino_war.services.house import House
from casino_war.services.practice.commands import (
    Abandon,
    Acknowledge,
    Choose,
    ChooseSeed,
    Deal,
    Flip,
    Pause,
    Resume,
)
from casino_war.services.practice.course import Course
from casino_war.services.practice.games import ABANDONED, pending_text
from casino_war.services.practice.play import Changes, Play, Sitting, deal_out, elapsed_ms
from casino_war.services.practice.turn import (
    require_dealt,
    require_running,
    require_starter,
    require_undealt,
    require_unfinished,
    take_turn,
)

FLIPS_MAX = 100
"""Battles that one flip plays at most, but to the end."""


def choose_seed(house: House, token: str | None, command: ChooseSeed) -> None:
    """Set the client seed before the cards are dealt.

    Raises:
        InvalidSeedError: not 1-64 printable ASCII characters without a colon.
        OutOfTurnError: they are dealt, or are those of another game.
        NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError: see `take_turn`.
    """
    check_client_seed(command.client_seed)

    def act(sitting: Sitting) -> Changes:
        require_starter(sitting)
        require_undealt(sitting.table)
        if sitting.table.game.deal_of_id is not None:
            raise OutOfTurnError(
                N_("The same cards are dealt once more: their seeds are those of the first game."),
                reason="same_deal",
            )
        return {"client_seed": command.client_seed}

    take_turn(house, token, command, act)


def deal(house: House, token: str | None, command: Deal) -> None:
    """Shuffle, deal and start the clock; errors as in `choose_seed`.

    Raises:
        OutOfTurnError: a seat is still free.
    """

    def act(sitting: Sitting) -> Changes:
        require_undealt(sitting.table)
        if sitting.table.free_seats:
            raise OutOfTurnError(
                N_("A seat is still free: wait for somebody, or let the computer take it."),
                reason="free_seat",
            )
        return deal_out(sitting) | {"running_since": sitting.at}

    take_turn(house, token, command, act)


def flip(house: House, token: str | None, command: Flip) -> None:
    """Play battles, as many as are asked for and as nobody has to choose in.

    To play to the end takes no time; the clock then counts battles, as wherever none runs.

    Raises:
        OutOfTurnError: the cards are not dealt, a war lies on the table and one battle is
            asked for, or a person has to choose.
        GameOverError, GamePausedError.
        NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError: see `take_turn`.
    """

    def act(sitting: Sitting) -> Changes:
        require_running(sitting.table)
        if sitting.table.game.war_lies and command.battles == 1:
            raise OutOfTurnError(
                N_("A war still lies on the table: clear it first."), reason="war_lies"
            )
        play = Play.begin(sitting)
        if play.course.persons_awaited:
            raise OutOfTurnError(N_("The game waits for a choice: choose first."), reason="choice")
        battles = BATTLES_MAX if command.battles is None else min(command.battles, FLIPS_MAX)
        play.advance(battles, {}, counts_battles=command.battles is None)
        return play.changes()

    take_turn(house, token, command, act)


def choose(house: House, token: str | None, command: Choose) -> None:
    """Choose for a seat; when all have chosen, reveal the choices and play on.

    Raises:
        LateDecisionError: the choice was made, and the game has gone on.
        DoubledDecisionError: this seat has chosen, others have not yet.
        IllegalDecisionError: the game does not offer that.
        OutOfTurnError, GameOverError, GamePausedError: as in `flip`.
        NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError: see `take_turn`.
    """

    def act(sitting: Sitting) -> Changes:
        require_running(sitting.table)
        _require_choice(sitting, command)
        play = Play.begin(sitting)
        action = _read_action(play.course, command)
        pending = {**sitting.table.pending, command.seat: action}
        if set(play.course.persons_awaited) - pending.keys():
            return {"pending_text": pending_text(pending), "war_lies": False}
        play.advance(1, pending)
        if command.and_rest and sitting.table.rules.choice is Choice.SPOILS:
            play.lay_rest(command.seat)
        return play.changes()

    take_turn(house, token, command, act)


def acknowledge(house: House, token: str | None, command: Acknowledge) -> None:
    """Clear the war that lies on the table.

    Raises:
        OutOfTurnError: none does.
        NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError: see `take_turn`.
    """

    def act(sitting: Sitting) -> Changes:
        require_unfinished(sitting.table)
        if not sitting.table.game.war_lies:
            raise OutOfTurnError(
                N_("No war lies on the table: turn the next cards."), reason="no_war"
            )
        return {"war_lies": False}

    take_turn(house, token, command, act)


def pause(house: House, token: str | None, command: Pause) -> None:
    """Stop the clock; errors as in `flip`. Of several who do so at once, one has."""

    def act(sitting: Sitting) -> Changes:
        require_dealt(sitting.table)
        if sitting.table.is_shared and sitting.table.game.running_since is None:
            return {}
        require_running(sitting.table)
        return {"running_since": None, "elapsed_ms": elapsed_ms(sitting)}

    take_turn(house, token, command, act)


def resume(house: House, token: str | None, command: Resume) -> None:
    """Let the clock run on. Of several who do so at once, one has.

    Raises:
        OutOfTurnError: it runs in a game of one's own alone, or the cards are not dealt.
        GameOverError, NotFoundError, NotSeatedError, StaleVersionError, KeyReusedError.
    """

    def act(sitting: Sitting) -> Changes:
        require_dealt(sitting.table)
        if sitting.table.game.running_since is not None:
            if sitting.table.is_shared:
                return {}
            raise OutOfTurnError(N_("The clock runs already."), reason="running")
        return {"running_since": sitting.at}

    take_turn(house, token, command, act)


def abandon(house: House, token: str | None, command: Abandon) -> None:
    """Give the game up, dealt or not, as who started it; errors as in `acknowledge`."""

    def act(sitting: Sitting) -> Changes:
        require_starter(sitting)
        require_unfinished(sitting.table)
        return {
            "finished_at": sitting.at,
            "running_since": None,
            "elapsed_ms": elapsed_ms(sitting),
            "end_reason": ABANDONED,
            "pending_text": "",
        }

    take_turn(house, token, command, act)


def _require_choice(sitting: Sitting, command: Choose) -> None:
    if command.seat not in sitting.seats:
        raise NotSeatedError(N_("Somebody else chooses for that seat."))
    if command.turn != sitting.table.game.turn:
        raise LateDecisionError(
            N_("That choice was made, and the game has gone on; nothing was done this time.")
        )
    if command.seat in sitting.table.pending:
        raise DoubledDecisionError(
            N_("This seat has chosen already: its choice stands until all have chosen.")
        )


def _read_action(course: Course, command: Choose) -> Action:
    """Return what a seat chooses if the game offers it."""
    offered = legal_actions(course.state, command.seat)
    action = parse_action(command.action)
    if action not in offered:
        raise IllegalDecisionError(
            N_("Player %(seat)s cannot choose %(decision)s now; possible: %(offered)s."),
            reason="practice",
            seat=seat_name(command.seat),
            decision=command.action[:20],
            offered=", ".join(map(str, offered)) or "-",
        )
    return action
