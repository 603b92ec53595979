"""Commands of several browsers at one practice game at the same moment."""

from collections import Counter
from dataclasses import replace
from functools import partial

from casino_war.errors import DoubledDecisionError, LateDecisionError, StaleVersionError
from casino_war.game.war_line import parse_line
from casino_war.game.war_replay import play
from casino_war.services.house import House
from casino_war.services.practice import acts as practice
from casino_war.services.practice.commands import Choose, Flip, TakeSeat
from casino_war.services.practice.seats import take_seat
from casino_war.services.practice.start import start
from tests.audits import audit
from tests.services.at_once import at_once
from tests.services.practitioner import Practitioner

AT_ONCE = 8


def test_of_many_flips_one_is_played(house: House) -> None:
    player = Practitioner(house).start().deal()
    command = player.command(Flip, battles=5)
    sent = [replace(command, key=f"flip-{number % 4}") for number in range(AT_ONCE)]
    answers = at_once([partial(practice.flip, house, player.token, each) for each in sent])
    assert Counter(answers) == {None: 2, StaleVersionError: AT_ONCE - 2}
    assert player.page.game.battles == 5


def test_two_who_flip_at_once_play_one_battle(house: House) -> None:
    anna = Practitioner(house, visitor="anna").start("classic", "person", "elsewhere")
    otto = Practitioner(house, link=anna.link, visitor="otto")
    seat = TakeSeat(
        key=otto.key(), version=0, link=anna.link, seat=1, name="Otto", visitor=otto.visitor
    )
    otto.token = take_seat(house, None, seat)
    anna.deal()
    command = anna.command(Flip, battles=1)
    answers = at_once(
        [
            partial(practice.flip, house, player.token, replace(command, key=player.key()))
            for player in (anna, otto) * (AT_ONCE // 2)
        ]
    )
    assert answers == [None] * AT_ONCE
    assert otto.page.game.battles == 1
    assert otto.page.game.version == command.version + 1


def test_both_choices_at_once_are_revealed_once(house: House) -> None:
    player = Practitioner(house).start("steal_war", "person", "person").deal()
    command = player.command(Choose, seat=0, turn=0, action="play")
    sent = [replace(command, key=f"choose-{n}", seat=n % 2) for n in range(AT_ONCE)]
    answers = Counter(
        at_once([partial(practice.choose, house, player.token, each) for each in sent])
    )
    assert answers[None] == 2
    assert answers[DoubledDecisionError] + answers[LateDecisionError] == AT_ONCE - 2
    assert player.page.game.turn == 1
    player.abandon()
    assert len(play(parse_line(str(player.page.proof.line))).line.decisions) == 1


def test_a_strangers_first_games_make_one_player(house: House) -> None:
    player = Practitioner(house)
    command = player.start_command("classic")
    sent = [replace(command, key=f"start-{number % 4}") for number in range(AT_ONCE)]
    answers = at_once([partial(start, house, None, each) for each in sent])
    started = {(answer.token, answer.link) for answer in answers}  # type: ignore[attr-defined]  # none is refused
    assert len({token for token, _ in started}) == 1
    assert len(started) == 4
    assert audit(house) == []
