"""Games of War in bulk by the readable engine: slow, and what the kernel has to equal."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from casino_war.game import war_choices
from casino_war.game.events import Seat
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_events import (
    DeadWar,
    Ended,
    EndReason,
    Exhausted,
    Outcome,
    WalkedOver,
    WarEvent,
    WarStepped,
)
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import choose_all, find
from casino_war.lab.plan import Chunk, WarPlan
from casino_war.lab.war_summary import Extreme, WarSummary


def game_seeds(chunk: Chunk) -> Iterator[int]:
    """Draw the seed of each game of a chunk."""
    source = SplitMix64(chunk.seed)
    return (source.word() for _ in range(chunk.size))


@dataclass(slots=True)
class Game:
    """What is counted of one game while it is played."""

    depths: list[int] = field(default_factory=list)
    """Steps of each war so far."""
    unfinished: int = 0
    """Wars whose last step was not fought to its end."""
    leader: Seat | None = None
    lead_changes: int = 0

    def add(self, state: WarState, events: tuple[WarEvent, ...]) -> None:
        """Count one battle, or the part of it up to a choice."""
        for event in events:
            if isinstance(event, WarStepped):
                if event.step == 1:
                    self.depths.append(0)
                self.depths[-1] = event.step
            self.unfinished += isinstance(event, WalkedOver | DeadWar | Exhausted)
        if state.table:
            return
        owned = [state.owned(seat) for seat in range(len(state.stocks))]
        most = max(owned)
        if owned.count(most) == 1:
            leader = owned.index(most)
            self.lead_changes += self.leader not in (None, leader)
            self.leader = leader


@dataclass(slots=True)
class _Tally:
    players: int
    lengths: Counter[int] = field(default_factory=Counter)
    wars: Counter[int] = field(default_factory=Counter)
    depths: Counter[int] = field(default_factory=Counter)
    lead_changes: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    wins: Counter[Seat] = field(default_factory=Counter)
    losses: Counter[Seat] = field(default_factory=Counter)
    draws: int = 0
    steps: int = 0
    extremes: list[Extreme] = field(default_factory=list)

    def add(self, state: WarState, ended: Ended, game: Game, seed: int) -> None:
        self.reasons[ended.reason.value] += 1
        self.lead_changes[game.lead_changes] += 1
        match ended.outcome:
            case Outcome.DRAW:
                self.draws += 1
            case Outcome.WIN:
                self.wins.update(ended.seats)
            case Outcome.LOSER:
                self.losses.update(ended.seats)
                self.wins.update(set(range(self.players)).difference(ended.seats))
        if ended.reason is EndReason.CYCLE:
            return
        self.lengths[state.battles] += 1
        self.wars[len(game.depths)] += 1
        self.depths.update(game.depths)
        self.steps += sum(game.depths) - game.unfinished
        self.extremes.append(Extreme(state.battles, seed))

    def summary(self) -> WarSummary:
        return WarSummary(
            lengths=dict(sorted(self.lengths.items())),
            wars=dict(sorted(self.wars.items())),
            depths=dict(sorted(self.depths.items())),
            lead_changes=dict(sorted(self.lead_changes.items())),
            reasons=dict(sorted(self.reasons.items())),
            wins=tuple(self.wins[seat] for seat in range(self.players)),
            losses=tuple(self.losses[seat] for seat in range(self.players)),
            draws=self.draws,
            steps=self.steps,
            shortest=min(self.extremes, default=None),
            longest=max(self.extremes, default=None),
        )


def simulate_games(plan: WarPlan, chunk: Chunk) -> WarSummary:
    """Play the games of a chunk."""
    tally = _Tally(plan.rules.players)
    for seed in game_seeds(chunk):
        game = Game()
        for state, events in play(plan, seed):
            game.add(state, events)
            if state.ended is not None:
                tally.add(state, state.ended, game, seed)
    return tally.summary()


def play(plan: WarPlan, seed: int) -> Iterator[tuple[WarState, tuple[WarEvent, ...]]]:
    """Play one game, as ``casino-war war play`` does with this seed and computer player."""
    source = SplitMix64(seed)
    chooser = SplitMix64(SplitMix64(seed).word())
    players = [find(plan.computer_key, plan.rules.choice)] * plan.rules.players
    state = war_choices.deal(plan.rules, source)
    while state.ended is None:
        choices = choose_all(state, players, chooser)
        state, events = war_choices.apply(state, choices, source)
        yield state, events
