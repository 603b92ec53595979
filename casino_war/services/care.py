"""Care: the limits that a player has set, held against the session that is played.

A session is all that is dealt without a pause of six hours: midnight does not end it, and
nor do clocks that are put forward or back, for it is told by numbers and by time in UTC.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from casino_war.errors import N_, CareLimitError
from casino_war.game.notation import parse_notation
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers
from casino_war.services.care_values import Care, Limit, read_care
from casino_war.services.carry_out import Scene, find_player, require_player
from casino_war.services.house import House
from casino_war.services.rounds import rules_by_id
from casino_war.store import players, rounds
from casino_war.store.players import StoredPlayer
from casino_war.store.rounds import SessionRound

SESSION_PAUSE = timedelta(hours=6)

BREAKS = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
}
"""How long a break may be, by what a form calls it."""

REMINDERS_MINUTES = (15, 30, 60, 120)
MINUTES_MAX = 24 * 60
AMOUNT_MAX_CENTS = 10**11


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What was played without a long pause; amounts in cents.

    ``at_risk_cents`` is the most that open rounds can still lose, ``began_at`` is None
    before the first deal.
    """

    began_at: datetime | None = None
    rounds: int = 0
    wagered_cents: int = 0
    net_cents: int = 0
    at_risk_cents: int = 0

    def minutes(self, at: datetime) -> int:
        """Return how long it has lasted, in whole minutes; a clock set back takes none away."""
        if self.began_at is None:
            return 0
        return max(0, int((at - self.began_at).total_seconds()) // 60)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarePage:
    """What a player has set, what of it holds when, and how far the session has come."""

    care: Care
    at: datetime
    session: Session

    def present(self, name: str) -> int | None:
        """Return what holds now of one of `LIMITS`."""
        return self.care.limit(name).at(self.at)

    def pending(self, name: str) -> Limit | None:
        """Return a limit whose looser value is still to come."""
        limit = self.care.limit(name)
        return limit if limit.pending_at(self.at) else None

    @property
    def break_until(self) -> datetime | None:
        """When the present break ends, if there is one."""
        until = self.care.break_until
        return until if until is not None and until > self.at else None

    @property
    def minutes(self) -> int:
        """How long the session has lasted."""
        return self.session.minutes(self.at)

    @property
    def is_reminder_due(self) -> bool:
        """Whether the table should tell the time and the result."""
        after = self.care.reminder_minutes
        return after is not None and self.session.rounds > 0 and self.minutes >= after


def care_page(house: House, token: str | None) -> CarePage | None:
    """Return what the player of the token has set; None for a stranger."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        return None if player is None else care_of(connection, player, house.clock())


def care_of(connection: Connection, player: StoredPlayer, at: datetime) -> CarePage:
    """Return what a player has set, within a transaction."""
    return CarePage(
        care=read_care(player.care_text), at=at, session=session_of(connection, player.id, at)
    )


def set_limits(
    house: House, token: str | None, wanted: dict[str, int | None], reminder_minutes: int | None
) -> None:
    """Set every limit, None for none: tighter ones hold at once, looser ones in a day.

    Raises:
        NoBankrollError: the token is no player's.
    """

    def change(care: Care, at: datetime) -> Care:
        return replace(care.with_limits(wanted, at), reminder_minutes=reminder_minutes)

    _change(house, token, change)


def take_break(house: House, token: str | None, length: timedelta) -> None:
    """Deal no round to the player for so long; nothing shortens it.

    Raises:
        NoBankrollError: the token is no player's.
    """
    _change(house, token, lambda care, at: care.with_break(length, at))


def require_care(scene: Scene, rules: TableRules, wagers: tuple[HandWagers, ...]) -> None:
    """Refuse a deal that the player's own limits forbid.

    Raises:
        CareLimitError: a break is on, the session's time is over, or what these bets stake
            or may lose is more than is left.
    """
    if scene.player.care_text is None:
        return
    at = scene.at
    page = care_of(scene.connection, scene.player, at)
    if page.break_until is not None:
        raise CareLimitError(
            N_(
                "You are taking a break until %(until)s: no rounds are dealt to you, but the "
                "practice games are open."
            ),
            reason="break",
            until=page.break_until,
        )
    session = page.session
    minutes = page.present("minutes")
    if minutes is not None and page.minutes >= minutes:
        raise CareLimitError(
            N_(
                "The time that you set yourself is over (minutes: %(minutes)s of %(limit)s). "
                "A new session begins after six hours without a round."
            ),
            reason="minutes",
            minutes=page.minutes,
            limit=minutes,
        )
    staked_cents = sum(each.total_cents for each in wagers)
    _require_left(
        page,
        "wagered_cents",
        session.wagered_cents,
        staked_cents,
        N_(
            "You have staked %(so_far_chips)s in this session, and your limit is "
            "%(limit_cents)s: bets of %(amount_cents)s are too much. Bet less, or take a break."
        ),
    )
    _require_left(
        page,
        "loss_cents",
        session.at_risk_cents - session.net_cents,
        most_lost_cents(rules, wagers),
        N_(
            "These bets can lose %(amount_chips)s, a war included. You are down "
            "%(so_far_cents)s in this session, and your limit is %(limit_cents)s: bet less."
        ),
    )


def _require_left(
    page: CarePage, name: str, so_far_cents: int, amount_cents: int, message: str
) -> None:
    limit_cents = page.present(name)
    if limit_cents is not None and so_far_cents + amount_cents > limit_cents:
        raise CareLimitError(
            message,
            reason=name,
            so_far_cents=so_far_cents,
            amount_cents=amount_cents,
            limit_cents=limit_cents,
        )


def most_lost_cents(rules: TableRules, wagers: tuple[HandWagers, ...]) -> int:
    """Return the most that a round of these wagers can lose, whatever its player decides.

    A hand that loses at once loses ante and tie bet; one that ties has won its tie bet, and
    loses ante, raise and second tie bet at war.
    """
    at_war = 2 if rules.second_tie_bet_to_one is None else 3
    return sum(max(each.total_cents, at_war * each.ante_cents) for each in wagers)


def session_of(connection: Connection, player_id: int, at: datetime) -> Session:
    """Add up the player's session, back to the last pause of six hours."""
    later_at = at
    played: list[SessionRound] = []
    for each in rounds.newest_played(connection, player_id):
        if later_at - each.dealt_at >= SESSION_PAUSE:
            break
        played.append(each)
        later_at = each.dealt_at
    if not played:
        return Session()
    wagered_cents = net_cents = at_risk_cents = 0
    for each in played:
        if each.net_cents is not None and each.wagered_cents is not None:
            wagered_cents += each.wagered_cents
            net_cents += each.net_cents
        else:
            wagers = parse_notation(each.notation).wagers
            wagered_cents += sum(hand.total_cents for hand in wagers)
            at_risk_cents += most_lost_cents(rules_by_id(connection, each.rules_id), wagers)
    return Session(
        began_at=played[-1].dealt_at,
        rounds=len(played),
        wagered_cents=wagered_cents,
        net_cents=net_cents,
        at_risk_cents=at_risk_cents,
    )


def care_text_of(care: Care, at: datetime) -> str | None:
    """Print what a player has set as the store keeps it: nothing where nothing is set."""
    return care.to_text() if care.is_needed(at) else None


def _change(house: House, token: str | None, change: Callable[[Care, datetime], Care]) -> None:
    def work(connection: Connection) -> None:
        player = require_player(connection, token)
        at = house.clock()
        care = change(read_care(player.care_text), at)
        players.change_player(connection, player.id, care_text=care_text_of(care, at))

    house.database.write(work)
