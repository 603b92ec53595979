"""Luck: sums of a seat against figures reckoned by hand, and their identity with all deals."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from sqlalchemy import event

from casino_war.game import casino
from casino_war.game.cards import Card, Rank, Suit
from casino_war.game.round import AwaitingDecision, Decision, Settled
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.services import luck as luck_service
from casino_war.services import tables
from casino_war.services.counting import cards_left, first_cards
from casino_war.services.house import House
from casino_war.services.luck import Luck, luck_page, wilson_interval
from casino_war.services.measure import decision_costs, luck_of_round
from casino_war.store.luck import LuckSums
from tests.audits import audit
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest, bet
from tests.services.seeds import ranks, seed_where

CLASSIC = TableRules()
EDGE = Fraction(142853, 4965115)
TIE = Fraction(23, 311)
TIED_WAR = Fraction(1181, 15965)
MICRO = 10**6
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


def is_tie(shoe: Shoe) -> bool:
    own, dealer = ranks(shoe, 0, 1)
    return own == dealer


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
    """The published variance of a hand is 1.1019, two hands correlate at 0.304."""
    apart, together = (Guest(make_house()).buy_in().sit() for _ in range(2))
    for guest, rounds in ((apart, [[bet(10)], [bet(10)]]), (together, [[bet(10), bet(10)]])):
        for wagers in rounds:
            guest.deal(*wagers)
            while guest.seat.open_round_id is not None:
                guest.decide(Decision.WAR)
    assert total(apart).sums.variance_cents2 == pytest.approx(2 * 1.1019e6, rel=1e-4)
    assert total(together).sums.variance_cents2 == pytest.approx(2 * 1.304 * 1.1019e6, rel=1e-3)
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
        before.setattr(tables, "add_luck", lambda *_: None)
        for _ in range(12):
            guest.deal(bet(10, 5), bet(5))
            while guest.seat.open_round_id is not None:
                guest.decide(Decision.SURRENDER)
    late = total(guest)
    assert late.sums.rounds == 12
    assert late.sums.net_cents == guest.bar.bankroll_cents - 100_000
    guest.deal(bet(10))
    while guest.seat.open_round_id is not None:
        guest.decide(Decision.WAR)
    assert total(guest).sums.rounds == 13
    assert total(guest).sums.hands == 25
    assert audit(house) == []


def test_a_long_history_is_caught_up_with_little_by_little(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(luck_service, "LATE_ROUNDS_MAX", 3)
    guest = Guest(house).buy_in().sit()

    def deal() -> None:
        guest.deal(bet(10))
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)

    with monkeypatch.context() as before:
        before.setattr(tables, "add_luck", lambda *_: None)
        for _ in range(5):
            deal()
    shown = []
    for _ in range(4):
        page = luck_page(house, guest.token)
        assert page.total is not None
        shown.append((page.total.sums.rounds, page.is_partial))
        assert audit(house) == []
        deal()
    assert shown == [(3, True), (6, True), (7, False), (8, False)]


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
    assert "round.id > ?" in of_rounds[0] or "round.id > %" in of_rounds[0]


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
    assert page.total.sums == page.tables[0].luck.sums + page.tables[1].luck.sums
    ties = [each.luck.expected_ties for each in page.tables]
    assert ties == pytest.approx([float(TIE), 3 / 51])


@pytest.mark.parametrize("decision", [Decision.WAR, Decision.SURRENDER])
@pytest.mark.parametrize("tied_war", [TiedWar.EVEN, TiedWar.LOSE])
def test_luck_is_zero_on_average_whatever_is_decided(tied_war: TiedWar, decision: Decision) -> None:
    """Over every deal of a single deck, net plus cost of decisions is what was expected."""
    rules = TableRules(decks=1, tied_war=tied_war, opening_burn=0, war_burn=0)
    wagers = (bet(10, 5),)
    mean, expected = Fraction(0), Fraction(0)
    for cards, chance in deals():
        state, _ = casino.deal(rules, Shoe(cards), wagers, 10**6)
        if isinstance(state, AwaitingDecision):
            state, _ = casino.decide(state, decision, 10**6)
        assert isinstance(state, Settled)
        cost = sum((each.cost_cents for each in decision_costs(state, tuple)), Fraction(0))
        mean += chance * (state.net_cents + cost)
        expected = Fraction(luck_of_round(state, tuple).expected_microcents, MICRO)
    assert abs(mean - expected) <= Fraction(1, MICRO)


def deals() -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Every first deal of a single deck by ranks, ties with every war, and its chance."""
    pack = [rank for rank in Rank if rank is not Rank.JOKER]
    for first in product(pack, repeat=2):
        wars = product(pack, repeat=2) if first[0] is first[1] else [()]
        for war in wars:
            left, chance, cards = dict.fromkeys(pack, 4), Fraction(1), []
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
