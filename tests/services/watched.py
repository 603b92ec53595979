"""Rounds of a table as its charts see them, dealt by the engine."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from casino_war.game import casino, notation
from casino_war.game.cards import PACK, Card
from casino_war.game.notation import RoundNotation
from casino_war.game.randomness import SplitMix64, shuffle
from casino_war.game.round import AwaitingDecision, RoundState
from casino_war.game.shoe import Shoe
from casino_war.game.table_presets import TablePreset
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers
from casino_war.store.watched_rounds import MovedRound

FUNDS_CENTS = 10**12

Shuffle = Callable[[Sequence[Card], SplitMix64], Sequence[Card]]
Bets = Callable[[TableRules, Random], tuple[HandWagers, ...]]


def one_ante(rules: TableRules, chance: Random) -> tuple[HandWagers, ...]:
    """Bet an ante on one hand, and every other time a tie bet where there is one."""
    has_bet = rules.tie_bet_offered and chance.random() < 0.5
    return (
        HandWagers(
            ante_cents=rules.ante_min_cents, tie_bet_cents=rules.ante_min_cents if has_bet else 0
        ),
    )


def rounds_at(
    preset: TablePreset,
    count: int,
    seed: int,
    *,
    shuffled: Shuffle = shuffle,
    bets: Bets = one_ante,
) -> Iterator[MovedRound]:
    """Deal so many rounds; what is decided is left to chance."""
    chance, source = Random(seed), SplitMix64(seed)
    rules, shoe = preset.rules, None
    for _ in range(count):
        if shoe is None:
            cards = shuffled(PACK * rules.decks, source)
            shoe = Shoe(tuple(cards), rules.opening_burn)
        wagers, position, decisions = bets(rules, chance), shoe.position, []
        state: RoundState
        state, _ = casino.deal(rules, shoe, wagers, FUNDS_CENTS)
        while isinstance(state, AwaitingDecision):
            decisions.append(chance.choice(casino.legal_decisions(state, FUNDS_CENTS)))
            state, _ = casino.decide(state, decisions[-1], FUNDS_CENTS)
        line = RoundNotation(
            rules_key=preset.key,
            rules_version=preset.version,
            shoe="1",
            position=position,
            wagers=wagers,
            decisions=tuple(decisions),
        )
        yield MovedRound(
            rules_id=1,
            notation=str(line),
            cards_text=notation.cards_line(state),
            wagered_cents=state.wagered_cents,
            moved_cents=state.net_cents,
        )
        shoe = None if state.shoe_end is not None else state.shoe
