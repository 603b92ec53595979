"""What a bankroll is to live through: sessions of Casino War, one hand a round.

All amounts of a session are in antes: one is what its systems begin with, and the least
that it stakes. Half an ante, which a surrender leaves, is the smallest step there is.
"""

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from casino_war.errors import N_, BetRefusedError, InvalidInputError
from casino_war.game.randomness import SplitMix64
from casino_war.game.table_rules import Shortfall, Surrender, TableRules
from casino_war.game.wagers import HandWagers, check_wagers
from casino_war.lab.plan import Chunked
from casino_war.lab.session_staking import STAKE_MAX, Staking, Step, Steps, steps_of
from casino_war.odds.composition import full_shoe
from casino_war.odds.numbers import FAST
from casino_war.odds.report import WagerOdds, hand_odds
from casino_war.odds.strategy import Strategy, check_strategy

SESSIONS_CHUNK_MAX = 2**12
CHUNK_HANDS = 2**22
"""Hands that a chunk is to have at most, as far as they can be foreseen."""
ANTES_MAX = 10**6
"""The largest bankroll, and the highest goal."""
SESSION_HANDS_MAX = 10**7
PLAN_HANDS_MAX = 10**12
"""Plans that can be expected to play more hands are refused."""
MARKS = 40
"""Points of a session's way at which its bankroll is noted, at most."""
BINS = 1_000
"""About how many bins hold the bankrolls up to the goal, or to twice the first one."""
_ENOUGH_CENTS = 10**15


@dataclass(frozen=True, kw_only=True)
class SessionPlan(Chunked):
    """Sessions that all begin with the same bankroll, each with a new shoe.

    A session ends with its goal reached, or where the bankroll has fallen to the
    stop-loss, or where it does not cover one ante more (with the raise, at tables that ask
    for it): that is ruin; or after so many hands. A stake is never more than the table or
    the bankroll allows.

    Raises:
        InvalidInputError: it is too large, or its numbers do not go together.
        BetRefusedError, IllegalDecisionError: the table does not take what is asked.
    """

    rules: TableRules
    bankroll: int
    goal: int | None = None
    stop_loss: int | None = None
    """Leave with so many antes or less."""
    hands: int | None = None
    """Leave after so many hands."""
    ante_cents: int
    staking: Staking = Staking.FLAT
    own_steps: Steps = ()
    """The progression of `Staking.OWN`."""
    share_percent: int = 0
    """What `Staking.PROPORTIONAL` stakes of the bankroll, 1-100."""
    is_credit: bool = False
    """Whether a raise is always paid, so that a bankroll can end below nothing."""
    strategy: Strategy = Strategy.ALWAYS_WAR
    hands_per_hour: int = 60
    sessions: int = 10_000
    seed: int = 1
    chunk_sessions: int = 0
    """Sessions of a chunk; 0 for a number that suits the plan."""

    def __post_init__(self) -> None:
        SplitMix64(self.seed)
        self._check_amounts()
        self._check_staking()
        check_strategy(self.rules, self.strategy)
        check_wagers(self.rules, [HandWagers(ante_cents=self.ante_cents)], _ENOUGH_CENTS)
        if self._is_held():
            raise BetRefusedError(
                N_(
                    "This table holds a hand that cannot raise until chips are bought, and lets "
                    "nobody surrender: play on credit."
                ),
                reason="held",
            )
        self._check_size()

    def _check_amounts(self) -> None:
        limits = {
            "bankroll": (2 if self.needs_raise else 1, ANTES_MAX, self.bankroll),
            "goal": (self.bankroll + 1, ANTES_MAX, self.goal),
            "stop_loss": (0, self.bankroll - 1, self.stop_loss),
            "hands": (1, SESSION_HANDS_MAX, self.hands),
            "hands_per_hour": (1, 10_000, self.hands_per_hour),
            "sessions": (1, PLAN_HANDS_MAX, self.sessions),
        }
        for name, (lowest, highest, value) in limits.items():
            if value is not None and not lowest <= value <= highest:
                raise InvalidInputError(
                    N_("%(field)s must be %(lowest)s to %(highest)s, not %(value)s."),
                    reason=name,
                    field=name,
                    lowest=lowest,
                    highest=highest,
                    value=value,
                )

    def _check_staking(self) -> None:
        if (self.staking is Staking.OWN) != bool(self.own_steps):
            raise InvalidInputError(
                N_("A progression of your own has steps, and no other system has."),
                reason="progression",
            )
        places = range(len(self.own_steps))
        for step in self.own_steps:
            if step.stake < 1 or step.after_win not in places or step.after_loss not in places:
                raise InvalidInputError(
                    N_("Every step of a progression stakes something and leads to another."),
                    reason="progression",
                )
        is_share = self.staking is Staking.PROPORTIONAL
        if not (1 <= self.share_percent <= 100 if is_share else self.share_percent == 0):
            raise InvalidInputError(
                N_("Proportional staking takes 1 to 100 per cent of the bankroll; others none."),
                reason="share_percent",
            )

    def _is_held(self) -> bool:
        return (
            self.rules.shortfall is Shortfall.HOLD
            and self.rules.surrender is Surrender.NOT_OFFERED
            and not self.is_credit
        )

    def _check_size(self) -> None:
        if self.hands_foreseen > SESSION_HANDS_MAX:
            raise InvalidInputError(
                N_(
                    "Such a session would take about %(hands)s hands: give it a number of hands, "
                    "at most %(limit)s."
                ),
                reason="long",
                hands=self.hands_foreseen,
                limit=SESSION_HANDS_MAX,
            )
        if self.hands_foreseen * self.sessions > PLAN_HANDS_MAX:
            raise InvalidInputError(
                N_("That is about %(hands)s hands in all, more than %(limit)s: play less."),
                reason="large",
                hands=self.hands_foreseen * self.sessions,
                limit=PLAN_HANDS_MAX,
            )

    @cached_property
    def odds(self) -> WagerOdds[float]:
        """What a hand from a full shoe comes to, in antes."""
        return self.odds_of(self.strategy)

    @cached_property
    def short_odds(self) -> WagerOdds[float]:
        """The same of a hand that must surrender a tie, since the raise is not covered."""
        may_run_short = not self.is_credit and self.rules.shortfall is not Shortfall.REFUSE
        return self.odds_of(Strategy.ALWAYS_SURRENDER) if may_run_short else self.odds

    def odds_of(self, strategy: Strategy) -> WagerOdds[float]:
        """Return what a hand comes to that is decided so."""
        return hand_odds(self.rules, full_shoe(self.rules.decks), strategy, FAST).ante

    @property
    def stake_max(self) -> int:
        """The most antes that the table takes, or any system stakes."""
        return min(self.rules.ante_max_cents // self.ante_cents, STAKE_MAX)

    @property
    def steps(self) -> Steps:
        """The table of the system; one step alone for those that go by other things."""
        return self.own_steps or steps_of(self.staking, self.stake_max) or (Step(1, 0, 0),)

    @property
    def needs_raise(self) -> bool:
        """Whether the bankroll must cover the raise before the deal."""
        return self.rules.shortfall is Shortfall.REFUSE and not self.is_credit

    @cached_property
    def hands_foreseen(self) -> int:
        """Estimate how many hands a session has at most on average, with flat stakes.

        At every table the house has an edge, so that every bankroll comes to an end.
        """
        found = [(self.bankroll + 2) / self.odds.edge]
        if self.hands is not None:
            found.append(float(self.hands))
        if self.goal is not None:
            found.append((self.bankroll + 2) * (self.goal - self.bankroll + 2) / self.odds.variance)
        return ceil(min(found))

    @cached_property
    def marks(self) -> tuple[int, ...]:
        """After how many hands the bankroll is noted: evenly up to where most have ended."""
        horizon = 3 * self.hands_foreseen if self.hands is None else self.hands
        return tuple(sorted({ceil(horizon * point / MARKS) for point in range(1, MARKS + 1)}))

    @property
    def bin_halves(self) -> int:
        """The width of the bins that hold bankrolls, in half antes."""
        return max(1, 2 * max(self.goal or 0, 2 * self.bankroll) // BINS)

    @property
    def _sizes(self) -> tuple[int, int, int]:
        foreseen = max(1, CHUNK_HANDS // self.hands_foreseen)
        return self.sessions, self.chunk_sessions, min(SESSIONS_CHUNK_MAX, foreseen)
