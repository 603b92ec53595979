"""Luck: sums of a seat against figures reckoned by hand, and their identity with all deals."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from sqlalchemy import event

from casino_war.game import casino
from casino_war.game.cards import Card, Rank, Suit
from casino_war.game.round import AwaitingDecision, Decision, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.game.wagers import HandWagers
from casino_war.services import luck_catch_up, tables
from casino_war.services.counting import cards_left, first_cards
from casino_war.services.house import House
from casino_war.services.luck import Luck, luck_page, wilson_interval
from casino_war.services.luck_catch_up import measure_everybody, measure_rest
from casino_war.services.measure import decision_costs, luck_of_round
from casino_war.store.luck_sums import LuckSums
from tests.audits import audit
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, ranks, seed_where

CLASSIC = TableRules()
EDGE = Fraction(142853, 4965115)
TIE = Fraction(23, 311)
TIED_WAR = Fraction(1181, 15965)
MICRO = 10**6
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


def has_no_tie(shoe: Shoe) -> bool:
    """Four cards of four ranks: neither two rounds of a hand tie, nor one of two hands."""
    return len(set(ranks(shoe, 0, 1, 2, 3))) == 4


def is_tie_after_its_rank(shoe: Shoe) -> bool:
    """A hand wins, and then its rank ties."""
    own, dealer, *next_two = ranks(shoe, 0, 1, 2, 3)
    return own > dealer and next_two == [own, own]


@pytest.fixture(scope="module")
def tie_seed() -> str:
    return seed_where(CLASSIC, is_tie)


def total(guest: Guest) -> Luck:
    luck = luck_page(guest.house, guest.token).total
    assert luck is not None
    return luck


def test_nobody_and_who_has_not_played_have_no_luck(house: House) -> None:
    assert luck_page(house, None).total is None
    guest = Guest(house).buy_in().sit()
    assert luck_page(house, guest.token).total is None


def test_a_surrendered_tie_by_hand(make_house: MakeHouse, tie_seed: str) -> None:
    guest = Guest(make_house(tie_seed)).buy_in().sit()
    guest.deal(bet(10, 5))
    assert luck_page(guest.house, guest.token).total is None
    guest.decide(Decision.SURRENDER)
    luck = total(guest)
    # War is worth (3t - 1) / 2 of the ante and surrender -1/2, t without the two tied cards.
    cost_cents = 1000 * TIED_WAR * 3 / 2
    assert luck.sums == LuckSums(
        rounds=1,
        hands=1,
        ties=1,
        wagered_cents=1500,
        net_cents=-500 + 5000,
        expected_microcents=round((-1000 * EDGE + 500 * (11 * TIE - 1)) * MICRO),
        variance_cents2=luck.sums.variance_cents2,
        surrenders=1,
        lesser_decisions=1,
        decision_cost_microcents=round(cost_cents * MICRO),
        tie_bets=1,
        tie_bets_won=1,
        tie_bet_cents=500,
        tie_bet_net_cents=5000,
    )
    assert luck.expected_tie_share == pytest.approx(float(TIE))
    assert luck.tie_bet_expected_cents == pytest.approx(float(500 * (11 * TIE - 1)))
    assert luck.luck_cents == pytest.approx(4500 + float(cost_cents) - luck.expected_cents)


def test_hands_of_one_round_vary_together(make_house: MakeHouse) -> None:
    """By hand: (1 - t) + t w^2 - (t w)^2 with w = (3u - 1) / 2 for a tie, u for the next."""
    seed = seed_where(CLASSIC, has_no_tie)
    apart, together = (Guest(make_house(seed)).buy_in().sit() for _ in range(2))
    for wagers in ([bet(10)], [bet(10)]):
        apart.deal(*wagers)
    together.deal(bet(10), bet(10))
    war = (3 * TIED_WAR - 1) / 2
    variance = round(10**6 * ((1 - TIE) + TIE * war**2 - (TIE * war) ** 2))
    assert total(apart).sums.variance_cents2 == 2 * variance
    assert total(together).sums.variance_cents2 == pytest.approx(2 * 1.3541 * variance, rel=1e-4)
    assert total(apart).expected_cents == pytest.approx(total(together).expected_cents)


def test_cards_of_earlier_rounds_of_the_shoe_count(make_house: MakeHouse) -> None:
    seed = seed_where(CLASSIC, is_tie_after_its_rank)
    guest = Guest(make_house(seed)).buy_in().sit()
    guest.deal(bet(10))
    guest.deal(bet(10))
    guest.decide(Decision.SURRENDER)
    # Three cards of one rank and one of another are seen; the burned card may be anything.
    left = [24] * 11 + [21, 23]
    matches = Fraction(sum(count * (count - 1) for count in left), 308 * 307)
    expected = round(1000 * matches * 3 / 2 * MICRO)
    assert total(guest).sums.decision_cost_microcents == expected
    assert total(guest).sums.rounds == 2


def test_going_to_war_costs_nothing_where_it_is_best(make_house: MakeHouse, tie_seed: str) -> None:
    guest = Guest(make_house(tie_seed)).buy_in().sit()
    guest.deal(bet(10))
    guest.decide(Decision.WAR)
    sums = total(guest).sums
    assert (sums.wars, sums.surrenders, sums.lesser_decisions) == (1, 0, 0)
    assert sums.decision_cost_microcents == 0


def test_what_was_played_before_luck_was_measured_counts_too(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = Guest(house).buy_in().sit()
    with monkeypatch.context() as before:
        before.setattr(tables, "add_luck", lambda *_: [])
        for _ in range(12):
            guest.deal(bet(10, 5), bet(5))
            while guest.seat.open_round_id is not None:
                guest.decide(Decision.SURRENDER)
    bankroll_cents = guest.bar.bankroll_cents
    page = luck_page(house, guest.token)
    assert (page.total, [each.late_rounds for each in page.late]) == (None, [12])
    assert measure_rest(house, guest.token) == 12
    late = total(guest)
    assert late.sums.rounds == 12
    assert late.sums.net_cents == bankroll_cents - 100_000
    guest.deal(bet(10))
    while guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)
    assert total(guest).sums.rounds == 13
    assert total(guest).sums.hands == 25
    assert luck_page(house, guest.token).late == ()
    assert audit(house) == []


def test_a_long_history_is_caught_up_with_little_by_little(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck_catch_up, "LATE_ROUNDS_MAX", 3)
    monkeypatch.setattr(luck_catch_up, "PIECES_MAX", 2)
    guest = Guest(house).buy_in()
    with monkeypatch.context() as before:
        before.setattr(tables, "add_luck", lambda *_: [])
        for key in ("classic", "bonus"):
            guest.table_key = key
            guest.sit()
            for _ in range(7):
                play(guest)

    def measured() -> list[tuple[int, int]]:
        """Of each table the rounds measured and those not."""
        assert audit(house) == []
        return [
            (each.luck.sums.rounds if each.luck else 0, each.late_rounds)
            for each in luck_page(house, guest.token).tables
        ]

    assert measured() == measured() == [(0, 7), (0, 7)]
    play(guest)
    assert measured() == [(0, 7), (3, 5)]
    # Each piece begins with the first table, and goes on at the next.
    assert measure_rest(house, guest.token) == 6
    assert measured() == [(6, 1), (3, 5)]
    assert measure_rest(house, guest.token) == 6
    assert measured() == [(7, 0), (8, 0)]
    assert measure_rest(house, guest.token) == 0
    assert total(guest).sums.rounds == 15


def test_everybody_is_caught_up_with(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck_catch_up, "LATE_ROUNDS_MAX", 2)
    guests = [Guest(house, visitor=name).buy_in().sit() for name in ("one", "two")]
    Guest(house).buy_in().sit()
    with monkeypatch.context() as before:
        before.setattr(tables, "add_luck", lambda *_: [])
        for guest in guests:
            for _ in range(3):
                play(guest)
    assert measure_everybody(house) == 6
    assert [total(guest).sums.rounds for guest in guests] == [3, 3]
    assert measure_everybody(house) == 0
    assert audit(house) == []


def play(guest: Guest) -> None:
    guest.deal(bet(10))
    while guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)


def test_the_page_reads_no_round(house: House) -> None:
    """However many there are: their sums are all it takes."""
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    while guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)
    read: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        read.append(statement)

    event.listen(house.database.engine, "before_cursor_execute", note)
    assert total(guest).sums.rounds == 1
    assert any("FROM seat_luck" in each for each in read)
    # But for a look whether any was settled behind the last one that is in them.
    of_rounds = [each for each in read if "FROM round" in each]
    assert len(of_rounds) == 1
    assert re.search(r"round\.id > [?$]", of_rounds[0])


def test_tables_are_told_apart_and_added_up(house: House) -> None:
    guest = Guest(house).buy_in()
    for key, ante in (("classic", 10), ("battle_royal", 20)):
        guest.table_key = key
        guest.sit().deal(bet(ante))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
    page = luck_page(house, guest.token)
    assert [each.table_key for each in page.tables] == ["classic", "battle_royal"]
    assert page.total is not None
    lucks = [each.luck for each in page.tables if each.luck]
    assert page.total.sums == lucks[0].sums + lucks[1].sums
    ties = [luck.expected_ties for luck in lucks]
    assert ties == pytest.approx([float(TIE), 3 / 51])


LADDER = {"tied_war": TiedWar.LOSE, "tie_ladder": (10, 50)}


@pytest.mark.parametrize("decision", [Decision.WAR, Decision.SURRENDER, Decision.WAR_WITH_TIE_BET])
@pytest.mark.parametrize(
    ("changed", "wagers"),
    [
        ({}, bet(10, 5)),
        ({"tied_war": TiedWar.LOSE}, bet(10, 5)),
        (LADDER, bet(5, 500)),
        (LADDER, bet(500, 5)),
        (LADDER | {"tie_bet_alone": True}, bet(0, 5)),
    ],
    ids=["even", "lose", "ladder", "small ladder", "ladder alone"],
)
def test_luck_is_zero_on_average_and_spreads_as_measured_whatever_is_decided(
    changed: dict[str, Any], wagers: HandWagers, decision: Decision
) -> None:
    """Over every deal of a single deck, of net plus cost of decisions less what was expected."""
    rules = TableRules(decks=1, opening_burn=0, war_burn=0, second_tie_bet_to_one=10, **changed)
    mean, square, measured = Fraction(0), Fraction(0), Fraction(0)
    for cards, chance in deals():
        state, _ = casino.deal(rules, Shoe(cards), (wagers,), 10**6)
        if isinstance(state, AwaitingDecision):
            state, _ = casino.decide(state, decision, 10**6)
        assert isinstance(state, Settled)
        cost = sum((each.cost_cents for each in decision_costs(state, tuple)), Fraction(0))
        sums = luck_of_round(state, tuple)
        luck = state.net_cents + cost - Fraction(sums.expected_microcents, MICRO)
        mean += chance * luck
        square += chance * luck**2
        measured += chance * sums.variance_cents2
    assert abs(mean) <= Fraction(1, MICRO)
    # Each round is rounded to whole cents squared.
    assert abs(square - measured) <= 1


def deals() -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Every first deal of a single deck by ranks, ties of aces with every war, and its chance.

    A tie of any other rank is worth the same, and is counted with that of aces.
    """
    pack = [rank for rank in Rank if rank is not Rank.JOKER]
    for first in product(pack, repeat=2):
        is_tie = first[0] is first[1]
        if is_tie and first[0] is not Rank.ACE:
            continue
        wars = product(pack, repeat=2) if is_tie else [()]
        for war in wars:
            left, cards = dict.fromkeys(pack, 4), []
            chance = Fraction(len(pack) if is_tie else 1)
            for place, rank in enumerate((*first, *war)):
                chance *= Fraction(left[rank], 52 - place)
                cards.append(Card(rank, SUITS[left[rank] - 1]))
                left[rank] -= 1
            if chance:
                yield tuple(cards), chance


def test_cards_that_lie_face_up_are_gone() -> None:
    tie = (Card(Rank.KING, Suit.CLUBS), Card(Rank.KING, Suit.HEARTS))
    state, _ = casino.deal(CLASSIC, Shoe(tie), (bet(10),), 10**6)
    seen = first_cards(state.hands, state.dealer_cards)
    left = cards_left(CLASSIC, ["KD 5C | 2H", "AS | AH TD"], seen)
    assert left.counts == (23, 24, 24, 23, 24, 24, 24, 24, 23, 24, 24, 21, 22)


def test_wilson_interval_as_published() -> None:
    """Ten of a hundred; none and all of ten (Newcombe 1998 has such tables)."""
    assert wilson_interval(10, 100) == pytest.approx((0.0552, 0.1744), abs=1e-4)
    assert wilson_interval(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson_interval(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)


def test_shares_of_the_normal_curve() -> None:
    def luck(net_cents: int) -> Luck:
        sums = LuckSums(rounds=1, hands=1, net_cents=net_cents, variance_cents2=10_000)
        return Luck(sums=sums, expected_ties=0.0, tie_bet_expected_cents=0.0)

    assert luck(0).share_less_lucky == pytest.approx(0.5)
    assert luck(100).share_less_lucky == pytest.approx(0.8413, abs=1e-4)
    assert luck(-200).share_less_lucky == pytest.approx(0.0228, abs=1e-4)
