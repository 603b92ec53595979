"""The course of a practice game: one stretch of it played again, and played on.

Pure but for nothing: what is stored goes in, what is to be stored comes out. Person seats
choose through *pending* choices, the seats of computers as soon as all persons have.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from casino_war.game import war_choices
from casino_war.game.events import Seat
from casino_war.game.randomness import FairStream
from casino_war.game.war_actions import Action
from casino_war.game.war_events import EndReason, WarEvent
from casino_war.game.war_replay import clock_minutes, draw_again
from casino_war.game.war_rules import WarRules
from casino_war.game.war_seed import FairSeed
from casino_war.game.war_snapshot import from_text, to_text
from casino_war.game.war_spelling import Choices, format_decisions, parse_decisions
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import ComputerPlayer
from casino_war.store.practice_stretches import Stretch

STRETCH_BATTLES = 25
"""Battles after which a new stretch begins: each look at a game plays half of them again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedBattle:
    """One battle from its first card to its last."""

    number: int
    before: WarState
    after: WarState
    events: tuple[WarEvent, ...]


@dataclass(slots=True)
class Course:
    """A stretch as far as it was played. ``rang`` is the battle in which the clock rang."""

    seed: FairSeed
    computers: Mapping[Seat, ComputerPlayer]
    stretch: Stretch
    state: WarState
    stream: FairStream
    rang: int | None
    before: WarState
    """The state in which the battle at hand began."""
    events: list[WarEvent] = field(default_factory=list)
    """What has happened in the battle at hand."""
    battles: list[PlayedBattle] = field(default_factory=list)
    """The battles of this stretch that are over."""
    rounds: list[Choices] = field(default_factory=list)
    """The choices of this stretch."""
    flips: int = 0
    stand_ins: Mapping[Seat, ComputerPlayer] = field(default_factory=dict)
    """Who chooses for persons who have left; told like choices of the persons' own."""
    decided: int = 0
    """How many rounds of choices were revealed, in full stretches too."""

    @property
    def persons_awaited(self) -> tuple[Seat, ...]:
        """The seats of persons that must choose now."""
        automatic = self.computers.keys() | self.stand_ins.keys()
        return tuple(seat for seat in self._awaited if seat not in automatic)

    @property
    def _awaited(self) -> tuple[Seat, ...]:
        return () if self.state.awaiting is None else self.state.awaiting.seats

    @property
    def told(self) -> Stretch:
        """The stretch as it is to be stored."""
        return Stretch(
            number=self.stretch.number,
            battles_before=self.stretch.battles_before,
            start_text=self.stretch.start_text,
            flips=self.flips,
            decisions_text=format_decisions(self.rounds),
        )

    def advance(
        self,
        battles: int,
        pending: Mapping[Seat, Action],
        minutes: Callable[[int], float],
        keep: Callable[[PlayedBattle, Stretch | None], None],
    ) -> None:
        """Play so many battles to their end, or up to the next choice of a person.

        *minutes* says what the clock shows at the end of a battle of that number. *keep*
        gets each battle, and the stretch that it ends, if it does.
        """
        goal = self.state.battles + battles
        while self.state.ended is None and self.state.battles < goal:
            choices: dict[Seat, Action] = {}
            if self.state.awaiting is not None:
                if any(seat not in pending for seat in self.persons_awaited):
                    return
                choices = self._stood_in()
                choices |= {seat: pending[seat] for seat in self._awaited if seat in pending}
                choices |= draw_again(self.state, self.computers, self.stream)
                pending = {}
            number = self.state.battles + 1
            shown = minutes(number) if self.state.rules.time_limit_min else 0.0
            self._apply(choices, shown)
            if self.state.battles == number:
                keep(self.battles[-1], self._turn_page())

    def _stood_in(self) -> dict[Seat, Action]:
        # They must not draw from the game's own stream, which knows nothing of who has left.
        aside = FairStream(self.seed.server_seed, self.seed.client_seed, self.seed.nonce)
        return draw_again(self.state, self.stand_ins, aside)

    def _apply(self, choices: Mapping[Seat, Action], minutes: float) -> None:
        if self.state.awaiting is None:
            self.flips += 1
        else:
            self.decided += 1
            self.rounds.append(tuple(sorted(choices.items(), key=lambda each: each[0])))
        after, events = war_choices.apply(self.state, choices, self.stream, minutes)
        self.state = after
        self.events.extend(events)
        if after.battles == self.before.battles:
            return
        if after.ended is not None and after.ended.reason is EndReason.TIME_LIMIT:
            self.rang = after.battles
        self.battles.append(
            PlayedBattle(
                number=after.battles, before=self.before, after=after, events=tuple(self.events)
            )
        )
        self.before = after
        self.events = []

    def _turn_page(self) -> Stretch | None:
        """Begin a new stretch if this one is long enough, and return the one that is full."""
        if self.state.ended is not None or len(self.battles) < STRETCH_BATTLES:
            return None
        full = self.told
        self.stretch = Stretch(
            number=full.number + 1,
            battles_before=self.state.battles,
            start_text=to_text(self.state, self.stream.drawn),
        )
        self.battles, self.rounds, self.flips = [], [], 0
        return full

    def replay(self) -> None:
        """Play all that the stretch tells again."""
        rounds: Sequence[Choices] = ()
        if self.stretch.decisions_text:
            rounds = parse_decisions(self.stretch.decisions_text)
        while self.state.ended is None:
            choices: Mapping[Seat, Action] = {}
            if self.state.awaiting is None:
                if self.flips == self.stretch.flips:
                    return
            elif len(self.rounds) == len(rounds):
                return
            else:
                draw_again(self.state, self.computers, self.stream)
                choices = dict(rounds[len(self.rounds)])
            self._apply(choices, clock_minutes(self.state.rules, self.rang, self._number) or 0.0)

    @property
    def _number(self) -> int:
        return self.state.battles + 1


def first_stretch(rules: WarRules, seed: FairSeed) -> Stretch:
    """Shuffle and deal: the stretch with which a game begins."""
    stream = FairStream(seed.server_seed, seed.client_seed, seed.nonce)
    state = war_choices.deal(rules, stream)
    return Stretch(number=1, battles_before=0, start_text=to_text(state, stream.drawn))


def replayed(
    rules: WarRules,
    seed: FairSeed,
    computers: Mapping[Seat, ComputerPlayer],
    stretch: Stretch,
    rang: int | None,
) -> Course:
    """Return a game at the end of what one of its stretches tells."""
    state, drawn = from_text(rules, stretch.start_text)
    course = Course(
        seed=seed,
        computers=computers,
        stretch=stretch,
        state=state,
        stream=FairStream(seed.server_seed, seed.client_seed, seed.nonce, drawn),
        rang=rang,
        before=state,
    )
    course.replay()
    return course
