"""What is to be simulated: frozen plans, cut into chunks with a stream of chance each.

A chunk's seed comes from the plan's seed and the chunk's number alone. So whoever plays
the chunks, in whatever order and in however many processes, the result is the same.
"""

from dataclasses import dataclass
from enum import StrEnum

from casino_war.errors import N_, BetRefusedError, InvalidInputError
from casino_war.game.randomness import SplitMix64
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers, check_wagers
from casino_war.game.war_rules import Choice, WarRules
from casino_war.game.war_strategies import find, usual
from casino_war.odds.strategy import Strategy, check_strategy

_GAMMA = 0x9E3779B97F4A7C15
_WORDS = 2**64
_CHUNKS_WANTED = 64
"""A small plan has so many chunks: enough to share out and to show how far it is."""
HANDS_CHUNK_MAX = 2**20
GAMES_CHUNK_MAX = 2**12
DECIDED_CHUNK_MAX = 2**6
"""Of games with decisions, which only the engine plays: in seconds, like the others."""
_ENOUGH_CENTS = 10**12
"""Funds that cover whatever a table takes: a simulated player never runs short."""


class TieBets(StrEnum):
    """When a simulated player places the tie bet.

    `COUNTED`: when it gains on average, reckoned from all cards that were shown since the
    shuffle.
    """

    NEVER = "never"
    ALWAYS = "always"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a plan: so many rounds or games from the stream of this seed."""

    index: int
    seed: int
    size: int


class Chunked:
    """What plans share: how they are cut."""

    __slots__ = ()
    seed: int

    @property
    def _sizes(self) -> tuple[int, int, int]:
        """Rounds or games in all, of a chunk (0 for a number that suits) and at most of one."""
        raise NotImplementedError

    @property
    def chunk_size(self) -> int:
        """Rounds or games of every chunk but the last."""
        total, asked, largest = self._sizes
        return asked or min(largest, -(-total // _CHUNKS_WANTED))

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self._sizes[0] // self.chunk_size)

    def chunk(self, index: int) -> Chunk:
        """Return the chunk of that number, from 0."""
        size = self.chunk_size
        left = self._sizes[0] - index * size
        return Chunk(index, chunk_seed(self.seed, index), min(size, left))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsPlan(Chunked):
    """Hands of Casino War, ``spots`` of them in each round, all played in the same way.

    Raises:
        InvalidInputError: the hands are no whole number of rounds, or none.
        BetRefusedError, IllegalDecisionError: the table does not take what is asked.
    """

    rules: TableRules
    hands: int
    spots: int = 1
    strategy: Strategy = Strategy.ALWAYS_WAR
    tie_bets: TieBets = TieBets.NEVER
    second_tie_bets: bool = False
    """Whether every war is fought with the second tie bet, which equals the ante."""
    ante_cents: int
    """0 for tie bets without an ante."""
    tie_bet_cents: int = 0
    """Staked whenever ``tie_bets`` says so."""
    seed: int = 1
    chunk_rounds: int = 0
    """Rounds of a chunk; 0 for a number that suits the plan."""

    def __post_init__(self) -> None:
        SplitMix64(self.seed)
        if self.hands < 1 or self.spots < 1 or self.hands % self.spots:
            raise InvalidInputError(
                N_("So many hands are no whole number of rounds of %(spots)s: %(hands)s."),
                reason="rounds",
                hands=self.hands,
                spots=self.spots,
            )
        check_strategy(self.rules, self.strategy)
        if self.bets_on_ties and not self.tie_bet_cents:
            raise BetRefusedError(N_("A tie bet needs a stake."), reason="tie_bet_unstaked")
        if self.second_tie_bets and self.rules.second_tie_bet_to_one is None:
            raise BetRefusedError(
                N_("This table takes no second tie bet."), reason="second_tie_bet_not_offered"
            )
        if self.second_tie_bets and not self.ante_cents:
            raise BetRefusedError(
                N_("A second tie bet equals the ante, so it needs one."),
                reason="second_tie_bet_alone",
            )
        if self.tie_bets is TieBets.COUNTED and not self.ante_cents:
            raise BetRefusedError(
                N_("A tie bet that is not always placed needs an ante beside it."),
                reason="counted_alone",
            )
        wagers = HandWagers(
            ante_cents=self.ante_cents, tie_bet_cents=self.tie_bet_cents if self.bets_on_ties else 0
        )
        check_wagers(self.rules, [wagers] * self.spots, _ENOUGH_CENTS)

    @property
    def bets_on_ties(self) -> bool:
        """Whether a tie bet is ever placed."""
        return self.tie_bets is not TieBets.NEVER

    @property
    def rounds(self) -> int:
        """Rounds in all."""
        return self.hands // self.spots

    @property
    def _sizes(self) -> tuple[int, int, int]:
        return self.rounds, self.chunk_rounds, HANDS_CHUNK_MAX


@dataclass(frozen=True, slots=True, kw_only=True)
class WarPlan(Chunked):
    """Games of War, each dealt from a seed of its own.

    Raises:
        InvalidInputError: no games.
        UnknownStrategyError: no such computer player for this game.
    """

    rules: WarRules
    games: int
    computer: str = ""
    """Key of the computer player of all seats; empty for the usual one."""
    seed: int = 1
    chunk_games: int = 0
    """Games of a chunk; 0 for a number that suits the plan."""

    def __post_init__(self) -> None:
        SplitMix64(self.seed)
        if self.games < 1:
            raise InvalidInputError(N_("A simulation needs one game or more."), reason="games")
        if self.computer:
            find(self.computer, self.rules.choice)

    @property
    def computer_key(self) -> str:
        """The key of the computer player that decides."""
        game = self.rules.choice
        return (find(self.computer, game) if self.computer else usual(game)).key

    @property
    def _sizes(self) -> tuple[int, int, int]:
        is_decided = self.rules.choice is not Choice.NOTHING
        return self.games, self.chunk_games, DECIDED_CHUNK_MAX if is_decided else GAMES_CHUNK_MAX


def chunk_seed(seed: int, index: int) -> int:
    """Return the word of that number, from 0, of `SplitMix64` with this seed."""
    return SplitMix64((seed + index * _GAMMA) % _WORDS).word()
