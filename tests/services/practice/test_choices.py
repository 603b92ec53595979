"""Secret choices: who is asked, who sees what, and choices that come late or twice."""

from dataclasses import replace

import pytest

from casino_war.errors import (
    DoubledDecisionError,
    IllegalDecisionError,
    InvalidCardError,
    LateDecisionError,
    NotSeatedError,
    OutOfTurnError,
)
from casino_war.game.war_line import parse_line
from casino_war.game.war_replay import play
from casino_war.services.house import House
from casino_war.services.practice import acts as practice
from casino_war.services.practice.commands import Choose
from casino_war.services.practice.page import game_page
from casino_war.services.practice.stage import Stage
from tests.services.practitioner import Practitioner

BOTH = ("person", "person")


@pytest.fixture
def player(house: House) -> Practitioner:
    return Practitioner(house)


def play_out(player: Practitioner) -> None:
    """Clear, flip and choose the first that is offered until the game is over."""
    while (page := player.page).stage is not Stage.OVER:
        if page.stage is Stage.CHOOSE:
            seat = page.choosing[0]
            chooser = game_page(player.house, player.token, player.link, None, seat).chooser
            assert chooser is not None
            player.choose(seat, str(chooser.legal[0]), rest=True)
        elif page.stage is Stage.CLEAR:
            player.acknowledge()
        else:
            player.flip()


def test_nothing_is_revealed_until_both_have_chosen(player: Practitioner) -> None:
    player.start("arneson", *BOTH).deal()
    page = player.page
    assert (page.stage, page.choosing, page.chooser) == (Stage.CHOOSE, (0, 1), None)
    hands = []
    for seat in (0, 1):
        chooser = game_page(player.house, player.token, player.link, None, seat).chooser
        assert chooser is not None
        assert chooser.viewer == seat
        assert chooser.seats[1 - seat].hand == ()
        hands.append(chooser.seats[seat].hand)
    player.choose(0, hands[0][0].code)
    page = player.page
    assert (page.choosing, page.game.turn, page.felt and page.felt.events) == ((1,), 0, ())
    # Who has chosen is shown no more, and a stranger never was.
    assert game_page(player.house, player.token, player.link, None, 0).chooser is None
    assert game_page(player.house, None, player.link, None, 1).chooser is None
    player.choose(1, hands[1][0].code)
    assert player.page.game.turn == 1


def test_a_choice_that_comes_twice_or_late_is_told_apart(player: Practitioner) -> None:
    player.start("steal_war", *BOTH).deal()
    first = player.command(Choose, seat=0, turn=0, action="play")
    practice.choose(player.house, player.token, first)
    practice.choose(player.house, player.token, first)
    with pytest.raises(DoubledDecisionError):
        practice.choose(player.house, player.token, replace(first, key="again"))
    # The other form was drawn before the first choice and is good all the same.
    second = replace(first, key="second", seat=1)
    practice.choose(player.house, player.token, second)
    for late in (replace(first, key="late"), replace(second, key="later")):
        with pytest.raises(LateDecisionError):
            practice.choose(player.house, player.token, late)


def test_only_what_is_offered_can_be_chosen(player: Practitioner) -> None:
    player.start("steal_war").deal()
    with pytest.raises(IllegalDecisionError):
        player.choose(0, "steal-B")
    with pytest.raises(InvalidCardError):
        player.choose(0, "everything")
    with pytest.raises(NotSeatedError):
        player.choose(1, "play")
    with pytest.raises(OutOfTurnError, match="waits for a choice"):
        player.flip()
    player.start("arrange_spoils").deal()
    with pytest.raises(IllegalDecisionError):
        player.choose(0, "KD")


@pytest.mark.parametrize("preset", ["steal_war", "arneson", "arrange_spoils"])
@pytest.mark.parametrize("seats", [("person", "computer"), ("person", "computer:random")])
def test_games_of_a_person_and_a_computer_are_what_their_line_says(
    player: Practitioner, preset: str, seats: tuple[str, str]
) -> None:
    player.start(preset, *seats, battle_limit="6").deal()
    play_out(player)
    page = player.page
    played = play(parse_line(str(page.proof.line)))
    assert played.state.ended == page.ended
    assert played.state.battles == page.game.battles


def test_three_at_one_screen_play_to_the_end(player: Practitioner) -> None:
    player.start("steal_war", *BOTH, "person", battle_limit="4").deal()
    play_out(player)
    page = player.page
    assert page.game.player_result is None
    assert play(parse_line(str(page.proof.line))).state.ended == page.ended


def test_spoils_are_laid_one_by_one_or_as_they_lie(player: Practitioner) -> None:
    player.start("arrange_spoils", *BOTH).deal().flip()
    page = player.page
    seat = page.choosing[0]
    chooser = game_page(player.house, player.token, player.link, None, seat).chooser
    assert chooser is not None
    assert page.felt is not None
    assert page.felt.is_open
    player.choose(seat, str(chooser.legal[-1]), rest=True)
    assert player.page.game.battles == 1


def test_a_game_given_up_in_a_battle_is_replayed_up_to_there(player: Practitioner) -> None:
    player.start("arneson", *BOTH).deal()
    for seat in (0, 1, 0):
        chooser = game_page(player.house, player.token, player.link, None, seat).chooser
        if chooser is not None:
            player.choose(seat, str(chooser.legal[0]))
    player.abandon()
    played = play(parse_line(str(player.page.proof.line)))
    assert played.state.ended is None
    assert player.page.game.pending_text == ""
