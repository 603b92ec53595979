"""Steal War: the worked positions, and every rule with a position of its own."""

from dataclasses import replace

import pytest

from casino_war.errors import IllegalDecisionError
from casino_war.game import steal, war_choices
from casino_war.game.cards import parse_card
from casino_war.game.randomness import SplitMix64
from casino_war.game.steal import AwaitingTop, AwaitingTurn, AwaitingWarCard
from casino_war.game.war_actions import Action, Pick, Play, Steal
from casino_war.game.war_events import EndReason
from casino_war.game.war_presets import find
from tests.game.war.steal_games import choose, lying, offered, start

SW1 = ("9D KS 2S / 3C", "4H 5H / QH 9S")
SW2 = ("9D KS 2S / 3C 5S", "5C 4H 6H / QH 9S")
SW3 = ("9D 2S 3S 4S KD 7S / JC 9S", "9H 2H 3H 4H QD 7H / 5C")
SW4 = ("9D 2S 3S 4S KD 7S / 5C JC", "9H 2H 3H 4H JD AH 7H / 6C")


@pytest.mark.parametrize(
    ("players", "turns", "events", "end"),
    [
        pytest.param(
            SW1,
            ("steal-B play", "KS"),
            ["steal A:9D from B <- QH 9S", "flip A:KS B:4H", "take A <- 4H KS", "top A KS"],
            ("2S / 3C QH 9S 9D 4H KS", "5H /"),
            id="SW1-steal",
        ),
        pytest.param(
            SW2,
            ("steal-B steal-A", "4H"),
            ["exchange A:9D B:5C", "flip A:KS B:4H", "take A <- KS 4H", "top A 4H"],
            ("2S / QH 9S 9D KS 4H", "6H / 3C 5S 5C"),
            id="SW2-exchange",
        ),
        pytest.param(
            SW3,
            ("play steal-A", "play play", "2S"),
            [
                "protect A from B",
                "flip A:9D B:9H",
                "war1 AB down=3",
                "down A:2S+3S+4S B:2H+3H+4H",
                "up A:KD B:QD",
                "take A <- 9D 9H 3S 4S 2H 3H 4H KD QD 2S",
                "top A 2S",
            ],
            ("7S / JC 9S 9D 9H 3S 4S 2H 3H 4H KD QD 2S", "7H / 5C"),
            id="SW3-protect",
        ),
        pytest.param(
            SW4,
            ("play play", "play steal-A", "AH"),
            [
                "flip A:9D B:9H",
                "war1 AB down=3",
                "down A:2S+3S+4S B:2H+3H+4H",
                "steal B:JD from A <- 5C JC",
                "up A:KD B:AH",
                "take B <- 9D 9H 2S 3S 4S 2H 3H 4H KD AH",
                "top B AH",
            ],
            ("7S /", "7H / 6C 5C JC JD 9D 9H 2S 3S 4S 2H 3H 4H KD AH"),
            id="SW4-war-card-steals",
        ),
        pytest.param(
            SW1,
            ("play play", "9D"),
            ["flip A:9D B:4H", "take A <- 4H 9D", "top A 9D"],
            ("KS 2S / 3C 4H 9D", "5H / QH 9S"),
            id="SW5-declines",
        ),
    ],
)
def test_worked_position(
    players: tuple[str, ...], turns: tuple[str, ...], events: list[str], end: tuple[str, ...]
) -> None:
    state, told = choose(start(*players), *turns)
    assert told == events
    assert lying(state) == end
    assert state.battles == 1
    assert state.awaiting == AwaitingTurn(seats=(0, 1))


class TestChoices:
    def test_a_battle_begins_with_a_choice_of_everybody(self) -> None:
        state = war_choices.deal(find("steal_war").rules, SplitMix64(1))
        assert [len(stock) for stock in state.stocks] == [27, 27]
        assert state.awaiting == AwaitingTurn(seats=(0, 1))
        assert offered(state) == {"A": "play", "B": "play"}

    def test_a_card_steals_from_every_pile_whose_top_is_its_equal(self) -> None:
        state = start("9D / 9H", "4H / 9S", "4D /", "9C / 4S")
        assert offered(state) == {
            "A": "play steal-B",
            "B": "play steal-D",
            "C": "play steal-D",
            "D": "play steal-A steal-B",
        }

    def test_jokers_are_equals(self) -> None:
        assert offered(start("X1 / 3H", "4H / X2"))["A"] == "play steal-B"

    def test_each_sees_the_own_top_card_only_while_it_has_to_choose(self) -> None:
        state = start(*SW3)
        assert steal.looked_at(state, 0) == parse_card("9D")
        assert steal.looked_at(state, 1) == parse_card("9H")
        assert steal.looked_at(state, 2) is None
        state, _ = choose(state, "play steal-A")
        assert steal.looked_at(state, 0) == parse_card("KD")
        state, _ = choose(state, "play play")
        assert steal.looked_at(state, 0) is None

    def test_the_winner_may_name_any_won_card(self) -> None:
        state, _ = choose(start(*SW3), "play play", "play play")
        assert state.awaiting == AwaitingTop(seats=(0,))
        assert offered(state) == {"A": "9D 9H 2S 3S 4S 2H 3H 4H KD QD"}

    def test_what_is_not_offered_is_refused(self) -> None:
        state = start(*SW1)
        refused: tuple[dict[int, Action], ...] = (
            {},
            {0: Play()},
            {0: Play(), 1: Steal(0)},
            {0: Steal(0), 1: Play()},
            {0: Pick(parse_card("9D")), 1: Play()},
            {0: Play(), 1: Play(), 2: Play()},
        )
        for choices in refused:
            with pytest.raises(IllegalDecisionError):
                war_choices.apply(state, choices, SplitMix64(1))

    def test_a_card_that_was_played_steals_nothing_later(self) -> None:
        state, _ = choose(start("9D KS 2S / 3C", "9H 5H 2H / 9S", war_face_down=0), "play play")
        assert state.awaiting == AwaitingWarCard(seats=(0, 1), step=1)
        assert offered(state) == {"A": "play", "B": "play"}


class TestPiles:
    def test_an_empty_stock_is_refilled_for_the_thief_with_what_he_stole(self) -> None:
        _, told = choose(start("9D /", "4H 5H / 9S"), "steal-B play")
        assert told[:2] == ["steal A:9D from B <- 9S", "recycle A"]
        assert told[2] in ("flip A:9D B:4H", "flip A:9S B:4H")

    def test_an_empty_stock_is_refilled_when_the_battle_ends(self) -> None:
        state, told = choose(start("9D / 3C", "4H 5H / KS"), "play play", "4H")
        assert told[1:] == ["take A <- 9D 4H", "top A 4H", "recycle A"]
        assert state.piles[0] == ()
        assert len(state.stocks[0]) == 3

    def test_an_empty_stock_is_refilled_for_the_look_in_a_war(self) -> None:
        state, told = choose(start("9D 2S / JS", "9H 2H JD 3H / 5C", war_face_down=1), "play play")
        assert told[-1] == "recycle A"
        assert steal.looked_at(state, 0) == parse_card("JS")
        assert offered(state) == {"A": "play", "B": "play"}

    def test_who_was_robbed_and_loses_the_last_card_is_out(self) -> None:
        state, told = choose(start("9D KS / 3C", "4H / 9S"), "steal-B play", "KS")
        assert told[-2:] == ["out B", "END win A"]
        assert state.ended is not None
        assert state.ended.reason is EndReason.COLLECTED_ALL
        assert state.awaiting is None

    def test_face_down_cards_lie_in_packets_and_each_step_after_the_other(self) -> None:
        players = ("9D 2S 3S KD 4S 5S AS 6S /", "9H 2H 3H KH 4H 5H QH / 5C")
        _, told = choose(start(*players, war_face_down=2), *("play play",) * 3, "QH")
        assert "take A <- 9D 9H 2S 3S 2H 3H KD KH 4S 5S 4H 5H AS QH" in told


class TestWars:
    def test_a_card_can_be_protected_in_a_war(self) -> None:
        _, told = choose(
            start("9D 2S JS 7S / JC", "9H 2H JD 7H / 5C", war_face_down=1),
            "play play",
            "play steal-A",
        )
        assert told[3:5] == ["protect A from B", "up A:JS B:JD"]

    def test_who_runs_out_while_burying_loses_without_a_choice(self) -> None:
        state, told = choose(start("9D 2S /", "9H 2H 3H 4H 5H /"), "play play")
        assert told[-2:] == ["short A", "walkover B"]
        assert state.awaiting == AwaitingTop(seats=(1,))
        assert state.wars_won == (0, 1)
        state, told = choose(state, "9D")
        assert told[-3:] == ["top B 9D", "out A", "END win B"]
        assert state.ended is not None
        assert state.ended.reason is EndReason.RAN_OUT_IN_WAR

    def test_who_has_no_card_to_look_at_loses_without_a_choice(self) -> None:
        state, told = choose(start("9D 2S 3S 4S /", "9H 2H 3H 4H 5H /"), "play play")
        assert told[-3:] == ["down A:2S+3S+4S B:2H+3H+4H", "short A", "walkover B"]
        assert state.awaiting == AwaitingTop(seats=(1,))

    @pytest.mark.parametrize("players", [("9D /", "9H /"), ("9D 2S 3S 4S /", "9H 2H 3H 4H /")])
    def test_two_who_run_out_together_draw(self, players: tuple[str, ...]) -> None:
        state, told = choose(start(*players), "play play")
        assert told[-3:] == ["out A", "out B", "END draw AB"]
        assert state.ended is not None
        assert state.ended.reason is EndReason.BOTH_RAN_OUT

    def test_a_short_player_does_not_stop_the_others(self) -> None:
        players = ("9D 2S /", "9H 2H KH 3H /", "9S 2C QC 3C /")
        state, told = choose(start(*players, war_face_down=1), "play play play")
        assert told[-1] == "short A"
        assert state.awaiting == AwaitingWarCard(seats=(1, 2), step=1)
        state, told = choose(state, "play play", "KH")
        assert told[-1] == "out A"
        assert state.alive == (1, 2)
        assert state.awaiting == AwaitingTurn(seats=(1, 2))

    def test_a_dead_pot_is_carried_to_the_next_winner_who_may_top_with_it(self) -> None:
        players = ("9D /", "9H /", "3S 4S 5S / 7C", "3D 6D 7D /")
        state, told = choose(start(*players, war_entrants="tied"), "play play play play")
        assert told[2:] == ["dead A B carry 9D 9H 3S 3D", "out A", "out B"]
        assert state.awaiting == AwaitingTurn(seats=(2, 3))
        state, _ = choose(state, "play play")
        assert offered(state) == {"D": "9D 9H 3S 3D 4S 6D"}
        state, told = choose(state, "9H")
        assert told == ["take D <- 9D 3S 3D 4S 6D 9H", "top D 9H"]

    def test_a_dead_pot_goes_to_the_only_one_left(self) -> None:
        players = ("9D /", "9H /", "3S 4S / 7C")
        state, told = choose(start(*players, war_entrants="tied"), "play play play")
        assert told[2:5] == ["dead A B carry 9D 9H 3S", "out A", "out B"]
        assert told[5].startswith("take C <- ")
        assert told[6] == "END win C"
        assert state.awaiting is None

    def test_all_fight_or_the_tied_only(self) -> None:
        players = ("9D 2S KD /", "9H 2H QH /", "3S 2C AC /")
        everybody, _ = choose(start(*players, war_face_down=1), "play play play")
        assert everybody.awaiting == AwaitingWarCard(seats=(0, 1, 2), step=1)
        tied, _ = choose(start(*players, war_face_down=1, war_entrants="tied"), "play play play")
        assert tied.awaiting == AwaitingWarCard(seats=(0, 1), step=1)

    def test_in_a_war_the_pile_of_one_who_is_not_asked_may_be_stolen(self) -> None:
        players = ("9D 2S KD AD 5D /", "9H 2H QH 5H /", "3S 2C / KC")
        state, _ = choose(start(*players, war_face_down=1, war_entrants="tied"), "play play play")
        assert offered(state) == {"A": "play steal-C", "B": "play"}
        _, told = choose(state, "steal-C play")
        assert told == ["steal A:KD from C <- KC", "up A:AD B:QH"]

    def test_wars_are_counted_and_can_win_the_game(self) -> None:
        state, told = choose(
            start(*SW3, objective="wars_won", wars_to_win=1), "play play", "play play", "2S"
        )
        assert told[-1] == "END win A"
        assert state.ended is not None
        assert state.ended.reason is EndReason.WARS_REACHED

    def test_a_limit_ends_the_game(self) -> None:
        state, told = choose(start(*SW1, battle_limit=1), "play play", "9D")
        assert told[-1] == "END draw AB"
        assert state.awaiting is None


class TestThreeAndFour:
    CONTESTED = ("9D KS 2S /", "4H 5H / QH 9H", "9S AC 3C /")

    def test_thieves_are_served_from_the_first_seat_at_first(self) -> None:
        _, told = choose(start(*self.CONTESTED), "steal-B play steal-B")
        assert told == [
            "forestall C at B by A",
            "steal A:9D from B <- QH 9H",
            "flip A:KS B:4H C:9S",
        ]

    @pytest.mark.parametrize(
        ("last_winner", "first"), [(0, "C"), (1, "C"), (2, "A")], ids=["A-won", "B-won", "C-won"]
    )
    def test_thieves_are_served_from_the_left_of_the_last_winner(
        self, last_winner: int, first: str
    ) -> None:
        state = replace(start(*self.CONTESTED), last_winner=last_winner)
        _, told = choose(state, "steal-B play steal-B")
        assert told[0].endswith(f"by {first}")

    def test_the_last_winner_is_who_took_the_last_pot(self) -> None:
        state, _ = choose(start("2D 3D /", "5H 6H /", "4S 9S /"), "play play play")
        assert state.last_winner is None
        state, _ = choose(state, "2D")
        assert state.last_winner == 1
        assert steal.serving_order(state) == (2, 0, 1)

    @pytest.mark.parametrize("last_winner", [None, 0, 1, 2])
    def test_in_a_chain_each_steals_what_lay_there(self, last_winner: int | None) -> None:
        players = ("9D 2S / 2C", "JH 3H / QH 9H", "4S 5S / 6C JC")
        state = replace(start(*players), last_winner=last_winner)
        state, told = choose(state, "steal-B steal-C play")
        assert told[:2] == ["steal A:9D from B <- QH 9H", "steal B:JH from C <- 6C JC"]
        assert lying(state) == ("/ 2C QH 9H 9D", "/ 6C JC JH", "5S /")

    def test_three_in_a_ring_exchange(self) -> None:
        players = ("9D 2S / QH", "JH 3H / 9H", "QS 5S 6S / 6C JC")
        state, told = choose(start(*players), "steal-B steal-C steal-A")
        assert told == ["exchange A:9D B:JH C:QS", "flip A:2S B:3H C:5S"]
        assert lying(state) == ("/ 9H 9D", "/ 6C JC JH", "6S / QH QS")

    def test_two_pairs_exchange(self) -> None:
        players = ("9D 2S / JC", "JH 3H / 9H", "QS 5S / KC", "KD 6S / QC")
        _, told = choose(start(*players), "steal-B steal-A steal-D steal-C")
        assert told[:2] == ["exchange A:9D B:JH", "exchange C:QS D:KD"]

    @pytest.mark.parametrize(
        ("last_winner", "moves"),
        [
            (None, ["forestall C at A by B", "exchange A:9D B:JH"]),
            (
                1,
                [
                    "forestall B at A by C",
                    "steal C:JS from A <- JC",
                    "steal A:9D from B <- 9H",
                ],
            ),
        ],
    )
    def test_a_third_thief_may_be_first_and_break_an_exchange(
        self, last_winner: int | None, moves: list[str]
    ) -> None:
        state = replace(start("9D 2S / JC", "JH 3H / 9H", "JS 5S /"), last_winner=last_winner)
        _, told = choose(state, "steal-B steal-A steal-A")
        assert told[:-1] == moves

    def test_protection_holds_against_every_thief(self) -> None:
        state = start("9D KS / 9C", "9H 5H /", "9S AC /")
        _, told = choose(state, "play steal-A steal-A")
        assert told[:2] == ["protect A from B", "protect A from C"]
        assert told[2] == "flip A:9D B:9H C:9S"
