"""The charts of tables dealt by the engine: right ones, wrong payouts and broken shuffles."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random

import pytest

from casino_war.game import settlement
from casino_war.game.cards import Card
from casino_war.game.events import Wager
from casino_war.game.randomness import SplitMix64, shuffle
from casino_war.game.table_presets import PRESETS, TablePreset, find
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers
from casino_war.odds.control import BATCH_ROUNDS, Chart
from casino_war.services.watched_round import Totals, weigh
from tests.services.gambler import random_bets
from tests.services.watched import Bets, Shuffle, one_ante, rounds_at

CLASSIC = find("classic")


def first_alarm(
    preset: TablePreset, most: int, *, shuffled: Shuffle = shuffle, bets: Bets = one_ante
) -> tuple[float, tuple[str, ...], Totals]:
    """Deal until something rings; return after how many rounds and what."""
    chart, totals = Chart(), Totals()
    dealt = rounds_at(preset, most, 2026, shuffled=shuffled, bets=bets)
    for number, round_ in enumerate(dealt, start=1):
        weighed = weigh(preset.rules, round_)
        totals.add(round_, weighed)
        judged = chart.add(weighed.figures) or {}
        rung = [f"{figure}_{alarm}" for figure, each in judged.items() for alarm in each.alarms]
        if rung:
            return number, tuple(rung), totals
    return inf, (), totals


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_right_table_rings_nothing(preset: TablePreset) -> None:
    rounds, _, totals = first_alarm(preset, BATCH_ROUNDS, bets=random_bets)
    assert rounds == inf
    assert totals.rounds == BATCH_ROUNDS
    assert abs(totals.z) < 4


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_right_tables_ring_nothing_in_a_million_rounds(preset: TablePreset) -> None:
    rounds, _, totals = first_alarm(preset, 1_000_000 // len(PRESETS) + 1)
    assert rounds == inf
    assert abs(totals.z) < 4


def paid_at_war(monkeypatch: pytest.MonkeyPatch) -> None:
    """A won war pays ante and raise, instead of the raise alone."""
    monkeypatch.setattr(settlement, "_WAR_WON_PAYS", (1, 1))


def ten_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip of the decimal point: a won ante is paid 10 to 1."""
    settle = settlement._settle
    monkeypatch.setattr(
        settlement,
        "settle_ante",
        lambda hand, cents, *, is_won: settle(hand, Wager.ANTE, cents, 10 if is_won else -1),
    )


def eleven_for_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tie bet is paid 11 to 1 where the felt says 10."""
    settle = settlement._settle
    monkeypatch.setattr(
        settlement,
        "settle_tie_bet",
        lambda rules, hand, cents, ties: settle(hand, Wager.TIE_BET, cents, 11 if ties else -1),
    )


def tie_bets(rules: TableRules, chance: Random) -> tuple[HandWagers, ...]:
    return (HandWagers(ante_cents=500, tie_bet_cents=500),)


@pytest.mark.parametrize(
    ("spoil", "bets", "within"),
    [
        pytest.param(ten_to_one, one_ante, BATCH_ROUNDS, id="ten to one"),
        pytest.param(paid_at_war, one_ante, 15_000, id="ante paid at war", marks=pytest.mark.slow),
        pytest.param(eleven_for_ten, tie_bets, 6_000, id="eleven for ten"),
    ],
)
def test_a_wrong_payout_rings(
    monkeypatch: pytest.MonkeyPatch,
    spoil: Callable[[pytest.MonkeyPatch], None],
    bets: Bets,
    within: int,
) -> None:
    spoil(monkeypatch)
    rounds, rung, _ = first_alarm(CLASSIC, within, bets=bets)
    assert rounds <= within
    assert rung[0].startswith(("result_", "wars_"))


def unshuffled(cards: Sequence[Card], source: SplitMix64) -> Sequence[Card]:
    return cards


def one_riffle(cards: Sequence[Card], source: SplitMix64) -> Sequence[Card]:
    """Cut in halves and let them fall together once: most cards keep their neighbours."""
    cut = sum(source.below(2) for _ in cards)
    left, right = list(cards[:cut]), list(cards[cut:])
    fallen = []
    while left or right:
        pile = left if source.below(len(left) + len(right)) < len(left) else right
        fallen.append(pile.pop(0))
    return fallen


def sorted_pairs(cards: Sequence[Card], source: SplitMix64) -> Sequence[Card]:
    """One pair in three lies with its higher card second: the dealer's, with one hand played."""
    mixed = list(shuffle(cards, source))
    for place in range(1, len(mixed) - 1, 6):
        mixed[place : place + 2] = sorted(mixed[place : place + 2], key=lambda card: card.rank)
    return mixed


@pytest.mark.parametrize(
    ("shuffled", "figure", "within"),
    [
        (unshuffled, "ties_jump", BATCH_ROUNDS),
        (one_riffle, "ties_jump", 4 * BATCH_ROUNDS),
        (sorted_pairs, "sides_drift", 20 * BATCH_ROUNDS),
    ],
)
def test_a_broken_shuffle_rings(shuffled: Shuffle, figure: str, within: int) -> None:
    rounds, rung, _ = first_alarm(CLASSIC, within, shuffled=shuffled)
    assert rounds <= within
    assert figure in rung
