"""Lines of notation for property tests: a preset, other rules, cards and decisions."""

from hypothesis import strategies as st

from casino_war.game.cards import JOKERS, PACK, Cards
from casino_war.game.war_actions import Action, Pick, Play, Steal
from casino_war.game.war_line import WarLine
from casino_war.game.war_presets import PRESETS
from casino_war.game.war_spelling import Choices
from tests.game.war.strategies import rules

ACTIONS: tuple[Action, ...] = (
    Play(),
    *map(Steal, range(4)),
    *map(Pick, PACK + JOKERS),
)


@st.composite
def packets(draw: st.DrawFn, count: int) -> tuple[Cards, ...]:
    """So many packets of cards, each of one at least."""
    cards = draw(st.permutations(PACK + JOKERS))
    size = draw(st.integers(1, len(cards) // count))
    return tuple(tuple(cards[size * nth : size * (nth + 1)]) for nth in range(count))


@st.composite
def rounds(draw: st.DrawFn, players: int) -> Choices:
    """Choices that some seats make together, sense or no sense."""
    seats = draw(st.sets(st.integers(0, players - 1), min_size=1))
    return tuple((seat, draw(st.sampled_from(ACTIONS))) for seat in sorted(seats))


@st.composite
def lines(draw: st.DrawFn) -> WarLine:
    """A line, whether or not its game can be played."""
    preset = draw(st.sampled_from(PRESETS))
    found = draw(st.just(preset.rules) | rules())
    given = draw(st.sampled_from([0, 1, 2])) * found.players
    cards = draw(packets(given)) if given else ()
    return WarLine(
        preset=preset.key,
        version=preset.version,
        rules=found,
        seed=draw(st.integers(0, 2**64 - 1)),
        stocks=cards[: found.players],
        piles=cards[found.players :],
        decisions=tuple(draw(st.lists(rounds(found.players), max_size=3))),
        battles=draw(st.none() | st.integers(0, 10**9)),
    )
