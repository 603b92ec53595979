"""Provably fair seeds of games of War, in their line and as a stream that can be taken up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino_war.errors import InvalidNotationError, InvalidSeedError
from casino_war.game import war_choices
from casino_war.game.randomness import FairStream, SplitMix64, shuffle
from casino_war.game.war_line import parse_line
from casino_war.game.war_pack import pack_of
from casino_war.game.war_presets import find
from casino_war.game.war_replay import play
from casino_war.game.war_seed import FairSeed, parse_seed, source_of
from casino_war.game.war_strategies import RANDOM, choose_all

SEED = "5e" * 32
CLIENT_SEEDS = st.text(
    st.characters(min_codepoint=32, max_codepoint=126, exclude_characters=":"), min_size=1
).map(lambda text: text[:64])


@given(CLIENT_SEEDS, st.integers(0, 10**17))
def test_every_seed_reads_back(client_seed: str, nonce: int) -> None:
    seed = FairSeed(server_seed=SEED, client_seed=client_seed, nonce=nonce)
    assert " " not in str(seed)
    assert parse_seed(str(seed)) == seed
    line = parse_line(f"war/1 classic@1 seed={seed}")
    assert line.seed == seed
    assert str(line) == f"war/1 classic@1 seed={seed}"


@pytest.mark.parametrize(
    "text",
    [
        f"{SEED}:0:",
        f"{SEED}:00:x",
        f"{SEED[:-1]}:0:x",
        f"{SEED.upper()}:0:x",
        f"{SEED}:0:%78",
        f"{SEED}:0:a%3Ab",
        f"{SEED}:0:{'x' * 65}",
        f"{SEED}:1",
    ],
)
def test_other_spellings_are_none(text: str) -> None:
    with pytest.raises(InvalidSeedError):
        parse_seed(text)
    with pytest.raises(InvalidNotationError):
        parse_line(f"war/1 classic@1 seed={text}")


def test_a_plain_seed_opens_the_fast_stream() -> None:
    assert source_of(7).word() == SplitMix64(7).word()
    fair = FairSeed(server_seed=SEED, client_seed="x", nonce=3)
    assert source_of(fair).word() == FairStream(SEED, "x", 3).word()


@given(st.integers(0, 40))
def test_a_stream_goes_on_behind_the_words_that_were_drawn(drawn: int) -> None:
    whole = FairStream(SEED, "x", 0)
    for _ in range(drawn):
        whole.word()
    assert whole.drawn == drawn
    later = FairStream(SEED, "x", 0, drawn)
    assert later.drawn == drawn
    assert [later.word() for _ in range(9)] == [whole.word() for _ in range(9)]


def test_the_deal_is_that_of_a_shoe() -> None:
    """What checks a shoe of one deck checks the deal of a game of 52 cards."""
    line = parse_line(f"war/1 classic@1 seed={SEED}:0:lucky battles=0")
    pack = shuffle(pack_of(find("classic").rules), FairStream(SEED, "lucky", 0))
    assert play(line).state.stocks == (pack[::2], pack[1::2])


def test_computers_by_chance_draw_from_the_stream_of_the_game() -> None:
    rules = find("arneson").rules
    stream = FairStream(SEED, "lucky", 0)
    state, made = war_choices.deal(rules, stream), []
    while state.ended is None:
        choices = choose_all(state, [RANDOM, RANDOM], stream)
        made.append(",".join(f"{'AB'[seat]}:{card}" for seat, card in sorted(choices.items())))
        state, _ = war_choices.apply(state, choices, stream)
    text = f"war/1 arneson@1 seed={SEED}:0:lucky decisions={';'.join(made)}"
    line = parse_line(f"{text} computers=A:random,B:random")
    assert play(line).state == state
    assert str(line) == f"{text} computers=A:random,B:random"


@pytest.mark.parametrize("told", ["C:random", "A:random,A:random", "A:thief", "A", "AB:random"])
def test_unknown_computers_are_refused(told: str) -> None:
    with pytest.raises(InvalidNotationError):
        parse_line(f"war/1 arneson@1 seed=1 computers={told}")


@pytest.mark.parametrize(("clock", "battles"), [(" clock=5", 5), ("", 120)])
def test_a_clock_rings_in_its_battle(clock: str, battles: int) -> None:
    line = parse_line(f"war/1 timed@1 seed=4{clock}")
    state = play(line).state
    assert (state.battles, state.ended is not None) == (battles, True)
    assert str(line) == f"war/1 timed@1 seed=4{clock}"


def test_a_clock_that_did_not_ring_lets_the_game_go_on() -> None:
    state = play(parse_line("war/1 timed@1 seed=4 clock=0")).state
    assert state.battles > 120
