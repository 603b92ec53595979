"""Practice games of several browsers: coming by the link, leaving, returning, going on."""

from dataclasses import replace

import pytest

from casino_war.errors import (
    ConflictError,
    GameOverError,
    GamePausedError,
    InvalidNameError,
    NotFoundError,
    NotSeatedError,
    OutOfTurnError,
    SeatTakenError,
    StaleVersionError,
)
from casino_war.game.war_line import parse_line
from casino_war.game.war_replay import play
from casino_war.game.war_rules import Choice
from casino_war.game.war_strategies import RANDOM, usual
from casino_war.services.house import House
from casino_war.services.practice import acts as practice
from casino_war.services.practice import seats as practice_seats
from casino_war.services.practice.commands import (
    Abandon,
    Choose,
    FillSeats,
    Flip,
    NameSeat,
    Pause,
    Resume,
    StandIn,
    TakeBack,
    TakeSeat,
)
from casino_war.services.practice.news import News, news
from casino_war.services.practice.stage import Stage
from casino_war.services.practice.statistics import statistics_page
from casino_war.store.database import Database
from tests.audits import audit
from tests.services.practitioner import Clock, Practitioner

TWO = ("person", "elsewhere")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def anna(house: House, clock: Clock) -> Practitioner:
    return Practitioner(replace(house, clock=clock), visitor="anna")


def come(host: Practitioner, name: str, seat: int = 1) -> Practitioner:
    """Open the link of a game in another browser and sit down."""
    guest = Practitioner(host.house, link=host.link, visitor=name)
    sit(guest, name, seat)
    return guest


def sit(guest: Practitioner, name: str, seat: int = 1) -> None:
    command = TakeSeat(
        key=guest.key(), version=0, link=guest.link, seat=seat, name=name, visitor=guest.visitor
    )
    guest.token = practice_seats.take_seat(guest.house, guest.token, command)


def heard(browser: Practitioner) -> News:
    told = news(browser.house, browser.token, browser.link)
    assert told is not None
    return told


def leave(browser: Practitioner, seat: int) -> None:
    practice_seats.stand_in(browser.house, browser.token, browser.command(StandIn, seat=seat))


def come_back(browser: Practitioner, seat: int) -> None:
    practice_seats.take_back(browser.house, browser.token, browser.command(TakeBack, seat=seat))


def test_a_game_waits_for_its_seats_and_whoever_sits_flips(anna: Practitioner) -> None:
    anna.start("classic", *TWO)
    assert anna.page.is_shared
    with pytest.raises(OutOfTurnError, match="still free"):
        anna.deal()
    otto = come(anna, "Otto")
    assert [seat.name for seat in otto.page.seats] == [None, "Otto"]
    assert [seat.is_yours for seat in otto.page.seats] == [False, True]
    otto.deal()
    anna.flip()
    if anna.page.stage is Stage.CLEAR:
        otto.acknowledge()
    otto.flip(None)
    assert anna.page.stage is Stage.OVER
    assert anna.page.ended == otto.page.ended
    assert audit(anna.house) == []


def test_who_has_joined_finds_the_game_again(anna: Practitioner) -> None:
    anna.start("classic", *TWO)
    otto = come(anna, "Otto")
    for player in (anna, otto):
        (game,) = statistics_page(player.house, player.token).unfinished
        assert game.link == anna.link


def test_a_player_of_other_games_keeps_the_token(anna: Practitioner) -> None:
    anna.start("classic", *TWO)
    otto = Practitioner(anna.house, visitor="otto").start()
    token, otto.link = otto.token, anna.link
    sit(otto, "Otto")
    assert otto.token == token
    assert otto.page.seats[1].is_yours


def test_two_flips_at_once_are_one(anna: Practitioner) -> None:
    anna.start("classic", *TWO)
    otto = come(anna, "Otto")
    otto.deal()
    first, second = anna.command(Flip, battles=1), otto.command(Flip, battles=1)
    practice.flip(anna.house, anna.token, first)
    practice.flip(otto.house, otto.token, second)
    assert anna.page.game.battles == 1
    alone = Practitioner(anna.house, visitor="alone").start().deal()
    stale = alone.command(Flip, battles=1)
    alone.flip()
    with pytest.raises(StaleVersionError):
        practice.flip(alone.house, alone.token, stale)


def test_what_others_do_holds_up_nobody_who_leaves_returns_or_stops_the_clock(
    anna: Practitioner,
) -> None:
    anna.start("classic", *TWO)
    otto = come(anna, "Otto")
    otto.deal()
    late = [
        (practice.pause, otto.command(Pause)),
        (practice.pause, otto.command(Pause)),
        (practice.resume, otto.command(Resume)),
        (practice.resume, otto.command(Resume)),
        (practice_seats.name_seat, otto.command(NameSeat, seat=1, name="Late")),
        (practice_seats.stand_in, otto.command(StandIn, seat=1)),
        (practice_seats.take_back, otto.command(TakeBack, seat=1)),
    ]
    anna.flip()
    stages = []
    for act, command in late:
        act(otto.house, otto.token, command)  # type: ignore[operator]  # each act has its command
        stages.append(otto.page.stage is Stage.GO_ON)
    assert stages == [True, True, *[False] * 5]
    assert otto.page.seats[1].name == "Late"
    assert not otto.page.seats[1].is_stood_in
    end = anna.command(Abandon)
    otto.flip()
    practice.abandon(anna.house, anna.token, end)
    assert otto.page.stage is Stage.OVER
    alone = Practitioner(anna.house, visitor="alone").start().deal()
    stale = alone.command(Pause)
    alone.flip()
    with pytest.raises(StaleVersionError):
        practice.pause(alone.house, alone.token, stale)


def test_choices_stay_hidden_until_all_have_chosen(anna: Practitioner) -> None:
    anna.start("arneson", *TWO)
    otto = come(anna, "Otto")
    anna.deal()
    chooser = anna.page.chooser
    assert chooser is not None
    assert chooser.viewer == 0
    anna.choose(0, str(chooser.legal[0]))
    assert [seat.page.choosing for seat in (anna, otto)] == [(), (1,)]
    assert anna.page.awaited == (1,)
    assert otto.page.seats[0].has_chosen
    assert otto.page.chooser is not None
    assert str(chooser.legal[0]) not in map(str, otto.page.chooser.legal)
    with pytest.raises(NotSeatedError, match="Somebody else chooses"):
        otto.choose(0, str(chooser.legal[1]))
    otto.choose(1, str(otto.page.chooser.legal[0]))
    assert anna.page.game.battles == 1


def test_for_whoever_is_gone_for_a_minute_the_computer_plays(
    anna: Practitioner, clock: Clock
) -> None:
    anna.start("arneson", *TWO)
    otto = come(anna, "Otto")
    anna.deal()
    chooser = anna.page.chooser
    assert chooser is not None
    anna.choose(0, str(chooser.legal[0]))
    clock.go(seconds=59)
    assert heard(anna) == News(
        version=anna.page.game.version, beside="", is_seated=True, is_starter=True
    )
    with pytest.raises(OutOfTurnError, match="less than a minute"):
        leave(anna, 1)
    clock.go(seconds=1)
    assert (heard(anna).beside, anna.page.beside) == ("B", "B")
    leave(anna, 1)
    page = anna.page
    assert (page.game.battles, page.seats[1].is_stood_in, page.beside) == (1, True, "")
    with pytest.raises(OutOfTurnError, match="already"):
        leave(anna, 1)
    assert page.chooser is not None
    anna.choose(0, str(page.chooser.legal[0]))
    assert anna.page.game.battles >= 1
    assert otto.page.choosing == ()
    come_back(otto, 1)
    with pytest.raises(OutOfTurnError, match="yourself"):
        come_back(otto, 1)
    while anna.page.stage is not Stage.CHOOSE:
        anna.acknowledge()
    assert list(otto.page.choosing) == [1]
    anna.abandon()
    line = str(anna.page.proof.line)
    assert play(parse_line(line)).state.battles == anna.page.game.battles


def test_asking_for_news_says_that_one_is_there(anna: Practitioner, clock: Clock) -> None:
    anna.start("classic", *TWO)
    otto = come(anna, "Otto")
    anna.deal()
    for _ in range(5):
        clock.go(seconds=30)
        heard(otto)
    assert heard(anna).beside == ""
    stranger = Practitioner(anna.house, link=anna.link)
    assert not heard(stranger).is_seated
    clock.go(seconds=60)
    assert heard(stranger).beside == stranger.page.beside == "AB"
    assert news(anna.house, None, "no such link") is None


def test_news_do_without_a_busy_database(
    anna: Practitioner, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casino_war.errors import DatabaseBusyError

    anna.start("classic", *TWO)
    clock.go(seconds=30)

    def busy(*_: object) -> None:
        raise DatabaseBusyError("busy")

    monkeypatch.setattr(Database, "write", busy)
    assert heard(anna).is_seated


@pytest.mark.parametrize("preset", ["arneson", "steal_war", "pyanitsa"])
def test_a_game_without_its_persons_is_played_to_its_end(
    preset: str, anna: Practitioner, clock: Clock
) -> None:
    anna.start(preset, *TWO)
    otto = come(anna, "Otto")
    anna.deal()
    clock.go(minutes=2)
    leave(anna, 1)
    leave(anna, 0)
    anna.flip(None)
    page = otto.page
    assert page.stage is Stage.OVER
    assert play(parse_line(str(page.proof.line))).state.ended == page.ended
    with pytest.raises(GameOverError):
        come_back(otto, 1)


def test_whoever_stands_in_draws_no_chance_from_the_game() -> None:
    for game in Choice:
        assert (usual(game) is RANDOM) == (game is Choice.NOTHING)


def test_seats_that_nobody_takes_are_the_computers(anna: Practitioner) -> None:
    anna.start("steal_war", "person", "elsewhere", "elsewhere")
    otto = come(anna, "Otto", 2)
    with pytest.raises(NotSeatedError, match="who started"):
        practice_seats.fill_seats(otto.house, otto.token, otto.command(FillSeats))
    practice_seats.fill_seats(anna.house, anna.token, anna.command(FillSeats))
    assert [seat.strategy_key for seat in anna.page.seats] == [None, "thief", None]
    with pytest.raises(OutOfTurnError, match="No seat is free"):
        practice_seats.fill_seats(anna.house, anna.token, anna.command(FillSeats))
    otto.deal()
    with pytest.raises(OutOfTurnError, match="dealt already"):
        practice_seats.fill_seats(anna.house, anna.token, anna.command(FillSeats))
    with pytest.raises(NotSeatedError, match="who started"):
        otto.abandon()


def test_who_comes_too_late_is_told(anna: Practitioner) -> None:
    anna.start("classic", "person", "elsewhere", "elsewhere")
    otto = come(anna, "Otto", 1)
    late = Practitioner(anna.house, link=anna.link, visitor="late")
    with pytest.raises(SeatTakenError, match="just taken"):
        sit(late, "Late", 1)
    with pytest.raises(NotFoundError, match="no such seat"):
        sit(late, "Late", 3)
    sit(otto, "Otto", 1)
    sit(late, "Late", 2)
    with pytest.raises(SeatTakenError, match="All seats"):
        come(anna, "Later", 2)
    anna.deal()
    with pytest.raises(SeatTakenError, match="All seats"):
        come(anna, "Later", 1)
    anna.abandon()
    with pytest.raises(GameOverError):
        come(anna, "Later", 1)
    lost = Practitioner(anna.house, link="x" * 24, visitor="lost")
    with pytest.raises(NotFoundError, match="no practice game"):
        sit(lost, "Lost")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "what you want to be called"),
        ("  \t ", "what you want to be called"),
        ("x" * 25, "at most 24"),
        ("a\u202eb", "cannot be printed"),
        ("ANNA ", "called ANNA already"),
    ],
)
def test_names_that_nobody_can_have(name: str, said: str, anna: Practitioner) -> None:
    anna.start("classic", *TWO)
    named = anna.command(NameSeat, seat=0, name="Anna")
    practice_seats.name_seat(anna.house, anna.token, named)
    with pytest.raises(InvalidNameError, match=said):
        come(anna, name)
    assert anna.page.seats[1].is_free


def test_a_name_is_ones_own(anna: Practitioner) -> None:
    anna.start("classic", *TWO)
    otto = come(anna, " Otto \u00a0 Normal ")
    assert anna.page.seats[1].name == "Otto Normal"
    with pytest.raises(NotSeatedError, match="Somebody else sits"):
        practice_seats.name_seat(otto.house, otto.token, otto.command(NameSeat, seat=0, name="X"))
    same = otto.command(NameSeat, seat=1, name="otto normal")
    practice_seats.name_seat(otto.house, otto.token, same)
    assert anna.page.seats[1].name == "otto normal"


def test_strangers_cannot_act_for_a_seat(anna: Practitioner, clock: Clock) -> None:
    anna.start("steal_war", *TWO)
    otto = come(anna, "Otto")
    anna.deal()
    stranger = Practitioner(anna.house, link=anna.link, visitor="stranger").start()
    stranger.link = anna.link
    clock.go(minutes=5)
    for seat in (0, 1):
        with pytest.raises(NotSeatedError):
            leave(stranger, seat)
        with pytest.raises(NotSeatedError):
            come_back(stranger, seat)
        with pytest.raises(NotSeatedError):
            stranger.choose(seat, "play")
    anna.pause()
    with pytest.raises(GamePausedError):
        leave(otto, 0)
    otto.resume()
    with pytest.raises(ConflictError):
        practice.choose(otto.house, otto.token, otto.command(Choose, seat=0, turn=0, action="play"))
