"""A house with real tables is clean; a doctored one is told what was done to it.

The doctor changes all rows that hang together, so that a single rule gives him away.
"""

import pytest

from casino_war.game.cards import format_cards, parse_cards
from casino_war.game.randomness import FairStream, commitment
from casino_war.game.round import Decision
from casino_war.game.shoe import Shoe, shuffled_shoe
from casino_war.game.table_presets import PRESETS, find
from casino_war.services.house import FIRST_CLIENT_SEED, House
from tests.audits import audit
from tests.services.conftest import MakeHouse
from tests.services.doctor import doctored, look_up, without_round
from tests.services.guest import Guest, bet
from tests.services.seeds import is_tie, ranks, seed_where

CLASSIC, BONUS = find("classic").rules, find("bonus").rules


def loses(shoe: Shoe, *places: int) -> bool:
    """Whether a lone hand dealt at each of these places loses to the dealer."""
    return all(hand < dealer for hand, dealer in (ranks(shoe, at, at + 1) for at in places))


@pytest.fixture(scope="module")
def classic_seed() -> str:
    """A shoe whose first three rounds lose, and that would lose one card pair later too."""
    return seed_where(CLASSIC, lambda shoe: loses(shoe, 0, 2, 4, 6))


@pytest.fixture
def house(make_house: MakeHouse, classic_seed: str) -> House:
    """Three lost rounds of 10 chips at ``classic``: cards 1-7, ids 1-3, shoe 1 of two."""
    house = make_house(classic_seed)
    guest = Guest(house).buy_in().sit()
    for _ in range(3):
        guest.deal(bet(10))
    return house


@pytest.fixture
def tied(make_house: MakeHouse) -> House:
    """One tied round at ``classic`` that went to war and was lost."""
    seed = seed_where(CLASSIC, lambda shoe: is_tie(shoe) and loses(shoe, 5))
    house = make_house(seed)
    guest = Guest(house).buy_in().sit()
    guest.deal(bet(10))
    guest.decide(Decision.WAR)
    return house


@pytest.fixture
def fresh(make_house: MakeHouse) -> House:
    """Two lost rounds at ``bonus``, from shoes 1 and 2; the first shoe would lose again."""
    seeds = (
        seed_where(BONUS, lambda shoe: loses(shoe, 0, 2)),
        seed_where(BONUS, lambda shoe: loses(shoe, 0), nonce=1),
    )
    house = make_house(*seeds)
    guest = Guest(house, "bonus").buy_in().sit()
    for _ in range(2):
        guest.deal(bet(10))
    return house


def test_a_house_where_everything_was_done_is_clean(make_house: MakeHouse) -> None:
    house = make_house()
    for visitor in ("one", "two"):
        guest = Guest(house, visitor=visitor).buy_in().buy_in()
        for preset in PRESETS:
            guest.table_key = preset.key
            guest.sit().sit()
            guest.client_seed(visitor)
            for turn in range(3):
                guest.deal(bet(10), bet(10))
                while guest.seat.open_round_id is not None:
                    offers_surrender = preset.rules.surrender.value != "not_offered"
                    guest.decide(
                        Decision.SURRENDER if turn % 2 and offers_surrender else Decision.WAR
                    )
                if guest.bar.bankroll_cents < 20_000:
                    guest.buy_in()
            guest.new_shoe()
            guest.new_shoe()
        guest.cash_out()
        guest.buy_in()
    assert audit(house) == []


def test_a_shoe_dealt_to_its_cut_card_is_clean(house: House) -> None:
    (token,) = look_up(house, "SELECT token FROM player")
    guest = Guest(house, token=token[0], keys=100)
    while guest.seat.shoe.nonce == 0:
        guest.deal(*[bet(5)] * 5)
        while guest.seat.open_round_id is not None:
            guest.decide(Decision.WAR)
    guest.deal(bet(5))
    assert look_up(house, "SELECT end_reason FROM shoe WHERE id = 1") == [("cut_card",)]
    assert audit(house) == []


def test_a_deleted_middle_round_leaves_a_gap_in_its_shoe(house: House) -> None:
    assert doctored(house, *without_round(2, -1000)) == [
        "rounds-follow-their-shoe: round 3 begins after 5 cards of shoe 1, where 3 were gone"
    ]


def test_a_deleted_round_is_missed_by_its_players_luck(house: House) -> None:
    *statements, _, _, _, _ = without_round(3, -1000)
    (violation,) = (
        each
        for each in doctored(house, *statements, "DELETE FROM round WHERE id = 3")
        if each.startswith("luck-equals-rounds")
    )
    assert "seat 1 by rules 1 has rounds 3 for 2, hands 3 for 2, wagered_cents" in violation


def test_a_deleted_last_round_leaves_its_cards_dealt(house: House) -> None:
    assert doctored(house, *without_round(3, -1000)) == [
        "rounds-follow-their-shoe: shoe 1 is dealt to 7, its rounds go to 5"
    ]


def test_a_deleted_only_round_is_missed_by_its_shoe(house: House) -> None:
    rounds = [*without_round(3, -1000), *without_round(2, -1000), *without_round(1, -1000)]
    assert doctored(house, *rounds) == [
        "rounds-follow-their-shoe: shoe 1 is dealt to 7, its rounds go to 1",
        "shoes-end-with-their-rounds: shoe 1 ended by None, by its rounds new_shoe",
    ]


def test_a_round_dealt_from_other_cards_is_out_of_place(house: House, classic_seed: str) -> None:
    cards = shuffled_shoe(CLASSIC, FairStream(classic_seed, FIRST_CLIENT_SEED, 0)).cards
    shown = f"{format_cards(cards[7:8])} | {format_cards(cards[8:9])}"
    assert doctored(
        house,
        f"UPDATE round SET notation = replace(notation, '@5', '@7'), cards_text = '{shown}'"
        " WHERE id = 3",
        "UPDATE shoe SET position = 9 WHERE id = 1",
    ) == ["rounds-follow-their-shoe: round 3 begins after 7 cards of shoe 1, where 5 were gone"]


def test_a_fresh_shoe_deals_one_round(fresh: House) -> None:
    (order,) = look_up(fresh, "SELECT order_text FROM shoe WHERE nonce = 0")
    cards = parse_cards(order[0])
    shown = f"{format_cards(cards[3:4])} | {format_cards(cards[4:5])}"
    (ids,) = look_up(fresh, "SELECT min(id), min(id) + 1 FROM shoe")
    first, second = ids
    assert doctored(
        fresh,
        f"UPDATE round SET shoe_id = {first}, cards_text = '{shown}',"
        f" notation = replace(notation, 'shoe={second}@1', 'shoe={first}@3') WHERE id = 2",
        f"UPDATE shoe SET position = 5 WHERE id = {first}",
        f"UPDATE shoe SET position = 1 WHERE id = {second}",
    ) == [
        "shoes-end-with-their-rounds: round 2 is dealt after round 1 ended the shoe",
        (
            f"shoes-end-with-their-rounds: shoe {second} ended by fresh_every_round, "
            "by its rounds new_shoe"
        ),
    ]


def test_a_shoe_finished_to_see_its_seed_is_told_by_its_rounds(house: House) -> None:
    seed = "e" * 64
    shoe = (
        "INSERT INTO shoe (seat_id, nonce, server_seed, commitment, client_seed, decks,"
        f" position, created_at) SELECT seat_id, 2, '{seed}', '{commitment(seed)}', client_seed,"
        " decks, 0, created_at FROM shoe WHERE id = 1"
    )
    finish = "UPDATE shoe SET finished_at = created_at, end_reason = '{}' WHERE id = 1"
    assert doctored(house, finish.format("cut_card"), shoe) == [
        "shoes-end-with-their-rounds: shoe 1 ended by cut_card, by its rounds None or new_shoe"
    ]
    assert doctored(house, finish.format("new_shoe"), shoe) == [
        "new-shoes-have-commands: player 1 ended 1 shoes and asked for 0 new ones"
    ]


def test_no_round_is_dealt_while_another_is_open(tied: House) -> None:
    found = doctored(
        tied,
        "UPDATE round SET notation = replace(notation, 'decisions=W', 'decisions=-')",
        "INSERT INTO round (player_id, seat_id, table_key, rules_id, shoe_id, number, notation,"
        " dealt_at) SELECT player_id, seat_id, table_key, rules_id, shoe_id, 2, notation,"
        " dealt_at FROM round",
    )
    assert "shoes-end-with-their-rounds: round 2 is dealt after round 1 is open" in found


def test_a_decision_is_a_command_of_its_own(tied: House) -> None:
    deal = "SELECT key FROM command WHERE kind = 'DealRound'"
    assert doctored(
        tied,
        f"UPDATE transfer SET line = line + 1, command_key = ({deal})"
        " WHERE command_key = (SELECT key FROM command WHERE kind = 'Decide')",
        "DELETE FROM command WHERE kind = 'Decide'",
        "UPDATE seat SET version = version - 1",
    ) == [
        "commands-fit-their-transfers: transfer 3 has the code raise, its command is a DealRound",
        "rounds-follow-their-commands: round 1 with 1 decisions was made by DealRound",
    ]


def test_a_cash_out_that_never_was_is_missed_by_its_command(house: House) -> None:
    guest = Guest(house, visitor="rich").buy_in()
    guest.cash_out()
    cash_out = "(SELECT id FROM transfer WHERE code = 'cash_out')"
    assert doctored(
        house,
        "UPDATE account SET balance_cents = 100000 WHERE name = 'bankroll:2'",
        f"DELETE FROM transfer WHERE id = {cash_out}",
    ) == ["commands-have-transfers: the CashOut 'rich-2' has 0 transfers, the last of line 0"]


def test_swapped_bankrolls_are_told_by_their_names(house: House) -> None:
    Guest(house, visitor="poor").buy_in(1)
    Guest(house, visitor="rich").buy_in(10_000)
    found = doctored(
        house,
        "UPDATE account SET name = 'spare' WHERE name = 'bankroll:2'",
        "UPDATE account SET name = 'bankroll:2' WHERE name = 'bankroll:3'",
        "UPDATE account SET name = 'bankroll:3' WHERE name = 'spare'",
    )
    assert {line.partition(":")[0] for line in found} == {"accounts-fit-their-names"}
    assert len(found) == 2
