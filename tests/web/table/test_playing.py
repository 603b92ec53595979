"""From buy-in to history, as a player without scripts meets it."""

import re

import pytest

from casino_war.game.table_presets import PRESETS
from tests.web.browser import (
    Browser,
    is_loss,
    is_tie,
    is_tie_then_win,
    is_tied_war,
    is_win,
    seed_where,
)
from tests.web.conftest import MakeApp

TABLE = "/tables/classic"


def _seated(make_app: MakeApp, seed: str, table: str = "classic") -> Browser:
    visitor = Browser(make_app(seed))
    visitor.sit(table)
    return visitor


def _words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_the_lobby_shows_every_table_and_what_it_costs(visitor: Browser) -> None:
    text = _words(visitor.get("/"))
    for shown in ("Classic", "Ladder", "5 to 500 chips", "2.8771 %", "2.6790 %", "18.6495 %"):
        assert shown in text
    assert text.count("House edge") == len(PRESETS)
    assert text.count("Element of risk") == len(PRESETS)
    assert text.count("Tie bet edge") == len(PRESETS) - 1
    for edge in ("2.3301 %", "2.4154 %", "1.7143 %", "11.2540 %", "3.7334 %", "7.9503 %"):
        assert edge in text


@pytest.mark.parametrize("key", [preset.key for preset in PRESETS])
def test_every_table_can_be_played(visitor: Browser, key: str) -> None:
    visitor.sit(key)
    for _ in range(8):
        page = visitor.get(f"/tables/{key}")
        if "you decide" in page:
            visitor.decide(key, "war")
        else:
            visitor.deal(key, ante_1="10", ante_2="5")
    visitor.get("/history")
    visitor.get("/ledger")


def test_a_stranger_is_invited_everywhere(visitor: Browser) -> None:
    assert 'value="1000"' in visitor.get(TABLE)
    assert "No rounds yet" in visitor.get("/history")
    assert "No chips have moved yet" in visitor.get("/ledger")
    assert "Buy in" in visitor.get("/cashier")


def test_a_stranger_who_buys_in_at_a_table_is_seated(visitor: Browser) -> None:
    response = visitor.submit(TABLE, "/cashier/buy-in")
    assert response.headers["Location"] == TABLE
    page = visitor.get(TABLE)
    assert "Place your bets" in page
    assert "1,000" in page
    assert "Sit down" in visitor.get("/tables/bonus")
    visitor.submit("/tables/bonus", "/tables/bonus/sit")
    assert "Place your bets" in visitor.get("/tables/bonus")


def test_a_win_is_told_and_paid(make_app: MakeApp) -> None:
    visitor = _seated(make_app, seed_where(is_win))
    visitor.deal("classic", ante_1="10", tie_bet_1="5")
    text = _words(visitor.get(TABLE))
    assert "You win 5 chips." in text
    assert "beats the dealer’s" in text
    assert "Ante Won +10" in text
    assert "Tie bet Lost −5" in text
    assert "1,005" in text


def test_a_loss_is_told(make_app: MakeApp) -> None:
    visitor = _seated(make_app, seed_where(is_loss))
    visitor.deal("classic", ante_1="10")
    text = _words(visitor.get(TABLE))
    assert "You lose 10 chips." in text
    assert "990" in text


def test_a_tie_asks_and_says_what_each_choice_brings(make_app: MakeApp) -> None:
    visitor = _seated(make_app, seed_where(is_tie))
    visitor.deal("classic", ante_1="10", tie_bet_1="5")
    text = _words(visitor.get(TABLE))
    assert "Hand 1 ties with the dealer: you decide" in text
    assert "Tie bet Won +50" in text
    for shown in ("Costs now 0 chips", "Surrendered −5 chips", "Costs now 10 chips"):
        assert shown in text
    for shown in ("War won +10 chips", "War lost −20 chips", "Tied war +10 chips"):
        assert shown in text
    assert "A round waits" in visitor.get("/")
    assert "waits" in visitor.get("/history")
    assert "Go to the table" in visitor.get("/cashier")
    open_round = visitor.get("/history/1")
    assert "shown when the shoe is finished" in open_round
    visitor.decide("classic", "surrender")
    text = _words(visitor.get(TABLE))
    assert "You win 45 chips." in text
    assert "Surrendered" in text


def test_a_war_shows_raise_burn_and_war_cards(make_app: MakeApp) -> None:
    visitor = _seated(make_app, seed_where(is_tie_then_win))
    visitor.deal("classic", ante_1="10")
    visitor.decide("classic", "war")
    page = visitor.get(TABLE)
    text = _words(page)
    assert "War won" in text
    assert "Raise" in text
    assert "3 cards burned" in text
    assert "You win 10 chips." in text
    assert page.count("cards/big-two/") == 4


def test_a_tied_war_is_told(make_app: MakeApp) -> None:
    visitor = _seated(make_app, seed_where(is_tied_war))
    visitor.deal("classic", ante_1="10")
    visitor.decide("classic", "war")
    assert "Tied war:" in visitor.get(TABLE)


def test_rebet_repeats_the_last_wagers(make_app: MakeApp) -> None:
    visitor = _seated(make_app, seed_where(is_win))
    visitor.deal("classic", ante_1="10", tie_bet_1="5", ante_2="20")
    while "you decide" in visitor.get(TABLE):
        visitor.decide("classic", "surrender")
    assert "35 chips</span></button>" in visitor.get(TABLE)
    fields = visitor.form(TABLE, f"{TABLE}/deal", 1)
    assert fields["ante-1"] == "10"
    assert fields["tie_bet-1"] == "5"
    assert fields["ante-2"] == "20"
    visitor.send(f"{TABLE}/deal", fields)


def test_hands_are_counted_by_the_spots_in_use(player: Browser) -> None:
    player.deal("classic", ante_2="10", ante_4="15")
    page = player.get("/history")
    assert "Ante 10" in page
    assert "Ante 15" in page


def test_the_history_tells_each_round_step_by_step(make_app: MakeApp) -> None:
    visitor = _seated(make_app, seed_where(is_tie_then_win))
    visitor.deal("classic", ante_1="10", tie_bet_1="5")
    visitor.decide("classic", "war")
    history = _words(visitor.get("/history"))
    for shown in ("Ante 10, Tie bet 5, Raise 10", "War won", "+60", "1,060", "Go to war"):
        assert shown in history
    page = visitor.get("/history/1")
    text = _words(page)
    for shown in (
        "Ante of 10 chips on the felt.", "Tie with the dealer.", "The hand goes to war.",
        "3 cards are burned face down.", "War card:", "The dealer’s war card:",
        "Ante of 10 chips pushes.", "Raise of 10 chips wins 10.",
        "The round is settled: +60 chips.", "Tie bet paid", "Stake returned", "casino-war/1",
    ):  # fmt: skip
        assert shown in text, shown
    first = visitor.get("/history/1?step=1")
    assert first.count('class="replay-step"') == 1
    assert 'aria-current="step"' in first
    assert "step=2" in first
    assert "step=0" in first
    assert visitor.get("/history/1?step=0").count('class="replay-step"') == 0
    assert 'rel="next"' not in visitor.get("/history/1?step=1000")


def test_the_ledger_lists_every_movement(make_app: MakeApp) -> None:
    visitor = _seated(make_app, seed_where(is_win))
    visitor.deal("classic", ante_1="10")
    text = _words(visitor.get("/ledger"))
    for shown in ("Buy-in", "+1,000", "Ante staked", "−10", "Stake returned", "Ante paid"):
        assert shown in text


def test_lists_go_on_by_their_last_row(player: Browser) -> None:
    for _ in range(60):
        if "you decide" in player.get(TABLE):
            player.decide("classic", "surrender")
        else:
            player.deal("classic", ante_1="5")
    for path in ("/history", "/ledger"):
        page = player.get(path)
        older = re.search(r'rel="next" href="([^"]+)"', page)
        assert older is not None
        assert "before=" in older[1]
        rest = player.get(older[1])
        assert f'href="{path}"' in rest


def test_cash_out_and_a_new_start(player: Browser) -> None:
    player.submit("/cashier", "/cashier/cash-out")
    assert "Your bankroll of 0 chips" in player.get(TABLE)
    assert "The bankroll is empty." in player.get("/cashier")
    response = player.submit(TABLE, "/cashier/buy-in", amount="50")
    assert response.headers["Location"] == TABLE
    assert "50" in player.get("/cashier")


def test_a_new_shoe_reveals_the_old_one(make_app: MakeApp) -> None:
    seed = seed_where(is_win)
    visitor = _seated(make_app, seed)
    visitor.deal("classic", ante_1="10")
    page = visitor.get(TABLE)
    assert seed not in page
    assert "client seed is fixed" in page
    visitor.submit(TABLE, f"{TABLE}/new-shoe")
    page = visitor.get(TABLE)
    assert "312 cards left" in page
    link = re.search(r'href="(/fairness/\d+)">Check the last', page)
    assert link is not None
    proof = visitor.get(link[1])
    assert seed in proof
    assert "You asked for a new shoe" in proof
    assert link[1] in visitor.get("/fairness")


def test_no_page_shows_a_seed_too_early(make_app: MakeApp) -> None:
    seeds = (seed_where(is_tie), "ab" * 32, "cd" * 32)
    visitor = Browser(make_app(*seeds))
    visitor.sit("classic")
    visitor.deal("classic", ante_1="10")
    for path in (TABLE, "/history", "/history/1", "/fairness", "/fairness/1", "/cashier", "/"):
        page = visitor.get(path)
        assert not any(seed in page for seed in seeds)
