"""Rounds written to files and dealt again from them."""

import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from casino_war.errors import InvalidRecordError
from casino_war.services.history_search import HistorySearch, RoundFilter
from casino_war.services.house import House
from casino_war.services.recheck import Recheck, recheck
from casino_war.services.record_file import FileFormat, read_records, write_records
from casino_war.services.round_export import export_of_house, export_of_player
from casino_war.services.round_record import RoundRecord
from tests.services.conftest import MakeHouse
from tests.services.gambler import play_at_tables, play_round, random_records
from tests.services.guest import Guest, bet

FORMATS = tuple(FileFormat)


def records_of(house: House) -> tuple[RoundRecord, ...]:
    with export_of_house(house) as rounds:
        records = tuple(rounds.records)
    assert len(records) == rounds.rows
    return records


def text_of(records: Sequence[RoundRecord], file_format: FileFormat) -> str:
    return "".join(write_records(records, file_format))


def dealt_again(text: str) -> Recheck:
    return recheck(read_records(io.StringIO(text)))


def sealed(records: Sequence[RoundRecord]) -> Iterator[RoundRecord]:
    """Count and seal records anew, as a careful forger would."""
    digest = ""
    for row, record in enumerate(records, start=1):
        record = replace(record, row=row, rows=len(records)).sealed(digest)
        digest = record.digest
        yield record


@pytest.fixture(scope="module")
def played() -> tuple[RoundRecord, ...]:
    return random_records(300, Random(1))


@pytest.mark.parametrize("file_format", FORMATS)
def test_an_export_is_dealt_again_to_the_cent(house: House, file_format: FileFormat) -> None:
    play_at_tables(house, 9, Random(1))
    play_at_tables(house, 3, Random(2))
    records = records_of(house)
    text = text_of(records, file_format)
    assert tuple(read_records(io.StringIO(text))) == records
    done = dealt_again(text)
    assert (done.rounds, done.difference) == (12, None)
    assert done.net_cents == sum(record.net_cents for record in records)
    assert done.transfers == sum(len(record.transfers) for record in records)
    # A shoe that is fresh for every round is finished with it.
    assert 0 < done.unproven < 12
    assert done.shoes


def check(rounds: int, file_format: FileFormat) -> None:
    records = random_records(rounds, Random(3))
    done = dealt_again(text_of(records, file_format))
    assert (done.rounds, done.difference) == (rounds, None)
    assert len(done.shoes) > rounds // 20


def test_two_thousand_rounds_are_dealt_again() -> None:
    check(2_000, FileFormat.JSON_LINES)


@pytest.mark.slow
def test_a_hundred_thousand_rounds_are_dealt_again() -> None:
    check(100_000, FileFormat.CSV)


@pytest.mark.parametrize("file_format", FORMATS)
def test_every_changed_letter_is_found(
    played: tuple[RoundRecord, ...], file_format: FileFormat
) -> None:
    """Whatever is changed in a file, it is no record any more or not what it should be."""
    few = tuple(sealed(played[:3]))
    text = text_of(few, file_format)
    assert dealt_again(text).difference is None
    chance = Random(4)
    for _ in range(300):
        place = chance.randrange(len(text))
        letter = chance.choice([each for each in '0123456789abKQ",' if each != text[place]])
        changed = text[:place] + letter + text[place + 1 :]
        try:
            difference = dealt_again(changed).difference
        except InvalidRecordError:
            continue
        same = tuple(read_records(io.StringIO(changed))) == few
        assert same or difference is not None, (place, text[place], letter)


@pytest.mark.parametrize("missing", [0, 1, 150, 299])
def test_a_missing_row_is_found(played: tuple[RoundRecord, ...], missing: int) -> None:
    left = [*played[:missing], *played[missing + 1 :]]
    assert recheck(left).difference is not None


def test_rows_in_another_order_are_found(played: tuple[RoundRecord, ...]) -> None:
    difference = recheck([played[0], played[2], played[1], *played[3:]]).difference
    assert difference is not None
    assert (difference.row, difference.field) == (2, "row")


def first_of(records: Sequence[RoundRecord], *, is_finished: bool) -> int:
    """Find the first round of a shoe that is finished, or of one in play."""
    return next(
        place
        for place, record in enumerate(records)
        if (record.server_seed is not None) == is_finished
    )


def flipped(cards: str, place: int) -> str:
    """Put another rank into the place of a card."""
    codes = cards.split(" ")
    codes[place] = ("2" if codes[place][0] != "2" else "3") + codes[place][1:]
    return " ".join(codes)


def changes(record: RoundRecord) -> Iterator[tuple[str, RoundRecord]]:
    first, *others = record.transfers
    cents = replace(first, amount_cents=first.amount_cents + 1)
    yield "dealt", replace(record, dealt=flipped(record.dealt, 0))
    yield "cards", replace(record, cards=flipped(record.cards, 0))
    yield "outcomes", replace(record, outcomes="")
    yield "wagered_cents", replace(record, wagered_cents=record.wagered_cents + 1)
    yield "net_cents", replace(record, net_cents=record.net_cents - 100)
    yield "transfer 1", replace(record, transfers=(cents, *others))
    yield "count of transfers", replace(record, transfers=(first,))
    yield "commitment", replace(record, commitment="0" * 64)
    yield "decks", replace(record, decks=record.decks + 1)
    yield "position", replace(record, position=record.position + 1)
    yield "shoe", replace(record, shoe=record.shoe + 1)
    yield "table", replace(record, table="elsewhere")
    yield "rules_version", replace(record, rules_version=record.rules_version + 1)


def test_a_forger_who_seals_anew_is_found_by_the_cards_and_rules(
    played: tuple[RoundRecord, ...],
) -> None:
    place = first_of(played, is_finished=True)
    for name, forged in changes(played[place]):
        records = [*played[:place], forged, *played[place + 1 :]]
        difference = recheck(sealed(records)).difference
        assert difference is not None, name
        assert (difference.row, difference.field) == (place + 1, name)


def test_a_card_of_a_shoe_in_play_stands_twice_in_a_record(
    played: tuple[RoundRecord, ...],
) -> None:
    place = first_of(played, is_finished=False)
    forged = replace(played[place], cards=flipped(played[place].cards, 0))
    difference = recheck(sealed([*played[:place], forged, *played[place + 1 :]])).difference
    assert difference is not None
    assert (difference.row, difference.field) == (place + 1, "cards")


def test_rules_that_change_under_their_version_are_found(
    played: tuple[RoundRecord, ...],
) -> None:
    rules = json.loads(played[1].rules) | {"war_burn": 2}
    forged = replace(played[1], rules=json.dumps(rules, sort_keys=True))
    difference = recheck(sealed([played[0], forged, *played[2:]])).difference
    assert difference is not None
    assert (difference.row, difference.field) == (2, "rules")


def test_a_round_dealt_twice_from_one_place_is_found(played: tuple[RoundRecord, ...]) -> None:
    difference = recheck(sealed([played[0], replace(played[0], number=2)])).difference
    assert difference is not None
    assert (difference.row, difference.field) == (2, "position")


def test_seeds_of_shoes_in_play_stay_in_the_house(house: House) -> None:
    guest = Guest(house).buy_in().sit()
    play_round(guest, bet(10))
    guest.new_shoe()
    play_round(guest, bet(10))
    assert [record.server_seed is None for record in records_of(house)] == [False, True]


def test_a_player_gets_what_the_filters_ask_for(house: House) -> None:
    token = play_at_tables(house, 14, Random(5)).token
    play_at_tables(house, 3, Random(6))
    winnings = HistorySearch(rounds=RoundFilter(net_from_cents=1))
    for search, expected in (
        (None, 14),
        (HistorySearch(table_key="ladder"), 2),
        (HistorySearch(table_key="never seen"), 0),
    ):
        with export_of_player(house, token, search) as rounds:
            records = tuple(rounds.records)
        assert len(records) == rounds.rows == expected
        assert recheck(records).difference is None
    with export_of_player(house, token, winnings) as rounds:
        assert 0 < rounds.rows < 14
        assert all(record.net_cents > 0 for record in rounds.records)


def test_a_stranger_gets_an_empty_file(make_house: MakeHouse) -> None:
    with export_of_player(make_house(), None) as rounds:
        text = text_of(tuple(rounds.records), FileFormat.CSV)
    assert rounds.rows == 0
    assert dealt_again(text).difference is None


@pytest.mark.parametrize(
    "text",
    [
        "nothing of the kind\n1\n",
        "{}\n",
        "{\n",
        "[" * 100_000 + "\n",
        '{"format": ' + "[" * 100_000 + "\n",
        '{"format": "casino-war-rounds/2"}\n',
    ],
)
def test_a_file_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecordError):
        dealt_again(text)
