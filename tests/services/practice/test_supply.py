"""Games dealt ahead: committed first, told whole, played once and only by their seeds."""

from dataclasses import replace

import pytest
from sqlalchemy import func, select

from casino_war.errors import (
    BrokenInvariantError,
    InvalidSeedError,
    NotFoundError,
    RulesRefusedError,
)
from casino_war.game.randomness import FairStream, commitment, shuffle
from casino_war.game.war_line import parse_line
from casino_war.game.war_pack import pack_of
from casino_war.game.war_replay import play
from casino_war.services.house import House
from casino_war.services.practice import supply as practice_supply
from casino_war.services.practice.commands import AskSupply
from casino_war.services.practice.page import game_page
from casino_war.services.practice.results import Fate, add_results, give_back, supply_state
from casino_war.services.practice.stage import Stage
from casino_war.services.practice.statistics import statistics_page
from casino_war.services.practice.supply import COUNT_MAX, Supply, ask_supply, deal_ahead
from casino_war.store.players import PLAYER
from casino_war.store.practice import GAME
from casino_war.store.triggers import drop_triggers
from tests.audits import audit
from tests.services.practitioner import TWO, Clock, Practitioner

OWN_SEED = "drawn by the browser"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def player(house: House, clock: Clock) -> Practitioner:
    return Practitioner(replace(house, clock=clock))


def ask(
    player: Practitioner, preset: str = "sudden_death", count: int = 2, seats: tuple[str, ...] = TWO
) -> Supply:
    start = player.start_command(preset, seats)
    command = AskSupply(
        key=player.key(),
        version=0,
        preset_key=preset,
        settings=start.settings,
        visitor=player.visitor,
        count=count,
    )
    given = ask_supply(player.house, player.token, command)
    player.token = given.token
    return given


def dealt(player: Practitioner, preset: str = "sudden_death", count: int = 2) -> list[str]:
    """Have games dealt ahead and return their links."""
    links = [game.link for game in ask(player, preset, count).games]
    for link in links:
        deal_ahead(player.house, player.token, link, OWN_SEED)
    return links


def rows(house: House) -> list[int]:
    with house.database.reading() as connection:
        return [
            int(connection.execute(select(func.count()).select_from(table)).scalar_one())
            for table in (PLAYER, GAME)
        ]


def test_games_are_committed_before_their_client_seed_is_known(player: Practitioner) -> None:
    first, second = ask(player).games
    assert first.dealt_at is None
    assert {game.commitment for game in (first, second)} == {
        commitment(first.server_seed),
        commitment(second.server_seed),
    }
    assert first.nonce != second.nonce
    ahead = deal_ahead(player.house, player.token, first.link, OWN_SEED)
    assert ahead.table.game.commitment == first.commitment
    stream = FairStream(first.server_seed, OWN_SEED, first.nonce)
    assert ahead.dealt == shuffle(pack_of(ahead.table.rules), stream)
    again = deal_ahead(player.house, player.token, first.link, "another seed")
    assert again.table.game.client_seed == OWN_SEED
    assert again.dealt == ahead.dealt


def test_what_is_told_is_what_counts_in_the_end(player: Practitioner) -> None:
    (link,) = dealt(player, "norwegian", 1)
    ahead = deal_ahead(player.house, player.token, link, OWN_SEED)
    with pytest.raises(BrokenInvariantError):
        _ = ahead.ended
    told = list(ahead.battles())
    assert [battle.number for battle in told] == list(range(1, len(told) + 1))
    assert statistics_page(player.house, player.token).total is None
    assert add_results(player.house, player.token, [link]) == {link: Fate.ADDED}
    page = game_page(player.house, None, link)
    assert (page.stage, page.ended) == (Stage.OVER, ahead.ended)
    assert (page.game.battles, page.game.wars) == (len(told), ahead.tally.wars)
    assert play(parse_line(str(page.proof.line))).state.ended == ahead.ended
    total = statistics_page(player.house, player.token).total
    assert total is not None
    assert (total.games, total.battles, total.decided) == (1, len(told), 1)
    assert audit(player.house) == []


def test_a_game_by_the_clock_counts_battles_in_both(player: Practitioner, clock: Clock) -> None:
    (link,) = dealt(player, "timed", 1)
    ahead = deal_ahead(player.house, player.token, link, OWN_SEED)
    told = list(ahead.battles())
    clock.go(hours=30)
    add_results(player.house, player.token, [link])
    page = game_page(player.house, None, link)
    assert page.ended == ahead.ended
    assert page.game.battles == len(told)
    assert page.elapsed_seconds <= 10 * 60


def test_a_result_counts_once(player: Practitioner) -> None:
    first, second = dealt(player)
    assert add_results(player.house, player.token, [first]) == {first: Fate.ADDED}
    assert add_results(player.house, player.token, [first, second]) == {
        first: Fate.COUNTED,
        second: Fate.ADDED,
    }
    total = statistics_page(player.house, player.token).total
    assert total is not None
    assert total.games == 2


def test_nobody_can_invent_a_result(player: Practitioner) -> None:
    undealt = ask(player).games[0].link
    player.start("sudden_death").deal()
    stranger = Practitioner(player.house, visitor="another browser")
    (strange,) = dealt(stranger, count=1)
    for link in (undealt, player.link, strange, "no such game"):
        assert add_results(player.house, player.token, [link]) == {link: Fate.UNKNOWN}
        assert add_results(player.house, None, [link]) == {link: Fate.UNKNOWN}
    assert statistics_page(player.house, player.token).total is None
    for link in (player.link, strange, "no such game"):
        with pytest.raises(NotFoundError):
            deal_ahead(player.house, player.token, link, OWN_SEED)
    with pytest.raises(InvalidSeedError):
        deal_ahead(player.house, player.token, undealt, "")


def test_a_wish_sent_twice_is_granted_once(player: Practitioner) -> None:
    first = ask(player, count=3)
    assert rows(player.house) == [1, 3]
    player.token = None  # The answer was lost, and its cookie with it.
    assert ask(player, count=3) == first
    assert rows(player.house) == [1, 3]
    deal_ahead(player.house, player.token, first.games[0].link, OWN_SEED)
    more = ask(player, count=3).games
    assert more[:2] == first.games[1:]
    assert len(more) == 3
    assert len(ask(player, "classic", 1).games) == 1
    assert len(ask(player, "classic", COUNT_MAX + 1).games) == COUNT_MAX


def test_only_so_many_wait_and_only_where_nobody_decides(
    player: Practitioner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_supply, "WAITING_MAX", 3)
    links = dealt(player, count=3)
    with pytest.raises(RulesRefusedError, match="At most 3 games"):
        ask(player, count=1)
    add_results(player.house, player.token, links[:1])
    assert len(ask(player, count=1).games) == 1
    with pytest.raises(RulesRefusedError, match="without decisions"):
        ask(player, "steal_war")


def test_what_is_given_back_is_gone_and_nothing_else(player: Practitioner) -> None:
    assert give_back(player.house, None) == 0
    first, second = dealt(player)
    ask(player, count=1)
    player.start("sudden_death").deal()
    add_results(player.house, player.token, [first])
    assert give_back(player.house, player.token) == 2
    assert give_back(player.house, player.token) == 0
    assert supply_state(player.house, player.token).waiting == 0
    fates = add_results(player.house, player.token, [first, second])
    assert fates == {first: Fate.COUNTED, second: Fate.UNKNOWN}
    page = statistics_page(player.house, player.token)
    assert [row.link for row in page.finished] == [first]
    assert [row.link for row in page.unfinished] == [player.link]


def test_games_that_wait_are_not_games_under_way(player: Practitioner) -> None:
    dealt(player, count=1)
    page = statistics_page(player.house, player.token)
    assert (page.unfinished, page.finished, page.total) == ((), (), None)
    player.start("sudden_death")
    assert len(statistics_page(player.house, player.token).unfinished) == 1


def test_rules_that_can_no_longer_be_played_stop_no_other_result(player: Practitioner) -> None:
    first, second = dealt(player)
    with player.house.database.writing() as connection:
        drop_triggers(connection)
        outdated = GAME.update().where(GAME.c.link == first)
        connection.execute(outdated.values(rules_json='{"players": "many"}'))
    assert add_results(player.house, player.token, [first, second]) == {
        first: Fate.UNKNOWN,
        second: Fate.ADDED,
    }


def test_a_game_given_up_at_its_address_does_not_count(player: Practitioner) -> None:
    (player.link,) = dealt(player, count=1)
    assert player.page.stage is Stage.GO_ON
    player.abandon()
    assert add_results(player.house, player.token, [player.link]) == {player.link: Fate.UNKNOWN}
    with pytest.raises(NotFoundError, match="given back"):
        deal_ahead(player.house, player.token, player.link, OWN_SEED)


def test_what_was_played_lately_is_offered(player: Practitioner) -> None:
    assert supply_state(player.house, None).recent == ()
    player.start("sudden_death").deal().flip(None)
    player.start("steal_war").abandon()
    player.start("three_wars", *TWO, "computer").deal().flip(None)
    player.start("sudden_death", war_face_down="2").deal().flip(None)
    recent = supply_state(player.house, player.token).recent
    assert [each.partition("@")[0] for each in recent] == [
        "sudden_death",
        "three_wars",
        "sudden_death",
    ]
    assert "war_face_down=2" in recent[0]
    assert "players=3" in recent[1]
    with player.house.database.writing() as connection:
        drop_triggers(connection)
        connection.execute(GAME.update().values(rules_json='{"players": "many"}'))
    assert supply_state(player.house, player.token).recent == ()
