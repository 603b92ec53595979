"""Practice games from the first card to the last: each act, and each of its refusals."""

from dataclasses import replace

import pytest

from casino_war.errors import (
    CasinoWarError,
    GameOverError,
    GamePausedError,
    InvalidFormError,
    InvalidRulesError,
    InvalidSeedError,
    KeyReusedError,
    NotFoundError,
    NotSeatedError,
    OutOfTurnError,
    RulesOutdatedError,
    StaleVersionError,
    UnknownStrategyError,
)
from casino_war.game.randomness import commitment
from casino_war.game.war_line import parse_line
from casino_war.game.war_replay import play
from casino_war.services.house import House
from casino_war.services.player_bar import player_bar
from casino_war.services.practice import acts as practice
from casino_war.services.practice.battles import battles_of
from casino_war.services.practice.commands import Flip
from casino_war.services.practice.course import STRETCH_BATTLES
from casino_war.services.practice.page import game_page
from casino_war.services.practice.stage import Stage
from casino_war.services.practice.start import start
from casino_war.services.practice.statistics import statistics_page
from casino_war.store.practice import GAME
from tests.audits import audit
from tests.services.conftest import MakeHouse
from tests.services.guest import Guest
from tests.services.practitioner import Clock, Practitioner


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def player(house: House, clock: Clock) -> Practitioner:
    return Practitioner(replace(house, clock=clock))


def test_a_game_is_committed_before_it_is_dealt(player: Practitioner) -> None:
    page = player.start().page
    assert (page.stage, page.felt, page.points) == (Stage.DEAL, None, [])
    assert page.proof.server_seed is None
    assert page.proof.commitment == commitment(page.game.server_seed)
    player.seed("my own")
    page = player.deal().page
    assert page.proof.client_seed == "my own"
    assert page.felt is not None
    assert [seat.view.stock_count for seat in page.felt.seats] == [26, 26]
    assert page.points == [[0, 26, 26]]
    with pytest.raises(OutOfTurnError, match="dealt already"):
        player.seed("another")
    with pytest.raises(OutOfTurnError, match="dealt already"):
        player.deal()


def test_a_game_is_what_its_line_says_and_nobody_has_moved_a_chip(player: Practitioner) -> None:
    player.start("three_down").deal().flip(7)
    assert player.page.game.battles == 7
    page = player.flip(None).page
    assert page.stage is Stage.OVER
    assert page.proof.server_seed == page.game.server_seed
    played = play(parse_line(str(page.proof.line)))
    assert played.state.ended == page.ended
    assert played.state.battles == page.game.battles
    assert page.points[-1][1:] == [len(stock) for stock in played.state.stocks]
    assert audit(player.house) == []


def test_every_battle_can_be_looked_at_again(player: Practitioner) -> None:
    player.start("norwegian").deal().flip(None)
    count = player.page.game.battles
    assert count > STRETCH_BATTLES
    shown, people = battles_of(player.house, player.token, player.link, 95, 105)
    assert [felt.number for felt in shown] == list(range(95, 106))
    assert people.own == (0,)
    for number in (1, STRETCH_BATTLES, STRETCH_BATTLES + 1, count):
        felt = game_page(player.house, None, player.link, number).felt
        (same,), people = battles_of(player.house, None, player.link, number, number)
        assert felt == same
        assert people.own == ()
    dealt = game_page(player.house, None, player.link, 0).felt
    assert dealt is not None
    assert (dealt.number, dealt.pot_count) == (0, 0)
    for number in (count + 1, 10**6):
        with pytest.raises(NotFoundError):
            game_page(player.house, None, player.link, number)
        with pytest.raises(NotFoundError):
            battles_of(player.house, None, player.link, number, number)


def test_a_war_lies_until_it_is_cleared(player: Practitioner) -> None:
    player.start("sudden_death").deal()
    with pytest.raises(OutOfTurnError, match="No war"):
        player.acknowledge()
    while not player.page.game.war_lies:
        player.flip()
    assert player.page.stage is Stage.CLEAR
    with pytest.raises(OutOfTurnError, match="clear it first"):
        player.flip()
    player.acknowledge()
    battles = player.page.game.battles
    assert player.flip().page.game.battles == battles + 1


def test_the_clock_is_that_of_the_wall_and_can_be_stopped(
    player: Practitioner, clock: Clock
) -> None:
    player.start("timed").deal()
    clock.go(minutes=4)
    assert player.page.elapsed_seconds == 240
    player.pause()
    clock.go(hours=9)
    assert player.page.elapsed_seconds == 240
    for act in (player.flip, player.pause):
        with pytest.raises(GamePausedError):
            act()
    player.resume()
    with pytest.raises(OutOfTurnError, match="runs already"):
        player.resume()
    clock.go(minutes=5, seconds=59)
    assert player.flip(5).page.stage is not Stage.OVER
    clock.go(seconds=1)
    page = player.flip(5).page
    assert page.ended is not None
    assert (page.ended.reason, page.game.battles, page.game.clock) == ("time_limit", 6, 6)
    assert play(parse_line(str(page.proof.line))).state.ended == page.ended


def test_to_the_end_battles_tell_the_time(player: Practitioner, clock: Clock) -> None:
    player.start("timed").deal()
    clock.go(minutes=5)
    page = player.flip(None).page
    assert (page.game.battles, page.elapsed_seconds) == (60, 600)


def test_a_clock_set_back_takes_no_time_away(player: Practitioner, clock: Clock) -> None:
    player.start().deal()
    clock.go(hours=-2)
    assert player.page.elapsed_seconds == 0
    assert player.flip().page.elapsed_seconds == 0


def test_a_game_that_is_given_up_is_nobodys(player: Practitioner) -> None:
    player.start().deal().flip(3).abandon()
    page = player.page
    assert (page.stage, page.ended, page.game.end_reason) == (Stage.OVER, None, "abandoned")
    assert play(parse_line(str(page.proof.line))).state.battles == 3
    for act in (player.deal, player.flip, player.pause, player.resume, player.abandon):
        with pytest.raises(GameOverError):
            act()
    player.start().abandon()
    assert player.page.proof.server_seed is not None
    assert statistics_page(player.house, player.token).total is None


def test_before_the_deal_nothing_can_be_played(player: Practitioner) -> None:
    player.start()
    for act in (player.flip, player.pause, player.resume):
        with pytest.raises(OutOfTurnError, match="not been dealt"):
            act()
    with pytest.raises(NotFoundError):
        game_page(player.house, player.token, player.link, 1)
    with pytest.raises(InvalidSeedError):
        player.seed("a:b")


def test_one_key_is_one_flip(player: Practitioner) -> None:
    player.start().deal()
    command = player.command(Flip)
    for _ in range(3):
        practice.flip(player.house, player.token, command)
    assert player.page.game.battles == 1
    with pytest.raises(KeyReusedError):
        practice.flip(player.house, player.token, replace(command, battles=2))
    with pytest.raises(StaleVersionError):
        practice.flip(player.house, player.token, replace(command, key="another"))
    assert player.page.game.battles == 1


def test_others_may_watch_and_not_touch(player: Practitioner) -> None:
    player.start().deal()
    other = Practitioner(player.house, visitor="another").start()
    other.link = player.link
    assert not other.page.is_owner
    for token in (other.token, None):
        with pytest.raises(NotSeatedError):
            practice.flip(player.house, token, player.command(Flip))
    other.link = "x" * 24
    with pytest.raises(NotFoundError):
        _ = other.page


REFUSED: list[tuple[type[CasinoWarError], dict[str, object]]] = [
    (InvalidRulesError, {"seats": ("person",)}),
    (InvalidRulesError, {"settings": (("players", "9"),)}),
    (InvalidFormError, {"seats": ("person", "robot")}),
    (InvalidFormError, {"seats": ("person", "person:x")}),
    (UnknownStrategyError, {"seats": ("person", "computer:thief")}),
    (InvalidSeedError, {"client_seed": ""}),
    (NotFoundError, {"rematch_of": "x" * 24}),
    (NotFoundError, {"deal_of": "x" * 24}),
]


@pytest.mark.parametrize(("error", "changes"), REFUSED)
def test_what_cannot_be_played_makes_neither_game_nor_player(
    player: Practitioner, error: type[CasinoWarError], changes: dict[str, object]
) -> None:
    command = replace(player.start_command("classic"), **changes)  # type: ignore[arg-type]  # few
    with pytest.raises(error):
        start(player.house, None, command)
    with player.house.database.reading() as connection:
        assert connection.execute(GAME.select()).all() == []


def test_one_start_is_one_game_and_one_player(player: Practitioner) -> None:
    command = player.start_command("classic")
    first = start(player.house, None, command)
    assert start(player.house, None, command) == first
    assert start(player.house, first.token, command) == first
    with pytest.raises(KeyReusedError):
        start(player.house, first.token, replace(command, client_seed="other"))
    with pytest.raises(KeyReusedError):
        start(player.house, None, replace(command, visitor="another"))
    # A second tab of the stranger that has no cookie yet.
    second = start(player.house, None, replace(command, key="another"))
    assert second.token == first.token
    assert second.link != first.link
    assert audit(player.house) == []


def test_nonces_count_the_shuffles_of_a_player(player: Practitioner) -> None:
    nonces = [player.start().page.game.nonce for _ in range(3)]
    assert nonces == [0, 1, 2]


def test_who_practises_first_buys_chips_like_anybody(house: House) -> None:
    player = Practitioner(house).start().deal().flip(None)
    guest = Guest(house, token=player.token, visitor="a browser of that player")
    guest.buy_in(50).sit()
    assert guest.bar.bankroll_cents == 5_000
    assert audit(house) == []
    assert player_bar(house, player.token) == guest.bar


def test_rules_that_can_no_longer_be_played_are_told_apart(player: Practitioner) -> None:
    player.start()
    with player.house.database.writing() as connection:
        practice_row = connection.execute(GAME.select()).mappings().one()
        odd = {**practice_row, "id": 9, "link": "l" * 24, "start_key": "odd"}
        connection.execute(GAME.insert().values({**odd, "rules_json": '{"no_such_rule": 1}'}))
    with pytest.raises(RulesOutdatedError, match="no_such_rule"):
        game_page(player.house, player.token, "l" * 24)


def test_a_match_goes_on_by_rematches(make_house: MakeHouse) -> None:
    player = Practitioner(make_house()).start("speed").deal().flip(None)
    first = player.page
    assert first.match is not None
    assert sum(first.match.wins) == 1
    player.start("speed", rematch_of=player.link).deal().flip(None)
    second = player.page
    assert second.match is not None
    assert sum(second.match.wins) == 2
    assert second.game.server_seed != first.game.server_seed
    assert player.start("classic").page.match is None


def test_the_same_cards_are_dealt_under_other_rules(player: Practitioner) -> None:
    player.start().deal()
    with pytest.raises(OutOfTurnError, match="finish it first"):
        player.start("three_down", deal_of=player.link)
    player.flip(None)
    first = player.page
    offered = {preset.key for preset in first.same_deal}
    assert {"three_down", "peace", "arneson"} <= offered
    assert not {"classic", "pyanitsa", "jokers", "multiplayer"} & offered
    player.start("three_down", deal_of=player.link)
    with pytest.raises(OutOfTurnError, match="same cards"):
        player.seed("another")
    assert player.page.proof.server_seed == first.game.server_seed
    assert player.page.deal_of_link == first.game.link
    player.deal().flip(None)
    assert player.page.proof.dealt == first.proof.dealt
    with pytest.raises(OutOfTurnError, match="other cards"):
        player.start("pyanitsa", deal_of=player.link)
    total = statistics_page(player.house, player.token).total
    assert total is not None
    assert total.games == 1
