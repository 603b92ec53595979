"""Matches in the practice room: rematches of the same people, standings, changed settings."""

from dataclasses import replace
from functools import partial

import pytest

from casino_war.errors import NotFoundError, OutOfTurnError, SeatTakenError
from casino_war.game.war_events import Outcome
from casino_war.services.house import House
from casino_war.services.practice import seats as practice_seats
from casino_war.services.practice.commands import StartPractice, TakeSeat
from casino_war.services.practice.match import sheet_of
from casino_war.services.practice.news import news
from casino_war.services.practice.page import GamePage
from casino_war.services.practice.stage import Stage
from casino_war.services.practice.start import start
from casino_war.store.practice import StoredGame
from tests.audits import audit
from tests.services.at_once import at_once
from tests.services.practice.test_together import TWO, come, leave
from tests.services.practitioner import Clock, Practitioner

RULES = {"battle_limit": "5", "limit_result": "most_cards"}
QUICK = {**RULES, "games_to_win": "2"}


@pytest.fixture
def anna(house: House) -> Practitioner:
    return Practitioner(replace(house, clock=Clock()), visitor="anna")


def finish(player: Practitioner) -> GamePage:
    player.deal().flip(None)
    page = player.page
    assert page.stage is Stage.OVER
    return page


def on(*players: Practitioner) -> None:
    """Follow to the game that has followed."""
    for player in players:
        link = player.page.next_link
        assert link is not None
        player.link = link


def rematch(player: Practitioner, **rules: str) -> StartPractice:
    return player.start_command("classic", ("person",) * 2, rematch_of=player.link, **rules)


def test_the_same_people_play_on_until_the_match_is_won(anna: Practitioner) -> None:
    anna.start("classic", *TWO, **QUICK)
    otto = come(anna, "Otto")
    page = finish(anna)
    while page.match is not None and not page.match.winners:
        assert page.next_link is None
        started = start(otto.house, otto.token, rematch(otto, **QUICK))
        assert started.token == otto.token
        told = news(anna.house, anna.token, anna.link)
        assert told is not None
        assert told.beside == anna.page.beside == "next"
        on(anna, otto)
        assert [seat.name for seat in anna.page.seats] == [None, "Otto"]
        assert [seat.is_yours for seat in anna.page.seats] == [True, False]
        assert [seat.is_yours for seat in otto.page.seats] == [False, True]
        page = finish(anna)
    assert page.match is not None
    (winner,) = page.match.winners
    assert page.match.wins[winner] == 2
    assert page.match.standings[0].seat == winner
    assert len(page.match.games) >= 2
    start(anna.house, anna.token, rematch(anna, **QUICK))
    on(otto)
    assert otto.page.match is not None
    assert otto.page.match.wins == (0, 0)
    assert audit(anna.house) == []


def test_settings_change_between_games_and_the_standings_follow(anna: Practitioner) -> None:
    anna.start("classic", "person", "person", **RULES)
    page = finish(anna)
    while page.match is None or max(page.match.wins) < 2:
        anna.start("classic", "person", "person", rematch_of=anna.link, **RULES)
        page = finish(anna)
    assert page.match.winners == ()
    won = page.match.wins
    anna.start("classic", "person", "person", rematch_of=anna.link, games_to_win="3", **RULES)
    assert anna.page.match is not None
    assert (anna.page.match.games_to_win, anna.page.match.wins) == (3, won)
    anna.deal().flip(None)
    anna.start("classic", "person", "person", rematch_of=anna.link, games_to_win="2", **RULES)
    assert anna.page.match is not None
    assert anna.page.match.wins == (0, 0)


def test_whoever_asks_first_all_are_led_to_one_game(anna: Practitioner) -> None:
    anna.start("classic", *TWO, **QUICK)
    otto = come(anna, "Otto")
    finish(anna)
    asked = [
        partial(start, each.house, each.token, rematch(each, **QUICK))
        for each in (anna, otto, anna, otto)
    ]
    links = {answer.link for answer in at_once(list(asked))}  # type: ignore[attr-defined]  # none is refused
    assert links == {anna.page.next_link}


def test_who_only_watched_plays_a_game_of_his_own(anna: Practitioner) -> None:
    anna.start("classic", *TWO, **QUICK)
    come(anna, "Otto")
    finish(anna)
    stranger = Practitioner(anna.house, link=anna.link, visitor="stranger")
    for _ in range(2):
        started = start(stranger.house, stranger.token, rematch(stranger, **QUICK))
        stranger.token = started.token
    stranger.link = started.link
    assert anna.page.next_link is None
    assert [seat.is_yours for seat in stranger.page.seats] == [True, True]
    assert stranger.page.match is not None
    assert stranger.page.match.games == ()


def test_a_match_waits_for_its_game_and_keeps_its_table(anna: Practitioner) -> None:
    anna.start("classic", "person", "person", **QUICK)
    with pytest.raises(OutOfTurnError, match="not over"):
        anna.start("classic", "person", "person", rematch_of=anna.link)
    finish(anna)
    with pytest.raises(OutOfTurnError, match="as many players"):
        anna.start("classic", "person", "person", "person", rematch_of=anna.link)
    with pytest.raises(NotFoundError):
        anna.start("classic", rematch_of="x" * 24)


def test_for_whoever_had_left_the_computer_plays_on(anna: Practitioner) -> None:
    anna.start("classic", *TWO, "computer", **QUICK)
    otto = come(anna, "Otto")
    anna.deal()
    leave(otto, 1)
    leave(anna, 0)
    anna.flip(None)
    command = anna.start_command(
        "classic", ("person", "person", "computer"), rematch_of=anna.link, **QUICK
    )
    start(anna.house, anna.token, command)
    on(anna, otto)
    assert [seat.is_stood_in for seat in otto.page.seats] == [False, True, False]
    free = Practitioner(anna.house, visitor="free").start("classic", *TWO)
    free.abandon()
    again = free.start_command("classic", TWO, rematch_of=free.link)
    start(free.house, free.token, again)
    on(free)
    assert [seat.is_free for seat in free.page.seats] == [False, True]


def test_of_many_who_want_the_last_seat_one_gets_it(anna: Practitioner) -> None:
    anna.start("classic", *TWO)
    guests = [
        Practitioner(anna.house, link=anna.link, visitor=f"guest-{number}") for number in range(50)
    ]
    asked = [
        partial(
            practice_seats.take_seat,
            guest.house,
            None,
            TakeSeat(
                key=guest.key(),
                version=0,
                link=guest.link,
                seat=1,
                name=guest.visitor,
                visitor=guest.visitor,
            ),
        )
        for guest in guests
    ]
    answers = at_once(list(asked))
    assert answers.count(SeatTakenError) == 49
    (token,) = [answer for answer in answers if answer != SeatTakenError]
    (guest,) = [each for each in guests if each.visitor == anna.page.seats[1].name]
    guest.token = str(token)
    assert guest.page.seats[1].is_yours
    assert audit(anna.house) == []


def test_of_a_game_with_a_loser_all_others_are_winners(anna: Practitioner) -> None:
    page = finish(anna.start("classic", "person", "person", "person", **QUICK))

    def of(outcome: Outcome | None, named: str) -> StoredGame:
        told = None if outcome is None else outcome.value
        return replace(page.game, outcome=told, named_seats=named)

    games = [
        of(Outcome.LOSER, "A"),
        of(None, ""),
        of(Outcome.DRAW, "ABC"),
        of(Outcome.WIN, "ABC"),
        of(Outcome.WIN, "C"),
        of(Outcome.WIN, "A"),
    ]
    sheet = sheet_of(games, 3, 2)
    assert [game.winners for game in sheet.games] == [(1, 2), (), (), (2,)]
    assert (sheet.wins, sheet.winners) == ((0, 1, 2), (2,))
    assert [line.place for line in sheet.standings] == [1, 2, 3]
    counted = sheet_of(games, 3, 1)
    assert (counted.wins, counted.winners) == ((1, 1, 2), ())
    assert [line.place for line in counted.standings] == [1, 2, 2]
