"""Sessions by the readable engine: slow, and what the kernel has to equal path by path.

The table itself says what a bankroll covers: antes and raises are asked of the game with
the chips that are left. Shoes are drawn as `hands_engine` draws them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from casino_war.game import casino
from casino_war.game.cards import PACK, Card
from casino_war.game.randomness import SplitMix64
from casino_war.game.round import AwaitingDecision, Decision, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.wagers import HandWagers
from casino_war.lab.hands_engine import FUNDS_CENTS, dealt_rules, draw, drawn_shoe, gives_up
from casino_war.lab.plan import Chunk
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_staking import Staking
from casino_war.lab.session_summary import ENDS, End, Row, SessionSummary, summarise
from casino_war.odds.composition import Composition, full_shoe


@dataclass(slots=True)
class Stakes:
    """What a system wants to stake next, in antes."""

    plan: SessionPlan
    place: int = 0
    """The present step of a progression."""
    stake: int = 1
    """What Oscar's grind stakes next."""
    gained: int = 0
    """What its series has gained, in half antes."""

    def wanted(self, bankroll: int) -> int:
        """Return what the system would stake of a bankroll of so many half antes."""
        if self.plan.staking is Staking.OSCAR:
            return self.stake
        if self.plan.staking is Staking.PROPORTIONAL:
            return max(1, bankroll * self.plan.share_percent // 200)
        return self.plan.steps[self.place].stake

    def note(self, net: int) -> None:
        """Go on after a hand that netted so many half antes."""
        step = self.plan.steps[self.place]
        if net:
            self.place = step.after_win if net > 0 else step.after_loss
        self.gained += net
        if self.gained >= 2:
            self.stake, self.gained = 1, 0
        elif net > 0:
            self.stake = min(self.stake + 1, (3 - self.gained) // 2)


@dataclass(slots=True)
class _Dealer:
    """Deals hands from shoe after shoe."""

    plan: SessionPlan
    source: SplitMix64
    cards: list[Card] = field(init=False)
    shoe: Shoe | None = None
    left: Composition = field(init=False)

    def __post_init__(self) -> None:
        self.cards = list(PACK * self.plan.rules.decks)
        self.left = full_shoe(self.plan.rules.decks)

    def play(self, stake: int, bankroll: int) -> Settled:
        """Play one hand with a stake in antes and a bankroll in half antes."""
        rules = dealt_rules(self.plan.rules)
        shoe = self.shoe or self._new_shoe()
        half_cents = self.plan.ante_cents // 2
        funds_cents = FUNDS_CENTS if self.plan.is_credit else bankroll * half_cents
        wagers = HandWagers(ante_cents=stake * self.plan.ante_cents)
        state, _ = casino.deal(rules, shoe, [wagers], funds_cents)
        if isinstance(state, AwaitingDecision):
            funds_cents -= wagers.ante_cents
            decision = self._decision(state, funds_cents)
            state, _ = casino.decide(state, decision, funds_cents)
        if not isinstance(state, Settled):
            raise AssertionError("one hand decides once")
        (hand,) = state.hands
        self.left = self.left.without(card.rank for card in (*hand.cards, *state.dealer_cards))
        self.shoe = state.shoe
        if state.shoe_end is not None:
            self.leave()
        return state

    def leave(self) -> None:
        """Give the shoe up, and leave the stream of chance where its last card left it."""
        if self.shoe is not None:
            draw(self.cards, self.shoe.position, self.source)
        self.shoe = None

    def _new_shoe(self) -> Shoe:
        rules = dealt_rules(self.plan.rules)
        self.left = full_shoe(rules.decks)
        return drawn_shoe(rules, self.cards, self.source)

    def _decision(self, state: AwaitingDecision, funds_cents: int) -> Decision:
        legal = casino.legal_decisions(state, funds_cents)
        if Decision.WAR not in legal or gives_up(self.plan.strategy, state, self.left):
            return Decision.SURRENDER
        return Decision.WAR


def simulate_sessions(plan: SessionPlan, chunk: Chunk) -> SessionSummary:
    """Play the sessions of a chunk."""
    played = list(sessions(plan, chunk))
    columns = list(zip(*(row for row, _ in played), strict=True))
    paths = [path for _, path in played]
    bankrolls = [Counter(column) for column in zip(*paths, strict=True)]
    return summarise(plan, columns, paths, bankrolls)


def sessions(plan: SessionPlan, chunk: Chunk) -> Iterator[tuple[Row, list[int]]]:
    """Play the sessions of a chunk one after the other; tell each and its way."""
    dealer = _Dealer(plan, SplitMix64(chunk.seed))
    for _ in range(chunk.size):
        yield _session(plan, dealer)
        dealer.leave()


def _session(plan: SessionPlan, dealer: _Dealer) -> tuple[Row, list[int]]:
    stakes = Stakes(plan)
    bankroll = 2 * plan.bankroll
    staked = short = handle = hands = 0
    path: list[int] = []
    while (end := _end(plan, bankroll, hands)) is None:
        covered = bankroll // (4 if plan.needs_raise else 2)
        stake = min(stakes.wanted(bankroll), plan.stake_max, covered)
        staked += 2 * stake
        if not plan.is_credit and bankroll < 4 * stake:
            short += 2 * stake
        settled = dealer.play(stake, bankroll)
        net = 2 * settled.net_cents // plan.ante_cents
        handle += 2 * settled.wagered_cents // plan.ante_cents
        bankroll += net
        hands += 1
        stakes.note(net)
        if len(path) < len(plan.marks) and hands == plan.marks[len(path)]:
            path.append(bankroll)
    path += [bankroll] * (len(plan.marks) - len(path))
    net = bankroll - 2 * plan.bankroll
    return Row(ENDS.index(end), net, staked, short, handle, hands), path


def _end(plan: SessionPlan, bankroll: int, hands: int) -> End | None:
    """Say why a session ends with so many half antes after so many hands."""
    if plan.goal is not None and bankroll >= 2 * plan.goal:
        return End.GOAL
    if bankroll < (4 if plan.needs_raise else 2):
        return End.RUIN
    if plan.stop_loss is not None and bankroll <= 2 * plan.stop_loss:
        return End.STOP_LOSS
    return End.HANDS if hands == plan.hands else None
